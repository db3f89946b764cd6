"""What cached answers are kept under: with the parser the sentences of a syntax error change."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from tdomcheck.catalog.manifest import sources_stamp
from tdomcheck.edges.snapshot import key_of


def test_another_release_has_another_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = sources_stamp((), "")
    assert sources_stamp((), "") == stamp
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert sources_stamp((), "") != stamp


def test_another_implementation_has_another_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = sources_stamp((), "")
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(name="another"))
    assert sources_stamp((), "") != stamp


def test_an_interpreter_that_was_upgraded_in_its_place_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    key = key_of(["check"], {})
    assert key is not None
    monkeypatch.setattr(sys, "version", "another build")
    assert key_of(["check"], {}) != key
