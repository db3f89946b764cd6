"""The bar at the top of each page."""

from dataclasses import dataclass
from string.templatelib import Template

from svcs_di import Inject

from storefront.components.account import AccountMenu
from storefront.services import Cart


def NavItem(href: str, label: str, active: bool = False) -> Template:
    """One entry of the bar."""
    current = {"aria-current": "page"} if active else {}
    return t"<li><a href={href} {current}>{label}</a></li>"


@dataclass
class Navbar:
    """The entries, the cart and the account."""

    cart: Inject[Cart]
    active: str = "home"

    def __call__(self) -> Template:
        return t"""
        <nav class="navbar">
          <img src="/img/logo.svg" alt="Storefront">
          <ul>
            <{NavItem} href="/" label="Home" active={self.active == "home"} />
            <{NavItem} href="/search/" label="Search" active={self.active == "search"} />
            <{NavItem} href="/cart/" label={f"Cart ({self.cart.count})"} />
          </ul>
          <{AccountMenu} />
        </nav>
        """
