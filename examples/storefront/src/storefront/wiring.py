"""Which service is made by what."""

from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry

from storefront.models import Request
from storefront.services import (
    Cart,
    CartTotals,
    Clock,
    MessageSender,
    OrderMailer,
    Outbox,
    SystemClock,
    TaxRates,
    Wishlist,
)


def svcs_registry(registry: HopscotchRegistry) -> None:
    """Called by scan()."""
    registry.register_value(TaxRates, TaxRates())
    registry.register_factory(Clock, SystemClock)
    registry.register_factory(Outbox, Outbox)  # no Inject fields: right as it is
    registry.register_value(MessageSender, Outbox())
    registry.register_factory(CartTotals, CartTotals)
    registry.register_factory(
        svc_type=OrderMailer,
        factory=OrderMailer,
    )
    # Only ever built with container.inject(), so the class itself will do.
    registry.register_factory(Wishlist, Wishlist)


def svcs_container(container: HopscotchContainer) -> None:
    """Called for each new container: an empty cart and a request for the root."""
    container.register_local_value(Cart, Cart())
    container.register_local_value(Request, Request())
