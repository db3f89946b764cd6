"""The new content of each file of a document."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from tdomcheck.app.patching.places import Grounds, PatchFile, RefusedBlock
from tdomcheck.errors import Undecodable
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.document import Block
from tdomcheck.stitch.elisions import elisions
from tdomcheck.stitch.languages import PYTHON, language_of
from tdomcheck.stitch.proof import syntax_trouble
from tdomcheck.stitch.splice import splice
from tdomcheck.stitch.stitcher import owned_ranges
from tdomcheck.stitch.targets import NodeTarget, Operation, WholeFile
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class NewContent:
    """A file after its blocks."""

    file: PatchFile
    after: bytes
    symbols: tuple[str, ...] = ()


def new_content(file: PatchFile, grounds: Grounds, *, overwrites: bool) -> NewContent | list[RefusedBlock]:
    """What a file becomes, or which of its blocks cannot be applied; raises MissingExtra."""
    wholes = [block for block in file.blocks if isinstance(block.target, WholeFile)]
    if wholes and len(file.blocks) > 1:
        numbers = " and ".join(str(block.number) for block in file.blocks)
        return _refused(file.blocks, f"blocks {numbers} are for the same file, and one of them is all of it; send one")
    if wholes:
        return _whole(file, wholes[0], overwrites=overwrites)
    if file.before is None:
        return [RefusedBlock(block, _missing(block.path, grounds)) for block in file.blocks]
    elided = [refused for block in file.blocks for refused in _elided(file, block)]
    if elided:
        return elided
    spliced = splice(file.path, file.before, [block.wish for block in file.blocks])
    if spliced.refusals:
        return [RefusedBlock(file.blocks[each.wish], each.reason, each.is_syntax) for each in spliced.refusals]
    return NewContent(file, spliced.after, spliced.symbols)


def _refused(blocks: Sequence[Block], reason: str) -> list[RefusedBlock]:
    return [RefusedBlock(block, reason) for block in blocks]


def _missing(path: str, grounds: Grounds) -> str:
    if grounds.top != grounds.cwd and os.path.lexists(os.path.join(grounds.top, path)):
        return "there is no such file here; paths are relative to the current folder, and it is there from the root on"
    return "there is no such file; a block without a target creates one"


def _whole(file: PatchFile, block: Block, *, overwrites: bool) -> NewContent | list[RefusedBlock]:
    try:
        after = _like(file, block.wish.text)
    except UnicodeEncodeError as error:
        reason = f"{error.object[error.start]!r} cannot be written in {error.encoding}, which its coding cookie names"
        return _refused([block], reason)
    except Undecodable as error:
        return _refused([block], f"the new text cannot be read: {error}")
    if after == file.before:
        return NewContent(file, after)
    if file.before is not None and not overwrites:
        return _refused([block], "it stands there already; name a target in it, or replace all of it with --overwrite")
    elided = list(_elided(file, block))
    if elided:
        return elided
    language = language_of(file.path)
    trouble = syntax_trouble(after, language) if language is not None else ""
    if trouble:
        return _refused([block], f"the new text does not parse: {trouble}")
    return NewContent(file, after)


def _elided(file: PatchFile, block: Block) -> Iterator[RefusedBlock]:
    """A comment of the new text that stands for what would be deleted, unless what it replaces holds it, too."""
    new = elisions(block.wish.text, file.path)
    if not new:
        return
    old = elisions(_replaced(file, block), file.path)
    for comment, line in new.items():
        if comment not in old:
            at = f"line {block.text_line + line - 1}: `{comment}`"
            yield RefusedBlock(block, f"{at} stands for code that is left out; send all of it, or reword the comment")
            return


def _replaced(file: PatchFile, block: Block) -> str:
    """The text that a block takes the place of."""
    target, before = block.target, file.before or b""
    if isinstance(target, WholeFile):
        return before.decode("utf-8", "replace")
    if isinstance(target, NodeTarget) and target.operation is not Operation.REPLACE:
        return ""
    return owned_ranges(file.path, before, [target])[0].text


def _like(file: PatchFile, text: str) -> bytes:
    """A text with the line ends, the byte order mark and the last line end of the file that it replaces."""
    language = language_of(file.path)
    head = "\n".join(text.split("\n")[:2])  # where a coding cookie stands
    encoding = SourceText(head.encode("ascii", "replace")).encoding if language is PYTHON else "utf-8"
    newline, mark = "\n", b""
    if file.before is not None:
        try:
            old = SourceText(file.before, is_python=language is PYTHON)
        except Undecodable:
            return text.encode(encoding)
        newline, mark = old.newline, old.mark if encoding == "utf-8" else b""
        text = text if re.search(rb"[\r\n]\Z|\A\Z", file.before) else text.rstrip("\n")
    return mark + text.replace("\n", newline).encode(encoding)
