"""All that a plugin may import: `from tdomcheck import authoring as td`."""

import typing as t
from importlib import import_module

from tdomcheck.authoring.examples import Invalid, Valid, invalid
from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.authoring.homes import HOMES
from tdomcheck.authoring.metadata import option
from tdomcheck.authoring.project_rule import ProjectRule
from tdomcheck.authoring.template_rule import TemplateRule
from tdomcheck.authoring.wording import article, with_article
from tdomcheck.errors import BadOption
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.records import (
    ATTRS,
    DATACLASS,
    AttributeFact,
    CallFact,
    ClassFact,
    FetchFact,
    FileFacts,
    FunctionFact,
    HookFact,
    ImportFact,
    InjectionFact,
    ParameterFact,
    RegistrationFact,
    RenderFact,
    RequiredFact,
    RequirementFact,
    ScanFact,
    TemplateUseFact,
)
from tdomcheck.facts.vocabulary import libraries as api
from tdomcheck.facts.vocabulary import moved_names as moves
from tdomcheck.facts.vocabulary.html import BOOLEAN_ATTRIBUTES, ELEMENTS, RAW, has_tags
from tdomcheck.model import Edit, Finding, Fix, Gate, ImportRequest, Premise, Related, Safety, Severity, Span, Targets
from tdomcheck.model.claims import (
    CAPITALS,
    COMPONENT,
    FACTORY,
    FORMED,
    HIDING,
    PLAIN_COMPONENT,
    REGISTERING,
    Claim,
    HasRole,
    HasTrait,
    IsOther,
    IsRenderer,
    IsText,
    Lacks,
    OfKind,
    Role,
    Trait,
    Without,
)
from tdomcheck.model.ranges import covers, merged
from tdomcheck.source.markup import (
    VOID_ELEMENTS,
    Attribute,
    AttributeKind,
    Markup,
    Problem,
    ProblemKind,
    Tag,
    comment_spans,
)
from tdomcheck.source.template import Interpolation, Template
from tdomcheck.source.tree import unwrapped

if t.TYPE_CHECKING:  # at run time each is imported when somebody asks for it: most rules ask few
    from tdomcheck.authoring import views
    from tdomcheck.authoring.rule import Rule, dotted_name
    from tdomcheck.edits.decorate import dataclass_fix
    from tdomcheck.edits.imports import importable
    from tdomcheck.edits.templates import join_to_list, to_template, unwrap_call
    from tdomcheck.facts.html import props as tagged
    from tdomcheck.facts.html.component_classes import (
        calling_heir,
        demanded_arguments,
        is_given_call,
        plain_lineage,
        refused_props,
        unseen_class,
        untagged_components,
    )
    from tdomcheck.facts.html.component_functions import Component
    from tdomcheck.facts.html.component_nodes import component_nodes
    from tdomcheck.facts.html.component_returns import TOLD_ELSEWHERE, WrongReturn, drops_children, wrong_returns
    from tdomcheck.facts.html.component_tags import uses_in
    from tdomcheck.facts.html.constant_kinds import TAGS, is_attack
    from tdomcheck.facts.html.markup_evidence import is_about_html
    from tdomcheck.facts.html.props import dropped_values
    from tdomcheck.facts.html.props import is_never_rendered as is_dropped
    from tdomcheck.facts.html.render_calls import html_argument, html_argument_kind, html_calls, values_given
    from tdomcheck.facts.html.rendered_templates import components_in, rendered_templates
    from tdomcheck.facts.html.return_kinds import gives_template
    from tdomcheck.facts.html.shown_values import shown_values
    from tdomcheck.facts.html.spreads import entries_of, last_start, plain_text
    from tdomcheck.facts.html.style_declarations import broken_declaration
    from tdomcheck.facts.html.template_concatenation import problems_in, wholes_of
    from tdomcheck.facts.html.template_values import is_template, is_template_list, named_value
    from tdomcheck.facts.html.text_markup import (
        is_certain_text,
        is_plain_text,
        markup_texts,
    )
    from tdomcheck.facts.html.text_pages import may_render, page_literals
    from tdomcheck.facts.project.application import Application, Provision, Use, Want, last_name, span_of
    from tdomcheck.facts.project.async_middleware import (
        AsyncMiddleware,
        async_middleware,
        call_method,
        is_called_async,
        runs_by_package,
        runs_without_await,
    )
    from tdomcheck.facts.project.attributes import attributes_of, is_protocol, is_told_apart, lacks_attributes
    from tdomcheck.facts.project.certainty import is_certain
    from tdomcheck.facts.project.constants import text_of
    from tdomcheck.facts.project.cycles import circles_in
    from tdomcheck.facts.project.handed_registrations import provisions_with_handed
    from tdomcheck.facts.project.hierarchy import SPEAKING, is_wanted
    from tdomcheck.facts.project.instances import (
        LITERAL_TYPES,
        constant_type,
        instance_type,
        maker_kind,
        single_definition,
    )
    from tdomcheck.facts.project.made_at_once import wants_at_once
    from tdomcheck.facts.project.made_services import injected_makings
    from tdomcheck.facts.project.misfilled_resources import Misfilled, misfilled_resources
    from tdomcheck.facts.project.premises import INERT
    from tdomcheck.facts.project.provided_props import provided_props
    from tdomcheck.facts.project.providers import Registered
    from tdomcheck.facts.project.registration_order import is_layered, is_parted
    from tdomcheck.facts.project.renderings import (
        Unfilled,
        helper_renders,
        known_renders,
        rendered_tags,
        unfilled_component,
    )
    from tdomcheck.facts.project.scans import Reach, set_ups
    from tdomcheck.facts.project.value_lookup import MIXED_LIST
    from tdomcheck.facts.python import classes as shapes
    from tdomcheck.facts.python import statement_parts as nodes
    from tdomcheck.facts.python import terminal as endings
    from tdomcheck.facts.python.annotations import Annotation, annotation_of
    from tdomcheck.facts.python.assertions import asserted_against, places_of
    from tdomcheck.facts.python.bindings import is_bound, is_given_again
    from tdomcheck.facts.python.builtin_types import is_boolean, literal_type, parameter_type
    from tdomcheck.facts.python.call_results import given_back, is_any_result, results_of
    from tdomcheck.facts.python.calls import arguments_of
    from tdomcheck.facts.python.concatenation import Added, added_to_names, is_sum, operands_of
    from tdomcheck.facts.python.contents import Contents, Effect, contents_of
    from tdomcheck.facts.python.dataclass_fields import (
        Demand,
        constructor_fields,
        dataclass_decorator,
        is_given_above,
        takes_fields_in_order,
    )
    from tdomcheck.facts.python.decisions import is_tested
    from tdomcheck.facts.python.definitions import Member, value_kind
    from tdomcheck.facts.python.empty_values import Textless, is_narrowed, textless_value
    from tdomcheck.facts.python.entries import entry_at
    from tdomcheck.facts.python.evaluated_annotations import (
        evaluated_names,
        has_text_annotations,
        hint_annotations,
        signature_annotations,
    )
    from tdomcheck.facts.python.heirs import heirs_of
    from tdomcheck.facts.python.import_fallbacks import is_fallback, is_import_caught
    from tdomcheck.facts.python.list_items import choices, chosen_values, is_list, items_of, list_items
    from tdomcheck.facts.python.literals import static_text
    from tdomcheck.facts.python.local_calls import Helper, class_of_self, function_behind, helper_of, is_told_by_caller
    from tdomcheck.facts.python.messages import is_in_message
    from tdomcheck.facts.python.narrowing import is_asked_by_loop, is_decided_again, is_guarded, is_settled
    from tdomcheck.facts.python.optional_returns import may_be_none, tests_of
    from tdomcheck.facts.python.proven_types import proven_type
    from tdomcheck.facts.python.scopes import import_target
    from tdomcheck.facts.python.self_reads import attributes_read
    from tdomcheck.facts.python.text_conversions import Conversion, Way, conversions_to_text
    from tdomcheck.facts.python.text_parts import (
        formatted_values,
        interpolations_of,
        is_converted,
        is_formatted,
        splatted_values,
    )
    from tdomcheck.facts.python.type_checking_names import outermost_if, type_checking_names
    from tdomcheck.facts.python.value_flow import (
        branches_of,
        is_shallow,
        origins,
        outcomes,
        uses_of,
        values_before,
        values_of,
    )
    from tdomcheck.facts.python.value_paths import ValuePath, iterated, premise, value_path
    from tdomcheck.facts.services import injection_markers as di_names
    from tdomcheck.facts.services.aliased_markers import marked_by_alias
    from tdomcheck.facts.services.container_calls import RUNNING
    from tdomcheck.facts.services.containers import is_called_container, is_certain_container
    from tdomcheck.facts.services.factory_parameters import is_container_parameter, is_required, may_be_filled
    from tdomcheck.facts.targets import release_table, releases

__all__ = [
    "ATTRS",
    "BOOLEAN_ATTRIBUTES",
    "CAPITALS",
    "COMPONENT",
    "DATACLASS",
    "ELEMENTS",
    "FACTORY",
    "FORMED",
    "HIDING",
    "INERT",
    "LITERAL_TYPES",
    "MIXED_LIST",
    "PLAIN_COMPONENT",
    "RAW",
    "REGISTERING",
    "RUNNING",
    "SPEAKING",
    "TAGS",
    "TOLD_ELSEWHERE",
    "VOID_ELEMENTS",
    "Added",
    "Annotation",
    "Application",
    "AsyncMiddleware",
    "Attribute",
    "AttributeFact",
    "AttributeKind",
    "BadOption",
    "CallFact",
    "Claim",
    "ClassFact",
    "Component",
    "Contents",
    "Conversion",
    "Demand",
    "Edit",
    "Effect",
    "FetchFact",
    "FileFacts",
    "FileRule",
    "Finding",
    "Fix",
    "FunctionFact",
    "Gate",
    "HasRole",
    "HasTrait",
    "Helper",
    "HookFact",
    "ImportFact",
    "ImportRequest",
    "InjectionFact",
    "Interpolation",
    "Invalid",
    "IsOther",
    "IsRenderer",
    "IsText",
    "Lacks",
    "Markup",
    "Member",
    "Misfilled",
    "ModuleView",
    "OfKind",
    "ParameterFact",
    "Premise",
    "Problem",
    "ProblemKind",
    "Project",
    "ProjectRule",
    "Provision",
    "Reach",
    "Registered",
    "RegistrationFact",
    "Related",
    "RenderFact",
    "RequiredFact",
    "RequirementFact",
    "Role",
    "Rule",
    "Safety",
    "ScanFact",
    "Severity",
    "Span",
    "Symbol",
    "Tag",
    "Targets",
    "Template",
    "TemplateRule",
    "TemplateUseFact",
    "Textless",
    "Trait",
    "Unfilled",
    "Use",
    "Valid",
    "ValuePath",
    "Want",
    "Way",
    "Without",
    "WrongReturn",
    "added_to_names",
    "annotation_of",
    "api",
    "arguments_of",
    "article",
    "asserted_against",
    "async_middleware",
    "attributes_of",
    "attributes_read",
    "branches_of",
    "broken_declaration",
    "call_method",
    "calling_heir",
    "choices",
    "chosen_values",
    "circles_in",
    "class_of_self",
    "comment_spans",
    "component_nodes",
    "components_in",
    "constant_type",
    "constructor_fields",
    "contents_of",
    "conversions_to_text",
    "covers",
    "dataclass_decorator",
    "dataclass_fix",
    "demanded_arguments",
    "di_names",
    "dotted_name",
    "dropped_values",
    "drops_children",
    "endings",
    "entries_of",
    "entry_at",
    "evaluated_names",
    "formatted_values",
    "function_behind",
    "given_back",
    "gives_template",
    "has_tags",
    "has_text_annotations",
    "heirs_of",
    "helper_of",
    "helper_renders",
    "hint_annotations",
    "html_argument",
    "html_argument_kind",
    "html_calls",
    "import_target",
    "importable",
    "injected_makings",
    "instance_type",
    "interpolations_of",
    "invalid",
    "is_about_html",
    "is_any_result",
    "is_asked_by_loop",
    "is_attack",
    "is_boolean",
    "is_bound",
    "is_called_async",
    "is_called_container",
    "is_certain",
    "is_certain_container",
    "is_certain_text",
    "is_container_parameter",
    "is_converted",
    "is_decided_again",
    "is_dropped",
    "is_fallback",
    "is_formatted",
    "is_given_above",
    "is_given_again",
    "is_given_call",
    "is_guarded",
    "is_import_caught",
    "is_in_message",
    "is_layered",
    "is_list",
    "is_narrowed",
    "is_parted",
    "is_plain_text",
    "is_protocol",
    "is_required",
    "is_settled",
    "is_shallow",
    "is_sum",
    "is_template",
    "is_template_list",
    "is_test_file",
    "is_tested",
    "is_told_apart",
    "is_told_by_caller",
    "is_wanted",
    "items_of",
    "iterated",
    "join_to_list",
    "known_renders",
    "lacks_attributes",
    "last_name",
    "last_start",
    "list_items",
    "literal_type",
    "maker_kind",
    "marked_by_alias",
    "markup_texts",
    "may_be_filled",
    "may_be_none",
    "may_render",
    "merged",
    "misfilled_resources",
    "moves",
    "named_value",
    "nodes",
    "once",
    "once_each",
    "operands_of",
    "option",
    "origins",
    "outcomes",
    "outermost_if",
    "page_literals",
    "parameter_type",
    "places_of",
    "plain_lineage",
    "plain_text",
    "premise",
    "problems_in",
    "proven_type",
    "provided_props",
    "provisions_with_handed",
    "refused_props",
    "release_table",
    "releases",
    "rendered_tags",
    "rendered_templates",
    "results_of",
    "runs_by_package",
    "runs_without_await",
    "set_ups",
    "shapes",
    "shown_values",
    "signature_annotations",
    "single_definition",
    "span_of",
    "splatted_values",
    "static_text",
    "tagged",
    "takes_fields_in_order",
    "tests_of",
    "text_of",
    "textless_value",
    "to_template",
    "type_checking_names",
    "unfilled_component",
    "unseen_class",
    "untagged_components",
    "unwrap_call",
    "unwrapped",
    "uses_in",
    "uses_of",
    "value_kind",
    "value_path",
    "values_before",
    "values_given",
    "values_of",
    "views",
    "wants_at_once",
    "wholes_of",
    "with_article",
    "wrong_returns",
]


def __getattr__(name: str) -> object:
    """Import what is asked for the first time; `HOMES` says from where."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, own_name = HOMES[name].partition(":")
    imported = import_module(f"tdomcheck.{module}")
    value: object = getattr(imported, own_name) if own_name else imported
    globals()[name] = value
    return value
