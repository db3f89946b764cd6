"""TDC123: text that is formatted first and declared safe afterwards."""

from __future__ import annotations

import typing as t
from functools import cached_property

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPING = frozenset(
    {
        "tdom.escape",
        "markupsafe.escape",
        "html.escape",
        "xml.sax.saxutils.escape",
        "xml.sax.saxutils.quoteattr",
        "urllib.parse.quote",
        "urllib.parse.urlencode",
    }
)
_PLAIN = frozenset({"identifier", "attribute", "call", "subscript"})
_NUMBERS = frozenset({"int", "float", "bool", "None"})


class MarkupFromFormat(td.FileRule):
    """
    ## What

    `Markup(...)` of an f-string, of `"..." % x`, of `"...".format(x)` or of a sum; and an f-string with `:safe`. The
    `Markup` of markupsafe counts in files that import tdom or hold templates.

    ## Why

    `Markup` says that its text is safe, and by then nobody can tell the value from the tags around it:
    `Markup(f"<b>{name}</b>")` renders a `<script>` in `name` as it is.

    ## Instead

    A t-string, which escapes what it interpolates; or `Markup("<b>{}</b>").format(name)`, which escapes too.

    ## Example

    ```python
    Markup(f"<b>{name}</b>")           # bad
    t"<b>{name}</b>"                   # good
    Markup("<b>{}</b>").format(name)   # good
    ```
    """

    CODE = "TDC123"
    SLUG = "markup-from-format"
    GROUP = "values"
    SUMMARY = "text is declared safe together with the values in it"
    SEVERITY = td.Severity.WARNING
    SECURITY_SEVERITY = "7.5"
    FIXABLE = "sometimes"
    GATE = td.Gate(tokens={"Markup", ":safe"})

    VALID: t.ClassVar = [
        'from tdom import Markup\nMarkup("<b>{}</b>").format(name)\nMarkup("<b>%s</b>") % name\nMarkup("%d" % n)',
        'from tdom import Markup\nMarkup("<b>text</b>")\nMarkup(body)\nMarkup(page.body)',
        'from markupsafe import Markup, escape\nMarkup(f"<b>{escape(name)}</b>")',
        'from tdom import Markup, escape\nMarkup("".join(f"<li>{escape(x)}</li>" for x in names))',
        'from tdom import Markup\nMarkup(f"<b>{price:.2f} {len(names)} {3} {n > 1}</b>")',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'from tdom import Markup\nMarkup(«f"<b>{name}</b>"»)',
            fixed='from tdom import Markup\nMarkup("<b>{}</b>").format(name)',
            unsafe=True,
        ),
        td.invalid('from tdom import Markup\nMarkup(«"<b>%s</b>" % name»)'),
        td.invalid('from tdom import Markup\nMarkup(«"<b>{}</b>".format(name)»)'),
        td.invalid('from tdom import Markup\nMarkup(«"<b>" + name + "</b>"»)'),
        td.invalid("from tdom import html\nhtml(t\"<p>{«f'<b>{name}</b>'»:safe}</p>\")"),
        td.invalid('from tdom import Markup\nMarkup(«f"<b>{name!r:>{n}}</b>"»)'),
    ]

    def check_file(self) -> None:
        for call in self.view.nodes["call"]:
            function = call.child_by_field_name("function")
            if function is not None and self._declares_safe(self.view.resolve(function)):
                arguments = td.python.arguments_of(self.view, call)
                for argument in arguments.positional[:1]:
                    self._check_argument(call, argument)
        for template in self.view.html_templates:
            for value in template.interpolations:
                if value.format_spec == "safe":
                    self._check_argument(None, value.node)

    def _declares_safe(self, reference: str) -> bool:
        """`tdom.Markup`; that of markupsafe where templates of tdom are near: others have ways of their own."""
        return reference == "tdom.Markup" or (reference in td.api.MARKUP and self._is_near_tdom)

    @cached_property
    def _is_near_tdom(self) -> bool:
        return self.view.imports_tdom or bool(self.view.html_templates)

    def _check_argument(self, call: Node | None, argument: Node) -> None:
        if self.view.is_expected_to_fail(argument.start_byte):
            return
        for shown, text in td.flow.origins(self.view, argument):
            formatted = td.python.formatted_values(self.view, text) if td.flow.is_shallow(text) else ()
            values = [value for value in formatted if not self._is_harmless(value)]
            if values:
                self._report(call, argument, shown, text, values[0])
            elif td.flow.is_shallow(text):
                self._check_elsewhere(call, argument, shown, text)

    def _check_elsewhere(self, call: Node | None, argument: Node, shown: Node, text: Node) -> None:
        """`Markup(PATTERN.format(x))` with a text of another module."""
        function, operator = text.child_by_field_name("function"), text.child_by_field_name("operator")
        pattern = text.child_by_field_name("left") if operator is not None and operator.type == "%" else None
        given = [text.child_by_field_name("right")] if pattern is not None else []
        if function is not None and self.view.text(function.child_by_field_name("attribute") or function) == "format":
            arguments = td.python.arguments_of(self.view, text)
            pattern = function.child_by_field_name("object")
            given = [*arguments.values, *td.python.splatted_values(self.view, text)]
        values = [value for value in given if value is not None and not self._is_harmless(value)]
        premise = td.premise(self.view, pattern, "str", td.html.TAGS) if pattern is not None and values else None
        if premise is not None:
            self._report(call, argument, shown, text, values[0], premise)

    def _is_harmless(self, node: Node, steps: int = 2) -> bool:
        """Escaped, rendered, a number, or written out."""
        for value in td.flow.values_of(self.view, node) if steps else td.flow.outcomes(node):
            if not td.flow.is_shallow(value):
                return False
            if self._text_is_constant(value, max(steps - 1, 0)) or td.python.proven_type(self.view, value) in _NUMBERS:
                continue
            callee = value.child_by_field_name("function") if value.type == "call" else None
            reference = self.view.resolve(callee) if callee is not None else ""
            if reference not in _ESCAPING | td.api.MARKUP | td.api.HTML and not self._is_markup(callee):
                return False
        return True

    def _text_is_constant(self, node: Node, steps: int) -> bool:
        is_text = node.type in {"string", "concatenated_string"}
        return is_text and all(self._is_harmless(value, steps) for value in td.python.formatted_values(self.view, node))

    def _is_markup(self, callee: Node | None) -> bool:
        """A method of a `Markup`, which escapes what it is given."""
        owner = callee.child_by_field_name("object") if callee is not None and callee.type == "attribute" else None
        function = owner.child_by_field_name("function") if owner is not None and owner.type == "call" else None
        return function is not None and self.view.resolve(function) in td.api.MARKUP

    def _report(
        self,
        call: Node | None,
        argument: Node,
        shown: Node,
        text: Node,
        value: Node,
        premise: td.Premise | None = None,
    ) -> None:
        name = self.view.text(value)
        related: tuple[td.Related, ...] = ()
        if shown != text:
            related = (td.Related(self.path, self.view.span(shown), "declared safe here"),)
        by = "`Markup`" if call is not None else "`:safe`"
        self.report_span(
            self.view.span(text),
            f"`{td.shortened(name)}` is part of a text that {by} declares safe",
            fix=self._fix(call, text) if call is not None and td.python.unwrapped(argument) == text else None,
            related=related,
            note="what it holds is rendered as it is, a `<script>` too",
            help='interpolate it into a t-string, or write `Markup("<b>{}</b>").format(value)`: both escape it',
            premise=premise,
        )

    def _fix(self, call: Node, text: Node) -> td.Fix | None:
        """`Markup(f"..{x}..")` to `Markup("..{}..").format(x)`."""
        values = [*td.python.interpolations_of(text)] if text.type == "string" else []
        opening = self.view.text(text.children[0]) if values else ""
        if not values or any(
            len(value.children) != 3 or value.named_children[0].type not in _PLAIN for value in values
        ):
            return None
        start = self.view.span(text.children[0])
        edits = [td.Edit(start.start, start.end, opening.replace("f", "", 1).replace("F", "", 1))]
        for value in values:
            span = self.view.span(value)
            edits.append(td.Edit(span.start, span.end, "{}"))
        end = self.view.span(call).end
        names = ", ".join(self.view.text(value.named_children[0]) for value in values)
        edits.append(td.Edit(end, end, f".format({names})"))
        reason = "the values are escaped from now on; one that is meant to hold tags shows them as text"
        return td.Fix("Let Markup format it", tuple(edits), td.Safety.UNSAFE, unsafe_because=reason)
