"""Random programs do the same when something in them is called otherwise, and are the same when that is undone."""

from __future__ import annotations

import sys
import types
from textwrap import indent

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from refactorings import sources_of, written

from tdomcheck.refactor.problems import Collision, NotFound
from tdomcheck.refactor.rename import rename

NAMES = ("a", "b", "c", "d")
MOST_CALLS = 200
names = st.sampled_from(NAMES)


def _expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("{}({})".format, names, inner),
        st.builds("{}({}={})".format, names, names, inner),
        st.builds("{}.{}".format, names, names),
        st.builds("[{} for {} in ({}, 2)]".format, inner, names, inner),
        st.builds("[{} for {} in [1] if ({} := {})]".format, inner, names, names, inner),
        st.builds("(lambda {}={}: {})(3)".format, names, inner, inner),
        st.builds("({} := {})".format, names, inner),
        st.builds("f'{{{}}}'".format, inner),
    )


expressions = st.recursive(st.one_of(names, st.sampled_from(["1", "2", "[1]"])), _expressions, max_leaves=4)
simple = st.one_of(
    st.builds("{} = {}".format, names, expressions),
    st.builds("log({})".format, expressions),
    st.builds("log({})".format, names),
    st.builds("del {}".format, names),
    st.builds("for {} in (1, 2): log({})".format, names, names),
    st.builds("with box({}) as {}: log({})".format, expressions, names, names),
    st.builds("match {}:\n    case [{}] | ({}): log({})".format, expressions, names, names, names),
    st.builds("{}: {} = {}".format, names, names, expressions),
    st.builds("{}.{} = {}".format, names, names, expressions),
)


def _block(statements: list[str]) -> str:
    return indent("\n".join(statements) or "pass", "    ")


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=4).map(_block)
    declared = st.builds("    {} {}\n".format, st.sampled_from(["global", "nonlocal"]), names)
    return st.one_of(
        st.builds("def {}({}={}, *{}_):\n{}\n    return {}".format, names, names, expressions, names, body, names),
        st.builds("def {}():\n{}{}\n    return {}".format, names, declared, body, names),
        st.builds("class {}:\n{}\n    def {}(self, {}=1): return {}, self.{}".format, *[names] * 1, body, *[names] * 4),
        st.builds("try:\n{}\nexcept Exception as {}: log(1)".format, body, names),
        st.builds("if {}:\n{}".format, expressions, body),
    )


statements = st.recursive(simple, _compound, max_leaves=8)
programs = st.lists(statements, min_size=2, max_size=6)


def _guarded(parts: list[str]) -> str:
    """Each statement by itself: one that fails does not end the program."""
    return "\n".join(f"try:\n{indent(part, '    ')}\nexcept Exception: fail()" for part in parts) + "\n"


class _Box:
    def __init__(self, value: object) -> None:
        self.value = value

    def __enter__(self) -> object:
        return self.value

    def __exit__(self, *_: object) -> None:
        return None


def _run(code: str) -> list[str]:
    """What a program logs; what a thing is called is not compared."""
    told: list[str] = []

    def shown(value: object) -> str:
        if isinstance(value, types.FunctionType | types.MethodType | type):
            return type(value).__name__
        if isinstance(value, list | tuple):
            return f"[{', '.join(map(shown, value))}]"
        return repr(value) if isinstance(value, int) else type(value).__name__

    def log(value: object) -> None:
        told.append(shown(value))
        if len(told) > MOST_CALLS:
            raise KeyboardInterrupt

    def fail() -> None:
        kind = sys.exc_info()[0]
        told.append(kind.__name__ if kind is not None else "")

    try:
        exec(compile(code, "m", "exec", dont_inherit=True), {"log": log, "fail": fail, "box": _Box, "__name__": "m"})  # noqa: S102
    except KeyboardInterrupt:
        told.append("...")
    return told


def _compiles(code: str) -> bool:
    try:
        compile(code, "m", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


SETTINGS = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


@SETTINGS
@given(programs, names, st.sampled_from(["", "a.", "b.", "a.<locals>.", "b.<locals>.", "a.b."]))
def test_programs_do_the_same(parts: list[str], name: str, owner: str) -> None:
    code = _guarded(parts)
    assume(_compiles(code))
    sources = sources_of({"m.py": code})
    try:
        outcome = rename(sources, f"m.{owner}{name}", "zz")
    except NotFound:
        return
    is_whole = not outcome.rewrite.proposals
    after = written(sources, outcome)["m.py"]
    assert _compiles(after), after
    if is_whole and (owner == "" or owner.endswith("<locals>.")):
        assert _run(after) == _run(code), after
    back = rename(sources_of({"m.py": after}), f"m.{owner}zz", name)
    assert written(sources_of({"m.py": after}), back)["m.py"] == code, after


@SETTINGS
@given(programs, names, names)
def test_a_name_that_is_taken_is_refused_or_does_no_harm(parts: list[str], name: str, other: str) -> None:
    code = _guarded(parts)
    assume(name != other and _compiles(code))
    sources = sources_of({"m.py": code})
    try:
        outcome = rename(sources, f"m.{name}", other)
    except (Collision, NotFound):
        return
    after = written(sources, outcome)["m.py"]
    assert _run(after) == _run(code), after
