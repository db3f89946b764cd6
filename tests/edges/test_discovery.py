"""Discovery: first what is left alone, then what is taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from git_running import git

from tdomcheck.edges.discovery import Discovery, WalkSettings, discover
from tdomcheck.model.run import Bucket


@pytest.fixture(autouse=True)
def _no_user_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "xdg"))
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def plant(root: Path, *names: str, **contents: str) -> None:
    for name in names:
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents.get(name, ""))


def ignore(root: Path, *lines: str, where: str = ".gitignore") -> None:
    path = root / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines))


def walk(root: Path, *paths: str, cwd: Path | None = None, **settings: object) -> Discovery:
    chosen = WalkSettings(**{"base": str(root), **settings})  # type: ignore[arg-type]
    return discover(paths or (".",), cwd=str(cwd or root), settings_for=lambda _: chosen)


def names(found: Discovery, root: Path) -> list[str]:
    return [os.path.relpath(path, root).replace(os.sep, "/") for path in found.files]


def left(found: Discovery) -> dict[str, str]:
    return {outcome.path: outcome.reason for outcome in found.outcomes}


class TestLeavesAlone:
    def test_files_of_other_kinds(self, root: Path) -> None:
        plant(root, "a.txt", "b.pyc", "c.py.orig", "py", "folder.py/")
        found = walk(root)
        assert found.files == ()
        assert found.outcomes == ()

    @pytest.mark.parametrize(
        "folder", ["node_modules", "build", "dist", "x.egg-info", "__pycache__", "site-packages", ".tox", "a/.venv"]
    )
    def test_folders_that_tools_fill(self, root: Path, folder: str) -> None:
        plant(root, f"{folder}/x.py", f"{folder}/deep/x.py")
        found = walk(root)
        assert found.files == ()
        assert found.outcomes == (), "what every project leaves out needs no account"

    def test_a_virtual_environment_of_any_name(self, root: Path) -> None:
        plant(root, "py314/pyvenv.cfg", "py314/lib/x.py")
        found = walk(root)
        assert found.files == ()
        assert str(root / "py314") in found.folders, "its listing was looked at, so a cache must watch it"

    def test_what_the_configuration_excludes(self, root: Path) -> None:
        plant(root, "gen/a.py", "src/gen/b.py", "src/x_pb2.py", "src/x.py", "src/notes_pb2.txt")
        found = walk(root, exclude=("/gen/", "*_pb2.py"))
        assert names(found, root) == ["src/gen/b.py", "src/x.py"]
        assert left(found) == {
            "gen/": 'matches "/gen/" (exclude of the configuration in .)',
            "src/x_pb2.py": 'matches "*_pb2.py" (exclude of the configuration in .)',
        }
        assert {outcome.bucket for outcome in found.outcomes} == {Bucket.EXCLUDED}

    def test_what_git_ignores_at_any_level(self, root: Path) -> None:
        plant(root, ".git/", "a.py", "pkg/a.py", "pkg/b.py", "pkg/sub/a.py", "out/x.py")
        ignore(root, "# comment", "", "out/")
        ignore(root, "a.py", where="pkg/.gitignore")
        found = walk(root)
        assert names(found, root) == ["a.py", "pkg/b.py"]
        assert left(found) == {
            "out/": 'matches "out/" (.gitignore:3)',
            "pkg/a.py": 'matches "a.py" (pkg/.gitignore:1)',
            "pkg/sub/a.py": 'matches "a.py" (pkg/.gitignore:1)',
        }

    def test_what_lies_below_an_ignored_folder_even_if_reincluded(self, root: Path) -> None:
        plant(root, ".git/", "out/keep.py")
        ignore(root, "out/", "!out/keep.py")
        assert walk(root).files == ()

    def test_what_the_user_or_the_clone_ignores(self, root: Path, tmp_path: Path) -> None:
        plant(root, ".git/", "mine.py", "clone.py", "x.py")
        ignore(root, "clone.py", where=".git/info/exclude")
        ignore(tmp_path, "mine.py", where="home/xdg/git/ignore")
        assert names(walk(root), root) == ["x.py"]

    def test_what_core_excludesfile_names(self, root: Path, tmp_path: Path) -> None:
        plant(root, ".git/", "mine.py", "x.py")
        ignore(tmp_path, "mine.py", where="home/my ignores")
        ignore(
            tmp_path, "[user]", "name = x", "[Core]", '\texcludesFile = "~/my ignores" ; why', where="home/.gitconfig"
        )
        found = walk(root)
        assert names(found, root) == ["x.py"]
        assert str(tmp_path / "home" / "my ignores") in found.ignore_files
        assert str(tmp_path / "home" / ".gitconfig") in found.ignore_files

    def test_ignored_files_above_the_named_folder(self, root: Path) -> None:
        plant(root, ".git/", "src/a.py", "src/b.py")
        ignore(root, "/src/a.py")
        assert names(walk(root, "src"), root) == ["src/b.py"]

    def test_hand_named_files_that_a_hook_excludes_by_force(self, root: Path) -> None:
        plant(root, ".git/", "gen/deep/a.py", "build/b.py", "ignored.py", "env/pyvenv.cfg", "env/x.py", "ok.py")
        ignore(root, "ignored.py")
        paths = ("gen/deep/a.py", "build/b.py", "ignored.py", "env/x.py", "ok.py", "build")
        found = walk(root, *paths, exclude=("gen",), force_exclude=True)
        assert names(found, root) == ["ok.py"]
        assert left(found) == {
            "build/": "lies in a folder that is never looked into (build)",
            "build/b.py": "lies in a folder that is never looked into (build)",
            "env/x.py": "lies in a virtual environment (env)",
            "gen/deep/a.py": 'matches "gen" (exclude of the configuration in .)',
            "ignored.py": 'matches "ignored.py" (.gitignore:1)',
        }

    def test_a_gitignore_above_the_project_without_a_repository(self, root: Path) -> None:
        plant(root, "a.py")
        ignore(root.parent, "*.py")
        assert names(walk(root), root) == ["a.py"]

    def test_a_lock_of_emacs(self, root: Path) -> None:
        (root / ".#a.py").symlink_to("me@host.1234")
        found = walk(root)
        assert found == Discovery(folders=(str(root),), ignore_files=found.ignore_files)


class TestLinks:
    def test_a_folder_elsewhere_is_not_followed(self, root: Path, tmp_path: Path) -> None:
        plant(tmp_path, "elsewhere/x.py")
        (root / "link").symlink_to(tmp_path / "elsewhere")
        found = walk(root)
        assert found.files == ()
        assert found.outcomes[0].bucket is Bucket.EXCLUDED
        assert left(found) == {"link": "is a link to ../elsewhere, outside of the current folder"}

    def test_a_file_elsewhere_is_skipped_and_said(self, root: Path, tmp_path: Path) -> None:
        plant(tmp_path, "x.py")
        (root / "link.py").symlink_to(tmp_path / "x.py")
        (root / "link.txt").symlink_to(tmp_path / "x.py")
        found = walk(root)
        assert found.files == ()
        assert [(outcome.path, outcome.bucket) for outcome in found.outcomes] == [("link.py", Bucket.SKIPPED)]

    def test_a_link_to_nothing_is_said(self, root: Path) -> None:
        (root / "gone.py").symlink_to("nowhere.py")
        (root / "self.py").symlink_to("self.py")
        found = walk(root)
        assert [outcome.bucket for outcome in found.outcomes] == [Bucket.SKIPPED, Bucket.SKIPPED]

    def test_a_link_to_an_excluded_file_is_excluded(self, root: Path) -> None:
        plant(root, "gen/x.py", "build/y.py")
        (root / "x.py").symlink_to("gen/x.py")
        (root / "y.py").symlink_to("build/y.py")
        (root / "z").symlink_to("gen")
        found = walk(root, exclude=("gen/",))
        assert found.files == ()
        assert left(found)["x.py"] == 'is a link to gen/x.py, which matches "gen/" (exclude of the configuration in .)'
        assert set(left(found)) == {"gen/", "x.py", "y.py", "z"}

    def test_loops_end_and_a_file_is_visited_once(self, root: Path) -> None:
        plant(root, "a/x.py", "b/y.py")
        (root / "a" / "up").symlink_to(root)
        (root / "b" / "a").symlink_to("../a")
        (root / "b" / "again.py").symlink_to("y.py")
        assert names(walk(root), root) == ["a/x.py", "b/y.py"]
        assert names(walk(root, ".", "a", "b/a/x.py", "b/again.py"), root) == ["a/x.py", "b/y.py"]

    def test_links_within_the_project_may_leave_the_named_folder(self, root: Path) -> None:
        plant(root, "src/a.py", "lib/pkg/b.py", "scripts/tool")
        (root / "src" / "pkg").symlink_to("../lib/pkg")
        (root / "src" / "tool.py").symlink_to("../scripts/tool")
        assert names(walk(root, "src"), root) == ["lib/pkg/b.py", "scripts/tool", "src/a.py"]


class TestTakes:
    def test_python_files_and_stubs_sorted(self, root: Path) -> None:
        plant(root, "b.py", "a.pyi", "pkg/z.py", "pkg/__init__.py")
        assert names(walk(root), root) == ["a.pyi", "b.py", "pkg/__init__.py", "pkg/z.py"]

    def test_what_is_named_by_hand(self, root: Path) -> None:
        plant(root, "build/a.py", "gen/b.py", "script", ".hidden/c.py", "env/pyvenv.cfg", "env/d.py")
        found = walk(root, ".", "build", "gen/b.py", "script", ".hidden", "env", exclude=("gen",))
        assert names(found, root) == [".hidden/c.py", "build/a.py", "env/d.py", "gen/b.py", "script"]

    def test_a_file_named_by_hand_is_not_in_the_account_of_excluded_ones(self, root: Path) -> None:
        plant(root, "a.py", "gen/b.py")
        found = walk(root, ".", "a.py", "gen", exclude=("a.py", "gen/"))
        assert names(found, root) == ["a.py", "gen/b.py"]
        assert [outcome.path for outcome in found.outcomes] == []

    def test_what_is_reincluded(self, root: Path) -> None:
        plant(root, ".git/", "a_test.py", "b_test.py", "pkg/c_test.py")
        ignore(root, "*_test.py", "!b_test.py")
        ignore(root, "!c_test.py", where="pkg/.gitignore")
        assert names(walk(root), root) == ["b_test.py", "pkg/c_test.py"]

    def test_ignored_files_if_the_configuration_says_so(self, root: Path) -> None:
        plant(root, ".git/", "a.py")
        ignore(root, "a.py")
        assert names(walk(root, respect_gitignore=False), root) == ["a.py"]

    @pytest.mark.parametrize(
        ("object_format", "setting"),
        [
            ("sha1", "index.version=2"),
            ("sha1", "index.version=4"),
            ("sha1", "core.splitIndex=true"),
            ("sha256", "a.b=c"),
        ],
    )
    def test_files_that_git_tracks(self, root: Path, object_format: str, setting: str) -> None:
        """git does not ignore them either, whatever its index looks like."""
        plant(root, "lib/a.py", "lib/deep/b.py", "libs.py", "gen/new.py", "gen_a.py")
        git(root, "init", "-q", f"--object-format={object_format}")
        ignore(root, "lib/", "gen*")
        git(root, "-c", setting, "add", "-f", "lib", "gen_a.py")
        plant(root, "lib/new.py", "lib/deep/new.py")
        found = walk(root)
        assert names(found, root) == ["gen_a.py", "lib/a.py", "lib/deep/b.py", "libs.py"]
        assert left(found) == {
            "gen/": 'matches "gen*" (.gitignore:2)',
            "lib/deep/new.py": 'matches "lib/" (.gitignore:1)',
            "lib/new.py": 'matches "lib/" (.gitignore:1)',
        }
        assert str(root / ".git" / "index") in found.ignore_files
        by_name = walk(root, "lib/deep/b.py", "lib/new.py", "gen/new.py", force_exclude=True)
        assert names(by_name, root) == ["lib/deep/b.py"]

    def test_but_not_those_that_the_configuration_excludes(self, root: Path) -> None:
        plant(root, "lib/a.py", "lib/b.py", "build/c.py")
        git(root, "init", "-q")
        ignore(root, "lib/")
        git(root, "add", "-f", ".")
        assert names(walk(root, exclude=("b.py",)), root) == ["lib/a.py"]
        assert names(walk(root, exclude=("lib",)), root) == []

    def test_a_tracked_repository_inside(self, root: Path) -> None:
        plant(root, "lib/inner/a.py", "lib/inner/b.py")
        git(root / "lib" / "inner", "init", "-q")
        git(root / "lib" / "inner", "add", "a.py")
        git(root / "lib" / "inner", "commit", "-qm1")
        git(root, "init", "-q")
        ignore(root, "lib/")
        git(root, "add", "-f", "lib/inner")
        assert names(walk(root), root) == ["lib/inner/a.py", "lib/inner/b.py"]

    @pytest.mark.parametrize(
        "data", [b"", b"DIRC", b"DIRC\0\0\0\2\xff\xff\xff\xff" + b"\0" * 99, b"DIRC\0\0\0\7\0\0\0\0"]
    )
    def test_a_damaged_index_tracks_nothing(self, root: Path, data: bytes) -> None:
        plant(root, ".git/", "lib/a.py")
        ignore(root, "lib/")
        (root / ".git" / "index").write_bytes(data)
        assert names(walk(root), root) == []

    def test_a_repository_inside_starts_afresh(self, root: Path) -> None:
        plant(root, ".git/", "a.py", "inner/.git/", "inner/a.py", "inner/b.py")
        ignore(root, "a.py")
        ignore(root, "b.py", where="inner/.gitignore")
        assert names(walk(root), root) == ["inner/a.py"]

    def test_the_closest_configuration_decides(self, root: Path) -> None:
        plant(root, "a.py", "sub/a.py", "sub/b.py")
        outer, inner = WalkSettings(("a.py",), str(root)), WalkSettings(("/b.py",), str(root / "sub"))
        found = discover(["."], cwd=str(root), settings_for=lambda folder: inner if folder.endswith("sub") else outer)
        assert names(found, root) == ["sub/a.py"]

    @pytest.mark.parametrize(
        "name", ["a b.py", 'it\'s "q".py', "new\nline.py", "-rf.py", "naïve_日本.py", "[x].py", "#a.py"]
    )
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
    def test_odd_names(self, root: Path, name: str) -> None:
        plant(root, f"pkg/{name}", "pkg/other.py")
        ignore(root, "other.py")
        assert names(walk(root), root) == [f"pkg/{name}"]
        assert names(walk(root, f"pkg/{name}"), root) == [f"pkg/{name}"]

    @pytest.mark.skipif(sys.platform != "linux", reason="only there are names plain bytes")
    def test_names_that_are_not_utf8(self, root: Path) -> None:
        for name in (b"caf\xe9.py", b"ign\xff.py"):
            (root / os.fsdecode(name)).write_text("")
        (root / ".gitignore").write_bytes(b"ign\xff.py\n")
        assert [os.fsencode(path) for path in walk(root).files] == [os.fsencode(root) + b"/caf\xe9.py"]

    def test_paths_with_dots_and_links_in_them(self, root: Path) -> None:
        plant(root, "deep/er/x.py", "y.py")
        (root / "short").symlink_to("deep/er")
        assert names(walk(root, "short/../er/x.py", "./deep/../y.py"), root) == ["deep/er/x.py", "y.py"]


class TestSays:
    def test_what_does_not_exist(self, root: Path) -> None:
        plant(root, "a.py")
        assert walk(root, "nope.py", "a.py/b", "", "x\0y").missing == ("nope.py", "a.py/b", "", "x\0y")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
    def test_what_is_no_file(self, root: Path) -> None:
        os.mkfifo(root / "pipe.py")
        for found in (walk(root), walk(root, "pipe.py")):
            assert [(outcome.path, outcome.bucket) for outcome in found.outcomes] == [("pipe.py", Bucket.SKIPPED)]

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind root")
    def test_folders_that_cannot_be_listed(self, root: Path) -> None:
        plant(root, "locked/a.py")
        (root / "locked").chmod(0)
        found = walk(root)
        (root / "locked").chmod(0o700)
        assert [(outcome.path, outcome.bucket) for outcome in found.unreadable] == [("locked/", Bucket.FAILED)]

    def test_folders_that_cannot_be_listed_even_by_root(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        plant(root, "locked/a.py", "b.py")
        real = os.scandir

        def refuse(path: str) -> object:
            if path.endswith("locked"):
                raise PermissionError(13, "Permission denied")
            return real(path)

        monkeypatch.setattr(os, "scandir", refuse)
        found = walk(root)
        assert names(found, root) == ["b.py"]
        assert found.unreadable[0].reason == "could not be read: Permission denied"

    def test_a_named_path_that_cannot_be_asked_about(self, root: Path) -> None:
        (root / "loop").symlink_to("loop")
        found = walk(root, "loop", "x" * 300)
        assert {outcome.bucket for outcome in found.unreadable} == {Bucket.FAILED}
        assert found.files == found.missing == ()

    def test_which_folders_and_ignore_files_an_answer_rests_on(self, root: Path) -> None:
        plant(root, ".git/", "a/b/c.py", "build/x.py")
        ignore(root, "x", where="a/.gitignore")
        found = walk(root, "a")
        assert found.folders == (str(root / "a"), str(root / "a" / "b"))
        assert {str(root / ".gitignore"), str(root / "a" / ".gitignore")} <= set(found.ignore_files)

    def test_paths_relative_to_where_it_was_started(self, root: Path) -> None:
        plant(root, "gen/a.py", "src/b.py")
        assert set(left(walk(root, "..", cwd=root / "src", exclude=("gen",)))) == {"../gen/"}

    def test_the_same_for_a_base_reached_through_a_link(self, root: Path, tmp_path: Path) -> None:
        plant(root, "gen/a.py", "b.py")
        (tmp_path / "alias").symlink_to(root)
        found = walk(tmp_path / "alias", exclude=("/gen",))
        assert names(found, root) == ["b.py"]


def test_a_worktree_shares_the_excludes_of_its_repository(tmp_path: Path) -> None:
    plant(tmp_path, "main/.git/worktrees/side/", "side/a.py", "side/b.py")
    ignore(tmp_path, "gitdir: ../main/.git/worktrees/side\n", where="side/.git")
    ignore(tmp_path, "../..\n", where="main/.git/worktrees/side/commondir")
    ignore(tmp_path, "a.py", where="main/.git/info/exclude")
    assert names(walk(tmp_path / "side"), tmp_path) == ["side/b.py"]


def test_case_does_not_matter_where_git_says_so(root: Path) -> None:
    plant(root, ".git/", "Gen/a.py", "B.py", "c.py")
    ignore(root, "gen/", "b.PY")
    ignore(root, "[core]", "\tbare = false", "\tignorecase = true", where=".git/config")
    assert names(walk(root), root) == ["c.py"]


def test_the_walk_needs_neither_git_nor_pathspec() -> None:
    """Both would cost more than the walk itself."""
    script = (
        "import sys, tdomcheck.edges.discovery as d; print({'pathspec', 'subprocess', 'pathlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-SsE", "-c", script], capture_output=True, text=True, check=False)
    assert "subprocess" not in done.stdout, done.stderr
    assert "pathspec" not in done.stdout
