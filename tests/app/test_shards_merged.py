"""The records of shards merge into the reports of one run, byte for byte."""

from __future__ import annotations

import json
import os
import tempfile
import typing as t
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tdomcheck.app.baseline_files import create_baseline
from tdomcheck.app.joined_shards import woven
from tdomcheck.app.merging import merge_records
from tdomcheck.app.present import ReportOptions
from tdomcheck.app.request import Request
from tdomcheck.app.run import run_check
from tdomcheck.errors import UsageError
from tdomcheck.model.shard import Shard
from tdomcheck.report import FORMATS, RECORD

CONFIG = """
[project]
name = "shop"
dependencies = ["tdom"]
[tool.tdomcheck]
exclude = ["left_out_*"]
max-file-bytes = 2000
"""
CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
CONTENTS: Mapping[str, bytes] = {
    "plain": b"x = 1\n",
    "mismatched": b'page = t"<p><b>x</i></p>"\npage = t"<p><b>x</i></p>"\n',
    "nested": b"from tdom import html\n\n\ndef page(x):\n    return html(t\"<div>{html(t'<b>{x}</b>')}</div>\")\n",
    "of the project": (
        b'from tdom import html\nfrom card import Card\n\npage = html(t\'<{Card} colour="red" title="a" />\')\n'
    ),
    "both": (
        b"from tdom import html\nfrom card import Card\n\n"
        b"page = html(t'<{Card} colour=\"r\" title=\"a\" />'), t'<p><b>x</i></p>'\n"
    ),
    "accepted": (
        b"from tdom import html\nfrom card import Card\n\n"
        b'page = html(t\'<{Card} colour="red" title="a" />\')  # tdomcheck: ignore[unknown-prop] -- for now\n'
    ),
    "accepted in part": (
        b"from tdom import html\nfrom card import Card\n\n"
        b'page = html(t\'<{Card} colour="red" title="a" />\')  # tdomcheck: ignore[unknown-prop, TDC101] -- for now\n'
    ),
    "needless": (
        b"x = 1  # tdomcheck: ignore[TDC101, unknown-prop] -- why\n"
        b"x = 1  # tdomcheck: ignore[TDC101, unknown-prop] -- why\n"
        b"x = 1  # tdomcheck: ignore[unknown-prop] -- why\nx = 1  # tdomcheck: ignore[TDC999]\n"
    ),
    "conditional": (
        b'from card import Card\nfrom tdom import html\n\n\ndef page(x):\n    return html(t"<p>{Card(x)}</p>")\n'
    ),
    "broken": b"from tdom import html\ndef (:\n",
    "undecodable": b"# coding: utf-8\nx = '\xff'\n",
    "too large": b"x = 1\n" * 500,
    "document": b'# Shop\n\n```python\npage = t"<p><b>x</i></p>"\n```\n\n```python\nfrom tdom import html\n```\n',
}
NAMES = (
    "a.py",
    "b.py",
    "page.py",
    "pkg/a.py",
    "pkg/deep/b.py",
    "left_out_1.py",
    "sp ace.py",
    "é.py",
    "a'b\".py",
    "::c.py",
)
HOSTILE = os.fsdecode(b"\xff%41.py")


def write(root: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def run(root: Path, folder: Path, shard: Shard | None, **more: t.Any) -> int:
    """One check, whose reports go into a folder; of a shard its record."""
    reports = [(name, str(folder / f"{name}-whole")) for name in FORMATS]
    if shard is not None:
        reports = [(RECORD, str(folder / f"shard-{shard.number}")), ("json", str(folder / f"json-{shard.number}"))]
    shows = more.pop("shows_suppressed", False)
    request = Request(cwd=str(root), uses_cache=False, shard=shard, **more)
    view = ReportOptions(format="concise", reports=tuple(reports), shows_suppressed=shows)
    return run_check(request, view, {})[1]


def differences(root: Path, folder: Path, count: int, **more: t.Any) -> Sequence[str]:
    """The formats in which the merged report is not the one of a single run, and whether the exit code is."""
    folder.mkdir()
    whole = run(root, folder, None, **more)
    for number in range(1, count + 1):
        run(root, folder, Shard(number, count), **more)
    shards = [str(folder / f"shard-{number}") for number in range(count, 0, -1)]
    reports = tuple((name, str(folder / f"{name}-merged")) for name in FORMATS)
    code = merge_records(shards, ReportOptions(format="concise", reports=reports), {})[1]
    wrong = [
        name for name in FORMATS if (folder / f"{name}-merged").read_bytes() != (folder / f"{name}-whole").read_bytes()
    ]
    return wrong if code == whole else [*wrong, f"it exits {code}, not {whole}"]


names = st.sampled_from((*NAMES, HOSTILE))
projects = st.dictionaries(names, st.sampled_from(sorted(CONTENTS)), max_size=7)
trusted = st.dictionaries(names, st.sampled_from(sorted(CONTENTS.keys() - {"too large"})), max_size=7)
"""Of those a baseline can be made."""


def made(chosen: Mapping[str, str]) -> dict[str, bytes]:
    """Files by name; a document has the suffix of one."""
    return {name.replace(".py", ".md") if kind == "document" else name: CONTENTS[kind] for name, kind in chosen.items()}


@settings(max_examples=12, deadline=None)
@given(
    projects,
    st.integers(1, 5),
    st.sampled_from(
        [{}, {"shows_suppressed": True}, {"ignores_suppressions": True}, {"exits_zero": True}, {"allows_empty": True}]
    ),
)
def test_the_merged_report_is_that_of_one_run(
    chosen: Mapping[str, str], count: int, options: Mapping[str, t.Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        write(root, {"pyproject.toml": CONFIG.encode(), "card.py": CARD.encode(), **made(chosen)})
        assert differences(root, Path(folder) / "reports", count, **options) == []


BUDGETED = ("TDC101", "unknown-prop", "TDC121", "TDC004", "TDC001")


@settings(max_examples=12, deadline=None)
@given(
    projects,
    st.integers(1, 4),
    st.dictionaries(st.sampled_from(BUDGETED), st.integers(0, 4), min_size=1),
    st.sampled_from(["", 'severity = {TDC009 = "info"}\n', 'ignore = ["TDC009"]\n']),
    st.sampled_from([{}, {"shows_suppressed": True}, {"ignores_suppressions": True}, {"exits_zero": True}]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_budgets_are_those_of_one_run(
    chosen: Mapping[str, str], count: int, budgets: Mapping[str, int], more: str, options: Mapping[str, t.Any], end: str
) -> None:
    """Exceeded, exact and fallen: which is which no shard knows."""
    table = "".join(f"{name} = {most}  # é, and falls\n" for name, most in budgets.items())
    config = f"# Ö\n{CONFIG}{more}[tool.tdomcheck.budgets]\n{table}".replace("\n", end)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        write(root, {"pyproject.toml": config.encode(), "card.py": CARD.encode(), **made(chosen)})
        assert differences(root, Path(folder) / "reports", count, **options) == []


@settings(max_examples=12, deadline=None)
@example(earlier={"a.py": "needless"}, chosen={"a.py": "needless"}, count=2, fails_on_stale=False)
@given(trusted, projects, st.integers(1, 4), st.booleans())
def test_what_the_shards_say_of_a_baseline_adds_up(
    earlier: Mapping[str, str], chosen: Mapping[str, str], count: int, fails_on_stale: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        config = f'{CONFIG}baseline = "known.txt"\n[tool.tdomcheck.budgets]\nTDC101 = 1\n'.encode()
        write(root, {"pyproject.toml": config, "card.py": CARD.encode(), **made(earlier)})
        create_baseline(Request(cwd=str(root), uses_cache=False))
        for name in made(earlier).keys() - made(chosen).keys():
            (root / name).unlink()
        write(root, made(chosen))
        try:
            wrong = differences(root, Path(folder) / "reports", count, fails_on_stale=fails_on_stale)
        except UsageError as error:  # a file may have gone to two places
            wrong = [] if " is gone, and what was accepted there is both in " in str(error) else [str(error)]
        assert wrong == []


def everything() -> dict[str, bytes]:
    """A file of every kind, in folders of their own."""
    chosen = {f"pkg{number}/m{number}.py": kind for number, kind in enumerate(sorted(CONTENTS))}
    return made({**chosen, HOSTILE: "both", "left_out_1.py": "both"})


def test_every_shard_has_its_part_of_a_project_of_every_kind(tmp_path: Path) -> None:
    write(tmp_path / "project", {"pyproject.toml": CONFIG.encode(), "card.py": CARD.encode(), **everything()})
    assert differences(tmp_path / "project", tmp_path / "reports", 3) == []
    shards = [json.loads((tmp_path / f"reports/json-{number}").read_text()) for number in (1, 2, 3)]
    whole = json.loads((tmp_path / "reports/json-whole").read_text())
    assert all(report["findings"] for report in shards), "the project is dealt to all of them"
    assert {finding["code"] for finding in whole["findings"]} >= {
        "TDC001",
        "TDC002",
        "TDC004",
        "TDC005",
        "TDC101",
        "TDC207",
    }
    of_project = [number for number, report in enumerate(shards, 1) if "TDC207" in str(report["findings"])]
    assert of_project == [1], "rules that look at the whole project run in the first shard"
    assert {file["path"] for file in shards[0]["summary"]["ledger"]["files"]["checked"]}.isdisjoint(
        file["path"] for file in shards[1]["summary"]["ledger"]["files"]["checked"]
    )


@pytest.mark.parametrize(
    ("lists", "whole"),
    [
        pytest.param([], "", id="nobody says anything"),
        pytest.param(["abc", "abc"], "abc", id="all say the same"),
        pytest.param(["ac", "abc"], "abc", id="one knows what is between"),
        pytest.param(["b", "ab", "bc"], "abc", id="ends are known to others"),
        pytest.param(["", "ab", ""], "ab", id="one says all"),
    ],
)
def test_what_shards_say_is_said_once(lists: Sequence[str], whole: str) -> None:
    assert "".join(woven(lists)) == whole


@given(st.lists(st.text("abcdef", max_size=6)))
def test_nothing_is_lost_and_nothing_is_said_twice(lists: list[str]) -> None:
    assert sorted(woven(lists)) == sorted({item for items in lists for item in items})
