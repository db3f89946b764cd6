"""Mistakes in services, injection, middleware and registries."""

from __future__ import annotations

from mistakes.model import CLOSING, OPENING, Mistake

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
_GREETING = """
class Greeting:
    text = "Hello"

"""
_FRENCH = """
@injectable(for_=Greeting, location={location})
class French(Greeting):
    text = "Bonjour"

@injectable(for_=Greeting)
class English(Greeting):
    text = "Good day"

registry = HopscotchRegistry()
scan(registry, locals_dict={{"French": French, "English": English}})

@dataclass
class Page:
    greeting: Inject[Greeting]

container = HopscotchContainer(registry, location=PurePath("/fr/shop"))
page = container.inject(Page).greeting.text
"""

_ASK = """
registry = HopscotchRegistry()
register_middleware(registry, Mark)
page = execute_middleware(object, {"title": "a"}, HopscotchContainer(registry))
"""
_RUN = f"""
    def __call__(self, target, props, context):
        return props
{_ASK}"""


def _one(before: str, wrong: str, right: str, after: str) -> tuple[str, str]:
    return f"{before}{wrong}\n{after}", f"{before}{right}\n{after.replace(OPENING, '').replace(CLOSING, '')}"


SERVICES = (
    Mistake(
        "factory-without-auto",
        "A class with injected fields, registered without `auto()`",
        "TDC401",
        *_one(
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
        *_one(
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
        *_one(
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
        *_one(
            "class Db: ...\n\nregistry = svcs.Registry()\n",
            "registry.register_factory(Db, «Db()»)",
            "registry.register_factory(Db, Db)",
            "page = type(svcs.Container(registry).get(Db)).__name__",
        ),
    ),
    Mistake(
        "inject-or-none",
        "`Inject[...] | None`",
        "TDC404",
        *_one(
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
        *_one(
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
        *_one(
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
        *_one(
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
    Mistake(
        "middleware-without-return",
        "A middleware that returns nothing",
        "TDC501",
        """
        @middleware
        @dataclass
        class Mark:
            priority: int = 0

            def «__call__»(self, target, props, context):
                props["marked"] = True

        page = Mark()(object, {"title": "a"}, {})
        """,
        """
        @middleware
        @dataclass
        class Mark:
            priority: int = 0

            def __call__(self, target, props, context):
                return {**props, "marked": True}

        page = Mark()(object, {"title": "a"}, {})
        """,
    ),
    Mistake(
        "middleware-without-priority",
        "A middleware without a priority",
        "TDC502",
        *_one(
            "@middleware\n@dataclass\n",
            'class «Mark»:\n    name: str = "mark"',
            "class Mark:\n    priority: int = 0",
            _RUN,
        ),
    ),
    Mistake(
        "middleware-of-two-arguments",
        "A middleware that takes no context",
        "TDC503",
        *_one(
            "@middleware\n@dataclass\nclass Mark:\n    priority: int = 0\n",
            "    def «__call__»(self, target, props):\n        return props",
            "    def __call__(self, target, props, context):\n        return props",
            _ASK,
        ),
    ),
    Mistake(
        "async-middleware",
        "An async middleware where nobody awaits",
        "TDC504",
        *_one(
            "@middleware\n@dataclass\nclass Mark:\n    priority: int = 0\n",
            "    «async def __call__»(self, target, props, context):\n        return props",
            "    def __call__(self, target, props, context):\n        return props",
            _ASK.replace("page = execute", "page = «execute").replace("registry))", "registry))»"),
        ),
    ),
    Mistake(
        "location-as-text",
        "A location that is a text",
        "TDC601",
        _GREETING + _FRENCH.format(location='«"/fr"»'),
        _GREETING + _FRENCH.format(location='PurePath("/fr")'),
    ),
    Mistake(
        "resource-is-class",
        "A resource that is a class",
        "TDC602",
        *_one(
            _GREETING
            + """
class FrenchCustomer: ...

@injectable(for_=Greeting, resource=FrenchCustomer)
class French(Greeting):
    text = "Bonjour"

@dataclass
class Page:
    greeting: Inject[Greeting]

registry = HopscotchRegistry()
registry.register_factory(Greeting, Greeting)
scan(registry, locals_dict={"French": French})
""",
            "container = HopscotchContainer(registry, resource=«FrenchCustomer»)",
            "container = HopscotchContainer(registry, resource=FrenchCustomer())",
            "page = container.inject(Page).greeting.text",
        ),
    ),
    Mistake(
        "injectable-by-position",
        "`@injectable` with a class by position",
        "TDC603",
        *_one(
            "@dataclass\nclass Greeting:\n    text: object = None\n\n",
            "«@injectable(Greeting)»",
            "@injectable(for_=Greeting)",
            'class French(Greeting):\n    text = "Bonjour"\n\npage = isinstance(French, type)',
        ),
    ),
    Mistake(
        "injectable-function",
        "`@injectable` on a function, without `for_`",
        "TDC603",
        *_one(
            _GREETING,
            "«@injectable»",
            "@injectable(for_=Greeting)",
            "def make_greeting() -> Greeting:\n    return Greeting()\n\n"
            'registry = HopscotchRegistry()\nscan(registry, locals_dict={"make_greeting": make_greeting})\n'
            'page = "registered"',
        ),
    ),
    Mistake(
        "locator-asked-with-get",
        "`get` for what only the locator knows",
        "TDC607",
        *_one(
            _GREETING
            + """
@injectable(for_=Greeting)
class French(Greeting):
    text = "Bonjour"

@dataclass
class Page:
    greeting: Inject[Greeting]

registry = HopscotchRegistry()
scan(registry, locals_dict={"French": French})
container = HopscotchContainer(registry)
""",
            "page = container.get(«Greeting»).text",
            "page = container.inject(Page).greeting.text",
            "",
        ),
    ),
)
