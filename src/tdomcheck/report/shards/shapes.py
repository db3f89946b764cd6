"""JSON that anybody may have written, asked step by step for what it should be."""

from __future__ import annotations

import typing as t
from enum import Enum
from urllib.parse import unquote_to_bytes

from tdomcheck.report.jsontext import JsonObject

_Member = t.TypeVar("_Member", bound=Enum)


class NotMergeable(Exception):
    """A report that is none of a shard, or is damaged; the text is a sentence about it."""


class Shape:
    """A JSON value whose shape is asked for step by step; what is otherwise is told with its place."""

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self.place = place

    def _as(self, kind: type[t.Any], noun: str) -> t.Any:
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise NotMergeable(f"is damaged: `{self.place}` is no {noun}")
        return self.value

    def __getitem__(self, key: str) -> Shape:
        found = self._as(dict, "object")
        if key not in found:
            raise NotMergeable(f"is damaged: `{self.place}` has no `{key}`")
        return Shape(found[key], f"{self.place}.{key}")

    def items(self) -> list[Shape]:
        values = self._as(list, "list")
        return [Shape(value, f"{self.place}[{index}]") for index, value in enumerate(values)]

    def row(self, length: int) -> list[Shape]:
        found = self.items()
        if len(found) != length:
            raise NotMergeable(f"is damaged: `{self.place}` has {len(found)} items instead of {length}")
        return found

    def entries(self) -> JsonObject:
        """The value as it is to be shown again."""
        return t.cast("JsonObject", self._as(dict, "object"))

    def raw(self) -> str:
        return t.cast("str", self._as(str, "text"))

    def text(self) -> str:
        """The inverse of `packed`."""
        text = self.raw()
        return unquote_to_bytes(text).decode("utf-8", "surrogateescape") if "%" in text else text

    def count(self) -> int:
        value = t.cast("int", self._as(int, "number"))
        if not 0 <= value < 1 << 53:
            raise NotMergeable(f"is damaged: `{self.place}` is no count")
        return value

    def flag(self) -> bool:
        return t.cast("bool", self._as(bool, "truth value"))

    def one_of(self, kind: type[_Member]) -> _Member:
        text = self.raw()
        try:
            return kind(text)
        except ValueError:
            raise NotMergeable(
                f"is damaged: `{self.place}` is none of {', '.join(each.value for each in kind)}"
            ) from None
