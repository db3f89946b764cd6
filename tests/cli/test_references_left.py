"""Refactorings that leave references in Python files to people say so by their exit code."""

from __future__ import annotations

import pytest
from cli_running import Project

FILES = {
    "app/__init__.py": "",
    "app/s.py": (
        "class S:\n    def send(self, *, a=1): return a\n\n\ndef made(): return S()\n\n\n"
        "def sure(): return S().send(a=2)\n"
    ),
}
LEFT = {
    "a receiver that nobody knows": ("app.s.S.send", "post", "def f(x): x.send()\n"),
    "a keyword of a receiver that nobody knows": ("app.s.S.send.a", "b", "def f(x): x.send(a=1)\n"),
    "what is spread into it": ("app.s.S.send.a", "b", "from app.s import S\ndef f(**kw): S().send(**kw)\n"),
    "what is spread into an unknown receiver": ("app.s.S.send.a", "b", "def f(x, **kw): x.send(**kw)\n"),
    "what is spread into the result of a call": ("app.s.S.send.a", "b", "f = lambda x, **kw: x().send(**kw)\n"),
    "a string that says the dotted name": ("app.s.made", "make", "name = 'app.s.made'\n"),
}
DONE = {
    "all is sure": ("app.s.S.send", "post", "from app.s import S\nS().send(a=1)\n"),
    "a word of prose": ("app.s.made", "make", "# app.s.made, made\n'''made'''\n"),
    "what is spread elsewhere": ("app.s.S.send.a", "b", "def f(x, **kw): x.other(**kw)\n"),
    "keys that can be seen": ("app.s.S.send.a", "b", "def f(x): x.send(**{'other': 1})\n"),
    "a string in a document": ("app.s.made", "make", ""),
    "an import by a call": ("app.s", "t", "import importlib\nm = importlib.import_module('app.s')\n"),
}


@pytest.mark.parametrize(("source", "to", "user"), LEFT.values(), ids=LEFT)
@pytest.mark.parametrize("door", ["verb", "codemod"])
def test_what_is_left_in_python_files(project: Project, door: str, source: str, to: str, user: str) -> None:
    project.write({**FILES, "user.py": user})
    words = ("rename", source, to) if door == "verb" else ("codemod", "run", "rename")
    options = ("--set", f"rename.from={source}", "--set", f"rename.to={to}") if door == "codemod" else ()
    outcome = project.tool(*words, *options)
    assert outcome.code == 1, outcome.out
    assert "user.py:" in outcome.out
    assert project.text("user.py") == user
    assert project.text("app/s.py") != FILES["app/s.py"], "the rest is done"


@pytest.mark.parametrize(("source", "to", "user"), DONE.values(), ids=DONE)
def test_nothing_is_left_in_python_files(project: Project, source: str, to: str, user: str) -> None:
    project.write({**FILES, "user.py": user, "notes.md": "```python\nname = 'app.s.made'\n```\n"})
    outcome = project.tool("rename", source, to, "--prose")
    assert outcome.code == 0, outcome.out


def test_proposals_that_are_taken_are_not_left(project: Project) -> None:
    project.write({**FILES, "user.py": "def f(x): x.send()\n"})
    assert project.tool("rename", "app.s.S.send", "post", "--include-proposals").code == 0
    assert project.text("user.py") == "def f(x): x.post()\n"


def test_the_module_of_an_entry_point_is_not_proposed_again(project: Project) -> None:
    point = '[project]\nname = "p"\n[project.scripts]\ngo = "app.s:made"\n'
    project.write({**FILES, "pyproject.toml": point})
    outcome = project.tool("rename", "app.s", "t")
    assert outcome.code == 0
    assert "proposed" not in outcome.out
    assert project.text("pyproject.toml") == point.replace("app.s:", "app.t:")


def test_what_was_refused_leaves_nothing(project: Project) -> None:
    project.write({**FILES, "user.py": "def f(x): x.send()\n"})
    outcome = project.tool("rename", "app.s.S.send", "post", "--verify", "false")
    assert outcome.code == 2, outcome.out
    assert "exit 1" not in outcome.out + outcome.err
    assert project.text("app/s.py") == FILES["app/s.py"]
