"""What is wrong with the fields that a class inherits from bases in other files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.values import FileFacts, ParameterFact

HIDING = "class that inherits a hidden annotation"
"""Its type hints cannot be resolved at run time: a base names what its file imports for type checkers only."""
CAPITALS = "class that inherits a name in capitals"
"""A field of a base that no attribute of a tag can name."""
_NAME = re.compile(r"(?<![.\w])[^\W\d]\w*")
_TEXTUAL = frozenset({"Annotated", "Literal"})
"""What may hold text that is no annotation."""


def is_inherited(project: Project, symbol: Symbol, kind: str) -> bool:
    """Whether a class inherits a field of one of the kinds above."""
    return any(_TESTS[kind](project.facts[path], field) for path, field in _fields(project, symbol))


def _fields(project: Project, symbol: Symbol) -> Iterator[tuple[str, ParameterFact]]:
    """The fields that its constructor takes and that bases in other files declare."""
    taken = project.parameters(symbol) if symbol.class_ is not None else None
    for owner in project.ancestors(symbol) or () if taken is not None else ():
        if owner.class_ is not None and owner.path != symbol.path:
            yield from ((owner.path, field) for field in owner.class_.fields if field in (taken or ()))


def _is_hidden(facts: FileFacts, field: ParameterFact) -> bool:
    hidden = {fact.alias for fact in facts.imports if fact.is_type_checking and fact.name != "*"}
    hidden -= {fact.alias for fact in facts.imports if not fact.is_type_checking}
    hidden -= {name for name, _ in facts.variables}
    words = set(_NAME.findall(field.annotation)) if hidden else set()
    return bool(words & hidden) and not words & _TEXTUAL


def _is_in_capitals(_: FileFacts, field: ParameterFact) -> bool:
    return field.name != field.name.lower() and not field.marker


_TESTS: Mapping[str, Callable[[FileFacts, ParameterFact], bool]] = {HIDING: _is_hidden, CAPITALS: _is_in_capitals}
INHERITED = frozenset(_TESTS)
