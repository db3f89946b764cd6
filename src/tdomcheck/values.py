"""`@dataclass`, of which one method is compiled, once a value is made; that of the standard library compiles up to ten.

To make such classes was half of what importing us took: a hook imports 150 of them, and makes values of half. Type
checkers see the decorator of the standard library, and its `field`, `fields` and `replace` work, as do copies and
pickles. What ours cannot do as it does is refused when the class is made.
"""

from __future__ import annotations

import dataclasses
import operator
import typing as t
from functools import partial

T = t.TypeVar("T")


def _dataclass(
    cls: type[T] | None = None,
    /,
    *,
    frozen: bool = False,
    slots: bool = False,
    order: bool = False,
    kw_only: bool = False,
) -> t.Any:
    shared = _SHARED | (_FROZEN if frozen else _CHANGING) | (_ORDERED if order else {})
    make = partial(_made, slots=slots, kw_only=kw_only, shared=shared)
    return make if cls is None else make(cls)


def _made(cls: type[T], *, slots: bool, kw_only: bool, shared: t.Mapping[str, t.Any]) -> type[T]:
    own = _own(cls)
    _refuse_unlike(cls, own, shared)
    cls.__doc__ = cls.__doc__ or cls.__name__  # else `dataclasses` asks `inspect` for a signature, which takes long
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    fields = dataclasses.fields(t.cast("t.Any", made))
    _refuse_arguments_that_are_no_fields(made)
    special = {
        "__shown__": tuple(field.name for field in fields if field.repr),
        "__compared__": _getter([field.name for field in fields if field.compare]),
        "__hashed__": _getter([field.name for field in fields if _is_hashed(field)]),
        "__init__": _Constructor(made, fields, slots),
    }
    for name, value in (*special.items(), *shared.items()):
        if name not in own:
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


def _refuse_arguments_that_are_no_fields(cls: type) -> None:
    of_init = t.cast("t.Any", dataclasses)._FIELD_INITVAR  # noqa: SLF001  # no public name says which they are
    for field in t.cast("t.Any", cls).__dataclass_fields__.values():
        if field._field_type is of_init:  # noqa: SLF001
            raise TypeError(f"values.dataclass does not support InitVar: {cls.__name__}.{field.name}")


def _getter(names: list[str]) -> t.Any:
    """What gives the values of fields at once, which Python does faster than it can be told to."""
    return operator.attrgetter(*names) if names else staticmethod(lambda _: ())


def _is_hashed(field: dataclasses.Field[t.Any]) -> bool:
    return field.compare if field.hash is None else field.hash


class _Constructor:
    """`__init__` until somebody looks for it: then it is compiled, and takes this place."""

    def __init__(self, cls: type, fields: t.Sequence[dataclasses.Field[t.Any]], has_slots: bool) -> None:  # noqa: FBT001
        self._made_of = cls, fields, has_slots

    def __get__(self, value: object, kind: type | None = None) -> t.Any:
        cls, fields, has_slots = self._made_of
        constructor = _compiled(cls, fields, has_slots=has_slots)
        type.__setattr__(cls, "__init__", constructor)
        return constructor.__get__(value, kind)


def _compiled(cls: type, fields: t.Sequence[dataclasses.Field[t.Any]], *, has_slots: bool) -> t.Any:
    """`__init__`, which is worth compiling: facts are made by the thousand. No field has a name like `__set`."""
    known: dict[str, t.Any] = {"__set": object.__setattr__, "__made": object()}
    lines: list[str] = []
    for field in fields:
        name, default = field.name, f"__default_{field.name}"
        value = name if field.init else ""
        if field.default is not dataclasses.MISSING:
            known[default] = field.default
            value = name if field.init else default if has_slots else ""  # else the class has it
        elif field.default_factory is not dataclasses.MISSING:
            known[default] = field.default_factory
            value = f"{default}() if {name} is __made else {name}" if field.init else f"{default}()"
        if value:
            lines.append(f"__set(__self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("__self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(_parameters(fields))}):\n {body}", known)  # noqa: S102  # made of names of fields
    return known["__init__"]


def _parameters(fields: t.Sequence[dataclasses.Field[t.Any]]) -> t.Iterator[str]:
    """Those of `__init__`: by position, then those that have to be named."""
    taken = [field for field in fields if field.init]
    yield "__self"
    yield from (_parameter(field) for field in taken if not field.kw_only)
    if any(field.kw_only for field in taken):
        yield "*"
        yield from (_parameter(field) for field in taken if field.kw_only)


def _parameter(field: dataclasses.Field[t.Any]) -> str:
    if field.default is not dataclasses.MISSING:
        return f"{field.name}=__default_{field.name}"
    return f"{field.name}=__made" if field.default_factory is not dataclasses.MISSING else field.name


def _repr(self: t.Any) -> str:
    text = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__shown__)
    return f"{type(self).__qualname__}({text})"


def _hash(self: t.Any) -> int:
    return hash(self.__hashed__(self))


def _refuse(_self: object, name: str, *_value: object) -> t.NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _getstate(self: t.Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _setstate(self: t.Any, state: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _comparing(compare: t.Callable[[t.Any, t.Any], t.Any]) -> t.Callable[[t.Any, t.Any], t.Any]:
    def compared(self: t.Any, other: t.Any) -> t.Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compare(self.__compared__(self), self.__compared__(other))

    return compared


_SHARED = {"__repr__": _repr, "__eq__": _comparing(operator.eq)}
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

if t.TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass

__all__ = ["dataclass"]
