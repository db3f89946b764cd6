"""What a change of a file leaves without a use: it goes too, but for what was unused before.

Only what nobody else can mean: imports, locals of functions, names with an underscore that no other file says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import tree_sitter

from tdomcheck.edits.dropped_imports import without_statement
from tdomcheck.edits.orphans import orphan_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, homes_of, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.model import Edit
from tdomcheck.refactor.blocks import Passage, blocks_of, removals
from tdomcheck.refactor.outcome import merged
from tdomcheck.refactor.outline import joined
from tdomcheck.refactor.problems import NotMovable
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass

MOST_ROUNDS = 50
"""Each takes away what the one before has left without a use."""
MOST_WORDS = 300
"""Words that are looked into a round, for each of which the file is searched."""
_WORD = regex(rb"(?![0-9])[\w\x80-\xff]+")
_SEES_ALL = regex(rb"\b(?:locals|vars|dir|eval|exec|globals)\s*\(")
_BEHIND = regex(rb"[ \t]*(?:\r?\n|\r|\Z)")
_PURE = frozenset({"identifier", "integer", "float", "true", "false", "none", "ellipsis", "lambda"})
_PURE_OF_PARTS = frozenset(
    {
        "attribute",
        "boolean_operator",
        "concatenated_string",
        "conditional_expression",
        "dictionary",
        "expression_list",
        "interpolation",
        "list",
        "not_operator",
        "pair",
        "parenthesized_expression",
        "set",
        "string",
        "tuple",
        "unary_operator",
    }
)
_TEXT_PARTS = frozenset({"string_start", "string_content", "string_end", "escape_sequence", "comment"})


@dataclass(frozen=True, slots=True)
class Tidied:
    """A file without what its change has left behind."""

    data: bytes
    names: tuple[str, ...] = ()
    """What went, dotted; imports aside."""
    rounds: tuple[tuple[tuple[Edit, int], ...], ...] = ()
    """The edits, each with the bytes of its text, in the order in which they were made."""


@dataclass(frozen=True, slots=True)
class _Leftover:
    name: str
    body: tree_sitter.Node | None
    """What it is in, which may not be left empty; None on the outermost level."""
    edits: tuple[Edit, ...]


def tidied(
    path: str,
    before: bytes,
    after: bytes,
    is_said_elsewhere: Callable[[str], bool],
    offered: Callable[[], frozenset[str]] = frozenset,
) -> Tidied:
    """Take out what the old content used and the new one does not, until nothing more is left behind."""
    result = Tidied(after)
    if not any(True for _ in fewer_words(before, after)):
        return result  # most changes of a large run leave nothing behind, and no file has to be read to know
    old, new = reading_of(path, before), reading_of(path, after)
    for _ in range(MOST_ROUNDS):
        if old is None or new is None:
            break
        every = [*_locals(old, new), *_private(old, new, is_said_elsewhere)]
        leftovers = list(_without_the_last(every))
        edits = merged(*_orphans(old, new, offered), *(edit for each in leftovers for edit in each.edits))
        new = reading_of(path, apply_edits(new.view.source, edits)) if edits else None
        if new is not None:
            source = new.view.source
            names = tuple(dict.fromkeys((*result.names, *sorted(leftover.name for leftover in leftovers))))
            lengths = tuple((edit, len(source.encode(edit.text))) for edit in edits)
            result = Tidied(source.data, names, (*result.rounds, lengths))
    return result


def _orphans(old: SourceReading, new: SourceReading, offered: Callable[[], frozenset[str]]) -> tuple[Edit, ...]:
    """The edits for imports without a use; what others take from here is asked for only where there are any."""
    edits = orphan_edits(old.view, new.view)
    return orphan_edits(old.view, new.view, offered()) if edits else ()


def _without_the_last(leftovers: Iterable[_Leftover]) -> Iterator[_Leftover]:
    """Those that leave something of their body; the last of one goes alone, and a `pass` takes its place."""
    taken: Counter[int] = Counter()
    for leftover in leftovers:
        body = leftover.body
        size = sum(child.type != "comment" for child in body.named_children) if body is not None else 0
        start = body.start_byte if body is not None else -1
        if body is None or not taken[start] or taken[start] + 1 < size:
            taken[start] += 1
            yield leftover


def reading_of(path: str, data: bytes) -> SourceReading | None:
    """A file, parsed; None where it cannot be read."""
    try:
        view = ModuleView(SourceText(data)).closely
    except Undecodable:
        return None
    return None if view.tree.is_broken or view.tree.excess else SourceReading(path, view)


def fewer_words(old: bytes, new: bytes) -> Iterator[str]:
    """The words that a file says less often than before, and still says: what has lost a use is among them."""
    counts = Counter(_WORD.findall(new))
    words = (word for word, count in Counter(_WORD.findall(old)).items() if 0 < counts[word] < count)
    yield from (word.decode("utf-8", "replace") for word in islice(words, MOST_WORDS))


def _locals(old: SourceReading, new: SourceReading) -> Iterator[_Leftover]:
    """What functions assign once, from something without effects, and have stopped to read."""
    for name in fewer_words(old.view.tree.utf8, new.view.tree.utf8):
        for region, occurrences in homes_of(new.view, name).items():
            if region is None or region.kind is not RegionKind.FUNCTION or len(occurrences) != 1:
                continue
            statement = _plain_assignment(occurrences[0])
            is_seen = _SEES_ALL.search(new.view.tree.utf8, region.start, region.end)
            if statement is not None and not is_seen and _is_read(old, name, region):
                body = statement.outer.node if statement.outer is not None else None
                if _BEHIND.match(new.view.tree.utf8, statement.node.end_byte):
                    yield _Leftover(joined(region.path, name), body, without_statement(new.view, statement.node))


def _is_read(reading: SourceReading, name: str, region: ScopeRegion) -> bool:
    """Whether the function of the same path read a name."""
    homes = homes_of(reading.view, name).items()
    same = [each for home, each in homes if home is not None and home.kind is region.kind and home.path == region.path]
    return any(each.role is NameRole.READ for occurrences in same for each in occurrences)


def _plain_assignment(binding: Occurrence) -> Step | None:
    """The statement that gives one name a value and does nothing else."""
    outer = binding.step.outer
    if binding.role is not NameRole.BIND or outer is None or outer.node.type != "assignment":
        return None
    right, statement = outer.node.child_by_field_name("right"), outer.outer
    is_plain = binding.step.field == "left" and right is not None and is_pure(right)
    is_alone = statement is not None and statement.node.type == "expression_statement"
    return (
        statement if is_plain and is_alone and statement is not None and statement.node.named_child_count == 1 else None
    )


def is_pure(node: tree_sitter.Node) -> bool:
    """Whether working out an expression does nothing that anybody could see."""
    pending = [node]
    while pending:
        current = pending.pop()
        if current.type in _PURE or current.type in _TEXT_PARTS:
            continue
        if current.type not in _PURE_OF_PARTS or _formats(current):
            return False
        pending += current.named_children
    return True


def _formats(node: tree_sitter.Node) -> bool:
    """Whether a string is one that calls `__format__` of what stands in it."""
    start = node.children[0].text if node.type == "string" and node.children else b""
    return b"f" in (start or b"").lower()


def _private(old: SourceReading, new: SourceReading, is_said_elsewhere: Callable[[str], bool]) -> Iterator[_Leftover]:
    """The definitions of a module or class whose names say that they are nobody else's."""
    for name in fewer_words(old.view.tree.utf8, new.view.tree.utf8):
        if not name.startswith("_") or name.endswith("_"):
            continue
        blocks = _blocks(new, name)
        was_used = _is_used(old, name, _blocks(old, name))
        if blocks and was_used and not _is_used(new, name, blocks) and not is_said_elsewhere(name):
            binding = _bindings(new, name)[0]
            path = binding.home.path if binding.home is not None else ""
            body = binding.step.around("block")
            yield _Leftover(
                joined(path, name), body.node if body is not None else None, tuple(removals(new, blocks, binding.step))
            )


def _is_used(reading: SourceReading, name: str, blocks: Sequence[Passage]) -> bool:
    """Whether a name is said anywhere but in its own lines, in a text as well."""
    return any(not any(block.holds(each.start) for block in blocks) for each in occurrences_of(reading.view, name))


def _bindings(reading: SourceReading, name: str) -> list[Occurrence]:
    return [each for each in occurrences_of(reading.view, name) if each.role in BINDING]


def _blocks(reading: SourceReading, name: str) -> list[Passage]:
    """The lines that define a name; none where anything about them may be meant for others."""
    bindings = _bindings(reading, name)
    homes = {each.home for each in bindings}
    if len(homes) != 1 or not all(_is_own(each) for each in bindings):
        return []
    try:
        return blocks_of(reading, bindings, name)
    except NotMovable:
        return []


def _is_own(binding: Occurrence) -> bool:
    """Whether a binding is a bare definition: decorators register things, and heirs keep what their bases ask for."""
    outer, home = binding.step.outer, binding.home
    if outer is None or home is None or home.kind not in {RegionKind.MODULE, RegionKind.CLASS}:
        return False
    is_class = home.kind is RegionKind.CLASS
    if is_class and home.node.child_by_field_name("superclasses") is not None:
        return False
    if outer.node.type in {"function_definition", "class_definition"} and binding.step.field == "name":
        return outer.outer is None or outer.outer.node.type != "decorated_definition"
    is_field = is_class and outer.node.child_by_field_name("type") is not None
    return not is_field and _plain_assignment(binding) is not None
