"""TDC702: str() of what is a str."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class RedundantStr(td.FileRule):
    """
    ## What

    `str(...)` around a call of `html()`, or around a local name that is given what `html()` returns.

    ## Why

    Since tdom 0.1.15 `html()` returns a `str`; before, it returned a node that had to be made text. What is left
    says to the reader that it still does.

    ## Instead

    The value itself.

    ## Example

    ```python
    page = str(html(t"<p>{name}</p>"))  # bad
    page = html(t"<p>{name}</p>")       # good
    ```
    """

    CODE = "TDC702"
    SLUG = "redundant-str"
    GROUP = "tests"
    SUMMARY = "str() around html(), which returns a str"
    SEVERITY = td.Severity.INFO
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features=td.FeatureOf.IMPORT.each("tdom", "tdom_svcs"), tokens={"str"})

    VALID: t.ClassVar = [
        'from tdom import html\n\nshown = html(t"<p></p>"), str(5), str(page)',
        'from shop import html\n\nshown = str(html(t"<p></p>"))',
        'from tdom import html\n\ndef page(str):\n    return str(html(t"<p></p>"))',
        'from tdom import html\n\nclass str: ...\n\nshown = str(html(t"<p></p>"))',
        "from tdom import html\n\ndef page(x):\n    part = html(body) if x else None\n    return str(part)",
        "from tdom import html\n\ndef page(x):\n    part = html(body)\n    part = wrap(part)\n    return str(part)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'from tdom import html\n\nshown = «str(html(t"<p>{x}</p>"))»',
            fixed='from tdom import html\n\nshown = html(t"<p>{x}</p>")',
        ),
        td.invalid("from tdom import html\n\nshown = «str(  # why\n    html(body)\n)»"),
        td.invalid("from tdom import html\n\ndef page(x):\n    return «str(html(body) if x else html(other))».strip()"),
        td.invalid(
            "from tdom import html\n\nlength = len(«str(html(body))».strip())",
            fixed="from tdom import html\n\nlength = len(html(body).strip())",
        ),
        td.invalid(
            """
            import tdom_svcs

            def test_page(container):
                result = tdom_svcs.html(t"<p></p>", container=container)
                assert "<p>" in «str(result)»
            """,
            fixed="""
            import tdom_svcs

            def test_page(container):
                result = tdom_svcs.html(t"<p></p>", container=container)
                assert "<p>" in result
            """,
        ),
    ]

    def check_file(self) -> None:
        for call in self.view.nodes["call"]:
            argument = td.html.needless_str(self.view, call)
            if argument is not None:
                self._report(call, argument)

    def _report(self, call: Node, argument: Node) -> None:
        view = self.view
        values = [value for _, value in td.flow.origins(view, argument)]
        function = values[0].child_by_field_name("function")
        name = view.text(function) if function is not None else "html"
        self.report_span(
            view.span(call),
            f"`{name}()` returns a str already",
            fix=self._fix(call, argument),
            note="it does since tdom 0.1.15; before, it returned a node",
            help="leave `str()` out",
        )

    def _fix(self, call: Node, argument: Node) -> td.Fix | None:
        edits = td.codemods.without_str(self.view, call, argument)
        return td.Fix("Leave out str()", edits) if edits else None
