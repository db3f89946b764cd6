"""Fills in what nobody has said."""

from dataclasses import dataclass
from typing import Any

from svcs_hopscotch.middleware import middleware
from svcs_hopscotch.types import Props, PropsResult, Target


@middleware(categories=["shop"])
@dataclass
class DefaultsMiddleware:
    """Adds the currency."""

    priority: int = 10

    def __call__(self, target: Target, props: Props, context: Any) -> PropsResult:
        if props.get("hidden"):
            return None
        return {"currency": "EUR", **props}
