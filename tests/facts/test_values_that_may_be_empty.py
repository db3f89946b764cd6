"""Whether a value may come out as None or False, and what tests it before."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import python_of

from tdomcheck.facts.python.decisions import is_tested
from tdomcheck.facts.python.empty_values import is_narrowed, textless_value
from tdomcheck.facts.python.narrowing import is_settled

_KINDS = frozenset({"None", "bool", "list", "dict"})
_HELPERS = """
def state(on):
    if on:
        return "on"

def always(on):
    return "on"

"""


@pytest.mark.parametrize(
    ("body", "kind", "certain"),
    [
        ("return None", "None", True),
        ("return x == 1", "bool", True),
        ("return [x]", "list", True),
        ("return 'a' if x else None", "None", False),
        ("shown = None\nreturn shown", "None", True),
        ("return x == 1 and 'a'", "bool", False),
        ("return state(x)", "None", False),
        # It is text, or unknown, or a test says that it is there.
        ("return 'a'", "", False),
        ("return x", "", False),
        ("return x and 'a'", "", False),
        ("return always(x)", "", False),
        ("return other(x)", "", False),
        ("return state(True)", "", False),
        ("return (1,)", "", False),
        ("shown = 'a' if x else None\nif shown:\n    return shown", "", False),
        ("if x:\n    return state(x)", "", False),
    ],
)
def test_what_makes_no_text(body: str, kind: str, certain: bool) -> None:
    view = python_of(f"{_HELPERS}def page(x):\n{indent(body, '    ')}\n")
    textless = textless_value(view, view.nodes["return"][-1].named_children[0], _KINDS)
    assert (textless.kind if textless else "", textless is not None and textless.is_certain) == (kind, certain)


def test_only_the_kinds_that_are_asked_for() -> None:
    view = python_of("def page(x):\n    return x == 1\n")
    assert textless_value(view, view.nodes["return"][-1].named_children[0], {"None"}) is None


def test_the_function_that_gives_none_back_is_named() -> None:
    view = python_of(f"{_HELPERS}def page(x):\n    return state(x)\n")
    textless = textless_value(view, view.nodes["return"][-1].named_children[0], _KINDS)
    assert textless is not None
    assert textless.giver is not None
    assert view.text(textless.giver) == "state"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("f(shown or x)", True),
        ("f((shown if x else x) or x)", True),
        ("if shown:\n    f(shown)", True),
        ("f(shown)", False),
        ("f(shown and x)", False),
        ("f(x or shown)", False),
        ("if x:\n    f(shown)", False),
        ("f(x if shown else x)", False),
    ],
)
def test_whether_none_is_not_what_it_gives(body: str, expected: bool) -> None:
    view = python_of(f"def page(shown, x, f):\n{indent(body, '    ')}\n")
    assert is_narrowed(view, view.readers["shown"][-1]) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if on:\n    f('a' if on else '')", True),
        ("f(['a' if on else '' for on in x if on])", True),
        ("shown = 'a' if on else ''\nif on:\n    f(shown)", True),
        ("f('a' if on else '')", False),
        ("if x:\n    f('a' if on else '')", False),
        ("f(['a' if on else '' for on in x])", False),
        ("if on:\n    f('a' if on and x else '')", False),
    ],
)
def test_whether_what_decides_has_been_asked(body: str, expected: bool) -> None:
    view = python_of(f"def page(on, x, f):\n{indent(body, '    ')}\n")
    call = next(node for node in view.nodes["call"] if view.text(node).startswith("f("))
    pending = [call]
    while (value := pending.pop()).type not in {"conditional_expression", "identifier"} or view.text(value) == "f":
        pending += [child for child in reversed(value.named_children) if view.text(child) != "f"]
    assert is_tested(view, value, value) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("shown = 1 if x else 2\nif x:\n    f(shown)", True),
        ("shown = 1\nif shown:\n    f(shown)", True),
        ("shown = 1 if x else 2\nif not x:\n    return\nf(shown)", True),
        ("shown = 1 if x else 2\nf(shown)", False),
        ("shown = 1 if x else 2\nif y:\n    f(shown)", False),
    ],
)
def test_whether_a_test_decides_what_a_name_holds(body: str, expected: bool) -> None:
    view = python_of(f"def page(x, y, f):\n{indent(body, '    ')}\n")
    value = next(node.child_by_field_name("right") for node in view.nodes["assignment"])
    assert value is not None
    inner = value.named_children[0] if value.named_children else value
    assert is_settled(view, view.readers["shown"][-1], inner) is expected
