"""What a run came to: findings that nobody accepts, the ledger of files and rules, the exit code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.passes.state import FileState
from tdomcheck.app.plan_files import (
    PlannedFile,
    idle_globs,
    leaving_out,
    left_out_by_configuration,
    unreadable,
)
from tdomcheck.app.session import Session
from tdomcheck.config.marks import DEFAULT
from tdomcheck.config.selectors import INDISPENSABLE
from tdomcheck.errors import ExitCode
from tdomcheck.lint.plan import RuleCrash
from tdomcheck.model import (
    Acceptance,
    AcceptedFinding,
    Bucket,
    Directive,
    FailOn,
    FileOutcome,
    Finding,
    RuleInfo,
    RuleKind,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    Severity,
    Threshold,
    Unfollowed,
)
from tdomcheck.model.run import NO_RULE
from tdomcheck.model.shard import Shard, ShardAccount, Stage
from tdomcheck.model.suffixes import is_module, is_project_file
from tdomcheck.report.escape import visible
from tdomcheck.report.summary import told_errors
from tdomcheck.values import replace


def conclude(session: Session, run: RunAnalysis) -> RunResult:
    """Suppress, count and decide the exit code."""
    result = commented(session, run)
    if any(settings.baseline for settings in session.settings_cache.all_settings):
        from tdomcheck.app.baselines import accepted_by_baselines  # only where somebody accepts findings by a file

        result = accepted_by_baselines(session, run, result)
    if any(settings.budgets for settings in session.settings_cache.all_settings):
        from tdomcheck.app.budgets import within_budgets  # only where there are any

        result = within_budgets(session, run, result)
    if session.request.ignores_suppressions:
        result = audited(result)
    return replace(result, exit_code=exit_code(result, session))


def commented(session: Session, run: RunAnalysis) -> RunResult:
    """What a run came to after its comments were asked, and before baselines and budgets are."""
    findings: list[Finding] = []
    suppressed: list[AcceptedFinding] = []
    for state in run.states.values():
        own, accepted = split(session, state, run)
        findings += own
        suppressed += accepted
    for state in _lent(run):
        own, accepted = split(session, state, run)
        findings += own
        suppressed += accepted
    for state in run.dependents.states:
        own, accepted = split(session, state, run)
        new = run.findings.get(state.planned.shown, ())
        findings += (finding for finding in own if finding in new)  # whether its comments are needed is not asked
        suppressed += accepted
    files = tuple(sorted(_outcomes(session, run), key=lambda outcome: outcome.path))
    rules, infos = _rules(session, run)
    errors = tuple(_errors(run, session))
    return RunResult(
        findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        suppressed=tuple(sorted(suppressed, key=lambda each: each.finding.sort_key)),
        files=files,
        rules=rules,
        catalog=infos,
        errors=told_errors(errors, files),
        warnings=(*run.plan.warnings, *lasting_warnings(session, run), *session.warnings),
        timings=summed(run.timings),
        blocks=_blocks(run),
        dependents=run.dependents.counts,
        foreign=sum(_is_left_alone(state, run.findings.get(state.planned.shown, ())) for state in run.states.values()),
        idle=_idle(session, run),
        unfollowed=tuple(sorted(_unfollowed(run))),
        left_out=run.plan.discovery.defaults,
        threshold=threshold(session),
        shard=_account(session, run, errors),
    )


def lasting_warnings(session: Session, run: RunAnalysis) -> tuple[str, ...]:
    """Those that are the same as long as all is that an answer depends on."""
    return (*session.trust.warnings, *session.settings_cache.warnings, *idle_globs(session, run.plan))


def _idle(session: Session, run: RunAnalysis) -> str:
    """Why a run about what has changed has no files."""
    change = run.plan.change
    if change is None or run.states or run.plan.outcomes:
        return ""
    has_changes = bool(change.changed or change.old or change.unmerged)
    since = session.request.since or "HEAD"
    return f"no file {'that is read here ' if has_changes else ''}has changed since {since}"


def _unfollowed(run: RunAnalysis) -> Iterator[Unfollowed]:
    """The components of the files that were asked for that nobody could look at."""
    for project in run.projects:
        for outcome in project.outcomes:
            yield from outcome.unfollowed


def _account(session: Session, run: RunAnalysis, errors: tuple[tuple[Stage, str], ...]) -> ShardAccount | None:
    if session.request.shard is None:
        return None
    from tdomcheck.app.shards import configuration_hash

    return ShardAccount(
        session.request.shard,
        configuration_hash(session, run.plan),
        exits_zero=session.request.exits_zero,
        fails_on_stale=session.request.fails_on_stale,
        errors=errors,
    )


def audited(result: RunResult) -> RunResult:
    """With what comments accept among the findings, and told of."""
    findings = (*result.findings, *map(_told_of, result.suppressed))
    return replace(result, findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)))


def _told_of(accepted: AcceptedFinding) -> Finding:
    finding = accepted.finding
    owner = f"@{accepted.owner}" if accepted.owner else ""
    until = f"until {accepted.until}" if accepted.until else ""
    terms = ", ".join(filter(None, (owner, until)))
    words = f"accepted by a comment{f' ({terms})' if terms else ''}: {accepted.reason or 'no reason'}"
    words = "accepted by the baseline" if accepted.kind is Acceptance.BASELINE else words
    return replace(finding, note=f"{finding.note}\n{words}" if finding.note else words)


def _is_left_alone(state: FileState, findings: Sequence[Finding]) -> bool:
    """Whether a file has templates of which something would be said if anything told that they are tdom's."""
    conditional = state.analysis.conditional if state.analysis is not None else ()
    places = {
        (finding.code, finding.span)
        for finding in conditional
        if finding.premise is not None and finding.premise.is_of_templates and not finding.premise.reference
    }
    return bool(places) and places.isdisjoint((finding.code, finding.span) for finding in findings)


def _blocks(run: RunAnalysis) -> tuple[int, int]:
    """How many code blocks in documents and docstrings were checked, and how many skipped."""
    blocks = [state.analysis.blocks for state in run.states.values() if state.analysis is not None]
    return sum(read for read, _ in blocks), sum(skipped for _, skipped in blocks)


def split(session: Session, state: FileState, run: RunAnalysis) -> tuple[Sequence[Finding], Sequence[AcceptedFinding]]:
    """The findings of a file, those that comments accept apart."""
    file = state.planned
    findings: Sequence[Finding] = run.findings.get(file.shown, [])
    if state.analysis is not None and not state.analysis.is_sound:
        # Nobody changes what Python rejects, whatever the rest of the project says of it.
        findings = [replace(finding, fix=None) for finding in findings]
    directives: Sequence[Directive] = state.analysis.directives if state.analysis is not None else ()
    if not directives:
        return findings, ()
    import datetime

    from tdomcheck.lint.suppression import CODEMOD, UNUSED, Judgement, rule_names, suppress

    settings = file.settings
    plan = session.plan(settings, file.path)
    infos = session.catalog(settings).infos
    crashed = {crash.code for crash in run.crashes}
    project_codes = _of_project(infos)
    enabled = {rule.code: rule.severity or _severity(infos, rule.code) for rule in plan.rules}
    judgement = Judgement(
        names=rule_names(infos) | dict.fromkeys(session.catalog(settings).codemods, CODEMOD),
        ran=_asked(session, file, {rule.code for rule in plan.rules}, project_codes) - crashed,
        enabled={UNUSED: enabled[UNUSED]} if file.is_lent and UNUSED in enabled else {} if file.is_lent else enabled,
        project_codes=project_codes,
        today=datetime.datetime.now(datetime.UTC).date(),
        needs_reason=settings.require_ignore_reason,
        is_partial=bool(settings.refused_plugins),
    )
    is_sound = state.analysis is None or state.analysis.is_sound
    verdict = suppress(file.shown, findings, directives if is_sound else (), judgement)
    return verdict.findings, verdict.suppressed


def _asked(session: Session, file: PlannedFile, codes: set[str], project_codes: AbstractSet[str]) -> set[str]:
    """The rules of a file that run here: those that look at the whole project do so in the first shard."""
    shard = session.request.shard
    if file.is_lent:
        return codes & project_codes
    return codes if shard is None or shard.is_first else codes - project_codes


def _severity(infos: Sequence[RuleInfo], code: str) -> Severity:
    return next((info.severity for info in infos if info.code == code), Severity.WARNING)


def _outcomes(session: Session, run: RunAnalysis) -> Iterable[FileOutcome]:
    yield from run.plan.outcomes
    for state in run.states.values():
        is_ruled = state.bucket not in {Bucket.CHECKED, Bucket.CACHED} or _has_rule(session, state.planned)
        bucket, reason = (state.bucket, state.reason) if is_ruled else (Bucket.SKIPPED, NO_RULE)
        yield FileOutcome(state.planned.shown, bucket, reason)


def _has_rule(session: Session, file: PlannedFile) -> bool:
    """Whether the configuration leaves a rule that may look at a file."""
    settings = file.settings
    return not session.selection(settings).is_empty_for(session.inside(settings, file.path))


def _rules(session: Session, run: RunAnalysis) -> tuple[tuple[RuleOutcome, ...], tuple[RuleInfo, ...]]:
    """Where every enabled rule ended, and their descriptions."""
    infos, ran = _enabled_and_ran(session, run)
    crashes = _first_crashes(run)
    outcomes = []
    for code in sorted(infos):
        if code in crashes:
            outcomes.append(RuleOutcome(code, RuleState.CRASHED, crashes[code].detail))
        elif code in ran:
            outcomes.append(RuleOutcome(code, RuleState.RAN))
        else:
            outcomes.append(RuleOutcome(code, RuleState.NOT_APPLICABLE, _why_not(infos[code], session.request.shard)))
    outcomes += (outcome for outcome in session.trust.outcomes(session.all_settings) if outcome.code not in infos)
    return tuple(sorted(outcomes, key=lambda outcome: outcome.code)), tuple(infos[code] for code in sorted(infos))


def _enabled_and_ran(session: Session, run: RunAnalysis) -> tuple[dict[str, RuleInfo], set[str]]:
    """The rules that are on for any file, and the codes of those that have looked at one."""
    infos: dict[str, RuleInfo] = {}
    ran: set[str] = set()
    for file in (state.planned for state in (*run.states.values(), *_lent(run))):
        settings = file.settings
        known = session.catalog(settings).infos
        enabled: AbstractSet[str] = session.enabled(settings, file.path).keys()
        planned = {rule.code for rule in session.plan(settings, file.path).rules}
        if file.is_lent:
            enabled, planned = enabled & _of_lent(known), planned & _of_lent(known)
        elif session.request.shard is not None:
            planned = _asked(session, file, planned, _of_project(known))
        ran |= planned
        if not enabled <= infos.keys():
            infos.update({info.code: info for info in known if info.code in enabled})
    return infos, ran


def _of_project(infos: Iterable[RuleInfo]) -> set[str]:
    """The rules that look at the whole project."""
    return {info.code for info in infos if info.kind is RuleKind.PROJECT}


def _lent(run: RunAnalysis) -> list[FileState]:
    """The files of other shards of which the rules of the project tell here."""
    return [state for state in run.others.values() if state.planned.is_lent]


def _of_lent(infos: Iterable[RuleInfo]) -> set[str]:
    """What is told of a file of another shard: also which of its comments name such rules for nothing."""
    from tdomcheck.lint.suppression import UNUSED

    return {*_of_project(infos), UNUSED}


def _why_not(info: RuleInfo, shard: Shard | None) -> str:
    if info.kind is RuleKind.PROJECT and shard is not None and not shard.is_first:
        return "it looks at the whole project, which the first shard does"
    return f"it holds for {info.versions}" if info.versions else f"it needs its option `{info.needs}`"


def _first_crashes(run: RunAnalysis) -> dict[str, RuleCrash]:
    """The rules that crashed, each with where it did so first."""
    crashes: dict[str, RuleCrash] = {}
    for crash in run.crashes:
        crashes.setdefault(crash.code, crash)
    return crashes


def _errors(run: RunAnalysis, session: Session) -> Iterator[tuple[Stage, str]]:
    """Why the run is not to be trusted, a sentence each; the ledger tells of files."""
    lost = set(unreadable(run.plan.discovery))
    yield from ((Stage.UNREADABLE if error in lost else Stage.NAMED, error) for error in run.plan.errors)
    elsewhere = {file.path for file in run.plan.elsewhere}  # whose shard it is tells of it
    for path, state in run.others.items():
        if state.reason and state.bucket is Bucket.FAILED and not state.analysis and path not in elsewhere:
            reason = f"the project could not be read as a whole: {state.reason}"
            yield Stage.PROJECT, f"{state.planned.shown}: {reason}"
    yield from ((Stage.RULES, _told(crash)) for crash in _first_crashes(run).values())
    yield from ((Stage.NOTHING, error) for error in _nothing_to_do(run, session))


def _nothing_to_do(run: RunAnalysis, session: Session) -> Iterator[str]:
    """A run without rules or files is green for no reason."""
    files = [*(state.planned for state in run.states.values()), *run.plan.elsewhere]
    ruled = [file.path for file in files if not session.selection(file.settings).is_empty]
    if len(ruled) < len(files) and _is_nothing(run, ruled):
        empty = {session.shown(file.settings.source) for file in files if session.selection(file.settings).is_empty}
        where = f" for any Python file ({', '.join(sorted(map(visible, empty)))})" if ruled else ""
        yield f"no rule is left to run{where}: `select` and `ignore`, or the options of the same names, leave none"
    if not has_no_python(run, session) or run.plan.errors or run.plan.is_quiet:
        return
    if not session.request.allows_empty:
        yield "no Python file was found to check; name other paths, or pass --allow-empty"
    elif path := left_out_by_configuration(session, run.plan):
        yield (
            f"no Python file was checked: {leaving_out(session)} out all, {path} among them; --allow-empty is for a "
            "project that has none"
        )


def has_no_python(run: RunAnalysis, session: Session) -> bool:
    """Whether it matters that files are left out: nothing was found, or what is allowed to be empty has documents.

    Those are enough for whoever names their folder, or does not say that there is nothing."""
    if is_empty(run):
        return True
    is_said_of_all = session.request.allows_empty and run.plan.has_walked(session.settings.root)
    return is_said_of_all and not any(map(is_module, _all_paths(run)))


def is_empty(run: RunAnalysis) -> bool:
    """Nothing was found that any rule is about; a folder with a pyproject.toml alone was hardly meant."""
    return _is_nothing(run, _all_paths(run))


def _is_nothing(run: RunAnalysis, paths: Iterable[str]) -> bool:
    was_walked = bool(run.plan.discovery_roots)
    return all(was_walked and is_project_file(path) for path in paths)


def _all_paths(run: RunAnalysis) -> tuple[str, ...]:
    return (*run.states, *(file.path for file in run.plan.elsewhere))


def _told(crash: RuleCrash) -> str:
    if crash.is_option:
        return f"rule {crash.code} did not run: its option {crash.detail}"
    return f"rule {crash.code} crashed, so its findings are missing: {crash.detail}"


def summed(timings: Iterable[RuleTiming]) -> tuple[RuleTiming, ...]:
    """By rule, those that took longest first."""
    totals: dict[str, tuple[int, float]] = {}
    for timing in timings:
        files, seconds = totals.get(timing.code, (0, 0.0))
        totals[timing.code] = files + timing.files, seconds + timing.seconds
    ranked = sorted(totals.items(), key=lambda item: (-item[1][1], item[0]))
    return tuple(RuleTiming(code, files, seconds) for code, (files, seconds) in ranked)


def exit_code(result: RunResult, session: Session) -> int:
    """That of the run of a session."""
    request = session.request
    return code_of(result, exits_zero=request.exits_zero, fails_on_stale=request.fails_on_stale)


def code_of(result: RunResult, *, exits_zero: bool, fails_on_stale: bool) -> int:
    """2 wins over 1; `--exit-zero` forgives findings only."""
    if result.errors:
        return ExitCode.UNTRUSTWORTHY
    is_stale = fails_on_stale and result.baseline is not None and bool(result.baseline.stale)
    is_failing = result.threshold.is_crossed(result.findings) or is_stale
    return ExitCode.FINDINGS if is_failing and not exits_zero else ExitCode.CLEAN


def exit_code_of_rest(result: RunResult, session: Session) -> int:
    """Where findings that are left do not count: but a file that Python rejects was not looked at by any fix."""
    if result.errors:
        return ExitCode.UNTRUSTWORTHY
    is_left = any(finding.code in INDISPENSABLE for finding in result.findings)
    return ExitCode.FINDINGS if is_left and not session.request.exits_zero else ExitCode.CLEAN


def threshold(session: Session) -> Threshold:
    """Without `fail-on` no warning is tolerated; with it only as many as `max-warnings` allows, if that is given."""
    settings = session.settings
    fail_on, defaults = FailOn(settings.fail_on), {key for key, origin in settings.origins if origin == DEFAULT}
    is_any = fail_on is not FailOn.WARNING and "fail-on" not in defaults and "max-warnings" in defaults
    return Threshold(fail_on, None if is_any else settings.max_warnings)
