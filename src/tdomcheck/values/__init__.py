"""`@dataclass`, of which one method is compiled, once a value is made; that of the standard library compiles up to ten.

To make such classes was half of what importing us took: a hook imports 150 of them, and makes values of half. The
module of the standard library imports `inspect` besides, so it is imported only where its own functions are called.
Type checkers see its decorator, and its `fields`, `replace` and `asdict` work on our classes, as do copies and pickles.
What ours cannot do as it does is refused when the class is made.
"""

from __future__ import annotations

import operator
import typing as t
from functools import partial

from tdomcheck.values.constructor import Constructor
from tdomcheck.values.fields import MISSING, ValueField, declared, inherited, own_fields
from tdomcheck.values.standard import STANDARD

T = t.TypeVar("T")


def _dataclass(
    cls: type[T] | None = None,
    /,
    *,
    frozen: bool = False,
    slots: bool = False,
    order: bool = False,
    kw_only: bool = False,
    eq: bool = True,
) -> t.Any:
    shared = _SHARED | (_FROZEN if frozen else _CHANGING) | (_ORDERED if order else {})
    if not eq:
        shared = {name: value for name, value in shared.items() if name not in {"__eq__", "__hash__"}}
    make = partial(_made, slots=slots, kw_only=kw_only, shared=shared)
    return make if cls is None else make(cls)


def _made(cls: type[T], *, slots: bool, kw_only: bool, shared: t.Mapping[str, t.Any]) -> type[T]:
    own = _own(cls)
    _refuse_unlike(cls, own, shared)
    by_name = inherited(cls) | declared(cls, kw_only=kw_only)
    fields = tuple(by_name.values())
    _refuse_no_default_after_one(fields)
    special = {
        "__own_fields__": by_name,
        "__match_args__": tuple([field.name for field in fields if field.init and not field.kw_only]),
        "__shown__": tuple([field.name for field in fields if field.repr]),
        "__compared__": _getter([field.name for field in fields if field.compare]),
        "__hashed__": _getter([field.name for field in fields if field.is_hashed]),
        "__init__": Constructor(fields, slots),
    }
    members = {name: value for name, value in (*special.items(), *shared.items()) if name not in own}
    made = _with_slots(cls, by_name, members) if slots else cls
    for name, value in members.items():
        if not slots:
            setattr(made, name, value)
    return made


def _own(cls: type) -> frozenset[str]:
    """What the class defines itself; `__hash__ = None` is what Python adds to an `__eq__`."""
    own = frozenset(vars(cls))
    return own - {"__hash__"} if "__eq__" in own and cls.__hash__ is None else own


def _refuse_unlike(cls: type, own: frozenset[str], shared: t.Mapping[str, t.Any]) -> None:
    """Raise for what the standard library refuses, too."""
    for name in sorted(own & (shared.keys() & _NEVER_OWN)):
        raise TypeError(f"values.dataclass does not support a `{name}` of its own: {cls.__name__}")
    is_frozen = shared["__frozen__"]
    for base in cls.__mro__[1:]:
        if getattr(base, "__frozen__", is_frozen) != is_frozen:
            raise TypeError(f"values.dataclass does not support a frozen class and one that is not: {cls.__name__}")


def _refuse_no_default_after_one(fields: t.Iterable[ValueField]) -> None:
    has_default = ""
    for field in fields:
        if not field.init or field.kw_only:
            continue
        if field.default is not MISSING or field.default_factory is not MISSING:
            has_default = field.name
        elif has_default:
            raise TypeError(f"non-default argument {field.name!r} follows default argument {has_default!r}")


def _with_slots(cls: type[T], fields: t.Collection[str], members: t.Mapping[str, t.Any]) -> type[T]:
    """The class once more, as slots cannot be added to one that is made."""
    if "__slots__" in vars(cls):
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    taken = {slot for base in cls.__mro__[1:-1] for slot in _slots(base)}
    namespace = {name: value for name, value in vars(cls).items() if name not in fields and name not in _OF_ITS_TYPE}
    namespace |= members
    namespace["__slots__"] = tuple([name for name in fields if name not in taken])
    namespace["__qualname__"] = cls.__qualname__
    return t.cast("type[T]", t.cast("t.Any", type(cls))(cls.__name__, cls.__bases__, namespace))


def _slots(base: type) -> t.Iterable[str]:
    slots = vars(base).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else t.cast("t.Iterable[str]", slots)


def _getter(names: list[str]) -> t.Any:
    """What gives the values of fields at once, which Python does faster than it can be told to."""
    return operator.attrgetter(*names) if names else staticmethod(lambda _: ())


def _fields(value: t.Any) -> tuple[ValueField, ...]:
    return tuple(own_fields(value if isinstance(value, type) else type(value)).values())


def _is_dataclass(value: object) -> bool:
    return hasattr(value if isinstance(value, type) else type(value), "__own_fields__")


def _replace(value: t.Any, /, **changes: t.Any) -> t.Any:
    """A copy with other fields."""
    if not hasattr(value, "__own_fields__"):  # a class that the decorator of the standard library made
        from dataclasses import replace as replaced

        return replaced(value, **changes)
    for field in own_fields(type(value)).values():
        if field.init:
            changes.setdefault(field.name, getattr(value, field.name))
        elif field.name in changes:
            raise ValueError(f"field {field.name} is declared with init=False, it cannot be specified with replace()")
    return type(value)(**changes)


def _repr(self: t.Any) -> str:
    text = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__shown__)
    return f"{type(self).__qualname__}({text})"


def _hash(self: t.Any) -> int:
    return hash(self.__hashed__(self))


def _refuse(_self: object, name: str, *_value: object) -> t.NoReturn:
    import dataclasses

    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _getstate(self: t.Any) -> list[object]:
    return [getattr(self, name) for name in self.__own_fields__]


def _setstate(self: t.Any, state: list[object]) -> None:
    for name, value in zip(self.__own_fields__, state, strict=True):
        object.__setattr__(self, name, value)


def _comparing(compare: t.Callable[[t.Any, t.Any], t.Any]) -> t.Callable[[t.Any, t.Any], t.Any]:
    def compared(self: t.Any, other: t.Any) -> t.Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compare(self.__compared__(self), self.__compared__(other))

    return compared


_SHARED = {
    "__repr__": _repr,
    "__eq__": _comparing(operator.eq),
    "__replace__": _replace,
} | STANDARD
_CHANGING = {"__frozen__": False, "__hash__": None}
_FROZEN = {
    "__frozen__": True,
    "__hash__": _hash,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
_ORDERED = {f"__{name}__": _comparing(getattr(operator, name)) for name in ("lt", "le", "gt", "ge")}
_NEVER_OWN = frozenset({"__setattr__", "__delattr__", *_ORDERED})
_OF_ITS_TYPE = frozenset({"__dict__", "__weakref__"})

if t.TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, is_dataclass, replace
else:
    dataclass, field, fields, is_dataclass, replace = _dataclass, ValueField, _fields, _is_dataclass, _replace

__all__ = ["MISSING", "dataclass", "field", "fields", "is_dataclass", "own_fields", "replace"]
