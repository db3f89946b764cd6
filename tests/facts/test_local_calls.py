"""What a function of the file gives back where it is called; it may be another function, or nobody knows."""

from __future__ import annotations

import pytest
from fact_examples import node_at, python_of

from tdomcheck.facts.python.call_results import is_any_result, origins_through_calls
from tdomcheck.facts.python.calls import arguments_of, method_of, owner_of
from tdomcheck.facts.python.classes import classes_of, definitions_of, nodes_of
from tdomcheck.facts.python.heirs import heirs_of
from tdomcheck.facts.python.local_calls import class_of_self, function_behind, helper_of, is_up_to_caller
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.self_reads import attributes_read
from tdomcheck.facts.python.statement_parts import name_in, parameter_node


def call_of(view: PythonModule, text: str) -> list[str]:
    """What a helper returns that is called somewhere."""
    helper = helper_of(view, node_at(view, text))
    return [view.text(value) for value in helper.returned] if helper is not None else []


@pytest.mark.parametrize(
    "code",
    [
        "USED()",
        "from a import USED\nUSED()",
        "USED = 1\nUSED()",
        "class USED: ...\nUSED()",
        "def USED(): ...\nUSED()",
        "def USED():\n    return\nUSED()",
        "def USED():\n    if x:\n        return 1\n    return\nUSED()",
        "def USED():\n    def inner():\n        return 1\nUSED()",
        "def USED():\n    yield\n    return 1\nUSED()",
        "async def USED():\n    return 1\nUSED()",
        "@cache\ndef USED():\n    return 1\nUSED()",
        "def USED():\n    return 1\ndef USED():\n    return 2\nUSED()",
        "def USED():\n    return 1\nUSED = 1\nUSED()",
        "def f():\n    def USED():\n        return 1\nUSED()",
        "def USED():\n    return 1\ndef f(USED):\n    USED()",
    ],
)
def test_a_function_that_nobody_knows(code: str) -> None:
    assert call_of(python_of(code), "USED()") == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def USED():\n    return 1\nUSED()", ["1"]),
        ("def USED(x) -> int:\n    for y in x:\n        return y\nUSED()", ["y"]),
        ("def USED():\n    def inner():\n        return 1\n    return 2\nUSED()", ["2"]),
        ("def USED():\n    class A:\n        def f(self):\n            return 1\n    return A\nUSED()", ["A"]),
        ("def f():\n    def USED():\n        return 1\n    USED()", ["1"]),
    ],
)
def test_a_function_of_the_file(code: str, expected: list[str]) -> None:
    assert call_of(python_of(code), "USED()") == expected


METHODS = """
from functools import cached_property
from elsewhere import Other

class Base:
    def above(self):
        return 'above'

class Card({base}):
    field = 1

    def used(self):
        return 'used'

    @property
    def label(self):
        return 'label'

    @cached_property
    def kept(self):
        return 'kept'

    @other
    def odd(self):
        return 'odd'

    async def later(self):
        return 'later'

    def show(self, given):
        SHOWN
"""


def behind(shown: str, base: str = "Base", more: str = "") -> str:
    view = python_of(METHODS.format(base=base).replace("SHOWN", f"return [{shown}]") + more)
    function = function_behind(view, node_at(view, f"[{shown}]").named_children[0])
    name = function.child_by_field_name("name") if function is not None else None
    return view.text(name) if name is not None else ""


@pytest.mark.parametrize(
    "shown",
    [
        "self.used",
        "self.label()",
        "self.odd",
        "self.odd()",
        "self.later()",
        "self.field",
        "self.nothing()",
        "given.used()",
        "used()",
        "self.used.x()",
        "self",
        "1",
    ],
)
def test_no_method_of_the_class_is_behind_it(shown: str) -> None:
    assert behind(shown) == ""


def test_a_method_or_property_of_the_class_is_behind_it() -> None:
    shown = ["self.used()", "self.label", "self.kept", "self.above()"]
    assert [behind(each) for each in shown] == ["used", "label", "kept", "above"]


@pytest.mark.parametrize(
    ("base", "more"),
    [
        ("Other", ""),
        ("Base, metaclass=Meta", ""),
        ("Base", "\n\nclass Special(Card):\n    def used(self):\n        return 1\n"),
        ("Base", "\n\nclass Special(Card):\n    used = 1\n"),
        ("Base", "\n\nclass Special(Other):\n    def used(self):\n        return 1\n"),
        ("Base", "\n\ncard.used = 1\n"),
        ("Base", "\n\nclass Card: ...\n"),
        ("Base", "\n\n@wild\nclass Base: ...\n"),
    ],
)
def test_another_class_may_have_another_method(base: str, more: str) -> None:
    assert behind("self.used()", base, more) == ""


def test_an_heir_that_says_nothing_of_a_method_leaves_it() -> None:
    assert behind("self.used()", more="\n\nclass Special(Card):\n    def other(self): ...\n") == "used"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class A:\n    def f(self):\n        return self", "A"),
        ("class A:\n    def f(self):\n        return lambda: self", "A"),
        ("class A:\n    def f(self):\n        def g():\n            return self", "A"),
        ("class A:\n    def f(self):\n        def g(self):\n            return self", ""),
        ("class A:\n    def f(self):\n        self = 1\n        return self", ""),
        ("class A:\n    def f(that):\n        return self", ""),
        ("def f(self):\n    return self", ""),
        ("return self", ""),
    ],
)
def test_whose_self_it_is(code: str, expected: str) -> None:
    view = python_of(code)
    owner = class_of_self(view, node_at(view, "self"))
    assert (owner.path if owner is not None else "") == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("given", True),
        ("given.label", True),
        ("given == 1", True),
        ("not given", True),
        ("local", False),
        ("changed", False),
        ("module.label", False),
        ("1", False),
        ("given()", False),
        ("given[0]", False),
        ("given or 1", False),
    ],
)
def test_what_only_a_caller_knows(value: str, *, expected: bool) -> None:
    head = "import module\n\ndef f(given, changed):\n    local = 1\n    changed = 2\n"
    view = python_of(f"{head}    return [{value}]\n")
    assert is_up_to_caller(view, node_at(view, f"[{value}]").named_children[0]) is expected


def results(functions: str, call: str, head: str = "def page(x, user):") -> list[str]:
    view = python_of(f"{functions}\n\n{head}\n    return [{call}]\n")
    return [view.text(value) for _, value in origins_through_calls(view, node_at(view, f"[{call}]").named_children[0])]


@pytest.mark.parametrize(
    ("functions", "call"),
    [
        ("", "label(x)"),
        ("def label(x):\n    return 'a'", "label('written out')"),
        ("def label(x):\n    return 'a'", "label(*x)"),
        ("def label(x, y=1):\n    return 'a'", "label(x)"),
        ("def label(x): ...", "label(x)"),
        ("@cache\ndef label(x):\n    return 'a'", "label(x)"),
        ("def label(x):\n    yield 'a'", "label(x)"),
    ],
)
def test_a_call_that_is_not_followed_gives_itself(functions: str, call: str) -> None:
    assert results(functions, call) == [call]


def test_a_call_gives_what_its_function_gives() -> None:
    label = "def label(x):\n    if x:\n        return 'a'\n    return 'b'"
    assert sorted(results(label, "label(x)")) == ["'a'", "'b'"]
    assert sorted(results(label, "label(x) or 'c'")) == ["'a'", "'b'", "'c'"]
    assert sorted(results(label, "label(user.name) if x else 1")) == ["'a'", "'b'", "1"]


def _is_any(function: str, call: str, around: str = "{}") -> bool:
    view = python_of(f"{function}\n\ndef page(x, y):\n    return {around.format(call)}\n")
    target, found = view.nodes["function"][0], node_at(view, call)
    result = next(found for found in view.nodes["return"] if found.start_byte < target.end_byte).named_children[0]
    return is_any_result(view, found, target, result)


def test_an_argument_or_a_test_may_decide_which_result_it_is() -> None:
    label = "def label(x):\n    return x and 'a'"
    assert _is_any(label, "label(y)")
    assert _is_any("def label(x):\n    return 'a'", "label(1)")
    assert not _is_any(label, "label(1)")
    assert not _is_any(label, "label(*y)")
    assert not _is_any(label, "label(y)", "{} if y else 1")
    assert not _is_any("def label(x=1):\n    return x and 'a'", "label(y)")


def test_the_arguments_of_a_call() -> None:
    view = python_of("f(a, *b, c=1, **d)  # x\ng(\n    a,  # why\n)\nh(x for x in y)\n")
    first, second, third = (arguments_of(view, call) for call in view.nodes["call"])
    assert [view.text(node) for node in first.positional] == ["a"]
    assert {name: view.text(node) for name, node in first.keywords.items()} == {"c": "1"}
    assert (first.has_star, second.has_star) == (True, False)
    assert [view.text(node) for node in second.positional] == ["a"]
    assert (third.positional, third.keywords) == ((), {})
    given = first.get(0, "x"), first.get(1, "x", "c"), first.get(1, "x")
    assert [view.text(node) if node is not None else None for node in given] == ["a", "1", None]


def test_the_last_name_and_the_scope_of_a_call() -> None:
    view = python_of("f()\na.b.c()\nf()()\na[0]()\nclass A:\n    def g(self):\n        h()\n")
    last = {view.text(call): method_of(view, call) for call in view.nodes["call"]}
    assert last == {"f()": "f", "a.b.c()": "c", "f()()": "", "a[0]()": "", "h()": "h"}
    assert owner_of(view, node_at(view, "h()")) == "A.g"
    assert owner_of(view, view.nodes["call"][0]) == ""


def test_the_heirs_of_a_class_are_those_of_the_file() -> None:
    view = python_of("class A: ...\nclass B(A): ...\nclass C(B): ...\nclass D(other.A): ...\nclass E(C, B): ...\n")
    heirs = {owner.path: [heir.path for heir in heirs_of(view, owner)] for owner in classes_of(view).values()}
    assert heirs == {"A": ["B", "C", "E"], "B": ["C", "E"], "C": ["E"], "D": [], "E": []}


def test_a_circle_of_bases_ends() -> None:
    view = python_of("class A(B): ...\nclass B(A): ...\n")
    assert [heir.path for heir in heirs_of(view, classes_of(view)[":A"])] == ["B"]


SELF = """
class Card:
    def __call__(self):
        self.written = self.read
        other.ignored
        return self.helper(self.shown)

    def helper(self, x):
        return self.inner + [self.inner for self in x]

    def unused(self):
        return self.nothing
"""


def test_what_a_method_reads_of_self_also_by_others() -> None:
    view = python_of(SELF)
    methods = nodes_of(view, classes_of(view)[":Card"]).methods
    read = {view.text(node) for node in attributes_read(view, methods, "__call__")}
    assert {"self.read", "self.helper", "self.shown"} <= read
    assert not {"self.nothing", "other.ignored"} & read
    assert attributes_read(view, methods, "missing") == []


def test_where_the_name_of_a_parameter_stands() -> None:
    view = python_of("def f(a, b: int, c=1, d: int = 2, *, e): ...\n")
    function = view.nodes["function"][0]
    nodes = [parameter_node(view, function, fact) for fact in definitions_of(view).parameters(function)]
    assert [view.text(node) for node in nodes] == ["a", "b: int", "c=1", "d: int = 2", "e"]
    assert [view.text(name_in(node)) for node in nodes] == ["a", "b", "c", "d", "e"]
