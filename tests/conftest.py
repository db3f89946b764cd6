"""What all tests have in common."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tdomcheck.edges import here

settings.register_profile("patient", parent=settings.default, deadline=None)  # a busy machine finds no bugs
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine changes nothing: what is short stays in this process, and no alarm rings in a callback."""
    monkeypatch.setattr(here, "SECONDS", 60.0)
