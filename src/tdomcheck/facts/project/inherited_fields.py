"""What is wrong with the fields that a class inherits from bases in other files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tdomcheck.facts.project.certainty import has_certain_bases
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.project.roles import is_shown
from tdomcheck.facts.python.bindings import STAR
from tdomcheck.facts.records import FileFacts, ImportFact, ParameterFact
from tdomcheck.model.claims import Trait
from tdomcheck.regex import regex

_NAME = regex(r"(?<![.\w])[^\W\d]\w*")
_TEXTUAL = frozenset({"Annotated", "Literal"})
"""What may hold text that is no annotation."""


def is_inherited(project: Project, symbol: Symbol, trait: Trait) -> bool:
    """Whether a class inherits a field that gives it one of the traits that are told of here."""
    lineage = project.ancestors(symbol) if symbol.class_ is not None else None
    answers = (_TESTS[trait](project.facts[owner.path], owner, field) for owner, field in _fields(project, symbol))
    # Most classes have no such field: what asks the whole project comes last.
    if lineage is None or not any(answers) or not has_certain_bases(project, lineage):
        return False
    return trait is not Trait.CAPITAL_FIELD or (_is_plainly_made(lineage) and is_shown(project, symbol))


def _is_plainly_made(lineage: Sequence[Symbol]) -> bool:
    """Whether nothing but its constructor gives an object its fields."""
    return not any("__post_init__" in owner.class_.methods for owner in lineage if owner.class_ is not None)


def _fields(project: Project, symbol: Symbol) -> Iterator[tuple[Symbol, ParameterFact]]:
    """The fields that its constructor takes and that bases in other files declare."""
    taken = (project.parameters(symbol) or ()) if symbol.class_ is not None else ()
    for owner in project.ancestors(symbol) or ():
        if owner.class_ is not None and owner.path != symbol.path:
            yield from ((owner, field) for field in owner.class_.fields if field in taken)


def _is_hidden(facts: FileFacts, owner: Symbol, field: ParameterFact) -> bool:
    """Whether an annotation needs a name that the file has for type checkers, and in no other way."""
    hidden = {fact.alias for fact in facts.imports if fact.is_type_checking and fact.name != STAR}
    if not hidden or not _tells_type_checkers(facts):
        return False
    hidden -= {fact.alias for fact in facts.imports if not fact.is_type_checking}
    hidden -= {*facts.unsure, *_variables(facts), *_definitions_seen_from(owner, facts)}
    words = set(_NAME.findall(field.annotation))
    return bool(words & hidden) and not words & _TEXTUAL


def _tells_type_checkers(facts: FileFacts) -> bool:
    """Whether `TYPE_CHECKING` in a file is the one of `typing`."""
    is_imported = STAR not in facts.unsure and any(map(_is_typing, facts.imports))
    return is_imported and "TYPE_CHECKING" not in {*facts.unsure, *_variables(facts)}


def _variables(facts: FileFacts) -> Iterator[str]:
    return (name for name, _ in facts.variables)


def _definitions_seen_from(owner: Symbol, facts: FileFacts) -> Iterator[str]:
    """Functions and classes as the body of a class calls them."""
    inner = f"{owner.class_.path}." if owner.class_ is not None else ""
    return (path.removeprefix(inner) for path in _paths(facts))


def _paths(facts: FileFacts) -> Iterator[str]:
    """Of all functions and classes."""
    yield from (function.path for function in facts.functions)
    yield from (owner.path for owner in facts.classes)


def _is_typing(fact: ImportFact) -> bool:
    return fact.module in {"typing", "typing_extensions"} and fact.name in {"", "TYPE_CHECKING"}


def _is_in_capitals(_facts: FileFacts, _owner: Symbol, field: ParameterFact) -> bool:
    is_constant = field.annotation.rpartition(".")[2].startswith(("Final", "ClassVar"))
    return field.name != field.name.lower() and not (field.marker or is_constant)


_TESTS: Mapping[Trait, Callable[[FileFacts, Symbol, ParameterFact], bool]] = {
    Trait.UNRESOLVED_HINTS: _is_hidden,
    Trait.CAPITAL_FIELD: _is_in_capitals,
}
