"""Cases of TDC407, inject-after-default."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from dataclasses import KW_ONLY, dataclass, field\nfrom svcs_di import Inject\nfrom shop import Db\n\n"
_BASE = "class Base:\n    db: Inject[Db]\n    size: int = 1\n\n"

VALID = [
    """
    # file: shop/site.py
    from dataclasses import dataclass
    from shop.layout import Filled, Named, Plain, Required
    from svcs_di import Inject

    @dataclass
    class One(Named):
        taxes: Inject[Taxes]

    @dataclass
    class Two(Plain):
        taxes: Inject[Taxes]

    @dataclass
    class Three(Required):
        taxes: Inject[Taxes]

    @dataclass
    class Four(Filled):
        taxes: Inject[Taxes]
    # file: shop/layout.py
    from dataclasses import dataclass, field

    @dataclass(kw_only=True)
    class Named:
        owner: str = "Storefront"

    class Plain:
        owner: str = "Storefront"

    @dataclass
    class Required:
        owner: str
        made: str = field(init=False, default="")

    @dataclass
    class Filled:
        owner: str = "Storefront"
        taxes: object = None
    """,
    (f"{_HEAD}from shop import own_field\n\n@dataclass\nclass Panel:\n    size: int = own_field()\n    db: Inject[Db]"),
    f"{_HEAD}@dataclass(init=False)\nclass Panel:\n    size: int = 1\n    db: Inject[Db]",
    (
        f"{_HEAD}from typing import ClassVar\n\n@dataclass\nclass Panel:\n"
        "    size: ClassVar[int] = 1\n    db: Inject[Db]"
    ),
    f"{_HEAD}@dataclass\nclass Panel:\n    size: int = 1\n    db: Inject[Db] = own_field()",
    f"{_HEAD}@dataclass(**options)\nclass Panel:\n    size: int = 1\n    db: Inject[Db]",
    f"{_HEAD}@dataclass(kw_only=True)\n{_BASE}@dataclass\nclass Panel(Base):\n    other: Inject[Db]",
    f"{_HEAD}@dataclass\n{_BASE}@dataclass(kw_only=True)\nclass Panel(Base):\n    other: Inject[Db]",
    f"{_HEAD}{_BASE}@dataclass\nclass Panel(Base):\n    other: Inject[Db]",
    f"{_HEAD}@dataclass(**options)\n{_BASE}@dataclass\nclass Panel(Base):\n    other: Inject[Db]",
    f"{_HEAD}@dataclass\n{_BASE}@dataclass\nclass Panel(Base):\n    db: Inject[Db]\n    size: int",
    (
        f"{_HEAD}class Defaults:\n    db = None\n\n@dataclass\nclass Panel(Defaults):\n    size: int = 1\n"
        "    db: Inject[Db]"
    ),
    f"{_HEAD}from shop import Base\n\n@dataclass\nclass Panel(Base):\n    other: Inject[Db]",
]

INVALID = [
    td.invalid(
        """
        # file: shop/site.py
        from dataclasses import dataclass
        from shop.layout import Footer
        from svcs_di import Inject

        @dataclass
        class BusinessFooter(Footer):
            «taxes: Inject[Taxes]»
        # file: shop/layout.py
        from dataclasses import dataclass
        from shop.base import Base

        @dataclass
        class Footer(Base):
            owner: str = "Storefront"
        # file: shop/base.py
        from dataclasses import dataclass

        @dataclass
        class Base:
            size: int
        """,
        fixed="""
        # file: shop/site.py
        from dataclasses import dataclass
        from shop.layout import Footer
        from svcs_di import Inject

        @dataclass(kw_only=True)
        class BusinessFooter(Footer):
            taxes: Inject[Taxes]
        # file: shop/layout.py
        from dataclasses import dataclass
        from shop.base import Base

        @dataclass
        class Footer(Base):
            owner: str = "Storefront"
        # file: shop/base.py
        from dataclasses import dataclass

        @dataclass
        class Base:
            size: int
        """,
        unsafe=True,
    ),
    td.invalid(
        f"{_HEAD}@dataclass(frozen=True)\nclass Panel:\n    sizes: list = field(default_factory=list)\n"
        "    «db: Inject[Db] = field(repr=False)»\n    more: Inject[Db]",
        fixed=f"{_HEAD}@dataclass(frozen=True, kw_only=True)\nclass Panel:\n"
        "    sizes: list = field(default_factory=list)\n"
        "    db: Inject[Db] = field(repr=False)\n    more: Inject[Db]",
        unsafe=True,
    ),
]
