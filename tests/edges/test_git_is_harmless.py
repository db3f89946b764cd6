"""What the configuration of a hostile repository would make git run; each plant leaves a mark where it does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from git_running import git

from tdomcheck.edges import git_command
from tdomcheck.edges.git import changed, contents, named, repository_root, staged
from tdomcheck.edges.git_command import program
from tdomcheck.errors import GitError
from tdomcheck.model.suffixes import is_input

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="the plants are shell scripts")]


@pytest.fixture(autouse=True)
def _no_user_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """One file is staged, one changed, one touched without a change, one new."""
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    for name in ("staged.py", "changed.py", "touched.py", "same.py"):
        (root / name).write_text(f"name = {name!r}\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    (root / "staged.py").write_text("x = 1\n")
    git(root, "add", "staged.py")
    (root / "changed.py").write_text("x = 2\n")
    (root / "new.py").write_text("x = 3\n")
    os.utime(root / "touched.py", (1, 1))
    return root


@pytest.fixture
def plant(tmp_path: Path) -> Path:
    script = tmp_path / "plant"
    script.write_text(f'#!/bin/sh\necho "$0 $*" >> "{tmp_path}/ran"\n')
    script.chmod(0o755)
    return script


def everything(root: Path) -> None:
    """Every question that a run asks of git."""
    found = staged(str(root))
    contents(found.root, [blob.oid for blob in (*(found.index or {}).values(), *found.old.values()) if blob.is_file])
    changed(str(root), None, is_input)
    changed(str(root), "main", is_input)
    named(str(root), "HEAD", [str(root / "staged.py")])


def _monitor(root: Path, plant: Path) -> None:
    git(root, "config", "core.fsmonitor", str(plant))


def _hooks(root: Path, plant: Path) -> None:
    git(root, "config", "core.hooksPath", str(root / "hooks"))
    (root / "hooks").mkdir()
    for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction"):
        (root / "hooks" / name).symlink_to(plant)


def _hooks_of_the_repository(root: Path, plant: Path) -> None:
    (root / ".git/hooks").mkdir(exist_ok=True)
    (root / ".git/hooks/post-index-change").symlink_to(plant)


def _external_diff(root: Path, plant: Path) -> None:
    git(root, "config", "diff.external", str(plant))
    (root / ".git/info/attributes").write_text("*.py diff=evil\n")
    git(root, "config", "diff.evil.command", str(plant))
    git(root, "config", "diff.evil.textconv", str(plant))


def _filters(root: Path, plant: Path) -> None:
    (root / ".gitattributes").write_text("*.py filter=evil\n")
    for key in ("clean", "smudge", "process"):
        git(root, "config", f"filter.evil.{key}", str(plant))


def _pager(root: Path, plant: Path) -> None:
    for key in ("core.pager", "pager.diff", "core.editor", "core.askPass", "gpg.program", "core.sshCommand"):
        git(root, "config", key, str(plant))


def _alias(root: Path, plant: Path) -> None:
    for name in ("diff-index", "ls-files", "ls-tree", "cat-file", "rev-parse", "merge-base"):
        git(root, "config", f"alias.{name}", f"!{plant}")


PLANTS = [_monitor, _hooks, _hooks_of_the_repository, _external_diff, _filters, _pager, _alias]


@pytest.mark.parametrize("sow", PLANTS, ids=lambda sow: sow.__name__.strip("_"))
def test_a_command_of_the_configuration_does_not_run(
    repo: Path, plant: Path, tmp_path: Path, sow: Callable[[Path, Path], None]
) -> None:
    sow(repo, plant)
    (tmp_path / "ran").unlink(missing_ok=True)
    everything(repo)
    assert not (tmp_path / "ran").exists()


def test_the_plants_work(repo: Path, plant: Path, tmp_path: Path) -> None:
    """What git runs by itself, so that the tests above could fail."""
    for sow in (_monitor, _external_diff, _filters):
        sow(repo, plant)
        (tmp_path / "ran").unlink(missing_ok=True)
        subprocess.run(["git", "diff"], cwd=repo, check=False, capture_output=True, timeout=30)
        assert (tmp_path / "ran").exists(), sow.__name__


@pytest.mark.parametrize("transport", ["ext", "upload-pack"])
def test_a_missing_object_is_not_fetched(repo: Path, plant: Path, tmp_path: Path, transport: str) -> None:
    """A partial clone fetches what it lacks by the command that its remote names."""
    blob = git(repo, "rev-parse", "HEAD:same.py")
    (repo / ".git/objects" / blob[:2] / blob[2:]).unlink()
    git(repo, "config", "core.repositoryFormatVersion", "1")
    git(repo, "config", "extensions.partialClone", "origin")
    git(repo, "config", "remote.origin.promisor", "true")
    git(repo, "config", "remote.origin.url", f"ext::{plant}" if transport == "ext" else str(tmp_path / "away"))
    git(repo, "config", "remote.origin.uploadpack", str(plant))
    git(repo, "config", "protocol.ext.allow", "always")
    git(repo, "config", "protocol.file.allow", "always")
    subprocess.run(["git", "cat-file", "blob", blob], cwd=repo, check=False, capture_output=True, timeout=30)
    assert (tmp_path / "ran").exists(), "git fetches by itself"
    (tmp_path / "ran").unlink()
    with pytest.raises(GitError, match=f"{blob} is missing here; fetch it"):
        contents(str(repo), [blob])
    assert not (tmp_path / "ran").exists()


def test_a_folder_that_looks_like_a_repository_is_not_asked(repo: Path, plant: Path, tmp_path: Path) -> None:
    git(repo, "init", "-q", "--bare", "vendored")
    git(repo / "vendored", "config", "core.bare", "false")
    git(repo / "vendored", "config", "core.worktree", str(repo))
    git(repo / "vendored", "config", "core.fsmonitor", str(plant))
    (tmp_path / "ran").unlink(missing_ok=True)
    with pytest.raises(GitError, match="without checked-out files"):
        staged(str(repo / "vendored"))
    assert not (tmp_path / "ran").exists()


def test_a_work_tree_elsewhere_is_not_looked_at(repo: Path, tmp_path: Path) -> None:
    git(repo, "config", "core.worktree", str(tmp_path))
    with pytest.raises(GitError, match=r"says that its files are in .* \(core.worktree\)"):
        repository_root(str(repo))


def test_git_is_not_taken_from_the_project(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (repo, repo / "bin"):
        folder.mkdir(exist_ok=True)
        (folder / "git").write_text(f'#!/bin/sh\necho ran > "{tmp_path}/ran"\n')
        (folder / "git").chmod(0o755)
    monkeypatch.chdir(repo)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}bin{os.pathsep}{os.environ['PATH']}")
    everything(repo)
    assert not (tmp_path / "ran").exists()
    assert os.path.isabs(program(os.environ))


def test_the_ignore_file_of_the_user_holds(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ignored").write_text("new.py\n")
    (tmp_path / "config").write_text(f"[core]\n\texcludesFile = {tmp_path / 'ignored'}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    assert changed(str(repo), None, is_input).changed == (str(repo / "changed.py"), str(repo / "staged.py"))


def test_a_file_that_only_a_filter_makes_equal_counts_as_changed(repo: Path) -> None:
    git(repo, "config", "core.autocrlf", "true")
    (repo / "same.py").write_bytes(b"name = 'same.py'\r\n")
    assert str(repo / "same.py") in changed(str(repo), None, is_input).changed
    assert str(repo / "touched.py") not in changed(str(repo), None, is_input).changed


def test_what_a_sparse_checkout_leaves_out_is_not_deleted(repo: Path) -> None:
    git(repo, "update-index", "--skip-worktree", "same.py")
    (repo / "same.py").unlink()
    (repo / "touched.py").unlink()
    before = changed(str(repo), None, is_input).old
    assert str(repo / "same.py") not in before
    assert str(repo / "touched.py") in before


def test_the_blobs_of_a_staged_change(repo: Path) -> None:
    git(repo, "rm", "-q", "same.py")
    (repo / "staged.py").unlink()
    (repo / "staged.py").mkdir()
    found = staged(str(repo))
    assert found.changed == (str(repo / "staged.py"),)
    assert found.index is not None
    assert str(repo / "same.py") in found.old.keys() - found.index.keys()
    new = found.index[str(repo / "staged.py")].oid
    old = found.old[str(repo / "staged.py")].oid
    assert contents(found.root, [new, old]) == {new: b"x = 1\n", old: b"name = 'staged.py'\n"}


def test_intent_to_add_is_not_in_the_next_commit(repo: Path) -> None:
    git(repo, "add", "--intent-to-add", "new.py")
    assert str(repo / "new.py") not in (staged(str(repo)).index or {})
    assert str(repo / "new.py") not in staged(str(repo)).changed


@pytest.mark.parametrize("name", [".gitignore", ".git/config", "included"])
def test_git_is_not_waited_for_without_end(repo: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It waits for pipes itself."""
    monkeypatch.setattr(git_command, "SECONDS", 0.5)
    if name == "included":
        git(repo, "config", "include.path", str(repo / name))
    (repo / name).unlink(missing_ok=True)
    os.mkfifo(repo / name)
    with pytest.raises(GitError, match=r"it gave no answer in 0\.5 seconds; the repository may hold a pipe"):
        changed(str(repo), None, lambda _: True)
