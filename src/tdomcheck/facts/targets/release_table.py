"""What the releases of the libraries have: asked by the rules on names that are gone, or never were."""

from __future__ import annotations

from difflib import get_close_matches

from tdomcheck.facts.targets.release_data import NAMES, RELEASES
from tdomcheck.facts.targets.versions import numbers_of

MODULE = "."
"""Asks for a module itself."""


def is_missing(package: str, module: str, name: str, version: tuple[int, ...]) -> bool:
    """Whether a release surely has no such name; of a release or a library that was not read nothing is sure."""
    at = _number(package, version)
    if at is None or package.replace("-", "_") not in NAMES:
        return False
    return not any(first <= at <= last for first, last in NAMES.get(module, {}).get(name, ()))


def gone_since(package: str, module: str, name: str, version: tuple[int, ...]) -> str:
    """The release that took a name away, as seen from one that lacks it; empty where none before had it."""
    at = _number(package, version)
    spans = NAMES.get(module, {}).get(name, ())
    ends = [last for _, last in spans if at is not None and last < at]
    return RELEASES[package][max(ends) + 1] if ends else ""


def is_known(package: str, version: tuple[int, ...]) -> bool:
    """Whether a release is not newer than all that were read, which may have names that none of these has."""
    return numbers_of(RELEASES[package][-1]) >= numbers_of(version_text(version))


def near_name(package: str, module: str, name: str, version: tuple[int, ...]) -> str:
    """What a module, or a name of one, was probably meant to be; empty where nothing is like it."""
    if module in NAMES:
        found = [known for known in NAMES[module] if not is_missing(package, module, known, version)]
    else:
        root, name = package.replace("-", "_"), module
        found = [known for known in NAMES if known.startswith(root) and not is_missing(package, known, MODULE, version)]
    return next(iter(get_close_matches(name, sorted(found), 1, 0.7)), "")


def version_text(version: tuple[int, ...]) -> str:
    """A version as people write it."""
    return ".".join(map(str, version))


def _number(package: str, version: tuple[int, ...]) -> int | None:
    """The newest release that is not newer than a version; None before the first."""
    numbers = [number for number, text in enumerate(RELEASES.get(package, ())) if numbers_of(text) <= version]
    return numbers[-1] if numbers else None
