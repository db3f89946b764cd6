"""Cases of TDC301, view-decorator."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "from typing import Protocol\nfrom tdom import html\n\nclass HelloView(Protocol):\n    def __call__(self): ...",
    "from tdom import html\n\ndef outer():\n    def inner_view(): ...",
    "from tdom import html\n\nclass Site:\n    def hello_view(self): ...",
    "from tdom_svcs import hookable\n\n@hookable\nclass HelloView:\n    def __call__(self): ...",
    """
    # file: src/views/rendering.py
    from string.templatelib import Template
    from tdom import html

    def render_page(body: Template, container) -> str:
        return html(body, container=container)

    def cached_banner(text) -> Template:
        return t"<b>{text}</b>"
    """,
    """
    # file: src/views/home.py
    from tdom import html

    def banner(text):
        return html(t"<b>{text}</b>")

    def page():
        return html(t"<p>{banner('x'):safe}</p>")

    routes = {"/": page}
    """,
    """
    # file: src/views/home.py
    from shop import view
    from tdom import html

    @view
    def home_view():
        return html(t"<p></p>")

    def banner(text):
        return html(t"<b>{text}</b>")
    """,
    """
    # file: src/views/parts.py
    from tdom import html

    def Badge(text):
        return html(t"<b>{text}</b>")

    def _row(text):
        return html(t"<b>{text}</b>")
    """,
    """
    # file: src/views/card.py
    from dataclasses import dataclass
    from tdom import html

    @dataclass
    class Card:
        children: object

        def __call__(self):
            return html(t"<b>{self.children}</b>")
    """,
]

INVALID = [
    td.invalid(
        """
        from tdom import html

        class Page:
            def __call__(self) -> str:
                return html(self.body())

        class «WishlistView»(Page):
            def body(self): ...
        """
    ),
    td.invalid(
        "import dataclasses\nfrom tdom import html\n\n@dataclasses.dataclass\nclass «HelloView»:\n"
        "    name: str\n\n    def __call__(self):\n        return html(body)",
    ),
    td.invalid(
        """
        from shop import note
        from tdom import html

        def total():
            return 5

        def «hello»(name):
            return html(t"<p>{name} of {total()}</p>")
        """,
        options={"paths": ["example.py"]},
    ),
]
