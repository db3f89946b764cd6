"""Imports that lead nowhere: what the disk and git say of them, and what is only counted."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

import pytest
from cli_running import NESTED, Outcome, Project, git

from tdomcheck.app import dependents

pytestmark = pytest.mark.slow

PAGE = """\
from tdom import html

from {module} import Card


def page():
    return html(t"<{{Card}} />")
"""
SHOWING = """\
from tdom import html

from .lib import {name}


def page(x):
    return html(t"<p>{{{name}}}</p>")
"""
CARD = 'from string.templatelib import Template\n\n\ndef Card() -> Template:\n    return t"<b></b>"\n'
MANIFEST = '[project]\nname = "app"\nversion = "0"\ndependencies = ["tdom", "some-library"]\n\n[tool.tdomcheck]\n'
APP = {"pyproject.toml": MANIFEST, "app/__init__.py": "", "app/home.py": PAGE.format(module=".parts")}


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PRE_COMMIT", "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"):
        monkeypatch.delenv(name, raising=False)


def commit(project: Project, files: Mapping[str, str]) -> None:
    project.write(files)
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")


def told(outcome: Outcome) -> list[tuple[str, str]]:
    return [(finding["path"], finding["code"]) for finding in outcome.json["findings"]]


def checked(project: Project, *arguments: str) -> list[tuple[str, str]]:
    return told(project.check("--output-format", "json", *arguments))


LOST = [("app/home.py", "TDC907")]


class TestOnDisk:
    def test_a_module_that_is_nowhere_is_an_error(self, project: Project) -> None:
        project.write(APP)
        outcome = project.check()
        assert outcome.code == 1
        assert "there is no module `app.parts`, which `<{Card}>` needs" in outcome.out

    @pytest.mark.parametrize(
        ("name", "manifest"),
        [
            ("app/parts.cpython-314-x86_64-linux-gnu.so", ""),
            ("app/parts.pyd", ""),
            ("app/parts/space.py", ""),
            ("app/parts.py", 'exclude = ["app/parts.py"]\n'),
            ("app/parts/__init__.py", 'exclude = ["app/parts"]\n'),
            ("other.py", 'exclude = ["app/parts.py"]\n'),
        ],
        ids=["compiled", "of Windows", "a namespace", "excluded", "an excluded package", "excluded and not there"],
    )
    def test_what_is_not_read_is_not_missing(self, project: Project, name: str, manifest: str) -> None:
        project.write({**APP, name: "", "pyproject.toml": MANIFEST + manifest})
        outcome = project.check("--output-format", "json")
        assert told(outcome) == []
        assert [each["component"] for each in outcome.json["summary"]["ledger"]["components"]["not_judged"]] == ["Card"]

    @pytest.mark.parametrize(
        "name", ["app/parts.html", "app/parts.css", "app/parts/__pycache__/page.pyc", "app/Parts2.py"]
    )
    def test_what_python_does_not_import_does_not_count(self, project: Project, name: str) -> None:
        project.write({**APP, name: ""})
        assert checked(project) == LOST

    def test_what_git_ignores_is_generated(self, project: Project) -> None:
        commit(project, {**APP, ".gitignore": "app/parts.py\n"})
        assert checked(project) == []

    def test_another_folder_that_has_it_is_named(self, project: Project) -> None:
        project.write({"pyproject.toml": MANIFEST, "lib/parts.py": CARD, "home.py": PAGE.format(module="parts")})
        outcome = project.check()
        assert outcome.code == 1
        assert '`src = ["lib"]`' in outcome.out
        assert project.check("--config", 'src = ["lib"]').code == 0

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("pytest.ini", "[pytest]\npythonpath = other lib\n"),
            ("tox.ini", "[pytest]\npythonpath =\n    lib\n"),
            ("setup.cfg", "[tool:pytest]\npythonpath = lib\n"),
            ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = ["lib"]\n'),
            ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = "./lib"\n'),
        ],
    )
    def test_what_pytest_has_on_its_path_tests_may_import(self, project: Project, name: str, content: str) -> None:
        page = PAGE.format(module="parts")
        project.write({"pyproject.toml": MANIFEST, "lib/parts.py": CARD, "tests/test_home.py": page})
        assert checked(project) == [("tests/test_home.py", "TDC907")]
        project.write({"pyproject.toml": MANIFEST} | {name: f"{MANIFEST if name == 'pyproject.toml' else ''}{content}"})
        assert checked(project) == []
        project.write({"tests/test_home.py": page.replace("<{Card} />", "<{Card} wide />")})
        assert checked(project) == [("tests/test_home.py", "TDC207")], "and it is judged"
        project.write({"tests/test_home.py": "", "home.py": page})
        assert checked(project) == [("home.py", "TDC907")], "which others may not"

    @pytest.mark.parametrize(
        "content", ["pythonpath = lib\n", "[pytest]\npythonpath = ../../lib\n", "[pytest]\naddopts = pythonpath\n"]
    )
    def test_what_does_not_tell_pytest_does_not_count(self, project: Project, content: str) -> None:
        files = {"pyproject.toml": MANIFEST, "lib/parts.py": CARD, "tests/test_home.py": PAGE.format(module="parts")}
        project.write({**files, "pytest.ini": content})
        assert checked(project) == [("tests/test_home.py", "TDC907")]

    def test_an_import_of_a_file_by_itself_is_looked_at_the_same(self, project: Project) -> None:
        project.write(APP)
        assert checked(project, "app/home.py") == LOST

    def test_what_a_template_only_shows_is_needed(self, project: Project) -> None:
        project.write({**APP, "app/lib.py": "LABEL = 1\n", "app/home.py": SHOWING.format(name="LABEL")})
        assert checked(project) == []
        project.write({"app/home.py": SHOWING.format(name="LABLE"), "tests/test_lib.py": "LABLE = 1\n"})
        outcome = project.check()
        assert outcome.code == 1
        assert "`app.lib` has no `LABLE`, which a template that shows `LABLE` needs" in outcome.out
        assert "help: did you mean `app.lib.LABEL`?" in outcome.out

    @pytest.mark.parametrize(
        "files",
        [
            {"README.md": f"```python\n{SHOWING.format(name='label')}```\n"},
            {"app/query.py": SHOWING.format(name="label").replace("<p>", "SELECT ").replace("</p>", "")},
        ],
        ids=["a document", "a query"],
    )
    def test_what_is_no_page_of_the_project_may_show_what_is_not_there(
        self, project: Project, files: Mapping[str, str]
    ) -> None:
        project.write({**APP, "app/home.py": "", **files})
        assert checked(project) == []

    @pytest.mark.parametrize("place", ["app/parts", "app"])
    def test_a_submodule_that_is_not_checked_out_is_not_missing(self, project: Project, place: str) -> None:
        project.write({"pyproject.toml": MANIFEST, "home.py": PAGE.format(module=".app.parts.more")})
        (project.root / place).mkdir(parents=True)
        assert checked(project) == []

    def test_what_is_compiled_by_a_build_is_not_missing(self, project: Project) -> None:
        project.write(
            {**APP, "setup.py": 'from setuptools import Extension\n\nMODULES = [Extension("app.parts", [])]\n'}
        )
        assert checked(project) == []
        project.write({"setup.py": 'from setuptools import Extension\n\nMODULES = [Extension("app.other", [])]\n'})
        assert checked(project) == LOST

    def test_a_package_without_its_first_file_is_a_namespace(self, project: Project) -> None:
        project.write({**APP, "app/parts/row.py": "", "app/home.py": PAGE.format(module="app.parts")})
        assert checked(project) == []


class TestStars:
    """What only a star import can bind."""

    FILES: t.ClassVar = {**APP, "app/home.py": PAGE.format(module=".parts").replace("import Card", "import *")}

    def test_a_component_is_judged_through_a_star(self, project: Project) -> None:
        project.write({**self.FILES, "app/parts.py": CARD})
        assert checked(project) == []
        project.write({"app/parts.py": CARD.replace("Card()", "Card(title)")})
        assert checked(project) == [("app/home.py", "TDC208")]

    def test_a_name_that_no_star_gives_is_missing(self, project: Project) -> None:
        commit(project, {**self.FILES, "app/parts.py": f'__all__ = ["Card"]\n{CARD}'})
        assert checked(project) == []
        project.write({"app/parts.py": f"__all__ = []\n{CARD}"})
        outcome = project.check()
        assert "`import *` of `app.parts` gives no `Card`, which `<{Card}>` needs" in outcome.out
        assert "note: Python raises NameError: name 'Card' is not defined" in outcome.out
        git(project, "add", "-A")
        assert checked(project, "--staged") == LOST

    def test_one_that_may_come_from_outside_is_counted(self, project: Project) -> None:
        project.write({**self.FILES, "app/parts.py": "from some_library import *\n"})
        outcome = project.check()
        assert outcome.code == 0, outcome.out
        assert "; 1 component not judged: nobody can tell what its module defines" in outcome.out


class TestInGit:
    FLAT: Mapping[str, str] = {
        "pyproject.toml": f'{MANIFEST}src = ["lib"]\n',
        "lib/parts.py": CARD,
        "home.py": PAGE.format(module="parts"),
    }

    def test_a_module_of_no_package_was_ours_if_git_had_it(self, project: Project) -> None:
        commit(project, self.FLAT)
        assert checked(project) == []
        (project.root / "lib/parts.py").unlink()
        outcome = project.check()
        assert outcome.code == 1
        assert "HEAD has it" in outcome.out
        git(project, "add", "-A")
        assert checked(project, "--staged") == [("home.py", "TDC907")]
        git(project, "commit", "-qm", "gone")
        assert checked(project) == [], "now it may be anybody's"
        assert checked(project, "--focus", "HEAD~1") == [("home.py", "TDC907")]
        assert checked(project, "--changed", "--since", "HEAD~1") == [("home.py", "TDC907")]

    def test_so_it_was_if_the_index_has_it(self, project: Project) -> None:
        commit(project, {**self.FLAT, "lib/parts.py": "OTHER = 1\n"})
        project.write({"lib/parts.py": CARD, "lib/more.py": CARD, "home.py": PAGE.format(module="more")})
        git(project, "add", "-A")
        (project.root / "lib/more.py").unlink()
        outcome = project.check()
        assert "the index has it" in outcome.out

    def test_so_it_was_if_only_its_folder_is_left(self, project: Project) -> None:
        commit(project, {**APP, "app/parts/__init__.py": CARD, "app/parts/row.py": ""})
        git(project, "rm", "-q", "app/parts/__init__.py")
        assert checked(project) == LOST
        assert checked(project, "--staged") == LOST

    def test_what_is_said_of_a_folder_that_was_a_package(self, project: Project) -> None:
        files = {"app/ui/__init__.py": CARD, "app/ui/row.py": CARD, "app/home.py": PAGE.format(module="app.ui")}
        commit(project, {**APP, **files})
        git(project, "rm", "-q", "app/ui/__init__.py")
        outcome = project.check()
        assert "`app.ui` has no `Card`, which `<{Card}>` needs" in outcome.out
        assert "ImportError: cannot import name 'Card' from 'app.ui'; HEAD has it" in outcome.out

    def test_so_it_was_in_a_folder_that_is_no_package(self, project: Project) -> None:
        page = PAGE.format(module="space.deep").replace("Card", "row").replace("{row}", "{row.Card}")
        commit(project, {"pyproject.toml": MANIFEST, "home.py": page, "space/deep/row.py": CARD, "space/deep/b.py": ""})
        assert checked(project) == []
        git(project, "rm", "-q", "space/deep/row.py")
        assert checked(project) == [("home.py", "TDC907")]
        assert checked(project, "--staged") == [("home.py", "TDC907")]
        git(project, "commit", "-qm", "gone")
        assert checked(project) == []

    def test_what_a_sparse_checkout_leaves_out_is_not_missing(self, project: Project) -> None:
        commit(project, {**APP, "app/parts.py": CARD})
        git(project, "update-index", "--skip-worktree", "app/parts.py")
        (project.root / "app/parts.py").unlink()
        assert checked(project) == []

    def test_a_library_that_the_project_requires_is_not_asked_for(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from tdomcheck.edges import git as asked

        commit(project, {**self.FLAT, "home.py": PAGE.format(module="some_library.parts")})
        monkeypatch.setattr(asked, "named", lambda *_: pytest.fail("git was asked"))
        outcome = project.check()
        assert outcome.code == 0
        assert "1 component not judged: its module is outside the project" in outcome.out

    @pytest.mark.parametrize(
        "manifest",
        [
            '[project]\nname = "parts"\nversion = "0"\ndependencies = ["tdom"]\n',
            '[project]\nname = "my-parts"\ndependencies = ["tdom", "my-parts[web]"]\nscripts.parts = "parts:main"\n',
            '[tool.poetry]\nname = "parts"\n\n[tool.poetry.dependencies]\ntdom = "*"\n',
        ],
        ids=["its name", "a part of it", "of poetry"],
    )
    def test_the_name_of_the_project_is_no_library(self, project: Project, manifest: str) -> None:
        files = {"parts/__init__.py": CARD, "home.py": PAGE.format(module="parts")}
        lock = (
            '[[package]]\nname = "parts"\nversion = "0"\nsource = { editable = "." }\n'
            if "scripts" not in manifest
            else ""
        )
        commit(project, {**files, "pyproject.toml": f"{manifest}\n[tool.tdomcheck]\n", "uv.lock": lock})
        git(project, "mv", "parts", "pieces")
        assert checked(project) == checked(project, "--staged") == [("home.py", "TDC907")]

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("pyproject.toml", '[project]\nname = "app"\nversion = "0"\ndependencies = ["pyparts>=2"]\n'),
            ("pyproject.toml", '[tool.poetry.group.dev.dependencies]\nparts = "*"\n'),
            ("pyproject.toml", '[dependency-groups]\ndev = ["Parts"]\n'),
            ("uv.lock", '[[package]]\nname = "parts"\nversion = "0"\n'),
            ("requirements.txt", "tdom\nparts==2\n"),
            ("setup.py", 'setup(\n    name="app",\n    install_requires=["parts"],\n)\n'),
        ],
    )
    def test_a_library_may_take_the_place_of_a_module(self, project: Project, name: str, content: str) -> None:
        manifest = f"{content if name == 'pyproject.toml' else ''}\n[tool.tdomcheck]\n"
        files = {"parts/__init__.py": CARD, "home.py": PAGE.format(module="parts"), name: content}
        commit(project, {**files, "pyproject.toml": manifest})
        git(project, "rm", "-rq", "parts")
        assert checked(project) == checked(project, "--staged") == []

    def test_what_is_not_added_is_not_in_the_commit(self, project: Project) -> None:
        commit(project, {**APP, "app/parts.py": CARD})
        project.write({"app/new.py": CARD, "app/home.py": PAGE.format(module=".new")})
        assert checked(project) == []
        git(project, "add", "app/home.py")
        assert checked(project, "--staged") == LOST
        git(project, "add", "app/new.py")
        assert checked(project, "--staged") == []


class TestWorkspaces:
    FILES: Mapping[str, str] = {
        "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n\n[tool.tdomcheck]\n',
        "packages/a/pyproject.toml": '[project]\nname = "a"\nversion = "0"\n',
        "packages/a/src/a/__init__.py": "",
        "packages/a/src/a/parts.py": CARD,
        "packages/b/pyproject.toml": '[project]\nname = "b"\nversion = "0"\ndependencies = ["a"]\n',
        "packages/b/src/b/__init__.py": "",
        "packages/b/src/b/home.py": PAGE.format(module="a.parts"),
    }
    HOME = "packages/b/src/b/home.py"
    TABLE = "\n[tool.tdomcheck]\n"

    def ours(self) -> dict[str, str]:
        """The same where tdomcheck is told of the workspace."""
        nested = {path: text + self.TABLE for path, text in self.FILES.items() if path.count("/") == 2}
        return {**self.FILES, **nested, "pyproject.toml": f'{self.TABLE}workspaces = ["packages/*"]\n'}

    @pytest.mark.parametrize("is_ours", [False, True], ids=["of uv", "as configured"])
    def test_what_one_member_loses_another_misses(self, project: Project, *, is_ours: bool) -> None:
        commit(project, self.ours() if is_ours else self.FILES)
        assert checked(project) == []
        git(project, "mv", "packages/a/src/a/parts.py", "packages/a/src/a/cards.py")
        assert checked(project) == checked(project, "--staged") == [(self.HOME, "TDC907")]
        git(project, "commit", "-qm", "moved")
        assert checked(project) == [(self.HOME, "TDC907")]

    def test_so_it_does_a_name(self, project: Project) -> None:
        project.write({**self.FILES, "packages/a/src/a/parts.py": CARD.replace("Card", "Tile")})
        assert checked(project) == [(self.HOME, "TDC907")]

    @pytest.mark.parametrize(
        "workspace",
        ['members = ["other/*"]', 'members = ["packages/*"]\nexclude = ["packages/a"]', "members = 1", ""],
    )
    def test_what_is_no_member_may_be_found_elsewhere(self, project: Project, workspace: str) -> None:
        manifest = f"[tool.uv.workspace]\n{workspace}\n{self.TABLE}"
        project.write({**self.FILES, "pyproject.toml": manifest, self.HOME: PAGE.format(module="a.gone")})
        assert checked(project) == []

    def test_members_may_have_packages_of_one_name(self, project: Project) -> None:
        one, two = ({f"packages/{name}/tests/__init__.py": ""} for name in "ab")
        page = {"packages/b/tests/test_b.py": PAGE.format(module="tests.parts"), "packages/b/tests/parts.py": CARD}
        project.write({**self.FILES, **one, **two, **page})
        assert checked(project) == []


class TestPackagesAroundTheProject:
    """A configuration in a package: its modules are imported by the names of the folders around them, too."""

    FILES: Mapping[str, str] = {
        "shop/__init__.py": "",
        "shop/app/tdomcheck.toml": "",
        "shop/app/__init__.py": CARD.replace("Card", "Tile"),
        "shop/app/parts.py": CARD,
        "shop/app/home.py": PAGE.format(module="shop.app.parts"),
    }
    HOME: t.ClassVar = [("shop/app/home.py", "TDC907")]

    @pytest.fixture
    def shop(self, project: Project) -> Project:
        commit(project, self.FILES)
        return project

    def test_what_they_import_of_each_other_is_judged(self, shop: Project) -> None:
        assert checked(shop) == []
        shop.write({"shop/app/home.py": self.FILES["shop/app/home.py"].replace("<{Card} />", "<{Card} wide />")})
        assert checked(shop) == checked(shop, "shop/app") == [("shop/app/home.py", "TDC207")]

    @pytest.mark.parametrize("module", ["shop.app.parts", ".parts", "shop.app", "."])
    def test_what_is_deleted_is_missed(self, shop: Project, module: str) -> None:
        shop.write({"shop/app/home.py": PAGE.format(module=module), "shop/app/__init__.py": "from .parts import Card"})
        git(shop, "add", "-A")
        git(shop, "commit", "-qm", "another import")
        assert checked(shop) == []
        git(shop, "rm", "-q", "shop/app/parts.py")
        assert checked(shop) == checked(shop, "--staged") == self.HOME

    @pytest.mark.parametrize(
        ("module", "name"),
        [
            ("shop.app", "shop/app/parts.py"),
            ("shop.other", "shop/other.py"),
            ("shop.other", "shop/other.so"),
            ("..other", "shop/other.py"),
            ("app.parts", "app/parts.py"),
            ("parts", "parts.py"),
            ("other.parts", "shop/app/other.so"),
        ],
    )
    def test_what_is_beside_the_project_is_not(self, shop: Project, module: str, name: str) -> None:
        shop.write({name: CARD, "shop/app/home.py": PAGE.format(module=module).replace("Card", "Tile")})
        assert checked(shop) == []

    def test_nor_is_what_is_not_read(self, shop: Project) -> None:
        shop.write({"shop/app/tdomcheck.toml": 'exclude = ["parts.py"]\n'})
        assert checked(shop) == []
        shop.write({"shop/app/tdomcheck.toml": "", ".gitignore": "parts.py\n"})
        git(shop, "rm", "-q", "shop/app/parts.py")
        git(shop, "commit", "-qm", "generated")
        assert checked(shop) == []

    def test_a_package_that_is_the_repository_has_no_name(self, project: Project) -> None:
        page = PAGE.format(module=f"{project.root.name}.gone")
        commit(project, {"pyproject.toml": MANIFEST, "__init__.py": "", "home.py": page})
        assert checked(project) == []


class TestPackagesOfOneName:
    """Two services of one project, each of which is an `app`: an import means the nearest."""

    HOME: t.ClassVar = [("a/app/home.py", "TDC907")]

    @pytest.fixture
    def services(self, project: Project) -> Project:
        page = PAGE.format(module="app.parts")
        service = {"app/__init__.py": "", "app/parts.py": CARD, "app/home.py": page, "main.py": page}
        other = service | {"app/parts.py": CARD.replace("Card()", "Card(wide)"), "app/more.py": CARD}
        wide = {name: text.replace("<{Card}", "<{Card} wide=1") for name, text in other.items()}
        files = {"a": service, "b": wide}
        paths = {f"{folder}/{name}": text for folder, inner in files.items() for name, text in inner.items()}
        commit(project, {"pyproject.toml": MANIFEST, **paths})
        return project

    def test_each_is_judged_by_its_own(self, services: Project) -> None:
        assert checked(services) == []
        services.write({"a/app/parts.py": CARD.replace("Card()", "Card(tall)")})
        assert checked(services) == [("a/app/home.py", "TDC208"), ("a/main.py", "TDC208")]

    def test_what_one_loses_the_other_does_not_have(self, services: Project) -> None:
        git(services, "rm", "-q", "a/app/parts.py")
        assert checked(services) == checked(services, "--staged") == [*self.HOME, ("a/main.py", "TDC907")]
        assert "there is no module `app.parts`, which" in services.check().out

    def test_a_name_of_the_other_is_not_there(self, services: Project) -> None:
        services.write(
            {"a/app/home.py": PAGE.format(module="app.more"), "tests/test_b.py": PAGE.format(module="app.x")}
        )
        assert checked(services) == self.HOME

    def test_the_one_at_the_top_is_the_nearest_of_all_others(self, services: Project) -> None:
        page = PAGE.format(module="app.top")
        top = {"app/__init__.py": "", "app/top.py": CARD, "app/home.py": page, "main.py": page, "c/main.py": page}
        services.write(top)
        assert checked(services) == []
        services.write({"a/app/home.py": page})
        assert checked(services) == self.HOME


class TestDeletions:
    @pytest.fixture
    def app(self, project: Project) -> Project:
        commit(project, {**APP, "app/parts.py": CARD, "app/wrong.py": "def (:\n"})
        return project

    def test_a_deleted_module_has_dependents(self, app: Project) -> None:
        git(app, "rm", "-q", "app/parts.py")
        assert checked(app, "--staged") == LOST
        assert "which `<{Card}>` needs (because app/parts.py is gone)" in app.check("--staged").out
        assert checked(app, "--changed") == LOST

    def test_so_has_a_deleted_package(self, app: Project) -> None:
        app.write({"main.py": PAGE.format(module="app.parts")})
        git(app, "add", "-A")
        git(app, "commit", "-qm", "one more")
        git(app, "rm", "-rq", "app")
        assert checked(app, "--staged") == [("main.py", "TDC907")]

    def test_so_has_one_that_a_package_hands_on(self, app: Project) -> None:
        app.write({"app/__init__.py": "from .parts import Card\n", "app/home.py": PAGE.format(module=".")})
        git(app, "add", "-A")
        git(app, "commit", "-qm", "by the package")
        git(app, "rm", "-q", "app/parts.py")
        assert checked(app, "--staged") == LOST

    def test_so_has_one_that_only_has_what_is_shown(self, app: Project) -> None:
        shown = "LABEL, OTHER = 1, 2\nfor label in (1, 2): ...\n"
        app.write({"app/lib.py": shown, "app/home.py": SHOWING.format(name="label")})
        git(app, "add", "-A")
        git(app, "commit", "-qm", "shown")
        git(app, "rm", "-q", "app/lib.py")
        assert checked(app, "--staged") == LOST

    def test_so_has_one_that_is_renamed(self, app: Project) -> None:
        git(app, "mv", "app/parts.py", "app/cards.py")
        assert checked(app, "--staged") == LOST
        assert "help: did you mean `app.cards.Card`?" in app.check("--staged").out

    def test_who_imports_it_is_looked_at_first(self, app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is wired by types may concern all files, and there are only so many that are judged."""
        monkeypatch.setattr(dependents, "MOST", 1)
        app.write({"app/a.py": "def use(container):\n    return container.get(int)\n"})
        app.write({"app/parts.py": CARD + "\n\ndef wire(registry):\n    registry.register_factory(*registry)\n"})
        git(app, "add", "-A")
        git(app, "commit", "-qm", "wired")
        git(app, "rm", "-q", "app/parts.py")
        assert checked(app, "--staged") == LOST

    def test_so_has_a_module_that_a_new_package_hides(self, app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        app.write({"app/parts/__init__.py": "", "app/more.py": "", "app/more/__init__.py": ""})
        git(app, "add", "-A")
        assert checked(app, "--staged") == LOST
        assert "needs (because `Card` changed in app/parts/__init__.py)" in app.check("--staged").out
        monkeypatch.setenv("PRE_COMMIT", "1")
        assert checked(app, "--force-exclude", "--", "app/parts/__init__.py") == LOST

    def test_and_a_package_that_is_gone_from_before_one(self, app: Project) -> None:
        app.write({"app/parts/__init__.py": CARD, "app/parts.py": ""})
        git(app, "add", "-A")
        git(app, "commit", "-qm", "hidden")
        git(app, "rm", "-q", "app/parts/__init__.py")
        assert checked(app, "--staged") == LOST

    def test_a_package_that_takes_the_place_of_a_module_has_its_names(self, app: Project) -> None:
        app.write({"app/parts/__init__.py": CARD})
        git(app, "add", "-A")
        assert checked(app, "--staged") == []
        git(app, "rm", "-q", "app/parts.py")
        assert checked(app, "--staged") == []

    def test_by_whatever_name_it_is_imported(self, project: Project) -> None:
        """A package below a folder that is none is known by two names."""
        page = PAGE.format(module="examples.shop.parts")
        shop = {"examples/shop/__init__.py": "", "examples/shop/parts.py": CARD, "examples/shop/home.py": page}
        commit(project, {"pyproject.toml": MANIFEST, **shop})
        git(project, "rm", "-q", "examples/shop/parts.py")
        assert checked(project, "--staged") == [("examples/shop/home.py", "TDC907")]

    def test_so_has_one_that_another_hands_on(self, app: Project) -> None:
        app.write({"app/ui.py": "from .parts import Card\n", "app/home.py": PAGE.format(module=".ui")})
        git(app, "add", "-A")
        git(app, "commit", "-qm", "by another")
        git(app, "rm", "-q", "app/parts.py")
        finding = app.check("--output-format", "json", "--staged").json["findings"][0]
        assert (finding["path"], finding["code"]) == LOST[0]
        assert [place["path"] for place in finding["related"]] == ["app/ui.py"]

    def test_a_hook_that_is_given_no_file_looks_at_deletions_and_nothing_else(
        self, app: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PRE_COMMIT", "1")
        idle = app.tool("check", "--force-exclude", "--")
        assert (idle.code, idle.err) == (0, "")
        git(app, "rm", "-q", "app/parts.py")
        outcome = app.tool("check", "--force-exclude", "--")
        assert outcome.code == 1
        assert outcome.out.count("error[") == 1, "what was wrong before is not of this commit"
        assert "0 files: 0 checked; 1 dependent judged" in outcome.out
        assert checked(app, "--force-exclude", "--") == LOST, "with other options, too"
        git(app, "commit", "-qm", "gone")
        assert app.tool("check", "--force-exclude", "--").code == 0
        monkeypatch.setenv("PRE_COMMIT_FROM_REF", "HEAD~1")
        assert checked(app, "--force-exclude", "--") == LOST
        assert checked(app, "--force-exclude", "--", "app/__init__.py") == LOST

    def test_so_does_one_that_fixes_and_it_fixes_nothing(self, app: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        nested = app.root / "app" / "nested.py"
        nested.write_text(NESTED, encoding="utf-8")
        git(app, "add", "-A")
        git(app, "commit", "-qm", "what a fix would change")
        monkeypatch.setenv("PRE_COMMIT", "1")
        assert app.tool("fix", "--force-exclude", "--").code == 0
        git(app, "rm", "-q", "app/parts.py")
        outcome = app.tool("fix", "--force-exclude", "--")
        assert outcome.code == 1
        assert outcome.out.count("error[TDC907]") == outcome.out.count("error[") == 1
        assert nested.read_text(encoding="utf-8") == NESTED

    def test_by_hand_a_run_without_names_is_about_all(self, app: Project) -> None:
        assert ("app/wrong.py", "TDC001") in checked(app, "--force-exclude", "--")


class TestWhatIsCounted:
    def test_the_reasons(self, project: Project) -> None:
        project.write(
            {
                "pyproject.toml": MANIFEST,
                "one.py": PAGE.format(module="some_library"),
                "two.py": PAGE.format(module="some_library.more").replace("Card", "Row"),
                "three.py": PAGE.format(module="some_library"),
                "made.py": "globals().update({})\n",
                "four.py": PAGE.format(module="made"),
                "five.py": PAGE.format(module=".gone").replace("from .", "if __debug__:\n    from ."),
            }
        )
        outcome = project.check()
        assert outcome.code == 0, outcome.out
        assert "; 2 components not judged: their modules are outside the project" in outcome.out
        assert "; 1 component not judged: its import may be skipped, or may fail" in outcome.out
        assert "; 1 component not judged: nobody can tell what its module defines" in outcome.out
        first = project.check("--output-format", "json").json["summary"]["ledger"]["components"]["not_judged"][0]
        reason = "its import may be skipped, or may fail"
        assert first == {"path": "five.py", "component": "Card", "module": "gone", "reason": reason}

    def test_why_names_them(self, project: Project) -> None:
        project.write({"pyproject.toml": MANIFEST, "one.py": PAGE.format(module="some_library")})
        line = "not judged: <{Card}> from some_library: its module is outside the project"
        assert line in project.check("--why", "one.py").out

    def test_a_run_that_is_cached_says_the_same(self, project: Project) -> None:
        project.write({"pyproject.toml": MANIFEST, "one.py": PAGE.format(module="some_library")})
        first, second = (project.tool("check").out for _ in range(2))
        assert "1 component not judged" in first
        assert second.replace(" (2 cached)", "") == first

    def test_shards_say_it_once(self, project: Project) -> None:
        project.write({"pyproject.toml": MANIFEST, "one.py": PAGE.format(module="some_library"), "two.py": ""})
        for number in (1, 2):
            project.check("--shard", f"{number}/2", "--report", f"shard={number}.record")
        merged = project.tool("report", "merge", "1.record", "2.record", "--output-format", "json").json
        counted = merged["summary"]["ledger"]["components"]["not_judged"]
        assert [each["component"] for each in counted] == ["Card"]


def test_an_answer_is_not_replayed_once_what_was_missing_is_there(project: Project) -> None:
    project.write(APP)
    assert project.tool("check").code == 1
    project.write({"app/parts.so": ""})
    assert project.tool("check").code == 0


def test_nor_once_pytest_has_another_path(project: Project) -> None:
    project.write({"pyproject.toml": MANIFEST, "lib/parts.py": CARD, "tests/test_home.py": PAGE.format(module="parts")})
    for content, code in (("", 1), ("pythonpath = lib\n", 0), ("", 1)):
        project.write({"pytest.ini": f"[pytest]\n{content}"})
        assert project.tool("check").code == code


def test_nor_once_git_has_another_commit(project: Project) -> None:
    commit(project, TestInGit.FLAT)
    (project.root / "lib/parts.py").unlink()
    assert project.tool("check").code == 1
    git(project, "commit", "-qam", "gone")
    assert project.tool("check").code == 0
