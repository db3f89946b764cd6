"""What the functions and properties of a file give back where they are called, for one step through them."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.local_calls import function_behind, is_up_to_caller
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.narrowing import is_guarded
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.facts.python.value_flow import is_shallow, origins
from tdomcheck.regex import regex

_WORD = regex(r"\w+")


def origins_through_calls(
    view: PythonModule, node: tree_sitter.Node
) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """What `origins` gives, also by a function or property of the file; beside it the expression that shows it."""
    for shown, value in origins(view, node):
        results = _certain_results(view, value)
        yield from ((shown, inner) for result in results for _, inner in origins(view, result))
        if not results:
            yield shown, value


def _certain_results(view: PythonModule, value: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a function of the file gives back where only its caller could say more; nothing if one end is open."""
    function = function_behind(view, value)
    if function is None:
        return []
    written = arguments_of(view, value)
    arguments = written.values
    if written.has_star or not all(is_up_to_caller(view, argument) for argument in arguments):
        return []
    results = results_of(view, function)
    is_whole = len(results) == len(returns_of(view, function))
    has_default = any(parameter.has_default for parameter in definitions_of(view).parameters(function))
    return results if is_whole and not has_default else []


def results_of(view: PythonModule, function: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The expressions that a function returns, those left out that are too deep to be walked."""
    returned = (
        next((child for child in statement.named_children if child.type != "comment"), None)
        for statement in returns_of(view, function)
    )
    return [value for value in returned if value is not None and is_shallow(value)]


def is_any_result(
    view: PythonModule, call: tree_sitter.Node, function: tree_sitter.Node, result: tree_sitter.Node
) -> bool:
    """Whether a call may give any value that the types of a result allow.

    An argument that is written out, or a test around the call, may decide which of them it is.
    """
    left = result.child_by_field_name("left")
    if left is not None and is_guarded(view, call, left):
        return False
    is_one = len(returns_of(view, function)) == 1
    words = set(_WORD.findall(view.text(result if is_one else function))) - {"self"}
    read = [parameter for parameter in definitions_of(view).parameters(function) if parameter.name in words]
    if call.type != "call" or not read:
        return True
    arguments = arguments_of(view, call)
    is_open = all(is_up_to_caller(view, value) and not is_guarded(view, call, value) for value in arguments.values)
    return is_open and not arguments.has_star and not any(parameter.has_default for parameter in read)
