"""The effective configuration as text: each value as it would stand in a file, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import dumps

from tdomcheck.config.documents import shown
from tdomcheck.config.frames import did_you_mean
from tdomcheck.config.schema import BY_NAME, KEYS, KeyType
from tdomcheck.config.settings import EventSettings, Override, ProjectTests, ProjectViews, Settings
from tdomcheck.errors import UsageError
from tdomcheck.model.codemod import CodemodStep, CodemodTable
from tdomcheck.model.pattern import PatternSpec
from tdomcheck.values import fields

WIDEST = 48
"""Longer values do not push the origins of all others to the right."""
TABLES = {KeyType.SEVERITIES, KeyType.BUDGETS, KeyType.OPTIONS, KeyType.IGNORES}


def show_settings(settings: Settings) -> str:
    """`--show-settings`: where the configuration is, then all keys."""
    source = shown(settings.source) if settings.source else "none, these are the defaults"
    return f"# configuration: {source}\n# root: {settings.root}\n{describe(settings)}"


def describe(settings: Settings, name: str = "") -> str:
    """`tdomcheck config [KEY]`: all keys in columns, or one with all that is known about it."""
    if name:
        return _one(settings, name)
    rows = [(key.name, toml(_value(settings, key.name)), settings.origin(key.name)) for key in KEYS]
    width = max(len(key) for key, _, _ in rows)
    middle = max((len(text) for _, text, _ in rows if len(text) <= WIDEST), default=0)
    return "".join(f"{key:<{width}} = {text:<{middle}}  # {origin}\n" for key, text, origin in sorted(rows))


def _one(settings: Settings, name: str) -> str:
    if name not in BY_NAME:
        raise UsageError(f"unknown key `{name}`{did_you_mean(name, BY_NAME)}")
    key = BY_NAME[name]
    default = dict(key.default) if key.kind in TABLES and isinstance(key.default, tuple) else key.default
    rows = (
        ("from", settings.origin(name)),
        ("default", toml(default)),
        ("type", ", ".join(key.choices) or key.kind.value),
    )
    body = "".join(f"  {label + ':':<9}{text}\n" for label, text in rows)
    return f"{name} = {toml(_value(settings, name))}\n{body}\n{key.help}\n"


def _value(settings: Settings, name: str) -> object:
    key = BY_NAME[name]
    value = getattr(settings, key.field)
    if key.kind is KeyType.OPTIONS:
        return {code: dict(options) for code, options in value}
    return dict(value) if key.kind in TABLES else value


def toml(value: object) -> str:
    """A value on one line, as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case PatternSpec():
            return _inline((("id", value.id), ("pattern", value.pattern)))
        case CodemodTable() | CodemodStep():
            return _inline(_codemod(value))
        case EventSettings() | Override() | ProjectTests() | ProjectViews():
            return _inline(_set_fields(value))
        case Mapping():
            return _inline(value.items())
        case tuple() | list():
            return f"[{', '.join(toml(item) for item in value)}]"
        case int():
            return str(value)
        case _:
            return dumps(str(value), ensure_ascii=False)


def _codemod(value: CodemodTable | CodemodStep) -> Iterable[tuple[str, object]]:
    """The options beside the name; in a table of their own where one of them has the name of a key."""
    steps = () if isinstance(value, CodemodStep) or value.steps is None else (("steps", value.steps),)
    is_apart = isinstance(value, CodemodStep) and not {"name", "options"}.isdisjoint(dict(value.options))
    options = (("options", dict(value.options)),) if is_apart else value.options
    return ("name", value.name), *options, *steps


def _set_fields(value: EventSettings | Override | ProjectTests | ProjectViews) -> Iterable[tuple[str, object]]:
    """The fields of an inner table that say something, with their tables as tables."""
    for field in fields(value):
        said = getattr(value, field.name)
        if said == field.default:
            continue
        if field.name == "options":
            said = {code: dict(options) for code, options in said}
        elif field.name == "severity":
            said = dict(said)
        yield field.name.replace("_", "-"), said


def _inline(items: Iterable[tuple[object, object]]) -> str:
    pairs = ", ".join(f"{_key(str(name))} = {toml(item)}" for name, item in items)
    return f"{{ {pairs} }}" if pairs else "{}"


def _key(name: str) -> str:
    is_bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if is_bare else dumps(name, ensure_ascii=False)
