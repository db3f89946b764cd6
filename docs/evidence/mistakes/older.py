"""Code that an older version of a library took."""

from __future__ import annotations

from mistakes.model import Mistake, pair

OLDER = (
    Mistake(
        "name-that-tdom-had",
        "A name that tdom no longer has",
        "TDC901",
        """
        «from tdom import Node, html»

        def show() -> «Node»:
            return html(t"<p>a</p>")

        page = show()
        """,
        """
        from tdom import html

        def show() -> str:
            return html(t"<p>a</p>")

        page = show()
        """,
    ),
    Mistake(
        "import-that-moved",
        "An import from where a name no longer is",
        "TDC902",
        *pair(
            "",
            "«from svcs_di import HopscotchRegistry»",
            "from svcs_hopscotch import HopscotchRegistry",
            "\npage = HopscotchRegistry.__name__",
        ),
    ),
    Mistake(
        "context-keyword",
        "`context=` for the container",
        "TDC904",
        *pair(
            "container = HopscotchContainer(HopscotchRegistry())",
            '\npage = tdom_svcs.html(t"<p>a</p>", «context=container»)',
            '\npage = tdom_svcs.html(t"<p>a</p>", container=container)',
            "",
        ),
    ),
)
