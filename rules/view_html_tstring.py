"""TDC304: a view that puts HTML together as text."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class ViewHtmlTstring(td.FileRule):
    """
    ## What

    A view returns a string or an f-string with tags, or a sum of such, instead of what `html()` makes of a t-string.

    ## Why

    What an f-string puts together is not escaped: a name with `<script>` in it runs. And nobody checks its tags.

    ## Instead

    `html(t"...")`.

    ## Example

    ```python
    def hello_view(name: str) -> str:
        return f"<h1>{name}</h1>"        # bad
        return html(t"<h1>{name}</h1>")  # good
    ```
    """

    CODE = "TDC304"
    SLUG = "view-html-tstring"
    GROUP = "views"
    SUMMARY = "a view puts HTML together as text"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    OPTIONS = td.views.OPTIONS
    GATE = td.Gate(tokens={"<"})

    VALID: t.ClassVar = [
        "from tdom import html\n\ndef hello_view(name):\n    return html(t'<p>{name}</p>')",
        "from tdom import html\n\ndef hello_view(name):\n    return t'<p>{name}</p>'",
        "from tdom import html\n\ndef hello_view(name):\n    return f'hello {name}'",
        "from tdom import html\n\ndef hello(name):\n    return f'<p>{name}</p>'",
        "def hello_view(name):\n    return f'<p>{name}</p>'",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\n\ndef hello_view(name):\n    return «f'<p>{name}</p>'»",
            fixed="from tdom import html\n\ndef hello_view(name):\n    return html(t'<p>{name}</p>')",
            unsafe=True,
        ),
        td.invalid("from tdom import html\n\ndef hello_view(name):\n    page = «f'<p>{name}</p>'»\n    return page"),
        td.invalid("from tdom import html\n\ndef hello_view(name):\n    return «f'<h1>{name}</h1>'» + '<hr>'"),
        td.invalid("from tdom import html\n\ndef hello_view(name):\n    return «f'<p>{name=}</p>'»"),
        td.invalid(
            "from tdom import html\n\ndef hello_view(x):\n    page = ''\n    page += «f'<p>{x}</p>'»\n    return page"
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "import as": "a decorator of another name is another decorator",
        "in a class": "a method is no view",
        "in an async function": "a scan does not find what a function holds",
        "copies": "the copies are numbered, so that their names no longer end as those of views do",
    }

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()
        """Literals by place; several `return` may give back one name, and one instance looks at one file."""

    def check_file(self) -> None:
        views = td.views.views_in(self.view, self.path, self.option, decorated_anywhere=True)
        views_by_path = {one.call.path: one for one in views if one.call is not None}
        for statement in self.view.nodes["return"] if views_by_path else ():
            owner = views_by_path.get(self.view.scopes.scopes[self.view.scopes.index_at(statement.start_byte)].path)
            value = next((child for child in statement.named_children if child.type != "comment"), None)
            if owner is not None and value is not None:
                self._check(owner, value)

    def _check(self, owner: td.views.View, value: Node) -> None:
        for shown, origin in td.flow.origins(self.view, value):
            literals = [*td.html.page_literals(self.view, origin)]
            if not literals or literals[0].start_byte in self._reported:
                continue
            literal = literals[0]
            self._reported.add(literal.start_byte)
            formatted = [
                found for found in literals if td.python.value_kind(self.view, found) is td.flow.ValueKind.FSTRING
            ]
            self.report_span(
                self.view.span(literal),
                f"the view `{owner.name}` puts HTML together as text",
                fix=self._fix(literal) if shown == literal else None,
                related=tuple(
                    td.Related(self.path, self.view.span(found), "what this holds is not escaped")
                    for found in formatted
                    if found != literal
                ),
                note="nothing in it is escaped" if formatted else "nobody checks its tags",
                help='write `html(t"...")`',
            )

    def _fix(self, literal: Node) -> td.Fix | None:
        inner = [child for child in literal.named_children if child.type == "interpolation"]
        edits = td.to_template(self.view, literal) if not td.html.may_render(self.view, *inner) else []
        is_wrapping = any(fact.module == "tdom_svcs" and fact.name in {"", "html"} for fact in self.view.imports)
        spelled = td.importable(self.view, "tdom_svcs" if is_wrapping else "tdom", "html")
        span = self.view.span(literal)
        if not edits or spelled is None or edits[0].start != span.start:
            return None
        first = td.Edit(edits[0].start, edits[0].end, f"{spelled[0]}({edits[0].text}")
        return td.Fix(
            "Render a t-string",
            (first, *edits[1:], td.Edit(span.end, span.end, ")")),
            td.Safety.UNSAFE,
            spelled[1],
            unsafe_because="values are escaped then",
        )
