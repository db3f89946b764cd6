"""Files that are made, moved and deleted: first what is left alone, then what is done, then what cuts it short."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from git_running import git

from tdomcheck.edges import journal
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite, plan_writes
from tdomcheck.edges.taking_back import recover, undo, unfinished_label
from tdomcheck.edges.writing import WriteReport, write_all
from tdomcheck.errors import WriteError

STEPS = ("journal", "folder", "temporary", "sync", "swap", "remove", "empty", "finish")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name in ("a.py", "b.py", "old/deep/c.py", "gone.py"):
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(b"old " + name.encode())
    return folder


@pytest.fixture
def book(tmp_path: Path) -> str:
    return str(tmp_path / "journal")


def state(root: Path) -> dict[str, bytes | None]:
    """Everything in the project but git's own; folders have no content."""
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
        if ".git" not in path.parts
    }


def moved(root: Path, old: str, new: str, after: bytes | None = None) -> FileMove:
    before = (root / old).read_bytes()
    return FileMove(str(root / old), str(root / new), before, before if after is None else after)


def all_kinds(root: Path) -> list[FileWrite]:
    return [
        FileChange(str(root / "a.py"), b"old a.py", b"new a.py"),
        FileCreation(str(root / "new/made.py"), b"made"),
        FileDeletion(str(root / "gone.py"), b"old gone.py"),
        moved(root, "old/deep/c.py", "new/far/c.py", b"new c.py"),
    ]


AFTER = {
    "a.py": b"new a.py",
    "b.py": b"old b.py",
    "new": None,
    "new/made.py": b"made",
    "new/far": None,
    "new/far/c.py": b"new c.py",
}


def write(writes: list[FileWrite], book: str, root: Path, **more: object) -> WriteReport:
    return write_all(writes, book, label="codemod", root=str(root), **more)  # type: ignore[arg-type]


def on(wanted: str, act: Callable[[], object]) -> Callable[[str], None]:
    def hook(step: str) -> None:
        if step == wanted:
            act()

    return hook


class TestLeavesAlone:
    @pytest.mark.parametrize(
        ("wish", "reason"),
        [
            (lambda root: FileCreation(str(root / "b.py"), b""), "stands there already"),
            (lambda root: FileCreation(str(root / "old"), b""), "stands there already"),
            (lambda root: FileCreation(str(root / "b.py/x.py"), b""), "needs a folder where .* is a file"),
            (lambda root: FileCreation(str(root / "../x.py"), b""), "leads out of the project"),
            (lambda root: FileCreation(str(root / ".git/hooks/pre-commit"), b""), "lies in a folder of git"),
            (lambda root: FileCreation(str(root / "out/x.py"), b""), "leads out of the project"),
            (lambda root: moved(root, "a.py", "b.py"), "stands there already"),
            (lambda root: moved(root, "a.py", "out/a.py"), "leads out of the project"),
            (lambda root: FileMove(str(root / "link.py"), str(root / "x.py"), b"old a.py", b""), "is a link"),
            (lambda root: FileDeletion(str(root / "link.py"), b"old a.py"), "is a link"),
            (lambda root: FileDeletion(str(root / "gone.py"), b"other"), "changed while tdomcheck was running"),
            (lambda root: FileDeletion(str(root / "not.py"), b""), "was deleted while tdomcheck was running"),
        ],
    )
    def test_everything_if_one_cannot_be_done(
        self, root: Path, book: str, tmp_path: Path, wish: Callable[[Path], FileWrite], reason: str
    ) -> None:
        (root / "link.py").symlink_to("a.py")
        (root / "out").symlink_to(tmp_path)
        before = state(root)
        with pytest.raises(WriteError, match=f"{reason}.*Nothing was written"):
            write([FileChange(str(root / "old/deep/c.py"), b"old old/deep/c.py", b"new"), wish(root)], book, root)
        assert state(root) == before
        assert not (tmp_path / "x.py").exists()

    def test_two_files_that_want_one_place(self, root: Path, book: str) -> None:
        writes: list[FileWrite] = [moved(root, "a.py", "x.py"), moved(root, "b.py", "x.py")]
        with pytest.raises(WriteError, match="is to be written twice"):
            write(writes, book, root)
        writes = [moved(root, "a.py", "x.py"), FileDeletion(str(root / "a.py"), b"old a.py")]
        with pytest.raises(WriteError, match="is to be written twice"):
            write(writes, book, root)

    @pytest.mark.parametrize("step", ["swap", "remove"])
    def test_a_place_that_somebody_takes_at_the_last_moment(self, root: Path, book: str, step: str) -> None:
        def take() -> None:
            (root / "made.py" if step == "swap" else root / "gone.py").write_text("mine")

        writes: list[FileWrite] = [
            FileCreation(str(root / "made.py"), b"made"),
            FileDeletion(str(root / "gone.py"), b"old gone.py"),
        ]
        with pytest.raises(WriteError, match="All files are as they were"):
            write(writes, book, root, on_step=on(step, take))
        assert (root / "gone.py").read_bytes() == (b"mine" if step == "remove" else b"old gone.py")
        assert (root / "made.py").exists() == (step == "swap")

    def test_folders_that_hold_something_else(self, root: Path, book: str) -> None:
        (root / "old/notes.txt").write_text("mine")
        write([moved(root, "old/deep/c.py", "c.py")], book, root)
        assert (root / "old/notes.txt").exists()
        assert not (root / "old/deep").exists()


class TestWrites:
    def test_all_kinds_at_once(self, root: Path, book: str) -> None:
        (root / "old/deep/c.py").chmod(0o755)
        report = write(all_kinds(root), book, root)
        assert state(root) == AFTER, "the folders that a move leaves empty go"
        assert len(report.written) == 5, "a move is told of both its places"
        assert stat.S_IMODE((root / "new/far/c.py").stat().st_mode) == 0o755

    def test_a_chain_of_moves_and_a_swap(self, root: Path, book: str) -> None:
        before = state(root)
        write([moved(root, "a.py", "b.py"), moved(root, "b.py", "x.py")], book, root)
        assert (root / "b.py").read_bytes() == b"old a.py"
        assert (root / "x.py").read_bytes() == b"old b.py"
        assert not (root / "a.py").exists()
        undo(book, str(root))
        write([moved(root, "a.py", "b.py"), moved(root, "b.py", "a.py")], book, root)
        assert (root / "a.py").read_bytes() == b"old b.py"
        undo(book, str(root))
        assert state(root) == before

    def test_a_module_becomes_a_package_and_back(self, root: Path, book: str) -> None:
        before = state(root)
        write([moved(root, "a.py", "a/__init__.py")], book, root)
        undo(book, str(root))
        assert state(root) == before

    def test_where_hard_links_are_not_known(self, root: Path, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(source: str, target: str) -> None:
            raise PermissionError(1, "Operation not permitted", source, target)

        monkeypatch.setattr(os, "link", refuse)
        before = state(root)
        write(all_kinds(root), book, root)
        assert state(root) == AFTER
        undo(book, str(root))
        assert state(root) == before


class TestUndo:
    def test_all_of_it_is_taken_back(self, root: Path, book: str) -> None:
        (root / "gone.py").chmod(0o750)
        before = state(root)
        write(all_kinds(root), book, root)
        report = undo(book, str(root))
        assert report.refused == ()
        assert state(root) == before
        assert stat.S_IMODE((root / "gone.py").stat().st_mode) == 0o750
        assert undo(book, str(root)).run == ""

    def test_what_others_did_since_is_left(self, root: Path, book: str) -> None:
        write(all_kinds(root), book, root)
        (root / "gone.py").write_text("mine")
        (root / "new/made.py").write_text("mine")
        (root / "new/far/c.py").unlink()
        refusals = {Path(each.path).name: each.reason for each in undo(book, str(root)).refused}
        assert refusals == {"gone.py": "was changed since", "made.py": "was changed since"}
        assert (root / "gone.py").read_text() == (root / "new/made.py").read_text() == "mine"
        assert (root / "old/deep/c.py").read_bytes() == b"old old/deep/c.py"


class TestJournals:
    def test_one_of_the_first_format_is_followed(self, root: Path, book: str) -> None:
        write([FileChange(str(root / "a.py"), b"old a.py", b"new")], book, root)
        manifest = Path(book) / "run-000001" / "finished.json"
        document = json.loads(manifest.read_text())
        for entry in document["files"]:
            del entry["mode"]
        first = {"version": 1, **{key: document[key] for key in ("root", "label", "files")}}
        manifest.write_text(json.dumps(first))
        assert undo(book, str(root)).restored == (str(root / "a.py"),)

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("folders", ["../x"]),
            ("folders", [7]),
        ],
    )
    def test_one_that_points_elsewhere_is_not(self, root: Path, book: str, key: str, value: object) -> None:
        write(all_kinds(root), book, root)
        manifest = Path(book) / "run-000001" / "finished.json"
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), key: value}))
        assert "never does" in undo(book, str(root)).problems[0]
        assert state(root) == AFTER

    @pytest.mark.parametrize("version", [1, 2])
    def test_an_entry_without_any_content_is_not(self, root: Path, book: str, version: int) -> None:
        write([FileChange(str(root / "a.py"), b"old a.py", b"new")], book, root)
        manifest = Path(book) / "run-000001" / "finished.json"
        document = json.loads(manifest.read_text())
        document["version"] = version
        document["files"][0]["before"] = ""
        if version == 2:
            document["files"][0]["after"] = ""
        manifest.write_text(json.dumps(document))
        assert "never does" in undo(book, str(root)).problems[0]

    def test_a_file_that_is_put_back_gets_no_special_rights(self, root: Path, book: str) -> None:
        write([FileDeletion(str(root / "a.py"), b"old a.py")], book, root)
        manifest = Path(book) / "run-000001" / "finished.json"
        document = json.loads(manifest.read_text())
        document["files"][0]["mode"] = 0o6755
        manifest.write_text(json.dumps(document))
        undo(book, str(root))
        assert stat.S_IMODE((root / "a.py").stat().st_mode) == 0o755


class TestCutShort:
    @pytest.mark.parametrize("step", STEPS)
    @pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
    def test_an_error_at_any_step_changes_nothing(self, root: Path, book: str, step: str, error: BaseException) -> None:
        before = state(root)

        def fail() -> None:
            raise error

        with pytest.raises((WriteError, KeyboardInterrupt)):
            write(all_kinds(root), book, root, on_step=on(step, fail))
        assert state(root) == before
        assert journal.run_folders(book) == []


WRITER = """
import os, signal, sys
from tdomcheck.edges.taking_back import undo
from tdomcheck.edges.writing import write_all
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove
root, book, verb, number = sys.argv[1:]
seen = []
def hook(step):
    seen.append(step)
    if len(seen) == int(number):
        os.kill(os.getpid(), signal.SIGKILL)
writes = [
    FileChange(f"{root}/a.py", b"old a.py", b"new a.py"),
    FileCreation(f"{root}/new/made.py", b"made"),
    FileDeletion(f"{root}/gone.py", b"old gone.py"),
    FileMove(f"{root}/old/deep/c.py", f"{root}/new/far/c.py", b"old old/deep/c.py", b"new c.py"),
]
if verb == "undo":
    undo(book, root, on_step=hook)
else:
    write_all(writes, book, label="codemod", root=root, on_step=hook)
"""


def run_writer(root: Path, book: str, verb: str, number: int) -> int:
    return subprocess.run([sys.executable, "-c", WRITER, str(root), book, verb, str(number)], check=False).returncode


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
class TestKilled:
    def test_at_every_step_each_file_is_old_or_new_and_the_next_run_rolls_back(self, root: Path, book: str) -> None:
        before = state(root)
        whole = before.items() | AFTER.items()
        for number in range(1, 100):
            if run_writer(root, book, "write", number) == 0:
                break
            there = {(name, data) for name, data in state(root).items() if not name.endswith(".tmp")}
            assert there <= whole
            recover(book, str(root))
            assert state(root) == before
            assert journal.run_folders(book) == []
        assert number > 15, "every step was killed"
        assert state(root) == AFTER

    def test_an_undo_at_every_step(self, root: Path, book: str) -> None:
        before = state(root)
        for number in range(1, 30):
            assert run_writer(root, book, "write", 0) == 0
            is_done = run_writer(root, book, "undo", number) == 0
            recover(book, str(root))
            assert state(root) == before
            if is_done:
                return
        pytest.fail("an undo has fewer steps")

    def test_what_it_was_doing_can_be_asked(self, root: Path, book: str, tmp_path: Path) -> None:
        assert unfinished_label(book, str(root)) is None
        run_writer(root, book, "write", 9)
        assert unfinished_label(book, str(root)) == "codemod"
        assert unfinished_label(book, str(tmp_path)) is None, "it is of another project"
        (Path(book) / "run-000001" / "unfinished.json").write_text("[]")
        assert unfinished_label(book, str(root)) is None


def test_git_is_not_told_of_what_moves(root: Path, book: str) -> None:
    """It sees by the content what was renamed, once somebody adds it."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    write([moved(root, "a.py", "x.py")], book, root)
    assert git(root, "status", "--porcelain").splitlines() == ["D a.py", "?? x.py"]
    git(root, "add", "-A")
    assert git(root, "status", "--porcelain").splitlines() == ["R  a.py -> x.py"]


def test_a_plan_touches_nothing(root: Path) -> None:
    before = state(root)
    plan = plan_writes(all_kinds(root), str(root))
    assert [os.path.relpath(each.target, root) for each in plan.transitions] == [
        "a.py",
        "gone.py",
        "new/far/c.py",
        "new/made.py",
        "old/deep/c.py",
    ]
    assert state(root) == before
