"""What the module of the standard library looks for in a class, made when it looks."""

from __future__ import annotations

import typing as t

from tdomcheck.values.fields import MISSING, own_fields


class Standard:
    """What the module of the standard library looks for in a class, made when it looks: it is not imported before."""

    def __init__(self, name: str, make: t.Callable[[type], object]) -> None:
        self._name, self._make = name, make

    def __get__(self, value: object, kind: type | None = None) -> t.Any:
        owner = next(base for base in t.cast("type", kind).__mro__ if "__own_fields__" in vars(base))
        made = self._make(owner)
        type.__setattr__(owner, self._name, made)
        return made


def _standard_fields(cls: type) -> dict[str, t.Any]:
    """`__dataclass_fields__`."""
    import dataclasses

    made: dict[str, t.Any] = {}
    for name, ours in own_fields(cls).items():
        default = {} if ours.default is MISSING else {"default": ours.default}
        factory = {} if ours.default_factory is MISSING else {"default_factory": ours.default_factory}
        field: t.Any = dataclasses.field(
            init=ours.init, repr=ours.repr, hash=ours.hash, compare=ours.compare, **default, **factory
        )
        field.name, field.type, field.kw_only = name, ours.type, ours.kw_only
        field._field_type = t.cast("t.Any", dataclasses)._FIELD  # noqa: SLF001  # no public name says so
        made[name] = field
    return made


def _standard_parameters(cls: type) -> object:
    """`__dataclass_params__`, of which an heir that the standard library makes is asked for this alone."""
    from types import SimpleNamespace

    return SimpleNamespace(frozen=t.cast("t.Any", cls).__frozen__)


STANDARD = {
    "__dataclass_fields__": Standard("__dataclass_fields__", _standard_fields),
    "__dataclass_params__": Standard("__dataclass_params__", _standard_parameters),
}
