"""Facts and findings to JSON and back, for the cache: data, never code."""

from __future__ import annotations

import json
import types
import typing as t
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter

from tdomcheck.values import fields, is_dataclass

T = t.TypeVar("T")
Decoder = Callable[[t.Any], t.Any]


def dumps(value: object) -> str:
    """One compact line; a value is a list of its fields in order."""
    return _ENCODER.encode(value)


def dumps_fields(value: object) -> str:
    """A line for each field, which `loads_field` reads by itself."""
    return "\n".join(map(_ENCODER.encode, _fields(t.cast("t.Any", type(value)))(value)))


class Unreadable(ValueError):
    """A text that `dumps` did not write, or wrote in another version."""


def loads(text: str, kind: type[T]) -> T:
    """The inverse of `dumps`."""
    try:
        return t.cast("T", _decoder(t.cast("t.Any", kind))(json.loads(text)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def loads_checked(text: str, kind: type[T]) -> T:
    """The same of a text that anybody may have written: every value is of the type that its field has."""
    value = loads(text, kind)
    try:
        is_sound = _conforms(value, kind)
    except RecursionError:
        is_sound = False
    if not is_sound:
        raise Unreadable(f"it does not hold a {kind.__name__}")
    return value


def _conforms(value: t.Any, kind: t.Any) -> bool:
    origin, arguments = t.get_origin(kind), t.get_args(kind)
    if origin in {t.Union, types.UnionType}:
        return any(_conforms(value, argument) for argument in arguments)
    if origin is Mapping:
        return isinstance(value, dict) and _are_all(value.values(), arguments[1])
    if origin is tuple and arguments[1:] != (Ellipsis,):
        return all(map(_conforms, value, arguments))
    if origin is not None:
        return isinstance(value, origin) and _are_all(value, arguments[0])
    if type(value) is not kind:
        return False
    if is_dataclass(kind):
        return all(_conforms(getattr(value, name), hint) for name, hint in _own_hints(kind))
    return not isinstance(value, (int, float)) or abs(value) < _LARGEST


def _are_all(values: Iterable[t.Any], kind: t.Any) -> bool:
    return all(_conforms(value, kind) for value in values)


@cache
def _own_hints(kind: t.Any) -> tuple[tuple[str, t.Any], ...]:
    hints = _hints(kind)
    return tuple((name, hints[name]) for name in field_names(kind))


def loads_field(line: str, kind: type, name: str) -> t.Any:
    """The value of one field of a value that `dumps_fields` wrote, from its line."""
    try:
        value, end = _READER.raw_decode(line)
        if end != len(line):
            raise Unreadable(f"there is more than one value in {line[:80]!r}")
        return _field_decoder(t.cast("t.Any", kind), name)(value)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def _plain(value: object) -> object:
    """What the encoder does not know by itself; it walks texts, numbers and tuples without us."""
    if is_dataclass(value):
        return _fields(t.cast("t.Any", type(value)))(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"a {type(value).__name__} cannot be kept")


_LARGEST = 1 << 53
_READER = json.JSONDecoder()
_ENCODER = json.JSONEncoder(separators=(",", ":"), default=_plain)


@cache
def _fields(kind: t.Any) -> Callable[[t.Any], tuple[t.Any, ...]]:
    """What gives the values of all fields at once, which Python does faster than it can be told to."""
    names = (*(["TAG"] if hasattr(kind, "TAG") else ()), *field_names(kind))
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


@cache
def field_names(kind: t.Any) -> tuple[str, ...]:
    """The fields of a dataclass, in order."""
    return tuple(field.name for field in fields(kind))


@cache
def _decoder(kind: t.Any) -> Decoder:
    """A function for a type, made once: decoding thousands of facts must not look at annotations."""
    origin, arguments = t.get_origin(kind), t.get_args(kind)
    if is_dataclass(kind):
        return _value_decoder(t.cast("type", kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member.value: member for member in kind}.__getitem__  # calling the Enum takes ten times as long
    if origin in {t.Union, types.UnionType}:
        return _optional_decoder(arguments)
    if origin is tuple:
        return _tuple_decoder(arguments)
    if origin is Mapping:
        return _mapping_decoder(_decoder(arguments[1]))
    return frozenset if origin is frozenset else _same


def _tuple_decoder(arguments: tuple[t.Any, ...]) -> Decoder:
    if arguments[1:] == (Ellipsis,):
        item = _decoder(arguments[0])
        return tuple if item is _same else lambda values: tuple([item(value) for value in values])
    items = [_decoder(argument) for argument in arguments]
    return lambda values: tuple(item(value) for item, value in zip(items, values, strict=True))


def _mapping_decoder(item: Decoder) -> Decoder:
    return _same if item is _same else lambda values: {name: item(value) for name, value in values.items()}


def _same(value: t.Any) -> t.Any:
    return value


def _frozen(value: t.Any) -> t.Any:
    """A plain value in which every list was a tuple."""
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value


def _optional_decoder(arguments: tuple[t.Any, ...]) -> Decoder:
    inner = [argument for argument in arguments if argument is not type(None)]
    if all(hasattr(argument, "TAG") for argument in inner):
        return _tagged_decoder(inner)
    decode = _decoder(inner[0]) if len(inner) == 1 else _frozen
    return lambda value: None if value is None else decode(value)


def _tagged_decoder(kinds: t.Sequence[t.Any]) -> Decoder:
    """Of a union: each value has the tag of its class before its fields."""
    decoders = {kind.TAG: _value_decoder(kind) for kind in kinds}
    return lambda value: decoders[value[0]](value[1:])


@cache
def _hints(kind: t.Any) -> dict[str, t.Any]:
    return t.get_type_hints(kind)


@cache
def _field_decoder(kind: t.Any, name: str) -> Decoder:
    return _decoder(_hints(kind)[name])


def _value_decoder(kind: type) -> Decoder:
    decoders = [_decoder(_hints(t.cast("t.Any", kind))[name]) for name in field_names(kind)]
    nested = [(index, decoder) for index, decoder in enumerate(decoders) if decoder is not _same]

    def decode(values: t.Any) -> t.Any:
        if len(values) != len(decoders):
            raise ValueError(f"{kind.__name__} has {len(decoders)} fields, not {len(values)}")
        for index, decoder in nested:
            values[index] = decoder(values[index])
        return kind(*values)

    return decode
