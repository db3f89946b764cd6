"""The things that the shop talks about."""

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True)
class Product:
    """Something that can be bought."""

    sku: str
    title: str
    price_cents: int
    image: str
    tags: tuple[str, ...] = ()
    stock: int = 0

    @property
    def in_stock(self) -> bool:
        return self.stock > 0


@dataclass(frozen=True)
class CartLine:
    """A product and how many of it."""

    product: Product
    quantity: int = 1


@dataclass(frozen=True)
class Review:
    """One customer's opinion of one product."""

    sku: str
    stars: int
    text: str
    written: date


@dataclass
class Customer:
    """The person whom the page is rendered for."""

    name: str
    email: str = ""


@dataclass
class BusinessCustomer(Customer):
    """A customer who buys with a company account and sees net prices."""

    company: str = ""


@dataclass(frozen=True)
class Request:
    """The little that the shop needs to know about a request."""

    path: str = "/"
    user_id: str = ""
    query: dict[str, str] = field(default_factory=dict)
