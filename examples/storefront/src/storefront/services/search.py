"""Search."""

import logging
from dataclasses import dataclass
from string.templatelib import Interpolation, Template

from svcs_di import Inject
from svcs_hopscotch.injectors import injectable

from storefront.models import Product
from storefront.services.catalogue import Catalogue

log = logging.getLogger(__name__)


def sql(query: Template) -> tuple[str, list[object]]:
    """Split a t-string into a statement with placeholders and its parameters."""
    statement: list[str] = []
    params: list[object] = []
    for part in query:
        if isinstance(part, Interpolation):
            statement.append("?")
            params.append(part.value)
        else:
            statement.append(part)
    return "".join(statement), params


@injectable
@dataclass
class SearchIndex:
    """Finds products by a word in their title."""

    catalogue: Inject[Catalogue]
    limit: int = 20

    def statement(self, word: str) -> tuple[str, list[object]]:
        """The query that a database would run. A t-string, and no markup."""
        return sql(
            t"SELECT sku FROM product WHERE stock < {self.limit} AND title = {word}"
        )

    def find(self, word: str) -> list[Product]:
        log.debug("search <%s>", word)
        needle = word.casefold()
        hits = [p for p in self.catalogue if needle in p.title.casefold()]
        return hits[: self.limit]
