"""Puts the shop together."""

from pathlib import PurePath

from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry

from storefront import components, middleware, site, wiring
from storefront.models import Customer, Request
from storefront.views.cart import cart_view
from storefront.views.home import home_view
from storefront.views.search import search_view
from tdom_svcs import scan


def build_registry() -> HopscotchRegistry:
    """A registry with everything that the shop and its site bring along."""
    registry = HopscotchRegistry()
    scan(registry, "storefront.services", components, middleware, wiring, site)
    return registry


def handle(registry: HopscotchRegistry, request: Request, customer: Customer) -> str:
    """Answer one request."""
    location = PurePath(request.path)
    with HopscotchContainer(registry, resource=customer, location=location) as container:
        container.register_local_value(Request, request)
        if location.name == "cart":
            return cart_view(container)
        if location.name == "search":
            return search_view(container, request.query.get("q", ""))
        return home_view(container)


def main() -> None:
    """Print the front page."""
    print(handle(build_registry(), Request("/", "1"), Customer("Alice")))


if __name__ == "__main__":
    main()
