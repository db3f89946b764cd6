"""Cases of TDC214, prop-type."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    'def Pick(options: list[str] | None): ...\n\npage = t"<{Pick} options={None} />"',
    'def Pick(options: list[str]): ...\n\npage = t"<{Pick} options={[1]} /><{Pick} options={found} />"',
    """
    # file: shop/card.py
    from enum import Enum
    from typing import Protocol
    from shop import Base

    class Kind(str, Enum): ...

    class Named(Protocol): ...

    class Own(Base): ...

    def Card(kind: Kind, named: Named, own: Own, part: Kind | str): ...
    # file: shop/page.py
    from shop.card import Card

    page = t"<{Card} kind='a' named='b' own='c' part='d' />"
    """,
    'def Card(size: float): ...\n\npage = t"<{Card} size={1} />"',
    "def Card(count: Count): ...\n\npage = t\"<{Card} count='3' />\"",
    'def Card(count: int = None): ...\n\npage = t"<{Card} count={None} />"',
    "from shop import Card\n\npage = t\"<{Card} count='3' />\"",
    "from shop import int\n\ndef Card(count: int): ...\n\npage = t\"<{Card} count='3' />\"",
    "def Card(count: int): ...\n\nwith pytest.raises(TypeError):\n    html(t\"<{Card} count='3' />\")",
    "def page(Card):\n    return t\"<{Card} count='3' />\"\n\ndef Card(count: int): ...",
]

INVALID = [
    td.invalid(
        """
        # file: shop/card.py
        from dataclasses import dataclass
        from shop.models import Product

        @dataclass
        class Card:
            product: Product
        # file: shop/models.py
        class Product: ...
        # file: shop/page.py
        from shop.card import Card

        page = t"<{Card} «product='mug'» />"
        """
    ),
    td.invalid(
        """
        # file: shop/stars.py
        from dataclasses import dataclass

        @dataclass
        class Stars:
            max_count: int = 5
        # file: shop/views.py
        from shop.stars import Stars

        def page(text):
            many = [1, 2]
            return t"<{Stars} «max-count={many}» />"
        """
    ),
]
