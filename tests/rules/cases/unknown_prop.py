"""Cases of TDC207, unknown-prop."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/cards.py
    from functools import partial
    from elsewhere import card
    from shop.base import make

    Card = partial(card, theme="dark")
    Box = make("dark")
    Row = lambda title: t"<b>{title}</b>"
    Row = make("dark")
    # file: shop/page.py
    from shop.cards import Box, Card, Row

    page = t"<{Card} colour='red' /><{Box} colour='red' /><{Row} colour='red' />"
    """,
    """
    def traced(component):
        def inner(**attrs):
            return component(**attrs)

        return inner

    def marked(component):
        return component

    @traced
    def Card(title): ...

    @marked
    def Box(title): ...

    page = t"<{Card} colour='red' /><{Box} colour='red' />"
    """,
    """
    # file: shop/page.py
    from shop.menu import Menu

    page = t"<{Menu} colour='red' />"
    # file: shop/site.py
    from dataclasses import dataclass
    from string.templatelib import Template
    from svcs_hopscotch.injectors import injectable
    from shop.menu import Menu

    @injectable(for_=Menu)
    @dataclass
    class French(Menu):
        colour: str = 'red'

        def __call__(self) -> Template: ...
    # file: shop/menu.py
    from dataclasses import dataclass
    from string.templatelib import Template

    @dataclass
    class Menu:
        size: int = 1

        def __call__(self) -> Template: ...
    """,
    "def Card(children): ...\n\npage = t\"<{Card} children='reserved: TDC210' />\"",
    "@wrapped\ndef Card(title): ...\n\npage = t\"<{Card} colour='red' />\"",
    "class Panel(Base):\n    title: str\n\npage = t\"<{Panel} colour='red' />\"",
    "def page(Card):\n    return t\"<{Card} colour='red' />\"\n\ndef Card(title): ...",
    "def Card(title): ...\n\nwith pytest.raises(ValueError):\n    html(t\"<{Card} colour='red' />\")",
    'try:\n    from fancy import Card\nexcept ImportError:\n    def Card(): ...\n\npage = t"<{Card} x=1 />"',
    """
    # file: shop/card.py
    from dataclasses import dataclass

    @dataclass
    class Field:
        name: str

    @dataclass
    class Card(Field):
        title: str = ""
    # file: shop/site.py
    from svcs_hopscotch.injectors import injectable
    from shop.card import Card

    @injectable(for_=Card)
    class OurCard:
        def __init__(self, name, colour="red"): ...
    # file: shop/views.py
    from shop.card import Card, Field

    page = t"<{Card} name='x' colour='blue' /><{Field} name='y' />"
    """,
    'def Card(title): ...\n\nattrs = {"title": "x"}\npage = t"<{Card} {attrs} />"',
    'def Card(title): ...\n\nattrs = {"id": "x"}\nattrs.pop("id")\npage = t"<{Card} {attrs} />"',
    "def Card(title, /): ...\n\npage = t\"<{Card} colour='red' />\"",
    """
    from dataclasses import dataclass

    @dataclass
    class Panel:
        title: str
    class WidePanel(Panel):
        width = 3
    @widened
    class WidestPanel(Panel):
        width: int = 3
    class AnyPanel(Panel, Mixin):
        width: int = 3
    page = t"<{WidePanel} title='x' /><{WidestPanel} width={4} /><{AnyPanel} width={4} />"
    """,
]

INVALID = [
    td.invalid(
        """
        # file: shop/base.py
        def card(*, title, theme): ...
        # file: shop/cards.py
        from functools import partial
        from string.templatelib import Template
        from shop.base import card

        Card = partial(card, theme="dark")
        # file: shop/page.py
        from shop.cards import Card

        page = t"<{Card} title='x' «colour='red'» />"
        """
    ),
    td.invalid(
        """
        # file: shop/cards.py
        from functools import partial
        from string.templatelib import Template

        def _card(*, title, theme) -> Template: ...

        Card = partial(_card, theme="dark")
        # file: shop/page.py
        from shop.cards import Card

        page = t"<{Card} title='x' theme='light' «colour='red'» />"
        """
    ),
    td.invalid(
        """
        def make_card(theme):
            def card(*, title): ...

            return card

        Card = make_card("dark")
        page = t"<{Card} title='x' «colour='red'» />"
        """
    ),
    td.invalid(
        """
        # file: shop/cards.py
        from string.templatelib import Template

        class Cards:
            def __init__(self, theme): ...

            def __call__(self, title) -> Template: ...

        card = Cards("dark")
        # file: shop/page.py
        from shop.cards import card

        page = t"<{card} title='x' «theme='red'» />"
        """
    ),
    td.invalid('Card = lambda title: t"<b>{title}</b>"\n\npage = t"<{Card} title=1 «colour=2» />"'),
    td.invalid(
        """
        # file: shop/tools.py
        from functools import wraps

        def traced(component):
            @wraps(component)
            def inner(*args, **kwargs):
                return component(*args, **kwargs)

            return inner
        # file: shop/card.py
        from shop.tools import traced

        @traced
        def Card(title): ...
        # file: shop/page.py
        from shop.card import Card

        page = t"<{Card} title='x' «colour='red'» />"
        """
    ),
    td.invalid(
        "from functools import cache\n\n@cache\ndef Card(title): ...\n\npage = t\"<{Card} title='x' «size={1}» />\""
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.hero import Hero, Named, Wide

        def page(): return t"<{Hero} «title='x'» /><{Wide} title='x' /><{Named} title='x' /><{Hero} />"
        # file: shop/hero.py
        from dataclasses import dataclass
        from typing import Protocol
        from tdom_svcs import hookable

        @hookable
        class Hero:
            title: str = "Have a look"

            def __call__(self): return t"<h1>{self.title}</h1>"

        @hookable
        @dataclass
        class Wide(Hero):
            title: str = "Look"

        class Named(Protocol):
            title: str

            def __call__(self): ...
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.menu import Menu

        page = t"<{Menu} «colour='red'» />"
        # file: shop/site.py
        from dataclasses import dataclass
        from string.templatelib import Template
        from svcs_hopscotch.injectors import injectable
        from shop.menu import Menu

        @injectable(for_=Menu)
        @dataclass
        class French(Menu):
            def __call__(self) -> Template: ...
        # file: shop/menu.py
        from dataclasses import dataclass
        from string.templatelib import Template

        @dataclass
        class Menu:
            size: int = 1

            def __call__(self) -> Template: ...
        """
    ),
    td.invalid(
        """
        # file: shop/panels.py
        from dataclasses import dataclass

        @dataclass
        class Panel:
            title: str
        # file: shop/wide.py
        from shop.panels import Panel

        class WidePanel(Panel):
            width: int = 3
        # file: shop/views.py
        from shop.wide import WidePanel

        page = t"<{WidePanel} title='x' «width={4}» />"
        """
    ),
    td.invalid(
        """
        # file: shop/field.py
        from dataclasses import dataclass, field

        @dataclass
        class Field:
            name: str
            _seen: int = field(default=0, init=False)
        # file: shop/views.py
        from shop import field as ui

        page = t"<{ui.Field} name='country' «_seen={1}» />"
        """
    ),
]
