"""`__init__` of a class, which is compiled for classes of which many values are made."""

from __future__ import annotations

import typing as t
from contextlib import contextmanager
from functools import partial

from tdomcheck.values.fields import MISSING, ValueField

_FEW = 10
"""Values of a class for which compiling takes longer than filling them field by field."""
_few = [_FEW]


@contextmanager
def compiling_at_once() -> t.Iterator[None]:
    """Inside no value is filled: who counts calls must not depend on how many values were made before."""
    _few[0] = 0
    try:
        yield
    finally:
        _few[0] = _FEW


class Constructor:
    """`__init__` of the first values of a class; it gives way to a compiled one, or where a signature is asked for."""

    def __init__(self, fields: t.Sequence[ValueField], has_slots: bool) -> None:  # noqa: FBT001
        self._fields, self._has_slots = fields, has_slots
        self._positions = [field.name for field in fields if field.init and not field.kw_only]
        self._names = {field.name for field in fields if field.init}
        self._count = 0

    def __get__(self, value: object, kind: type | None = None) -> t.Any:
        asking = value if isinstance(value, type) else t.cast("type", kind)  # `inspect` of 3.13 asks so for a signature
        self._count += 1
        if value is not None and value is not asking and self._count <= _few[0]:
            return partial(self._fill, value)
        owner = next(base for base in asking.__mro__ if vars(base).get("__init__") is self)
        constructor = _compiled(owner, self._fields, has_slots=self._has_slots)
        type.__setattr__(owner, "__init__", constructor)
        return constructor.__get__(value, kind)

    def _fill(self, value: t.Any, /, *positional: object, **named: object) -> None:
        """What the compiled one does; what it would refuse is left to it."""
        given = dict(zip(self._positions, positional, strict=False))
        if len(positional) > len(given) or given.keys() & named or not named.keys() <= self._names:
            return self._refuse(value, *positional, **named)
        given |= named
        settled: dict[str, object] = {}
        for field in self._fields:
            if field.name in given:
                settled[field.name] = given[field.name]
            elif field.default is not MISSING:
                if field.init or self._has_slots:  # else the class has it
                    settled[field.name] = field.default
            elif field.default_factory is not MISSING:
                settled[field.name] = field.default_factory()
            elif field.init:
                return self._refuse(value, *positional, **named)
        for name, content in settled.items():
            object.__setattr__(value, name, content)
        if hasattr(value, "__post_init__"):
            value.__post_init__()
        return None

    def _refuse(self, value: object, /, *positional: object, **named: object) -> None:
        """Raise as a compiled constructor does."""
        _compiled(type(value), self._fields, has_slots=self._has_slots)(value, *positional, **named)


def _compiled(cls: type, fields: t.Sequence[ValueField], *, has_slots: bool) -> t.Any:
    """`__init__`, which is worth compiling: facts are made by the thousand. No field has a name like `__set`."""
    known: dict[str, t.Any] = {"__set": object.__setattr__, "__made": object()}
    lines: list[str] = []
    for field in fields:
        name, default = field.name, f"__default_{field.name}"
        value = name if field.init else ""
        if field.default is not MISSING:
            known[default] = field.default
            value = name if field.init else default if has_slots else ""  # else the class has it
        elif field.default_factory is not MISSING:
            known[default] = field.default_factory
            value = f"{default}() if {name} is __made else {name}" if field.init else f"{default}()"
        if value:
            lines.append(f"__set(__self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("__self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(_parameters(fields))}):\n {body}", known)  # noqa: S102  # made of names of fields
    return known["__init__"]


def _parameters(fields: t.Sequence[ValueField]) -> t.Iterator[str]:
    """Those of `__init__`: by position, then those that have to be named."""
    taken = [field for field in fields if field.init]
    yield "__self"
    yield from (_parameter(field) for field in taken if not field.kw_only)
    if any(field.kw_only for field in taken):
        yield "*"
        yield from (_parameter(field) for field in taken if field.kw_only)


def _parameter(field: ValueField) -> str:
    if field.default is not MISSING:
        return f"{field.name}=__default_{field.name}"
    return f"{field.name}=__made" if field.default_factory is not MISSING else field.name
