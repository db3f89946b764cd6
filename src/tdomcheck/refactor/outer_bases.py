"""Classes outside of the project that classes of it inherit from: they may ask for a member by its name, or have it."""

from __future__ import annotations

import abc
import builtins
import collections
import collections.abc
import contextlib
import enum
import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.facts.python.occurrences import homes_of
from tdomcheck.facts.python.regions import RegionKind
from tdomcheck.model import Span
from tdomcheck.model.changes import Remainder
from tdomcheck.refactor.callees import behind
from tdomcheck.refactor.kin import bases_of, fields_of, heirs_of, is_class, is_mangled, lineage
from tdomcheck.refactor.origins import Definition, meaning_at
from tdomcheck.refactor.outline import bases_at
from tdomcheck.refactor.sources import Sources

_LOADED: Mapping[str, object] = {
    "abc": abc,
    "builtins": builtins,
    "collections": collections,
    "collections.abc": collections.abc,
    "contextlib": contextlib,
    "enum": enum,
    "typing": t,
    "typing_extensions": t,
}
"""What is loaded in any case, and calls no method that it does not define itself: its classes can be asked."""
_TUPLES = frozenset({"typing.NamedTuple", "typing_extensions.NamedTuple", "collections.namedtuple"})
_OF_TUPLES = frozenset({*dir(tuple), "_asdict", "_field_defaults", "_fields", "_make", "_replace"})
_MODELS = frozenset(
    {
        "msgspec.Struct",
        "pydantic.BaseModel",
        "pydantic.main.BaseModel",
        "pydantic_settings.BaseSettings",
        "sqlmodel.SQLModel",
    }
)
"""They take what is annotated for data, whatever it is called."""


def outer_bases(sources: Sources, roots: Sequence[Definition], name: str, to: str) -> Iterator[Remainder]:
    """A row for each class outside that may know a member of some classes by its old or its new name."""
    told: set[str] = set()
    owners: set[Definition] = set()
    for heir in () if is_mangled(name) else heirs_of(sources, roots):
        new = [owner for owner in lineage(sources, heir) if owner not in owners]
        owners.update(new)
        for owner in new:
            for base in _outside(sources, owner):
                reason = "" if base in told else _reason(sources, heir, base, name, to)
                if reason:
                    told.add(base)
                    yield Remainder(heir.path, _place(sources, heir, name), f"`{heir.last}` {reason}")


def _outside(sources: Sources, owner: Definition) -> Iterator[str]:
    """What a class inherits from that is no class of the project: its dotted name, or the text that is not known."""
    reading = sources.module(owner.path)
    if reading is None:
        return
    for home, (node, step) in zip(bases_of(sources, owner), bases_at(reading.view, owner.name), strict=False):
        called = node.child_by_field_name("function") if node.type == "call" else None
        base = home or meaning_at(sources, reading, reading.view.text(called or node), step)
        if base is not None and not base.path:
            yield base.name
        elif base is None or not is_class(sources, behind(sources, base)):
            yield " ".join(reading.view.text(node).split())


def _reason(sources: Sources, heir: Definition, base: str, name: str, to: str) -> str:
    """Why a base is to be looked at, if it is."""
    who = f"inherits from `{base.removeprefix('builtins.')}`, which is no class of the project"
    known = _names_of(base)
    if known is None:
        is_data = base in _MODELS and any(field.name == name for field in fields_of(sources, heir))
        return "" if is_data else f"{who}: keep `{name}` if that asks for it, and take another name if it has `{to}`"
    if name in known:
        return f"{who} and has `{name}`, which nothing stands for any longer: take the name back if that was meant"
    hides = f"{who} and has `{to}`, which this hides now: take another name if that was not meant"
    return hides if to in known else ""


def _names_of(base: str) -> frozenset[str] | None:
    """What a class outside has; None where that is not known."""
    if base in _TUPLES:
        return _OF_TUPLES
    module, _, name = base.rpartition(".")
    known = getattr(_LOADED[module], name, None) if module in _LOADED else None
    return frozenset(dir(getattr(known, "__origin__", known))) if known is not None else None


def _place(sources: Sources, owner: Definition, name: str) -> Span:
    """Where a class binds the name, or else its own name."""
    reading = sources.module(owner.path)
    if reading is None:  # pragma: no cover  # its bases were read
        return Span(0, 0)
    for home, occurrences in homes_of(reading.view, name).items():
        if home is not None and home.kind is RegionKind.CLASS and home.path == owner.name:
            start = occurrences[0].start
            return Span(reading.view.source.from_utf8(start), reading.view.source.from_utf8(start + len(name.encode())))
    _, step = next(bases_at(reading.view, owner.name))
    return reading.view.span(step.node)
