"""What cached answers are kept under: with the parser the sentences of a syntax error change."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import tdomcheck
from tdomcheck.catalog.manifest import CHANGING, source_files, sources_stamp
from tdomcheck.edges.snapshot import key_of

HOME = Path(tdomcheck.__file__).resolve().parent


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


def test_what_only_changes_files_is_not_watched_and_nothing_that_finds_uses_it() -> None:
    watched = {Path(path).resolve() for path in source_files((), "")}
    assert HOME / "lint" / "analyse.py" in watched
    assert HOME / "rewrite" / "migrations" / "components.py" in watched, "rules take their fixes from it"
    for room in CHANGING:
        assert (HOME / room).is_dir()
        assert not [path for path in watched if path.is_relative_to(HOME / room)]
    finding = [HOME / name for name in ("lint", "facts", "authoring", "source", "edits", "rewrite", "app/passes")]
    names = [f"tdomcheck.{room.replace('/', '.')}" for room in CHANGING]
    paths = {*Path(HOME.parents[1], "rules").glob("*.py"), *(path for each in finding for path in each.rglob("*.py"))}
    for path in paths - {HOME / "authoring" / "codemods.py"}:  # what is there for codemods only
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)], path
