"""`Rule`: a Fixit rule that reports byte spans and edits, under Fixit and under tdomcheck alike."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import libcst as cst
from fixit import LintRule
from fixit.ftypes import LintViolation
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper, PositionProvider

from tdomcheck.authoring.fence import fenced
from tdomcheck.authoring.metadata import Described, OptionValue
from tdomcheck.edits.imports import apply_fix
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit, Finding, Fix, Premise, Related, Safety, Severity, Span, Targets
from tdomcheck.source.cst import accept_template_concatenation
from tdomcheck.source.text import SourceText

accept_template_concatenation()


class _Shared:
    """The view of the module that Fixit is walking: all rules of one walk ask for the same."""

    module: cst.Module | None = None
    view: ModuleView | None = None


class Rule(Described, LintRule):
    """A visitor over the LibCST tree of one file."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self.path = ""
        self.targets = Targets()
        """The versions that the checked code is written for."""
        self._view: ModuleView | None = None
        self._module: cst.Module | None = None
        self._is_hosted = False
        self._options: dict[str, OptionValue] = {spec.name: spec.default for spec in self.OPTIONS}

    @property
    def view(self) -> ModuleView:
        """The file as tree-sitter, names and templates."""
        if self._view is None:
            raise RuntimeError("a rule has a view only while it visits a file")
        return self._view

    def option(self, name: str) -> OptionValue:
        """The value of one of the rule's options."""
        return self._options[name]

    def host(
        self,
        view: ModuleView,
        path: str,
        options: Mapping[str, OptionValue],
        wrapper: MetadataWrapper | None = None,
        targets: Targets | None = None,
    ) -> None:
        """Run inside tdomcheck's engine: findings are kept, suppression is the engine's."""
        self.targets = targets or self.targets
        self._view, self.path, self._is_hosted = view, path, True
        self._options.update(options)
        self._module = wrapper.module if wrapper is not None else None

    @contextmanager
    def resolve(self, wrapper: MetadataWrapper) -> Iterator[None]:
        """Fixit calls this before it walks a module."""
        if _Shared.module is not wrapper.module or _Shared.view is None:
            _Shared.module, _Shared.view = wrapper.module, ModuleView(SourceText(wrapper.module.bytes))
        self._module, self._view = wrapper.module, _Shared.view
        with super().resolve(wrapper):
            yield

    def span_of(self, node: cst.CSTNode) -> Span:
        """The bytes of a node in the file."""
        found = self.get_metadata(PositionProvider, node)
        if not isinstance(found, CodeRange):
            raise TypeError(f"{type(node).__name__} has no position: it is no node of the module that is visited")
        source = self.view.source
        start, end = found.start, found.end
        return Span(
            source.offset(start.line, start.column + 1 + self._lost_letters(start.line)),
            source.offset(end.line, end.column + 1 + self._lost_letters(end.line)),
        )

    def _lost_letters(self, line: int) -> int:
        """LibCST drops form feeds that begin a line of code."""
        text = self.view.source.line(line)
        lost = len(text) - len(text.lstrip("\f"))
        return lost if text.strip("\f \t") else 0

    def resolve_name(self, node: cst.CSTNode) -> str:
        """The reference of a name or attribute chain, through imports and scopes; empty where unknown."""
        dotted = dotted_name(node)
        return self.view.resolve_at(dotted, self.span_of(node).start) if dotted else ""

    def report(
        self,
        node: cst.CSTNode,
        message: str | None = None,
        *,
        position: CodePosition | CodeRange | None = None,
        replacement: t.Any = None,  # LibCST node, or one of Fixit's sentinels
        span: Span | None = None,
        fix: Fix | None = None,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        note: str = "",
        help: str = "",  # the word that the report shows
        premise: Premise | None = None,
    ) -> None:
        """Say that `node`, or `span` inside it, is wrong."""
        if isinstance(position, CodeRange) and span is None:
            source = self.view.source
            span = Span(
                source.offset(position.start.line, position.start.column + 1),
                source.offset(position.end.line, position.end.column + 1),
            )
        place = span or self.span_of(node)
        if fix is None and isinstance(replacement, cst.CSTNode):
            fix = self._fix_from(node, replacement)
        self._deliver(node, place, message or self.SUMMARY, fix, (severity, related, note, help), premise)

    def _fix_from(self, node: cst.CSTNode, replacement: cst.CSTNode) -> Fix:
        module = self._module or cst.Module([])
        span = self.span_of(node)
        edit = Edit(span.start, span.end, module.code_for_node(replacement).strip())
        safety = Safety.UNSAFE if self.FIXABLE == "unsafe" else Safety.SAFE
        return Fix(self.SUMMARY, (edit,), safety)

    def _deliver(
        self,
        node: cst.CSTNode | None,
        span: Span,
        message: str,
        fix: Fix | None,
        extra: tuple[Severity | None, tuple[Related, ...], str, str],
        premise: Premise | None = None,
    ) -> None:
        severity, related, note, help_text = extra
        finding = Finding(
            self.path,
            span,
            self.CODE,
            self.SLUG,
            message,
            severity or self.SEVERITY,
            fix,
            related,
            note,
            help_text,
            premise,
        )
        fenced(finding, len(self.view.source.data))
        if self._is_hosted:
            self.findings.append(finding)
        elif node is not None and premise is None and not self.ignore_lint(node):  # Fixit knows one file
            self._violations.append(self._violation(node, finding))

    def _violation(self, node: cst.CSTNode, finding: Finding) -> LintViolation:
        """The finding as Fixit keeps it."""
        source = self.view.source
        start, end = source.position(finding.span.start), source.position(finding.span.end)
        place = CodeRange((start.line, start.column - 1), (end.line, end.column - 1))
        replaced, replacement = self._replacement(node, finding)
        return LintViolation(self.name, place, finding.message, replaced, replacement)

    def _replacement(self, node: cst.CSTNode, finding: Finding) -> tuple[cst.CSTNode, cst.CSTNode | None]:
        """The smallest node that holds the fix, else the whole module: Fixit replaces nodes, not bytes."""
        module, fix = self._module, finding.fix
        if fix is None or module is None:
            return node, None
        if isinstance(node, cst.BaseExpression) and not fix.imports and not getattr(node, "lpar", ()):
            try:
                return node, self._edited_expression(node, fix)
            except (ValueError, cst.ParserSyntaxError):
                pass  # the fix reaches beyond the node, or the node is no expression by itself
        return module, cst.parse_module(apply_fix(self.view, fix))

    def _edited_expression(self, node: cst.BaseExpression, fix: Fix) -> cst.BaseExpression:
        span, source = self.span_of(node), self.view.source
        if not all(span.start <= edit.start and edit.end <= span.end for edit in fix.edits):
            raise ValueError("the fix reaches beyond the node")
        text, position = "", span.start
        for edit in sorted(fix.edits):
            text += source.slice(position, edit.start) + edit.text
            position = edit.end
        text += source.slice(position, span.end)
        if "\n" in text:
            raise ValueError("LibCST indents the lines of a node anew")
        return cst.parse_expression(text)


def dotted_name(node: cst.CSTNode) -> str:
    """`a.b.c` for a name or a chain of attributes, else nothing."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return ""
    return ".".join([node.value, *reversed(parts)])
