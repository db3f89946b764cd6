"""What business customers see."""

from dataclasses import dataclass
from pathlib import PurePath
from string.templatelib import Template

from svcs_hopscotch import Resource
from svcs_hopscotch.injectors import injectable

from storefront.components import AccountMenu, CompanyLine, Footer
from storefront.models import BusinessCustomer


@injectable(for_=AccountMenu, resource=BusinessCustomer)
@dataclass
class BusinessAccountMenu(AccountMenu):
    """Business customers are welcomed, and not by their first name."""

    def __call__(self) -> Template:
        return t"<p>Welcome</p>"


@injectable(for_=CompanyLine, resource=BusinessCustomer)
@dataclass
class BusinessLine(CompanyLine):
    """The company instead of the person."""

    customer: Resource[BusinessCustomer]

    def __call__(self) -> Template:
        return t'<p class="company">{self.prefix} {self.customer.company}</p>'


@injectable(
    for_=Footer,
    resource=BusinessCustomer,
    location=PurePath("business"),
)
@dataclass
class BusinessFooter(Footer):
    """A line about net prices."""

    def __call__(self) -> Template:
        return f"<footer>All prices are net. {self.owner}</footer>"
