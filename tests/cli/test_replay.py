"""A replayed answer is that of the world as it is: each thing that an answer depends on is changed once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Outcome, Project, plugin_source

from tdomcheck.__main__ import main
from tdomcheck.app import dependencies
from tdomcheck.edges import snapshot

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
RULE = plugin_source(
    "def visit_Name(self, node: cst.Name) -> None:\n    if node.value == 'bad':\n        self.report(node, 'no')\n"
)


Ask = Callable[..., Outcome]


@pytest.fixture
def world(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project that has one of everything, and is green."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("VIRTUAL_ENV", "PYTHONPATH", "PRE_COMMIT"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "elsewhere").mkdir()
    project.write(
        {
            "tdomcheck.toml": 'plugins = ["plugins"]\nexclude = ["plugins"]\nsrc = [".links/source"]\n',
            "plugins/own.py": RULE,
            "pages/page.py": CLEAN,
            "pages/ignored.py": MISMATCHED,
            ".gitignore": "ignored.py\n",
            "one.txt": CLEAN,
            "two.txt": MISMATCHED,
            "lib/app.py": CLEAN,
        }
    )
    (project.root / ".links").mkdir()
    (project.root / ".links/source").symlink_to("../lib")
    (project.root / ".links/named").symlink_to("../lib")
    (project.root / ".links/current").symlink_to("../one.txt")
    (project.root / "pages/link.py").symlink_to("../.links/current")
    return project


@pytest.fixture
def ask(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The whole program, with what it keeps between runs."""
    handlers: list[object] = []
    monkeypatch.setattr("signal.signal", lambda *arguments: handlers.append(arguments))

    def call(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["tdomcheck", *(arguments or ("check",))])
        capfdbinary.readouterr()
        code = main()
        sys.stdout.flush()
        found = capfdbinary.readouterr()
        return Outcome(code, found.out, found.err)

    return call


def _file(world: Project) -> None:
    world.write({"pages/page.py": NESTED})


def _folder(world: Project) -> None:
    world.write({"pages/new.py": MISMATCHED})


def _link(world: Project) -> None:
    """In a folder that nobody walks, so that nothing but the link tells."""
    _lead(world, "current", "two.txt")


def _lead(world: Project, name: str, target: str) -> None:
    (world.root / ".links" / name).unlink()
    (world.root / ".links" / name).symlink_to(f"../{target}")


def _configuration(world: Project) -> None:
    world.write({"tdomcheck.toml": world.text("tdomcheck.toml") + "unknown = 1\n"})


def _rule(world: Project) -> None:
    other = RULE.replace("XYZ001", "XYZ002").replace("own-rule", "other-rule").replace("OwnRule", "OtherRule")
    world.write({"plugins/another.py": other.replace("'bad'", "'html'")})


def _ignore_file(world: Project) -> None:
    world.write({".gitignore": "\n"})


def _target(world: Project) -> None:
    world.write({"uv.lock": '[[package]]\nname = "tdom"\nversion = "0.1.12"\n'})


CHANGES = {
    "files": _file,
    "folders": _folder,
    "links": _link,
    "configuration": _configuration,
    "ignore files": _ignore_file,
    "rules": _rule,
    "targets": _target,
}
ELSEWHERE = {"named paths", "import roots", "installed packages"}
"""They have tests of their own below."""


def test_everything_on_the_list_is_tested() -> None:
    assert set(CHANGES) | ELSEWHERE == set(dependencies.SOURCES)


@pytest.mark.usefixtures("world")
def test_the_same_world_is_not_looked_at_again(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ask()
    assert first.code == 0, first.out
    monkeypatch.setattr("tdomcheck.__main__._run", lambda: pytest.fail("it ran again"))
    assert "cached" in ask().out


@pytest.mark.parametrize("kind", CHANGES)
def test_what_changes_on_disk(ask: Ask, world: Project, kind: str) -> None:
    before = ask()
    CHANGES[kind](world)
    after = ask()
    fresh = ask("check", "--no-cache")
    assert after.code == fresh.code
    if kind != "targets":
        assert after.code != before.code, after.out


@pytest.mark.parametrize("name", snapshot.ENVIRONMENT)
def test_what_changes_in_the_environment(name: str) -> None:
    assert snapshot.key_of(["check"], {name: "a"}) != snapshot.key_of(["check"], {name: "b"})
    assert snapshot.key_of(["check"], {name: "a"}) != snapshot.key_of(["check"], {})


@pytest.mark.parametrize(
    ("link", "arguments"),
    [("source", ("check",)), ("named", ("check", ".links/named/app.py"))],
    ids=["configured", "named"],
)
def test_a_source_folder_that_is_a_link(
    ask: Ask, world: Project, monkeypatch: pytest.MonkeyPatch, link: str, arguments: tuple[str, ...]
) -> None:
    """Which modules there are depends on it, and what a name on the command line means."""
    world.write({"lib2/app.py": CLEAN})
    assert ask(*arguments).code == 0
    _lead(world, link, "lib2")
    monkeypatch.setattr("tdomcheck.__main__._run", lambda: 99)
    assert ask(*arguments).code == 99, "it is asked anew"


def test_an_environment_that_is_switched(ask: Ask, world: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The release of tdom that is installed there decides what holds."""
    world.write({"pages/page.py": "from tdom import Node\n"})
    for version in ("0.1.12", "0.1.20"):
        world.write({f".env{version}/lib/python3.14/site-packages/tdom-{version}.dist-info/METADATA": ""})
    codes = []
    for version in ("0.1.12", "0.1.20", "0.1.12"):
        monkeypatch.setenv("VIRTUAL_ENV", str(world.root / f".env{version}"))
        codes.append(ask().code)
    monkeypatch.delenv("VIRTUAL_ENV")
    assert [*codes, ask().code] == [0, 1, 0, 1]


def test_a_second_python_in_the_environment(ask: Ask, world: Project) -> None:
    world.write({"pages/page.py": "from tdom import Node\n", ".venv/lib/python3.14/site-packages/x.py": ""})
    assert ask().code == 1
    world.write({".venv/lib/python3.13/site-packages/tdom-0.1.12.dist-info/METADATA": ""})
    assert ask().code == 0


def test_another_ignore_file_of_the_user(
    ask: Ask, world: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (world.root / ".git").mkdir()
    (world.root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    world.write({"pages/page.py": MISMATCHED})
    assert ask().code == 1
    (tmp_path / "ignored").write_text("page.py\n")
    (tmp_path / "gitconfig").write_text(f"[core]\nexcludesFile = {tmp_path / 'ignored'}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    assert ask().code == 0


def test_packages_that_we_run_with() -> None:
    """Another release of a parser takes other code; it changes the folder that it is installed in."""
    folders = dependencies.installed_folders()
    assert folders
    assert all(os.path.isdir(folder) for folder in folders)
