"""Where keys and values stand: proven on TOML that hypothesis writes in many styles."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tdomcheck.config.marks import Mark, Marks, Path, scan

KEYS = st.one_of(
    st.text("abZ09-_", min_size=1, max_size=3),
    st.sampled_from(['"a b"', "'x.y'", r'"\u00e9"', '"]"', "'#'", '""', '"="']),
)
BLANKS = st.sampled_from(["", " ", "\t", "  "])
ENDINGS = st.sampled_from(["\n", " # x = [1\n", "\n\n", "\n# [no.table]\n", "\r\n"])
SCALARS = st.sampled_from(
    [
        "1",
        "-1_000",
        "0x1F",
        "3.14",
        "inf",
        "true",
        "1979-05-27",
        "1979-05-27 07:32:00Z",
        '"a = 1"',
        r'"\" # ]"',
        "'C:\\'",
        '"""\n[a]\nb = 1\n"""',
        '"""a""b\\""" ""\\\n  c"""',
        "'''it's\n#''x'''''",
        '""""a"""""',
        '""',
    ]
)
GAPS = st.sampled_from(["", " ", "\n", " # ,]\n", "\n\t"])


@st.composite
def arrays(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    items = [f"{draw(GAPS)}{value}{draw(GAPS)}" for value in draw(st.lists(values, max_size=3))]
    tail = draw(st.sampled_from(["", ","])) if items else ""
    return f"[{','.join(items)}{tail}{draw(GAPS)}]"


@st.composite
def inline_tables(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    keys = draw(st.lists(KEYS, max_size=3))
    pairs = [f"{draw(BLANKS)}{key}{draw(BLANKS)}={draw(BLANKS)}{draw(values)}{draw(BLANKS)}" for key in keys]
    return f"{{{','.join(pairs)}}}"


VALUES = st.recursive(SCALARS, lambda inner: st.one_of(arrays(inner), inline_tables(inner)), max_leaves=6)


@st.composite
def pairs(draw: st.DrawFn) -> str:
    keys = draw(st.lists(KEYS, min_size=1, max_size=3))
    dot = draw(st.sampled_from([".", " . "]))
    return f"{draw(BLANKS)}{dot.join(keys)}{draw(BLANKS)}={draw(BLANKS)}{draw(VALUES)}{draw(ENDINGS)}"


@st.composite
def documents(draw: st.DrawFn) -> str:
    text = "".join(draw(st.lists(pairs(), max_size=3)))
    for _ in range(draw(st.integers(0, 4))):
        name = f"{draw(BLANKS)}.".join(draw(st.lists(KEYS | st.sampled_from(["t", "u"]), min_size=1, max_size=3)))
        left, right = draw(st.sampled_from([("[", "]"), ("[[", "]]"), ("[ ", " ]"), ("[[ ", "\t]]")]))
        text += f"{left}{name}{right}{draw(ENDINGS)}{''.join(draw(st.lists(pairs(), max_size=3)))}"
    return text.replace("\r\n", "\n")


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


def check(marks: Marks, path: Path, value: object) -> None:
    if isinstance(path[-1], str):
        start, end = marks.keys[path]
        assert list(tomllib.loads(f"{marks.text[start:end]} = 1")) == [path[-1]]
    else:
        assert path in marks.keys or path in marks.values
    if path in marks.values:
        start, end = marks.values[path]
        assert is_equal(tomllib.loads(f"v = {marks.text[start:end]}")["v"], value)
    else:
        assert isinstance(value, dict | list), "only tables and arrays of tables are spread over a document"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_every_key_and_value_is_found_where_it_stands(text: str) -> None:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        scan(text)  # keys that clash: nothing is promised, but that it ends
        return
    marks = scan(text)
    for path, value in places(table):
        check(marks, path, value)


@example('1."\\1"')
@given(st.text(alphabet="[]{}=.,\"'#\\ \nab1", max_size=40))
def test_any_text_comes_to_an_end(text: str) -> None:
    scan(text)


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
    assert scan(text).key(path) == mark


def test_a_value_over_several_lines_is_marked_on_its_first() -> None:
    assert scan("a = [1,\n  2]\n").value(("a",)) == Mark(1, 5, 3)


def test_an_element_is_found_in_its_line() -> None:
    assert scan('a = ["x",\n  "yy"]\n').value(("a", 1)) == Mark(2, 3, 4)


def test_what_is_nowhere_has_no_mark() -> None:
    assert scan("a = 1\n").key(("b",)) is None
    assert scan("").value(()) is None


@pytest.mark.parametrize("text", ["a = 1\nb = 'x\n", "a = 1\n= 2", "a = 1\nb 2", "a = 1\nb = ["])
def test_what_was_found_before_the_thread_was_lost_is_kept(text: str) -> None:
    assert scan(text).key(("a",)) == Mark(1, 1, 1)


def test_an_empty_value_still_has_a_caret() -> None:
    marks = Marks("a", {("a",): (0, 0)})
    assert marks.key(("a",)) == Mark(1, 1, 1)
