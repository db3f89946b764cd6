"""What a file declares to others, and what of it differs between two states of the file."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.facts.records import ClassFact, FileFacts, FunctionFact, ParameterFact
from tdomcheck.values import dataclass, fields, is_dataclass

Fact = t.TypeVar("Fact")


@dataclass(frozen=True, slots=True)
class DeclaredChange:
    """One thing that others may notice."""

    name: str
    """The name of the module that reaches it; empty for what is wired by its type: a registration, a scan, a hook."""
    subject: str
    """What changed, as it is written: a prop, a function, a class, a variable."""
    type_ref: str = ""
    """Of a registration or a hook: the type; empty where it may be any."""
    tag_ref: str = ""
    """Of a tag that is new or gone: the component, which may be wrong only as one."""


def declared_changes(old: FileFacts, new: FileFacts) -> tuple[DeclaredChange, ...]:
    """What differs, wherever it stands in the file; each change once, in order."""
    changes = dict.fromkeys(_changes(old, new))
    return tuple(changes)


def _changes(old: FileFacts, new: FileFacts) -> Iterator[DeclaredChange]:
    yield from _definitions(_by_path(old.functions), _by_path(new.functions))
    yield from _definitions(_by_path(old.classes), _by_path(new.classes))
    yield from _definitions(_by_path(_made(old)), _by_path(_made(new)))
    for before, after in ((old.variables, new.variables), (old.constants, new.constants), (old.texts, new.texts)):
        for name in _differing(dict(before), dict(after)):
            yield DeclaredChange(name, name)
    for name in _differing(_bindings(old), _bindings(new)):
        yield DeclaredChange(name, name)
    for name in sorted({*(old.exports or ())} ^ {*(new.exports or ())} | {*old.unsure} ^ {*new.unsure}):
        yield DeclaredChange(name, name)
    yield from _wiring(old, new)
    yield from _tags(old, new)


def _by_path(facts: Sequence[FunctionFact] | Sequence[ClassFact]) -> dict[str, FunctionFact | ClassFact]:
    return {fact.path: fact for fact in facts}


def _made(facts: FileFacts) -> Sequence[FunctionFact]:
    """The variables that are given what can be called."""
    return [fact.called for fact in facts.components if fact.called is not None]


def _bindings(facts: FileFacts) -> dict[str, object]:
    """The imports that another module could import from here."""
    return {fact.alias: (fact.module, fact.name, fact.is_type_checking) for fact in facts.imports if fact.is_top_level}


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    missing = object()
    return sorted(name for name in {*old, *new} if old.get(name, missing) != new.get(name, missing))


def _definitions(
    old: Mapping[str, FunctionFact | ClassFact], new: Mapping[str, FunctionFact | ClassFact]
) -> Iterator[DeclaredChange]:
    for path in sorted({*old, *new}):
        before, after = old.get(path), new.get(path)
        if before is None or after is None:
            yield DeclaredChange(_top(path), path)
        elif _meaning(before) != _meaning(after):
            props = _differing(_props(before), _props(after))
            yield from (DeclaredChange(_top(path), name) for name in props or [path])


def _top(path: str) -> str:
    return path.partition(".")[0]


def _props(definition: FunctionFact | ClassFact) -> dict[str, object]:
    """What a caller may give, by name."""
    if isinstance(definition, FunctionFact):
        parameters: Sequence[ParameterFact] = definition.parameters
    else:
        parameters = (*definition.fields, *(definition.init or ()))
    return {parameter.name: _meaning(parameter) for parameter in parameters}


def _wiring(old: FileFacts, new: FileFacts) -> Iterator[DeclaredChange]:
    """Registrations, hooks and scans work from afar: whoever needs the type need not import this file."""
    for fact in _one_sided(old.registrations, new.registrations):
        yield _of_type(fact.lookup.for_ref or fact.type_ref)
    for hook in _one_sided(old.hooks, new.hooks):
        yield _of_type(hook.type_ref)
    if any(True for _ in _one_sided(old.scans, new.scans)):
        yield DeclaredChange("", "a scan")
    if any(True for _ in _one_sided(old.calls, new.calls)):
        yield DeclaredChange("", "a call")
    if any(True for _ in _one_sided(old.processors, new.processors)):
        yield DeclaredChange("", "a processor")
    if any(True for _ in _one_sided(old.retentions, new.retentions)):
        yield DeclaredChange("", "a variable")


def _tags(old: FileFacts, new: FileFacts) -> Iterator[DeclaredChange]:
    """The components that the templates of one of the states show, and those of the other do not."""
    before, after = ({use.tag_ref for use in facts.uses if not use.is_quiet} for facts in (old, new))
    for reference in sorted((before ^ after) - {""}):
        yield DeclaredChange("", re.split(r"[.:*]", reference)[-1], tag_ref=reference)


def _of_type(reference: str) -> DeclaredChange:
    return DeclaredChange("", re.split(r"[.:]", reference)[-1] or "a registration", reference)


def _one_sided(old: Sequence[Fact], new: Sequence[Fact]) -> Iterator[Fact]:
    """The facts that only one of the states has."""
    before, after = {_meaning(fact): fact for fact in old}, {_meaning(fact): fact for fact in new}
    yield from (fact for meaning, fact in before.items() if meaning not in after)
    yield from (fact for meaning, fact in after.items() if meaning not in before)


def _meaning(value: object) -> object:
    """A fact without its places, which a line more above it changes."""
    if is_dataclass(value):
        names = (field.name for field in fields(value) if not _is_place(field.name))
        return (type(value).__name__, *(_meaning(getattr(value, name)) for name in names))
    if isinstance(value, tuple):
        return tuple(_meaning(item) for item in t.cast("tuple[object, ...]", value))
    return value


_PLACES = frozenset({"start", "end", "block", "body", "templates"})


def _is_place(name: str) -> bool:
    return name in _PLACES or name.endswith(("_start", "_end"))
