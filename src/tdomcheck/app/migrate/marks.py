"""Comments at the places that codemods left: `# tdomcheck: todo[NAME] reason`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.directives import directives_in
from tdomcheck.model import Directive, Edit, Span
from tdomcheck.model.codemod import OpenSite
from tdomcheck.rewrite.verify import Moves
from tdomcheck.source.text import SourceText, line_start
from tdomcheck.values import replace

_BLOCKS = frozenset({"module", "block"})
_TODO = b"tdomcheck: todo["


def settled_marks(
    data: bytes, path: str, sites: Sequence[OpenSite], names: AbstractSet[str], *, adds: bool
) -> tuple[bytes, tuple[OpenSite, ...]]:
    """A Python file without the comments of these codemods where nothing is left, and with the sites where they went.

    With `adds` there is a comment above the statement of every site.
    """
    view = _view(data) if adds or _TODO in data else None
    if view is None:
        return data, tuple(sites)
    marks = _marks(view, path)
    idle = [mark for mark in _idle(marks, sites) if names >= set(mark.codes)]
    edits = {Edit(mark.removal.start, mark.removal.end, "") for mark in idle if mark.removal is not None}
    if adds:
        edits |= {edit for site in _unspoken(marks, sites) if (edit := _comment(view, site)) is not None}
    return _edited(view, sorted(edits), sites)


def count_idle_marks(data: bytes, path: str, sites: Sequence[OpenSite], names: AbstractSet[str]) -> int:
    """How many comments say that codemods have something left where they see nothing themselves."""
    view = _view(data) if _TODO in data else None
    return 0 if view is None else sum(not names.isdisjoint(mark.codes) for mark in _idle(_marks(view, path), sites))


def _view(data: bytes) -> ModuleView | None:
    try:
        return ModuleView(SourceText(data))
    except Undecodable:
        return None


def _marks(view: ModuleView, path: str) -> tuple[Directive, ...]:
    if _TODO not in view.source.utf8:
        return ()
    return tuple(each for each in directives_in(view, path) if each.is_todo and not each.problem)


def _idle(marks: Sequence[Directive], sites: Sequence[OpenSite]) -> Iterator[Directive]:
    return (mark for mark in marks if not any(_speaks_of(mark, site) for site in sites))


def _unspoken(marks: Sequence[Directive], sites: Sequence[OpenSite]) -> Iterator[OpenSite]:
    """The sites that a comment is to remind of, and none does."""
    return (site for site in sites if not site.is_past and not any(_speaks_of(mark, site) for mark in marks))


def _speaks_of(mark: Directive, site: OpenSite) -> bool:
    start = site.span.start
    return site.codemod in mark.codes and any(cover.start <= start <= cover.end for cover in mark.covers)


def _edited(view: ModuleView, edits: Sequence[Edit], sites: Sequence[OpenSite]) -> tuple[bytes, tuple[OpenSite, ...]]:
    source = view.source
    try:
        after = apply_edits(source, edits)
    except (ValueError, UnicodeEncodeError):  # the reason cannot be written in the encoding of the file
        return source.data, tuple(sites)
    moves = Moves(edits, [len(source.encode(edit.text)) for edit in edits])
    return after, tuple(replace(site, span=_behind(site.span, moves)) for site in sites)


def _behind(span: Span, moves: Moves) -> Span:
    """Where a place went; a comment that is written before it is none of it."""
    start = moves.moved(Span(span.start, span.start)).end
    return Span(start, start + span.end - span.start)


def _comment(view: ModuleView, site: OpenSite) -> Edit | None:
    source = view.source
    place = source.to_utf8(min(site.span.start, len(source.data)))
    node = view.tree.root.named_descendant_for_byte_range(place, place)
    while node is not None and (node.parent is None or node.parent.type not in _BLOCKS):
        node = node.parent
    if node is None:
        return None
    start = source.from_utf8(node.start_byte)
    begin = line_start(source.data, start)
    indent = source.slice(begin, start)
    reason = " ".join(site.reason.split())
    return None if indent.strip() else Edit(begin, begin, f"{indent}# tdomcheck: todo[{site.codemod}] {reason}\n")
