"""Cases of TDC503, middleware-signature."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from tdom_svcs import hookable, injectable, middleware, register_middleware\n\n"

VALID = [
    """
    # file: shop/base.py
    class Base:
        priority = 0

        def __call__(self, props): ...

    class Other:
        priority = 0

        def __call__(self, props): ...
    # file: shop/audit.py
    from tdom_svcs import middleware
    from shop.base import Base, Other

    @middleware
    class Audit(Base):
        def __call__(self, target, props, context):
            return props
    """,
    (
        f"{_HEAD}@middleware\nclass Seen:\n"
        "    def __call__(self, target, props, context, extra=None):\n        return props"
    ),
    f"{_HEAD}@hookable\nclass Page:\n    def __call__(self):\n        return t'<b></b>'",
    f"{_HEAD}@injectable\nclass Seen:\n    def __call__(self, props):\n        return props",
    f"{_HEAD}@middleware\nclass Seen:\n    @wrap\n    def __call__(self, props):\n        return props",
]

INVALID = [
    td.invalid(
        """
        # file: shop/base.py
        class Base:
            def __call__«(self, target, props, *, context)»:
                '''Base is what others are called by.'''
                return props
        # file: shop/audit.py
        from tdom_svcs import middleware
        from shop.base import Base

        @middleware
        class Audit(Base):
            priority = 0
        """
    ),
    td.invalid(
        """
        # file: shop/audit.py
        class Audit:
            '''Audit is a name that the wiring knows.'''

            priority = 0

            def __call__«(self, target, props)»:
                return props
        # file: shop/card.py
        from shop.audit import Audit
        from tdom_svcs import hookable

        @hookable(middleware={"before": [Audit]})
        class Card: ...
        """
    ),
]
