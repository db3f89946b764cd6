"""Where the keys and values of a TOML text are: `tomllib` says what is in a file, and forgets where.

What the grammar does not read, in a text that `tomllib` accepted, has no place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import tree_sitter

from tdomcheck.model import Span
from tdomcheck.values import dataclass, field

Steps: TypeAlias = tuple[str | int, ...]
"""Keys and positions in lists, from the top of the document."""


@dataclass(slots=True)
class Table:
    """A table that has a header, or the top of the file."""

    steps: Steps
    start: int
    """Of its header."""
    end: int
    """Behind its header; behind its last pair, if it has some."""
    pairs: list[tree_sitter.Node] = field(default_factory=list)


def parsed_toml(utf8: bytes) -> tree_sitter.Node:
    """The tree of a text without a byte order mark."""
    import tree_sitter_toml  # check asks for no place unless it reports something

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language())).parse(utf8).root_node


class TomlPlaces:
    """What a file holds, by its path."""

    def __init__(self, root: tree_sitter.Node) -> None:
        self._root = root
        self.tables: list[Table] = [Table((), 0, 0)]
        self.keys: dict[Steps, tree_sitter.Node] = {}
        """Where each key is first; of a table in a list the last part of its header."""
        self.values: dict[Steps, tree_sitter.Node] = {}
        self.implied: set[Steps] = set()
        """Tables that are there because of what is in them, and lists of tables."""
        self.counts: dict[Steps, int] = {}
        """Of the tables in a list."""
        self.entries: list[Span] = []
        """Every header, and every key with its value over however many lines."""
        self._read(root)

    def span(self, steps: Steps) -> tuple[int, int] | None:
        """Where a value is, or the lines of a table; None where there is none."""
        if steps in self.values:
            node = self.values[steps]
            return node.start_byte, node.end_byte
        table = next((table for table in self.tables if table.steps == steps and table.pairs), None)
        return (table.pairs[0].start_byte, table.end) if table is not None else None

    @property
    def known(self) -> set[Steps]:
        return {*self.values, *self.implied, *self.counts, *(table.steps for table in self.tables)}

    def keys_in(self, around: Steps) -> Iterator[str]:
        for steps in self.known:
            if len(steps) > len(around) and steps[: len(around)] == around and isinstance(steps[len(around)], str):
                yield str(steps[len(around)])

    @property
    def comments(self) -> Iterator[tree_sitter.Node]:
        """Every comment, in no order."""
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            if node.type == "comment":
                yield node
            waiting += node.children

    def _read(self, root: tree_sitter.Node) -> None:
        for node in root.named_children:
            if node.type == "pair":
                self._take_pair(self.tables[0], node)
            elif node.type in {"table", "table_array_element"}:
                self._take_table(node)
        if self.tables[0].pairs:
            self.tables[0].start = self.tables[0].pairs[0].start_byte

    def _take_table(self, node: tree_sitter.Node) -> None:
        key = next(child for child in node.named_children if child.type != "comment")
        is_item = node.type == "table_array_element"
        steps = self._resolved(parts_of_key(key), is_item=is_item)
        header_end = next(child for child in node.children if child.type in {"]", "]]"}).end_byte
        table = Table(steps, node.start_byte, header_end)
        self.entries.append(Span(node.start_byte, header_end))
        self._imply(steps[:-1])
        self.tables.append(table)
        for child in node.named_children[1:]:
            if child.type == "pair":
                self._take_pair(table, child)

    def _resolved(self, parts: Sequence[tree_sitter.Node], *, is_item: bool) -> Steps:
        """The path of a header: a name of a list means its last table."""
        steps: Steps = ()
        for number, part in enumerate(parts):
            steps += (_name(part),)
            self.keys.setdefault(steps, part)
            if is_item and number == len(parts) - 1:
                self.counts[steps] = self.counts.get(steps, 0) + 1
            if steps in self.counts:
                steps += (self.counts[steps] - 1,)
                self.keys.setdefault(steps, part)
        return steps

    def _imply(self, steps: Steps) -> None:
        while steps:
            self.implied.add(steps)
            steps = steps[:-1]

    def _take_pair(self, table: Table, node: tree_sitter.Node) -> None:
        key, value = parts_of(node)
        steps = self._below(table.steps, key)
        table.pairs.append(node)
        self.entries.append(Span(node.start_byte, value.end_byte))
        table.end = value.end_byte
        self._take_value(steps, value)

    def _take_value(self, steps: Steps, value: tree_sitter.Node) -> None:
        waiting = [(steps, value)]
        while waiting:
            path, node = waiting.pop()
            self.values[path] = node
            if node.type == "inline_table":
                for pair in members_of(node):
                    key, inner = parts_of(pair)
                    waiting.append((self._below(path, key), inner))
            elif node.type == "array":
                waiting += (((*path, index), item) for index, item in enumerate(members_of(node)))

    def _below(self, steps: Steps, key: tree_sitter.Node) -> Steps:
        """The path of a key in a table."""
        for depth, part in enumerate(parts_of_key(key)):
            if depth:
                self.implied.add(steps)
            steps += (_name(part),)
            self.keys.setdefault(steps, part)
        return steps


def parts_of(pair: tree_sitter.Node) -> tuple[tree_sitter.Node, tree_sitter.Node]:
    key, value = [child for child in pair.named_children if child.type != "comment"][:2]
    return key, value


def members_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"]


def parts_of_key(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The parts of a key, from the left."""
    parts: list[tree_sitter.Node] = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.type == "dotted_key":
            waiting += reversed(part.named_children)
        else:
            parts.append(part)
    return parts


def keys_of(node: tree_sitter.Node) -> list[str]:
    return [_name(part) for part in parts_of_key(node)]


def _name(part: tree_sitter.Node) -> str:
    key = (part.text or b"").decode()
    if not key.startswith(("'", '"')):
        return key
    try:
        return next(iter(tomllib.loads(f"{key} = 0")))
    except tomllib.TOMLDecodeError:
        return key  # the document is refused elsewhere
