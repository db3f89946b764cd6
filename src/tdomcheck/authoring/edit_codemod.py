"""`EditCodemod`: a codemod that says its changes as edits, as the fixes of rules do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import libcst as cst

from tdomcheck.authoring.codemod import Codemod
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.records import ImportFact
from tdomcheck.model import Edit, Fix, ImportRequest
from tdomcheck.model.changes import Remainder
from tdomcheck.source.cst import parse_module
from tdomcheck.source.hosted import HostedText
from tdomcheck.source.text import SourceText


class EditCodemod(Codemod):
    """For a change that a rule offers as well: one function from a site to its edits serves both."""

    def changes(self, view: ModuleView) -> Iterable[Fix | Remainder]:
        """Every change, an atomic group each, and the places that are left; groups must not overlap."""
        raise NotImplementedError(f"{self.NAME} defines no `changes`")

    def edits(self, view: ModuleView) -> tuple[Edit, ...]:
        """All edits of a file, without those of groups that touch what a comment keeps."""
        edits: set[Edit] = set()
        requests: set[ImportRequest] = set()
        for change in self.changes(view.closely):
            if isinstance(change, Remainder):
                self.leave(change)
            elif not any(self.is_kept_at(edit.start, edit.end) for edit in change.edits):
                edits.update(change.edits)
                beside = _imports_in_fence(view, change)
                edits.update(beside)
                requests.update(change.imports if not beside else ())
        return tuple(sorted({*edits, *import_edits(view, sorted(requests))}))

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        if tree.bytes != self.view.source.data:  # what an earlier pass made of it
            self._view = ModuleView(SourceText(tree.bytes)).closely
        edits = self.edits(self.view)
        return parse_module(SourceText(apply_edits(self.view.source, edits))) if edits else tree


def _imports_in_fence(view: ModuleView, change: Fix) -> tuple[Edit, ...]:
    """In a document the imports of a change stand with those of the code around it, not with those of the first."""
    if not isinstance(view.source, HostedText) or not change.edits or not change.imports:
        return ()
    fence = _BlockView(view.source.around(change.edits[0].start))
    return import_edits(fence, change.imports) if fence.nodes["import"] else ()


class _BlockView(ModuleView):
    """A block that has imports has all that it needs: nothing is left to the reader's imagination."""

    @cached_property
    def implied_imports(self) -> tuple[ImportFact, ...]:
        return ()
