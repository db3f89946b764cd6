"""Mistakes in how services are registered and fetched."""

from __future__ import annotations

from mistakes.model import Mistake, pair

_CACHE = """
@dataclass
class Db:
    name: str = "main"

@dataclass
class Cache:
    db: Inject[Db]

registry = svcs.Registry()
registry.register_factory(Db, Db)
"""

SERVICES = (
    Mistake(
        "factory-without-auto",
        "A class with injected fields, registered without `auto()`",
        "TDC401",
        *pair(
            _CACHE,
            "registry.register_factory(Cache, «Cache»)",
            "registry.register_factory(Cache, auto(Cache))",
            "page = svcs.Container(registry).get(Cache)",
        ),
    ),
    Mistake(
        "factory-parameter-by-name",
        "A factory whose parameter svcs does not know",
        "TDC402",
        *pair(
            "class Db: ...\n\n",
            "def make_db(«c»):\n    return Db()\n",
            "def make_db(svcs_container):\n    return Db()\n",
            "registry = svcs.Registry()\nregistry.register_factory(Db, make_db)\n"
            "page = type(svcs.Container(registry).get(Db)).__name__",
        ),
    ),
    Mistake(
        "class-as-value",
        "A class registered as a value",
        "TDC403",
        *pair(
            "class Db: ...\n\nregistry = svcs.Registry()\n",
            "registry.register_value(Db, «Db»)",
            "registry.register_value(Db, Db())",
            "page = type(svcs.Container(registry).get(Db)).__name__",
        ),
    ),
    Mistake(
        "value-as-factory",
        "A value registered as a factory",
        "TDC403",
        *pair(
            "class Db: ...\n\nregistry = svcs.Registry()\n",
            "registry.register_factory(Db, «Db()»)",
            "registry.register_factory(Db, Db)",
            "page = type(svcs.Container(registry).get(Db)).__name__",
        ),
    ),
    Mistake(
        "captured-scope",
        "A value for all requests that holds what one request closes",
        "TDC410",
        """
        class Conn:
            state = "open"

        @dataclass
        class Repo:
            conn: Conn

        def connect():
            conn = Conn()
            yield conn
            conn.state = "closed"

        registry = svcs.Registry()
        registry.register_factory(Conn, connect)
        with svcs.Container(registry) as container:
            registry.register_value(Repo, «Repo(container.get(Conn))»)
        page = svcs.Container(registry).get(Repo).conn.state
        """,
        """
        class Conn:
            state = "open"

        @dataclass
        class Repo:
            conn: Conn

        def connect():
            conn = Conn()
            yield conn
            conn.state = "closed"

        def make_repo(svcs_container: svcs.Container):
            return Repo(svcs_container.get(Conn))

        registry = svcs.Registry()
        registry.register_factory(Conn, connect)
        registry.register_factory(Repo, make_repo)
        with svcs.Container(registry) as container:
            page = container.get(Repo).conn.state
        """,
    ),
    Mistake(
        "async-factory-asked-without-await",
        "An async factory where nobody awaits",
        "TDC411",
        """
        class Users: ...

        async def make_users() -> Users:
            return Users()

        @dataclass
        class Menu:
            users: «Inject[Users]»

            def __call__(self) -> Template:
                return t"<p>{type(self.users).__name__}</p>"

        registry = HopscotchRegistry()
        registry.register_factory(Users, make_users)
        page = tdom_svcs.html(t"<{Menu} />", container=HopscotchContainer(registry))
        """,
        """
        class Users: ...

        def make_users() -> Users:
            return Users()

        @dataclass
        class Menu:
            users: Inject[Users]

            def __call__(self) -> Template:
                return t"<p>{type(self.users).__name__}</p>"

        registry = HopscotchRegistry()
        registry.register_factory(Users, make_users)
        page = tdom_svcs.html(t"<{Menu} />", container=HopscotchContainer(registry))
        """,
    ),
    Mistake(
        "registered-twice",
        "A type registered twice",
        "TDC412",
        """
        class Db:
            name = "main"

        class Spare(Db):
            name = "spare"

        registry = svcs.Registry()
        «registry.register_factory(Db, Db)»
        «registry.register_factory(Db, Spare)»
        page = svcs.Container(registry).get(Db).name
        """,
        """
        class Db:
            name = "main"

        class Spare(Db):
            name = "spare"

        registry = svcs.Registry()
        registry.register_factory(Db, Db)
        page = svcs.Container(registry).get(Db).name
        """,
    ),
    Mistake(
        "autowire-as-decorator",
        "`svcs.autowire` as a decorator",
        "TDC415",
        """
        «@svcs.autowire»
        class Db: ...

        page = type(Db).__name__
        """,
        """
        class Db: ...

        registry = svcs.Registry()
        registry.register_factory(Db, svcs.autowire(Db))
        page = type(Db).__name__
        """,
    ),
)
