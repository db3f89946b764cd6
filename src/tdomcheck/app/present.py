"""Results into reports: which bytes, which prefix, which environment."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

import tdomcheck
from tdomcheck.config.regular import open_regular
from tdomcheck.edges.files import write_report
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import WriteError
from tdomcheck.model import Finding, RunResult
from tdomcheck.report import render
from tdomcheck.report.context import ReportContext
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """How a person or a machine wants to see a result."""

    format: str = "text"
    output_file: str = ""
    reports: tuple[tuple[str, str], ...] = ()
    """Format and path of each further report."""
    color: bool = False
    links: bool = False
    """Codes lead to the pages of their rules, in the text."""
    width: int = 100
    verb: str = "check"
    unsafe_fixes: bool = False
    show_fixes: bool = False
    statistics: bool = False
    profile: bool = False
    is_fix_only: bool = False
    """What is left is counted, not told."""
    quiet: bool = False
    max_annotations: int = 10
    """Of each level, in the format `github`."""
    shows_suppressed: bool = False
    """SARIF has accepted findings, too."""


def present(
    result: RunResult, view: ReportOptions, cwd: str, contents: Mapping[str, bytes], environ: Mapping[str, str]
) -> str:
    """Write the reports that go to files; the text that goes to standard output."""
    result = _standalone(result)
    return written(result, view, report_context(result, view, cwd, contents, environ), environ)


def written(result: RunResult, view: ReportOptions, context: ReportContext, environ: Mapping[str, str]) -> str:
    """The same for whoever knows the sources already."""
    in_action = environ.get("GITHUB_ACTIONS") == "true"
    shown = ""
    in_file = replace(context, color=False, links=False)
    for name, path in view.reports:
        if path == "-":
            shown += render(name, result, context)
        else:
            write_report(path, render(name, result, in_file))
    main_context = replace(context, random_token=_token()) if in_action and not view.output_file else context
    text = render(view.format, result, main_context)
    if in_action and not view.is_fix_only and view.format in {"text", "concise", "grouped"}:
        text += render("github", result, context)
        _summarise(result, context, environ)
    if view.output_file:
        write_report(view.output_file, text)
        return shown
    return text + shown


_LAST_WORDS = 100_000
"""Bytes for runs that can only say how much more they found."""


def _token() -> str:
    import secrets  # 3 ms, for GitHub only

    return secrets.token_hex(16)


def _standalone(result: RunResult) -> RunResult:
    """Fixes with their imports among their edits, as an editor or a reviewer applies one by one."""
    return replace(result, findings=tuple(map(_with_imports, result.findings)))


def _with_imports(finding: Finding) -> Finding:
    return finding if finding.fix is None else replace(finding, fix=finding.fix.standalone())


def _summarise(result: RunResult, context: ReportContext, environ: Mapping[str, str]) -> None:
    path = environ.get("GITHUB_STEP_SUMMARY")
    if path:
        try:
            with open(path, "a", encoding="utf-8") as file:
                held = os.fstat(file.fileno()).st_size  # GitHub drops all of a summary that is too long
                room = replace(context, markdown_bytes=max(context.markdown_bytes - held, 0))
                if held < context.markdown_bytes + _LAST_WORDS:
                    file.write(render("markdown", result, room))
        except OSError as error:
            raise WriteError(path, f"the summary of the job could not be written: {error.strerror}") from None


def report_context(
    result: RunResult, view: ReportOptions, cwd: str, contents: Mapping[str, bytes], environ: Mapping[str, str]
) -> ReportContext:
    """What every report of a run is made with."""
    top = repository_top(cwd)
    prefix = os.path.relpath(cwd, top).replace(os.sep, "/") if top else ""
    budgets = result.shard.budgets if result.shard is not None else ()  # the merge may find that one is exceeded
    sources = sources_of(list(_shown(result)), cwd, contents, (account.path for account in budgets))
    return context_of(view, sources, "" if prefix == "." else prefix, environ)


def context_of(
    view: ReportOptions, sources: Mapping[str, bytes], root_prefix: str, environ: Mapping[str, str]
) -> ReportContext:
    """The same from sources that are known."""
    return ReportContext(
        sources=sources,
        version=tdomcheck.__version__,
        color=view.color,
        links=view.links,
        width=view.width,
        verb=view.verb,
        unsafe_fixes=view.unsafe_fixes,
        show_fixes=view.show_fixes,
        statistics=view.statistics,
        profile=view.profile,
        is_fix_only=view.is_fix_only,
        quiet=view.quiet,
        shows_suppressed=view.shows_suppressed,
        max_annotations=view.max_annotations,
        root_prefix=root_prefix,
        server_url=environ.get("GITHUB_SERVER_URL", ""),
        repository=environ.get("GITHUB_REPOSITORY", ""),
        sha=environ.get("GITHUB_SHA", ""),
    )


def _shown(result: RunResult) -> Iterator[Finding]:
    """Every finding that any report has."""
    yield from result.findings
    yield from (each.finding for each in result.suppressed)
    if result.focus is not None:
        yield from result.focus.beside


def sources_of(
    findings: Sequence[Finding], cwd: str, contents: Mapping[str, bytes], further: Iterable[str] = ()
) -> dict[str, bytes]:
    """The bytes of every file that a finding speaks of; one that cannot be read is shown without its text."""
    names = {*further, *(finding.path for finding in findings)}
    names.update(related.path for finding in findings for related in finding.related)
    sources: dict[str, bytes] = {}
    for name in names:
        path = os.path.realpath(os.path.join(cwd, name))
        if path in contents:
            sources[name] = contents[path]
            continue
        try:
            with open_regular(path) as file:
                sources[name] = file.read()
        except OSError:
            continue
    return sources
