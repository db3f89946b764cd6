"""Cases of TDC702, redundant-str."""

from __future__ import annotations

VALID = [
    'from tdom import html\n\nshown = str(html(body), "utf-8"), str(object=html(body)), str(*html(body))',
    "from tdom import Markup, html\n\nshown = str(Markup(html(body)))",
    "from tdom import html\n\ndef page(part):\n    return str(part)",
    "from tdom import html\n\nshown = [str(part) for part in html(body)]",
]
