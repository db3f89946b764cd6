"""What all tests have in common."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

from tdomcheck.edges import here

settings.register_profile("patient", parent=settings.default, deadline=None)  # a busy machine finds no bugs
settings.load_profile("patient")

# what starts the tests may ignore signals (nohup, a background job, some runners of CI), and processes inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)
for _number in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine changes nothing: what is short stays in this process, and no alarm rings in a callback."""
    monkeypatch.setattr(here, "SECONDS", 60.0)
