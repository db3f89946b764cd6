"""Keywords that give names of a module or a class other values in tests: `patch.multiple("shop.cards", load=fake)`."""

from __future__ import annotations

from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.occurrences import NameRole, Occurrence
from tdomcheck.facts.python.regions import Step
from tdomcheck.refactor.origins import Definition, dotted_home, meaning
from tdomcheck.refactor.sources import SourceReading, Sources

_MULTIPLE = ["patch", "multiple"]
_OPTIONS = frozenset({b"target", b"spec", b"create", b"spec_set", b"autospec", b"new_callable"})
"""What `patch.multiple` takes for itself."""


def patched_owner(sources: Sources, reading: SourceReading, each: Occurrence) -> Definition | None:
    """What a keyword gives another value in; None for any other keyword, and where nobody knows."""
    call = each.step.around("call") if each.role is NameRole.KEYWORD else None
    function = call.node.child_by_field_name("function") if call is not None else None
    if call is None or function is None or each.step.node.text in _OPTIONS:
        return None
    is_multiple = reading.view.text(function).split(".")[-2:] == _MULTIPLE
    target = arguments_of(reading.view, call.node).get(0, "target") if is_multiple else None
    if target is None:
        return None
    if target.type in {"string", "concatenated_string"}:
        return dotted_home(sources, static_text(reading.view, target))
    return meaning(sources, reading, Step(target, "", call.region, call))
