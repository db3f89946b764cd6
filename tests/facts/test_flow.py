"""What an expression may turn into: the left side of an `or` comes out only where it is true."""

from __future__ import annotations

import pytest

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.value_flow import origins, outcomes
from tdomcheck.source.text import SourceText


def read(text: str) -> tuple[ModuleView, list[str], list[str]]:
    """The outcomes and the origins of the last expression that is given a name."""
    view = ModuleView(SourceText(f"import tdom\n\n{text}\n".encode()))
    value = view.nodes["assignment"][-1].child_by_field_name("right")
    assert value is not None
    return view, [view.text(node) for node in outcomes(value)], [view.text(node) for _, node in origins(view, value)]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a or b", ["a", "b"]),
        ("a or None", ["a", "None"]),
        ("a or (b if c else None)", ["a", "b", "None"]),
        ("(a or None) if c else d", ["a", "None", "d"]),
        ("(a or b) and None", ["None"]),
        ("(None if a else b) and c", ["c"]),
        ("None", ["None"]),
        ("x := None", ["None"]),
        ("None if a else ''", ["None", "''"]),
        ("True or a", ["True", "a"]),
        ("'x' or a", ["'x'", "a"]),
        ("t'' or a", ["t''", "a"]),
        ("f'{x}' or a", ["f'{x}'", "a"]),
        ("' ' or a", ["' '", "a"]),
        ("10 or a", ["10", "a"]),
        ("0x10 or a", ["0x10", "a"]),
        ("[0] or a", ["[0]", "a"]),
        ("(0,) or a", ["(0,)", "a"]),
        ("list() or a", ["list()", "a"]),
        ("None or None", ["None"]),
        ("a or '' or None", ["a", "None"]),
    ],
)
def test_what_may_come_out_is_kept(expression: str, expected: list[str]) -> None:
    assert read(f"it = ({expression})")[1] == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("None or b", ["b"]),
        ("False or b", ["b"]),
        ("0 or 0.0 or b", ["b"]),
        ("'' or \"\" or f'' or b", ["b"]),
        ("[] or () or {} or b", ["b"]),
        ("[  # none\n] or b", ["b"]),
        ("(None) or b", ["b"]),
        ("(a or None) or b", ["a", "b"]),
        ("(a if c else None) or b", ["a", "b"]),
        ("(None if c else ('' if d else a)) or b", ["a", "b"]),
        ("(a and None) or b", ["b"]),
        ("(x := None) or b", ["b"]),
        ("((a or None) if c else '') or (b or None)", ["a", "b", "None"]),
    ],
)
def test_what_is_false_does_not_come_out_of_the_left(expression: str, expected: list[str]) -> None:
    assert read(f"it = ({expression})")[1] == expected


@pytest.mark.parametrize(
    ("given", "expression", "expected"),
    [
        ("a if c else None", "x", ["a", "None"]),
        ("a if c else None", "d or x", ["d", "a", "None"]),
        ("a if c else None", "x and b", ["b"]),
        ("[]", "x or b", ["[]", "b"]),
        ("{}", "x or b", ["{}", "b"]),
        ("a or None", "x or b", ["a", "b"]),
        ("a if c else None", "(x if d else e) or b", ["a", "e", "b"]),
        ("None", "x or b", ["b"]),
    ],
)
def test_a_name_before_an_or_gives_what_is_true_of_it(given: str, expression: str, expected: list[str]) -> None:
    text = f"def page(a, b, c, d, e):\n    x = {given}\n    it = ({expression})"
    assert read(text)[2] == expected


def test_a_long_sum_of_alternatives_is_walked_without_recursion() -> None:
    assert len(read(f"it = {' or '.join(['a'] * 3000)}")[1]) == 3000
