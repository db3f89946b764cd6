"""Cases of TDC206, reserved-prop-name."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from string.templatelib import Template\n\n"

VALID = [
    """
    from functools import partial
    from string.templatelib import Template

    def _table(title, data: list[str]) -> Template: ...

    Table = partial(_table, data=["a"])
    page = t"<{Table} title='x' />"
    """,
    "def Table(data=None): ...\n\npage = t'<{Table} data={None} />'",
    f"{_HEAD}from svcs_di import Inject\n\ndef Table(data: Inject[list]) -> Template: ...",
    f"{_HEAD}def Table(data: list) -> Template: ...\n\nTable(data=[1])",
    f"{_HEAD}def Box(style: str, data: str | list[str] = '') -> Template: ...",
    f"{_HEAD}def Box(style: str) -> Template: ...\n\npage = t'<{{Box}} style={{look}} />'",
    f"{_HEAD}def Box(style: dict[str, str] | None = None) -> Template: ...",
    f"{_HEAD}def Box(style: dict | None = None) -> Template: ...\n\npage = t'<{{Box}} />'\n\nBox({{}})",
    f"{_HEAD}def Box(style: dict | str) -> Template: ...\n\npage = t'<{{Box}} style={{look}} />'",
    f"{_HEAD}def Box(style: Union[dict, str] = '') -> Template: ...\n\npage = t'<{{Box}} style={{look}} />'",
    f"{_HEAD}def Box(data: list | None = None, **rest) -> Template: ...\n\npage = t'<{{Box}} />'",
    f"{_HEAD}def Box(data: 'Rows | None' = None) -> Template: ...\n\npage = t'<{{Box}} />'",
    """
    # file: shop/row.py
    def Row(data: list[int] | None = None):
        '''No file of the project has a tag of it.'''
        return t"<tr>{data}</tr>"
    # file: shop/page.py
    from shop.row import Row

    page = Row(data=[1])
    """,
]

INVALID = [
    td.invalid(
        """
        # file: shop/card.py
        from string.templatelib import Template

        def Panel(children: Template, «style»: dict[str, str] | None = None, **attrs: str) -> Template:
            '''Panel is a name that pages know.'''
            return t"<div {attrs}>{children}</div>"
        # file: shop/page.py
        from shop.card import Panel

        page = t"<{Panel} style={ {'color': 'green'} }>text</{Panel}>"
        """
    ),
    td.invalid(
        """
        from string.templatelib import Template

        def Link(href: str, aria: dict[str, str] | None = None) -> Template: return t"<a aria={aria}>x</a>"

        def bar(on):
            home = {"current": "page"} if on else None
            return t"<{Link} href='/' «aria={home}» />"
        """
    ),
    td.invalid(
        """
        # file: shop/row.py
        def Row(«data»: list[int]):
            '''Row is a name that pages know.'''
            return t"<tr>{data}</tr>"
        # file: shop/page.py
        from shop.row import Row

        page = t"<{Row} data={[1]} />"
        """
    ),
    td.invalid(
        """
        # file: shop/row.py
        def Row(«data»: list[str] | None = None):
            '''Row is a name that pages know.'''
            return t"<tr>{data}</tr>"
        # file: shop/page.py
        from shop.row import Row

        page = t"<{Row} data={['a']} />"
        """
    ),
    td.invalid(
        "from dataclasses import dataclass\nimport collections.abc\n\n@dataclass\nclass Card:\n"
        "    «style»: collections.abc.Mapping[str, list[str]] | None = None\n\n    def __call__(self): ...\n\n"
        "page = t'<{Card} style={look} />'"
    ),
    td.invalid(
        f"{_HEAD}import typing\n\ndef Box(«aria»: typing.Optional[dict[str, str]] = None) -> Template: ..."
        "\n\npage = t'<{Box} />'"
    ),
]
