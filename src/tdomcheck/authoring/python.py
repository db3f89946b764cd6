"""What stands in a file: classes and functions, annotations, imports, literals and types."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.authoring.rule import dotted_name as dotted_name
    from tdomcheck.facts.python.annotations import Annotation as Annotation
    from tdomcheck.facts.python.annotations import annotation_of as annotation_of
    from tdomcheck.facts.python.bindings import is_rebound as is_rebound
    from tdomcheck.facts.python.bindings import is_shadowed as is_shadowed
    from tdomcheck.facts.python.bindings import type_parameters as type_parameters
    from tdomcheck.facts.python.bindings import unsure_names as unsure_names
    from tdomcheck.facts.python.builtin_types import is_boolean as is_boolean
    from tdomcheck.facts.python.builtin_types import literal_type as literal_type
    from tdomcheck.facts.python.builtin_types import parameter_type as parameter_type
    from tdomcheck.facts.python.calls import arguments_of as arguments_of
    from tdomcheck.facts.python.classes import classes_of as classes_of
    from tdomcheck.facts.python.classes import decorator_reference as decorator_reference
    from tdomcheck.facts.python.classes import definition as definition
    from tdomcheck.facts.python.classes import definitions_of as definitions_of
    from tdomcheck.facts.python.classes import is_base as is_base
    from tdomcheck.facts.python.classes import lineage as lineage
    from tdomcheck.facts.python.classes import nodes_of as nodes_of
    from tdomcheck.facts.python.classes import path_of as path_of
    from tdomcheck.facts.python.classes import set_attributes as set_attributes
    from tdomcheck.facts.python.dataclass_fields import Demand as Demand
    from tdomcheck.facts.python.dataclass_fields import constructor_fields as constructor_fields
    from tdomcheck.facts.python.dataclass_fields import dataclass_decorator as dataclass_decorator
    from tdomcheck.facts.python.dataclass_fields import has_inherited_default as has_inherited_default
    from tdomcheck.facts.python.dataclass_fields import takes_fields_in_order as takes_fields_in_order
    from tdomcheck.facts.python.definitions import Member as Member
    from tdomcheck.facts.python.definitions import value_kind as value_kind
    from tdomcheck.facts.python.evaluated_annotations import evaluated_names as evaluated_names
    from tdomcheck.facts.python.evaluated_annotations import has_text_annotations as has_text_annotations
    from tdomcheck.facts.python.evaluated_annotations import hint_annotations as hint_annotations
    from tdomcheck.facts.python.evaluated_annotations import signature_annotations as signature_annotations
    from tdomcheck.facts.python.heirs import heirs_of as heirs_of
    from tdomcheck.facts.python.import_fallbacks import is_fallback as is_fallback
    from tdomcheck.facts.python.import_fallbacks import is_import_caught as is_import_caught
    from tdomcheck.facts.python.literals import static_text as static_text
    from tdomcheck.facts.python.proven_types import proven_type as proven_type
    from tdomcheck.facts.python.quoted_names import QuotedName as QuotedName
    from tdomcheck.facts.python.quoted_names import quoted_names as quoted_names
    from tdomcheck.facts.python.scopes import import_target as import_target
    from tdomcheck.facts.python.self_reads import attributes_read as attributes_read
    from tdomcheck.facts.python.statement_parts import name_in as name_in
    from tdomcheck.facts.python.statement_parts import parameter_node as parameter_node
    from tdomcheck.facts.python.text_parts import formatted_values as formatted_values
    from tdomcheck.facts.python.text_parts import interpolations_of as interpolations_of
    from tdomcheck.facts.python.text_parts import is_converted as is_converted
    from tdomcheck.facts.python.text_parts import is_formatted as is_formatted
    from tdomcheck.facts.python.text_parts import splatted_values as splatted_values
    from tdomcheck.facts.python.text_unions import beside_texts as beside_texts
    from tdomcheck.facts.python.type_checking_names import outermost_if as outermost_if
    from tdomcheck.facts.python.type_checking_names import type_checking_names as type_checking_names
    from tdomcheck.facts.records import ATTRS as ATTRS
    from tdomcheck.facts.records import DATACLASS as DATACLASS
    from tdomcheck.facts.records import ParameterKind as ParameterKind
    from tdomcheck.model.ranges import covers as covers
    from tdomcheck.model.ranges import merged as merged
    from tdomcheck.source.tree import unwrapped as unwrapped
else:
    __getattr__, __dir__ = names_of(__name__)
