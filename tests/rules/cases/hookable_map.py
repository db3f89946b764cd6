"""Cases of TDC505, hookable-map."""

from __future__ import annotations

from tdomcheck import authoring as td

_CARD = """
    from tdom_svcs import execute_target_middleware, hookable

    class Audit: ...

    @hookable(middleware={"rendering": [Audit]})
    class Card: ...

    def page(props, container):
        execute_target_middleware(Card, props, container, phase="rendering")
    """

VALID = [
    f"\n    # file: tests/test_hooks.py{_CARD}".replace('{"rendering"', '{"anything"'),
    f"{_CARD}\n    run = partial(execute_target_middleware, phase='audit')".replace('{"rendering"', '{"anything"'),
    _CARD.replace('container, phase="rendering"', "*rest").replace('{"rendering"', '{"anything"'),
]

INVALID = [
    td.invalid(
        """
        # file: shop/phases.py
        BEFORE = "befor"
        AFTER = "after"
        # file: shop/card.py
        from shop import phases
        from tdom_svcs import hookable

        class Audit: ...

        @hookable(middleware={«phases.BEFORE»: [Audit], phases.AFTER: [Audit]})
        class Card: ...
        # file: shop/page.py
        from shop.card import Card
        from shop.phases import AFTER
        from tdom_svcs import execute_target_middleware

        def page(props, container):
            execute_target_middleware(Card, props, container, "before")
            execute_target_middleware(Card, props, container, AFTER)
        """
    ),
]
