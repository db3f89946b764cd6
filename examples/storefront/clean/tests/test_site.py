"""Overrides by resource and by location."""

from pathlib import PurePath

from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry
from svcs_hopscotch.injectors.locator import ServiceLocator

from storefront.components import AccountMenu, CompanyLine, Footer
from storefront.models import BusinessCustomer, Customer, Request
from storefront.site.german import GermanFooter
from tdom_svcs import html


def test_french_menu(registry: HopscotchRegistry) -> None:
    with HopscotchContainer(registry, location=PurePath("/fr/cart")) as container:
        container.register_local_value(Request, Request("/fr/cart", "1"))
        assert html(t"<{AccountMenu} />", container=container) == "<p>Bonjour Alice</p>"


def test_german_footer(registry: HopscotchRegistry) -> None:
    with HopscotchContainer(registry, location=PurePath("/de")) as container:
        assert "Impressum" in html(t"<{Footer} />", container=container)


def test_business(registry: HopscotchRegistry) -> None:
    customer = BusinessCustomer("Eve", company="Mugs Ltd")
    location = PurePath("/business")
    with HopscotchContainer(registry, resource=customer, location=location) as container:
        assert "net" in html(t"<{Footer} />", container=container)
        assert "Welcome" in html(t"<{AccountMenu} />", container=container)
        assert "Mugs Ltd" in html(t"<{CompanyLine} />", container=container)


def test_everybody_else(registry: HopscotchRegistry) -> None:
    with HopscotchContainer(registry, resource=Customer("Bob")) as container:
        assert "Invoice for Bob" in html(t"<{CompanyLine} />", container=container)
        assert "Storefront" in html(t"<{Footer} />", container=container)


def test_location_covers_what_lies_below(registry: HopscotchRegistry) -> None:
    with HopscotchContainer(registry) as container:
        locator = container.get(ServiceLocator)
    found = locator.get_implementation(Footer, location=PurePath("/de/tee"))
    assert found is GermanFooter
