"""Injection markers, containers, registrations."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.facts.records import CallFact as CallFact
    from tdomcheck.facts.records import FactoryFact as FactoryFact
    from tdomcheck.facts.records import FetchFact as FetchFact
    from tdomcheck.facts.records import HookFact as HookFact
    from tdomcheck.facts.records import InjectionFact as InjectionFact
    from tdomcheck.facts.records import LookupFact as LookupFact
    from tdomcheck.facts.records import RegistrationFact as RegistrationFact
    from tdomcheck.facts.records import ScanFact as ScanFact
    from tdomcheck.facts.records import SiteFact as SiteFact
    from tdomcheck.facts.services.aliased_markers import marked_by_alias as marked_by_alias
    from tdomcheck.facts.services.containers import is_certain_container as is_certain_container
    from tdomcheck.facts.services.containers import is_named_container as is_named_container
    from tdomcheck.facts.services.factory_parameters import is_called_as_written as is_called_as_written
    from tdomcheck.facts.services.factory_parameters import is_container_parameter as is_container_parameter
    from tdomcheck.facts.services.factory_parameters import is_required as is_required
    from tdomcheck.facts.services.factory_parameters import may_be_filled as may_be_filled
    from tdomcheck.facts.services.factory_parameters import registered_factory as registered_factory
    from tdomcheck.facts.services.factory_parameters import takes_container as takes_container
    from tdomcheck.facts.services.factory_parameters import unfilled_parameters as unfilled_parameters
    from tdomcheck.facts.services.injection_markers import HOOKABLE as HOOKABLE
    from tdomcheck.facts.services.injection_markers import MARKER_FEATURES as MARKER_FEATURES
    from tdomcheck.facts.services.injection_markers import MIDDLEWARE as MIDDLEWARE
    from tdomcheck.facts.services.injection_markers import Marked as Marked
    from tdomcheck.facts.services.injection_markers import derives_from as derives_from
    from tdomcheck.facts.services.injection_markers import injected_heirs as injected_heirs
    from tdomcheck.facts.services.injection_markers import is_class_variable as is_class_variable
    from tdomcheck.facts.services.injection_markers import is_collection as is_collection
    from tdomcheck.facts.services.injection_markers import is_kept_out as is_kept_out
    from tdomcheck.facts.services.injection_markers import likely_middleware as likely_middleware
    from tdomcheck.facts.services.injection_markers import marked_annotations as marked_annotations
    from tdomcheck.facts.services.injection_markers import marked_names as marked_names
    from tdomcheck.facts.services.injection_markers import marker_of as marker_of
    from tdomcheck.facts.services.injection_markers import middleware_classes as middleware_classes
    from tdomcheck.facts.services.injection_markers import owner_class as owner_class
    from tdomcheck.facts.services.injection_markers import registering_decorators as registering_decorators
else:
    __getattr__, __dir__ = names_of(__name__)
