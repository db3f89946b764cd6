"""Cases of TDC406, inject-ineffective."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from dataclasses import dataclass, field\nfrom svcs_di import Inject\n\nclass Db: ...\n\n"

VALID = [
    (
        f"{_HEAD}from typing import NamedTuple, Protocol\n\nclass Panel(NamedTuple):\n    db: Inject[Db]\n\n"
        "class Source(Protocol):\n    db: Inject[Db]"
    ),
    f"{_HEAD}from shop import component\n\n@component\nclass Panel:\n    db: Inject[Db]",
    f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin):\n    db: Inject[Db]",
    f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin):\n    def __post_init__(self): ...",
    (
        f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin):\n    size: int = 1\n\n"
        "class Page(Mixin):\n    def __init__(self, db):\n        self.db = db"
    ),
    (
        f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin): ...\n\n"
        "panel = Panel()\npanel.db = Db()"
    ),
    (
        f"{_HEAD}from abc import ABC\n\nclass Mixin(ABC):\n    db: Inject[Db]\n\n"
        "@dataclass\nclass Panel(Mixin):\n    size: int = 1"
    ),
    (
        f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin): ...\n\n"
        "@dataclass\nclass Wide(Panel):\n    db: Inject[Db]"
    ),
    (
        f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel:\n    db: Inject[Db]\n\n"
        "@dataclass\nclass Wide(Panel, Mixin): ..."
    ),
    (
        f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin): ...\n\n"
        "@dataclass\nclass Wide(Panel):\n    def __post_init__(self): ..."
    ),
    f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\nclass Panel(Mixin): ...",
    f"{_HEAD}@dataclass\nclass Menu:\n    db: object\n\nclass French(Menu):\n    db: Inject[Db]",
    (
        f"{_HEAD}@dataclass\nclass Menu:\n    size: int = 1\n\n"
        "    def __init_subclass__(cls):\n        dataclass(cls)\n\nclass French(Menu):\n    db: Inject[Db]"
    ),
    (
        f"{_HEAD}@dataclass\nclass Menu:\n    size: int = 1\n\nclass French(Menu):\n    db: Inject[Db]\n\n"
        "    def __init__(self, db):\n        self.db = db"
    ),
    """
    # file: shop/french.py
    from dataclasses import dataclass
    from elsewhere import Base
    from svcs_di import Inject
    from shop.menu import Kept, Made, Menu, Plain

    @dataclass
    class Decorated(Menu):
        clock: Inject[int]

    class Narrowed(Menu):
        db: Inject[int]

    class Own(Made):
        clock: Inject[int]

    class Undecorated(Plain):
        clock: Inject[int]

    class Outside(Base):
        clock: Inject[int]

    class Open(Kept):
        clock: Inject[int]
    # file: shop/menu.py
    from dataclasses import dataclass
    from elsewhere import kept

    @dataclass
    class Menu:
        db: object

    @dataclass
    class Made:
        db: object

        def __init__(self, db): ...

    class Plain: ...

    @kept
    @dataclass
    class Kept:
        db: object
    """,
    f"{_HEAD}def render(panel, db: Inject[Db]): ...\n\nclass Page:\n    def show(self, db: Inject[Db]): ...",
    f"{_HEAD}class Panel:\n    db: Inject[Db]\n\nPanel = dataclass(Panel)",
    f"{_HEAD}@dataclass\nclass Mailer:\n    db: Inject[Db]\n\n@dataclass\nclass OrderMailer(Mailer): ...",
]

INVALID = [
    td.invalid(
        "from dataclasses import dataclass\nfrom svcs_di import Inject\n\nSize = Inject[int]\n\n"
        "class Panel:\n    «size: Size»"
    ),
    td.invalid(
        f"{_HEAD}class Dated:\n    «db: Inject[Db]»\n\n@dataclass\nclass Mailer(Dated):\n    size: int = 1\n\n"
        "@dataclass\nclass OrderMailer(Mailer): ..."
    ),
    td.invalid(
        f"{_HEAD}class Dated:\n    «db: Inject[Db]»\n\n@dataclass\nclass Mailer:\n    size: int = 1\n\n"
        "@dataclass\nclass OrderMailer(Dated, Mailer): ..."
    ),
    td.invalid(
        f"{_HEAD}import attrs\n\nclass Mailer:\n    «db: Inject[Db]»\n\n@attrs.define\nclass OrderMailer(Mailer): ..."
    ),
    td.invalid(
        f"{_HEAD}from svcs_di import injectable\n\n@dataclass\nclass Menu:\n    size: int\n\n"
        "class Wide(Menu): ...\n\n@injectable\nclass French(Wide):\n    «db: Inject[Db]»"
    ),
    td.invalid(
        """
        # file: shop/french.py
        from svcs_di import Inject
        from shop.menu import Menu

        class French(Menu):
            «clock: Inject[int]»
        # file: shop/menu.py
        from dataclasses import dataclass
        from shop.base import Base

        @dataclass
        class Menu(Base):
            size: int = 1
        # file: shop/base.py
        from typing import Protocol

        class Base(Protocol):
            size: int
        """
    ),
]
