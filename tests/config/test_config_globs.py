"""Globs, against a slow matcher that says what they mean segment by segment."""

from __future__ import annotations

import fnmatch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.config.globs import PathMatcher

PARTS = st.sampled_from(["a", "b", "ab", "a.py", "*.py", "*", "?", "**", "a*", "[ab]", "[!a]", "[a-c]x"])
NAMES = st.sampled_from(["a", "b", "c", "ab", "a.py", "b.py", "cx", "-"])


def by_hand(glob: list[str], path: list[str]) -> bool:
    if not glob:
        return True  # a folder matched, or the file itself
    if glob[0] == "**":
        if len(glob) == 1:
            return len(path) > 0
        return any(by_hand(glob[1:], path[start:]) for start in range(len(path) + 1))
    return bool(path) and fnmatch.fnmatchcase(path[0], glob[0]) and by_hand(glob[1:], path[1:])


@given(st.lists(PARTS, min_size=1, max_size=4), st.lists(NAMES, min_size=1, max_size=4))
def test_a_glob_means_what_its_segments_mean(glob: list[str], path: list[str]) -> None:
    whole = glob if len(glob) > 1 else ["**", *glob]
    assert PathMatcher.of(["/".join(glob)]).is_match("/".join(path)) == by_hand(whole, path)


@given(st.text(alphabet="ab*?[]!^-\\/.", max_size=10), st.text(alphabet="ab[]-/.", max_size=8))
def test_any_text_is_a_glob(glob: str, path: str) -> None:
    PathMatcher.of([glob]).is_match(path)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_a_path_without_special_letters_means_itself(path: list[str]) -> None:
    text = "/".join(path)
    assert PathMatcher.of([text]).is_match(text)
    assert PathMatcher.of([f"/{text}"]).is_match(text)
    assert not PathMatcher.of([f"{text}/"]).is_match(path[-1])


@pytest.mark.parametrize(
    ("globs", "path"),
    [
        pytest.param([], "a.py", id="no globs mean nothing"),
        pytest.param([""], "a.py", id="an empty glob means nothing"),
        pytest.param(["tests/"], "tests", id="a folder is not a file of that name"),
        pytest.param(["/a.py"], "src/a.py", id="a leading slash starts at the root"),
        pytest.param(["src/a.py"], "x/src/a.py", id="a slash in the middle starts at the root"),
        pytest.param(["./a.py"], "src/a.py", id="a leading dot starts at the root"),
        pytest.param(["*.py"], "a.pyi", id="the whole name counts"),
        pytest.param(["src/*/a.py"], "src/x/y/a.py", id="one star does not cross a slash"),
        pytest.param(["src/?a.py"], "src//a.py", id="a question mark is no slash"),
        pytest.param(["tests", "!tests/keep.py"], "tests/keep.py", id="taken out again"),
        pytest.param(["!src"], "src/a.py", id="everything but"),
        pytest.param(["[z-a]"], "b", id="a range that runs backwards holds nothing"),
        pytest.param(["A.py"], "a.py", id="case counts"),
        pytest.param(["src/a.py"], "../src/a.py", id="what is outside of the root"),
    ],
)
def test_leave_this_alone(globs: list[str], path: str) -> None:
    assert not PathMatcher.of(globs).is_match(path)


@pytest.mark.parametrize(
    ("globs", "path"),
    [
        pytest.param(["."], "src/a.py", id="the root means everything"),
        pytest.param(["./"], "src/a.py", id="so does the root as a folder"),
        pytest.param(["**"], "src/a.py", id="two stars mean everything"),
        pytest.param(["tests/"], "src/tests/a.py", id="a folder at any depth"),
        pytest.param(["tests/**"], "tests/x/a.py", id="all in a folder"),
        pytest.param(["tests"], "tests/x/a.py", id="a folder means all in it"),
        pytest.param(["a.py"], "x/y/a.py", id="a name at any depth"),
        pytest.param(["src/**/a.py"], "src/a.py", id="two stars may be no folder"),
        pytest.param(["tests", "!tests/keep.py"], "tests/x.py", id="not all are taken out"),
        pytest.param(["!src"], "lib/a.py", id="everything but, elsewhere"),
        pytest.param([r"\*.py"], "*.py", id="an escaped star"),
        pytest.param(["a[.py"], "a[.py", id="an open bracket is a letter"),
        pytest.param(["[!a]"], "b", id="any but a letter"),
        pytest.param(["[^z-a]"], "b", id="any but nothing"),
        pytest.param(["[]]"], "]", id="a bracket in brackets"),
        pytest.param(["[a-]"], "-", id="a dash at the end is a letter"),
        pytest.param(["a b/ü.py"], "a b/ü.py", id="spaces and other letters"),
        pytest.param(["a\nb.py"], "x/a\nb.py", id="a newline in a name"),
    ],
)
def test_this_is_meant(globs: list[str], path: str) -> None:
    assert PathMatcher.of(globs).is_match(path)


def test_many_stars_take_no_time() -> None:
    assert not PathMatcher.of(["/".join(["**"] * 40 + ["x"])]).is_match("/".join(["a"] * 60))
