"""Messages to customers."""

from dataclasses import dataclass, field

from svcs_di import Inject

from storefront.models import Customer
from storefront.services.protocols import Clock, MessageSender


@dataclass
class Outbox:
    """Keeps messages in memory until a worker takes them."""

    messages: list[tuple[str, str, str]] = field(default_factory=list)

    def send(self, to: str, subject: str, body: str) -> None:
        self.messages.append((to, subject, body))


@dataclass
class Mailer:
    """What every mailer needs."""

    sender: Inject[MessageSender]
    clock: Inject[Clock]


@dataclass
class OrderMailer(Mailer):
    """Confirms orders."""

    shop: str = "Storefront"

    def confirm(self, customer: Customer, order: str) -> None:
        day = self.clock.now().date().isoformat()
        subject = f"{self.shop}: order <{order}> of {day}"
        body = "Dear " + customer.name + ",\n\n" + "thank you for your order.\n"
        self.sender.send(customer.email, subject, body)
