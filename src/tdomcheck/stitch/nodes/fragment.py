"""The text of a wish: one node, in its parts."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.stitch.languages import CodeLanguage, NodeGrammar, parsed
from tdomcheck.stitch.nodes.indent import Indentation, TextLayout, reindented, unit_of_bodies, unit_of_lines
from tdomcheck.stitch.nodes.outline import Outline, Owner, outlined, text_of
from tdomcheck.stitch.nodes.text import column
from tdomcheck.stitch.targets import NodeKind
from tdomcheck.values import dataclass, replace


class BadFragment(Exception):
    """A text that is not one node of the kind that was asked for."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """One node, with the comments and decorators that it brings."""

    utf8: bytes
    owner: Owner
    layout: TextLayout

    @property
    def has_comments(self) -> bool:
        return self.owner.lead < self.owner.decorators

    @property
    def has_decorators(self) -> bool:
        return self.owner.decorators < self.owner.core

    @property
    def ends_in_comment(self) -> bool:
        """What follows on its line would be part of that."""
        return self.owner.code_end < self.owner.end

    @property
    def is_one_line(self) -> bool:
        return b"\n" not in self.utf8[self.owner.lead : self.owner.end]

    def comments(self, place: Indentation) -> str:
        """Its comments, and the way to the next line."""
        return reindented(self.utf8, self.owner.lead, self.owner.decorators, self.layout, place)

    def rest(self, place: Indentation) -> str:
        """The node with its decorators, if it brings some."""
        return reindented(self.utf8, self.owner.decorators, self.owner.end, self.layout, place)

    def whole(self, place: Indentation) -> str:
        return reindented(self.utf8, self.owner.lead, self.owner.end, self.layout, place)


def fragment_of(text: str, language: CodeLanguage, kind: NodeKind, *, is_member: bool = False) -> Fragment:
    """The one node that a text is; raises BadFragment."""
    grammar = language.nodes()
    head = language.member if is_member else ""
    tail = "\n}\n" if head else "\n"
    utf8 = f"{head}{text}{tail}".encode()
    root = parsed(language, utf8)
    if root.has_error and not language.is_lenient:
        raise BadFragment(_where(root, head))
    if not root.child_count and text.strip():
        raise BadFragment("the new text does not parse: it nests deeper, or has more in a row, than is followed")
    outline = outlined(text_of(utf8, root, grammar), root, grammar)
    owner = _only(outline, kind, depth=1 if head else 0)
    base = column(owner.prefix)
    # Comments that touch it not are all the same part of what is sent.
    lead = len(head) + len(text) - len(text.lstrip())
    end = len(utf8) - len(tail)
    owner = replace(owner, lead=min(lead, owner.lead), end=max(owner.end, len(utf8[:end].rstrip())))
    return Fragment(utf8, owner, _layout(utf8, root, grammar, outline, base))


def exported_fragment_of(text: str, language: CodeLanguage, kind: NodeKind, export: str) -> Fragment:
    """The same in the place of what is exported: what does not say that it is is exported as that is."""
    try:
        fragment = fragment_of(text, language, kind)
    except BadFragment as error:
        try:  # what is exported by default needs no name, and then is no declaration without the words
            return fragment_of(export + text.lstrip(), language, kind)
        except BadFragment:
            raise error from None
    core = fragment.owner.core
    if fragment.owner.export:
        return fragment
    if "default" in export and not fragment.owner.kinds.isdisjoint(_NO_DEFAULT):
        raise BadFragment(
            f"`{export.strip()}` cannot stand before `{fragment.owner.signature}`; say how it is exported"
        )
    whole = fragment.utf8[:core] + export.encode() + fragment.utf8[core:]
    return fragment_of(whole.decode().removesuffix("\n"), language, kind)


_NO_DEFAULT = frozenset({NodeKind.CONSTANT, NodeKind.TYPE})


def _where(root: tree_sitter.Node, head: str) -> str:
    from tdomcheck.source.tree import first_error

    node = first_error(root)
    line = (node.start_point[0] if node is not None else 0) + 1 - head.count("\n")
    return f"the new text does not parse: line {max(line, 1)} of it is no valid syntax"


def _only(outline: Outline, kind: NodeKind, depth: int) -> Owner:
    """The one node on the outermost level."""
    bodies = [index for index, body in enumerate(outline.bodies) if body.depth == depth]
    count = sum(len(outline.bodies[index].statements) for index in bodies)
    owners = [owner for owner in outline.owners if owner.body in bodies and owner.kinds]
    if count != 1:
        raise BadFragment(
            f"the new text holds {_counted(count, owners)} where one {kind.value} is expected; a block is for one node"
        )
    if not owners or not is_of_kind(owners[0], kind):
        word = f"`{owners[0].signature}`, a {shown_kind(owners[0]).value}" if owners else "something without a name"
        raise BadFragment(f"the new text holds {word}, where a {kind.value} is expected")
    return owners[0]


def _counted(count: int, owners: Sequence[Owner]) -> str:
    shown = ", ".join(f"`{owner.signature}`" for owner in owners)
    return f"{count} nodes ({shown})" if count and shown else f"{count or 'no'} nodes"


_FIRST = (
    NodeKind.METHOD,
    NodeKind.FUNCTION,
    NodeKind.CLASS,
    NodeKind.INTERFACE,
    NodeKind.TYPE,
    NodeKind.CONSTANT,
    NodeKind.ELEMENT,
    NodeKind.RULE,
)


def shown_kind(owner: Owner) -> NodeKind:
    """The word that says most of a node."""
    return next(kind for kind in (*_FIRST, NodeKind.COMPONENT) if kind in owner.kinds)


def is_of_kind(owner: Owner, kind: NodeKind) -> bool:
    """Whether a node by itself is of a kind: a method is a function then."""
    return kind in owner.kinds or (kind is NodeKind.METHOD and NodeKind.FUNCTION in owner.kinds)


def _layout(utf8: bytes, root: tree_sitter.Node, grammar: NodeGrammar, outline: Outline, base: int) -> TextLayout:
    frozen = frozen_ranges(root, grammar)
    unit = unit_of_bodies(outline.bodies, base)
    if not unit or not grammar.needs_statement:
        unit = unit_of_lines(utf8, base, frozen, is_strict=grammar.needs_statement)
    return TextLayout(base, unit, frozen)


def frozen_ranges(root: tree_sitter.Node, grammar: NodeGrammar) -> tuple[tuple[int, int], ...]:
    """The ranges of what goes over several lines and is no code, the outermost ones."""
    ranges: list[tuple[int, int]] = []
    cursor = root.walk()
    while True:
        node = cursor.node
        is_frozen = node is not None and grammar.is_frozen(node)
        if is_frozen and node is not None and node.start_point[0] < node.end_point[0]:
            ranges.append((node.start_byte, node.end_byte))
        if not is_frozen and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return tuple(ranges)
