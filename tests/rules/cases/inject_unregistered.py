"""Cases of TDC408, inject-unregistered."""

from __future__ import annotations

from tdomcheck import authoring as td

_MENU = """
    from dataclasses import dataclass
    from svcs_di import Inject

    class Users: ...
    class Other: ...

    @dataclass
    class Menu:
        users: Inject[Users]

    def wire(registry, locator):
        registry.register_value(Other, Other())
    """
_SHOP = """
    # file: shop/menu.py
    from typing import Annotated
    from svcs_di import Inject
    from svcs_hopscotch import Get
    from .users import Users
    # file: shop/users.py
    from svcs_hopscotch.injectors import injectable

    class Users: ...
    class Clock: ...

    @injectable(for_=Clock)
    class SystemClock(Users): ...
    """

_QUOTED = _MENU.replace("import dataclass", "import InitVar, dataclass\n    from typing import Annotated")

VALID = [
    *(
        _QUOTED.replace("Inject[Users]", written)
        for written in (
            '"Inject[Users] | None"',
            '"Users"',
            "'Annotated[Users, \"Inject[Users]\"]'",
            '"InitVar[Users]"',
        )
    ),
    _MENU.replace("registry.register_value(Other, Other())", "pass"),
    _MENU.replace("class Users", "@anything_may_register\n    class Users"),
    """
    from dataclasses import dataclass
    import svcs
    from svcs_di import Inject, Resource
    from svcs_di.injectors import injectable

    class view(injectable):
        kind = "view"

    class Customer: ...
    class Clock: ...

    @view()
    class Users: ...

    @injectable(for_=Clock)
    class SystemClock: ...

    @dataclass
    class Menu:
        users: Inject[Users]
        clock: "Inject[Clock]"
        customer: Resource[Customer]
        container: Inject[svcs.Container]
    """,
    _SHOP.replace("# file: shop/users", "def Menu(users: Inject[Users]): ...\n    # file: shop/users")
    + """# file: shop/wiring.py
    from shop import users as services

    def wire(registry):
        registry.register_local_value(svc_type=services.Users, value=services.Users())
    """,
    f"\n    from functools import partial{_MENU}    partial(registry.register_factory, Users)",
    f"{_MENU}    add = registry.register_value\n        add(Users, Users())",
    f'{_MENU}    getattr(registry, "register_factory")(Users, Users)',
    f"\n    from svcs_di.injectors import injectable{_MENU}    injectable(Users)",
    f"\n    from elsewhere import setup{_MENU}    setup(registry)",
    f"\n    import svcs{_MENU}    mine = svcs.Registry()\n        locator.extension.init(mine)",
    """
    # file: shop/marks.py
    from svcs_di.injectors import injectable

    class view(injectable):
        kind = "view"
    # file: shop/__init__.py
    from .marks import view
    # file: shop/users.py
    from shop import view

    class Clock: ...

    @view
    class Users: ...

    @view(for_=Clock)
    class SystemClock: ...
    # file: shop/menu.py
    from svcs_di import Inject
    from .users import Clock, Users

    def Menu(users: Inject[Users], clock: Inject[Clock]): ...

    def wire(registry):
        registry.register_value(Menu, Menu)
    """,
]

INVALID = [
    *(
        td.invalid(_QUOTED.replace("Inject[Users]", f"«{written}»"))
        for written in (
            '"Inject[Users]"',
            "Annotated[Inject[Users], 1]",
            '"Annotated[Inject[Users], 1]"',
            "InitVar[Inject[Users]]",
            '"InitVar[Inject[Users]]"',
        )
    ),
    td.invalid(
        _SHOP.replace(
            "# file: shop/users",
            'def Menu(name: «Annotated[str, Get(Users, "name")]»): ...\n    # file: shop/users',
        )
        + """# file: tests/conftest.py
    from shop.users import Users

    def registry(registry):
        registry.register_factory(Users, Users)
    """
    ),
]
