"""What a template brings is written only where it may stand."""

from __future__ import annotations

import pytest

from tdomcheck.authoring.codemods import Remainder, replacement_of, replacements
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText


def replaced(source: str, pattern: str, template: str) -> tuple[str, list[str]]:
    """The source with all changes of one run, and why others are left."""
    view = ModuleView(SourceText(source.encode()))
    changes = list(replacements(view, replacement_of(pattern, template)))
    edits = [edit for change in changes if not isinstance(change, Remainder) for edit in change.edits]
    return apply_edits(view.source, edits).decode(), [each.reason for each in changes if isinstance(each, Remainder)]


FUNCTION = "`{}` only stands in a function"
ASYNC = "`await` only stands in a function that is async"
LEFT = {
    "await in a module": ("x = old(1)\n", "await new($X)", ASYNC),
    "yield in a module": ("x = old(1)\n", "(yield $X)", FUNCTION.format("yield")),
    "a statement in a module": ("old(1)\n", "yield $X", FUNCTION.format("yield")),
    "await in a function": ("def f():\n    x = old(1)\n", "await new($X)", ASYNC),
    "await in a function in an async one": ("async def f():\n    def g():\n        old(1)\n", "await new($X)", ASYNC),
    "await in a lambda": ("async def f():\n    return lambda: old(1)\n", "await new($X)", ASYNC),
    "await in a class": ("async def f():\n    class C:\n        x = old(1)\n", "await new($X)", ASYNC),
    "await in a default": ("async def f(x=old(1)): ...\n", "await new($X)", ASYNC),
    "await in a decorator": ("@old(1)\nasync def f(): ...\n", "await new($X)", ASYNC),
    "yield in a class": ("class C:\n    x = old(1)\n", "(yield $X)", FUNCTION.format("yield")),
    "yield in bases": ("class C(old(1)): ...\n", "(yield $X)", FUNCTION.format("yield")),
    "yield in a comprehension": ("def f():\n    return [old(x) for x in y]\n", "(yield $X)", "`yield` does not stand"),
    "await in an annotation": ("async def f():\n    x: old(1) = 2\n", "await new($X)", "`await` does not stand in an"),
    "an async with": ("def f():\n    old(1)\n", "async with new($X): ...", "`async` only stands in a function that is"),
    "an async comprehension": ("def f():\n    old(1)\n", "[x async for x in $X]", "`async` only stands in a function"),
    "return in a module": ("old(1)\n", "return $X", FUNCTION.format("return")),
    "break outside of a loop": ("def f():\n    old(1)\n", "break", "`break` only stands in a loop"),
    "break in a function in a loop": ("while x:\n    def f():\n        old(1)\n", "break", "`break` only stands in a"),
    "await that goes into a lambda": ("async def f(x):\n    return old(await x)\n", "new(lambda: $X)", "`await` would"),
    "yield that goes into a lambda": (
        "def f():\n    x = old((yield))\n",
        "new(lambda: $X)",
        "`yield` would stand in a",
    ),
    "yield that is gone through": ("def f():\n    x = old((yield))\n", "[$X for _ in new]", "`yield` would stand in a"),
    "a name that a lambda takes": ("def f():\n    old((n := 3))\n    return n\n", "new(lambda: $X)", "a name that `:="),
    "a name of a class": ("class C:\n    z = 1\n    y = old(z)\n", "[$X for _ in range(3)]", "`z` is a name of the"),
    "a name that the new code binds": ("x = old(_ + 1)\n", "[$X for _ in range(3)]", "`_` means something else"),
    "super": ("class C(D):\n    def f(self):\n        old(super().x)\n", "new(lambda: $X)", "`super` means something"),
    "locals": ("def f():\n    old(locals())\n", "new(lambda: $X)", "`locals` means something else in a lambda"),
    "a name that a function gives a value": (
        "def f(y):\n    old(y)\n",
        "def later():\n    y = new($X)\n    return y",
        "`y` means something else in a function",
    ),
    "a name of a parameter": ("x = old(y)\n", "new(lambda y: $X)", "`y` means something else"),
    "continue below an if": ("if x:\n    old(1)\n", "continue", "`continue` only stands in a loop"),
}


@pytest.mark.parametrize(("source", "template", "reason"), LEFT.values(), ids=LEFT)
def test_what_would_be_no_python_is_left_with_its_reason(source: str, template: str, reason: str) -> None:
    after, reasons = replaced(source, "old($X)", template)
    assert after == source
    assert [each.startswith(reason) for each in reasons] == [True], reasons


WRITTEN = {
    "await in an async function": ("async def f():\n    x = old(1)\n", "await new($X)"),
    "await in a comprehension": ("async def f():\n    return [old(x) for x in y]\n", "await new($X)"),
    "await in an async method": ("class C:\n    async def f(self):\n        old(1)\n", "await new($X)"),
    "await in an f-string": ("async def f():\n    return f'{old(1)}'\n", "await new($X)"),
    "yield in a function": ("def f():\n    x = old(1)\n", "(yield $X)"),
    "yield in a lambda": ("x = lambda: old(1)\n", "(yield $X)"),
    "a default in an async function": ("async def f():\n    def g(x=old(1)): ...\n", "await new($X)"),
    "return in a function": ("def f():\n    old(1)\n", "return $X"),
    "break in a loop": ("for x in y:\n    if x:\n        old(1)\n", "break"),
    "a class that only says other names": ("class C:\n    z = 1\n    y = old(list)\n", "new(lambda: $X)"),
    "an attribute that is called as a name is": ("x = old(a.y)\n", "new(lambda y: $X)"),
    "what is gone through first": ("def f():\n    x = old((yield))\n", "[y for y in $X]"),
    "a default": ("async def f(x):\n    old(await x)\n", "new(lambda y=$X: y)"),
    "a name that a function of a function gives a value": (
        "def f(y):\n    old(y)\n",
        "def later():\n    def inner():\n        y = 1\n    return new($X)",
    ),
    "a lambda that awaits nothing": ("async def f(x):\n    old(x)\n", "new(lambda: $X)"),
    "a lambda of its own": ("def f():\n    x = old(lambda: (yield))\n", "new(lambda: $X)"),
    "a name given in a comprehension": ("def f():\n    old((n := 3))\n    return n\n", "[$X for _ in range(3)]"),
    "a loop of its own": ("old(1)\n", "for x in $X: break"),
    "a function of its own": ("old(1)\n", "new(lambda: (yield $X))"),
}


@pytest.mark.parametrize(("source", "template"), WRITTEN.values(), ids=WRITTEN)
def test_what_may_stand_there_is_written(source: str, template: str) -> None:
    after, reasons = replaced(source, "old($X)", template)
    assert (after != source, reasons) == (True, [])
    compile(after, "a.py", "exec")


def test_what_was_there_already_stays_allowed() -> None:
    assert replaced("x = await old(1)\n", "await old($X)", "await new($X)") == ("x = await new(1)\n", [])


def test_what_a_lambda_held_already_stays_in_one() -> None:
    source = "def f():\n    return old(lambda: (yield))\n"
    assert replaced(source, "old(lambda: $X)", "new(lambda: $X)") == (source.replace("old", "new"), [])
