"""Parameters and props whose function or component is used by a second name, and what is spread into them."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.rename import rename

FUNCTION = "def run(items): return items\n"
METHOD = "class A:\n    def show(self, items): return items\n    display = show\n"
CARD = """\
from dataclasses import dataclass
@dataclass
class Card:
    user: str
    def __call__(self): return self.user
"""
CALLED = "class Fn:\n    def __call__(self, items): return items\n"
MODULE = FUNCTION + METHOD + CARD + CALLED
HEAD = "from functools import partial\nfrom tdom import html\nfrom m import A, Card, Fn, run\nimport m\n"

SECOND = "from m import run\nsecond = run\nnumber = 1\n"

CERTAIN = {
    "a second name": ("run.items", "g = run\ng({0}=1)"),
    "a second name of a second": ("run.items", "g = run\nh = g\nh({0}=1)"),
    "a local second name": ("run.items", "def f():\n    g = m.run\n    return g({0}=1)"),
    "a walrus": ("run.items", "(g := run)({0}=1)\ng({0}=1)"),
    "a bound method": ("A.show.items", "f = A().show\nf({0}=1)"),
    "a method by the class": ("A.show.items", "f = A.show\nf(A(), {0}=1)"),
    "a second name in the class": ("A.show.items", "A().display({0}=1)"),
    "a partial that has a name": ("run.items", "p = partial(run, {0}=1)\np({0}=2)"),
    "a partial of a second name": ("run.items", "g = run\npartial(g, {0}=1)"),
    "a choice of two that are it": ("run.items", "g = run if x else m.run\ng({0}=1)"),
    "a function that is decorated by hand": ("run.items", "def g(x): ...\nrun = g(g(run, 1))\nrun({0}=1)"),
    "one of two names": ("run.items", "f = g = run\nf({0}=1)\ng({0}=1)"),
    "a call that is spread": ("run.items", "x = *run({0}=1), 2\n[*run({0}=1), *m.run({0}=1)]"),
    "an object that is called": ("Fn.__call__.items", "f = Fn()\nf({0}=1)\nFn()({0}=1)"),
    "a parameter that is called": ("Fn.__call__.items", "def f(g: Fn): return g({0}=1)"),
    "an override": ("A.show.items", "class D(A):\n    def show(self, {0}): return {0}\nD().show({0}=1)"),
    "the class in a method": ("Card.user", "class D(Card):\n    @classmethod\n    def make(cls): return cls({0}=1)"),
    "the class of an object": ("Card.user", "class D(Card):\n    def make(self): return type(self)({0}=1)"),
    "a name of another module": ("run.items", "import n\nn.second({0}=1)\nfrom n import second as third\nthird({0}=1)"),
    "each of a tuple in parentheses": ("run.items", "for g in ((run,)): g({0}=1)"),
    "a class": ("Card.user", "Same = Card\nSame({0}=1)"),
    "a field with the type of a class": (
        "Card.user",
        "class D:\n    kind: type[Card]\n    def f(self): return self.kind({0}=1)\ndef f(d: D): return d.kind({0}=1)",
    ),
    "a field with a value": ("Card.user", "class D:\n    kind: type[Card] = Card\nD.kind({0}=1)\nD().kind({0}=1)"),
    "a field of the class itself": (
        "Card.user",
        "from typing import ClassVar\nclass D:\n    kind: ClassVar[type[Card]]\nD.kind({0}=1)",
    ),
    "a field that may be None": (
        "Card.user",
        "class D:\n    kind: 'type[Card] | None' = None\n    def f(self): return self.kind({0}=1)",
    ),
    "an attribute of a parameter": (
        "Card.user",
        (
            "class D:\n    def __init__(self, kind: type[Card] | None = None):\n        self.kind = kind\n"
            "    def f(self): return self.kind({0}=1)"
        ),
    ),
    "an attribute with a type": (
        "Card.user",
        "class D:\n    def __init__(self, kind):\n        self.kind: type[Card] = kind\n        self.kind({0}=1)",
    ),
    "an attribute that is given the class": (
        "Card.user",
        "class D:\n    def __init__(self): self.kind = Card\n    def f(self): return self.kind({0}=1)",
    ),
    "the field of a class above": (
        "Card.user",
        "class D:\n    kind: type[Card]\nclass E(D):\n    def f(self): return self.kind({0}=1)",
    ),
    "a property": (
        "Card.user",
        "class D:\n    @property\n    def kind(self) -> type[Card]: ...\n    def f(self): return self.kind({0}=1)",
    ),
    "what a function gives": (
        "Card.user",
        "def make() -> 'type[m.Card] | None': ...\nmake()({0}=1)\nkind = make()\nkind({0}=1)",
    ),
    "what a method gives": ("Card.user", "class D:\n    def make(self) -> type[Card]: ...\nD().make()({0}=1)"),
    "a variable with a type": ("Card.user", "def f():\n    kind: type[Card] = pick()\n    return kind({0}=1)"),
    "a variable that only has a type": ("Card.user", "kind: type[Card]\nkind({0}=1)"),
    "a parameter that may be None": ("Card.user", "def f(kind: type[Card] | None = None): return kind({0}=1)"),
    "what a list holds": ("Card.user", "def f(kinds: list[type[Card]]):\n    for kind in kinds: kind({0}=1)"),
    "what a field holds": (
        "Card.user",
        "class D:\n    kinds: tuple[type[Card], ...]\n    def f(self): return [kind({0}=1) for kind in self.kinds]",
    ),
    "a field that is an object": (
        "Fn.__call__.items",
        "class D:\n    run: Fn\n    def f(self): return self.run({0}=1)",
    ),
    "a field in a partial, spread and at a tag": (
        "Card.user",
        (
            "class D:\n    kind: type[Card]\n    def f(self):\n        partial(self.kind, {0}=1)\n"
            "        self.kind(**{{'{0}': 1}})\n        return html(t'<{{self.kind}} {0}=1 />')"
        ),
    ),
    "a tag": ("Card.user", "Same = Card\nhtml(t'<{{Same}} {0}=1 />')"),
    "a local tag": ("Card.user", "def f():\n    Same = m.Card\n    return html(t'<{{Same}} {0}={{1}}>x</{{Same}}>')"),
    "a literal that is spread": ("Card.user", "Card(**{{'{0}': 1}})"),
    "a dict that is spread": ("run.items", "run(**dict({0}=1))"),
    "a literal that is spread into a partial": ("run.items", "partial(run, **{{'{0}': 1}})"),
    "a literal that is spread at a tag": ("Card.user", "html(t'<{{Card}} {{ {{\"{0}\": 1}} }} />')"),
    "a literal among others": ("Card.user", "Card(**{{'size': 1, '{0}': 1}}, **rest)"),
    "a local that is only spread": ("Card.user", "def f():\n    props = {{'{0}': 1}}\n    return Card(**props)"),
    "a local that gets it later": (
        "Card.user",
        "def f():\n    props = {{}}\n    props['{0}'] = 1\n    return Card(**props)",
    ),
    "a local that is spread at a tag": (
        "Card.user",
        "def f():\n    props = dict({0}=1)\n    return html(t'<{{Card}} {{props}} />')",
    ),
}


@pytest.mark.parametrize(("source", "code"), CERTAIN.values(), ids=CERTAIN)
def test_what_is_certain_is_renamed(source: str, code: str) -> None:
    old = source.rpartition(".")[2]
    files = {"m.py": MODULE, "n.py": SECOND, "app.py": HEAD + code.format(old) + "\n"}
    after = renamed(files, f"m.{source}", "new")
    assert after["app.py"] == HEAD + code.format("new") + "\n"
    assert not rename(sources_of(files), f"m.{source}", "new").rewrite.proposals


LIKELY = {
    "a name that is given two things": ("run.items", "g = run\nif x: g = other\ng({0}=1)"),
    "a choice": ("run.items", "(run if x else other)({0}=1)"),
    "what is there or another": ("run.items", "(given or run)({0}=1)"),
    "a default": ("run.items", "def f(g=run): return g({0}=1)"),
    "one of a table": ("run.items", "TABLE = {{'a': run, 'b': other}}\nTABLE[x]({0}=1)"),
    "each of some": ("run.items", "for g in (run, other): g({0}=1)"),
    "a tag of two": ("Card.user", "def f(x):\n    Same = Card if x else Other\n    return html(t'<{{Same}} {0}=1 />')"),
    "a mapping of the module": ("Card.user", "PROPS = {{'{0}': 1}}\nCard(**PROPS)"),
    "a local that goes elsewhere too": (
        "Card.user",
        "def f():\n    props = {{'{0}': 1}}\n    log(props)\n    return Card(**props)",
    ),
    "a local that two take": (
        "Card.user",
        "def f():\n    props = {{'{0}': 1}}\n    return Card(**props), other(**props)",
    ),
    "a field with the type of two classes": (
        "Card.user",
        "class D:\n    kind: type[Card | Fn]\n    def f(self): return self.kind({0}=1)",
    ),
    "a field with two types of classes": (
        "Card.user",
        "class D:\n    kind: type[Card] | type[Fn]\n    def f(self): return self.kind({0}=1)",
    ),
    "an attribute that is given something else": (
        "Card.user",
        "class D:\n    kind = Card\n    def __init__(self, x): self.kind = x\n    def f(self): return self.kind({0}=1)",
    ),
    "an entry of a field": (
        "Card.user",
        "class D:\n    kinds: dict[str, type[Card]]\n    def f(self): return self.kinds['a']({0}=1)",
    ),
}


@pytest.mark.parametrize(("source", "code"), LIKELY.values(), ids=LIKELY)
def test_what_is_likely_is_proposed(source: str, code: str) -> None:
    old = source.rpartition(".")[2]
    files = {"m.py": MODULE, "app.py": HEAD + code.format(old) + "\n"}
    assert "app.py" not in renamed(files, f"m.{source}", "new")
    after = renamed(files, f"m.{source}", "new", takes_proposals=True)
    assert after["app.py"] == HEAD + code.format("new") + "\n"


LEFT_ALONE = {
    "another function by that name": "g = other\ng(user=1, items=1)",
    "a name that is bound anew inside": "g = run\ndef f(g): return g(items=1)",
    "what a call gives": "g = run(1)\ng(items=1)",
    "an object of the class": "c = Card(1)\nc(user=1)",
    "a literal that goes elsewhere": "other(**{'user': 1, 'items': 1})",
    "a value in a literal": "Card(**{'size': 'user'})\nrun(**{'b': 'items'})",
    "a literal in the value of a literal": "run(**{'b': {'items': 1}})\nCard(**{'size': {'user': 1}})",
    "a literal that is handed on as it is": "run({'items': 1})\nCard({'user': 1})",
    "a spread at an element": 'html(t\'<p { {"user": 1} }></p><{Card} size={ {"user": 1} } />\')',
    "a child": "html(t'<{Card}>{ {\"user\": 1} }</{Card}>')",
    "a local of that name elsewhere": "def f():\n    props = {'user': 1}\n    return other(props)",
    "a field that is an object": "class D:\n    c: Card\n    def f(self): return self.c(user=1, items=1)",
    "a field with the type of another class": "class D:\n    c: type[int]\n    def f(self): return self.c(user=1)",
    "a field with any type": "class D:\n    c: type\n    def f(self): return self.c(user=1)",
    "a field that gives an object": (
        "from typing import Callable\nclass D:\n    c: Callable[..., Card]\n    def f(self): return self.c(user=1)"
    ),
    "a field that another class has": "class D:\n    c: type[Card]\nclass E: c = int\nE().c(user=1)",
    "a property that gives another": (
        "class D:\n    @property\n    def c(self) -> type[int]: ...\n    def f(self): return self.c(user=1)"
    ),
    "what a list of objects holds": "def f(cs: list[Card]):\n    for c in cs: c(user=1)",
    "a list of classes": "def f(cs: list[type[Card]]): return cs(user=1)",
    "a circle": "g = h\nh = g\ng(items=1, user=1)",
    "what a with gives": "with run as g: g(items=1, user=1)",
    "each of nobody knows what": "for g in make(): g(items=1, user=1)",
    "each of what is nowhere": "for g in nowhere: g(items=1, user=1)",
    "one of a name that is given two things": "t = [other]\nt = []\nt[0](items=1, user=1)",
    "what a module has that is no callable": "import n\nn.number(items=1, user=1)",
    "what is unpacked": "g, h = run, other\ng(user=1)",
    "a partial of another": "partial(other, items=1, user=1)",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_is_of_another_is_left_alone(code: str) -> None:
    files = {"m.py": MODULE, "n.py": SECOND, "app.py": HEAD + code + "\n"}
    for source in ("m.Card.user", "m.run.items", "m.A.show.items"):
        assert "app.py" not in renamed(files, source, "new", takes_proposals=True)


UNSEEN = {
    "a parameter": ("Card.user", "def f(props): return Card(**props)"),
    "keywords that are handed on": ("run.items", "def f(**k): return run(1, **k)"),
    "at a tag": ("Card.user", "def f(props): return html(t'<{Card} {props} />')"),
    "by a second name": ("run.items", "g = run\ng(**make())"),
    "both sides of a union": ("run.items", "run(**({'items': 1} | {'b': 2}))"),
    "one of two literals": ("run.items", "run(**({'items': 1} if x else {}))"),
    "a literal in a literal": ("run.items", "run(**{'b': 2, **{'items': 1}})"),
    "a local in a literal": ("Card.user", "def f():\n    props = {'user': 1}\n    return Card(**{**props})"),
    "a local that gets another": (
        "Card.user",
        "def f():\n    props = {'user': 1}\n    props = props | {'size': 1}\n    return Card(**props)",
    ),
    "a literal in a call of dict": ("run.items", "run(**dict({'items': 1}))"),
    "what is copied": ("Card.user", "def f():\n    props = {'user': 1}\n    return Card(**props.copy())"),
}


@pytest.mark.parametrize(("source", "code"), UNSEEN.values(), ids=UNSEEN)
def test_what_cannot_be_seen_has_a_row(source: str, code: str) -> None:
    files = {"m.py": MODULE, "app.py": HEAD + code + "\n"}
    rewrite = rename(sources_of(files), f"m.{source}", "new").rewrite
    (row,) = rewrite.remainders
    old = source.rpartition(".")[2]
    assert row.path == "app.py"
    assert f"`{old}`" in row.reason
    sources = sources_of({"m.py": MODULE, "app.py": HEAD + code + "\n"})
    if source == "Card.user":
        assert [row.path for row in delete(sources, "m.Card.user", force=True).rewrite.remainders][-1] == "app.py"


def test_what_is_seen_has_no_row() -> None:
    code = HEAD + "Card(**{'user': 1})\nother(**props)\nrun(*props)\nhtml(t'<{Other} {props} /><p {props}></p>')\n"
    for source in ("m.Card.user", "m.run.items"):
        assert not rename(sources_of({"m.py": MODULE, "app.py": code}), source, "new").rewrite.remainders


def test_a_field_is_found_by_a_second_name_of_its_class() -> None:
    files = {"m.py": CARD + "Same = Card\n", "app.py": "from m import Same\nSame(user=1)\n"}
    after = renamed(files, "m.Same.user", "new")
    assert after == {
        "m.py": CARD.replace("user", "new") + "Same = Card\n",
        "app.py": "from m import Same\nSame(new=1)\n",
    }


def test_a_component_and_its_second_name_are_two_names() -> None:
    code = "from tdom import html\nfrom m import Card\nSame = Card\nhtml(t'<{Same}>x</{Same}><{Card} />')\n"
    files = {"m.py": CARD, "app.py": code}
    assert renamed(files, "m.Card", "Tile")["app.py"] == code.replace("Card", "Tile")
    assert renamed(files, "app.Same", "Other") == {"app.py": code.replace("Same", "Other")}
