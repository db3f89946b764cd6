"""The blocks of statements, and what is tried."""

from __future__ import annotations

from textwrap import indent

import pytest
import tree_sitter
from fact_examples import python_of

from tdomcheck.facts.python.blocks import attempt_of, attempts_around, choice_of, is_left, statements_in
from tdomcheck.facts.python.exits import is_caught
from tdomcheck.facts.python.import_fallbacks import is_fallback, is_import_caught
from tdomcheck.facts.python.module import PythonModule


def parsed(body: str) -> tuple[PythonModule, tree_sitter.Node]:
    """The last statement of a function."""
    view = python_of(f"def page(x):\n{indent(body, '    ')}\n")
    return view, statements_in(view.nodes["function"][0])[-1]


def texts(view: PythonModule, blocks: tuple[tree_sitter.Node | None, ...]) -> str:
    return " | ".join(view.text(block) if block is not None else "-" for block in blocks)


@pytest.mark.parametrize(
    ("body", "expected", "exhaustive"),
    [
        ("if x:\n    a()", "a()", False),
        ("if x:\n    a()\nelse:\n    b()", "a() | b()", True),
        ("if x:\n    a()\nelif y:\n    b()\n# why not\nelse:\n    c()", "a() | b() | c()", True),
        ("if x:\n    a()\nelif y:\n    b()", "a() | b()", False),
        ("match x:\n    case 1:\n        a()\n    case _:\n        b()", "a() | b()", True),
        ("match x:\n    case 1:\n        a()\n    case _ if y:\n        b()", "a() | b()", False),
        ("match x:\n    case 1:\n        a()", "a()", False),
    ],
)
def test_the_blocks_of_a_choice(body: str, expected: str, exhaustive: bool) -> None:
    view, statement = parsed(body)
    choice = choice_of(statement)
    assert choice is not None
    assert (texts(view, choice.blocks), choice.is_exhaustive) == (expected, exhaustive)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("try:\n    a()\nexcept E:\n    b()", "a() | b() | - | -"),
        ("try:\n    a()\nexcept* E:\n    b()", "a() | b() | - | -"),
        ("try:\n    a()\nexcept (E, F) as e:\n    b()\nelse:\n    c()\nfinally:\n    d()", "a() | b() | c() | d()"),
        ("try:\n    a()\nfinally:\n    d()", "a() | - | d()"),
    ],
)
def test_the_blocks_of_a_try(body: str, expected: str) -> None:
    view, statement = parsed(body)
    attempt = attempt_of(statement)
    assert attempt is not None
    assert texts(view, (attempt.body, *attempt.handlers, attempt.otherwise, attempt.last)) == expected


@pytest.mark.parametrize("body", ["a()", "for y in x:\n    a()", "while x:\n    a()", "with x:\n    a()", "return x"])
def test_other_statements_have_neither(body: str) -> None:
    _, statement = parsed(body)
    assert choice_of(statement) is None
    assert attempt_of(statement) is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a()\nreturn x", True),
        ("raise x", True),
        ("return x\n# the end", True),
        ("a()", False),
        ("if x:\n    return", False),
        ("return x\na()", False),
    ],
)
def test_whether_a_block_is_left(body: str, expected: bool) -> None:
    view, _ = parsed(body)
    block = view.nodes["function"][0].child_by_field_name("body")
    assert block is not None
    assert is_left(block) is expected


def test_statements_are_no_comments() -> None:
    view = python_of("class A:\n    # why\n    a = 1  # because\n    # done\n    b = 2\n")
    assert len(statements_in(view.nodes["class"][0])) == 2
    assert statements_in(None) == []


@pytest.mark.parametrize(
    ("body", "tried", "caught", "import_caught", "fallback"),
    [
        ("try:\n    f()\nexcept E:\n    pass", [True], True, False, True),
        ("try:\n    f()\nexcept ImportError:\n    pass", [True], True, True, True),
        ("try:\n    f()\nexcept:\n    pass", [True], True, True, True),
        ("try:\n    x()\nexcept Exception:\n    f()", [False], False, True, True),
        ("try:\n    f()\nfinally:\n    pass", [True], False, False, True),
        ("try:\n    try:\n        f()\n    finally:\n        x()\nexcept E:\n    x()", [True, True], True, False, True),
        ("y = lambda: f()", [], True, False, False),
        ("if hasattr(x, 'a'):\n    f()", [], False, False, True),
        ("y = f() if hasattr(x, 'a') else 1", [], False, False, True),
        ("if x:\n    f()", [], False, False, False),
        ("f()", [], False, False, False),
        ("try:\n    def g():\n        f()\nexcept ImportError:\n    pass", [], False, True, True),
    ],
)
def test_what_is_tried(body: str, tried: list[bool], caught: bool, import_caught: bool, fallback: bool) -> None:
    view, _ = parsed(body)
    call = next(node for node in view.nodes["call"] if view.text(node) == "f()")
    assert [is_body for _, is_body in attempts_around(call)] == tried
    assert (is_caught(call), is_import_caught(view, call), is_fallback(call)) == (caught, import_caught, fallback)
