"""What wishes come to before anything is spliced: edits of their own ranges, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class WishRefusal:
    """A wish that cannot be met, by its index; the lines say why and what to do."""

    wish: int
    reason: str
    is_syntax: bool = False
    """The file does not parse as it stands; a new text that does not is a bad request like others."""


@dataclass(frozen=True, slots=True)
class SpliceProposal:
    """What one wish comes to: the edits of the bytes that its node owns."""

    wish: int
    edits: tuple[Edit, ...]
    symbol: str = ""
    """The dotted name of the node."""


def joined(edits: Sequence[Edit], source: SourceText) -> list[Edit]:
    """Edits in the order of the file; what is inserted at one place stands in the order of the wishes."""
    ordered: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if ordered and edit.start == edit.end == ordered[-1].start == ordered[-1].end:
            ordered[-1] = Edit(edit.start, edit.end, ordered[-1].text + edit.text)
        else:
            ordered.append(edit)
    return [edit for edit in ordered if not _is_idle(edit, source)]


def _is_idle(edit: Edit, source: SourceText) -> bool:
    """Whether an edit puts there what stands there."""
    try:
        return source.encode(edit.text) == source.data[edit.start : edit.end]
    except UnicodeEncodeError:
        return False
