"""What is in the cart."""

from dataclasses import dataclass
from string.templatelib import Template

from svcs_di import Inject

from storefront.components.price import Price
from storefront.models import CartLine
from storefront.services import Cart, Pricing


@dataclass
class CartSummary:
    """The lines of the cart."""

    cart: Inject[Cart]
    pricing: Inject[Pricing]
    heading: str = "Your cart"

    def __call__(self) -> Template:
        if not self.cart.lines:
            return t"<p>Your cart is empty.</p>"
        rows = [self._row(line) for line in self.cart.lines]
        return t"<h2>{self.heading}</h2><table><tbody>{rows}</tbody></table>"

    def _row(self, line: CartLine) -> Template:
        attrs = [("id", line.product.sku), ("class", "line")]
        return t"""
        <tr {attrs}>
          <td>{line.product.title}</td>
          <td>{line.quantity}</td>
          <td><{Price} amount={self.pricing.gross(line)} /></td>
        </tr>
        """
