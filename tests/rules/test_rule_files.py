"""A rule is a page: what it teaches, what it declares, and its check."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from rule_cases import FOLDER
from rule_running import RuleClass, rule_classes

from tdomcheck.contract.cases import case_files
from tdomcheck.contract.examples import examples_of

MOST_LINES = 200
MOST_EXAMPLES = 12


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.CODE)
def test_a_rule_fits_a_page(rule: RuleClass) -> None:
    lines = Path(inspect.getfile(rule)).read_text(encoding="utf-8").count("\n")

    assert lines <= MOST_LINES


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.CODE)
def test_a_rule_teaches_with_a_dozen_examples(rule: RuleClass) -> None:
    examples = examples_of(rule)

    assert len(examples) <= MOST_EXAMPLES
    assert {example.is_valid for example in examples} == {True, False}


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.CODE)
def test_a_rule_is_in_the_file_that_is_called_after_its_slug(rule: RuleClass) -> None:
    assert Path(inspect.getfile(rule)).stem == rule.SLUG.replace("-", "_")


def test_all_cases_belong_to_a_rule() -> None:
    slugs = {rule.SLUG for rule in rule_classes()}

    assert len(case_files(str(FOLDER), slugs)) == len(list(FOLDER.glob("*.py"))) > 70


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.CODE)
def test_no_rule_shows_an_example_twice(rule: RuleClass) -> None:
    shown = [repr(example.files) for example in examples_of(rule)]

    assert len(set(shown)) == len(shown)
