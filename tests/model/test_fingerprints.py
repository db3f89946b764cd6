"""What makes a change or a failure the same one again."""

from __future__ import annotations

import pytest

from tdomcheck.model.fingerprints import (
    ChangedFile,
    diff_stats,
    failure_fingerprint,
    mutation_fingerprint,
    normalised,
    repository_state,
)
from tdomcheck.model.ledger import DiffStats

FILES = [
    ChangedFile("a.py", b"1\n2\n", b"1\n3\n4\n"),
    ChangedFile("b.py", None, b"x\n"),
    ChangedFile("c.py", b"y\n", None),
]


def test_lines_that_come_and_go_are_counted() -> None:
    assert diff_stats([]) == DiffStats()
    assert diff_stats(FILES) == DiffStats(3, 3, 2)
    assert diff_stats([ChangedFile("a", b"1\n2\n", b"2\n1\n")]) == DiffStats(1, 0, 0)


def test_the_same_change_is_the_same_in_any_order() -> None:
    stats = diff_stats(FILES)
    mark = mutation_fingerprint(FILES, stats, ("a.f", "a.g"))

    assert mutation_fingerprint(FILES[::-1], stats, ("a.g", "a.f", "a.f")) == mark
    assert mutation_fingerprint(FILES, stats, ("a.f",)) != mark
    assert mutation_fingerprint([*FILES[:2], ChangedFile("c.py", b"y\n", b"z\n")], stats, ("a.f", "a.g")) != mark


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('File "/home/me/shop/cards.py", line 12, in page', 'File "C:\\work\\shop\\cards.py", line 99, in page'),
        ("<object at 0x7f3a>", "<object at 0x7fff12>"),
        ("tests/test_a.py:12: AssertionError", "other/test_a.py:14: AssertionError"),
    ],
)
def test_frames_that_differ_by_machine_or_line_are_the_same(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


def test_frames_of_other_functions_are_not() -> None:
    assert normalised("in page") != normalised("in card")


def test_a_failure_is_that_of_its_tests_exception_stack_and_exit_code() -> None:
    mark = failure_fingerprint(["b", "a"], 1, exception="KeyError", stack=["x.py:1 in f"])

    assert failure_fingerprint(["a", "b"], 1, exception="KeyError", stack=["y/x.py:9 in f"]) == mark
    others = [
        failure_fingerprint(["a"], 1, exception="KeyError", stack=["x.py:1 in f"]),
        failure_fingerprint(["a", "b"], 2, exception="KeyError", stack=["x.py:1 in f"]),
        failure_fingerprint(["a", "b"], 1, exception="ValueError", stack=["x.py:1 in f"]),
        failure_fingerprint(["a", "b"], 1, exception="KeyError", stack=["x.py:1 in g"]),
    ]
    assert mark not in others


def test_the_state_of_a_repository_is_its_commit_and_what_its_files_hold() -> None:
    assert repository_state("c", [("a", b"1")]) == repository_state("c", [("a", b"1")])
    assert repository_state("c", [("a", b"1")]) != repository_state("d", [("a", b"1")])
