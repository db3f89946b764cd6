"""Which versions of tdom, svcs-di and svcs the project is written for: what rules hold depends on it."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Iterator, Mapping

from tdomcheck.edges.environments import environment_paths, installed_version, libraries, own_libraries
from tdomcheck.edges.requirement_files import RequirementFiles, requirement_paths
from tdomcheck.facts.targets.version_readers import VERSION_READERS, is_named
from tdomcheck.facts.targets.versions import fulfils, numbers_of, package_of

NEWEST: Mapping[str, str] = {"tdom": "0.1.20", "svcs-di": "0.3.0", "svcs": "26.2.0"}
CONFIGURED = "configured"
_UNKNOWN = "the newest that is known"
_INSTALLED = "installed"


class Target(t.NamedTuple):
    """A version and where it was learned."""

    version: str
    origin: str

    @property
    def numbers(self) -> tuple[int, ...]:
        return numbers_of(self.version)


def detect(package: str, root: str, configured: str, files: RequirementFiles) -> Target:
    """The version of a package: configured, locked, required, installed, or the newest that is known."""
    if configured != "auto":
        return Target(configured, CONFIGURED)
    return next(target for target in _candidates(package, root, files) if target.version)


def is_known(target: Target) -> bool:
    """Whether anything says that a project has a version."""
    return target.origin != _UNKNOWN


def is_tdom_named(root: str, files: RequirementFiles) -> bool:
    """Whether a project says that it is made with tdom: in what it requires, locks or has installed."""
    # an environment that is merely active may be that of anything
    return files.is_tdom_named(root) or bool(installed_version(own_libraries(root), "tdom"))


def holds(versions: str, targets: Mapping[str, Target]) -> bool:
    """Whether a rule that is for `versions`, as in `tdom>=0.1.15`, holds for the targets of a project."""
    return not versions or fulfils(targets[package_of(versions)].version, versions)


def explained(package: str, root: str, configured: str) -> list[tuple[str, str]]:
    """Every place that was asked for a version in turn, with what it said; the last one decides."""
    if configured != "auto":
        return [(f"target-{package}", f"{configured}, configured")]
    files = RequirementFiles()
    places: list[tuple[str, str]] = []
    for version, origin in _candidates(package, root, files):
        if version or not origin.startswith("..") or os.path.isfile(os.path.join(root, origin)):
            places.append((origin, version or _silence(package, root, origin, files)))
        if version:
            break
    return places


def target_files(root: str) -> list[str]:
    """The files and folders that detection may read."""
    return [*environment_paths(root), *requirement_paths(root)]


def _candidates(package: str, root: str, files: RequirementFiles) -> Iterator[Target]:
    """What each place in turn gives, which may be nothing; the newest known version is the last."""
    for path, lock in files.locks(root):
        yield Target(lock.versions[package], os.path.relpath(path, root))
    for name, version_in in VERSION_READERS.items():
        yield Target(version_in(files.text(os.path.join(root, name)), package), name)
    yield Target(installed_version(libraries(root), package), _INSTALLED)
    yield Target(NEWEST[package], _UNKNOWN)


def _silence(package: str, root: str, origin: str, files: RequirementFiles) -> str:
    """Why a place gives no version."""
    if origin == _INSTALLED:
        folders = libraries(root)
        return f"{package} is not in {os.path.relpath(folders[0], root)}" if folders else "no environment was found"
    path = os.path.join(root, origin)
    if not os.path.isfile(path):
        return "no such file"
    if origin in VERSION_READERS:
        if not is_named(files.text(path), package):
            return f"it does not ask for {package}"
        return f"it asks for no certain version of {package}: it does not keep the newest out, or only on a condition"
    if not files.lock(path).lists_packages:
        return "it cannot be read as a lock file: it lists no package"
    return f"it does not hold {package}"
