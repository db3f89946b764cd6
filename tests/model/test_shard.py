"""Which shard a file is of: evenly, and whatever other files there are."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.model.shard import MOST_SHARDS, Shard, owner_of

APPS = ("accounts", "basket", "billing", "catalogue", "checkout", "delivery", "offers", "reviews", "search", "stock")
ROLES = ("__init__", "models", "views", "forms", "services", "components", "templates", "urls", "admin", "signals")
KINDS = ("", "tests/test_", "migrations/0001_", "migrations/0002_", "components/parts/")
TREE = [f"src/shop/{app}/{kind}{role}.py" for app, kind, role in product(APPS, KINDS, ROLES)]
"""Names as a real project has them: long common beginnings and ends, and numbers that count up."""
NUMBERED = [f"pkg/module_{number:04}.py" for number in range(1_000)]


@pytest.mark.parametrize("count", range(2, 17))
@pytest.mark.parametrize("names", [pytest.param(TREE, id="tree"), pytest.param(NUMBERED, id="numbered")])
def test_no_shard_is_half_as_large_again_as_the_mean(names: list[str], count: int) -> None:
    names = names * 2 if len(names) < 50 * count else names
    names = [f"{index // 500}/{name}" for index, name in enumerate(names)]
    owners = [owner_of(name, count) for name in names]
    sizes = [owners.count(number) for number in range(1, count + 1)]
    mean = len(names) / count
    assert mean >= 50
    assert sum(sizes) == len(names)
    assert max(sizes) / mean <= 1.5


names_of_files = st.text(st.characters(codec=None), min_size=1, max_size=30)


@given(names_of_files, st.integers(1, MOST_SHARDS))
def test_a_file_is_of_one_shard(name: str, count: int) -> None:
    assert [number for number in range(1, count + 1) if Shard(number, count).owns(name)] == [owner_of(name, count)]


@given(names_of_files, st.integers(1, 40))
def test_one_shard_more_takes_files_and_moves_none_between_the_others(name: str, count: int) -> None:
    assert owner_of(name, count + 1) in {owner_of(name, count), count + 1}


def test_the_deal_is_the_same_on_every_machine() -> None:
    assert [owner_of(name, 4) for name in TREE[:8]] == [1, 3, 2, 4, 2, 2, 1, 2]


@pytest.mark.parametrize("text", ["1/1", "2/3", "256/256"])
def test_a_shard_is_read_as_it_is_written(text: str) -> None:
    assert str(Shard.of(text)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0/3", "the shards of 3 are 1/3 to 3/3"),
        ("4/3", "the shards of 3 are 1/3 to 3/3"),
        ("a/b", "write I/N, as in 1/4"),
        ("", "write I/N"),
        ("1", "write I/N"),
        ("1/2/3", "write I/N"),
        ("-1/3", "write I/N"),
        ("1/3\n", "write I/N"),
        ("\u0661/\u0663", "write I/N"),
        ("1/0", "there may be 1 to 256 shards"),
        ("1/999999", "there may be 1 to 256 shards"),
        (f"1/{'9' * 10_000}", "write I/N"),
    ],
)
def test_any_other_text_is_refused_with_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Shard.of(text)
