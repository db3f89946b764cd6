"""The mistakes that the documents speak of, by group."""

from __future__ import annotations

from mistakes.components import COMPONENTS
from mistakes.correct import CORRECT
from mistakes.model import Correct, Mistake
from mistakes.services import SERVICES
from mistakes.templates import TEMPLATES
from mistakes.values import VALUES

GROUPS: dict[str, tuple[Mistake, ...]] = {
    "templates": TEMPLATES,
    "values": VALUES,
    "components": COMPONENTS,
    "services": SERVICES,
}
MISTAKES = tuple(mistake for group in GROUPS.values() for mistake in group)

__all__ = ["CORRECT", "GROUPS", "MISTAKES", "Correct", "Mistake"]
