"""What is installed in the environment of a project; ours says nothing about it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

VENV = ".venv"


def installed_version(libraries: Sequence[str], package: str) -> str:
    """The version of a package in folders of installed packages; empty where it is in none."""
    prefix = f"{package.replace('-', '_')}-"
    for library in libraries:
        names = os.listdir(library) if os.path.isdir(library) else []
        for name in sorted(names):
            if name.startswith(prefix) and name.endswith(".dist-info"):
                return name[len(prefix) : -len(".dist-info")]
    return ""


def own_libraries(root: str) -> list[str]:
    """The folders of packages of the environment that lies in a project."""
    return _libraries([os.path.join(root, VENV)])


def libraries(root: str) -> list[str]:
    """Those of its own environment, or else of the one that is active."""
    return _libraries(_environments(root))


def environment_paths(root: str) -> list[str]:
    """The folders that tell which packages there are; another Python may come into an environment."""
    paths: list[str] = []
    for environment in filter(None, _environments(root)):
        paths += [environment, os.path.join(environment, "lib"), os.path.join(environment, "Lib", "site-packages")]
    return [*paths, *libraries(root)]


def _environments(root: str) -> tuple[str, ...]:
    return os.path.join(root, VENV), os.environ.get("VIRTUAL_ENV", "")


def _libraries(environments: Iterable[str]) -> list[str]:
    for environment in filter(None, environments):
        library = os.path.join(environment, "lib")
        if os.path.isdir(library):
            return [os.path.join(library, name, "site-packages") for name in sorted(os.listdir(library))]
        windows = os.path.join(environment, "Lib", "site-packages")
        if os.path.isdir(windows):
            return [windows]
    return []
