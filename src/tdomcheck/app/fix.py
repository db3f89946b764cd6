"""`fix`: rounds of fixes to a fixpoint, each proved before a byte is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.check import check, check_again
from tdomcheck.app.conclude import conclude, exit_code, exit_code_of_rest, split
from tdomcheck.app.passes.state import FileState
from tdomcheck.app.plan_files import RunPlan
from tdomcheck.app.progress import wrote
from tdomcheck.app.proving import Prover, prove_all
from tdomcheck.app.request import Chooser, FixOptions
from tdomcheck.app.session import Session
from tdomcheck.app.work import digest_of, read_failure, sha256_of
from tdomcheck.config.regular import open_regular
from tdomcheck.config.select import is_fixable
from tdomcheck.edges.file_writes import FileChange
from tdomcheck.edges.taking_back import recover
from tdomcheck.edges.writing import write_all
from tdomcheck.errors import ExitCode
from tdomcheck.model import AppliedFix, Finding, FixSummary, LostFix, RunResult
from tdomcheck.model.paths import is_within
from tdomcheck.rewrite.choose import applicable, choose
from tdomcheck.values import dataclass, field, replace

MOST_ROUNDS = 20
_Identity = tuple[str, str, str, str]
"""Of a finding, as far as it stays the same when the code around it changes."""


@dataclass(slots=True)
class _Progress:
    """What the rounds have come to."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """Current content of every file that has a fix, by absolute path."""
    originals: dict[str, bytes] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)
    applied: dict[tuple[str, str], int] = field(default_factory=dict)
    fixes: list[AppliedFix] = field(default_factory=list)
    waiting: dict[str, list[LostFix]] = field(default_factory=dict)
    """Of the last round of each file: what touches the fix of another finding."""
    failed: list[LostFix] = field(default_factory=list)
    broken: set[_Identity] = field(default_factory=set)
    """What a proof said no to: it is not offered any longer."""
    dropped: set[_Identity] = field(default_factory=set)
    """What is not tried again: the broken ones, and those that a person declined."""
    frozen: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    recovered: list[str] = field(default_factory=list)
    """Files of a run that was killed, which have their old content again."""


@dataclass(frozen=True, slots=True)
class FixResult:
    """The result of `fix`, with the changes that it made or would make."""

    result: RunResult
    changes: tuple[FileChange, ...]
    run: RunAnalysis
    """What the files say now."""
    pruned: tuple[FileChange, ...] = ()
    """Baselines without their stale entries."""


def fix(
    session: Session,
    options: FixOptions,
    contents: Mapping[str, bytes] | None = None,
    on_plan: Callable[[RunPlan], None] | None = None,
    run: RunAnalysis | None = None,
) -> FixResult:
    """Apply fixes until nothing changes, then write all files at once; a run is what was found already."""
    progress = _Progress()
    if options.writes:
        _recover(session, progress)
    run = _found(session, contents, on_plan, run)
    for path, data in (contents or {}).items():
        progress.originals[path] = progress.contents[path] = data
        progress.seen[path] = {digest_of(data, path)}
    run = _settled(session, run, progress, options)
    changes = tuple(
        FileChange(path, progress.originals[path], data)
        for path, data in sorted(progress.contents.items())
        if data != progress.originals[path]
    )
    pruned = _pruned_baselines(session, run) if options.writes else ()
    written, skipped = (
        write_changes(session, run, changes, "fix", pruned)
        if options.writes
        else ({change.path for change in changes}, [])
    )
    run = _with_dependents(session, run, {**(contents or {}), **progress.contents}, options)
    result = conclude(session, run)
    summary = _summary(session, progress, written)
    errors = (*result.errors, *progress.errors, *skipped)
    notes = tuple(f"{path}: rolled back, because a run of fix was killed while it wrote" for path in progress.recovered)
    findings = tuple(_unoffered(finding, progress) for finding in result.findings)
    warnings = (*result.warnings, *notes)
    taken_out = tuple(session.shown(change.path) for change in pruned if change.path in written)
    summary = replace(summary, pruned=taken_out)
    result = replace(result, findings=findings, fixes=summary, errors=errors, warnings=warnings)
    return FixResult(replace(result, exit_code=_exit_code(result, changes, options, session)), changes, run, pruned)


def _found(
    session: Session,
    contents: Mapping[str, bytes] | None,
    on_plan: Callable[[RunPlan], None] | None,
    run: RunAnalysis | None,
) -> RunAnalysis:
    if run is None:
        return check(session, contents, on_plan=on_plan)
    if on_plan is not None:
        on_plan(run.plan)
    return run


def _with_dependents(
    session: Session, run: RunAnalysis, contents: Mapping[str, bytes], options: FixOptions
) -> RunAnalysis:
    if options.ignores_findings or not session.request.judges_dependents:
        return run
    from tdomcheck.app.dependents import judge_dependents  # only hooks and those who ask for it

    return judge_dependents(session, run, contents)


def _pruned_baselines(session: Session, run: RunAnalysis) -> tuple[FileChange, ...]:
    """Stale entries go, those that the fixes have made stale with them, and come back with `--undo`."""
    if not any(settings.baseline for settings in session.settings_cache.all_settings):
        return ()
    from tdomcheck.app.baseline_files import pruned_baselines

    return tuple(pruned_baselines(session, run))


def _settled(session: Session, run: RunAnalysis, progress: _Progress, options: FixOptions) -> RunAnalysis:
    """Rounds until one changes nothing, and drops nothing either: what waited for a dropped fix has its turn then."""
    for _ in range(MOST_ROUNDS):
        changed: set[str] = set()
        dropped = -1
        while not changed and dropped < len(progress.dropped):
            dropped = len(progress.dropped)
            changed = _round(session, run, progress, options)
        if not changed:
            return run
        run = check_again(run, progress.contents, changed)
    progress.errors.append(f"fixes had not settled after {MOST_ROUNDS} rounds; run the same command again")
    return run


def _recover(session: Session, progress: _Progress) -> None:
    """Roll back a run that was killed before anything is read: what is judged must be what will be written over."""
    named = {os.path.realpath(os.path.join(session.cwd, path)) for path in session.request.paths}
    folders = {path if os.path.isdir(path) else os.path.dirname(path) for path in named}
    for folder in sorted({session.cwd, *folders}):
        settings = session.settings_for(folder)
        report = recover(session.journal(settings), settings.project)
        progress.recovered += [session.shown(path) for path in report.rolled_back]
        progress.errors += [f"{session.shown(item.path)}: {item.reason}" for item in report.refused]
        progress.errors += report.problems


def _round(session: Session, run: RunAnalysis, progress: _Progress, options: FixOptions) -> set[str]:
    """Apply what can be applied at once in every file; the paths that changed."""
    provers: list[Prover] = []
    for path, state in sorted(run.states.items()):
        if path in progress.frozen or state.analysis is None:
            continue
        findings = _wanted(session, state, run, progress, options)
        before = _content(state, progress) if findings else None
        if before is not None:
            provers.append(Prover(session, state, before, _chosen(state, findings, before, progress, options)))
    prove_all(session, provers)
    return {prover.state.planned.path for prover in provers if _keep(prover, progress)}


def _wanted(
    session: Session, state: FileState, run: RunAnalysis, progress: _Progress, options: FixOptions
) -> list[Finding]:
    findings, _ = split(session, state, run)
    settings = state.planned.settings
    fixable = applicable(
        findings,
        lambda finding: is_fixable(settings, finding.code, finding.slug),
        takes_unsafe=bool(options.takes_unsafe),
    )
    return [finding for finding in fixable if _identity(finding) not in progress.dropped]


def _identity(finding: Finding) -> _Identity:
    edits = finding.fix.edits if finding.fix is not None else ()
    return finding.path, finding.code, finding.message, "\0".join(edit.text for edit in edits)


def _content(state: FileState, progress: _Progress) -> bytes | None:
    """The bytes that the findings are about; a file that has changed since is left alone."""
    path = state.planned.path
    if path in progress.contents:
        return progress.contents[path]
    data, trouble = read_as_judged(state)
    if data is None:
        progress.errors.append(f"{state.planned.shown}: not fixed: {trouble}")
        progress.frozen.add(path)
        return None
    progress.originals[path] = progress.contents[path] = data
    progress.seen[path] = {state.digest}
    return data


def read_as_judged(state: FileState) -> tuple[bytes | None, str]:
    """The bytes that the findings of a file are about, or why there are none."""
    try:
        with open_regular(state.planned.path) as file:
            data = file.read()
    except OSError as error:
        return None, read_failure(error)
    if digest_of(data, state.planned.path) != state.digest:
        return None, "it changed while tdomcheck was running; run it again"
    return data, ""


def _chosen(
    state: FileState, findings: Sequence[Finding], before: bytes, progress: _Progress, options: FixOptions
) -> tuple[Finding, ...]:
    """The fixes of this round: those that a person wants and that do not touch each other."""
    if options.asks is not None:
        findings = _reviewed(findings, before, progress, options.asks)
    choice = choose(findings)
    progress.waiting[state.planned.path] = [
        LostFix(
            state.planned.shown,
            loser.code,
            f"it overlaps the fix of {winner.code} and waits for the next round",
            winner.code,
        )
        for loser, winner in choice.waiting
    ]
    return choice.applied


def _keep(prover: Prover, progress: _Progress) -> bool:
    """Take over what was proved; whether the file has changed."""
    file = prover.state.planned
    for finding, reason in prover.failures:
        progress.dropped.add(_identity(finding))
        progress.broken.add(_identity(finding))
        progress.failed.append(LostFix(file.shown, finding.code, f"its fix was not applied: {reason}"))
    if not prover.applied or prover.after == prover.before:
        return False
    digest = digest_of(prover.after, file.path)
    if digest in progress.seen[file.path]:
        codes = ", ".join(sorted({finding.code for finding in prover.applied}))
        progress.frozen.add(file.path)
        progress.errors.append(f"{file.shown}: fixes undo each other and were stopped: {codes}; please report it")
        return False
    progress.seen[file.path].add(digest)
    progress.contents[file.path] = prover.after
    for finding in prover.applied:
        key = (file.shown, finding.code)
        progress.applied[key] = progress.applied.get(key, 0) + 1
        if finding.fix is not None:
            before = sha256_of(prover.before)
            progress.fixes.append(AppliedFix(*key, finding.fix.standalone(), before, sha256_of(prover.after)))
    return True


def _reviewed(findings: Sequence[Finding], before: bytes, progress: _Progress, asks: Chooser) -> list[Finding]:
    accepted = []
    for finding in findings:
        if asks(finding, before):
            accepted.append(finding)
        else:
            progress.dropped.add(_identity(finding))
    return accepted


def write_changes(
    session: Session, run: RunAnalysis, changes: Sequence[FileChange], label: str, beside: Sequence[FileChange] = ()
) -> tuple[set[str], list[str]]:
    """Write the files of each project through its own journal; what was written, and why the rest was not.

    What is beside them is none of the files that were checked: a baseline.
    """
    written: set[str] = set()
    by_path, errors = _inside(session, changes)
    homes = _homes(session, run, beside) if beside else {}
    for project in run.projects:
        settings = project.settings
        paths = [state.planned.path for state in project.files.states]
        own = [by_path[path] for path in paths if path in by_path]
        own += (change for change in beside if homes.get(change.path) == settings.project)
        if not own:
            continue
        report = write_all(own, session.journal_to_write(settings), label=label, root=settings.project, on_done=wrote)
        written.update(report.written)
        errors += [f"{session.shown(item.path)}: not written: {item.reason}" for item in report.skipped]
        errors += [f"{session.shown(item.path)}: {item.reason}" for item in report.recovered.refused]
        errors += report.recovered.problems
    return written, errors


def _homes(session: Session, run: RunAnalysis, beside: Sequence[FileChange]) -> dict[str, str]:
    """The innermost project around each file; none where a link led there, as what is in those is not written."""
    led = tuple(_led_out(session))
    homes: dict[str, str] = {}
    for project in run.projects:
        root = project.settings.project
        if any(is_within(state.planned.path, top) for state in project.files.states for top in led):
            continue
        for change in beside:
            if is_within(change.path, root) and len(root) >= len(homes.get(change.path, "")):
                homes[change.path] = root
    return homes


def _inside(session: Session, changes: Sequence[FileChange]) -> tuple[dict[str, FileChange], list[str]]:
    """The changes by their paths, without those that a link leads out of the project; and why those are left."""
    by_path = {change.path: change for change in changes}
    refused: list[str] = []
    for top, name in _led_out(session).items():
        outside = [path for path in by_path if is_within(path, top)]
        if outside:
            refused.append(f"{name}: not written: it is a link that leads out of the project, to {session.shown(top)}")
        for path in outside:
            del by_path[path]
    return by_path, refused


def _led_out(session: Session) -> dict[str, str]:
    """What paths that were named lead to through a link that leaves its project, with their names."""
    targets: dict[str, str] = {}
    for name in session.request.paths:
        path = os.path.normpath(os.path.join(session.cwd, name))
        for link in _links(path):
            folder = os.path.dirname(link)
            home = session.settings_cache.home_of(folder).project or (session.cwd if folder == session.cwd else "")
            if home and not is_within(os.path.realpath(path), home):
                targets[os.path.realpath(path)] = name
    return targets


def _links(path: str) -> Iterator[str]:
    """The first link on the way down to a path: what comes behind it is elsewhere."""
    folder = os.path.abspath(os.sep)
    for part in path.split(os.sep):
        folder = os.path.join(folder, part)
        if os.path.islink(folder):
            yield folder
            return


def _unoffered(finding: Finding, progress: _Progress) -> Finding:
    """Without a fix that was tried and is broken: what is said of it stands beside what was fixed."""
    return replace(finding, fix=None) if _identity(finding) in progress.broken else finding


def _summary(session: Session, progress: _Progress, written: set[str]) -> FixSummary:
    lost = [*progress.failed, *(each for waiting in progress.waiting.values() for each in waiting)]
    names = {session.shown(path) for path in written}
    return FixSummary(
        applied=tuple((path, code, count) for (path, code), count in sorted(progress.applied.items()) if path in names),
        lost=tuple(sorted(lost, key=lambda lost: (lost.path, lost.code, lost.reason))),
        changed=tuple(sorted(names)),
        fixes=tuple(applied for applied in progress.fixes if applied.path in names),
    )


def _exit_code(result: RunResult, changes: Sequence[FileChange], options: FixOptions, session: Session) -> int:
    if result.errors:
        return ExitCode.UNTRUSTWORTHY
    if changes and (options.exits_non_zero_on_fix or options.is_dry) and not session.request.exits_zero:
        return ExitCode.FINDINGS
    return exit_code_of_rest(result, session) if options.ignores_findings else exit_code(result, session)
