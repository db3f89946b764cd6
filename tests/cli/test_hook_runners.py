"""The hooks as their runners run them: installed from the manifest, without an index."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, UNNESTED
from git_running import git
from wheelhouse import copied, wheelhouse

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGED = ("pyproject.toml", "README.md", "LICENSE", "src", "rules", "codemods", ".pre-commit-hooks.yaml")
CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
HOME = (
    "from tdom import html\n\nfrom shop.card import Card\n\n\ndef page():\n    return html(t\"<{Card} lable='x' />\")\n"
)
CONFIG = """\
repos:
  - repo: {}
    rev: v0.1.0
    hooks:
      - id: tdomcheck-fix
      - id: tdomcheck
        stages: [manual]
      - id: tdomcheck-project
"""

Runner = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of the hooks, with a tag."""
    root = copied(tmp_path_factory.mktemp("hooks") / "tdomcheck", PACKAGED)
    git(root, "tag", "v0.1.0")
    return root


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheelhouse(tmp_path_factory.mktemp("wheels"))


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where runners keep their environments: one installation for all tests."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture
def repository(tmp_path: Path, packaged: Path) -> Path:
    """A project that uses the hooks, which have found something in it."""
    root = tmp_path / "shop"
    (root / "shop").mkdir(parents=True)
    files = {
        ".pre-commit-config.yaml": CONFIG.format(packaged),
        "pyproject.toml": '[project]\nname = "shop"\nversion = "0"\n\n[tool.tdomcheck]\n',
        "shop/__init__.py": "",
        "shop/nested 'x' é.py": NESTED,
        "shop/card.py": CARD,
        "shop/home.py": HOME,
    }
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    return root


@pytest.fixture(params=["pre-commit", "prek"])
def runner(request: pytest.FixtureRequest, repository: Path, wheels: Path, homes: Path) -> Runner:
    """`runner("run", "-a")` runs it in the repository."""
    name: str = request.param
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not on PATH")
    if name == "prek" and shutil.which("uv") is None:
        pytest.skip("uv is not on PATH, and prek would download it")
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT", "GITHUB_"))
    }
    environ |= {
        "PRE_COMMIT_HOME": str(homes / "pre-commit"),
        "PREK_HOME": str(homes / "prek"),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_CONFIG_FILE": os.devnull,
        "UV_NO_INDEX": "1",
        "UV_FIND_LINKS": str(wheels),
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_OFFLINE": "1",
        "XDG_CACHE_HOME": str(homes / "cache"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *arguments], cwd=repository, env=environ, capture_output=True, text=True, check=False, timeout=600
        )

    return run


def test_a_commit_and_a_push(runner: Runner, repository: Path) -> None:
    first = runner("run", "--all-files")

    assert first.returncode == 1, first.stdout + first.stderr
    assert "files were modified by this hook" in first.stdout.lower()
    assert (repository / "shop/nested 'x' é.py").read_text(encoding="utf-8") == UNNESTED
    assert first.stdout.count("[TDC207] ") == 1, "the hook that fixes says what is left"
    assert "tdomcheck project" not in first.stdout

    pushed = runner("run", "--all-files", "--hook-stage", "pre-push", "tdomcheck-project")
    assert pushed.returncode == 1
    assert "[TDC207] " in pushed.stdout

    (repository / "shop/home.py").write_text(HOME.replace("lable", "title"), encoding="utf-8")
    assert runner("run", "--all-files").returncode == 0
    assert runner("run", "--all-files", "--hook-stage", "manual").returncode == 0


def test_a_push_that_only_deletes_is_looked_at(runner: Runner, repository: Path) -> None:
    (repository / "shop/home.py").write_text(HOME.replace("lable", "title"), encoding="utf-8")
    git(repository, "commit", "-qam", "right")
    git(repository, "rm", "-q", "shop/card.py")
    git(repository, "commit", "-qm", "gone")

    pushed = runner("run", "--hook-stage", "pre-push", "--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert pushed.returncode == 1, pushed.stdout
    assert "4 files: 4 checked" in pushed.stdout  # by the third hook, which finds what nobody has fixed yet


def test_what_is_staged_is_judged(runner: Runner, repository: Path) -> None:
    (repository / "shop/home.py").write_text(HOME.replace("lable", "title"), encoding="utf-8")
    (repository / "shop/-x.py").write_text(MISMATCHED, encoding="utf-8")
    git(repository, "add", "-A")
    outcome = runner("run", "tdomcheck", "--hook-stage", "manual")

    assert outcome.returncode == 1
    assert "TDC101" in outcome.stdout


def hook(root: Path, cache: Path, names: list[str]) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "PRE_COMMIT": "1", "XDG_CACHE_HOME": str(cache), "GITHUB_ACTIONS": ""}
    words = [
        sys.executable,
        "-P",
        "-m",
        "tdomcheck",
        "check",
        "--force-exclude",
        "--output-format",
        "json",
        "--",
        *names,
    ]
    return subprocess.Popen(words, cwd=root, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def found(process: subprocess.Popen[bytes]) -> list[tuple[str, int, str]]:
    out, err = process.communicate(timeout=120)
    assert process.returncode in {0, 1}, err
    return [(each["path"], each["line"], each["code"]) for each in json.loads(out)["findings"]]


def test_many_calls_at_once_find_what_one_call_finds(repository: Path, tmp_path: Path) -> None:
    pages = {f"shop/page{number}.py": (MISMATCHED, CLEAN, NESTED, HOME)[number % 4] for number in range(24)}
    for name, text in pages.items():
        (repository / name).write_text(text, encoding="utf-8")
    git(repository, "add", "-A")
    names = sorted(pages)
    calls = [hook(repository, tmp_path / "cache", names[start::6]) for start in range(6)]
    apart = sorted(each for call in calls for each in found(call))
    together = sorted(found(hook(repository, tmp_path / "cache", names)))

    assert apart == together
    assert len(together) == 24
    assert sorted(found(hook(repository, tmp_path / "other", names))) == together
