"""`fix`: rounds of fixes to a fixpoint, each proved before a byte is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tdomcheck.app.check import Checked, FileState, conclude, exit_code, look, look_again, split
from tdomcheck.app.session import Session
from tdomcheck.app.work import FileTask, FileWork, digest_of, read_failure
from tdomcheck.config.select import is_fixable
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.edges.writing import FileChange, write_all
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import ExitCode
from tdomcheck.facts.module import ModuleView
from tdomcheck.model import Edit, Finding, FixSummary, ImportRequest, LostFix, RunResult
from tdomcheck.rewrite.choose import applicable, choose
from tdomcheck.rewrite.verify import Moves, broken_promise
from tdomcheck.source.text import SourceText

MOST_ROUNDS = 20
Chooser = Callable[[Finding, bytes], bool]
"""Asked for every fix when a person reviews them."""


@dataclass(frozen=True, slots=True)
class FixOptions:
    takes_unsafe: bool | None = False
    """None: as configured."""
    writes: bool = True
    is_dry: bool = False
    """A change that would be made is then something left to do."""
    ignores_findings: bool = False
    """What is left does not count."""
    exits_non_zero_on_fix: bool = False
    asks: Chooser | None = None


@dataclass(slots=True)
class _Progress:
    """What the rounds have come to."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """Current content of every file that has a fix, by absolute path."""
    originals: dict[str, bytes] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)
    applied: dict[tuple[str, str], int] = field(default_factory=dict)
    lost: dict[tuple[str, str, str], LostFix] = field(default_factory=dict)
    dropped: set[tuple[str, str, str, str]] = field(default_factory=set)
    frozen: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fixed:
    """The result of `fix`, with the changes that it made or would make."""

    result: RunResult
    changes: tuple[FileChange, ...]


def fix(session: Session, options: FixOptions, given: Mapping[str, bytes] | None = None) -> Fixed:
    """Apply fixes until nothing changes, then write all files at once."""
    checked = look(session, given)
    progress = _Progress()
    for path, data in (given or {}).items():
        progress.originals[path] = progress.contents[path] = data
        progress.seen[path] = {digest_of(data)}
    for _ in range(MOST_ROUNDS):
        changed = _round(session, checked, progress, options)
        if not changed:
            break
        checked = look_again(session, checked, progress.contents, changed)
    else:
        progress.errors.append(f"fixes had not settled after {MOST_ROUNDS} rounds; run tdomcheck fix again")
    changes = tuple(
        FileChange(path, progress.originals[path], data)
        for path, data in sorted(progress.contents.items())
        if data != progress.originals[path]
    )
    written, skipped = (
        _write(session, checked, changes) if options.writes else ({change.path for change in changes}, [])
    )
    result = conclude(session, checked)
    summary = _summary(session, progress, written)
    errors = (*result.errors, *progress.errors, *skipped)
    result = replace(result, fixes=summary, errors=errors)
    return Fixed(replace(result, exit_code=_exit_code(result, changes, options, session)), changes)


def _round(session: Session, checked: Checked, progress: _Progress, options: FixOptions) -> set[str]:
    """Apply what can be applied at once in every file; the paths that changed."""
    changed: set[str] = set()
    for path, state in sorted(checked.states.items()):
        if path in progress.frozen or state.analysis is None:
            continue
        findings = _wanted(session, state, checked, progress, options)
        if not findings:
            continue
        before = _content(state, progress)
        if before is None:
            continue
        after = _fix_file(session, state, findings, before, progress, options)
        if after is not None and after != before:
            progress.contents[path] = after
            changed.add(path)
    return changed


def _wanted(
    session: Session, state: FileState, checked: Checked, progress: _Progress, options: FixOptions
) -> list[Finding]:
    kept, _ = split(session, state, checked)
    settings = state.planned.settings
    found = applicable(
        kept,
        lambda finding: is_fixable(settings, finding.code, finding.slug),
        takes_unsafe=bool(options.takes_unsafe),
    )
    return [finding for finding in found if _identity(finding) not in progress.dropped]


def _identity(finding: Finding) -> tuple[str, str, str, str]:
    edits = finding.fix.edits if finding.fix is not None else ()
    return finding.path, finding.code, finding.message, "\0".join(edit.text for edit in edits)


def _content(state: FileState, progress: _Progress) -> bytes | None:
    """The bytes that the findings are about; a file that has changed since is left alone."""
    path = state.planned.path
    if path in progress.contents:
        return progress.contents[path]
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        progress.errors.append(f"{state.planned.shown}: not fixed: {read_failure(error)}")
        progress.frozen.add(path)
        return None
    if digest_of(data) != state.digest:
        progress.errors.append(
            f"{state.planned.shown}: not fixed: it changed while tdomcheck was running; run it again"
        )
        progress.frozen.add(path)
        return None
    progress.originals[path] = progress.contents[path] = data
    progress.seen[path] = {state.digest}
    return data


def _fix_file(
    session: Session,
    state: FileState,
    findings: Sequence[Finding],
    before: bytes,
    progress: _Progress,
    options: FixOptions,
) -> bytes | None:
    """One round in one file: choose, apply, prove."""
    if options.asks is not None:
        findings = _reviewed(findings, before, progress, options.asks)
    choice = choose(findings)
    for loser, winner in choice.waiting:
        reason = f"it overlaps the fix of {winner.code} and waits for the next round"
        progress.lost[(state.planned.path, loser.code, loser.message)] = LostFix(
            state.planned.shown, loser.code, reason, winner.code
        )
    prover = _Prover(session, state, before)
    after, applied = prover.settle(choice.applied)
    for finding, reason in prover.failures:
        progress.dropped.add(_identity(finding))
        progress.lost[(state.planned.path, finding.code, finding.message)] = LostFix(
            state.planned.shown, finding.code, f"its fix was not applied: {reason}"
        )
    if not applied:
        return None
    digest = digest_of(after)
    if digest in progress.seen[state.planned.path]:
        codes = ", ".join(sorted({finding.code for finding in applied}))
        progress.frozen.add(state.planned.path)
        progress.errors.append(
            f"{state.planned.shown}: fixes undo each other and were stopped: {codes}; please report it"
        )
        return None
    progress.seen[state.planned.path].add(digest)
    for finding in applied:
        key = (state.planned.shown, finding.code)
        progress.applied[key] = progress.applied.get(key, 0) + 1
        progress.lost.pop((state.planned.path, finding.code, finding.message), None)
    return after


def _reviewed(findings: Sequence[Finding], before: bytes, progress: _Progress, asks: Chooser) -> list[Finding]:
    taken = []
    for finding in findings:
        if asks(finding, before):
            taken.append(finding)
        else:
            progress.dropped.add(_identity(finding))
    return taken


class _Prover:
    """Applies fixes to one file and keeps only those that hold what they promise."""

    def __init__(self, session: Session, state: FileState, before: bytes) -> None:
        self._session = session
        self._state = state
        self._before = before
        self._source = SourceText(before)
        self._view = ModuleView(self._source)
        self.failures: list[tuple[Finding, str]] = []
        self._import_rules()

    def _import_rules(self) -> None:
        """Here, once: workers are forked from this process, and one a proof would import them again."""
        catalog = self._session.catalog(self._state.planned.settings)
        entries = {entry.info.code for entry in catalog.entries}
        known = self._state.analysis.findings if self._state.analysis is not None else ()
        for code in {finding.code for finding in known} & entries:
            catalog.load(code)

    def settle(self, findings: Sequence[Finding]) -> tuple[bytes, tuple[Finding, ...]]:
        """All fixes if they hold together, else the halves that do: a bad one costs a few more proofs."""
        if not findings:
            return self._before, ()
        data, reason = self._tried(findings)
        if not reason:
            return data, tuple(findings)
        if len(findings) == 1:
            self.failures.append((findings[0], reason))
            return self._before, ()
        middle = len(findings) // 2
        first, second = self.settle(findings[:middle]), self.settle(findings[middle:])
        if not (first[1] and second[1]):
            return first if first[1] else second
        both = (*first[1], *second[1])
        data, reason = self._tried(both)
        return first if reason else (data, both)  # the others wait for the next round

    def _tried(self, findings: Sequence[Finding]) -> tuple[bytes, str]:
        edits = self._edits(findings)
        try:
            after = apply_edits(self._source, edits)
            lengths = [len(self._source.encode(edit.text)) for edit in edits]
        except UnicodeEncodeError as error:
            return self._before, f"{error.object[error.start]!r} cannot be written in {self._source.encoding}"
        except ValueError as error:
            return self._before, str(error)
        return after, self._broken(findings, after, Moves(edits, lengths))

    def _edits(self, findings: Sequence[Finding]) -> list[Edit]:
        own = [edit for finding in findings if finding.fix is not None for edit in finding.fix.edits]
        requests = {request for finding in findings if finding.fix is not None for request in finding.fix.imports}
        return sorted({*own, *self._imports(requests)})

    def _imports(self, requests: set[ImportRequest]) -> tuple[Edit, ...]:
        return import_edits(self._view, sorted(requests)) if requests else ()

    def _broken(self, findings: Sequence[Finding], after: bytes, moves: Moves) -> str:
        """Judge the new content as a file of its own."""
        file = self._state.planned
        settings = file.settings
        plan = self._session.plan(settings, file.path)
        task = FileTask(file.path, file.shown, plan, 0, after)
        work = FileWork({0: self._session.catalog(settings)})
        for _, answer in run_in_workers(work, [task], settings.jobs or default_jobs()):
            if isinstance(answer, Death):
                return answer.reason
            known = self._state.analysis.findings if self._state.analysis is not None else ()
            if answer.analysis.crashes:
                return f"afterwards rule {answer.analysis.crashes[0].code} crashes"
            return broken_promise(findings, known, answer.analysis.findings, moves)
        return "it could not be proved"


def _write(session: Session, checked: Checked, changes: Sequence[FileChange]) -> tuple[set[str], list[str]]:
    """Write the files of each project through its own journal; what was written, and why the rest was not."""
    written: set[str] = set()
    errors: list[str] = []
    by_path = {change.path: change for change in changes}
    for settings, states in checked.groups:
        mine = [by_path[state.planned.path] for state in states if state.planned.path in by_path]
        if not mine:
            continue
        root = os.path.commonpath([settings.root or session.cwd, *(change.path for change in mine)])
        report = write_all(mine, os.path.join(session.folder(settings), "journal"), label="fix", root=root)
        written.update(report.written)
        errors += [f"{session.shown(item.path)}: not written: {item.reason}" for item in report.skipped]
        errors += [f"{session.shown(item.path)}: {item.reason}" for item in report.recovered.refused]
        errors += report.recovered.problems
    return written, errors


def _summary(session: Session, progress: _Progress, written: set[str]) -> FixSummary:
    shown = {session.shown(path) for path in written}
    return FixSummary(
        applied=tuple((path, code, count) for (path, code), count in sorted(progress.applied.items()) if path in shown),
        lost=tuple(sorted(progress.lost.values(), key=lambda lost: (lost.path, lost.code, lost.reason))),
        changed=tuple(sorted(shown)),
    )


def _exit_code(result: RunResult, changes: Sequence[FileChange], options: FixOptions, session: Session) -> int:
    if result.errors:
        return ExitCode.UNTRUSTWORTHY
    if changes and (options.exits_non_zero_on_fix or options.is_dry) and not session.request.exits_zero:
        return ExitCode.FINDINGS
    return ExitCode.CLEAN if options.ignores_findings else exit_code(result, session)
