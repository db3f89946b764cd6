"""The streams of shards merge into the stream of one run, but for times, seconds and whose run it was."""

from __future__ import annotations

import json
import tempfile
import typing as t
from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_shards_merged import CARD, CONFIG, CONTENTS, NAMES, made, write

from tdomcheck.app.merging import merge_reports
from tdomcheck.app.present import ReportOptions
from tdomcheck.app.request import Request
from tdomcheck.app.run import run_check
from tdomcheck.model.shard import Shard
from tdomcheck.report.events.numbers import as_value
from tdomcheck.report.events.reading import StreamReading, read_stream
from tdomcheck.report.events.stats import stats_of

projects = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(sorted(CONTENTS)), max_size=7)


def streamed(root: Path, stream: Path, shard: Shard | None, **more: t.Any) -> int:
    request = Request(cwd=str(root), uses_cache=False, shard=shard, events=str(stream), **more)
    return run_check(request, ReportOptions(format="concise"), {})[1]


def plain(text: str) -> Sequence[Mapping[str, object]]:
    """The events without what differs from run to run."""
    events = [json.loads(line) for line in text.splitlines()]
    for event in events:
        for name in ("time", "run", "seconds"):
            event.pop(name, None)
    return events


def reading_of(path: Path) -> StreamReading:
    reading = read_stream(path.read_bytes().splitlines(keepends=True))
    assert (reading.problems, reading.cut_off) == ([], [])
    return reading


def stats_without_seconds(path: Path) -> t.Any:
    stats: t.Any = as_value(stats_of(reading_of(path).events))
    return {**stats, "runs": {**stats["runs"], "seconds": 0}}


@settings(max_examples=40, deadline=None)
@example(chosen={"a.py": "both", "b.py": "accepted", "page.py": "needless"}, count=3, budget=0, options={})
@given(
    projects,
    st.integers(1, 4),
    st.none() | st.integers(0, 3),
    st.sampled_from([{}, {"ignores_suppressions": True}, {"exits_zero": True}, {"allows_empty": True}]),
)
def test_the_merged_stream_is_that_of_one_run(
    chosen: Mapping[str, str], count: int, budget: int | None, options: Mapping[str, t.Any]
) -> None:
    config = CONFIG if budget is None else f"{CONFIG}[tool.tdomcheck.budgets]\nTDC101 = {budget}\n"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = folder / "project"
        write(root, {"pyproject.toml": config.encode(), "card.py": CARD.encode(), **made(chosen)})
        whole = streamed(root, folder / "whole", None, **options)
        for number in range(1, count + 1):
            streamed(root, folder / str(number), Shard(number, count), **options)
        names = [str(folder / str(number)) for number in range(count, 0, -1)]
        _, code, _ = merge_reports(names, str(folder / "merged"), "events")
        assert code == whole
        assert plain((folder / "merged").read_text()) == plain((folder / "whole").read_text())
        assert stats_without_seconds(folder / "merged") == stats_without_seconds(folder / "whole")
