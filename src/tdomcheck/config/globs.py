"""Globs relative to the configuration, as an ignore file has them: which files a list of patterns means.

A pattern with a `/` at its beginning or in its middle starts at the root; any other matches a name at any depth. A
pattern that matches a folder matches all in it. The last pattern that matches decides; `!` takes paths out again, and
a list that begins with `!` means everything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tdomcheck.config.linear import SOME_FOLDERS, STAR, joined
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class PathMatcher:
    """A list of globs, ready to be asked."""

    patterns: tuple[tuple[re.Pattern[str], bool], ...]
    """Each with whether it takes paths in."""

    @classmethod
    def of(cls, globs: Iterable[str]) -> PathMatcher:
        pairs = ((glob.removeprefix("!"), not glob.startswith("!")) for glob in globs)
        return cls(tuple((re.compile(translate(body), re.DOTALL), is_in) for body, is_in in pairs))

    def is_match(self, path: str) -> bool:
        """Whether a path relative to the root, with `/`, is meant."""
        for pattern, is_in in reversed(self.patterns):
            if pattern.fullmatch(path):
                return is_in
        return bool(self.patterns) and not self.patterns[0][1]


def is_listed(globs: Iterable[str], folder: str) -> bool:
    """Whether a list of globs names a folder itself; what lies below a folder that is named is not."""
    answer = False
    for glob in globs:
        body = glob.removeprefix("!").rstrip("/")
        parts = [part for part in body.removeprefix("./").split("/") if part]
        if parts and re.fullmatch(_joined(parts), folder, re.DOTALL):
            answer = not glob.startswith("!")
    return answer


def translate(glob: str) -> str:
    """The regular expression of a glob, for whole paths of files."""
    below = "/.+" if glob.endswith("/") else "(?:/.+)?"
    body = glob.rstrip("/").removeprefix("./")
    parts = [part for part in body.split("/") if part]
    if not parts:
        return ".*" if glob in {".", "./", "/"} else "(?!)"
    if parts[-1] == "." and len(parts) == 1:
        return ".*"
    if "/" not in body and not glob.startswith("./"):
        parts.insert(0, "**")
    return _joined(parts) + below


def _joined(parts: list[str]) -> str:
    pieces: list[str] = []
    for index, part in enumerate(parts):
        is_last = index == len(parts) - 1
        if part != "**":
            pieces += _segment(part) if is_last else (*_segment(part), "/")
        elif is_last:
            pieces.append(".+")
        elif parts[index + 1] != "**":  # two in a row say nothing more
            pieces.append(SOME_FOLDERS)
    return joined(pieces)


def _segment(part: str) -> Iterator[str]:
    """One name of a path; `*` and `?` never cross a slash."""
    place = 0
    while place < len(part):
        letter = part[place]
        end = part.find("]", place + 2) if letter == "[" else -1
        if letter == "[" and end > 0:
            yield _letters(part[place + 1 : end])
            place = end
        elif letter == "\\" and place + 1 < len(part):
            place += 1
            yield re.escape(part[place])
        else:
            yield {"*": STAR, "?": "[^/]"}.get(letter, re.escape(letter))
        place += 1


def _letters(inside: str) -> str:
    """A set such as `[!a-c]`; a range that runs backwards holds nothing."""
    is_negated = inside[0] in "!^"
    members = inside[1:] if is_negated else inside
    pieces: list[str] = []
    place = 0
    while place < len(members):
        first = last = members[place]
        place += 1
        if members[place : place + 1] == "-" and place + 1 < len(members):
            last = members[place + 1]
            place += 2
        if first <= last:
            pieces.append(f"{re.escape(first)}-{re.escape(last)}")
    if not pieces:
        return "[^/]" if is_negated else "(?!)"
    return f"(?!/)[{'^' if is_negated else ''}{''.join(pieces)}]"
