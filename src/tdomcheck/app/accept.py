"""`check --add-ignore`: a suppression for every finding that is left, above the statement that it is in."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import tree_sitter

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude
from tdomcheck.app.events.changes import note_writes, tell_deltas
from tdomcheck.app.events.recorder import Answer, Recorder, RecordingOrder, record
from tdomcheck.app.events.verbs import rooted_in
from tdomcheck.app.fix import read_as_judged, write_changes
from tdomcheck.app.progress import end
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edges.file_writes import FileChange
from tdomcheck.edits.delta import file_delta
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import ExitCode
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit, Finding
from tdomcheck.model.fingerprints import failure_fingerprint
from tdomcheck.model.ledger import RunKind
from tdomcheck.model.suffixes import is_lock, is_project_file
from tdomcheck.report.escape import visible
from tdomcheck.report.summary import plural
from tdomcheck.source.documents import source_of
from tdomcheck.source.text import line_start
from tdomcheck.values import dataclass

_LOCKED = "a tool writes this file and would drop the comment; name it in per-file-ignores"
_COMMAND = "check --add-ignore"
_NEVER = ("TDC00",)
"""What the engine says about files and comments is mended, not suppressed."""


def add_ignores(request: Request, reason: str) -> Answer:
    """Write the comments; the text says how many, and what could not be accepted."""
    session = Session(request)
    order = RecordingOrder(_COMMAND, RunKind.MUTATION)
    return record(session, order, os.environ, lambda recorder: _accepted(session, reason, recorder))


def _accepted(session: Session, reason: str, recorder: Recorder) -> Answer:
    try:
        additions = _additions(session, reason, recorder)
        written, refused = write_changes(session, additions.run, additions.changes, "add-ignore")
    finally:
        end()
        session.close()
    errors = [*additions.errors, *refused]
    code = ExitCode.UNTRUSTWORTHY if errors else ExitCode.CLEAN
    accepted = sum(additions.counts[path] for path in written)
    _tell(recorder, [change for change in additions.changes if change.path in written], reason)
    recorder.account.counts |= {"accepted": accepted, "failures": len(errors)}
    if errors:
        recorder.account.failure_fingerprint = failure_fingerprint(errors, code)
    lines = [f"accepted {plural(accepted, 'finding')} in {plural(len(written), 'file')}"]
    lines += ["tdomcheck fix --undo takes the comments back"] if written else []
    lines += [f"error: {visible(error)}" for error in errors]
    return "".join(f"{line}\n" for line in lines), code, ""


def _tell(recorder: Recorder, changes: Sequence[FileChange], reason: str) -> None:
    """The comments as edits, file by file."""
    shown, rooted = recorder.session.shown, rooted_in(recorder.session)
    deltas = [file_delta(rooted(shown(change.path)), change.before, change.after) for change in changes]
    note_writes(recorder, changes)
    tell_deltas(recorder, _COMMAND, {"reason": reason} if reason else {}, deltas)


def ignores_to_add(request: Request, reason: str) -> Answer:
    """The same as a patch, with the exit code and what could not be accepted; nothing is written."""
    session = Session(request)
    if session.is_recorded:
        order = RecordingOrder(_COMMAND)
        return record(session, order, os.environ, lambda recorder: _as_patch(session, reason, recorder))
    return _as_patch(session, reason)


def _as_patch(session: Session, reason: str, recorder: Recorder | None = None) -> Answer:
    from tdomcheck.rewrite.patch import unified_diff

    try:
        additions = _additions(session, reason, recorder)
    finally:
        end()
        session.close()
    changes = additions.changes
    patch = "".join(unified_diff(session.shown(change.path), change.before, change.after) for change in changes)
    notice = "".join(f"error: {visible(error)}\n" for error in additions.errors)
    code = ExitCode.FINDINGS if changes and not session.request.exits_zero else ExitCode.CLEAN
    return patch, ExitCode.UNTRUSTWORTHY if additions.errors else code, notice


@dataclass(frozen=True, slots=True)
class _Additions:
    """The comments that would accept all that is left."""

    run: RunAnalysis
    changes: Sequence[FileChange]
    counts: Mapping[str, int]
    """How many findings each file has, by path."""
    errors: Sequence[str]


def _additions(session: Session, reason: str, recorder: Recorder | None) -> _Additions:
    run = check(session, on_plan=None if recorder is None else recorder.start_plan)
    result = conclude(session, run)
    by_path: dict[str, list[Finding]] = {}
    for finding in result.findings:
        if not finding.code.startswith(_NEVER):
            by_path.setdefault(finding.path, []).append(finding)
    changes, errors = _changes(run, by_path, reason)
    counts = {change.path: len(by_path[session.shown(change.path)]) for change in changes}
    return _Additions(run, changes, counts, [*errors, *result.errors])


def _changes(
    run: RunAnalysis, by_path: Mapping[str, Sequence[Finding]], reason: str
) -> tuple[list[FileChange], list[str]]:
    changes: list[FileChange] = []
    errors: list[str] = []
    for path, state in sorted(run.states.items()):
        findings = by_path.get(state.planned.shown)
        if not findings or state.analysis is None or not state.analysis.is_sound:
            continue
        if is_lock(path):
            errors.append(f"{state.planned.shown}: not accepted: {_LOCKED}")
            continue
        before, trouble = read_as_judged(state)
        if before is None:
            errors.append(f"{state.planned.shown}: not accepted: {trouble}")
        else:
            changes.append(FileChange(path, before, with_ignores(before, findings, reason, state.planned.shown)))
    return changes, errors


def with_ignores(data: bytes, findings: Sequence[Finding], reason: str, path: str = "") -> bytes:
    """The bytes of a file with a comment line above every statement that holds a finding."""
    if is_project_file(path):
        return _above_lines(data, findings, reason)
    view = ModuleView(source_of(data, path))
    codes: dict[int, set[str]] = {}
    for finding in findings:
        start = _statement_start(view, view.source.to_utf8(finding.span.start))
        codes.setdefault(start, set()).add(finding.code)
    edits = [_comment(view, start, names, reason) for start, names in sorted(codes.items())]
    return apply_edits(view.source, view.source.settled(edits) or ())


def _above_lines(data: bytes, findings: Sequence[Finding], reason: str) -> bytes:
    """The same in TOML, where every line may have a comment above it."""
    codes: dict[int, set[str]] = {}
    for finding in findings:
        codes.setdefault(data.rfind(b"\n", 0, finding.span.start) + 1, set()).add(finding.code)
    for start, names in sorted(codes.items(), reverse=True):
        line = data[start:].partition(b"\n")[0]
        indent = line[: len(line) - len(line.lstrip())]
        ending = b"\r\n" if line.endswith(b"\r") else b"\n"
        data = data[:start] + indent + _directive(names, reason).encode() + ending + data[start:]
    return data


def _directive(codes: set[str], reason: str) -> str:
    tail = f" {reason}" if reason else ""
    return f"# tdomcheck: ignore[{', '.join(sorted(codes))}]{tail}"


def _statement_start(view: ModuleView, offset: int) -> int:
    """Where the line of the innermost statement around an offset begins."""
    node: tree_sitter.Node | None = view.tree.root.descendant_for_byte_range(offset, offset)
    while node is not None and node.parent is not None and node.parent.type not in {"module", "block"}:
        node = node.parent
    start = node.start_byte if node is not None else offset
    return line_start(view.source.utf8, start)


def _comment(view: ModuleView, start: int, codes: set[str], reason: str) -> Edit:
    utf8 = view.source.utf8
    end = start
    while utf8[end : end + 1] in {b" ", b"\t"}:
        end += 1
    indent = utf8[start:end].decode()
    place = view.source.from_utf8(start)
    return Edit(place, place, f"{indent}{_directive(codes, reason)}\n")
