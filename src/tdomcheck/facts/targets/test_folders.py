"""The folders that pytest is told to put on Python's path: `pythonpath`, relative to the file that says it."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.errors import Unparsable
from tdomcheck.model.suffixes import MANIFEST
from tdomcheck.source.toml import TomlText, table

PYTEST_FILES = ("pytest.ini", ".pytest.ini", MANIFEST, "tox.ini", "setup.cfg")
_SECTIONS = ("pytest", "tool:pytest")


def test_folders(name: str, content: str) -> Sequence[str]:
    """What one of those files tells pytest."""
    if "pythonpath" not in content:
        return ()
    value = _in_toml(content) if name == MANIFEST else _in_ini(content)
    return [folder for each in value if isinstance(each, str) for folder in each.split()]


def _in_toml(content: str) -> Sequence[object]:
    try:
        pytest = table(TomlText(content.encode()).values, "tool", "pytest")
    except Unparsable:
        return ()
    value = table(pytest, "ini_options").get("pythonpath", pytest.get("pythonpath"))
    return value if isinstance(value, list) else [value]


def _in_ini(content: str) -> Sequence[str]:
    from configparser import Error, RawConfigParser  # few projects tell pytest of folders in such a file

    parser = RawConfigParser(strict=False)
    try:
        parser.read_string(content)
    except Error:
        return ()
    return [parser.get(section, "pythonpath", fallback="") for section in _SECTIONS]
