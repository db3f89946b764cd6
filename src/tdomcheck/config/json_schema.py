"""The JSON schema of the configuration, made from the table of keys and the options of all rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tdomcheck.config.schema import (
    CONSTRAINT_KEYS,
    EXAMPLE_KEYS,
    KEYS,
    OVERRIDE_KEYS,
    PATTERN_KEYS,
    SEVERITIES,
    TESTS_KEYS,
    VIEWS_KEYS,
    Key,
    Shape,
)
from tdomcheck.config.selectors import INDISPENSABLE, RuleNames
from tdomcheck.model.rule import OptionSpec, RuleInfo

Json: TypeAlias = "bool | int | str | Sequence[Json] | dict[str, Json] | None"
Schema: TypeAlias = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
WORDS: Schema = {"type": "array", "items": {"type": "string", "pattern": r"\S"}}
PLAIN: dict[Shape, Schema] = {
    Shape.BOOL: {"type": "boolean"},
    Shape.COUNT: {"type": "integer", "minimum": 0},
    Shape.PATH: {"type": "string"},
    Shape.SPECIFIER: {"type": "string"},
    Shape.STRINGS: WORDS,
    Shape.PLUGINS: WORDS,
    Shape.WORD: {"type": "string"},
    Shape.WORDS: {"anyOf": [{"type": "string"}, WORDS]},
    Shape.PYTHON: {"type": "string", "pattern": r"^(auto|py3\d{1,2}|3\.\d{1,2}(\.\d+)?)$"},
    Shape.VERSION: {"type": "string", "pattern": r"^(auto|\d+(\.\d+)*((a|b|rc|\.post|\.dev)\d+)*)$"},
}
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
    elif key in KEYS and key.shape in {Shape.STRINGS, Shape.PLUGINS, Shape.SELECTORS}:
        described["default"] = list(key.default) if isinstance(key.default, tuple) else []
    return {**described, **_shape(key)}


def _shape(key: Key) -> Schema:
    rules = "#/$defs/ignorable" if "ignore" in key.name else "#/$defs/selector"
    selectors: Schema = {"type": "array", "items": {"$ref": rules}}
    if key.shape in PLAIN:
        return PLAIN[key.shape]
    if key.shape is Shape.OVERRIDES:
        return {"type": "array", "items": {"required": ["paths"], **_table(OVERRIDE_KEYS)}}
    if key.shape is Shape.TESTS:
        return _table(TESTS_KEYS)
    if key.shape is Shape.VIEWS:
        return _table(VIEWS_KEYS)
    if key.shape is Shape.PATTERNS:
        return {"type": "array", "items": {"required": ["id", "pattern"], **_table(PATTERN_KEYS)}}
    if key.shape is Shape.WHERE:
        return {"type": "object", "additionalProperties": _table(CONSTRAINT_KEYS)}
    if key.shape is Shape.EXAMPLES:
        return {"type": "array", "items": {"anyOf": [{"type": "string"}, _table(EXAMPLE_KEYS)]}}
    rest: dict[Shape, Schema] = {
        Shape.CHOICE: {"enum": list(key.choices)},
        Shape.SELECTORS: selectors,
        Shape.IGNORES: {"type": "object", "additionalProperties": selectors},
        Shape.SEVERITIES: {"$ref": "#/$defs/severity"},
        Shape.OPTIONS: {"$ref": "#/$defs/options"},
    }
    return rest[key.shape]


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
