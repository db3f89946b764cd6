"""Functions that may give None back by what their body says; where anything may decide it, nothing is said."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import python_of

from tdomcheck.facts.python.conditions import before_the_end, may_leave_nothing_out
from tdomcheck.facts.python.exhaustiveness import may_be_all
from tdomcheck.facts.python.optional_returns import may_be_none
from tdomcheck.facts.python.optional_returns import tests_of as deciding
from tdomcheck.facts.python.terminal import returns_of


def _may_be_none(body: str, returns: str = "") -> bool:
    view = python_of(f"def f(self, a, b){returns}:\n{indent(body, '    ')}\n")
    function = view.nodes["function"][0]
    return may_be_none(view, function, returns_of(view, function))


@pytest.mark.parametrize(
    "body",
    [
        "return a",
        "return None",
        "return a or 'x'",
        "x = g()\nreturn a if x else None",
        "if a:\n    return 1\nelse:\n    return 2",
        "if True:\n    return 1",
        "if a:\n    return 1\nelif b:\n    x = 1",
        "if a:\n    return 1\nelse:\n    x = 1",
        "g()\nif a:\n    return 1",
        "x = 1\nif a:\n    return g(x)\nwhile x:\n    pass",
        "for x in a:\n    return x",
        # What stands before the None may never come to its end.
        "if a:\n    return 1\nraise E\nreturn None",
        "if a:\n    return 1\nfail()\nreturn None",
        "if a:\n    return 1\nawait self.abort(a)\nreturn None",
        "if a:\n    return 1\nelse:\n    raise E\nreturn None",
        "while True:\n    if a:\n        return 1\nreturn None",
        "try:\n    return 1\nexcept E:\n    raise\nreturn None",
        "try:\n    return 1\nfinally:\n    b()\nreturn None",
        "with a:\n    return 1\nreturn None",
        "match a:\n    case 1:\n        return 1\nreturn None",
        # One value is asked about again and again: the None is for the type checker.
        "if a == 1:\n    return 1\nelif a == 2:\n    return 2\nreturn None",
        "if isinstance(a, A):\n    return 1\nif isinstance(a, B):\n    return 2\nreturn None",
        "if not a:\n    return 1\nif a.x:\n    return 2\nreturn 3",
    ],
)
def test_a_function_that_always_gives_something_or_might(body: str) -> None:
    assert not _may_be_none(body)


@pytest.mark.parametrize(
    "body",
    [
        "return a if b else None",
        "return None if a else b",
        "'''Docs.'''\nreturn a if b else None",
        "if a:\n    return 1",
        "'''Docs.'''\nx = 1\nif a:\n    return x",
        "if a:\n    return 1\nreturn None",
        "if a:\n    return 1\nreturn",
        "if a:\n    return None\nreturn 1",
        "if a:\n    return 1\ng()\nreturn None",
        "while a:\n    return 1\nreturn None",
        "with a:\n    x = 1\n    if x:\n        return 1\nreturn None",
        "try:\n    return 1\nexcept E:\n    x = 1\nreturn None",
        "if a:\n    return 1\nelse:\n    x = 1\nreturn None",
        "if a == 1:\n    return 1\nif b == 2:\n    return 2\nreturn None",
    ],
)
def test_a_function_that_may_give_none(body: str) -> None:
    assert _may_be_none(body)


def test_an_annotation_with_none_says_that_it_is_meant() -> None:
    body = "if a == 1:\n    return 1\nelif a == 2:\n    return 2\nreturn None"
    assert [_may_be_none(body, f" -> {said}") for said in ("int", "int | None", "Optional[int]")] == [
        False,
        True,
        True,
    ]


def test_what_decides_which_value_a_function_gives() -> None:
    body = (
        "if a:\n    return b and 1\nelif c:\n    return 2 if d else 3\nwhile e:\n    pass\nmatch f:\n    case 1: pass"
    )
    view = python_of(f"def g():\n{indent(body, '    ')}\n")
    assert sorted(view.text(test) for test in deciding(view.nodes["function"][0])) == ["a", "b", "c", "d", "e", "f"]


def asked(body: str) -> list[str] | None:
    view = python_of(f"def f():\n{indent(body, '    ')}\n")
    block = view.nodes["function"][0].child_by_field_name("body")
    assert block is not None
    found = before_the_end(block.named_children)
    return [view.text(node) for node in found] if found is not None else None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for x in y: pass\nif a: return 1", None),
        ("with x: pass\nif a: return 1", None),
        ("try:\n    pass\nfinally:\n    pass", None),
        ("if a:\n    x = 1\nif b: return 1", None),
        ("if a: return 1\nelse: return 2", None),
        ("x = 1", []),
        ("if a: return 1", ["a"]),
        ("if a: x = 1", ["a"]),
        ("if a: return 1\nif b: return 2", ["a", "b"]),
        ("if a: raise E\nelif b: return 1\nif c: return 2", ["a", "b", "c"]),
        ("assert a\nif b: return 2", ["a", "b"]),
    ],
)
def test_what_decides_whether_a_function_comes_to_its_end(body: str, expected: list[str] | None) -> None:
    assert asked(body) == expected


OWNER = "class A:\n    def is_open(self): ...\n    def f(self, a, b):\n        local = a.kind\n"


def _is_open(*conditions: str) -> bool:
    """Whether one of some conditions may always hold."""
    body = "".join(f"        if {condition}: return 1\n" for condition in conditions)
    view = python_of(OWNER + body)
    nodes = [node.child_by_field_name("condition") for node in view.nodes["if"]]
    return may_leave_nothing_out(view, [node for node in nodes if node is not None])


@pytest.mark.parametrize(
    "conditions",
    [
        ("a",),
        ("a", "b"),
        ("self.a", "self.b"),
        ("a.x == 1", "b.x == 1"),
        ("len(a) > 1", "b"),
        ("isinstance(a, str)", "b"),
        ("self.a.x", "self.b.x"),
    ],
)
def test_conditions_about_different_things(conditions: tuple[str, ...]) -> None:
    assert not _is_open(*conditions)


@pytest.mark.parametrize(
    "conditions",
    [
        ("a", "not a"),
        ("a.x", "not a.y"),
        ("a == 1", "a == 2"),
        ("local", "a.kind"),
        ("self.a", "not self.a"),
        ("is_open()",),
        ("self.is_open()",),
        ("self.is_open",),
        ("a.is_x()", "a.is_y()"),
    ],
)
def test_conditions_that_may_be_about_one_thing(conditions: tuple[str, ...]) -> None:
    assert _is_open(*conditions)


def _may_be_all(*conditions: str, head: str = "") -> bool:
    body = "".join(f"    if {condition}: pass\n" for condition in conditions)
    view = python_of(f"def f(a, b, text: str, n: int):\n    {head or 'pass'}\n{body}")
    nodes = [node.child_by_field_name("condition") for node in view.nodes["if"]]
    return may_be_all([node for node in nodes if node is not None])


@pytest.mark.parametrize(
    "conditions",
    [
        ("a",),
        ("a", "b"),
        ("a", "not b"),
        ("a == 1",),
        ("a == 1", "b == 2"),
        ("a == b", "a.x != b"),
        ("text == 'a'", "text == 'b'"),
        ("n == 1", "2 == n"),
        ("text.lower() == 'a'", "text.lower() == 'b'"),
        ("len(a) == 1", "len(a) == 2"),
        ("isinstance(a, A)",),
        ("isinstance(a, A)", "b"),
        ("f(a)", "g(a)"),
    ],
)
def test_something_is_left_over(conditions: tuple[str, ...]) -> None:
    assert not _may_be_all(*conditions)


@pytest.mark.parametrize(
    "conditions",
    [
        ("a", "not a"),
        ("a or b", "not (b)"),
        ("a is None", "a is not None"),
        ("a in b", "a not in b"),
        ("a < 1", "a >= 1"),
        ("a < 1", "a > 1"),
        ("a == K.A", "a == K.B"),
        ("a == 'x'", "a == 'y'"),
        ("a == K.A or a == K.B",),
        ("isinstance(a, A)", "isinstance(a, B)"),
        ("a", "b", "a and b"),
    ],
)
def test_nothing_may_be_left_over(conditions: tuple[str, ...]) -> None:
    assert _may_be_all(*conditions)


def test_a_value_is_one_of_a_few_or_one_of_many() -> None:
    given = {"a": False, "a.kind": True, "a.lower()": False, "str(a)": False, "text": False, "g()": True}
    for value, expected in given.items():
        assert _may_be_all("x == 1", "x == 2", head=f"x = {value}") is expected, value
