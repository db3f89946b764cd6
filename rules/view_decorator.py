"""TDC301: a view without the decorator that makes it one."""

from __future__ import annotations

import typing as t
from functools import cached_property

import libcst as cst

from tdomcheck import authoring as td


class ViewDecorator(td.Rule):
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

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # LibCST names it
        self._check(node)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:  # LibCST names it
        self._check(node)

    @cached_property
    def _undecorated(self) -> dict[td.Span, td.views.View]:
        """The views without a decorator that may be one of a view, by the place of their name."""
        views = td.views.views_in(self.view, self.path, self.option)
        open_ = (found for found in views if not found.is_decorated and not found.is_open)
        return {td.Span(found.fact.start, found.fact.end): found for found in open_}

    def _check(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        place = self.span_of(node.name)
        view = self._undecorated.get(place)
        names = t.cast("tuple[str, ...]", self.option("decorators"))
        if view is None or not names:
            return
        text = " or ".join(f"`@{name.rpartition('.')[2]}`" for name in names)
        self.report(
            node,
            f"the {view.word} `{view.name}` is a view, but has no decorator {text}",
            span=place,
            fix=self._fix(view, names[0]),
            note="a scan does not find it",
            help=f"decorate it with {text}",
        )

    def _fix(self, found: td.views.View, decorator: str) -> td.Fix | None:
        name = decorator.rpartition(".")[2]
        is_undecorated = not found.is_class and not found.fact.decorators
        if is_undecorated and not td.codemods.is_on_a_function(self.view, name):
            return None  # one that derives from `injectable` asks functions what they make
        return td.codemods.decorated_view(self.view, found, decorator)
