"""Lines at the end of a file that several runs share, of a pipe, and of standard output."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tdomcheck.edges import event_stream
from tdomcheck.edges.event_stream import FileStream, PrintedStream
from tdomcheck.edges.locks import take
from tdomcheck.errors import WriteError

APPEND = """
import json, sys
from tdomcheck.edges.event_stream import FileStream
stream = FileStream(sys.argv[1], "events", is_trusted=True)
for number in range(1000):
    stream.write(json.dumps({"writer": sys.argv[2], "number": number, "text": "x" * (number % 300)}) + "\\n")
stream.close()
sys.exit(bool(stream.problem))
"""


def opened(path: Path, *, is_trusted: bool = True) -> FileStream:
    return FileStream(str(path), path.name, is_trusted=is_trusted)


def test_lines_are_there_when_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "events.jsonl"
    stream = opened(path)
    stream.write("{}\n")

    assert path.read_text() == "{}\n"
    stream.write('{"a": 1}\n')
    stream.close()
    assert path.read_text() == '{}\n{"a": 1}\n'
    assert stream.problem == ""


def test_what_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("{}\n")
    stream = opened(path)
    stream.write("{}\n")
    stream.close()

    assert path.read_text() == "{}\n{}\n"


def test_a_line_that_somebody_left_unfinished_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text('{"cut')
    stream = opened(path)
    stream.write("{}\n")
    stream.close()

    assert path.read_text() == '{"cut\n{}\n'


@pytest.mark.slow
def test_two_runs_of_a_thousand_events_each_tear_no_line(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    runs = [subprocess.Popen([sys.executable, "-c", APPEND, str(path), name]) for name in "ab"]

    assert [run.wait(timeout=120) for run in runs] == [0, 0]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == 2_000
    for name in "ab":
        assert [line["number"] for line in lines if line["writer"] == name] == list(range(1_000))


def test_a_lock_that_is_never_given_back_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "PATIENCE", 0.0)
    path = tmp_path / "events.jsonl"
    stream = opened(path)
    other = os.open(path, os.O_RDWR)
    assert take(other)
    stream.write("{}\n")
    os.close(other)
    stream.write("{}\n")
    stream.close()

    assert "another process has kept it locked" in stream.problem
    assert path.read_text() == ""


class TestPipes:
    def test_a_reader_gets_the_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe"
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        stream = opened(path)
        stream.write("{}\n")
        stream.close()

        assert os.read(reader, 100) == b"{}\n"
        os.close(reader)

    def test_nobody_is_waited_for(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe"
        os.mkfifo(path)

        with pytest.raises(WriteError, match="it is a pipe that nobody reads"):
            opened(path)

    def test_a_reader_that_goes_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe"
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        stream = opened(path)
        os.close(reader)
        stream.write("{}\n")
        stream.write("{}\n")
        stream.close()

        assert stream.problem == (
            "pipe: events could not be written: its reader has closed it; "
            "what the run did stands, and its events are not all there"
        )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_device_is_told() -> None:
    stream = opened(Path("/dev/full"))
    stream.write("{}\n")
    stream.close()

    assert "No space left on device" in stream.problem


@pytest.mark.parametrize("kind", ["short", "error"])
def test_a_full_disk_leaves_no_half_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    path = tmp_path / "events.jsonl"
    stream = opened(path)
    stream.write('{"whole": 1}\n')
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        written = write(descriptor, data[:4])
        if kind == "error":
            raise OSError(errno.ENOSPC, "No space left on device")
        return written

    monkeypatch.setattr(event_stream.os, "write", full)
    stream.write('{"half": 2}\n')
    stream.write('{"more": 3}\n')
    stream.close()

    assert path.read_text() == '{"whole": 1}\n'
    assert "room" in stream.problem or "space" in stream.problem


class TestWhatIsRefused:
    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(WriteError, match="events cannot be written there"):
            opened(tmp_path)

    def test_a_place_below_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")

        with pytest.raises(WriteError, match=r"File exists|Not a directory"):
            opened(tmp_path / "file" / "events.jsonl")

    @pytest.mark.parametrize("is_trusted", [True, False])
    def test_a_file_that_holds_something_else(self, tmp_path: Path, is_trusted: bool) -> None:
        path = tmp_path / "app.py"
        path.write_text("import os\n")

        with pytest.raises(WriteError, match="something else than events"):
            opened(path, is_trusted=is_trusted)
        assert path.read_text() == "import os\n"

    def test_links_of_a_project(self, tmp_path: Path) -> None:
        """What was typed may be a link; what a checkout brings may not lead anywhere."""
        (tmp_path / "victim").write_text("{}\n")
        (tmp_path / "link").symlink_to("victim")
        os.link(tmp_path / "victim", tmp_path / "second")

        (tmp_path / "nowhere").symlink_to("gone")
        for name, reason in (("link", "it is a link"), ("nowhere", "it is a link"), ("second", "it has a second name")):
            with pytest.raises(WriteError, match=reason):
                opened(tmp_path / name, is_trusted=False)
        assert not (tmp_path / "gone").exists()
        opened(tmp_path / "link").close()
        assert (tmp_path / "victim").read_text() == "{}\n"

    def test_a_pipe_of_a_project(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")

        with pytest.raises(WriteError, match="not a regular file"):
            opened(tmp_path / "pipe", is_trusted=False)


class Broken(io.StringIO):
    def write(self, _text: str) -> int:
        raise BrokenPipeError


def test_standard_output_takes_lines(capsys: pytest.CaptureFixture[str]) -> None:
    stream = PrintedStream()
    stream.write("{}\n")
    stream.close()

    assert capsys.readouterr().out == "{}\n"


def test_standard_output_that_nobody_reads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = PrintedStream()
    monkeypatch.setattr(sys, "stdout", Broken())
    stream.write("{}\n")
    stream.write("{}\n")

    assert stream.problem.startswith("standard output: events could not be written: its reader has closed it")
