"""`--safe` in a repository that tries everything: what it names runs without the option, and does not with it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from cli_running import Outcome, Project, git

pytestmark = pytest.mark.slow

RULE = """
import ast
import pathlib

from tdomcheck import authoring as td

pathlib.Path({mark!r}).touch()


class OwnRule(td.Rule):
    \"\"\"Nothing is right.\"\"\"

    CODE = "XYZ001"
"""
CONFIGURED = """\
plugins = ["rules", "acme.rules"]
select = ["ALL", "XYZ001", "own-rule"]
ignore = ["XYZ002"]
format = {format}
per-file-ignores = {{ "tests/*" = ["XYZ001"] }}
severity = {{ XYZ001 = "error" }}

[codemods.own-codemod]
name = "x"

[[overrides]]
paths = ["shop/*"]
extend-select = ["XYZ001"]
"""
OLD = "from typing import List\n\n\ndef names() -> List[str]:\n    return []\n"


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


@pytest.fixture
def hostile(project: Project, marks: Path) -> Project:
    """A checkout whose configuration would have code of its own run in every way that there is."""
    script = project.root / "format.py"
    words = [sys.executable, str(script)]
    project.write(
        {
            "pyproject.toml": '[project]\nname = "shop"\nversion = "0"\n',
            "tdomcheck.toml": CONFIGURED.format(format=json.dumps(words)),
            "format.py": f"import pathlib\npathlib.Path({str(marks / 'format')!r}).touch()\n",
            "rules/own.py": RULE.format(mark=str(marks / "plugin")),
            "conftest.py": f"import pathlib\npathlib.Path({str(marks / 'conftest')!r}).touch()\n",
            "tests/rules/cases/cases.py": f"import pathlib\npathlib.Path({str(marks / 'cases')!r}).touch()\n",
            "shop/page.py": OLD,
        }
    )
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    return project


def ran(marks: Path) -> list[str]:
    return sorted(path.name for path in marks.iterdir())


def test_the_traps_are_set(hostile: Project, marks: Path) -> None:
    hostile.tool("check", "shop")
    hostile.write({"tdomcheck.toml": "\n".join(line for line in hostile.text("tdomcheck.toml").splitlines()[3:4])})
    hostile.tool("codemod", "run", "typing-to-abc", "shop", "--allow-dirty")

    assert ran(marks) == ["format", "plugin"]


@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["check", "--output-format", "sarif", "shop"],
        ["check", "--focus", "HEAD"],
        ["check", "--show-settings"],
        ["check", "--show-files"],
        ["check", "--why", "shop/page.py"],
        ["fix"],
        ["fix", "--diff"],
        ["rule", "--all"],
        ["find", "names()"],
        ["codemod", "list"],
        ["codemod", "run", "typing-to-abc", "shop"],
        ["what-if", "TDC101"],
        ["baseline", "create"],
        ["config"],
    ],
)
def test_no_verb_runs_anything(hostile: Project, marks: Path, words: list[str]) -> None:
    outcome: Outcome = hostile.tool(*words, "--safe")

    assert ran(marks) == []
    assert outcome.code in {0, 1}, outcome.err
    assert "Traceback" not in outcome.err


def test_the_ledger_says_what_did_not_run(hostile: Project) -> None:
    outcome = hostile.check("--safe", "--output-format", "json")
    rules = {rule["code"]: (rule["state"], rule["detail"]) for rule in outcome.json["summary"]["ledger"]["rules"]}

    assert rules["XYZ001"] == ("not applicable", "safe")
    assert rules["rules"] == rules["acme.rules"] == ("not applicable", "safe: plugin of tdomcheck.toml")
    assert outcome.code < 2


def test_a_codemod_still_writes_and_formats_nothing(hostile: Project, marks: Path) -> None:
    outcome = hostile.tool("codemod", "run", "typing-to-abc", "shop", "--safe")

    assert outcome.code == 0, outcome.err
    assert "list[str]" in hostile.text("shop/page.py")
    assert ran(marks) == []


@pytest.mark.parametrize("verb", [["run", "typing-to-abc", "shop"], ["apply", "plan.json"]])
def test_what_verifies_runs_the_project(hostile: Project, marks: Path, verb: list[str]) -> None:
    command = shlex.join([sys.executable, "format.py"])
    outcome = hostile.tool("codemod", *verb, "--safe", "--verify", command)

    assert (outcome.code, ran(marks)) == (2, [])
    assert "--safe runs none of it" in outcome.err
    assert hostile.text("shop/page.py") == OLD


@pytest.mark.parametrize("target", ["/etc/passwd", "/etc/../etc/passwd", "../../../../../../etc/passwd", "link.toml"])
def test_nothing_outside_is_read(hostile: Project, target: str) -> None:
    (hostile.root / "link.toml").symlink_to("/etc/passwd")
    hostile.write({"tdomcheck.toml": f'extend = "{target}"\n'})
    outcome = hostile.check("--safe")

    assert outcome.code == 2
    assert "root:" not in outcome.out + outcome.err
    assert "error:" in outcome.err


def test_names_that_nobody_defines_are_still_mistakes_without_plugins(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nselect = ["XYZ001"]\n', "page.py": "x = 1\n"})

    assert project.check("--safe").code == 2
