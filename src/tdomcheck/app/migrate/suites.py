"""Test files that a suite runs by its own configuration: what pytest is given by name it runs whatever that says."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from fnmatch import fnmatch

from tdomcheck.config.regular import read_regular
from tdomcheck.facts.targets.test_folders import PYTEST_FILES, pytest_settings
from tdomcheck.model.paths import is_within, path_from
from tdomcheck.values import dataclass

_PYTHON_FILES = ("test_*.py", "*_test.py")
_NOT_ENTERED = ("*.egg", ".*", "_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}")


@dataclass(frozen=True, slots=True)
class TestSuite:
    """What a configuration of pytest says of the files that it collects."""

    __test__ = False

    root: str
    python_files: tuple[str, ...] = _PYTHON_FILES
    testpaths: tuple[str, ...] = ()
    not_entered: tuple[str, ...] = _NOT_ENTERED
    ignored: tuple[str, ...] = ()
    """Patterns of paths that `addopts` leaves out."""

    def collects(self, path: str) -> bool:
        """Whether an absolute path is one of its files."""
        inner = path_from(self.root, path)
        *folders, name = inner.split("/")
        is_named = any(fnmatch(inner if "/" in each else name, each) for each in self.python_files)
        is_left_out = any(fnmatch(folder, each.rstrip("/")) for folder in folders for each in self.not_entered)
        return is_named and not is_left_out and self._is_below(inner) and not self._is_ignored(inner)

    def _is_below(self, inner: str) -> bool:
        tops = [os.path.normpath(each) for each in self.testpaths]
        return not tops or any(top == "." or is_within(inner, top) or fnmatch(inner, f"{top}/*") for top in tops)

    def _is_ignored(self, inner: str) -> bool:
        return any(is_within(inner, each) or fnmatch(inner, each) for each in map(os.path.normpath, self.ignored))


def suite_around(folder: str, top: str) -> TestSuite:
    """The suite of the nearest configuration upwards; without one what pytest does by itself."""
    here = folder
    while is_within(here, top):
        for name in PYTEST_FILES:
            settings = _settings(here, name)
            if settings is not None:
                return _suite(here, settings)
        if here == top:
            break
        here = os.path.dirname(here)
    return TestSuite(folder)


def _suite(root: str, table: Mapping[str, object]) -> TestSuite:
    ignored: list[str] = []
    options = _words(table.get("addopts"))
    for option, value in zip(options, (*options[1:], ""), strict=False):
        name, sign, inline = option.partition("=")
        if name in {"--ignore", "--ignore-glob"}:
            ignored.append((inline if sign else value).removeprefix("./"))
    return TestSuite(
        root,
        tuple(_words(table.get("python_files"))) or _PYTHON_FILES,
        tuple(_words(table.get("testpaths"))),
        tuple(_words(table.get("norecursedirs"))) or _NOT_ENTERED,
        tuple(each for each in ignored if each),
    )


def _settings(folder: str, name: str) -> Mapping[str, object] | None:
    """What a file says to pytest; None where it says nothing or cannot be read, which pytest reports."""
    try:
        return pytest_settings(name, read_regular(os.path.join(folder, name)).decode())
    except (OSError, ValueError):
        return None


def _words(value: object) -> list[str]:
    if isinstance(value, list):
        return [str(each) for each in value]
    try:
        return shlex.split(value, comments=True) if isinstance(value, str) else []
    except ValueError:
        return str(value).split()
