"""How many findings of a rule a project may have, and whether it has more or fewer."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.config.settings import Settings
from tdomcheck.model import Acceptance, RuleState, RunResult, Span
from tdomcheck.model.shard import BudgetAccount, BudgetCount
from tdomcheck.report.budgets import EXCEEDED, advice, exceeded, lowerable
from tdomcheck.values import replace


def within_budgets(session: Session, run: RunAnalysis, result: RunResult) -> RunResult:
    """The result with a finding for every budget that is exceeded, and a word on those that can be lowered.

    A shard only counts: whoever merges all of them judges. So does whoever looks at folders where files were named: how
    many calls a hook makes must not decide what they find."""
    accounts = _accounts(session, run, result)
    if result.shard is not None:
        return replace(result, shard=replace(result.shard, budgets=tuple(accounts)))
    told = [finding for account in accounts for finding in exceeded(account)]
    warnings = [sentence for account in accounts for sentence in advice(account, _ran(result))]
    merged = sorted((*result.findings, *told), key=lambda finding: finding.sort_key)
    return replace(result, findings=tuple(merged), warnings=(*result.warnings, *warnings))


def lowered(session: Session, run: RunAnalysis, result: RunResult) -> dict[str, int]:
    """The budgets that are larger than what is there, with what is there."""
    return lowerable(_account(session, run, result, session.settings), _ran(result))


def budgets_since(
    session: Session, now: tuple[RunAnalysis, RunResult], then: tuple[RunAnalysis, RunResult]
) -> list[BudgetAccount]:
    """The budgets with what there is of each, and what another run says there was before."""
    run, result = now
    is_counted = _counted_once(session, run)
    pairs = zip(_judged(session, run), _accounts(session, run, result), strict=True)
    return [with_before(account, _spent(*then, settings, is_counted)) for settings, account in pairs]


def with_before(account: BudgetAccount, before: Mapping[str, int]) -> BudgetAccount:
    """The account with what there was of each budget, by code."""
    counts = tuple(replace(each, before=before.get(each.code, 0)) for each in account.counts)
    return replace(account, counts=counts)


def _counted_once(session: Session, run: RunAnalysis) -> Callable[[str], bool]:
    """Every shard judges the files that are gone, as anything may have moved from there; the first one counts them."""
    shard = session.request.shard
    return lambda path: shard is None or shard.is_first or path in run.states


def _ran(result: RunResult) -> set[str]:
    return {rule.code for rule in result.rules if rule.state is RuleState.RAN}


def _accounts(session: Session, run: RunAnalysis, result: RunResult) -> list[BudgetAccount]:
    return [_account(session, run, result, settings) for settings in _judged(session, run)]


def _judged(session: Session, run: RunAnalysis) -> list[Settings]:
    return [settings for settings in _with_budgets(session, run) if run.plan.has_walked_in(settings.root)]


def _with_budgets(session: Session, run: RunAnalysis) -> list[Settings]:
    """The configurations of a run that have budgets: its own, and those of projects further down."""
    files = (*run.plan.files, *run.plan.elsewhere)
    known = {settings.identity: settings for settings in (session.settings, *(file.settings for file in files))}
    return [known[identity] for identity in sorted(known) if known[identity].budgets]


def _account(session: Session, run: RunAnalysis, result: RunResult, settings: Settings) -> BudgetAccount:
    """The budgets of a configuration, with what there is of each."""
    path = settings.source or settings.root
    counts = _spent(run, result, settings)
    rule = session.enabled(settings, path).get(EXCEEDED)
    slugs = {info.code: info.slug for info in session.catalog(settings).infos}
    return BudgetAccount(
        session.shown(path),
        _name(session, settings),
        rule.severity if rule is not None else None,
        run.plan.has_walked(settings.root),
        tuple(
            BudgetCount(code, most, counts[code], _place(path, (code, slugs.get(code, code))))
            for code, most in settings.budgets
        ),
    )


def _name(session: Session, settings: Settings) -> str:
    if not settings.source:
        return "the command line"
    shown = session.shown(settings.source)
    return os.path.basename(shown) if settings.identity == session.settings.identity else shown


def _spent(
    run: RunAnalysis, result: RunResult, settings: Settings, is_counted: Callable[[str], bool] = lambda _: True
) -> Counter[str]:
    """By code, the findings in the files of a configuration that nobody accepts by a comment."""
    files = [*(state.planned for state in run.states.values() if is_counted(state.planned.path)), *run.plan.elsewhere]
    own = {file.shown for file in files if file.settings.identity == settings.identity and file.is_planned}
    accepted = (each.finding for each in result.suppressed if each.kind is Acceptance.BASELINE)
    return Counter(finding.code for finding in (*result.findings, *accepted) if finding.path in own)


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
