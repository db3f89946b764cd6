"""`@dataclass`, of which one method is compiled for each class; that of the standard library compiles up to ten.

To make such classes was half of what importing us took: a hook imports 150 of them. Type checkers see the decorator of
the standard library, and its `field`, `fields` and `replace` work, as do copies and pickles.
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
    own = frozenset(vars(cls))
    cls.__doc__ = cls.__doc__ or cls.__name__  # else `dataclasses` asks `inspect` for a signature, which takes long
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    fields = dataclasses.fields(t.cast("t.Any", made))
    special = {
        "_shown": tuple(field.name for field in fields if field.repr),
        "_compared": _getter([field.name for field in fields if field.compare]),
        "__init__": _constructor(made, fields, ["self", "*"] if kw_only and fields else ["self"]),
    }
    for name, value in (*special.items(), *shared.items()):
        if name not in own:
            setattr(made, name, value)
    return made


def _getter(names: list[str]) -> t.Callable[[object], object]:
    """What gives the values of fields at once, which Python does faster than it can be told to."""
    return operator.attrgetter(*names) if names else lambda _: ()


def _constructor(cls: type, fields: t.Iterable[dataclasses.Field[t.Any]], parameters: list[str]) -> t.Any:
    """`__init__`, which is worth compiling: facts are made by the thousand."""
    known: dict[str, t.Any] = {"_set": object.__setattr__, "_made": object()}
    lines: list[str] = []
    for field in fields:
        name, default = field.name, ""
        if field.default is not dataclasses.MISSING:
            known[f"_{name}"], default = field.default, f"_{name}"
        elif field.default_factory is not dataclasses.MISSING:
            known[f"_{name}"], default = field.default_factory, "_made"
            lines.append(f"if {name} is _made: {name} = _{name}()" if field.init else f"{name} = _{name}()")
        if field.init:
            parameters.append(f"{name}={default}" if default else name)
        if field.init or default == "_made":
            lines.append(f"_set(self, {name!r}, {name})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n {body}", known)  # noqa: S102  # made of names of fields
    return known["__init__"]


def _repr(self: t.Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown)
    return f"{type(self).__qualname__}({shown})"


def _hash(self: t.Any) -> int:
    return hash(self._compared(self))


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
        return compare(self._compared(self), self._compared(other))

    return compared


_SHARED = {"__repr__": _repr, "__eq__": _comparing(operator.eq)}
_CHANGING = {"__hash__": None}
_FROZEN = {
    "__hash__": _hash,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
_ORDERED = {f"__{name}__": _comparing(getattr(operator, name)) for name in ("lt", "le", "gt", "ge")}

if t.TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass

__all__ = ["dataclass"]
