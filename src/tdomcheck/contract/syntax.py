"""A text as tree-sitter sees it, with places counted in characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import tree_sitter

from tdomcheck.contract.examples import TextRange
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.node_index import index_tree
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import ParsedTree, parse_tree

IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})


class Syntax:
    """The tree of one text, and what derivations ask of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._utf8 = text.encode()
        self._is_ascii = text.isascii()

    @cached_property
    def view(self) -> ModuleView:
        view = ModuleView(SourceText(self._utf8), self.tree)
        # Also of a file that is none of the domain's, as the examples of somebody's own rule may be.
        view.nodes = index_tree(self.tree.root, details=True)
        return view

    @cached_property
    def tree(self) -> ParsedTree:
        return parse_tree(self._utf8)

    def index(self, offset: int) -> int:
        """The character at a byte."""
        return offset if self._is_ascii else len(self._utf8[:offset].decode("utf-8", "replace"))

    def place(self, node: tree_sitter.Node) -> TextRange:
        return self.index(node.start_byte), self.index(node.end_byte)

    def offset(self, index: int) -> int:
        """The byte of a character."""
        return index if self._is_ascii else len(self.text[:index].encode())

    @cached_property
    def strings(self) -> list[TextRange]:
        """The outermost string literals; what stands between adjacent ones belongs to none."""
        return [self.place(node) for node in outermost(self.tree.root, {"string"})]

    def string_around(self, index: int) -> TextRange | None:
        """The outermost literal that a character stands inside of."""
        return next((place for place in self.strings if place[0] < index < place[1]), None)

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text) if match.end() < len(self.text))]

    def line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def line_end(self, index: int) -> int:
        end = self.text.find("\n", index)
        return end if end >= 0 else len(self.text)

    def comment_place(self, index: int) -> int | None:
        """Where a comment behind the code of a line can stand: behind the string that goes on past it."""
        end = self.line_end(index)
        while (string := self.string_around(end)) is not None:
            end = self.line_end(string[1])
        return None if self.text[:end].endswith("\\") else end

    def is_own_line(self, start: int) -> bool:
        """Whether a comment line may stand before the line that begins here."""
        return self.string_around(start) is None and not self.text[:start].endswith("\\\n")

    @cached_property
    def statements(self) -> list[tree_sitter.Node]:
        """The statements of the module, without comments."""
        return [node for node in self.tree.root.named_children if node.type != "comment"]

    def chain(self, place: TextRange) -> list[tree_sitter.Node]:
        """The nodes around a place, outermost first."""
        start, end = self.offset(place[0]), self.offset(place[1])
        node: tree_sitter.Node | None = self.tree.root
        nodes: list[tree_sitter.Node] = []
        while node is not None:
            nodes.append(node)
            node = next((child for child in node.children if child.start_byte <= start and end <= child.end_byte), None)
        return nodes

    def statements_around(self, place: TextRange) -> list[tree_sitter.Node]:
        """The statements around a place, outermost first."""
        nodes = self.chain(place)
        return [inner for outer, inner in pairwise(nodes) if outer.type in {"module", "block"} and inner.is_named]

    def logical_lines(self, place: TextRange) -> list[tree_sitter.Node]:
        """The statements and the clauses of statements around a place, outermost first."""
        statements = self.statements_around(place)
        return [node for node in self.chain(place) if node in statements or node.type in _CLAUSES]


_CLAUSES = frozenset({"elif_clause", "except_clause", "except_group_clause", "case_clause"})


def outermost(root: tree_sitter.Node, types: set[str]) -> Iterator[tree_sitter.Node]:
    """Nodes of some types in document order; nothing inside of one is given."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in types:
            yield node
        else:
            pending.extend(reversed(node.children))


def nodes_of(root: tree_sitter.Node, *types: str) -> Iterator[tree_sitter.Node]:
    """All nodes of some types in document order."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in types:
            yield node
        pending.extend(reversed(node.children))


def leaves(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The tokens, and the text of strings as tokens."""
    pending = [root]
    while pending:
        node = pending.pop()
        if not node.children or node.type == "string_content":  # whose only children are its escapes
            yield node
        else:
            pending.extend(reversed(node.children))


def mentions(text: str, name: str) -> bool:
    """Whether a name occurs as a word, be it in a string."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
