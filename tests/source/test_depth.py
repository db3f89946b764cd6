"""Room for what recurses is there as long as anybody needs it, and gone afterwards."""

from __future__ import annotations

import sys
from threading import Event, Thread

from tdomcheck.source.depth import FRAMES, room_for_depth


def test_it_is_as_before() -> None:
    before = sys.getrecursionlimit()
    with room_for_depth():
        assert sys.getrecursionlimit() == FRAMES
        with room_for_depth():
            assert sys.getrecursionlimit() == FRAMES
        assert sys.getrecursionlimit() == FRAMES
    assert sys.getrecursionlimit() == before


def test_threads_share_it() -> None:
    before = sys.getrecursionlimit()
    is_inside, may_leave = Event(), Event()

    def longer() -> None:
        with room_for_depth():
            is_inside.set()
            may_leave.wait(60)

    with room_for_depth():
        thread = Thread(target=longer)
        thread.start()
        is_inside.wait(60)
    assert sys.getrecursionlimit() == FRAMES, "the other one still needs it"
    may_leave.set()
    thread.join()
    assert sys.getrecursionlimit() == before
