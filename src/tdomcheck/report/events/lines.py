"""Events as JSON lines: each is one object in ASCII, so that no name in it breaks a line or speaks to a terminal."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping
from enum import Enum

from tdomcheck.model.codec import field_names
from tdomcheck.model.events import SCHEMA, RecordedEvent
from tdomcheck.report.escape import encodable
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.values import is_dataclass

ENVELOPE = ("schema", "event", "seq", "time", "run", "session", "branch", "commit", "spec_ref")
"""What every event has before what it carries."""


def line(recorded: RecordedEvent) -> str:
    """The event with its line feed."""
    return dump(as_object(recorded), indent=None)


def as_object(recorded: RecordedEvent) -> JsonObject:
    identity = recorded.identity
    return {
        "schema": SCHEMA,
        "event": recorded.body.NAME,
        "seq": recorded.seq,
        "time": recorded.time,
        "run": identity.run,
        "session": plain(identity.session),
        "branch": plain(identity.branch),
        "commit": plain(identity.commit),
        "spec_ref": plain(identity.spec_ref),
        **_fields(recorded.body),
    }


def plain(value: object) -> Json:
    """A value as JSON has it."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return encodable(value)
        case Enum():
            return plain(value.value)
        case Mapping():
            return {encodable(str(name)): plain(item) for name, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value):
            return _fields(value)
    return encodable(str(value))


def _fields(value: object) -> JsonObject:
    kind: t.Any = type(value)  # any dataclass
    return {name: plain(getattr(value, name)) for name in field_names(kind)}
