"""Services."""

import svcs
from svcs_di import auto
from svcs_hopscotch.injectors import HopscotchContainer

from storefront.models import CartLine, Product
from storefront.services import Cart, CartTotals, Pricing, SearchIndex, TaxRates, Wishlist
from storefront.services.clock import FrozenClock
from storefront.services.mailer import OrderMailer, Outbox

MUG = Product("mug-01", "Blue mug", 1000, "/img/mug.jpg", stock=3)


def test_pricing() -> None:
    registry = svcs.Registry()
    registry.register_value(TaxRates, TaxRates({"DE": 10}))
    registry.register_factory(Pricing, auto(Pricing))
    with svcs.Container(registry) as container:
        assert container.get(Pricing).gross(CartLine(MUG, 2)) == 2200


def test_totals() -> None:
    totals = CartTotals(Cart([CartLine(MUG)]), Pricing(TaxRates({"DE": 19})))
    assert (totals.net, totals.gross) == (1000, 1190)


def test_mailer() -> None:
    outbox = Outbox()
    mailer = OrderMailer(outbox, FrozenClock())
    mailer.sender.send("a@example.com", "Hi", "<b>not markup</b>")
    assert mailer.clock.now().year == 2026
    assert outbox.messages[0][2] == "<b>not markup</b>"


def test_search(container: HopscotchContainer) -> None:
    index = container.get(SearchIndex)
    assert [product.sku for product in index.find("MUG")] == ["mug-01"]
    statement, params = index.statement("mug")
    assert statement.count("?") == 2
    assert params == [20, "mug"]


def test_wishlist(container: HopscotchContainer) -> None:
    marked_annotations = container.inject(Wishlist)
    assert marked_annotations.add("mug-01")
    assert not marked_annotations.add("sofa")
    assert [product.sku for product in marked_annotations.products()] == ["mug-01"]
