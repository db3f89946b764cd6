"""The parameter that a name means."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ParameterFact
from tdomcheck.values import replace


def parameter_at(view: PythonModule, name: tree_sitter.Node) -> ParameterFact | None:
    """The parameter that a name means where it is read; the function may give it another value."""
    scope = view.scopes.scopes[view.scopes.index_at(name.start_byte)]
    return _by_place(view).get((scope.start, view.text(name)))


@once
def _by_place(view: PythonModule) -> dict[tuple[int, str], ParameterFact]:
    """By the start of the list, which is where the scope of the function begins, and the name."""
    parameters: dict[tuple[int, str], ParameterFact] = {}
    for function in view.nodes["function"]:
        listed = function.child_by_field_name("parameters")
        is_generic = function.child_by_field_name("type_parameters") is not None
        for fact in definitions_of(view).parameters(function) if listed is not None else ():
            # In `def page[Item](item: Item)` the name is not that of the module.
            known = replace(fact, type_ref="", item_ref="", marker="") if is_generic else fact
            parameters[listed.start_byte if listed is not None else -1, fact.name] = known
    return parameters
