"""Products, side by side."""

from collections.abc import Iterable
from dataclasses import dataclass
from string.templatelib import Template

from storefront.components.badge import StockBadge
from storefront.components.card import Card
from storefront.components.card import Card as Box
from storefront.components.price import Price
from storefront.models import Product


@dataclass(kw_only=True)
class ProductCard:
    """A product: its picture, its price and whether it can be had."""

    product: Product
    compact: bool = False

    def __call__(self) -> Template:
        product = self.product
        if self.compact:
            return t"""
            <{Card} level={3}>
              <{Price} amount={product.price_cents} />
            </{Box}>
            """
        return t"""
        <{Card} title={product.title}>
          <img src={product.image} alt={product.title}>
          <{Price} amount={product.price_cents}/>
          <{StockBadge} product={product} />
        </{Card}>
        """


def ProductList(products: Iterable[Product], heading: str = "Products") -> Template:
    """A heading and the products below it."""
    items = [t"<li><{ProductCard} product={product} /></li>" for product in products]
    opening = t"<ul>"
    closing = t"</ul>"
    return t"<h2>{heading}</h2>" + opening + t"{items}" + closing
