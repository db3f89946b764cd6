"""Who is signed in."""

from dataclasses import dataclass, field

from svcs_di import Inject
from svcs_hopscotch.injectors import injectable

from storefront.models import Customer, Request


def sample_users() -> dict[str, Customer]:
    """The accounts of the demonstration shop."""
    return {
        "1": Customer("Alice", "alice@example.com"),
        "2": Customer("Bob", "bob@example.com"),
    }


@injectable
@dataclass
class Users:
    """Knows the accounts and the one that belongs to the request."""

    request: Inject[Request]
    accounts: dict[str, Customer] = field(default_factory=sample_users)

    def current(self) -> Customer | None:
        return self.accounts.get(self.request.user_id)
