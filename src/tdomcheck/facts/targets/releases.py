"""Which releases a requirement lets in, as `packaging` reads it; imported by the rules that ask."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import RequiredFact, RequirementFact
from tdomcheck.model.suffixes import is_lock
from tdomcheck.regex import regex

_POETRY = regex(r"([\^~])(\d+)(?:\.(\d+))?(?:\.\d+)*\Z")


def release(text: str) -> Version | None:
    """A version that can be compared."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


def is_before(text: str, bound: str) -> bool:
    """Whether a version is surely older than another."""
    version = release(text)
    return version is not None and version < Version(bound)


def bounds_of(requirement: str) -> SpecifierSet | None:
    """The versions that a requirement lets in; None for one with a marker, which may not hold, or that says nothing."""
    try:
        parsed = Requirement(requirement)
    except InvalidRequirement:
        return None
    return None if parsed.marker is not None or parsed.url is not None else parsed.specifier


def python_bounds(text: str) -> SpecifierSet | None:
    """The Pythons that a project lets in, also as Poetry writes them; None where that is not said."""
    caret = _POETRY.match(text)
    if caret is not None:
        start, major, minor = text[1:], int(caret[2]), caret[3]
        above = f"{major}.{int(minor) + 1}" if caret[1] == "~" and minor else str(major + 1)
        return SpecifierSet(f">={start},<{above}")
    try:
        return SpecifierSet(text) if text.strip() else None
    except InvalidSpecifier:
        return None


@lru_cache(maxsize=256)
def reaches(bounds: SpecifierSet, bound: str) -> bool:
    """Whether a version is let in that is not older than `bound`."""
    first = Version(bound)
    named = (release(specifier.version.removesuffix(".*")) for specifier in bounds)
    candidates = [*_from(first), *(version for version in named if version is not None and version >= first)]
    return any(bounds.contains(version, prereleases=False) for version in candidates)


@lru_cache(maxsize=16)
def ends_before(requirement: RequirementFact, bound: str) -> bool:
    """Whether a requirement surely keeps a version and all later ones out."""
    bounds = bounds_of(requirement.text) if requirement.is_indexed else None
    return bounds is not None and not reaches(bounds, bound)


def surely_reaches(requirement: RequirementFact, bound: str) -> bool:
    """Whether a requirement surely lets a version or a later one in."""
    bounds = bounds_of(requirement.text) if requirement.is_indexed else None
    return bounds is not None and reaches(bounds, bound)


def _from(first: Version) -> tuple[Version, ...]:
    return tuple(_after(first))


def _after(first: Version) -> Iterator[Version]:
    """A version and many after it: bounds are rarely finer than that."""
    for micro in range(first.micro, first.micro + 200):
        yield Version(f"{first.major}.{first.minor}.{micro}")
    for minor in range(first.minor + 1, first.minor + 50):
        for micro in (0, 1, 99):
            yield Version(f"{first.major}.{minor}.{micro}")
    for major in range(first.major + 1, first.major + 5):
        for minor in (0, 1, 99):
            yield Version(f"{major}.{minor}.1")


def locks_over(project: Project, path: str) -> list[RequiredFact]:
    """The locks beside a file or in the folders above it: a workspace has one for all of its members."""
    locks = []
    for other in sorted(filter(is_lock, project.facts)):
        folder = other.rpartition("/")[0]
        required = project.facts[other].required
        if required is not None and _is_above(folder, path.rpartition("/")[0]):
            locks.append(required)
    return locks


def _is_above(outer: str, inner: str) -> bool:
    """Whether a folder is another or holds it, where both may lie outside of the project: `../..`."""
    steps, below = outer.split("/") if outer else [], inner.split("/") if inner else []
    if steps.count("..") > below.count(".."):
        return set(steps) == {".."}  # what it names on the way down again is not where the other lies
    return steps.count("..") == below.count("..") and below[: len(steps)] == steps
