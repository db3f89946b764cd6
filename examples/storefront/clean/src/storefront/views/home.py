"""The front page."""

import svcs

from storefront import components as ui
from storefront.components import Card, Layout, Panel, ProductList
from storefront.middleware import Hero
from storefront.services import Catalogue
from storefront.views.rendering import cached_banner, render_page
from tdom_svcs import html


def home_view(container: svcs.Container) -> str:
    """Everything that can be bought today."""
    products = container.get(Catalogue).available()
    banner = cached_banner("Free delivery")
    promise = t'<{Panel} tone="promise" id="promise">Thirty days to return</{Panel}>'
    return html(
        t"""
        <{Layout} title="Storefront">
          <{Hero} title="Storefront" />
          {banner}
          <{ProductList} products={products} heading="Today" />
          <{Card} title="Why us?">
            {promise}
          </{Card}>
          <{ui.Newsletter} />
        </{Layout}>
        """,
        container=container,
    )


def teaser_view(container: svcs.Container) -> str:
    """Three products, for pages of others."""
    products = container.get(Catalogue).available()[:3]
    cards = [
        t"<li><{ui.ProductCard} product={product} compact={True} /></li>"
        for product in products
    ]
    return render_page(
        t'<{ui.Card} title="From our shop"><ul>{cards}</ul></{ui.Card}>',
        container,
    )
