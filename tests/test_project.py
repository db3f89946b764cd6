"""The project's own files agree with each other."""

from __future__ import annotations

import ast
import importlib.util
import os
import pickle
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tdomcheck
from tdomcheck.errors import ConfigError, Undecodable, Unparsable, UsageError, WriteError
from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.plan import FileAnalysis, FilePlan, PlannedRule
from tdomcheck.model import Edit, Finding, Fix, ImportRequest, Related, RunResult, Severity, Span
from tdomcheck.report import FORMATS as REPORTED
from tdomcheck.source.text import SourceText

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RULES = sorted(path for path in (ROOT / "rules").glob("*.py") if path.name != "__init__.py")
CODEMODS = sorted(path for path in (ROOT / "codemods").glob("*.py") if path.name != "__init__.py")


def _imports(path: Path) -> set[str]:
    """What a file imports of ours."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name.partition(".")[0] in {"tdomcheck", "rules", "codemods"}}


@pytest.mark.parametrize("path", [*RULES, *CODEMODS], ids=lambda path: path.stem)
def test_a_plugin_of_ours_imports_authoring_and_nothing_else_of_ours(path: Path) -> None:
    assert _imports(path) == {"tdomcheck.authoring"}


@pytest.mark.parametrize("path", [*RULES, *CODEMODS], ids=lambda path: path.stem)
def test_a_plugin_of_ours_is_one_class_named_after_its_file(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]

    assert [name.lower() for name in classes] == [path.stem.replace("_", "")]


def test_every_package_is_listed_for_the_wheel() -> None:
    """setuptools ships what is listed and nothing else."""
    folders = {path.parent for path in (ROOT / "src").rglob("*.py")}
    packages = {".".join(folder.relative_to(ROOT / "src").parts) for folder in folders}

    assert sorted(PYPROJECT["tool"]["setuptools"]["packages"]) == sorted(
        packages | {"tdomcheck.rules", "tdomcheck.codemods"}
    )


def test_every_package_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "src" / "tdomcheck").rglob("*.py")}

    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_the_version_is_said_once() -> None:
    assert PYPROJECT["project"]["version"] == tdomcheck.__version__
    assert f"## {tdomcheck.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_documents_are_in_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "generate", module)
    spec.loader.exec_module(module)

    assert module.main(["--check"]) == 0


def test_the_command_line_offers_every_report_format() -> None:
    from tdomcheck.cli.options import FORMATS

    assert sorted(FORMATS) == sorted(REPORTED)


def test_the_readme_sets_up_a_fresh_machine_with_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (python3 -m venv .*)$", readme, re.MULTILINE)

    assert len(commands) == 2
    assert "--exit-zero" in commands[0]
    assert "pytest" in commands[1]


def _fake(folder: Path, name: str, script: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="a script of a shell")
def test_the_suite_is_run_on_every_release_that_answers(tmp_path: Path) -> None:
    """A shim of pyenv for a release that is not there fails, and one may answer for another release."""
    shims, versions = tmp_path / "shims", tmp_path / "pyenv" / "versions"
    _fake(shims, "python3.11", "echo 3.11")
    _fake(shims, "python3.12", "echo no such version >&2; exit 127")
    _fake(shims, "python3.13", "echo 3.12")
    _fake(versions / "3.13.0" / "bin", "python", "exit 1")
    _fake(versions / "3.13.2" / "bin", "python", "echo 3.13")
    environment = {"PATH": f"{shims}:/usr/bin:/bin", "PYENV_ROOT": str(tmp_path / "pyenv")}
    script = ROOT / ".ci" / "pythons"
    done = subprocess.run([script], env=environment, capture_output=True, text=True, check=True)
    found = dict(line.split(" ") for line in done.stdout.splitlines())
    assert found["3.11"] == str(shims / "python3.11")
    assert found["3.13"] == str(versions / "3.13.2" / "bin" / "python")
    assert str(tmp_path) not in found.get("3.12", "")


_AT_THE_LIMIT = "def at_the_limit(a):\n    return a" + " or a" * 14 + "\n"
_ABOVE = (
    """
class Outer:
    class Inner:
        def above(self, a):
            return [x for x in a if x], a"""
    + " or a" * 13
    + "\n"
)


def test_a_function_that_radon_counts_above_the_limit_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("radon", reason="a tool of developers")
    complexity = runpy.run_path(str(ROOT / ".ci" / "complexity.py"))
    (tmp_path / "plain.py").write_text(_AT_THE_LIMIT, encoding="utf-8")
    assert not list(complexity["above"](str(tmp_path)))
    (tmp_path / "a.py").write_text(_AT_THE_LIMIT + _ABOVE, encoding="utf-8")
    assert len(list(complexity["above"](str(tmp_path)))) == 1
    assert complexity["main"](str(tmp_path)) == 1
    assert f"{tmp_path / 'a.py'}:6: Inner.above has a complexity of 16" in capsys.readouterr().out


SPAN = Span(3, 9)
FIX = Fix("do it", (Edit(3, 4, "x"),), imports=(ImportRequest("pathlib", "PurePath"),))
FINDING = Finding("a.py", SPAN, "TDC101", "template-syntax", "m", Severity.ERROR, FIX, (Related("b.py", SPAN, "here"),))
VIEW = ModuleView(SourceText(b"from tdom import html\nx = html(t'<{Card} a={b} />')\n"))


@pytest.mark.parametrize(
    "value",
    [
        FINDING,
        FileAnalysis((FINDING,)),
        FilePlan((PlannedRule("TDC101", None, (("names", ("a",)),)),)),
        RunResult((FINDING,)),
        extract_facts(VIEW),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_what_crosses_processes_survives_pickling(value: object, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(value, protocol)) == value


@pytest.mark.parametrize(
    "error",
    [
        UsageError("m"),
        ConfigError(("a", "b")),
        WriteError("p", "r"),
        Undecodable("r", 3),
        Unparsable("r", 4),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_crosses_processes_with_its_sentence(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))

    assert str(again) == str(error)
    assert type(again) is type(error)


def test_a_class_has_a_name_of_its_own() -> None:
    """One that means two things makes a reader look up which it is."""
    homes: dict[str, list[str]] = {}
    for folder in ("src", "rules", "codemods"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    # That codemod is called as its file is, and the value is what it applies.
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {
        "Fix": ["src/tdomcheck/model/fix.py", "codemods/fix.py"]
    }
