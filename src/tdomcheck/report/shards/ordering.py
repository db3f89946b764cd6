"""Whether reports are those of all shards of one run, each once; and what all of them say, in order."""

from __future__ import annotations

import typing as t
from collections.abc import Hashable, Sequence

from tdomcheck.model.shard import Shard
from tdomcheck.report.escape import visible
from tdomcheck.report.shards.shapes import NotMergeable


class OfShard(t.Protocol):
    """What every kind of report says of its shard."""

    @property
    def shard(self) -> Shard: ...
    @property
    def version(self) -> str: ...
    @property
    def configuration(self) -> str: ...


_Report = t.TypeVar("_Report")
_Item = t.TypeVar("_Item", bound=Hashable)


def in_order(named: Sequence[tuple[str, OfShard, _Report]]) -> list[tuple[str, _Report]]:
    """The reports by the number of their shard; raises NotMergeable where they are not all shards of one run."""
    first, record, _ = named[0]
    seen: dict[int, str] = {}
    for name, other, _ in named:
        _check_same(first, record, name, other)
        earlier = seen.setdefault(other.shard.number, name)
        if earlier != name:
            raise NotMergeable(f"shard {other.shard} is there twice: {earlier} and {name}")
    count = record.shard.count
    missing = [f"{number}/{count}" for number in range(1, count + 1) if number not in seen]
    if missing:
        shown = ", ".join(missing[:10]) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
        noun, verb = ("shard", "is") if len(missing) == 1 else ("shards", "are")
        raise NotMergeable(f"{noun} {shown} {verb} missing; name the reports of all {count}")
    return [(name, report) for name, _, report in sorted(named, key=lambda each: each[1].shard.number)]


def _check_same(first: str, record: OfShard, name: str, other: OfShard) -> None:
    """Raise NotMergeable where two shards are not of one run."""
    versions = f"{first} is of tdomcheck {visible(record.version)}, and {name} of {visible(other.version)}"
    differences = (
        (record.shard.count != other.shard.count, f"{first} is shard {record.shard}, and {name} is {other.shard}"),
        (record.version != other.version, f"{versions}: run all shards with one version"),
        (
            record.configuration != other.configuration,
            f"{first} and {name} were asked for different things: files, options or configuration are not the same",
        ),
    )
    for is_different, sentence in differences:
        if is_different:
            raise NotMergeable(sentence)


def woven(lists: Sequence[Sequence[_Item]]) -> tuple[_Item, ...]:
    """All that any shard says, each once, in the order in which they say it."""
    following: dict[_Item | None, _Item | None] = {None: None}
    for items in lists:
        place: _Item | None = None
        for item in items:
            if item not in following:
                following[item], following[place] = following[place], item
            place = item
    found: list[_Item] = []
    upcoming = following[None]
    while upcoming is not None:
        found.append(upcoming)
        upcoming = following[upcoming]
    return tuple(found)
