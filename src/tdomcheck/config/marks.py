"""Where the keys and values of a configuration are: asked for by its problems, and by who shows it."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from tdomcheck.values import dataclass

if t.TYPE_CHECKING:
    import tree_sitter

    from tdomcheck.toml_places import TomlPlaces

Path: TypeAlias = tuple[str | int, ...]
"""Keys and positions in arrays, from the top of the document."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one line; the first line and the first column are 1."""

    line: int
    column: int
    width: int


class Marks:
    """The places in a text."""

    def __init__(self, text: str) -> None:
        self._utf8 = text.encode()

    def key(self, path: Path) -> Mark | None:
        """Where a key is; the place of what holds it, if it has none of its own."""
        return self._closest(path, self._places.keys)

    def value(self, path: Path) -> Mark | None:
        """Where a value begins, as far as its first line goes."""
        values = self._places.values
        return self._closest(path, values) if path in values else self.key(path)

    @cached_property
    def _places(self) -> TomlPlaces:
        from tdomcheck.toml_places import TomlPlaces, parsed_toml  # a run without problems needs no grammar

        return TomlPlaces(parsed_toml(self._utf8))

    def _closest(self, path: Path, nodes: Mapping[Path, tree_sitter.Node]) -> Mark | None:
        while path:
            if path in nodes:
                return self._mark(nodes[path])
            path = path[:-1]
        return None

    def _mark(self, node: tree_sitter.Node) -> Mark:
        (row, column), text = node.start_point, (node.text or b"").partition(b"\n")[0]
        before = self._utf8[node.start_byte - column : node.start_byte]
        return Mark(row + 1, len(before.decode()) + 1, max(len(text.decode()), 1))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a key was set: in a file the line is looked for when somebody wants to see it."""

    name: str
    """Of what set it, or why a value is what it is."""
    text: str = ""
    path: Path = ()

    def __str__(self) -> str:
        mark = Marks(self.text).key(self.path) if self.text else None
        return f"{self.name}:{mark.line}" if mark else self.name


Origins: TypeAlias = tuple[tuple[str, tuple[Origin, ...]], ...]
"""Of each key, sorted; what is said of one is in parts."""
DEFAULT: tuple[Origin, ...] = (Origin("default"),)
