"""The products that the shop sells."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from svcs_hopscotch.injectors import injectable

from storefront.models import Product


def sample_products() -> dict[str, Product]:
    """The products of the demonstration shop."""
    products = [
        Product("mug-01", "Blue mug", 1250, "/img/mug.jpg", ("kitchen", "new"), 12),
        Product("tea-07", "Green tea & mint", 590, "/img/tea.jpg", ("kitchen",), 40),
        Product("pen-03", "Fountain pen", 4900, "/img/pen.jpg", ("desk",), 0),
    ]
    return {product.sku: product for product in products}


@injectable
@dataclass
class Catalogue:
    """Looks products up."""

    products: dict[str, Product] = field(default_factory=sample_products)

    def __iter__(self) -> Iterator[Product]:
        return iter(self.products.values())

    def find(self, sku: str) -> Product | None:
        return self.products.get(sku)

    def available(self) -> list[Product]:
        return [product for product in self if product.in_stock]
