"""Which fixes go together, whether they kept their promise, and patches that git takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.model import Edit, Finding, Fix, Safety, Severity, Span
from tdomcheck.rewrite.choose import applicable, choose
from tdomcheck.rewrite.patch import unified_diff
from tdomcheck.rewrite.verify import Moves, broken_promise


def finding(
    *edits: tuple[int, int], code: str = "TDC101", message: str = "m", safety: Safety = Safety.SAFE,
    severity: Severity = Severity.WARNING, span: tuple[int, int] | None = None,
) -> Finding:  # fmt: skip
    fix = Fix("x", tuple(Edit(start, end, "x") for start, end in edits), safety) if edits else None
    place = Span(*(span or (edits[0] if edits else (0, 1))))
    return Finding("a.py", place, code, "slug", message, severity, fix)


def test_fixes_that_are_apart_go_together() -> None:
    some = [finding((0, 2)), finding((3, 5)), finding((6, 6))]
    assert choose(some[::-1]).applied == tuple(some)
    assert choose(some).waiting == ()


@pytest.mark.parametrize(("first", "second"), [((0, 5), (3, 6)), ((0, 5), (5, 6)), ((0, 9), (3, 4)), ((2, 2), (2, 2))])
def test_fixes_that_touch_wait_for_the_first(first: tuple[int, int], second: tuple[int, int]) -> None:
    one, two = finding(first, message="one"), finding(second, message="two")
    choice = choose([two, one])
    assert choice.applied == (one,)
    assert choice.waiting == ((two, one),)


def test_a_fix_is_applied_whole_or_not_at_all() -> None:
    one, two = finding((0, 1)), finding((5, 6), (0, 1), message="two")
    choice = choose([two, one])
    assert len(choice.applied) == len(choice.waiting) == 1


edits = st.tuples(st.integers(0, 30), st.integers(0, 4)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(st.lists(st.lists(edits, min_size=1, max_size=3, unique=True), max_size=12))
def test_no_two_applied_fixes_ever_touch(groups: list[list[tuple[int, int]]]) -> None:
    some = [finding(*group, message=str(number)) for number, group in enumerate(groups)]
    choice = choose(some)
    assert len(choice.applied) + len(choice.waiting) == len(some)
    assert choose(some[::-1]) == choice
    taken = [(number, Span(e.start, e.end)) for number, f in enumerate(choice.applied) if f.fix for e in f.fix.edits]
    assert not any(a.touches(b) for one, a in taken for two, b in taken if one != two)


def test_what_may_be_applied() -> None:
    safe, unsafe, none = finding((0, 1)), finding((2, 3), safety=Safety.UNSAFE), finding()
    assert applicable([unsafe, none, safe], lambda _: True, takes_unsafe=False) == [safe]
    assert applicable([unsafe, none, safe], lambda _: True, takes_unsafe=True) == [safe, unsafe]
    assert applicable([unsafe, none, safe], lambda _: False, takes_unsafe=True) == []


@pytest.mark.parametrize(
    ("span", "expected"),
    [((0, 2), (0, 2)), ((10, 12), (13, 15)), ((5, 6), (5, 9)), ((4, 8), (4, 11)), ((0, 4), (0, 4))],
)
def test_places_move_with_the_edits(span: tuple[int, int], expected: tuple[int, int]) -> None:
    moves = Moves([Edit(5, 6, "four")], [4])
    assert moves.moved(Span(*span)) == Span(*expected)


@given(st.lists(st.integers(0, 20), max_size=6, unique=True), st.text("ab", max_size=4), st.integers(0, 20))
def test_a_byte_that_stays_is_found_again(places: list[int], text: str, index: int) -> None:
    places.sort()
    some = [Edit(start, end, text) for start, end in zip(places[::2], places[1::2], strict=False)]
    if any(edit.start <= index < edit.end for edit in some):
        return
    data = bytes(range(100, 121))
    after, position = b"", 0
    for edit in some:
        after += data[position : edit.start] + edit.text.encode()
        position = edit.end
    after += data[position:]
    moved = Moves(some, [len(edit.text) for edit in some]).moved(Span(index, index + 1))
    assert data[index : index + 1] in after[moved.start : moved.end]


NOWHERE = Moves([], [])


def test_a_promise_that_is_kept() -> None:
    one, other = finding((0, 1)), finding((5, 6), code="TDC102")
    assert broken_promise([one], [one, other], [other], NOWHERE) == ""
    warning = finding((9, 10), code="TDC103")
    assert broken_promise([one], [one], [warning], NOWHERE) == ""
    known = finding((9, 10), code="TDC103", severity=Severity.ERROR)
    assert broken_promise([one], [one, known], [known], NOWHERE) == ""


def test_a_finding_that_stays_breaks_the_promise() -> None:
    one = finding((0, 1))
    assert "did not go away" in broken_promise([one], [one], [one], NOWHERE)


OUTER, INNER = finding((0, 11)), finding((4, 10))
"""`old(old(1))`"""


@pytest.mark.parametrize(
    ("applied", "before", "after"),
    [
        ([OUTER], [OUTER, INNER], [INNER]),
        ([INNER], [OUTER, INNER], [OUTER]),
        ([OUTER, INNER], [OUTER, INNER], []),
        ([OUTER], [OUTER, INNER, finding((11, 12))], [INNER, finding((11, 12))]),
        ([finding((0, 3))], [finding((0, 3)), finding((5, 6))], [finding((5, 6))]),
    ],
    ids=["the outer", "the inner", "both", "with a third", "apart"],
)
def test_another_match_around_or_inside_is_not_the_one_that_was_fixed(
    applied: list[Finding], before: list[Finding], after: list[Finding]
) -> None:
    assert broken_promise(applied, before, after, NOWHERE) == ""


@pytest.mark.parametrize(
    ("applied", "before", "after"),
    [
        ([OUTER], [OUTER, INNER], [OUTER, INNER]),
        ([INNER], [OUTER, INNER], [INNER, OUTER]),
        ([OUTER, INNER], [OUTER, INNER], [OUTER]),
        ([OUTER], [OUTER], [OUTER, INNER]),
        ([OUTER], [OUTER, finding((20, 21))], [OUTER]),
        ([OUTER], [OUTER, finding((4, 10), message="another")], [OUTER]),
    ],
    ids=["nothing", "nothing inside", "one of two", "one more", "one far away went", "another kind went"],
)
def test_a_fix_among_others_that_does_nothing_breaks_its_promise(
    applied: list[Finding], before: list[Finding], after: list[Finding]
) -> None:
    assert "did not go away" in broken_promise(applied, before, after, NOWHERE)


def test_a_new_error_breaks_the_promise() -> None:
    one, error = finding((0, 1)), finding((9, 10), code="TDC103", severity=Severity.ERROR)
    assert "TDC103" in broken_promise([one], [one], [error], NOWHERE)
    assert "TDC103" in broken_promise([one], [one, error], [error, error], NOWHERE)


NAMES = ["a.py", "with space.py", "é.py", 'quo"te.py', "back\\slash.py", "tab\there.py", "new\nline.py", "pkg/a.py"]
CONTENTS = [
    (b"a\nb\nc\n", b"a\nB\nc\n"),
    (b"a", b"b"),
    (b"a\n", b"a"),
    (b"a", b"a\n"),
    (b"", b"new\n"),
    (b"a\r\nb\r\n", b"a\r\nc\r\n"),
    (b"a\rb\rc", b"a\rB\rc"),
    (b"x\n" * 50 + b"y\n" + b"x\n" * 50, b"x\n" * 50 + b"z\n" + b"x\n" * 50 + b"w\n"),
    (b"\xe9\n", b"\xe8\n"),
    (b"\x0c\nx\n", b"\x0c\ny\n"),
    (b"\xef\xbb\xbfx\n", b"\xef\xbb\xbfy\n"),
]


def applied_by_git(folder: Path, name: str, before: bytes, after: bytes) -> bytes:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(before)
    patch = unified_diff(name, before, after).encode("utf-8", "surrogateescape")
    found = subprocess.run(
        ["git", "apply", "-p1", "-"], cwd=folder, input=patch, capture_output=True, check=False,
        env={"GIT_CEILING_DIRECTORIES": str(folder), "PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(folder)},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    return path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_git_takes_patches_of_any_name(tmp_path: Path, name: str) -> None:
    assert applied_by_git(tmp_path, name, b"a\n", b"b\n") == b"b\n"


@pytest.mark.parametrize(("before", "after"), CONTENTS)
def test_git_takes_patches_of_any_content(tmp_path: Path, before: bytes, after: bytes) -> None:
    assert applied_by_git(tmp_path, "a.py", before, after) == after


def test_no_difference_is_no_hunk() -> None:
    assert "@@" not in unified_diff("a.py", b"a\n", b"a\n")
