"""The numbers of streams and the ledger as one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from tdomcheck.report.escape import visible
from tdomcheck.report.events import chart
from tdomcheck.report.events.figures import PassRate, StreamStats
from tdomcheck.report.events.numbers import as_value, percent, summary_rows, task_row
from tdomcheck.report.html_page import whole_page

_STYLE = """
:root { color-scheme: light dark; --back: #fbfaf7; --ink: #22262b; --soft: #5b626d; --line: #d9d6cf; --panel: #fff;
  --bar: #0b7285; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --ink: #e7e6e3; --soft: #9aa2ad; --line: #33373e;
  --panel: #1e2127; --bar: #66c7d8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
header { padding: .8rem 1.2rem; border-bottom: 1px solid var(--line); background: var(--panel); }
h1 { margin: 0; font-size: 1.15rem; }
h2 { margin: 0 0 .5rem; font-size: .95rem; color: var(--soft); font-weight: 600; }
main { display: grid; gap: 1rem; padding: 1rem 1.2rem; align-items: start;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem;
  overflow: auto; max-height: 36rem; }
section.wide { grid-column: 1 / -1; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .6rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top; white-space: nowrap; }
td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 7rem; }
th { color: var(--soft); font-weight: 500; }
p { margin: 0; }
svg { display: block; color: var(--ink); }
input { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 6px;
  padding: .1rem .5rem; margin-top: .4rem; }
"""
_SCRIPT = """
'use strict';
const field = document.getElementById('search');
field.addEventListener('input', () => {
  const wanted = field.value.toLowerCase();
  for (const row of document.querySelectorAll('tbody tr')) {
    row.hidden = !row.textContent.toLowerCase().includes(wanted);
  }
});
"""
_NOTHING = (
    "Nothing is known yet: <code>tdomcheck check --events PATH</code> begins a stream, and"
    " <code>tdomcheck events dashboard PATH</code> shows it."
)
_MOST = 500
"""Rows of a table; the data of the page has all."""


def page(stats: StreamStats) -> str:
    """The whole document."""
    style = f"{_STYLE}{chart.STYLE}"
    return whole_page("Events of tdomcheck", style, _body(stats), as_value(stats), _SCRIPT)


def _body(stats: StreamStats) -> Iterator[str]:
    yield "<header><h1>Events of tdomcheck</h1>"
    yield '<label>Find <input id="search" type="search" autocomplete="off" placeholder="a rule, a task"></label>'
    yield "</header>"
    yield "<main>"
    yield from _sections(stats)
    yield "</main>"


def _sections(stats: StreamStats) -> Iterator[str]:
    if stats == StreamStats():
        yield f'<section class="wide"><p>{_NOTHING}</p></section>'
    yield '<section id="summary" class="wide"><h2>In numbers</h2><dl>'
    for name, text in summary_rows(stats):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>"
    yield "</dl></section>"
    yield from _drawings(stats)
    yield from _counted("runs", "Runs", "command", stats.runs.by_command)
    yield from _counted("exit-codes", "Exit codes", "code", stats.runs.by_exit_code)
    yield from _counted("rules", "Findings by rule", "rule", stats.findings.by_rule)
    yield from _weeks(stats)
    yield from _rated("validators", "Pass rate by group of rules", "group", stats.validations.by_validator)
    yield from _counted("retries", "Retries by group of rules", "group", stats.retries.by_validator)
    yield from _rated("fixes", "Fixes by rule", "rule", stats.fixes.by_rule)
    yield from _counted("codemods", "Files changed by codemods", "codemod", stats.codemods.by_codemod)
    yield from _counted("changes", "Structural changes", "severity", stats.changes.by_severity)
    yield from _counted("tests", "Tests by outcome", "outcome", stats.tests.by_outcome)
    yield from _counted("marks", "Marks", "mark", stats.marks)
    heads = ("task", "state", "mutations", "test runs", "circles")
    yield from _table("tasks", "Tasks and budgets", heads, map(task_row, stats.tasks), is_wide=True)
    repeated = (
        (each.kind, each.fingerprint[:16], each.task or "", str(each.count)) for each in stats.repeated_fingerprints
    )
    yield from _table("repeated", "Repeated fingerprints", ("kind", "fingerprint", "task", "count"), repeated)


def _drawings(stats: StreamStats) -> Iterator[str]:
    for body, width, height in chart.drawings(stats):
        yield f"<section{' class=wide' if width > 2 * chart.LEAST_WIDTH else ''}>"
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        yield f'<svg class="chart" {size} role="img">{body}</svg>'
        yield "</section>"


def _weeks(stats: StreamStats) -> Iterator[str]:
    by_both = stats.findings.by_rule_and_week
    weeks = sorted({week for counts in by_both.values() for week in counts})[-chart.MOST_WEEKS :]
    rows = ((code, *(str(counts.get(week, 0)) for week in weeks)) for code, counts in by_both.items())
    yield from _table("weeks", "Findings by rule and week", ("rule", *weeks), rows, is_wide=True)


def _counted(key: str, title: str, head: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield from _table(key, title, (head, "count"), ((name, f"{count:,}") for name, count in counts.items()))


def _rated(key: str, title: str, head: str, rates: Mapping[str, PassRate]) -> Iterator[str]:
    rows = ((name, percent(rate.rate), f"{rate.passed:,}", f"{rate.failed:,}") for name, rate in rates.items())
    yield from _table(key, title, (head, "rate", "passed", "failed"), rows)


def _table(
    key: str, title: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, is_wide: bool = False
) -> Iterator[str]:
    """Nothing where there are no rows."""
    body = [_row("td", row) for row in rows]
    if not body:
        return
    yield f'<section id="{key}"{" class=wide" if is_wide else ""}><h2>{escape(title)}</h2>'
    yield f"<table><thead>{_row('th', head)}</thead><tbody>{''.join(body[:_MOST])}</tbody></table>"
    if len(body) > _MOST:
        yield f"<p>and {len(body) - _MOST:,} more</p>"
    yield "</section>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(visible(cell))}</{tag}>' for cell in cells)}</tr>"
