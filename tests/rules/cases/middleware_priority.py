"""Cases of TDC502, middleware-priority."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from dataclasses import dataclass\nfrom tdom_svcs import middleware, register_middleware\n\n"
_CALL = "    def __call__(self, target, props, context):\n        return props"

VALID = [
    f"{_HEAD}from shop import ranked\n\n@middleware\n@ranked(1)\nclass Seen:\n{_CALL}",
    f"{_HEAD}class Base:\n    priority = 1\n\n@middleware\nclass Seen(Base):\n{_CALL}",
    f"{_HEAD}class Seen:\n{_CALL}",
    f"{_HEAD}@middleware\nclass Seen:\n{_CALL}\n\nSeen.priority = 3",
    """
    # file: shop/wiring.py
    from shop.audit import Audit, Fixed, Made, Open, Sketch
    from tdom_svcs import middleware, register_middleware

    @middleware
    class Mine(Audit): ...

    def wire(registry):
        for found in (Audit, Fixed, Open):
            register_middleware(registry, found)
        register_middleware(registry, Audit)
        register_middleware(registry, Fixed, categories=["log"])
        register_middleware(registry, Made)
        register_middleware(registry, Open)
        register_middleware(registry, Sketch)
    # file: shop/audit.py
    from elsewhere import Base
    from shop.base import Constant, Recorder

    class Audit(Recorder):
        def __call__(self, target, props, context): ...

    class Fixed(Constant):
        def __call__(self, target, props, context): ...

    class Made:
        def __init__(self):
            self.priority = 1

        def __call__(self, target, props, context): ...

    class Open(Base):
        def __call__(self, target, props, context): ...

    class Sketch: ...
    # file: shop/base.py
    from typing import ClassVar

    class Recorder:
        priority = 3

    class Constant:
        priority: ClassVar[int] = 3
    """,
    """
    # file: shop/audit.py
    from shop.base import Recorder
    from tdom_svcs import middleware

    @middleware
    class Audit(Recorder):
        def __call__(self, target, props, context): ...
    # file: shop/base.py
    class Recorder:
        @property
        def priority(self): ...
    """,
    """
    # file: shop/card.py
    from shop.audit import Audit
    from tdom_svcs import hookable

    @hookable(middleware={"before": [Audit]})
    class Card: ...
    # file: shop/wiring.py
    from shop.audit import Late
    from tdom_svcs import register_middleware

    Late.priority = 2
    register_middleware(registry, Late)
    # file: tests/test_wiring.py
    from shop.audit import Late
    from tdom_svcs import register_middleware

    def test_it_needs_a_priority(registry):
        with pytest.raises(AttributeError):
            register_middleware(registry, Late)
    # file: shop/audit.py
    class Audit:
        priority: int = 0

        def __call__(self, target, props, context): ...

    class Late:
        def __call__(self, target, props, context): ...
    """,
]

INVALID = [
    td.invalid(
        (
            f'{_HEAD}@middleware\n@dataclass\nclass «Seen»:\n    """Marks what it sees."""\n\n'
            f"    size: int = 1\n\n{_CALL}"
        ),
        fixed=f'{_HEAD}@middleware\n@dataclass\nclass Seen:\n    """Marks what it sees."""\n\n'
        f"    priority: int = 0\n\n    size: int = 1\n\n{_CALL}",
    ),
    td.invalid(
        """
        # file: shop/wiring.py
        from shop.audit import Audit
        from tdom_svcs import register_middleware

        def wire(registry):
            register_middleware(registry, «Audit», categories=["log"])
        # file: shop/audit.py
        from shop.base import Recorder

        class Audit(Recorder):
            size: int = 1
        # file: shop/base.py
        class Recorder:
            def __call__(self, target, props, context): ...
        """
    ),
]
