"""TDC121: a template that is rendered before it is interpolated."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_COLLECTIONS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})


class NestedHtmlCall(td.TemplateRule):
    """
    ## What

    The result of `html()` is interpolated into another template: directly, by a local name, in a branch or in a list.

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
    GATE = td.Gate(features={"template.html-call"})

    VALID: t.ClassVar = [
        "from tdom import html\npage = html(t\"<div>{t'<b>x</b>'}</div>\")",
        'from tdom import html, Markup\npage = t"<div>{Markup(html(body))}</div>"',
        'from tdom import html\npage = t"<div>{html(body):safe}</div>"',
        'from shop import html\npage = t"<div>{html(body)}</div>"',
        "from tdom import html\npage = t\"<div title={html(body)} data-n='{html(body)}'></div>\"",
        'from tdom import html\npage = t"<div>{len(html(body))}</div><!-- {html(body)} -->"',
        'from tdom import html\ntext = html(body)\ntext = text.upper()\npage = t"<div>{text}</div>"',
        'from tdom import Markup, html\nstored = Markup(html(body))\npage = t"<div>{stored}</div>"',
        'from tdom import html\nname = "x" if html(body) else "y"\npage = t"<div>{name}{html}</div>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\npage = t\"<div>{«html(t'<b>{x}</b>')»}</div>\"",
            fixed="from tdom import html\npage = t\"<div>{t'<b>{x}</b>'}</div>\"",
        ),
        td.invalid(
            """
            import tdom_svcs as ts

            def page(container, x):
                return t"<div>{«ts.html(t'<b>{x}</b>', container=container)» if x else None}</div>"
            """,
            fixed="""
            import tdom_svcs as ts

            def page(container, x):
                return t"<div>{t'<b>{x}</b>' if x else None}</div>"
            """,
        ),
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
            from tdom import html

            def page(x):
                bold = t"<b>{x}</b>"
                return t"<div>{x and «html(bold)»}</div>"
            """,
            fixed="""
            from tdom import html

            def page(x):
                bold = t"<b>{x}</b>"
                return t"<div>{x and bold}</div>"
            """,
        ),
        td.invalid(
            """
            from tdom import html

            def page(x):
                bold = «html(t"<b>{x}</b>")»
                print(bold)
                return t"<div>{bold}</div>"
            """
        ),
        td.invalid('from tdom import html\npage = t"<div>{«html(body)»}</div>"'),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()
        self._shown: set[int] | None = None
        """Names that templates show, by place; one instance looks at one file."""

    def check_template(self, template: td.Template) -> None:
        calls = self._calls()
        for shown, value in self._shown_in(template):
            call = calls.get(value.start_byte)
            key = (id(self.view), value.start_byte)
            if call is None or call.end_byte != value.end_byte or key in self._reported:
                continue
            self._reported.add(key)
            self._report(template, shown, call)

    def _calls(self) -> dict[int, Node]:
        if "calls by place" not in self.view.memory:
            self.view.memory["calls by place"] = {call.start_byte: call for call in td.html_calls(self.view)}
        return t.cast("dict[int, Node]", self.view.memory["calls by place"])

    def _shown_in(self, template: td.Template) -> Iterator[tuple[Node, Node]]:
        """What the text of a template shows, beside the expression that gives it."""
        for place in self.markup(template).texts:
            interpolation = template.interpolations[place.interpolation]
            if place.within == "text" and not interpolation.format_spec:
                yield from self._origins(interpolation.node)

    def _origins(self, node: Node) -> Iterator[tuple[Node, Node]]:
        for shown, value in td.origins(self.view, node):
            for item in _items(value):
                yield (shown if value != shown else item), item

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
            fix=None if by_name and not self._is_only_shown(shown) else self._fix(template, call),
            related=related,
            note="tdom escapes strings: `<b>` arrives as `&lt;b&gt;`, and nothing is raised",
            help="interpolate the template itself, or wrap what is rendered already in Markup(...)",
        )

    def _fix(self, template: td.Template, call: Node) -> td.Fix | None:
        edits = td.unwrap_call(self.view, call)
        is_converted = any(
            interpolation.conversion and interpolation.node.start_byte <= call.start_byte < interpolation.node.end_byte
            for interpolation in template.interpolations
        )
        return td.Fix("Interpolate the template itself", edits) if edits and not is_converted else None

    def _is_only_shown(self, name: Node) -> bool:
        """Whether a local name is read by templates alone, as text."""
        if self._shown is None:
            every = self.view.html_templates
            self._shown = {node.start_byte for template in every for node, _ in self._shown_in(template)}
        shown = self._shown
        uses = td.uses_of(self.view, self.view.text(name), name.start_byte)
        return all(use.start_byte in shown for use in uses)


def _items(node: Node) -> Iterator[Node]:
    """The values that a list or comprehension holds; else the value itself."""
    if node.type not in _COLLECTIONS:
        yield node
        return
    body = node.child_by_field_name("body")
    for item in [body] if body is not None else node.named_children:
        for outcome in td.outcomes(item):
            yield from _items(outcome)
