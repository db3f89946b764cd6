"""The counter that linear times are proved with counts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from counting import opcodes


def test_more_work_is_more_instructions() -> None:
    small, large = (opcodes(lambda count=count: sum(number for number in range(count))) for count in (10, 100))
    assert 0 < 5 * small < large


def test_work_without_instructions_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "settrace", lambda _: None)
    with pytest.raises(AssertionError, match="no instruction was counted"):
        opcodes(lambda: None)


def test_the_first_count_of_a_process_is_like_the_second() -> None:
    """Python 3.12 counted none the first time."""
    work = "lambda: sorted('abc', key=lambda x: x)"
    code = f"from counting import opcodes; print(opcodes({work}), opcodes({work}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
    )
    first, second = map(int, done.stdout.split())
    assert first == second > 0
