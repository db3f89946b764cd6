"""Who is signed in, and for which company."""

from dataclasses import dataclass
from string.templatelib import Template

from svcs_di import Inject
from svcs_hopscotch import Resource

from storefront.components.button import LinkButton
from storefront.components.card import Panel
from storefront.models import Customer
from storefront.services import Users


@dataclass
class AccountMenu:
    """A greeting, or a link to sign in."""

    users: Inject[Users]

    def __call__(self) -> Template:
        user = self.users.current()
        if user is None:
            return t'<{LinkButton} href="/login">Sign in</{LinkButton}>'
        return t'<{Panel} tone="account">Hello {user.name}</{Panel}>'


@dataclass
class CompanyLine:
    """The name that stands on the invoice."""

    customer: Resource[Customer]
    prefix: str = "Invoice for"

    def __call__(self) -> Template:
        return t'<p class="company">{self.prefix} {self.customer.name}</p>'
