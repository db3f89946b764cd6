"""Asking git, in small real repositories."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from git_running import git

from tdomcheck.edges.git import changed, repository_root, staged
from tdomcheck.errors import GitError
from tdomcheck.model.suffixes import is_input

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _no_user_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    return root


@pytest.fixture
def repo(empty: Path) -> Path:
    (empty / "pkg").mkdir()
    for name in ("a.py", "pkg/b.py", "gone.py", "old.py"):
        (empty / name).write_text(f"content of {name}\n" * 5)
    git(empty, "add", "-A")
    git(empty, "commit", "-qm", "first")
    return empty


def staged_files(cwd: str) -> tuple[str, ...]:
    return staged(cwd).changed


def changed_files(cwd: str, since: str | None = None) -> tuple[str, ...]:
    return changed(cwd, since, is_input).changed


def names(found: tuple[str, ...], root: Path) -> list[str]:
    return [os.path.relpath(path, root) for path in found]


def test_a_clean_tree_has_nothing(repo: Path) -> None:
    assert staged_files(str(repo)) == ()
    assert changed_files(str(repo)) == ()
    assert changed_files(str(repo), "main") == ()


def test_deleted_unstaged_and_ignored_files_are_not_staged(repo: Path) -> None:
    (repo / ".git/info/exclude").write_text("ignored.py")
    (repo / "ignored.py").write_text("")
    git(repo, "rm", "-q", "gone.py")
    (repo / "a.py").write_text("changed, not staged")
    assert staged_files(str(repo)) == ()
    assert names(changed_files(str(repo)), repo) == ["a.py"]


def test_what_is_staged_from_any_folder(repo: Path) -> None:
    git(repo, "mv", "old.py", "new.py")
    (repo / "a.py").write_text("changed")
    git(repo, "add", "-A")
    assert names(staged_files(str(repo / "pkg")), repo) == ["a.py", "new.py"]


def test_changed_and_untracked_files(repo: Path) -> None:
    (repo / "pkg/b.py").write_text("changed")
    (repo / "gone.py").unlink()
    (repo / "untracked").mkdir()
    (repo / "untracked/x y.py").write_text("")
    assert names(changed_files(str(repo / "pkg")), repo) == ["pkg/b.py", "untracked/x y.py"]


def test_a_repository_inside_is_no_change(repo: Path) -> None:
    (repo / "inner").mkdir()
    git(repo / "inner", "init", "-q")
    assert changed_files(str(repo)) == ()


@pytest.mark.skipif(sys.platform != "linux", reason="only there are names plain bytes")
def test_odd_names(repo: Path) -> None:
    odd = sorted(
        os.fsdecode(name) for name in (b"caf\xe9.py", b"new\nline.py", b'"q".py', b"-x.py", "日本.py".encode())
    )
    for name in odd:
        (repo / name).write_text("")
    assert names(changed_files(str(repo)), repo) == odd
    git(repo, "add", "-A")
    assert names(staged_files(str(repo)), repo) == odd


def test_since_where_the_branch_left(repo: Path) -> None:
    git(repo, "checkout", "-qb", "topic")
    (repo / "mine.py").write_text("mine")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "mine")
    git(repo, "checkout", "-q", "main")
    (repo / "theirs.py").write_text("theirs")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "theirs")
    git(repo, "checkout", "-q", "topic")
    (repo / "a.py").write_text("not committed")
    assert names(changed_files(str(repo), "main"), repo) == ["a.py", "mine.py"]


def test_before_the_first_commit_everything_is_new(empty: Path) -> None:
    for name in ("a.py", "b.py", "gone.py"):
        (empty / name).write_text("")
    git(empty, "add", "a.py", "gone.py")
    (empty / "gone.py").unlink()
    assert names(changed_files(str(empty)), empty) == ["a.py", "b.py"]
    assert names(staged_files(str(empty)), empty) == ["a.py", "gone.py"]


def test_the_index_of_a_partial_commit(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git names it relative to where the hook started."""
    (repo / "a.py").write_text("changed")
    (repo / ".git/next").write_bytes((repo / ".git/index").read_bytes())
    monkeypatch.chdir(repo)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next")
    git(repo, "add", "a.py")
    assert names(staged_files(str(repo / "pkg")), repo) == ["a.py"]
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert staged_files(str(repo)) == ()


def test_the_root(repo: Path, tmp_path: Path) -> None:
    assert repository_root(str(repo / "pkg")) == str(repo)
    with pytest.raises(GitError, match="is not inside a git repository; go to one, or name the files"):
        repository_root(str(tmp_path))
    with pytest.raises(GitError, match="is not a folder"):
        repository_root(str(tmp_path / "nowhere"))


@pytest.mark.parametrize("revision", ["nope", "--output=/tmp/x", "", "a..b", "x\ny"])
def test_an_unknown_revision(repo: Path, revision: str) -> None:
    with pytest.raises(GitError, match="git knows no revision"):
        changed_files(str(repo), revision)


def test_histories_that_share_nothing(repo: Path) -> None:
    git(repo, "checkout", "-q", "--orphan", "island")
    git(repo, "commit", "-qm", "island")
    with pytest.raises(GitError, match="share no commit; fetch more history"):
        changed_files(str(repo), "main")


def test_no_git(repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git is not installed or not on the PATH"):
        staged_files(str(repo))


def test_a_repository_of_somebody_else(repo: Path) -> None:
    if os.name == "nt" or os.geteuid() != 0:
        pytest.skip("only root can give files away")
    for path in (repo, repo / ".git"):
        os.chown(path, 1234, 1234)
    with pytest.raises(GitError, match=r"belongs to another user; if you trust it: git config"):
        staged_files(str(repo))


def test_a_repository_without_files(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    with pytest.raises(GitError, match="belongs to a repository without checked-out files"):
        changed_files(str(tmp_path / "bare.git"))
