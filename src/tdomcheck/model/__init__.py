"""Frozen values that every layer speaks in. They import nothing of ours and survive pickling."""

from tdomcheck.model.finding import Directive, Finding, Related, Severity
from tdomcheck.model.fix import Edit, Fix, ImportRequest, Safety
from tdomcheck.model.gate import Gate
from tdomcheck.model.premise import Premise
from tdomcheck.model.rule import OptionSpec, RuleInfo, RuleKind
from tdomcheck.model.run import (
    AppliedFix,
    Bucket,
    Dependents,
    FileOutcome,
    FixSummary,
    LostFix,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
)
from tdomcheck.model.span import Span
from tdomcheck.model.targets import Targets

__all__ = [
    "AppliedFix",
    "Bucket",
    "Dependents",
    "Directive",
    "Edit",
    "FileOutcome",
    "Finding",
    "Fix",
    "FixSummary",
    "Gate",
    "ImportRequest",
    "LostFix",
    "OptionSpec",
    "Premise",
    "Related",
    "RuleInfo",
    "RuleKind",
    "RuleOutcome",
    "RuleState",
    "RuleTiming",
    "RunResult",
    "Safety",
    "Severity",
    "Span",
    "Targets",
]
