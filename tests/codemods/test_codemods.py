"""Every codemod of ours keeps its contract, and says the same under LibCST's own tool."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tdomcheck.catalog.codemods import CodemodEntry, open_codemods
from tdomcheck.contract import prove_codemod
from tdomcheck.model.codemod import CodemodScope

pytestmark = pytest.mark.one_python

ENTRIES = open_codemods((), "").entries


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.info.name)
def test_a_codemod_keeps_its_contract(entry: CodemodEntry) -> None:
    broken = [str(result) for result in prove_codemod(entry.cls) if not result.passed]
    assert not broken, f"{len(broken)} promises are broken\n\n" + "\n\n".join(broken[:5])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.info.name)
def test_half_of_the_examples_leave_something_alone(entry: CodemodEntry) -> None:
    kept = sum(example.is_kept for example in entry.cls.EXAMPLES)
    assert kept * 3 >= len(entry.cls.EXAMPLES)


def arguments(options: dict[str, object]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        if isinstance(value, bool):
            words += [f"--{name}"] if value else [f"--no-{name}"]
        else:
            words += [f"--{name}", *([value] if isinstance(value, str) else map(str, value))]  # type: ignore[call-overload]
    return words


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.info.scope is CodemodScope.FILE], ids=lambda e: e.info.name)
def test_the_tool_of_libcst_gives_the_same_text(entry: CodemodEntry, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, example by example; once as a process of its own, below."""
    from libcst.tool import main

    monkeypatch.chdir("/")
    for example in (each for each in entry.cls.EXAMPLES if each.path == "example.py"):  # standard input has no name
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(example.before))
        name = f"{entry.source}.{entry.cls.__name__}"
        words = ["codemod", "--no-format", "-x", name, "-", *arguments(dict(example.options))]
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            code = main("libcst.tool", words)
        assert code == 0
        assert out.getvalue() == f"{example.after}\n"


@pytest.mark.slow
def test_the_tool_of_libcst_runs_them_on_files(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("import typing as t\n\nx: t.Sequence[int] = ()\n")
    name = "tdomcheck.codemods.typing_to_abc.TypingToAbc"
    command = [sys.executable, "-m", "libcst.tool", "codemod", "--no-format", "-x", name, "-j", "1", str(path)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert path.read_text() == "from collections.abc import Sequence\n\nx: Sequence[int] = ()\n"
