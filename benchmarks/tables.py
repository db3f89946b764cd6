"""Costs as Markdown: ratios first, for seconds differ from machine to machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from measure import Cost


@dataclass(frozen=True)
class Table:
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str = ""


@dataclass(frozen=True)
class Demand:
    """A ratio that is promised."""

    what: str
    measured: float
    limit: float
    is_least: bool = False
    """The limit is the least that will do, not the most."""
    unit: str = "x"

    @property
    def is_met(self) -> bool:
        return self.measured >= self.limit if self.is_least else self.measured <= self.limit


@dataclass(frozen=True)
class Report:
    """What one scenario found."""

    tables: tuple[Table, ...]
    demands: tuple[Demand, ...] = ()


def cost_table(title: str, costs: Mapping[str, Cost], base: str, text: str = "") -> Table:
    """Every contender with how many times the cost of `base` it has."""
    unit = costs[base]
    rows = tuple(
        (
            name,
            ratio(cost.wall, unit.wall),
            ratio(cost.cpu, unit.cpu),
            milliseconds(cost.wall),
            milliseconds(cost.cpu),
            megabytes(cost.memory),
        )
        for name, cost in costs.items()
    )
    columns = ("", f"wall / {base}", f"CPU / {base}", "wall, ms", "CPU, ms", "largest process, MB")
    return Table(title, columns, rows, text)


def demand_table(demands: Iterable[Demand]) -> Table:
    rows = tuple(
        (
            demand.what,
            f"at {'least' if demand.is_least else 'most'} {_number(demand.limit)}{demand.unit}",
            f"{_number(demand.measured)}{demand.unit}",
            "yes" if demand.is_met else "**no**",
        )
        for demand in demands
    )
    return Table("What is promised", ("what", "promised", "measured", "reached"), rows)


def ratio(value: float, unit: float) -> str:
    return f"{value / unit:.2f}" if value < 10 * unit else f"{value / unit:.0f}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f}"


def megabytes(size: int) -> str:
    return f"{size / 1_000_000:.0f}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"


def markdown(tables: Sequence[Table]) -> str:
    return "\n".join(_one(table) for table in tables)


def _one(table: Table) -> str:
    lines = [f"## {table.title}", ""]
    if table.text:
        lines += [table.text, ""]
    lines.append(f"| {' | '.join(table.columns)} |")
    lines.append(f"| {' | '.join(['---', *['--:'] * (len(table.columns) - 1)])} |")
    lines += [f"| {' | '.join(row)} |" for row in table.rows]
    return "\n".join([*lines, ""])


def as_data(reports: Mapping[str, Report]) -> dict[str, object]:
    """All of it for `--json`."""
    return {
        name: {
            "tables": [asdict(table) for table in report.tables],
            "demands": [{**asdict(demand), "is_met": demand.is_met} for demand in report.demands],
        }
        for name, report in reports.items()
    }
