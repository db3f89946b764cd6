"""Cases of TDC603, injectable-usage."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from svcs_hopscotch import injectable\nfrom shop import Greeting\n\n"

VALID = [
    """
    # file: shop/pages.py
    from svcs_di import Inject

    from shop.decorators import given, other, view

    @view(for_=Cart)
    def cart(): ...

    @given
    def basket(): ...

    @other
    def shelf(): ...

    @view
    class Cart: ...
    # file: shop/decorators.py
    from shop.base import Base
    from svcs_hopscotch import injectable

    class view(injectable):
        kind = "view"

    class given(injectable):
        def __call__(self, target):
            return super().__call__(target)

    class other(Base): ...
    # file: shop/base.py
    class Base: ...
    """,
    """
    # file: shop/business.py
    from shop.nav import NavItem, links
    from svcs_hopscotch import injectable

    @injectable(for_=NavItem)
    class BusinessNavItem: ...

    @injectable(for_=links)
    class Links: ...
    # file: shop/nav.py
    class NavItem: ...

    @cached
    def links(): ...
    """,
    f"{_HEAD}injectable(Greeting)\nmarked = injectable(for_=Greeting)(Greeting)",
    f"{_HEAD}@injectable(**options)\ndef make(): ...",
    (
        f"{_HEAD}class view(injectable):\n    def __call__(self, target):\n"
        "        return super().__call__(target)\n\n"
        "@view\ndef page(): ..."
    ),
    f"{_HEAD}with pytest.raises(ValueError):\n    @injectable\n    def make(): ...\n    scan(registry)",
]

INVALID = [
    td.invalid(
        """
        # file: shop/pages.py
        from tdom import html

        from shop.decorators import view

        @«view»
        def cart(): ...
        # file: shop/decorators.py
        from svcs_hopscotch import injectable

        class view(injectable):
            kind = "view"
        """
    ),
    td.invalid(
        f"{_HEAD}import tdom_svcs\n\n@«tdom_svcs.hookable(Greeting, middleware={{}})»\nclass Hello: ...",
        fixed=f"{_HEAD}import tdom_svcs\n\n@tdom_svcs.hookable(for_=Greeting, middleware={{}})\nclass Hello: ...",
    ),
    td.invalid(
        """
        # file: shop/business.py
        from shop.nav import NavItem
        from svcs_hopscotch import injectable

        @injectable(for_=«NavItem»)
        class BusinessNavItem: ...
        # file: shop/nav.py
        def NavItem(label): ...
        """
    ),
]
