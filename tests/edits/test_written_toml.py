"""A value in a TOML file: all else stays, byte for byte."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from toml_texts import documents

from tdomcheck.edits.toml import with_value

OWN = ("tool", "tdomcheck", "key")


def numbers(value: object, steps: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers(item, (*steps, key))
    elif type(value) is int:
        yield steps


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.sampled_from(["", "\ufeff"]), st.sampled_from(["\n", "\r\n"]), st.data())
def test_one_number_is_another_and_all_else_is_as_it_was(
    text: str, mark: str, newline: str, data: st.DataObject
) -> None:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assume(list(numbers(values)))
    steps = data.draw(st.sampled_from(list(numbers(values))))
    before = (mark + text.replace("\n", newline)).encode()
    after = with_value(before, steps, 987654)
    if after is not None:
        left, right = after.split(b"987654")
        assert before.startswith(left)
        assert before.endswith(right)
        assert isinstance(tomllib.loads(f"a = {before[len(left) : len(before) - len(right)].decode()}")["a"], int)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.sampled_from([OWN, OWN[2:]]))
def test_one_key_more_and_all_else_is_as_it_was(text: str, steps: tuple[str, ...]) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    after = with_value(text.encode(), steps, 7)
    if after is not None:
        kept = [line for line in after.decode().split("\n") if line not in {"key = 7", "[tool.tdomcheck]", ""}]
        assert kept == [line for line in text.split("\n") if line]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[tool.tdomcheck]\nkey = 7\n"),
        ("[tool.tdomcheck]\nkey   =  1_0  # why\n", "[tool.tdomcheck]\nkey   =  7  # why\n"),
        ("[tool]\n[tool.'tdomcheck']\n\"key\" = 1\r\n", "[tool]\n[tool.'tdomcheck']\n\"key\" = 7\r\n"),
        ("tool.tdomcheck.key=0x1F\r\n", "tool.tdomcheck.key=7\r\n"),
        ("tool = {tdomcheck = { key = 1, x = 2 }}\n", "tool = {tdomcheck = { key = 7, x = 2 }}\n"),
        ("[tool.a]\n[x]\n[tool.tdomcheck]\nkey = 1\n[tool.b]", "[tool.a]\n[x]\n[tool.tdomcheck]\nkey = 7\n[tool.b]"),
        (
            "[tool.tdomcheck]\na = [\n  1, # one\n] # end\n\n# about b\n[tool.b]\n",
            "[tool.tdomcheck]\na = [\n  1, # one\n] # end\nkey = 7\n\n# about b\n[tool.b]\n",
        ),
        (
            "[tool.tdomcheck] # x\r\n\r\n# b\r\n[tool.tdomcheck.b]\r\n",
            "[tool.tdomcheck] # x\r\nkey = 7\r\n\r\n# b\r\n[tool.tdomcheck.b]\r\n",
        ),
        ("tool.tdomcheck.a = 1\n\n# b\n[b]\n", "tool.tdomcheck.a = 1\ntool.tdomcheck.key = 7\n\n# b\n[b]\n"),
        ("[tool.tdomcheck]\na = 1", "[tool.tdomcheck]\na = 1\nkey = 7\n"),
    ],
)
def test_where_it_goes(before: str, after: str) -> None:
    assert with_value(before.encode(), OWN, 7) == after.encode()


@pytest.mark.parametrize("text", ["tool = 3\n", "[[tool.tdomcheck]]\n", "tool.tdomcheck = 'x'\n"])
def test_what_is_not_a_table_takes_a_second_look(text: str) -> None:
    assert with_value(text.encode(), OWN, 7) is None
