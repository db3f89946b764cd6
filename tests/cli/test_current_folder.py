"""`python -m tdomcheck` looks for modules in the current folder first, until its first line has run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_running import MISMATCHED, NESTED, env
from git_running import git

pytestmark = pytest.mark.slow
OTHERS = (
    "_pytest", "attr", "attrs", "click", "colorama", "fixit", "libcst", "moreorless", "numpy", "packaging",
    "platformdirs", "regex", "rich", "setuptools", "tomli", "trailrunner", "tree_sitter", "tree_sitter_python",
    "tree_sitter_language_pack", "typing_extensions", "usercustomize", "watchfiles", "yaml", "zstandard",
)  # fmt: skip
BEFORE_US = "import sys; print(*sys.modules)"
COMMANDS = [
    ("check", "--no-cache", "--jobs", "2", "app"),
    ("check", "--no-cache", "--output-format", "sarif", "app"),
    ("fix", "--no-cache", "--diff", "app"),
    ("graph", "--no-cache", "--src", "app"),
    ("find", "--no-cache", "html($X)", "app"),
    ("rule", "--all"),
    ("config", "--schema"),
    ("check", "--changed", "--no-cache", "app"),
]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project beside modules that have the names of all that a run could import; each tells if it is imported."""
    root = tmp_path_factory.mktemp("planted")
    (root / "empty").mkdir()
    (root / "empty" / "__init__.py").touch()
    (root / "empty" / "__main__.py").write_text(BEFORE_US)
    (root / "app").mkdir()
    (root / "app" / "page.py").write_text(NESTED + MISMATCHED)
    git(root, "init", "-q")
    done = subprocess.run([sys.executable, "-m", "empty"], cwd=root, capture_output=True, text=True, check=True)
    first = {name.partition(".")[0] for name in done.stdout.split()}
    assert "importlib" in first
    for name in sorted({*sys.stdlib_module_names, *OTHERS} - first - {"this", "antigravity"}):
        text = f"open({str(root / 'imported')!r}, 'a').write({name!r} + '\\n')\nraise ImportError({name!r})\n"
        (root / f"{name}.py").write_text(text)
    return root


def run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """What a command says; nothing of the folder may be imported by it."""
    cache = {"XDG_CACHE_HOME": str(root.parent / "cache"), "NO_COLOR": "1"}
    environment = {name: value for name, value in env(**cache).items() if name not in {"PYTHONPATH", "GITHUB_ACTIONS"}}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    mark = root / "imported"
    imported = mark.read_text() if mark.exists() else ""
    mark.unlink(missing_ok=True)
    assert imported == ""
    return done


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_of_the_current_folder_is_imported(planted: Path, command: tuple[str, ...]) -> None:
    done = run(planted, sys.executable, "-m", "tdomcheck", *command)
    assert done.returncode in {0, 1}, done.stderr
    assert done.stdout


def test_nor_by_a_run_that_only_replays(planted: Path) -> None:
    outputs = [run(planted, sys.executable, "-m", "tdomcheck", "check", "app").stdout for _ in range(3)]
    assert "TDC101" in outputs[0]
    assert "TDC101" in outputs[2]


SPAWNING = """
import multiprocessing, sys
multiprocessing.get_all_start_methods = lambda: ["spawn"]
from tdomcheck.__main__ import main
if __name__ == "__main__":
    sys.argv = ["tdomcheck", "check", "--no-cache", "--no-gates", "app"]
    sys.exit(main())
"""


def test_nor_by_workers_that_start_anew(planted: Path, tmp_path: Path) -> None:
    """Where a system cannot fork, a worker is `python -c`, which looks into the current folder first as well."""
    script = tmp_path / "spawning.py"
    script.write_text(SPAWNING)
    done = run(planted, sys.executable, str(script))
    assert done.returncode == 1, done.stderr
    assert "TDC121" in done.stdout


@pytest.mark.parametrize("way", [("-P", "-m", "tdomcheck"), ("-I", "-m", "tdomcheck")], ids=" ".join)
def test_a_package_of_our_name_is_not_taken_for_us(planted: Path, way: tuple[str, ...]) -> None:
    """With `-m` alone Python itself finds it; that is why the documents say `python -P -m`, or the script."""
    package = planted / "tdomcheck"
    package.mkdir(exist_ok=True)
    for name in ("__init__", "__main__"):
        (package / f"{name}.py").write_text(f"open({str(planted / 'imported')!r}, 'a').write('us')\n")
    try:
        assert run(planted, sys.executable, *way, "rule", "TDC101").returncode == 0
        script = os.path.join(os.path.dirname(sys.executable), "tdomcheck")
        assert run(planted, script, "rule", "TDC101").returncode == 0
    finally:
        for path in package.iterdir():
            path.unlink()
        package.rmdir()
