"""What has to hold of other files for a finding of one file to stand."""

from __future__ import annotations

from tdomcheck.model.claims import Claim
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Premise:
    """What has to be true of a value, and its own file does not tell; where no other file tells either, it is not."""

    reference: str
    """What the path begins with: a function or a class."""
    steps: tuple[str, ...]
    """`.name` for an attribute, `()` for a call, `[]` for an item; an object of a class is the class, called."""
    claims: tuple[Claim, ...]
    """Any of them will do."""
    renderers: tuple[tuple[str, str], ...] = ()
    """References that have to mean certain functions of a library, for the path to be what it is."""
    is_of_templates: bool = False
    """The templates of the file have to be tdom's; without a reference nothing else has to hold."""
