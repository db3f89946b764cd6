"""TDC124: html() is given text instead of a template."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = {
    td.flow.ValueKind.STRING: "a plain string",
    td.flow.ValueKind.FSTRING: "an f-string",
    td.flow.ValueKind.FORMATTED: "a formatted string",
}


_BRANCHING = frozenset({"conditional_expression", "parenthesized_expression"})


class HtmlNeedsTstring(td.FileRule):
    """
    ## What

    `html()` or `svg()` is called with a string, an f-string, or a string that is formatted on the spot.

    ## Why

    They take a Template: `AttributeError: 'str' object has no attribute 'strings'`. And what an f-string has put
    together can no longer be escaped.

    ## Instead

    A t-string.

    ## Example

    ```python
    html(f"<h1>{title}</h1>")  # bad
    html(t"<h1>{title}</h1>")  # good
    ```
    """

    CODE = "TDC124"
    SLUG = "html-needs-tstring"
    GROUP = "values"
    SUMMARY = "html() is given text; it renders t-strings only"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.HTML_ARGUMENT(kind) for kind in (*_KINDS, td.flow.ValueKind.UNKNOWN)})

    VALID: t.ClassVar = [
        'from tdom import html\nhtml(t"<b>{x}</b>")',
        'from tdom import html\nhtml(page)\nhtml(make("<b>"), container=c)',
        'from shop import html\nhtml(f"<b>{x}</b>")',
        'import html\nhtml.escape(f"<b>{x}</b>")',
        """
        from tdom import html

        def page(title):
            body = f"<h1>{title}</h1>"
            body = t"<h1>{title}</h1>"
            return html(body)
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'from tdom import html\nhtml(«f"<b>{x!r:>{n}}</b>"»)',
            fixed='from tdom import html\nhtml(t"<b>{x!r:>{n}}</b>")',
        ),
        td.invalid('from tdom import html\n\ndef page(name):\n    return html(«"<p>Hello {name}</p>"»)'),
        td.invalid('from tdom import html\nhtml(«"<b>{}</b>".format(x)»)'),
        td.invalid('from tdom import html\nhtml(«"<b>" + x»)'),
        td.invalid(
            """
            from tdom import html

            def page(title):
                body = f"<h1>{title}</h1>"
                return html(«body»)
            """
        ),
        td.invalid("from tdom import html\n\ndef page(body: str): return html(«body»)"),
    ]

    def check_file(self) -> None:
        for call in td.html.html_calls(self.view):
            argument = td.html.html_argument(self.view, call)
            if argument is None or self.view.is_expected_to_fail(call.start_byte):
                continue
            kind = td.html.html_argument_kind(self.view, call)
            if kind in _KINDS:
                self._report(call, argument, kind)
            elif kind is td.flow.ValueKind.UNKNOWN:
                self._check_elsewhere(call, argument)

    def _check_elsewhere(self, call: Node, argument: Node) -> None:
        """What a definition says that the value is: of a parameter, a function, a field, a constant of another file."""
        for shown, value in td.flow.branches_of(self.view, argument):
            kind = td.python.value_kind(self.view, value)
            if kind in {td.flow.ValueKind.STRING, td.flow.ValueKind.FSTRING} and self._is_reached(shown, value):
                self._report(call, shown, kind, given=value if shown != value else None)
                return
        is_text = td.python.proven_type(self.view, argument) == "str"
        is_open = not is_text and not td.flow.is_guarded(self.view, argument, argument)
        premise = td.premise(self.view, argument, "str") if is_open else None
        if is_text or premise is not None:
            self._report(call, argument, td.flow.ValueKind.STRING, premise)

    def _is_reached(self, shown: Node, value: Node) -> bool:
        """Whether an expression may be a text: one branch of it is, or one of all that its name is given."""
        if shown != value:
            is_settled = td.flow.is_guarded(self.view, shown, shown) or td.flow.is_decided_again(
                self.view, value, shown
            )
            return not is_settled
        return shown.parent is not None and shown.parent.type in _BRANCHING

    def _report(
        self,
        call: Node,
        argument: Node,
        kind: td.flow.ValueKind,
        premise: td.Premise | None = None,
        *,
        given: Node | None = None,
    ) -> None:
        edits = (
            td.to_template(self.view, argument) if kind is not td.flow.ValueKind.FORMATTED and premise is None else ()
        )
        function = call.child_by_field_name("function")
        name = self.view.text(function) if function is not None else "html"
        verb = "is" if given is None else "may be"
        is_bytes = argument.type == "string" and self.view.text(argument)[:2].lower().strip("r\"'") == "b"
        self.report_span(
            self.view.span(argument),
            f"`{name}()` {verb} given {'bytes' if is_bytes else _KINDS[kind]}; it renders t-strings only",
            fix=td.Fix("Make it a t-string", edits) if edits else None,
            related=self._given(argument) if given is None else (self._origin(given),),
            note=f"tdom raises AttributeError: '{'bytes' if is_bytes else 'str'}' object has no attribute 'strings'",
            help="" if edits else 'write a t-string, with its values in braces: t"<b>{value}</b>"',
            premise=premise,
        )

    def _given(self, argument: Node) -> tuple[td.Related, ...]:
        """The literal behind a name."""
        name = td.python.unwrapped(argument)
        return tuple(self._origin(value) for value in td.html.values_given(self.view, name))

    def _origin(self, value: Node) -> td.Related:
        return td.Related(self.path, self.view.span(value), "given here")
