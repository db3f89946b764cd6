"""`find`: search for code by its structure, and rewrite it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude
from tdomcheck.app.present import ReportOptions, present
from tdomcheck.app.progress import end
from tdomcheck.app.request import FixOptions, Request
from tdomcheck.app.session import Session
from tdomcheck.errors import ExitCode
from tdomcheck.model import Bucket, Finding, RunResult, Severity
from tdomcheck.model.pattern import Constraint, PatternSpec
from tdomcheck.model.suffixes import is_project_file
from tdomcheck.report.escape import told, visible
from tdomcheck.source.text import SourceText
from tdomcheck.values import replace

ID = "find"


def specification(pattern: str, constraints: tuple[Constraint, ...], rewrite: str | None) -> PatternSpec:
    """What `find` searches for, as a rule that nobody configured."""
    return PatternSpec(
        ID,
        pattern,
        where=constraints,
        fix=rewrite or "",
        has_fix=rewrite is not None,
        severity=Severity.INFO,
    )


def run_find(request: Request, spec: PatternSpec, form: str, environ: Mapping[str, str]) -> tuple[str, int, str]:
    """The matches, the exit code, and what kept files from being searched."""
    session = Session(_search_request(request, spec))
    try:
        result = conclude(session, check(session))
    finally:
        end()
        session.close()
    notice = told("warning", result.warnings)
    matches = [finding for finding in result.findings if finding.code == ID]
    result = replace(result, exit_code=_code(result, matches))
    if form != "text":
        return present(result, ReportOptions(form), session.cwd, {}, environ), result.exit_code, notice
    notice += "".join(_troubles(result))
    notice += _summary(result, matches)
    return "".join(_lines(matches, session.cwd)), result.exit_code, notice


def run_rewrite(
    request: Request, spec: PatternSpec, environ: Mapping[str, str], *, writes: bool
) -> tuple[str, int, str]:
    """What the matches become: as a patch, or written into the files."""
    from tdomcheck.app.fix import fix  # searching needs none of it
    from tdomcheck.rewrite.patch import unified_diff

    session = Session(_search_request(request, spec))
    options = FixOptions(takes_unsafe=True, writes=writes, is_dry=not writes, ignores_findings=True)
    try:
        fixed = fix(session, options)
    finally:
        end()
        session.close()
    # `fix` knows no pattern of the command line: what is left is not to be fixed with it.
    matches = tuple(replace(finding, fix=None) for finding in fixed.result.findings)
    result = replace(fixed.result, findings=matches)
    has_lost = fixed.result.fixes is not None and bool(fixed.result.fixes.lost)
    view = ReportOptions("text", verb="fix" if writes else "diff", show_fixes=has_lost)
    report = present(result, view, session.cwd, {change.path: change.after for change in fixed.changes}, environ)
    notice = told("warning", result.warnings)
    if writes:
        return report, result.exit_code, notice
    notice += report + ("Nothing is written without --write.\n" if fixed.changes else "")
    patch = (unified_diff(session.shown(change.path), change.before, change.after) for change in fixed.changes)
    return "".join(patch), result.exit_code, notice


def _search_request(request: Request, spec: PatternSpec) -> Request:
    """The same request for this one rule, which no configuration may turn off."""
    overrides = {**request.overrides, "select": [ID], "ignore": [], "fixable": [ID], "unfixable": []}
    return replace(request, patterns=(spec,), overrides=overrides)


def _code(result: RunResult, matches: Sequence[Finding]) -> int:
    """As grep: 1 where nothing matches; not being able to look is no answer."""
    if result.exit_code == ExitCode.UNTRUSTWORTHY:
        return ExitCode.UNTRUSTWORTHY
    return ExitCode.CLEAN if matches else ExitCode.FINDINGS


def _summary(result: RunResult, matches: Sequence[Finding]) -> str:
    """As in `3 matches in 2 files`, or `0 matches; 9 files searched`."""
    if matches:
        files = len({finding.path for finding in matches})
        return f"{_count(len(matches), 'match', 'matches')} in {_count(files, 'file', 'files')}\n"
    looked_at = (outcome for outcome in result.files if outcome.bucket in {Bucket.CHECKED, Bucket.CACHED})
    searched = sum(not is_project_file(outcome.path) for outcome in looked_at)
    return f"0 matches; {_count(searched, 'file', 'files')} searched\n"


def _troubles(result: RunResult) -> Iterator[str]:
    """Files that could not be searched are told, for absence in them proves nothing."""
    for finding in result.findings:
        if finding.code != ID:
            yield told("warning", [f"{finding.path}: {finding.message}"])
    yield told("error", result.errors)


def _lines(matches: list[Finding], cwd: str) -> Iterator[str]:
    """`path:line:column: code`, a match over several lines by its first."""
    sources: dict[str, SourceText] = {}
    for finding in matches:
        if finding.path not in sources:
            with open(os.path.join(cwd, finding.path), "rb") as file:
                sources[finding.path] = SourceText(file.read())
        source = sources[finding.path]
        place = source.position(finding.span.start)
        first, _, more = source.slice(finding.span.start, finding.span.end).partition("\n")
        line = visible(first.rstrip()) + (" ..." if more else "")
        yield f"{visible(finding.path)}:{place.line}:{place.column}: {line}\n"


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
