"""Changes as one patch that `git apply` takes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator


def unified_diff(path: str, before: bytes, after: bytes) -> str:
    """The difference of one file; bytes that are no UTF-8 travel as surrogates."""
    old, new = _lines(before), _lines(after)
    pieces = [f"diff --git {_quoted(f'a/{path}')} {_quoted(f'b/{path}')}\n"]
    pieces.extend(_marked(difflib.unified_diff(old, new, _quoted(f"a/{path}"), _quoted(f"b/{path}"))))
    return "".join(pieces)


def creation_diff(path: str, after: bytes) -> str:
    """A file that comes."""
    new = _quoted(f"b/{path}")
    head = f"diff --git {_quoted(f'a/{path}')} {new}\nnew file mode 100644\n"
    return head + "".join(_marked(difflib.unified_diff([], _lines(after), "/dev/null", new)))


def deletion_diff(path: str, before: bytes) -> str:
    """A file that goes."""
    old = _quoted(f"a/{path}")
    head = f"diff --git {old} {_quoted(f'b/{path}')}\ndeleted file mode 100644\n"
    return head + "".join(_marked(difflib.unified_diff(_lines(before), [], old, "/dev/null")))


def move_diff(path: str, new_path: str, before: bytes, after: bytes) -> str:
    """A file that goes to another place."""
    old, new = _quoted(f"a/{path}"), _quoted(f"b/{new_path}")
    head = f"diff --git {old} {new}\nrename from {_quoted(path)}\nrename to {_quoted(new_path)}\n"
    return head + "".join(_marked(difflib.unified_diff(_lines(before), _lines(after), old, new)))


def _lines(data: bytes) -> list[str]:
    """Lines as git counts them: only LF ends one."""
    text = data.decode("utf-8", "surrogateescape")
    pieces = text.split("\n")
    lines = [f"{piece}\n" for piece in pieces[:-1]]
    return [*lines, pieces[-1]] if pieces[-1] else lines


def _marked(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _quoted(path: str) -> str:
    """As git quotes names with unusual letters, and those that a runner would take for a command, `##vso[...`."""
    raw = path.encode("utf-8", "surrogateescape")
    special = b'"\\'
    if all(0x20 <= byte < 0x7F and byte not in special for byte in raw) and "##" not in path:
        return path
    text = "".join(
        chr(byte)
        if 0x20 <= byte < 0x7F and byte not in b'"\\#'
        else f"\\{chr(byte)}"
        if byte in b'"\\'
        else f"\\{byte:03o}"
        for byte in raw
    )
    return f'"{text}"'
