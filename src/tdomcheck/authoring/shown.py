"""The Python that files show: code blocks of documents, and sessions in docstrings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.records import ImportFact
from tdomcheck.model import Span
from tdomcheck.model.changes import Remainder
from tdomcheck.source.fences import Fence
from tdomcheck.source.hosted import HostedText
from tdomcheck.values import dataclass

_MOST_NAMES = 200
"""How many imports of other blocks one is given: each looks through all of them."""


@dataclass(frozen=True, slots=True)
class ShownCode:
    """The blocks of a file."""

    path: str
    data: bytes
    views: tuple[ModuleView, ...] = ()
    """Each by itself; what it does not bind it has from the blocks above it, and a session from its module."""
    unread: tuple[Fence, ...] = ()

    def unread_rows(self, name: str) -> Iterator[Remainder]:
        """A row for every block that says a name and cannot be read."""
        from tdomcheck.facts.python.occurrences import word

        for fence in self.unread:
            place = word(name).search(self.data, *fence.code)
            if place is not None:
                reason = f"the code block says `{name}` and cannot be read: {fence.skipped}"
                yield Remainder(self.path, Span(place.start(), place.end()), reason)

    def binds(self, name: str) -> bool:
        """Whether any block binds a name at its top, by whatever it imports or defines."""
        tops = (view.bare_scopes.scopes[0] for view in self.views)
        return any(name in top.names or name in top.bindings for top in tops)

    @property
    def stars(self) -> list[str]:
        """The modules that a block has all names of."""
        return [fact.module for view in self.views for fact, _ in view.located_imports if fact.name == "*"]


def code_shown_in(data: bytes, path: str, module: ModuleView | None) -> ShownCode:
    """The blocks of a document, or the sessions in the docstrings of a `module`."""
    fences = _fences(data, path, module)
    known = {fact.alias: fact for fact in module.imports} if module is not None else {}
    views: list[ModuleView] = []
    for fence in (each for each in fences if not each.skipped):
        view = ModuleView(HostedText(data, [fence]), surroundings=_latest(known)).closely
        known |= {fact.alias: fact for fact, _ in view.located_imports if fact.is_top_level}
        views.append(view)
    unread = tuple(fence for fence in fences if fence.skipped and fence.lines)
    return ShownCode(path, data, tuple(views), unread)


def _latest(known: dict[str, ImportFact]) -> tuple[ImportFact, ...]:
    return tuple(islice(reversed(known.values()), _MOST_NAMES))


def _fences(data: bytes, path: str, module: ModuleView | None) -> Sequence[Fence]:
    if module is not None:
        from tdomcheck.source.docstrings import docstring_fences

        return docstring_fences(module.source, module.tree.root, of_any=True)
    from tdomcheck.source.documents import read_document

    return read_document(data, path, is_indented=True).fences
