"""Cases of TDC212, type-checking-import."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from string.templatelib import Template\n\n"
_DI = (
    "from dataclasses import dataclass\nfrom typing import TYPE_CHECKING\nfrom svcs_di import Inject\n\n"
    "class Db: ...\n\nif TYPE_CHECKING:\n    from shop import Users\n\n"
)
_PAGE = "\n\npage = t'<{Card} title={1} />'"
_SHOP = (
    "from string.templatelib import Template\nfrom typing import TYPE_CHECKING\n\n"
    "if TYPE_CHECKING:\n    from shop import Product\n\n"
)

VALID = [
    (f"from __future__ import annotations\n{_HEAD}def Card(title) -> Template:\n    return t'<b>{{title}}</b>'{_PAGE}"),
    """
    # file: shop/sales.py
    from dataclasses import dataclass
    from shop.ledger import Cash, Ledger
    from svcs_di import Inject

    class Pricing: ...

    @dataclass
    class Sales(Ledger):
        pricing: Inject[Pricing]

    @dataclass
    class CashSales(Cash):
        pricing: Inject[Pricing]
    # file: shop/ledger.py
    from dataclasses import dataclass
    from typing import TYPE_CHECKING, Any

    if TYPE_CHECKING:
        from shop.models import Coin, Line
    else:
        class Line: ...
        Coin = Any

    @dataclass
    class Ledger:
        entries: list[Line]

    @dataclass
    class Cash:
        coins: list[Coin]
    """,
    (
        f"{_HEAD}class Card:\n    def __init__(self, title): ...\n\n    def __call__(self) -> Template:\n"
        f"        return t'<b></b>'{_PAGE}"
    ),
    "from string.templatelib import Template\n" + f"{_HEAD}def Card(title) -> Template: ...{_PAGE}",
    (
        "import typing\n\nif typing.TYPE_CHECKING:\n    from shop import Users\nelse:\n    Users = object\n\n"
        f"def Card(title: Users): ...{_PAGE}"
    ),
    "try:\n    from shop import Users\nexcept ImportError:\n    Users = None\n"
    + _DI
    + "@dataclass\nclass Panel:\n    db: Inject[Db]\n    users: Users",
    f"{_SHOP}def badge(product: Product) -> Template: ...",
    f"{_SHOP}def Badge(product: 'Product') -> Template: ...",
    f"{_SHOP}def Badge(product: Product) -> Template: ...\n\nbody = Badge(one)",
    f"{_SHOP}def Badge(product: Product) -> str: ...",
]

INVALID = [
    td.invalid(
        """
        # file: shop/card.py
        from functools import wraps
        from string.templatelib import Template
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            from decimal import Decimal

        def traced(component):
            @wraps(component)
            def inner(*args, **kwargs):
                return component(*args, **kwargs)

            return inner

        @traced
        def Card(*, price: «Decimal») -> Template:
            return t"<b>{price}</b>"

        @traced
        def Sum(*, price: Decimal) -> Template:
            return t"<b>{price}</b>"
        # file: shop/page.py
        from shop.card import Card, Sum

        page = t"<{Card} price={1} />{Sum(price=1)}"
        """,
        fixed="""
        # file: shop/card.py
        from decimal import Decimal
        from functools import wraps
        from string.templatelib import Template
        from typing import TYPE_CHECKING

        def traced(component):
            @wraps(component)
            def inner(*args, **kwargs):
                return component(*args, **kwargs)

            return inner

        @traced
        def Card(*, price: Decimal) -> Template:
            return t"<b>{price}</b>"

        @traced
        def Sum(*, price: Decimal) -> Template:
            return t"<b>{price}</b>"
        # file: shop/page.py
        from shop.card import Card, Sum

        page = t"<{Card} price={1} />{Sum(price=1)}"
        """,
    ),
    td.invalid(
        """
        # file: shop/sales.py
        from dataclasses import dataclass
        from shop.ledger import Cash, Ledger
        from svcs_di import Inject

        class Pricing: ...

        @dataclass
        class «Sales»(Ledger):
            pricing: Inject[Pricing]

        @dataclass
        class CashSales(Cash):
            pricing: Inject[Pricing]

        @dataclass
        class Total(Ledger):
            pricing: Pricing
        # file: shop/ledger.py
        from dataclasses import dataclass
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            from shop.models import Line

        @dataclass
        class Ledger:
            entries: list[Line]

        @dataclass
        class Cash:
            amount: int
        """
    ),
    td.invalid(
        f"{_DI}@dataclass\nclass Panel:\n    db: Inject[Db]\n    users: «'list[Users]'» = ()",
        fixed=_DI.replace("if TYPE_CHECKING:\n    from shop import Users\n\n", "").replace(
            "from svcs_di import Inject", "from shop import Users\nfrom svcs_di import Inject"
        )
        + "@dataclass\nclass Panel:\n    db: Inject[Db]\n    users: 'list[Users]' = ()",
        unsafe=True,
    ),
    td.invalid(
        (f"import dataclasses\n{_HEAD}@dataclasses.dataclass\nclass Card:\n    title: «Template | None» = None{_PAGE}"),
        fixed="import dataclasses\nfrom string.templatelib import Template\nfrom typing import TYPE_CHECKING\n\n"
        f"@dataclasses.dataclass\nclass Card:\n    title: Template | None = None{_PAGE}",
    ),
    td.invalid(
        _DI.replace("import Users", "import Carts, Users")
        + "@dataclass\nclass Mailer:\n    db: Inject[Db]\n    users: «Users»\n    others: Users\n\n"
        "@dataclass\nclass OrderMailer(Mailer): ...",
    ),
]
