"""TDC121: a template that is rendered before it is interpolated."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node


class NestedHtmlCall(td.TemplateRule):
    """
    ## What

    The result of `html()` is interpolated into another template: directly, by a local name, in a branch, in a list, or
    by a function of the file that gives it back.

    ## Why

    Since tdom 0.1.15 `html()` returns a `str`, and strings are escaped: `<p>{html(t"<b>x</b>")}</p>` shows
    `&lt;b&gt;x&lt;/b&gt;` as text. tdom raises nothing.

    ## Instead

    Interpolate the template itself. The rendering around it renders it too, with the same container. Text that really
    is rendered already, and safe, is wrapped in `Markup(...)` or interpolated with `:safe`.

    ## Example

    ```python
    t"<div>{html(t'<b>{name}</b>')}</div>"  # bad
    t"<div>{t'<b>{name}</b>'}</div>"        # good
    ```
    """

    CODE = "TDC121"
    SLUG = "nested-html-call"
    GROUP = "values"
    SUMMARY = "rendered HTML is interpolated, so it is escaped"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "from tdom import html\npage = html(t\"<div>{t'<b>x</b>'}</div>\")",
        'from tdom import html\nshown = html(t"<b>x</b>")\npage = t"<pre><code>{shown}</code></pre>"',
        'from tdom import html, Markup\npage = t"<div>{Markup(html(body))}</div>"',
        'from shop import html\npage = t"<div>{html(body)}</div>"',
        'from tdom import html\npage = t"<div>{len(html(body))}</div><!-- {html(body)} -->"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\npage = t\"<div>{«html(t'<b>{x}</b>')»}</div>\"",
            fixed="from tdom import html\npage = t\"<div>{t'<b>{x}</b>'}</div>\"",
        ),
        td.invalid('from tdom import html\npage = t"<div>{«html(body)»}</div>"'),
        td.invalid(
            """
            from tdom import html

            def page(names):
                items = [«html(t"<li>{name}</li>")» for name in names]
                return html(t"<ul>{items}</ul>")
            """,
            fixed="""
            from tdom import html

            def page(names):
                items = [t"<li>{name}</li>" for name in names]
                return html(t"<ul>{items}</ul>")
            """,
        ),
        td.invalid(
            """
            import tdom
            from tdom_svcs import html

            def page(box):
                return tdom.html(t"<p>{«html(t'<b></b>', container=box)»}</p>")
            """,
            fixed="""
            import tdom
            from tdom_svcs import html

            def page(box):
                return tdom.html(t"<p>{t'<b></b>'}</p>")
            """,
            unsafe=True,
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()

    def check_template(self, template: td.Template) -> None:
        calls = _calls_by_place(self.view)
        for shown, value in td.html.shown_values(self.view, template):
            key = (id(self.view), value.start_byte)
            call = calls.get(value.start_byte)
            if key in self._reported or value.type != "call":
                continue
            if call is not None and call == value:
                self._reported.add(key)
                self._report(template, shown, call)
            elif call is None and self._gives_back_text(value, is_rendering=bool(calls)):
                self._reported.add(key)

    def _gives_back_text(self, call: Node, *, is_rendering: bool) -> bool:
        """A call of a function that gives back what `html()` rendered, whichever way it ends."""
        helper = td.flow.helper_of(self.view, call)
        ends = [origin for node in helper.returned for _, origin in td.flow.origins(self.view, node)] if helper else []
        is_html = all(td.python.value_kind(self.view, end) is td.flow.ValueKind.HTML for end in ends)
        if helper is not None and is_rendering and is_html:
            renders = td.Related(self.path, self.view.span(helper.name), "this function renders")
            self._report_call(call, helper.name, related=(renders,))
            return True
        premise = td.premise(self.view, call, "html")
        if premise is not None:
            self._report_call(call, call.child_by_field_name("function") or call, premise=premise)
        return premise is not None

    def _report_call(
        self, call: Node, function: Node, related: tuple[td.Related, ...] = (), premise: td.Premise | None = None
    ) -> None:
        name = self.view.text(function)
        self.report_span(
            self.view.span(call),
            f"`{name}(...)` gives back rendered text, so the template around it shows its tags as text",
            related=related,
            note=_ESCAPED,
            help=f"let `{name}` give back the template itself, or wrap what it renders in Markup(...)",
            premise=premise,
        )

    def _report(self, template: td.Template, shown: Node, call: Node) -> None:
        view = self.view
        function = call.child_by_field_name("function")
        name = view.text(function) if function is not None else "html"
        related: tuple[td.Related, ...] = ()
        by_name = not shown.start_byte <= call.start_byte < shown.end_byte
        if by_name:
            related = (td.Related(self.path, view.span(shown), "interpolated here"),)
        self.report_span(
            view.span(call),
            f"`{name}(...)` renders to a str, so the template around it shows its tags as text",
            fix=self._fix(template, shown, call),
            related=related,
            note=_ESCAPED,
            help="interpolate the template itself, or wrap what is rendered already in Markup(...)",
        )

    def _fix(self, template: td.Template, shown: Node, call: Node) -> td.Fix | None:
        edits = td.codemods.interpolated_template(self.view, template, shown, call)
        if not edits:
            return None
        title = "Interpolate the template itself"
        if td.codemods.loses_container(self.view, call):
            doubt = "what renders the outer template may be tdom itself, which has no container for it"
            return td.Fix(title, edits, td.Safety.UNSAFE, unsafe_because=doubt)
        if td.codemods.leaves_guard(self.view, call, shown):
            doubt = "its components would be rendered when the `try` or the `with` around it is over"
            return td.Fix(title, edits, td.Safety.UNSAFE, unsafe_because=doubt)
        return td.Fix(title, edits)


_ESCAPED = "tdom escapes strings: `<b>` arrives as `&lt;b&gt;`, and nothing is raised"


@td.once
def _calls_by_place(view: td.ModuleView) -> Mapping[int, Node]:
    return {call.start_byte: call for call in td.html.html_calls(view)}
