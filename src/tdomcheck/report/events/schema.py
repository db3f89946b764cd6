"""The JSON schema of a stream, made from the events themselves, and whether an object keeps it."""

from __future__ import annotations

import types
import typing as t
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum
from functools import cache

from tdomcheck.model.codec import field_names
from tdomcheck.model.events import EVENTS, SCHEMA
from tdomcheck.regex import regex
from tdomcheck.report.jsontext import JsonObject
from tdomcheck.values import is_dataclass

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TIME = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z")
_RUN = regex(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_PATTERNS = {"time": _TIME, "run": _RUN}
_PLAIN: Mapping[object, JsonObject] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    object: {},
}
_TEXT_OR_NULL: JsonObject = {"anyOf": [{"type": "string"}, {"type": "null"}]}
_COUNTED = frozenset({"seq", "line", "column", "planned_files", "start_byte", "end_byte", "batch", "total"})


def stream_schema() -> JsonObject:
    """One event of a stream: each line keeps it."""
    return {
        "$schema": DIALECT,
        "title": "One event of a stream of tdomcheck",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in EVENTS],
        "$defs": {name: event_schema(name) for name in EVENTS},
    }


@cache
def event_schema(name: str) -> JsonObject:
    """The schema of the events of one name."""
    kind = EVENTS[name]
    envelope: JsonObject = {
        "schema": {"const": SCHEMA},
        "event": {"const": name},
        "seq": {"type": "integer", "minimum": 0},
        "time": {"type": "string", "pattern": f"^{_TIME.pattern}$"},
        "run": {"type": "string", "pattern": f"^{_RUN.pattern}$"},
        **dict.fromkeys(("session", "branch", "commit", "spec_ref"), _TEXT_OR_NULL),
    }
    properties = {**envelope, **_properties(kind)}
    return {
        "title": name,
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _properties(kind: type) -> JsonObject:
    hints = t.get_type_hints(kind)
    return {name: _counted(name, _type(hints[name])) for name in field_names(t.cast("t.Any", kind))}


def _counted(name: str, schema: JsonObject) -> JsonObject:
    return {**schema, "minimum": 0} if name in _COUNTED and schema.get("type") == "integer" else schema


def _type(hint: t.Any) -> JsonObject:  # what `get_type_hints` gives is of no one type
    """The schema of a type of a field."""
    origin, arguments = t.get_origin(hint), t.get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin in {t.Union, types.UnionType}:
        inner = [_type(argument) for argument in arguments if argument is not type(None)]
        return {"anyOf": [*inner, {"type": "null"}]}
    if origin is tuple:
        return {"type": "array", "items": _type(arguments[0])}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    if is_dataclass(hint):
        properties = _properties(t.cast("type", hint))
        return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "object", "additionalProperties": _type(arguments[1])}


def problems(value: object) -> Iterator[str]:
    """Why an object is no event of this schema; nothing where it is one."""
    if not isinstance(value, dict):
        yield "it is no object"
        return
    version = value.get("schema")
    if isinstance(version, int) and not isinstance(version, bool) and version > SCHEMA:
        yield f"it has schema {version}, and this tdomcheck knows {SCHEMA}: use a newer one"
        return
    name = value.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        yield f"there is no event {name!a}" if isinstance(name, str) else "it has no `event`"
        return
    faults = list(_faults(value, event_schema(name), ""))
    yield from faults
    if not faults and week_of(value["time"]) is None:
        yield f"`time` is {_told(value['time'])}, which no calendar has"


def week_of(time: str) -> str | None:
    """The week of a time, as in `2026-W47`; None where there is no such day."""
    try:
        year, week, _ = datetime.fromisoformat(time).isocalendar()
    except ValueError:
        return None
    return f"{year}-W{week:02}"


def _faults(value: object, schema: t.Any, place: str) -> Iterator[str]:
    """What of a schema a value does not keep: as much of JSON schema as ours use."""
    if "anyOf" in schema:
        if all(any(True for _ in _faults(value, choice, place)) for choice in schema["anyOf"]):
            yield f"`{place}` is {_told(value)}"
    elif "const" in schema or "enum" in schema:
        choices = schema.get("enum", [schema.get("const")])
        if value not in choices or isinstance(value, bool):
            yield f"`{place}` is {_told(value)}, not {' or '.join(map(str, choices))}"
    elif "type" in schema and not _is(value, schema["type"]):
        yield f"`{place}` is {_told(value)}, where {_ARTICLES[schema['type']]} belongs"
    elif isinstance(value, dict):
        yield from _object_faults(value, schema, place)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _faults(item, schema.get("items", {}), f"{place}[{index}]")
    else:
        yield from _plain_faults(value, schema, place)


def _plain_faults(value: object, schema: t.Any, place: str) -> Iterator[str]:
    if isinstance(value, str) and place in _PATTERNS and not _PATTERNS[place].fullmatch(value):
        yield f"`{place}` is {_told(value)}"
    elif isinstance(value, int | float) and value < schema.get("minimum", value):
        yield f"`{place}` is {value}, which is less than {schema['minimum']}"


def _object_faults(value: Mapping[str, object], schema: t.Any, place: str) -> Iterator[str]:
    own = schema.get("properties", {})
    further = schema.get("additionalProperties", {})
    dot = f"{place}." if place else ""
    yield from (f"it has no `{dot}{name}`" for name in schema.get("required", ()) if name not in value)
    for name, item in value.items():
        if name in own:
            yield from _faults(item, own[name], f"{dot}{name}")
        elif further is False:
            yield f"it has an unknown field {f'{dot}{name}'!a}"
        else:
            yield from _faults(item, further, f"{dot}{name}")


_ARTICLES = {
    "string": "a text",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "object": "an object",
    "array": "a list",
    "null": "null",
}


def _is(value: object, name: str) -> bool:
    match name:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "object":
            return isinstance(value, dict)
        case "array":
            return isinstance(value, list)
    return value is None


def _told(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def table() -> str:
    """The events and what they carry, for the documentation."""
    rows = ["| event | carries | told of |", "| --- | --- | --- |"]
    for name, kind in EVENTS.items():
        names = ", ".join(f"`{field}`" for field in field_names(t.cast("t.Any", kind)))
        rows.append(f"| `{name}` | {names} | {' '.join((kind.__doc__ or '').split())} |")
    return "\n".join(rows)
