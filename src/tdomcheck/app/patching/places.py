"""Which files the blocks of a document mean: never one outside of the project, however its path gets there."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tdomcheck.config.regular import read_regular
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.model.paths import is_of_git, is_within
from tdomcheck.stitch.document import Block
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Grounds:
    """Where files may be written."""

    cwd: str
    """What the paths of a document are relative to."""
    top: str
    """The root of the repository, or the current folder without one; resolved."""

    @classmethod
    def around(cls, cwd: str) -> Grounds:
        real = os.path.realpath(cwd)
        return cls(real, repository_top(real) or real)

    def rooted(self, path: str) -> str:
        """A path as the repository has it."""
        return os.path.relpath(path, self.top).replace(os.sep, "/")


@dataclass(frozen=True, slots=True)
class PatchFile:
    """A file with the blocks that are for it."""

    path: str
    """Absolute, links resolved."""
    blocks: tuple[Block, ...]
    before: bytes | None
    """None where nothing stands there."""


@dataclass(frozen=True, slots=True)
class RefusedBlock:
    """A block that cannot be applied, and why; the reason may go over lines."""

    block: Block
    reason: str
    is_syntax: bool = False
    """The file does not parse as it stands."""


def files_of(blocks: Sequence[Block], grounds: Grounds) -> tuple[list[PatchFile], list[RefusedBlock]]:
    """The files of a document, in its order, each once whatever it is called."""
    by_path: dict[str, list[Block]] = {}
    refused: list[RefusedBlock] = []
    for block in blocks:
        place = _place(block.path, grounds)
        if place is None:
            refused.append(RefusedBlock(block, _outside(block.path, grounds)))
        else:
            by_path.setdefault(place, []).append(block)
    files: list[PatchFile] = []
    for path, own in by_path.items():
        try:
            files.append(PatchFile(path, tuple(own), _content(path)))
        except OSError as error:
            refused += [RefusedBlock(block, f"it cannot be read: {error.strerror}") for block in own]
    return files, refused


def _place(path: str, grounds: Grounds) -> str | None:
    """Where a path leads, or None where no patch may go."""
    if os.path.isabs(path) or "\0" in path:
        return None
    real = os.path.realpath(os.path.join(grounds.cwd, path))
    inside = is_within(real, grounds.top) and real != grounds.top
    return real if inside and not is_of_git(os.path.relpath(real, grounds.top)) else None


def _outside(path: str, grounds: Grounds) -> str:
    if os.path.isabs(path):
        return "its path is absolute; write it relative to the current folder"
    if "\0" in path:
        return "its path holds a NUL byte"
    real = os.path.realpath(os.path.join(grounds.cwd, path))
    if real == grounds.top or not is_within(real, grounds.top):
        return "it leads out of the project, where nothing is written"
    return "it lies in a folder of git, where nothing is written"


def _content(path: str) -> bytes | None:
    try:
        return read_regular(path)
    except FileNotFoundError:
        return None
