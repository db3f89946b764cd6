"""`Codemod`: a command of LibCST that tdomcheck runs, too."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from enum import Enum
from functools import cache

import libcst as cst
import tree_sitter
from libcst.codemod import Codemod as LibcstCodemod
from libcst.codemod import CodemodContext, SkipFile, VisitorBasedCodemodCommand
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from tdomcheck.authoring.described_codemod import DescribedCodemod
from tdomcheck.authoring.metadata import OptionValue
from tdomcheck.authoring.positions import span_in
from tdomcheck.edits.orphans import orphan_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Span, Targets
from tdomcheck.model.changes import Remainder
from tdomcheck.model.ranges import covers, merged
from tdomcheck.source.cst import accept_template_concatenation, parse_module
from tdomcheck.source.text import SourceText

if t.TYPE_CHECKING:
    import argparse

    from tdomcheck.authoring.codebase import Codebase

accept_template_concatenation()
_BLOCKS = frozenset({"body", "orelse", "finalbody", "handlers", "cases"})


class _Keeping(Enum):
    """How much of a node a comment keeps as it is."""

    NOTHING = 0
    HEAD = 1
    """All but its blocks."""
    WHOLE = 2


class Skip(SkipFile):
    """Raised where a codemod has nothing to do with a file; the text says why."""


class Codemod(DescribedCodemod, VisitorBasedCodemodCommand):
    """A transformer of one file: matchers, `parse_template_*` and the helpers of LibCST are the way to write it."""

    def __init__(self, context: CodemodContext, **options: OptionValue) -> None:
        self._is_plain = _is_plain(type(self))
        if self._is_plain:
            # LibCST looks through all attributes for what matchers decorate: 20 ms an instance, which is one a file.
            LibcstCodemod.__init__(self, context)
            cst.CSTTransformer.__init__(self)
            self._extra_visit_funcs = {}
            self._extra_leave_funcs = {}
        else:
            super().__init__(context)
        self.remainders: list[Remainder] = []
        """What it was asked for and could not convert."""
        self.note: object = None
        """What the `survey` of the project says of the file; None where it says nothing, or nobody asked for one."""
        self.offered: frozenset[str] = frozenset()
        """The names that other files of the project import from this one."""
        self.targets = Targets()
        """The versions that the code is written for."""
        given = {name.replace("_", "-"): value for name, value in options.items()}
        self._options: dict[str, OptionValue] = {spec.name: spec.default for spec in self.OPTIONS} | given
        self._view: ModuleView | None = None
        self._kept: Sequence[tuple[int, int]] = ()
        self._positions: Mapping[cst.CSTNode, CodeRange] | None = None

    @classmethod
    def add_args(  # pyright: ignore[reportIncompatibleMethodOverride]  # LibCST calls it on the class
        cls, arg_parser: argparse.ArgumentParser
    ) -> None:
        """The options, for `python -m libcst.tool`."""
        for spec in cls.OPTIONS:
            flag = f"--{spec.name}"
            if spec.type == "bool":
                from argparse import BooleanOptionalAction  # whoever parses arguments has it

                arg_parser.add_argument(flag, action=BooleanOptionalAction, default=spec.default, help=spec.help)
            else:
                several: t.Any = {"nargs": "*"} if spec.type == "list[str]" else {}  # argparse types it as nothing
                kind = int if spec.type == "int" else str
                arg_parser.add_argument(
                    flag, default=spec.default, required=spec.required, type=kind, help=spec.help, **several
                )

    def survey(self, codebase: Codebase) -> Mapping[str, object]:
        """What the other files of a project say to each of its files, by path, as values that can be pickled.

        Asked once, before the files are changed one by one, if `SURVEYS`; LibCST's own tool, which knows one file, does
        not ask. A file of which it says anything is looked at, whatever the gate says."""
        raise NotImplementedError(f"{self.NAME} defines no `survey`")

    def option(self, name: str) -> OptionValue:
        """The value of one of the codemod's options."""
        if name not in self._options:
            raise KeyError(f"{self.NAME} has no option {name!r} in its OPTIONS")
        return self._options[name]

    @property
    def view(self) -> ModuleView:
        """The file as tree-sitter, names and templates see it, before anything changes."""
        if self._view is None:
            self._view = ModuleView(SourceText(self.module.bytes))
        return self._view

    def host(
        self,
        view: ModuleView,
        *,
        targets: Targets | None = None,
        kept: Sequence[Span] = (),
        note: object = None,
        offered: frozenset[str] = frozenset(),
    ) -> None:
        """What an engine calls before a file: its view, the places that comments keep as they are, its note, and the
        names that other files import from it."""
        self.note = note
        self.offered = offered
        self._view = view.closely
        self.targets = targets or self.targets
        self._kept = merged([(span.start, span.end) for span in kept])

    def is_kept_at(self, start: int, end: int) -> bool:
        """Whether a comment keeps a place as it is, all of it or a part."""
        return any(start <= last and first <= end for first, last in self._kept)

    def remainder(self, node: cst.CSTNode, reason: str) -> None:
        """Say that a place was left as it is, and why; `node` is the original one, not the updated."""
        self.leave(Remainder(self.context.filename or "", self.span_of(node), reason))

    def leave(self, remainder: Remainder) -> None:
        """The same for a place that is known; what a comment keeps is known to be left."""
        if not self.is_kept_at(remainder.span.start, remainder.span.end):
            self.remainders.append(remainder)

    def span_of(self, node: cst.CSTNode) -> Span:
        """The bytes of an original node in the file."""
        if self._positions is None:
            wrapper = MetadataWrapper(self.module, unsafe_skip_copy=True)
            self._positions = t.cast("Mapping[cst.CSTNode, CodeRange]", wrapper.resolve(PositionProvider))
        return span_in(self.view.source, self._positions[node])

    def node_of(self, node: cst.CSTNode) -> tree_sitter.Node:
        """The same code in the tree of the view, of which `td.python`, `td.flow` and others ask: the innermost node."""
        source, root, span = self.view.source, self.view.tree.root, self.span_of(node)
        return root.named_descendant_for_byte_range(source.to_utf8(span.start), source.to_utf8(span.end)) or root

    def transform_module(self, tree: cst.Module) -> cst.Module:
        """The change, and what it leaves without a use: an import that only the old code needed."""
        changed = super().transform_module(tree)
        if changed is tree or changed.code == tree.code:
            return tree
        return _without_orphans(tree, changed, self.context.filename or "", self.offered)

    @contextmanager
    def _handle_metadata_reference(self, module: cst.Module) -> Iterator[cst.Module]:
        """As LibCST does, without its copy of the tree: what was parsed holds no node twice."""
        before = self.context.wrapper
        wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
        with self.resolve(wrapper):
            self.context = replace(self.context, wrapper=wrapper)
            self._positions = None
            try:
                yield wrapper.module
            finally:
                self.context = replace(self.context, wrapper=before)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._kept and self._is_kept(node) is _Keeping.WHOLE:
            return False
        return cst.CSTTransformer.on_visit(self, node) if self._is_plain else super().on_visit(node)

    def on_leave(self, original_node: t.Any, updated_node: t.Any) -> t.Any:  # LibCST types it by node
        keeping = self._is_kept(original_node) if self._kept else _Keeping.NOTHING
        if keeping is _Keeping.WHOLE:
            return original_node
        leave = cst.CSTTransformer.on_leave if self._is_plain else VisitorBasedCodemodCommand.on_leave
        result: t.Any = leave(self, original_node, updated_node)
        if keeping is _Keeping.HEAD and type(result) is type(original_node):
            head = [part.name for part in fields(original_node) if part.name not in _BLOCKS]
            return result.with_changes(**{name: getattr(original_node, name) for name in head})
        return result

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        if self._is_plain:
            cst.CSTTransformer.on_visit_attribute(self, node, attribute)
        else:
            super().on_visit_attribute(node, attribute)

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        if self._is_plain:
            cst.CSTTransformer.on_leave_attribute(self, original_node, attribute)
        else:
            super().on_leave_attribute(original_node, attribute)

    def _is_kept(self, node: cst.CSTNode) -> _Keeping:
        if isinstance(node, cst.Module):
            return _Keeping.NOTHING
        try:
            span = self.span_of(node)
        except KeyError:  # whitespace has no place
            return _Keeping.NOTHING
        if not covers(self._kept, span.start):
            return _Keeping.NOTHING
        return _Keeping.WHOLE if covers(self._kept, max(span.start, span.end - 1)) else _Keeping.HEAD


@cache
def _is_plain(cls: type) -> bool:
    """Whether no method is decorated with a matcher, so that those of LibCST need not be asked for each node."""
    methods = (vars(base).values() for base in cls.__mro__)
    return not any("matcher" in name for each in methods for method in each for name in getattr(method, "__dict__", ()))


def _without_orphans(before: cst.Module, after: cst.Module, path: str, offered: frozenset[str]) -> cst.Module:
    if path.endswith(("__init__.py", "__init__.pyi")):
        return after  # what it imports is offered to others
    old, new = ModuleView(SourceText(before.code.encode())), ModuleView(SourceText(after.code.encode()))
    edits = orphan_edits(old.closely, new.closely, offered)
    return parse_module(SourceText(apply_edits(new.source, edits))) if edits else after
