"""German pages."""

from dataclasses import dataclass
from string.templatelib import Template

from storefront.components import Footer


@dataclass
class GermanFooter(Footer):
    """The footer of German pages has an imprint."""

    def __call__(self) -> Template:
        imprint = t'<a href="/de/impressum/">Impressum</a>'
        return t"<footer>{self.clock.now().year} {self.owner} {imprint}</footer>"
