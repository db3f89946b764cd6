"""What a project requires: the packages that rules ask about in pyproject.toml and in locks, and the Pythons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from tdomcheck.facts.records import FileFacts, RequiredFact, RequirementFact
from tdomcheck.model import Span
from tdomcheck.model.features import FeatureOf
from tdomcheck.model.suffixes import is_lock
from tdomcheck.regex import regex
from tdomcheck.source.toml import TomlText, table, text

FAMILY = frozenset({"tdom", "storyville", "aria-testing"})
_MENTIONED = regex(rb"(?<![\w.-])(?:tdom|storyville|aria[-_.]testing)(?![\w.])", re.IGNORECASE)
_NAME = regex(r"\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)")
_HEADER = regex(rb"^(?:\xef\xbb\xbf)?\[\[packages?\]\][ \t]*\r?$", re.MULTILINE)
_PYTHON = regex(rb"""^[ \t]*(?:requires-python|python-versions)[ \t]*=[ \t]*(["'])(.*?)\1""", re.MULTILINE)
_ELSEWHERE = frozenset({"vcs", "directory", "archive"})
"""Keys of a package in pylock.toml that no index gave."""
_CONDITIONS = frozenset({"resolution-markers", "markers", "marker"})
"""Keys of a package that is locked for some machines only."""


def required_in(file: TomlText, path: str) -> FileFacts:
    """The facts of a project file; raises Unparsable for one that speaks of the family and cannot be read."""
    if is_lock(path) and not _MENTIONED.search(file.data):
        return FileFacts()
    requirements = tuple(locked(file, FAMILY) if is_lock(path) else _asked(file))
    if not requirements:
        return FileFacts()
    python, place = _python(file, path)
    fact = RequiredFact(python, place.start, place.end, requirements, is_lock=is_lock(path))
    return FileFacts(required=fact, features=frozenset(FeatureOf.REQUIREMENT(item.name) for item in requirements))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _python(file: TomlText, path: str) -> tuple[str, Span]:
    """What the file says of Python, as it says it, and where; nothing where it is for certain machines only."""
    values = file.values
    uv = table(values, "tool", "uv")
    if any(each.get(key) for each in (values, uv) for key in ("supported-markers", "environments")):
        return "", Span(0, 0)
    own = text(table(values, "project").get("requires-python")) or text(values.get("requires-python"))
    wanted = own or text(table(values, "metadata").get("python-versions"))
    places = [match for match in _PYTHON.finditer(file.data) if match[2].decode("utf-8", "replace") == wanted]
    if not wanted or not places:
        return wanted, Span(0, 0)
    match = places[-1] if path.endswith("poetry.lock") else places[0]
    return wanted, Span(match.start(1), match.end())


def _asked(file: TomlText) -> Iterator[RequirementFact]:
    """The requirements of pyproject.toml, whatever group they are in."""
    settled = _settled_elsewhere(file)
    asked = [piece for piece in file.strings if piece.where.startswith(_LISTS) and _family(piece.text)]
    is_bounded = any(_BOUND.search(piece.text) for piece in asked)
    for piece in asked:
        name, place = _family(piece.text), file.place(piece) if is_bounded else Span(0, 0)
        yield RequirementFact(name, piece.text, place.start, place.end, is_indexed=name not in settled)


_BOUND = regex(r"<|==|~=")
"""What keeps later releases out. Where nothing does nothing is reported, and no place is asked for."""


def _settled_elsewhere(file: TomlText) -> frozenset[str]:
    """The packages of which the requirements do not tell all: what a tool is told of them besides may decide."""
    uv, poetry = table(file.values, "tool", "uv"), table(file.values, "tool", "poetry")
    if uv.get("conflicts"):
        return FAMILY  # groups that are never installed together
    names = {*table(uv, "sources"), *table(poetry, "dependencies")}
    for group in table(poetry, "group").values():
        names.update(table(group, "dependencies"))
    named = {_family(piece.text) for piece in file.strings if piece.where.startswith(_BOUNDS)}
    settled = FAMILY.intersection({*map(_normal, names), *named})
    return FAMILY if "tdom" in settled else settled  # whether others go with it nobody knows then


_LISTS = ("project.dependencies", "project.optional-dependencies", "dependency-groups.", "tool.uv.dev-dependencies")
"""Where requirements are, in whatever group."""
_BOUNDS = ("tool.uv.constraint-dependencies", "tool.uv.override-dependencies", "tool.pdm.resolution", "tool.hatch.envs")
"""Where bounds are that hold besides."""


def _family(requirement: str) -> str:
    """The package that a requirement is for, if it is one of ours."""
    match = _NAME.match(requirement)
    name = _normal(match[1]) if match else ""
    return name if name in FAMILY else ""


_VERSION = regex(rb"""^version[ \t]*=[ \t]*(["'])(.+?)\1""", re.MULTILINE)


def locked(file: TomlText, names: Collection[str]) -> Iterator[RequirementFact]:
    """The packages of a lock that have certain names; the headers of its tables stand in the order of the tables."""
    values = file.values
    packages = values.get("package") or values.get("packages")
    headers = [match.end() for match in _HEADER.finditer(file.data)]
    if not isinstance(packages, list) or len(packages) != len(headers):
        return
    for package, start in zip(packages, headers, strict=True):
        name, version = _normal(text(table(package).get("name"))), text(table(package).get("version"))
        if name not in names or not version:
            continue
        match = _VERSION.search(file.data, start)
        if match is not None:
            indexed = _is_indexed(table(package)) and _CONDITIONS.isdisjoint(table(package))
            yield RequirementFact(name, version, match.start(1), match.end(), is_indexed=indexed)


def _is_indexed(package: dict[str, object]) -> bool:
    """Whether a package comes from an index, so that its version says what it is."""
    source = table(package, "source")
    if source:
        return "registry" in source or source.get("type") == "legacy"
    return _ELSEWHERE.isdisjoint(package)
