"""An Atom feed. The `html` below is a function of this module."""

from storefront.models import Product
from storefront.services.pricing import MoneyFormatter


def html(text: str) -> str:
    """Mark up a text as the content of a feed entry."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<content type="html">{escaped}</content>'


def entry(product: Product) -> str:
    """One product."""
    money = MoneyFormatter()
    content = html(f"<b>{product.title}</b> for {money(product.price_cents)}")
    return f"<entry><id>{product.sku}</id>{content}</entry>"


def feed(products: list[Product]) -> str:
    """All of them."""
    return "<feed>" + "".join(entry(product) for product in products) + "</feed>"
