"""Whole pages."""

import pytest
from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry

from storefront.app import handle
from storefront.models import Customer, Request
from storefront.services import Cart, Catalogue
from storefront.views.cart import cart_view, checkout_view
from storefront.views.errors import maintenance_view, not_found_view
from storefront.views.feeds import feed
from storefront.views.home import home_view, teaser_view
from storefront.views.product import product_view
from storefront.views.rendering import plain_error
from storefront.views.search import no_result_view, search_view


def test_home(container: HopscotchContainer) -> None:
    page = home_view(container)
    assert "<title>Storefront</title>" in page
    assert "<h2>Blue mug</h2>" in page
    assert "<em>Free delivery</em><hr />" in page
    assert "Hello Alice" in page
    assert "&lt;span" not in page


def test_teaser(container: HopscotchContainer) -> None:
    assert "<h3>Blue mug</h3>" in teaser_view(container)


def test_product(container: HopscotchContainer) -> None:
    page = product_view(container, "mug-01")
    assert '<span class="price">12.50 €</span>' in page
    assert '<span class="price">11 CHF</span>' in page
    assert "<li>kitchen</li>" in page
    assert "no such product" in product_view(container, "none")


def test_cart(container: HopscotchContainer) -> None:
    mug = container.get(Catalogue).find("mug-01")
    assert mug is not None
    assert "Your cart is empty" in cart_view(container)
    container.get(Cart).add(mug, 2)
    page = cart_view(container)
    assert '<tr id="mug-01" class="line">' in page
    assert "25.00 €" in page
    assert "29.75 EUR" in page
    assert '<select id="country"' in page


def test_checkout(container: HopscotchContainer) -> None:
    page = checkout_view(container, Customer("Alice", "alice@example.com"))
    assert "Order 0000" in page
    assert "Invoice for Alice" in page


def test_search(container: HopscotchContainer) -> None:
    assert "Green tea &amp; mint" in search_view(container, "tea")
    assert "Nothing." in search_view(container, "sofa")
    assert no_result_view("<b>") == "<p>Nothing found for <q>&lt;b&gt;</q></p>"


@pytest.mark.parametrize("path", ["/", "/cart", "/search", "/fr/cart"])
def test_handle(registry: HopscotchRegistry, path: str) -> None:
    assert "</html>" in handle(registry, Request(path, "1", {"q": "mug"}), Customer("Bob"))


def test_errors() -> None:
    assert not_found_view("/<x>") == "<h1>Not found</h1><p>/&lt;x&gt;</p>"
    assert "Back soon" in maintenance_view()
    assert plain_error(500, "a<b").endswith("<p>a&lt;b</p>")


def test_feed() -> None:
    assert feed([]) == "<feed></feed>"
