"""The table of keys, the settings, the JSON schema and the description say the same."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields, replace
from textwrap import dedent

import pytest
from config_examples import CATALOG, memory, settings_of
from jsonschema import Draft202012Validator
from test_config_load import EVERYTHING

from tdomcheck.config import Settings, load_settings
from tdomcheck.config.describe import describe, show_settings, toml
from tdomcheck.config.json_schema import json_schema
from tdomcheck.config.load import ConfigScope
from tdomcheck.config.schema import EVENTS_KEYS, KEYS, OVERRIDE_KEYS, TESTS_KEYS, KeyType
from tdomcheck.config.settings import SILENT, EventSettings, Override, ProjectTests
from tdomcheck.config.tables import READERS
from tdomcheck.errors import ConfigError, UsageError

ABOUT = {"root", "source", "workspace", "refused_plugins", "absent_rules", "origins"}
NAMES = [key.name for key in KEYS]
SCHEMA = json_schema(CATALOG)


def test_every_key_is_a_field_and_every_field_a_key() -> None:
    assert sorted(key.field for key in KEYS) == sorted(
        field.name for field in fields(Settings) if field.name not in ABOUT
    )
    assert sorted(key.field for key in OVERRIDE_KEYS) == sorted(field.name for field in fields(Override))
    assert sorted(key.field for key in TESTS_KEYS) == sorted(field.name for field in fields(ProjectTests))
    assert sorted(key.field for key in EVENTS_KEYS) == sorted(field.name for field in fields(EventSettings))


def test_every_key_has_a_default_a_help_and_a_reader() -> None:
    for key in KEYS:
        assert key.default == getattr(Settings(), key.field)
        assert key.help.endswith(".")
    inside_patterns = {KeyType.WORDS, KeyType.WHERE, KeyType.EXAMPLES}
    assert set(READERS) == set(KeyType) - inside_patterns


def test_what_cannot_change_findings_are_fields() -> None:
    assert {field.name for field in fields(Settings)} >= SILENT


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_in_the_schema_and_described(name: str) -> None:
    settings = settings_of("")
    properties = SCHEMA["properties"]
    assert isinstance(properties, dict)
    entry = properties[name]
    assert isinstance(entry, dict)
    assert entry["description"]
    assert any(line.split(" = ")[0].strip() == name for line in describe(settings).splitlines())
    assert describe(settings, name).startswith(f"{name} = ")


@pytest.mark.parametrize("text", [EVERYTHING, ""], ids=["everything", "nothing"])
def test_values_are_described_as_toml_that_means_the_same(text: str) -> None:
    settings = settings_of(text)
    table = tomllib.loads(describe(settings))
    for key in KEYS:
        if table[key.name] in ({}, "", []) and key.default in {(), "", ProjectTests(), EventSettings()}:
            del table[key.name]
    lines = "\n".join(f"{name} = {toml(value)}" for name, value in table.items())
    again = settings_of(lines)
    assert replace(again, origins=()) == replace(settings, origins=())


class TestSchema:
    VALIDATOR = Draft202012Validator(SCHEMA)

    def test_it_is_a_schema(self) -> None:
        Draft202012Validator.check_schema(SCHEMA)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            EVERYTHING,
            'severity = { TDC001 = "error", TDC0 = "off" }',
            "options.template-syntax.names = []",
            "select = []",
        ],
    )
    def test_good_documents(self, text: str) -> None:
        settings_of(text)
        self.VALIDATOR.validate(tomllib.loads(dedent(text)))

    @pytest.mark.parametrize(
        "text",
        [
            "selct = []",
            "jobs = true",
            "jobs = -1",
            'profile = "x"',
            'target-version = "2.7"',
            'target-tdom = "x"',
            'select = ["TDC999"]',
            'ignore = ["TDC001"]',
            'exclude = [""]',
            'severity.TDC1 = "warn"',
            'severity.TDC9 = "off"',
            'severity.invalid-syntax = "off"',
            'severity.TDC002 = "info"',
            "options.TDC101.limits = 1",
            "options.TDC101.limit = '1'",
            "options.TDC1.limit = 1",
            "overrides = [{}]",
            'overrides = [{ paths = ["a"], jobs = 1 }]',
            'per-file-ignores.a = ["TDC002"]',
            "tests.path = []",
        ],
    )
    def test_bad_documents_are_bad_to_both(self, text: str) -> None:
        assert not self.VALIDATOR.is_valid(tomllib.loads(text))
        with pytest.raises(ConfigError):
            settings_of(text)

    def test_options_of_rules_of_ones_own_are_in_it(self) -> None:
        options = json.loads(json.dumps(SCHEMA))["$defs"]["options"]["properties"]["template-syntax"]["properties"]
        assert options["limit"] == {"description": "How many are enough.", "default": 3, "type": "integer"}
        assert options["names"]["default"] == ["a", "b"]


class TestDescribe:
    def test_columns(self) -> None:
        lines = describe(settings_of("jobs = 2\n")).splitlines()
        assert lines == sorted(lines)
        assert len({line.index(" = ") for line in lines}) == 1
        assert [line.split() for line in lines if line.startswith("jobs")] == [
            ["jobs", "=", "2", "#", "/p/tdomcheck.toml:1"]
        ]

    def test_one_key(self) -> None:
        text = describe(settings_of('profile = "views"'), "profile")
        assert text.splitlines() == [
            'profile = "views"',
            "  from:    /p/tdomcheck.toml:1",
            '  default: "tdom-svcs"',
            "  type:    tdom-svcs, views, auto",
            "",
            "Whose conventions hold.",
        ]

    def test_a_table_has_an_empty_table_as_default(self) -> None:
        assert "  default: {}\n" in describe(settings_of(""), "options")
        assert "  default: {}\n" in describe(settings_of(""), "tests")

    def test_an_unknown_key(self) -> None:
        with pytest.raises(UsageError, match="unknown key `slect`; did you mean `select`"):
            describe(Settings(), "slect")

    def test_all_settings_begin_with_their_file(self) -> None:
        assert show_settings(settings_of("")).startswith("# configuration: /p/tdomcheck.toml\n# root: /p\nbaseline ")
        text = show_settings(load_settings(None, catalog=CATALOG, place=ConfigScope("/p"), files=memory({})))
        assert text.startswith("# configuration: none, these are the defaults\n")

    def test_keys_that_need_quotes_have_them(self) -> None:
        assert toml({"a b": 1, "c-d": True, "ü": "x"}) == '{ "a b" = 1, c-d = true, "ü" = "x" }'
