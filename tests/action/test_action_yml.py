"""`action.yml`, by what no schema sees."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from git_running import git
from ruamel import yaml
from tdomcheck_action.steps import OUTPUTS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
ACTION: Any = yaml.YAML(typ="safe", pure=True).load(TEXT)
STEPS = ACTION["runs"]["steps"]


def test_what_runs_is_a_file_of_its_own() -> None:
    runs = [each["run"] for each in STEPS if "run" in each]
    line = '. "$GITHUB_ACTION_PATH/action/step.sh" {}'
    assert runs == [line.format("check"), line.format("verdict")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["action/step.sh", "action/outputs.txt"])
def test_a_checkout_of_windows_has_lines_that_bash_reads(tmp_path: Path, name: str) -> None:
    """Git for Windows sets `core.autocrlf`; a carriage return ends the step before it has set an output."""
    (tmp_path / "action").mkdir()
    for each in (".gitattributes", name):
        shutil.copyfile(ROOT / each, tmp_path / each)
    (tmp_path / "picture.bin").write_bytes(b"\0\r\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "x")
    (tmp_path / name).unlink()
    (tmp_path / "picture.bin").unlink()
    git(tmp_path, "-c", "core.autocrlf=true", "checkout", "-q", "--", ".")

    assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()
    assert b"\r" not in (tmp_path / name).read_bytes()
    assert (tmp_path / "picture.bin").read_bytes() == b"\0\r\n", "what is no text stays as it is"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on PATH")
@pytest.mark.parametrize("line", [each["run"] for each in STEPS if "run" in each])
def test_no_step_imports_what_is_checked(tmp_path: Path, line: str) -> None:
    """`PYTHONPATH: src` is usual in a job, and in a pull request `src` is whatever a stranger wrote."""
    planted = tmp_path / "src"
    planted.mkdir()
    for name in ("sitecustomize", "usercustomize", "json", "step", "tdomcheck_action"):
        (planted / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHON": sys.executable,
        "PYTHONPATH": "src",
        "PYTHONSTARTUP": "src/json.py",
        "PYTHONHOME": "src",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "INPUT_FAIL_ON": "nothing is installed where an input is wrong",
        "VERDICT": "0",
    }
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert ("the input `fail-on` is" in done.stdout) is line.endswith("check")
    assert not (tmp_path / "ran").exists()


def fake(folder: Path, name: str, version: str) -> None:
    """A Python of another version: it says its own, and is told by `-I` that it is too old."""
    path = folder / name
    path.write_text(f'#!/bin/sh\ncase "$1" in -I) exit 1 ;; *) echo "{version}" ;; esac\n', encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on PATH")
class TestPythonOfTheJob:
    def run(self, folder: Path, name: str, **environ: str) -> tuple[int, str, list[str]]:
        """The exit code of a step, what it prints, and the outputs, where only a folder is on PATH."""
        output = folder / "output"
        line = next(each["run"] for each in STEPS if each.get("run", "").endswith(name))
        given = {"PATH": str(folder), "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_OUTPUT": str(output), **environ}
        bash = [str(shutil.which("bash")), "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", line]
        done = subprocess.run(bash, env=given, cwd=folder, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout, output.read_text(encoding="utf-8").splitlines() if output.exists() else []

    @pytest.mark.parametrize(
        ("versions", "sentence"),
        [
            ({}, "and there is none here; name one with the input `python-version`"),
            ({"python": "2.7.18"}, "and this is 2.7.18;"),
            ({"python3": "3.6.8"}, "and this is 3.6.8;"),
            ({"python3": "x::error::$(touch y)3.9.1"}, "and this is 3.9.1;"),
        ],
    )
    def test_where_none_is_new_enough_every_output_is_set(
        self, tmp_path: Path, versions: dict[str, str], sentence: str
    ) -> None:
        for name, version in versions.items():
            fake(tmp_path, name, version)

        code, text, outputs = self.run(tmp_path, "check")

        assert code == 0
        assert text.startswith("::error title=tdomcheck::tdomcheck needs Python 3.11 or newer, " + sentence)
        assert text.count("\n") == 1
        assert dict(line.split("=", 1) for line in outputs) == OUTPUTS
        assert not (tmp_path / "y").exists()
        assert self.run(tmp_path, "verdict")[0] == 2

    def test_an_old_one_hides_no_new_one(self, tmp_path: Path) -> None:
        fake(tmp_path, "python", "2.7.18")
        (tmp_path / "python3").symlink_to(sys.executable)

        assert "the input `fail-on` is" in self.run(tmp_path, "check", INPUT_FAIL_ON="x")[1]

    def test_the_one_that_was_named_is_the_only_one(self, tmp_path: Path) -> None:
        fake(tmp_path, "old", "3.8.1")
        (tmp_path / "python3").symlink_to(sys.executable)

        assert "and this is 3.8.1;" in self.run(tmp_path, "check", PYTHON=str(tmp_path / "old"))[1]


def test_what_is_used_is_pinned() -> None:
    uses = re.findall(r"^\s*(?:- )?uses: (.*)$", TEXT, re.MULTILINE)
    assert len(uses) == 2
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each) for each in uses)


def test_every_input_is_handed_on() -> None:
    given = next(each["env"] for each in STEPS if each.get("id") == "check")
    expected = {
        f"INPUT_{name.upper().replace('-', '_')}": f"${{{{ inputs.{name} }}}}"
        for name in ACTION["inputs"]
        if name != "python-version"
    }
    assert given == {"PYTHON": "${{ steps.python.outputs.python-path }}", **expected}


def test_every_output_is_set() -> None:
    known = [*OUTPUTS]
    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.check.outputs.{name} }}}}"
        assert name in known


def test_what_is_referred_to_exists() -> None:
    assert set(re.findall(r"inputs\.([\w-]+)", TEXT)) == set(ACTION["inputs"])
    assert set(re.findall(r"steps\.([\w-]+)\.", TEXT)) == {each["id"] for each in STEPS if "id" in each}
    ours = set(re.findall(r"steps\.check\.outputs\.([\w-]+)", TEXT))
    assert ours == {*OUTPUTS}


def test_every_default_is_text() -> None:
    assert [name for name, each in ACTION["inputs"].items() if not isinstance(each["default"], str)] == []


def test_conditions_are_whole_expressions() -> None:
    assert all(re.fullmatch(r"\$\{\{ [^{}]+ \}\}", each["if"]) for each in STEPS if "if" in each)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def test_it_asks_for_no_secret() -> None:
    assert not [text for text in texts(ACTION) if re.search(r"\$\{\{[^}]*\b(secrets|vars|needs)\.", text)]
