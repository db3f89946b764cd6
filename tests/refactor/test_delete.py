"""Nothing is deleted that something refers to, unless by force."""

from __future__ import annotations

import pytest
from refactorings import sources_of, written

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.problems import NotFound, RefactoringRefusal, StillUsed

DELETED = {
    "a function": ("def f(): pass\n\n\nx = 1\n", "m.f", "x = 1\n"),
    "the last one": ("x = 1\n\n\ndef f():\n    pass\n", "m.f", "x = 1\n"),
    "with its comments and decorators": ("# a\n\n# b\n@property\ndef f(): pass  # c\nx = 1\n", "m.f", "# a\n\nx = 1\n"),
    "with its export": ("__all__ = ['f', 'x']\ndef f(): pass\nx = 1\n", "m.f", "__all__ = ['x']\nx = 1\n"),
    "with what only it needs": ("import os, sys\ndef f(): os\nx = sys\n", "m.f", "import sys\nx = sys\n"),
    "one that calls itself": ("def f(): f()\nx = 1\n", "m.f", "x = 1\n"),
    "overloads": (
        "import typing as t\n@t.overload\ndef f(a): ...\ndef f(a, b=1): ...\nx = t\n",
        "m.f",
        "import typing as t\nx = t\n",
    ),
    "a constant": ("A = 1\nB = 2\n", "m.A", "B = 2\n"),
    "a method": (
        "class C:\n    def f(self): pass\n\n    def g(self): pass\n",
        "m.C.f",
        "class C:\n    def g(self): pass\n",
    ),
    "the only method": ("class C:\n    def f(self): pass\n\n\nx = 1\n", "m.C.f", "class C:\n    pass\n\n\nx = 1\n"),
    "a field": ("class C:\n    a: int\n    b: int\n", "m.C.a", "class C:\n    b: int\n"),
    "a method that is overridden": (
        "class C:\n    x = 1\n    def f(self): pass\nclass D(C):\n    def f(self): pass\n",
        "m.C.f",
        "class C:\n    x = 1\nclass D(C):\n    def f(self): pass\n",
    ),
    "a local": ("def f():\n    x = 1\n    return 2\n", "m.f.<locals>.x", "def f():\n    return 2\n"),
    "a nested function": ("def f():\n    def g(): g()\n", "m.f.<locals>.g", "def f():\n    pass\n"),
}


@pytest.mark.parametrize(("before", "source", "after"), DELETED.values(), ids=DELETED)
def test_what_nothing_refers_to_is_deleted(before: str, source: str, after: str) -> None:
    files = {"m.py": before, "other.py": "def f(f): return f\n# m.f\n"}
    sources = sources_of(files)
    assert written(sources, delete(sources, source)) == {**files, "m.py": after}


USED = {
    "a call": ("from m import f\nf()\n", r"strong \(2\): app\.py:1, app\.py:2"),
    "a re-export": ("from m import f as g\n", r"strong \(1\): app\.py:1"),
    "a string": ("patch('m.f')\n", r"anchored \(1\): app\.py:1"),
    "a tag": ('from m import f\nhtml(t"<{f} />")\n', r"strong \(2\)"),
}


@pytest.mark.parametrize(("code", "says"), USED.values(), ids=USED)
def test_what_is_referred_to_stays(code: str, says: str) -> None:
    with pytest.raises(StillUsed, match=says):
        delete(sources_of({"m.py": "def f(): pass\n", "app.py": code}), "m.f")


def test_an_unknown_receiver_is_a_reference_too() -> None:
    files = {"m.py": "class C:\n    def run(self): pass\n", "app.py": "def f(x): x.run()\n"}
    with pytest.raises(StillUsed, match=r"anchored \(1\): app\.py:1"):
        delete(sources_of(files), "m.C.run")


def test_a_long_list_is_cut_off() -> None:
    files = {"m.py": "def f(): pass\n" + "f()\n" * 12}
    with pytest.raises(StillUsed, match=r"referred to 12 times; --force(.|\n)*proven \(12\): .* and 2 more"):
        delete(sources_of(files), "m.f")


def test_by_force_imports_go_and_the_rest_is_told() -> None:
    files = {
        "m.py": "def f(): pass\nx = 1\n",
        "app.py": "from m import f, x\n__all__ = ['f', 'x']\nf()\n",
        "o.py": "from m import f as g\n",
    }
    sources = sources_of(files)
    outcome = delete(sources, "m.f", force=True)
    after = written(sources, outcome)
    assert after["m.py"] == "x = 1\n"
    assert after["app.py"] == "from m import x\n__all__ = ['x']\nf()\n"
    assert [(each.path, each.reason) for each in outcome.rewrite.remainders] == [
        ("app.py", "it refers to what is deleted"),
        ("o.py", "it refers to what is deleted"),
    ]


def test_modules_and_packages() -> None:
    files = {"p/__init__.py": "", "p/a.py": "from . import b\n", "p/b.py": "", "p/b.pyi": "", "app.py": "import p.a\n"}
    sources = sources_of(files)
    with pytest.raises(StillUsed, match=r"p/a\.py:1"):
        delete(sources, "p.b")
    with pytest.raises(StillUsed, match=r"app\.py:1"):
        delete(sources, "p")
    del files["app.py"]
    sources = sources_of(files)
    assert sorted(written(sources, delete(sources, "p.a"))) == ["p/__init__.py", "p/b.py", "p/b.pyi"]
    assert written(sources, delete(sources, "p")) == {}
    assert sorted(written(sources, delete(sources, "p.b", force=True))) == ["p/__init__.py", "p/a.py"]


def test_misuse_is_refused_with_a_sentence() -> None:
    with pytest.raises(RefactoringRefusal, match="not deleted by itself"):
        delete(sources_of({"m.py": "def f(x): pass\n"}), "m.f.x")
    with pytest.raises(NotFound, match=r"did you mean `m\.f`"):
        delete(sources_of({"m.py": "def f(x): pass\n"}), "m.g.f")


ASKED_FOR = {
    "what gives a module its attributes": ("def __getattr__(name): ...\n", "m.__getattr__"),
    "what a star takes": ("__all__ = ['x']\nx = 1\n", "m.__all__"),
    "what makes a call": ("class C:\n    def __call__(self): ...\n", "m.C.__call__"),
    "what comes before a call": ("class C:\n    def __post_init__(self): ...\n", "m.C.__post_init__"),
    "slots": ("class C:\n    __slots__ = ()\n", "m.C.__slots__"),
    "what an Enum asks for": ("import enum\nclass E(enum.Enum):\n    def _missing_(cls, x): ...\n", "m.E._missing_"),
}


@pytest.mark.parametrize(("code", "target"), ASKED_FOR.values(), ids=ASKED_FOR)
def test_what_the_interpreter_asks_for_goes_only_by_force(code: str, target: str) -> None:
    sources = sources_of({"m.py": code})
    with pytest.raises(StillUsed, match="is asked for by the interpreter"):
        delete(sources, target)
    assert delete(sources, target, force=True).rewrite.files


@pytest.mark.parametrize(
    ("code", "target"),
    [("__version__ = '1'\n", "m.__version__"), ("class C:\n    _old: int\n", "m.C._old"), ("__ = 1\n", "m.__")],
)
def test_what_only_looks_like_it_goes(code: str, target: str) -> None:
    assert delete(sources_of({"m.py": code}), target).rewrite.files


REGISTERED = {
    "into a list": ("_REG = []\n@_REG.append\ndef f(): pass\n", "m.f", r"decorated by `@_REG\.append` \(m\.py:3\)"),
    "by a call": ("from app import route\n@route('/')\ndef f(): pass\n", "m.f", "may have registered it"),
    "among others": ("import functools\n@functools.cache\n@hook\ndef f(): pass\n", "m.f", "by `@hook`"),
    "a class": ("@hook\nclass C: pass\n", "m.C", "by `@hook`"),
    "a method": ("class C:\n    @hook\n    def f(self): pass\n", "m.C.f", "by `@hook`"),
    "for one type": ("@show.register\ndef f(x: int): pass\n", "m.f", r"by `@show\.register`"),
    "by what is called as a builtin": ("def property(f): ...\n@property\ndef f(): pass\n", "m.f", "by `@property`"),
}


@pytest.mark.parametrize(("code", "target", "says"), REGISTERED.values(), ids=REGISTERED)
def test_what_a_decorator_may_have_registered_stays(code: str, target: str, says: str) -> None:
    sources = sources_of({"m.py": code})
    with pytest.raises(StillUsed, match=says):
        delete(sources, target)
    assert delete(sources, target, force=True).rewrite.files


SILENT = {
    "a cache": ("from functools import lru_cache as c\n@c(maxsize=1)\ndef f(): pass\n", "m.f"),
    "a dataclass": ("import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass C: pass\n", "m.C"),
    "an attrs class": ("from attrs import define\n@define\nclass C: pass\n", "m.C"),
    "a property with a setter": (
        "class C:\n    @property\n    def f(self): ...\n    @f.setter\n    def f(self, x): ...\n",
        "m.C.f",
    ),
    "a static method": ("class C:\n    @staticmethod\n    def f(): ...\n", "m.C.f"),
    "an abstract one": (
        "from abc import *\nimport abc\nclass C:\n    @abc.abstractmethod\n    def f(self): ...\n",
        "m.C.f",
    ),
    "a context manager": ("import contextlib\n@contextlib.contextmanager\ndef f(): yield\n", "m.f"),
}


@pytest.mark.parametrize(("code", "target"), SILENT.values(), ids=SILENT)
def test_what_a_decorator_only_changes_is_deleted(code: str, target: str) -> None:
    assert delete(sources_of({"m.py": code}), target).rewrite.files


def test_by_force_what_binds_it_by_global_stays_and_is_told() -> None:
    sources = sources_of({"m.py": "n = 0\ndef f():\n    global n\n    n += 1\n"})
    outcome = delete(sources, "m.n", force=True)
    assert written(sources, outcome) == {"m.py": "def f():\n    global n\n    n += 1\n"}
    assert len(outcome.rewrite.remainders) == 2


FIELDS = (
    "from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int\n    y: int = 0\n"
    "    z: int = field(default=1, kw_only=True)\n"
)
BY_PLACE = {
    "a call": "P(1, 2)",
    "a call elsewhere": "",
    "a star": "P(*xs)",
    "a heir": "@dataclass\nclass Q(P):\n    w: int = 0\nQ(1, 2, 3)",
    "a second name": "R = P\nR(1, 2)",
}


@pytest.mark.parametrize("code", BY_PLACE.values(), ids=BY_PLACE)
def test_a_field_that_is_given_by_its_place_is_used(code: str) -> None:
    other = "" if code else "import m\nm.P(1, 2)\n"
    with pytest.raises(StillUsed, match=r"strong \(1\)"):
        delete(sources_of({"m.py": f"{FIELDS}{code}\n", "n.py": other}), "m.P.y")


UNUSED = ["P(1)", "P(x=1)", "P(1, **rest)", "def P2(a, b): ...\nP2(1, 2)", "class O:\n    x: int\n    y: int\nO(1, 2)"]


@pytest.mark.parametrize("code", UNUSED)
def test_a_field_that_no_call_reaches_goes(code: str) -> None:
    outcome = delete(sources_of({"m.py": f"{FIELDS}{code}\n"}), "m.P.y")
    assert [wish.path for wish in outcome.rewrite.files] == ["m.py"]


def test_places_without_keywords_alone() -> None:
    assert delete(sources_of({"m.py": f"{FIELDS}P(1, 2)\n"}), "m.P.z").rewrite.files


def test_a_member_of_an_enum_that_is_asked_for_by_its_name_is_used() -> None:
    code = "from enum import Enum\nclass Color(Enum):\n    RED = 1\n    BLUE = 2\nColor['RED']\n"
    with pytest.raises(StillUsed):
        delete(sources_of({"m.py": code}), "m.Color.RED")
    assert delete(sources_of({"m.py": code}), "m.Color.BLUE").rewrite.files


UNSEEN = {
    "what is spread": ("m.Card.user", "from m import Card\ndef f(x): return Card(**x)\n"),
    "names that are put together": ("m.read_card", "import m\ndef f(x): return getattr(m, 'read_' + x)\n"),
    "what is looked up by the name of a class": (
        "m.Card",
        "def get(self, n): return getattr(self, f'visit_{type(n).__name__}')\ndef visit_Card(self): ...\n",
    ),
}


@pytest.mark.parametrize(("source", "code"), UNSEEN.values(), ids=UNSEEN)
def test_what_may_mean_it_has_a_row(source: str, code: str) -> None:
    home = "from dataclasses import dataclass\n@dataclass\nclass Card:\n    user: str = ''\n\n\ndef read_card(): ...\n"
    rows = delete(sources_of({"m.py": home, "app.py": code}), source).rewrite.remainders
    assert [row.path for row in rows] == ["app.py"]
