"""Every rule finds what its examples mark, repairs it as they say, and leaves the rest alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from rule_cases import cases_of
from rule_running import RuleClass, applied, findings_in, is_admitted, rule_classes

from tdomcheck.authoring.examples import CLOSING, OPENING, Invalid, dedent, split_files
from tdomcheck.catalog.validate import problems_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Safety
from tdomcheck.model.suffixes import is_project_file
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText
from tdomcheck.source.toml import TomlText


def _code(example: object) -> str:
    return dedent(example if isinstance(example, str) else example.code)  # type: ignore[attr-defined]


def _valid() -> Iterator[object]:
    for rule in rule_classes():
        yield from _numbered(rule, [*rule.VALID, *cases_of(rule).valid])  # type: ignore[attr-defined]


def _invalid() -> Iterator[object]:
    for rule in rule_classes():
        yield from _numbered(rule, [*rule.INVALID, *cases_of(rule).invalid])  # type: ignore[attr-defined]


def _numbered(rule: RuleClass, examples: Sequence[object]) -> Iterator[object]:
    return (pytest.param(rule, example, id=f"{rule.CODE}-{number}") for number, example in enumerate(examples))


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.CODE)
def test_a_rule_declares_what_the_catalogue_needs(rule: RuleClass) -> None:
    assert problems_of(rule) == []
    fixes = {example.is_unsafe for example in rule.INVALID if example.expected_replacement}  # type: ignore[attr-defined]
    assert (rule.FIXABLE == "no") == (not fixes)


@pytest.mark.parametrize(("rule", "example"), list(_valid()))
def test_a_valid_example_is_left_alone(rule: RuleClass, example: object) -> None:
    files = split_files(_code(example))
    for path, text in files.items():
        _ = TomlText(text.encode()).values if is_project_file(path) else parse_module(SourceText(text.encode()))
    assert findings_in(rule, files) == []


@pytest.mark.parametrize(("rule", "example"), list(_invalid()))
def test_an_invalid_example_is_found_where_it_is_marked(rule: RuleClass, example: Invalid) -> None:
    files = split_files(_code(example))
    (finding,) = findings_in(rule, files, example.options)
    shown = files[finding.path].encode()
    marked = b"".join(
        (
            shown[: finding.span.start],
            OPENING.encode(),
            shown[finding.span.start : finding.span.end],
            CLOSING.encode(),
            shown[finding.span.end :],
        )
    )
    assert marked.decode() == split_files(dedent(example.marked))[finding.path]
    assert finding.fix is not None or finding.help or finding.note


@pytest.mark.parametrize(("rule", "example"), list(_invalid()))
def test_the_fix_of_an_invalid_example_does_what_the_example_says(rule: RuleClass, example: Invalid) -> None:
    files = split_files(_code(example))
    (finding,) = findings_in(rule, files, example.options)
    if example.expected_replacement is None:
        assert finding.fix is None
        return
    assert finding.fix is not None
    assert (finding.fix.safety is Safety.UNSAFE) == example.is_unsafe
    files[finding.path] = applied(files[finding.path], finding.fix)
    assert files == split_files(dedent(example.expected_replacement))
    parse_module(SourceText(files[finding.path].encode()))
    assert findings_in(rule, files, example.options) == []


@pytest.mark.parametrize(("rule", "example"), list(_invalid()))
def test_the_gate_admits_what_is_wrong(rule: RuleClass, example: Invalid) -> None:
    files = split_files(_code(example))
    (finding,) = findings_in(rule, files, example.options)
    assert is_admitted(rule, finding.path, ModuleView(SourceText(files[finding.path].encode())))
