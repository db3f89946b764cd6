"""Which files the blocks of a document mean: never one outside of the project, however its path gets there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from tdomcheck.config.regular import read_regular
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.model.paths import is_of_git, is_of_state, is_within
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


def files_of(
    blocks: Sequence[Block], grounds: Grounds, state_of: Callable[[str], str]
) -> tuple[list[PatchFile], list[RefusedBlock]]:
    """The files of a document, in its order, each once whatever it is called; what we know is kept in `state_of`."""
    by_path: dict[str, list[Block]] = {}
    refused: list[RefusedBlock] = []
    for block in blocks:
        place, reason = _place(block.path, grounds, state_of)
        if reason:
            refused.append(RefusedBlock(block, reason))
        else:
            by_path.setdefault(place, []).append(block)
    refused += _folders(by_path)
    if refused:
        return [], refused
    files: list[PatchFile] = []
    for path, own in by_path.items():
        try:
            files.append(PatchFile(path, tuple(own), _content(path)))
        except OSError as error:
            refused += [RefusedBlock(block, f"it cannot be read: {error.strerror}") for block in own]
    return files, refused


def _place(path: str, grounds: Grounds, state_of: Callable[[str], str]) -> tuple[str, str]:
    """Where a path leads, and why no patch may go there; empty where one may."""
    if os.path.isabs(path):
        return "", "its path is absolute; write it relative to the current folder"
    if "\0" in path:
        return "", "its path holds a NUL byte"
    real = os.path.realpath(os.path.join(grounds.cwd, path))
    if real == grounds.top or not is_within(real, grounds.top):
        return "", "it leads out of the project, where nothing is written"
    inner = os.path.relpath(real, grounds.top)
    if is_of_git(inner):
        return "", "it lies in a folder of git, where nothing is written"
    state = os.path.realpath(state_of(os.path.dirname(real)))
    is_kept_there = is_within(real, state) and not is_within(grounds.cwd, state)
    if is_kept_there or is_of_state(inner) or is_of_state(path):
        return "", "it lies in the folder in which tdomcheck keeps its journal and its cache, where nothing is written"
    return real, ""


def _folders(by_path: Mapping[str, Sequence[Block]]) -> Iterator[RefusedBlock]:
    """The blocks for what is a folder of another block's file."""
    folders: dict[str, Block] = {}
    for path, blocks in by_path.items():
        while (path := os.path.dirname(path)) not in folders and path != os.path.dirname(path):
            folders[path] = blocks[0]
    for path in folders.keys() & by_path.keys():
        inner = folders[path]
        for block in by_path[path]:
            yield RefusedBlock(block, f"it would be a file and the folder of block {inner.number}; send one of them")


def _content(path: str) -> bytes | None:
    try:
        return read_regular(path)
    except FileNotFoundError:
        return None
