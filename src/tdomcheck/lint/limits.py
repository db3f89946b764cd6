"""TDC008: what is past a limit, so that rules have not looked at it."""

from __future__ import annotations

from tdomcheck.facts.limits import MOST_ANCESTORS
from tdomcheck.lint.plan import PlannedRule
from tdomcheck.model import Finding, Severity, Span

LIMITS = "TDC008"


def limited(path: str, span: Span, message: str, rule: PlannedRule) -> Finding:
    """The finding, as severe as the rule is planned."""
    return Finding(path, span, LIMITS, "too-deeply-nested", message, rule.severity or Severity.WARNING)


def too_many_ancestors(path: str) -> str:
    """What is said of a class."""
    return f"`{path}` has more than {MOST_ANCESTORS} ancestors, so rules do not follow its bases"
