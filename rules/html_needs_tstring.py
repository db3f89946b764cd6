"""TDC124: html() is given text instead of a template."""

from __future__ import annotations

import typing as t

import libcst as cst

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = {"string": "a plain string", "fstring": "an f-string", "format": "a formatted string"}


class HtmlNeedsTstring(td.Rule):
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
    GATE = td.Gate(features={"html-argument string", "html-argument fstring", "html-argument format"})

    VALID: t.ClassVar = [
        'from tdom import html\nhtml(t"<b>{x}</b>")',
        'from tdom import html\nhtml(page)\nhtml(make("<b>"), container=c)',
        'from shop import html\nhtml(f"<b>{x}</b>")',
        'import html\nhtml.escape(f"<b>{x}</b>")',
        'from tdom import html\nhtml(*parts)\nhtml()\nself.html("<b>text</b>")',
        'from tdom import html\nlog(f"<b>{html}</b>")\nhtml(page, assume_ctx="<b>")',
        'from tdom import escape\nescape(f"<b>{x}</b>")',
        """
        from tdom import html

        def feed(html, text):
            return html(f"<content>{text}</content>")
        """,
        """
        from tdom import html as render

        def html(text: str) -> str:
            return text

        html("<b>ours</b>")
        """,
        """
        import pytest
        from tdom import html

        def test_refusal():
            with pytest.raises(AttributeError):
                html("<b>text</b>")
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'from tdom import html\nhtml(«f"<b>{x!r:>{n}}</b>"»)',
            fixed='from tdom import html\nhtml(t"<b>{x!r:>{n}}</b>")',
        ),
        td.invalid(
            'import tdom as t\nt.html(«"<style>b {color: red}</style>"»)',
            fixed='import tdom as t\nt.html(t"<style>b {{color: red}}</style>")',
        ),
        td.invalid(
            "from tdom_svcs import html\nhtml(template=«Rf'''<b>{x}\\d</b>'''»)",
            fixed="from tdom_svcs import html\nhtml(template=Rt'''<b>{x}\\d</b>''')",
        ),
        td.invalid(
            """
            from tdom import html

            html(
                «f"<p>{x}</p>"
                "<p>{}\\N{DASH}</p>"»,  # both
            )
            """,
            fixed="""
            from tdom import html

            html(
                t"<p>{x}</p>"
                t"<p>{{}}\\N{DASH}</p>",  # both
            )
            """,
        ),
        td.invalid('from tdom import html\nhtml(«"<b>{}</b>".format(x)»)'),
        td.invalid('from tdom import html\nhtml(«"<b>%s</b>" % x»)'),
        td.invalid('from tdom import html\nhtml(«"<b>" + x»)'),
        td.invalid("from tdom import html\nbody = '<b>text</b>'\nhtml(«body»)"),
        td.invalid('from tdom import html\nhtml(«b"<b>text</b>"»)'),
        td.invalid('from tdom import html\nhtml(«f"<b>{x=}</b>"»)'),
        td.invalid('from tdom import html\nhtml(«f"<b>{x}<i>"»)'),
        td.invalid('from tdom import html\nhtml(«f"<b {attrs}>text</b>"»)'),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._calls: dict[int, Node] = {}

    def visit_Module(self, node: cst.Module) -> None:  # LibCST names it
        calls = td.html_calls(self.view)
        wrong = [call for call in calls if td.html_argument_kind(self.view, call) in _KINDS]
        self._calls = {self.view.span(call).start: call for call in wrong}

    def visit_Call(self, node: cst.Call) -> None:  # LibCST names it
        call = self._calls.get(self.span_of(node).start) if self._calls and td.dotted_name(node.func) else None
        argument = td.html_argument(self.view, call) if call is not None else None
        if call is not None and argument is not None and not self.view.is_expected_to_fail(call.start_byte):
            self._report(node, call, argument, td.html_argument_kind(self.view, call))

    def _report(self, node: cst.Call, call: Node, argument: Node, kind: str) -> None:
        edits = td.to_template(self.view, argument) if kind != "format" else ()
        function = call.child_by_field_name("function")
        name = self.view.text(function) if function is not None else "html"
        is_bytes = argument.type == "string" and self.view.text(argument)[:2].lower().strip("r\"'") == "b"
        self.report(
            node,
            f"`{name}()` is given {'bytes' if is_bytes else _KINDS[kind]}; it renders t-strings only",
            span=self.view.span(argument),
            fix=td.Fix("Make it a t-string", edits) if edits else None,
            note=f"tdom raises AttributeError: '{'bytes' if is_bytes else 'str'}' object has no attribute 'strings'",
            help="" if edits else 'write a t-string with the values in braces: t"<b>{value}</b>"',
        )
