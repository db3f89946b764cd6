"""The report for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from tdomcheck.model import Finding, Fix, RunResult, Safety
from tdomcheck.report import summary, tables
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.palette import Palette, linked
from tdomcheck.report.places import Places, ordered
from tdomcheck.source.text import SourceText

MOST_FINDINGS = 1_000
"""Of a file, in full: ten thousand with their source take ten seconds, and no terminal keeps them."""


def render(result: RunResult, context: ReportContext) -> str:
    """Every finding with its source, then the summary."""
    places = context.places
    paint = Palette(context.color)
    pages = {rule.code: context.page_of(rule) for rule in result.catalog} if context.links else {}
    lines: list[str] = []
    for _, findings in groupby(ordered(context.listed(result)), key=lambda finding: finding.path):
        listed = list(findings)
        for finding in listed[:MOST_FINDINGS]:
            lines += [*block(finding, places, context, paint, pages), ""]
        lines += _beyond(len(listed) - MOST_FINDINGS)
    lines += ending(result, context, paint)
    return "".join(f"{line}\n" for line in lines)


def _beyond(more: int) -> list[str]:
    """What says that a file has more findings than are shown: nobody reads thousands one by one."""
    if more <= 0:
        return []
    line = f"{more:,} more findings in this file are not shown; the summary counts them, and other formats list them"
    return [line, ""]


def block(
    finding: Finding, places: Places, context: ReportContext, paint: Palette, pages: Mapping[str, str]
) -> Iterator[str]:
    """One finding: header, source, help and notes."""
    from tdomcheck.report.frame import frames  # 3 ms with what it needs: most runs of a hook find nothing

    header = _header(finding, paint, pages.get(finding.code, ""))
    yield f"{header}: {visible(finding.message)} {paint('strong', context.badge(finding))}".rstrip()
    yield from frames(finding, places, context.width, paint)
    if finding.fix is not None:
        yield from _fix(finding, finding.fix, places, context, paint)
    elif finding.help:
        yield from _labelled("help", finding.help, paint)
    if finding.note:
        yield from _labelled("note", finding.note, paint)
    if finding.fix is not None and finding.fix.safety is Safety.UNSAFE:
        why = finding.fix.unsafe_because or "it may change what the code does"
        yield from _labelled("note", f"the fix is unsafe: {why}", paint)


def _header(finding: Finding, paint: Palette, page: str) -> str:
    """The word says how bad it is, not the colour alone: logs have none, and not everybody sees them."""
    name = linked(visible(finding.code), page)
    code = paint.severity(finding.severity, f"{finding.severity.value}[{name}]")
    return f"{code} {visible(finding.slug)}" if finding.slug and finding.slug != finding.code else code


def _fix(finding: Finding, fix: Fix, places: Places, context: ReportContext, paint: Palette) -> Iterator[str]:
    from tdomcheck.report.diff import diff

    yield from _labelled("help", fix.title or finding.help or "apply the fix", paint)
    view = places.view(finding.path)
    if isinstance(view, SourceText) and places.is_known(finding.path):
        yield from (f"  {line}" for line in diff(view, fix.edits, context.width - 2, paint))
    for wanted in sorted(fix.imports):
        added = visible(wanted.statement)
        yield f"  {paint('added', f'+ {added}')} (unless it is there)"


def _labelled(label: str, text: str, paint: Palette) -> Iterator[str]:
    first, *rest = paragraph(text)
    yield f"{paint(label, f'{label}:')} {first}"
    for line in rest:
        yield f"{' ' * len(label)}  {line}".rstrip()


def ending(result: RunResult, context: ReportContext, paint: Palette) -> list[str]:
    """What every report for people ends with: tables that were asked for, errors, the summary."""
    parts: list[list[str]] = []
    if context.statistics and result.findings:
        parts.append(list(tables.statistics(result, context)))
    if context.profile and result.timings:
        parts.append(list(tables.profile(result)))
    parts.append(_errors(result, paint))
    if not context.quiet:
        parts.append([*summary.skips(result), *summary.summary(result, context)])
    lines: list[str] = []
    for part in filter(None, parts):
        lines += ["", *part] if lines else part
    return lines


def _errors(result: RunResult, paint: Palette) -> list[str]:
    lines: list[str] = []
    for sentence in summary.troubles(result):
        lines += _labelled("error", sentence, paint)
    return lines
