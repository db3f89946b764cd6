"""Which findings a baseline accepts, and which of its entries nothing needs any more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from tdomcheck.baseline.entries import Baseline, BaselineKey
from tdomcheck.values import dataclass


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
    """For each file that is gone the one other file that has most of what it had."""
    lost: dict[BaselineKey, list[str]] = defaultdict(list)
    gone: dict[str, bool] = {}
    for key in map(BaselineKey.of_line, unused):
        if key.path not in gone:
            gone[key.path] = is_gone(key.path)
        if gone[key.path]:
            lost[key._replace(path="")].append(key.path)
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for key in fresh if lost else ():
        for old in lost.get(key._replace(path=""), ()):
            votes[old][key.path] += 1
    return {old: min(found, key=lambda new: (-found[new], new)) for old, found in sorted(votes.items())}


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
