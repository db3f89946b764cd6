"""Globs of checked projects are matched in linear time, and mean what they meant."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timely import ended

from tdomcheck.config.globs import PathMatcher, is_listed
from tdomcheck.config.linear import ANY_FOLDERS, SOME_FOLDERS, STAR, joined
from tdomcheck.edges.ignore import compile_rules

PATHS = [
    "/".join(parts)
    for length in (1, 2, 3, 4)
    for parts in itertools.product(("a", "b", "ab", "ba"), repeat=length)
    if length < 4 or parts[0] != "ba"
]
NAMES = st.lists(st.sampled_from(["a", "b", STAR, STAR, "[^/]", "(?!/)[ab]"]), min_size=1, max_size=5)
FOLDERS = st.lists(st.one_of(NAMES, st.sampled_from([[ANY_FOLDERS], [SOME_FOLDERS]])), max_size=4)


def pieces_of(folders: list[list[str]], last: list[str]) -> list[str]:
    """As a translator hands them on: `**/` stands where a name begins."""
    pieces: list[str] = []
    for folder in folders:
        pieces += folder if folder[0] in {ANY_FOLDERS, SOME_FOLDERS} else [*folder, "/"]
    return [*pieces, *last]


@given(FOLDERS, st.one_of(NAMES, st.sampled_from([[".*"], [".+"]])), st.sampled_from(["", "/.+", "(?:/.+)?"]))
def test_they_mean_what_a_plain_expression_means(folders: list[list[str]], last: list[str], below: str) -> None:
    pieces = pieces_of(folders, last)
    plain, linear = (re.compile(text + below, re.DOTALL) for text in ("".join(pieces), joined(pieces)))
    differing = [path for path in PATHS if bool(plain.fullmatch(path)) != bool(linear.fullmatch(path))]
    assert differing == [], linear.pattern


@pytest.fixture
def in_time() -> Iterator[None]:
    """The plain expressions would take longer than there are stars."""
    with ended():
        yield


def _ignored(glob: str, path: str) -> bool:
    rules = compile_rules([glob], "/")
    return rules.decide(path.rpartition("/")[2], path, is_folder=False) is not None


READERS: list[Callable[[str, str], bool]] = [
    lambda glob, path: PathMatcher.of([glob]).is_match(path),
    lambda glob, path: is_listed([glob], path),
    _ignored,
]
HOSTILE = [
    ("*a" * 40 + "*b", "a" * 200),
    ("*a" * 40 + "*b/x", "a" * 200 + "/x"),
    ("**/a/" * 20 + "b", "a/" * 500 + "a"),
    ("**/*a*a/" * 20 + "b", "aaaa/" * 500 + "a"),
    ("x/" + "**/*a*a*a/" * 20 + "*b", "x/" + "aaaa/" * 500 + "a"),
    ("*" * 500 + "b", "a" * 200),
    ("**/" * 500 + "b", "a/" * 500 + "a"),
    ("*[a]" * 40 + "*b", "a" * 200),
    ("*?" * 40 + "/b", "a" * 200 + "/c"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize(("glob", "path"), HOSTILE)
@pytest.mark.parametrize("reader", READERS, ids=["globs", "workspaces", "ignore files"])
def test_a_hostile_one_ends(reader: Callable[[str, str], bool], glob: str, path: str) -> None:
    assert not reader(glob, path)
    assert reader(glob, glob.replace("**/", "").replace("*", "").replace("[a]", "a").replace("?", "a"))
