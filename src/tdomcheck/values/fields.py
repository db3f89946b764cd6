"""What a class says of its fields: those of its bases, and those that it annotates."""

from __future__ import annotations

import sys
import typing as t

MISSING: t.Any = object()
"""No default."""


class ValueField:
    """One field of a class, with the names that the standard library has for what is said of it."""

    __slots__ = ("compare", "default", "default_factory", "hash", "init", "kw_only", "name", "repr", "type")

    def __init__(  # as many as the standard library has
        self,
        *,
        default: t.Any = MISSING,
        default_factory: t.Any = MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002  # its name in the standard library
        hash: bool | None = None,  # noqa: A002  # likewise
        compare: bool = True,
        kw_only: bool | None = None,
    ) -> None:
        if default is not MISSING and default_factory is not MISSING:
            raise ValueError("cannot specify both default and default_factory")
        self.name = self.type = ""
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare, self.kw_only = init, repr, hash, compare, kw_only

    @property
    def is_hashed(self) -> bool:
        return self.compare if self.hash is None else self.hash


def inherited(cls: type) -> dict[str, ValueField]:
    """The fields of the bases, the farthest first."""
    fields: dict[str, ValueField] = {}
    for base in cls.__mro__[-1:0:-1]:
        own = vars(base).get("__own_fields__")
        if own is None and "__dataclass_fields__" in vars(base):
            own = {field.name: _as_ours(field) for field in vars(base)["__dataclass_fields__"].values()}
        fields.update(own or {})
    return fields


def declared(cls: type, *, kw_only: bool) -> dict[str, ValueField]:
    """The fields that a class annotates, with the defaults that it assigns."""
    fields: dict[str, ValueField] = {}
    for name, annotation in cls.__annotations__.items():
        text = annotation if isinstance(annotation, str) else repr(annotation)
        if "ClassVar" in text and _is_called(text, "ClassVar"):
            continue
        if "InitVar" in text and _is_called(text, "InitVar"):
            raise TypeError(f"values.dataclass does not support InitVar: {cls.__name__}.{name}")
        if "KW_ONLY" in text:
            kw_only = True
            continue
        fields[name] = _field(cls, name, annotation, kw_only=kw_only)
    return fields


def _field(cls: type, name: str, annotation: t.Any, *, kw_only: bool) -> ValueField:
    default = cls.__dict__.get(name, MISSING)
    is_field = isinstance(default, ValueField) or _is_standard(default)
    field = _as_ours(default) if is_field else ValueField(default=default)
    field.name, field.type = name, annotation
    field.kw_only = kw_only if field.kw_only is None else field.kw_only
    if field.default is not MISSING and field.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {type(field.default)} for field {name}: use default_factory")
    if is_field and field.default is MISSING:
        delattr(cls, name)
    elif is_field:
        setattr(cls, name, field.default)
    return field


def _is_called(text: str, name: str) -> bool:
    """Whether an annotation is `t.ClassVar[int]`, and does not just hold that word."""
    return text.partition("[")[0].rpartition(".")[2] == name


def _is_standard(default: object) -> bool:
    """Whether it is what `field` of the standard library gives, which need not have been imported."""
    standard = sys.modules.get("dataclasses")
    return standard is not None and isinstance(default, standard.Field)


def _as_ours(field: t.Any) -> ValueField:
    """A field of the standard library, or a copy of one of ours: one may be assigned in several classes."""
    missing = MISSING if isinstance(field, ValueField) else sys.modules["dataclasses"].MISSING
    ours = ValueField(init=field.init, repr=field.repr, hash=field.hash, compare=field.compare)
    ours.default = MISSING if field.default is missing else field.default
    ours.default_factory = MISSING if field.default_factory is missing else field.default_factory
    ours.kw_only = field.kw_only if isinstance(field.kw_only, bool) else None
    ours.name, ours.type = field.name, field.type
    return ours


def own_fields(cls: type) -> dict[str, ValueField]:
    return t.cast("dict[str, ValueField]", t.cast("t.Any", cls).__own_fields__)
