"""`add-view-decorator`: what is a view by its name or its folder gets the decorator that a scan looks for."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

from tdomcheck import authoring as td


class AddViewDecorator(td.EditCodemod):
    """Decorates the views that TDC301 reports; one with a decorator that nobody knows may be one already."""

    NAME = "add-view-decorator"
    DESCRIPTION = "Functions called `*_view` and classes called `*View` get the decorator of a view, and its import."
    OPTIONS = td.views.OPTIONS
    GATE = td.Gate(tokens={"tdom", "svcs", "templatelib", 't"', "t'"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            """
            from tdom import html
            from shop import view

            @view
            def home_view(): ...

            async def cart_view():  # the cart
                return html(t"<p></p>")
            """,
            """
            from tdom import html
            from shop import view

            @view
            def home_view(): ...

            @view
            async def cart_view():  # the cart
                return html(t"<p></p>")
            """,
        ),
        td.codemods.example(
            """
            from functools import cache

            from tdom import html


            # of the shop
            @cache
            def home_page():
                return html(t"<p></p>")


            class CartPage:
                def __call__(self):
                    return html(t"<p></p>")
            """,
            """
            from functools import cache

            from shop.web import page
            from tdom import html


            # of the shop
            @page
            @cache
            def home_page():
                return html(t"<p></p>")


            @page
            class CartPage:
                def __call__(self):
                    return html(t"<p></p>")
            """,
            options={"decorators": ("shop.web.page",), "suffix": "_page", "class-suffix": "Page"},
        ),
        td.codemods.example(
            """
            import shop.web as web
            from tdom import html

            def home_view():
                return html(t"<p></p>")
            """,
            """
            import shop.web as web
            from tdom import html

            @web.view
            def home_view():
                return html(t"<p></p>")
            """,
            options={"decorators": ("shop.web.view",)},
        ),
        # An overload is no function: the one below them all is.
        td.codemods.example(
            """
            import typing

            import tdom
            from shop import view

            @typing.overload
            def price_view(item: int) -> str: ...
            @typing.overload
            def price_view(item: str) -> str: ...
            def price_view(item):
                return str(item)
            """,
            """
            import typing

            import tdom
            from shop import view

            @typing.overload
            def price_view(item: int) -> str: ...
            @typing.overload
            def price_view(item: str) -> str: ...
            @view
            def price_view(item):
                return str(item)
            """,
        ),
        td.codemods.example(
            "from typing import overload\nfrom shop import view\nfrom tdom import html\n\n"
            "@overload\ndef home_view(x: int): ...\n@overload\ndef home_view(): ...\n@view\ndef home_view(*x): ...\n"
        ),
        td.codemods.example("from shop import view\nfrom tdom import html\n\n@view(path='/')\ndef home_view(): ...\n"),
        td.codemods.example("from shop import route\nfrom tdom import html\n\n@route('/')\ndef home_view(): ...\n"),
        td.codemods.example("from tdom import html\n\ndef home_view():\n    return html(t'<p></p>')\n"),
        td.codemods.example(
            "from tdom import html\n\ndef view(): ...\n\ndef home_view():\n    return html(t'<p></p>')\n",
            options={"decorators": ("shop.view",)},
        ),
        td.codemods.example(
            "from shop import view\nfrom tdom import html\n\ndef home(): ...\n\ndef _home_view(): ...\n"
        ),
        td.codemods.example(
            "from shop import view\nfrom tdom import html\n\nclass HomeView: ...\n\ndef test_a_view(): ...\n"
        ),
        td.codemods.example("from shop import view\n\ndef home_view():\n    return 'nothing of ours'\n"),
        td.codemods.example(
            "from shop import view\nfrom tdom import html\n\nclass Site:\n    def home_view(self): ...\n"
        ),
    ]

    @classmethod
    def problem_with(cls, options: Mapping[str, object]) -> str:
        names = t.cast("tuple[str, ...]", options["decorators"])
        return next(filter(None, (td.codemods.decorator_problem("decorators", name) for name in names)), "")

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        path = self.context.filename or ""
        decorators = t.cast("tuple[str, ...]", self.option("decorators"))
        for found in td.views.views_in(view, path, self.option):
            if found.is_decorated or found.is_open or not decorators:
                continue
            fix = td.codemods.decorated_view(view, found, decorators[0])
            place = td.Span(found.fact.start, found.fact.end)
            yield fix or td.codemods.Remainder(path, place, td.codemods.undecorated_because(decorators[0]))
