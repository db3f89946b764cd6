"""The verbs as the command line calls them: a request and a view in, text and an exit code out."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Iterator, Mapping

from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude
from tdomcheck.app.plan_files import stdin_path
from tdomcheck.app.present import ReportOptions, present
from tdomcheck.app.progress import end, restored
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edges.snapshot import store
from tdomcheck.errors import ExitCode
from tdomcheck.model import Bucket, RunResult
from tdomcheck.report.escape import told, visible
from tdomcheck.values import replace

if t.TYPE_CHECKING:  # what only `fix` needs is a twentieth of a hook that checks
    from tdomcheck.app.fix import FixOptions, FixResult


def run_check(
    request: Request, view: ReportOptions, environ: Mapping[str, str], key: bytes | None = None
) -> tuple[str, int, str]:
    """`check`: text, exit code, and text for standard error; under `key` the answer is kept to be replayed."""
    session = Session(request)
    try:
        contents: Mapping[str, bytes] = session.tree if session.tree is not None else _stdin(session)
        run = check(session, contents)
        if request.judges_dependents or run.plan.has_named_files:
            from tdomcheck.app.dependents import judge_dependents  # a run of the whole has none

            run = judge_dependents(session, run, contents)
        result = conclude(session, run)
        if request.new_since is not None:
            from tdomcheck.app.new_only import only_new  # only for those who ask git

            result = only_new(session, run, result, request.new_since)
    finally:
        end()
        session.close()
    view = _configured(session, view)
    text = present(result, view, session.cwd, contents, environ)
    notice = told("warning", (*result.warnings, *_unfinished(session)))
    is_known = notice == told("warning", session.trust.warnings)  # the others depend on what nobody watches
    if key is not None and is_known and run.dependents.is_watched and result.exit_code < ExitCode.UNTRUSTWORTHY:
        from tdomcheck.app.dependencies import dependencies

        again = present(_as_cached(result), view, session.cwd, contents, environ)
        paths = dependencies(session, run)
        store(key, paths, _encoded(again), result.exit_code, _encoded(notice))
    return text, result.exit_code, notice


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
    from tdomcheck.app.fix import fix

    session = Session(request)
    try:
        contents = _stdin(session)
        if options.takes_unsafe is None:
            options = replace(options, takes_unsafe=session.settings.unsafe_fixes)
        options = replace(options, ignores_findings=is_fix_only)
        fixed = fix(session, replace(options, writes=not (is_patch or contents), is_dry=is_patch), contents)
    finally:
        end()
        session.close()
    result = fixed.result
    current = {change.path: change.after for change in fixed.changes}
    report = present(result, _configured(session, view), session.cwd, {**contents, **current}, environ)
    waiting = _unfinished(session) if is_patch or contents else ()
    notice = told("warning", (*result.warnings, *waiting))
    if is_patch:
        return _patch(session, fixed), result.exit_code, notice if view.format != "text" else notice + report
    if contents:
        data = next(iter({**contents, **current}.values()))
        return data.decode("utf-8", "surrogateescape"), result.exit_code, notice + report
    return report, result.exit_code, notice


def _patch(session: Session, fixed: FixResult) -> str:
    from tdomcheck.rewrite.patch import unified_diff

    return "".join(unified_diff(session.shown(change.path), change.before, change.after) for change in fixed.changes)


def run_undo(request: Request) -> tuple[str, int]:
    """`fix --undo`, in the project of the first path that is named."""
    from tdomcheck.edges.taking_back import undo

    session = Session(request)
    start = os.path.realpath(os.path.join(session.cwd, *request.paths[:1]))
    settings = session.settings_for(start if os.path.isdir(start) else os.path.dirname(start))
    report = undo(session.journal(settings), settings.project, on_done=restored)
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
    return "".join(f"{line}\n" for line in lines), ExitCode.UNTRUSTWORTHY if is_bad else ExitCode.CLEAN
