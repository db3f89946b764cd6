"""Where a name stands, what it does there, and the scope that has it: as Python's compiler draws scopes."""

from __future__ import annotations

import pytest

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.occurrences import NameRole, bindings_in, home_at, occurrences_of, top_bindings, word
from tdomcheck.source.text import SourceText


def _told(code: str, name: str = "x") -> list[str]:
    """Role and scope of each occurrence."""
    view = PythonModule(SourceText(code.encode()))
    return [
        f"{each.role.name.lower()} {each.home.kind.value if each.home else '-'}" for each in occurrences_of(view, name)
    ]


TABLE = {
    "a default sees what the function stands in": (
        "x = 1\ndef f(a=x): x = 2",
        ["bind module", "read module", "bind function"],
    ),
    "annotations see it too": (
        "x = 1\ndef f(a: x) -> x: x = 2",
        ["bind module", "read module", "read module", "bind function"],
    ),
    "a lambda": ("x = 1\nlambda x=x: x", ["bind module", "parameter function", "read module", "read function"]),
    "a comprehension": (
        "x = 1\n[x for x in x]",
        ["bind module", "read comprehension", "bind comprehension", "read module"],
    ),
    "its second loop": ("[1 for y in z for x in x]", ["bind comprehension", "read comprehension"]),
    "a walrus": ("def f(): return [x := 1 for y in z], x", ["bind function", "read function"]),
    "a class is seen by itself alone": (
        "class C:\n    x = 1\n    y = x\n    def m(self): x",
        ["bind class", "read class", "read -"],
    ),
    "not before it has a value": ("x = 0\nclass C:\n    x = x", ["bind module", "bind class", "read module"]),
    "its annotation comes after the value": ("class C:\n    x: x = x", ["bind class", "read class", "read -"]),
    "without a value there is none": (
        "x = 0\nclass C:\n    x: int\n    y = x",
        ["bind module", "bind class", "read module"],
    ),
    "global": ("def f():\n    global x\n    x = 1\nx", ["declared module", "bind module", "read module"]),
    "nonlocal": (
        "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2",
        ["bind function", "declared function", "bind function"],
    ),
    "nonlocal of nobody": ("def g():\n    nonlocal x", ["declared -"]),
    "type parameters": (
        "def f[x](a: x, b=x): x",
        ["bind type parameters", "read type parameters", "read -", "read type parameters"],
    ),
    "bounds": ("class C[T: x](x): x", ["read -", "read -", "read -"]),
    "an alias": ("type x[T] = list[x]", ["bind module", "read module"]),
    "a parameter of one": ("type A[x] = list[x]", ["bind type parameters", "read type parameters"]),
    "an alias without": ("type x = int\nx", ["bind module", "read module"]),
    "a pattern": (
        "match y:\n    case [x, *_] | {'a': x, **x}: x\n    case C(x=1) as x: 1\n    case x.y: 1",
        ["bind module"] * 3 + ["read module", "pattern -", "bind module", "read module"],
    ),
    "imports": (
        "import x\nimport x.y\nimport y.x\nimport x as z\nfrom x import x as w\nfrom y import x",
        ["import module", "import module", "module -", "module -", "module -", "aliased -", "import module"],
    ),
    "statements": (
        "for x in y: 1\nwith y as (x, z): 1\ntry: 1\nexcept E as x: 1\ndel x\nx += 1\nx.a = 1",
        ["bind module"] * 5 + ["read module"],
    ),
    "labels and attributes": ("f(x=1).x", ["keyword -", "attribute -"]),
    "texts": ("# x\n'x'\nf'x{x}'", ["text -", "text -", "text -", "read -"]),
    "splats": ("def f(*x, **k): x\n(x, *y), z = 1", ["parameter function", "read function", "bind module"]),
    "types with a dot": ("a: x.x[int]", ["read -", "attribute -"]),
}


@pytest.mark.parametrize(("code", "told"), TABLE.values(), ids=TABLE)
def test_roles_and_scopes(code: str, told: list[str]) -> None:
    assert _told(code) == told


def test_nothing_within_longer_names() -> None:
    assert _told("xx = x_ = ax = ä = xä = 1") == []
    assert word("x").findall("x xä äx x1".encode()) == [b"x"]


def test_questions_about_scopes() -> None:
    view = PythonModule(SourceText(b"x = 1\ndef f():\n    x = 2\n    y\n"))
    first, second = occurrences_of(view, "x")
    assert top_bindings(view, "x") == [first]
    assert bindings_in(view, "x", second.home) == [second]
    (reading,) = occurrences_of(view, "y")
    assert reading.role is NameRole.READ
    assert home_at(view, "x", reading.step) == second.home
    assert second.home is not None
    assert second.home.path == "f.<locals>"
