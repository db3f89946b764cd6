"""The frame around each page."""

from dataclasses import dataclass
from string.templatelib import Template

from svcs_di import Inject

from storefront.components.navbar import Navbar
from storefront.services import Clock


@dataclass
class Footer:
    """The last lines of a page."""

    clock: Inject[Clock]
    owner: str = "Storefront"

    def __call__(self) -> Template:
        return t"<footer>&copy; {self.clock.now().year} {self.owner}<br></footer>"


@dataclass
class Layout:
    """A whole page."""

    title: str
    children: Template
    active: str = "home"

    def __call__(self) -> Template:
        return t"""
        <!doctype html>
        <html lang="en">
          <head><meta charset="utf-8"><title>{self.title}</title></head>
          <body>
            <{Navbar} active={self.active} />
            <main>{self.children}</main>
            <{Footer} />
          </body>
        </html>
        """
