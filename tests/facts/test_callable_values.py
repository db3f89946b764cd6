"""What the names of a module are given that can be called: what is made elsewhere, or twice, is unknown."""

from __future__ import annotations

import pytest
from fact_examples import facts_of, python_of

from tdomcheck.facts.python.callable_values import count_filled, named_callables
from tdomcheck.facts.python.classes import path_of

HEAD = """
from dataclasses import dataclass
from functools import cache, partial, wraps
from shop import badge, make

def card(title, size): ...

@cache
def cached(title): ...

@other
def hidden(title): ...

def themed(theme):
    def inner(title): ...

    return inner

def traced(component):
    @wraps(component)
    def inner(*args):
        return component(*args)

    return inner

def rendered(component):
    @wraps(component)
    def inner(*args):
        return html(component(*args))

    return inner

@dataclass
class Box:
    title: str

    def __call__(self, size): ...

class Bare: ...

@other
class Hidden:
    def __call__(self): ...

class New:
    def __new__(cls): ...

    def __call__(self): ...

class Decorated:
    @other
    def __call__(self): ...
"""


@pytest.mark.parametrize(
    ("value", "signature", "call"),
    [
        ("partial(card)", "card", "card"),
        ("(partial(cached))", "cached", "cached"),
        ("partial(Box, title=1)", "Box", "Box.__call__"),
        ("partial(Bare)", "Bare", ""),
        ("themed('dark')", "themed.inner", "themed.inner"),
        ("traced(card)", "card", "card"),
        ("rendered(card)", "card", ""),
        ("Box('x')", "Box.__call__", "Box.__call__"),
    ],
)
def test_what_a_name_is_when_it_is_called(value: str, signature: str, call: str) -> None:
    view = python_of(f"{HEAD}\nUSED = {value}\n")
    (named,) = named_callables(view, {"functools.cache"})
    assert view.text(named.name) == "USED"
    assert named.given.signature is not None
    assert path_of(view, named.given.signature) == signature
    assert (path_of(view, named.given.call) if named.given.call is not None else "") == call


def test_what_is_filled_already() -> None:
    (named,) = named_callables(python_of(f"{HEAD}\nUSED = partial(card, 1, size=2)\n"), ())
    assert (named.given.skipped, named.given.filled, named.given.is_object) == (1, {"size"}, False)
    (named,) = named_callables(python_of(f"{HEAD}\nUSED = Box(1)\n"), ())
    assert (named.given.skipped, named.given.filled, named.given.is_object) == (1, set(), True)


@pytest.mark.parametrize(
    ("parameters", "skipped", "expected"),
    [
        ("a, b", 0, 0),
        ("a, b", 1, 1),
        ("a, /, b", 2, 2),
        ("a, *rest, b", 3, 1),
        ("a, *, b", 2, 1),
        ("**attrs", 1, 0),
    ],
)
def test_how_many_parameters_are_filled(parameters: str, skipped: int, expected: int) -> None:
    (function,) = facts_of(f"def card({parameters}): ...").functions
    assert count_filled(function.parameters, skipped) == expected


def test_another_file_may_have_it() -> None:
    (named,) = named_callables(python_of(f"{HEAD}\nUSED = partial(badge, 1, size=2)\n"), ())
    assert (named.given.reference, named.given.signature) == ("shop.badge", None)
    assert (named.given.skipped, named.given.filled) == (1, {"size"})


def test_a_lambda_is_itself() -> None:
    (named,) = named_callables(python_of("USED = lambda title: title"), ())
    assert named.given.signature == named.value
    assert named.given.call is None


@pytest.mark.parametrize(
    "code",
    [
        "USED = card",
        "USED = card(1, 2)",
        "USED = make(1)",
        "USED = partial(hidden, 1)",
        "USED = partial(card, *rest)",
        "USED = partial(card, **rest)",
        "USED = partial()",
        "from functools import Placeholder\nUSED = partial(card, Placeholder, 1)",
        "USED = partial(Box.__call__, 1)",
        "USED = traced(badge)",
        "USED = traced()",
        "USED = Bare()",
        "USED = Hidden()",
        "USED = New()",
        "USED = Decorated()",
        "USED = Box('x')\nBox.__call__ = other",
        "USED = partial(card)\nUSED = card",
        "USED = partial(card)\nfor USED in rows: ...",
        "if x:\n    USED = partial(card)",
        "def page():\n    USED = partial(card)",
        "USED, OTHER = partial(card), 1",
        "USED: object",
    ],
)
def test_what_is_not_known(code: str) -> None:
    assert list(named_callables(python_of(f"{HEAD}\n{code}\n"), {"functools.cache"})) == []
