"""Frozen values that every layer speaks in. They import nothing of ours and survive pickling."""

from tdomcheck.model.finding import Absence, Acceptance, AcceptedFinding, Directive, Doubt, Finding, Related, Severity
from tdomcheck.model.fix import Edit, Fix, ImportRequest, Safety
from tdomcheck.model.gate import Gate
from tdomcheck.model.premise import Premise
from tdomcheck.model.rule import OptionSpec, RuleInfo, RuleKind
from tdomcheck.model.run import (
    AppliedFix,
    BaselineOutcome,
    Bucket,
    Dependents,
    FailOn,
    FileOutcome,
    FixSummary,
    Focus,
    LostFix,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    Threshold,
    Unfollowed,
)
from tdomcheck.model.shard import StaleEntry
from tdomcheck.model.span import Span
from tdomcheck.model.targets import Targets

__all__ = [
    "Absence",
    "Acceptance",
    "AcceptedFinding",
    "AppliedFix",
    "BaselineOutcome",
    "Bucket",
    "Dependents",
    "Directive",
    "Doubt",
    "Edit",
    "FailOn",
    "FileOutcome",
    "Finding",
    "Fix",
    "FixSummary",
    "Focus",
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
    "StaleEntry",
    "Targets",
    "Threshold",
    "Unfollowed",
]
