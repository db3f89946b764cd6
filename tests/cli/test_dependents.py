"""What a change breaks in files that nobody named."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest
from cli_running import NESTED, Outcome, Project, git

from tdomcheck.app import dependents

pytestmark = pytest.mark.slow

CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
RENAMED = CARD.replace("title", "label")
PAGE = """\
from tdom import html

from app.components import Card


def page():
    return html(t"<{Card} title='x' />")
"""
CONFIGURED = {"pyproject.toml": '[project]\nname = "app"\nversion = "0"\n\n[tool.tdomcheck]\n', "app/__init__.py": ""}


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for name in ("PRE_COMMIT", "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"):
        monkeypatch.delenv(name, raising=False)


def commit(project: Project, files: Mapping[str, str]) -> None:
    project.write(files)
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")


def change(project: Project, files: Mapping[str, str]) -> None:
    project.write(files)
    git(project, "add", "-A")


@pytest.fixture
def app(project: Project) -> Project:
    commit(project, {**CONFIGURED, "app/components.py": CARD, "app/home.py": PAGE})
    return project


def told(outcome: Outcome) -> list[tuple[str, str]]:
    return [(finding["path"], finding["code"]) for finding in outcome.json["findings"]]


def staged(project: Project, *arguments: str) -> list[tuple[str, str]]:
    return told(project.check("--output-format", "json", "--staged", *arguments))


BROKEN = [("app/home.py", "TDC208"), ("app/home.py", "TDC207")]


def test_a_renamed_prop_breaks_the_page_that_gives_it(app: Project) -> None:
    change(app, {"app/components.py": RENAMED})
    outcome = app.check("--staged")
    assert outcome.code == 1
    assert "missing the required prop `label` (because `label` changed in app/components.py)" in outcome.out
    assert "does not take (because `title` changed in app/components.py)" in outcome.out
    assert "1 file: 1 checked; 1 dependent judged" in outcome.out
    assert staged(app) == BROKEN


def test_so_it_does_on_disk_and_since_a_revision(app: Project) -> None:
    app.write({"app/components.py": RENAMED})
    assert told(app.check("--output-format", "json", "--changed")) == BROKEN
    git(app, "checkout", "-qb", "topic")
    git(app, "commit", "-qam", "renamed")
    assert told(app.check("--output-format", "json", "--changed")) == []
    assert told(app.check("--output-format", "json", "--changed", "--since", "main")) == BROKEN


def test_under_pre_commit_the_files_are_named(app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    change(app, {"app/components.py": RENAMED})
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert told(app.check("--output-format", "json", "app/components.py")) == BROKEN
    assert told(app.check("--output-format", "json", "--no-dependents", "app/components.py")) == []
    git(app, "commit", "-qm", "renamed")
    assert told(app.check("--output-format", "json", "app/components.py")) == [], "HEAD says the same"
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "HEAD~1")
    assert told(app.check("--output-format", "json", "app/components.py")) == BROKEN


@pytest.mark.parametrize("page", ["", NESTED], ids=["nothing to fix", "a fix"])
def test_a_hook_that_fixes_reports_them_too(app: Project, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    change(app, {"app/components.py": RENAMED + page})
    monkeypatch.setenv("PRE_COMMIT", "1")
    outcome = app.fix("app/components.py", "--force-exclude")
    assert outcome.code == 1
    assert outcome.out.count("(because `title` changed in app/components.py)") == 1
    assert "1 dependent judged" in outcome.out
    assert ("Fixed 1 finding" in outcome.out) is bool(page)
    assert "TDC207" not in app.fix("app/components.py", "--no-dependents").out
    assert "TDC207" not in app.fix("app/components.py", "--fix-only").out


def test_without_a_revision_it_is_what_the_file_declares(app: Project) -> None:
    change(app, {"app/components.py": RENAMED})
    assert app.tool("check").code == 1
    outcome = app.tool("check", "app/components.py")
    assert outcome.code == 0
    assert "1 dependent not judged (--dependents judges them)" in outcome.out
    outcome = app.tool("check", "app/components.py", "--dependents")
    assert outcome.code == 1
    assert "because app/components.py declares `Card`" in outcome.out


def test_without_a_revision_it_is_what_the_file_lacks(app: Project) -> None:
    """A name that somebody imports from it, by whatever way."""
    app.write(
        {
            "app/more.py": "from app.components import *\n",
            "app/far.py": PAGE.replace("app.components", "app.more"),
            "app/whole.py": "from tdom import html\n\nfrom app import components\n\n"
            "\ndef page():\n    return html(t\"<{components.Card} title='x' />\")\n",
            "app/components.py": CARD.replace("Card", "Tile"),
        }
    )
    git(app, "add", "-A")
    git(app, "commit", "-qm", "lost")
    found = told(app.check("--output-format", "json", "app/components.py", "--dependents"))
    assert found == told(app.check("--output-format", "json"))
    assert found == [(f"app/{name}.py", "TDC907") for name in ("far", "home", "whole")]
    app.write({"app/components.py": ""})
    assert told(app.check("--output-format", "json", "app/components.py", "--dependents")) == found
    assert "(because" not in app.check("app/components.py", "--dependents").out


@pytest.mark.parametrize(
    ("files", "count"),
    [
        ({}, 1),
        ({"app/home.py": ""}, 0),
        ({"app/home.py": PAGE.replace("app.components", "app.menus")}, 0),
        ({"app/more.py": PAGE}, 2),
        ({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["app/home.py"]\n'}, 0),
    ],
    ids=["as it was", "deleted", "changed", "new", "excluded"],
)
@pytest.mark.parametrize("is_warm", [True, False], ids=["warm", "cold"])
def test_the_number_is_that_of_the_files_that_there_are(
    app: Project, *, is_warm: bool, files: dict[str, str], count: int
) -> None:
    """Not of those that an earlier run has seen."""
    if is_warm:
        assert app.tool("check").code == 0
    app.write(files)
    if files.get("app/home.py") == "":
        (app.root / "app/home.py").unlink()
    outcome = app.tool("check", "--output-format", "json", "app/components.py")
    found = {"judged": 0, "not_judged": count, "not_read": 0}
    assert outcome.json["summary"]["ledger"]["dependents"] == found


def test_where_too_much_was_never_read_that_is_said(app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """To count is no reason to read all of a large project."""
    monkeypatch.setattr(dependents, "MOST_UNREAD", 1)
    assert "; 2 files not read that may depend on them (--dependents" in app.tool("check", "app/components.py").out
    outcome = app.tool("check", "--output-format", "json", "app/components.py")
    assert outcome.json["summary"]["ledger"]["dependents"] == {"judged": 0, "not_judged": 0, "not_read": 2}
    app.tool("check")
    assert "1 dependent not judged (--dependents judges them)" in app.tool("check", "app/components.py").out


def test_a_change_inside_of_a_function_reaches_nobody(app: Project) -> None:
    change(
        app, {"app/components.py": CARD.replace("<b>{title}</b>", "<i>{title}</i>").replace("\n\n\n", "\n\n# why\n\n")}
    )
    outcome = app.check("--staged")
    assert outcome.code == 0
    assert "dependent" not in outcome.out


def test_what_was_wrong_before_is_not_of_this_change(app: Project) -> None:
    change(app, {"app/home.py": PAGE.replace("title='x'", "")})
    git(app, "commit", "-qm", "wrong already")
    change(app, {"app/components.py": CARD.replace("title: str", "title: str, note: str = ''")})
    assert staged(app) == []
    change(app, {"app/components.py": CARD.replace("title: str", "title: str, note: str")})
    outcome = app.check("--staged")
    assert "the required props `title`, `note` (because `note` changed" in outcome.out


@pytest.mark.parametrize(
    "files",
    [
        {
            "app/ui/__init__.py": "from app.components import Card as Card\n",
            "app/home.py": PAGE.replace("app.components", "app.ui"),
        },
        {"app/ui.py": "from app.components import *\n", "app/home.py": PAGE.replace("app.components", "app.ui")},
        {"app/home.py": PAGE.replace("from app.components import", "from .components import")},
        {
            "app/home.py": PAGE.replace("from app.components import Card", "from app import components as ui").replace(
                "{Card}", "{ui.Card}"
            )
        },
        {
            "app/home.py": PAGE.replace("from app.components import Card", "import app.components").replace(
                "{Card}", "{app.components.Card}"
            )
        },
    ],
    ids=["handed on", "starred", "relative", "module", "dotted module"],
)
def test_by_whatever_way_a_file_imports_it(project: Project, files: dict[str, str]) -> None:
    commit(project, {**CONFIGURED, "app/components.py": CARD, **files})
    change(project, {"app/components.py": RENAMED})
    assert staged(project) == BROKEN


BASE = """\
from dataclasses import dataclass


@dataclass
class Base:
    title: str
"""
HEIR = """\
from dataclasses import dataclass

from app.base import Base


@dataclass
class Card(Base):
    def __call__(self):
        return t"<b>{self.title}</b>"
"""


def test_an_heir_of_a_class_that_changed(project: Project) -> None:
    commit(project, {**CONFIGURED, "app/base.py": BASE, "app/components.py": HEIR, "app/home.py": PAGE})
    change(project, {"app/base.py": BASE.replace("title", "label")})
    assert staged(project) == BROKEN


LATE = """\
async def As(title):
    return t"<b>{title}</b>"


def Plain(title):
    return t"<b>{title}</b>"
"""


def test_a_tag_that_is_new_breaks_the_component_that_it_names(project: Project) -> None:
    tag = "from tdom import html\n\nfrom app.late import As, Plain\n\npage = html(t'<{Plain} title=1 />')\n"
    commit(project, {**CONFIGURED, "app/late.py": LATE, "app/home.py": tag})
    assert staged(project) == []
    change(project, {"app/home.py": tag.replace("title=1", "title=2")})
    assert staged(project) == []
    change(project, {"app/home.py": tag.replace("<{Plain}", "<{As}")})
    outcome = project.check("--staged")
    assert outcome.code == 1
    assert "app/late.py:1:11" in outcome.out
    assert "(because `<{As}>` changed in app/home.py)" in outcome.out


INJECTED = """\
from dataclasses import dataclass

from svcs_di import Inject
from tdom_svcs import html

from app.db import Db


@dataclass
class Card:
    db: Inject[Db]

    def __call__(self):
        return t"<b>{self.db}</b>"


def page(container):
    return html(t"<{Card} />", container=container)
"""
SETUP = "import svcs\n\nfrom app.db import Db\n\nregistry = svcs.Registry()\nregistry.register_factory(Db, Db)\n"
OTHER = SETUP.replace("Db", "Other")


def test_a_registration_that_goes_is_missed_by_whoever_injects_the_type(project: Project) -> None:
    files = {"app/db.py": "class Db: ...\n\n\nclass Other: ...\n", "app/home.py": INJECTED, "app/other.py": OTHER}
    commit(project, {**CONFIGURED, **files, "app/setup.py": SETUP})
    assert staged(project) == []
    change(project, {"app/setup.py": SETUP.rpartition("registry.")[0]})
    outcome = project.check("--staged")
    assert outcome.code == 1
    assert "TDC408" in outcome.out
    assert "(because `Db` changed in app/setup.py)" in outcome.out


@pytest.mark.parametrize(("asked", "count"), [("Db", 1), ("Other", 0)])
def test_without_a_revision_a_registration_is_for_who_asks_for_its_type(
    project: Project, asked: str, count: int
) -> None:
    home = f"from svcs_di import Inject\n\nfrom app.db import {asked}\n\n\nclass Home:\n    db: Inject[{asked}]\n"
    project.write({**CONFIGURED, "app/db.py": "class Db: ...\n\n\nclass Other: ...\n", "app/home.py": home})
    setup = "from app.db import Db\n\n\ndef setup(registry):\n    registry.register_factory(Db, Db)\n"
    project.write({"app/setup.py": f"import svcs\n{setup}"})
    outcome = project.tool("check", "--output-format", "json", "app/setup.py")
    assert outcome.json["summary"]["ledger"]["dependents"]["not_judged"] == count


def test_a_deleted_file_is_a_change_too(project: Project) -> None:
    files = {"app/db.py": "class Db: ...\n\n\nclass Other: ...\n", "app/home.py": INJECTED, "app/other.py": OTHER}
    commit(project, {**CONFIGURED, **files, "app/setup.py": SETUP})
    git(project, "rm", "-q", "app/setup.py")
    outcome = project.check("--staged")
    assert outcome.code == 1
    assert "TDC408" in outcome.out


def test_what_else_is_in_the_commit_is_judged_by_itself_only(app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pre-commit gives the files of a commit to several processes."""
    change(app, {"app/components.py": RENAMED, "app/home.py": PAGE + "\n\nX = 1\n"})
    assert staged(app) == BROKEN, "once"
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert told(app.check("--output-format", "json", "app/components.py")) == []
    assert told(app.check("--output-format", "json", "app/home.py")) == BROKEN


def test_comments_of_a_dependent_hold_and_are_not_asked_for(app: Project) -> None:
    ignored = PAGE.replace('/>")', '/>")  # tdomcheck: ignore[TDC207, TDC208, TDC121] known')
    change(app, {"app/home.py": ignored})
    git(app, "commit", "-qm", "ignored")
    change(app, {"app/components.py": RENAMED})
    assert staged(app) == []


def test_only_the_nearest_are_judged(project: Project) -> None:
    pages = {f"app/page{number:02}.py": PAGE for number in range(52)}
    far = {"app/all.py": "from app.components import Card\n", "app/a_far.py": PAGE.replace("app.components", "app.all")}
    commit(project, {**CONFIGURED, "app/components.py": CARD, **pages, **far})
    change(project, {"app/components.py": RENAMED})
    outcome = project.check("--staged", "--output-format", "json")
    paths = {finding["path"] for finding in outcome.json["findings"]}
    assert len(paths) == 50
    assert "app/a_far.py" not in paths, "it is two imports away"
    assert outcome.json["summary"]["ledger"]["dependents"] == {"judged": 50, "not_judged": 3, "not_read": 0}
    assert "; 50 dependents judged; 3 dependents not judged (the 50 nearest were)" in project.check("--staged").out


def test_fix_never_writes_one(project: Project) -> None:
    page = PAGE.replace("<{Card} title='x' />", "<div>{Card('x')}</div>")
    commit(project, {**CONFIGURED, "app/components.py": CARD.replace("Template", "str", 1), "app/home.py": page})
    change(project, {"app/components.py": RENAMED})
    before = project.read("app/home.py")
    project.fix("--staged", "--unsafe-fixes")
    assert project.read("app/home.py") == before


def test_a_file_outside_of_a_repository_declares_all_anew(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({**CONFIGURED, "app/components.py": RENAMED, "app/home.py": PAGE})
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert told(project.check("--output-format", "json", "app/components.py")) == BROKEN


def test_a_file_that_cannot_be_parsed_declares_nothing_that_could_be_compared(app: Project) -> None:
    change(app, {"app/components.py": "def Card(:\n"})
    assert staged(app) == [("app/components.py", "TDC001")]
