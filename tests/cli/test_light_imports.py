"""What a run imports: nothing of LibCST or Fixit where no visitor has a candidate."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tdomcheck.cli import terminal

pytestmark = pytest.mark.slow

SCRIPT = """
import json, sys
from tdomcheck.__main__ import main
main()
print(json.dumps(sorted(sys.modules)))
"""
PAGE = "from tdom import html\n\n\ndef page(text):\n    return html(f'<p>{text}</p>')\n"
CARD = "from string.templatelib import Template\n\n\ndef Card(label: str) -> Template:\n    return t'<b>{label}</b>'\n"
USE = "from tdom import html\n\nfrom card import Card\n\nhtml(t'<{Card} lable=x />')\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\ndependencies = ['tdom']\n[tool.tdomcheck]\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    imported(tmp_path, "rule", "TDC124")  # makes the catalogue
    for name, text in (("page.py", PAGE), ("card.py", CARD), ("use.py", USE)):
        (tmp_path / name).write_text(text)
    return tmp_path


def imported(folder: Path, *arguments: str) -> tuple[set[str], str]:
    """The modules of a run that knows the catalogue, and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    *output, last = done.stdout.splitlines()
    return set(json.loads(last)), "\n".join(output)


@pytest.mark.parametrize("names", [["page.py"], ["use.py"], ["card.py", "page.py"], ["."]])
@pytest.mark.parametrize("options", [[], ["--dependents"]])
def test_rules_for_templates_and_projects_need_neither(project: Path, names: list[str], options: list[str]) -> None:
    modules, output = imported(project, "check", "--exit-zero", *options, *names)

    assert "checked" in output
    assert "TDC" in output or names == ["card.py"]
    assert not modules & {"libcst", "fixit"}


READERS = {"ruamel.yaml", "tomlkit", "tree_sitter_toml"}


@pytest.mark.parametrize("names", [["use.py"], ["."], ["--no-cache", "."]])
def test_a_check_that_finds_nothing_in_toml_loads_no_other_reader_of_it(project: Path, names: list[str]) -> None:
    (project / "tdomcheck.toml").write_text('jobs = 1\nignore = ["TDC121"]\nprofile = "auto"\n')
    (project / "uv.lock").write_text('[[package]]\nname = "tdom"\nversion = "0.1.20"\n')
    modules, output = imported(project, "check", "--exit-zero", *names)

    assert "checked" in output
    assert not modules & READERS


def test_a_requirement_that_keeps_releases_out_has_a_place(project: Path) -> None:
    (project / "pyproject.toml").write_text(
        "[project]\nname = 'x'\nrequires-python = '>=3.14'\nkeywords = ['tdom==0.1.19']\n"
        "dependencies = ['tdom==0.1.19']\n[tool.tdomcheck]\n"
    )
    modules, output = imported(project, "check", "--exit-zero", ".")

    assert "pyproject.toml:5:17" in output
    assert modules & READERS == {"tree_sitter_toml"}


def test_a_fix_needs_neither(project: Path) -> None:
    modules, output = imported(project, "fix", "page.py")

    assert "Fixed 1 finding" in output
    assert not modules & {"libcst", "fixit"}


@pytest.mark.parametrize("options", [[], ["--fix-only"], ["--dependents"]])
def test_a_fix_of_nothing_loads_nothing_that_writes(project: Path, options: list[str]) -> None:
    modules, output = imported(project, "fix", *options, "card.py")

    assert "All checks passed!" in output or "1 file: 1 checked" in output
    assert not modules & {"tdomcheck.app.fix", "tdomcheck.edges.writing", "tdomcheck.app.events"}


def test_authoring_needs_neither_until_a_visitor_is_asked_for() -> None:
    script = (
        "import sys\n"
        "from tdomcheck import authoring as td\n"
        "assert not {'libcst', 'fixit'} & sys.modules.keys()\n"
        "assert td.Rule.__name__ == 'Rule' and 'libcst' in sys.modules and 'fixit' not in sys.modules\n"
        "from tdomcheck.authoring.python import dotted_name\n"
        "td.nothing\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert done.stderr.splitlines()[-1] == "AttributeError: module 'tdomcheck.authoring' has no attribute 'nothing'"


@pytest.mark.parametrize("columns", ["", "0", "72", "-3", "wide", "200"])
def test_the_width_of_a_terminal_is_that_of_shutil(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    """Which would be imported for it."""
    monkeypatch.setenv("COLUMNS", columns)

    assert terminal.width() == max(40, shutil.get_terminal_size((100, 24)).columns)
