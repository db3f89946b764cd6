"""From two contents of a file to what a delta says of it, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import accumulate, pairwise

from tdomcheck.edits.difference import Replacement, difference
from tdomcheck.errors import Undecodable
from tdomcheck.model.delta import FileDelta
from tdomcheck.model.fix import Edit
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.source.text import SourceText


class StaleError(Exception):
    """A delta that does not fit the file that is there; the text says why."""


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def file_delta(
    path: str, before: bytes | None, after: bytes | None, *, new_path: str = "", symbols: Sequence[str] = ()
) -> FileDelta:
    """What became of a file; None: it is not there."""
    old = None if before is None else digest(before)
    new = None if after is None else digest(after)
    names = tuple(sorted(set(symbols)))
    if after is None:
        return FileDelta(path, old, new, symbols=names)
    encoding, newline = _spelling(path, before or b"")
    edits = _edits(before or b"", after, encoding, newline)
    delta = FileDelta(path, old, new, edits, new_path, newline, names)
    if _spliced(delta, before or b"", encoding) == after:
        return delta
    # Line ends of several kinds, which one word does not tell.
    return FileDelta(path, old, new, _edits(before or b"", after, encoding, "\n"), new_path, "\n", names)


def new_content(delta: FileDelta, before: bytes | None) -> bytes | None:
    """What a file becomes; raises StaleError unless it is the one that is meant, and comes out as the delta says."""
    if (None if before is None else digest(before)) != delta.old_sha256:
        raise StaleError(_difference_of(delta, before))
    if delta.new_sha256 is None:
        return None
    data = before or b""
    for edit in delta.edits:
        if edit.end > len(data):
            raise StaleError(f"has {len(data)} bytes, and an edit of the plan ends at byte {edit.end}")
    after = _spliced(delta, data, _spelling(delta.path, data)[0])
    if digest(after) != delta.new_sha256:
        raise StaleError("would not become what the plan says; its edits were changed since it was written")
    return after


def _difference_of(delta: FileDelta, before: bytes | None) -> str:
    if delta.old_sha256 is None:
        return "is to be created, and stands there already"
    return "is not there any more" if before is None else "has changed since the plan was written"


def _spelling(path: str, data: bytes) -> tuple[str, str]:
    """Encoding and line end of a file; bytes that its encoding lacks travel as lone surrogates."""
    try:
        source = SourceText(data, is_python=path.endswith(SOURCES))
    except Undecodable:
        return "utf-8", "\n"
    return source.encoding, source.newline


def _edits(before: bytes, after: bytes, encoding: str, newline: str) -> tuple[Edit, ...]:
    old, new = (data.decode(encoding, "surrogateescape") for data in (before, after))
    changes = difference(old, new)
    offsets = _byte_offsets(old, changes, encoding)
    return tuple(
        Edit(offsets[change.start], offsets[change.end], change.text.replace(newline, "\n")) for change in changes
    )


def _byte_offsets(text: str, changes: Sequence[Replacement], encoding: str) -> dict[int, int]:
    """Where characters stand in bytes, each stretch of the text encoded once."""
    places = [0, *sorted({place for change in changes for place in (change.start, change.end)})]
    lengths = (len(text[one:two].encode(encoding, "surrogateescape")) for one, two in pairwise(places))
    return dict(zip(places, accumulate(lengths, initial=0), strict=True))


def _spliced(delta: FileDelta, data: bytes, encoding: str) -> bytes:
    pieces: list[bytes] = []
    position = 0
    for edit in delta.edits:
        text = edit.text.replace("\n", delta.newline)
        try:
            pieces += [data[position : edit.start], text.encode(encoding, "surrogateescape")]
        except UnicodeEncodeError as error:
            reason = f"{error.object[error.start]!r} cannot be written in {encoding}"
            raise StaleError(f"cannot take the text of the plan: {reason}") from None
        position = edit.end
    return b"".join((*pieces, data[position:]))
