"""tdomcheck from the action's own checkout, in an environment of its own: the job's Python stays as it is."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

_NEEDED = ("pyproject.toml", "README.md", "LICENSE", "src", "rules", "codemods")
_MARK = "installed"


class InstallError(Exception):
    """A sentence on why tdomcheck could not be installed, and what was said meanwhile."""

    def __init__(self, sentence: str, log: str) -> None:
        super().__init__(sentence)
        self.log = log


def install(checkout: str, temporary: str) -> str:
    """The interpreter that has tdomcheck; what was installed earlier in the same job is taken again."""
    home = os.path.join(temporary, f"tdomcheck-{_key(checkout)}")
    python = interpreter(home)
    if os.path.isfile(os.path.join(home, _MARK)) and os.path.isfile(python):
        return python
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    venv = [sys.executable, "-I", "-m", "venv", os.path.join(home, "venv")]
    _run(venv, home, "a virtual environment could not be made")
    # Packages are built in place, and this may be the repository that is checked.
    copy = os.path.join(home, "checkout")
    for name in _NEEDED:
        _copy(os.path.join(checkout, name), os.path.join(copy, name))
    pip = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet", copy]
    _run(pip, home, "tdomcheck could not be installed")
    shutil.rmtree(copy, ignore_errors=True)
    with open(os.path.join(home, _MARK), "w", encoding="utf-8"):
        pass
    return python


def interpreter(home: str) -> str:
    """Where a virtual environment has its Python."""
    parts = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(home, "venv", *parts)


def script(python: str) -> str:
    """The command beside an interpreter."""
    return os.path.join(os.path.dirname(python), "tdomcheck.exe" if os.name == "nt" else "tdomcheck")


def _key(checkout: str) -> str:
    what = "\0".join((os.path.realpath(checkout), sys.executable, sys.version))
    return hashlib.sha256(what.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _copy(source: str, target: str) -> None:
    if os.path.isdir(source):
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)


def _run(command: Sequence[str], folder: str, sentence: str) -> None:
    # What they start in turn is not isolated.
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ["PYTHONUNBUFFERED"] = "1"  # else what it died of is not the last thing it says
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise InstallError(f"{sentence}: {error}", "") from None
    if done.returncode:
        log = done.stdout.decode("utf-8", "replace")
        lines = [line.strip() for line in log.splitlines() if line.strip()]
        raise InstallError(f"{sentence}: {lines[-1] if lines else f'exit code {done.returncode}'}", log)
