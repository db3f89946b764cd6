"""Test files that a suite runs by its own configuration: what pytest is given by name it runs whatever that says."""

from __future__ import annotations

import configparser
import os
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch

from tdomcheck.config.regular import read_regular
from tdomcheck.model.paths import is_within, path_from
from tdomcheck.values import dataclass

_SECTIONS = {
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    "pyproject.toml": "tool.pytest.ini_options",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
"""Where pytest looks for its configuration, in its order; the first that has some is taken."""
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
        for name, section in _SECTIONS.items():
            table = _table(os.path.join(here, name), section)
            if table is not None:
                return _suite(here, table)
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


def _table(path: str, section: str) -> Mapping[str, object] | None:
    """What a file says in a section; None where it says nothing there or cannot be read, which pytest tells of."""
    try:
        text = read_regular(path).decode()
        if path.endswith(".toml"):
            return _in_toml(tomllib.loads(text), section.split("."))
        parser = configparser.RawConfigParser()
        parser.read_string(text)
    except (OSError, ValueError, RecursionError, configparser.Error):
        return None
    return dict(parser[section]) if parser.has_section(section) else None


def _in_toml(table: object, keys: Sequence[str]) -> Mapping[str, object] | None:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else None


def _words(value: object) -> list[str]:
    if isinstance(value, list):
        return [str(each) for each in value]
    try:
        return shlex.split(value, comments=True) if isinstance(value, str) else []
    except ValueError:
        return str(value).split()
