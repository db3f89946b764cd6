"""Codemods where the ground is not firm: a full disk, a detached head, a submodule, a linked worktree."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_running import Outcome, Project, git

pytestmark = pytest.mark.slow

OLD = "import typing as t\n\n\ndef f(x: t.Sequence[int]) -> None: ...\n"
NEW = "from collections.abc import Sequence\n\n\ndef f(x: Sequence[int]) -> None: ...\n"
RUN = ("codemod", "run", "typing-to-abc")
SHOP = {"shop/__init__.py": "", "shop/a.py": "def price(): ...\n", "shop/b.py": "from shop.a import price\n"}


def committed(project: Project) -> None:
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")


@pytest.fixture
def small(tmp_path: Path, tool: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A project on a file system of 96 kB."""
    place = tmp_path / "small"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None or subprocess.run([mount, "-t", "tmpfs", "-o", "size=96k", "none", place], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    monkeypatch.chdir(place)
    yield Project(place, tool)
    monkeypatch.chdir("/")
    subprocess.run(["umount", place], check=True)


@pytest.mark.parametrize("words", [RUN, ("rename", "shop.a.price", "cost"), ("move", "shop.a.price", "shop.b")])
def test_a_full_disk(small: Project, words: tuple[str, ...]) -> None:
    small.write({"tdomcheck.toml": "", "c.py": OLD, **SHOP})
    before = small.files()
    filler = os.open(small.root / "filler", os.O_WRONLY | os.O_CREAT)
    with pytest.raises(OSError, match="No space"):
        while True:
            os.write(filler, b"x" * 4096)
    os.close(filler)
    outcome = small.tool(*words)
    assert outcome.code == 2, outcome
    assert "No space left" in outcome.out + outcome.err
    assert {name: small.read(name) for name in before} == before
    (small.root / "filler").unlink()
    assert small.tool(*words).code == 0
    assert {name: small.read(name) for name in before} != before
    assert small.tool("fix", "--undo").code == 0
    assert {name: small.read(name) for name in before} == before


def test_a_detached_head(project: Project) -> None:
    project.write({"a.py": OLD, **SHOP})
    committed(project)
    git(project, "checkout", "-q", "--detach")
    assert project.tool(*RUN, "a.py").code == 0
    assert project.text("a.py") == NEW
    assert "refused" not in project.tool("rename", "shop.a", "shop.c").err
    changed = {line.strip() for line in git(project, "status", "--porcelain").splitlines()}
    assert changed == {"M a.py", "D shop/a.py", "?? shop/c.py", "M shop/b.py"}


class TestSubmodule:
    @pytest.fixture
    def outer(self, project: Project) -> Project:
        """A project with a submodule `lib` that holds a file to convert, as the project does."""
        inner = Project(project.root / "upstream", project.tool)
        inner.write({"b.py": OLD})
        committed(inner)
        project.write({".gitignore": "upstream\n.tdomcheck\n", "a.py": OLD, "pyproject.toml": "[tool.tdomcheck]\n"})
        committed(project)
        git(project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", "./upstream", "lib")
        git(project, "commit", "-qam", "two")
        return project

    def test_what_is_asked_for_in_it_is_converted_and_its_own_git_decides(self, outer: Project) -> None:
        assert outer.tool(*RUN, "lib/b.py").code == 0
        assert outer.text("lib/b.py") == NEW
        assert outer.text("a.py") == OLD
        outer.write({"lib/b.py": OLD + "x = 1\n"})
        outcome = outer.tool(*RUN, "lib/b.py")
        assert outcome.code == 2
        assert "lib/b.py: uncommitted changes" in outcome.err

    def test_a_run_over_the_project_takes_it_along_as_a_check_does(self, outer: Project) -> None:
        assert "lib/b.py" in outer.tool("check", "--show-files").out
        assert outer.tool(*RUN).code == 0
        assert outer.text("a.py") == outer.text("lib/b.py") == NEW
        changed = {line.strip() for line in git(outer, "status", "--porcelain").splitlines()}
        assert "M a.py" in changed
        assert {line.lower() for line in changed} == {"m a.py", "m lib"}


def test_a_linked_worktree(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": OLD, **SHOP})
    committed(project)
    git(project, "worktree", "add", "-q", "../other")
    other = Project(project.root.parent / "other", project.tool)
    monkeypatch.chdir(other.root)
    assert other.tool(*RUN, "a.py").code == 0
    assert (other.text("a.py"), project.text("a.py")) == (NEW, OLD)
    assert other.tool("rename", "shop.a", "shop.c").code == 0
    git(other, "add", "-A")
    assert "R  shop/a.py -> shop/c.py" in git(other, "status", "--porcelain")
    assert not git(project, "status", "--porcelain")
