"""Wishes for files, as short as tests want them."""

from __future__ import annotations

from tdomcheck.stitch.splice import Spliced, splice
from tdomcheck.stitch.targets import Operation, Wish, node_target, path_target

REPLACE, BEFORE, AFTER, DELETE = (
    Operation.REPLACE,
    Operation.INSERT_BEFORE,
    Operation.INSERT_AFTER,
    Operation.DELETE,
)


def node(operation: Operation, name: str, text: str = "") -> Wish:
    """`node(AFTER, "function save", "def load(): ...")`."""
    return Wish(node_target(operation, name), text)


def value(path: str, text: str, *, creates: bool = False) -> Wish:
    return Wish(path_target(path), text, creates)


def spliced(path: str, source: str | bytes, *wishes: Wish) -> Spliced:
    return splice(path, source if isinstance(source, bytes) else source.encode(), wishes)


def after(path: str, source: str, *wishes: Wish) -> str:
    """A file after wishes that are met."""
    result = spliced(path, source, *wishes)
    assert [refusal.reason for refusal in result.refusals] == []
    return result.after.decode()


def refused(path: str, source: str | bytes, *wishes: Wish) -> str:
    """Why wishes are not met; the file is as it was."""
    result = spliced(path, source, *wishes)
    assert result.refusals
    assert result.after == (source if isinstance(source, bytes) else source.encode())
    return "\n".join(refusal.reason for refusal in result.refusals)
