"""`rule test` runs further cases: those of `tests/rules/cases` in the project that it was started in, or others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli_running import Project

pytestmark = pytest.mark.one_python

CASES = "tests/rules/cases/own_rule.py"
HEAD = "from tdomcheck import authoring as td\n\n"
MORE = f"{HEAD}VALID = ['t\"<b>x</b>\"']\nINVALID = [td.invalid('t\"<p>«<marquee>»x</marquee></p>\"')]\n"
RULE = '''
from tdomcheck import authoring as td


class OwnRule(td.TemplateRule):
    """
    ## What

    ## Why

    ## Instead

    ## Example
    """

    CODE = "XYZ001"
    SLUG = "own-rule"
    GROUP = "templates"
    SUMMARY = "a marquee element moves text"
    GATE = td.Gate(features={td.Feature.TEMPLATE})
    SKIP_DERIVED = {"copies": "a thousand of them take a second"}
    VALID = ['t"<p>news</p>"']
    INVALID = [td.invalid('t"«<marquee>»news</marquee>"')]

    def check_template(self, template):
        for tag in self.markup(template).tags:
            if tag.name == "marquee":
                self.report_span(tag.span, "`<marquee>` moves text")
'''


@pytest.fixture
def shop(project: Project) -> Project:
    """A project with a rule of its own."""
    project.write({"rules/own.py": RULE})
    project.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["rules"]\n'})
    return project


def touch(mark: Path) -> str:
    return f"__import__('pathlib').Path({str(mark)!r}).touch()\n{MORE}"


class TestFound:
    def test_the_examples_are_counted(self, shop: Project) -> None:
        outcome = shop.tool("rule", "test")
        assert outcome.code == 0, outcome.out
        assert outcome.out.startswith("XYZ001 own-rule: ")
        assert outcome.out.endswith(" (2 examples)\n")

    @pytest.mark.parametrize("start", [".", "src/deep"])
    def test_and_so_are_the_cases(self, shop: Project, monkeypatch: pytest.MonkeyPatch, start: str) -> None:
        shop.write({CASES: MORE, "src/deep/a.py": ""})
        monkeypatch.chdir(shop.root / start)
        outcome = shop.tool("rule", "test", "XYZ001")
        assert outcome.code == 0, outcome.out + outcome.err
        assert outcome.out.endswith(" (2 examples, 2 cases)\n")

    def test_a_case_that_does_not_hold_fails(self, shop: Project) -> None:
        shop.write({CASES: 'VALID = ["x = 1", "t\'<marquee></marquee>\'"]\n'})
        outcome = shop.tool("rule", "test")
        assert outcome.code == 1
        assert "  FAIL  cases VALID[1] examples\n        expected no finding\n" in outcome.out
        assert "FAIL  VALID" not in outcome.out

    def test_what_is_derived_from_a_case_is_checked_too(self, shop: Project) -> None:
        shop.write({CASES: MORE})
        assert "  pass  cases INVALID[0] derived: BOM\n" in shop.tool("rule", "test", "-v").out

    def test_a_rule_is_explained_without_them(self, shop: Project) -> None:
        shop.write({CASES: "raise SystemExit(3)\n"})
        assert shop.tool("rule", "XYZ001").code == 0
        assert shop.check(".").code == 0

    def test_only_those_of_the_rules_under_test_are_imported(self, shop: Project) -> None:
        shop.write({CASES: "raise SystemExit(3)\n", "tests/rules/cases/view_name.py": 'VALID = ["x = 1"]\n'})
        outcome = shop.tool("rule", "test", "view-name")
        assert outcome.code == 0, outcome.err
        assert ", 1 case)" in outcome.out

    @pytest.mark.parametrize("name", ["__init__.py", "_shared.py", "conftest.py", "test_cases.py", "notes.txt"])
    def test_what_is_beside_them_is_left_alone(self, shop: Project, name: str) -> None:
        shop.write({f"tests/rules/cases/{name}": "raise SystemExit(3)\n", CASES: MORE})
        assert shop.tool("rule", "test").code == 0

    def test_nothing_is_left_behind(self, shop: Project) -> None:
        shop.write({CASES: MORE})
        before = shop.files()
        shop.tool("rule", "test")
        assert shop.files() == before


class TestNamed:
    def test_a_folder_stands_in_for_that_of_the_project(self, shop: Project) -> None:
        shop.write({CASES: "raise SystemExit(3)\n", "../elsewhere/own_rule.py": MORE})
        outcome = shop.tool("rule", "test", "--cases", "../elsewhere")
        assert outcome.code == 0, outcome.err
        assert outcome.out.endswith(" (2 examples, 2 cases)\n")

    @pytest.mark.parametrize(
        ("folder", "sentence"),
        [("nowhere", "no such folder"), ("rules", "it belongs to no rule"), ("empty", "is there")],
    )
    def test_it_must_hold_cases(self, shop: Project, folder: str, sentence: str) -> None:
        shop.write({"empty/notes.txt": ""})
        outcome = shop.tool("rule", "test", "--cases", folder)
        assert (outcome.code, outcome.out) == (2, "")
        assert sentence in outcome.err

    def test_it_is_for_tests(self, shop: Project) -> None:
        outcome = shop.tool("rule", "--cases", "cases", "XYZ001")
        assert outcome.code == 2
        assert "--cases is for `rule test`" in outcome.err


class TestWrong:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("import nowhere_at_all\n", "could not be imported: ModuleNotFoundError: No module named 'nowhere_at_all'"),
            ("VALID = [\n", "could not be imported: SyntaxError"),
            ("raise SystemExit(3)\n", "could not be imported: SystemExit: 3"),
            (f"{HEAD}INVALID = [td.invalid('bad = 1')]\n", "ValueError: the example marks no place"),
            ('VALD = ["x = 1"]\n', "`VALD` is neither VALID nor INVALID"),
            ('VALID = ["x = 1"]\n\ndef test_it(): ...\n', "`test_it` is neither VALID nor INVALID"),
            ("VALID = []\n", "it has no VALID and no INVALID case"),
            ('VALID = "x = 1"\n', "its VALID is no list of examples"),
            ("VALID = ['x = 1', 2]\n", "VALID[1] is no example"),
            ("INVALID = [None]\n", "INVALID[0] is no example"),
        ],
    )
    def test_it_is_told_and_nothing_is_proved(self, shop: Project, text: str, sentence: str) -> None:
        shop.write({CASES: text})
        outcome = shop.tool("rule", "test")
        assert (outcome.code, outcome.out) == (2, "")
        assert "own_rule.py: " in outcome.err
        assert sentence in outcome.err

    def test_cases_without_a_rule_are_told_with_the_nearest_one(self, shop: Project) -> None:
        shop.write({"tests/rules/cases/own_rul.py": MORE, "tests/rules/cases/thing.py": MORE})
        outcome = shop.tool("rule", "test")
        assert (outcome.code, outcome.out) == (2, "")
        assert "own_rul.py: it belongs to no rule" in outcome.err
        assert "did you mean `own_rule.py`?" in outcome.err
        assert "thing.py: it belongs to no rule" in outcome.err

    def test_an_example_without_a_mark_is_a_broken_promise(self, shop: Project) -> None:
        shop.write({CASES: "INVALID = ['bad = 1']\n"})
        outcome = shop.tool("rule", "test")
        assert outcome.code == 1
        assert "cases INVALID[0] marks no place" in outcome.out

    @pytest.mark.parametrize(
        "text",
        [
            f'{HEAD}from itertools import count\nimport json\n_HEAD = "x = 1"\nVALID = [_HEAD, f"{{_HEAD}}; y = 2"]\n',
            '"""Docs."""\nfrom __future__ import annotations\nVALID = ("x = 1",)\n',
            f"{HEAD}INVALID = [td.invalid('t\"<p>«<marquee>»</marquee></p>\"')]\n",
        ],
    )
    def test_what_a_module_needs_besides_is_no_mistake(self, shop: Project, text: str) -> None:
        shop.write({CASES: text})
        outcome = shop.tool("rule", "test")
        assert outcome.code == 0, outcome.out + outcome.err


class TestTrust:
    """As with plugins: only what lies in the project that the run was started in, and belongs to who runs it."""

    def test_no_cases_of_a_project_that_is_safe_or_isolated(self, shop: Project, tmp_path: Path) -> None:
        shop.write({CASES: touch(tmp_path / "mark")})
        for option in ("--safe", "--isolated"):
            outcome = shop.tool("rule", "test", "view-name", option)
            assert outcome.code == 0, outcome.err
            assert not (tmp_path / "mark").exists()

    def test_nor_of_one_further_down(self, shop: Project, tmp_path: Path) -> None:
        shop.write({"vendor/lib/tdomcheck.toml": "", f"vendor/lib/{CASES}": touch(tmp_path / "mark")})
        assert shop.tool("rule", "test").code == 0
        assert not (tmp_path / "mark").exists()

    def test_nor_where_nothing_marks_a_project(
        self, shop: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shop.write({f"../loose/{CASES}": touch(tmp_path / "mark")})
        monkeypatch.chdir(shop.root.parent / "loose")
        assert shop.tool("rule", "test", "view-name").code == 0
        assert not (tmp_path / "mark").exists()

    @pytest.mark.parametrize("link", ["tests", CASES])
    def test_not_through_a_link_out_of_the_project(self, shop: Project, tmp_path: Path, link: str) -> None:
        shop.write({f"../elsewhere/{CASES}": touch(tmp_path / "mark")})
        (shop.root / link).parent.mkdir(parents=True, exist_ok=True)
        (shop.root / link).symlink_to(shop.root.parent / "elsewhere" / link)
        outcome = shop.tool("rule", "test")
        assert (outcome.code, outcome.out) == (2, "")
        assert "tests/rules/cases: the cases are not loaded: it lies outside of the project" in outcome.err
        assert not (tmp_path / "mark").exists()
        assert shop.tool("rule", "test", "--trust-plugins").code == 0

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
    @pytest.mark.parametrize("name", [CASES, "tests/rules", "tests"])
    @pytest.mark.parametrize("option", [(), ("--cases", "tests/rules/cases")])
    def test_not_from_another_user(self, shop: Project, tmp_path: Path, name: str, option: tuple[str, ...]) -> None:
        shop.write({CASES: touch(tmp_path / "mark")})
        os.chown(shop.root / name, 4321, -1)
        outcome = shop.tool("rule", "test", *option)
        is_refused = not (option and name == "tests")  # of a folder that is named, what is above it was chosen
        assert (outcome.code == 2) == is_refused, outcome.err
        assert (f"{name} belongs to another user (number 4321)" in outcome.err) == is_refused
        assert (tmp_path / "mark").exists() is not is_refused

    def test_a_pipe_is_not_waited_for(self, shop: Project) -> None:
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes here")
        (shop.root / CASES).parent.mkdir(parents=True)
        os.mkfifo(shop.root / CASES)
        outcome = shop.tool("rule", "test")
        assert outcome.code == 2
        assert "it is not a regular file" in outcome.err
