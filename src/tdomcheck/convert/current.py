"""A file between two codemods: parsed at most once, as long as nobody changes it."""

from __future__ import annotations

import typing as t
from functools import cached_property

from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.directives import directives_in
from tdomcheck.lint.parts import Parts, parts_of
from tdomcheck.model import Directive, Span
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.source.cst import parse_module
from tdomcheck.source.hosted import HostedText
from tdomcheck.source.tree import is_deeper_than
from tdomcheck.syntax.judge import judge_syntax
from tdomcheck.syntax.limits import DEPTH_LIMIT, too_dear
from tdomcheck.syntax.verdict import Refusal

if t.TYPE_CHECKING:  # files that no gate lets in need no LibCST: 0.1 s
    import libcst as cst


def _blocks(view: ModuleView) -> tuple[ModuleView, ...]:
    source = view.source
    if not isinstance(source, HostedText) or len(source.fences) < 2:
        return (view,)
    alone = (HostedText(source.data, [fence]) for fence in source.fences)
    return tuple(ModuleView(each, surroundings=view.surroundings) for each in alone)


class CurrentFile:
    """One content of a file; a change makes another one."""

    def __init__(self, data: bytes, path: str) -> None:
        self.data = data
        self.path = path
        self._modules: dict[int, cst.Module] = {}
        self._directives: dict[int, tuple[Directive, ...]] = {}

    @cached_property
    def parts(self) -> Parts:
        """The code of the file: itself, or the blocks that it shows; raises Undecodable."""
        return parts_of(self.data, self.path, of_any=True)

    @cached_property
    def views(self) -> tuple[ModuleView, ...]:
        """Each block by itself: what one imports another one does not have, to whoever reads it alone."""
        return tuple(view for whole in self.parts.views for view in _blocks(whole))

    @cached_property
    def rejection(self) -> Undecodable | Unparsable | None:
        """Why Python rejects the file, as TDC001 and TDC002 say it; None of what is not meant to be Python."""
        if not self.path.endswith(SOURCES):
            return None
        try:
            view = self.views[0]
            verdict = judge_syntax(view)
            if isinstance(verdict, Refusal):
                return Unparsable(verdict.message, verdict.span.start)
            if view.tree.is_broken and self.excess(0):
                return Unparsable(self.excess(0))
            if view.tree.is_broken:
                self.module(0)
        except (Undecodable, Unparsable) as error:
            return error
        return None

    def module(self, index: int) -> cst.Module:
        """The LibCST tree of a part; raises Unparsable."""
        if index not in self._modules:
            self._modules[index] = parse_module(self.views[index].source)
        return self._modules[index]

    def excess(self, index: int) -> str:
        """Why LibCST is not asked to parse a part, or nothing: it takes the process down with what nests too deep."""
        view = self.views[index]
        if is_deeper_than(view.tree.root, DEPTH_LIMIT):
            return f"the code nests deeper than {DEPTH_LIMIT:,} levels"
        return too_dear(view)

    def kept(self, index: int, name: str) -> tuple[Span, ...]:
        """The places of a part that comments keep as they are."""
        return tuple(
            cover
            for directive in self._directives_of(index)
            if name in directive.codes and not directive.is_todo
            for cover in directive.covers
        )

    def _directives_of(self, index: int) -> tuple[Directive, ...]:
        view = self.views[index]
        if b"tdomcheck:" not in view.source.utf8:
            return ()
        if index not in self._directives:
            self._directives[index] = directives_in(view, self.path)
        return self._directives[index]
