"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from tdomcheck.regex import compile_all, regex


def test_it_does_what_a_pattern_does() -> None:
    lazy, real = regex(r"(?P<a>\d)+", re.IGNORECASE), re.compile(r"(?P<a>\d)+", re.IGNORECASE)

    assert (lazy.pattern, lazy.flags, lazy.groups) == (real.pattern, real.flags, real.groups)
    assert lazy.sub("x", "a12b3") == real.sub("x", "a12b3")
    assert [match.group() for match in lazy.finditer("12 3")] == ["12", "3"]
    assert lazy.fullmatch("x") is None


def test_bytes_are_fine() -> None:
    assert regex(rb"\d").search(b"a1").group() == b"1"  # type: ignore[union-attr]


def test_what_no_pattern_has_is_not_there() -> None:
    with pytest.raises(AttributeError):
        _ = regex("x").nonsense  # type: ignore[attr-defined]


def test_all_can_be_compiled_at_once() -> None:
    lazy = regex("x+")
    compile_all()

    assert "search" in vars(lazy)


def test_every_pattern_of_ours_is_one() -> None:
    """One that is none would be found out when it is first used."""
    import importlib
    import pkgutil

    import tdomcheck

    for module in pkgutil.walk_packages(tdomcheck.__path__, "tdomcheck."):
        if "__main__" not in module.name and not module.name.startswith("tdomcheck.fixit"):
            importlib.import_module(module.name)
    compile_all()
