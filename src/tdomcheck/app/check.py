"""`check`: every planned file looked at, from the cache where nothing has changed."""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from tdomcheck.app.plan_files import PlannedFile, PlannedRun, plan_run
from tdomcheck.app.progress import advance, begin
from tdomcheck.app.project_pass import project_pass
from tdomcheck.app.session import Session
from tdomcheck.app.work import FileAnswer, FileTask, FileWork, import_authoring, read_failure
from tdomcheck.config.settings import Settings
from tdomcheck.edges.cache import Stamp, stamp_of
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.edges.snapshot import is_fresh
from tdomcheck.errors import ExitCode
from tdomcheck.facts import codec
from tdomcheck.facts.codec import Unreadable
from tdomcheck.lint.plan import FileAnalysis, FilePlan, RuleCrash
from tdomcheck.model import (
    Bucket,
    Directive,
    FileOutcome,
    Finding,
    RuleInfo,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    Severity,
)

FEW = 16
"""Files that are looked at in this process first: most of a hook's files leave at the gate, and need no worker."""


@dataclass(slots=True)
class FileState:
    """One file as a run knows it."""

    planned: PlannedFile
    bucket: Bucket = Bucket.FAILED
    reason: str = ""
    digest: str = ""
    stamp: Stamp = (0, 0, 0, 0)
    analysis: FileAnalysis | None = None
    facts: str | None = None
    """None while they are only in the cache."""
    words: str | None = None


@dataclass(slots=True)
class Checked:
    """What is known after all passes, before suppression."""

    run: PlannedRun
    groups: list[tuple[Settings, list[FileState]]] = field(default_factory=list)
    """Each configuration with all files of its project."""
    states: dict[str, FileState] = field(default_factory=dict)
    """Planned files, by absolute path."""
    others: dict[str, FileState] = field(default_factory=dict)
    """Files of the project that were not asked for."""
    crashes: list[RuleCrash] = field(default_factory=list)
    timings: list[RuleTiming] = field(default_factory=list)
    findings: dict[str, list[Finding]] = field(default_factory=dict)
    """By shown path."""


def look(session: Session, contents: Mapping[str, bytes] | None = None) -> Checked:
    """The four passes over the planned files; `contents` stands in for files on disk."""
    run = plan_run(session)
    checked = Checked(run)
    given = contents or {}
    for settings, files in run.by_settings(session).items():
        known = session.cache(settings).files()
        states = [_state(file, known, given) for file in files]
        _reuse(session, settings, states)
        checked.groups.append((settings, states))
        for state in states:
            (checked.states if state.planned.is_wanted else checked.others)[state.planned.path] = state
        _judge(session, settings, states, checked, given)
    return checked


def look_again(session: Session, checked: Checked, contents: Mapping[str, bytes], changed: AbstractSet[str]) -> Checked:
    """The same run with the contents of some files changed: only they are judged anew, and the project."""
    again = Checked(checked.run)
    for settings, states in checked.groups:
        fresh = [FileState(state.planned) if state.planned.path in changed else state for state in states]
        again.groups.append((settings, fresh))
        for state in fresh:
            (again.states if state.planned.is_wanted else again.others)[state.planned.path] = state
        _judge(session, settings, fresh, again, contents)
    return again


def _judge(
    session: Session,
    settings: Settings,
    states: Sequence[FileState],
    checked: Checked,
    contents: Mapping[str, bytes],
) -> None:
    todo = [state for state in states if _needs_work(state)]
    _work(session, settings, todo, contents)
    _remember(session, settings, todo, contents)
    for state in states:
        if state.planned.is_wanted and state.analysis is not None:
            checked.findings.setdefault(state.planned.shown, []).extend(state.analysis.findings)
            checked.crashes += state.analysis.crashes
            checked.timings += state.analysis.timings
    outcome = project_pass(session, settings, states)
    checked.crashes += outcome.crashes
    checked.timings += outcome.timings
    for finding in outcome.findings:
        checked.findings.setdefault(finding.path, []).append(finding)


def _state(file: PlannedFile, known: Mapping[str, tuple[Stamp, str]], contents: Mapping[str, bytes]) -> FileState:
    """A file whose stamp is the one of an earlier run has the content of then."""
    state = FileState(file)
    if file.path in contents:
        return state
    try:
        state.stamp = stamp_of(os.stat(file.path))
    except OSError as error:
        state.reason = read_failure(error)
        return state
    stamp, digest = known.get(file.path, ((0, 0, 0, 0), ""))
    if digest and stamp == state.stamp:
        state.digest = digest
    return state


def _reuse(session: Session, settings: Settings, states: Iterable[FileState]) -> None:
    """Take from the cache what is there for files that have not changed."""
    cache = session.cache(settings)
    unchanged = [state for state in states if state.digest]
    words = cache.words({state.digest for state in unchanged})
    keys = {
        state.planned.path: session.result_key(settings, state.planned.path, state.planned.shown, state.digest)
        for state in unchanged
        if state.planned.is_wanted
    }
    kept = cache.results(keys.values())
    for state in unchanged:
        state.words = words.get(state.digest)
        text = kept.get(keys.get(state.planned.path, ""))
        if text is not None:
            try:
                state.analysis = codec.loads(text, FileAnalysis) if text else FileAnalysis()
                state.bucket = Bucket.CACHED
            except Unreadable:
                state.analysis = None


def _needs_work(state: FileState) -> bool:
    if state.reason:
        return False
    return state.words is None or (state.planned.is_wanted and state.analysis is None)


def _work(session: Session, settings: Settings, todo: Sequence[FileState], contents: Mapping[str, bytes]) -> None:
    """Look at files, in this process as far as the gate, else in workers."""
    catalog = session.catalog(settings)
    work = FileWork({0: catalog})
    tasks = [_task(session, settings, state, contents) for state in todo]
    if not tasks:
        return
    left = list(range(len(tasks)))
    if len(tasks) <= FEW:
        left = [index for index in left if not _settle(work, tasks[index], todo[index])]
    if any(tasks[index].plan.rules for index in left):
        import_authoring()
    jobs = settings.jobs or default_jobs()
    begin(len(tasks), is_shown=session.request.show_progress)
    for index, answer in run_in_workers(work, [tasks[index] for index in left], jobs) if left else ():
        advance()
        _accept(todo[left[index]], answer)


def _task(session: Session, settings: Settings, state: FileState, contents: Mapping[str, bytes]) -> FileTask:
    file = state.planned
    plan = session.plan(settings, file.path) if file.is_wanted else FilePlan((), most_bytes=settings.max_file_bytes)
    return FileTask(file.path, file.shown, plan, 0, contents.get(file.path))


def _settle(work: FileWork, task: FileTask, state: FileState) -> bool:
    """Whether a file is done without any rule having run: its gates are all shut."""
    answer = work.gate(task)
    if answer is None:
        return False
    _accept(state, answer)
    return True


def _accept(state: FileState, answer: FileAnswer | Death) -> None:
    if isinstance(answer, Death):
        state.bucket, state.reason = Bucket.FAILED, answer.reason
        return
    if answer.failure or answer.skipped:
        state.bucket = Bucket.FAILED if answer.failure else Bucket.SKIPPED
        state.reason = answer.failure or answer.skipped
        return
    state.bucket = Bucket.CHECKED
    state.digest, state.stamp = answer.digest, answer.stamp
    state.facts, state.words = answer.facts, answer.words
    if state.planned.is_wanted:
        state.analysis = answer.analysis


def _remember(session: Session, settings: Settings, done: Sequence[FileState], contents: Mapping[str, bytes]) -> None:
    """Keep what was found out; never what a crash or a death left unfinished."""
    now = time.time_ns()
    files: dict[str, tuple[Stamp, str]] = {}
    facts: dict[str, tuple[str, str]] = {}
    results: dict[str, str] = {}
    for state in done:
        if state.bucket is not Bucket.CHECKED or state.facts is None or state.words is None:
            continue
        file = state.planned
        facts[state.digest] = (state.words, state.facts)
        if file.path not in contents and not is_fresh(max(state.stamp[1], state.stamp[3]), now):
            files[file.path] = (state.stamp, state.digest)
        if state.analysis is not None and not state.analysis.crashes:
            key = session.result_key(settings, file.path, file.shown, state.digest)
            analysis = replace(state.analysis, timings=())
            results[key] = "" if analysis == FileAnalysis(judged=analysis.judged) else codec.dumps(analysis)
    session.cache(settings).store(files, facts, results)


def conclude(session: Session, checked: Checked) -> RunResult:
    """Suppress, count and decide the exit code."""
    kept: list[Finding] = []
    suppressed: list[Finding] = []
    for state in checked.states.values():
        unaccepted, accepted = split(session, state, checked)
        kept += unaccepted
        suppressed += accepted
    files = tuple(sorted(_outcomes(checked), key=lambda outcome: outcome.path))
    rules, infos = _rules(session, checked)
    errors = tuple(_errors(checked, files, session))
    result = RunResult(
        findings=tuple(sorted(kept, key=lambda finding: finding.sort_key)),
        suppressed=tuple(sorted(suppressed, key=lambda finding: finding.sort_key)),
        files=files,
        rules=rules,
        catalog=infos,
        errors=errors,
        warnings=checked.run.warnings,
        timings=_summed(checked.timings),
        blocks=_blocks(checked),
    )
    return replace(result, exit_code=exit_code(result, session))


def _blocks(checked: Checked) -> tuple[int, int]:
    """How many code blocks in documents and docstrings were checked, and how many skipped."""
    found = [state.analysis.blocks for state in checked.states.values() if state.analysis is not None]
    return sum(read for read, _ in found), sum(skipped for _, skipped in found)


def split(session: Session, state: FileState, checked: Checked) -> tuple[Sequence[Finding], Sequence[Finding]]:
    """The findings of a file, those that comments accept apart."""
    file = state.planned
    findings = checked.findings.get(file.shown, [])
    directives: Sequence[Directive] = state.analysis.directives if state.analysis is not None else ()
    if not directives:
        return findings, ()
    from tdomcheck.lint.suppression import Judgement, rule_names, suppress

    settings = file.settings
    plan = session.plan(settings, file.path)
    infos = session.catalog(settings).infos
    crashed = {crash.code for crash in checked.crashes}
    judgement = Judgement(
        names=rule_names(infos),
        ran={rule.code for rule in plan.rules} - crashed,
        enabled={rule.code: rule.severity or _severity(infos, rule.code) for rule in plan.rules},
        today=datetime.datetime.now(datetime.UTC).date(),
        needs_reason=settings.require_ignore_reason,
    )
    is_sound = state.analysis is None or state.analysis.is_sound
    verdict = suppress(file.shown, findings, directives if is_sound else (), judgement)
    return verdict.kept, verdict.suppressed


def _severity(infos: Sequence[RuleInfo], code: str) -> Severity:
    return next((info.severity for info in infos if info.code == code), Severity.WARNING)


def _outcomes(checked: Checked) -> Iterable[FileOutcome]:
    yield from checked.run.outcomes
    for state in checked.states.values():
        yield FileOutcome(state.planned.shown, state.bucket, state.reason)


def _rules(session: Session, checked: Checked) -> tuple[tuple[RuleOutcome, ...], tuple[RuleInfo, ...]]:
    """Where every enabled rule ended, and their descriptions."""
    infos: dict[str, RuleInfo] = {}
    ran: set[str] = set()
    for state in checked.states.values():
        settings = state.planned.settings
        enabled = session.enabled(settings, state.planned.path)
        ran.update(rule.code for rule in session.plan(settings, state.planned.path).rules)
        if not enabled.keys() <= infos.keys():
            infos.update({info.code: info for info in session.catalog(settings).infos if info.code in enabled})
    crashed: dict[str, str] = {}
    for crash in checked.crashes:
        crashed.setdefault(crash.code, crash.detail)
    outcomes = []
    for code in sorted(infos):
        end = RuleState.CRASHED if code in crashed else RuleState.RAN if code in ran else RuleState.NOT_APPLICABLE
        detail = crashed.get(code, "" if code in ran else f"it holds for {infos[code].versions}")
        outcomes.append(RuleOutcome(code, end, detail))
    return tuple(outcomes), tuple(infos[code] for code in sorted(infos))


def _errors(checked: Checked, files: Sequence[FileOutcome], session: Session) -> Iterable[str]:
    """Why the run is not to be trusted, a sentence each."""
    yield from checked.run.errors
    for outcome in files:
        if outcome.bucket is Bucket.FAILED:
            yield f"{outcome.path}: not checked: {outcome.reason}"
        elif outcome.bucket is Bucket.SKIPPED:
            yield f"{outcome.path}: skipped: {outcome.reason}"
    for state in checked.others.values():
        if state.reason and state.bucket is Bucket.FAILED and not state.analysis:
            yield f"{state.planned.shown}: the project could not be read as a whole: {state.reason}"
    seen: set[str] = set()
    for crash in checked.crashes:
        if crash.code not in seen:
            seen.add(crash.code)
            yield _told(crash)
    if not checked.states and not session.request.allows_empty and not checked.run.errors and not checked.run.is_quiet:
        yield "no Python file was found to check; name other paths, or pass --allow-empty"


def _told(crash: RuleCrash) -> str:
    if crash.is_option:
        return f"rule {crash.code} did not run: its option {crash.detail}"
    return f"rule {crash.code} crashed, so its findings are missing: {crash.detail}"


def _summed(timings: Iterable[RuleTiming]) -> tuple[RuleTiming, ...]:
    totals: dict[str, tuple[int, float]] = {}
    for timing in timings:
        files, seconds = totals.get(timing.code, (0, 0.0))
        totals[timing.code] = files + timing.files, seconds + timing.seconds
    ranked = sorted(totals.items(), key=lambda item: (-item[1][1], item[0]))
    return tuple(RuleTiming(code, files, seconds) for code, (files, seconds) in ranked)


def exit_code(result: RunResult, session: Session) -> int:
    """2 wins over 1; `--exit-zero` forgives findings only."""
    if result.errors:
        return ExitCode.UNTRUSTWORTHY
    most = session.settings.max_warnings
    warnings = sum(finding.severity is Severity.WARNING for finding in result.findings)
    is_failing = warnings > most or any(finding.severity is Severity.ERROR for finding in result.findings)
    return ExitCode.FINDINGS if is_failing and not session.request.exits_zero else ExitCode.CLEAN
