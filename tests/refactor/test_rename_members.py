"""Methods, fields and parameters: where the receiver is proven, and a proposal where it is not."""

from __future__ import annotations

import pytest
from refactorings import changed, renamed, sources_of

from tdomcheck.model.changes import Tier
from tdomcheck.refactor.problems import Collision
from tdomcheck.refactor.rename import RenameOptions, rename

CLASS = "class C:\n    def old(self): return self\n"

PROVEN = {
    "self": "class D(C):\n    def m(self): return self.{0}()",
    "cls": "class D(C):\n    @classmethod\n    def m(cls): return cls.{0}",
    "super": "class D(C):\n    def m(self): return super().{0}()",
    "an override": "class D(C):\n    def {0}(self): return 1",
    "an override further down": "class D(C): pass\nclass E(D):\n    def {0}(self): return 1",
    "the class": "C.{0}",
    "a call of the class": "C().{0}()",
    "a local name": "def f():\n    c = C()\n    return c.{0}()",
    "a name that may be None": "def f():\n    c = None\n    c = C()\n    return c.{0}()",
    "a name of the module": "c = C()\ndef f(): return c.{0}()",
    "an annotated parameter": "def f(c: C): return c.{0}()",
    "a quoted annotation": "def f(c: 'C | None' = None): return c.{0}()",
    "an annotated variable": "c: C = make()\nc.{0}()",
    "a field": "class D:\n    c: C\n    def m(self): return self.c.{0}()",
    "what a constructor sets": "class D:\n    def __init__(self): self.c = C()\n    def m(self): return self.c.{0}()",
    "what a function returns": "def make() -> C: ...\nmake().{0}()",
    "what a method returns": "class D:\n    def make(self) -> C: ...\ndef f(d: D): d.make().{0}()",
    "a property": "class D:\n    @property\n    def c(self) -> C: ...\ndef f(d: D): d.c.{0}()",
    "a walrus": "if c := C(): c.{0}()",
    "a conditional": "c = C() if x else C()\nc.{0}()",
    "what is injected": "from svcs_di import Inject\ndef f(c: Inject[C]): c.{0}()",
    "what a container gives": "import svcs\ndef f(box: svcs.Container): box.get(C).{0}()",
    "a subclass elsewhere": "import m\nclass D(m.C): pass\nD().{0}()",
    "a context manager": "class D(C):\n    def __enter__(self) -> 'D': ...\nwith D() as d: d.{0}()",
    "an awaited call": "async def make() -> C: ...\nasync def f(): (await make()).{0}()",
    "what is spread": "[*C().{0}(), *C.{0}]\nx = *C().{0}(), 1",
    "what is spread of what is above": "class D(C):\n    def m(self): return [*super().{0}(), *self.{0}()]",
    "a copy": "import copy\ndef f(c: C): copy.copy(c).{0}()",
}


@pytest.mark.parametrize("code", PROVEN.values(), ids=PROVEN)
def test_proven_receivers_follow(code: str) -> None:
    files = {"m.py": CLASS, "app.py": "from m import C\n" + code.format("old") + "\n"}
    after = renamed(files, "m.C.old", "new")
    assert after == {"m.py": CLASS.replace("old", "new"), "app.py": "from m import C\n" + code.format("new") + "\n"}
    assert not rename(sources_of(files), "m.C.old", "new").rewrite.proposals


LEFT_ALONE = {
    "a function": "def old(): pass\nold()",
    "a method of another class": "class D:\n    def old(self): self.old()\nD().old()",
    "a method of what is from elsewhere": "import x\nx.old()\ny = x.Y()\ny.old()",
    "a method of a string": "'a'.old()",
    "a static method has no self": "class D(C):\n    @staticmethod\n    def m(x: str): x.old",
    "a label": "f(old=1)",
    "a name in a class that is no heir": "class D:\n    old = 1\n    x = old",
    "what super means above": "import x\nclass D(x.Y):\n    def m(self): super().old()",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_is_of_another_class_is_left_alone(code: str) -> None:
    files = {"m.py": CLASS, "app.py": "from m import C\n" + code + "\n"}
    assert renamed(files, "m.C.old", "new") == {"m.py": CLASS.replace("old", "new")}


UNKNOWN = {
    "a parameter": "def f(c): c.old()",
    "a loop": "for c in cs: c.old()",
    "two things": "c = C()\nif x: c = D()\nc.old()",
    "an item": "cs[0].old()",
    "a union": "def f(c: 'C | int'): c.old()",
    "anything": "from typing import Any\ndef f(c: Any): c.old()",
    "a string for getattr": "def f(c): getattr(c, 'old')",
}


@pytest.mark.parametrize("code", UNKNOWN.values(), ids=UNKNOWN)
def test_other_receivers_are_proposed(code: str) -> None:
    files = {"m.py": CLASS, "app.py": "from m import C\n" + code + "\n"}
    outcome = rename(sources_of(files), "m.C.old", "new")
    assert [(each.path, each.tier) for each in outcome.rewrite.proposals] == [("app.py", Tier.ANCHORED)]
    assert "app.py" in renamed(files, "m.C.old", "new", takes_proposals=True)


COMPONENT = """\
from dataclasses import dataclass
from tdom import html
@dataclass
class Card:
    user_name: str
    size: int = 1
    def __call__(self): return html(t"<b>{self.user_name}</b>")
"""


def test_a_prop_is_renamed_at_every_tag_in_the_spelling_that_stood_there() -> None:
    files = {
        "card.py": COMPONENT,
        "app.py": """\
            from card import Card
            import card
            from dataclasses import replace
            from tdom import html
            def page(user_name):
                c = Card(user_name=user_name)
                replace(c, user_name=1)
                match c:
                    case Card(user_name=x): pass
                other(user_name=1)
                return html(t'<{Card} user-name={user_name} /><{card.Card} user_name="a" size=1>x</{card.Card}>'
                            t'<p user-name="a"><{Other} user-name=1 /></p>')
            """,
    }
    assert renamed(files, "card.Card.user_name", "log_in") == {
        "card.py": COMPONENT.replace("user_name", "log_in"),
        "app.py": """\
from card import Card
import card
from dataclasses import replace
from tdom import html
def page(user_name):
    c = Card(log_in=user_name)
    replace(c, log_in=1)
    match c:
        case Card(log_in=x): pass
    other(user_name=1)
    return html(t'<{Card} log-in={user_name} /><{card.Card} log_in="a" size=1>x</{card.Card}>'
                t'<p user-name="a"><{Other} user-name=1 /></p>')
""",
    }


def test_a_prop_of_a_function_component() -> None:
    files = {
        "c.py": 'from tdom import html\ndef Card(user_name, *, t=""): return html(t"<b title={t}>{user_name}</b>")\n',
        "app.py": 'from tdom import html\nfrom c import Card\nhtml(t"<{Card} user-name=x t=y />")\nCard(user_name=1)\n',
    }
    assert renamed(files, "c.Card.user_name", "name") == {
        "c.py": 'from tdom import html\ndef Card(name, *, t=""): return html(t"<b title={t}>{name}</b>")\n',
        "app.py": 'from tdom import html\nfrom c import Card\nhtml(t"<{Card} name=x t=y />")\nCard(name=1)\n',
    }


PARAMETERS = {
    "a call": ("def f(old, b=1): return old\nf(old=1, b=2)\ng(old=1)", "m.f.old"),
    "a call with other things": ("def f(old): return old\nf(*a, old=old, **k)", "m.f.old"),
    "a constructor": ("class C:\n    def __init__(self, old): self.x = old\nC(old=1)", "m.C.__init__.old"),
    "super's constructor": (
        "class C:\n    def __init__(self, old): pass\nclass D(C):\n    def __init__(self): super().__init__(old=1)",
        "m.C.__init__.old",
    ),
    "a method": ("class C:\n    def m(self, old): pass\n    def n(self): self.m(old=1)\nC().m(old=2)", "m.C.m.old"),
    "an override": ("class C:\n    def m(self, old): pass\nclass D(C):\n    def m(self, old): old", "m.C.m.old"),
    "a partial": ("from functools import partial\ndef f(old): pass\npartial(f, old=1)", "m.f.old"),
    "overloads": (
        "from typing import overload\n@overload\ndef f(old: int): ...\ndef f(old): pass",
        "m.f.old",
    ),
    "variadic keywords": ("def f(**old): return old\n", "m.f.old"),
}


@pytest.mark.parametrize(("code", "source"), PARAMETERS.values(), ids=PARAMETERS)
def test_parameters_and_the_calls_that_name_them(code: str, source: str) -> None:
    expected = code.replace("old", "new").replace("g(new=1)", "g(old=1)")
    if "old=old" in code:
        expected = "def f(new): return new\nf(*a, new=old, **k)"
    assert changed({"m.py": code + "\n"}, source, "new") == expected + "\n"


def test_slots_and_members_of_an_enum() -> None:
    code = "import enum\nclass E(enum.Enum):\n    OLD = 1\n    OTHER = OLD\nE.OLD\ndef f(e: E): return e is E.OLD\n"
    assert changed({"m.py": code}, "m.E.OLD", "NEW") == code.replace("OLD", "NEW")
    code = "class C:\n    __slots__ = ('old',)\n    def __init__(self): self.old = 1\n"
    assert changed({"m.py": code.replace("__slots__", "old: int\n    __slots__")}, "m.C.old", "new")


def test_a_mangled_name_in_slots_is_that_of_its_own_class_alone() -> None:
    code = "class C:\n    __slots__ = ('{0}',)\n    def __init__(self): self.{0} = 1\n"
    heir = "class D(C):\n    __slots__ = ('__old',)\n    def f(self): return self.__old\n"
    assert changed({"m.py": code.format("__old") + heir}, "m.C.__old", "__new") == code.format("__new") + heir


COLLISIONS = {
    "in the class": ("class C:\n    def old(self): pass\n    def new(self): pass\n", "m.C.old", "m.py:3 binds it"),
    "above it": ("class B:\n    new = 1\nclass C(B):\n    def old(self): pass\n", "m.C.old", "inherits from"),
    "below it": (
        "class C:\n    def old(self): pass\nclass D(C):\n    new = 1\n    def old(self): pass\n",
        "m.C.old",
        ":4",
    ),
    "what a method sets": (
        "class C:\n    def __init__(self):\n        self.old = 1\n        self.new = 2\n",
        "m.C.old",
        "m.py:4 says `self.new`",
    ),
    "what a method sets, of a field": (
        "class C:\n    old: int = 1\n    def __init__(self): self.new = 2\n",
        "m.C.old",
        "m.py:3 says `self.new`",
    ),
    "what a method sets, of a method": (
        "class C:\n    def old(self): pass\n    def f(self): self.new: int = 2\n",
        "m.C.old",
        "m.py:3 says",
    ),
    "what a method sets of the class": (
        "class C:\n    old = 1\n    @classmethod\n    def f(cls): cls.new = 2\n",
        "m.C.old",
        "m.py:4 says `cls.new`",
    ),
    "what a class above asks of itself": (
        "class B:\n    def f(self): return self.new\nclass C(B):\n    def old(self): pass\n",
        "m.C.old",
        "m.py:2 says",
    ),
    "what a class below asks of itself": (
        "class C:\n    def old(self): pass\nclass D(C):\n    def f(self): return self.new\n",
        "m.C.old",
        "m.py:4 says",
    ),
    "a slot": ("class C:\n    __slots__ = ['old', 'new']\n    old: int\n", "m.C.old", "m.py:2 lists it"),
    "a slot above": (
        "class B:\n    __slots__ = ('new',)\nclass C(B):\n    def old(self): pass\n",
        "m.C.old",
        "m.py:2 lists it",
    ),
    "a field, of what a method sets": (
        "class C:\n    new: int = 1\n    def __init__(self): self.old = 2\n",
        "m.C.old",
        "`C` of m.py has it",
    ),
    "another parameter": ("def f(old, new): pass\n", "m.f.old", "m.py:1 binds it"),
    "a local": ("def f(old):\n    new = 1\n", "m.f.old", "m.py:2 binds it"),
    "a name of the module that is read": ("new = 1\ndef f(old): return new\n", "m.f.old", "m.py:2 reads"),
}


@pytest.mark.parametrize(("code", "source", "says"), COLLISIONS.values(), ids=COLLISIONS)
def test_collisions_say_where(code: str, source: str, says: str) -> None:
    with pytest.raises(Collision, match=says):
        rename(sources_of({"m.py": code}), source, "new", RenameOptions())


NO_COLLISIONS = {
    "of another object": "class C:\n    def old(self, other): other.new = 1\n",
    "of another class": "class D:\n    def f(self): self.new = 1\nclass C:\n    def old(self): pass\n",
    "of a class in the class": (
        "class C:\n    def old(self): pass\n    class D:\n        __slots__ = ['new']\n"
        "        def f(self): self.new = 1\n"
    ),
    "a string": "class C:\n    names = ['new']\n    def old(self): return 'new'\n",
    "a local": "class C:\n    def old(self, new):\n        __slots__ = ['new']\n        return new\n",
    "of a class beside it": (
        "class B:\n    def f(self): pass\nclass C(B):\n    def old(self): pass\n"
        "class D(B):\n    def f(self): self.new = 1\n"
    ),
}


@pytest.mark.parametrize("code", NO_COLLISIONS.values(), ids=NO_COLLISIONS)
def test_a_name_of_something_else_does_not_collide(code: str) -> None:
    assert changed({"m.py": code}, "m.C.old", "new") == code.replace("old", "new")


def test_a_mangled_name_collides_in_its_own_class_alone() -> None:
    code = "class B:\n    def f(self): self.__new = 1\nclass C(B):\n    def f(self): self.__old = 1\n"
    assert changed({"m.py": code}, "m.C.__old", "__new") == code.replace("old", "new")
    code = "class C:\n    def f(self): self.__old = self.__new = 1\n"
    with pytest.raises(Collision, match=r"m\.py:2 says"):
        rename(sources_of({"m.py": code}), "m.C.__old", "__new")


def test_an_attribute_that_only_methods_set() -> None:
    code = "class C:\n    def __init__(self, old): self.old = old\n    def m(self): return self.old\nC(old=1).old\n"
    expected = "class C:\n    def __init__(self, old): self.new = old\n    def m(self): return self.new\nC(old=1).new\n"
    assert changed({"m.py": code, "o.py": "def f(old): return old\n"}, "m.C.old", "new") == expected


def test_what_a_protocol_asks_for_is_proposed() -> None:
    files = {
        "m.py": CLASS,
        "p.py": "from typing import Protocol\nclass P(Protocol):\n    def old(self): ...\ndef f(p: P): p.old()\n",
    }
    outcome = rename(sources_of(files), "m.C.old", "new")
    assert [(each.path, each.reason) for each in outcome.rewrite.proposals] == [
        ("p.py", "a protocol asks for that name, and may mean this class")
    ] * 2


def test_a_property_with_its_setter_and_what_is_typed_by_a_field() -> None:
    code = (
        "class C:\n    @property\n    def old(self): return 1\n    @old.setter\n    def old(self, value): pass\n"
        "class D:\n    def __init__(self, c: 'C'): self.c: C = c\n    def m(self): self.c.old = 2\n"
        "class E(D):\n    def n(self): return self.c.old, type(self).old\n"
    )
    expected = code.replace("old", "new").replace("type(self).new", "type(self).old")
    assert changed({"m.py": code}, "m.C.old", "new") == expected


def test_an_inherited_method_is_that_of_the_class_above() -> None:
    files = {"m.py": CLASS, "n.py": "from m import C\nclass D(C): pass\nD.old\n"}
    after = {"m.py": CLASS.replace("old", "new"), "n.py": "from m import C\nclass D(C): pass\nD.new\n"}
    assert renamed(files, "n.D.old", "new") == after


def test_nested_classes_and_methods_of_local_ones() -> None:
    code = "class A:\n    class B:\n        def old(self): pass\n    x: B\n    def m(self): self.x.old()\n"
    assert changed({"m.py": code}, "m.A.B.old", "new") == code.replace("old", "new")
    code = "def f():\n    class B:\n        def old(self): self.old()\n    return B().old()\n"
    assert changed({"m.py": code}, "m.f.<locals>.B.old", "new") == code.replace("old", "new")


def test_names_in_strings_of_getattr_are_strings() -> None:
    code = CLASS + "getattr(C(), 'old')\nsetattr(x, 'other', 'old')\n"
    assert changed({"m.py": code}, "m.C.old", "new", strings=True) == code.replace("def old", "def new").replace(
        "C(), 'old'", "C(), 'new'"
    )


FIELD = "from dataclasses import dataclass\n@dataclass\nclass D:\n    size: int\n"
CALLED_THROUGH = {
    "its own class": "class E(D):\n    def copy(self): return self.__class__({0}=3)\n",
    "a class that is given": "def f(kind: type[D]): return kind({0}=1)\n",
}


@pytest.mark.parametrize("code", CALLED_THROUGH.values(), ids=CALLED_THROUGH)
def test_a_field_where_its_class_is_called_by_another_way(code: str) -> None:
    text = FIELD + code
    assert changed({"m.py": text.format("size")}, "m.D.size", "width") == text.replace("size", "width").format("width")


def test_what_is_called_by_a_class_of_others_is_left_alone() -> None:
    code = "class O:\n    def f(self): return self.__class__(size=1)\ndef g(kind: type[O]): return kind(size=1)\n"
    assert changed({"m.py": FIELD + code}, "m.D.size", "width") == FIELD.replace("size", "width") + code


NAMED_IN_STRINGS = [
    "class E(D):\n    def __post_init__(self): object.__setattr__(self, 'size', 3)\n",
    "class E(D):\n    def __post_init__(self): self.__setattr__('size', 3)\n",
    "def f(d: D): return vars(d)['size']\n",
    "def f(d: D): return d.__dict__['size']\n",
    "from operator import attrgetter\nby = attrgetter('size')\n",
]


@pytest.mark.parametrize("code", NAMED_IN_STRINGS)
def test_strings_that_name_an_attribute_are_proposed(code: str) -> None:
    files = {"m.py": FIELD + code}
    proposals = rename(sources_of(files), "m.D.size", "width").rewrite.proposals
    assert [files["m.py"][each.span.start : each.span.end] for each in proposals] == ["size"]


@pytest.mark.parametrize(
    "code", ["def f(o: dict): return o['size']\n", "x = {}\nx['size']\n", "vars(m)\n", "'size'[0]\n"]
)
def test_other_strings_are_not(code: str) -> None:
    assert not rename(sources_of({"m.py": FIELD + code}), "m.D.size", "width").rewrite.proposals


def test_members_of_an_enum_by_their_names() -> None:
    code = "from enum import Enum\nclass Color(Enum):\n    RED = 1\nColor['RED'], Color.__members__['RED'], Color.RED\n"
    other = "from m import Color\nColor['RED']\nd = {'RED': 1}\nd['RED']\n"
    after = renamed({"m.py": code, "n.py": other}, "m.Color.RED", "ROUGE")
    assert after == {"m.py": code.replace("RED", "ROUGE"), "n.py": other.replace("Color['RED']", "Color['ROUGE']")}


MIXIN = "class Mixin:\n    def old(self): ...\n"
BESIDE = {
    "a method": ("class B:\n    def new(self): ...\n", "class P({0}): ...\n"),
    "data": ("class B:\n    def __init__(self): self.new = 1\n", "class P({0}): ...\n"),
    "what a method gives to `self`": ("class B:\n    def f(self): self.new = 1\n", "class P({0}): ...\n"),
    "a slot": ("class B:\n    __slots__ = ('new',)\n", "class P({0}): ...\n"),
    "one above": ("class A:\n    new = 1\nclass B(A): ...\n", "class P({0}): ...\n"),
    "of an heir of an heir": ("class B:\n    new = 1\n", "class C(Mixin): ...\nclass P({0}): ...\n"),
}


@pytest.mark.parametrize(("other", "heir"), BESIDE.values(), ids=BESIDE)
def test_a_name_that_a_base_beside_has_is_taken(other: str, heir: str) -> None:
    mixin = "C" if "class C" in heir else "Mixin"
    for bases in (f"{mixin}, B", f"B, {mixin}"):
        with pytest.raises(Collision, match=r"`new` is taken: .*m\.py.*Nothing is changed"):
            rename(sources_of({"m.py": MIXIN + other + heir.format(bases)}), "m.Mixin.old", "new")


def test_a_name_that_a_base_beside_has_is_taken_in_files_that_do_not_say_it() -> None:
    files = {"m.py": MIXIN, "n.py": "class B:\n    new = 1\n", "o.py": "import m, n\nclass P(m.Mixin, n.B): ...\n"}
    says = r"`B` of n\.py, which `P` inherits from beside `Mixin`, has it"
    with pytest.raises(Collision, match=says):
        rename(sources_of(files), "m.Mixin.old", "new")


NOT_BESIDE = {
    "another name": "class B:\n    def other(self): ...\nclass P(Mixin, B): ...\n",
    "a class that is nowhere beside it": "class B:\n    def new(self): ...\nclass P(Mixin): ...\nclass Q(B): ...\n",
    "a mangled one": "class B:\n    def __new(self): ...\nclass P(Mixin, B): ...\n",
    "a local of a method": "class B:\n    def f(self):\n        new = 1\nclass P(Mixin, B): ...\n",
    "what it holds": "class B:\n    new = 1\nclass P(Mixin):\n    b = B()\n",
}


@pytest.mark.parametrize("code", NOT_BESIDE.values(), ids=NOT_BESIDE)
def test_a_name_that_no_base_beside_has_is_free(code: str) -> None:
    assert changed({"m.py": MIXIN + code}, "m.Mixin.old", "new") == MIXIN.replace("old", "new") + code


def test_a_mangled_name_is_never_taken_by_a_base_beside() -> None:
    code = "class Mixin:\n    def __{}(self): ...\nclass B:\n    def __new(self): ...\nclass P(Mixin, B): ...\n"
    assert changed({"m.py": code.format("old")}, "m.Mixin.__old", "__new") == code.format("new")


def rows_of(code: str, source: str = "m.C.old", **files: str) -> list[tuple[str, str]]:
    """The text that each row of a renaming points at, and its reason."""
    sources = sources_of({"m.py": code, **{f"{name}.py": text for name, text in files.items()}})
    rows = rename(sources, source, "new").rewrite.remainders
    return [(sources.files[row.path][row.span.start : row.span.end].decode(), row.reason) for row in rows]


OUTSIDE = {
    "of the standard library": (
        "import http.server\nclass C(http.server.BaseHTTPRequestHandler):\n    def old(self): ...\n",
        "http.server.BaseHTTPRequestHandler",
    ),
    "of a library": ("from lib import Base\nclass C(Base[int]):\n    old = 1\n", "lib.Base"),
    "further up": (
        "import unittest\nclass B(unittest.TestCase): ...\nclass C(B):\n    def old(self): ...\n",
        "unittest.TestCase",
    ),
    "beside it, further down": (
        "import unittest\nclass C:\n    def old(self): ...\nclass D(C, unittest.TestCase): ...\n",
        "unittest.TestCase",
    ),
    "a method of a model": (
        "from pydantic import BaseModel\nclass C(BaseModel):\n    def old(self): ...\n",
        "pydantic.BaseModel",
    ),
    "what nobody knows": ("class C(make(1)):\n    def old(self): ...\n", "make(1)"),
    "a fallback": (
        "try:\n    from lib import Base\nexcept ImportError:\n    Base = object\nclass C(Base):\n    old = 1\n",
        "lib.Base",
    ),
    "a variable": ("import lib\nBase = lib.make()\nclass C(Base):\n    old = 1\n", "Base"),
}


@pytest.mark.parametrize(("code", "base"), OUTSIDE.values(), ids=OUTSIDE)
def test_a_base_outside_that_may_know_the_name_has_a_row(code: str, base: str) -> None:
    ((text, reason),) = rows_of(code)
    assert text == ("D" if "class D" in code else "old")
    heir = "D" if "class D" in code else "C"
    assert reason == (
        f"`{heir}` inherits from `{base}`, which is no class of the project: keep `old` if that "
        "asks for it, and take another name if it has `new`"
    )


def test_a_base_outside_that_has_the_name_is_told_as_such() -> None:
    code = "class C({0}):\n    def {1}(self): ...\n"
    (row,) = rename(sources_of({"m.py": code.format("dict", "get")}), "m.C.get", "fetch").rewrite.remainders
    assert "`dict`, which is no class of the project and has `get`" in row.reason
    (row,) = rename(sources_of({"m.py": code.format("dict", "fetch")}), "m.C.fetch", "get").rewrite.remainders
    assert "has `get`, which this hides now" in row.reason


def test_an_heir_in_another_file_that_does_not_say_the_name() -> None:
    code = "class C:\n    def old(self): ...\n"
    heirs = {"n": "from m import C as D\nclass E(D): ...\n", "o": "import n, lib\nclass F(n.E, lib.B): ...\n"}
    assert [text for text, _ in rows_of(code, **heirs)] == ["F"]


HARMLESS = {
    "none": "class C:\n    def old(self): ...\n",
    "object": "class C(object):\n    def old(self): ...\n",
    "a protocol": "from typing import Protocol\nclass C(Protocol):\n    def old(self): ...\n",
    "a generic": "import typing as t\nT = t.TypeVar('T')\nclass C(t.Generic[T]):\n    def old(self): ...\n",
    "an abstract class": "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def old(self): ...\n",
    "a metaclass": "import abc\nclass C(metaclass=abc.ABCMeta):\n    def old(self): ...\n",
    "a dataclass": "from dataclasses import dataclass\n@dataclass\nclass C:\n    old: int\n",
    "an error": "class C(ValueError):\n    def old(self): ...\n",
    "an enumeration": "import enum\nclass C(str, enum.Enum):\n    old = '1'\n",
    "a tuple": "from typing import NamedTuple\nclass C(NamedTuple):\n    old: int\n",
    "a tuple by call": "from collections import namedtuple\nclass C(namedtuple('P', 'x')):\n    def old(self): ...\n",
    "a typed dictionary": "from typing import TypedDict\nclass C(TypedDict):\n    old: int\n",
    "a mapping": "from collections.abc import Mapping\nclass C(Mapping[str, int]):\n    def old(self): ...\n",
    "a field of a model": "from pydantic import BaseModel\nclass C(BaseModel):\n    old: int\n",
    "a class of the project": "class B: ...\nclass C(B):\n    def old(self): ...\n",
    "a second name of one": "class B: ...\nD = B\nclass C(D):\n    def old(self): ...\n",
    "another class": "import lib\nclass D(lib.B):\n    def old(self): ...\nclass C:\n    def old(self): ...\n",
    "one above that it is not of": (
        "import lib\nclass A:\n    def old(self): ...\nclass D(A): ...\nclass C:\n    def old(self): ...\n"
    ),
}


@pytest.mark.parametrize("code", HARMLESS.values(), ids=HARMLESS)
def test_a_base_that_does_not_know_the_name_has_none(code: str) -> None:
    assert rows_of(code) == []


def test_a_mangled_name_is_of_its_class_alone() -> None:
    code = "import lib\nclass C(lib.B):\n    def __old(self): ...\n    def f(self): self.__old()\n"
    assert not rename(sources_of({"m.py": code}), "m.C.__old", "__new").rewrite.remainders


def test_a_broken_file_that_says_the_class_and_not_the_name_is_no_failure() -> None:
    files = {"m.py": "class C:\n    def old(self): ...\n", "n.py": "from m import C\ndef f(:\n"}
    assert not rename(sources_of(files), "m.C.old", "new").failures
