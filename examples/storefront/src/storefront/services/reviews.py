"""Opinions of customers."""

from dataclasses import dataclass, field
from datetime import date

from storefront.models import Review


def sample_reviews() -> list[Review]:
    """The reviews of the demonstration shop."""
    return [
        Review("mug-01", 5, "Keeps <very> warm", date(2026, 1, 3)),
        Review("mug-01", 4, "A bit heavy", date(2026, 1, 9)),
    ]


@dataclass
class Reviews:
    """Finds the reviews of a product."""

    entries: list[Review] = field(default_factory=sample_reviews)

    def of(self, sku: str) -> list[Review]:
        return [review for review in self.entries if review.sku == sku]

    def average(self, sku: str) -> int:
        found = self.of(sku)
        return round(sum(r.stars for r in found) / len(found)) if found else 0
