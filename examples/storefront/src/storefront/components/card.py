"""Boxes with something in them."""

from dataclasses import dataclass
from string.templatelib import Template


@dataclass
class Card:
    """A box with a heading."""

    title: str
    children: Template
    level: int = 2

    def __call__(self) -> Template:
        return t"""
        <article class="card">
          <header>{self._heading()}</header>
          <div class="card-body">{self.children}</div>
        </article>
        """

    def _heading(self) -> Template:
        if self.level == 3:
            return t"<h3>{self.title}</h3>"
        return t"<h2>{self.title}</h2>"


def Panel(children: Template, tone: str = "plain", **attrs: str) -> Template:
    """A box without a heading. Further attributes go to the element."""
    return t'<div class={["panel", tone]} {attrs}>{children}</div>'
