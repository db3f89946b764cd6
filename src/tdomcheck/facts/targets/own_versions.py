"""Which version of tdomcheck a file asks for: line by line, so that no file of any shape costs more than its length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tdomcheck.regex import regex
from tdomcheck.values import dataclass, field, replace

_COMMENT = r"# *(?P<word>(?:renovate: *)?(?:tag|version|frozen|pin|ratchet:[\w./-]{1,200}) *[=:@] *)?(?P<tag>\S+)"
"""Where somebody has pinned a commit, its tag stands behind it: each tool that does so has its own words."""
_PROPERTY = r"(?:[&!][\w!-]* +)?"
"""An anchor or a tag of YAML."""
_KEY = regex(
    r"( *)(- +)?[\"']?(repo|rev)[\"']? *: *(?:[&!](?P<anchor>[\w!-]*) +)?[\"']?([^\s\"'#]+)[\"']?"
    rf"(?: +{_COMMENT})?"
)
_BLOCK = regex(r"[|>][+-]?\d?[+-]?")
_ITEM = regex(r"( *)- ")
_REPO = regex(r"(?i)[^\s]*[/:]tdomcheck(?:\.git)?/?")  # GitHub takes any case
_PAIR = regex(rf"(?<=[{{,\s])[\"']?(repo|rev)[\"']? *[:=] *{_PROPERTY}[\"']?([^\s\"',}}#]+)")
"""In a mapping that stands on one line."""
_FROZEN = regex(rf"(?<!\S){_COMMENT}")
_ADDED = regex(r"[^#]*?(?<![\w./@-])tdomcheck *(?:\[[\w,. -]*\])? *={2,3} *([\w.+!-]+)")
_NAMED = regex(r"(?im)^[^#\n]{0,1000}[/:]tdomcheck(?:\.git)?/?[\"'\s,}]")
_ACTION = rf"[\"']?[\w.-]+/(?i:tdomcheck)@(?P<pin>[\w./-]+)[\"']? *(?:{_COMMENT})?"
_PIN = regex(rf" *(?:- +)?(?:\{{[^#]*?)?(?<![\w-])[\"']?uses[\"']? *: *{_PROPERTY}{_ACTION}")
_USES = regex(rf" *(?:- +)?[\"']?uses[\"']? *: *(?:{_PROPERTY}{_BLOCK.pattern}|[&!][\w!-]*)?(?: +#.*)?")
"""A value that stands in the next line."""
_VALUE = regex(rf" *{_ACTION}")
_PACKAGE = regex(r" *\[\[ *packages? *\]\]")
_REPOSITORY = regex(r" *\[\[ *repos *\]\]")
_OTHER = regex(r" *\[")
_FIELD = regex(r" *(name|version|repo|rev) *= *[\"']([^\"']*)[\"']")
_REQUIREMENT = regex(r" *tdomcheck *(?:\[[\w,. -]*\])? *={2,3} *([^\s;#\\]+)", re.IGNORECASE)
_VERSION = regex(r"v?\d+(?:\.\d+)*(?:[a-z0-9.+-]*)")
_COMMIT = regex(r"[0-9a-fA-F]{7,64}")
_FULL = regex(r"v\d|\d+\.\d+\.\d")
"""What is hardly the version of anything else, as the 3.12 of a Python would be."""
_MOST_LETTERS = 1000


@dataclass(frozen=True, slots=True)
class OwnVersion:
    """A version that a line of a file names; without one the line pins a commit and does not say of what."""

    line: int
    version: str
    written: str


_NOTHING = OwnVersion(0, "", "")


def hook_versions(text: str) -> Iterator[OwnVersion]:
    """The `rev` of every repository of ours in a configuration of pre-commit, and what its own hooks install."""
    depth, repo, rev = -1, "", _NOTHING
    keys = _Keys()
    for number, line in _lines(text):
        yield from _in_one_line(number, line)
        item, key = _ITEM.match(line), keys.of_line(number, line)
        is_repo = key is not None and key.is_repo
        if item is not None and (is_repo or len(item[1]) <= depth):
            if _REPO.fullmatch(repo) and rev.written:
                yield rev
            depth, repo, rev = len(item[1]), "", _NOTHING
        if key is not None and key.is_repo:
            repo = key.value.written
        elif key is not None:
            rev = key.value
    if _REPO.fullmatch(repo) and rev.written:
        yield rev


@dataclass(frozen=True, slots=True)
class _Key:
    is_repo: bool
    value: OwnVersion


@dataclass(slots=True)
class _Keys:
    """The keys of the lines of a document, each with what its value stands for."""

    _anchors: dict[str, OwnVersion] = field(default_factory=dict)
    _begun: bool | None = None
    """Whether the key is `repo` whose value stands in the next line; None: there is none."""

    def of_line(self, number: int, line: str) -> _Key | None:
        """The key whose value this line says."""
        match = _KEY.match(line)
        if match is None:
            is_repo, self._begun = self._begun, self._begun if not line.strip() else None
            if is_repo is None or not line.strip():
                return None
            written = line.strip()
            return _Key(is_repo, OwnVersion(number, _version(written), written))
        is_repo, written = match[3] == "repo", match[5]
        self._begun = is_repo if _BLOCK.fullmatch(written) else None
        if self._begun is not None:
            return None
        value = OwnVersion(number, _pinned(written, match), written)
        if match["anchor"]:
            self._anchors[match["anchor"]] = value
        if written.startswith("*") and written[1:] in self._anchors:
            value = replace(self._anchors[written[1:]], line=number)
        return _Key(is_repo, value)


def _in_one_line(number: int, line: str) -> Iterator[OwnVersion]:
    """`{repo: ..., rev: ...}`, and `additional_dependencies: [tdomcheck==0.1.0]`."""
    pairs: dict[str, str] = dict(_PAIR.findall(line)) if "{" in line and not line.lstrip().startswith("#") else {}
    if _REPO.fullmatch(pairs.get("repo", "")) and pairs.get("rev"):
        frozen = _FROZEN.search(line)
        yield OwnVersion(number, _pinned(pairs["rev"], frozen), pairs["rev"])
    added = _ADDED.match(line)
    if added is not None:
        yield OwnVersion(number, _version(added[1]), added[1])


def prek_versions(text: str) -> Iterator[OwnVersion]:
    """The same in a configuration of prek, which may be TOML."""
    for number, line in _lines(text):
        yield from _in_one_line(number, line)
    for fields in _tables(text, _REPOSITORY):
        if _REPO.fullmatch(fields.get("repo", _NOTHING).written) and "rev" in fields:
            yield fields["rev"]


def names_hooks_of_ours(text: str) -> bool:
    """Whether a configuration names a repository of ours, in whatever shape."""
    return _NAMED.search(text) is not None


def action_versions(text: str) -> Iterator[OwnVersion]:
    """The pins of our action in a workflow: a commit with its version in a comment, or a tag."""
    is_begun = False
    for number, line in _lines(text):
        pin = _PIN.match(line) or (_VALUE.match(line) if is_begun else None)
        if pin is not None:
            yield OwnVersion(number, _pinned(pin["pin"], pin), pin["pin"])
        is_begun = _USES.fullmatch(line) is not None or (is_begun and not line)


def lock_versions(text: str) -> Iterator[OwnVersion]:
    """What a lock file of uv, poetry, pdm, or of PEP 751 holds."""
    for fields in _tables(text, _PACKAGE):
        if fields.get("name", _NOTHING).written.lower() == "tdomcheck" and "version" in fields:
            yield fields["version"]


def _tables(text: str, head: re.Pattern[str]) -> Iterator[dict[str, OwnVersion]]:
    """The fields of each table with such a head."""
    fields: dict[str, OwnVersion] | None = None
    for number, line in _lines(text):
        if _OTHER.match(line):
            if fields:
                yield fields
            fields = {} if head.match(line) else None
        field = _FIELD.match(line) if fields is not None else None
        if field is not None and fields is not None:
            fields[field[1]] = OwnVersion(number, _version(field[2]), field[2])
    if fields:
        yield fields


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


def _pinned(written: str, comment: re.Match[str] | None) -> str:
    """The version of a pin: what it says itself, before what is said behind it.

    People write anything behind a pin, so a comment that does not say what it is about must look like a tag."""
    version = _version(written)
    if version or comment is None or not comment["tag"]:
        return version
    is_tag = _COMMIT.fullmatch(written) is not None and _FULL.match(comment["tag"]) is not None
    return _version(comment["tag"]) if comment["word"] or is_tag else ""


def _version(text: str) -> str:
    """A version without the `v` of its tag; nothing for a commit or a branch."""
    if len(text) > 60 or not _VERSION.fullmatch(text) or "." not in text:
        return ""
    return text.removeprefix("v")
