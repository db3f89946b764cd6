"""Which version of tdomcheck a file asks for: line by line, so that no file of any shape costs more than its length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_KEY = regex(r"( *)(- +)?[\"']?(repo|rev)[\"']? *: *[\"']?([^\s\"'#]+)[\"']?(?: +# *frozen: *(\S+))?")
"""`pre-commit autoupdate --freeze` writes a commit, and its tag behind it."""
_ITEM = regex(r"( *)- ")
_REPO = regex(r"[^\s]*[/:]tdomcheck(?:\.git)?/?")
_PIN = regex(r" *(?:- +)?[\"']?uses[\"']? *: *[\"']?[\w.-]+/tdomcheck@([\w./-]+)[\"']? *(?:# *(\S+))?")
_TABLE = regex(r" *\[\[ *packages? *\]\]")
_OTHER = regex(r" *\[")
_FIELD = regex(r" *(name|version) *= *[\"']([^\"']*)[\"']")
_REQUIREMENT = regex(r" *tdomcheck *(?:\[[\w,. -]*\])? *={2,3} *([^\s;#\\]+)", re.IGNORECASE)
_VERSION = regex(r"v?\d+(?:\.\d+)*(?:[a-z0-9.+-]*)")
_MOST_LETTERS = 1000


@dataclass(frozen=True, slots=True)
class OwnVersion:
    """A version that a line of a file names; without one the line pins a commit and does not say of what."""

    line: int
    version: str
    written: str


def hook_versions(text: str) -> Iterator[OwnVersion]:
    """The `rev` of every repository of ours in a configuration of pre-commit."""
    depth, repo, rev = -1, "", OwnVersion(0, "", "")
    for number, line in _lines(text):
        item, key = _ITEM.match(line), _KEY.match(line)
        is_repo = key is not None and key[3] == "repo"
        if item is not None and (is_repo or len(item[1]) <= depth):
            if _REPO.fullmatch(repo) and rev.written:
                yield rev
            depth, repo, rev = len(item[1]), "", OwnVersion(0, "", "")
        if key is not None and key[3] == "repo":
            repo = key[4]
        elif key is not None:
            rev = OwnVersion(number, _version(key[5] or "") or _version(key[4]), key[4])
    if _REPO.fullmatch(repo) and rev.written:
        yield rev


def action_versions(text: str) -> Iterator[OwnVersion]:
    """The pins of our action in a workflow: a commit with its version in a comment, or a tag."""
    for number, line in _lines(text):
        pin = _PIN.match(line)
        if pin is not None:
            yield OwnVersion(number, _version(pin[2] or "") or _version(pin[1]), pin[1])


def lock_versions(text: str) -> Iterator[OwnVersion]:
    """What a lock file of uv, poetry, pdm, or of PEP 751 holds."""
    name, found = "", OwnVersion(0, "", "")
    is_package = False
    for number, line in _lines(text):
        if _OTHER.match(line):
            if name == "tdomcheck" and found.written:
                yield found
            is_package = _TABLE.match(line) is not None
            name, found = "", OwnVersion(0, "", "")
        field = _FIELD.match(line) if is_package else None
        if field is not None and field[1] == "name":
            name = field[2].lower()
        elif field is not None:
            found = OwnVersion(number, _version(field[2]), field[2])
    if name == "tdomcheck" and found.written:
        yield found


def required_versions(text: str) -> Iterator[OwnVersion]:
    """What a file of requirements pins."""
    for number, line in _lines(text):
        pin = _REQUIREMENT.match(line)
        if pin is not None:
            yield OwnVersion(number, _version(pin[1]), pin[1])


VersionReader = Callable[[str], Iterator[OwnVersion]]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        yield number, line[:_MOST_LETTERS].rstrip()


def _version(text: str) -> str:
    """A version without the `v` of its tag; nothing for a commit or a branch."""
    if len(text) > 60 or not _VERSION.fullmatch(text) or "." not in text:
        return ""
    return text.removeprefix("v")
