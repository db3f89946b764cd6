"""Which rules are on, where, and how."""

from __future__ import annotations

import pickle

import pytest
from config_examples import CATALOG, ESSENTIAL, settings_of
from counting import opcodes

from tdomcheck.config import EnabledRule, RuleSelection, is_fixable, rules_for
from tdomcheck.model import Severity

DEFAULT = {"TDC003", "TDC101", "TDC102", "TDC121", "TDC201"}


def on(text: str, path: str = "src/a.py") -> set[str]:
    """The rules that are on, but for the two that always are."""
    codes = set(rules_for(settings_of(text), CATALOG, path))
    assert codes >= ESSENTIAL
    return codes - ESSENTIAL


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing configured"),
        pytest.param('select = ["ALL"]', id="all"),
        pytest.param('select = ["TDC0", "TDC1", "TDC2"]', id="all groups, by prefix"),
        pytest.param('extend-select = ["TDC101"]', id="selected twice"),
        pytest.param('severity.TDC1 = "info"', id="another severity"),
        pytest.param('ignore = ["TDC202"]', id="what was off is ignored"),
        pytest.param('ignore = ["TDC0"]\nselect = ["ALL", "TDC003"]', id="selected by code, ignored by prefix"),
        pytest.param('ignore = ["ALL"]\nselect = ["TDC0", "TDC1", "TDC2"]', id="selected by prefix, all ignored"),
        pytest.param('ignore = ["TDC1"]\nextend-select = ["TDC10", "TDC121"]', id="the longer prefix wins"),
        pytest.param('[[overrides]]\npaths = ["tests"]\nselect = ["TDC1"]', id="an override for other paths"),
        pytest.param(
            '[[overrides]]\npaths = ["src"]\nextend-select = ["TDC101"]', id="an override that adds what is on"
        ),
        pytest.param('[per-file-ignores]\n"tests/" = ["ALL"]', id="ignores for other paths"),
        pytest.param('severity = { TDC101 = "error", TDC1 = "info" }', id="severities that are not off"),
        pytest.param('severity = { TDC1 = "off", TDC10 = "info", TDC121 = "error" }', id="off, but for all of them"),
    ],
)
def test_the_default_rules_stay_on(text: str) -> None:
    assert on(text) == DEFAULT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select = []", set()),
        ('select = ["TDC1"]', {"TDC101", "TDC102", "TDC121"}),
        ('select = ["nested-html-call"]', {"TDC121"}),
        ('select = ["TDC1"]\nignore = ["TDC1"]', set()),
        ('select = ["TDC101"]\nignore = ["template-syntax"]', set()),
        ('select = ["TDC10"]\nignore = ["TDC1"]', {"TDC101", "TDC102"}),
        ('select = ["TDC1"]\nignore = ["TDC10"]', {"TDC121"}),
        ('select = ["TDC1"]\nextend-ignore = ["TDC102"]', {"TDC101", "TDC121"}),
        ('ignore = ["ALL"]', set()),
        ('select = ["TDC1"]\nseverity.ALL = "off"', set()),
        ('select = ["TDC1"]\nseverity = { TDC1 = "off", unquoted-attr = "info" }', {"TDC102"}),
    ],
)
def test_selections(text: str, expected: set[str]) -> None:
    assert on(text) == expected


class TestPreviewAndProfile:
    def test_a_prefix_does_not_mean_a_rule_in_preview(self) -> None:
        assert on('select = ["TDC2", "TDC20"]') == {"TDC201"}

    @pytest.mark.parametrize("name", ["TDC202", "fresh-idea"])
    def test_its_name_does(self, name: str) -> None:
        assert on(f'select = ["{name}"]') == {"TDC202"}

    def test_with_preview_it_is_a_rule_like_others(self) -> None:
        assert on("preview = true") == {*DEFAULT, "TDC202"}

    def test_conventions_of_another_profile_must_be_meant(self) -> None:
        assert on('select = ["ALL", "TDC3"]') == {*DEFAULT, "TDC301"}

    def test_with_its_profile_they_are_on(self) -> None:
        assert on('profile = "views"') == {*DEFAULT, "TDC301"}


class TestAlwaysOn:
    @pytest.mark.parametrize(
        "text",
        ["select = []", 'ignore = ["ALL"]', 'severity.TDC0 = "off"', 'severity.ALL = "off"', 'severity.ALL = "info"'],
    )
    def test_they_cannot_be_turned_off_in_bulk(self, text: str) -> None:
        rules = rules_for(settings_of(text), CATALOG, "a.py")
        assert rules["TDC001"] == EnabledRule("TDC001", Severity.ERROR)

    def test_a_file_may_not_make_them_milder_either(self) -> None:
        settings = settings_of('[[overrides]]\npaths = ["a.py"]\nseverity.ALL = "warning"\nignore = ["TDC0"]')
        assert rules_for(settings, CATALOG, "a.py")["TDC002"].severity is Severity.ERROR


class TestPaths:
    TEXT = """
        select = ["TDC1"]
        severity.TDC101 = "off"
        options.TDC101.limit = 4
        [[overrides]]
        paths = ["tests/"]
        select = ["TDC2"]
        ignore = ["TDC121"]
        [[overrides]]
        paths = ["tests/deep/**", "!*_x.py"]
        extend-select = ["template-syntax"]
        severity.TDC1 = "error"
        options.template-syntax = { strict = true }
        [per-file-ignores]
        "**/gen_*.py" = ["ALL"]
        "tests/deep/a.py" = ["TDC201"]
        """

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("src/a.py", {"TDC102", "TDC121"}),
            ("tests/a.py", {"TDC201"}),
            ("tests/deep/b.py", {"TDC201", "TDC101"}),
            ("tests/deep/a.py", {"TDC101"}),
            ("tests/deep/b_x.py", {"TDC201"}),
            ("src/gen_a.py", set()),
            ("other/tests/a.py", {"TDC201"}),
        ],
    )
    def test_overrides_in_order_then_ignores(self, path: str, expected: set[str]) -> None:
        assert on(self.TEXT, path) == expected

    def test_an_override_may_turn_on_what_was_off_and_add_options(self) -> None:
        rule = rules_for(settings_of(self.TEXT), CATALOG, "tests/deep/b.py")["TDC101"]
        options = (("limit", 4), ("names", ("a", "b")), ("strict", True), ("style", "plain"))
        assert rule == EnabledRule("TDC101", Severity.ERROR, options)

    def test_files_of_one_group_share_their_answer(self) -> None:
        selection = RuleSelection(settings_of(self.TEXT), CATALOG)
        assert selection.rules_for("src/a.py") is selection.rules_for("lib/b.py")
        assert selection.fingerprint_for("src/a.py") == selection.fingerprint_for("lib/b.py") == "0000"
        assert selection.fingerprint_for("tests/a.py") != selection.fingerprint_for("src/a.py")

    def test_rules_come_sorted(self) -> None:
        codes = list(RuleSelection(settings_of(""), CATALOG[::-1]).rules_for("a.py"))
        assert codes == sorted(codes)

    def test_rules_of_several_paths(self) -> None:
        selection = RuleSelection(settings_of(self.TEXT), CATALOG)
        assert selection.codes_for([]) == frozenset()
        assert selection.codes_for(["src/a.py", "tests/a.py"]) == {"TDC102", "TDC121", "TDC201", *ESSENTIAL}

    def test_a_selection_crosses_processes(self) -> None:
        selection = RuleSelection(settings_of(self.TEXT), CATALOG)
        rules = selection.rules_for("tests/deep/b.py")
        copy = pickle.loads(pickle.dumps(selection))
        assert copy.rules_for("tests/deep/b.py") == rules

    def test_rules_are_selected_for_a_group_and_not_for_each_of_its_files(self) -> None:
        selection = RuleSelection(settings_of(self.TEXT), CATALOG)

        def work(name: str) -> int:
            return opcodes(lambda: selection.rules_for(f"src/package/folder/{name}.py"))

        first, other = work("module_1"), work("module_2")
        assert other < first / 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ('unfixable = ["TDC102"]', True),
        ('unfixable = ["TDC1"]\nfixable = ["template-syntax"]', True),
        ('unfixable = ["TDC101"]', False),
        ('unfixable = ["template-syntax"]\nfixable = ["TDC101"]', False),
        ('unfixable = ["ALL"]', False),
        ('fixable = ["TDC2"]', False),
        ("fixable = []", False),
    ],
)
def test_fixable(text: str, *, expected: bool) -> None:
    assert is_fixable(settings_of(text), "TDC101", "template-syntax") is expected
