"""Mistakes in what is injected."""

from __future__ import annotations

from mistakes.model import Mistake, pair

INJECTION = (
    Mistake(
        "inject-or-none",
        "`Inject[...] | None`",
        "TDC404",
        *pair(
            '@dataclass\nclass Db:\n    name: str = "main"\n\n@dataclass\nclass Cache:\n',
            "    db: «Inject[Db] | None» = None",
            "    db: Inject[Db]",
            "\nregistry = svcs.Registry()\nregistry.register_factory(Db, Db)\n"
            "registry.register_factory(Cache, auto(Cache))\npage = svcs.Container(registry).get(Cache)",
        ),
    ),
    Mistake(
        "inject-of-optional",
        "`Inject[... | None]`",
        "TDC404",
        *pair(
            '@dataclass\nclass Db:\n    name: str = "main"\n\n@dataclass\nclass Cache:\n',
            "    db: «Inject[Db | None]»",
            "    db: Inject[Db]",
            "\nregistry = svcs.Registry()\nregistry.register_factory(Db, Db)\n"
            "registry.register_factory(Cache, auto(Cache))\npage = svcs.Container(registry).get(Cache)",
        ),
    ),
    Mistake(
        "inject-bare",
        "`Inject` without a type",
        "TDC405",
        *pair(
            '@dataclass\nclass Db:\n    name: str = "main"\n\n@dataclass\nclass Cache:\n',
            "    db: «Inject»",
            "    db: Inject[Db]",
            "\nregistry = svcs.Registry()\nregistry.register_factory(Db, Db)\n"
            "registry.register_factory(Cache, auto(Cache))\npage = svcs.Container(registry).get(Cache)",
        ),
    ),
    Mistake(
        "inject-in-list",
        "`list[Inject[...]]`",
        "TDC405",
        *pair(
            '@dataclass\nclass Db:\n    name: str = "main"\n\n@dataclass\nclass Cache:\n',
            "    db: «list[Inject[Db]]»",
            "    db: Inject[Db]",
            "\nregistry = svcs.Registry()\nregistry.register_factory(Db, Db)\n"
            "registry.register_factory(Cache, auto(Cache))\npage = svcs.Container(registry).get(Cache)",
        ),
    ),
    Mistake(
        "inject-in-init",
        "An injected parameter of `__init__`",
        "TDC406",
        """
        @dataclass
        class Db:
            name: str = "main"

        class Cache:
            def __init__(self, db: «Inject[Db]») -> None:
                self.db = db

        registry = svcs.Registry()
        registry.register_factory(Db, Db)
        registry.register_factory(Cache, auto(Cache))
        page = svcs.Container(registry).get(Cache).db.name
        """,
        """
        @dataclass
        class Db:
            name: str = "main"

        @dataclass
        class Cache:
            db: Inject[Db]

        registry = svcs.Registry()
        registry.register_factory(Db, Db)
        registry.register_factory(Cache, auto(Cache))
        page = svcs.Container(registry).get(Cache).db.name
        """,
    ),
    Mistake(
        "inject-after-default",
        "An injected field after one with a default",
        "TDC407",
        """
        @dataclass
        class Db:
            name: str = "main"

        @dataclass
        class Cache:
            size: int = 10
            «db: Inject[Db]»

        page = Cache.__name__
        """,
        """
        @dataclass
        class Db:
            name: str = "main"

        @dataclass
        class Cache:
            db: Inject[Db]
            size: int = 10

        page = Cache.__name__
        """,
    ),
    Mistake(
        "service-not-registered",
        "A service that nothing registers, in a service",
        "TDC408",
        """
        class Db: ...
        class Other: ...

        @dataclass
        class Cache:
            db: «Inject[Db]»

        registry = svcs.Registry()
        registry.register_factory(Other, Other)
        registry.register_factory(Cache, auto(Cache))
        page = type(svcs.Container(registry).get(Cache).db).__name__
        """,
        """
        class Db: ...
        class Other: ...

        @dataclass
        class Cache:
            db: Inject[Db]

        registry = svcs.Registry()
        registry.register_factory(Db, Db)
        registry.register_factory(Cache, auto(Cache))
        page = type(svcs.Container(registry).get(Cache).db).__name__
        """,
    ),
    Mistake(
        "component-service-not-registered",
        "A service that nothing registers, in a component",
        "TDC408",
        """
        class Users: ...
        class Other: ...

        @dataclass
        class Menu:
            users: «Inject[Users]»

            def __call__(self) -> Template:
                return t"<p>{type(self.users).__name__}</p>"

        registry = HopscotchRegistry()
        registry.register_factory(Other, Other)
        page = tdom_svcs.html(t"<{Menu} />", container=HopscotchContainer(registry))
        """,
        """
        class Users: ...
        class Other: ...

        @dataclass
        class Menu:
            users: Inject[Users]

            def __call__(self) -> Template:
                return t"<p>{type(self.users).__name__}</p>"

        registry = HopscotchRegistry()
        registry.register_factory(Users, Users)
        page = tdom_svcs.html(t"<{Menu} />", container=HopscotchContainer(registry))
        """,
    ),
    Mistake(
        "injection-cycle",
        "Services that inject each other",
        "TDC409",
        """
        @dataclass
        class A:
            b: «Inject[B]»

        @dataclass
        class B:
            a: «Inject[A]»

        registry = svcs.Registry()
        registry.register_factory(A, auto(A))
        registry.register_factory(B, auto(B))
        page = type(svcs.Container(registry).get(A)).__name__
        """,
        """
        @dataclass
        class A:
            b: Inject[B]

        @dataclass
        class B:
            name: str = "b"

        registry = svcs.Registry()
        registry.register_factory(A, auto(A))
        registry.register_factory(B, auto(B))
        page = type(svcs.Container(registry).get(A)).__name__
        """,
    ),
)
