"""The shopping cart and what it costs."""

from dataclasses import dataclass, field

from svcs_di import Inject

from storefront.models import CartLine, Product
from storefront.services.pricing import Pricing


@dataclass
class Cart:
    """What the visitor wants to buy; one per request."""

    lines: list[CartLine] = field(default_factory=list)

    def add(self, product: Product, quantity: int = 1) -> None:
        self.lines.append(CartLine(product, quantity))

    @property
    def count(self) -> int:
        return sum(line.quantity for line in self.lines)


@dataclass
class CartTotals:
    """The sums below the cart."""

    cart: Inject[Cart]
    pricing: Inject[Pricing]

    @property
    def net(self) -> int:
        return sum(self.pricing.net(line) for line in self.cart.lines)

    @property
    def gross(self) -> int:
        return sum(self.pricing.gross(line) for line in self.cart.lines)
