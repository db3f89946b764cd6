"""Cases of TDC604, scan-target."""

from __future__ import annotations

from tdomcheck import authoring as td

_SHOP = """
    # file: shop/__init__.py
    # file: shop/services/__init__.py
    # file: shop/services/users.py
    from svcs_hopscotch.injectors import injectable

    @injectable
    class Users: ...
    # file: shop/app.py
    from tdom_svcs import scan
    from shop import services

    def wire(registry, packages):
    """
_VIEWS = (
    "# file: shop/__init__.py\n# file: shop/services/__init__.py\n# file: shop/app.py\n"
    "from tdom_svcs import scan\n\ndef wire(registry):\n    scan(registry, 'shop.services')\n"
    "# file: shop/views.py\nfrom tdom_svcs import hookable\n\n"
)
_LIMITS = (
    "# file: shop/__init__.py\n# file: shop/services/__init__.py\n# file: shop/limits.py\n"
    "def svcs_registry(registry):\n    '''Found as svcs_registry.'''\n    registry.register_value(int, 200)\n"
    "# file: shop/app.py\nfrom tdom_svcs import scan\n\ndef wire(registry):\n    scan(registry, 'shop.services')\n"
)

VALID = [
    f'{_SHOP}    search(registry, "shop.servces")',
    f"{_SHOP}    scan(registry, locals_dict=locals())",
    f'{_SHOP}    scan(registry, "shop.app")\n        registry.register_factory(services.users.Users, make)',
    f'{_SHOP}    with pytest.raises(LookupError):\n            scan(registry, "shop.nothing", services)',
    f"{_LIMITS}from shop import limits\n\ndef also(registry):\n    limits.svcs_registry(registry)",
    f"{_LIMITS}from shop.limits import svcs_registry as set_up",
    f"{_LIMITS}import shop.limits as limits",
    """
    # file: tests/test_wiring.py
    import svcs
    from shop import clock, wiring
    from svcs_hopscotch.injectors import HopscotchRegistry
    from tdom_svcs import scan

    def test_rates(registry: svcs.Registry):
        scan(svcs.Registry(), clock)
        scan(HopscotchRegistry(), wiring)
        with pytest.raises(TypeError):
            scan(svcs.Registry(), wiring)
        scan(registry, wiring)
    # file: shop/wiring.py
    def svcs_registry(registry):
        registry.register_value(int, 1)
    # file: shop/clock.py
    def wire(registry):
        registry.register_value(int, 1)
    """,
    f"{_LIMITS}app = make(setup='shop.limits:svcs_registry')\nload(name).svcs_registry(registry)",
    _LIMITS.replace("# file: shop/app.py", "hooks.append(svcs_registry)\n# file: shop/app.py"),
    f"{_LIMITS}# file: shop/services/all.py\nfrom shop.limits import *",
    _LIMITS.replace("'shop.services'", "'shop'"),
    _LIMITS.replace("'shop.services'", "*packages"),
    _LIMITS.replace("shop/limits.py", "tests/limits.py"),
    _LIMITS.replace("def svcs_registry", "def set_up"),
    _LIMITS.replace(
        "def svcs_registry(registry):",
        "def wire(registry):\n    svcs_registry(registry)\n\ndef svcs_registry(registry):",
    ),
    f"{_VIEWS}def view(made): ...\n\n@view\ndef cart_view(cart): ...",
    f"{_VIEWS.replace('shop/views', 'shop/services/views')}@hookable\ndef cart_view(cart): ...",
    """
    # file: shop/users.py
    from svcs_hopscotch.injectors import injectable

    @injectable
    class Users: ...
    # file: shop/site.py
    from shop.users import Users
    # file: shop/app.py
    from tdom_svcs import scan

    def wire(registry):
        scan(registry, "shop.site")
    """,
    """
    # file: shop/__init__.py
    # file: shop/services/__init__.py
    # file: shop/users.py
    from svcs_hopscotch.injectors import injectable

    @injectable
    class Users: ...
    # file: shop/app.py
    from tdom_svcs import scan

    PACKAGES = ["shop.services"]
    PACKAGES.append("shop.users")
    MORE = ("shop.services", "shop")

    def wire(registry, *packages, **options):
        scan(registry, *PACKAGES)
        scan(registry, *MORE)
        scan(registry, *packages)
        scan(*packages, "shop.services")
        scan(registry, **options)
    """,
]

INVALID = [
    td.invalid(f'{_SHOP}    name = «"shop.servces"»; scan(registry, services, name)'),
    td.invalid(
        """
        # file: shop/__init__.py
        # file: shop/services/__init__.py
        # file: shop/app.py
        from tdom_svcs import scan

        PACKAGES = (
            "shop.services",  # the usual ones
            «"shop.view"»,
        )

        def wire(registry):
            scan(registry, *PACKAGES)
        """
    ),
    td.invalid(
        """
        # file: shop/__init__.py
        # file: shop/services/__init__.py
        # file: shop/users.py
        from svcs_hopscotch.injectors import injectable

        @«injectable»
        class Users: ...
        # file: shop/app.py
        from tdom_svcs import scan

        def wire(registry):
            scan(registry, *("shop.services",))
        """
    ),
    td.invalid(
        """
        # file: shop/__init__.py
        # file: shop/services/__init__.py
        # file: shop/users.py
        from svcs_hopscotch.injectors import injectable

        @«injectable»
        class Users: ...
        # file: shop/app.py
        from tdom_svcs import scan

        def wire(registry):
            scan(registry, "shop.services")
        """
    ),
    td.invalid(f"{_VIEWS}class Cart: ...\n\n@«hookable(for_=Cart)»\ndef cart_view(cart): ..."),
]
