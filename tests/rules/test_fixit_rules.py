"""`tdomcheck.fixit`: the rules for single files as rules of Fixit."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path

import pytest
from fixit import LintRule
from fixit.config import find_rules
from fixit.engine import LintRunner
from fixit.ftypes import Config, LintViolation, QualifiedRule
from fixit.testing import generate_lint_rule_test_cases

from tdomcheck import authoring as td
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.fixit import lint_rule
from tdomcheck.model import RuleKind


class OldName(td.FileRule):
    """A name that has another one now, and the call of one that the file defines itself."""

    CODE, SLUG, GROUP, SUMMARY = "TOY101", "old-name", "toys", "the name is old"
    VALID = (
        "new",
        td.Valid("also_new"),
        """
        # file: one.py
        new
        # file: two.py
        new
        """,
    )
    INVALID = (
        td.invalid("«old»", fixed="new"),
        td.invalid("«old»", options={"of": "another"}),
        td.invalid("# file: one.py\n«old»"),
        "old",
    )
    premise: td.Premise | None = None
    safety = td.Safety.SAFE

    def check_file(self) -> None:
        start = -1
        while (start := self.view.source.data.find(b"old", start + 1)) >= 0:
            span = td.Span(start, start + 3)
            fix = td.Fix("Rename", (td.Edit(span.start, span.end, "new"),), self.safety)
            self.report_span(span, "it is old", fix=fix, premise=self.premise)


def violations(rule: type[td.FileRule], source: str) -> list[LintViolation]:
    return list(_run(rule, source)[1])


def _run(rule: type[td.FileRule], source: str) -> tuple[LintRunner, list[LintViolation]]:
    runner = LintRunner(Path("page.py"), source.encode())
    return runner, list(runner.collect_violations([lint_rule(rule)()], Config(path=Path("page.py"))))


def fixed(rule: type[td.FileRule], source: str) -> str:
    runner, found = _run(rule, source)
    return runner.apply_replacements(found).code


@pytest.fixture(scope="module")
def offered() -> list[type[LintRule]]:
    """What `enable = ["tdomcheck.fixit"]` enables."""
    return list(find_rules(QualifiedRule("tdomcheck.fixit")))


def test_every_rule_for_single_files_is_offered_and_nothing_else(offered: list[type[LintRule]]) -> None:
    session = Session(Request(is_isolated=True, uses_cache=False))
    wanted = [entry.class_name for entry in session.catalog(session.settings).of_kind(RuleKind.CST, RuleKind.TEMPLATE)]

    assert sorted(rule.__name__ for rule in offered) == sorted(wanted)
    assert {str(rule()).partition(":")[0] for rule in offered} == {"tdomcheck.fixit"}


def test_fixit_test_passes(offered: list[type[LintRule]]) -> None:
    """What `fixit test tdomcheck.fixit` runs."""
    cases = generate_lint_rule_test_cases([rule() for rule in offered])
    suite = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, cases))
    result = unittest.TestResult()

    suite.run(result)

    assert [trouble for _, trouble in (*result.failures, *result.errors)] == []
    assert result.testsRun > 10 * len(offered) / 2


def test_examples_that_need_more_than_a_file_are_not_offered() -> None:
    rule = lint_rule(OldName)()

    assert [case if isinstance(case, str) else case.code for case in rule.VALID] == ["new", "also_new"]
    assert [case if isinstance(case, str) else case.code for case in rule.INVALID] == ["old"]
    assert rule.AUTOFIX


def test_a_finding_is_where_it_is_and_fixed_as_it_is() -> None:
    (found,) = violations(OldName, "x = 1\nprint(a, old)\n")

    assert (found.rule_name, found.message) == ("OldName", "it is old")
    assert (found.range.start.line, found.range.start.column, found.range.end.column) == (2, 9, 12)
    assert fixed(OldName, "x = 1\nprint(a, old)  # why\n") == "x = 1\nprint(a, new)  # why\n"


def test_all_findings_of_a_file_are_fixed_together() -> None:
    assert fixed(OldName, "print(old)\nprint([old, {old: 1}])\n") == "print(new)\nprint([new, {new: 1}])\n"


@pytest.mark.parametrize(
    "source",
    ["(old)", "f(\n    (old),\n)\n", "import old\n", "from a import (\n    old,\n)\n", "def old(): ...\n"],
)
def test_what_is_no_expression_by_itself_is_fixed_too(source: str) -> None:
    assert fixed(OldName, source) == source.replace("old", "new")


@pytest.mark.parametrize(
    "source",
    [
        "print(old)  # lint-ignore: OldName\n",
        "# lint-fixme: OldName\nprint(old)\n",
        "print(old)  # lint-ignore\n",
        "def f():\n    print(old)  # lint-ignore: Other, OldName\n",
    ],
)
def test_comments_of_fixit_are_obeyed(source: str) -> None:
    assert violations(OldName, source) == []


def test_comments_for_other_rules_are_not() -> None:
    assert len(violations(OldName, "print(old)  # lint-ignore: Other\n")) == 1


def test_what_only_other_files_prove_is_not_told() -> None:
    class Unproven(OldName):
        """Where some other file says so."""

        premise = td.Premise("shop.names.old", (), (td.project.OfKind("str"),))

    class Proven(OldName):
        """Where the file itself says so."""

        premise = td.Premise(":old", (), (td.project.OfKind("str"),))

    assert violations(Unproven, "from shop.names import old\nprint(old)\n") == []
    assert violations(Proven, "print(1)\n") == []


def test_what_somebody_has_to_decide_has_no_autofix() -> None:
    """`fixit fix --automatic` would apply it."""

    class Unsafe(OldName):
        """Where the fix may change what the page does."""

        INVALID = (td.invalid("«old»", fixed="new", unsafe=True),)
        safety = td.Safety.UNSAFE

    (found,) = violations(Unsafe, "print(old)\n")
    assert not found.autofixable
    assert fixed(Unsafe, "print(old)\n") == "print(old)\n"
    assert not lint_rule(Unsafe).AUTOFIX


def test_what_other_files_may_decide_has_no_autofix() -> None:
    """The file proves it by itself, and another one may take the fix back."""

    class Proven(OldName):
        """Where the templates of the file are those of tdom."""

        premise = td.Premise("", (), (), is_of_templates=True)

    (found,) = violations(Proven, "from tdom import html\nhtml(old)\n")
    assert not found.autofixable


def test_a_view_that_another_file_may_call_for_its_text_stays_as_it_is(offered: list[type[LintRule]]) -> None:
    source = (
        "from string.templatelib import Template\nfrom tdom import html\n\n\n"
        "class AboutView:\n    def __call__(self) -> Template:\n        return html(t'<p>{self}</p>')\n"
    )
    (rule,) = (rule() for rule in offered if rule.__name__ == "ComponentReturnsTemplate")
    runner = LintRunner(Path("views.py"), source.encode())

    (found,) = runner.collect_violations([rule], Config(path=Path("views.py")))
    assert not found.autofixable


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    script = "import sys; sys.modules['fixit'] = None\nimport tdomcheck.fixit"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert done.stderr.splitlines()[-1] == "ImportError: tdomcheck.fixit needs Fixit: pip install 'tdomcheck[fixit]'"
