"""What only the newest releases refuse or take is judged alike on every release that tdomcheck runs on."""

from __future__ import annotations

import pytest

from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText
from tdomcheck.syntax import Refusal, Unfinished, Verdict, annotations, judge_syntax


def judged(text: str) -> Verdict:
    return judge_syntax(ModuleView(SourceText(text.encode())))


def refusal(text: str) -> tuple[str, int]:
    """What is said, and at which line."""
    verdict = judged(text)
    assert isinstance(verdict, Refusal), verdict
    return verdict.message, SourceText(text.encode()).position(verdict.span.start).line


@pytest.mark.parametrize(
    "text",
    [
        "def f(a: (x := 1)): pass",
        "def f() -> (x := 1): pass",
        "x: (y := 1) = 2",
        "x.y: (z := 1)",
        "class A:\n    x: (y := 1)",
        "class A[T]: x: (y := 1)",
        "def f(**k: (x := 1)): pass",
        "x: lambda y=(z := 1): y",
        "x: f'{(y := 1)}'",
        "x: [y for y in [(yield)]]",
        "def f():\n    def g(a: (yield)): pass",
        "def f():\n    def g() -> (  # why\n        yield): pass",
        "def f():\n    x[0]: (yield from z) = 1",
        "def f():\n    x: [a for a in (yield)]",
        "async def f():\n    x: (await z) = 1",
        "async def f():\n    x: a or await z",
        "async def f():\n    def g(a: await z) -> 1: pass",
    ],
)
def test_nothing_is_evaluated_in_an_annotation(text: str) -> None:
    message, line = refusal(text)
    if "[y for" not in text:
        assert message.endswith("expression cannot be used within an annotation")
    assert line >= text.count("\n") - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f[T: (x := 1)](): pass", "named expression cannot be used within a TypeVar bound"),
        ("async def f():\n    def g[T: await x](): pass", "await expression cannot be used within a TypeVar bound"),
        ("type A = (x := 1)", "named expression cannot be used within a type alias"),
        ("type A[T] = (x := 1)", "named expression cannot be used within a type alias"),
        ("def f():\n    type A = (yield)", "yield expression cannot be used within a type alias"),
        ("async def f():\n    type A = await x", "await expression cannot be used within a type alias"),
        ("class A[T](k=(x := 1)): pass", "named expression cannot be used within the definition of a generic"),
        (
            "def f():\n    class A[T](*(yield)): pass",
            "yield expression cannot be used within the definition of a generic",
        ),
        (
            "async def f():\n    class A[T](k=await x): pass",
            "await expression cannot be used within the definition of a generic",
        ),
        (
            "type A = [(x := y) for y in z]",
            "assignment expression within a comprehension cannot be used in a type alias",
        ),
        (
            "class A[T]([(x := y) for y in z]): pass",
            "assignment expression within a comprehension cannot be used within the definition of a generic",
        ),
        (
            "async def f():\n    x: [await y for y in z]",
            "asynchronous comprehension outside of an asynchronous function",
        ),
        (
            "async def f():\n    type A = [x async for x in y]",
            "asynchronous comprehension outside of an asynchronous function",
        ),
    ],
)
def test_nothing_is_evaluated_around_type_parameters(text: str, message: str) -> None:
    assert refusal(text) == (message, text.count("\n") + 1)


@pytest.mark.parametrize(
    "text",
    [
        "def f[T = (x := 1)](): pass",
        "class A[S, T = (x := 1)]: pass",
        "type A[T = [(x := y) for y in z]] = T",
        "def f():\n    def g[T = (yield)](): pass",
        "def f[T = *x](): pass",
        "def f[T: *x](): pass",
        "def f[**P = *x](): pass",
        "class A[__debug__]: pass",
    ],
)
def test_defaults_of_type_parameters_are_judged(text: str) -> None:
    assert refusal(text)[1] == text.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "x[(a := 1)]: int = 3",
        "x: int = (y := 1)",
        "x: [a for a in b if (c := a)]",
        "x: (lambda: (yield))",
        "x: (lambda: (y := 1))",
        "def f(a: [(y := a) for a in b]): pass",
        "x: (y async for y in z)",
        "def f(a: int = (x := 1)): pass",
        "def f():\n    def g(a=(yield)): pass",
        "def f():\n    def g[T](a=(yield)): pass",
        "async def f():\n    def g[T](a=(await x)): pass",
        "class A((x := 1)): pass",
        "def f():\n    class A((yield)): pass",
        "class A[T]: x = (y := 1)",
        "@(x := 1)\nclass A[T](lambda: (yield)): pass",
        "type A = lambda: (x := 1)",
        "def f[T: lambda: (yield)](): pass",
        "def f[*T = *x](a: T): pass",
        "class A:\n    type B[T] = lambda: [x for x in T]",
        "class A:\n    class B[T]([x for x in y]): pass",
        "async def f():\n    x: int = [await y async for y in z]\n    return (await x)",
        "def f():\n    # why\n    yield (\n        yield\n    )",
        "x = {a: (y := 1)}, b[c:(d := 1)]\nwhile y := x: pass",
        "x = 'y: (z := 1)'",
        "def f[*Ts = print * tuple[int]](): pass",
        "def f(*a: *(int, str), b: [c for c in d if (e := c)]): pass",
    ],
)
def test_what_is_evaluated_elsewhere_is_left_alone(text: str) -> None:
    assert judged(text + "\n") is None


def test_many_suspects_are_found_in_one_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at each costs time with the number of statements before it."""
    text = "if (x := 1): pass\n" * 200 + "y: (z := 1)\n" + "if (x := 1): pass\n" * 200
    places = []
    sweep = annotations._mistakes
    monkeypatch.setattr(
        annotations, "_mistakes", lambda root, place, scope: places.append(place) or sweep(root, place, scope)
    )
    mistake = annotations.mistake_in_annotations(ModuleView(SourceText(text.encode())))
    assert mistake is not None
    assert mistake[0].start_point.row == 200
    assert places == [(0, len(text))]


@pytest.mark.parametrize("name", ["utf8", "U8", "UTF8", "utf", "latin-1", "utf8-sig"])
def test_a_mark_goes_with_the_one_name_that_python_reads(name: str) -> None:
    text = f"# coding: {name}\nx = 1\n".encode()
    with pytest.raises(Undecodable):
        SourceText(b"\xef\xbb\xbf" + text)


@pytest.mark.parametrize("name", ["utf-8", "UTF-8", "utf_8", "Utf-8", "utf-8-sig", "utf-8-unix"])
def test_that_name_may_be_written_in_several_ways(name: str) -> None:
    assert SourceText(f"\ufeff# coding: {name}\nx = 1\n".encode()).is_utf8
    assert SourceText(b"# coding: utf8\nx = 1\n").is_utf8


@pytest.mark.parametrize(
    "text",
    [
        "[*x for x in y]",
        "f(*x for x in y)(*z for z in w)",
        "f(*[*[*x for x in y] for y in z])",
        "{**x or y for x in z}",
        "{**f(a=1) for x in z if a or b}",
        "[*x << 1 for x in y]",
        "[*x[1:2] for x, y in z]",
        "[*\nx  # a, b\nfor x in y]",
        "[*(a or b) for x in y or z]",
        "f'{[*x for x in y]!r:>{w}}' + [*a for a in b]",
        "t'{f\"{{**x for x in y}}\"} {(*x for x in y)}'".replace("{{*", "{ {*").replace('}}"', '} }"'),
        "async def f(): return [*x async for x in y]",
        "x = [*a, *b], {**c, 'd': [e for e in f]}",
        "for x in [*a, *[*b for b in c]]: pass",
    ],
)
def test_unpacking_in_comprehensions_is_taken(text: str) -> None:
    assert judged(text + "\n") is None


@pytest.mark.parametrize(
    "text",
    [
        "[*x or y for x in z]",
        "[*x if y else z for x in z]",
        "[*lambda: x for x in z]",
        "[*x < y for x in z]",
        "[**x for x in y]",
        "f(**x for x in y)",
        "{**x: 1 for x in y}",
        "{1: **x for x in y}",
        "{**a := x for x in y}",
        "[*x, *y for x in y]",
        "f(*x for x in y, 1)",
        "f(1, *x for x in y)",
        "f'{*x for x in y}'",
        "f'{[*x or y for x in y]}'",
        "[*x for x in *y]",
        "[*x for x in y] = 1",
        "x = *y for y in z",
    ],
)
def test_what_no_release_unpacks_is_refused(text: str) -> None:
    assert refusal(text + "\n")[1] == 1


@pytest.mark.parametrize(
    "text",
    [
        "lazy from .a import (b, c)",
        "x = 1; lazy import a",
        "if x: lazy import a",
        "with a:\n    lazy import b, c as d",
        "def f(\n    a,\n): pass\nlazy import b",
        "try: a\nexcept b: c\nif x:\n    if y: z\n    else:\n        lazy import b",
        "'''\ndef f():\n'''\nif x:\n    lazy import b",
        "for x in y:\n\n    def f(): pass\n    lazy import b\n\n    lazy = 1",
    ],
)
def test_lazy_imports_are_taken_where_they_may_stand(text: str) -> None:
    assert judged(text + "\n") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lazy from a import *", "lazy from ... import * is not allowed"),
        ("lazy from __future__ import annotations", "lazy from __future__ import is not allowed"),
        ("def f():\n    lazy import a", "lazy import not allowed inside functions"),
        ("class A:\n    lazy import a", "lazy import not allowed inside classes"),
        ("try: pass\nfinally:\n    lazy import a", "lazy import not allowed inside try/except blocks"),
        ("try:\n    if x: lazy import a\nexcept A: pass", "lazy import not allowed inside try/except blocks"),
        ("try: a\nexcept b: c\nelse:\n    lazy import a", "lazy import not allowed inside try/except blocks"),
        ("def f(\n    a,\n):\n    if b:\n        lazy import c", "lazy import not allowed inside functions"),
        ("async def f(): lazy import a", "lazy import not allowed inside functions"),
        ("def f(*a: *(b, c)):\n    x: d = 1\n    lazy import e", "lazy import not allowed inside functions"),
    ],
)
def test_lazy_imports_are_refused_elsewhere(text: str, message: str) -> None:
    assert refusal(text + "\n")[0] == message


@pytest.mark.parametrize("text", ["f'{1:{2:{3}}}'", "t'{a:{b:c{d}e}f}'", "f'{a:{f\"{b:{c:{d}}}\"}}'"])
def test_specs_in_specs_are_taken_as_deep_as_3_14_takes_them(text: str) -> None:
    assert judged(text + "\n") is None


def test_specs_that_nest_deeper_are_not_judged() -> None:
    assert isinstance(judged("f'{1:{2:{3:{4}}}}'\n"), Unfinished)


@pytest.mark.parametrize("text", ["try: pass\nexcept A,, B: pass", "try: pass\nexcept , A: pass"])
def test_an_exception_stands_between_commas(text: str) -> None:
    assert refusal(text + "\n")[1] == 2


@pytest.mark.parametrize(
    "text",
    [
        "type X[T] | None",
        "type X[T]: int",
        "f'{a} {b=1}'",
        "f'{a['b']}{c=1}'",
        "f'{a} {x for x in y}'",
        "f'{x for x in y}'",
        "t'{a}{*b}'",
        "f'{a['b']}{**c}'",
    ],
)
def test_a_rewrite_makes_nothing_right(text: str) -> None:
    assert refusal(text + "\n")[1] == 1


@pytest.mark.parametrize(
    "text",
    [
        "type X[T] \\\n = int",
        "f'{a['b']}{f(c=1)}{d = }{e=!r}'",
        "f'{a['b']}{(x for x in y)}{[x for x in y]}{x.for_}'",
        "f'{a['b']}{*c, d}{e == f}{g <= h}'",
    ],
)
def test_a_rewrite_makes_nothing_wrong(text: str) -> None:
    assert judged(text + "\n") is None
