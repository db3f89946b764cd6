"""The workflows that are shown, run by act as the files that they are; only the actions of others are stubs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from act_running import ROOT, Job, Ran, act_program, action_copy, own_environ, run_act, used
from git_running import git
from packaging.version import Version
from ruamel import yaml
from wheelhouse import NEEDED, wheelhouse

pytestmark = pytest.mark.slow

EXAMPLES = ROOT / "examples" / "workflows"
GROUPS = Version("25.1")
"""The first pip that installs a dependency group."""
CLEAN = 'from tdom import html\n\n\ndef page(name):\n    return html(t"<p>{name}</p>")\n'
WRONG = 'page = t"<p><b>x</i></p>"\n'
PROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "shop"
version = "1"
[dependency-groups]
test = ["pytest"]
[tool.setuptools]
packages = ["shop"]
[tool.tdomcheck]
[tool.pytest.ini_options]
addopts = ["-p", "no:cacheprovider"]
"""
TESTS = """\
def test_one():
    pass


def test_two():
    pass
"""
STUB = """\
name: stub
description: stands in for an action that is not here
inputs:
%s
outputs:
  python-path:
    description: what setup-python tells
    value: ${{ steps.run.outputs.python-path }}
runs:
  using: composite
  steps:
    - id: run
      shell: bash
      env:
%s
      run: |
%s
"""
STUBS: Mapping[str, tuple[Mapping[str, str], str]] = {
    "checkout": (
        {"fetch-depth": "1", "persist-credentials": "true"},
        """
        test "$PERSIST_CREDENTIALS" = false
        git clone -q --depth "$FETCH_DEPTH" "file://$SOURCE" .
        """,
    ),
    "setup-python": (
        {"python-version": "", "update-environment": "true"},
        """
        home="$RUNNER_TEMP/python-$PYTHON_VERSION-$UPDATE_ENVIRONMENT"
        "$PYTHON" -m venv "$home"
        "$home/bin/python" -m pip install --quiet --upgrade pip
        echo "python-path=$home/bin/python" >> "$GITHUB_OUTPUT"
        if [ "$UPDATE_ENVIRONMENT" = true ]; then echo "$home/bin" >> "$GITHUB_PATH"; fi
        echo "$PYTHON_VERSION" >> "$RECORD/versions"
        """,
    ),
    "codeql-action/upload-sarif": (
        {"sarif_file": "", "category": ""},
        """
        cp "$SARIF_FILE" "$RECORD/$CATEGORY.sarif"
        """,
    ),
    "upload-artifact": (
        {"name": "", "path": "", "retention-days": ""},
        """
        mkdir -p "$RECORD/artifacts/$NAME"
        cp "$PATH_" "$RECORD/artifacts/$NAME"
        """,
    ),
    "download-artifact": (
        {"pattern": "", "merge-multiple": "false"},
        """
        test "$MERGE_MULTIPLE" = true
        cp "$RECORD/artifacts/"$PATTERN/* .
        """,
    ),
}


def stub(inputs: Mapping[str, str], script: str) -> str:
    """A composite action that runs a script, its inputs as variables."""
    names = {name: "PATH_" if name == "path" else name.replace("-", "_").upper() for name in inputs}
    given = "\n".join(f"  {name}:\n    description: x\n    default: {json.dumps(inputs[name])}" for name in inputs)
    told = "\n".join(f"        {names[name]}: ${{{{ inputs.{name} }}}}" for name in inputs)
    return STUB % (given, told, script.strip("\n"))


@dataclass(frozen=True)
class Runner:
    """A repository, and what its workflows are run with."""

    tool: Path
    stubs: Path
    wheels: Path
    home: Path

    @property
    def shop(self) -> Path:
        return self.home / "shop"

    @property
    def record(self) -> Path:
        return self.home / "record"

    def commit(self, files: Mapping[str, str]) -> str:
        for name, text in files.items():
            path = self.shop / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git(self.shop, "add", "-A")
        git(self.shop, "commit", "-qm", "x")
        return git(self.shop, "rev-parse", "HEAD")

    def pull_request(self, files: Mapping[str, str]) -> dict[str, object]:
        """The event of a branch with the files, which is merged here as GitHub merges it."""
        base = git(self.shop, "rev-parse", "HEAD")
        git(self.shop, "checkout", "-qb", "branch")
        head = self.commit(files)
        git(self.shop, "checkout", "-q", "main")
        git(self.shop, "merge", "-q", "--no-ff", "-m", "merge", "branch")
        repository = {"full_name": "acme/shop"}
        return {"pull_request": {"head": {"sha": head, "repo": repository}, "base": {"sha": base, "repo": repository}}}

    def run(self, example: str, event: object, name: str = "pull_request") -> Ran:
        workflow = EXAMPLES / f"{example}.yml"
        pins = used(workflow, ROOT / "action.yml")
        assert set(pins) <= {"tdomcheck", *(stub.partition("/")[0] for stub in STUBS)}
        replaced = {pin: self.tool if key == "tdomcheck" else self.stubs / key for key, pin in pins.items()}
        environ = {"SOURCE": str(self.shop), "RECORD": str(self.record), "PYTHON": sys.executable, "NO_COLOR": "1"}
        return run_act(Job(self.home, workflow, event, name, replaced, self.wheels, environ))

    def sarif(self) -> Any:
        return self.read("tdomcheck.sarif")["runs"][0]["results"]

    def read(self, name: str) -> Any:
        return json.loads((self.record / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    act_program()
    return action_copy(tmp_path_factory.mktemp("examples") / "tdomcheck")


@pytest.fixture(scope="session")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each action of others."""
    root = tmp_path_factory.mktemp("stubs")
    for name, (inputs, script) in STUBS.items():
        folder = root / name
        folder.mkdir(parents=True)
        (folder / "action.yml").write_text(stub(inputs, script), encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    act_program()
    return wheelhouse(tmp_path_factory.mktemp("wheels"), (*NEEDED, "pip", "pytest"))


@pytest.fixture
def runner(tool: Path, stubs: Path, wheels: Path, tmp_path: Path) -> Runner:
    made = Runner(tool, stubs, wheels, tmp_path)
    made.record.mkdir()
    made.shop.mkdir()
    git(made.shop, "init", "-q", "-b", "main")
    files = {"pyproject.toml": PROJECT, "shop/__init__.py": "", "shop/page.py": CLEAN, "tests/test_page.py": TESTS}
    made.commit(files)
    return made


class TestPullRequest:
    def test_a_clean_one_is_green_and_uploaded(self, runner: Runner) -> None:
        ran = runner.run("pull-request", runner.pull_request({"shop/more.py": CLEAN}))

        assert ran.code == 0, ran.log
        assert [ran.annotations(level) for level in ("error", "warning")] == [0, 0]
        assert runner.sarif() == []
        assert (runner.record / "versions").read_text() == "3.14\n"

    def test_one_with_a_finding_fails_and_code_scanning_shows_it(self, runner: Runner) -> None:
        ran = runner.run("pull-request", runner.pull_request({"shop/more.py": WRONG}))

        assert ran.code == 1, ran.log
        assert "::error file=shop/more.py,line=1," in ran.log
        (result,) = runner.sarif()
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "shop/more.py"

    def test_what_was_there_before_is_not_the_business_of_a_pull_request(self, runner: Runner) -> None:
        runner.commit({"shop/old.py": WRONG})
        ran = runner.run("pull-request", runner.pull_request({"shop/more.py": CLEAN}))

        assert (ran.code, ran.annotations("error")) == (0, 0), ran.log
        assert len(runner.sarif()) == 1

    def test_but_it_is_that_of_the_branch(self, runner: Runner) -> None:
        before = git(runner.shop, "rev-parse", "HEAD")
        runner.commit({"shop/old.py": WRONG})
        ran = runner.run("pull-request", {"before": before}, "push")

        assert ran.code == 1, ran.log
        assert "::error file=shop/old.py,line=1," in ran.log


class TestSelectTests:
    @pytest.fixture
    def groups(self) -> None:
        if Version(metadata.version("pip")) < GROUPS:
            pytest.skip(f"pip {GROUPS} or newer, which installs dependency groups, is not installed")

    @pytest.mark.usefixtures("groups")
    def test_all_are_run_and_it_says_why(self, runner: Runner) -> None:
        ran = runner.run("select-tests", runner.pull_request({"shop/more.py": CLEAN}))

        assert ran.code == 0, ran.log
        assert "everything is tested: this version of tdomcheck selects no tests yet" in ran.log
        assert "2 passed" in ran.log
        assert re.search(r"set-output:: tests=/.*/tests\.txt$", ran.log, re.MULTILINE)

    @pytest.mark.usefixtures("groups")
    def test_a_finding_fails_none_and_a_test_fails_them(self, runner: Runner) -> None:
        files = {"shop/more.py": WRONG, "tests/test_more.py": "def test_more():\n    assert False\n"}
        ran = runner.run("select-tests", runner.pull_request(files))

        assert ran.code == 1, ran.log
        assert "::error file=shop/more.py,line=1," in ran.log
        assert "1 failed, 2 passed" in ran.log
        assert not (runner.record / "tdomcheck.sarif").exists()

    def test_what_is_selected_is_read_from_a_file(self, tmp_path: Path) -> None:
        """The action selects nothing yet, so the last step is run by itself."""
        steps = yaml.YAML(typ="safe", pure=True).load(EXAMPLES / "select-tests.yml")["jobs"]["tests"]["steps"]
        (tmp_path / "test_page.py").write_text(TESTS, encoding="utf-8")
        (tmp_path / "some tests.txt").write_text("test_page.py::test_two\n", encoding="utf-8")
        python = tmp_path / "bin" / "python"
        python.parent.mkdir()
        python.write_text(f'#!/bin/sh\n[ "$2" = pip ] || exec {sys.executable} "$@"\n', encoding="utf-8")
        python.chmod(0o755)
        environ = {
            **own_environ(),
            "MODE": "selected",
            "TESTS": str(tmp_path / "some tests.txt"),
            "REASON": "",
            "CI": "",
        }
        environ["PATH"] = os.pathsep.join((str(python.parent), environ["PATH"]))
        words = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", steps[-1]["run"]]
        done = subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)

        assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr


class TestShards:
    def test_four_jobs_are_one_report(self, runner: Runner) -> None:
        names = [f"shop/part{number}.py" for number in range(6)]
        runner.commit(dict.fromkeys(names, WRONG))
        ran = runner.run("shards", {"before": "0" * 40}, "push")

        assert ran.code == 1, ran.log
        results = runner.read("artifacts/tdomcheck/tdomcheck.sarif")["runs"][0]["results"]
        paths = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results]
        assert sorted(paths) == names
