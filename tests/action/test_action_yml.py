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
import step

yaml = pytest.importorskip("ruamel.yaml", reason="ruamel.yaml is not installed")

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
ACTION: Any = yaml.YAML(typ="safe", pure=True).load(TEXT)
STEPS = ACTION["runs"]["steps"]


def test_what_runs_is_a_file_of_its_own() -> None:
    runs = [each["run"] for each in STEPS if "run" in each]
    line = '"${{PYTHON:-$(command -v python || command -v python3)}}" -I "$GITHUB_ACTION_PATH/action/step.py" {}'
    assert runs == [line.format("check"), line.format("verdict")]


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
    known = [name for name, _ in step.OUTPUTS]
    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.check.outputs.{name} }}}}"
        assert name in known


def test_what_is_referred_to_exists() -> None:
    assert set(re.findall(r"inputs\.([\w-]+)", TEXT)) == set(ACTION["inputs"])
    assert set(re.findall(r"steps\.([\w-]+)\.", TEXT)) == {each["id"] for each in STEPS if "id" in each}
    ours = set(re.findall(r"steps\.check\.outputs\.([\w-]+)", TEXT))
    assert ours == {name for name, _ in step.OUTPUTS}


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
