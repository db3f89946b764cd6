"""Whether what codemods write still is Python; of code blocks those are found that would not be, and left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tdomcheck.convert.current import CurrentFile
from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.model import Edit

Blocks = Sequence[tuple[Edit, ...]]
"""The edits of each code block."""
MOST_LOOKS = 32
"""How often a file is read to find the blocks: enough for five in a hundred."""


def check(before: CurrentFile, after: CurrentFile) -> None:
    """Raise Unparsable unless every part still is Python; what tree-sitter stumbles over LibCST decides."""
    if after.rejection is not None:
        raise after.rejection
    if before.parts.blocks != after.parts.blocks:
        raise Unparsable("a code block would no longer be read as Python")
    for index, view in enumerate(after.views):
        if view.tree.is_broken:
            after.module(index)


def is_sound(before: CurrentFile, after: CurrentFile) -> bool:
    try:
        check(before, after)
    except (Undecodable, Unparsable):
        return False
    return True


def sound_and_not(blocks: Blocks, is_fine: Callable[[Sequence[Edit]], bool]) -> tuple[Blocks, Blocks]:
    """The blocks whose edits are fine, and those where they are not, or nobody knows; halves are tried alone."""
    sound: list[tuple[Edit, ...]] = []
    unsound: list[tuple[Edit, ...]] = []
    pending = [blocks] if blocks else []
    looks = 0
    while pending:
        group = pending.pop()
        looks += 1
        if looks > MOST_LOOKS:
            unsound += group
        elif is_fine([edit for edits in group for edit in edits]):
            sound += group
        elif len(group) == 1:
            unsound += group
        else:
            middle = len(group) // 2
            pending += [group[middle:], group[:middle]]
    return sound, unsound
