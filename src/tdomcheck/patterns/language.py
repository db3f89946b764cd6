"""Patterns: Python source with metavariables, `$X` for one thing and `$$$X` for any number.

Metavariables become identifiers before the grammar sees them, so that a pattern is parsed as Python is. `f$S` is a
string literal of which only the prefix is known; `f` and `t` are sorts of literals, raw ones and concatenations too.
"""

from __future__ import annotations

import re
from functools import cached_property

import tree_sitter

from tdomcheck.regex import regex
from tdomcheck.source.tree import ParsedTree, first_error, parse_tree
from tdomcheck.values import dataclass

ONE, MANY, SORT = "tdc_one_", "tdc_many_", "tdc_sort_"
_METAVARIABLE = regex(r"\$\$\$(?P<many>[A-Z_][A-Z0-9_]*)?|\$(?P<one>[A-Z_][A-Z0-9_]*)")
_PREFIXED = regex(r"(?<![\w$])(?P<prefix>[fFtTrRbBuU]{1,2})\$(?P<name>[A-Z_][A-Z0-9_]*)")
_HOLE = regex(rf"(?P<many>{MANY})(?P<several>\w*?)_end|(?:{ONE}|{SORT})(?P<single>\w+?)_end")
_SORTED = regex(rf'(?P<sort>[fFtT])"{SORT}(?P<name>\w+)_end"')


class PatternError(ValueError):
    """A pattern that cannot be understood; its text is a sentence."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A metavariable in a pattern."""

    name: str
    """Empty or beginning with `_` where nobody asks what it stood for."""
    is_many: bool

    @property
    def is_bound(self) -> bool:
        return bool(self.name) and not self.name.startswith("_")


@dataclass(frozen=True)
class Pattern:
    """A parsed pattern."""

    text: str
    tree: ParsedTree

    @cached_property
    def nodes(self) -> tuple[tree_sitter.Node, ...]:
        """What is searched for: an expression, or statements in a row."""
        statements = tuple(node for node in self.tree.root.named_children if node.type != "comment")
        if len(statements) == 1 and statements[0].type == "expression_statement":
            return tuple(statements[0].named_children) if statements[0].named_child_count == 1 else statements
        return statements

    @cached_property
    def names(self) -> frozenset[str]:
        """The metavariables that a match binds."""
        return frozenset(hole.name for hole in holes_in(self.tree.utf8.decode()) if hole.is_bound)

    @cached_property
    def words(self) -> frozenset[str]:
        """Identifiers that a file must hold for the pattern to match in it."""
        words: set[str] = set()
        pending = list(self.nodes)
        while pending:
            node = pending.pop()
            text = self.tree.text(node)
            if node.type == "identifier" and _HOLE.search(text) is None:
                words.add(text)
            pending.extend(node.named_children)
        return frozenset(words)

    def hole(self, node: tree_sitter.Node) -> Hole | None:
        """The metavariable that a node of the pattern is, also one that stands alone as a statement."""
        while node.type == "expression_statement" and node.named_child_count == 1:
            node = node.named_children[0]
        if node.type != "identifier":
            return None
        match = _HOLE.fullmatch(self.tree.text(node))
        return _hole(match) if match is not None else None

    def sort(self, node: tree_sitter.Node) -> tuple[str, Hole] | None:
        """The letter and the metavariable of `f$S` or `t$S`."""
        match = _SORTED.fullmatch(self.tree.text(node)) if node.type == "string" else None
        return (match["sort"].lower(), Hole(match["name"], is_many=False)) if match is not None else None


def parse_pattern(text: str) -> Pattern:
    """A pattern from its source; raises PatternError with a sentence."""
    stripped = text.strip("\n")
    if not stripped.strip():
        raise PatternError("a pattern needs some code")
    tree = parse_tree(without_dollars(stripped).encode())
    if tree.is_broken:
        node = first_error(tree.root)
        place = f" near `{_with_dollars(tree.text(node))[:30]}`" if node is not None else ""
        raise PatternError(f"`{stripped}` is no Python with metavariables{place}")
    pattern = Pattern(stripped, tree)
    if not pattern.nodes:
        raise PatternError(f"`{stripped}` holds no code")
    if _most_in_a_row(pattern) > _MOST:
        raise PatternError(
            f"`{stripped}` has more than {_MOST} $$$ in one list, for which there are too many ways to match"
        )
    if len(pattern.nodes) == 1 and pattern.hole(pattern.nodes[0]) is not None:
        raise PatternError(f"`{stripped}` would match everything; say what stands around the metavariable")
    return pattern


_MOST = 2


def _most_in_a_row(pattern: Pattern) -> int:
    """How many metavariables for any number stand side by side, at most."""
    most, pending = 0, [pattern.tree.root]
    while pending:
        node = pending.pop()
        holes = [pattern.hole(child) for child in node.named_children]
        most = max(most, sum(hole is not None and hole.is_many for hole in holes))
        pending.extend(node.named_children)
    return most


def without_dollars(text: str) -> str:
    """Metavariables as identifiers, and `f$S` as a string literal that holds one."""
    return _METAVARIABLE.sub(_identifier, _PREFIXED.sub(_literal, text))


def _literal(hole: re.Match[str]) -> str:
    kind = SORT if hole["prefix"].lower() in {"f", "t"} else MANY
    return f'{hole["prefix"]}"{kind}{hole["name"]}_end"'


def _identifier(hole: re.Match[str]) -> str:
    if hole["one"]:
        return f"{ONE}{hole['one']}_end"
    return f"{MANY}{hole['many'] or ''}_end"


def _with_dollars(text: str) -> str:
    return _HOLE.sub(lambda hole: f"$$${hole['several']}" if hole["many"] else f"${hole['single']}", text)


def holes_in(text: str) -> tuple[Hole, ...]:
    """The metavariables in a text of a parsed pattern."""
    return tuple(_hole(match) for match in _HOLE.finditer(text))


def _hole(match: re.Match[str]) -> Hole:
    return Hole(match["several"], is_many=True) if match["many"] else Hole(match["single"], is_many=False)


def text_regex(text: str) -> re.Pattern[str]:
    """What the inside of a string literal must look like: `$X` is text without braces, `$$$X` any text."""
    pieces: list[str] = []
    position = 0
    for number, match in enumerate(_HOLE.finditer(text)):
        pieces.append(re.escape(text[position : match.start()]))
        hole = _hole(match)
        name = f"?P<h{number}_{hole.name}>" if hole.is_bound else "?:"
        pieces.append(f"({name}.*?)" if hole.is_many else f"({name}[^{{}}]*?)")
        position = match.end()
    pieces.append(re.escape(text[position:]))
    return re.compile("".join(pieces), re.DOTALL)
