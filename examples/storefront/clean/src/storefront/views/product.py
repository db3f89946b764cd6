"""The page of one product."""

import svcs

from storefront.components import (
    Breadcrumbs,
    ConvertedPrice,
    Layout,
    Price,
    ProductCard,
    Rating,
)
from storefront.services import Catalogue
from tdom_svcs import html

TRAIL = (("/", "Home"), ("/products/", "Products"))


def product_view(container: svcs.Container, sku: str) -> str:
    """The product, or a word of regret."""
    product = container.get(Catalogue).find(sku)
    if product is None:
        return html(
            t"<{Layout} title='Gone'><p>There is no such product.</p></{Layout}>",
            container=container,
        )
    tags = [t"<li>{tag}</li>" for tag in product.tags]
    net = t"<{Price} amount={product.price_cents} />"
    return html(
        t"""
        <{Layout} title={product.title} active="products">
          <{Breadcrumbs} trail={TRAIL} current={product.title} />
          <{ProductCard} product={product} />
          <p>{net} or {t"<{ConvertedPrice} amount={product.price_cents} currency='CHF' />"}</p>
          <ul class="tags">{tags}</ul>
          <{Rating} sku={sku} />
        </{Layout}>
        """,
        container=container,
    )
