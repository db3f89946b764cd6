"""Which versions of tdom and svcs-di the project is written for: what rules hold depends on it."""

from __future__ import annotations

import os
import re
import typing as t
from collections.abc import Callable, Mapping

NEWEST: Mapping[str, str] = {"tdom": "0.1.20", "svcs-di": "0.3.0"}
_CLAUSE = re.compile(r"(>=|<=|==|!=|~=|>|<)\s*(\d+(?:\.\d+)*)")
_LOCKS = ("uv.lock", "poetry.lock", "pylock.toml")


class Target(t.NamedTuple):
    """A version and where it was learned."""

    version: str
    origin: str


def detect(package: str, root: str, configured: str) -> Target:
    """The version of a package: configured, locked, required, installed, or the newest that is known."""
    if configured != "auto":
        return Target(configured, "configured")
    for name in _LOCKS:
        found = _locked(os.path.join(root, name), package)
        if found:
            return Target(found, name)
    found = _required(os.path.join(root, "pyproject.toml"), package)
    if found:
        return Target(found, "pyproject.toml")
    found = _installed(root, package)
    if found:
        return Target(found, "installed")
    return Target(NEWEST[package], "the newest that is known")


def _installed(root: str, package: str) -> str:
    """The version in the project's own environment; ours says nothing about it."""
    prefix = f"{package.replace('-', '_')}-"
    for folder in _environments(root):
        names = os.listdir(folder) if os.path.isdir(folder) else []
        for name in sorted(names):
            if name.startswith(prefix) and name.endswith(".dist-info"):
                return name[len(prefix) : -len(".dist-info")]
    return ""


def _environments(root: str) -> list[str]:
    """The folders of installed packages of the project's environment."""
    for home in (os.path.join(root, ".venv"), os.environ.get("VIRTUAL_ENV", "")):
        library = os.path.join(home, "lib") if home else ""
        if library and os.path.isdir(library):
            return [os.path.join(library, name, "site-packages") for name in sorted(os.listdir(library))]
        windows = os.path.join(home, "Lib", "site-packages") if home else ""
        if windows and os.path.isdir(windows):
            return [windows]
    return []


def target_files(root: str) -> list[str]:
    """The files and folders that detection may read."""
    files = [os.path.join(root, name) for name in (*_LOCKS, "pyproject.toml", ".venv")]
    return [*files, *_environments(root)]


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _locked(path: str, package: str) -> str:
    """All three lock formats hold a `[[package]]` table with a name and then a version."""
    pattern = rf'\[\[packages?\]\]\s*\nname = "{re.escape(package)}"\s*\nversion = "(\d+(?:\.\d+)*)'
    found = re.search(pattern, _text(path))
    return str(found[1]) if found else ""


def _required(path: str, package: str) -> str:
    """An exact or an upper bound in the requirements; a lower bound alone says nothing about what is installed."""
    found = re.search(rf"""["']{re.escape(package)}\s*((?:[<>=!~]=?\s*[\d.]+\s*,?\s*)+)["']""", _text(path))
    if not found:
        return ""
    exact = [version for operator, version in _CLAUSE.findall(found[1]) if operator == "=="]
    below = [version for operator, version in _CLAUSE.findall(found[1]) if operator == "<"]
    if exact:
        return str(exact[0])
    return _before(below[0]) if below and _parts(below[0]) <= _parts(NEWEST[package]) else ""


def _before(version: str) -> str:
    """A version just below another: `0.1.15` gives `0.1.14`."""
    parts = [int(part) for part in version.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    if not parts:
        return "0"
    parts[-1] -= 1
    return ".".join(str(part) for part in [*parts, 999])


def version_of(target: Target) -> tuple[int, ...]:
    """The numbers of a target."""
    return _parts(target.version)


def _parts(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in re.findall(r"\d+", version)]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


_COMPARE: Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def holds(versions: str, targets: Mapping[str, Target]) -> bool:
    """Whether a rule that is for `versions` holds for the targets of a project."""
    if not versions:
        return True
    package = versions[: re.search(r"[<>=!]", versions).start()].strip()  # type: ignore[union-attr]  # validated on load
    target = _parts(targets[package].version)
    return all(_COMPARE[operator](target, _parts(version)) for operator, version in _CLAUSE.findall(versions))
