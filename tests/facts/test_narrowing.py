"""Whether something is asked about a value before it is used: a test of another thing asks nothing."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import node_at, python_of

from tdomcheck.facts.python.decisions import is_tested
from tdomcheck.facts.python.narrowing import is_asked_by_loop, is_decided_again, is_guarded, is_settled


def _is_guarded(body: str, *, against_zero: bool = False, by_loops: bool = True) -> bool:
    """Whether `value` is asked about where it is shown last."""
    view = python_of(f"def page(self, value, other):\n{indent(body, '    ')}\n")
    call = node_at(view, "show(value)")
    return is_guarded(view, call, node_at(view, "value"), against_zero=against_zero, by_loops=by_loops)


@pytest.mark.parametrize(
    "body",
    [
        "show(value)",
        "if other:\n    show(value)",
        "show(value)\nif value:\n    pass",
        "def inner():\n    if value:\n        pass\nshow(value)",
        "other = value\nshow(value) if other else 1",
        "show(value) or value",
        "show(value) if other else value",
        "value and other\nshow(value)",
        "value if other else 1\nshow(value)",
        "x = [v for v in value]\nshow(value)",
        "for x in other:\n    show(value)",
        "[show(value) for x in other]",
        "try:\n    value()\nexcept E:\n    pass\nshow(value)",
        "assert other\nshow(value)",
        "with value:\n    show(value)",
    ],
)
def test_nothing_is_asked_about_it(body: str) -> None:
    assert not _is_guarded(body)


@pytest.mark.parametrize(
    "body",
    [
        "if value:\n    show(value)",
        "if other:\n    pass\nelif value.is_there:\n    show(value)",
        "if not value:\n    return\nshow(value)",
        "if value:\n    pass\nelse:\n    show(value)",
        "while value:\n    show(value)",
        "match value:\n    case 1:\n        show(value)",
        "for x in value:\n    show(value)",
        "assert value\nshow(value)",
        "show(value) if value else 1",
        "1 if other(value) else show(value)",
        "value and show(value)",
        "value or show(value)",
        "[show(value) for x in value]",
        "[show(value) for x in other if value]",
        "if value:\n    inner = lambda: show(value)",
        "if value:\n    pass\n\ndef inner():\n    show(value)",
    ],
)
def test_something_is_asked_about_it(body: str) -> None:
    assert _is_guarded(body)


def test_what_is_no_none_may_be_zero() -> None:
    for test in ("value is None", "value is not None", "value.x is not None"):
        assert _is_guarded(f"if {test}:\n    show(value)")
        assert not _is_guarded(f"if {test}:\n    show(value)", against_zero=True)
    assert _is_guarded("if value is not None and value > 1:\n    show(value)", against_zero=True)


def test_a_loop_may_count_or_not() -> None:
    for body in ("for x in value:\n    show(value)", "[show(value) for x in value]"):
        assert _is_guarded(body)
        assert not _is_guarded(body, by_loops=False)
    assert _is_guarded("[show(value) for x in value if value]", by_loops=False)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("show(x)", None),
        ("[show(x) for y in x]", None),
        ("for x in y:\n    show(x)", None),
        ("[lambda: show(x) for x in y]", None),
        ("[show(x) for x in y]", False),
        ("[show(x) for x in y if y]", False),
        ("{show(x): 1 for x in y for z in x if z}", False),
        ("[show(x) for x in y if x]", True),
        ("(show(x) for a, x in y if x.z)", True),
        ("[[show(x) for z in a] for x in y if x]", True),
    ],
)
def test_whether_a_comprehension_asks_for_what_it_goes_through(code: str, *, expected: bool | None) -> None:
    view = python_of(code)
    assert is_asked_by_loop(view, node_at(view, "show(x)"), {"x"}) is expected


def _is_decided_again(body: str) -> bool:
    view = python_of(f"def page(user, other):\n{indent(body, '    ')}\n    return shown\n")
    value = view.assignments[view.scopes.index_at(len(view.source.utf8) - 2), "shown"][0]
    return is_decided_again(view, value, node_at(view, "shown"))


@pytest.mark.parametrize(
    "body",
    [
        "shown = user",
        "if user:\n    shown = 1",
        "if user:\n    shown = 1\nif other:\n    return",
        "if user:\n    return\nif user.x:\n    shown = 1",
        "shown = 1\nif user:\n    return",
        "if user:\n    shown = 1\nx = [y for y in user]",
        "if self.x:\n    shown = 1\nif self.y:\n    return",
    ],
)
def test_what_chose_a_value_is_not_asked_again(body: str) -> None:
    assert not _is_decided_again(body)


@pytest.mark.parametrize(
    "body",
    [
        "if user:\n    shown = 1\nif user:\n    return",
        "if user:\n    shown = 1\nif not user.is_guest:\n    return",
        "if user:\n    shown = 1\nassert user",
        "if user:\n    shown = 1\nwhile user:\n    return",
        "if self.x:\n    shown = 1\nif self.x:\n    return",
    ],
)
def test_what_chose_a_value_is_asked_again(body: str) -> None:
    assert _is_decided_again(body)


def test_a_name_is_settled_by_a_test_of_it_or_of_what_chose_it() -> None:
    code = "def f(u):\n    if u:\n        shown = 'value'\n    {}\n    return shown\n"
    tests = ("pass", "if x: return", "if shown: return", "if u: return")
    found = []
    for test in tests:
        view = python_of(code.format(test))
        found.append(is_settled(view, node_at(view, "shown"), node_at(view, "'value'")))
    assert found == [False, False, True, True]


PAGE = """
class Card:
    def label(self):
        return 'on' if self.on else ''

    def show(self, user, other, rows):
        text = 'on' if user else ''
        {}
"""


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("PLACE", "user"),
        ("if other: PLACE", "user"),
        ("if other: PLACE", "user and other"),
        ("if other: PLACE", "'a' if user else ''"),
        ("if other: PLACE", "text"),
        ("if self.off: PLACE", "self.label()"),
        ("[PLACE for user in rows]", "user"),
        ("if user:\n            [PLACE for user in rows]", "user"),
    ],
)
def test_a_place_is_reached_whatever_decides(body: str, value: str) -> None:
    assert not _is_tested(body, value)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("if user: PLACE", "user"),
        ("if user: PLACE", "str(user).lower()"),
        ("if user and other: PLACE", "user and other"),
        ("if not user: PLACE", "'a' if user else ''"),
        ("if user: PLACE", "text"),
        ("if self.on: PLACE", "self.label()"),
        ("[PLACE for user in rows if user]", "user"),
    ],
)
def test_a_place_is_reached_where_what_decides_was_asked(body: str, value: str) -> None:
    assert _is_tested(body, value)


def _is_tested(body: str, value: str) -> bool:
    view = python_of(PAGE.format(body.replace("PLACE", f"PLACE({value})")))
    place = node_at(view, f"PLACE({value})")
    listed = place.child_by_field_name("arguments")
    assert listed is not None
    return is_tested(view, place, listed.named_children[0])
