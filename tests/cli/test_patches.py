"""Patches hold the code as it is, and that code commands neither the runner nor the terminal that shows them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli_running import NESTED, Project, env

from tdomcheck.cli import patches

HOSTILE = (
    "# coding: latin-1\n"
    + NESTED.replace(
        "    return",
        '    """\n::error::pwn\n\t ::warning::tab ##[add-path]x\r  ::notice::a return\n    """\n    return',
    )
    + "# \x1b[2J\x1b]0;pwn\x07 \xe9\n"
).encode("latin-1")
"""Around what is changed, so that it is the context of a patch."""
PATCHES = [
    pytest.param(("fix", "--no-cache", "--diff"), id="fix"),
    pytest.param(("find", "html($X)", "--rewrite", "tml($X)"), id="find"),
    pytest.param(("check", "--no-cache", "--add-ignore=why", "--diff"), id="add-ignore"),
]
COMMAND = re.compile(r"\s*::|.*##\[", re.DOTALL)


def commands(text: str) -> list[str]:
    """What the runner of GitHub takes for commands: lines that begin so after blanks, also behind a lone return."""
    found: list[str] = []
    token = ""
    for line in re.split(r"\r\n|\n|\r", text):
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
        elif COMMAND.match(line):
            found.append(line)
    assert not token, "commands are read again at the end"
    return found


@pytest.fixture
def hostile(project: Project) -> Project:
    project.write({"page.py": HOSTILE})
    return project


@pytest.mark.parametrize("verb", PATCHES)
def test_the_runner_of_github_reads_no_command_of_the_code(
    hostile: Project, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...]
) -> None:
    assert commands(hostile.tool(*verb).out), "a plain patch has some"
    monkeypatch.setattr(patches, "_is_file", lambda _: False)  # what pytest captures is one
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    first, second = hostile.tool(*verb).out, hostile.tool(*verb).out
    assert commands(first) == commands(second) == []
    assert first.partition("\n")[0] != second.partition("\n")[0], "nobody can know the word that ends it"


@pytest.mark.parametrize("verb", PATCHES)
@pytest.mark.parametrize("is_fenced", [True, False], ids=["fenced", "plain"])
def test_git_applies_it_all_the_same(
    hostile: Project, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...], *, is_fenced: bool
) -> None:
    if is_fenced:
        monkeypatch.setattr(patches, "_is_file", lambda _: False)
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
    patch = hostile.tool(*verb).raw
    assert patch.startswith(b"::stop-commands::") is is_fenced
    subprocess.run(["git", "apply", "-"], cwd=hostile.root, input=patch, check=True)
    assert hostile.read("page.py") != HOSTILE
    assert hostile.read("page.py").endswith(HOSTILE[-20:])


def test_without_a_change_there_is_no_fence(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patches, "_is_file", lambda _: False)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    project.write({"page.py": "x = 1\n"})
    assert project.fix("--diff").out == ""


@pytest.mark.slow
@pytest.mark.parametrize("is_file", [True, False], ids=["a file", "a pipe"])
def test_only_what_may_be_a_log_is_fenced(hostile: Project, tmp_path: Path, *, is_file: bool) -> None:
    with (tmp_path / "patch").open("wb") as file:
        further = {"stdout": file} if is_file else {}
        process = hostile.process("fix", "--no-cache", "--diff", env=env(GITHUB_ACTIONS="true"), **further)
        out, _ = process.communicate(timeout=60)
    patch = (tmp_path / "patch").read_bytes() if is_file else out
    assert patch.startswith(b"diff --git " if is_file else b"::stop-commands::")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals there")
def test_a_terminal_is_shown_no_escapes_of_the_code(hostile: Project) -> None:
    import pty

    master, slave = pty.openpty()
    process = hostile.process("fix", "--no-cache", "--diff", stdout=slave)
    os.close(slave)
    shown = b""
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:  # Linux says so at the end
            break
        if not data:
            break
        shown += data
    process.communicate(timeout=60)
    os.close(master)
    assert b"diff --git a/page.py b/page.py" in shown
    assert b" # \\x1b[2J\\x1b]0;pwn\\x07 \\xe9" in shown
    assert b" \t \\x3a:warning::tab #\\x23[add-path]x\\r  ::notice" in shown
    assert b"\x1b" not in shown
