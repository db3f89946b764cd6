"""Cases of TDC504, middleware-async."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: src/shop/audit.py
    from tdom_svcs import middleware

    @middleware
    class Audit:
        priority = 0

        async def __call__(self, target, props, context): ...
    # file: tests/test_audit.py
    from shop.audit import Audit
    from tdom_svcs import execute_middleware, execute_middleware_async

    def test_audit(container):
        assert execute_middleware(Audit, {}, container) is None

    async def test_later(container):
        assert await execute_middleware_async(Audit, {}, container) is None
    """,
    """
    # file: src/shop/audit.py
    from tdom_svcs import middleware

    @middleware
    class Audit:
        priority = 0

        async def __call__(self, target, props, context): ...
    # file: tests/test_other.py
    from other import Card
    from tdom_svcs import execute_middleware

    def test_card(container):
        assert execute_middleware(Card, {}, container) is None
    """,
]

INVALID = [
    td.invalid(
        """
        # file: src/shop/audit.py
        from tdom_svcs import middleware

        @middleware
        class «Audit»:
            '''Audit is a name that the tests know.'''

            priority = 0

            async def __call__(self, target, props, context): ...
        # file: tests/test_audit.py
        from shop.audit import Audit
        from tdom_svcs import execute_middleware

        def test_audit(container):
            assert execute_middleware(Audit, {}, container) is None
        """
    ),
]
