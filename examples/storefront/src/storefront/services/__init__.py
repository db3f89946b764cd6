"""Services of the shop, gathered so that callers import them from one place."""

from storefront.services.cart import Cart as Cart
from storefront.services.cart import CartTotals as CartTotals
from storefront.services.catalogue import Catalogue as Catalogue
from storefront.services.clock import SystemClock
from storefront.services.mailer import OrderMailer, Outbox
from storefront.services.pricing import (
    CurrencyConverter,
    ExchangeRates,
    Pricing,
    TaxRates,
)
from storefront.services.protocols import Clock, MessageSender
from storefront.services.reviews import Reviews
from storefront.services.search import SearchIndex
from storefront.services.users import Users
from storefront.services.wishlist import Wishlist

__all__ = [
    "Cart",
    "CartTotals",
    "Catalogue",
    "Clock",
    "CurrencyConverter",
    "ExchangeRates",
    "MessageSender",
    "OrderMailer",
    "Outbox",
    "Pricing",
    "Reviews",
    "SearchIndex",
    "SystemClock",
    "TaxRates",
    "Users",
    "Wishlist",
]
