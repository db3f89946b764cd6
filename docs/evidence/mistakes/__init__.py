"""The mistakes that the documents speak of, by group."""

from __future__ import annotations

from mistakes.components import COMPONENTS
from mistakes.correct import CORRECT
from mistakes.injection import INJECTION
from mistakes.model import Correct, Mistake
from mistakes.older import OLDER
from mistakes.props import PROPS
from mistakes.services import SERVICES
from mistakes.templates import TEMPLATES
from mistakes.values import VALUES
from mistakes.wiring import WIRING

GROUPS: dict[str, tuple[Mistake, ...]] = {
    "templates": TEMPLATES,
    "values": VALUES,
    "components": COMPONENTS + PROPS,
    "services": SERVICES + INJECTION + WIRING,
    "older": OLDER,
}
MISTAKES = tuple(mistake for group in GROUPS.values() for mistake in group)

__all__ = ["CORRECT", "GROUPS", "MISTAKES", "Correct", "Mistake"]
