"""`--staged` judges what would be committed, whatever is on disk."""

from __future__ import annotations

import os
import subprocess

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Project, git, plugin_source

pytestmark = pytest.mark.slow

CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
RENAMED = CARD.replace("title", "label")
PAGE = """\
from tdom import html

from components import Card


def page():
    return html(t"<{Card} title='x' />")
"""
PLAIN = '[project]\nname = "app"\nversion = "0"\n\n[tool.tdomcheck]\n'


@pytest.fixture
def repo(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """One commit with a configuration, and then a page with an error in the index."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    project.write({"pyproject.toml": PLAIN, "old.py": CLEAN})
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    project.write({"pkg/page.py": MISMATCHED})
    git(project, "add", "-A")
    return project


def test_a_file_that_was_deleted_since(repo: Project) -> None:
    (repo.root / "pkg/page.py").unlink()
    (repo.root / "pkg").rmdir()
    outcome = repo.check("--staged")
    assert outcome.code == 1
    assert 't"<p><b>x</i></p>"' in outcome.out, "the source is that of the index"
    assert "1 file: 1 checked" in outcome.out


def test_a_file_that_was_renamed_since(repo: Project) -> None:
    (repo.root / "pkg/page.py").rename(repo.root / "pkg/other.py")
    assert repo.findings("--staged") == ("TDC101",)


def test_a_file_that_was_replaced_by_a_folder_since(repo: Project) -> None:
    (repo.root / "pkg/page.py").unlink()
    (repo.root / "pkg/page.py").mkdir()
    assert repo.findings("--staged") == ("TDC101",)


def test_a_file_that_was_mended_since(repo: Project) -> None:
    repo.write({"pkg/page.py": CLEAN})
    assert repo.findings("--staged") == ("TDC101",)
    git(repo, "add", "-A")
    repo.write({"pkg/page.py": MISMATCHED})
    assert repo.findings("--staged") == ()


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_a_file_that_git_was_told_not_to_look_at(repo: Project, flag: str) -> None:
    git(repo, "update-index", flag, "pkg/page.py")
    repo.write({"pkg/page.py": CLEAN})
    assert repo.findings("--staged") == ("TDC101",)


def test_a_file_of_equal_stat(repo: Project) -> None:
    path = repo.root / "pkg/page.py"
    before = path.stat()
    assert repo.tool("check").code == 1, "what is on disk is in the cache"
    path.write_text(MISMATCHED.replace("</i>", "</b>"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert repo.tool("check", "--staged").code == 1


def test_only_what_is_below_a_path(repo: Project) -> None:
    repo.write({"top.py": NESTED})
    git(repo, "add", "-A")
    (repo.root / "pkg/page.py").unlink()
    assert repo.findings("--staged", "pkg") == ("TDC101",)
    assert repo.findings("--staged", "top.py") == ("TDC121",)


def test_the_configuration_is_that_of_the_index(repo: Project) -> None:
    repo.write({"pyproject.toml": PLAIN + 'ignore = ["TDC101"]\n'})
    assert repo.findings("--staged") == ("TDC101",), "it is not staged"
    git(repo, "add", "pyproject.toml")
    repo.write({"pyproject.toml": "broken ["})
    assert repo.check("--staged").code == 0
    repo.write({"pkg/tdomcheck.toml": 'select = ["TDC9"]\n'})
    git(repo, "checkout", "-q", "HEAD", "--", "pyproject.toml")
    assert repo.findings("--staged") == ("TDC101",), "a configuration that git does not track"


def test_the_versions_are_those_of_the_index(repo: Project) -> None:
    locked = '[[package]]\nname = "tdom"\nversion = "0.1.12"\n'
    repo.write({"pkg/page.py": "from tdom import Node\n", "uv.lock": locked.replace("0.1.12", "0.1.20")})
    git(repo, "add", "-A")
    repo.write({"uv.lock": locked})
    assert "TDC901" in repo.findings("--staged")
    git(repo, "add", "-A")
    (repo.root / "uv.lock").unlink()
    assert "TDC901" not in repo.findings("--staged")


def test_the_rest_of_the_project_is_that_of_the_index(repo: Project) -> None:
    repo.write({"components.py": CARD})
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "card")
    repo.write({"home.py": PAGE, "components.py": RENAMED})
    git(repo, "add", "home.py")
    assert repo.findings("--staged") == (), "the renamed prop is not staged"
    git(repo, "add", "components.py")
    (repo.root / "components.py").unlink()
    assert repo.findings("--staged") == ("TDC208", "TDC207")


def test_a_file_that_git_does_not_track_is_not_of_the_commit(repo: Project) -> None:
    repo.write({"home.py": PAGE})
    git(repo, "add", "-A")
    repo.write({"components.py": RENAMED})
    assert "TDC208" not in repo.findings("--staged")


def test_rules_run_from_disk_and_that_is_said(repo: Project) -> None:
    rule = plugin_source("def visit_Name(self, node: cst.Name) -> None:\n    pass\n")
    repo.write({"pyproject.toml": PLAIN + 'plugins = ["rules"]\n', "rules/own.py": rule})
    git(repo, "add", "-A")
    assert "as they are on disk" not in repo.check("--staged").err
    repo.write({"rules/own.py": rule + "# another\n"})
    assert (
        "the rules in rules/own.py ran as they are on disk, which is not what is staged" in repo.check("--staged").err
    )


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_is_not_followed(repo: Project) -> None:
    (repo.root / "link.py").symlink_to("pkg/page.py")
    (repo.root / "away.py").symlink_to("/etc/hostname")
    git(repo, "commit", "-qm", "page")
    git(repo, "add", "-A")
    outcome = repo.check("--staged", "--output-format", "json")
    excluded = outcome.json["summary"]["ledger"]["files"]["excluded"]
    assert [item["path"] for item in excluded] == ["away.py", "link.py"]
    assert "is a symbolic link" in excluded[0]["reason"]
    assert outcome.codes == ()


def test_the_cache_knows_what_the_index_holds(repo: Project) -> None:
    assert "1 file: 1 checked;" not in repo.tool("check", "--staged").out
    (repo.root / "pkg/page.py").unlink()
    assert "1 checked (1 cached)" in repo.tool("check", "--staged").out


def test_fix_works_on_what_is_on_disk(repo: Project) -> None:
    repo.write({"pkg/page.py": NESTED})
    git(repo, "add", "-A")
    repo.write({"pkg/page.py": NESTED + "\n\nX = 1\n"})
    assert repo.fix("--staged").code == 0
    assert "X = 1" in repo.text("pkg/page.py")
    assert "html(t'" not in repo.text("pkg/page.py")


def test_a_file_that_is_not_merged_is_told(repo: Project) -> None:
    git(repo, "reset", "-q", "--hard")
    git(repo, "checkout", "-q", "-b", "other")
    repo.write({"new.py": "x = 1\n", "README.txt": "1\n"})
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "theirs")
    git(repo, "checkout", "-q", "-")
    repo.write({"new.py": "x = 2\n", "README.txt": "2\n", "pkg/a.py": CLEAN})
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "ours")
    with pytest.raises(subprocess.CalledProcessError):
        git(repo, "merge", "-q", "other")
    outcome = repo.check("--staged")
    assert outcome.code == 0
    assert outcome.err.count("warning: ") == 1, outcome.err
    assert "new.py: it is not merged yet, so nothing is staged of it" in outcome.err
    assert "warning" not in repo.check("--staged", "pkg").err
    assert "new.py: it is not merged yet" in repo.tool("fix", "--staged").err
