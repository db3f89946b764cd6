"""Which findings a baseline accepts: as many as it has entries of the kind, wherever their lines are by now."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.baseline.entries import Baseline, BaselineKey, counted
from tdomcheck.baseline.matching import likeliest, match, renamed

KEYS = st.builds(
    BaselineKey, st.sampled_from("AB"), st.sampled_from(["a.py", "b.py"]), st.sampled_from(["", "f"]), st.just("0")
)


def key(path: str, scope: str = "f", code: str = "A", fingerprint: str = "0") -> BaselineKey:
    return BaselineKey(code, path, scope, fingerprint)


def there(_: str) -> bool:
    return False


def gone(path: str) -> bool:
    return path.startswith("old")


@given(st.lists(KEYS, max_size=12), st.lists(KEYS, max_size=12))
def test_it_is_the_intersection_of_two_bags(entries: list[BaselineKey], found: list[BaselineKey]) -> None:
    matching = match(Baseline(counted(entries)), found, there, likeliest)
    common = Counter(entries) & Counter(found)
    assert Counter(found[index] for index in matching.matched) == common
    assert sum(matching.unused.values()) == len(entries) - common.total()


def test_a_swap_is_seen() -> None:
    matching = match(Baseline(counted([key("a.py", "f")])), [key("a.py", "g")], there, likeliest)
    assert not matching.matched
    assert list(matching.unused) == [key("a.py", "f").line]


def test_a_file_that_moved_takes_its_entries_along() -> None:
    entries = [key("old.py"), key("old.py", "g"), key("a.py")]
    found = [key("new.py"), key("new.py", "g"), key("a.py")]
    matching = match(Baseline(counted(entries)), found, gone, likeliest)
    assert matching.matched == {0, 1, 2}
    assert matching.moved == {"old.py": "new.py"}
    assert not matching.unused
    assert set(renamed(counted(entries), matching.moved)) == set(counted(found))


def test_it_moved_to_one_place_and_not_to_several() -> None:
    entries = [key("old.py"), key("old.py", "g"), key("old.py", "h")]
    found = [key("new.py"), key("new.py", "g"), key("other.py", "h")]
    matching = match(Baseline(counted(entries)), found, gone, likeliest)
    assert matching.matched == {0, 1}
    assert list(matching.unused) == [key("old.py", "h").line]


def test_a_file_that_is_there_has_not_moved() -> None:
    matching = match(Baseline(counted([key("a.py")])), [key("new.py")], there, likeliest)
    assert not matching.matched
    assert not matching.moved


def test_two_files_that_became_one() -> None:
    entries = [key("old1.py"), key("old2.py")]
    matching = match(Baseline(counted(entries)), [key("new.py"), key("new.py")], gone, likeliest)
    assert matching.matched == {0, 1}
    assert renamed(counted(entries), matching.moved) == {key("new.py").line: 2}


def test_a_folder_of_files_that_are_alike_moves_one_by_one() -> None:
    entries = [key("old/m1.py"), key("old/m2.py"), key("old/m3.py")]
    found = [key("new/m2.py"), key("new/m3.py"), key("new/m1.py")]
    matching = match(Baseline(counted(entries)), found, gone, likeliest)
    assert matching.moved == {"old/m1.py": "new/m1.py", "old/m2.py": "new/m2.py", "old/m3.py": "new/m3.py"}
    assert matching.matched == {0, 1, 2}


def test_whoever_has_most_of_a_file_is_it() -> None:
    entries = [key("old/a.py"), key("old/a.py", "g"), key("old/b.py")]
    found = [key("new/x.py"), key("new/x.py", "g"), key("new/y.py")]
    assert match(Baseline(counted(entries)), found, gone, likeliest).moved == {
        "old/a.py": "new/x.py",
        "old/b.py": "new/y.py",
    }


def test_more_of_a_kind_than_there_were() -> None:
    assert match(Baseline(counted([key("a.py")])), [key("a.py"), key("a.py")], there, likeliest).matched == {0}


def test_nothing_moved() -> None:
    counts = counted([key("a.py")])
    assert renamed(counts, {}) == counts


def test_what_is_accepted_of_some_names_is_not_of_others() -> None:
    """A prop that has become required since is new, though the tag is the same."""
    entries = [key("a.py", fingerprint="0 alt")]
    for names in ("0 alt kind", "0 kind", "0", "1 alt"):
        matching = match(Baseline(counted(entries)), [key("a.py", fingerprint=names)], there, likeliest)
        assert not matching.matched, names
        assert matching.unused == counted(entries)


def test_what_is_mended_in_part_is_accepted_and_stale() -> None:
    entries = [key("a.py", fingerprint="0 alt kind"), key("old.py", fingerprint="0 alt kind")]
    found = [key("a.py", fingerprint="0 kind"), key("a.py", fingerprint="0 alt"), key("new.py", fingerprint="0 kind")]
    matching = match(Baseline(counted(entries)), found, gone, lambda _lost, _found: {"old.py": "new.py"})
    assert matching.matched == {0, 2}
    assert matching.unused == counted(entries)
    assert matching.lessened == ((entries[0].line, found[0].line), (entries[1].line, found[2].line))


def test_nobody_takes_over_what_does_not_follow() -> None:
    matching = match(Baseline(counted([key("old.py")])), [key("new.py")], gone, lambda _lost, _found: {})
    assert not matching.matched
