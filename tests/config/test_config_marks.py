"""Where keys and values stand: proven on TOML that hypothesis writes in many styles."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from toml_texts import documents

from tdomcheck.config.marks import Mark, Marks, Path
from tdomcheck.toml_places import TomlPlaces, keys_of, parsed_toml


def places(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*path, index))


def is_equal(left: object, right: object) -> bool:
    return repr(left) == repr(right)


def check(places: TomlPlaces, path: Path, value: object) -> None:
    if isinstance(path[-1], str):
        assert keys_of(places.keys[path]) == [path[-1]]
    else:
        assert path in places.keys or path in places.values
    if path in places.values:
        text = (places.values[path].text or b"").decode()
        assert is_equal(tomllib.loads(f"v = {text}")["v"], value)
    else:
        assert isinstance(value, dict | list), "only tables and arrays of tables are spread over a document"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_every_key_and_value_is_found_where_it_stands(text: str) -> None:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        Marks(text).key(("a",))  # keys that clash: nothing is promised, but that it ends
        return
    found = TomlPlaces(parsed_toml(text.encode()))
    for path, value in places(table):
        check(found, path, value)


@example('1."\\1"')
@given(st.text(alphabet="[]{}=.,\"'#\\ \nab1", max_size=40))
def test_any_text_comes_to_an_end(text: str) -> None:
    Marks(text).value(("a",))


@pytest.mark.parametrize(
    ("text", "path", "mark"),
    [
        pytest.param("a = 1\nb.c = 2\n", ("b", "c"), Mark(2, 3, 1), id="a dotted key"),
        pytest.param("[a.b]\nc = 2\n", ("a", "b"), Mark(1, 4, 1), id="a table"),
        pytest.param("[[o]]\nx=1\n[[o]]\nx=2\n", ("o", 1, "x"), Mark(4, 1, 1), id="the second of an array of tables"),
        pytest.param("[[o]]\n[o.s]\nx=1\n[[o]]\n[o.s]\nx=2\n", ("o", 1, "s", "x"), Mark(6, 1, 1), id="below it"),
        pytest.param("a = {b = 1,  cc = 2}\n", ("a", "cc"), Mark(1, 14, 2), id="an inline table"),
        pytest.param("a = 1\n", ("a", "b", 3), Mark(1, 1, 1), id="what is not there: what holds it"),
    ],
)
def test_a_key_is_found(text: str, path: Path, mark: Mark) -> None:
    assert Marks(text).key(path) == mark


def test_a_value_over_several_lines_is_marked_on_its_first() -> None:
    assert Marks("a = [1,\n  2]\n").value(("a",)) == Mark(1, 5, 3)


def test_an_element_is_found_in_its_line() -> None:
    assert Marks('a = ["x",\n  "yy"]\n').value(("a", 1)) == Mark(2, 3, 4)


def test_columns_are_counted_in_characters() -> None:
    marks = Marks('a = {"\u00e9\u00e9" = "\U0001f600"}\n')
    assert (marks.key(("a", "\u00e9\u00e9")), marks.value(("a", "\u00e9\u00e9"))) == (Mark(1, 6, 4), Mark(1, 13, 3))


def test_what_is_nowhere_has_no_mark() -> None:
    assert Marks("a = 1\n").key(("b",)) is None
    assert Marks("").value(()) is None


@pytest.mark.parametrize("text", ["a = 1\nb = 'x\n", "a = 1\n= 2", "a = 1\nb 2", "a = 1\nb = ["])
def test_what_was_found_before_the_thread_was_lost_is_kept(text: str) -> None:
    assert Marks(text).key(("a",)) == Mark(1, 1, 1)
