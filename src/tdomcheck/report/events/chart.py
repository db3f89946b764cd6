"""Numbers by week as a drawing that follows the colours of whoever looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from tdomcheck.report.escape import visible
from tdomcheck.report.events.figures import PassRate, StreamStats
from tdomcheck.report.events.numbers import percent

_STEP, _BAR, _HEIGHT, _LEFT = 44, 28, 120, 16
STYLE = (
    ".chart text{font:11px system-ui,sans-serif;fill:currentColor;text-anchor:middle}.chart .title{font-weight:600;"
    "text-anchor:start;font-size:13px}.chart rect{fill:#0b7285}@media(prefers-color-scheme:dark){.chart rect"
    "{fill:#66c7d8}}"
)
MOST_WEEKS = 26
LEAST_WIDTH = 200
"""What a title needs, however few weeks there are."""


def as_svg(stats: StreamStats) -> str:
    """Findings, pass rate and retries by week, below each other."""
    charts = drawings(stats)
    height = sum(chart_height for _, _, chart_height in charts) or 40
    width = max([320, *(chart_width for _, chart_width, _ in charts)])
    parts, top = [], 0
    for body, _, own in charts:
        parts.append(f'<g transform="translate(0 {top})">{body}</g>')
        top += own
    if not charts:
        parts.append(f'<text class="title" x="{_LEFT}" y="24">no events</text>')
    style = f"<style>svg{{color:#22262b}}@media(prefers-color-scheme:dark){{svg{{color:#e7e6e3}}}}{STYLE}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="Events by week">{style}{"".join(parts)}</svg>\n'
    )


def drawings(stats: StreamStats) -> list[tuple[str, int, int]]:
    """The chart of each series that has something to show, with its width and height."""
    rates = stats.validations.by_week
    series: tuple[tuple[str, Mapping[str, float], Mapping[str, str], float], ...] = (
        ("Findings by week", dict(stats.findings.by_week), _counts(stats.findings.by_week), 0.0),
        ("Pass rate by week", _shares(rates), _percents(rates), 1.0),
        ("Retries by week", dict(stats.retries.by_week), _counts(stats.retries.by_week), 0.0),
    )
    return [_drawing(title, values, labels, whole) for title, values, labels, whole in series if values]


def _counts(counts: Mapping[str, int]) -> Mapping[str, str]:
    return {name: f"{count:,}" for name, count in counts.items()}


def _shares(rates: Mapping[str, PassRate]) -> Mapping[str, float]:
    return {name: rate.rate or 0.0 for name, rate in rates.items()}


def _percents(rates: Mapping[str, PassRate]) -> Mapping[str, str]:
    return {name: percent(rate.rate) for name, rate in rates.items()}


def _drawing(title: str, values: Mapping[str, float], labels: Mapping[str, str], whole: float) -> tuple[str, int, int]:
    """Bars that are a share of the whole, else of the highest one."""
    weeks = list(values)[-MOST_WEEKS:]
    most = whole or max(values[week] for week in weeks) or 1
    bars = "".join(_bars(weeks, values, labels, most))
    body = f'<text class="title" x="{_LEFT}" y="18">{escape(title)}</text>{bars}'
    return body, max(LEAST_WIDTH, _LEFT * 2 + _STEP * len(weeks)), _HEIGHT + 70


def _bars(weeks: list[str], values: Mapping[str, float], labels: Mapping[str, str], most: float) -> Iterator[str]:
    for place, week in enumerate(weeks):
        height = round(_HEIGHT * values[week] / most)
        x, y = _LEFT + _STEP * place, 36 + _HEIGHT - height
        middle = x + _BAR // 2
        name = escape(visible(week))
        size = f'width="{_BAR}" height="{max(height, 1)}"'
        yield f'<rect x="{x}" y="{y}" {size} rx="2"><title>{name}: {labels[week]}</title></rect>'
        yield f'<text x="{middle}" y="{y - 4}">{labels[week]}</text>'
        yield f'<text x="{middle}" y="{36 + _HEIGHT + 16}">{name[-3:]}</text>'
