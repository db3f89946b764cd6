"""The action as act runs it on this machine: from a workflow, installed without an index, remote actions stubbed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import act_running
import pytest
from act_running import ROOT, Job, act_program, action_copy, run_act, used
from git_running import git
from wheelhouse import wheelhouse

pytestmark = pytest.mark.slow

PIN = "tdomcheck/tdomcheck@" + "0" * 40
CHECKOUT = "acme/clone@" + "1" * 40
STUB = """\
name: stub
description: stands in for an action that is not here
inputs:
  fetch-depth:
    description: how many commits
    default: "1"
runs:
  using: composite
  steps:
    - shell: bash
      env:
        DEPTH: ${{ inputs.fetch-depth }}
      run: %s
"""
WORKFLOW = """\
name: pull request
on: [pull_request, push]
permissions: {}
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: %s
        with:
          fetch-depth: %s
      - id: tdomcheck
        uses: %s
        continue-on-error: true
        with:
          upload-sarif: "%s"
          select-tests: "true"%s
      - env:
          OUTPUTS: ${{ toJSON(steps.tdomcheck.outputs) }}
          OUTCOME: ${{ steps.tdomcheck.outcome }}
        run: printf '%%s\\n' "$OUTCOME" > "$RESULT"; printf '%%s\\n' "$OUTPUTS" >> "$RESULT"
"""
CLEAN = 'from tdom import html\n\n\ndef page(name):\n    return html(t"<p>{name}</p>")\n'
ERROR = 'page{} = t"<p><b>x</i></p>"\n'
WARNING = "def page{}(x):\n    return html(t\"<div>{{html(t'<b>{{x}}</b>')}}</div>\")\n\n\n"


@dataclass(frozen=True)
class Ran:
    """What the step with the action came to."""

    outcome: str
    outputs: Mapping[str, str]
    act: act_running.Ran

    @property
    def log(self) -> str:
        return self.act.log

    def annotations(self, level: str) -> int:
        return self.act.annotations(level)


@dataclass
class Act:
    """A repository, and the runner that checks a pull request of it."""

    tool: Path
    stubs: Path
    wheels: Path
    root: Path

    def commit(self, files: Mapping[str, str]) -> str:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", "x")
        return git(self.root, "rev-parse", "HEAD")

    def pull_request(self, files: Mapping[str, str], fork: str = "acme/shop") -> dict[str, object]:
        base = git(self.root, "rev-parse", "HEAD")
        git(self.root, "checkout", "-qb", "branch")
        head = self.commit(files)
        git(self.root, "checkout", "-q", "main")
        git(self.root, "merge", "-q", "--no-ff", "-m", "merge", "branch")
        theirs, ours = {"full_name": fork}, {"full_name": "acme/shop"}
        return {"pull_request": {"head": {"sha": head, "repo": theirs}, "base": {"sha": base, "repo": ours}}}

    def run(
        self,
        event: object,
        name: str = "pull_request",
        *,
        depth: int = 2,
        upload: str = "auto",
        environ: Mapping[str, str] | None = None,
        **inputs: str,
    ) -> Ran:
        more = "".join(f"\n          {key.replace('_', '-')}: {json.dumps(value)}" for key, value in inputs.items())
        home = self.root.parent
        workflow = home / "check.yml"
        workflow.write_text(WORKFLOW % (CHECKOUT, depth, PIN, upload, more), encoding="utf-8")
        result = home / "result"
        pins = {**used(ROOT / "action.yml"), "clone": CHECKOUT}
        replaced = {PIN: self.tool, **dict.fromkeys(pins.values(), self.stubs)}
        own = {"SOURCE": str(self.root), "RESULT": str(result), **(environ or {})}
        ran = run_act(Job(home, workflow, event, name, replaced, self.wheels, own))
        assert result.exists(), ran.log
        outcome, _, outputs = result.read_text(encoding="utf-8").partition("\n")
        return Ran(outcome, json.loads(outputs), ran)


@pytest.fixture(scope="session")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    act_program()
    return action_copy(tmp_path_factory.mktemp("action") / "tdomcheck")


@pytest.fixture(scope="session")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Actions of others: one clones what is to be checked, one does not reach code scanning."""
    root = tmp_path_factory.mktemp("stubs")
    clone = """git clone -q --depth "$DEPTH" "file://$SOURCE" ."""
    (root / "action.yml").write_text(STUB % clone, encoding="utf-8")
    (root / "upload-sarif").mkdir()
    (root / "upload-sarif" / "action.yml").write_text(STUB % "exit 1", encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "stubs")
    return root


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    act_program()
    return wheelhouse(tmp_path_factory.mktemp("wheels"))


@pytest.fixture
def act(tool: Path, stubs: Path, wheels: Path, tmp_path: Path) -> Act:
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    made = Act(tool, stubs, wheels, root)
    made.commit({"tdomcheck.toml": "", "shop/__init__.py": "", "shop/page.py": CLEAN})
    return made


def test_a_clean_repository(act: Act) -> None:
    ran = act.run(act.pull_request({"shop/more.py": CLEAN}))

    assert (ran.outcome, ran.outputs["exit-code"], ran.outputs["changed-files"]) == ("success", "0", "1"), ran.log
    assert ran.annotations("error") == 0
    assert "code scanning did not take the SARIF" in ran.log


def test_one_finding(act: Act) -> None:
    ran = act.run(act.pull_request({"shop/more.py": ERROR.format("")}))

    assert (ran.outcome, ran.outputs["errors"], ran.annotations("error")) == ("failure", "1", 1), ran.log
    assert {"tests-mode", "sarif-file", "version", "reason", "tdomcheck"} <= ran.outputs.keys()


def test_eleven_errors_and_eleven_warnings(act: Act) -> None:
    warnings = "from tdom import html\n\n\n" + "".join(WARNING.format(number) for number in range(11))
    errors = "".join(ERROR.format(number) for number in range(11))
    ran = act.run(act.pull_request({"shop/errors.py": errors, "shop/warnings.py": warnings}))

    assert (ran.outputs["errors"], ran.outputs["warnings"]) == ("11", "11"), ran.log
    assert (ran.annotations("error"), ran.annotations("warning")) == (10, 10)


def test_a_fork(act: Act) -> None:
    ran = act.run(act.pull_request({"shop/more.py": ERROR.format("")}, fork="stranger/shop"), annotations="false")

    assert (ran.outcome, ran.annotations("error")) == ("failure", 1), ran.log
    assert "a pull request from a fork may not write to code scanning" in ran.log


def test_a_fork_whose_code_the_job_can_import(act: Act, tmp_path: Path) -> None:
    code = f"import sys\nopen({str(tmp_path / 'ran')!r}, 'a').write(repr(sys.argv))\n"
    planted = {f"src/{name}.py": code for name in ("sitecustomize", "tdomcheck/__init__", "tdomcheck_action/__init__")}
    event = act.pull_request({"shop/more.py": ERROR.format(""), **planted}, fork="stranger/shop")
    ran = act.run(event, environ={"PYTHONPATH": "src"})

    assert (ran.outcome, ran.outputs["errors"]) == ("failure", "1"), ran.log
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text(encoding="utf-8")


def test_a_project_below(act: Act) -> None:
    files = {"apps/one/tdomcheck.toml": "", "apps/one/page.py": ERROR.format("")}
    ran = act.run(act.pull_request(files), working_directory="apps/one")

    assert "::error file=apps/one/page.py," in ran.log


def test_two_projects(act: Act) -> None:
    files = {
        f"apps/{name}/{file}": text
        for name in ("a", "b")
        for file, text in {"tdomcheck.toml": "", "x.py": ERROR}.items()
    }
    ran = act.run(act.pull_request(files), paths="apps/a apps/b")

    assert ran.outputs["findings"] == "2", ran.log


def test_no_history(act: Act) -> None:
    ran = act.run(act.pull_request({"shop/more.py": ERROR.format("")}), depth=1)

    assert (ran.outputs["findings"], ran.outputs["changed-files"]) == ("1", ""), ran.log
    assert "everything counts, as nobody knows what changed" in ran.log


def test_an_unknown_base(act: Act) -> None:
    ran = act.run({"before": "1" * 40}, "push", changed_only="always")

    assert "111111111111, is not in the checkout" in ran.outputs["reason"], ran.log


def test_names_that_would_be_commands(act: Act) -> None:
    ran = act.run(act.pull_request({"shop/a 'b' \"c\" ::error::d.py": ERROR.format("")}), upload="false")

    assert (ran.outputs["errors"], ran.annotations("error")) == ("1", 1), ran.log
