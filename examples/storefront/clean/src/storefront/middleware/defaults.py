"""Fills in what nobody has said."""

from dataclasses import dataclass
from typing import Any

from tdom_svcs import Props, PropsResult, Target, middleware


@middleware(categories=["shop"])
@dataclass
class DefaultsMiddleware:
    """Adds the currency."""

    priority: int = 10

    def __call__(self, target: Target, props: Props, context: Any) -> PropsResult:
        if props.get("hidden"):
            return None
        return {"currency": "EUR", **props}
