"""Short work in this process: what comes in time, and nothing that does not."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator

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


UNTRACED = pytest.mark.skipif(sys.gettrace() is not None, reason="what is traced is not interrupted")


@pytest.fixture
def _signals() -> Iterator[None]:
    """Handlers and timer are as they were."""
    numbers = (signal.SIGALRM, signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number, handler in before.items():
        signal.signal(number, handler)


@UNTRACED
@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_that_comes_with_the_alarm_is_not_lost(number: signal.Signals) -> None:
    """As both do at the end of a parse, of which Python handles no signal.

    Raised in this thread: what a process is sent may reach another thread of pytest, and from there this one too late.
    """
    signal.signal(number, signal.default_int_handler)
    begun: list[int] = []

    def work(item: int) -> None:
        begun.append(item)
        try:
            signal.pthread_sigmask(signal.SIG_BLOCK, {number, signal.SIGALRM})
            signal.raise_signal(number)
            signal.raise_signal(signal.SIGALRM)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number, signal.SIGALRM})

    with pytest.raises(KeyboardInterrupt) as raised:
        answers_here(work, [0, 1])
    assert raised.type is KeyboardInterrupt
    assert begun == [0]


@UNTRACED
@pytest.mark.usefixtures("_signals")
def test_an_interrupt_passes_what_handles_another_exception() -> None:
    def work(_item: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            try:
                _ = {}["a"]  # type: ignore[var-annotated]
            except KeyError:
                signal.raise_signal(signal.SIGALRM)

    with pytest.raises(KeyboardInterrupt) as raised:
        answers_here(work, [0])
    assert raised.type is KeyboardInterrupt


@UNTRACED
@pytest.mark.usefixtures("_signals")
def test_an_alarm_alone_is_no_interrupt() -> None:
    def work(_item: object) -> None:
        try:
            int("a")
        except ValueError:
            signal.raise_signal(signal.SIGALRM)

    assert answers_here(work, [0]) == {}


@UNTRACED
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_that_python_drops_rings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here, "AGAIN", 0.02)

    class Dropping:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGALRM)

    def work(_item: object) -> str:
        Dropping()
        for _ in range(1_000):
            time.sleep(0.01)
        return "nobody rang"

    monkeypatch.setattr(here, "SECONDS", 0.02)
    assert answers_here(work, [0]) == {}


@UNTRACED
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


@pytest.mark.usefixtures("_signals")
def test_a_timer_of_others_goes_on_with_less_to_go() -> None:
    """As `alarm 4` before an `exec` sets one, or pytest-timeout."""

    def handler(*_: object) -> None: ...

    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 1_000, 7)
    answers_here(time.sleep, [0.01])

    left, interval = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left < 999.995
    assert interval == 7
    assert signal.getsignal(signal.SIGALRM) is handler


@pytest.mark.usefixtures("_signals")
def test_a_timer_of_others_that_ran_out_meanwhile_rings_afterwards() -> None:
    rung: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.01)

    assert answers_here(lambda _: time.sleep(0.03), [0, 1]) == {0: None, 1: None}
    time.sleep(0.05)
    assert rung == [signal.SIGALRM]


def test_where_the_handler_could_not_be_put_back_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda _: None)

    assert answers_here(len, ["a"]) == {}


def test_where_nobody_could_interrupt_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(answers_here(len, ["a"])))
    thread.start()
    thread.join()
    monkeypatch.delattr(signal, "setitimer")

    assert found == [{}]
    assert answers_here(len, ["a"]) == {}
