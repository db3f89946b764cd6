"""Cases of TDC132, unknown-format-spec."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    't"<p>{amount:safely-rounded} {name!r} {names[1:safe]}</p>"',
    "t\"<p>{ {'html': Safe} } {(lambda: raw)()}</p>\"",
    't"<p>{body}:Safe</p><!-- {body:Safe} -->"',
    't"SELECT {name:Safe} FROM shop"',
    'from psycopg import sql\n\nquery = t"SELECT <a {name:Safe}>"',
    'with pytest.raises(ValueError):\n    html(t"<p>{body:Safe}</p>")',
    'def Rule(): ...\n\npage = t"<{Rule}><p title={name:Safe}>{[1]:x}</p>{body:Safe}</{Rule}>"',
    't"<p>{price:e} {price:h} {1.5:e}</p>"',
    'def page(price: float, name: str):\n    return t"<p>{price:e} {name:s} {name:>9}</p>"',
    't"<p>{escape} {escape(name)} {name.escape} {name!r:>9}</p><!-- {name:escape} -->"',
    """
    from datetime import date
    from shop import Money

    def page(name: str, count: int, price: float, day: date, money: Money, width: int, shown: bool, names: list):
        return t"<p>{name:>9} {name:.3} {name:*^12s} {name:{width}} {name.title():s} {count:+05d} {count:x}</p>"

    def more(name: str, count: int, price: float, day: date, money: Money, shown: bool, names: list):
        return t"<p>{price:.2f} {price:,.1f} {day:short} {money:plain} {shown:d} {names!r:>9} {count!s:s}</p>"

    def number(n: float):
        return t"<b>{n:d}</b>" if isinstance(n, int) else t"<b>{n:.2f}</b>"

    class Card:
        title: str

        def __post_init__(self):
            self.title = Label(self.title)

        def __call__(self):
            return t"<b>{self.title:short} {self.title:\t>9}</b>"

    def text(name: str, names: list):
        label = name if names else None
        return t"<p>{label:plain} {names[0]:plain} {name:safe}</p><!-- {name:plain} -->"
    """,
    """
    # file: shop/page.py
    from shop.models import Product

    def page(product: Product):
        return t"<p>{product.title:>9} {product.price:.2f} {product.day:short} {product.money:plain}</p>"
    # file: shop/models.py
    from dataclasses import dataclass
    from datetime import date
    from shop.money import Money

    @dataclass
    class Product:
        title: str
        price: float
        day: date
        money: Money
    # file: shop/money.py
    class Money(str):
        def __format__(self, spec): ...
    """,
]

INVALID = [
    td.invalid('def page(name: str):\n    return t"<p title={name:«.2f»}></p>"'),
    td.invalid('def page(count: int):\n    return t"<p>{count:«s»}</p>"'),
    td.invalid('def page(names: list):\n    return t"<p>{names:«>9»}</p>"'),
    td.invalid('def page(x):\n    return t"<p>{x!s:«+d»}</p>"'),
    td.invalid(
        """
        # file: shop/page.py
        from shop.models import Products

        def page(products: Products):
            return [t"<li>{product.title:«plain»}</li>" for product in products.all()]
        # file: shop/models.py
        from dataclasses import dataclass

        @dataclass
        class Product:
            title: str

        class Products:
            def all(self) -> list[Product]: ...
        """
    ),
    td.invalid('t"<p>{body:« safe»}</p>"', fixed='t"<p>{body:safe}</p>"'),
    td.invalid('t"<p>{make:«Callback»}</p>"', fixed='t"<p>{make:callback}</p>"'),
    td.invalid('t"<p title={body:«UNSAFE»}></p>"', fixed='t"<p title={body:unsafe}></p>"'),
    td.invalid('t"<p>{make:«callbak»}</p>"', fixed='t"<p>{make:callback}</p>"', unsafe=True),
    td.invalid('t"<p>{body:«html»}</p>"', fixed='t"<p>{body:safe}</p>"', unsafe=True),
    td.invalid('t"<p title={title!s:«Escaped»}></p>"', fixed='t"<p title={title!s}></p>"', unsafe=True),
    td.invalid(
        'def page(name: str):\n    return t"<p>{name:«e»}</p>"',
        fixed='def page(name: str):\n    return t"<p>{name}</p>"',
        unsafe=True,
    ),
]
