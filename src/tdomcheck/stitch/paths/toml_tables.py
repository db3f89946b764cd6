"""What a TOML file holds: tables with a header, dotted keys, inline tables and lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.errors import Unparsable
from tdomcheck.source.toml import TomlText
from tdomcheck.stitch.paths.values import BadValue, Plain, Steps
from tdomcheck.values import dataclass, field


@dataclass(slots=True)
class Table:
    """A table that has a header, or the top of the file."""

    steps: Steps
    start: int
    """Of its header."""
    end: int
    """Behind its header; behind its last pair, if it has some."""
    pairs: list[tree_sitter.Node] = field(default_factory=list)


def read_toml(text: str) -> Plain:
    """What a text says, floats as they are written; raises BadValue."""
    try:
        return _comparable(TomlText(text.encode()).values)
    except Unparsable as error:
        raise BadValue(str(error)) from None


def _comparable(value: Plain) -> Plain:
    match value:
        case dict():
            return {key: _comparable(part) for key, part in value.items()}
        case list():
            return [_comparable(part) for part in value]
        case float():
            return repr(value)  # `nan` is not like itself
        case bool():
            return ("bool", value)  # to Python 1 is like True
        case _:
            return value


class TomlTables:
    """What a file holds, by its path."""

    def __init__(self, root: tree_sitter.Node) -> None:
        self.tables: list[Table] = [Table((), 0, 0)]
        self.values: dict[Steps, tree_sitter.Node] = {}
        self.implied: set[Steps] = set()
        """Tables that are there because of what is in them, and lists of tables."""
        self.counts: dict[Steps, int] = {}
        """Of the tables in a list."""
        self._read(root)

    def span(self, steps: Steps) -> tuple[int, int] | None:
        """Where a value stands, or the lines of a table; None where there is none."""
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
        steps = self._resolved(keys_of(key), is_item=is_item)
        header_end = next(child for child in node.children if child.type in {"]", "]]"}).end_byte
        table = Table(steps, node.start_byte, header_end)
        self._imply(steps[:-1])
        self.tables.append(table)
        for child in node.named_children[1:]:
            if child.type == "pair":
                self._take_pair(table, child)

    def _resolved(self, keys: Sequence[str], *, is_item: bool) -> Steps:
        """The path of a header: a name of a list means its last table."""
        steps: Steps = ()
        for number, key in enumerate(keys):
            steps += (key,)
            if is_item and number == len(keys) - 1:
                self.counts[steps] = self.counts.get(steps, 0) + 1
            if steps in self.counts:
                steps += (self.counts[steps] - 1,)
        return steps

    def _imply(self, steps: Steps) -> None:
        while steps:
            self.implied.add(steps)
            steps = steps[:-1]

    def _take_pair(self, table: Table, node: tree_sitter.Node) -> None:
        key, value = parts_of(node)
        steps = table.steps + tuple(keys_of(key))
        for index in range(len(table.steps) + 1, len(steps)):
            self.implied.add(steps[:index])
        table.pairs.append(node)
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
                    own = path + tuple(keys_of(key))
                    self.implied.update(own[:index] for index in range(len(path) + 1, len(own)))
                    waiting.append((own, inner))
            elif node.type == "array":
                waiting += (((*path, index), item) for index, item in enumerate(members_of(node)))


def parts_of(pair: tree_sitter.Node) -> tuple[tree_sitter.Node, tree_sitter.Node]:
    key, value = [child for child in pair.named_children if child.type != "comment"][:2]
    return key, value


def members_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"]


def keys_of(node: tree_sitter.Node) -> list[str]:
    """The parts of a key, from the left."""
    parts: list[str] = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.type == "dotted_key":
            waiting += reversed(part.named_children)
        else:
            parts.append(_unquoted((part.text or b"").decode()))
    return parts


def _unquoted(key: str) -> str:
    if not key.startswith(("'", '"')):
        return key
    return next(iter(TomlText(f"{key} = 0".encode()).values))
