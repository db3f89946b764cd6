"""Buttons and links that look like buttons."""

from dataclasses import dataclass
from string.templatelib import Template


@dataclass
class Button:
    """A button."""

    children: Template
    kind: str = "primary"
    disabled: bool = False

    def __call__(self) -> Template:
        classes = ["btn", self.kind]
        return t"<button class={classes} disabled={self.disabled}>{self.children}</button>"


@dataclass
class LinkButton:
    """A link that looks like a button; `rel` and `target` only for foreign pages."""

    href: str
    children: Template
    external: bool = False

    def __call__(self) -> Template:
        extra = ' rel="noopener" target="_blank"' if self.external else ""
        return t'<a class="btn" href={self.href} {extra}>{self.children}</a>'
