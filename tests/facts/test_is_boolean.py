"""What gives True or False whatever its names are: also the methods of str by their names, where nothing says more."""

from __future__ import annotations

import pytest
from fact_examples import view_of

from tdomcheck.facts.python.builtin_types import is_boolean, parameter_type


def told(text: str, expression: str) -> bool:
    """Whether the expression is boolean as the last that is given a name in a function."""
    view = view_of(f"import tdom\n{text}\n    it = {expression}\n")
    value = view.nodes["assignment"][-1].child_by_field_name("right")
    assert value is not None
    return is_boolean(view, value)


@pytest.mark.parametrize(
    "expression",
    [
        "label.isupper",
        "label.isupper(1)",
        "label.isupper(*more)",
        "label.startswith()",
        "label.upper()",
        "label.find('x')",
        "other.isupper()",
        "series.str.isupper()",
        "series.str.startswith('x')",
        "curses.isdigit(label)",
        "curses.startswith(label, 'x')",
        "User.name.startswith('x')",
        "table.c.name.endswith('x')",
        "column.startswith('x')",
        "label.isspace()",
        "label.isupper(x for x in label)",
        "label.isupper() and 'x'",
        "label.isupper() or None",
        "isupper()",
    ],
)
def test_what_may_be_another_thing_is_not_told(expression: str) -> None:
    text = "import curses\n\ndef isspace(): ...\n\ndef page(label, series, other: Label, more, table, column):"
    assert not told(text, expression)


@pytest.mark.parametrize("name", ["alnum", "alpha", "ascii", "decimal", "digit", "identifier", "lower", "numeric"])
def test_a_method_that_only_str_has_is_told_by_its_name(name: str) -> None:
    assert told("def page(label):", f"label.is{name}()")


@pytest.mark.parametrize(
    ("annotation", "expression"),
    [
        ("str", "label.isprintable()"),
        ("str", "label.isspace()"),
        ("str | None", "label.istitle()"),
        ("Any", "label.isupper()"),
        ("bytes", "label.startswith(b'x')"),
        ("str", "label.endswith(('a', 'b'))"),
        ("object", "label.name.strip()[0].isupper()"),
        ("object", "label.name.startswith('x', 1)"),
        ("object", "'abc'.startswith(label)"),
        ("str", "LABEL.startswith(label)"),
        ("str", "not label and label.isupper() and label.startswith('x')"),
    ],
)
def test_a_question_to_a_text_is_told(annotation: str, expression: str) -> None:
    assert told(f"LABEL = 'x'\n\ndef isspace(): ...\n\ndef page(label: {annotation}):", expression)


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [("it: str", "str"), ("it: list[str] = ()", "list"), ("it: str | None", ""), ("it: Label", ""), ("it", "")],
)
def test_the_type_of_a_parameter_is_that_of_its_annotation(parameter: str, expected: str) -> None:
    view = view_of(f"import tdom\n\ndef page({parameter}):\n    return it\n")
    assert parameter_type(view, view.readers["it"][-1]) == expected


def test_a_parameter_that_is_given_another_value_has_no_type() -> None:
    view = view_of("import tdom\n\ndef page(it: str):\n    it = 1\n    return it\n")
    assert parameter_type(view, view.readers["it"][-1]) == ""
