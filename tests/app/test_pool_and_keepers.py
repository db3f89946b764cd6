"""Workers that may die, and what is kept between runs: what goes wrong in either costs little."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from timely import ended

from tdomcheck.edges.cache import Cache, stamp_of
from tdomcheck.edges.files import write_report
from tdomcheck.edges.manifests import KEEP, UserKeeper
from tdomcheck.edges.pool import Death, run_in_workers
from tdomcheck.errors import WriteError

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def doubled(item: int) -> int:
    """Answers, or does what the number stands for."""
    if item == -1:
        os._exit(3)
    if item == -2:
        os.kill(os.getpid(), signal.SIGKILL)
    if item == -3:
        time.sleep(30)
    if item == -5:
        time.sleep(0.6)
    while item == -6:
        pass
    if item == -4:
        raise ValueError("no")
    return item * 2


def answers(items: list[int], jobs: int, seconds: float = 20.0) -> dict[int, int | Death]:
    return dict(run_in_workers(doubled, items, jobs, seconds))


@pytest.fixture
def opened() -> Iterator[Callable[..., Cache]]:
    """Opens caches that are closed when the test ends."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(contextlib.closing(Cache(*arguments)))


@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_every_item_is_answered_once(jobs: int, count: int) -> None:
    if count:
        assert answers(list(range(count)), jobs) == {number: number * 2 for number in range(count)}


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(
    ("bad", "reason"), [(-1, "exit code 3"), (-2, "killed by SIGKILL"), (-4, "ValueError: no (line ")]
)
def test_a_death_costs_its_item_alone(jobs: int, bad: int, reason: str) -> None:
    items = [*range(20), bad, *range(20), bad]
    found = answers(items, jobs)
    assert set(found) == set(range(42))
    deaths = {index: answer for index, answer in found.items() if isinstance(answer, Death)}
    assert set(deaths) == {20, 41}
    assert all(reason in death.reason for death in deaths.values())


def test_who_takes_too_long_is_not_waited_for() -> None:
    """Whoever waits has longer than who works, but not for ever."""
    with ended():
        found = answers([1, -3, 2], 2, 0.3)
    assert (found[0], found[2]) == (2, 4)
    assert found[1] == Death("it took longer than 1.5 seconds")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nobody counts CPU time there")
def test_time_is_that_of_the_worker() -> None:
    """What a busy machine does with the rest of the time is not its fault."""
    with ended():
        found = answers([1, -5, -6, 2], 2, 0.3)
    assert (found[0], found[1], found[3]) == (2, -10, 4), "it waited twice as long as it may work"
    assert found[2] == Death("it took longer than 0.3 seconds")


@pytest.mark.parametrize("seconds", ["inf", "1e30", "nan", "-1", "much"])
def test_a_limit_that_no_timer_takes(monkeypatch: pytest.MonkeyPatch, seconds: str) -> None:
    monkeypatch.setenv("TDOMCHECK_SECONDS_PER_FILE", seconds)
    assert answers([1, 2], 1) == {0: 2, 1: 4}


def test_who_stops_listening_ends_the_workers() -> None:
    for _ in run_in_workers(doubled, [1, -3], 2):
        break


def test_a_cache_without_a_folder_knows_nothing() -> None:
    cache = Cache(None)
    cache.store({"a": ((1, 2, 3, 7), "d")}, {"d": ("w", "f")}, {"k": "r"})
    cache.put_text("k", "t")
    assert (cache.files(["/a"]), cache.facts(["d"]), cache.results(["k"]), cache.get_text("k")) == ({}, {}, {}, None)
    assert not cache.is_open
    cache.close()


def test_what_is_stored_is_there_again(tmp_path: Path, opened: Callable[..., Cache]) -> None:
    cache = opened(str(tmp_path / "c"))
    odd = os.fsdecode(b"/caf\xe9")
    cache.store({"/a": ((1, 2, 3, 7), "d"), odd: ((4, 5, 6, 8), "e")}, {"d": ("w", "f")}, {"k": "r"})
    cache.put_text("k", "t")
    cache.close()
    again = opened(str(tmp_path / "c"))
    assert again.files(["/a", odd, "/b"]) == {"/a": ((1, 2, 3, 7), "d"), odd: ((4, 5, 6, 8), "e")}
    assert (again.words(["d"]), again.facts(["d", "x"])) == ({"d": "w"}, {"d": "f"})
    assert (again.results(["k"] * 3), again.get_text("k"), again.get_text("x")) == ({"k": "r"}, "t", None)
    assert (tmp_path / "c" / ".gitignore").read_text() == "*\n"
    again.close()


def test_many_keys_are_asked_for_at_once(tmp_path: Path, opened: Callable[..., Cache]) -> None:
    cache = opened(str(tmp_path))
    cache.store({}, {}, {str(number): "r" for number in range(1_300)})
    assert len(cache.results(str(number) for number in range(1_300))) == 1_300
    cache.close()


def test_damage_that_shows_later_is_thrown_away(tmp_path: Path, opened: Callable[..., Cache]) -> None:
    cache = opened(str(tmp_path))
    cache.store({}, {str(number): ("w", "f" * 3_000) for number in range(300)}, {})
    cache.close()
    path = tmp_path / "cache.db"
    for extra in tmp_path.glob("cache.db-*"):
        extra.unlink()
    data = bytearray(path.read_bytes())
    data[40_000:-4_096] = b"\xaa" * (len(data) - 44_096)
    path.write_bytes(data)
    damaged = opened(str(tmp_path))
    damaged.facts(str(number) for number in range(300))
    damaged.close()
    again = opened(str(tmp_path))
    assert again.is_open
    assert again.facts(["1"]) == {}
    again.close()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_a_stamp_tells_files_apart(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("x")
    assert stamp_of((tmp_path / "a").stat()) != stamp_of((tmp_path / "b").stat())


def test_texts_are_kept_for_the_user(tmp_path: Path) -> None:
    keeper = UserKeeper(str(tmp_path / "k"))
    assert keeper.get_text("a b") is None
    keeper.put_text("a b", "text é")
    assert keeper.get_text("a b") == "text é"
    (tmp_path / "k" / "a-b.json").write_bytes(b"\xff")
    assert keeper.get_text("a b") is None


def test_only_some_texts_are_kept(tmp_path: Path) -> None:
    keeper = UserKeeper(str(tmp_path))
    for number in range(KEEP * 2):
        keeper.put_text(str(number), "x")
    assert len(list(tmp_path.iterdir())) == KEEP
    assert keeper.get_text(str(KEEP * 2 - 1)) == "x"


def test_folders_beside_the_texts_are_left_alone_and_keep_nothing_from_being_kept(tmp_path: Path) -> None:
    """As those of snapshots, which may be older than all texts."""
    (tmp_path / "snapshots").mkdir()
    os.utime(tmp_path / "snapshots", (0, 0))
    keeper = UserKeeper(str(tmp_path))
    for number in range(KEEP * 2):
        keeper.put_text(str(number), "x")
    assert keeper.get_text(str(KEEP * 2 - 1)) == "x"
    assert len(list(tmp_path.iterdir())) == KEEP + 1


def test_a_text_that_cannot_be_kept_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    UserKeeper(str(tmp_path / "file")).put_text("a", "x")


def test_a_report_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "report.txt"
    write_report(str(path), "one \udce9\n")
    assert path.read_bytes() == b"one \\udce9\n"
    write_report(str(path), "two\n")
    assert [found.name for found in path.parent.iterdir()] == ["report.txt"]
    assert path.read_text() == "two\n"
    with pytest.raises(WriteError, match="the report could not be written"):
        write_report(str(tmp_path), "x")
    with pytest.raises(WriteError):
        write_report(str(path / "inner"), "x")


@pytest.mark.skipif(os.name == "nt", reason="devices have other names there")
def test_a_device_is_written_to_and_a_link_is_followed(tmp_path: Path) -> None:
    write_report(os.devnull, "x")
    (tmp_path / "real").write_text("")
    (tmp_path / "link").symlink_to("real")
    write_report(str(tmp_path / "link"), "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x"


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("a.py", "x = 1\n", "source code"),
        ("a.pyw", "", "source code"),
        ("pyproject.toml", "", "a configuration"),
        (".git/config", "[core]\n", "what git keeps"),
        (".git/hooks/new", None, "what git keeps"),
        ("setup.cfg", "", "a configuration"),
        (".pre-commit-config.yaml", "", "a configuration"),
        ("known.txt", "# tdomcheck baseline, version 1\n", "a baseline"),
        ("known.txt", "# our own words\n# tdomcheck baseline, version 1\n", "a baseline"),
        ("e.jsonl", '{"schema": 1, "event": "run_started"}\n', "a stream of events"),
    ],
)
def test_a_report_takes_the_place_of_nothing_that_others_need(
    tmp_path: Path, name: str, content: str | None, what: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is not None:
        path.write_text(content, encoding="utf-8")
    (tmp_path / "link").symlink_to(path)
    for each in (path, tmp_path / "link"):
        with pytest.raises(WriteError, match=f"is not written over {what}: name another file"):
            write_report(str(each), "x")
    assert (path.read_text(encoding="utf-8") if path.exists() else None) == content


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("new.py", None),
        ("r.jsonl", '{"type": "start"}\n'),
        ("r.sarif", "{}"),
        ("r.json", '{"schema": "x"}\n'),
        ("r.md", "# a report\n"),
        ("r", ""),
    ],
)
def test_but_that_of_a_report(tmp_path: Path, name: str, content: str | None) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    write_report(str(tmp_path / name), "x")
    assert (tmp_path / name).read_text(encoding="utf-8") == "x"


def test_facts_of_another_engine_are_not_taken(tmp_path: Path, opened: Callable[..., Cache]) -> None:
    """A release that says more of the same bytes must not be given what an older one said."""
    older, newer = opened(str(tmp_path), "a" * 32), opened(str(tmp_path), "b" * 32)
    older.store({}, {"digest": ("words", "facts")}, {})

    assert newer.facts(["digest"]) == {}
    assert older.facts(["digest"]) == {"digest": "facts"}
    assert older.words(["digest"]) == {"digest": "words"}

    older.close()
    newer.close()
