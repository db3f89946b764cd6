"""Cases of TDC203, component-class-shape."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from dataclasses import dataclass\nfrom string.templatelib import Template\n\n"
_CALL = '    def __call__(self) -> Template:\n        return t"<b>{self.title}</b>"\n'

VALID = [
    """
    # file: shop/card.py
    from string.templatelib import Template

    class Card:
        def __init__(self, title: str) -> None:
            self.title = title

        def __call__(self, request) -> Template:
            return t"<b>{self.title}</b>"
    # file: shop/page.py
    from tdom import html
    from shop.card import Card

    def page(request) -> str:
        return html(Card("x")(request))
    """,
    """
    # file: shop/day.py
    from shop.form import Field

    class DateField(Field):
        def render(self): ...

    def form(): return t"<{DateField} name='day' />"
    # file: shop/form.py
    try:
        from fancy import Field
    except ImportError:
        class Field: ...
    """,
    """
    # file: shop/page.py
    from shop.box import Box, Jar, Open, Pot

    page = t"<{Box} /><{Jar} /><{Pot} /><{Open} />"
    # file: shop/box.py
    from elsewhere import Base, render

    class Box(Base): ...

    class Jar:
        __call__ = render

    @render
    class Pot: ...

    class Open:
        def __new__(cls): return t"<b></b>"
    """,
    (
        f"{_HEAD}class Card:\n    title: str\n\n    def __init__(self, title):\n"
        f"        self.title = title\n\n{_CALL}\n"
        "page = t\"<{Card} title='x' />\""
    ),
    f"{_HEAD}class Card:\n    title: str = 'x'\n\n{_CALL}\npage = t'<{{Card}} />'",
    (
        f"{_HEAD}@dataclass\nclass Base:\n    title: str\n\n@dataclass\nclass Card(Base):\n{_CALL}\n"
        "page = t\"<{Card} title='x' />\""
    ),
    f"{_HEAD}class Titled:\n    title: str\n\n{_CALL}\n@dataclass\nclass Card(Titled):\n    title: str",
    """
    from typing import Protocol
    from shop import Base, wrap

    class Header(Protocol):
        title: str

    class Card(Base): ...

    @wrap
    class Panel: ...

    page = t"<{Header} title='x' /><{Card} title='x' /><{Panel} />"
    """,
    (
        f"{_HEAD}class Card:\n    title: str\n\n{_CALL}\ndef card(title):\n    card = Card()\n"
        "    card.title = title\n    return card()"
    ),
    ("class Card:\n    def __new__(cls, title):\n        return t'<b>{title}</b>'\n\npage = t\"<{Card} title='x' />\""),
    "class Card:\n    @staticmethod\n    def __call__():\n        return t'<b></b>'\n\npage = t'<{Card} />'",
    (
        f"{_HEAD}@dataclass\nclass Rows:\n    size: int\n\n    def __call__(self, level) -> Template:\n"
        "        return t'<b>{level}</b>'\n\nbody = Rows(1)(2)"
    ),
    (
        f"{_HEAD}class Rows:\n    def __init__(self, size): ...\n\n    def __call__(self, level) -> Template:\n"
        "        return t'<b>{level}</b>'"
    ),
    (
        f"{_HEAD}@dataclass\nclass Page:\n    size: int\n\n    async def __call__(self, request) -> Template:\n"
        "        return t'<b>a view, which somebody awaits</b>'"
    ),
    (
        f"{_HEAD}@dataclass\nclass Alert:\n    text: str = ''\n\n    async def __call__(self) -> Template:\n"
        "        return t'<b>{self.text}</b>'\n\nasync def show(container):\n"
        "    alert = await container.aget(Alert)\n    return await alert()"
    ),
    (f"{_HEAD}from typing import Protocol\n\nclass Maker(Protocol):\n    async def __call__(self) -> Template: ..."),
]

INVALID = [
    td.invalid(
        """
        # file: shop/card.py
        from string.templatelib import Template

        class Card:
            def __init__(self, title: str) -> None:
                self.title = title

            def __call__(self, «request») -> Template:
                return t"<b>{self.title}</b>"
        # file: shop/page.py
        from tdom import html
        from shop.card import Card

        def page() -> str:
            return html(t"<{Card} title='x' />")
        """
    ),
    td.invalid(
        f"{_HEAD}@dataclass\nclass Card:\n    title: str\n\n    async def «__call__»(self) -> 'Template':\n"
        "        return t'<b>{self.title}</b>'"
    ),
    td.invalid(
        """
        # file: shop/day.py
        from dataclasses import dataclass
        from shop.form import Field, Shown

        @dataclass
        class DateField(Field):
            def render(self): ...

        @dataclass
        class Day(Shown):
            def render(self): ...

        def form(): return t"<{«DateField»} name='day' /><{Day} name='day' />"
        # file: shop/form.py
        from dataclasses import dataclass

        @dataclass
        class Field:
            name: str

        @dataclass
        class Shown(Field):
            def __call__(self): return t"<p>{self.name}</p>"
        """
    ),
    td.invalid(
        f"{_HEAD}@dataclass\nclass Field:\n    title: str\n\n@dataclass\nclass TextField(Field):\n"
        f"{_CALL}\npage = t\"<{{TextField}} title='x' /><{{«Field»}} title='x' />\""
    ),
    td.invalid(
        f"{_HEAD}@dataclass\nclass «Field»:\n    title: str\n\n@dataclass\nclass TextField(Field): ...\n\n"
        "page = t\"<{Field} title='x' />\""
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.box import Box, Card

        page = t"<{«Box»} title='x' /><{Card} title='x' />"
        # file: shop/box.py
        from dataclasses import dataclass

        @dataclass
        class Box:
            title: str

        @dataclass
        class Card(Box):
            def __call__(self):
                return t"<b>{self.title}</b>"
        """
    ),
    td.invalid(
        """
        # file: shop/box.py
        class Box:
            '''Box is a name that pages know.'''

            def __call__(self, «level»):
                return t"<b>{level}</b>"
        # file: shop/page.py
        from shop.box import Box

        page = t"<{Box} />"
        """
    ),
    td.invalid(
        f"{_HEAD}class «Card»:\n    title: str = 'x'\n\n{_CALL}\npage = t\"<{{Card}} title='y' />\"",
        fixed=f"{_HEAD}@dataclass\nclass Card:\n    title: str = 'x'\n\n{_CALL}\npage = t\"<{{Card}} title='y' />\"",
    ),
    td.invalid(
        f"{_HEAD}@dataclass\nclass Card:\n    async def «__call__»(self) -> Template:\n"
        "        return t'<b></b>'\n\npage = t'<{Card} />'"
    ),
    td.invalid(
        f"{_HEAD}@dataclass\nclass Card:\n    title: str\n\n    def __call__(self, «level: int») -> Template:\n"
        "        return t'<b>{self.title}{level}</b>'"
    ),
]
