"""Short work in this process: what comes in time, and nothing that does not."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time

import pytest

from tdomcheck.edges import here
from tdomcheck.edges.here import answers_here


def test_the_answers_are_those_of_the_work() -> None:
    assert answers_here(len, ["", "a", "ab"]) == {0: 0, 1: 1, 2: 2}


def test_what_raises_has_no_answer() -> None:
    assert answers_here(lambda number: 6 // number, [1, 0, 2]) == {0: 6, 2: 3}


def test_an_interrupt_is_one() -> None:
    def work(_item: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        answers_here(work, [1])


@pytest.mark.skipif(sys.gettrace() is not None, reason="what is traced is not interrupted")
def test_what_takes_too_long_is_given_up_and_all_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here, "SECONDS", 0.05)

    def work(number: int) -> int:
        while number == 1:
            with contextlib.suppress(Exception):  # as a careless rule might
                time.sleep(0.01)
        return number

    assert answers_here(work, [0, 1, 2]) == {0: 0}


def test_what_is_traced_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt within coverage, or within a debugger, leaves their locks closed."""
    monkeypatch.setattr(here, "SECONDS", 0.01)

    def work(number: int) -> int:
        time.sleep(0.03)
        return number

    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        assert answers_here(work, [0, 1]) == {0: 0, 1: 1}
    finally:
        sys.settrace(before)


def test_the_alarm_of_others_is_theirs_again() -> None:
    before = signal.getsignal(signal.SIGALRM)
    answers_here(len, ["a"])

    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_where_nobody_could_interrupt_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(answers_here(len, ["a"])))
    thread.start()
    thread.join()
    monkeypatch.delattr(signal, "setitimer")

    assert found == [{}]
    assert answers_here(len, ["a"]) == {}
