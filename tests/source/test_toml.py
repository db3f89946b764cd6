"""TOML with places."""

from __future__ import annotations

import tomllib
import typing as t

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toml_texts import documents

from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.source.toml import TomlText, table, text

LETTERS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


def strings(source: str) -> list[tuple[str, str]]:
    return [(piece.where, piece.text) for piece in TomlText(source.encode()).strings]


def test_a_string_knows_its_table_and_key() -> None:
    assert strings('[project]\nname = "shop"\ndependencies = [\n  "tdom",  # why\n  \'svcs\',\n]\n') == [
        ("project.name", "shop"),
        ("project.dependencies", "tdom"),
        ("project.dependencies", "svcs"),
    ]
    assert strings('project.dependencies = ["a"]') == [("project.dependencies", "a")]
    assert strings('[dependency-groups]\n"d e" = ["a"]\nx = {y = "b"}') == [
        ("dependency-groups.d e", "a"),
        ("dependency-groups.x.y", "b"),
    ]
    assert strings('[[package]]\nname = "a"\n[tool."x.y" . z]\nk = "b"') == [
        ("package.name", "a"),
        ("tool.x.y.z.k", "b"),
    ]


def test_what_a_string_holds_is_no_token() -> None:
    assert strings('a = "# no comment"\nb = """\n[no.table]\nc = "no key"\n"""\nd = \'\'\'it\'s\'\'\'') == [
        ("a", "# no comment"),
        ("b", '[no.table]\nc = "no key"\n'),
        ("d", "it's"),
    ]
    assert strings(r'a = "\"quoted\" [ \\"' + '\nb = "x"') == [("a", '"quoted" [ \\'), ("b", "x")]
    assert TomlText(b'a = "# no comment"\n').comments == []


def test_entries_reach_over_their_lines() -> None:
    data = b'# c\n[a] # d\nb = [\n  "x", # e\n  "y",\n] # f\n\nc.d = {e = 1}\r\ng = """\n\n"""\n'
    found = [data[entry.start : entry.end] for entry in TomlText(data).entries]
    assert found == [
        b"[a]",
        b'b = [\n  "x", # e\n  "y",\n]',
        b"c.d = {e = 1}",
        b'g = """\n\n"""',
    ]


def test_other_values_are_passed_by() -> None:
    assert strings('a = 1979-05-27T07:32:00Z\nb = 0xff\nc = [1.5, true]\nd = "e"') == [("d", "e")]


def test_comments_have_places() -> None:
    data = "# \u00e9\na = 1  # tdomcheck: ignore[TDC906]  \r\nb = [ # c\n]".encode()
    found = TomlText(data).comments
    assert [data[place.start : place.end].decode().rstrip() for place in found] == [
        "# \u00e9",
        "# tdomcheck: ignore[TDC906]",
        "# c",
    ]


@pytest.mark.parametrize(
    ("source", "offset"), [("a = 1\nb = = 2\n", 10), ("<<<<<<< HEAD\n", 0), ('a = "x', 6), ("\u00e9 = 1\n", 0)]
)
def test_what_is_no_toml_says_where(source: str, offset: int) -> None:
    with pytest.raises(Unparsable, match=r"it is no TOML: [a-z]") as caught:
        TomlText(source.encode()).values  # noqa: B018
    assert caught.value.offset == offset


def test_nesting_has_an_end() -> None:
    with pytest.raises(Unparsable):
        TomlText(b"a = " + b"[" * 100_000).values  # noqa: B018


def test_what_is_not_there_is_empty() -> None:
    assert table({"a": {"b": 1}}, "a", "b") == {}
    assert table([], "a") == {}
    assert table({"a": {"b": {"c": 2}}}, "a", "b") == {"c": 2}
    assert (text(3), text("x")) == ("", "x")


@given(st.lists(st.tuples(st.sampled_from("abc"), LETTERS, LETTERS), max_size=6))
def test_strings_are_those_that_tomllib_reads(items: list[tuple[str, str, str]]) -> None:
    def quoted(value: str) -> str:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = [f"k{number}{key} = [{quoted(one)}, {quoted(two)}] # {one}" for number, (key, one, two) in enumerate(items)]
    source = "\n".join(lines)
    expected = [(key, item) for key, values in tomllib.loads(source).items() for item in t.cast("list[str]", values)]
    assert strings(source) == expected


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.sampled_from(["", "\ufeff"]), st.sampled_from(["\n", "\r\n"]))
def test_a_string_is_where_it_is_found(source: str, mark: str, newline: str) -> None:
    file = TomlText((mark + source.replace("\n", newline)).encode())
    try:
        pieces = list(file.strings)
    except Unparsable:
        return
    for piece in pieces:
        place = file.place(piece)
        assert tomllib.loads(f"a = {file.data[place.start : place.end].decode()}")["a"] == piece.text


@given(st.binary(max_size=60))
def test_no_bytes_upset_the_scan(data: bytes) -> None:
    try:
        file = TomlText(data)
    except Undecodable:
        return
    assert all(0 <= place.start < place.end <= len(data) for place in (*file.entries, *file.comments))
