"""Files composed of parts: every owner speaks for its range, at once with the others, and all of it is spliced."""

from __future__ import annotations

import functools
import tomllib
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from threading import Barrier

import pytest

from tdomcheck.model import Span
from tdomcheck.stitch.stitcher import FilePart, OwnedRange, owned_ranges, stitch
from tdomcheck.stitch.targets import Operation, node_target, path_target


def said(text: str | None):
    """An owner that says the same whatever stands there."""
    return lambda _owned: text


def part(path: str, text: str | None, **further) -> FilePart:
    return FilePart(path_target(path), said(text), **further)


PROJECT = (
    part("project", 'name = "shop"\nversion = "1.0"\ndependencies = ["tdom"]\n'),
    part("tool.pytest.ini_options", 'testpaths = ["tests"]'),
    part("tool.mypy", None),
    part("tool.ruff", "line-length = 100"),
    part("tool.ruff.lint.select", '["E", "F"]'),
)
COMPOSED = """\
[project]
name = "shop"
version = "1.0"
dependencies = ["tdom"]

[tool.pytest.ini_options]
testpaths = ["tests"]

[tool.ruff]
line-length = 100

[tool.ruff.lint]
select = ["E", "F"]
"""
HOOKS = (
    part("repos[0]", "repo: https://github.com/astral-sh/ruff-pre-commit\nrev: v0.14.0\nhooks:\n  - id: ruff\n"),
    part("repos[1]", "repo: local\nhooks:\n  - id: tdomcheck\n    name: tdomcheck\n"),
    part("ci.skip", "[tdomcheck]"),
)
COMPOSED_HOOKS = """\
repos:
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.14.0
    hooks:
      - id: ruff
  - repo: local
    hooks:
      - id: tdomcheck
        name: tdomcheck
ci:
  skip: [tdomcheck]
"""


class TestComposing:
    def test_a_project_file_of_nothing(self) -> None:
        parts = PROJECT[:3] + PROJECT[4:]
        result = stitch("pyproject.toml", b"", parts)
        assert result.refusals == ()
        assert tomllib.loads(result.after.decode())["tool"]["ruff"] == {"lint": {"select": ["E", "F"]}}
        assert stitch("pyproject.toml", result.after, parts).after == result.after

    def test_a_table_and_the_table_below_it_have_owners_of_their_own(self) -> None:
        result = stitch("pyproject.toml", b"", PROJECT)
        assert result.refusals[0].reason == "it changes what `tool.ruff` changes, too; send one of them"

    def test_it_reads_as_people_write_it(self) -> None:
        first = stitch("pyproject.toml", b"", PROJECT[:4]).after
        assert stitch("pyproject.toml", first, PROJECT[4:]).after.decode() == COMPOSED

    def test_a_file_of_hooks_of_nothing(self) -> None:
        result = stitch(".pre-commit-config.yaml", b"", HOOKS)
        assert result.refusals == ()
        assert result.after.decode() == COMPOSED_HOOKS
        assert stitch(".pre-commit-config.yaml", result.after, HOOKS).after == result.after

    def test_a_json_file_of_nothing(self) -> None:
        parts = [part("a.b", "1"), part("a.c", "[1]"), part("d", "{}")]
        result = stitch("a.json", b"", parts)
        assert result.after.decode() == '{\n  "a": {\n    "b": 1,\n    "c": [1]\n  },\n  "d": {}\n}\n'
        assert stitch("a.json", result.after, parts).after == result.after

    def test_code_that_is_there(self) -> None:
        parts = [
            FilePart(node_target(Operation.REPLACE, "function f"), lambda owned: owned.text.replace("1", "2")),
            FilePart(node_target(Operation.REPLACE, "function g"), said(None)),
        ]
        result = stitch("a.py", b"def f(): return 1\n\n\ndef g(): return 1\n", parts)
        assert (result.after, result.symbols) == (b"def f(): return 2\n\n\ndef g(): return 1\n", ("f",))


class TestLeavingAlone:
    SOURCE = b'# mine\r\n[project]  # head\r\nname = "x"   # why\r\n\r\n# theirs\r\n[tool.other]\r\nx   =  1\r\n'

    def test_nothing_but_the_ranges_changes(self) -> None:
        result = stitch("pyproject.toml", self.SOURCE, [part("project.name", '"y"'), part("tool.own", "a = 1")])
        assert result.after == self.SOURCE.replace(b'"x"', b'"y"') + b"\r\n[tool.own]\r\na = 1\r\n"

    def test_who_has_nothing_to_say_changes_nothing(self) -> None:
        result = stitch("pyproject.toml", self.SOURCE, [part("project", None)])
        assert (result.after, result.refusals) == (self.SOURCE, ())

    def test_one_refusal_stops_all(self) -> None:
        parts = [
            part("project.name", None),
            part("project.version", '"1"'),
            part("tool.own", "x = 1", validate=lambda text: "it needs a y" if "y" not in text else ""),
        ]
        result = stitch("pyproject.toml", self.SOURCE, parts)
        assert result.after == self.SOURCE
        assert [(each.wish, each.reason) for each in result.refusals] == [(2, "it needs a y")]

    def test_a_refusal_counts_the_parts_as_they_were_given(self) -> None:
        result = stitch("pyproject.toml", self.SOURCE, [part("project.name", None), part("project.x", "nope")])
        assert [each.wish for each in result.refusals] == [1]
        assert result.after == self.SOURCE

    def test_what_an_owner_raises_is_raised_and_nothing_changes(self) -> None:
        def fails(_owned: OwnedRange) -> str:
            raise ValueError("no answer")

        with pytest.raises(ValueError, match="no answer"):
            stitch("pyproject.toml", self.SOURCE, [FilePart(path_target("project"), fails)])

    def test_a_file_that_is_no_text(self) -> None:
        result = stitch("pyproject.toml", b"\xff", [part("a", "1")])
        assert "it cannot be read" in result.refusals[0].reason
        assert stitch("a.unknown", b"x", [part("a", "1")]).refusals[0].reason.startswith("files of this kind")


class TestAsking:
    def test_owners_are_asked_at_once(self) -> None:
        meeting = Barrier(3, timeout=60)

        def meets(_owned: OwnedRange) -> str:
            meeting.wait()  # nobody gets past it alone
            return "1"

        parts = [FilePart(path_target(name), meets) for name in "abc"]
        assert stitch("a.toml", b"", parts).after == b"a = 1\nb = 1\nc = 1\n"

    def test_an_owner_hears_what_stands_in_its_range(self) -> None:
        source = '"é" = "x"\n\n[t]\na = 1\nb = 2\n'.encode()
        heard: list[OwnedRange] = []
        targets = [path_target(path) for path in ("é", "t", "t.b", "u", "t.a.x")]
        stitch("a.toml", source, [FilePart(target, heard.append) for target in targets])
        assert {(str(owned.target), owned.text) for owned in heard} == {
            ("é", '"x"'),
            ("t", "a = 1\nb = 2"),
            ("t.b", "2"),
            ("u", ""),
            ("t.a.x", ""),
        }
        assert {owned.span for owned in heard if owned.text == '"x"'} == {Span(7, 10)}

    @pytest.mark.parametrize(
        ("path", "source", "target", "text"),
        [
            ("a.json", b'{"a": [1, {"b": 2}]}', "a[1].b", "2"),
            ("a.json", b'{"a": [1, {"b": 2}]}', "a[5]", ""),
            ("a.yaml", b"a:\n  - b: 1\n    c: 2\n", "a[0]", "b: 1\n    c: 2"),
            ("a.yaml", b"a:\n", "a", ""),
            ("a.yaml", b"a: 1\n", "a.b", ""),
        ],
    )
    def test_values_are_heard_as_they_are_written(self, path: str, source: bytes, target: str, text: str) -> None:
        assert [owned.text for owned in owned_ranges(path, source, [path_target(target)])] == [text]

    def test_any_executor_will_do(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            assert stitch("pyproject.toml", b"", PROJECT[:1], pool).after.startswith(b"[project]\n")

    @pytest.mark.slow
    def test_and_one_with_processes(self) -> None:
        parts = [FilePart(path_target(name), functools.partial(_sized, name)) for name in ("a", "b")]
        with ProcessPoolExecutor(2) as pool:
            assert stitch("a.toml", b"", parts, pool).after == b'a = "a 0"\nb = "b 0"\n'


def _sized(name: str, owned: OwnedRange) -> str:
    return f'"{name} {len(owned.text)}"'
