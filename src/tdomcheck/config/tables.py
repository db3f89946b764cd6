"""Tables of keys: each value read as its key says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tdomcheck.config.codemod_values import read_codemods, read_commands
from tdomcheck.config.frames import did_you_mean
from tdomcheck.config.marks import Path
from tdomcheck.config.patterns import read_patterns
from tdomcheck.config.reader import BadValueError, Reader, wrong_type
from tdomcheck.config.rule_values import read_budgets, read_ignores, read_options, read_selectors, read_severities
from tdomcheck.config.scalars import (
    read_bool,
    read_choice,
    read_count,
    read_python,
    read_specifier,
    read_string,
    read_strings,
    read_version,
)
from tdomcheck.config.schema import EVENTS_KEYS, OVERRIDE_KEYS, TESTS_KEYS, VIEWS_KEYS, Key, KeyType
from tdomcheck.config.settings import EventSettings, Override, ProjectTests, ProjectViews


def read_table(reader: Reader, table: Mapping[str, object], keys: Sequence[Key], path: Path = ()) -> dict[str, Any]:
    """The good values, by field; Any because each key has a type of its own, which READERS knows."""
    keys_by_name = {key.name: key for key in keys}
    values: dict[str, Any] = {}
    for name, value in table.items():
        place = (*path, name)
        if name not in keys_by_name:
            reader.unknown(place, "key", _hint(reader, place) or did_you_mean(name, keys_by_name))
            continue
        try:
            values[keys_by_name[name].field] = READERS[keys_by_name[name].kind](
                reader, place, keys_by_name[name], value
            )
        except BadValueError as error:
            reader.complain(place, error.message)
    return values


def _hint(reader: Reader, place: Path) -> str:
    is_lost_header = place == ("tool",) and reader.document.path
    return "; a file of its own has the keys at the top, without [tool.tdomcheck]" if is_lost_header else ""


def read_overrides(reader: Reader, path: Path, key: Key, value: object) -> tuple[Override, ...]:
    if not isinstance(value, list):
        raise wrong_type(path, value, key.kind.value)
    good: list[Override] = []
    for index, table in enumerate(value):
        place = (*path, index)
        if not isinstance(table, dict):
            reader.expect(place, table, "an array of tables")
            continue
        if not table.get("paths"):
            reader.complain(place, "an override needs `paths`", at_value=False)
        good.append(Override(**{"paths": (), **read_table(reader, table, OVERRIDE_KEYS, place)}))
    return tuple(good)


def read_tests(reader: Reader, path: Path, key: Key, value: object) -> ProjectTests:
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    return ProjectTests(**read_table(reader, value, TESTS_KEYS, path))


def read_events(reader: Reader, path: Path, key: Key, value: object) -> EventSettings:
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    return EventSettings(**read_table(reader, value, EVENTS_KEYS, path))


def read_views(reader: Reader, path: Path, key: Key, value: object) -> ProjectViews:
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    return ProjectViews(**read_table(reader, value, VIEWS_KEYS, path))


READERS: Mapping[KeyType, Callable[[Reader, Path, Key, object], object]] = {
    KeyType.BOOL: read_bool,
    KeyType.COUNT: read_count,
    KeyType.CHOICE: read_choice,
    KeyType.PATH: read_string,
    KeyType.STRINGS: read_strings,
    KeyType.PLUGINS: read_strings,
    KeyType.SELECTORS: read_selectors,
    KeyType.SPECIFIER: read_specifier,
    KeyType.PYTHON: read_python,
    KeyType.VERSION: read_version,
    KeyType.SEVERITIES: read_severities,
    KeyType.BUDGETS: read_budgets,
    KeyType.OPTIONS: read_options,
    KeyType.OVERRIDES: read_overrides,
    KeyType.IGNORES: read_ignores,
    KeyType.EVENTS: read_events,
    KeyType.TESTS: read_tests,
    KeyType.VIEWS: read_views,
    KeyType.WORD: read_string,
    KeyType.PATTERNS: read_patterns,
    KeyType.COMMANDS: read_commands,
    KeyType.CODEMODS: read_codemods,
}
