"""The way to a value from a name that other files may know, and the types that the file itself proves."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import node_at, python_of, view_of

from tdomcheck.facts.python.annotations import annotation_in
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.entries import entry_at
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.loops import loop_source
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.facts.python.proven_types import proven_type
from tdomcheck.facts.python.value_paths import ValuePath, premise, value_path
from tdomcheck.model.claims import OfKind
from tdomcheck.source.tree import unwrapped

HEAD = """
from shop import Card, cards, render as draw
from svcs_di import Inject
import shop.views


class Local:
    def show(self, given: Card, many: list[Card], odd: Local[Card], free, marked: Inject[Card], *rest: Card):
"""


def shown(body: str) -> tuple[PythonModule, ValuePath | None]:
    """The path to what `[...]` holds that stands last."""
    view = view_of(f"{HEAD.lstrip()}{indent(body, '        ')}\n")
    start = view.source.utf8.rindex(b"[[")
    node = view.tree.root.named_descendant_for_byte_range(start + 1, start + 2)
    assert node is not None
    while node.type != "list":
        node = node.parent or node
    return view, value_path(view, node.named_children[0])


@pytest.mark.parametrize(
    "body",
    [
        "[[unknown]]",
        "[[free]]",
        "[[free.card]]",
        "[[rest]]",
        "[[odd]]",
        "[['card']]",
        "[[Card + 1]]",
        "[[Card if free else 1]]",
        "[[Card[free]]]",
        "[[Card[0:1]]]",
        "[[Card['a']]]",
        "[[await cards]]",
        "[[await cards()]]",
        "[[f(Card)]]",
        "[[len(cards)]]",
        "[[container.get(Card, Card)]]",
        "[[container.get(free)]]",
        "[[cache.pop(Card)()]]",
        "[[Card().a.b.c.d.e.f]]",
        "given = 1\n[[given]]",
        "local = free\n[[local]]",
        "local = Card\nlocal = free\n[[local]]",
        "one = Card\ntwo = one\n[[two]]",
        "for card in free:\n    [[card]]",
        "for card in cards:\n    card = free\n    [[card]]",
        "for card, number in cards:\n    [[card]]",
        "from other import cards\nfrom third import cards\n[[cards]]",
        "cards.title = 1\n[[draw().title]]",
    ],
)
def test_there_is_no_way_to_a_value(body: str) -> None:
    assert shown(body)[1] is None


@pytest.mark.parametrize(
    ("body", "reference", "steps"),
    [
        ("[[Card]]", "shop.Card", ()),
        ("[[(Card)]]", "shop.Card", ()),
        ("[[draw]]", "shop.render", ()),
        ("[[shop.views.page]]", "shop.views.page", ()),
        ("[[Local]]", ":Local", ()),
        ("[[Card()]]", "shop.Card", ("()",)),
        ("[[Card(1)(2)]]", "shop.Card", ("()", "()")),
        ("[[Card().title]]", "shop.Card", ("()", ".title")),
        ("[[cards[0]]]", "shop.cards", ("[]",)),
        ("[[cards[-1]]]", "shop.cards", ("[]",)),
        ("[[self]]", ":Local", ("()",)),
        ("[[self.label]]", ":Local", ("()", ".label")),
        ("[[given]]", "shop.Card", ("()",)),
        ("[[given.title]]", "shop.Card", ("()", ".title")),
        ("[[marked]]", "shop.Card", ("()",)),
        ("[[many]]", "shop.Card", ("[...]",)),
        ("[[many[0]]]", "shop.Card", ("[...]", "[]")),
        ("local = Card()\n[[local]]", "shop.Card", ("()",)),
        ("for card in cards:\n    [[card]]", "shop.cards", ("[]",)),
        ("[[Card().a.b.c.d.e]]", "shop.Card", ("()", ".a", ".b", ".c", ".d", ".e")),
        ("[[container.get(Card)]]", "shop.Card", ("()",)),
        ("[[await self.container.aget(Card)]]", "shop.Card", ("()",)),
    ],
)
def test_the_way_to_a_value(body: str, reference: str, steps: tuple[str, ...]) -> None:
    assert shown(body)[1] == ValuePath(reference, steps)


def test_a_premise_claims_something_of_what_a_path_leads_to() -> None:
    view, _ = shown("[[Card()]]")
    call = node_at(view, "Card()")
    found = premise(view, call, "template", OfKind("list"))
    assert found is not None
    assert (found.reference, found.steps) == ("shop.Card", ("()",))
    assert [*found.claims] == [OfKind("template"), OfKind("list")]
    assert premise(view, node_at(view, "self"), "template") is not None
    assert premise(python_of("unknown"), node_at(python_of("unknown"), "unknown"), "template") is None


TYPED = """
import enum
from shop import Size

class Base:
    above: bool
    hidden: str

class Local(Base):
    on: bool
    text: str = ''
    rows: list[int]
    size: Size
    maybe: bool | None
    hidden: Size

    def show(self, flag: bool, name: str, size: Size, other, again: bool, *rest: bool, key: dict[str, int]):
        again = other
        local = 1
        twice = 1
        twice = 2
        through = local
        BODY
"""


def proven(expression: str) -> str:
    view = python_of(TYPED.replace("BODY", f"[[{expression}]]"))
    start = view.source.utf8.rindex(b"[[")
    node = view.tree.root.named_descendant_for_byte_range(start + 1, len(view.source.utf8) - 2)
    assert node is not None
    return proven_type(view, unwrapped(node.named_children[0]))


@pytest.mark.parametrize(
    "expression",
    [
        "other",
        "size",
        "again",
        "rest",
        "twice",
        "through",
        "unknown",
        "other.on",
        "other()",
        "self.size",
        "self.maybe",
        "self.hidden",
        "self.nothing",
        "self.rows.on",
        "other + 1",
        "1 if other else 'a'",
        "flag or other",
        "name or name",
        "f'{x}'.upper()",
        "int(other)",
        "str(other)",
        "other.isupper",
        "other.startswith('a').x",
        "not_bool(other)",
        "Size.isupper('a')",
        "Size.startswith('a')",
        "rows.str.startswith('a')",
        "size.startswith('a')",
    ],
)
def test_a_type_that_is_not_proven(expression: str) -> None:
    assert proven(expression) == ""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1", "int"),
        ("1.5", "float"),
        ("True", "bool"),
        ("None", "None"),
        ("'a'", "str"),
        ("b'a'", "bytes"),
        ("t'a'", "Template"),
        ("'a' 'b'", "str"),
        ("[1]", "list"),
        ("(1, 2)", "tuple"),
        ("{1}", "set"),
        ("{}", "dict"),
        ("{x for x in other}", "set"),
        ("(x for x in other)", "generator"),
        ("lambda: 1", "function"),
        ("'a' + other", "str"),
        ("'a'.join(other)", "str"),
        ("other == 1", "bool"),
        ("not other", "bool"),
        ("other is None and not other", "bool"),
        ("flag and self.on", "bool"),
        ("isinstance(other, int)", "bool"),
        ("name.isupper()", "bool"),
        ("other.isupper()", "bool"),
        ("name.startswith('a')", "bool"),
        ("flag", "bool"),
        ("name", "str"),
        ("key", "dict"),
        ("local", "int"),
        ("1 if other else 2", "int"),
        ("flag if other else self.on", "bool"),
        ("len(other)", "int"),
        ("self.on", "bool"),
        ("self.text", "str"),
        ("self.rows", "list"),
        ("self.above", "bool"),
    ],
)
def test_a_type_that_is_proven(expression: str, expected: str) -> None:
    assert proven(expression) == expected


@pytest.mark.parametrize("name", ["def len(x): ...", "from a import len", "len = 1"])
def test_a_builtin_of_another_name_proves_nothing(name: str) -> None:
    view = python_of(f"{name}\nx = len(y)\n")
    assert proven_type(view, node_at(view, "len(y)")) == ""


def test_literals_of_every_kind() -> None:
    view = python_of("'a' f'b{x!r}c' r'\\d'\nb'a'\nt'a{x}'\nf'{a}{b}'\n''\n'é{x}'\n")
    nodes = [statement.named_children[0] for statement in view.tree.root.named_children]
    assert [static_text(view, node) for node in nodes] == ["abxc\\d", "", "", "xx", "", "é{x}"]
    assert [literal_type(view, node) for node in nodes] == ["str", "bytes", "Template", "str", "str", "str"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(a: int):\n    return USED", None),
        ("def f(USED: int):\n    def g():\n        return USED", None),
        ("def f(USED: int):\n    return USED", "int"),
        ("def f(*USED: int):\n    return USED", "int"),
        ("def f[T](USED: T):\n    return USED", "T"),
        ("f = lambda USED: USED", None),
    ],
)
def test_the_parameter_that_a_name_means(code: str, expected: str | None) -> None:
    view = python_of(code)
    found = parameter_at(view, node_at(view, "USED"))
    assert (found.annotation if found is not None else None) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x", ""),
        ("for y in rows:\n    x", ""),
        ("for x, y in rows:\n    x", ""),
        ("for x in rows:\n    x = 1\n    x", ""),
        ("for x in rows:\n    pass\nx", ""),
        ("for x in rows:\n    def f():\n        x", ""),
        ("[y for x, y in rows if x]", ""),
        ("for x in rows:\n    x", "rows"),
        ("for x in a.b():\n    if y:\n        x", "a.b()"),
        ("[x for x in rows]", "rows"),
        ("{y: x for y in a for x in y.rows}", "y.rows"),
        ("for x in rows:\n    [x for x in inner]", "inner"),
    ],
)
def test_what_a_loop_goes_through(code: str, expected: str) -> None:
    view = python_of(f"def f():\n{indent(code, '    ')}\n")
    found = loop_source(view, view.readers["x"][-1])
    assert (view.text(found) if found is not None else "") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("rows = [a, b]\nrows[x]", ""),
        ("rows = [a, b]\nrows[2]", ""),
        ("rows = [a, b]\nrows[-1]", ""),
        ("rows = [a, b]\nrows[0:1]", ""),
        ("rows = [*a, b]\nrows[0]", ""),
        ("rows = [a, b]\nrows.append(c)\nrows[0]", ""),
        ("rows = [a, b]\nf(rows)\nrows[0]", ""),
        ("rows = [a, b]\nrows = c\nrows[0]", ""),
        ("rows = {'a': x}\nrows['b']", ""),
        ("rows = {'a': x, **y}\nrows['a']", ""),
        ("rows = {b'a': x}\nrows['a']", ""),
        ("rows = {'a': x}\nrows[f'{a}']", ""),
        ("rows = {0: x}\nrows[0]", ""),
        ("rows = [a, b]\nrows[1]", "b"),
        ("rows = (a, b)  # two\nrows[0]", "a"),
        ("rows = {'a': x, 'b': y}\nrows['b']", "y"),
        ("rows = {'a': x, 'a': y}\nrows['a']", "y"),
    ],
)
def test_what_stands_under_a_key(body: str, expected: str) -> None:
    view = python_of(f"def f():\n{indent(body, '    ')}\n")
    statement = node_at(view, body.rpartition("\n")[2])
    found = entry_at(view, statement)
    assert (view.text(found) if found is not None else "") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", ""),
        ("a.str", ""),
        ("str | None", ""),
        ("Optional[str]", ""),
        ("Literal['a']", ""),
        ("f(", ""),
        ("", ""),
        ("str", "str"),
        ("'str'", "str"),
        ("list[int]", "list"),
        ("dict[str, list[int]]", "dict"),
    ],
)
def test_the_builtin_that_an_annotation_names(text: str, expected: str) -> None:
    assert annotation_in(text).builtin == expected
