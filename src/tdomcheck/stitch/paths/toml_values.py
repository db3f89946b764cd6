"""Values in TOML, put where a path leads."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cached_property

import tree_sitter

from tdomcheck.errors import Unparsable
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.toml import TomlText
from tdomcheck.stitch.nodes.text import Text, comments_of
from tdomcheck.stitch.paths.values import (
    COMMENT_OUTSIDE,
    BadValue,
    NoValue,
    Plain,
    Steps,
    missing,
    no_container,
    no_item,
)
from tdomcheck.stitch.targets import shown_path
from tdomcheck.toml_places import Table, TomlPlaces, keys_of, members_of, parsed_toml, parts_of

_BARE = regex(r"[A-Za-z0-9_-]+")


class TomlFile:
    """A file in which values are looked for."""

    def __init__(self, utf8: bytes, root: tree_sitter.Node) -> None:
        self._utf8 = utf8
        self._text = Text(utf8, comments_of(root, frozenset({"comment"})))
        self._in = TomlPlaces(root)

    @cached_property
    def plain(self) -> Plain:
        return read_toml(self._utf8.decode())

    def read(self, body: str, steps: Steps) -> Plain:  # noqa: ARG002  # as all files
        """A value; where a table is meant its lines say it as well."""
        body = body.strip()
        try:
            value = read_toml(f"value = {body}\n")["value"]
        except BadValue as error:
            value = _lines_of_table(body)
            if value is None:
                raise BadValue(f"the new value is no value of TOML: {error}") from None
            _refuse_comments_around(body)
        else:
            _refuse_comments_around(f"value = {body}")
        return value

    def span(self, steps: Steps) -> tuple[int, int] | None:
        return self._in.span(steps)

    def edits(self, steps: Steps, body: str, *, creates: bool) -> list[Edit]:
        """The edits that put a value at a path; raises NoValue."""
        body = body.strip("\n")
        if steps in self._in.values:
            node = self._in.values[steps]
            return [Edit(node.start_byte, node.end_byte, self._value(body, steps))]
        table = next((table for table in self._in.tables if table.steps == steps), None)
        if table is not None and steps:
            return [self._refilled(table, body)]
        if steps in self._in.implied or steps in self._in.counts:
            item = "one of its tables, as in `[0]`" if steps in self._in.counts else "one of its values"
            raise NoValue(f"`{shown_path(steps)}` is spread over the file; name {item}")
        return self._added(steps, body, creates=creates)

    def _value(self, body: str, steps: Steps) -> str:
        """A body as a value in a line; raises NoValue for the lines of a table."""
        try:
            read_toml(f"value = {body.strip()}\n")
        except BadValue:
            around = shown_path(steps)
            raise NoValue(f"`{around}` is a value in a line: write the new one as `{{ key = value }}`") from None
        return body.strip()

    def _refilled(self, table: Table, body: str) -> Edit:
        """The lines of a table; comments above the first of them and below the last one stay."""
        below = [other for other in self._in.tables if other.steps[: len(table.steps)] == table.steps]
        for other in below:
            if other is not table:
                where = f"line {self._text.line(other.start)}"
                raise NoValue(
                    f"`{shown_path(table.steps)}` has a table of its own below it, `{shown_path(other.steps)}` "
                    f"({where}); name that, or one of the values"
                )
        lines = self._lines(body)
        if not table.pairs:
            return Edit(table.end, table.end, f"\n{lines}" if lines else "")
        if not lines:
            start = self._text.line_start(table.pairs[0].start_byte)
            return Edit(start, self._text.behind_line(self._text.comment_behind(table.end)), "")
        start = table.pairs[0].start_byte
        prefix = self._text.indentation(start)
        return Edit(
            start, self._text.comment_behind(table.end), lines.replace("\n", f"\n{prefix}") if prefix else lines
        )

    def _lines(self, body: str) -> str:
        """What a table says, as lines."""
        if _lines_of_table(body) is not None:
            return body.strip("\n")
        utf8 = f"value = {body.strip()}\n".encode()
        pair = parsed_toml(utf8).named_children[0]
        value = parts_of(pair)[1]
        if value.type != "inline_table":
            raise NoValue("this is a table: write its lines, `key = value`, or `{ key = value }`")
        return "\n".join((member.text or b"").decode().strip() for member in members_of(value))

    def _added(self, steps: Steps, body: str, *, creates: bool) -> list[Edit]:
        around, step = steps[:-1], steps[-1]
        is_table = _lines_of_table(body) is not None
        node = self._in.values.get(around)
        if node is not None:
            return [self._member(node, steps, body)]
        if isinstance(step, int):
            return [self._new_item(steps, body)]
        table = next((table for table in self._in.tables if table.steps == around), None)
        if table is not None and not is_table:
            return [self._pair(table, [step], self._value(body, steps))]
        is_there = table is not None or around in self._in.implied
        if not is_there and not creates:
            self._raise_missing(steps)
        if is_table:
            return [self._block(steps, body.strip("\n"), around)]
        dotted = self._dotted(around) if is_there else None
        if dotted is not None:
            owner, keys = dotted
            return [self._pair(owner, [*keys, step], self._value(body, steps))]
        return [self._block(around, f"{_key(step)} = {self._value(body, steps)}", around[:-1])]

    def _raise_missing(self, steps: Steps) -> None:
        """Say where a path ends."""
        for index in range(len(steps) - 1):
            upto = steps[: index + 1]
            if upto in self._in.values and index + 1 < len(steps) - 1:
                node = self._in.values[upto]
                if node.type not in {"inline_table", "array"}:
                    raise no_container(steps, index + 1, "a plain value")
            elif upto not in self._in.known:
                if isinstance(steps[index], int):
                    raise no_item(steps, index, self._in.counts.get(steps[:index], 0))
                raise missing(steps, index, self._in.keys_in(steps[:index]))

    def _dotted(self, around: Steps) -> tuple[Table, list[str]] | None:
        """The table with dotted keys that lead into a table that has no header, and these keys."""
        for table in self._in.tables:
            keys = around[len(table.steps) :]
            if around[: len(table.steps)] != table.steps or not keys or not all(isinstance(key, str) for key in keys):
                continue
            for pair in table.pairs:
                if tuple(keys_of(parts_of(pair)[0]))[: len(keys)] == keys:
                    return table, [str(key) for key in keys]
        return None

    def _pair(self, table: Table, keys: Sequence[str], value: str) -> Edit:
        """A line behind the last one of a table."""
        line = f"{'.'.join(map(_key, keys))} = {value}"
        if table.pairs:
            prefix = self._text.indentation(table.pairs[-1].start_byte)
            end = self._text.comment_behind(table.end)
            return Edit(end, end, f"\n{prefix}{line}")
        if table.steps:
            end = self._text.comment_behind(table.end)
            return Edit(end, end, f"\n{line}")
        start = self._first_block()
        return Edit(start, start, f"{line}\n\n" if self._utf8[start:].strip() else f"{line}\n")

    def _first_block(self) -> int:
        """Where the first header begins, with the comments that touch it; the end of a file without any."""
        if len(self._in.tables) == 1:
            return len(self._utf8)
        start = self._in.tables[1].start
        above = self._text.comment_above(start)
        while above >= 0:
            start, above = above, self._text.comment_above(above)
        return start

    def _member(self, node: tree_sitter.Node, steps: Steps, body: str) -> Edit:
        """A new last member of an inline table or a list."""
        step, members = steps[-1], members_of(node)
        if node.type == "inline_table" and isinstance(step, str):
            entry = f"{_key(step)} = {self._value(body, steps)}"
        elif node.type == "array" and isinstance(step, int):
            if step != len(members):
                raise no_item(steps, len(steps) - 1, len(members))
            entry = self._value(body, steps)
        else:
            kinds = {"inline_table": "a table", "array": "a list"}
            raise no_container(steps, len(steps) - 1, kinds.get(node.type, "a plain value"))
        if not members:
            inner = f" {entry} " if node.type == "inline_table" else entry
            return Edit(node.start_byte + 1, node.end_byte - 1, inner)
        return self._behind_last(node, members[-1], entry)

    def _behind_last(self, node: tree_sitter.Node, last: tree_sitter.Node, entry: str) -> Edit:
        end = last.end_byte
        comma = re.compile(rb"[ \t\r\n]*,").match(self._utf8, end)
        if not self._text.begins_line(last.start_byte):
            return Edit(comma.end(), comma.end(), f" {entry}") if comma else Edit(end, end, f", {entry}")
        prefix = self._text.indentation(last.start_byte)
        if comma is None:
            return Edit(end, end, f",\n{prefix}{entry}")
        behind = min(self._text.comment_behind(comma.end()), node.end_byte)
        return Edit(behind, behind, f"\n{prefix}{entry},")

    def _new_item(self, steps: Steps, body: str) -> Edit:
        """A table behind the last one of a list of tables."""
        around = steps[:-1]
        if around not in self._in.counts:
            if around in self._in.known:
                raise no_container(steps, len(steps) - 1, "a table")
            self._raise_missing(steps)
        if steps[-1] != self._in.counts.get(around, 0):
            raise no_item(steps, len(steps) - 1, self._in.counts.get(around, 0))
        return self._block(around, self._lines(body), around, marks=("[[", "]]"))

    def _block(self, steps: Steps, lines: str, around: Steps, marks: tuple[str, str] = ("[", "]")) -> Edit:
        """A table with a header, behind the last one that belongs with it, else at the end."""
        name = ".".join(_key(step) for step in steps if isinstance(step, str))
        block = f"{marks[0]}{name}{marks[1]}" + (f"\n{lines}" if lines else "")
        family = [table for table in self._in.tables if table.steps and table.steps[: len(around)] == around]
        is_related = bool(family and around)
        end = self._text.comment_behind(family[-1].end) if is_related else len(self._utf8.rstrip())
        return Edit(end, end, f"\n\n{block}" if end else f"{block}\n")


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


def _lines_of_table(body: str) -> Plain | None:
    """What the lines of a table say, or None where a body is none."""
    try:
        lines = read_toml(body)
    except BadValue:
        return None
    return lines if re.search(r"(?m)^[ \t]*\[", body) is None else None


def _refuse_comments_around(text: str) -> None:
    utf8 = f"{text}\n".encode()
    pairs = [node for node in parsed_toml(utf8).named_children if node.type == "pair"]
    if pairs and (pairs[0].start_byte or utf8[parts_of(pairs[-1])[1].end_byte :].strip()):
        raise BadValue(COMMENT_OUTSIDE)


def _key(step: str | int) -> str:
    text = str(step)
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)
