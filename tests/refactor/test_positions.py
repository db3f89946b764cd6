"""Fields by their places: patterns, and what unpacks a NamedTuple, when a field is renamed or deleted."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.positions import GIVEN, TAKEN
from tdomcheck.refactor.problems import StillUsed

MODULE = """\
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple
@dataclass
class Base:
    id: int
@dataclass
class Card(Base):
    user: str
    made: int = field(init=False)
    size: int = 0
    _: KW_ONLY
    last: int = 1
@dataclass(init=False)
class Own(Base):
    size: int = 0
    def __init__(self): ...
class Point(NamedTuple):
    x: int
    y: int = 0
"""
HEAD = "import m\nfrom m import Base, Card, Own, Point\nSame = Card\nclass Heir(Card): more: int = 0\n"

PLACES = {
    "the place of a field": ("Card.user", "match x:\n    case Card(a, b): pass\n"),
    "a place behind it": ("Card.user", "match x:\n    case Card(1, _, [c]): pass\n"),
    "one by a keyword as well": ("Card.user", "match x:\n    case Card(a, b, size=c): pass\n"),
    "a second name": ("Card.user", "match x:\n    case Same(a, b): pass\n"),
    "by the module": ("Card.user", "match x:\n    case m.Card(a, b): pass\n"),
    "an heir": ("Card.user", "match x:\n    case Heir(a, b): pass\n"),
    "a field of the class above": ("Base.id", "match x:\n    case Card(a): pass\n"),
    "a pattern in a pattern": ("Card.user", "match x:\n    case [{'a': int(Card(a, b))}, *_] if a: pass\n"),
    "one of several": ("Card.user", "match x:\n    case int() | Card(1, 2) as y: pass\n"),
    "a class that makes itself": ("Own.size", "match x:\n    case Own(a, b): pass\n"),
    "a NamedTuple": ("Point.x", "match x:\n    case Point(a): pass\n"),
    "what is unpacked": ("Point.x", "def f(p: Point):\n    a, b = p\n"),
    "what a call gives": ("Point.x", "def make() -> Point: ...\n(a, *b) = make()\n"),
    "each of a list": ("Point.y", "def f(points: list[Point]):\n    for a, b in points: pass\n"),
    "each of a field": ("Point.y", "class D:\n    ps: list[Point]\n    def f(self): return [a for a, b in self.ps]\n"),
    "an index": ("Point.y", "def f(p: Point): return p[1]\n"),
    "an index from behind": ("Point.y", "def f(p: Point): return p[-2]\n"),
    "a slice": ("Point.x", "def f(p: Point): return p[1:]\n"),
}


@pytest.mark.parametrize(("target", "code"), PLACES.values(), ids=PLACES)
def test_a_field_that_is_taken_by_its_place_is_used(target: str, code: str) -> None:
    sources = sources_of({"m.py": MODULE, "app.py": HEAD + code})
    with pytest.raises(StillUsed, match=r"strong \(1\): app\.py:[5-7] \(it is (given|taken) by its place\)$"):
        delete(sources, f"m.{target}")
    (row,) = delete(sources, f"m.{target}", force=True).rewrite.remainders
    assert row.path == "app.py"
    assert row.reason in {f"it refers to what is deleted: {reason}" for reason in (GIVEN, TAKEN)}


@pytest.mark.parametrize(("target", "code"), PLACES.values(), ids=PLACES)
def test_a_field_by_its_place_stays_as_it_is_when_the_field_is_renamed(target: str, code: str) -> None:
    after = renamed({"m.py": MODULE, "app.py": HEAD + code}, f"m.{target}", "new")
    assert after.get("app.py", "").replace("new", target.rpartition(".")[2]) in {"", HEAD + code}
    assert "Card(a, b" not in code or "app.py" not in after


FREE = {
    "a place before it": ("Card.size", "match x:\n    case Card(a, b): pass\n"),
    "keywords alone": ("Card.user", "match x:\n    case Card(id=a, size=b): pass\n"),
    "nothing": ("Card.user", "match x:\n    case Card(): pass\n"),
    "a field without a place": ("Card.last", "match x:\n    case Card(a, b, c): pass\n"),
    "a field that no caller gives": ("Card.made", "match x:\n    case Card(a, b, c): pass\n"),
    "the class above": ("Card.user", "match x:\n    case Base(a): pass\n"),
    "another class": ("Card.user", "match x:\n    case Other(a, b, c): pass\n"),
    "a class of another module": ("Card.user", "import k\nmatch x:\n    case k.Card(a, b): pass\n"),
    "a sequence": ("Card.user", "match x:\n    case (a, b, c): pass\n"),
    "a dataclass that is no tuple": ("Card.user", "def f(c: Card):\n    a, b = c\n    c[0]\n"),
    "a tuple of somebody": ("Point.x", "def f(p):\n    a, b = p\n    return p[0]\n"),
    "an index before it": ("Point.y", "def f(p: Point): return p[0]\n"),
    "a list of tuples": ("Point.y", "def f(ps: list[Point]):\n    a, b = ps\n    return ps[0]\n"),
    "what a loop takes as a whole": ("Point.y", "def f(ps: list[Point]):\n    for p in ps: pass\n"),
    "each of a list of others": ("Point.y", "def f(ps: list[tuple]):\n    for a, b in ps: pass\n"),
}


@pytest.mark.parametrize(("target", "code"), FREE.values(), ids=FREE)
def test_a_field_that_nothing_reaches_by_its_place_goes(target: str, code: str) -> None:
    assert not delete(sources_of({"m.py": MODULE, "app.py": HEAD + code}), f"m.{target}").rewrite.remainders


def test_places_that_the_class_lists_itself() -> None:
    code = "class Card:\n    user: str\n    size: int\n    __match_args__ = ('size', 'user')\n"
    app = "from m import Card\nmatch x:\n    case Card(a, b): pass\n"
    assert renamed({"m.py": code, "app.py": app}, "m.Card.size", "new") == {"m.py": code.replace("size", "new")}
    with pytest.raises(StillUsed, match=r"m\.py:4"):
        delete(sources_of({"m.py": code, "app.py": app}), "m.Card.size")
