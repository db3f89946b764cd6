"""Wheels of what is installed here, so that tests install without an index."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from git_running import git
from packaging.version import Version

ROOT = Path(__file__).parents[1]
BUILDS = Version("77")
"""As the build system of the project asks for it."""
NEEDED = (
    *("setuptools", "click", "libcst", "packaging", "ruamel.yaml", "tomlkit"),
    *("tree-sitter", "tree-sitter-python", "tree-sitter-toml"),
)


def wheelhouse(folder: Path, names: Iterable[str] = NEEDED) -> Path:
    """A folder with a wheel of each package and of what it requires here; skips where none of them can build ours."""
    if Version(metadata.version("setuptools")) < BUILDS:
        pytest.skip(f"setuptools {BUILDS} or newer, which builds the package, is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    waiting, done = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if _key(name) in done:
            continue
        done.add(_key(name))
        found = metadata.distribution(name)
        _pack(found, folder)
        waiting += [required for required in _requirements(found) if _is_installed(required)]
    return folder


def _pack(found: metadata.Distribution, folder: Path) -> None:
    tags = re.findall(r"^Tag: (\S+)$", found.read_text("WHEEL") or "", re.MULTILINE)
    name = f"{_key(found.metadata['Name']).replace('-', '_')}-{found.version}-{_joined(tags)}.whl"
    with zipfile.ZipFile(folder / name, "w") as file:
        for path in found.files or ():
            if (
                ".." not in path.parts
                and "__pycache__" not in path.parts
                and path.name not in {"INSTALLER", "REQUESTED"}
            ):
                file.write(path.locate(), str(path))


def _joined(tags: list[str]) -> str:
    columns = zip(*(tag.split("-") for tag in tags), strict=True)
    return "-".join(".".join(dict.fromkeys(column)) for column in columns)


def _requirements(found: metadata.Distribution) -> list[str]:
    return [re.match(r"[\w.-]+", text)[0] for text in found.requires or () if "extra ==" not in text]  # type: ignore[index]


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def copied(root: Path, names: Iterable[str]) -> Path:
    """Files and folders of this repository, in one of their own with a commit."""
    for name in names:
        source, target = ROOT / name, root / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "release")
    return root
