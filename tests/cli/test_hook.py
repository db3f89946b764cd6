"""What a hook types is read without click, and comes to the same."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from cli_running import Project

from tdomcheck.cli import hook
from tdomcheck.cli.check import command
from tdomcheck.cli.requests import DEFAULTS

_ESCAPED = "from tdom import html\n\ndef page(name):\n    return html(f'<p>{name}</p>')\n"


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["check", "--force-exclude", "--", "a.py", "b c.py"], ["a.py", "b c.py"]),
        (["check", "--force-exclude", "a.py"], ["a.py"]),
        (["check", "--force-exclude"], []),
        (["check", "--force-exclude", "--"], []),
        (["check", "--force-exclude", "--staged", "a.py"], []),
        (["check", "--force-exclude", "a.py", "--quiet"], []),
        (["check", "--force-exclude", "--", "-a.py"], []),
        (["check", "--force-exclude", "--", "-"], []),
        (["check", "--force-exclude", "@names"], []),
        (["check", "--force-exclude", ""], []),
        (["check", "a.py"], []),
        (["fix", "--force-exclude", "a.py"], []),
        ([], []),
    ],
)
def test_only_names_of_files_are_read_without_click(words: list[str], names: list[str]) -> None:
    assert list(hook.names_in(words)) == names


def test_options_that_are_not_given_are_as_click_has_them() -> None:
    context = command.make_context("check", ["--force-exclude", "a.py"], parent=None)
    own = {name: value for name, value in context.params.items() if name not in DEFAULTS}
    parameters = {name: value for name, value in context.params.items() if name in DEFAULTS}

    assert parameters == {**DEFAULTS, "paths": ("a.py",), "force_exclude": True}
    assert not any(own.values()), "what only `check` has changes nothing where it is not given"


@pytest.mark.parametrize("text", [_ESCAPED, "x = 1\n", "def (:\n"])
def test_both_ways_say_the_same(project: Project, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": text})
    words = ("check", "--force-exclude", "--", "page.py", "missing.py")
    project.tool(*words)
    quick = project.tool(*words)
    monkeypatch.setattr(hook, "run_hook", lambda _: None)

    assert project.tool(*words) == quick
    assert quick.code == 2


def test_trust_that_the_environment_gives_is_read_by_click(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": "x = 1\n"})
    monkeypatch.setenv("TDOMCHECK_TRUST_PLUGINS", "1")

    assert hook.run_hook(["check", "--force-exclude", "page.py"]) is None


@pytest.mark.slow
def test_a_hook_imports_no_click(project: Project) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": "x = 1\n"})
    script = (
        "import sys\nbefore = set(sys.modules)\nfrom tdomcheck.cli.main import run\n"
        "code = run(['check', '--force-exclude', '--', 'page.py'])\n"
        "heavy = {'click', 'dataclasses', 'inspect', 'hashlib', 'libcst', 'fixit'}\n"
        "sys.exit(code or ', '.join(sorted(heavy & (sys.modules.keys() - before))) or 0)"
    )
    command = [sys.executable, "-c", script]
    for _ in range(2):  # the first run may make the catalogue of rules, and imports them for that
        done = subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_misuse_is_said_by_click() -> None:
    from tdomcheck.cli.requests import misuse

    with pytest.raises(click.UsageError, match="no such thing"):
        misuse("no such thing")
