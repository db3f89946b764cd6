"""Shards of what git names: the merged report is still that of one run."""

from __future__ import annotations

import os

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Project, git

pytestmark = pytest.mark.slow

CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
USES = "from tdom import html\nfrom card import Card\n\npage = html(t'<{Card} title=\"a\" />')\n"


@pytest.fixture
def repo(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A prop was renamed, some files came, one moved; one of those that use the prop is as it was."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    project.write({f"old_{number}.py": MISMATCHED for number in range(4)})
    project.write({"card.py": CARD, "uses.py": USES, "moves.py": NESTED, "pkg/page.py": CLEAN})
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    (project.root / "moves.py").rename(project.root / "moved.py")
    project.write({"card.py": CARD.replace("title", "label"), "old_1.py": MISMATCHED * 2, "pkg/new.py": USES})
    project.write({f"new_{number}.py": MISMATCHED * 2 for number in range(4)})
    return project


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "junit"])
@pytest.mark.parametrize(
    "words",
    [
        ("--new-only",),
        ("--changed",),
        ("--changed", "--no-dependents"),
        ("--changed", "--new-only"),
        ("--staged",),
        ("card.py", "new_1.py", "new_2.py", "old_1.py"),
        ("card.py", "new_1.py", "--dependents"),
        ("pkg", "card.py"),
        ("card.py", "new_1.py", "old_1.py", "--force-exclude", "--dependents"),
        ("--focus", "HEAD"),
        ("--focus", "HEAD", "--sarif-suppressed"),
        ("--focus", "HEAD", "pkg", "old_1.py", "old_2.py"),
    ],
)
def test_the_merged_report_is_that_of_one_run(repo: Project, words: tuple[str, ...], form: str) -> None:
    if "--staged" in words:
        git(repo, "add", "-A")
    whole = repo.check("--output-format", form, *words)
    names = [f"../{number}" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        repo.check("--shard", f"{number}/3", "--output-format", form, "--output-file", name, *words)
    outcome = repo.tool("report", "merge", *names)
    assert (outcome.out, outcome.code, outcome.err) == (whole.out, whole.code, whole.err)
    assert "TDC" in whole.out


@pytest.mark.parametrize("form", ["json", "sarif", "junit"])
@pytest.mark.parametrize("words", [("--new-only",), ("--focus", "HEAD")])
@pytest.mark.parametrize("change", ["none", "gone", "more", "budget"])
def test_a_budget_is_judged_by_what_there_was(repo: Project, words: tuple[str, ...], form: str, change: str) -> None:
    repo.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 2\nTDC121 = 0\n"})
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "second")
    if change == "gone":
        for number in range(4):
            (repo.root / f"new_{number}.py").unlink()
        repo.write({"other.py": MISMATCHED})
    elif change == "more":
        repo.write({"more.py": MISMATCHED, "old_2.py": CLEAN, "yet_more.py": MISMATCHED})
    elif change == "budget":
        repo.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 1\n"})
    whole = repo.check("--output-format", form, *words)
    names = [f"../{number}" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        repo.check("--shard", f"{number}/3", "--output-format", form, "--output-file", name, *words)
    outcome = repo.tool("report", "merge", *names)
    assert (outcome.out, outcome.code, outcome.err) == (whole.out, whole.code, whole.err)
    is_new = change == "more" or (change == "budget" and "--focus" in words)
    assert ("and its budget is" in whole.out) == (is_new or (form == "sarif" and "--focus" in words))
    assert whole.code == 0 or change != "none"


@pytest.mark.parametrize("form", ["json", "sarif", "junit"])
@pytest.mark.parametrize("words", [("--new-only",), ("--focus", "HEAD")])
@pytest.mark.parametrize("budgets", ["", "[tool.tdomcheck.budgets]\nTDC101 = 99\nTDC121 = 9\n"])
def test_a_changed_configuration_is_told_of(repo: Project, words: tuple[str, ...], form: str, budgets: str) -> None:
    config = f'[tool.tdomcheck]\nignore = ["TDC102"]\n{budgets}\n'
    repo.write({"pyproject.toml": config, **({"pkg/tdomcheck.toml": "[budgets]\nTDC101 = 7\n"} if budgets else {})})
    whole = repo.check("--output-format", form, *words)
    assert whole.err.count("lowers it") == (3 if budgets else 0)
    names = [f"../{number}" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        repo.check("--shard", f"{number}/3", "--output-format", form, "--output-file", name, *words)
    outcome = repo.tool("report", "merge", *names)
    assert "configuration" in whole.err
    assert (outcome.out, outcome.code, outcome.err) == (whole.out, whole.code, whole.err)


def test_a_file_is_of_the_same_shard_wherever_a_run_starts(repo: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    above = repo.tool("check", "--show-files", "--shard", "1/2").out.split()
    monkeypatch.chdir(repo.root / "pkg")
    below = repo.tool("check", "--show-files", "--shard", "1/2", "..").out.split()
    assert sorted(os.path.normpath(os.path.join("pkg", name)) for name in below) == sorted(above)


@pytest.mark.parametrize("word", ["--new-only", "--focus=HEAD"])
def test_what_may_have_moved_to_two_places_is_not_merged(repo: Project, word: str) -> None:
    """A single run looks which of the files has more of what is gone; no shard sees both."""
    repo.write({f"copy_{number}.py": NESTED for number in range(9)})
    names = [f"../{number}" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        repo.check(word, "--shard", f"{number}/3", "--output-format", "json", "--output-file", name)
    outcome = repo.tool("report", "merge", *names)
    assert outcome.code == 2
    assert "moves.py is gone, and what was accepted there is both in copy_" in outcome.err


def test_what_changes_concern_is_set_apart_by_every_shard(repo: Project) -> None:
    names = [f"../{number}" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        repo.check("--focus", "HEAD", "--shard", f"{number}/3", "--output-format", "json", "--output-file", name)
    focus = repo.tool("report", "merge", *names).json["summary"]["focus"]
    assert focus == repo.check("--focus", "HEAD", "--output-format", "json").json["summary"]["focus"]
    assert focus["beside"], "old errors in files that nobody touched"


@pytest.mark.parametrize("count", [1, 2])
def test_shards_that_look_at_different_changes_are_not_merged(repo: Project, count: int) -> None:
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "second")
    words = (("--focus", "HEAD"), ("--focus", "HEAD~1") if count == 1 else ())
    for number, more in enumerate(words, 1):
        repo.check("--shard", f"{number}/2", "--output-format", "json", "--output-file", f"../{number}", *more)
    outcome = repo.tool("report", "merge", "../1", "../2")
    assert (outcome.code, "were asked for different things" in outcome.err) == (2, True)
