"""Pipes, devices and folders of git under names that are read or written: none is waited for, run or filled."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_running import CLEAN, NESTED, Project
from timely import ended

from tdomcheck.config.regular import MOST_BYTES, open_regular, read_regular
from tdomcheck.model.paths import is_of_git

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names in folders there")
HEAD = "ref: refs/heads/main\n"
IGNORED = [".gitignore", "sub/.gitignore", ".git/config", ".git/info/exclude", "uv.lock", "pylock.toml", "Pipfile.lock"]
ASKED = [
    "requirements.txt",
    "setup.cfg",
    "sub/tdomcheck.toml",
    ".tdomcheck",
    ".tdomcheck/cache.db",
    ".venv",
    ".venv/lib",
]


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """What waits for a pipe is told so."""
    with ended():
        yield


@pytest.fixture
def place(project: Project) -> Project:
    project.write({"page.py": CLEAN, ".git/HEAD": HEAD})
    return project


def plant(path: Path, kind: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        os.mkfifo(path.with_name("pipe"))
        path.symlink_to("pipe")
    else:
        path.symlink_to(os.devnull)


@pytest.mark.parametrize("kind", ["pipe", "link", "device"])
@pytest.mark.parametrize("name", [*IGNORED, *ASKED])
def test_what_is_no_file_holds_nobody_up(place: Project, name: str, kind: str) -> None:
    plant(place.root / name, kind)
    outcome = place.tool("check")
    assert "2 checked" in outcome.out or "1 checked" in outcome.out, outcome
    assert outcome.code == (2 if name in {"uv.lock", "pylock.toml"} else 0), "what is passed over is told"


@pytest.mark.parametrize("kind", ["pipe", "link", "device"])
@pytest.mark.parametrize("name", ["tdomcheck.toml", ".tdomcheck.toml", "base.toml", "rules/own.py"])
def test_what_the_configuration_needs_is_told(place: Project, name: str, kind: str) -> None:
    key = 'plugins = ["rules"]' if name.startswith("rules") else 'extend = "base.toml"'
    place.write({"pyproject.toml": f"[tool.tdomcheck]\n{key}\n", "base.toml": ""})
    plant(place.root / name, kind)
    outcome = place.tool("check", "--trust-plugins")
    assert outcome.code == 2
    assert name.rpartition("/")[2] in outcome.err
    assert "it is not a regular file" in outcome.err


@pytest.mark.parametrize("kind", ["pipe", "link", "device"])
def test_a_repository_that_is_none(place: Project, kind: str) -> None:
    shutil.rmtree(place.root / ".git")
    plant(place.root / ".git", kind)
    assert place.tool("check").code == 0
    assert place.tool("check", "--changed").code == 2


@pytest.mark.parametrize("kind", ["link", "device"])
def test_a_link_to_no_file_is_not_passed_over(place: Project, kind: str) -> None:
    plant(place.root / "more.py", kind)
    outcome = place.check()
    assert outcome.code == 2
    assert "more.py: skipped: it leads to what is not a regular file; remove it, or add it to `exclude`" in outcome.out


def test_only_files_are_read(tmp_path: Path) -> None:
    for kind in ("pipe", "link", "device"):
        path = tmp_path / kind / "it"
        plant(path, kind)
        with pytest.raises(OSError, match="it is not a regular file"):
            open_regular(str(path))
    with pytest.raises(IsADirectoryError):
        open_regular(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        open_regular(str(tmp_path / "gone"))
    (tmp_path / "file").write_bytes(b"abc")
    (tmp_path / "to").symlink_to("file")
    assert read_regular(str(tmp_path / "to")) == b"abc"


def test_no_more_than_a_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(OSError, match="it is larger than 64 MB"):
        read_regular(str(path))


def test_a_configuration_of_any_size_is_told(place: Project) -> None:
    with (place.root / "tdomcheck.toml").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    outcome = place.tool("check")
    assert outcome.code == 2
    assert "cannot read the configuration tdomcheck.toml: it is larger than 64 MB" in outcome.err


@pytest.mark.parametrize("way", ["configured", "linked"])
def test_a_cache_among_other_files_hides_none_of_them(place: Project, way: str) -> None:
    """`.gitignore` with `*` in a folder of sources would keep git from adding them, and the next run from judging."""
    place.write({"src/page.py": NESTED})
    if way == "linked":
        (place.root / ".tdomcheck").symlink_to("src")
    else:
        place.write({"pyproject.toml": '[tool.tdomcheck]\ncache-dir = "src"\n'})
    assert [place.tool("check").code for _ in range(2)] == [1, 1]
    assert not (place.root / "src/.gitignore").exists()
    assert not (place.root / "src/CACHEDIR.TAG").exists(), "nor does it from a backup"


@pytest.mark.parametrize("name", [".git/hooks", ".GIT", "sub/.git", "link"])
def test_nothing_is_kept_in_a_folder_of_git(place: Project, name: str) -> None:
    (place.root / "link").symlink_to(".git")
    place.write({"pyproject.toml": f'[tool.tdomcheck]\ncache-dir = "{name}"\n'})
    outcome = place.tool("check")
    assert outcome.code == 2
    assert "leads into a folder of git: choose another place" in outcome.err
    assert place.tool("fix").code == 2
    assert sorted(os.listdir(place.root / ".git")) == ["HEAD"]


EVIL = b"[core]\n\tfsmonitor = ./evil\n"


@pytest.mark.parametrize("verb", [("fix",), ("fix", "--undo")])
@pytest.mark.parametrize("state", ["unfinished", "finished"])
@pytest.mark.parametrize("name", [".git/config", ".GIT/config", "sub/.git/hooks/post-commit"])
def test_a_journal_that_came_with_the_checkout_writes_nothing_there(
    place: Project, name: str, state: str, verb: tuple[str, ...]
) -> None:
    """What git has put into a fresh clone anybody can foretell, so that its digest is no secret."""
    place.write({name: b"[core]\n"})
    entry = {
        "path": name,
        "before": hashlib.sha256(EVIL).hexdigest(),
        "after": hashlib.sha256(b"[core]\n").hexdigest(),
        "backup": "1.before",
        "temporary": ".tdomcheck-00000000-1.tmp",
    }
    run = {"version": 1, "root": os.path.realpath(place.root), "label": "fix", "files": [entry]}
    folder = ".tdomcheck/journal/run-000001"
    place.write({f"{folder}/{state}.json": json.dumps(run), f"{folder}/1.before": EVIL})
    place.tool(*verb)
    assert place.read(name) == b"[core]\n"


def test_a_journal_of_ours_is_followed(place: Project) -> None:
    """The same as the one above, for a file of the project."""
    place.write({"page.py": NESTED})
    assert place.tool("fix").code == 0
    assert place.text("page.py") != NESTED
    assert place.tool("fix", "--undo").code == 0
    assert place.text("page.py") == NESTED


@pytest.mark.parametrize(
    "path", [".git/x", "a/.Git", "GIT~1/x", ".git./x", ".git /x", ".git::$INDEX/x", ".g\u200cit/x"]
)
def test_a_folder_of_git_by_any_spelling(path: str) -> None:
    assert is_of_git(path)


@pytest.mark.parametrize("path", [".gitignore", ".github/x.py", "git/x", "a.git/x", "x.git", ".gitlab", ".git-hooks/x"])
def test_other_names(path: str) -> None:
    assert not is_of_git(path)


def test_fix_writes_nothing_there_either(place: Project) -> None:
    place.write({".git/hooks/page.py": NESTED})
    outcome = place.fix(".git/hooks/page.py")
    assert outcome.code == 2
    assert "not written: lies in a folder of git, where nothing is written" in outcome.out + outcome.err
    assert place.text(".git/hooks/page.py") == NESTED


@pytest.fixture
def depths(place: Project) -> Iterator[str]:
    """A path of a thousand folders, which no call of the system takes apart at once, and a project at its end."""
    handle = os.open(place.root, os.O_RDONLY)
    for name in ("deep", *["a"] * 1_000):
        os.mkdir(name, dir_fd=handle)
        inner = os.open(name, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    for name in ("page.py", "tdomcheck.toml"):
        file = os.open(name, os.O_WRONLY | os.O_CREAT, dir_fd=handle)
        os.write(file, CLEAN.encode() if name == "page.py" else b"")
        os.close(file)
    os.close(handle)
    yield f"deep/{'a/' * 1_000}page.py"
    subprocess.run(["rm", "-rf", place.root / "deep"], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such paths")
def test_folders_may_lie_very_deep(place: Project, depths: str) -> None:
    for arguments in ((), (depths,), ("--changed",)):
        outcome = place.check(*arguments)
        assert "itself failed" not in outcome.err
        assert outcome.code == (2 if arguments == ("--changed",) else 0), "there is no index here"
    assert place.tool("check", "--why", depths).code == 0
    assert place.fix("--diff", depths).code == 0
