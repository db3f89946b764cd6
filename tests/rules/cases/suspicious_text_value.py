"""Cases of TDC133, suspicious-text-value."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/pages.py
    from shop.models import Product

    def page(product: Product):
        if not product.stock:
            return t"<p></p>"
        return t"<p>{product.stock and x} {product.name and x} {product.any and x}</p>"
    # file: shop/models.py
    class Product:
        stock: int
        name: str
        any = 0
    """,
    "t\"<p>{ {'a': 1}!r } {b'ab'!r} {b'ab'.decode()}</p>\"",
    "t\"<{Card} rows={ {'a': 1} } />\"",
    "t\"<!-- { {'a': 1} } {b'x'} -->\"",
    'def len(x): ...\n\npage = t"<p>{len(names) and items}</p>"',
    'def page(n: int | None):\n    return t"<p>{n and items}</p>"',
    """
    def page(rows: dict):
        rows = list(rows.values())
        return t"<ul>{rows}</ul>"
    """,
    """
    from collections import Counter

    def page(found: Counter, text: str, n):
        return t"<ul>{found} {text} {n and text}</ul>"
    """,
    """
    def page(rows, n: int):
        if not rows or n < 1:
            return t""
        return t"<ul>{len(rows) and items} {n and items}</ul>"
    """,
    't"<ul>{len(rows) and items}</ul>" if rows else t"<p></p>"',
    "t\"<ul>{[t'<li>{len(rows) and row}</li>' for row in rows]}</ul>\"",
    """
    class Page:
        rows: list

        def __call__(self):
            if len(self.rows) > 3:
                return t"<ul>{len(self.rows) and items}</ul>"
    """,
    't"<p>{a - b and items} {a % 2 and items} {sum(a, start) and items} {shop.count() and items}</p>"',
    'def sum(x): ...\n\npage = t"<p>{sum(names) and items}</p>"',
    """
    def page(rows):
        body = len(rows) and items
        body = body or None
        return t"<p>{body}</p>"
    """,
    "with pytest.raises(TypeError):\n    html(t\"<p>{b'ab'}</p>\")",
]

INVALID = [
    td.invalid(
        """
        def first(rows):
            assert rows

        page = t"<ul>{«len(rows) and items»}</ul>"
        """,
        fixed="""
        def first(rows):
            assert rows

        page = t"<ul>{items if len(rows) else None}</ul>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        # file: shop/pages.py
        from dataclasses import dataclass
        from shop.models import Product

        @dataclass
        class Row:
            product: Product

            def __call__(self):
                product = self.product
                return t"<p>{«product.stock and t'in stock'»}</p>"
        # file: shop/models.py
        from dataclasses import dataclass

        @dataclass
        class Product:
            stock: int = 0
        """,
        fixed="""
        # file: shop/pages.py
        from dataclasses import dataclass
        from shop.models import Product

        @dataclass
        class Row:
            product: Product

            def __call__(self):
                product = self.product
                return t"<p>{t'in stock' if product.stock else None}</p>"
        # file: shop/models.py
        from dataclasses import dataclass

        @dataclass
        class Product:
            stock: int = 0
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        class Cart:
            @property
            def totals(self) -> dict[str, int]: ...

        def page(cart: Cart):
            return t"<p>{«cart.totals»}</p>"
        """
    ),
    td.invalid(
        """
        def page(count: int):
            return t"<p>{«count and t'<b>{count}</b>'»}</p>"
        """,
        fixed="""
        def page(count: int):
            return t"<p>{t'<b>{count}</b>' if count else None}</p>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        def page(product, n: int | None):
            if product is None or n is not None:
                return t""
            return t"<p>{«len(product.tags) and t'some'»}</p>"
        """,
        fixed="""
        def page(product, n: int | None):
            if product is None or n is not None:
                return t""
            return t"<p>{t'some' if len(product.tags) else None}</p>"
        """,
        unsafe=True,
    ),
    td.invalid('t"<p>{ «{name: name.title() for name in names}» }</p>"'),
    td.invalid('def page(raw: bytes):\n    return t"<pre>{«raw» if 1 else None}</pre>"'),
    td.invalid(
        """
        def page(name):
            found = {"name": name}
            return t"<p>{«found»}</p>"
        """
    ),
    td.invalid(
        't"<p>{«text.count(word) and hits»}</p>"',
        fixed='t"<p>{hits if text.count(word) else None}</p>"',
        unsafe=True,
    ),
    td.invalid('t"<p>{«n - 1 and more»}</p>"', fixed='t"<p>{more if n - 1 else None}</p>"', unsafe=True),
    td.invalid(
        """
        def page(rows):
            body = «len(rows) and items»
            return t"<ul>{body}</ul>"
        """
    ),
]
