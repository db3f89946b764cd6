"""Cases of TDC401, factory-without-auto."""

from __future__ import annotations

from tdomcheck import authoring as td

_CACHE = """
    from dataclasses import dataclass
    from svcs_di import Inject, auto

    class Db: ...

    @dataclass
    class Cache:
        db: Inject[Db]

    def wire(registry, container):
    """
_SHOP = """
    # file: shop/cache.py
    from dataclasses import dataclass
    import svcs_di as di

    @dataclass
    class Base:
        db: di.Inject[Db] = None

    @dataclass
    class Cache(Base):
        size: int = 1

    @dataclass
    class Page:
        cache: di.Inject[Cache]
    # file: shop/wiring.py
    from shop.cache import Cache
    """

VALID = [
    (
        f"{_CACHE}    registry.register_factory(Cache, Cache)  # a factory by its decorator\n"
        "        container.get(Cache)"
    ).replace("@dataclass", "@auto\n    @dataclass"),
    (f"{_CACHE}    registry.register_factory(Cache, Cache)  # a factory by its decorator\n        container.get(Cache)")
    .replace("@dataclass", "@svcs_di.auto\n    @dataclass")
    .replace("from svcs_di", "import svcs_di\n    from svcs_di"),
    f"{_CACHE}    registry.register_factory(Cache, Cache)",
    f"{_CACHE}    registry.register_factory(Cache, lambda: Cache(Db()))\n        container.get(Cache)",
    _CACHE.replace("@dataclass\n    class", "class")
    + "    registry.register_factory(Cache, Cache)  # which fields its constructor takes is not known\n"
    "        container.get(Cache)",
    """
    # file: tests/test_cache.py
    from shop import Cache

    def test_inject(registry):
        registry.register_factory(Cache, Cache)
    # file: shop.py
    from dataclasses import dataclass
    from svcs_di import Inject

    @dataclass
    class Cache:
        db: Inject[Db]

    def page(container):
        return container.get(Cache)
    """,
]

INVALID = [
    td.invalid(
        f"{_SHOP}\n    def wire(registry):\n        «registry.register_factory(svc_type=Cache, factory=Cache)»",
        fixed=f"{_SHOP.rstrip()}\n    from svcs_di import auto\n    \n"
        "    def wire(registry):\n        registry.register_factory(svc_type=Cache, factory=auto(Cache))",
    ),
    td.invalid(
        f"{_SHOP}import svcs_di\n    def wire(registry):\n        «registry.register_local_factory(Cache, Cache)»",
        fixed=f"{_SHOP}import svcs_di\n"
        "    def wire(registry):\n        registry.register_local_factory(Cache, svcs_di.auto(Cache))",
    ),
    td.invalid(
        """
        from svcs_di import Inject, auto

        class Db: ...
        class Cache: ...

        def make_cache(db: Inject[Db]): ...

        def wire(registry, container):
            «registry.register_factory(Cache, make_cache)»
            container.get(Cache)
        """,
        fixed="""
        from svcs_di import Inject, auto

        class Db: ...
        class Cache: ...

        def make_cache(db: Inject[Db]): ...

        def wire(registry, container):
            registry.register_factory(Cache, auto(make_cache))
            container.get(Cache)
        """,
    ),
    td.invalid(f"{_SHOP}\n    «registry.register_factory(Cache, Cache)»\n    from svcs_di import auto"),
]
