"""Which version of a package the text of a file gives: what was locked, pinned or required."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tdomcheck.facts.targets.versions import VERSION, clauses_in, numbers_of
from tdomcheck.model.suffixes import MANIFEST
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

PACKAGES = ("tdom", "svcs-di", "svcs")
"""The packages whose versions decide which rules hold."""
_TDOM = regex(r"""(?m)(?:["']|^[ \t]*(?:-[ \t]+)?)tdom(?![^\W_])""")
"""In quotes, or first on its line: what a comment says of it is not asked for."""


@dataclass(frozen=True, slots=True)
class LockVersions:
    """What a lock says of our packages; the lock itself may be as long as a project is large."""

    versions: Mapping[str, str]
    """Empty for a package that it does not hold."""
    names_tdom: bool
    lists_packages: bool


def read_lock(text: str) -> LockVersions:
    """The versions in uv.lock, poetry.lock, pdm.lock and pylock.toml."""
    versions = {package: _locked(text, package) for package in PACKAGES}
    return LockVersions(versions, names_tdom(text), lists_packages="[[package" in text)


def names_tdom(text: str) -> bool:
    """Whether a file that lists requirements lists tdom."""
    return _TDOM.search(text) is not None


def is_named(text: str, package: str) -> bool:
    """Whether a file speaks of a package anywhere, in whatever spelling."""
    return re.search(rf"(?<![\w.-]){_spelled(package)}(?![\w.-])", text) is not None


def _locked(text: str, package: str) -> str:
    """All lock formats hold a `[[package]]` table with a name and then a version."""
    pattern = rf'\[\[packages?\]\]\s*\nname = "{re.escape(package)}"\s*\nversion = "({VERSION})'
    table = re.search(pattern, text)
    return str(table[1]) if table else ""


def _required(text: str, package: str) -> str:
    """What a string of pyproject.toml asks for that is a requirement of the package; one with a marker may not hold."""
    requirement = re.search(rf"""["']{_spelled(package)}([\s\[(<>=!~][^"'\n]*)["']""", text)
    return _newest_asked(package, requirement[1]) if requirement and ";" not in requirement[1] else ""


def _pinned(text: str, package: str) -> str:
    """What a line asks for that is a requirement of the package, as pip freezes, compiles and reads it."""
    line = re.search(rf"(?m)^[ \t]*{_spelled(package)}([ \t\[(<>=!~][^#\n\\]*)", text)
    return _newest_asked(package, line[1].partition(" --")[0]) if line else ""


def _configured(text: str, package: str) -> str:
    """What `install_requires` of setup.cfg asks for: the lines below it that are indented, or the one that it is on."""
    option = re.search(r"(?m)^install_requires[ \t]*=(.*(?:\n[ \t#;].*|\n(?=[ \t\n]))*)", text)
    return _pinned(option[1], package) if option else ""


def _frozen(text: str, package: str) -> str:
    """The version in a Pipfile.lock, which holds `"tdom": {"hashes": [...], "version": "==0.1.14"}`."""
    table = re.search(rf'"{_spelled(package)}":\s*\{{([^{{}}]*)\}}', text)
    pin = re.search(rf'"version":\s*"==({VERSION})"', table[1]) if table else None
    return str(pin[1]) if pin else ""


def _spelled(package: str) -> str:
    """A name in any spelling that an index takes for the same."""
    return f"(?i:{'[-_.]+'.join(map(re.escape, package.split('-')))})"


def _newest_asked(package: str, requirement: str) -> str:
    """The newest release that a requirement lets in, if it keeps a newer one out; a lower bound does not."""
    _, _, bare = requirement.rpartition("]")  # behind the extras
    clauses = bare.strip().removeprefix("(").removesuffix(")")
    exact = re.search(rf"(?<![<>!~=])={{2,3}}\s*({VERSION})\s*(?:$|[,;])", clauses)
    if exact is not None:
        return str(exact[1])
    if ";" in clauses or not re.search(r"==|<|~=", clauses):
        return ""
    return _newest_allowed(package, clauses)


def _newest_allowed(package: str, clauses: str) -> str:
    from packaging.specifiers import SpecifierSet  # 10 ms, for those who set an upper bound

    from tdomcheck.facts.targets.release_data import RELEASES

    releases = RELEASES[package]
    try:
        specifiers = SpecifierSet(clauses)
        allowed = [release for release in releases if release in specifiers]
    except ValueError:  # also of a number that no interpreter reads
        return ""
    if allowed:
        return "" if allowed[-1] == releases[-1] else allowed[-1]
    bounds = [numbers_of(version) for operator, version in clauses_in(clauses) if operator == "<"]
    return _before(min(bounds)) if bounds and min(bounds) <= numbers_of(releases[0]) else ""


def _before(version: tuple[int, ...]) -> str:
    """A version below another that is older than all that is known: `0.1.5` gives `0.1.4`."""
    return ".".join(map(str, (*version[:-1], version[-1] - 1))) if version else "0"


VERSION_READERS: Mapping[str, Callable[[str, str], str]] = {
    "Pipfile.lock": _frozen,
    MANIFEST: _required,
    "setup.cfg": _configured,
    "requirements.txt": _pinned,
}
"""The files beside the configuration that are asked for a version, in turn, each with its reader."""
