"""Where a value comes from, where it goes, what it may be there, and where control goes."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.facts.python.assertions import asserted_against as asserted_against
    from tdomcheck.facts.python.assertions import literal_places as literal_places
    from tdomcheck.facts.python.call_results import is_any_result as is_any_result
    from tdomcheck.facts.python.call_results import origins_through_calls as origins_through_calls
    from tdomcheck.facts.python.call_results import results_of as results_of
    from tdomcheck.facts.python.concatenation import Added as Added
    from tdomcheck.facts.python.concatenation import added_to_names as added_to_names
    from tdomcheck.facts.python.concatenation import is_sum as is_sum
    from tdomcheck.facts.python.concatenation import operands_of as operands_of
    from tdomcheck.facts.python.contents import Contents as Contents
    from tdomcheck.facts.python.contents import Effect as Effect
    from tdomcheck.facts.python.contents import contents_of as contents_of
    from tdomcheck.facts.python.decisions import is_tested as is_tested
    from tdomcheck.facts.python.empty_values import Textless as Textless
    from tdomcheck.facts.python.empty_values import is_narrowed as is_narrowed
    from tdomcheck.facts.python.empty_values import textless_value as textless_value
    from tdomcheck.facts.python.entries import entry_at as entry_at
    from tdomcheck.facts.python.list_items import choices as choices
    from tdomcheck.facts.python.list_items import chosen_values as chosen_values
    from tdomcheck.facts.python.list_items import is_list as is_list
    from tdomcheck.facts.python.list_items import items_of as items_of
    from tdomcheck.facts.python.list_items import list_items as list_items
    from tdomcheck.facts.python.local_calls import Helper as Helper
    from tdomcheck.facts.python.local_calls import class_of_self as class_of_self
    from tdomcheck.facts.python.local_calls import function_behind as function_behind
    from tdomcheck.facts.python.local_calls import helper_of as helper_of
    from tdomcheck.facts.python.local_calls import is_up_to_caller as is_up_to_caller
    from tdomcheck.facts.python.messages import is_in_message as is_in_message
    from tdomcheck.facts.python.narrowing import is_asked_by_loop as is_asked_by_loop
    from tdomcheck.facts.python.narrowing import is_decided_again as is_decided_again
    from tdomcheck.facts.python.narrowing import is_guarded as is_guarded
    from tdomcheck.facts.python.narrowing import is_settled as is_settled
    from tdomcheck.facts.python.optional_returns import may_be_none as may_be_none
    from tdomcheck.facts.python.optional_returns import tests_of as tests_of
    from tdomcheck.facts.python.terminal import Later as Later
    from tdomcheck.facts.python.terminal import ends as ends
    from tdomcheck.facts.python.terminal import falls_through as falls_through
    from tdomcheck.facts.python.terminal import is_stub as is_stub
    from tdomcheck.facts.python.terminal import later_kind as later_kind
    from tdomcheck.facts.python.terminal import returns_of as returns_of
    from tdomcheck.facts.python.text_conversions import Conversion as Conversion
    from tdomcheck.facts.python.text_conversions import Way as Way
    from tdomcheck.facts.python.text_conversions import conversions_to_text as conversions_to_text
    from tdomcheck.facts.python.value_flow import branches_of as branches_of
    from tdomcheck.facts.python.value_flow import is_shallow as is_shallow
    from tdomcheck.facts.python.value_flow import origins as origins
    from tdomcheck.facts.python.value_flow import outcomes as outcomes
    from tdomcheck.facts.python.value_flow import reaching_values as reaching_values
    from tdomcheck.facts.python.value_flow import uses_of as uses_of
    from tdomcheck.facts.python.value_flow import values_of as values_of
    from tdomcheck.facts.python.value_paths import ValuePath as ValuePath
    from tdomcheck.facts.python.value_paths import iterated as iterated
    from tdomcheck.facts.python.value_paths import value_path as value_path
    from tdomcheck.facts.records import ValueKind as ValueKind
else:
    __getattr__, __dir__ = names_of(__name__)
