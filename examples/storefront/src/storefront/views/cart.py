"""The cart and the checkout."""

import svcs

import tdom_svcs as ts
from storefront.components import CartSummary, CheckoutForm, CompanyLine, Layout, Price
from storefront.models import Customer
from storefront.services import Cart, CartTotals, OrderMailer


def cart_view(container: svcs.Container) -> str:
    """What is in the cart, and what it costs."""
    totals = container.get(CartTotals)
    form = ts.html(t"<{CheckoutForm} />") if container.get(Cart).lines else None
    return ts.html(
        t"""
        <{Layout} title="Your cart" active="cart">
          <{CartSummary} />
          <p>Net: <{Price} symbol="EUR" /></p>
          <p>To pay: <{Price} amount={totals.gross} symbol="EUR" /></p>
          {form}
        </{Layout}>
        """,
        container=container,
    )


def checkout_view(container: svcs.Container, customer: Customer) -> str:
    """Thank the customer."""
    order = f"{len(container.get(Cart).lines):04d}"
    container.get(OrderMailer).confirm(customer, order)
    return ts.html(
        t"<{Layout} title='Thank you'><p>Order {order}</p><{CompanyLine} /></{Layout}>",
        container=container,
    )
