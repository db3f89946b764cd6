"""The files that say what a project requires, each read once a run however many questions there are."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from tdomcheck.config.documents import ReadBytes
from tdomcheck.config.regular import read_regular
from tdomcheck.facts.targets.required_names import folded, own_names, required_names
from tdomcheck.facts.targets.test_folders import PYTEST_FILES, test_folders
from tdomcheck.facts.targets.version_readers import VERSION_READERS, LockVersions, names_tdom, read_lock
from tdomcheck.model.suffixes import LOCKS

MOST_LEVELS = 100
"""A project that lies deeper in its repository has no lock above it: each level costs a look at every kind of lock."""
_UNVERSIONED = (
    *("setup.py", "Pipfile", "environment.yml", "environment.yaml", "pixi.toml", "hatch.toml", "constraints.txt"),
    *("requirements.in", "requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt"),
    *(f"requirements/{name}.{kind}" for name in ("base", "common", "dev", "main", "prod") for kind in ("in", "txt")),
)
"""Files that give no version, and tell what a project is made of."""
_REQUIREMENTS = tuple(dict.fromkeys((*VERSION_READERS, *_UNVERSIONED, *PYTEST_FILES)))

_COMPILING = (
    *("maturin", "ext_modules", "ext-modules", "Extension(", "cython", "setuptools-rust", "scikit-build", "meson"),
    *("cffi", "mypyc", "pybind11", "nanobind"),
)
"""What compiles modules, as requirements and scripts for building name it."""


def upwards(root: str) -> Sequence[str]:
    """A folder and those above it as far as the repository goes: a workspace has one lock for all its members."""
    folders = [root]
    while not os.path.exists(os.path.join(folders[-1], ".git")):
        above = os.path.dirname(folders[-1])
        if above == folders[-1] or len(folders) == MOST_LEVELS:
            return [root]  # no repository: what lies above is not ours
        folders.append(above)
    return folders


def requirement_paths(root: str) -> list[str]:
    """Every file that may be read for a project, whether or not it exists."""
    names = (*_REQUIREMENTS, *LOCKS)
    return [os.path.join(folder, name) for folder in upwards(root) for name in names]


class RequirementFiles:
    """What the files of projects say; one that is not there says nothing."""

    def __init__(self, read: ReadBytes = read_regular) -> None:
        self._read = read
        self._folders: dict[str, Sequence[str]] = {}
        self._locks: dict[str, LockVersions] = {}
        self._texts: dict[str, str] = {}
        self._folded: dict[str, str] = {}
        self._required: dict[str, str] = {}

    def locks(self, root: str) -> Iterator[tuple[str, LockVersions]]:
        """The locks of a project and of the workspace around it, the nearest first."""
        for folder in self._upwards(root):
            for name in LOCKS:
                path = os.path.join(folder, name)
                yield path, self.lock(path)

    def lock(self, path: str) -> LockVersions:
        if path not in self._locks:
            self._locks[path] = read_lock(self._decoded(path))  # the text, which may be long, is not kept
        return self._locks[path]

    def text(self, path: str) -> str:
        if path not in self._texts:
            self._texts[path] = self._decoded(path)
        return self._texts[path]

    def is_tdom_named(self, root: str) -> bool:
        """Whether a project requires tdom, or has it locked."""
        paths = (os.path.join(folder, name) for folder in self._upwards(root) for name in _REQUIREMENTS)
        return any(names_tdom(self.text(path)) for path in paths) or any(
            lock.names_tdom for _, lock in self.locks(root)
        )

    def names(self, root: str, word: str) -> bool:
        """Whether anything that a project requires has a name with a word in it; its own name is no requirement."""
        if root not in self._required:
            own, required = set[str](), list[str]()
            for path in requirement_paths(root):
                name, content = os.path.basename(path), self._decoded(path)
                own |= own_names(name, content)
                required += required_names(name, content)
            pattern = "|".join(map(re.escape, sorted(own))) or "(?!)"
            self._required[root] = re.sub(rf"(?<![\w.])(?:{pattern})(?![\w.])", "", "\n".join(required))
        return folded(word) in self._required[root]

    def test_folders(self, root: str) -> list[str]:
        """The folders that pytest puts on the path of a project's tests."""
        folders = (each for name in PYTEST_FILES for each in test_folders(name, self.text(os.path.join(root, name))))
        return [os.path.normpath(os.path.join(root, each)) for each in folders]

    def builds(self, root: str, module: str) -> bool:
        """Whether what builds a project says that it compiles a module, which a fresh checkout does not have."""
        if root not in self._folded:
            self._folded[root] = folded("\n".join(map(self._decoded, requirement_paths(root))))
        text = self._folded[root]
        return folded(module) in text and any(folded(word) in text for word in _COMPILING)

    def _upwards(self, root: str) -> Sequence[str]:
        if root not in self._folders:
            self._folders[root] = upwards(root)
        return self._folders[root]

    def _decoded(self, path: str) -> str:
        try:
            return self._read(path).decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:
            return ""
