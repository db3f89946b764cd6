"""`check --focus REF`: everything is looked at, and only what the changes concern is reported."""

from __future__ import annotations

import os

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Outcome, Project, git

pytestmark = pytest.mark.slow

CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
PAGE = """\
from tdom import html

from app.components import Card


def page():
    return html(t"<{Card} title='x' />")
"""
CONFIGURED = {"pyproject.toml": '[project]\nname = "app"\nversion = "0"\n\n[tool.tdomcheck]\n', "app/__init__.py": ""}


@pytest.fixture
def app(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with an old error that nobody mends, and a branch that has left `main`."""
    monkeypatch.delenv("PRE_COMMIT", raising=False)
    project.write({**CONFIGURED, "app/components.py": CARD, "app/home.py": PAGE, "app/legacy.py": MISMATCHED})
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    git(project, "checkout", "-qb", "branch")
    return project


def focused(project: Project, *arguments: str, base: str = "main") -> Outcome:
    return project.check("--focus", base, "--output-format", "json", *arguments)


def told(outcome: Outcome) -> list[tuple[str, str]]:
    return [(finding["path"], finding["code"]) for finding in outcome.json["findings"]]


def test_what_nobody_changed_is_set_apart_and_does_not_fail(app: Project) -> None:
    app.write({"app/new.py": CLEAN})
    outcome = focused(app, "--report", "sarif=all.sarif")

    assert (told(outcome), outcome.code) == ([], 0)
    assert outcome.json["summary"]["focus"] == {"changed_files": 1, "beside": 1}
    assert b"app/legacy.py" in app.read("all.sarif")


def test_an_old_finding_in_a_changed_file_is_reported(app: Project) -> None:
    app.write({"app/legacy.py": f"# touched\n{MISMATCHED}"})
    outcome = focused(app)

    assert told(outcome) == [("app/legacy.py", "TDC101")]
    assert outcome.code == 1


def test_what_a_change_breaks_elsewhere_is_reported_where_it_is(app: Project) -> None:
    app.write({"app/components.py": CARD.replace("title", "label")})

    assert {path for path, _ in told(focused(app))} == {"app/home.py"}


def test_also_where_the_file_is_gone(app: Project) -> None:
    (app.root / "app" / "components.py").unlink()
    app.write({"app/home.py": PAGE})
    outcome = focused(app)

    assert outcome.json["summary"]["focus"]["changed_files"] == 1
    assert ("app/legacy.py", "TDC101") not in told(outcome)


def test_a_finding_that_names_a_changed_place_is_reported_though_it_is_old(app: Project) -> None:
    app.write({"app/components.py": CARD.replace("title", "label")})
    git(app, "commit", "-qam", "broken on main")
    git(app, "branch", "-f", "main")
    app.write({"app/components.py": CARD.replace("title", "label") + "\n# one more\n"})

    assert {path for path, _ in told(focused(app))} == {"app/home.py"}


def test_annotations_begin_with_lines_of_the_diff(app: Project) -> None:
    app.write({"app/page.py": NESTED})
    git(app, "add", "-A")
    git(app, "commit", "-qm", "old")
    git(app, "branch", "-f", "main")
    again = NESTED.replace("def page", "def more").removeprefix("from tdom import html\n")
    app.write({"app/page.py": NESTED + again})
    outcome = app.check("--focus", "main", "--output-format", "github", "--max-annotations", "1")

    lines = outcome.out.splitlines()
    assert lines[0].startswith("::warning file=app/page.py,line=9,")
    assert lines[1].startswith("::notice title=tdomcheck::1 more annotation")


def test_the_text_counts_what_is_set_apart(app: Project) -> None:
    assert "1 finding elsewhere that the changes do not concern" in app.check("--focus", "main").out


def test_below_a_folder_of_the_repository(app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    app.write({"app/new.py": MISMATCHED})
    monkeypatch.chdir(app.root / "app")

    assert told(focused(app, ".")) == [("new.py", "TDC101")]


@pytest.mark.parametrize("base", ["nowhere", "-x", ""])
def test_a_revision_that_is_not_known_is_no_green(app: Project, base: str) -> None:
    outcome = focused(app, base=base)

    assert outcome.code == 2
    assert outcome.err.startswith("error: ")


@pytest.mark.parametrize("other", [["--new-only"], ["--staged"], ["--changed"], ["--since", "main"]])
def test_selections_do_not_go_with_it(app: Project, other: list[str]) -> None:
    assert "--focus looks at everything" in focused(app, *other).err


def test_no_answer_is_replayed(app: Project) -> None:
    app.write({"app/legacy.py": f"# touched\n{MISMATCHED}"})
    first = app.tool("check", "--focus", "main")
    git(app, "commit", "-qam", "touched")
    git(app, "branch", "-f", "main")

    assert (first.code, app.tool("check", "--focus", "main").code) == (1, 0)


def test_a_name_that_is_no_text(app: Project) -> None:
    app.write({os.fsdecode(b"app/n\xff:: 'x'.py"): MISMATCHED})

    assert len(told(focused(app))) == 1


MENU = """\
from dataclasses import dataclass

from svcs_di import Inject

from app.services import Users


@dataclass
class Menu:
    users: Inject[Users]


page = t"<p><b>x</i></p>"
"""
WIRING = """\
from app.services import Other, Users


def wire(registry):
    registry.register_value(Other, Other())
    registry.register_value(Users, Users())
"""
UNWIRED = WIRING.replace("    registry.register_value(Users, Users())\n", "")
MORE = "from app.services import Spare\n\n\ndef more(registry):\n    registry.register_value(Spare, Spare())\n"


class TestFilesThatNobodyTouched:
    """Only they are judged as they were, among all that was there."""

    @pytest.fixture
    def menu(self, app: Project) -> Project:
        app.write(
            {"app/services.py": "class Users: ...\n\n\nclass Other: ...\n\n\nclass Spare: ...\n", "app/menu.py": MENU}
        )
        app.write(
            {
                "app/wiring.py": WIRING,
                "app/more.py": MORE,
            }
        )
        self.commit(app)
        return app

    @staticmethod
    def commit(app: Project) -> None:
        git(app, "add", "-A")
        git(app, "commit", "-qm", "wired")
        git(app, "branch", "-f", "main")

    def test_what_a_registration_that_goes_breaks(self, menu: Project) -> None:
        menu.write({"app/wiring.py": UNWIRED})
        outcome = focused(menu)

        assert told(outcome) == [("app/menu.py", "TDC408")]
        assert outcome.json["summary"]["focus"] == {"changed_files": 1, "beside": 2}

    def test_or_a_file_with_registrations(self, menu: Project) -> None:
        (menu.root / "app" / "wiring.py").unlink()

        assert told(focused(menu)) == [("app/menu.py", "TDC408")]

    def test_what_was_broken_before_is_set_apart(self, menu: Project) -> None:
        menu.write({"app/wiring.py": UNWIRED})
        self.commit(menu)
        (menu.root / "app" / "more.py").unlink()
        outcome = focused(menu)

        assert (told(outcome), outcome.json["summary"]["focus"]["beside"]) == ([], 3)

    def test_a_new_file_was_not_there(self, menu: Project) -> None:
        menu.write({"app/wiring.py": UNWIRED})
        self.commit(menu)
        menu.write({"app/late.py": UNWIRED.replace("wire", "late").replace("Other, Other", "Users, Users")})

        assert told(focused(menu)) == []

    @pytest.mark.parametrize("paths", [(), ("app/part",), ("app/part/menu.py",)], ids=["all", "folder", "file"])
    @pytest.mark.parametrize("how", ["deleted", "a package instead", "moved"])
    def test_a_file_that_is_gone_counts_wherever_it_was(self, menu: Project, paths: tuple[str, ...], how: str) -> None:
        menu.write({"app/part/__init__.py": "", "app/part/menu.py": MENU})
        (menu.root / "app" / "menu.py").unlink()
        self.commit(menu)
        (menu.root / "app" / "wiring.py").unlink()
        menu.write(
            {} if how == "deleted" else {"app/wiring/__init__.py": ""} if how != "moved" else {"app/other.py": UNWIRED}
        )

        for option in ("--focus", "--new-only"):
            base = ("--focus", "main") if option == "--focus" else ("--new-only", "--base", "main")
            outcome = menu.check(*paths, *base, "--output-format", "json")
            assert told(outcome) == [("app/part/menu.py", "TDC408")], option


CONTEXT = 'from tdom import html\n\n\ndef page():\n    return html(t"<p>x</p>", context={"a": 1})\n'
LOCK = '[[package]]\nname = "tdom"\nversion = "{}"\n'


class TestVersionsThatChange:
    @pytest.fixture
    def old(self, app: Project) -> Project:
        app.write({"uv.lock": LOCK.format("0.1.12"), "app/old.py": CONTEXT})
        TestFilesThatNobodyTouched.commit(app)
        return app

    def test_what_a_lock_breaks_was_not_there(self, old: Project) -> None:
        assert told(focused(old)) == []
        old.write({"uv.lock": LOCK.format("0.1.17")})
        assert told(focused(old)) == [("app/old.py", "TDC904")]
        outcome = old.check("--new-only", "--base", "main", "--output-format", "json")
        assert told(outcome) == [("app/old.py", "TDC904")]

    def test_another_package_of_the_lock_breaks_nothing(self, old: Project) -> None:
        old.write({"uv.lock": LOCK.format("0.1.12") + '\n[[package]]\nname = "other"\nversion = "2"\n'})
        assert told(focused(old)) == []


def test_another_error_at_the_same_place_is_new(app: Project) -> None:
    part = "from string.templatelib import Template\n\n\ndef Button(*, {}: str) -> Template:\n    return t'<b></b>'\n"
    page = "from tdom import html\n\nfrom app.ui import Button\n\nhtml(t\"<{Button} zz='1' />\")\n"
    app.write({"app/c1.py": part.format("a"), "app/c2.py": part.format("bb"), "app/page.py": page})
    app.write({"app/ui.py": "from app.c1 import Button as Button\n"})
    TestFilesThatNobodyTouched.commit(app)
    assert told(focused(app)) == []
    app.write({"app/ui.py": "from app.c2 import Button as Button\n"})
    (finding,) = focused(app).json["findings"]
    assert (finding["path"], "`bb`" in finding["message"]) == ("app/page.py", True)


def test_a_configuration_that_changes_is_told(app: Project) -> None:
    manifest = CONFIGURED["pyproject.toml"]
    app.write({"pyproject.toml": manifest.replace('"0"', '"1"')})
    assert "the configuration has changed" not in focused(app).err
    app.write({"pyproject.toml": "\ufeff" + manifest.replace('"0"', '"1"')})
    assert "the configuration has changed" not in focused(app).err
    app.write({"pyproject.toml": f'{manifest}exclude = ["x.py"]\n'})
    for options in (("--focus", "main"), ("--new-only", "--base", "main")):
        outcome = app.check(*options)
        assert "the configuration has changed (pyproject.toml): what was there before is judged by" in outcome.err


@pytest.mark.parametrize("options", [("--focus",), ("--new-only", "--base")])
def test_a_configuration_of_its_own_file_that_changes_is_told(app: Project, options: tuple[str, ...]) -> None:
    told = "the configuration has changed (app/tdomcheck.toml): what was there before"
    app.write({"app/tdomcheck.toml": 'select = ["TDC1"]\n'})
    assert told in app.check(*options, "main").err
    git(app, "add", "-A")
    git(app, "commit", "-qm", "configured")
    assert "has changed" not in app.check(*options, "HEAD").err
    (app.root / "app/tdomcheck.toml").unlink()
    outcome = app.check(*options, "HEAD")
    assert told in outcome.err
    assert outcome.code < 2
