"""The numbers of a stream for people, for programs, and for whoever scrapes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.report.escape import visible
from tdomcheck.report.events.figures import PassRate, StreamStats, TargetStats, TaskStats
from tdomcheck.report.events.lines import plain
from tdomcheck.report.jsontext import Json, dump

SCHEMA_VERSION = 1
_WIDTH = 40
_MOST = 20
"""Rows of a table for people; the other forms have all."""


def as_json(stats: StreamStats) -> str:
    return dump(as_value(stats))


def as_value(stats: StreamStats) -> Json:
    """What the page carries, too."""
    value = plain(stats)
    return {"schema_version": SCHEMA_VERSION, **value} if isinstance(value, dict) else value


def percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f} %"


def _share(rate: float | None, count: int) -> str:
    return "-" if rate is None else f"{percent(rate)} of {count:,}"


def as_text(stats: StreamStats) -> str:
    """Tables, and bars by week."""
    return "".join(f"{line}\n" for line in _lines(stats))


def summary_rows(stats: StreamStats) -> list[tuple[str, str]]:
    """The numbers that come first."""
    runs = stats.runs
    return [
        ("runs", f"{runs.count:,} ({runs.cut_off:,} cut off)" if runs.cut_off else f"{runs.count:,}"),
        ("findings", f"{stats.findings.count:,} ({stats.findings.distinct:,} distinct)"),
        ("pass rate", _share(stats.validations.pass_rate, stats.validations.count)),
        (
            "retries",
            f"{stats.retries.count:,} in {stats.retries.files:,} file{'' if stats.retries.files == 1 else 's'}",
        ),
        ("retries per file", "-" if stats.retries.per_file is None else f"{stats.retries.per_file:.2f}"),
        ("fix rate", _share(stats.fixes.fix_rate, stats.fixes.applied + stats.fixes.rejected)),
        ("files changed by codemods", f"{stats.codemods.files:,}"),
        *_of_tests(stats.tests),
        ("tasks", f"{len(stats.tasks):,}"),
        ("repeated fingerprints", f"{len(stats.repeated_fingerprints):,}"),
    ]


def _of_tests(tests: TargetStats) -> Iterator[tuple[str, str]]:
    """Nothing where no stream speaks of tests."""
    if tests.total or tests.run:
        yield "tests selected", f"{tests.selected:,} of {tests.total:,}"
        yield "tests run", f"{tests.run:,}"
        yield "time saved", f"{tests.saved_seconds:,.1f} s"


def _lines(stats: StreamStats) -> Iterator[str]:
    yield from table(summary_rows(stats))
    yield from _section("findings by rule", _counted(stats.findings.by_rule))
    yield from _section("findings by week", bars(stats.findings.by_week))
    yield from _section("pass rate by group of rules", _rated(stats.validations.by_validator))
    yield from _section("pass rate by week", _rated(stats.validations.by_week))
    yield from _section("retries by week", bars(stats.retries.by_week))
    yield from _section("fix rate by rule", _rated(stats.fixes.by_rule))
    yield from _section("codemods", _counted(stats.codemods.by_codemod))
    yield from _section("marks", _counted(stats.marks))
    yield from _section("tasks", table([task_row(task) for task in stats.tasks]))
    repeated = [(f"{each.count} x", each.kind, each.fingerprint[:12]) for each in stats.repeated_fingerprints]
    yield from _section("repeated fingerprints", table(repeated))


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    shown = list(lines)
    if shown:
        yield ""
        yield title
        yield from (f"  {line}" for line in shown[:_MOST])
        if len(shown) > _MOST:
            yield f"  and {len(shown) - _MOST} more"


def table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns of texts, each as wide as its widest."""
    if not rows:
        return []
    cells = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _counted(counts: Mapping[str, int]) -> list[str]:
    return table([(f"{count:,}", name) for name, count in counts.items()])


def _rated(rates: Mapping[str, PassRate]) -> list[str]:
    return table(
        [
            (name, percent(rate.rate), f"{rate.passed:,} of {rate.passed + rate.failed:,}")
            for name, rate in rates.items()
        ]
    )


def bars(counts: Mapping[str, int]) -> list[str]:
    """A bar for each, the longest as wide as a terminal takes."""
    most = max(counts.values(), default=0)
    rows = [
        (name, "█" * max(1, round(_WIDTH * count / most)) if count else "", f"{count:,}")
        for name, count in counts.items()
    ]
    return table(rows)


def task_row(task: TaskStats) -> tuple[str, ...]:
    """A task with its budgets."""
    return (
        task.task,
        task.state,
        f"mutations {of(task.mutations, task.max_mutations)}",
        f"test runs {of(task.test_runs, task.max_test_runs)}",
        f"no progress {task.no_progress}, no-op {task.no_op}",
    )


def of(spent: int, limit: int | None) -> str:
    return str(spent) if limit is None else f"{spent}/{limit}"


def as_openmetrics(stats: StreamStats) -> str:
    """The text format of OpenMetrics; what was counted in streams may be counted anew, so that all are gauges."""
    return "".join(f"{line}\n" for line in (*_metrics(stats), "# EOF"))


def _metrics(stats: StreamStats) -> Iterator[str]:
    runs, found, said, tests = stats.runs, stats.findings, stats.validations, stats.tests
    yield from _family("runs", "Runs by command", (({"command": name}, n) for name, n in runs.by_command.items()))
    yield from _family("runs_cut_off", "Runs without an end", [({}, runs.cut_off)])
    yield from _family("runs_exit", "Runs by exit code", (({"code": name}, n) for name, n in runs.by_exit_code.items()))
    yield from _family("runs_seconds", "Seconds of all runs", [({}, runs.seconds)])
    yield from _family("findings", "Findings by rule", (({"rule": name}, n) for name, n in found.by_rule.items()))
    yield from _family("findings_distinct", "Different findings", [({}, found.distinct)])
    validations = (({"validator": name, "verdict": verdict}, n) for name, verdict, n in _verdicts(said.by_validator))
    yield from _family("validations", "Validations of files by groups of rules", validations)
    yield from _family("retries", "Corrections", [({}, stats.retries.count)])
    fixes = (({"rule": name, "verdict": verdict}, n) for name, verdict, n in _verdicts(stats.fixes.by_rule))
    yield from _family("fixes", "Fixes that were tried, by rule", fixes)
    codemods = (({"codemod": name}, n) for name, n in stats.codemods.by_codemod.items())
    yield from _family("codemod_files", "Files that codemods changed", codemods)
    yield from _family("tests_selected", "Tests that changes touch", [({}, tests.selected)])
    yield from _family(
        "tests_run", "Tests by outcome", (({"outcome": name}, n) for name, n in tests.by_outcome.items())
    )
    yield from _family("tests_saved_seconds", "Seconds that selection saved", [({}, tests.saved_seconds)])
    tasks = (({"task": task.task, "state": task.state}, task.mutations) for task in stats.tasks)
    yield from _family("task_mutations", "Mutations by task", tasks)
    repeated = (
        ({"kind": each.kind, "fingerprint": each.fingerprint, "task": each.task or ""}, each.count)
        for each in stats.repeated_fingerprints
    )
    yield from _family("repeated_fingerprints", "Changes and failures that came again", repeated)


def _verdicts(rates: Mapping[str, PassRate]) -> Iterator[tuple[str, str, int]]:
    for name, rate in rates.items():
        yield name, "passed", rate.passed
        yield name, "failed", rate.failed


def _family(name: str, text: str, samples: Iterable[tuple[Mapping[str, str], float]]) -> Iterator[str]:
    yield f"# TYPE tdomcheck_{name} gauge"
    yield f"# HELP tdomcheck_{name} {text}."
    for labels, value in samples:
        pairs = ",".join(f'{label}="{_label(said)}"' for label, said in labels.items())
        yield f"tdomcheck_{name}{{{pairs}}} {value}" if pairs else f"tdomcheck_{name} {value}"


def _label(text: str) -> str:
    return visible(text).replace("\\", "\\\\").replace('"', '\\"')
