"""What a local list, set or dict holds, and what is done to it where its name is read."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import python_of

from tdomcheck.facts.python.contents import Contents, contents_of
from tdomcheck.facts.python.entries import entry_at


def contents(body: str, name: str = "rows") -> Contents | None:
    view = python_of(f"def page(others, x):\n{indent(body, '    ')}\n    return {name}\n")
    return contents_of(view, view.readers[name][-1])


def effects(body: str) -> list[str]:
    """The effects of all uses but the last one, which is the `return` of the function."""
    found = contents(body)
    assert found is not None
    assert found.uses[-1].effect.name == "HELD"
    return [use.effect.name for use in found.uses[:-1]]


def put(body: str) -> list[str]:
    """What is put in: the method, what goes in by itself, `*` before what goes in with all that it holds."""
    found = contents(body)
    assert found is not None
    texts = []
    for use in found.uses:
        key = [(use.key.text or b"").decode() + ":"] if use.key is not None else []
        items = [(node.text or b"").decode() for node in use.items]
        collections = ["*" + (node.text or b"").decode() for node in use.collections]
        if use.effect.name == "PUT":
            texts.append(" ".join([use.method, *key, *items, *collections]))
    return texts


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("rows = []\nrows.append(x)", ["append x"]),
        ("rows = []\nrows.insert(0, x)", ["insert 0: x"]),
        ("rows = []\nfor x in others:\n    rows.append(x.name)", ["append x.name"]),
        ("rows = []\nrows.extend(others)", ["extend *others"]),
        ("rows = []\nrows.extend(x for x in others)", ["extend *(x for x in others)"]),
        ("rows = []\nrows += others", ["+= *others"]),
        ("rows = {}\nrows |= others", ["|= *others"]),
        ("rows = {}\nrows['a'] = x", ["[]= 'a': x"]),
        ("rows = {}\nrows.setdefault('a', x)", ["setdefault 'a': x"]),
        ("rows = {}\nrows.update(others)", ["update *others"]),
        ("rows = set()\nrows.add(x)", ["add x"]),
        # Nothing is put in, or not into this one.
        ("rows = [x]", []),
        ("rows = []\nx.append(rows)", []),
        ("rows = []\nprint(rows.append)", []),
        ("rows = []\nrows.page.append(x)", []),
        ("rows = []\n(rows or others).append(x)", []),
        ("rows = []\nrows[0].append(x)", []),
        ("rows = {}\nrows['a', 'b'] = x", []),
        ("rows = []\nrows *= 2", []),
    ],
)
def test_what_is_put_in(body: str, expected: list[str]) -> None:
    assert put(body) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("if rows: x()", "READ"),
        ("if rows and x: x()", "READ"),
        ("x(not rows)", "READ"),
        ("x(f'{rows}')", "READ"),
        ("x(len(rows))", "READ"),
        ("x(', '.join(rows))", "READ"),
        ("x(*rows)", "READ"),
        ("x([*rows, 1])", "READ"),
        ("x(rows == [])", "READ"),
        ("x(1 if rows else 2)", "READ"),
        ("for each in rows: x()", "READ"),
        ("first = rows[0]", "READ"),
        ("rows.sort()", "READ"),
        ("others.extend(rows)", "READ"),
        # It may be changed there, or by another name.
        ("rows.pop()", "TAKEN"),
        ("rows.clear()", "TAKEN"),
        ("del rows[0]", "TAKEN"),
        ("del rows[0], x", "TAKEN"),
        ("rows[0] += 1", "TAKEN"),
        ("rows[0], x = x, rows[0]", "TAKEN"),
        ("rows.fill(x)", "ASKED"),
        ("x(rows)", "HANDED"),
        ("x(key=rows)", "HANDED"),
        ("x.keep(rows)", "HANDED"),
        ("others.append(rows)", "HANDED"),
        ("setattr(x, 'rows', rows)", "HANDED"),
        ("again = rows", "NAMED"),
        ("again = rows or others", "NAMED"),
        ("x[rows] = 1", "HELD"),
        ("x([rows])", "HELD"),
        ("yield rows", "HELD"),
    ],
)
def test_what_is_done_to_it(line: str, expected: str) -> None:
    assert effects(f"rows = [1]\n{line}")[0] == expected


def test_a_builtin_that_the_file_defines_may_do_anything() -> None:
    assert effects("rows = []\ndef len(rows): rows.clear()\nx(len(rows))")[-1] == "HANDED"


@pytest.mark.parametrize(
    "body",
    [
        "rows = []\nrows = [x]",
        "rows = []\nfor rows in others: x()",
        "rows: list",
        "global rows\nrows = []",
        "rows, x = others",
        "rows = []\nwith x as rows: x()",
        "if x:\n    rows = []\nelse:\n    rows = [x]",
    ],
)
def test_nothing_is_known_of_a_name_that_is_given_several_values(body: str) -> None:
    assert contents(body) is None


def test_nothing_is_known_of_parameters_and_imports() -> None:
    assert contents("x()", "others") is None
    assert contents("from shop import rows") is None


def entry(body: str, read: str) -> str:
    view = python_of(f"def page(x):\n{indent(body, '    ')}\n    return {read}\n")
    node = view.nodes["return"][-1].named_children[0]
    found = entry_at(view, node)
    return view.text(found) if found is not None else ""


@pytest.mark.parametrize(
    ("body", "read", "expected"),
    [
        ("rows = ['a', 'b']", "rows[1]", "'b'"),
        ("rows = ('a', 'b')", "rows[0]", "'a'"),
        ("rows = {'a': 1, 'b': 2}", "rows['b']", "2"),
        ("rows = {'a': 1, 'a': 2}", "rows['a']", "2"),
        ("rows = ['a']\nif rows: x()", "rows[0]", "'a'"),
        ("rows = ['a', 'b']", "rows[2]", ""),
        ("rows = ['a', 'b']", "rows[-1]", ""),
        ("rows = ['a', 'b']", "rows[0:1]", ""),
        ("rows = [*x, 'b']", "rows[0]", ""),
        ("rows = {'a': 1, **x}", "rows['a']", ""),
        ("rows = {'a': 1}", "rows['b']", ""),
        ("rows = {'a': 1}", "rows[f'{x}']", ""),
        ("rows = {'a': 1}", "rows[x]", ""),
        ("rows = ['a']\nrows.append(x)", "rows[0]", ""),
        ("rows = ['a']\nx(rows)", "rows[0]", ""),
        ("rows = x", "rows[0]", ""),
        ("rows = ['a']", "x[0]", ""),
        ("rows = ['a']", "rows", ""),
    ],
)
def test_what_stands_under_a_key(body: str, read: str, expected: str) -> None:
    assert entry(body, read) == expected
