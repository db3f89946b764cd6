"""TOML with places: `tomllib` reads a file and does not say where anything stands."""

from __future__ import annotations

import tomllib
import typing as t
from collections.abc import Iterator
from functools import cached_property

from tdomcheck.errors import Unparsable
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText

if t.TYPE_CHECKING:
    import tree_sitter

    from tdomcheck.toml_places import TomlPlaces

_PLACE = regex(r"\(at line (\d+), column (\d+)\)")


class Piece(t.NamedTuple):
    """A string that is a value."""

    text: str
    steps: tuple[str | int, ...]

    @property
    def where(self) -> str:
        """The table and the key that it is the value of, or is in the value of: `project.dependencies`."""
        return ".".join(step for step in self.steps if isinstance(step, str))


class TomlText:
    """The text of a TOML file; what it says and where are two questions."""

    def __init__(self, data: bytes) -> None:
        self.source = SourceText(data, is_python=False)
        self.data = data

    @cached_property
    def values(self) -> dict[str, object]:
        """What the file says; raises Unparsable."""
        if _LONG_KEY.search(self.data):
            raise Unparsable("it is no TOML that could be read: a key has more than 200 parts", 0)
        try:
            return tomllib.loads(self.source.text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            offset = self.source.offset(int(place[1]), int(place[2])) if place else len(self.data)
            reason = _PLACE.sub("", str(error)).removesuffix(" (at end of document)").strip()
            raise Unparsable(f"it is no TOML: {reason[:1].lower()}{reason[1:]}", offset) from None
        except RecursionError:
            raise Unparsable("it is no TOML that could be read: it nests too deeply", 0) from None

    @property
    def strings(self) -> Iterator[Piece]:
        """Every string that is not a key, in the order of the values; raises Unparsable."""
        waiting: list[tuple[tuple[str | int, ...], object]] = [((), self.values)]
        while waiting:
            steps, value = waiting.pop()
            if isinstance(value, str):
                yield Piece(value, steps)
            elif isinstance(value, dict | list):
                inner = value.items() if isinstance(value, dict) else enumerate(value)
                waiting += reversed([((*steps, step), each) for step, each in inner])

    def place(self, piece: Piece) -> Span:
        """Where a string is, with its quotes; nowhere for one that the grammar does not read."""
        node = self._places.values.get(piece.steps)
        return self._span(node) if node is not None else Span(0, 0)

    @cached_property
    def comments(self) -> list[Span]:
        """Every comment from its `#` to the end of the line."""
        return sorted(map(self._span, self._places.comments))

    @cached_property
    def entries(self) -> list[Span]:
        """Every header, and every key with its value over however many lines."""
        shift = len(self.source.mark)
        return [Span(entry.start + shift, entry.end + shift) for entry in self._places.entries]

    def _span(self, node: tree_sitter.Node) -> Span:
        shift = len(self.source.mark)
        return Span(node.start_byte + shift, node.end_byte + shift)

    @cached_property
    def _places(self) -> TomlPlaces:
        from tdomcheck.toml_places import TomlPlaces, parsed_toml

        return TomlPlaces(parsed_toml(self.source.utf8))


_LONG_KEY = regex(rb"(?:[\w\"'-]+[ \t]*\.[ \t]*){200}")
"""What the reader of Python takes time for with the square of its length."""


def table(value: object, *keys: str) -> dict[str, object]:
    """The table below some keys; an empty one where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def text(value: object) -> str:
    """A string, or nothing."""
    return value if isinstance(value, str) else ""
