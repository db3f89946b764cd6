"""`tdomcheck what-if`: counts, and a patch with which a project can begin."""

from __future__ import annotations

import subprocess

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
        "tdomcheck what-if TDC121 --diff | git apply   accepts what is there, and nothing new",
    ]
    assert shop.files() == before, "nothing is written"


def test_as_json_and_by_slug(shop: Project) -> None:
    found = shop.tool("what-if", "nested-html-call", "--output-format", "json").json
    assert (found["code"], found["findings"], found["fixable"]) == ("TDC121", 3, 3)
    assert found["packages"][0] == {"path": "views", "findings": 2}
    assert found["owners"] == [{"owner": "@ui", "findings": 2}, {"owner": "", "findings": 1}]


def test_a_rule_that_is_off_is_asked_all_the_same(shop: Project) -> None:
    assert "1 finding in 1 file" in shop.tool("what-if", "TDC101").out


def test_a_part_of_the_project(shop: Project) -> None:
    assert "1 finding in 1 file" in shop.tool("what-if", "TDC121", "cards").out


def applied(project: Project, *words: str) -> str:
    outcome = project.tool("what-if", *words, "--diff")
    assert outcome.code == 0
    subprocess.run(["git", "apply"], input=outcome.raw, cwd=project.root, check=True)
    return outcome.out


def test_the_patch_accepts_what_is_there_and_nothing_new(shop: Project) -> None:
    applied(shop, "TDC121")
    outcome = shop.check()
    assert (outcome.code, outcome.err) == (0, "")
    assert "3 findings in the baseline" in outcome.out
    assert "  # later\n" in shop.text("pyproject.toml")
    shop.write({"pages/new.py": NESTED, "views/new.py": NESTED})
    found = shop.check("--output-format", "json").json["findings"]
    assert [(finding["path"], finding["severity"]) for finding in found] == [
        ("pages/new.py", "error"),
        ("views/new.py", "warning"),
    ]


def test_the_patch_turns_on_a_rule_that_is_off(project: Project) -> None:
    project.write({"tdomcheck.toml": 'select = ["TDC1"]\n', "a/x.py": CLEAN})
    git(project, "init", "-q")
    applied(project, "TDC201")
    assert 'extend-select = ["TDC201"]' in project.text("tdomcheck.toml")
    assert project.check().code == 0


def test_it_keeps_the_baseline_that_is_there(shop: Project) -> None:
    shop.write({"pyproject.toml": '[tool.tdomcheck]\nbaseline = "known.txt"\n', "known.txt": ""})
    assert shop.tool("baseline", "update").code == 0
    shop.write({"known.txt": shop.text("known.txt").replace("TDC101", "# ask ann\nTDC101")})
    shop.write({"views/b.py": CLEAN})
    git(shop, "add", "-A")
    applied(shop, "TDC121")
    assert "# ask ann\nTDC101" in shop.text("known.txt")
    assert "views/b.py" not in shop.text("known.txt")
    assert "views/a.py" in shop.text("known.txt")


def test_without_a_configuration(project: Project) -> None:
    (project.root / "pyproject.toml").unlink(missing_ok=True)
    project.write({"pkg/a.py": NESTED})
    git(project, "init", "-q")
    patch = applied(project, "TDC121", "pkg")
    assert "new file mode" in patch
    assert 'baseline = "tdomcheck-baseline.txt"' in project.text("tdomcheck.toml")
    assert project.check("pkg").code == 0


def test_overrides_in_one_piece_are_left_alone(shop: Project) -> None:
    config = '[tool.tdomcheck]\noverrides = [{paths = ["pages/*.py"], ignore = ["TDC101"]}]\n'
    shop.write({"pyproject.toml": config})
    applied(shop, "TDC121")
    assert "overrides = [{" in shop.text("pyproject.toml")
    assert "[[" not in shop.text("pyproject.toml")
    assert shop.check("--ignore", "TDC101").code == 0


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
