"""Cases of TDC402, factory-container-param."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "import svcs\nfrom shop import Db, Repo\n\n"
_WIRE = "\n\ndef wire(registry):\n    registry.register_factory(Repo, make)"

VALID = [
    """
    # file: shop/factories.py
    import svcs

    def make(container: svcs.Container): ...

    def show(container): ...

    def given(container=None): ...

    class Shop:
        def make(self, container): ...
    # file: shop/wiring.py
    import svcs
    from shop.factories import given, make, show

    def wire(registry):
        registry.register_factory(int, make)
        registry.register_factory(float, given)
        registry.register_value(str, show)
    """,
    f"{_HEAD}from shop import Services\n\ndef make(c: Services):\n    return Repo()\n{_WIRE}",
    f"{_HEAD}def make(c=None, *more, size=1):\n    return Repo()\n{_WIRE}",
    f"{_HEAD}@svcs.autowire\ndef make(db: Db):\n    return Repo(db)\n{_WIRE}",
    f"{_HEAD}def make(db: Db):\n    return Repo(db)\n\nregistry.register_factory(Repo, svcs.autowire(make))",
    f"{_HEAD}class make:\n    def __init__(self, db): ...\n{_WIRE}",
    f"{_HEAD}with pytest.raises(TypeError):\n    registry.register_factory(Repo, lambda c: Repo(c))",
    f"{_HEAD}if fast:\n    def make(c): ...\nelse:\n    def make(): ...\n{_WIRE}",
    f"{_HEAD}import svcs_di\n\ndef make(db: svcs_di.Inject[Db]):\n    return Repo(db)\n{_WIRE}",
]

INVALID = [
    td.invalid(
        """
        # file: shop/factories.py
        from svcs_hopscotch import HopscotchContainer

        def make(«c: HopscotchContainer»):
            '''make is a name that the wiring knows.'''
            return 1
        # file: shop/wiring.py
        import svcs
        from shop import factories

        def wire(registry):
            registry.register_factory(svc_type=int, factory=factories.make)
        """
    ),
    td.invalid(
        f"{_HEAD}def make(«container», size):\n    return Repo(container.get(Db))\n{_WIRE}",
    ),
    td.invalid(
        "import svcs\nfrom shop import Repo\nimport contextlib\n\n@contextlib.contextmanager\n"
        "def make(«con»):\n    yield Repo(con)\n\nsvcs.Registry().register_factory(Repo, make)",
        fixed="import svcs\nfrom shop import Repo\nimport contextlib\n\n@contextlib.contextmanager\n"
        "def make(con: svcs.Container):\n    yield Repo(con)\n\nsvcs.Registry().register_factory(Repo, make)",
    ),
]
