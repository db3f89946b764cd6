"""TDC106: a spread that is certainly no mapping."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_NAME = re.compile(r"\s*([a-z][a-z0-9-]*)\s*")
_HELP = "spread a mapping of attribute names to values, or give one attribute a boolean value"
_WRONG = ("str", "int", "float", "bool", "list", "tuple", "set")
_FINE = frozenset({"", "None", "dict", "Template"})


class SpreadNotMapping(td.TemplateRule):
    """
    ## What

    An interpolation among the attributes of a tag whose value is a string, a number or a list.

    ## Why

    There tdom takes a mapping of attributes, or None, and nothing else: `TypeError: Cannot use str as value for spread
    attributes`. Text is not spliced into the tag as other template languages do it.

    ## Instead

    A mapping from names to values. For an attribute that is there or not, a boolean value.

    ## Example

    ```python
    t"<button {'disabled' if busy else ''}>"  # bad
    t"<button disabled={busy}>"               # good
    ```
    """

    CODE = "TDC106"
    SLUG = "spread-not-mapping"
    GROUP = "templates"
    SUMMARY = "a spread attribute is not a mapping"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.SPREAD})

    VALID: t.ClassVar = [
        't"<a {attrs}></a>"',
        "t\"<a { {'rel': 'next'} }></a>\"",
        "t\"<a { {'rel': 'next'} if last else None }></a>\"",
        't"<a {dict(pairs)}></a><a {self.attrs}></a><a {None}></a>"',
        'def link(attrs: dict[str, str], more: str | None = None):\n    return t"<a {attrs} {more and None}></a>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid("t\"<a «{'rel=next'}»></a>\""),
        td.invalid(
            "t\"<button «{'disabled' if busy else None}»>Go</button>\"",
            fixed='t"<button disabled={bool(busy)}>Go</button>"',
            unsafe=True,
        ),
        td.invalid(
            "t\"<button «{'disabled' if n > 3 else ''}»>Go</button>\"", fixed='t"<button disabled={n > 3}>Go</button>"'
        ),
        td.invalid(
            """
            def row(sku):
                attrs = [("id", sku), ("class", "line")]
                return t"<tr «{attrs}»></tr>"
            """
        ),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            for attribute in tag.attributes:
                if attribute.kind is td.html.AttributeKind.SPREAD and not td.html.is_never_rendered(
                    self.view, template, tag
                ):
                    self._check_spread(template.interpolations[attribute.interpolations[0]])

    def _check_spread(self, spread: td.Interpolation) -> None:
        value = self._value(spread.node)
        kind = self._wrong_kind(value) if value is not None else td.python.parameter_type(self.view, spread.node)
        if kind in _FINE:
            self._check_elsewhere(spread)
            return
        is_paired = value is not None and _holds_pairs(value)
        if is_paired and self.targets.tdom <= (0, 1, 14):
            return
        shown = f"{kind} of pairs, which tdom up to 0.1.14 took" if is_paired else kind
        related: tuple[td.Related, ...] = ()
        if value is not None and value != spread.node:
            related = (td.Related(self.path, self.view.span(value), "what it is given here"),)
        self.report_span(
            spread.span,
            f"the spread `{{{spread.expression}}}` is {td.with_article(shown)}; a spread must be a mapping, or None",
            fix=self._fix(spread, value) if value is not None else None,
            related=related,
            note=f"tdom raises TypeError: Cannot use {kind} as value for spread attributes",
            help=_HELP,
        )

    def _check_elsewhere(self, spread: td.Interpolation) -> None:
        """What a definition says that the value is: of a field, a property, a function."""
        for kind in _WRONG:
            premise = td.premise(self.view, spread.node, kind)
            is_past = kind in {"list", "tuple"} and self.targets.tdom <= (0, 1, 14)  # it took pairs
            if premise is not None and not is_past:
                shown = f"the spread `{{{spread.expression}}}` is {td.with_article(kind)}"
                self.report_span(
                    spread.span,
                    f"{shown}; a spread must be a mapping, or None",
                    note=f"tdom raises TypeError: Cannot use {kind} as value for spread attributes",
                    help=_HELP,
                    premise=premise,
                )

    def _value(self, node: Node) -> Node | None:
        """The expression, or the one value that its name is ever given."""
        return self.view.given(node) if node.type == "identifier" else node

    def _wrong_kind(self, value: Node) -> str:
        kinds = (td.python.literal_type(self.view, outcome) for outcome in td.flow.outcomes(value))
        return next((kind for kind in kinds if kind not in _FINE), "")

    def _fix(self, spread: td.Interpolation, value: Node) -> td.Fix | None:
        """`"NAME" if C else ""` says in text what a boolean attribute says."""
        switch = _switch(self.view, value)
        if switch is None:
            return None
        name, condition = switch
        is_bool = td.python.is_boolean(self.view, condition)
        text = self.view.text(condition)
        text = text if is_bool else f"bool({text})"
        edits = [td.Edit(spread.span.start, spread.span.end, f"{name}={{{text}}}")]
        if value != spread.node:
            if (
                self.view.resolve(spread.node)
                or len(td.flow.uses_of(self.view, spread.expression, value.start_byte)) != 1
            ):
                return None
            place = self.view.span(value)
            edits = [
                td.Edit(place.start, place.end, text),
                td.Edit(spread.span.start, spread.span.end, f"{name}={{{spread.expression}}}"),
            ]
        title = f"Give the attribute `{name}` a boolean value"
        if is_bool:
            return td.Fix(title, tuple(edits))
        return td.Fix(title, tuple(edits), td.Safety.UNSAFE, unsafe_because=f"`{text}` asks an object of unknown type")


def _holds_pairs(value: Node) -> bool:
    """`[("id", sku), ("class", "line")]`."""
    pairs = [child for child in value.named_children if child.type != "comment"]
    is_listed = value.type in {"list", "tuple"} and bool(pairs)
    return is_listed and all(pair.type in {"tuple", "list"} and pair.named_child_count == 2 for pair in pairs)


def _switch(view: td.ModuleView, value: Node) -> tuple[str, Node] | None:
    """The attribute and the condition of `"NAME" if C else ""`."""
    value = td.python.unwrapped(value)
    if value.type != "conditional_expression" or value.named_child_count != 3:
        return None
    first, condition, last = value.named_children
    if first.type != "string" or view.text(last) not in {'""', "''", "None"}:
        return None
    named = _NAME.fullmatch(view.text(first)[1:-1]) if view.text(first)[0] in "\"'" else None
    return (named[1], condition) if named else None
