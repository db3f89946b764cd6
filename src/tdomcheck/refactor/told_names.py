"""Names that a call is told, of what it makes: `T = TypeVar("T")`, `Card = namedtuple("Card", "user")`."""

from __future__ import annotations

from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.refactor.quoted import called_outside
from tdomcheck.refactor.receivers import first_argument
from tdomcheck.refactor.sources import SourceReading, Sources

_OF_TYPING = (
    "TypeVar",
    "ParamSpec",
    "TypeVarTuple",
    "NewType",
    "TypedDict",
    "NamedTuple",
    "TypeAliasType",
)
_MAKERS = frozenset(
    {
        *(f"{module}.{name}" for module in ("typing", "typing_extensions") for name in _OF_TYPING),
        *(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")),
        "collections.namedtuple",
        "dataclasses.make_dataclass",
    }
)


def is_told(sources: Sources, reading: SourceReading, each: Occurrence) -> bool:
    """Whether a string says the name that a call is given to: checkers and `pickle` ask for the same."""
    call = each.step.around("call") if each.step.node.type == "string_content" else None
    if call is None or call.outer is None or first_argument(call.node) != each.step.node.parent:
        return False
    left = call.outer.node.child_by_field_name("left")
    is_given = call.outer.node.type == "assignment" and left is not None and left.text == each.step.node.text
    return is_given and called_outside(sources, reading, each.step) in _MAKERS
