"""Cache, journal and written files stay inside the project: no link is followed out of it, no damage comes back."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cli_running import MISMATCHED, NESTED, UNNESTED, Outcome, Project

VICTIM = b"precious\n"
SIDES = ["cache.db", "cache.db-wal", "cache.db-shm", "cache.db-journal", ".gitignore", "CACHEDIR.TAG"]


@pytest.fixture
def outside(project: Project) -> Path:
    """A folder that is not of the project, and a file in it."""
    folder = project.root.parent / "other"
    folder.mkdir()
    (folder / "victim").write_bytes(VICTIM)
    project.write({"page.py": NESTED})
    return folder


def is_untouched(outside: Path) -> bool:
    return os.listdir(outside) == ["victim"] and (outside / "victim").read_bytes() == VICTIM


def cached(project: Project, *arguments: str) -> Outcome:
    return project.tool("check", *arguments)


class TestLinks:
    def test_the_folder(self, project: Project, outside: Path) -> None:
        (project.root / ".tdomcheck").symlink_to("../other")
        outcome = cached(project)
        assert (outcome.code, "TDC121" in outcome.out) == (1, True)
        assert "warning: no cache is used: .tdomcheck leads out of the project" in outcome.err
        assert is_untouched(outside)

    @pytest.mark.parametrize("verb", [("fix",), ("fix", "page.py"), ("fix", "--undo"), ("check", "--add-ignore=x")])
    def test_no_verb_writes_a_journal_there(self, project: Project, outside: Path, verb: tuple[str, ...]) -> None:
        (project.root / ".tdomcheck").symlink_to("../other")
        outcome = project.tool(*verb)
        assert outcome.code == 2
        assert "nothing was written" in outcome.err + outcome.out
        assert is_untouched(outside)
        assert project.text("page.py") == NESTED

    def test_the_journal(self, project: Project, outside: Path) -> None:
        (project.root / ".tdomcheck").mkdir()
        (project.root / ".tdomcheck/journal").symlink_to("../../other")
        assert project.tool("fix").code == 2
        assert is_untouched(outside)
        assert project.text("page.py") == NESTED

    @pytest.mark.parametrize("name", SIDES)
    @pytest.mark.parametrize("kind", ["link", "dangling", "hard"])
    def test_a_file_of_the_cache(self, project: Project, outside: Path, name: str, kind: str) -> None:
        place = project.root / ".tdomcheck" / name
        place.parent.mkdir()
        if kind == "hard":
            place.hardlink_to(outside / "victim")
        else:
            place.symlink_to("../../other/" + ("victim" if kind == "link" else "new"))
        assert [cached(project).code for _ in range(2)] == [1, 1]
        assert is_untouched(outside)

    def test_a_database_elsewhere_is_not_written_to(self, project: Project, outside: Path) -> None:
        with closing(sqlite3.connect(outside / "victim.sqlite")) as database, database:
            database.execute("CREATE TABLE t (x)")
        before = (outside / "victim.sqlite").read_bytes()
        (project.root / ".tdomcheck").mkdir()
        (project.root / ".tdomcheck/cache.db").symlink_to("../../other/victim.sqlite")
        cached(project)
        assert sorted(os.listdir(outside)) == ["victim", "victim.sqlite"]
        assert (outside / "victim.sqlite").read_bytes() == before

    def test_a_link_inside_of_the_project_is_followed(self, project: Project) -> None:
        project.write({"page.py": NESTED, "kept/x": ""})
        (project.root / ".tdomcheck").symlink_to("kept")
        outcome = cached(project)
        assert (outcome.code, outcome.err) == (1, "")
        assert (project.root / "kept/cache.db").exists()


class TestCacheDir:
    @pytest.mark.parametrize("place", ["../other", "/{outside}", "link"])
    def test_a_configuration_does_not_lead_out(self, project: Project, outside: Path, place: str) -> None:
        (project.root / "link").symlink_to(outside)
        path = place.replace("/{outside}", str(outside))
        project.write({"pyproject.toml": f'[tool.tdomcheck]\ncache-dir = "{path}"\n'})
        outcome = cached(project)
        assert outcome.code == 2
        assert "pyproject.toml: `cache-dir` leads out of the project" in outcome.err
        assert project.tool("fix").code == 2
        assert is_untouched(outside)
        assert cached(project, "--no-cache").code == 1

    def test_one_further_down_does_not_either(self, project: Project, outside: Path) -> None:
        project.write({"vendor/tdomcheck.toml": 'cache-dir = "../../other"\n', "vendor/a.py": MISMATCHED})
        outcome = cached(project)
        assert outcome.code == 1
        assert "warning: no cache is used: `cache-dir` leads out of the project" in outcome.err
        assert is_untouched(outside)

    @pytest.mark.usefixtures("outside")
    def test_the_folder_for_caches_is_allowed(self, project: Project) -> None:
        place = Path(os.environ["XDG_CACHE_HOME"]) / "ours"
        project.write({"pyproject.toml": f'[tool.tdomcheck]\ncache-dir = "{place}"\n'})
        assert cached(project).code == 1
        assert (place / "cache.db").exists()

    def test_what_is_typed_is_meant(self, project: Project, outside: Path) -> None:
        assert cached(project, "--cache-dir", str(outside / "here")).code == 1
        assert (outside / "here/cache.db").exists()


class TestWriting:
    @pytest.mark.parametrize("way", ["file", "folder", "nested"])
    def test_fix_does_not_write_through_a_link(self, project: Project, outside: Path, way: str) -> None:
        (outside / "theirs.py").write_text(NESTED)
        if way == "file":
            (project.root / "link.py").symlink_to(outside / "theirs.py")
        else:
            (project.root / "link").symlink_to(outside)
        name = {"file": "link.py", "folder": "link", "nested": "link/theirs.py"}[way]
        outcome = project.fix(name)
        assert outcome.code == 2
        assert f"{name}: not written: it is a link that leads out of the project" in outcome.out + outcome.err
        assert (outside / "theirs.py").read_text() == NESTED

    def test_the_others_are_written(self, project: Project, outside: Path) -> None:
        (outside / "theirs.py").write_text(NESTED)
        (project.root / "link.py").symlink_to(outside / "theirs.py")
        assert project.fix("link.py", "page.py").code == 2
        assert (project.text("page.py"), (outside / "theirs.py").read_text()) == (UNNESTED, NESTED)

    def test_a_link_inside_is_written_through(self, project: Project) -> None:
        project.write({"a/page.py": NESTED})
        (project.root / "link.py").symlink_to("a/page.py")
        assert project.fix("link.py").code == 0
        assert project.text("a/page.py") == UNNESTED

    def test_another_project_that_is_named_is_written(self, project: Project, outside: Path) -> None:
        (outside / "theirs.py").write_text(NESTED)
        assert project.fix("../other/theirs.py").code == 0
        assert (outside / "theirs.py").read_text() == UNNESTED


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A database with some bytes changed, a part zeroed, moved or cut off."""
    found = bytearray(data)
    match chance.randrange(4):
        case 0:
            for _ in range(chance.randrange(1, 200)):
                found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
        case 1:
            start = chance.randrange(len(found))
            end = min(len(found), start + chance.randrange(1, 3_000))
            found[start:end] = bytes(end - start)
        case 2:
            start, other = chance.randrange(len(found) - 600), chance.randrange(len(found) - 600)
            found[start : start + 500] = found[other : other + 500]
        case _:
            # Letters inside of texts, which SQLite does not look at.
            for _ in range(20):
                place = found.find(b"TDC", chance.randrange(len(found)))
                if place >= 0:
                    found[place + 3 + chance.randrange(6)] = chance.randrange(48, 58)
    return bytes(found)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 60))])
def test_a_damaged_cache_changes_no_report(project: Project, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # which bytes are damaged is no secret
    project.write({"page.py": NESTED, "bad.py": MISMATCHED, "use.py": "from page import page\n"})
    expected = report(project)
    assert expected
    path = project.root / ".tdomcheck/cache.db"
    for extra in path.parent.glob("cache.db-*"):
        extra.unlink()
    path.write_bytes(damaged(path.read_bytes(), chance))
    assert report(project) == expected
    assert report(project) == expected


def report(project: Project) -> object:
    outcome = project.tool("check", "--output-format", "json")
    assert outcome.code == 1, (outcome.err, outcome.out)
    document = outcome.json
    return document["findings"], document["summary"]["exit_code"], document["summary"]["by_rule"]
