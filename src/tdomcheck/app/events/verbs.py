"""`check` and `fix` with their events."""

from __future__ import annotations

import typing as t
from collections.abc import Callable, Mapping

from tdomcheck.app.events.recorder import Answer, Recorder, RecordingOrder, record
from tdomcheck.app.events.results import CheckedRun, tell_check
from tdomcheck.app.present import ReportOptions, report_context
from tdomcheck.app.session import Session
from tdomcheck.errors import UsageError
from tdomcheck.model import RunResult
from tdomcheck.model.ledger import RunKind

if t.TYPE_CHECKING:  # they call us
    from tdomcheck.app.analysis import RunAnalysis
    from tdomcheck.app.fix import FixResult
    from tdomcheck.app.run import FixOrder

Judging: t.TypeAlias = (
    "Callable[[Session, ReportOptions, Mapping[str, str], Recorder | None], tuple[Answer, RunAnalysis, RunResult]]"
)
Fixing: t.TypeAlias = "Callable[[Session, FixOrder, Mapping[str, str], Recorder | None], tuple[Answer, FixResult]]"
Undoing: t.TypeAlias = Callable[[Session], tuple[Answer, Mapping[str, bytes | None]]]
_JSON = frozenset({"json", "jsonl"})


def record_check(session: Session, view: ReportOptions, environ: Mapping[str, str], judge: Judging) -> Answer:
    """A check that somebody wants to know of."""

    def body(recorder: Recorder) -> Answer:
        answer, run, result = judge(session, view, environ, recorder)
        tell_check(recorder, CheckedRun(session, run, result, run_contents(session)))
        return answer

    return record(session, RecordingOrder("check"), environ, body)


def run_contents(session: Session) -> Mapping[str, bytes]:
    """What a check looks at in place of files on disk."""
    if session.tree is not None:
        return session.tree
    from tdomcheck.app.plan_files import stdin_path

    data = session.request.stdin
    return {} if data is None else {stdin_path(session): data}


def record_fix(
    session: Session, order: FixOrder, environ: Mapping[str, str], fix: Fixing, *, is_writing: bool
) -> Answer:
    """A run of fixes: what was fixed, then what is left."""
    from tdomcheck.app.events.changes import note_writes, tell_fixes  # a check writes nothing

    is_code = session.request.stdin is not None
    if is_code and session.request.events == "-":
        raise UsageError("--events - stands in place of what is printed, and here that is the fixed code: name a file")

    def body(recorder: Recorder) -> Answer:
        answer, fixed = fix(session, order, environ, recorder)
        if fixed.result.fixes is not None and is_writing:
            tell_fixes(recorder, fixed.result.fixes, rooted_in(session))
            written = set(fixed.result.fixes.changed)
            note_writes(
                recorder, [each for each in (*fixed.changes, *fixed.pruned) if session.shown(each.path) in written]
            )
        current = {change.path: change.after for change in fixed.changes}
        contents = {**run_contents(session), **current}
        tell_check(recorder, CheckedRun(session, fixed.run, fixed.result, contents, is_writing))
        return answer

    kind = RunKind.MUTATION if is_writing else RunKind.LOOK
    return record(session, RecordingOrder("fix", kind, order.view.format in _JSON), environ, body)


def record_undo(session: Session, environ: Mapping[str, str], undo: Undoing) -> Answer:
    """Files that get their old content back are changed as well."""
    from tdomcheck.app.events.changes import note_restored

    def body(recorder: Recorder) -> Answer:
        answer, held = undo(session)
        note_restored(recorder, held)
        return answer

    return record(session, RecordingOrder("fix --undo", RunKind.MUTATION), environ, body)


def rooted_in(session: Session) -> Callable[[str], str]:
    """What makes a path one that begins at the root of the repository."""
    return report_context(RunResult(), ReportOptions(), session.cwd, {}, {}).rooted
