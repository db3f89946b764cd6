"""How far a run has come, as a terminal shows it."""

from __future__ import annotations

import io

import pytest

from tdomcheck.app import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal, and a clock that ticks two seconds whenever it is asked."""
    terminal, ticks = Terminal(), iter(range(0, 1000, 2))
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("time.monotonic", lambda: float(next(ticks)))
    return terminal


def test_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal_of(monkeypatch)
    progress.begin(400, is_shown=True)
    progress.advance()
    assert shown.getvalue() == "\r1 of 400 files, 0.5 a second, 13:18 minutes left\033[K"
    for _ in range(399):
        progress.advance()
    assert shown.getvalue().endswith("\r400 of 400 files, 0.5 a second, 0 s left\033[K")
    progress.end()
    assert shown.getvalue().endswith("\r\033[K")


def test_nothing_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal_of(monkeypatch)
    progress.begin(1, is_shown=False)
    progress.advance()
    progress.end()
    assert not shown.getvalue()
