"""Cases of TDC803, public-html."""

from __future__ import annotations

_SHOP = """
    # file: shop/app.py
    from tdom_svcs import html

    def page(container):
        return html(t"<p></p>", container=container)
    # file: shop/views.py
    """

VALID = [
    f"{_SHOP}from tdom import html as plain\n    from tdom_svcs import html",
    f"{_SHOP}from .tdom import html",
    _SHOP.replace("shop/views.py", "other/views.py") + "from tdom import html",
    _SHOP.replace("shop/app.py", "tests/test_app.py") + "from tdom import html",
]
