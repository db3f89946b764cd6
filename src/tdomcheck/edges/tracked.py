"""Which files git tracks: its index, read as git reads it and without starting it.

Only names are of interest. Versions 2 to 4, split indexes, and both kinds of object names are read; an index that is
damaged or of another version tracks nothing, as far as this module can tell.
"""

from __future__ import annotations

import os
import struct
from bisect import bisect_left
from collections.abc import Iterator

from tdomcheck.config.regular import read_regular
from tdomcheck.values import dataclass

_STAT_SIZE = 40
_HASH_SIZES = (20, 32)
_LONG_NAME = 0xFFF
_EXTENDED = 0x4000
_MOST_BYTES = 1 << 28
"""Of all names together: version 4 writes a long beginning that many names share only once."""


@dataclass(frozen=True, slots=True)
class TrackedFiles:
    """The names in an index, sorted."""

    names: tuple[bytes, ...] = ()

    def holds(self, name: bytes) -> bool:
        """Whether a file is tracked, or a repository of its own in its place."""
        place = bisect_left(self.names, name)
        return self.names[place : place + 1] == (name,)

    def holds_below(self, name: bytes) -> bool:
        """Whether a file in a folder is tracked."""
        inside = name + b"/"
        place = bisect_left(self.names, inside)
        return place < len(self.names) and self.names[place].startswith(inside)


def tracked_files(git_folder: str, read: dict[str, None]) -> TrackedFiles:
    """The index in the folder of a repository; the files that were asked for are added to `read`."""
    path = os.path.join(git_folder, "index")
    read[path] = None
    for size in _HASH_SIZES:
        try:
            data = read_regular(path)
            names, end = _names(data, size)
            shared = _shared_index(data, end, size)
            if shared:
                path_of_shared = os.path.join(git_folder, f"sharedindex.{shared}")
                read[path_of_shared] = None
                # What is deleted from the shared part is left in: where it is on disk, it is only looked at.
                names += _names(read_regular(path_of_shared), size)[0]
            return TrackedFiles(tuple(sorted({*filter(None, names)})))
        except (OSError, ValueError, IndexError, struct.error):
            continue
    return TrackedFiles()


def _names(data: bytes, hash_size: int) -> tuple[list[bytes], int]:
    """The names of an index, and where its extensions begin."""
    signature, version, count = struct.unpack_from(">4sII", data)
    if signature != b"DIRC" or version not in {2, 3, 4}:
        raise ValueError(version)
    names: list[bytes] = []
    place, total, name = 12, 0, b""
    for _ in range(count):
        start = place
        place += _STAT_SIZE + hash_size
        flags = data[place] << 8 | data[place + 1]
        place += 4 if flags & _EXTENDED else 2
        kept = 0
        if version == 4:
            stripped, place = _number(data, place)
            kept = len(name) - stripped
        end = data.index(b"\0", place)
        name = name[:kept] + data[place:end]
        if kept < 0 or len(name) != flags & _LONG_NAME != _LONG_NAME:
            raise ValueError(name)
        place = end + 1 if version == 4 else start + (end - start + 8) // 8 * 8
        total += len(name)
        if total > _MOST_BYTES:
            raise ValueError(total)
        names.append(name)
    return names, place


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number of any length, as in the offsets of a pack."""
    byte = data[place]
    value = byte & 127
    while byte & 128:
        place += 1
        byte = data[place]
        value = (value + 1 << 7) + (byte & 127)
        if value > _MOST_BYTES:
            raise ValueError(value)
    return value, place + 1


def _shared_index(data: bytes, place: int, hash_size: int) -> str:
    """The name of the other part of a split index; empty where the index is whole."""
    for signature, start, size in _extensions(data, place, hash_size):
        if signature == b"link" and size >= hash_size:
            return data[start : start + hash_size].hex()
    return ""


def _extensions(data: bytes, place: int, hash_size: int) -> Iterator[tuple[bytes, int, int]]:
    while place + 8 <= len(data) - hash_size:
        signature, size = struct.unpack_from(">4sI", data, place)
        yield signature, place + 8, size
        place += 8 + size
