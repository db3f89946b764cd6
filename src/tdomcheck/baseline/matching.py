"""Which findings a baseline accepts, and which of its entries nothing needs any more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias

from tdomcheck.baseline.entries import Baseline, BaselineKey
from tdomcheck.values import dataclass

_MOST_PLACES = 100
"""Files or entries that are asked whether one of them is meant: where there are more, it is everywhere."""


KeysByPath: TypeAlias = Mapping[str, Counter[BaselineKey]]
"""What a file has or had, each key without its path."""


@dataclass(frozen=True, slots=True)
class Matching:
    """What came of a comparison."""

    matched: frozenset[int]
    """Indices of the findings that are accepted."""
    unused: Mapping[str, int]
    """Entries that no finding needs as they are, with their number."""
    moved: Mapping[str, str]
    """From the path of an entry whose file is gone to the one where its findings are now."""
    lessened: tuple[tuple[str, str], ...] = ()
    """Of unused entries that name more than there is now, what is left of them."""


def match(
    baseline: Baseline,
    keys: Sequence[BaselineKey],
    is_gone: Callable[[str], bool],
    follow: Callable[[KeysByPath, KeysByPath], Mapping[str, str]],
) -> Matching:
    """Compare findings with a baseline; as many are accepted as it has entries of the kind.

    `follow` says where files that are gone went, of what they had and what is nowhere accepted."""
    left = dict(baseline.counts)
    rest = {index: key for index, key in enumerate(keys) if not _uses(key.line, left)}
    unused = _remaining(left)
    moved = _moved(unused, rest.values(), is_gone, follow) if rest and unused else {}
    rest = {index: key for index, key in rest.items() if not _takes_over(key, moved, unused)}
    unused = _remaining(unused)
    lessened = dict(_lessened(rest, unused, moved)) if rest and unused else {}
    matched = frozenset(index for index in range(len(keys)) if index not in rest or index in lessened)
    return Matching(matched, unused, moved, tuple(lessened.values()))


def _remaining(left: Mapping[str, int]) -> dict[str, int]:
    """Without the entries of which none is left."""
    return {line: count for line, count in left.items() if count}


def _uses(line: str, left: dict[str, int]) -> bool:
    """Whether an entry is left, which is used then."""
    count = left.get(line, 0)
    if count:
        left[line] = count - 1
    return bool(count)


def _lessened(
    rest: Mapping[int, BaselineKey], unused: Mapping[str, int], moved: Mapping[str, str]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Findings that say of fewer names what an entry accepts, each with the entry and what is left of it."""
    larger = _by_place(unused, moved)
    left = dict(unused)
    for index, key in rest.items():
        lines = larger.get(key.place, [])[:_MOST_PLACES]
        line = next((line for line in lines if left[line] and _covers(line, key)), "")
        if line:
            left[line] -= 1
            yield index, (line, key.line)


def _by_place(unused: Mapping[str, int], moved: Mapping[str, str]) -> Mapping[BaselineKey, list[str]]:
    """Entries by all but the names that they accept."""
    places: dict[BaselineKey, list[str]] = defaultdict(list)
    for line, count in unused.items():
        key = BaselineKey.of_line(line)
        if count and key.names:
            places[key._replace(path=moved.get(key.path, key.path)).place].append(line)
    return places


def _covers(line: str, key: BaselineKey) -> bool:
    """Whether an entry accepts what a finding names, and more."""
    return bool(key.names) and key.names < BaselineKey.of_line(line).names


def _takes_over(key: BaselineKey, moved: Mapping[str, str], unused: dict[str, int]) -> bool:
    """Whether a finding is one of those that a file had before it moved; the entry is used then."""
    return any(_uses(key._replace(path=old).line, unused) for old, new in moved.items() if new == key.path)


def _moved(
    unused: Mapping[str, int],
    fresh: Iterable[BaselineKey],
    is_gone: Callable[[str], bool],
    follow: Callable[[KeysByPath, KeysByPath], Mapping[str, str]],
) -> Mapping[str, str]:
    """For each file that is gone where it went."""
    lost: dict[str, Counter[BaselineKey]] = defaultdict(Counter)
    gone: dict[str, bool] = {}
    for line, count in unused.items():
        key = BaselineKey.of_line(line)
        if key.path not in gone:
            gone[key.path] = is_gone(key.path)
        if gone[key.path]:
            lost[key.path][key._replace(path="")] += count
    found: dict[str, Counter[BaselineKey]] = defaultdict(Counter)
    for key in fresh if lost else ():
        found[key.path][key._replace(path="")] += 1
    return follow(lost, found) if lost else {}


def likeliest(lost: KeysByPath, found: KeysByPath) -> Mapping[str, str]:
    """For each file that is gone the one other file that has most of what it had, and that no other one claims."""
    left = {path: Counter(keys) for path, keys in found.items()}
    moved: dict[str, str] = {}
    for _, _, old, new in sorted(_pairs(lost, left)):
        if old not in moved and lost[old] & left[new]:
            moved[old] = new
            left[new] -= lost[old]
    return moved


def _pairs(lost: KeysByPath, found: KeysByPath) -> Iterator[tuple[int, int, str, str]]:
    """Files that are gone beside those that have something of theirs, the likeliest first: most, then most alike."""
    by_key: dict[BaselineKey, list[str]] = defaultdict(list)
    for new, keys in found.items():
        for key in keys:
            by_key[key].append(new)
    for old, keys in lost.items():
        votes: Counter[str] = Counter()
        for key, count in keys.items():
            for new in by_key.get(key, ())[:_MOST_PLACES]:
                votes[new] += min(count, found[new][key])
        for new, number in votes.items():
            yield -number, -_common_end(old, new), old, new


def _common_end(one: str, other: str) -> int:
    """How many parts two paths end with alike."""
    pairs = zip(reversed(one.split("/")), reversed(other.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def renamed(counts: Mapping[str, int], moved: Mapping[str, str]) -> dict[str, int]:
    """Entries with the paths that their files have now."""
    if not moved:
        return dict(counts)
    found: dict[str, int] = {}
    for line, count in counts.items():
        key = BaselineKey.of_line(line)
        now = key._replace(path=moved.get(key.path, key.path)).line
        found[now] = found.get(now, 0) + count
    return found
