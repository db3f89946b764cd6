"""Search."""

import svcs

from storefront.components import Layout, ProductList, SearchBox
from storefront.services import SearchIndex
from storefront.views.rendering import render_page
from tdom_svcs import html


def search_view(container: svcs.Container, query: str) -> str:
    """The search form and what was found."""
    found = container.get(SearchIndex).find(query) if query else []
    result = t"<p>Nothing.</p>"
    if found:
        result = t"<{ProductList} products={found} heading='Found' />"
    page = t"""
    <{Layout} title="Search" active="search">
      <{SearchBox} query={query} />
      {result}
    </{Layout}>
    """
    return render_page(page, container)


def no_result_view(query: str) -> str:
    """A fragment for the script that searches while one types."""
    return html(t"<p>Nothing found for <q>{query}</q></p>")
