"""Small labels."""

from string.templatelib import Template

from storefront.models import Product
from tdom_svcs import html


def Badge(label: str, tone: str = "neutral") -> Template:
    """A word on a coloured ground."""
    return t'<span class={["badge", tone]}>{label}</span>'


def StockBadge(product: Product) -> Template:
    """Says that there are few left, or none; nothing when there are plenty."""
    if not product.in_stock:
        return html(t'<{Badge} label="Sold out" tone="warning" />')
    if product.stock < 20:
        return t'<{Badge} label={f"Only {product.stock} left"} />'
    return ""
