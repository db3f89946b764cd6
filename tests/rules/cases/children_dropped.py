"""Cases of TDC209, children-dropped."""

from __future__ import annotations

VALID = [
    """
    # file: shop/page.py
    from shop.menu import Menu

    page = t"<{Menu}>text</{Menu}>"
    # file: shop/site.py
    from dataclasses import dataclass
    from string.templatelib import Template
    from svcs_hopscotch.injectors import injectable
    from shop.menu import Menu

    @injectable(for_=Menu)
    @dataclass
    class French(Menu):
        children: Template | None = None

        def __call__(self) -> Template: ...
    # file: shop/menu.py
    from dataclasses import dataclass
    from string.templatelib import Template

    @dataclass
    class Menu:
        size: int = 1

        def __call__(self) -> Template: ...
    """,
    'def Card(title): ...\n\npage = t"<{Card} title={x}><!-- a note --></{Card}>"',
    """
    from dataclasses import dataclass
    from string.templatelib import Template

    @dataclass
    class Box:
        children: Template

    @dataclass
    class Panel(Box):
        title: str = ""

    page = t"<{Panel}>text</{Panel}>"
    """,
    """
    # file: shop/card.py
    def Card(title): ...
    # file: shop/site.py
    from svcs_hopscotch.injectors import injectable
    from shop.card import Card

    @injectable(for_=Card)
    class OurCard:
        def __init__(self, title, children): ...
    # file: shop/views.py
    from shop.card import Card

    page = t"<{Card} title='x'>text</{Card}>"
    """,
]
