"""Text that grows by and by, in a name or a list: one part that nobody knows, and all of it is unknown."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import node_at, python_of

from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.concatenation import added_to_names, is_sum, operands_of, operator_of
from tdomcheck.facts.python.list_building import appended_texts
from tdomcheck.facts.python.text_building import growing_texts, summands, text_additions


def grown(body: str) -> list[str]:
    view = python_of(f"def f(given, rows):\n{indent(body, '    ')}\n    return text\n")
    return [view.text(node) for node in growing_texts(view, node_at(view, "text"))]


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "text = ''",
        "text = ''\ntext = 'a'",
        "text = given\ntext += 'a'",
        "text = ''\ntext += given",
        "text = ''\ntext += 'a' + given",
        "text = ''\ntext += 'a' if given else given",
        "text = ''\ntext += t'a'",
        "text = ''\ntext += b'a'",
        "text = ''\ntext -= 'a'",
        "text += 'a'",
        "text = ''\ntext += 'a'\ntext = ''",
        "if given:\n    text = ''\nelse:\n    text = 'a'\ntext += 'b'",
        "text = ''\nfor text in rows:\n    text += 'a'",
        "text = ''\ntext, other = rows\ntext += 'a'",
        "text = ''\ntext = 'a' + text",
        "text = ''\ndef g():\n    nonlocal text\n    text = given\ntext += 'a'",
        "import text\ntext += 'a'",
        "text = ''\n" + "text += 'a'\n" * 301,
    ],
)
def test_a_text_that_may_hold_anything(body: str) -> None:
    assert grown(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("text = ''\ntext += 'a'", ["''", "'a'"]),
        ("text = ''\ntext += f'<li>{given}</li>'", ["''", "f'<li>{given}</li>'"]),
        ("text = ''\nfor row in rows:\n    text += 'a' + str(row)", ["''", "'a' + str(row)"]),
        ("text = ''\ntext = text + 'a'", ["''", "text + 'a'"]),
        ("text = 'a' 'b'\ntext += 'c' if given else 'd'", ["'a' 'b'", "'c' if given else 'd'"]),
        ("text = ''\ntext += text", ["''", "text"]),
    ],
)
def test_a_text_that_is_text_alone(body: str, expected: list[str]) -> None:
    assert grown(body) == expected


def test_what_is_added_behind_a_place_is_not_in_it() -> None:
    view = python_of("def f():\n    text = ''\n    show(text)\n    text += 'a'\n    return text\n")
    first, last = (node for node in view.readers["text"] if node.parent and node.parent.type != "augmented_assignment")
    assert [view.text(node) for node in growing_texts(view, first)] == ["''"]
    assert [view.text(node) for node in growing_texts(view, last)] == ["''", "'a'"]


def additions(body: str) -> list[str]:
    view = python_of(f"def f(given):\n{indent(body, '    ')}\n")
    return [view.text(node) for node in text_additions(view)]


@pytest.mark.parametrize(
    "body",
    [
        "text = 1\ntext += 'a'",
        "text = given\ntext += 'a'",
        "given += 'a'",
        "text += 'a'",
        "text = ''\ntext *= 2",
        "text = ''\ntext = []\ntext += 'a'",
        "text = ''\nself.text += 'a'",
        "text = ''\nfor text in x:\n    text += 'a'",
    ],
)
def test_nothing_is_added_to_a_text(body: str) -> None:
    assert additions(body) == []


def test_all_that_is_added_to_a_text() -> None:
    assert additions("text = ''\ntext += given\nif given:\n    text = 'a'\ntext += f(given)") == ["given", "f(given)"]


def appended(body: str) -> list[str]:
    view = python_of(f"def f(given, rows):\n{indent(body, '    ')}\n    return ''.join(items)\n")
    return [view.text(node) for node in appended_texts(view, node_at(view, "items"))]


@pytest.mark.parametrize(
    "body",
    [
        "items = given",
        "items = []",
        "items = {}\nitems.append('a')",
        "items = ['a']",
        "items = [given]\nitems.append('a')",
        "items = []\nitems.append(given)",
        "items = []\nitems.append(Markup('a'))",
        "items = []\nitems.append('a' if given else given)",
        "items = []\nitems.append(given + 'a')",
        "items = []\nitems.extend(rows)",
        "items = []\nitems += ['a']\nitems += rows",
        "items = []\nitems.append('a')\nf(items)",
        "items = []\nitems.append(['a'])",
    ],
)
def test_a_list_that_may_hold_anything(body: str) -> None:
    assert appended(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("items = []\nitems.append('a')", ["'a'"]),
        ("items = ['a']\nfor row in rows:\n    items.append(f'<li>{row}</li>')", ["f'<li>{row}</li>'"]),
        ("items = []\nitems.append('a' if given else str(given))", ["'a' if given else str(given)"]),
        ("items = []\nitems.append('a' + str(given))", ["'a' + str(given)"]),
        ("items = []\nitems.insert(0, 'a')", ["'a'"]),
    ],
)
def test_a_list_of_text(body: str, expected: list[str]) -> None:
    assert appended(body) == expected


def test_the_operands_of_a_sum() -> None:
    view = python_of("a + (b + c) + d * e\nx = y\nx += 1\nself.x += 2\nx -= 3\n")
    whole = node_at(view, "a + (b + c) + d * e")
    assert [view.text(node) for node in operands_of(whole)] == ["a", "b", "c", "d * e"]
    assert [view.text(node) for node in operands_of(node_at(view, "y"))] == ["y"]
    assert [operator_of(node_at(view, text)) for text in ("a + (b + c) + d * e", "d * e", "y")] == ["+", "*", ""]
    assert [is_sum(node_at(view, text)) for text in ("b + c", "d * e", "y")] == [True, False, False]
    assert {name: [view.text(node) for node in added] for (_, name), added in added_to_names(view).items()} == {
        "x": ["1"]
    }


def test_the_summands_of_every_branch() -> None:
    view = python_of("a + ('b' if c else 'd') + (e or 'f')\n")
    found = summands(view.tree.root.named_children[0].named_children[0])
    assert [view.text(node) for node in found] == ["a", "'b'", "'d'", "e", "'f'"]
    assert [literal_type(view, node) for node in found] == ["", "str", "str", "", "str"]
