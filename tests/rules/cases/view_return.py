"""Cases of TDC303, view-return."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "import string.templatelib as lib\n\ndef hello_view() -> lib.Template:\n    return t'<p></p>'",
    "from tdom import html\nfrom shop import Page\n\ndef hello_view() -> Page:\n    return html(body)",
    "from tdom import html\n\nPage = str\n\ndef hello_view() -> Page:\n    return html(body)",
    "from tdom import html\n\ndef hello_view() -> list[str]:\n    return [html(body)]",
    "from tdom import html\n\ndef hello_view():\n    yield html(body)",
    "from typing import Optional\nfrom tdom import html\n\ndef a_view() -> Optional[str]:\n    return html(body)",
    "from tdom import html\nfrom shop import Page\n\ndef hello_view() -> Page | None:\n    return html(body)",
    "from tdom import Element, html\n\ndef hello_view() -> 'Element | str':\n    return html(body)",
    "from tdom import html\n\ndef hello_view() -> bytes | list[str]:\n    return [html(body)]",
]

INVALID = [
    td.invalid(
        """
        from string.templatelib import Template as Fragment
        from shop.views import banner, view

        @view
        def banner_view(text: str) -> «Fragment»:
            return banner(text)
        """,
        options={"returns": ["str"]},
    ),
    td.invalid(
        "from tdom import Element, html\n\ndef hello_view(name: str) -> «Element»:\n    return html(body)",
        fixed="from tdom import Element, html\n\ndef hello_view(name: str) -> str:\n    return html(body)",
    ),
    td.invalid(
        "import os\n\ndef «hello_view»(name):\n    return t'<p>{name}</p>'",
        fixed="import os\nfrom string.templatelib import Template\n\ndef hello_view(name) -> Template:\n"
        "    return t'<p>{name}</p>'",
    ),
    td.invalid("from tdom import Element, html\n\ndef hello_view() -> «Element | None»:\n    return html(body)"),
    td.invalid("from tdom import html\n\ndef hello_view() -> «'bytes | None'»:\n    return load()"),
    td.invalid(
        "from typing import Union\nfrom tdom import Element, Node, html\n\n"
        "def hello_view() -> «Union[Element, Node]»:\n    return html(body)"
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view() -> «str | None»:\n    return html(body)",
        options={"returns": ["str"]},
    ),
]
