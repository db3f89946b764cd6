"""Cases of TDC602, resource-is-class."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from svcs_hopscotch import HopscotchContainer, injectable\n\nclass Customer: ...\n\n"

VALID = [
    """
    # file: shop/app.py
    from shop.people import GUEST, Customer
    from svcs_hopscotch import HopscotchContainer

    def handle(registry, name):
        resource = Customer(name) if name else GUEST
        return HopscotchContainer(registry, resource=resource)
    # file: shop/people.py
    class Customer: ...

    GUEST = Customer()
    """,
    (
        "from svcs_hopscotch import HopscotchContainer\nfrom shop import Customer\n\n"
        "HopscotchContainer(registry, resource=Customer)"
    ),
    f"{_HEAD}def type(x): ...\n\nHopscotchContainer(registry, resource=type(shop))",
    """
    # file: shop/app.py
    from shop.people import GUEST, Customer
    from svcs_hopscotch import HopscotchContainer

    HopscotchContainer(registry, resource=GUEST)
    HopscotchContainer(registry, resource=Customer())
    # file: shop/people.py
    class Customer: ...

    GUEST = Customer()
    """,
    f"{_HEAD}def wire(Customer):\n    return HopscotchContainer(registry, resource=Customer)",
    (
        "from svcs_hopscotch import HopscotchContainer\n\nclass Kind(type): ...\n\n"
        "class Customer(metaclass=Kind): ...\n\n"
        "HopscotchContainer(registry, resource=Customer)"
    ),
    f"{_HEAD}kind = Customer()\n\nHopscotchContainer(registry, resource=kind)",
    f"{_HEAD}def wire(who):\n    kind = type(who)\n    return HopscotchContainer(registry, resource=kind())",
    (
        f"{_HEAD}def wire(who):\n    kind = type(who)\n    if shop:\n        kind = who\n"
        "    return HopscotchContainer(registry, resource=kind)"
    ),
    f"{_HEAD}kind = type(shop)\n\ndef wire(kind):\n    return HopscotchContainer(registry, resource=kind)",
    f"{_HEAD}HopscotchContainer(registry, resource=customer.__class__())",
    f"{_HEAD}HopscotchContainer(registry, resource=customer.__class__.first)",
    f"{_HEAD}def wire(kind: Customer):\n    return HopscotchContainer(registry, resource=kind)",
    f"{_HEAD}def wire(kind: type[Customer]):\n    return HopscotchContainer(registry, resource=kind())",
    (
        f"{_HEAD}def wire(kind: type[Customer]):\n    kind = kind()\n"
        "    return HopscotchContainer(registry, resource=kind)"
    ),
    f"{_HEAD}def wire(kind: type[Customer] | Customer):\n    HopscotchContainer(registry, resource=kind)",
    f"{_HEAD}from shop import Type\n\ndef wire(kind: Type[Customer]):\n    HopscotchContainer(r, resource=kind)",
    f"{_HEAD}def wire(*kinds: type[Customer]):\n    HopscotchContainer(registry, resource=kinds)",
    (
        f"{_HEAD}class Kind(type): ...\n\nclass Guest(metaclass=Kind): ...\n\n"
        "def wire(kind: type[Guest]):\n    return HopscotchContainer(registry, resource=kind)"
    ),
]

INVALID = [
    td.invalid(
        """
        # file: shop/app.py
        from shop.models import customer, customer_type
        from svcs_hopscotch.injectors import HopscotchContainer

        def preview(registry, company):
            resource = customer_type(company)
            HopscotchContainer(registry, resource=customer(company))
            HopscotchContainer(registry, resource=customer_type(company)())
            return HopscotchContainer(registry, resource=«resource»)
        # file: shop/models.py
        class Customer: ...
        class Business(Customer): ...

        def customer_type(company: str) -> type[Customer]:
            return Business if company else Customer

        def customer(company: str) -> Customer:
            return customer_type(company)()
        """
    ),
    td.invalid(
        """
        # file: shop/app.py
        from shop.people import Business, Customer
        from svcs_hopscotch import HopscotchContainer

        def handle(registry, business):
            resource = Business if business else Customer
            return HopscotchContainer(registry, resource=«resource»)
        # file: shop/people.py
        class Customer: ...

        class Business(Customer): ...
        """
    ),
    td.invalid(f"{_HEAD}KIND = type(shop)\n\ndef wire(r):\n    return HopscotchContainer(r, resource=«KIND»)"),
    td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«customer.__class__»)"),
    td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«find(customer).__class__»)"),
    td.invalid(
        f"{_HEAD}def wire(r, *, kind: 'type[Customer]' = Customer):\n    HopscotchContainer(r, resource=«kind»)"
    ),
    td.invalid(
        f"{_HEAD}import typing as t\n\ndef wire(kind: t.Type[Customer]):\n"
        "    return HopscotchContainer(registry, resource=«kind»)"
    ),
    td.invalid(
        """
        # file: shop/app.py
        from shop.people import Customer
        from svcs_hopscotch import HopscotchContainer

        with HopscotchContainer(registry, resource=«Customer») as container: ...
        # file: shop/people.py
        class Customer: ...
        """
    ),
    td.invalid(
        "import svcs_di.hopscotch_registry as h\n\nclass Base: ...\n\nclass Customer(Base): ...\n\n"
        "with h.HopscotchContainer(registry, location=None, resource=«Customer») as container: ..."
    ),
]
