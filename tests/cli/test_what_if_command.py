"""`tdomcheck what-if`: what a rule would find, by package and owner."""

from __future__ import annotations

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Project, git


@pytest.fixture
def shop(project: Project) -> Project:
    """A repository with three findings of TDC121 in two packages, and one of TDC101."""
    project.write(
        {
            "pyproject.toml": '[tool.tdomcheck]\nignore = ["TDC101"]  # later\n',
            "CODEOWNERS": "/views/ @ui\n",
            "views/a.py": NESTED,
            "views/b.py": NESTED,
            "cards/c.py": NESTED,
            "cards/d.py": MISMATCHED,
            "pages/e.py": CLEAN,
        }
    )
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    return project


def test_by_package_and_owner(shop: Project) -> None:
    before = shop.files()
    outcome = shop.tool("what-if", "TDC121")
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "TDC121 nested-html-call: 3 findings in 3 files",
        "fixable: 3 safely (100 %), 0 unsafely, 0 by hand",
        "by package:",
        "     2 views",
        "     1 cards",
        "by owner:",
        "     2 @ui",
        "     1 nobody",
        "tdomcheck fix --select TDC121 mends 3 of them",
        "tdomcheck baseline create accepts what is there, once the rule is on",
    ]
    assert shop.files() == before, "nothing is written"


def test_as_json_and_by_slug(shop: Project) -> None:
    found = shop.tool("what-if", "nested-html-call", "--output-format", "json").json
    assert (found["code"], found["findings"], found["fixable"]) == ("TDC121", 3, 3)
    assert found["packages"][0] == {"path": "views", "findings": 2}
    assert found["owners"] == [{"owner": "@ui", "findings": 2}, {"owner": "", "findings": 1}]


def test_a_part_of_the_project(shop: Project) -> None:
    assert "1 finding in 1 file" in shop.tool("what-if", "TDC121", "cards").out


@pytest.mark.parametrize(
    "config",
    [
        'ignore = ["TDC121"]',
        'extend-ignore = ["nested-html-call"]',
        'ignore = ["TDC1"]',
        'select = ["TDC0"]',
        'severity = {TDC121 = "off"}',
        '[tool.tdomcheck.severity]\nnested-html-call = "off"',
    ],
)
def test_a_rule_that_is_turned_off_is_asked_all_the_same(shop: Project, config: str) -> None:
    shop.write({"pyproject.toml": f"[tool.tdomcheck]\n{config}\n"})
    assert "3 findings in 3 files" in shop.tool("what-if", "TDC121").out
    shop.write({"views/a.py": CLEAN, "views/b.py": CLEAN, "cards/c.py": CLEAN})
    assert shop.tool("what-if", "TDC121").out.endswith("; it is off, and can be turned on\n")


def test_what_is_there_can_be_accepted(shop: Project) -> None:
    shop.write({"pyproject.toml": '[tool.tdomcheck]\nbaseline = "known.txt"\n', "known.txt": ""})
    words = shop.tool("what-if", "TDC121").out.splitlines()[-1].partition(" accepts")[0].split()
    assert shop.tool(*words[1:]).code == 0
    assert shop.check().code == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("TDC12l",), "did you mean `TDC"),
        (("ZZZZ",), "`tdomcheck rule --all` names all"),
        (("TDC121", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_asked(shop: Project, words: tuple[str, ...], reason: str) -> None:
    outcome = shop.tool("what-if", *words)
    assert outcome.code == 2
    assert reason in outcome.err


def test_nothing_found(shop: Project) -> None:
    assert (
        shop.tool("what-if", "TDC201").out
        == "TDC201 component-returns-template: 0 findings in 0 files; it is on already\n"
    )
