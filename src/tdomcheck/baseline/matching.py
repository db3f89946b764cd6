"""Which findings a baseline accepts, and which of its entries nothing needs any more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from tdomcheck.baseline.entries import Baseline, BaselineKey
from tdomcheck.values import dataclass

_MOST_PLACES = 100
"""Files that are asked whether they have what a file that is gone had: where there are more, it is everywhere."""


@dataclass(frozen=True, slots=True)
class Matching:
    """What came of a comparison."""

    matched: frozenset[int]
    """Indices of the findings that are accepted."""
    unused: Mapping[str, int]
    """Entries that no finding needs, with their number."""
    moved: Mapping[str, str]
    """From the path of an entry whose file is gone to the one where its findings are now."""


def match(baseline: Baseline, keys: Sequence[BaselineKey], is_gone: Callable[[str], bool]) -> Matching:
    """Compare findings with a baseline; as many are accepted as it has entries of the kind."""
    left = dict(baseline.counts)
    matched: set[int] = set()
    rest: list[int] = []
    for index, line in enumerate([key.line for key in keys]):
        count = left.get(line)
        if count:
            left[line] = count - 1
            matched.add(index)
        else:
            rest.append(index)
    unused = {line: count for line, count in left.items() if count}
    moved = _moved(unused, [keys[index] for index in rest], is_gone) if rest and unused else {}
    matched.update(index for index in (rest if moved else ()) if _takes_over(keys[index], moved, unused))
    return Matching(frozenset(matched), {line: count for line, count in unused.items() if count}, moved)


def _takes_over(key: BaselineKey, moved: Mapping[str, str], unused: dict[str, int]) -> bool:
    """Whether a finding is one of those that a file had before it moved; the entry is used then."""
    for old in (path for path, new in moved.items() if new == key.path):
        line = key._replace(path=old).line
        if unused.get(line, 0):
            unused[line] -= 1
            return True
    return False


def _moved(
    unused: Mapping[str, int], fresh: Iterable[BaselineKey], is_gone: Callable[[str], bool]
) -> Mapping[str, str]:
    """For each file that is gone the one other file that has most of what it had, and that no other one claims."""
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
    pairs = sorted(_pairs(lost, found))
    moved: dict[str, str] = {}
    for _, _, old, new in pairs:
        if old not in moved and lost[old] & found[new]:
            moved[old] = new
            found[new] -= lost[old]
    return moved


def _pairs(
    lost: Mapping[str, Counter[BaselineKey]], found: Mapping[str, Counter[BaselineKey]]
) -> Iterator[tuple[int, int, str, str]]:
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
