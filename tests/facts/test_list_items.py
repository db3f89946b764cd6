"""The items of a list, however they come into it, and what functions of the file give back."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import python_of, view_of

from tdomcheck.facts.html.shown_values import shown_values
from tdomcheck.facts.python.call_results import is_any_result, origins_through_calls, results_of
from tdomcheck.facts.python.list_items import chosen_values, list_items
from tdomcheck.facts.python.local_calls import function_behind
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.narrowing import is_asked_by_loop


def python_of_page(body: str) -> PythonModule:
    return python_of(f"def page(x, others):\n{indent(body, '    ')}\n")


def items(body: str) -> list[str]:
    """The items of what the function returns at last."""
    view = python_of_page(body)
    return [view.text(node) for node in list_items(view, view.nodes["return"][-1].named_children[0])]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return [1, x]", "1 x"),
        ("return (1, x)", "1 x"),
        ("return [x.name for x in others]", "x.name"),
        ("return [1] + [x]", "1 x"),
        ("return [1] if x else [2]", "1 2"),
        ("more = [1, 2]\nreturn [x, *more]", "x 1 2"),
        ("rows = [1]\nreturn rows", "1"),
        ("rows = [1]\nrows.append(2)\nrows.insert(0, 3)\nreturn rows", "2 3 1"),
        ("rows = [1]\nrows.extend([2, 3])\nreturn rows", "2 3 1"),
        ("rows = [1]\nrows += [2]\nreturn rows", "2 1"),
        ("rows = (1,)\nrows += (2,)\nreturn rows", "2 1"),
        ("rows = [1]\nprint(rows)\nreturn rows", "1"),
        # What is no list, and what may have lost what it held.
        ("return x", ""),
        ("return 'text'", ""),
        ("return {1: 2}", ""),
        ("return x + [1]", ""),
        ("return others + x", ""),
        ("return [*others]", ""),
        ("rows = [1]\nrows.pop()\nreturn rows", ""),
        ("rows = [1]\nrows[0] = 2\nreturn rows", ""),
        ("rows = [1]\nx(rows)\nreturn rows", ""),
        ("rows = [1]\nrows = [2]\nreturn rows", ""),
        ("rows = (1,)\nshown = rows\nreturn others", ""),
    ],
)
def test_the_items_of_a_list(body: str, expected: str) -> None:
    assert " ".join(items(body)) == expected


def chosen(body: str) -> list[str]:
    view = python_of_page(body)
    return [view.text(node) for node in chosen_values(view, view.nodes["return"][-1].named_children[0])]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return (1 if x else 2)", ["1", "2"]),
        ("shown = 1 if x else 2\nreturn shown", ["1", "2"]),
        ("return x and 1", ["x and 1"]),
        ("return x", ["x"]),
        # A test says which of its values a name has.
        ("shown = 1 if x else 2\nif shown:\n    return shown", []),
        ("shown = 1\nshown += 2\nreturn shown", ["shown"]),
    ],
)
def test_what_an_expression_chooses_between(body: str, expected: list[str]) -> None:
    assert chosen(body) == expected


_LABEL = "def label(kind, size=1):\n    return kind and 'b'\n\ndef plain():\n    return 'a' if ON else None\n\n"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("plain()", "'a' None"),
        ("'x'", "'x'"),
        # Its arguments, or a default, may decide what comes back; another function is not followed.
        ("label('x')", "label('x')"),
        ("label(kind)", "label(kind)"),
        ("plain(*args)", "plain(*args)"),
        ("other()", "other()"),
    ],
)
def test_what_a_call_gives_back(call: str, expected: str) -> None:
    view = python_of(f"{_LABEL}def page(kind, args):\n    return {call}\n")
    node = view.nodes["return"][-1].named_children[0]
    assert " ".join(view.text(value) for _, value in origins_through_calls(view, node)) == expected


@pytest.mark.parametrize(
    ("call", "is_any"),
    [
        ("tag(kind)", True),
        ("tag(kind.name)", True),
        ("tag('x')", False),
        ("tag(*kind)", False),
        ("tag(kind) if kind else None", False),
    ],
)
def test_whether_a_call_may_give_all_that_a_result_may_be(call: str, is_any: bool) -> None:
    view = python_of(f"def tag(kind):\n    return kind and 'b'\n\ndef page(kind):\n    return {call}\n")
    node = next(node for node in view.nodes["call"] if view.text(node).startswith("tag("))
    function = function_behind(view, node)
    assert function is not None
    (result,) = results_of(view, function)
    assert is_any_result(view, node, function, result) is is_any


@pytest.mark.parametrize(
    ("comprehension", "expected"),
    [
        ("[name for name in names if name]", True),
        ("[name for name in names]", False),
        ("[name for other in names if name]", None),
        ("name", None),
    ],
)
def test_whether_a_comprehension_asks_for_what_it_names(comprehension: str, expected: bool | None) -> None:
    view = python_of(f"def page(names):\n    return {comprehension}\n")
    name = view.readers["name"][0]
    assert is_asked_by_loop(view, name, {"name"}) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('return t"<p>{x}</p>"', "x"),
        ('return t"<p>{[1, x]}</p>"', "1 x"),
        ('shown = f(x)\nreturn t"<p>{shown}</p>"', "f(x)"),
        ('rows = [f(x)]\nreturn t"<p>{rows[0]}</p>"', "f(x)"),
        ('shown = 1\nif x:\n    shown = 2\nreturn t"<p>{shown}</p>"', "1 2"),
        # An attribute is no text, and neither is what shows source.
        ('return t"<p class={x}></p>"', ""),
        ('return t"<code>{x}</code>"', ""),
        ('return t"<p><samp>{x}</samp></p>"', ""),
        ('return t"<p>{x:callback}</p>"', ""),
        ('return t"<p>text</p>"', ""),
    ],
)
def test_what_a_template_shows(body: str, expected: str) -> None:
    view = view_of(f"import tdom\n\ndef page(x):\n{indent(body, '    ')}\n")
    (template,) = view.html_templates
    assert " ".join(view.text(value) for _, value in shown_values(view, template)) == expected
