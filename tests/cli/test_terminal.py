"""What a terminal takes, by what it says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_running import NESTED, Project

from tdomcheck.cli.terminal import takes_links, wants_color, width


@pytest.mark.parametrize(
    ("environ", "is_terminal", "is_taken"),
    [
        ({}, True, False),
        ({"TERM": "xterm-256color"}, True, False),
        ({"TERM": "xterm-kitty"}, True, True),
        ({"TERM": "xterm-kitty"}, False, False),
        ({"TERM": "dumb", "TERM_PROGRAM": "vscode"}, True, False),
        ({"TERM_PROGRAM": "vscode"}, True, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True, False),
        ({"WT_SESSION": "x"}, True, True),
        ({"VTE_VERSION": "6800"}, True, True),
        ({"VTE_VERSION": "4205"}, True, False),
        ({"VTE_VERSION": "new"}, True, False),
        ({"FORCE_HYPERLINK": "1"}, False, True),
        ({"FORCE_HYPERLINK": "1", "GITHUB_ACTIONS": "true"}, True, False),
        ({"FORCE_HYPERLINK": "1", "GITHUB_ACTIONS": ""}, False, True),
        ({"FORCE_HYPERLINK": "0", "TERM_PROGRAM": "vscode"}, True, False),
    ],
)
def test_links(environ: dict[str, str], *, is_terminal: bool, is_taken: bool) -> None:
    assert takes_links(environ, is_terminal=is_terminal) is is_taken


@pytest.mark.parametrize(
    ("choice", "environ", "is_terminal", "is_wanted"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, False, False),
        ("auto", {"CLICOLOR_FORCE": "1"}, False, True),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colours(choice: str, environ: dict[str, str], *, is_terminal: bool, is_wanted: bool) -> None:
    assert wants_color(choice, environ, is_terminal=is_terminal) is is_wanted


@pytest.mark.parametrize(("columns", "letters"), [("80", 80), ("3", 40), ("", 100), ("wide", 100)])
def test_letters_in_a_line(monkeypatch: pytest.MonkeyPatch, columns: str, letters: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.__stdout__", None)  # tests may run at a terminal

    assert width() == letters


class TestReports:
    """What goes to a file is for no terminal."""

    @pytest.fixture
    def linked(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
        monkeypatch.setenv("FORCE_HYPERLINK", "1")
        project.write({"page.py": NESTED})
        return project

    def test_a_link_in_the_text(self, linked: Project) -> None:
        assert "/docs/rules/TDC121.md\x1b\\TDC121\x1b]8;;\x1b\\]" in linked.check("--color", "always").out

    def test_none_without_colours(self, linked: Project) -> None:
        assert "\x1b" not in linked.check("--color", "never").out

    def test_neither_in_files(self, linked: Project, tmp_path: Path) -> None:
        linked.check("--color", "always", "--report", f"text={tmp_path / 'report.txt'}")

        assert "\x1b" not in (tmp_path / "report.txt").read_text(encoding="utf-8")
