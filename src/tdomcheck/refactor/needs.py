"""What the lines of a definition need from the module around them."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.node_index import identifiers
from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, home_at, occurrences_of, top_bindings
from tdomcheck.facts.python.regions import RegionKind
from tdomcheck.refactor.blocks import Passage
from tdomcheck.refactor.exports import implied_in, listed_in
from tdomcheck.refactor.origins import Imported, imported_by, stars_of
from tdomcheck.refactor.quoted import is_quoted_annotation
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.stars import is_builtin, open_stars, star_for
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Need:
    """A name of the module that a definition reads."""

    name: str
    imports: tuple[Imported, ...]
    """What is imported by it; nothing where the module defines or chooses it."""
    is_for_types: bool
    """It is imported below `if TYPE_CHECKING`."""
    is_only_here: bool
    """Nothing else of the module reads it."""
    is_chosen: bool = False
    """Branches give it different meanings, some by imports: only the module itself knows which."""
    is_partial: bool = False
    """It is imported in one branch, and may have no value after that."""
    is_guessed: bool = False
    """One of the stars that it imports by gives it, and nobody knows which."""


def needs_of(sources: Sources, reading: SourceReading, blocks: Sequence[Passage], own: str) -> Iterator[Need]:
    """The names that some lines read from their module, in alphabetical order."""
    for name in sorted(_names(reading, blocks) - {own}):
        uses = list(_module_uses(sources, reading, name))
        if any(_is_within(blocks, use) for use in uses):
            yield _need(reading, name, [use for use in uses if not _is_within(blocks, use)])
        elif any(_is_within(blocks, use) for use in _unbound_uses(sources, reading, name)):
            yield from _starred_need(sources, reading, name)


def _starred_need(sources: Sources, reading: SourceReading, name: str) -> Iterator[Need]:
    """What a star gives: the import of that name alone, or of all that a star leads to that leaves the project."""
    star = star_for(sources, reading, name)
    if star is not None:
        fact, imported = star
        yield Need(name, (imported,), is_for_types=fact.is_type_checking, is_only_here=False)
    elif not is_builtin(name) and (stars := open_stars(sources, reading)):
        imports = tuple(Imported(fact.module, fact.name) for fact in stars)
        is_for_types = all(fact.is_type_checking for fact in stars)
        yield Need(name, imports, is_for_types=is_for_types, is_only_here=False, is_guessed=True)


def builtins_read(sources: Sources, reading: SourceReading, blocks: Sequence[Passage]) -> Iterator[str]:
    """The builtins that some lines read, by names that no module around gives another meaning."""
    for name in sorted(_names(reading, blocks)):
        uses = _unbound_uses(sources, reading, name) if hasattr(builtins, name) else ()
        if any(_is_within(blocks, use) for use in uses) and star_for(sources, reading, name) is None:
            yield name


def _need(reading: SourceReading, name: str, others: Sequence[Occurrence]) -> Need:
    """What a name is that some lines read, and others may read as well."""
    bindings = top_bindings(reading.view, name)
    imports = tuple(filter(None, (imported_by(reading.view, binding) for binding in bindings)))
    is_for_types = bool(bindings) and all(map(is_guarded, bindings))
    is_chosen = bool(imports) and not is_for_types and _is_chosen(bindings, imports)
    is_read = any(use not in bindings for use in others)
    return Need(
        name,
        () if is_chosen else imports,
        is_for_types=is_for_types,
        is_only_here=not (is_read or is_chosen) and bool(bindings) and not _is_exported(reading, name),
        is_chosen=is_chosen,
        is_partial=is_chosen and len(bindings) == 1,
    )


def _names(reading: SourceReading, blocks: Sequence[Passage]) -> set[str]:
    """All identifiers in some lines, those in quotes too."""
    root = reading.view.tree.root
    strings = tree_sitter.QueryCursor(compiled_query("(string_content) @text")).captures(root).get("text", [])
    names = {reading.view.text(node) for node in identifiers(root) if _holds(blocks, node)}
    for string in strings:
        text = reading.view.text(string)
        names |= {*_WORD.findall(text)} if _holds(blocks, string) and len(text) < MOST_QUOTED else set()
    return names


_WORD = regex(r"[^\W\d]\w*")
MOST_QUOTED = 200
"""Characters of a string that may be an annotation."""


def _holds(blocks: Sequence[Passage], node: tree_sitter.Node) -> bool:
    return any(block.holds(node.start_byte) for block in blocks)


def _module_uses(sources: Sources, reading: SourceReading, name: str) -> Iterator[Occurrence]:
    """The occurrences of a name of the module, those in quoted annotations too."""
    for each in occurrences_of(reading.view, name):
        if each.home is not None and each.home.kind is RegionKind.MODULE:
            yield each
        elif each.role is NameRole.TEXT and is_quoted_annotation(sources, reading, each.step):
            home = home_at(reading.view, name, each.step)
            if home is not None and home.kind is RegionKind.MODULE:
                yield each


def _unbound_uses(sources: Sources, reading: SourceReading, name: str) -> Iterator[Occurrence]:
    """Where a name is read that nothing of the file binds."""
    if not stars_of(reading.view):
        return
    for each in occurrences_of(reading.view, name):
        if (each.role is NameRole.READ and each.home is None) or (
            each.role is NameRole.TEXT
            and is_quoted_annotation(sources, reading, each.step)
            and home_at(reading.view, name, each.step) is None
        ):
            yield each


def uses_outside(sources: Sources, reading: SourceReading, name: str, blocks: Sequence[Passage]) -> list[Occurrence]:
    """The occurrences of a name of the module that are not in some lines and do not bind it."""
    uses = _module_uses(sources, reading, name)
    return [each for each in uses if not _is_within(blocks, each) and each.role not in BINDING]


def _is_within(blocks: Sequence[Passage], each: Occurrence) -> bool:
    return any(block.holds(each.start) for block in blocks)


def is_guarded(binding: Occurrence) -> bool:
    guard = binding.step.around("if_statement")
    condition = guard.node.child_by_field_name("condition") if guard is not None else None
    is_else = binding.step.around("else_clause", "elif_clause") is not None
    return condition is not None and not is_else and (condition.text or b"").endswith(b"TYPE_CHECKING")


def _is_chosen(bindings: Sequence[Occurrence], imports: Sequence[Imported]) -> bool:
    """Whether it depends on the branch that is taken, or on what comes last, what an imported name means."""
    is_one = len(set(imports)) == 1 or all(each.is_bound_whole for each in imports)
    is_branch = any(binding.step.around(*BRANCHES) is not None for binding in bindings)
    return is_branch or not is_one or len(imports) < len(bindings)


BRANCHES = (
    "if_statement",
    "try_statement",
    "with_statement",
    "for_statement",
    "while_statement",
    "match_statement",
    "function_definition",
)
"""Statements whose bodies may not run."""


def _is_exported(reading: SourceReading, name: str) -> bool:
    return bool(listed_in(reading, name) or implied_in(reading, name))
