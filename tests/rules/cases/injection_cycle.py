"""Cases of TDC409, injection-cycle."""

from __future__ import annotations

from tdomcheck import authoring as td

_CIRCLE = """
    from dataclasses import dataclass
    from svcs_di import Inject, auto
    from svcs_hopscotch.injectors import injectable

    @injectable
    @dataclass
    class Mail:
        users: Inject[Users]

    @injectable
    @dataclass
    class Users:
        mail: Inject[Mail]
    """

VALID = [
    _CIRCLE.replace("@injectable", "@elsewhere"),
    _CIRCLE.replace("Inject[Mail]", "Inject[Mail] = None"),
    f"{_CIRCLE}\n    @injectable(for_=Users)\n    class Fake: ...",
    """
    from dataclasses import dataclass
    from svcs_di import Inject, auto

    @dataclass
    class Mailer:
        sender: Inject[Sender]

    @dataclass
    class QuietMailer(Mailer):
        sender: Inject[Log]

    class OwnMailer(Mailer):
        def __init__(self): ...

    @dataclass
    class Sender:
        quiet: Inject[QuietMailer]
        own: Inject[OwnMailer]

    class Log: ...

    def wire(registry):
        registry.register_factory(QuietMailer, auto(QuietMailer))
        registry.register_factory(OwnMailer, auto(OwnMailer))
        registry.register_factory(Sender, auto(Sender))
        registry.register_factory(Log, Log)
    """,
    """
    from dataclasses import dataclass, field
    from svcs_di import Inject
    from svcs_hopscotch.injectors import injectable

    class Plain:
        mail: Inject[Mail]

    @injectable
    @dataclass
    class FromPlain(Plain):
        name: str = ""

    @injectable
    @dataclass
    class Late:
        mail: Inject[Mail] = field(init=False)

    @injectable
    @dataclass
    class Mail:
        plain: Inject[FromPlain]
        late: Inject[Late]
    """,
]

INVALID = [
    td.invalid(
        """
        from dataclasses import dataclass
        from svcs_di import Inject, auto

        @dataclass
        class Db:
            users: «Inject["Users"]»

        @dataclass
        class Users:
            db: Inject[Db]

        def wire(registry):
            registry.register_factory(Db, auto(Db))
            registry.register_factory(Users, auto(Users))
        """
    ),
    td.invalid(
        """
        # file: shop/clock.py
        from dataclasses import dataclass
        from svcs_di import Inject
        from shop.users import Users

        @dataclass
        class SystemClock:
            '''SystemClock is what the wiring knows.'''

            users: «Inject[Users]»
        # file: shop/users.py
        from dataclasses import dataclass
        from typing import Protocol
        from svcs_di import Inject
        from svcs_hopscotch.injectors import injectable

        class Clock(Protocol): ...

        @injectable
        @dataclass
        class Users:
            clock: Inject[Clock]
        # file: shop/wiring.py
        from svcs_di import auto
        from shop.clock import SystemClock
        from shop.users import Clock

        def wire(registry):
            registry.register_factory(Clock, auto(SystemClock))
        """
    ),
    td.invalid(
        """
        # file: shop/mail.py
        from dataclasses import dataclass
        from svcs_di import Inject
        from shop.sender import Sender

        @dataclass
        class Mailer:
            "Mailer is the base of what the wiring knows."

            sender: «Inject[Sender]»
        # file: shop/orders.py
        from dataclasses import dataclass
        from shop.mail import Mailer

        @dataclass
        class OrderMailer(Mailer):
            "OrderMailer is what the wiring knows."

            shop: str = "shop"
        # file: shop/sender.py
        from dataclasses import dataclass
        from svcs_di import Inject
        from shop.orders import OrderMailer

        @dataclass
        class Sender:
            "Sender needs it."

            mailer: Inject[OrderMailer]
        # file: shop/wiring.py
        from svcs_di import auto
        from shop.orders import OrderMailer
        from shop.sender import Sender

        def wire(registry):
            registry.register_factory(OrderMailer, auto(OrderMailer))
            registry.register_factory(Sender, auto(Sender))
        """
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from typing import Protocol
        from svcs_di import Inject, auto
        from svcs_hopscotch.injectors import injectable

        class Cake(Protocol): ...

        @dataclass
        class Account:
            baker: «Inject[Baker]»

        @injectable
        @dataclass
        class Baker:
            cake: Inject[Cake]

        @injectable(for_=Cake)
        @dataclass
        class Sponge:
            account: Inject[Account]

        def wire(registry):
            registry.register_factory(Account, auto(Account))
        """
    ),
]
