"""Values in JSON, also with comments."""

from __future__ import annotations

import json
import typing as t
from functools import cached_property

import tree_sitter

from tdomcheck.model import Edit
from tdomcheck.stitch.nodes.indent import Indentation, TextLayout, reindented, unit_of_lines
from tdomcheck.stitch.nodes.text import Text, column, comments_of
from tdomcheck.stitch.paths.values import BadValue, NoValue, Plain, Steps, missing, no_container, no_item, wrapped

_KINDS = {"object": "an object", "array": "a list"}


def read_json(text: str) -> Plain:
    """What a text says; numbers stay as they are written. Raises BadValue."""
    try:
        return json.loads(text, parse_float=str, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise BadValue(f"it is no JSON: line {error.lineno}: {error.msg}") from None
    except (RecursionError, ValueError):  # an integer of thousands of digits
        raise BadValue("it is no JSON that could be read") from None


def _refuse(constant: str) -> t.Never:
    """Python's reader takes `NaN` and `Infinity`, which no other has to."""
    raise BadValue(f"`{constant}` is no value of JSON: write a number, a text or `null`")


def json_trouble(text: str, root: tree_sitter.Node) -> str:
    """What is wrong with a file; comments are no mistake in one that has some."""
    try:
        read_json(without_comments(text, root))
    except BadValue as error:
        return str(error)
    return ""


def without_comments(text: str, root: tree_sitter.Node) -> str:
    utf8 = bytearray(text.encode())
    for start, end in comments_of(root, frozenset({"comment"})).items():
        utf8[start:end] = b" " * (end - start)
    return utf8.decode()


class JsonFile:
    """A file in which values are looked for."""

    def __init__(self, utf8: bytes, root: tree_sitter.Node) -> None:
        self._root = root
        self._text = Text(utf8, comments_of(root, frozenset({"comment"})))
        self._utf8 = utf8

    @cached_property
    def plain(self) -> Plain:
        return read_json(without_comments(self._utf8.decode(), self._root))

    def read(self, body: str, steps: Steps) -> Plain:  # noqa: ARG002  # a table of TOML is written in two ways
        return read_json(body)

    def edits(self, steps: Steps, body: str, *, creates: bool) -> list[Edit]:
        """The edits that put a value at a path; raises NoValue."""
        node = self._top()
        for index, step in enumerate(steps):
            following = self._step(node, steps, index)
            if following is None:
                if index < len(steps) - 1 and not creates:
                    raise missing(steps, index, self._keys(node))
                rest = steps[index + 1 :]
                value = json.dumps(wrapped(rest, json.loads(body)), indent=2, ensure_ascii=False) if rest else body
                return self._added(node, step, value)
            node = following
        place = Indentation(self._text.indentation(node.start_byte), self._unit)
        return [Edit(node.start_byte, node.end_byte, _laid_out(body, place))]

    def span(self, steps: Steps) -> tuple[int, int] | None:
        """Where a value stands; None where there is none."""
        node = self._top()
        for index in range(len(steps)):
            following = self._step(node, steps, index)
            if following is None:
                return None
            node = following
        return node.start_byte, node.end_byte

    def _top(self) -> tree_sitter.Node:
        nodes = [node for node in self._root.named_children if node.type != "comment"]
        if len(nodes) != 1:
            raise NoValue("the file holds more than one value")
        return nodes[0]

    def _step(self, node: tree_sitter.Node, steps: Steps, index: int) -> tree_sitter.Node | None:
        """The value one step on; None where it can be added."""
        step = steps[index]
        if node.type == "array" and isinstance(step, int):
            items = _members(node)
            if step > len(items):
                raise no_item(steps, index, len(items))
            return items[step] if step < len(items) else None
        if node.type != "object" or isinstance(step, int):
            raise no_container(steps, index, _KINDS.get(node.type, "a plain value"))
        pairs = [pair for pair in _members(node) if pair.type == "pair" and _key(pair) == step]
        if len(pairs) > 1:
            lines = " and ".join(str(self._text.line(pair.start_byte)) for pair in pairs)
            raise NoValue(f"the key `{step}` is there {len(pairs)} times, on lines {lines}")
        return pairs[0].child_by_field_name("value") if pairs else None

    def _keys(self, node: tree_sitter.Node) -> list[str]:
        return [_key(pair) for pair in _members(node) if pair.type == "pair"] if node.type == "object" else []

    def _added(self, node: tree_sitter.Node, step: str | int, body: str) -> list[Edit]:
        """A member behind the last one, on a line of its own if that is."""
        label = "" if isinstance(step, int) else f"{json.dumps(step, ensure_ascii=False)}: "
        members = _members(node)
        if not members:
            return [self._first(node, label, body)]
        last = members[-1]
        if not self._text.begins_line(last.start_byte):
            return [Edit(last.end_byte, last.end_byte, f", {label}{_laid_out(body, Indentation('', self._unit))}")]
        prefix = self._text.indentation(last.start_byte)
        line = f"\n{prefix}{label}{_laid_out(body, Indentation(prefix, self._unit))}"
        behind = self._text.comment_behind(last.end_byte)
        if behind == last.end_byte:
            return [Edit(behind, behind, f",{line}")]
        return [Edit(last.end_byte, last.end_byte, ","), Edit(behind, behind, line)]

    def _first(self, node: tree_sitter.Node, label: str, body: str) -> Edit:
        """The only member of what was empty, on a line of its own where the file has lines."""
        inner = self._utf8[node.start_byte + 1 : node.end_byte - 1]
        end = node.end_byte - 1
        start = node.start_byte + 1 + len(inner.rstrip())
        top = self._top()
        is_flat = top.start_point[0] == top.end_point[0] and node.start_byte != top.start_byte
        if is_flat:
            return Edit(start, end, f"{label}{_laid_out(body, Indentation('', self._unit))}")
        outer = self._text.indentation(node.start_byte)
        prefix = outer + (self._unit or "  ")
        return Edit(start, end, f"\n{prefix}{label}{_laid_out(body, Indentation(prefix, self._unit))}\n{outer}")

    @cached_property
    def _unit(self) -> str:
        """What one level adds, by the first member of all."""
        top = self._top()
        for member in _members(top) if top.type in _KINDS else ():
            if self._text.begins_line(member.start_byte):
                own, outer = (self._text.indentation(offset) for offset in (member.start_byte, top.start_byte))
                return own[len(outer) :] if own.startswith(outer) else ""
        return ""


def _members(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _key(pair: tree_sitter.Node) -> str:
    key = pair.child_by_field_name("key")
    return str(json.loads(key.text or b'""')) if key is not None else ""


def _laid_out(body: str, place: Indentation) -> str:
    """A value as it reads at a place; no string goes over lines."""
    utf8 = body.strip().encode()
    base = column(body[: len(body) - len(body.lstrip(" \t"))])
    layout = TextLayout(base, unit_of_lines(utf8, base, ()))
    return reindented(utf8, 0, len(utf8), layout, place)
