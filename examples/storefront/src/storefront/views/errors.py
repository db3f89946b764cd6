"""Error pages."""

import tdom as t
from tdom_svcs import html


def not_found_view(path: str) -> str:
    """There is no such page."""
    return html(f"<h1>Not found</h1><p>{path}</p>")


def maintenance_view() -> str:
    """The shop is closed for an hour."""
    return t.html("<h1>Back soon</h1><p>We are counting mugs.</p>")
