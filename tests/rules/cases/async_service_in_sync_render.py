"""Cases of TDC411, async-service-in-sync-render."""

from __future__ import annotations

from tdomcheck import authoring as td

_MENU = """
    from dataclasses import dataclass
    from string.templatelib import Template
    from svcs_di import Inject

    class Users: ...

    async def make_users(): ...

    def wire(registry):
        registry.register_factory(Users, make_users)

    @dataclass
    class Menu:
        users: Inject[Users]

        def __call__(self) -> Template:
            return t"<ul></ul>"
    """
_FETCH = """
    from dataclasses import dataclass
    from svcs_di import auto, auto_async

    @dataclass
    class Users: ...

    def wire(registry, is_slow):
        registry.register_factory(Users, auto_async(Users))

    def page(container):
        return container.get(Users)
    """
_MARKED = _FETCH.replace("container.get(Users)", "container.get(«Users»)")

VALID = [
    _FETCH.replace("svcs_di", "elsewhere"),
    _FETCH.replace("def page", "def late(registry):\n        registry.register_factory(Users, Users)\n\n    def page"),
    """
    from dataclasses import dataclass
    from string.templatelib import Template
    from svcs_di import Inject, auto_async

    class Db: ...

    async def connect(): ...

    @dataclass
    class Users:
        db: Inject[Db]

    def wire(registry):
        registry.register_factory(Db, connect)
        registry.register_factory(Users, auto_async(Users))

    @dataclass
    class Menu:
        users: object

        def __call__(self) -> Template:
            return t"<ul></ul>"

    async def page(container):
        return html(t"<{Menu} users={await container.aget(Users)} />")
    """,
    _MENU.replace("def wire(registry):", "def wire(registry):\n        registry.register_value(Users, Users())"),
    _MENU.replace('        def __call__(self) -> Template:\n            return t"<ul></ul>"\n', ""),
    _MENU.replace("Inject[Users]", "object")
    + "\n    async def page(container):\n        return await container.aget(Users)",
    f"{_MENU.replace('Inject[Users]', 'object')}\n    def page(store):\n        return store.get(Users)",
    f"{_MENU.replace('Inject[Users]', 'Inject[Users] = None')}",
    _MENU.replace("users: Inject[Users]", "shop: Inject[Shop]")
    + "\n    @dataclass\n    class Shop:\n        users: Inject[Users]",
    f"{_MENU}\n    def late(container, users):\n        container.register_local_value(Users, users)",
]

INVALID = [
    *map(
        td.invalid,
        (
            _MARKED,
            _MARKED.replace("auto_async(Users)", "auto_async(Users) if is_slow else auto_async(Users)"),
            _MARKED.replace("import auto, auto_async", "import auto\n    import svcs_di").replace(
                "auto_async(", "svcs_di.auto_async("
            ),
            _MARKED.replace("(Users, auto_async(Users))", "(svc_type=Users, factory=auto_async(Users))"),
            _MARKED.replace("(Users, auto_async(Users))", "(Users, make)").replace(
                "def wire", "make = auto_async(Users)\n\n    def wire"
            ),
        ),
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from string.templatelib import Template
        from svcs_di import Inject, auto

        class Db: ...

        async def connect(): ...

        @dataclass
        class Users:
            db: «Inject[Db]»

        def wire(registry):
            registry.register_factory(Db, connect)
            registry.register_factory(Users, auto(Users))

        @dataclass
        class Menu:
            users: Inject[Users]

            def __call__(self) -> Template:
                return t"<ul></ul>"
        """
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from svcs_di import Inject, auto

        class Db: ...

        async def connect(): ...

        @dataclass
        class Mailer:
            db: «Inject[Db]»

        @dataclass
        class OrderMailer(Mailer): ...

        def wire(registry):
            registry.register_factory(Db, connect)
            registry.register_factory(OrderMailer, auto(OrderMailer))

        def order(container):
            return container.get(OrderMailer)
        """
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from string.templatelib import Template
        from typing import Protocol
        from svcs_di import Inject, auto

        class Db: ...

        async def connect(): ...

        class Users(Protocol): ...

        @dataclass
        class StoredUsers:
            db: «Inject[Db]»

        def wire(registry):
            registry.register_factory(Db, connect)
            registry.register_factory(Users, auto(StoredUsers))

        @dataclass
        class Menu:
            users: Inject[Users]

            def __call__(self) -> Template:
                return t"<ul></ul>"
        """
    ),
]
