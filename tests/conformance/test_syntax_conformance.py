"""What CPython 3.14 refuses is found on every release that tdomcheck runs on, and nothing else is."""

from __future__ import annotations

from syntax_rates import judged, rates


def test_what_python_refuses_is_found() -> None:
    assert rates().refused == 1_264
    assert rates().found >= 0.995 * rates().refused, [
        item.number for item in judged() if not item.is_valid and not item.codes
    ]


def test_it_is_found_at_the_line_or_beside_it() -> None:
    assert rates().beside >= 0.98 * rates().found, [
        item for item in judged() if not item.is_valid and item.codes and not item.is_beside
    ]


def test_what_python_takes_is_left_alone() -> None:
    assert rates().valid == 236
    assert [item.number for item in judged() if item.is_valid and item.codes] == []
