"""Notes which components have been asked for."""

from dataclasses import dataclass
from typing import Any

from svcs_di import Inject

from storefront.services import Outbox
from tdom_svcs import Props, PropsResult, Target, middleware


@middleware
@dataclass
class AuditMiddleware:
    """Runs last and changes nothing."""

    outbox: Inject[Outbox]
    priority: int = 90

    def __call__(self, target: Target, props: Props, context: Any) -> PropsResult:
        name = getattr(target, "__name__", repr(target))
        self.outbox.send("audit", f"<{name}>", ", ".join(sorted(props)))
        return props
