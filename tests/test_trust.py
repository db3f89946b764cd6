"""The page of promises: every promise names tests, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
TEST = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")


def promises() -> list[str]:
    """The entries of all lists of the page."""
    body = re.sub(r"(?m)^(#|```).*$", "", PAGE)
    return [" ".join(entry.split()) for entry in re.findall(r"(?m)^- (.+(?:\n  .+)*)", body)]


@cache
def names_of(path: str) -> frozenset[str]:
    """The names of the tests of a file, those of classes behind the name of their class."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return frozenset(name for name in found if name.rpartition("::")[2].startswith("test_"))


@pytest.mark.parametrize("promise", promises())
def test_every_promise_is_proved_by_tests_that_are_there(promise: str) -> None:
    named = TEST.findall(promise)
    assert named
    assert [f"{path}::{name}" for path, name in named if name not in names_of(path)] == []


def test_the_page_is_where_people_look() -> None:
    assert "(docs/trust.md)" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "(docs/trust.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(promises()) > 10
