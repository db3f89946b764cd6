"""Cases of TDC403, wrong-registration-kind."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "import svcs\n\nclass Db: ...\n\nclass SqlDb(Db): ...\n\ndef make() -> Db: ...\n\n"
_SHOP = (
    "# file: shop/__init__.py\n# file: shop/clock.py\nfrom typing import Protocol\n"
    "from pydantic import BaseModel\n\n"
    "class Clock(Protocol):\n    def now(self): ...\n\nclass SystemClock(Clock): ...\n\nclass Sundial: ...\n\n"
    "class Cart(BaseModel): ...\n\nclock = SystemClock()\n# file: shop/wiring.py\nimport svcs\n"
)

VALID = [
    """
    import svcs
    from typing import Protocol

    class Clock(Protocol):
        zone: str

        def now(self): ...

    class Zoneless:
        def now(self): ...

    class Namespace:
        zone = "UTC"

        @staticmethod
        def now(): ...

    class Other:
        zone = "UTC"

        def later(self): ...

    class Marker(Protocol): ...

    class Made(Protocol):
        def __call__(self): ...

    class Maker:
        def __call__(self): ...

    registry = svcs.Registry()
    registry.register_value(Clock, Zoneless)
    registry.register_value(Clock, Namespace)
    registry.register_value(Clock, Other)
    registry.register_value(Marker, Other)
    registry.register_value(Made, Maker)
    """,
    """
    # file: tests/test_shop.py
    import svcs

    class Db: ...

    def test_close(registry):
        registry.register_value(Db, Db, on_registry_close=close)
        registry.close()
    """,
    (
        f"{_SHOP}from shop.clock import Clock, Sundial, clock\n\nregistry.register_value(Clock, Sundial)\n"
        "registry.register_value(Clock, clock)"
    ),
    f"{_HEAD}import svcs.flask\n\nsvcs.flask.register_value(app, Db, db)",
    "import svcs\n\nclass Maker:\n    def __call__(self): ...\n\nregistry.register_factory(Maker, Maker())",
    (
        "import svcs\nfrom typing import Protocol\n\nclass Maker(Protocol):\n    def __call__(self): ...\n\n"
        "def make(): ...\n\nregistry.register_value(Maker, make)"
    ),
    f"{_HEAD}from shop import register_value\n\nregister_value(Db, SqlDb)",
    "from shop import registry\n\nclass Db: ...\n\nregistry.register_value(Db, Db)",
    f"{_HEAD}class Kind(type): ...\n\nregistry.register_value(Kind, Db)",
    f"{_HEAD}with pytest.raises(TypeError):\n    registry.register_factory(Db, Db())",
    (
        "import svcs\n\nclass Maker:\n    def __call__(self): ...\n\nMAKE = Maker()\n\n"
        "def wire(registry):\n    registry.register_factory(Maker, MAKE)"
    ),
    f"{_HEAD}DB = SqlDb()\n\ndef wire(registry, DB):\n    registry.register_factory(Db, DB)",
    f"{_HEAD}DB = SqlDb()\nif debug:\n    DB = make\n\nregistry.register_factory(Db, DB)",
    f"{_HEAD}DB = SqlDb()\n\nregistry.register_value(Db, DB)",
    f"{_HEAD}from elsewhere import Bound\n\nDB = Bound(SqlDb)\n\nregistry.register_factory(Db, DB)",
    f"{_HEAD}DB = make\nPORT = 80\n\nregistry.register_factory(Db, DB)\nregistry.register_value(int, PORT)",
    f"{_SHOP}from shop.clock import Clock, Sundial\n\nregistry.register_factory(Clock, Sundial)",
]

INVALID = [
    td.invalid(
        """
        # file: shop/wiring.py
        import svcs
        from shop.clock import Clock
        from shop.system import SystemClock

        def wire(registry):
            registry.register_value(Clock, «SystemClock»)
        # file: shop/clock.py
        from typing import Protocol

        class Named(Protocol):
            name: str

        class Clock(Named, Protocol):
            def now(self): ...
        # file: shop/system.py
        class SystemClock:
            name = "system"

            def now(self): ...
        """,
        fixed="""
        # file: shop/wiring.py
        import svcs
        from shop.clock import Clock
        from shop.system import SystemClock

        def wire(registry):
            registry.register_factory(Clock, SystemClock)
        # file: shop/clock.py
        from typing import Protocol

        class Named(Protocol):
            name: str

        class Clock(Named, Protocol):
            def now(self): ...
        # file: shop/system.py
        class SystemClock:
            name = "system"

            def now(self): ...
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        import svcs
        from typing import Protocol

        class Clock(Protocol):
            def now(self): ...

        class SystemClock:
            def now(self): ...

        def clock() -> SystemClock: ...

        svcs.Registry().register_value(Clock, «clock»)
        """,
        fixed="""
        import svcs
        from typing import Protocol

        class Clock(Protocol):
            def now(self): ...

        class SystemClock:
            def now(self): ...

        def clock() -> SystemClock: ...

        svcs.Registry().register_factory(Clock, clock)
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        import svcs

        class Rates: ...

        def wire(registry):
            rates = Rates()
            registry.register_factory(Rates, factory=«rates»)
        """,
        fixed="""
        import svcs

        class Rates: ...

        def wire(registry):
            rates = Rates()
            registry.register_value(Rates, value=rates)
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        # file: tests/test_shop.py
        import svcs

        class Db: ...

        def test_db(registry, container):
            registry.register_value(Db, «Db»)
            assert container.get(Db)
        """,
        fixed="""
        # file: tests/test_shop.py
        import svcs

        class Db: ...

        def test_db(registry, container):
            registry.register_factory(Db, Db)
            assert container.get(Db)
        """,
        unsafe=True,
    ),
    td.invalid(
        "import svcs\n\nclass Button:\n    def __call__(self): ...\n\nclass Ours(Button): ...\n\n"
        "registry.register_value(Button, «Ours»)",
        fixed="import svcs\n\nclass Button:\n    def __call__(self): ...\n\nclass Ours(Button): ...\n\n"
        "registry.register_factory(Button, Ours)",
        unsafe=True,
    ),
    td.invalid(
        f"{_HEAD}registry.register_value(Db, value=«make»)",
        fixed=f"{_HEAD}registry.register_factory(Db, factory=make)",
        unsafe=True,
    ),
    td.invalid(
        "import svcs\n\nsvcs.Registry().register_local_factory(str, «'sqlite:'»)",
        fixed="import svcs\n\nsvcs.Registry().register_local_value(str, 'sqlite:')",
        unsafe=True,
    ),
    td.invalid(
        "import svcs\n\nURLS = ['sqlite:']\n\nsvcs.Registry().register_factory(list, factory=«URLS»)",
        fixed="import svcs\n\nURLS = ['sqlite:']\n\nsvcs.Registry().register_value(list, value=URLS)",
        unsafe=True,
    ),
    td.invalid(
        f"{_SHOP}from shop.clock import Clock, clock\n\nregistry.register_factory(Clock, «clock»)",
        fixed=f"{_SHOP}from shop.clock import Clock, clock\n\nregistry.register_value(Clock, clock)",
        unsafe=True,
    ),
    td.invalid(
        f"{_SHOP}from shop.clock import Clock, SystemClock\n\nregistry.register_value(Clock, «SystemClock»)",
        fixed=f"{_SHOP}from shop.clock import Clock, SystemClock\n\nregistry.register_factory(Clock, SystemClock)",
        unsafe=True,
    ),
    td.invalid(
        f"{_SHOP}from shop import clock\n\ncontainer.register_local_value(clock.Cart, «clock.Cart»)",
        fixed=f"{_SHOP}from shop import clock\n\ncontainer.register_local_factory(clock.Cart, clock.Cart)",
        unsafe=True,
    ),
]
