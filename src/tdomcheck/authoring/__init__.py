"""All that a plugin may import: `from tdomcheck import authoring as td`."""

from tdomcheck.authoring.examples import Invalid, Valid, invalid
from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.authoring.metadata import option
from tdomcheck.authoring.project_rule import ProjectRule
from tdomcheck.authoring.rule import Rule, dotted_name
from tdomcheck.authoring.template_rule import TemplateRule
from tdomcheck.edits.imports import importable
from tdomcheck.edits.templates import to_template, unwrap_call
from tdomcheck.facts import api, moves
from tdomcheck.facts.components import Component, WrongReturn, drops_children, wrong_returns
from tdomcheck.facts.definitions import value_kind
from tdomcheck.facts.flow import origins, outcomes, uses_of
from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.project import Project, Symbol, is_test_file
from tdomcheck.facts.registered import Registered
from tdomcheck.facts.rendering import html_argument, html_argument_kind, html_calls
from tdomcheck.facts.types import is_boolean, literal_type, parameter_type
from tdomcheck.facts.values import (
    FileFacts,
    FunctionFact,
    InjectionFact,
    ParameterFact,
    RegistrationFact,
    TemplateUseFact,
)
from tdomcheck.facts.wiring import arguments_of
from tdomcheck.model import Edit, Finding, Fix, Gate, ImportRequest, Related, Safety, Severity, Span, Targets
from tdomcheck.source.markup import VOID_ELEMENTS, Attribute, AttributeKind, Markup, Problem, ProblemKind, Tag
from tdomcheck.source.template import Interpolation, Template

__all__ = [
    "VOID_ELEMENTS",
    "Attribute",
    "AttributeKind",
    "Component",
    "Edit",
    "FileFacts",
    "FileRule",
    "Finding",
    "Fix",
    "FunctionFact",
    "Gate",
    "ImportRequest",
    "InjectionFact",
    "Interpolation",
    "Invalid",
    "Markup",
    "ModuleView",
    "ParameterFact",
    "Problem",
    "ProblemKind",
    "Project",
    "ProjectRule",
    "Registered",
    "RegistrationFact",
    "Related",
    "Rule",
    "Safety",
    "Severity",
    "Span",
    "Symbol",
    "Tag",
    "Targets",
    "Template",
    "TemplateRule",
    "TemplateUseFact",
    "Valid",
    "WrongReturn",
    "api",
    "arguments_of",
    "dotted_name",
    "drops_children",
    "html_argument",
    "html_argument_kind",
    "html_calls",
    "importable",
    "invalid",
    "is_boolean",
    "is_test_file",
    "literal_type",
    "moves",
    "option",
    "origins",
    "outcomes",
    "parameter_type",
    "to_template",
    "unwrap_call",
    "uses_of",
    "value_kind",
    "wrong_returns",
]
