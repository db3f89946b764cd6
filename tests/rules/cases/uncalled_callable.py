"""Cases of TDC131, uncalled-callable."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/pages.py
    from shop.cart import Cart, Money, total, when

    def page(cart: Cart, price: Money):
        return t"<p>{cart.total} {cart.name} {cart.count} {cart.any} {price} {total} {when()}</p>"
    # file: shop/cart.py
    class Cart:
        name: str
        any = None

        @property
        def total(self): ...

        def __getattr__(self, name): ...

    class Money:
        def __call__(self): ...
        def __str__(self): ...

    @lazy
    def total(): ...

    def when() -> str: ...
    """,
    'def render(): ...\n\nrender = render()\npage = t"<p>{render}</p>"',
    '@property\ndef render(self): ...\n\npage = t"<p>{render}</p>"',
    """
    class Card:
        def __call__(self): ...
        def __html__(self): ...

    page = t"<p>{Card()}</p>"
    """,
    """
    from shop import Base

    class Card(Base):
        def __call__(self): ...

    page = t"<p>{Card()}</p>"
    """,
    """
    class Money:
        def total(self): ...

    page = t"<p>{Money()}</p>"
    """,
    """
    from enum import Enum

    class Kind(Enum):
        BIG = "big"

    page = t"<p>{Kind.BIG} {Kind}</p>"
    """,
    """
    class Page:
        @property
        def title(self): ...

        def __call__(self):
            return t"<p>{self.title} {self.name}</p>"
    """,
    """
    from functools import cached_property
    from shop import Base

    class Page:
        @cached_property
        def title(self): ...

        def name(self): ...

        def __init__(self):
            self.name = "x"

        def __call__(self, other):
            return t"<p>{self.title} {self.name} {self.name()} {other.body} {self.body!r} {self.body:callback}</p>"

        def body(self): ...

    class Shop(Base):
        def title(self): ...

        def __call__(self):
            return t"<p>{self.title}</p>"

    def title(self):
        return t"<p>{self.title}</p>"
    """,
    'def render(): ...\n\nwith pytest.raises(TypeError):\n    html(t"<p>{render}</p>")',
    'if wide:\n    def render(): ...\nelse:\n    render = None\n\npage = t"<p>{render}</p>"',
    """
    def Form(): ...

    def shown(user):
        form = Form if user else "Nobody"
        if not user:
            return t"<p>{form}</p>"
        return t"<p><{form} /></p>"

    def early(user):
        if user:
            form = Form
        else:
            form = "Nobody"
        if user:
            return t"<p><{form} /></p>"
        return t"<p>{form}</p>"

    def both(user, lock):
        form = Form if user else shown
        with lock:
            form = form()
        return t"<p>{form}</p>"

    def page(cart):
        form = Form if cart.lines else None
        if form is not None:
            form = form()
        return t"<p>{form}</p>"

    def pages(cart, other):
        form = Form if cart.lines else ""
        if callable(form):
            return t"<p>{form()}</p>"
        return t"<p>{form}</p>"
    """,
    'import logging\n\ndef render(): ...\n\nlogging.info(t"{render} was called")',
]

INVALID = [
    td.invalid(
        """
        # file: shop/line.py
        from shop.models import Business, Customer

        class Line:
            customer: Customer

            def __call__(self):
                return t"<p>{«self.customer.name»}</p>"

        class BusinessLine(Line):
            customer: Business
        # file: shop/models.py
        class Customer:
            def name(self): ...

        class Business(Customer): ...
        """
    ),
    td.invalid(
        """
        # file: shop/pages.py
        from shop.parts import footer

        page = t"<p>{«footer»}</p>"
        # file: shop/parts.py
        def footer(): ...
        """
    ),
    td.invalid(
        """
        # file: shop/pages.py
        from shop.cart import Cart

        def page(cart: Cart):
            return t"<p>{«cart.total»}</p>"
        # file: shop/cart.py
        from shop.base import Base

        class Cart(Base): ...
        # file: shop/base.py
        class Base:
            def total(self): ...
        """
    ),
    td.invalid(
        """
        # file: shop/pages.py
        from shop.parts import Card

        page = t"<p>{«Card(title='x')»}</p>"
        # file: shop/parts.py
        from dataclasses import dataclass

        @dataclass
        class Card:
            title: str

            def __call__(self): ...
        """
    ),
    td.invalid(
        'def render(size=3): ...\n\npage = t"<p>{«render» if x else None}</p>"',
    ),
    td.invalid(
        """
        from dataclasses import dataclass

        @dataclass
        class Card:
            title: str

            def __call__(self):
                return t"<b>{self.title}</b>"

        page = t"<p>{«Card(title='x')»}</p>"
        """
    ),
    td.invalid(
        """
        # file: shop/pages.py
        from shop.forms import Empty, Form

        def note(): ...

        def page(cart):
            form = Form if cart.lines else Empty
            return t"<p>{«form»}</p>"
        # file: shop/forms.py
        def Form(): ...

        def Empty(): ...
        """
    ),
    td.invalid(
        """
        # file: shop/pages.py
        from shop.forms import Form

        def page(cart):
            form = Form if cart.lines else None
            return t"<p>{«form»}</p>"
        # file: shop/forms.py
        def Form(): ...
        """
    ),
    td.invalid(
        """
        class Form:
            def __call__(self): ...

        def page(cart):
            if cart.lines:
                form = Form
            else:
                form = t"<p>Nothing</p>"
            return t"<p>{«form»}</p>"
        """
    ),
    td.invalid(
        """
        def page(name):
            def bold():
                return t"<b>{name}</b>"

            return t"<p>{«bold»}</p>"
        """,
        fixed="""
        def page(name):
            def bold():
                return t"<b>{name}</b>"

            return t"<p>{bold:callback}</p>"
        """,
    ),
    td.invalid(
        """
        from dataclasses import dataclass

        @dataclass
        class Page:
            title: str

            def _heading(self):
                return t"<b>{self.title}</b>"

            def __call__(self):
                return t"<h1>{«self._heading»}</h1>"
        """,
        fixed="""
        from dataclasses import dataclass

        @dataclass
        class Page:
            title: str

            def _heading(self):
                return t"<b>{self.title}</b>"

            def __call__(self):
                return t"<h1>{self._heading:callback}</h1>"
        """,
    ),
    td.invalid(
        """
        class Page:
            def item(self, row): ...

            def __call__(self):
                return t"<p>{«self.item»}</p>"
        """
    ),
]
