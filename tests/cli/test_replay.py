"""A replayed answer is that of the world as it is: each thing that an answer depends on is changed once."""

from __future__ import annotations

import importlib
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
            "tdomcheck.toml": (
                'plugins = ["plugins"]\nexclude = ["plugins"]\nsrc = [".links/source"]\nbaseline = "accepted.txt"\n'
            ),
            "accepted.txt": "# nothing\n",
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


def _baseline(world: Project) -> None:
    world.write({"accepted.txt": "<<<<<<< HEAD\n"})


CHANGES = {
    "baselines": _baseline,
    "files": _file,
    "folders": _folder,
    "links": _link,
    "configuration": _configuration,
    "ignore files": _ignore_file,
    "rules": _rule,
    "targets": _target,
}
ELSEWHERE = {"named paths", "import roots", "installed packages", "trust", "what is missing"}
"""They have tests of their own, below and in `test_absences`."""


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


NESTED_RULES = {
    "vendor/tdomcheck.toml": 'plugins = ["own.py"]\n',
    "vendor/own.py": RULE.replace("'bad'", "'html'"),
    "vendor/page.py": CLEAN,
}


def test_a_warning_is_replayed_with_the_answer(ask: Ask, world: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plugins of a folder below that are refused cost no more than those that are not there."""
    world.write(NESTED_RULES)
    first = ask()
    assert first.code == 0
    assert "vendor/tdomcheck.toml: its plugins (own.py) are not loaded" in first.err
    with monkeypatch.context() as patch:
        patch.setattr("tdomcheck.__main__._run", lambda: pytest.fail("it ran again"))
        again = ask()
    assert (again.code, again.err) == (0, first.err)
    assert "cached" in again.out
    world.write({"tdomcheck.toml": world.text("tdomcheck.toml") + 'workspaces = ["vendor"]\n'})
    trusted = ask()
    assert (trusted.code, trusted.err) == (1, ""), "what it lists is loaded"


def test_a_warning_that_nobody_watches_over_is_not(ask: Ask, world: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """That a run of fix was killed, or that no cache is used, may be over by now."""
    (world.root / ".tdomcheck").symlink_to(world.root.parent / "elsewhere")
    assert "no cache is used" in ask().err
    monkeypatch.setattr("tdomcheck.__main__._run", lambda: 99)
    assert ask().code == 99, "it is asked anew"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_folder_above_the_rules_that_is_given_away(ask: Ask, world: Project) -> None:
    """Nothing looks into it but for who owns it."""
    world.write({"tools/lint/own.py": RULE, "tdomcheck.toml": 'plugins = ["tools/lint"]\nexclude = ["tools"]\n'})
    world.write({"plugins/own.py": CLEAN})
    assert ask().code == 0
    os.chown(world.root / "tools", 4321, -1)
    outcome = ask()
    assert (outcome.code, "tools belongs to another user" in outcome.err) == (2, True)


WORDS = """
try:
    from acme_words import BAD
except ImportError:
    BAD = "nothing"
"""


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [("", "html", (0, 1)), ("bad", "html", (0, 1)), ("html", "", (1, 0)), ("html", "bad", (1, 0))],
    ids=["installed", "updated", "removed", "updated back"],
)
def test_a_package_that_we_run_with(
    ask: Ask,
    world: Project,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    after: str,
    codes: tuple[int, int],
) -> None:
    """A rule of the project imports it: it comes, goes and changes with what an installer writes, and nothing else."""
    place = tmp_path / "site-packages"
    place.mkdir()
    monkeypatch.syspath_prepend(place)
    source = RULE.replace("\n\n\nclass", f"\n{WORDS}\n\nclass", 1).replace("'bad'", "BAD")
    world.write({"plugins/own.py": source})
    found = []
    for word in (before, after):
        _install(place, word)
        found.append(ask().code)
    assert tuple(found) == codes


def _install(place: Path, word: str) -> None:
    """As an installer does; and nothing of what this process has imported stays."""
    for path in place.glob("acme_words-*.dist-info"):
        path.rmdir()
    (place / "acme_words.py").unlink(missing_ok=True)
    if word:
        (place / "acme_words.py").write_text(f"BAD = {word!r}\n")
        (place / f"acme_words-{word}.dist-info").mkdir()
    for name in [name for name in sys.modules if name == "acme_words" or name.startswith("tdomcheck_plugin_")]:
        del sys.modules[name]
    importlib.invalidate_caches()


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [("", "0.1.12", (1, 0)), ("0.1.20", "0.1.12", (1, 0)), ("0.1.12", "", (0, 1))],
    ids=["installed", "updated", "removed"],
)
def test_a_package_of_the_project(ask: Ask, world: Project, before: str, after: str, codes: tuple[int, int]) -> None:
    """Its own environment says for which release it is judged."""
    place = world.root / ".venv/lib/python3.14/site-packages"
    place.mkdir(parents=True)
    world.write({"pages/page.py": "from tdom import Node\n"})
    found = []
    for version in (before, after):
        for path in place.glob("tdom-*.dist-info"):
            path.rmdir()
        if version:
            (place / f"tdom-{version}.dist-info").mkdir()
        found.append(ask().code)
    assert tuple(found) == codes
