"""What shards of a run of codemods do adds up to what the run does."""

from __future__ import annotations

import os
import tempfile
import typing as t
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_events_of_shards_merged import plain, stats_without_seconds

from tdomcheck.app.merging import merge_reports
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.verbs import Outputs, run_apply, run_codemods
from tdomcheck.app.request import Request
from tdomcheck.model.shard import Shard

CONFIG = '[project]\nname = "shop"\ndependencies = ["tdom", "svcs"]\n'
CONTENTS: Mapping[str, str] = {
    "plain": "x = 1\n",
    "typing": "from typing import Iterable, Optional\n\n\ndef f(x: Iterable[int]) -> Optional[int]:\n    return None\n",
    "services": "import svcs\n\n\ndef f(container: svcs.Container, x):\n    return container.get(x)\n",
    "card": 'from tdom import Node, html\n\n\ndef Card() -> Node:\n    return html(t"<p></p>")\n',
    "page": "from tdom import Node, html\n\nfrom card import Card\n\n\ndef Page() -> Node:\n    return Card()\n",
    "wants text": "from card import Card\n\nprint(str(Card()))\n",
    "f-string": "from tdom import html\n\n\ndef page(x):\n    return html(f'<p>{x}</p>')\n",
    "kept": "from typing import Iterable  # tdomcheck: ignore[typing-to-abc] because\n",
    "broken": "from typing import Iterable\ndef (:\n",
    "document": "# Shop\n\n```python\nfrom typing import Iterable\n\nx: Iterable[int] = []\n```\n",
}
NAMES = ("card.py", "a.py", "b.py", "main.py", "pkg/a.py", "pkg/deep/b.py", "tests/test_a.py", "sp ace.py", "é.py")
STEPS = (
    ("typing-to-abc",),
    ("svcs-modernise", "typing-to-abc"),
    ("components-to-template",),
    ("fstring-to-tstring", "typing-to-abc"),
)


def write(root: Path, chosen: Mapping[str, str]) -> Path:
    files = {name.replace(".py", ".md") if kind == "document" else name: kind for name, kind in chosen.items()}
    for name, content in {"pyproject.toml": CONFIG, **{name: CONTENTS[kind] for name, kind in files.items()}}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


def contents(root: Path) -> dict[str, bytes]:
    found = (path for path in root.rglob("*") if path.is_file() and ".tdomcheck" not in path.parts)
    return {str(path.relative_to(root)): path.read_bytes() for path in found}


def run(root: Path, steps: Sequence[str], shard: Shard | None, effect: RunEffect, out: Path, **more: t.Any) -> int:
    """One run, whose plan, rows, JSON and events go into a folder."""
    name = str(shard.number) if shard else "whole"
    request = Request(cwd=str(root), shard=shard, events=str(out / f"events-{name}"))
    outputs = Outputs(is_json=True, delta=str(out / f"delta-{name}"), rows=str(out / f"rows-{name}"))
    with ThreadPoolExecutor(1) as executor:
        order = MigrationOrder((), effect, executor=executor, allows_dirty=True, **more)
        text, code, _ = run_codemods(request, steps, (), order, outputs)
    (out / f"json-{name}").write_text(text)
    return code


def merge(out: Path, kind: str, count: int) -> int:
    names = [str(out / f"{kind}-{number}") for number in range(count, 0, -1)]
    return merge_reports(names, str(out / f"{kind}-merged"), "")[1]


@settings(max_examples=12, deadline=None)
@example(chosen={"card.py": "card", "a.py": "page", "main.py": "wants text"}, count=3, steps=STEPS[2], marks=True)
@example(chosen={"card.py": "card", "b.py": "page", "a.py": "typing"}, count=4, steps=STEPS[2], marks=False)
@example(chosen={"a.py": "broken", "b.py": "kept", "main.py": "document"}, count=2, steps=STEPS[1], marks=False)
@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(sorted(CONTENTS)), min_size=1, max_size=6),
    st.integers(1, 4),
    st.sampled_from(STEPS),
    st.booleans(),
)
def test_the_sum_of_the_shards_is_the_run(
    chosen: Mapping[str, str], count: int, steps: Sequence[str], marks: bool
) -> None:
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "out"
        out.mkdir()
        before = contents(write(Path(name) / "before", chosen))
        whole = write(Path(name) / "whole", chosen)
        code = run(whole, steps, None, RunEffect.WRITE, out, marks=marks)
        after = dict(before)
        for number in range(1, count + 1):
            part = write(Path(name) / f"part-{number}", chosen)
            run(part, steps, Shard(number, count), RunEffect.WRITE, out, marks=marks)
            after |= {path: data for path, data in contents(part).items() if before[path] != data}
        assert after == contents(whole)
        merge(out, "delta", count)
        assert (out / "delta-merged").read_text() == (out / "delta-whole").read_text()
        assert merge(out, "json", count) == code
        assert (out / "json-merged").read_text() == (out / "json-whole").read_text()
        assert merge(out, "events", count) == code
        assert plain((out / "events-merged").read_text()) == plain((out / "events-whole").read_text())
        assert stats_without_seconds(out / "events-merged") == stats_without_seconds(out / "events-whole")
        rows = [line for number in range(1, count + 1) for line in (out / f"rows-{number}").read_text().splitlines()]
        assert sorted(rows) == sorted((out / "rows-whole").read_text().splitlines())


@pytest.mark.parametrize("steps", STEPS)
def test_the_merged_plan_is_that_of_one_run_and_can_be_applied(tmp_path: Path, steps: Sequence[str]) -> None:
    kinds = ("card", "typing", "services", "page", "f-string", "kept", "document", "typing", "plain")
    chosen = dict(zip(NAMES, kinds, strict=True))
    root, whole = write(tmp_path / "root", chosen), write(tmp_path / "whole", chosen)
    run(whole, steps, None, RunEffect.PLAN, tmp_path)
    assert [run(root, steps, Shard(number, 3), RunEffect.PLAN, tmp_path) for number in (1, 2, 3)]
    assert contents(root) == contents(whole)
    assert merge(tmp_path, "delta", 3) == 0
    assert (tmp_path / "delta-merged").read_bytes() == (tmp_path / "delta-whole").read_bytes()
    _, code, notice = run_apply(Request(cwd=str(root)), str(tmp_path / "delta-merged"), MigrationOrder(()), Outputs())
    assert (code, notice) == (0, "")
    run(whole, steps, None, RunEffect.WRITE, tmp_path)
    assert contents(root) == contents(whole)
    assert contents(root) != contents(write(tmp_path / "before", chosen))


def test_an_empty_shard_does_nothing(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"a.py": "typing"})
    codes = [run(root, STEPS[0], Shard(number, 9), RunEffect.WRITE, tmp_path) for number in range(1, 10)]
    assert codes == [0] * 9
    assert b"collections.abc" in (root / "a.py").read_bytes()


def test_a_dry_run_of_a_part_says_what_it_would_change(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"a.py": "typing", "b.py": "typing", "main.py": "typing", "pkg/a.py": "plain"})
    before = contents(root)
    codes = [run(root, STEPS[0], Shard(number, 2), RunEffect.SUMMARY, tmp_path) for number in (1, 2)]
    assert merge(tmp_path, "json", 2) == max(codes) == 1
    assert contents(root) == before
    assert os.path.getsize(tmp_path / "json-merged")
