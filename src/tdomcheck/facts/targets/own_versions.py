"""Which version of tdomcheck a file asks for."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Callable, Iterator

from tdomcheck.errors import Unparsable
from tdomcheck.facts.targets.requirements import locked
from tdomcheck.regex import regex
from tdomcheck.source.toml import Piece, TomlText, table, text
from tdomcheck.source.yaml import fields, nodes
from tdomcheck.values import dataclass

_NAMED = regex(r"(?i)(?<![\w.-])tdomcheck(?![\w-])")
_REPO = regex(r"(?i)\S*[/:]tdomcheck(?:\.git)?/?")  # GitHub takes any case
_ACTION = regex(r"[\w.-]+/(?i:tdomcheck)@([\w./-]+)")
_REQUIREMENT = regex(r"(?i)[ \t]*tdomcheck[ \t]*(?:\[[\w,. -]*\])?[ \t]*={2,3}[ \t]*([^\s;#\\]+)")
_VERSION = regex(r"v?(\d+\.[a-z0-9.+-]*)")
_COMMIT = regex(r"[0-9a-fA-F]{7,64}")
_TAG = regex(r"v\d|\d+\.\d+\.\d")
"""What is hardly the version of anything else, as the 3.12 of a Python would be."""
_MOST_LETTERS = 200_000
"""Of YAML: to read as much takes seconds, and nobody writes it by hand."""


@dataclass(frozen=True, slots=True)
class OwnVersion:
    """A version that a line of a file names; without one the line pins a commit and does not say of what."""

    line: int
    version: str
    written: str


VersionReader = Callable[[str], Iterator[OwnVersion]]
"""Raises Unparsable for a text that names tdomcheck and cannot be read."""


def hook_versions(content: str) -> Iterator[OwnVersion]:
    """The `rev` of every repository of ours in a configuration of pre-commit, and what its own hooks install."""
    for node in _yaml(content):
        found = fields(node)
        rev = found.get("rev")
        if _REPO.fullmatch(_scalar(found.get("repo")).strip()):
            if rev is None or not _scalar(rev):
                raise Unparsable(f"line {node.start_mark.line + 1}: `repo` names tdomcheck, and it has no `rev`")
            yield _pin(content, rev, rev.value)
        added = _REQUIREMENT.match(_scalar(node))
        if added is not None:
            yield _pin(content, node, added[1])


def action_versions(content: str) -> Iterator[OwnVersion]:
    """The pins of our action in a workflow: a commit with its version in a comment, or a tag."""
    for node in _yaml(content):
        uses = fields(node).get("uses")
        action = _ACTION.fullmatch(_scalar(uses).strip())
        if action is not None:
            yield _pin(content, uses, action[1])


def _yaml(content: str) -> Iterator[t.Any]:
    """The nodes of a file that names us; others cost nothing."""
    if not _NAMED.search(content):
        return
    if len(content) > _MOST_LETTERS:
        raise Unparsable("it is longer than 200 KB")
    yield from nodes(content)


def _scalar(node: t.Any) -> str:
    return node.value if node is not None and node.id == "scalar" else ""


def _pin(content: str, node: t.Any, written: str) -> OwnVersion:
    """What a node pins: the version that it says itself, before the one that is said behind a commit."""
    end = node.end_mark.index
    _, _, comment = content[end : end + _MOST_SHOWN].partition("\n")[0].partition("#")
    return OwnVersion(node.start_mark.line + 1, _version(written) or _tagged(written, comment), written)


_MOST_SHOWN = 1_000


def _tagged(commit: str, comment: str) -> str:
    """The version of a commit in the comment behind it: `frozen: v1.0.0`, `tag=v1.0.0`, `v1.0.0`."""
    words = [word for word in comment.split() if not word.endswith(":")]
    tag = re.split("[:=@]", words[0])[-1] if words and _COMMIT.fullmatch(commit) else ""
    return _version(tag) if _TAG.match(tag) else ""


def prek_versions(content: str) -> Iterator[OwnVersion]:
    """The same in the configuration of prek, which is TOML."""
    file = TomlText(content.encode())
    repos = file.values.get("repos") if _NAMED.search(content) else None
    for number, repo in enumerate(repos if isinstance(repos, list) else ()):
        rev = text(table(repo).get("rev"))
        if rev and _REPO.fullmatch(text(table(repo).get("repo"))):
            place = file.place(Piece(rev, ("repos", number, "rev")))
            yield OwnVersion(file.source.position(place.start).line, _version(rev), rev)


def lock_versions(content: str) -> Iterator[OwnVersion]:
    """What a lock file of uv, poetry, pdm, or of PEP 751 holds."""
    if _NAMED.search(content):
        file = TomlText(content.encode())
        for package in locked(file, frozenset({"tdomcheck"})):
            line = file.source.position(package.start).line
            yield OwnVersion(line, _version(package.text), package.text)


def required_versions(content: str) -> Iterator[OwnVersion]:
    """What a file of requirements pins."""
    for number, line in enumerate(content.split("\n"), start=1):
        pin = _REQUIREMENT.match(line[:_MOST_SHOWN])
        if pin is not None:
            yield OwnVersion(number, _version(pin[1]), pin[1])


def _version(written: str) -> str:
    """A version without the `v` of its tag; nothing for a commit or a branch."""
    version = _VERSION.fullmatch(written) if len(written) <= 60 else None
    return version[1] if version is not None else ""
