"""How far a run has come: shown on a terminal, and told when it is interrupted."""

from __future__ import annotations

import sys
import time

AFTER_SECONDS = 1.0


class Progress:
    """Counts files; draws nothing before a second has passed, and nothing at all off a terminal."""

    done = 0
    total = 0
    is_shown = False
    started = 0.0
    drawn = 0.0
    written = 0
    restored = 0


def begin(total: int, *, is_shown: bool) -> None:
    """Start counting."""
    Progress.done, Progress.total = 0, total
    Progress.is_shown = is_shown and sys.stderr.isatty()
    Progress.started = Progress.drawn = time.monotonic()


def advance() -> None:
    """One file more."""
    Progress.done += 1
    now = time.monotonic()
    if Progress.is_shown and now - Progress.started > AFTER_SECONDS and now - Progress.drawn > 0.1:
        Progress.drawn = now
        sys.stderr.write(f"\r{_told(Progress.done, Progress.total, now - Progress.started)}\033[K")
        sys.stderr.flush()


def _told(done: int, total: int, seconds: float) -> str:
    """How far it is, how fast, and how long it still takes if it goes on like this."""
    left = round((total - done) * seconds / done)
    minutes = f"{left // 60}:{left % 60:02} minutes" if left >= 60 else f"{left} s"
    rate = done / seconds
    return f"{done:,} of {total:,} files, {rate:,.{0 if rate >= 10 else 1}f} a second, {minutes} left"


def end() -> None:
    """Take the line away."""
    if Progress.is_shown and Progress.drawn > Progress.started:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def wrote(files: int) -> None:
    """Files have their new content for good."""
    Progress.written += files


def restored(files: int) -> None:
    """Files have their old content again."""
    Progress.restored += files


def interruption() -> str:
    """What an interrupted run says: what it did, not only what it did not."""
    if Progress.restored:
        return f"interrupted: {_files(Progress.restored)} restored before that; every file is whole"
    if Progress.written:
        was = f"{_files(Progress.written)} written before that"
        return f"interrupted: {was}, and tdomcheck fix --undo takes it back; every file is whole"
    if not Progress.total:
        return "interrupted: no file was touched"
    return f"interrupted: {Progress.done:,} of {Progress.total:,} files were checked; every file is whole"


def _files(count: int) -> str:
    return "1 file was" if count == 1 else f"{count:,} files were"
