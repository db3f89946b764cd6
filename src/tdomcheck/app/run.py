"""The verbs as the command line calls them: a request and a view in, text and an exit code out."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude, exit_code_of_rest, has_no_python, lasting_warnings
from tdomcheck.app.plan_files import stdin_path
from tdomcheck.app.present import ReportOptions, present
from tdomcheck.app.progress import end, restored
from tdomcheck.app.request import FixOptions, Request
from tdomcheck.app.session import Session
from tdomcheck.edges.snapshot import store
from tdomcheck.errors import ExitCode
from tdomcheck.model import Bucket, Finding, FixSummary, RunResult, Safety
from tdomcheck.report.escape import told, visible
from tdomcheck.values import dataclass, replace

if t.TYPE_CHECKING:  # what only `fix` needs is a twentieth of a hook that checks, and events are for who wants them
    from tdomcheck.app.analysis import RunAnalysis
    from tdomcheck.app.events.recorder import Recorder
    from tdomcheck.app.fix import FixResult


def run_check(
    request: Request, view: ReportOptions, environ: Mapping[str, str], key: bytes | None = None
) -> tuple[str, int, str]:
    """`check`: text, exit code, and text for standard error; under `key` the answer is kept to be replayed."""
    session = Session(request)
    if session.is_recorded:
        from tdomcheck.app.events.verbs import record_check  # who asked for nothing pays for nothing

        return record_check(session, view, environ, _judged)
    answer, run, result = _judged(session, view, environ)
    text, code, notice = answer
    # other warnings, and whether a project that is empty has files that are left out, depend on what nobody watches
    is_known = notice == told("warning", lasting_warnings(session, run)) and not has_no_python(run, session)
    is_watched = run.dependents.is_watched and session.is_watched
    if key is not None and is_known and is_watched and code < ExitCode.UNTRUSTWORTHY:
        from tdomcheck.app.dependencies import dependencies

        again = present(_as_cached(result), _configured(session, view), session.cwd, _contents(session), environ)
        paths = dependencies(session, run)
        store(key, paths, _encoded(again), code, _encoded(notice))
    return text, code, notice


def _judged(
    session: Session, view: ReportOptions, environ: Mapping[str, str], recorder: Recorder | None = None
) -> tuple[tuple[str, int, str], RunAnalysis, RunResult]:
    """One check, shown; what it is about is told before, what came of it afterwards."""
    request = session.request
    try:
        contents = _contents(session)
        run = check(session, contents, on_plan=None if recorder is None else recorder.start_plan)
        is_last_word = request.shard is None or request.shard.is_first  # the first shard looks at the whole
        if is_last_word and (request.judges_dependents or run.plan.has_named_files):
            from tdomcheck.app.dependents import judge_dependents  # a run of the whole has none

            run = judge_dependents(session, run, contents)
        result = conclude(session, run)
        if request.new_since is not None:
            from tdomcheck.app.new_only import only_new  # only for those who ask git

            result = only_new(session, run, result, request.new_since)
        elif request.focus is not None:
            from tdomcheck.app.focus import focused

            result = focused(session, run, result, request.focus, contents)
    finally:
        end()
        session.close()
    text = present(result, _configured(session, view), session.cwd, contents, environ)
    notice = told("warning", (*result.warnings, *_unfinished(session))) + told("note", _unjudged(result))
    return (text, result.exit_code, notice), run, result


def _unjudged(result: RunResult) -> Sequence[str]:
    """What a shard leaves to whoever merges all of them."""
    is_counting = result.shard is not None and bool(result.shard.budgets)
    return ["budgets are counted here, and judged by `tdomcheck report merge`"] if is_counting else []


def _contents(session: Session) -> Mapping[str, bytes]:
    """What stands in for the files on disk."""
    return session.tree if session.tree is not None else _stdin(session)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _unfinished(session: Session) -> Iterator[str]:
    """A killed `fix` left some files with their new content: each is whole, but they were meant to change together."""
    for settings in session.settings_cache.all_settings:
        folder = session.state_folder(settings).journal
        if os.path.isdir(folder) and _is_unfinished(folder):
            yield "a run of fix was killed while it wrote; the next run of tdomcheck fix rolls it back"


def _is_unfinished(folder: str) -> bool:
    from tdomcheck.edges.taking_back import is_unfinished  # only a project that was ever fixed has a journal

    return is_unfinished(folder)


def _as_cached(result: RunResult) -> RunResult:
    """The same result as a run would give that finds everything in the cache."""
    files = tuple(
        replace(outcome, bucket=Bucket.CACHED) if outcome.bucket is Bucket.CHECKED else outcome
        for outcome in result.files
    )
    return replace(result, files=files)


def _configured(session: Session, view: ReportOptions) -> ReportOptions:
    return replace(view, unsafe_fixes=view.unsafe_fixes or session.settings.unsafe_fixes)


def _stdin(session: Session) -> dict[str, bytes]:
    data = session.request.stdin
    return {} if data is None else {stdin_path(session): data}


@dataclass(frozen=True, slots=True)
class FixOrder:
    """One run of `fix` with its presentation."""

    options: FixOptions
    view: ReportOptions
    is_patch: bool = False
    is_fix_only: bool = False
    run: RunAnalysis | None = None
    """What was found already."""

    def takes_unsafe(self, session: Session) -> bool:
        takes_unsafe = self.options.takes_unsafe
        return session.settings.unsafe_fixes if takes_unsafe is None else takes_unsafe


def run_fix(
    request: Request,
    options: FixOptions,
    view: ReportOptions,
    environ: Mapping[str, str],
    *,
    is_patch: bool,
    is_fix_only: bool,
) -> tuple[str, int, str]:
    """`fix`: text for standard output, the exit code, and text for standard error."""
    session = Session(request)
    order = FixOrder(options, view, is_patch, is_fix_only)
    is_writing = not is_patch and request.stdin is None
    if is_writing and not session.is_recorded:
        answer, run = _left_alone(session, order, environ)
        if answer is not None:
            return answer
        order = replace(order, run=run)
    if is_writing or session.is_recorded:
        from tdomcheck.app.events.verbs import record_fix  # what writes is in the ledger

        return record_fix(session, order, environ, _fixed, is_writing=is_writing)
    return _fixed(session, order, environ)[0]


def _left_alone(
    session: Session, order: FixOrder, environ: Mapping[str, str]
) -> tuple[tuple[str, int, str] | None, RunAnalysis | None]:
    """The answer where nothing is to be fixed, or what was found; a hook that fixes nothing loads what `check` does."""
    try:
        run = check(session, {})
        if any(_unfinished(session)):
            return None, None  # files that are rolled back are read anew
        takes_unsafe = order.takes_unsafe(session)
        if _has_fix((finding for findings in run.findings.values() for finding in findings), takes_unsafe=takes_unsafe):
            return None, run
        judged = run
        if session.request.judges_dependents and not order.is_fix_only:
            from tdomcheck.app.dependents import judge_dependents  # only hooks and those who ask for it

            judged = judge_dependents(session, run, {})
        result = conclude(session, judged)
        is_stale = result.baseline is not None and bool(result.baseline.stale)
        if is_stale or _has_fix(result.findings, takes_unsafe=takes_unsafe):
            return None, run
    finally:
        end()
        session.close()
    view = _configured(session, replace(order.view, is_fix_only=order.is_fix_only))
    text = present(replace(result, fixes=FixSummary()), view, session.cwd, {}, environ)
    code = exit_code_of_rest(result, session) if order.is_fix_only else result.exit_code
    return (text, code, told("warning", result.warnings)), run


def _has_fix(findings: Iterable[Finding], *, takes_unsafe: bool) -> bool:
    """Whether a fix may be applied; whether the configuration lets it is seen where it is."""
    return any(f.fix is not None and (takes_unsafe or f.fix.safety is Safety.SAFE) for f in findings)


def _fixed(
    session: Session, order: FixOrder, environ: Mapping[str, str], recorder: Recorder | None = None
) -> tuple[tuple[str, int, str], FixResult]:
    from tdomcheck.app.fix import fix

    is_patch = order.is_patch
    view = replace(order.view, is_fix_only=order.is_fix_only)
    try:
        contents = _stdin(session)
        options = replace(
            order.options,
            takes_unsafe=order.takes_unsafe(session),
            ignores_findings=order.is_fix_only,
            writes=not (is_patch or contents),
            is_dry=is_patch,
        )
        fixed = fix(session, options, contents, None if recorder is None else recorder.start_plan, order.run)
    finally:
        end()
        session.close()
    result = fixed.result
    current = {change.path: change.after for change in fixed.changes}
    report = present(result, _configured(session, view), session.cwd, {**contents, **current}, environ)
    waiting = _unfinished(session) if is_patch or contents else ()
    notice = told("warning", (*result.warnings, *waiting))
    if is_patch:
        return (
            _patch(session, fixed),
            result.exit_code,
            notice if view.format != "text" else notice + report,
        ), fixed
    if contents:
        data = next(iter({**contents, **current}.values()))
        return (data.decode("utf-8", "surrogateescape"), result.exit_code, notice + report), fixed
    return (report, result.exit_code, notice), fixed


def _patch(session: Session, fixed: FixResult) -> str:
    from tdomcheck.rewrite.patch import unified_diff

    return "".join(unified_diff(session.shown(change.path), change.before, change.after) for change in fixed.changes)


def run_undo(request: Request, environ: Mapping[str, str]) -> tuple[str, int, str]:
    """`fix --undo`, in the project of the first path that is named."""
    from tdomcheck.app.events.verbs import record_undo  # what writes is in the ledger

    return record_undo(Session(request), environ, _undone)


def _undone(session: Session) -> tuple[tuple[str, int, str], Mapping[str, bytes | None]]:
    """What is said, and the files that have their old content again, with what they held until then."""
    from tdomcheck.edges.taking_back import undo

    request = session.request
    start = os.path.realpath(os.path.join(session.cwd, *request.paths[:1]))
    settings = session.settings_for(start if os.path.isdir(start) else os.path.dirname(start))
    held: dict[str, bytes | None] = {}
    report = undo(session.journal(settings), settings.project, on_done=restored, on_back=held.__setitem__)
    recovered = report.recovered
    problems = (*recovered.problems, *report.problems)
    refused = (*recovered.refused, *report.refused)
    lines = [f"error: {visible(problem)}" for problem in problems]
    lines += [f"rolled back {visible(session.shown(path))}: a run of fix was killed" for path in recovered.rolled_back]
    if recovered.runs and not recovered.rolled_back:
        lines.append("a run of fix was killed before it had changed a file; there is nothing to restore")
    elif not report.run and not problems and not recovered.rolled_back:
        lines.append("there is nothing to undo")
    lines += [f"restored {visible(session.shown(path))}" for path in report.restored]
    lines += [f"error: {visible(session.shown(item.path))}: not restored: {visible(item.reason)}" for item in refused]
    is_bad = bool(problems or refused)
    text, code = "".join(f"{line}\n" for line in lines), ExitCode.UNTRUSTWORTHY if is_bad else ExitCode.CLEAN
    return (text, code, ""), held
