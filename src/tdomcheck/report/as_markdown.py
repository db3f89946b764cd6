"""Markdown for job summaries and comments, within what GitHub takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.model import Finding, RunResult
from tdomcheck.regex import regex
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.places import Region, ordered
from tdomcheck.report.summary import all_clear, fixable, ledger, plural, tally, troubles
from tdomcheck.report.tables import by_rule
from tdomcheck.report.uri import uri_of

MARKER = "<!-- tdomcheck report -->"
"""Lets a bot find its own comment again and update it."""
_OPEN_ROWS = 50
_MOST_RULES = 20
_MOST_ERRORS = 20
_MOST_LETTERS = 500
_SPECIAL = regex(r"([\\`*_\[\]|~#!])")
_HEAD = ["| | Place | Rule | Message |", "| --- | --- | --- | --- |"]
_ICONS = {"error": "🔴", "warning": "🟡", "info": "🔵"}
_RESERVE = 300  # for what closes the document


def render(result: RunResult, context: ReportContext) -> str:
    """Totals, rules, the first findings as a table, the rest folded away, and never more bytes than allowed."""
    page = _Page(context.markdown_bytes - _RESERVE)
    for line in [MARKER, "## tdomcheck", "", *_totals(result, context)]:
        page.add(line)
    findings = ordered(result.findings)
    for line in _rules(findings, context):
        page.add(line)
    rows = list(_rows(findings, context))
    shown = page.table(rows[:_OPEN_ROWS], fold="")
    if shown == _OPEN_ROWS < len(rows):
        shown += page.table(rows[_OPEN_ROWS:], fold=f"{plural(len(rows) - _OPEN_ROWS, 'more finding')}")
    if shown < len(rows):
        page.lines += ["", f"{plural(len(rows) - shown, 'finding')} more than fit here."]
    return "".join(f"{line}\n" for line in page.lines)


class _Page:
    """Lines, as long as there is room."""

    def __init__(self, room: int) -> None:
        self.lines: list[str] = []
        self._room = room

    def add(self, line: str) -> bool:
        """Whether there was room for one more line."""
        size = len(line.encode()) + 1
        if size > self._room:
            self._room = 0
            return False
        self._room -= size
        self.lines.append(line)
        return True

    def table(self, rows: Sequence[str], fold: str) -> int:
        """How many of the rows had room; a fold is always closed."""
        start = ["", f"<details><summary>{fold}</summary>", "", *_HEAD] if fold else ["", *_HEAD]
        cost = sum(len(line.encode()) + 1 for line in [*start, *rows[:1]])
        if not rows or cost > self._room:
            return 0
        for line in start:
            self.add(line)
        shown = next((index for index, line in enumerate(rows) if not self.add(line)), len(rows))
        self.lines += ["", "</details>"] if fold else []
        return shown


def _totals(result: RunResult, context: ReportContext) -> Iterator[str]:
    counted = tally(result.findings)
    errors = list(troubles(result))
    yield f"**{counted.words() or all_clear(result)}**"
    for line in [*fixable(counted, context), *([ledger(result)] if result.files else [])]:
        yield from ("", escape(line))
    if errors:
        yield ""
    yield from (f"- error: {escape(text)}" for text in errors[:_MOST_ERRORS])
    if len(errors) > _MOST_ERRORS:
        yield f"- {plural(len(errors) - _MOST_ERRORS, 'more error')}"


def _rules(findings: Sequence[Finding], context: ReportContext) -> Iterator[str]:
    rules = by_rule(findings, context)[:_MOST_RULES]
    if rules:
        yield from ("", "| Rule | Findings | Fixable |", "| --- | ---: | ---: |")
    for rule in rules:
        name = _rule(rule.code, rule.slug, context)
        yield f"| {name} | {rule.findings} | {rule.fixable} |"


def _rule(code: str, slug: str, context: ReportContext) -> str:
    address = context.rule_url(slug)
    shown = escape(code)
    return f"[{shown}]({address}) {escape(slug)}" if address else f"{shown} {escape(slug)}"


def _rows(findings: Sequence[Finding], context: ReportContext) -> Iterator[str]:
    places = context.places
    for finding in findings:
        at = places.region(finding.path, finding.span)
        where = escape(f"{finding.path}:{at.line}")
        address = _address(finding.path, at, context)
        place = f"[{where}]({address})" if address else where
        text = escape(f"{context.badge(finding)}{finding.message}")
        yield f"| {_ICONS[finding.severity.value]} | {place} | {escape(finding.code)} | {text} |"


def _address(path: str, at: Region, context: ReportContext) -> str:
    if not (context.server_url and context.repository and context.sha):
        return ""
    lines = f"#L{at.line}" if at.end_line == at.line else f"#L{at.line}-L{at.end_line}"
    rooted = uri_of(context.rooted(path))
    return f"{context.server_url}/{context.repository}/blob/{context.sha}/{rooted}{lines}"


def escape(text: str) -> str:
    """Text that is nothing but text in a cell of a table: no markup, no HTML, nobody mentioned."""
    cut = text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}..."
    shown = _SPECIAL.sub(r"\\\1", visible(cut))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return shown.replace("@", "@<!-- -->")
