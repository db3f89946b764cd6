"""Imports wherever they stand, the scopes that bind them, and names that mean more than one thing."""

from __future__ import annotations

import pytest
from fact_examples import node_at, python_of

from tdomcheck.facts.python.bindings import is_rebound, is_shadowed, patched_names, unsure_names
from tdomcheck.facts.python.classes import classes_of, definition
from tdomcheck.facts.python.evaluated_annotations import (
    evaluated_names,
    has_text_annotations,
    hint_annotations,
    signature_annotations,
)
from tdomcheck.facts.python.type_checking_names import outermost_if, type_checking_names


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import a", ("a", "", "a")),
        ("import a.b", ("a.b", "", "a")),
        ("import a.b as c", ("a.b", "", "c")),
        ("from a import b", ("a", "b", "b")),
        ("from a import b as c", ("a", "b", "c")),
        ("from . import b", (".", "b", "b")),
        ("from ...a.b import (\n    c,  # why\n)", ("...a.b", "c", "c")),
        ("from a . b import c", ("a.b", "c", "c")),
        ("from a import *", ("a", "*", "*")),
    ],
)
def test_what_an_import_binds(code: str, expected: tuple[str, str, str]) -> None:
    assert [(fact.module, fact.name, fact.alias) for fact in python_of(code).imports] == [expected]


@pytest.mark.parametrize(
    ("code", "is_top_level", "is_type_checking"),
    [
        ("import a", True, False),
        ("try:\n    import a\nexcept E:\n    pass", True, False),
        ("def f():\n    import a", False, False),
        ("class A:\n    import a", False, False),
        ("if x:\n    import a", True, False),
        ("if not TYPE_CHECKING:\n    import a", True, False),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import a", True, False),
        ("if TYPE_CHECKING:\n    pass\nimport a", True, False),
        ("if TYPE_CHECKING:\n    import a", True, True),
        ("if t.TYPE_CHECKING:\n    try:\n        import a\n    except E:\n        pass", True, True),
        ("def f():\n    if TYPE_CHECKING:\n        import a", False, True),
    ],
)
def test_where_an_import_stands(code: str, *, is_top_level: bool, is_type_checking: bool) -> None:
    (fact,) = python_of(code).imports
    assert (fact.is_top_level, fact.is_type_checking) == (is_top_level, is_type_checking)


def test_type_checking_may_have_another_name() -> None:
    facts = python_of("from typing import TYPE_CHECKING as HINTS\nif HINTS:\n    import a\n").imports
    assert [fact.alias for fact in facts if fact.is_type_checking] == ["a"]


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        # A class is no scope for its methods, and a comprehension has no place in the table.
        ("class A:\n    b = 1\n    def f(self):\n        b()", "b", ""),
        ("import b\nclass A:\n    b = 1\n    def f(self):\n        b()", "b", "b"),
        ("import b\nclass A:\n    b = 1\n    c = b", "b", ""),
        ("def f(b): ...\nimport b\nb()", "b", "b"),
        ("import b\nf = lambda b: b()", "b", ""),
        ("import b\nf = lambda c: b()", "b", "b"),
        ("import b\ndef f():\n    b.c = 1\n    b()", "b", "b"),
        ("import b\ndef f():\n    b['c'] = 1\n    b()", "b", "b"),
        ("import b\ndef f():\n    [b] = 1\n    b()", "b", ""),
        ("import b\ndef f():\n    del b\n    b()", "b", ""),
        ("import b\ntry:\n    pass\nexcept E as e:\n    b()", "b", "b"),
        ("def f():\n    class A:\n        class B: ...\n    A.B()", "A.B", ":f.A.B"),
        ("def f():\n    def g(): ...\n    g()", "g", ":f.g"),
        ("def f():\n    class A: ...\nA()", "A", ""),
    ],
)
def test_what_a_name_means_in_its_scope(code: str, name: str, expected: str) -> None:
    view = python_of(code)
    assert view.resolve(node_at(view, name)) == expected


@pytest.mark.parametrize(
    "code",
    [
        "x = 1",
        "x: int",
        "x: int = 1",
        "import x",
        "import x.a\nimport x.a",
        "from a import x\nfrom a import x",
        "def x(): ...",
        "x.a = 1\nx.b = 2",
        "x[0] = 1",
        "def f():\n    x = 1\n    x = 2",
        "f(lambda: (x := 1))\nx = 1",
        "def f(x=1): ...\nx = 1",
        "# global x\nx = 1",
    ],
)
def test_a_name_that_is_bound_once_is_sure(code: str) -> None:
    assert unsure_names(python_of(code)) == frozenset()


@pytest.mark.parametrize(
    "code",
    [
        "x = 1\nx = 2",
        "x = y = 1\nx = 2",
        "x, y = 1, 2",
        "x += 1",
        "if (x := 1): pass",
        "for x in y: pass",
        "for x, z in y: pass",
        "with a as x: pass",
        "try:\n    pass\nexcept E as x:\n    pass",
        "x = 1\ndel x",
        "import x\nx = 1",
        "from a import x\nfrom b import x",
        "try:\n    from a import x\nexcept E:\n    x = None",
        "def x(): ...\nclass x: ...",
        "@d\ndef x(): ...\nx = 1",
        "if a:\n    x = 1\nelse:\n    x = 2",
        "type x = int\nx = 1",
        "x = 1\ndef f():\n    global x\n    x = 2",
    ],
)
def test_a_name_that_is_bound_again_is_unsure(code: str) -> None:
    assert "x" in unsure_names(python_of(code))


def test_a_star_makes_every_name_unsure() -> None:
    assert unsure_names(python_of("from a import *\n")) == {"*"}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = 1", ()),
        ("self.x = 1\ncls.y = 2", ()),
        ("a.x == 1", ()),
        ("f(x=1)", ()),
        ("1.x = 2", ()),
        ("setattr(a, name, 1)", ()),
        ("a.x = 1\na.x = 2", ("x",)),
        ("a.b.x = 1", ("x",)),
        ("setattr(a, 'x', 1)", ("x",)),
        ("monkeypatch.setattr('a.b.x', 1)", ("x",)),
        ('patch("a.b.x")\npatch.object(a, "y")', ("x", "y")),
        ("patch(f(a), b)\npatch('x')", ("x",)),
    ],
)
def test_what_is_patched(code: str, expected: tuple[str, ...]) -> None:
    assert patched_names(python_of(code)) == expected


def test_a_builtin_may_mean_something_else() -> None:
    assert not is_shadowed(python_of("len(x)\nx.len = 1\n"), "len")
    assert is_shadowed(python_of("def f(len): ...\n"), "len")
    assert is_shadowed(python_of("from a import len\n"), "len")


def test_a_definition_may_be_given_another_value() -> None:
    view = python_of("def f(): ...\ndef g(): ...\ng = 1\nclass A:\n    def h(self): ...\n    h = cached(h)\n")
    assert [is_rebound(view, name) for name in (":f", ":g", ":A.h", ":h")] == [False, True, True, False]


@pytest.mark.parametrize(
    "code",
    [
        "import a",
        "if TYPE_CHECKING:\n    import a\nimport a",
        "if TYPE_CHECKING:\n    from x import *",
        "if TYPE_CHECKING:\n    import a\nelse:\n    a = None",
        "if TYPE_CHECKING:\n    import a\nelif y:\n    b = 1",
        "def f():\n    if TYPE_CHECKING:\n        import a",
        "if TYPE_CHECKING:\n    import a\na = 1",
        "if TYPE_CHECKING:\n    import a\ndef f(a): ...",
    ],
)
def test_a_name_that_exists_at_run_time_or_may(code: str) -> None:
    assert type_checking_names(python_of(code)) == {}


def test_a_name_that_only_type_checkers_have() -> None:
    view = python_of("import typing as t\nif t.TYPE_CHECKING:\n    from a import b as c\n    import d.e\n")
    assert {name: fact.module for name, fact in type_checking_names(view).items()} == {"c": "a", "d": "d.e"}


def test_the_outermost_if_is_one_of_the_module() -> None:
    view = python_of("a = 1\nif x:\n    if y:\n        b = 1\ndef f():\n    if z:\n        c = 1\n")
    found = [outermost_if(view, view.source.data.index(name)) for name in (b"a = ", b"b = ", b"c = ")]
    assert [node.start_point.row if node is not None else None for node in found] == [None, 1, None]
    assert outermost_if(python_of("# only a comment\n"), 0) is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("from __future__ import annotations", True),
        ("from __future__ import (\n    division, annotations,\n)", True),
        ("from __future__ import division", False),
        ("from future import annotations", False),
        ("# from __future__ import annotations", False),
    ],
)
def test_whether_annotations_are_kept_as_text(code: str, *, expected: bool) -> None:
    assert has_text_annotations(python_of(code)) is expected


def names(code: str, *, is_quoted: bool = False) -> list[str]:
    view = python_of(f"def f(x: {code}): ...\n")
    (typed,) = signature_annotations(view, view.nodes["function"][0])
    return [*evaluated_names(view, typed, is_quoted=is_quoted)]


def test_names_that_an_annotation_looks_up() -> None:
    assert names("A") == ["A"]
    assert names("a.b.C[D, e.F]") == ["a", "D", "e"]
    assert names("A | None") == ["A"]
    assert names("f(key=B)") == ["f", "B"]
    assert names("'A'") == []
    assert names("'A'", is_quoted=True) == ["A"]
    assert names("list['A']", is_quoted=True) == ["list", "A"]
    # What stands in these is text, however it looks.
    assert names("Literal['A']", is_quoted=True) == ["Literal"]
    assert names("Annotated[int, 'A']", is_quoted=True) == ["Annotated", "int"]


CLASSES = """
from dataclasses import dataclass

@dataclass
class Card:
    a: A
    b = 1
    def show(self, x: X) -> Y: ...

class Plain:
    a: A

@dataclass
class Own:
    a: A
    def __init__(self, b: B): ...

def page(c: C = 1, *d: D, e, **f: F) -> G: ...
"""


def test_annotations_that_signature_and_get_type_hints_evaluate() -> None:
    view = python_of(CLASSES)
    nodes = {view.text(node.child_by_field_name("name") or node): node for node in view.nodes["class"]}
    nodes |= {view.text(node.child_by_field_name("name") or node): node for node in view.nodes["function"]}

    def of(name: str) -> tuple[str, str]:
        both = signature_annotations(view, nodes[name]), hint_annotations(view, nodes[name])
        first, second = ("".join(view.text(typed) for typed in found) for found in both)
        return first, second

    assert of("Card") == ("A", "A")
    assert of("Plain") == ("", "A")
    assert of("Own") == ("B", "A")
    assert of("show") == ("XY", "")
    assert of("page") == ("CDFG", "CDFG")


def test_a_definition_is_known_where_it_is_never_anything_else() -> None:
    code = "class A: ...\nclass B: ...\nclass B: ...\nclass C: ...\nC = 1\ndef f(): ...\n"
    code += "class D:\n    def f(self): ...\n"
    view = python_of(code)
    assert sorted(classes_of(view)) == [":A", ":D"]
    found = [definition(view, name) is not None for name in (":A", ":B", ":C", ":f", ":D.f", ":g", "A", "")]
    assert found == [True, False, False, True, True, False, False, False]


def test_what_a_pattern_only_reads_it_does_not_bind() -> None:
    cases = ["Point(y=z) | Color.RED", "{'k': w, **rest}", "[*many, str()]"]
    code = "def f(x):\n    match x:\n" + "".join(f"        case {case}:\n            pass\n" for case in cases)
    assert python_of(code).scopes.scopes[1].names == {"x", "z", "w", "rest", "many"}
