"""Values in YAML: in block and flow style, in mappings and sequences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cached_property

import tree_sitter

from tdomcheck.model import Edit
from tdomcheck.stitch.languages import YAML, parsed
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
from tdomcheck.stitch.paths.yaml_reading import read_yaml
from tdomcheck.stitch.paths.yaml_text import NewValue, nested, shown_key
from tdomcheck.stitch.paths.yaml_tree import (
    BLOCKS,
    PAIRS,
    code_end,
    content_of,
    is_in_flow,
    key_of,
    members_of,
    sign_end,
    top_of,
    value_of,
)

_WORDS = {
    "block_sequence": "a list",
    "flow_sequence": "a list",
    "block_mapping": "a mapping",
    "flow_mapping": "a mapping",
}


class YamlFile:
    """A file in which values are looked for."""

    def __init__(self, utf8: bytes, root: tree_sitter.Node) -> None:
        self._utf8 = utf8
        self._root = root
        self._text = Text(utf8, comments_of(root, frozenset({"comment"})))

    @cached_property
    def plain(self) -> Plain:
        return read_yaml(self._utf8.decode())

    def read(self, body: str, steps: Steps) -> Plain:  # noqa: ARG002  # a table of TOML is written in two ways
        try:
            value = read_yaml(textwrap.dedent(body))
        except BadValue as error:
            raise BadValue(f"the new value is no value of YAML: {error}") from None
        utf8 = textwrap.dedent(body).encode()
        top = top_of(parsed(YAML, utf8))
        if top is None or utf8[: top.start_byte].strip() or utf8[code_end(top) :].strip():
            raise BadValue(COMMENT_OUTSIDE if top is not None else "the new value is none: write `null`")
        return value

    def edits(self, steps: Steps, body: str, *, creates: bool) -> list[Edit]:
        """The edits that put a value at a path; raises NoValue."""
        documents = [node for node in self._root.named_children if node.type == "document"]
        if len(documents) > 1:
            raise NoValue(f"the file holds {len(documents)} documents, and no path says which")
        node = content_of(top_of(self._root))
        holder: tree_sitter.Node | None = None
        for index in range(len(steps)):
            if node is None:
                return self._in_nothing(holder, steps, index, body, creates=creates)
            inner = self._holder(node, steps, index)
            if inner is None:
                return self._added(node, steps, index, body, creates=creates)
            holder, node = inner, content_of(value_of(inner))
        return self._replaced(holder, NewValue.of(body)) if holder is not None else []

    def span(self, steps: Steps) -> tuple[int, int] | None:
        """Where a value stands; None where there is none."""
        node = content_of(top_of(self._root))
        value: tree_sitter.Node | None = None
        for index in range(len(steps)):
            holder = self._holder(node, steps, index) if node is not None else None
            if holder is None:
                return None
            value = value_of(holder)
            node = content_of(value)
        return (value.start_byte, code_end(value)) if value is not None else None

    def _holder(self, node: tree_sitter.Node, steps: Steps, index: int) -> tree_sitter.Node | None:
        """The pair or the item that a step leads to; None where it can be added."""
        step = steps[index]
        if node.type in {"block_sequence", "flow_sequence"} and isinstance(step, int):
            items = members_of(node)
            if step > len(items):
                raise no_item(steps, index, len(items))
            return items[step] if step < len(items) else None
        if node.type not in {"block_mapping", "flow_mapping"} or isinstance(step, int):
            what = "an alias of another value" if node.type == "alias" else _WORDS.get(node.type, "a plain value")
            raise no_container(steps, index, what)
        pairs = [pair for pair in members_of(node) if key_of(pair) == step]
        if len(pairs) > 1:
            lines = " and ".join(str(self._text.line(pair.start_byte)) for pair in pairs)
            raise NoValue(f"the key `{step}` is there {len(pairs)} times, on lines {lines}")
        return pairs[0] if pairs else None

    def _replaced(self, holder: tree_sitter.Node, body: NewValue) -> list[Edit]:
        value = value_of(holder)
        if holder.type not in PAIRS and holder.type != "block_sequence_item":
            return [Edit(holder.start_byte, code_end(holder), self._flow(body))]  # in a list in brackets
        head = sign_end(holder)
        if is_in_flow(holder):
            if value is None:
                return [Edit(head, head, f" {self._flow(body)}")]
            return [Edit(value.start_byte, code_end(value), self._flow(body))]
        if holder.type == "block_sequence_item":
            return self._replaced_item(holder, value, head, body)
        if value is None:
            return self._filled(holder, head, body)
        is_below = value.start_point[0] > holder.start_point[0]
        if body.is_block:
            return self._block_for(holder, value, head, body, is_below=is_below)
        first, rest = body.inline(self._prefix(holder), self._unit)
        if not is_below:
            return [Edit(value.start_byte, code_end(value), first + rest)]
        behind = self._text.comment_behind(head)
        return [Edit(head, head, f" {first}"), Edit(behind, code_end(value), rest)]

    def _block_for(
        self, holder: tree_sitter.Node, value: tree_sitter.Node, head: int, body: NewValue, *, is_below: bool
    ) -> list[Edit]:
        """A block in place of a value below its key, or beside it."""
        content = content_of(value)
        if is_below and content is not None and content.type in BLOCKS:
            return [Edit(value.start_byte, code_end(value), body.at(self._prefix(value)))]
        prefix = self._inner(holder, body)
        end = code_end(value)
        behind = self._text.comment_behind(end)
        return [Edit(head, end, ""), Edit(behind, behind, f"\n{prefix}{body.at(prefix)}")]

    def _replaced_item(
        self, holder: tree_sitter.Node, value: tree_sitter.Node | None, head: int, body: NewValue
    ) -> list[Edit]:
        start, end = (value.start_byte, code_end(value)) if value is not None else (head, head)
        lead = "" if value is not None else " "
        if body.is_block:
            prefix = self._prefix(value) if value is not None else f"{self._prefix(holder)}  "
            return [Edit(start, end, lead + body.at(prefix))]
        first, rest = body.inline(self._prefix(holder), self._unit)
        return [Edit(start, end, lead + first + rest)]

    def _filled(self, holder: tree_sitter.Node, head: int, body: NewValue) -> list[Edit]:
        """A value for a key that has none."""
        behind = self._text.comment_behind(head)
        if body.is_block:
            prefix = self._inner(holder, body)
            return [Edit(behind, behind, f"\n{prefix}{body.at(prefix)}")]
        first, rest = body.inline(self._prefix(holder), self._unit)
        if behind == head:
            return [Edit(head, head, f" {first}{rest}")]
        return [Edit(head, head, f" {first}"), Edit(behind, behind, rest)]

    def _in_nothing(
        self, holder: tree_sitter.Node | None, steps: Steps, index: int, body: str, *, creates: bool
    ) -> list[Edit]:
        """A key below one that has no value, or in a file that says nothing."""
        rest = steps[index:]
        if holder is not None and not creates:
            raise no_container(steps, index, "empty")
        if len(rest) > 1 and not creates:
            raise missing(steps, index, ())
        text = nested(rest, NewValue.of(body), self._unit)
        if holder is not None:
            return self._filled(holder, sign_end(holder), NewValue.of(text))
        end = len(self._utf8.rstrip())
        return [Edit(end, len(self._utf8), ("\n" if end else "") + f"{text}\n")]

    def _added(self, node: tree_sitter.Node, steps: Steps, index: int, body: str, *, creates: bool) -> list[Edit]:
        """A pair or an item behind the last one."""
        if index < len(steps) - 1 and not creates:
            raise missing(steps, index, map(key_of, members_of(node)) if node.type.endswith("mapping") else ())
        new = NewValue.of(body)
        if node.type.startswith("flow"):
            if index < len(steps) - 1:
                raise NoValue("it stands in brackets or braces, where no levels are made; write its value as one")
            return [self._flow_member(node, steps[index], new)]
        text = nested(steps[index:], new, self._unit, is_flat=self._has_flat_sequences)
        last = members_of(node)[-1]
        behind = self._text.comment_behind(code_end(last))
        prefix = self._prefix(last)
        return [Edit(behind, behind, f"\n{prefix}" + text.replace("\n", f"\n{prefix}"))]

    def _flow_member(self, node: tree_sitter.Node, step: str | int, body: NewValue) -> Edit:
        entry = self._flow(body) if isinstance(step, int) else f"{shown_key(step)}: {self._flow(body)}"
        members = members_of(node)
        if not members:
            return Edit(node.start_byte + 1, node.end_byte - 1, entry)
        end = code_end(members[-1])
        return Edit(end, end, f", {entry}")

    def _flow(self, body: NewValue) -> str:
        if body.is_block:
            raise NoValue("it stands in brackets or braces: write the new value so, too, as JSON has it")
        return "\n".join(body.lines)

    def _prefix(self, node: tree_sitter.Node) -> str:
        """White space up to where a node begins."""
        return " " * (node.start_byte - self._text.line_start(node.start_byte))

    def _inner(self, holder: tree_sitter.Node, body: NewValue) -> str:
        """The indentation of a block below a key: sequences are as far in as the key where the file has them so."""
        prefix = self._prefix(holder)
        if body.lines[0].startswith("- ") and self._has_flat_sequences:
            return prefix
        return prefix + self._unit

    @cached_property
    def _has_flat_sequences(self) -> bool:
        """Whether the items of a list are as far in as its key somewhere."""
        for pair, value in self._blocks_below():
            content = content_of(value)
            if content is not None and content.type == "block_sequence" and self._prefix(value) == self._prefix(pair):
                return True
        return False

    @cached_property
    def _unit(self) -> str:
        for pair, value in self._blocks_below():
            width = len(self._prefix(value)) - len(self._prefix(pair))
            if width > 0:
                return " " * width
        return "  "

    def _blocks_below(self) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
        """Every key with the block below it, in the order of the file, as far as the first hundred."""
        waiting = [self._root]
        count = 0
        while waiting and count < 100:
            node = waiting.pop()
            if node.type == "block_mapping_pair":
                value = node.child_by_field_name("value")
                if value is not None and value.start_point[0] > node.start_point[0]:
                    count += 1
                    yield node, value
            waiting += reversed([child for child in node.named_children if not child.type.startswith("flow")])
