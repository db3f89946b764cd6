"""Who owns what in a file: its nodes with their ranges, and the bodies that they stand in."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import tree_sitter

from tdomcheck.regex import regex
from tdomcheck.stitch.nodes.text import Text, column, comments_of
from tdomcheck.stitch.targets import NodeKind
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Declared:
    """What a grammar says of a node that somebody can name."""

    kinds: frozenset[NodeKind]
    """Empty: it only holds others."""
    name: str
    decorators: int
    """Where its decorators begin; `core` where it has none."""
    core: int
    """Where it begins itself, with `export`."""
    end: int
    body: tree_sitter.Node | None = None
    """What it holds, where that can be named in turn."""
    is_class: bool = False
    is_definition: bool = True
    """It stands apart from its neighbours; a constant does not."""
    has_inner_decorators: bool = False
    """Some stand behind its `export`, where they are part of it."""
    export: str = ""
    """`export ` or `export default `, where that stands before it."""


class Grammar(t.Protocol):
    """What differs from language to language."""

    @property
    def kinds(self) -> frozenset[NodeKind]:
        """What can be named in it."""
        ...

    @property
    def comments(self) -> frozenset[str]:
        """The types of comments."""
        ...

    @property
    def needs_statement(self) -> bool:
        """Whether a body may not be empty."""
        ...

    @property
    def has_scopes(self) -> bool:
        """Whether a name is one within what holds it; elements and rules are looked for everywhere."""
        ...

    def declared(self, node: tree_sitter.Node, *, in_class: bool) -> Declared | None:
        """What a statement declares."""
        ...

    def statements(self, body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """What stands in a body, without comments."""
        ...

    def inner_bodies(self, statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """The bodies of a statement that declares nothing, as of `if`: they are of the same scope."""
        ...

    def owns_below(self, column: int, own: int) -> bool:
        """Whether a comment below a node belongs to it, by their columns."""
        ...


@dataclass(frozen=True, slots=True)
class Owner:
    """A node with the range that it owns; offsets are those of the text in UTF-8."""

    kinds: frozenset[NodeKind]
    name: str
    """With what it stands in: `Store.save`."""
    lead: int
    """Where the comments begin that touch it from above."""
    decorators: int
    core: int
    end: int
    """Behind its trailing comment."""
    prefix: str
    """The indentation of its line."""
    inner: str
    """The indentation of its body; empty where that stands on the same line, or it has none."""
    body: int
    """The body that it stands in, by index."""
    place: int
    """Its index in that body."""
    code_end: int
    """Before its trailing comment."""
    is_alone: bool
    """No other code stands on its lines."""
    is_definition: bool
    has_inner_decorators: bool
    export: str
    signature: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """What stands in a body, with its comments."""

    lead: int
    end: int
    is_definition: bool


@dataclass(frozen=True, slots=True)
class CodeBody:
    """A row of statements."""

    statements: tuple[Statement, ...]
    depth: int
    """How many named nodes are around it."""
    prefix: str
    """The indentation of its first statement; empty where that does not begin its line."""
    needs_statement: bool
    is_class: bool
    around: str
    """The indentation of what it belongs to."""


@dataclass(frozen=True)
class Outline:
    """All owners of a file, in its order."""

    owners: tuple[Owner, ...]
    bodies: tuple[CodeBody, ...]

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Owner]]:
        names: dict[str, list[Owner]] = {}
        for owner in self.owners:
            names.setdefault(owner.name, []).append(owner)
        return names

    @cached_property
    def by_selector(self) -> Mapping[str, Sequence[Owner]]:
        """Elements by all that they can be called: `div#main`, `div`, `#main`."""
        selectors: dict[str, list[Owner]] = {}
        for owner in self.owners:
            tag, sign, identity = owner.name.partition("#")
            for selector in (owner.name, tag, f"#{identity}") if sign else (tag,):
                selectors.setdefault(selector, []).append(owner)
        return selectors

    @cached_property
    def by_place(self) -> Mapping[tuple[int, int], Owner]:
        return {(owner.body, owner.place): owner for owner in self.owners}


_KEPT = regex(rb"#!|[^\r\n]*coding[:=][ \t]*[-\w.]+")
"""Comments at the top of a file that speak of the file, whatever stands below them."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A body that is to be walked over."""

    node: tree_sitter.Node
    name: str = ""
    depth: int = 0
    prefix: str = ""
    is_class: bool = False


class _Outliner:
    """One walk over the bodies of a tree."""

    def __init__(self, text: Text, grammar: Grammar) -> None:
        self._text = text
        self._grammar = grammar
        self._bodies: list[CodeBody] = []
        self._owners: list[Owner] = []

    def run(self, root: tree_sitter.Node) -> Outline:
        waiting = [_Waiting(root)]
        while waiting:
            waiting += self._body(waiting.pop())
        return Outline(tuple(sorted(self._owners, key=lambda owner: owner.core)), tuple(self._bodies))

    def _body(self, body: _Waiting) -> Iterator[_Waiting]:
        """Take one body; the bodies inside of it."""
        statements: list[Statement] = []
        prefix = ""
        for child in self._grammar.statements(body.node):
            own = self._text.indentation(child.start_byte)
            declared = self._grammar.declared(child, in_class=body.is_class)
            if declared is None:
                yield from (replace(body, node=inner, prefix=own) for inner in self._grammar.inner_bodies(child))
                start, end = child.start_byte, child.end_byte
                statements.append(Statement(self._lead(start), self._end(start, end), is_definition=False))
            else:
                name = f"{body.name}.{declared.name}" if body.name else declared.name
                owner = self._owner(declared, name, len(statements))
                statements.append(Statement(owner.lead, owner.end, declared.is_definition))
                self._owners.append(owner)
                if declared.body is not None:
                    scope = name if self._grammar.has_scopes else ""
                    yield _Waiting(declared.body, scope, body.depth + 1, own, declared.is_class)
            if len(statements) == 1 and self._text.begins_line(child.start_byte):
                prefix = own
        needs = self._grammar.needs_statement and body.node.parent is not None
        self._bodies.append(CodeBody(tuple(statements), body.depth, prefix, needs, body.is_class, body.prefix))

    def _owner(self, declared: Declared, name: str, place: int) -> Owner:
        text = self._text
        is_alone = text.begins_line(declared.decorators) and not text.is_code_behind(declared.end)
        core_end = text.line_end(declared.core)
        signature = text.utf8[declared.core : min(core_end, declared.end)].decode("utf-8", "replace").rstrip(" {:")
        return Owner(
            declared.kinds,
            name,
            self._lead(declared.decorators) if is_alone else declared.decorators,
            declared.decorators,
            declared.core,
            self._end(declared.decorators, declared.end) if is_alone else declared.end,
            text.indentation(declared.decorators),
            self._inner(declared),
            len(self._bodies),
            place,
            declared.end,
            is_alone,
            declared.is_definition,
            declared.has_inner_decorators,
            declared.export,
            signature,
            text.line(declared.core),
        )

    def _inner(self, declared: Declared) -> str:
        first = next(self._grammar.statements(declared.body), None) if declared.body is not None else None
        if first is None or not self._text.begins_line(first.start_byte):
            return ""
        return self._text.indentation(first.start_byte)

    def _lead(self, start: int) -> int:
        """Where the comments begin that touch what starts here."""
        text, lead = self._text, start
        if not text.begins_line(start):
            return start
        while True:
            above = text.comment_above(lead)
            if above < 0 or (text.line(above) <= 2 and _KEPT.match(text.utf8, above)):
                return lead
            lead = above

    def _end(self, start: int, end: int) -> int:
        """Where the comments end that stand behind what ends here, or deeper below it."""
        text = self._text
        end = text.comment_behind(end)
        own = column(text.indentation(start))
        while True:
            below = text.next_comment(end)
            if below is None or not text.begins_line(below[0]):
                return end
            if not self._grammar.owns_below(column(text.indentation(below[0])), own):
                return end
            end = below[1]


def text_of(utf8: bytes, root: tree_sitter.Node, grammar: Grammar) -> Text:
    """The lines of a file with its comments."""
    return Text(utf8, comments_of(root, grammar.comments))


def outlined(text: Text, root: tree_sitter.Node, grammar: Grammar) -> Outline:
    """The owners of a file."""
    return _Outliner(text, grammar).run(root)
