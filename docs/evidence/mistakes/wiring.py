"""Mistakes in middleware, registries and containers."""

from __future__ import annotations

from mistakes.model import Mistake, pair

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
_HOOK = """
@dataclass
class Mark:
    priority: int = 0

    def __call__(self, target, props, context):
        return {**props, "marked": True}

"""
_HOOKED = """
@dataclass
class Card:
    title: str

    def __call__(self) -> Template:
        return t"<b>{self.title}</b>"

container = HopscotchContainer(HopscotchRegistry())
page = execute_target_middleware(Card, {"title": "a"}, container, phase="rendering")
"""

WIRING = (
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
        *pair(
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
        *pair(
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
        *pair(
            "@middleware\n@dataclass\nclass Mark:\n    priority: int = 0\n",
            "    «async def __call__»(self, target, props, context):\n        return props",
            "    def __call__(self, target, props, context):\n        return props",
            _ASK.replace("page = execute", "page = «execute").replace("registry))", "registry))»"),
        ),
    ),
    Mistake(
        "phase-misspelt",
        "Hooks under a phase that is never run",
        "TDC505",
        *pair(
            _HOOK,
            '@hookable(middleware={«"rendring"»: [Mark]})',
            '@hookable(middleware={"rendering": [Mark]})',
            _HOOKED,
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
        *pair(
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
        *pair(
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
        *pair(
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
        *pair(
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
