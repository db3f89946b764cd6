"""The folders that pytest is told to put on Python's path: `pythonpath`, relative to the file that says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.errors import Unparsable
from tdomcheck.model.suffixes import MANIFEST
from tdomcheck.source.toml import TomlText, table

PYTEST_FILES = {
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    MANIFEST: "ini_options",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
"""Where pytest looks for its configuration, in its order, with the section; the first that has some is taken."""


def test_folders(name: str, content: str) -> Sequence[str]:
    """What one of those files tells pytest."""
    settings = pytest_settings(name, content) if "pythonpath" in content else None
    value = (settings or {}).get("pythonpath")
    folders = value if isinstance(value, list) else [value]
    return [folder for each in folders if isinstance(each, str) for folder in each.split()]


def pytest_settings(name: str, content: str) -> Mapping[str, object] | None:
    """What one of those files sets; None where it says nothing to pytest or cannot be read."""
    if name == MANIFEST:
        return _in_toml(content)
    from configparser import Error, RawConfigParser  # few projects tell pytest of folders in such a file

    parser, section = RawConfigParser(strict=False), PYTEST_FILES[name]
    try:
        parser.read_string(content)
    except Error:
        return None
    return dict(parser[section]) if parser.has_section(section) else None


def _in_toml(content: str) -> Mapping[str, object] | None:
    try:
        pytest = table(TomlText(content.encode()).values, "tool", "pytest")
    except Unparsable:
        return None
    return {**pytest, **table(pytest, PYTEST_FILES[MANIFEST])} or None
