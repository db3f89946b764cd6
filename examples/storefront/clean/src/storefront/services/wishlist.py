"""Things that a customer would like to have one day."""

from dataclasses import dataclass, field

from svcs_di import Inject

from storefront.models import Product
from storefront.services.catalogue import Catalogue


@dataclass(frozen=True)
class WishlistLimits:
    """How long a list may become. Shops may register their own."""

    maximum: int = 50


@dataclass
class Wishlist:
    """Built with container.inject(), which fills the Inject fields itself."""

    catalogue: Inject[Catalogue]
    limits: Inject[WishlistLimits] = field(default_factory=WishlistLimits)
    skus: list[str] = field(default_factory=list)

    def add(self, sku: str) -> bool:
        if self.catalogue.find(sku) is None or len(self.skus) >= self.limits.maximum:
            return False
        self.skus.append(sku)
        return True

    def products(self) -> list[Product]:
        found = (self.catalogue.find(sku) for sku in self.skus)
        return [product for product in found if product is not None]
