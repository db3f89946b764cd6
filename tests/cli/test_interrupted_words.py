"""What an interrupted run says is what it did."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from cli_running import NESTED, UNNESTED, Project

from tdomcheck.app.progress import Progress
from tdomcheck.edges import taking_back, writing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are other things there")


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    Progress.written = Progress.restored = Progress.total = 0
    yield
    Progress.written = Progress.restored = Progress.total = 0


def interrupting(monkeypatch: pytest.MonkeyPatch, name: str, module: ModuleType = writing) -> None:
    """Ctrl-C comes right after a step of the writer."""
    step: Callable[..., Any] = getattr(module, name)

    def interrupted(*arguments: Any, **named: Any) -> Any:
        answer = step(*arguments, **named)
        signal.raise_signal(signal.SIGINT)
        return answer

    monkeypatch.setattr(module, name, interrupted)


def test_an_undo_that_was_done(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": NESTED, "b.py": NESTED})
    assert project.fix().code == 0
    Progress.written = 0
    interrupting(monkeypatch, "take_back", taking_back)
    outcome = project.tool("fix", "--undo")
    assert outcome.code == 130
    assert outcome.err.strip() == "interrupted: 2 files were restored before that; every file is whole"
    assert project.text("a.py") == project.text("b.py") == NESTED


def test_a_fix_that_was_done(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": NESTED})
    interrupting(monkeypatch, "_finish")
    outcome = project.fix()
    assert outcome.code == 130
    assert "interrupted: 1 file was written before that, and tdomcheck fix --undo takes it back" in outcome.err
    assert project.text("a.py") == UNNESTED
    monkeypatch.undo()
    monkeypatch.chdir(project.root)
    assert project.tool("fix", "--undo").out == "restored a.py\n"


def test_a_fix_that_was_not_done(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": NESTED})
    interrupting(monkeypatch, "_prepare")
    outcome = project.fix()
    assert outcome.code == 130
    assert "written" not in outcome.err
    assert project.text("a.py") == NESTED


def test_a_patch_does_not_write_to_recover_a_killed_run(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": NESTED, "b.py": NESTED.replace("<b>", "<i>").replace("</b>", "</i>")})

    def killed(*_: object, **__: object) -> None:
        shutil.copytree(project.root / ".tdomcheck/journal", project.root / ".tdomcheck/waiting")
        raise KeyboardInterrupt

    monkeypatch.setattr(writing, "_finish", killed)
    project.fix()
    monkeypatch.undo()
    monkeypatch.chdir(project.root)
    monkeypatch.setenv("NO_COLOR", "1")
    shutil.rmtree(project.root / ".tdomcheck/journal")
    (project.root / ".tdomcheck/waiting").rename(project.root / ".tdomcheck/journal")
    project.write({"a.py": UNNESTED})  # as the killed run left it
    for arguments in (("--diff",), ("-", "--stdin-filename", "c.py")):
        outcome = project.tool("fix", *arguments, stdin=NESTED.encode())
        assert "a run of fix was killed while it wrote; the next run of tdomcheck fix rolls it back" in outcome.err
        assert project.text("a.py") == UNNESTED
    assert "a.py: rolled back" in project.tool("fix").err
