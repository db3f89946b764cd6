"""The JSON schema of the configuration, made from the table of keys and the options of all rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tdomcheck.config.schema import (
    CONSTRAINT_KEYS,
    EVENTS_KEYS,
    EXAMPLE_KEYS,
    KEYS,
    OVERRIDE_KEYS,
    PATTERN_KEYS,
    SEVERITIES,
    TESTS_KEYS,
    VIEWS_KEYS,
    Key,
    KeyType,
)
from tdomcheck.config.selectors import INDISPENSABLE, RuleNames
from tdomcheck.model.rule import OptionSpec, RuleInfo

Json: TypeAlias = "bool | int | str | Sequence[Json] | dict[str, Json] | None"
Schema: TypeAlias = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
WORDS: Schema = {"type": "array", "items": {"type": "string", "pattern": r"\S"}}
PLAIN: dict[KeyType, Schema] = {
    KeyType.BOOL: {"type": "boolean"},
    KeyType.COUNT: {"type": "integer", "minimum": 0},
    KeyType.PATH: {"type": "string"},
    KeyType.SPECIFIER: {"type": "string"},
    KeyType.STRINGS: WORDS,
    KeyType.PLUGINS: WORDS,
    KeyType.WORD: {"type": "string"},
    KeyType.WORDS: {"anyOf": [{"type": "string"}, WORDS]},
    KeyType.PYTHON: {"type": "string", "pattern": r"^(auto|py3\d{1,2}|3\.\d{1,2}(\.\d+)?)$"},
    KeyType.COMMANDS: {"anyOf": [WORDS, {"type": "array", "items": WORDS}]},
    KeyType.CODEMODS: {"type": "object", "additionalProperties": {"type": "object"}},
    KeyType.VERSION: {"type": "string", "pattern": r"^(auto|\d+(\.\d+)*((a|b|rc|\.post|\.dev)\d+)*)$"},
}
_TABLES = {KeyType.EVENTS: EVENTS_KEYS, KeyType.TESTS: TESTS_KEYS, KeyType.VIEWS: VIEWS_KEYS}
OPTION_TYPES: dict[str, Schema] = {
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "str": {"type": "string"},
    "list[str]": {"type": "array", "items": {"type": "string"}},
}


def json_schema(catalog: Sequence[RuleInfo]) -> Schema:
    """A schema for `tdomcheck.toml`, or for the table `tool.tdomcheck`, with the rules of this catalogue."""
    names = RuleNames.of(catalog)
    essential = sorted(name for name, info in names.by_name.items() if info.code in INDISPENSABLE)
    return {
        "$schema": DIALECT,
        "title": "Configuration of tdomcheck",
        "$defs": {
            "selector": {"enum": list(names.selectors)},
            "level": {"enum": list(SEVERITIES)},
            "ignorable": {"allOf": [{"$ref": "#/$defs/selector"}, {"not": {"enum": essential}}]},
            "severity": _severity(essential),
            "options": _options(names),
        },
        **_table(KEYS),
    }


def _table(keys: Sequence[Key]) -> Schema:
    properties: Schema = {key.name: _key(key) for key in keys}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _key(key: Key) -> Schema:
    described: Schema = {"description": key.help}
    # only the keys of a whole configuration have defaults; `paths` of a table inside has none
    if key in KEYS and isinstance(key.default, bool | int | str):
        described["default"] = key.default
    elif key in KEYS and key.kind in {KeyType.STRINGS, KeyType.PLUGINS, KeyType.SELECTORS}:
        described["default"] = list(key.default) if isinstance(key.default, tuple) else []
    return {**described, **_shape(key)}


def _shape(key: Key) -> Schema:
    rules = "#/$defs/ignorable" if "ignore" in key.name else "#/$defs/selector"
    selectors: Schema = {"type": "array", "items": {"$ref": rules}}
    if key.kind in PLAIN:
        return PLAIN[key.kind]
    if key.kind is KeyType.OVERRIDES:
        return {"type": "array", "items": {"required": ["paths"], **_table(OVERRIDE_KEYS)}}
    if key.kind in _TABLES:
        return _table(_TABLES[key.kind])
    if key.kind is KeyType.PATTERNS:
        return {"type": "array", "items": {"required": ["id", "pattern"], **_table(PATTERN_KEYS)}}
    if key.kind is KeyType.WHERE:
        return {"type": "object", "additionalProperties": _table(CONSTRAINT_KEYS)}
    if key.kind is KeyType.EXAMPLES:
        return {"type": "array", "items": {"anyOf": [{"type": "string"}, _table(EXAMPLE_KEYS)]}}
    rest: dict[KeyType, Schema] = {
        KeyType.CHOICE: {"enum": list(key.choices)},
        KeyType.SELECTORS: selectors,
        KeyType.IGNORES: {"type": "object", "additionalProperties": selectors},
        KeyType.SEVERITIES: {"$ref": "#/$defs/severity"},
        KeyType.BUDGETS: {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        KeyType.OPTIONS: {"$ref": "#/$defs/options"},
    }
    return rest[key.kind]


def _severity(essential: Sequence[str]) -> Schema:
    return {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/selector"},
        "properties": {name: {"const": "error"} for name in essential},
        "additionalProperties": {"$ref": "#/$defs/level"},
    }


def _options(names: RuleNames) -> Schema:
    rules: Schema = {name: _rule(info) for name, info in sorted(names.by_name.items())}
    return {"type": "object", "additionalProperties": False, "properties": rules}


def _rule(info: RuleInfo) -> Schema:
    options: Schema = {spec.name: _option(spec) for spec in sorted(info.options, key=lambda spec: spec.name)}
    return {
        "description": f"{info.code} {info.slug}: {info.summary}",
        "type": "object",
        "additionalProperties": False,
        "properties": options,
    }


def _option(spec: OptionSpec) -> Schema:
    default: Json = list(spec.default) if isinstance(spec.default, tuple) else spec.default
    return {"description": spec.help, "default": default, **OPTION_TYPES[spec.type]}
