"""`Rule`: a LibCST visitor that reports byte spans and edits."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

import libcst as cst
import tree_sitter
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider

from tdomcheck.authoring.metadata import OptionValue
from tdomcheck.authoring.positions import span_in
from tdomcheck.authoring.single_file_rule import SingleFileRule
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit, Fix, Premise, Related, Safety, Severity, Span, Targets
from tdomcheck.source.cst import LazyMetadata, accept_template_concatenation

accept_template_concatenation()


class Rule(SingleFileRule, cst.BatchableCSTVisitor):
    """A visitor over the LibCST tree of one file."""

    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self) -> None:
        super().__init__()
        self._module: cst.Module | None = None

    def host(
        self,
        view: ModuleView,
        path: str,
        options: Mapping[str, OptionValue],
        *,
        targets: Targets | None = None,
        wrapper: MetadataWrapper | None = None,
    ) -> None:
        """What an engine calls before a file; metadata is worked out when it is asked for."""
        super().host(view, path, options, targets=targets)
        if wrapper is not None:
            self._module = wrapper.module
            self.metadata = t.cast("t.Any", LazyMetadata(wrapper))  # a mapping on demand is a mapping

    def span_of(self, node: cst.CSTNode) -> Span:
        """The bytes of a node in the file."""
        position = self.get_metadata(PositionProvider, node)
        if not isinstance(position, CodeRange):
            raise TypeError(f"{type(node).__name__} has no position: it is no node of the module that is visited")
        return span_in(self.view.source, position)

    def node_of(self, node: cst.CSTNode) -> tree_sitter.Node:
        """The same code in the tree of the view, of which `td.python`, `td.flow` and others ask: the innermost node.

        Where none stands for the very bytes it is the smallest that holds them."""
        source, root, span = self.view.source, self.view.tree.root, self.span_of(node)
        return root.named_descendant_for_byte_range(source.to_utf8(span.start), source.to_utf8(span.end)) or root

    def resolve_name(self, node: cst.CSTNode) -> str:
        """The reference of a name or attribute chain, through imports and scopes; empty where a local name hides it.

        Of what a module binds twice it is one of the meanings: `td.python.unsure_names` has such names."""
        dotted = dotted_name(node)
        return self.view.resolve_at(dotted, self.span_of(node).start) if dotted else ""

    def report(
        self,
        node: cst.CSTNode,
        message: str | None = None,
        *,
        position: CodePosition | CodeRange | None = None,
        replacement: t.Any = None,  # LibCST node, or one of its sentinels
        span: Span | None = None,
        fix: Fix | None = None,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        note: str = "",
        help: str = "",  # the word that the report shows
        premise: Premise | None = None,
    ) -> None:
        """Say that `node`, or `span` inside it, is wrong.

        A `replacement` for `node` becomes the fix: a safe one, unless FIXABLE is `unsafe`, that imports nothing."""
        if fix is not None and replacement is not None:
            raise TypeError("`report` takes a `fix` or a `replacement`, of which it makes one, and not both")
        if isinstance(position, CodeRange) and span is None:
            source = self.view.source
            span = Span(
                source.offset(position.start.line, position.start.column + 1),
                source.offset(position.end.line, position.end.column + 1),
            )
        place = span or self.span_of(node)
        if fix is None and isinstance(replacement, cst.CSTNode):
            fix = self._fix_from(node, replacement)
        self._keep(place, message or self.SUMMARY, fix, severity, related, (note, help), premise)

    def _fix_from(self, node: cst.CSTNode, replacement: cst.CSTNode) -> Fix:
        module = self._module or cst.Module([])
        span = self.span_of(node)
        edit = Edit(span.start, span.end, module.code_for_node(replacement).strip())
        safety = Safety.UNSAFE if self.FIXABLE == "unsafe" else Safety.SAFE
        return Fix(self.SUMMARY, (edit,), safety)


def dotted_name(node: cst.CSTNode) -> str:
    """`a.b.c` for a name or a chain of attributes, else nothing."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return ""
    return ".".join([node.value, *reversed(parts)])
