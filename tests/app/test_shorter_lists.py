"""A name goes out of a list of TOML, and nothing else changes."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.app.shorter_lists import without_name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a = 1\n",
        'other = ["x"]\n',
        'a = "x"\n',
        'a = ["xx", "y"]  # "x"\n',
        'a = []\nb = ["x"]\n',
        "[a]\nb = ['x']\n",
        "\ufeffa = ['y']\n",
    ],
)
def test_what_does_not_hold_it_is_left_alone(text: str) -> None:
    assert without_name(text.encode(), ("a",), "x") == text.encode()


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ('a = ["x"]  # one\n', "a = []  # one\n"),
        ("a = ['x', 'y']\n", "a = ['y']\n"),
        ('a = ["y", "x"]\n', 'a = ["y"]\n'),
        ('a = ["y", "x",]\n', 'a = ["y", ]\n'),
        ('a = [\n  "y",  # first\n  "x",\n  # last\n]\n', 'a = [\n  "y",  # first\n  # last\n]\n'),
        ('a = [\r\n  "x"\r\n]\r\n', "a = [\r\n]\r\n"),
        ('a = [\n  "x",  # why\n]\n', "a = [\n  # why\n]\n"),
        ('\ufeffa = ["x"]\r\n', "\ufeffa = []\r\n"),
        ('b = ["x"]\na = ["x"]\n', 'b = ["x"]\na = []\n'),
        ('# "x", is not it\na = ["x"]\n', '# "x", is not it\na = []\n'),
        ('a = ["x", "y", "x"]\n', 'a = ["x", "y", "x"]\n'),
    ],
)
def test_it_goes_and_the_rest_stays(text: str, shorter: str) -> None:
    assert without_name(text.encode(), ("a",), "x") == shorter.encode()


@given(st.lists(st.sampled_from(["x", "y", "z", "xx"]), unique=True), st.sampled_from([", ", ",", " ,\n  "]))
def test_all_others_stay_in_their_order(names: list[str], comma: str) -> None:
    text = f"# x\na = [{comma.join(repr(name) for name in names)}]\nb = ['x']\n"
    after = tomllib.loads(without_name(text.encode(), ("a",), "x").decode())

    assert after == {"a": [name for name in names if name != "x"], "b": ["x"]}
