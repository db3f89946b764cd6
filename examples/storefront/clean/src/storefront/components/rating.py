"""What customers think."""

from dataclasses import dataclass
from string.templatelib import Template

from svcs_di import Inject

from storefront.services import Reviews


@dataclass
class Rating:
    """The average of all reviews, and the latest of them."""

    reviews: Inject[Reviews]
    sku: str

    def __call__(self) -> Template:
        average = self.reviews.average(self.sku)
        items = [t"<li>{review.text}</li>" for review in self.reviews.of(self.sku)]
        return t"""
        <section class="rating">
          <p><strong>{average}</strong> of 5</p>
          <ul>{items}</ul>
        </section>
        """
