"""TDC125: an ARIA attribute is given True or False."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_NEEDS_PARENTHESES = frozenset({"conditional_expression", "lambda", "named_expression"})


class AriaBool(td.TemplateRule):
    """
    ## What

    An `aria-*` attribute of an element whose value is True or False.

    ## Why

    tdom writes True as an attribute without a value, and leaves False out: `aria-hidden={True}` renders `aria-hidden`,
    which assistive technology reads as "not given", and `aria-expanded={False}` renders nothing at all. ARIA wants the
    words `true` and `false`.

    ## Instead

    Write the word, or give the mapping `aria={...}`, which writes `"true"` and `"false"` itself.

    ## Example

    ```python
    t"<div aria-hidden={not is_open}>{text}</div>"                         # bad
    t"<div aria-hidden={'false' if is_open else 'true'}>{text}</div>"      # good
    t"<div aria={ {'hidden': not is_open} }>{text}</div>"                  # good
    ```
    """

    CODE = "TDC125"
    SLUG = "aria-bool"
    GROUP = "values"
    SUMMARY = "an ARIA attribute is given True or False, which it does not show"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "t\"<b aria-hidden={'true' if gone else 'false'}></b>\"",
        "t\"<b aria-hidden='true' aria-label={label} aria-live></b>\"",
        "t\"<a aria-current={'page' if url == here else None} aria-expanded={state}></a>\"",
        't"<{Icon} aria-hidden={n > 1} />"  # what a component does with it is its own business',
        't"<input required={n > 1} data-open={not shut}>"',
        'def icon(hidden: str):\n    return t"<i aria-hidden={hidden}></i>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid("t'<b «aria-busy={True}»></b>'", fixed="t'<b aria-busy={\"true\"}></b>'", unsafe=True),
        td.invalid(
            't"<b «aria-hidden={not shown}»></b>"',
            fixed="t\"<b aria-hidden={'true' if not shown else 'false'}></b>\"",
            unsafe=True,
        ),
        td.invalid(
            'def icon(hidden: bool):\n    return t"<i «aria-hidden={hidden}»></i>"',
            fixed="def icon(hidden: bool):\n    return t\"<i aria-hidden={'true' if hidden else 'false'}></i>\"",
            unsafe=True,
        ),
        td.invalid(
            "t\"<b «aria-invalid='{error is not None}'»></b>\"",
            fixed="t\"<b aria-invalid='{'true' if error is not None else 'false'}'></b>\"",
            unsafe=True,
        ),
        td.invalid(
            """
            def menu(is_open: bool):
                attrs = dict(id="menu")
                «attrs["aria-expanded"] = is_open»
                return t"<a {attrs}>Menu</a>"
            """
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if tag.is_component:
                continue
            for attribute in tag.attributes:
                if attribute.kind is td.html.AttributeKind.INTERPOLATED and attribute.name.startswith("aria-"):
                    self._judge(attribute, template.interpolations[attribute.interpolations[0]])
                elif attribute.kind is td.html.AttributeKind.SPREAD:
                    self._judge_spread(tag, attribute, template.interpolations[attribute.interpolations[0]])

    def _judge(self, attribute: td.Attribute, value: td.Interpolation) -> None:
        if not (value.conversion or value.format_spec):
            self._check_type(attribute.span, attribute.name, value.node, self._fix(attribute, value))

    def _judge_spread(self, tag: td.Tag, spread: td.Attribute, value: td.Interpolation) -> None:
        """The entries of a mapping, where the tag has no such attribute that comes after it."""
        for entry in td.html.entries_of(self.view, value.node):
            is_seen = (id(self.view), entry.node.start_byte) in self._reported
            is_last = td.html.last_start(self.view, tag, entry.name) <= spread.span.start
            if entry.name.startswith("aria-") and is_last and not is_seen:
                related = (td.Related(self.path, spread.span, "spread here"),)
                self._reported.add((id(self.view), entry.node.start_byte))
                self._check_type(self.view.span(entry.node), entry.name, entry.value, related=related)

    def _check_type(
        self,
        span: td.Span,
        name: str,
        value: Node,
        fix: td.Fix | None = None,
        related: tuple[td.Related, ...] = (),
    ) -> None:
        kind = td.python.proven_type(self.view, value)
        premise = td.premise(self.view, value, "bool") if not kind else None
        if kind != "bool" and premise is None:
            return
        self.report_span(
            span,
            f"`{name}` is given True or False; ARIA wants the words `true` and `false`",
            fix=fix,
            related=related,
            note=f"tdom renders True as a bare `{name}`, and False not at all",
            help=f"write the word, or use the mapping: `aria={{ {{'{name[5:]}': ...}} }}`",
            premise=premise,
        )

    def _fix(self, attribute: td.Attribute, value: td.Interpolation) -> td.Fix:
        quote = self._quote(value.node)
        text = f"({value.expression})" if value.node.type in _NEEDS_PARENTHESES else value.expression
        new = f"{quote}true{quote} if {text} else {quote}false{quote}"
        if value.node.type in {"true", "false"}:
            new = f"{quote}{value.node.type}{quote}"
        edit = td.Edit(value.expression_span.start, value.expression_span.end, new)
        reason = "False left the attribute out until now; from now on it is written"
        return td.Fix("Write the words `true` and `false`", (edit,), td.Safety.UNSAFE, unsafe_because=reason)

    def _quote(self, node: Node) -> str:
        """Another quote than that of the template."""
        string = node.parent
        while string is not None and string.type != "string":
            string = string.parent
        return "'" if string is None or self.view.text(string.children[0]).endswith('"') else '"'
