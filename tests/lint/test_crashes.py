"""Whose fault it is that a rule did not come to an end."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tdomcheck.errors import TookLongError
from tdomcheck.lint.crashes import is_fault


@pytest.fixture
def _ignored() -> Iterator[None]:
    """Ctrl-C comes to nothing, as in a worker, in what a script puts into the background, and under `nohup`."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_is_not_the_fault_of_a_rule() -> None:
    assert is_fault(ValueError())
    assert is_fault(SystemExit())
    assert not is_fault(KeyboardInterrupt())
    assert not is_fault(TookLongError())


@pytest.mark.usefixtures("_ignored")
def test_where_none_can_come_the_rule_has_raised_it() -> None:
    assert is_fault(KeyboardInterrupt())


@pytest.mark.usefixtures("_ignored")
def test_that_it_takes_long_here_is_never_its_fault() -> None:
    """It is asked again in a worker, where it has the time of a file."""
    assert not is_fault(TookLongError())
