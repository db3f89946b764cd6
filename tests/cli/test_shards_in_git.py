"""Shards of what git names: the merged reports are still those of one run."""

from __future__ import annotations

import os

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Outcome, Project, git

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


FORMATS = ("text", "json", "sarif", "junit", "github")


def sharded(repo: Project, *words: str) -> Outcome:
    """What the records of three shards merge into, in every format, is what one run reports."""
    whole = repo.check(*(f"--report={form}=../whole-{form}" for form in FORMATS), *words)
    outcome = repo.tool(
        "report", "merge", *(f"--report={form}=../all-{form}" for form in FORMATS), *records(repo, *words)
    )
    assert (outcome.out, outcome.code, outcome.err) == (whole.out, whole.code, whole.err)
    for form in FORMATS:
        assert repo.read(f"../all-{form}") == repo.read(f"../whole-{form}"), form
    return whole


def records(repo: Project, *words: str) -> list[str]:
    names = [f"../{number}" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        repo.check("--shard", f"{number}/3", "--report", f"shard={name}", *words)
    return names


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
def test_the_merged_reports_are_those_of_one_run(repo: Project, words: tuple[str, ...]) -> None:
    if "--staged" in words:
        git(repo, "add", "-A")
    assert "TDC" in sharded(repo, *words).out


@pytest.mark.parametrize("words", [("--new-only",), ("--focus", "HEAD")])
@pytest.mark.parametrize("change", ["none", "gone", "more", "budget"])
def test_a_budget_is_judged_by_what_there_was(repo: Project, words: tuple[str, ...], change: str) -> None:
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
    whole = sharded(repo, *words)
    is_new = change == "more" or (change == "budget" and "--focus" in words)
    assert ("and its budget is" in whole.out) == is_new
    assert ("and its budget is" in repo.text("../all-sarif")) == (is_new or "--focus" in words)
    assert whole.code == 0 or change != "none"


@pytest.mark.parametrize("words", [("--new-only",), ("--focus", "HEAD")])
@pytest.mark.parametrize("budgets", ["", "[tool.tdomcheck.budgets]\nTDC101 = 99\nTDC121 = 9\n"])
def test_a_changed_configuration_is_told_of(repo: Project, words: tuple[str, ...], budgets: str) -> None:
    config = f'[tool.tdomcheck]\nignore = ["TDC102"]\n{budgets}\n'
    repo.write({"pyproject.toml": config, **({"pkg/tdomcheck.toml": "[budgets]\nTDC101 = 7\n"} if budgets else {})})
    whole = sharded(repo, *words)
    assert "configuration" in whole.err
    assert whole.err.count("lowers it") == (3 if budgets else 0)


def test_a_file_is_of_the_same_shard_wherever_a_run_starts(repo: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    above = repo.tool("check", "--show-files", "--shard", "1/2").out.split()
    monkeypatch.chdir(repo.root / "pkg")
    below = repo.tool("check", "--show-files", "--shard", "1/2", "..").out.split()
    assert sorted(os.path.normpath(os.path.join("pkg", name)) for name in below) == sorted(above)


@pytest.mark.parametrize("word", ["--new-only", "--focus=HEAD"])
def test_what_may_have_moved_to_two_places_is_not_merged(repo: Project, word: str) -> None:
    """A single run looks which of the files has more of what is gone; no shard sees both."""
    repo.write({f"copy_{number}.py": NESTED for number in range(9)})
    outcome = repo.tool("report", "merge", *records(repo, word))
    assert outcome.code == 2
    assert "moves.py is gone, and what was accepted there is both in copy_" in outcome.err


@pytest.mark.parametrize("change", ["another revision", "another commit"])
def test_shards_of_different_commits_are_not_merged(repo: Project, change: str) -> None:
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "second")
    repo.check("--shard", "1/2", "--report", "shard=../1", "--focus", "HEAD~1")
    if change == "another commit":
        git(repo, "commit", "-q", "--allow-empty", "-m", "third")
    revision = "HEAD~1" if change == "another commit" else "HEAD"
    repo.check("--shard", "2/2", "--report", "shard=../2", "--focus", revision)
    outcome = repo.tool("report", "merge", "../1", "../2")
    assert (outcome.code, "were asked for different things" in outcome.err) == (2, True)
