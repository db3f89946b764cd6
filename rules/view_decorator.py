"""TDC301: a view without the decorator that makes it one."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class ViewDecorator(td.FileRule):
    """
    ## What

    A function called `*_view`, or a class called `*View` that can be called, has no decorator that makes a view. In a
    folder of views also what renders a page, where the file has no other view, does not use it itself, and gives it no
    template to render. Names are configured in `[tool.tdomcheck.views]`.

    ## Why

    A scan finds what is decorated. It does not find a view without the decorator, and nothing says so.

    ## Instead

    The decorator. One that is not known counts as one.

    ## Example

    ```python
    def hello_view() -> str: ...  # bad

    @view
    def hello_view() -> str: ...  # good
    ```
    """

    CODE = "TDC301"
    SLUG = "view-decorator"
    GROUP = "views"
    SUMMARY = "a view has no decorator that makes it one"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    OPTIONS = td.views.OPTIONS
    GATE = td.views.GATE

    VALID: t.ClassVar = [
        "from tdom import html\nfrom shop import view\n\n@view\ndef hello_view():\n    return html(body)",
        "from tdom import html\nimport shop\n\n@shop.view(path='/')\ndef hello_view():\n    return html(body)",
        "from tdom import html\nfrom shop import page\n\n@page\ndef hello_view():\n    return html(body)",
        "def hello_view():\n    return 'nothing of ours'",
        "from tdom import html\n\ndef _hello_view(): ...\n\ndef test_hello_view(): ...\n\ndef hello(): ...",
        "from tdom import html\n\nclass HelloView: ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\nfrom shop import view\n\n@view\ndef home_view(): ...\n\n"
            "def «hello_view»():\n    return html(body)",
            fixed="from tdom import html\nfrom shop import view\n\n@view\ndef home_view(): ...\n\n"
            "@view\ndef hello_view():\n    return html(body)",
            unsafe=True,
        ),
        td.invalid("from tdom import html\n\nasync def «hello_view»():\n    return html(body)"),
        td.invalid("from tdom import html\n\ndef «hello_page»():\n    return html(body)", options={"suffix": "_page"}),
        td.invalid(
            "from tdom import html\n\ndef «hello»():\n    return html(body)\n\ndef total():\n    return 5",
            options={"paths": ["example.py"]},
        ),
        td.invalid(
            "from tdom import html\n\nclass «HelloView»:\n    def __call__(self):\n        return html(body)",
            fixed="from shop.web import page\nfrom tdom import html\n\n@page\nclass HelloView:\n"
            "    def __call__(self):\n        return html(body)",
            unsafe=True,
            options={"decorators": ["shop.web.page"]},
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a method is no view",
        "in an async function": "a scan does not find what a function holds",
        "import as": "a decorator of another name is another decorator",
        "module import": "the fix adds the decorator by the name that it is configured with",
        "form feed before code": "the function gets a new first line",
        "copies": "the copies are numbered, so that their names no longer end as those of views do",
    }

    def check_file(self) -> None:
        for found in td.views.views_in(self.view, self.path, self.option):
            if found.is_decorated or found.is_open:
                continue
            names = t.cast("tuple[str, ...]", self.option("decorators"))
            shown = " or ".join(f"`@{name.rpartition('.')[2]}`" for name in names)
            if names:
                self.report_span(
                    td.Span(found.fact.start, found.fact.end),
                    f"the {found.word} `{found.name}` is a view, but has no decorator {shown}",
                    fix=self._fix(found, names[0]),
                    note="a scan does not find it",
                    help=f"decorate it with {shown}",
                )

    def _is_on_a_function(self, decorator: str) -> bool:
        """Whether a function of the file has the decorator as it is."""
        name = decorator.rpartition(".")[2]
        carried = (td.shapes.definitions_of(self.view).decorator_nodes(node) for node in self.view.captures["function"])
        return any(self.view.text(found).rpartition(".")[2] == name for nodes in carried for found in nodes)

    def _fix(self, found: td.views.View, decorator: str) -> td.Fix | None:
        node = td.views.node_of(self.view, found.fact)
        if node.parent is not None and node.parent.type == "decorated_definition":
            node = node.parent
        span = self.view.span(node)
        module, _, name = decorator.rpartition(".")
        known = self.view.resolve_at(name, span.start)
        if node.type == "function_definition" and not self._is_on_a_function(decorator):
            return None  # one that derives from `injectable` asks functions what they make
        spelled = td.importable(self.view, module, name) if module else (name, ()) if known else None
        column = self.view.source.position(span.start).column - 1
        indent = self.view.source.slice(span.start - column, span.start)
        if spelled is None or indent.strip():
            return None
        return td.Fix(
            f"Decorate it with `@{spelled[0]}`",
            (td.Edit(span.start, span.start, f"@{spelled[0]}\n{indent}"),),
            td.Safety.UNSAFE,
            spelled[1],
            unsafe_because="the view is registered then",
        )
