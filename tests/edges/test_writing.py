"""Writing fixes: first what must be left alone, then what is written, then what happens when it is cut short."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tdomcheck.edges import journal
from tdomcheck.edges.file_writes import FileChange
from tdomcheck.edges.locks import HeldSignals, folder_lock
from tdomcheck.edges.taking_back import recover, undo
from tdomcheck.edges.writing import WriteReport, write_all
from tdomcheck.errors import WriteError

STEPS = ("journal", "temporary", "sync", "swap", "finish")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("a.py", "pkg/b.py", "pkg/c.py"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"old " + name.encode() + b"\r\n")
    return folder


@pytest.fixture
def book(tmp_path: Path) -> str:
    return str(tmp_path / "journal")


def change(path: Path, after: bytes = b"") -> FileChange:
    before = path.read_bytes()
    return FileChange(str(path), before, after or before.replace(b"old", b"new"))


def changes(root: Path) -> list[FileChange]:
    return [change(path) for path in sorted(root.rglob("*.py"))]


def state(root: Path) -> dict[str, bytes]:
    """Everything in the project, so that stray files show."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def write(some: list[FileChange], book: str, root: Path, **more: object) -> WriteReport:
    return write_all(some, book, label="fix", root=str(root), **more)  # type: ignore[arg-type]


def on(wanted: str, act: Callable[[], object], *, times: int = 1) -> Callable[[str], None]:
    """Act at the given occurrence of a step."""
    seen: list[str] = []

    def hook(step: str) -> None:
        seen.append(step)
        if step == wanted and seen.count(step) == times:
            act()

    return hook


def reasons(report: WriteReport) -> dict[str, str]:
    return {Path(refusal.path).name: refusal.reason for refusal in report.skipped}


class TestLeavesAlone:
    def test_a_file_that_changed_since_it_was_read(self, root: Path, book: str) -> None:
        planned = changes(root)
        (root / "a.py").write_text("mine")
        report = write(planned, book, root)
        assert reasons(report) == {"a.py": "changed while tdomcheck was running"}
        assert (root / "a.py").read_text() == "mine"
        assert (root / "pkg/b.py").read_bytes() == b"new pkg/b.py\r\n"

    def test_a_file_that_changes_at_the_last_moment(self, root: Path, book: str) -> None:
        before = state(root)
        report = write(changes(root), book, root, on_step=on("swap", lambda: (root / "pkg/b.py").write_text("mine")))
        assert reasons(report) == {"b.py": "changed while tdomcheck was running"}
        assert state(root) == {"a.py": b"new a.py\r\n", "pkg/b.py": b"mine", "pkg/c.py": b"new pkg/c.py\r\n"}
        assert undo(book, str(root)).refused == (), "what was not written need not be taken back"
        assert state(root) == {**before, "pkg/b.py": b"mine"}

    def test_a_file_that_is_gone_or_a_folder_by_now(self, root: Path, book: str) -> None:
        planned = changes(root)
        (root / "a.py").unlink()
        (root / "pkg/b.py").unlink()
        (root / "pkg/b.py").mkdir()
        report = write(planned, book, root)
        assert reasons(report)["a.py"] == "was deleted while tdomcheck was running"
        assert reasons(report)["b.py"].startswith("cannot be read any more")
        assert report.written == (str(root / "pkg/c.py"),)
        assert not (root / "a.py").exists()

    def test_a_file_that_is_swapped_for_a_link_at_the_last_moment(self, root: Path, book: str, tmp_path: Path) -> None:
        outside = tmp_path / "outside.py"
        outside.write_bytes((root / "a.py").read_bytes())

        def swap() -> None:
            (root / "a.py").unlink()
            (root / "a.py").symlink_to(outside)

        report = write(changes(root), book, root, on_step=on("swap", swap))
        assert "leads out of the project" in reasons(report)["a.py"]
        assert outside.read_bytes() == b"old a.py\r\n"

    def test_what_lies_outside_of_the_project(self, root: Path, book: str, tmp_path: Path) -> None:
        outside = tmp_path / "outside.py"
        outside.write_text("old")
        (root / "link.py").symlink_to(outside)
        report = write([change(root / "link.py"), change(outside)], book, root)
        assert len(report.skipped) == 2
        assert outside.read_text() == "old"

    def test_a_read_only_file(self, root: Path, book: str) -> None:
        (root / "a.py").chmod(0o444)
        report = write(changes(root), book, root)
        assert reasons(report) == {"a.py": "is read-only; make it writable and run again"}
        assert (root / "a.py").read_bytes() == b"old a.py\r\n"

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind root")
    def test_a_read_only_folder(self, root: Path, book: str) -> None:
        (root / "pkg").chmod(0o555)
        report = write(changes(root), book, root)
        (root / "pkg").chmod(0o755)
        assert set(reasons(report)) == {"b.py", "c.py"}

    def test_everything_if_the_changes_belong_together(self, root: Path, book: str) -> None:
        planned, before = changes(root), state(root)
        (root / "pkg/c.py").chmod(0o444)
        with pytest.raises(WriteError, match=r"is read-only.*Nothing was written, as the changes belong together"):
            write(planned, book, root, together=True)
        assert state(root) == before

    def test_everything_if_one_of_those_changes_at_the_last_moment(self, root: Path, book: str) -> None:
        planned = changes(root)
        with pytest.raises(WriteError, match=r"was deleted while tdomcheck was running\. All files are as they were$"):
            write(planned, book, root, together=True, on_step=on("swap", (root / "pkg/c.py").unlink))
        assert state(root) == {"a.py": b"old a.py\r\n", "pkg/b.py": b"old pkg/b.py\r\n"}
        assert journal.run_folders(book) == []

    def test_changes_that_change_nothing(self, root: Path, book: str) -> None:
        same = (root / "a.py").read_bytes()
        report = write([FileChange(str(root / "a.py"), same, same)], book, root)
        assert report == WriteReport()
        assert journal.run_folders(book) == []

    def test_the_second_way_to_the_same_file(self, root: Path, book: str) -> None:
        (root / "z.py").symlink_to("a.py")
        report = write([change(root / "z.py", b"z"), change(root / "a.py", b"a")], book, root)
        assert reasons(report) == {"z.py": f"is the same file as {root / 'a.py'}"}
        assert (root / "a.py").read_bytes() == b"a"


class TestWrites:
    def test_all_files_and_nothing_else(self, root: Path, book: str) -> None:
        report = write(changes(root), book, root)
        assert report.written == tuple(str(root / name) for name in ("a.py", "pkg/b.py", "pkg/c.py"))
        assert report.run == "run-000001"
        assert state(root) == {name: f"new {name}\r\n".encode() for name in ("a.py", "pkg/b.py", "pkg/c.py")}

    @pytest.mark.skipif(os.name == "nt", reason="no mode bits")
    @pytest.mark.parametrize("mode", [0o755, 0o600, 0o664, 0o4755])
    def test_with_the_mode_kept(self, root: Path, book: str, mode: int) -> None:
        (root / "a.py").chmod(mode)
        write(changes(root), book, root)
        assert stat.S_IMODE((root / "a.py").stat().st_mode) == mode
        undo(book, str(root))
        assert stat.S_IMODE((root / "a.py").stat().st_mode) == mode

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")
    def test_with_the_owner_kept(self, root: Path, book: str) -> None:
        os.chown(root / "a.py", 1234, 5678)
        write(changes(root), book, root)
        assert ((root / "a.py").stat().st_uid, (root / "a.py").stat().st_gid) == (1234, 5678)

    def test_through_a_link_that_stays(self, root: Path, book: str) -> None:
        (root / "link.py").symlink_to("pkg/b.py")
        report = write([change(root / "link.py")], book, root)
        assert report.written == (str(root / "link.py"),)
        assert (root / "link.py").is_symlink()
        assert (root / "pkg/b.py").read_bytes() == b"new pkg/b.py\r\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="only there are names plain bytes")
    def test_names_that_are_not_utf8_or_as_long_as_can_be(self, root: Path, book: str) -> None:
        for name in (b"caf\xe9 \n'.py", b"x" * 252 + b".py"):
            path = root / os.fsdecode(name)
            path.write_bytes(b"old")
            assert write([change(path)], book, root).written == (str(path),)
            assert path.read_bytes() == b"new"
            undo(book, str(root))
            assert path.read_bytes() == b"old"

    def test_the_last_ten_runs_are_kept(self, root: Path, book: str) -> None:
        for number in range(12):
            write([change(root / "a.py", b"%d" % number)], book, root)
        assert [Path(folder).name for folder in journal.run_folders(book)][::9] == ["run-000003", "run-000012"]


class TestUndo:
    def test_nothing_to_take_back(self, root: Path, book: str) -> None:
        assert undo(book, str(root)).run == ""
        assert not Path(book).exists()

    def test_each_run_once_then_the_run_before(self, root: Path, book: str) -> None:
        write([change(root / "a.py", b"one")], book, root)
        write([change(root / "a.py", b"two"), change(root / "pkg/b.py", b"two")], book, root)
        report = undo(book, str(root))
        assert (report.run, report.label) == ("run-000002", "fix")
        assert report.restored == (str(root / "a.py"), str(root / "pkg/b.py"))
        assert (root / "a.py").read_bytes() == b"one"
        assert undo(book, str(root)).restored == (str(root / "a.py"),)
        assert (root / "a.py").read_bytes() == b"old a.py\r\n"
        assert undo(book, str(root)).run == ""

    def test_it_tells_what_was_held_by_the_files_that_are_restored(self, root: Path, book: str) -> None:
        write([change(root / "a.py", b"one"), change(root / "pkg/b.py", b"two")], book, root)
        (root / "pkg/b.py").write_text("mine")
        held: dict[str, bytes | None] = {}
        undo(book, str(root), on_back=held.__setitem__)
        assert held == {str(root / "a.py"): b"one"}

    def test_files_that_were_changed_or_deleted_since_are_left(self, root: Path, book: str) -> None:
        write(changes(root), book, root)
        (root / "a.py").write_text("mine")
        (root / "pkg/b.py").unlink()
        report = undo(book, str(root))
        assert [refusal.reason for refusal in report.refused] == ["was changed since", "was deleted since"]
        assert state(root) == {"a.py": b"mine", "pkg/c.py": b"old pkg/c.py\r\n"}
        assert undo(book, str(root)).run == "", "a run is undone once"

    def test_a_damaged_copy_is_not_written(self, root: Path, book: str) -> None:
        write(changes(root), book, root)
        (Path(book) / "run-000001" / "0.before").write_text("evil")
        report = undo(book, str(root))
        assert "is damaged" in report.refused[0].reason
        assert (root / "a.py").read_bytes() == b"new a.py\r\n"

    def test_a_run_of_another_project_is_passed_over(self, root: Path, book: str, tmp_path: Path) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "x.py").write_text("old")
        write(changes(root), book, root)
        write([change(other / "x.py")], book, other)
        assert undo(book, str(root)).run == "run-000001"
        assert (other / "x.py").read_text() == "new"

    def test_a_project_that_was_moved_is_still_the_same(self, root: Path, book: str) -> None:
        write(changes(root), book, root)
        moved = root.rename(root.parent / "moved")
        assert len(undo(book, str(moved)).restored) == 3


class TestHostileJournals:
    @pytest.fixture
    def manifest(self, root: Path, book: str) -> Path:
        write(changes(root), book, root)
        return Path(book) / "run-000001" / "finished.json"

    @pytest.mark.parametrize(
        "text",
        [b"", b"{", b"[]", b"\xff\xfe", b'{"version": 1}', b'{"version": 0, "files": []}', b"[" * 200_000, b"null"],
    )
    def test_no_manifest_at_all(self, root: Path, book: str, manifest: Path, text: bytes) -> None:
        manifest.write_bytes(text)
        before = state(root)
        report = undo(book, str(root))
        assert "It was not followed" in report.problems[0]
        assert (Path(book) / "broken-run-000001-1" / "0.before").exists()
        assert state(root) == before

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("path", "../outside.py"),
            ("path", "/etc/passwd"),
            ("path", "pkg/../../outside.py"),
            ("path", ""),
            ("path", "a\0b"),
            ("path", 7),
            ("backup", "../../outside.py"),
            ("temporary", "a.py"),
            ("temporary", "../.tdomcheck-00000000-1.tmp"),
            ("before", "00"),
        ],
    )
    @pytest.mark.parametrize("kind", ["finished.json", "unfinished.json"])
    def test_a_manifest_that_points_elsewhere(
        self, root: Path, book: str, manifest: Path, key: str, value: object, kind: str
    ) -> None:
        document = json.loads(manifest.read_text())
        document["files"][0][key] = value
        manifest.write_text(json.dumps(document))
        manifest.rename(manifest.with_name(kind))
        before = state(root.parent / "project")
        report = undo(book, str(root))
        assert "never does" in (*report.problems, *report.recovered.problems)[0]
        assert state(root) == before

    @pytest.mark.usefixtures("manifest")
    def test_a_folder_that_became_a_link_out(self, root: Path, book: str, tmp_path: Path) -> None:
        (root / "pkg").rename(tmp_path / "pkg")
        (root / "pkg").symlink_to(tmp_path / "pkg")
        report = undo(book, str(root))
        assert [refusal.reason for refusal in report.refused] == ["is reached through a link now"] * 2
        assert (tmp_path / "pkg/b.py").read_bytes() == b"new pkg/b.py\r\n"

    def test_a_newer_format_is_neither_followed_nor_lost(self, root: Path, book: str, manifest: Path) -> None:
        manifest.write_text(json.dumps({"version": 3}))
        manifest.rename(manifest.with_name("unfinished.json"))
        assert "newer tdomcheck" in recover(book, str(root)).problems[0]
        assert manifest.with_name("unfinished.json").exists()

    def test_a_run_that_is_a_link(self, root: Path, book: str, manifest: Path) -> None:
        folder = manifest.parent
        folder.rename(root / "run")
        folder.symlink_to(root / "run")
        assert undo(book, str(root)).run == ""

    def test_a_lock_that_is_a_link(self, root: Path, tmp_path: Path) -> None:
        victim = tmp_path / "victim"
        victim.write_text("precious")
        (tmp_path / "evil").mkdir()
        (tmp_path / "evil/lock").symlink_to(victim)
        with pytest.raises(WriteError, match="choose another cache-dir"):
            write(changes(root), str(tmp_path / "evil"), root)
        assert victim.read_text() == "precious"

    def test_a_journal_that_is_a_file(self, root: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        before = state(root)
        with pytest.raises(WriteError, match="nothing was written"):
            write(changes(root), str(tmp_path / "file"), root)
        assert state(root) == before

    def test_a_journal_that_cannot_be_listed(
        self, root: Path, book: str, manifest: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(path: str) -> object:
            raise PermissionError(13, "Permission denied", path)

        monkeypatch.setattr(os, "scandir", refuse)
        with pytest.raises(WriteError, match=r"cannot be listed \(Permission denied\); make it readable"):
            recover(book, str(root))
        assert manifest.exists()

    def test_an_unfinished_run_of_another_project(self, root: Path, book: str, manifest: Path, tmp_path: Path) -> None:
        manifest.rename(manifest.with_name("unfinished.json"))
        (tmp_path / "other").mkdir()
        report = recover(book, str(tmp_path / "other"))
        assert f"run tdomcheck in {root}" in report.problems[0]
        assert len(recover(book, str(root)).rolled_back) == 3


class TestCutShort:
    @pytest.mark.parametrize("step", STEPS)
    @pytest.mark.parametrize("times", [1, 2])
    @pytest.mark.parametrize(
        "error", [OSError(28, "No space left on device"), RuntimeError("bug"), KeyboardInterrupt()]
    )
    def test_an_error_at_any_step_changes_nothing(
        self, root: Path, book: str, step: str, times: int, error: BaseException
    ) -> None:
        if times == 2 and step in {"journal", "finish"}:
            pytest.skip("comes once")
        before = state(root)

        def fail() -> None:
            raise error

        with pytest.raises((WriteError, RuntimeError, KeyboardInterrupt)):
            write(changes(root), book, root, on_step=on(step, fail, times=times))
        assert state(root) == before
        assert journal.run_folders(book) == []

    @pytest.mark.parametrize("step", STEPS)
    def test_ctrl_c_at_any_step_changes_nothing(self, root: Path, book: str, step: str) -> None:
        before = state(root)
        with pytest.raises(KeyboardInterrupt):
            write(changes(root), book, root, on_step=on(step, lambda: signal.raise_signal(signal.SIGINT)))
        assert state(root) == before
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_a_swap_that_the_system_refuses_rolls_back(
        self, root: Path, book: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before, real = state(root), os.replace

        def refuse(source: str, target: str) -> None:
            if target.endswith("c.py"):
                raise PermissionError(13, "Permission denied", target)
            real(source, target)

        monkeypatch.setattr(os, "replace", refuse)
        with pytest.raises(WriteError) as caught:
            write(changes(root), book, root)
        assert str(caught.value) == (
            f"{root}/pkg/c.py: could not be written (Permission denied); see who may write in its folder. "
            "All files are as they were"
        )
        assert state(root) == before

    def test_a_roll_back_that_fails_says_where_the_copies_are(
        self, root: Path, book: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before, real = state(root), os.replace
        calls: list[str] = []

        def refuse(source: str, target: str) -> None:
            if target.endswith(".py"):
                calls.append(target)
                if len(calls) > 1:
                    raise OSError(5, "Input/output error")
            real(source, target)

        monkeypatch.setattr(os, "replace", refuse)
        with pytest.raises(WriteError, match=r"could not be put back: .*a\.py\. Copies are in .*run-000001"):
            write(changes(root), book, root)
        monkeypatch.undo()
        assert recover(book, str(root)).rolled_back == (str(root / "a.py"),)
        assert state(root) == before

    def test_a_file_somebody_saves_during_the_roll_back_is_theirs(self, root: Path, book: str) -> None:
        def save_and_fail() -> None:
            (root / "a.py").write_text("mine")
            raise OSError(5, "Input/output error")

        with pytest.raises(WriteError, match=r"but for what others did meanwhile to .*a.py"):
            write(changes(root), book, root, on_step=on("finish", save_and_fail))
        assert state(root) == {"a.py": b"mine", "pkg/b.py": b"old pkg/b.py\r\n", "pkg/c.py": b"old pkg/c.py\r\n"}


WRITER = """
import os, signal, sys, time
from pathlib import Path
from tdomcheck.edges.file_writes import FileChange
from tdomcheck.edges.taking_back import undo
from tdomcheck.edges.writing import write_all
root, book, verb, wanted, times, number = sys.argv[1:]
seen = []
def hook(step):
    seen.append(step)
    if step == wanted and seen.count(step) == int(times):
        os.kill(os.getpid(), int(number))
if verb == "undo":
    undo(book, root, on_step=hook)
else:
    paths = sorted(Path(root).rglob("*.py"))
    files = [(path, path.read_bytes()) for path in paths]
    changes = [FileChange(str(path), data, data.replace(b"old", b"new")) for path, data in files]
    write_all(changes, book, label="fix", root=root, on_step=hook)
"""


def run_writer(root: Path, book: str, verb: str, step: str, times: int, number: int) -> int:
    command = [sys.executable, "-c", WRITER, str(root), book, verb, step, str(times), str(number)]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
class TestKilled:
    @pytest.mark.parametrize(
        ("step", "times"),
        [
            ("journal", 1),
            ("temporary", 1),
            ("temporary", 3),
            ("sync", 2),
            ("swap", 1),
            ("swap", 2),
            ("swap", 3),
            ("finish", 1),
        ],
    )
    def test_a_killed_run_is_rolled_back(self, root: Path, book: str, step: str, times: int) -> None:
        before = state(root)
        assert run_writer(root, book, "write", step, times, signal.SIGKILL) == -signal.SIGKILL
        report = recover(book, str(root))
        assert report.refused == ()
        assert report.problems == ()
        assert len(report.rolled_back) == (3 if step == "finish" else times - 1 if step == "swap" else 0)
        assert state(root) == before
        assert journal.run_folders(book) == []

    def test_the_next_run_recovers_by_itself(self, root: Path, book: str) -> None:
        planned = changes(root)
        run_writer(root, book, "write", "swap", 3, signal.SIGKILL)
        report = write(planned, book, root)
        assert len(report.recovered.rolled_back) == 2
        assert len(report.written) == 3

    def test_what_was_saved_after_the_kill_is_kept(self, root: Path, book: str) -> None:
        run_writer(root, book, "write", "finish", 1, signal.SIGKILL)
        (root / "a.py").write_text("mine")
        report = recover(book, str(root))
        assert [refusal.reason for refusal in report.refused] == ["was changed since"]
        assert (root / "a.py").read_text() == "mine"
        assert recover(book, str(root)).refused == (), "said once"

    def test_a_killed_undo_is_completed(self, root: Path, book: str) -> None:
        before = state(root)
        write(changes(root), book, root)
        run_writer(root, book, "undo", "restore", 2, signal.SIGKILL)
        assert (root / "a.py").read_bytes() == before["a.py"]
        assert len(recover(book, str(root)).rolled_back) == 2
        assert state(root) == before

    @pytest.mark.parametrize("step", ["swap", "sync"])
    def test_an_undo_after_a_killed_run_takes_back_that_run_alone(self, root: Path, book: str, step: str) -> None:
        """Also one that was killed before it had changed a file."""
        write([change(root / "a.py", b"old one")], book, root)
        before = state(root)
        run_writer(root, book, "write", step, 2, signal.SIGKILL)
        report = undo(book, str(root))
        assert (report.run, report.restored, report.recovered.runs) == ("", (), 1)
        assert state(root) == before
        assert undo(book, str(root)).restored == (str(root / "a.py"),), "asked once more it is the run before"

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
    def test_a_request_to_stop_rolls_back_and_is_obeyed(self, root: Path, book: str, number: signal.Signals) -> None:
        before = state(root)
        assert run_writer(root, book, "write", "swap", 2, number) in {-number, 130}
        assert state(root) == before
        assert journal.run_folders(book) == []

    def test_kills_at_random_moments(self, root: Path, book: str) -> None:
        for number in range(40):
            path = root / f"many{number}.py"
            path.write_bytes(b"old " * 1000)
        old = state(root)
        new = {name: data.replace(b"old", b"new") for name, data in old.items()}
        for delay in range(12):
            command = [sys.executable, "-c", WRITER, str(root), book, "write", "never", "1", "9"]
            with subprocess.Popen(command) as process:
                deadline = time.monotonic() + 10
                while not Path(book, "lock").exists() and time.monotonic() < deadline:
                    time.sleep(0.001)
                while not journal.run_folders(book) and process.poll() is None:
                    time.sleep(0.0005)
                time.sleep(delay * 0.002)
                process.kill()
            recover(book, str(root))
            assert state(root) in (old, new)
            if state(root) == new:
                undo(book, str(root))
            assert state(root) == old
            for folder in journal.run_folders(book):
                journal.discard(folder)


class TestLocks:
    def test_it_waits_and_says_for_whom(self, root: Path, book: str) -> None:
        with (
            folder_lock(book),
            pytest.raises(WriteError, match=f"process {os.getpid()}\\) has been writing for 0.1 seconds"),
        ):
            write(changes(root), book, root, patience=0.1)

    def test_two_runs_come_one_after_the_other(self, root: Path, book: str) -> None:
        order: list[str] = []
        inside = threading.Event()

        def first() -> None:
            with folder_lock(book):
                inside.set()
                time.sleep(0.1)
                order.append("first")

        thread = threading.Thread(target=first)
        thread.start()
        inside.wait(5)
        write(changes(root), book, root, on_step=on("journal", lambda: order.append("second")))
        thread.join()
        assert order == ["first", "second"]

    def test_ignored_signals_stay_ignored(self) -> None:
        before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            with HeldSignals() as held:
                signal.raise_signal(signal.SIGTERM)
                assert held.pending is None
        finally:
            signal.signal(signal.SIGTERM, before)

    def test_nothing_is_held_outside_of_the_main_thread(self) -> None:
        handlers: list[object] = []

        def look() -> None:
            with HeldSignals():
                handlers.append(signal.getsignal(signal.SIGINT))

        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert handlers == [signal.getsignal(signal.SIGINT)]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    with suppress(FileNotFoundError):
        if subprocess.run(command, check=False, capture_output=True).returncode == 0:
            yield folder
            subprocess.run(["umount", str(folder)], check=True)
            return
    pytest.skip("mounting is not permitted")


@pytest.mark.slow
class TestFullDisk:
    def test_of_the_project(self, small_disk: Path, book: str) -> None:
        for name in ("a.py", "b.py"):
            (small_disk / name).write_bytes(b"old" * 1000)
        planned = [change(small_disk / "a.py"), change(small_disk / "b.py", b"new" * 30_000)]
        before = state(small_disk)
        with pytest.raises(
            WriteError, match=r"b\.py: could not be written \(No space left.*free some space.*All files are"
        ):
            write(planned, book, small_disk)
        assert state(small_disk) == before
        assert journal.run_folders(book) == []

    def test_of_the_journal(self, root: Path, small_disk: Path) -> None:
        (root / "big.py").write_bytes(b"old" * 40_000)
        before = state(root)
        with pytest.raises(WriteError, match="No space left"):
            write(changes(root), str(small_disk), root)
        assert state(root) == before
        assert journal.run_folders(str(small_disk)) == []
