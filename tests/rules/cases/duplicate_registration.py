"""Cases of TDC412, duplicate-registration."""

from __future__ import annotations

from tdomcheck import authoring as td

_GREETER = """
    from pathlib import PurePath
    from svcs_hopscotch.injectors import injectable

    class Greeter: ...
    class Clock: ...
    """
_WIRE = f"{_GREETER}\n    def wire(registry):\n        "
_AB = f"{_WIRE}class A: ...\n        class B: ...\n\n        registry.register_implementation(Greeter, "
_HANDED = f"{_GREETER}\n    def add(r):\n        r.register_value(Clock, 1)\n\n    def wire(registry, other):\n        "
_LAST = "\n        registry.register_value(Clock, 2)"
_ELSEWHERE = """
        # file: shop/wiring.py
        from shop.mail import Sender, register_mail

        def wire(registry, other):
            {}
        # file: shop/mail.py
        class Sender: ...

        def register_mail(registry):
            registry.register_value(Sender, Sender())
        """
_SENDER = "registry.register_value(Sender, 1)"
_OWN = f"{_HANDED}registry = Registry()\n        ".replace("registry, other", "")
_SITE = """
        # file: shop/models.py
        class Greeter: ...
        # file: shop/site/__init__.py
        # file: shop/site/places.py
        from pathlib import PurePath

        FRENCH = PurePath("/fr")
        # file: shop/site/french.py
        from pathlib import PurePath
        from shop.models import Greeter
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Greeter, location=PurePath("/fr"))
        class French: ...
        # file: shop/site/more.py
        from shop.models import Greeter
        from shop.site.places import FRENCH
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Greeter, location=FRENCH)
        class Polite: ...
        # file: shop/app.py
        from shop import site
        from tdom_svcs import scan

        def wire(registry):
            scan(registry, site)
        """

VALID = [
    _SITE.replace("scan(registry, site)", "scan(registry, 'shop.site.french')"),
    _SITE.replace("file: shop/app.py", "file: tests/test_site.py"),
    f"{_SITE}    scan(registry, 'shop.site.french')",
    _SITE.replace("location=FRENCH", "location=HERE")
    .replace('PurePath("/fr"))', "HERE)")
    .replace("@injectable", "HERE = place()\n\n        @injectable"),
    _SITE.replace("from shop.models import Greeter\n", "from shop.models import Greeter\n        class Kind: ...\n")
    .replace("location=FRENCH", "resource=Kind")
    .replace('location=PurePath("/fr")', "resource=Kind"),
    _SITE.replace(
        "        @injectable(for_=Greeter, location=FRENCH)\n        class Polite: ...",
        "        if DEMO:\n            @injectable(for_=Greeter, location=FRENCH)\n            class Polite: ...",
    ),
    _SITE.replace('FRENCH = PurePath("/fr")', 'FRENCH = PurePath("/fr/ca")'),
    _SITE.replace("file: shop/site/more.py", "file: shop/site/more/__init__.py"),
    (
        f"{_GREETER}\n    @injectable(for_=Greeter, resource=Clock)\n    class A: ...\n\n"
        "    @injectable(for_=Greeter)\n    class B: ..."
    ),
    (
        f"{_GREETER}\n    def wire(registry, debug):\n        if debug:\n"
        "            registry.register_value(Clock, 1)\n        else:\n"
        "            registry.register_value(Clock, 2)"
    ),
    (
        f"{_GREETER}\n    def one(registry):\n        registry.register_value(Clock, 1)\n\n"
        "    def two(registry):\n        registry.register_value(Clock, 2)"
    ),
    (
        f"{_GREETER}\n    def wire(registry):\n        registry.register_value(Clock, 1)\n\n"
        "        class Ours(Clock): ...\n\n        registry.register_value(Clock, Ours())"
    ),
    """
    # file: shop/site.py
    from svcs_hopscotch.injectors import injectable
    from shop.base import Greeter

    @injectable(for_=Greeter)
    class A: ...
    # file: shop/base.py
    from svcs_hopscotch.injectors import injectable

    class Greeter: ...

    @injectable(for_=Greeter)
    class B: ...
    """,
    (
        f"{_GREETER}\n    def wire(registry):\n"
        '        registry.register_implementation(Greeter, A, location=PurePath("/de"))\n'
        '        registry.register_implementation(Greeter, B, location=PurePath("/fr"))\n'
        "        registry.register_implementation(Greeter, C, resource=Clock)\n"
        "        registry.register_implementation(Greeter, D)\n"
        "        registry.register_value(Greeter, D())"
    ),
    (
        f"{_GREETER}\n    def wire(registry, german):\n        if german:\n"
        '            registry.register_implementation(Greeter, A, location=PurePath("/de"))\n        else:\n'
        '            registry.register_implementation(Greeter, B, location=PurePath("/de"))'
    ),
    (
        f"{_GREETER}\n    def wire(registry, places):\n        place = places[0]\n"
        "        registry.register_implementation(Greeter, A, location=place)\n        place = places[1]\n"
        "        registry.register_implementation(Greeter, B, location=place)"
    ),
    (
        f"{_GREETER}\n    def wire(registry):\n"
        '        registry.register_implementation(Greeter, Greeter, kind="middleware")\n'
        '        registry.register_implementation(Greeter, Greeter, kind="hookable")\n'
        "        registry.register_implementation(Clock, A, **options)\n"
        "        registry.register_implementation(Clock, B, **others)"
    ),
    (
        f"{_GREETER}\n    def wire(locator):\n        first = locator.register(Greeter, A, resource=Clock)\n"
        "        second = locator.register(Greeter, B, resource=Clock)\n        return first, second"
    ),
    """
    # file: shop/footer.py
    from pathlib import PurePath
    from svcs_hopscotch.injectors import injectable

    class Footer: ...

    @injectable(for_=Footer, location=PurePath("/de"))
    class A: ...
    # file: shop/wiring.py
    from pathlib import PurePath
    from svcs_hopscotch import scan
    from shop.footer import Footer

    class B: ...

    def wire(registry):
        scan(registry, "shop")
        registry.register_implementation(Footer, B, location=PurePath("/de"))
    """,
    f"{_HANDED}if debug:\n            add(registry){_LAST}",
    f"{_HANDED}add(other){_LAST}",
    f"{_HANDED}add(registry)\n        add(registry)",
    f"{_OWN}add(registry){_LAST}",
    f"{_OWN}add(registry){_LAST}".replace("registry = Registry()", "with Registry() as registry: ..."),
    f"{_GREETER}\n    registry = 0{_OWN.removeprefix(_GREETER)}add(registry){_LAST}",
    f"{_HANDED}add(registry){_LAST}".replace("def wire(registry, other):\n", "with Registry() as registry:\n"),
    """
    # file: shop/demo.py
    import svcs

    class Db: ...
    class FakeDb(Db): ...

    def setup(registry: svcs.Registry) -> None:
        registry.register_factory(Db, Db)

    def demo_app() -> svcs.Registry:
        registry = svcs.Registry()
        setup(registry)
        registry.register_value(Db, FakeDb())
        return registry
    """,
    f"{_HANDED}done = debug or add(registry){_LAST}",
    f"{_HANDED}add(registry){_LAST}".replace("def add(r):", "def add(r):\n        if debug: return"),
    f"{_HANDED}add(registry){_LAST}".replace("add", "add_defaults"),
    _ELSEWHERE.format(f"register_mail(registry)\n            {_SENDER}"),
    _ELSEWHERE.format(f"{_SENDER}\n            register_mail(other)"),
    _ELSEWHERE.format(f"{_SENDER}\n            if other:\n                register_mail(registry)"),
    _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)").replace("(Sender, Sender", "(int, Sender"),
    _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)")
    .replace("mail(", "base(")
    .replace("register_mail", "register_base"),
    _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)").replace(
        "registry.register_value(Sender, Sender",
        "if debug:\n                registry.register_value(Sender, Sender",
    ),
    _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)").replace(
        "registry.register_value(Sender, Sender",
        "if debug: return\n            registry.register_value(Sender, Sender",
    ),
    _ELSEWHERE.format(f"{_SENDER}\n            if other:\n                return\n            register_mail(registry)"),
    _ELSEWHERE.format(f"{_SENDER}\n            yield registry\n            register_mail(registry)"),
    _ELSEWHERE.format(f"{_SENDER}\n            registry = fresh()\n            register_mail(registry)"),
    _ELSEWHERE.format(f"{_SENDER}\n            registry.close()\n            register_mail(registry)"),
    _ELSEWHERE.format(
        f"for registry in other:\n                {_SENDER}\n                if other:\n"
        "                    continue\n                register_mail(registry)"
    ),
    f"{_HANDED}add(registry)\n        if debug:\n            return{_LAST}",
    f"{_HANDED}registry.register_value(Clock, 2)\n        registry: Registry = other\n        add(registry)",
    f"{_WIRE}registry.register_value(Clock, 1)\n        if debug:\n            return{_LAST}",
    f"{_WIRE}registry.register_value(Clock, 1)\n        registry, more = both(){_LAST}",
    """
    # file: tests/test_wiring.py
    class Clock: ...

    def test_the_last_wins(registry):
        registry.register_value(Clock, 1)
        registry.register_value(Clock, 2)
    """,
]

INVALID = [
    td.invalid(
        _SITE.replace("@injectable(for_=Greeter, location=FRENCH)", "@«injectable(for_=Greeter, location=FRENCH)»")
    ),
    td.invalid(
        f'{_GREETER}\n    @injectable(for_=Greeter, location=PurePath("/"))\n    class A: ...\n\n'
        '    @«injectable(for_=Greeter, location=PurePath("/"))»\n    class B: ...'
    ),
    td.invalid(
        f'{_AB}A, location=PurePath("/de"))\n'
        '        «registry.register_implementation(Greeter, B, location=PurePath("/de"))»'
    ),
    td.invalid(f"{_HANDED}registry.register_value(Clock, 2)\n        «add(registry)»"),
    td.invalid(f"{_OWN}registry.register_value(Clock, 2)\n        «add(registry)»"),
    td.invalid(f"{_OWN}registry.register_value(Clock, 1)\n        «registry.register_value(Clock, 2)»"),
    td.invalid(f"{_OWN}add(registry){_LAST}\n        «registry.register_value(Clock, 3)»"),
    td.invalid(
        f"{_GREETER}\n    def add(r):\n        r.register_value(Clock, 1)\n\n    registry = Registry()\n\n"
        "    def wire():\n        add(registry)\n        «registry.register_value(Clock, 2)»"
    ),
    td.invalid(
        """
        # file: shop/rates.py
        class ExchangeRates: ...

        def svcs_registry(registry):
            _register_money(registry)
            registry.register_value(int, 3)
            «registry.register_factory(ExchangeRates, ExchangeRates)»

        def _register_money(registry):
            registry.register_value(ExchangeRates, ExchangeRates())
        """
    ),
    td.invalid(_ELSEWHERE.format(f"{_SENDER}\n            «register_mail(registry)»")),
    td.invalid(
        _ELSEWHERE.format(
            f"if not other:\n                return\n            {_SENDER}\n            other = registry\n"
            "            «register_mail(registry)»\n            return"
        )
    ),
    td.invalid(
        f"{_WIRE}registry.register_value(Clock, 1)\n        if debug:\n            return{_LAST}\n"
        "        «registry.register_value(Clock, 3)»"
    ),
    td.invalid(
        _ELSEWHERE.format(f"{_SENDER}\n            mail.«register_mail(registry)»")
        .replace("«register_mail", "register_mail")
        .replace("mail.register", "«mail.register")
        .replace("import Sender, register_mail", "import Sender\n        from shop import mail")
    ),
    td.invalid(
        f"{_HANDED}add(registry)\n        «also(registry)»\n\n    def also(r):\n        r.register_value(Clock, 3)"
    ),
]
