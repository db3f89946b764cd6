"""The page of what a rule may ask: every name that is offered has an entry, and every entry an answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from _generate import questions
from _generate.answers import Asked, said_by_rules, shown

EVERY = [(section, name) for section in questions.SECTIONS for name in questions.names_of(section)]


@pytest.mark.parametrize("section", questions.SECTIONS)
def test_every_name_of_a_section_has_one_entry_that_answers(section: str) -> None:
    assert list(questions.troubles(section)) == []


@pytest.mark.parametrize(("section", "name"), EVERY)
def test_what_is_offered_says_what_it_is_in_one_sentence(section: str, name: str) -> None:
    sentence = questions.first_sentence(questions.docstring(section, name))
    assert sentence[:1].isupper() or sentence[:1] == "`"
    assert not sentence.startswith(("The same", "All of them", "Those"))


@pytest.mark.parametrize(
    ("source", "trouble"),
    [
        ("## Q\n### is_missing\n", "td.releases.is_missing is asked nothing"),
        ('## Q\n### is_before\n>>> td.releases.is_before("2", "1")\n', "td.releases.is_before answers nothing"),
        ("## Q\n### version_text\n>>> 1\n", "td.releases.version_text is neither asked nor answered"),
        ("## Q\n### marquee\n>>> 1\n", "marquee has an entry, and is not offered"),
        ("## Q\n### MODULE\n### MODULE\n", "MODULE has two entries"),
        ("## Q\n", "reaches has no entry"),
    ],
)
def test_what_is_missing_left_over_or_says_nothing_is_named(
    source: str, trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "releases.md").write_text(source.replace("\n###", "\n```python\nx\n```\n###"), encoding="utf-8")
    monkeypatch.setattr(questions, "SOURCES", tmp_path)
    assert trouble in list(questions.troubles("releases"))


def test_a_name_in_a_string_or_an_attribute_is_no_question() -> None:
    """An example without a template need not have one."""
    asked = Asked("x = 1\n")
    assert asked.answer('td.Gate(features={"template"}).features') == ("template",)


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("node", "`user.name`"),
        ("nodes", "[`user.name`, `2`]"),
        ("(node,)", "(`user.name`,)"),
        ("{'a': None, 'b': {'x', 'y'}}", "{'a': None, 'b': {'x', 'y'}}"),
        ("td.Span(0, 4)", "`page`"),
        ("td.Edit(0, 4, 'x')", "Edit('page' -> 'x')"),
        ("td.Severity.ERROR", "Severity.ERROR"),
        ("td.Valid", "Valid"),
        ("td.Valid('a')", "Valid(code='a')"),
        ("facts.imports", "()"),
        ("project", "<Project>"),
        ("[1] * 30", f"[{'1, ' * 24}... 6 more]"),
    ],
)
def test_an_answer_is_short(expression: str, answer: str) -> None:
    asked = Asked("page = [«user.name», «2»]\n")
    assert shown(asked.answer(expression), asked) == answer


def test_a_long_answer_has_a_line_an_item() -> None:
    asked = Asked("page = 1\n")
    assert shown(["a" * 60, "b" * 60], asked) == f"[\n    '{'a' * 60}',\n    '{'b' * 60}',\n]"


def test_a_rule_of_an_example_has_to_find_what_it_marks() -> None:
    rule = (
        "class Marquee(td.TemplateRule):\n"
        '    CODE, SLUG, GROUP, SUMMARY = "ACME101", "marquee", "templates", "a marquee"\n'
        "    INVALID = [td.invalid('page = t\"«<marquee>»a</marquee>\"')]\n\n"
        "    def check_template(self, template):\n"
        "        self.report_span(self.markup(template).tags[0].PLACE, 'gone')\n"
    )
    assert [*said_by_rules(rule.replace("PLACE", "span"))] == [
        'page = t"<marquee>a</marquee>"',
        "         ^^^^^^^^^",
        "ACME101: gone",
    ]
    with pytest.raises(ValueError, match="Marquee does not find what its example marks"):
        list(said_by_rules(rule.replace("PLACE", "name_span")))


def test_what_can_be_asked_of_a_class_is_listed_with_that_of_its_bases() -> None:
    members = questions.members_of(questions.value_of("top", "FileRule"))
    assert members["check_file()"] == "Report what is wrong in the file."
    assert members["view"] == "The file as tree-sitter, names and templates: all of it, whatever the file is about."
    assert members["SLUG"] == "Names the bad pattern, in kebab case."
    assert "check_all()" not in members
    assert questions.members_of(questions.value_of("top", "is_test_file")) == {}


def test_names_that_answer_one_question_are_compared() -> None:
    page = questions.page()
    assert "| outcomes | [`label`] | [`icon`] | [`size(big)`] | [`LIMIT`] | [`label`, `icon`] |" in page
    assert '| values_of | [`user.name`, `"Guest"`] | [`icon`] | [`size(big)`] | [`10`, `None`] |' in page
    assert page.count("| is_boolean | False | False | False | True |") == 1


def test_the_index_leads_to_every_entry() -> None:
    page = questions.page()
    for section, name in EVERY:
        assert page.count(f"[{name}](#{section}.{name})") == 1
        assert page.count(f'<a id="{section}.{name}"></a>') == 1
