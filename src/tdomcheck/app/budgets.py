"""How many findings of a rule a project may have, and whether it has more or fewer."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.config.settings import Settings
from tdomcheck.model import Acceptance, Finding, RuleState, RunResult, Severity, Span
from tdomcheck.report.summary import plural
from tdomcheck.values import replace

EXCEEDED = "TDC009"
_SLUG = "budget-exceeded"


def within_budgets(session: Session, run: RunAnalysis, result: RunResult) -> RunResult:
    """The result with a finding for every budget that is exceeded, and a word on those that can be lowered."""
    settings = session.settings
    counts = spent(session, run, result)
    over = [
        _exceeded(session, settings, code, most, counts[code]) for code, most in settings.budgets if counts[code] > most
    ]
    rule = session.enabled(settings, settings.source or settings.root).get(EXCEEDED)
    findings = tuple(replace(finding, severity=rule.severity) for finding in over) if rule is not None else ()
    lower = tuple(_lower(session, run, result, counts))
    merged = sorted((*result.findings, *findings), key=lambda finding: finding.sort_key)
    return replace(result, findings=tuple(merged), warnings=(*result.warnings, *lower))


def spent(session: Session, run: RunAnalysis, result: RunResult) -> Counter[str]:
    """By code, the findings in the files of the configuration that nobody accepts by a comment."""
    identity = session.settings.identity
    own = {state.planned.shown for state in run.states.values() if state.planned.settings.identity == identity}
    accepted = (each.finding for each in result.suppressed if each.kind is Acceptance.BASELINE)
    return Counter(finding.code for finding in (*result.findings, *accepted) if finding.path in own)


def lowered(session: Session, run: RunAnalysis, result: RunResult) -> dict[str, int]:
    """The budgets that are larger than what is there, with what is there."""
    return _lowered(session, run, result, spent(session, run, result))


def _lowered(session: Session, run: RunAnalysis, result: RunResult, counts: Counter[str]) -> dict[str, int]:
    if not run.plan.has_walked(session.settings.root):
        return {}
    ran = {rule.code for rule in result.rules if rule.state is RuleState.RAN}
    return {code: counts[code] for code, most in session.settings.budgets if code in ran and counts[code] < most}


def _exceeded(session: Session, settings: Settings, code: str, most: int, count: int) -> Finding:
    path = settings.source or settings.root
    slug = next((info.slug for info in session.catalog(settings).infos if info.code == code), code)
    return Finding(
        session.shown(path),
        _place(path, (code, slug)),
        EXCEEDED,
        _SLUG,
        f"{code} has {plural(count, 'finding')}, and its budget is {most}",
        Severity.ERROR,
        help=f"Mend {count - most} of them: tdomcheck check --no-baseline --select {code}",
    )


def _place(path: str, names: Sequence[str]) -> Span:
    """The line of the budget; the beginning of the file where it is not to be found."""
    try:
        data = read_regular(path)
    except OSError:
        return Span(0, 0)
    table = data.find(b"budgets")
    starts = [start for name in names if (start := data.find(name.encode(), max(table, 0))) >= 0]
    if not starts:
        return Span(0, 0)
    start = min(starts)
    end = data.find(b"\n", start)
    return Span(start, end if end >= 0 else len(data))


def _lower(session: Session, run: RunAnalysis, result: RunResult, counts: Counter[str]) -> Iterator[str]:
    budgets = dict(session.settings.budgets)
    where = session.shown(session.settings.source) if session.settings.source else "the command line"
    for code in _lowered(session, run, result, counts):
        yield (
            f"{os.path.basename(where)}: the budget of {code} is {budgets[code]}, and it has "
            f"{plural(counts[code], 'finding')}; `tdomcheck baseline update` lowers it"
        )
