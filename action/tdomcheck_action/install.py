"""tdomcheck from the action's own checkout, or from the index, in an environment of its own.

What costs most is avoided: a pip of its own, bytecode nobody may need, and a build where the runner keeps the wheel.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

_NEEDED = ("pyproject.toml", "README.md", "LICENSE", "src", "rules", "codemods")
_MARK = "installed"
_PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")


class InstallError(Exception):
    """A sentence on why tdomcheck could not be installed, and what was said meanwhile."""

    def __init__(self, sentence: str, log: str) -> None:
        super().__init__(sentence)
        self.log = log


def install(checkout: str, temporary: str, version: str = "", kept: str = "") -> str:
    """The interpreter that has tdomcheck; what was installed earlier in the same job is taken again.

    `kept` is a folder that the runner keeps for later jobs.
    """
    home = os.path.join(temporary, f"tdomcheck-{_key(checkout, version)}")
    python = interpreter(home)
    if os.path.isfile(os.path.join(home, _MARK)) and os.path.isfile(python):
        return python
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    has_pip = find_spec("pip") is not None  # some systems ship it apart
    venv = [sys.executable, "-I", "-m", "venv", *(["--without-pip"] if has_pip else []), os.path.join(home, "venv")]
    _run(venv, home, "a virtual environment could not be made")
    pip = [sys.executable, "-I", *_PIP, "--python", python] if has_pip else [python, "-I", *_PIP]
    what = f"tdomcheck=={version}" if version else _wheel(checkout, home, kept or home, [pip[0], "-I", *_PIP])
    _run(
        [*pip, "install", "--quiet", "--no-compile", "--prefer-binary", what], home, "tdomcheck could not be installed"
    )
    with open(os.path.join(home, _MARK), "w", encoding="utf-8"):
        pass
    return python


def _wheel(checkout: str, home: str, kept: str, pip: Sequence[str]) -> str:
    """A wheel of the checkout: built, unless one of just these files was."""
    # Packages are built in place, and this may be the repository that is checked.
    copy, built = os.path.join(home, "checkout"), os.path.join(home, "built")
    for name in _NEEDED:
        _copy(os.path.join(checkout, name), os.path.join(copy, name))
    folder = os.path.join(kept, "tdomcheck-wheels", _digest(copy))
    if not _wheels(folder):
        _run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", built, copy], home, "tdomcheck could not be built")
        try:
            os.makedirs(os.path.dirname(folder), exist_ok=True)
            os.replace(built, folder)
        except OSError:  # another job was faster, or nothing may be kept there
            folder = built
    shutil.rmtree(copy, ignore_errors=True)
    return _wheels(folder)[0]


def _wheels(folder: str) -> list[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".whl")]


def _digest(folder: str) -> str:
    """Of all files below a folder: their names and bytes."""
    digest = hashlib.sha256()
    for path in sorted(_files(folder)):
        with open(path, "rb") as file:
            data = file.read()
        name = os.path.relpath(path, folder).encode("utf-8", "surrogateescape")
        digest.update(b"%d %d " % (len(name), len(data)) + name + data)
    return digest.hexdigest()[:32]


def _files(folder: str) -> Iterator[str]:
    for top, _folders, names in os.walk(folder):
        yield from (os.path.join(top, name) for name in names)


def interpreter(home: str) -> str:
    """Where a virtual environment has its Python."""
    parts = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(home, "venv", *parts)


def script(python: str) -> str:
    """The command beside an interpreter."""
    return os.path.join(os.path.dirname(python), "tdomcheck.exe" if os.name == "nt" else "tdomcheck")


def _key(checkout: str, version: str) -> str:
    what = "\0".join((os.path.realpath(checkout), version, sys.executable, sys.version))
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
