"""Cases of TDC104, component-close-mismatch."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    from shop import Card

    Box = Card
    page = t"<{Box}>text</{Card}>"
    """,
    """
    from shop import Card
    from shop import components as ui

    page = t"<{Card}>text</{ui.Card}>"
    """,
    """
    class Page:
        def __call__(self):
            tag = self.tag
            return t"<{tag}>text</{self.tag}>"
    """,
    """
    from shop import Card, Panel

    def frame(plain):
        Frame = Card
        if plain:
            Frame = Panel
        return t"<{Frame}>text</{Card}>"
    """,
    """
    from shop import Card, Panel, parse_root

    node = parse_root(t"<{Card}></{Panel}>")
    """,
    't"<{(Card)}>text</{Card}>"',
    """
    # file: shop/page.py
    from shop import ui
    from shop.boxes import Box, Card, Panel, Shown
    from shop.cards import Card as Other

    page = t"<{ui.Card}>a</{Card}><{Panel}>b</{ui.Card}><{Other}>c</{Card}><{ui.Card}>d</{Shown}>"
    # file: shop/ui.py
    from shop.cards import Card
    # file: shop/boxes.py
    from shop.cards import Card, other

    Panel = Card
    Box = other(Card)
    Shown = Card

    def hide():
        global Shown
        Shown = Box
    # file: shop/cards.py
    def Card(children): ...
    """,
    'def frame(Card, Panel):\n    return t"<{Card}>text</{Panel}>"',
    """
    class Card: ...

    class Page:
        Card = Card
        Item = Card

        def __call__(self):
            return t"<{Card}>a</{self.Card}><{Card}>a</{self.Item}><{Page.Card}>a</{Page.Item}>"

    page = t"<{Card}>text</{Page.Item}>"
    """,
    """
    import pytest
    from shop import Card, Panel

    def test_refusal():
        with pytest.raises(TypeError):
            html(t"<{Card}>text</{Panel}>")
    """,
]

INVALID = [
    td.invalid(
        """
        from shop import Card, Panel

        page = t"<{Card} title='x'>text«</{Panel}>»"
        """,
        fixed="""
        from shop import Card, Panel

        page = t"<{Card} title='x'>text</{Card}>"
        """,
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop import ui
        from shop.boxes import Panel
        from shop.cards import Card as Box

        page = t"<{ui.Card}>a«</{Panel}>»<{Box}>c</{ui.Card}>"
        # file: shop/ui.py
        from .boxes import Panel
        from .cards import Card
        # file: shop/boxes.py
        class Panel: ...
        # file: shop/cards.py
        def Card(children): ...
        """,
        fixed="""
        # file: shop/page.py
        from shop import ui
        from shop.boxes import Panel
        from shop.cards import Card as Box

        page = t"<{ui.Card}>a</{ui.Card}><{Box}>c</{ui.Card}>"
        # file: shop/ui.py
        from .boxes import Panel
        from .cards import Card
        # file: shop/boxes.py
        class Panel: ...
        # file: shop/cards.py
        def Card(children): ...
        """,
    ),
    td.invalid('t"<{Card}><b>x</b>«</card >»"', fixed='t"<{Card}><b>x</b></{Card} >"'),
    td.invalid('t"<{pick(Card)}>text«</Card>»"'),
    td.invalid('t"<{Panel}><{Card}>text«</{Panel}>»"'),
]
