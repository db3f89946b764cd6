"""Functions that give back one that they define: what a decorator makes of a function, in one file and from another."""

from __future__ import annotations

import pytest
from fact_examples import facts_of, project_of, python_of, symbol_of

from tdomcheck.facts.python.classes import definition, path_of
from tdomcheck.facts.python.closures import closure_at, signature_of

TRACED = """
from functools import wraps

def traced(component):
    @wraps(component)
    def inner(*args, **kwargs):
        log(component)
        return component(*args, **kwargs)

    return inner
"""


def test_a_decorator_that_wraps() -> None:
    closure = closure_at(python_of(TRACED), ":traced")
    assert closure is not None
    assert (closure.wrapped, closure.hands_on) == ("component", True)
    (fact,) = facts_of(TRACED).closures
    assert (fact.path, fact.inner, fact.wrapped) == ("traced", "traced.inner", "component")


@pytest.mark.parametrize(
    "code",
    [
        TRACED.replace("        return component", "        if x:\n            return None\n        return component"),
        TRACED.replace("return component(", "return html(component, "),
        TRACED.replace("return component(", "return await component(").replace("def inner", "async def inner"),
        TRACED.replace("log(component)", "component = other"),
        TRACED.replace("inner(*args,", "inner(component, *args,"),
        TRACED.replace("        return component(*args, **kwargs)\n", ""),
    ],
)
def test_what_it_gives_may_be_something_else(code: str) -> None:
    closure = closure_at(python_of(code), ":traced")
    assert closure is not None
    assert not closure.hands_on


@pytest.mark.parametrize(
    "code",
    [
        "def traced(component):\n    return component",
        "def traced(component):\n    def inner(): ...\n    return inner()",
        "def traced(component):\n    def inner(): ...",
        "def traced(component):\n    def inner(): ...\n    yield inner\n    return inner",
        "async def traced(component):\n    def inner(): ...\n    return inner",
        "def traced(component):\n    if component:\n        return component\n    def inner(): ...\n    return inner",
        "def traced(component):\n    def inner(): ...\n    inner = load(inner)\n    return inner",
        "def traced(component):\n    def inner(): ...\n    update_wrapper(inner, component)\n    return inner",
        "def traced(component):\n    def inner(): ...\n    inner.__signature__ = load()\n    return inner",
        "def traced(component):\n    class Inner: ...\n    return Inner",
        "def traced(component):\n    @other\n    def inner(): ...\n    return inner",
        TRACED.replace("@wraps(component)", "@wraps(other)"),
        TRACED.replace("@wraps(component)", "@wraps(component, updated=())"),
        TRACED.replace("def traced", "@other\ndef traced"),
        TRACED.replace("    @wraps", "    component = other\n    @wraps"),
        TRACED + TRACED,
    ],
)
def test_no_decorator_of_which_anything_is_known(code: str) -> None:
    assert closure_at(python_of(code), ":traced") is None
    assert "traced" not in {fact.path for fact in facts_of(code).closures}


BARE = TRACED.replace("    @wraps(component)\n", "")
NAMED = """
from functools import wraps

def named(name):
    def traced(component):
        @wraps(component)
        def inner(*args, **kwargs):
            return component(*args, **kwargs)

        return inner

    return traced
"""
PLAIN_NAMED = NAMED.replace("        @wraps(component)\n", "")


def test_a_name_that_is_bound_again_is_not_known() -> None:
    assert closure_at(python_of(TRACED + "\ntraced = other"), ":traced") is None


@pytest.mark.parametrize(
    ("code", "decorators", "expected"),
    [
        ("", "", "Card"),
        (TRACED, "@traced", "Card"),
        (TRACED, "@traced\n@cache", "Card"),
        (BARE, "@traced", "traced.inner"),
        (BARE, "@traced\n@other", "traced.inner"),
        (NAMED, "@named(1)", "Card"),
        (PLAIN_NAMED, "@cache\n@named(1)", "named.traced.inner"),
        ("", "@other", None),
        (TRACED, "@traced\n@other", None),
        (TRACED, "@other\n@traced", None),
        (TRACED, "@traced(1)", None),
        (TRACED, "@shop.traced", None),
    ],
)
def test_whose_parameters_a_caller_gives(code: str, decorators: str, expected: str | None) -> None:
    view = python_of(f"from functools import cache\n{code}\n\n{decorators}\ndef Card(title): ...\n")
    function = definition(view, ":Card")
    assert function is not None
    signature = signature_of(view, function, {"functools.cache"})
    assert (None if signature is None else path_of(view, signature)) == expected


@pytest.mark.parametrize(
    ("tools", "decorator", "expected"),
    [
        (TRACED, "traced", ["title"]),
        (NAMED, "named(1)", ["title"]),
        (BARE, "traced", None),
        (BARE, "traced('/')", None),
        (PLAIN_NAMED, "named(1)", None),
        (TRACED.replace("@wraps(component)", "@other"), "traced", None),
        (TRACED + "\n\nif x:\n    traced = other\n", "traced", None),
        ("from elsewhere import traced", "traced", None),
        ("class traced: ...", "traced", None),
    ],
)
def test_a_decorator_of_another_file(tools: str, decorator: str, expected: list[str] | None) -> None:
    name = decorator.partition("(")[0]
    card = f"from shop.tools import {name}\n\n@{decorator}\ndef Card(title): ...\n"
    project = project_of({"shop/tools.py": tools, "shop/card.py": card})
    parameters = project.parameters(symbol_of(project, "shop/card.py", ":Card"))
    assert (None if parameters is None else [parameter.name for parameter in parameters]) == expected
