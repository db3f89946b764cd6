"""Ignore files, compiled: which pattern decides about a name, as git itself would say.

`pathspec` is not used here: importing it takes 15 ms, a sixth of what a whole run over an unchanged project may take,
and it answers for whole paths, where the walk asks level by level and wants to know which line of which file it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tdomcheck.config.linear import ANY_FOLDERS, STAR, joined
from tdomcheck.values import dataclass, field

SPECIAL = frozenset("*?[\\")
CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r"\ \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r"\ \t\n\r\f\v",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """One line of an ignore file, or one entry of `exclude`."""

    text: str
    line: int
    is_negated: bool


@dataclass(slots=True)
class _Glob:
    """A pattern that needs a regular expression, compiled when a name first gets past its literal beginning."""

    index: int
    body: str
    is_path: bool
    prefix: str
    matcher: Callable[[str], object] | None = None

    def is_match(self, name: str, path: str) -> bool:
        subject = path if self.is_path else name
        if not subject.startswith(self.prefix):
            return False
        if self.matcher is None:
            source = translate(self.body, is_path=self.is_path)
            self.matcher = re.compile("(?!)" if source is None else source, re.DOTALL).fullmatch
        return self.matcher(subject) is not None


@dataclass(frozen=True, slots=True)
class _Table:
    """The patterns that can decide about files, or about folders; most are plain look-ups."""

    names: dict[str, int] = field(default_factory=dict)
    paths: dict[str, int] = field(default_factory=dict)
    suffixes: list[tuple[str, int]] = field(default_factory=list)
    globs: list[_Glob] = field(default_factory=list)

    def add(self, index: int, body: str) -> None:
        is_path = "/" in body
        body = body.removeprefix("/")
        if SPECIAL.isdisjoint(body):
            (self.paths if is_path else self.names)[body] = index
        elif not is_path and body[0] == "*" and SPECIAL.isdisjoint(body[1:]):
            self.suffixes.append((body[1:], index))
        else:
            prefix = body[: next(place for place, letter in enumerate(body) if letter in SPECIAL)]
            self.globs.append(_Glob(index, body, is_path, prefix))

    def last(self, name: str, path: str) -> int:
        """The index of the last pattern that matches, or -1."""
        best = max(self.names.get(name, -1), self.paths.get(path, -1))
        for suffix, index in self.suffixes:
            if index > best and name.endswith(suffix):
                best = index
        for glob in self.globs:
            if glob.index > best and glob.is_match(name, path):
                best = glob.index
        return best


@dataclass(frozen=True, slots=True)
class Rules:
    """All patterns of one source, relative to the folder it speaks for."""

    source: str
    """The ignore file, or '' for the configuration."""
    folder: str
    patterns: tuple[IgnorePattern, ...]
    is_folding: bool
    files: _Table
    folders: _Table

    def decide(self, name: str, path: str, *, is_folder: bool) -> IgnorePattern | None:
        """The pattern that decides about `path`, which is relative to `folder`; a negated one re-includes."""
        if self.is_folding:
            name, path = name.lower(), path.lower()
        index = (self.folders if is_folder else self.files).last(name, path)
        return None if index < 0 else self.patterns[index]


def compile_rules(lines: Iterable[str], folder: str, *, source: str = "", is_folding: bool = False) -> Rules:
    """Patterns ready to be asked; a line that cannot match anything is left out, as git does."""
    patterns: list[IgnorePattern] = []
    files, folders = _Table(), _Table()
    for number, line in enumerate(lines, 1):
        text = _trimmed(line.removesuffix("\r"))
        body = text.removeprefix("!")
        is_folder_only = body.endswith("/")
        body = body.removesuffix("/")
        if not body or text.startswith("#"):
            continue
        if is_folding:
            body = body.lower()
        folders.add(len(patterns), body)
        if not is_folder_only:
            files.add(len(patterns), body)
        patterns.append(IgnorePattern(text, number, text.startswith("!")))
    return Rules(source, folder, tuple(patterns), is_folding, files, folders)


def _trimmed(line: str) -> str:
    """Without trailing spaces, but for an escaped one."""
    bare = line.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if slashes % 2 and len(bare) < len(line) else bare


def translate(body: str, *, is_path: bool) -> str | None:
    """The regular expression of a glob; None if it can never match, such as one with an unclosed bracket."""
    pieces: list[str] = []
    place = 0
    while place < len(body):
        letter = body[place]
        if letter == "[":
            bracket = _bracket(body, place + 1)
            if bracket is None:
                return None
            piece, place = bracket
        elif letter == "*":
            piece, place = _stars(body, place, is_path=is_path)
        elif letter == "?":
            piece, place = "[^/]", place + 1
        elif letter == "\\":
            if place + 1 == len(body):
                return None
            piece, place = re.escape(body[place + 1]), place + 2
        else:
            piece, place = re.escape(letter), place + 1
        pieces.append(piece)
    return joined(pieces)


def _stars(body: str, start: int, *, is_path: bool) -> tuple[str, int]:
    """`**` spans folders only if it is a whole segment; elsewhere stars are one star."""
    end = start
    while end < len(body) and body[end] == "*":
        end += 1
    # Git compares the plain beginning of a pattern first and forgets it, so that `a**/b` is like `**/b` behind an a.
    is_first = SPECIAL.isdisjoint(body[:start])
    is_whole = is_path and end - start > 1 and (is_first or body[start - 1] == "/")
    if is_whole and end == len(body):
        return ".*", end
    if is_whole and body[end] == "/":
        return ANY_FOLDERS, end + 1
    return STAR, end


def _bracket(body: str, place: int) -> tuple[str, int] | None:
    """A set such as `[!a-z[:digit:]]`, from behind its `[`; None if it is malformed."""
    is_negated = body.startswith(("!", "^"), place)
    place += is_negated
    start, previous = place, ""
    members: list[str] = []
    while place == start or not body.startswith("]", place):
        member = _member(body, place, previous)
        if member is None:
            return None
        piece, previous, place = member
        members.append(piece)
    inner = "".join(members)
    if not inner:  # only ranges that run backwards
        return ("[^/]" if is_negated else "(?!)"), place + 1
    return f"(?!/)[{'^' if is_negated else ''}{inner}]", place + 1


def _member(body: str, place: int, previous: str) -> tuple[str, str, int] | None:
    """One member of a set: its piece, the letter that a range could start with, and the next place."""
    letter = body[place : place + 1]
    if letter == "[" and body.startswith(":", place + 1):
        return _class(body, place)
    if letter == "-" and previous and body[place + 1 : place + 2] not in {"", "]"}:
        high = _letter(body, place + 1)
        if high is None:
            return None
        piece = f"{re.escape(previous)}-{re.escape(high[0])}" if previous <= high[0] else ""
        return piece, "", high[1]
    single = _letter(body, place)
    return None if single is None else (re.escape(single[0]), single[0], single[1])


def _letter(body: str, place: int) -> tuple[str, int] | None:
    if body.startswith("\\", place):
        place += 1
    return (body[place], place + 1) if place < len(body) else None


def _class(body: str, place: int) -> tuple[str, str, int] | None:
    """`[:alpha:]` inside a set; without its `:]`, the bracket is a letter like any other."""
    close = body.find("]", place + 2)
    if close < 0:
        return None
    if close == place + 2 or body[close - 1] != ":":
        return r"\[", "[", place + 1
    members = CLASSES.get(body[place + 2 : close - 1])
    return None if members is None else (members, "", close + 1)
