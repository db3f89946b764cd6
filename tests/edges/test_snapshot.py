"""The last answer is printed again only while everything that it depended on is as it was."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tdomcheck.edges import snapshot

ARGUMENTS = ("check", "src")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "user_folder", lambda: str(tmp_path / "user"))
    monkeypatch.setattr(snapshot, "FRESH_NANOSECONDS", 0)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)


def _kept(tmp_path: Path, *, age: int = 60) -> tuple[Path, Path]:
    """A file and an absent one, with an answer that depends on both."""
    there, absent = tmp_path / "there.py", tmp_path / "absent.toml"
    there.write_bytes(b"x = 1\n")
    old = there.stat().st_mtime - age
    os.utime(there, (old, old))
    key = snapshot.key_of(ARGUMENTS, os.environ)
    assert key is not None
    snapshot.store(key, [str(there), str(absent)], b"the answer\n", 1)
    return there, absent


def test_an_answer_is_replayed_with_its_code(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    _kept(tmp_path)

    assert snapshot.replay(ARGUMENTS) == 1
    assert capfdbinary.readouterr().out == b"the answer\n"


def test_a_list_of_arguments_is_as_good_as_a_tuple(tmp_path: Path) -> None:
    """sys.argv is one, and the answer was kept under the other."""
    _kept(tmp_path)

    assert snapshot.replay(list(ARGUMENTS)) == 1


@pytest.mark.parametrize("arguments", [("check",), ("check", "src", "tests"), ("fix", "src"), ()])
def test_another_question_has_another_answer(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    _kept(tmp_path)

    assert snapshot.replay(arguments) is None


def test_a_changed_file_ends_it(tmp_path: Path) -> None:
    there, _ = _kept(tmp_path)
    there.write_bytes(b"x = 2\n")

    assert snapshot.replay(ARGUMENTS) is None


def test_a_deleted_file_ends_it(tmp_path: Path) -> None:
    there, _ = _kept(tmp_path)
    there.unlink()

    assert snapshot.replay(ARGUMENTS) is None


def test_a_file_that_appears_ends_it(tmp_path: Path) -> None:
    _, absent = _kept(tmp_path)
    absent.write_bytes(b"")

    assert snapshot.replay(ARGUMENTS) is None


def test_a_file_put_in_its_place_ends_it(tmp_path: Path) -> None:
    """Of the same size and time, but another inode."""
    there, _ = _kept(tmp_path)
    status = there.stat()
    other = tmp_path / "other.py"
    other.write_bytes(b"y = 1\n")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(there)

    assert snapshot.replay(ARGUMENTS) is None


def test_an_edit_that_keeps_size_and_time_ends_it(tmp_path: Path) -> None:
    """As `rsync --inplace -t`, `cp -p` or `touch -r` make them."""
    there, _ = _kept(tmp_path)
    status = there.stat()
    time.sleep(0.02)
    there.write_bytes(b"y = 1\n")
    os.utime(there, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert snapshot.replay(ARGUMENTS) is None


def test_what_is_too_fresh_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could change once more within the same tick of the clock."""
    monkeypatch.setattr(snapshot, "FRESH_NANOSECONDS", 10**10)
    _kept(tmp_path, age=0)

    assert snapshot.replay(ARGUMENTS) is None


@pytest.mark.parametrize("option", ["--no-cache", "--output-file=x", "--staged", "-", "@file", "--report"])
def test_some_runs_are_never_replayed(option: str) -> None:
    assert snapshot.key_of(("check", option), os.environ) is None


def test_annotations_of_a_job_are_never_replayed() -> None:
    assert snapshot.key_of(ARGUMENTS, {"GITHUB_ACTIONS": "true"}) is None


@pytest.mark.parametrize("damage", [b"", b"tdomcheck-snapshot-1", b"\0" * 400])
def test_a_damaged_answer_is_no_answer(tmp_path: Path, damage: bytes) -> None:
    _kept(tmp_path)
    for path in (tmp_path / "user" / "snapshots").iterdir():
        path.write_bytes(damage)

    assert snapshot.replay(ARGUMENTS) is None


def test_a_cut_answer_is_no_answer(tmp_path: Path) -> None:
    _kept(tmp_path)
    for path in (tmp_path / "user" / "snapshots").iterdir():
        path.write_bytes(path.read_bytes()[:-1])

    assert snapshot.replay(ARGUMENTS) is None


def test_only_the_newest_answers_are_kept(tmp_path: Path) -> None:
    there, _ = _kept(tmp_path)
    for number in range(snapshot.KEEP + 10):
        snapshot.store(b"key %d" % number, [str(there)], b"", 0)

    assert len(list((tmp_path / "user" / "snapshots").iterdir())) <= snapshot.KEEP + 1
