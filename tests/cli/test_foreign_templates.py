"""Templates that are not tdom's: t-strings are given to other libraries, and to functions of the project's own."""

from __future__ import annotations

import pytest
from cli_running import Project

SILENT = "[project]\nname = 'shop'\n"
WRONG = 't"<p title={x} title={x}>{x:safe}<b></i></p>"'
HANDED = f"from shop.web import html\n\n\ndef page(x):\n    return html({WRONG})\n"
WIDGET = (
    'from markupsafe import Markup\n\n\nclass Row:\n    def __call__(self) -> Markup:\n        return Markup("<b>")\n'
)
BARE = f"def page(x):\n    return {WRONG}\n"
TYPED = "from string.templatelib import Template\n\n\n"
CARD = f"{TYPED}def Card(*, title: str) -> Template:\n    return t'<b>{{title}}</b>'\n"
USED = 'from shop.card import Card\n\n\ndef page():\n    return t"<{Card} titel=x />"\n'
OWN = f"def html(template):\n    return str(template)\n\n\ndef page(x):\n    return html({WRONG})\n"
LEFT_ALONE = "not judged (nothing says that they are tdom's)"


@pytest.fixture
def place(project: Project) -> Project:
    """A project that says nothing of us, and nothing of tdom."""
    (project.root / ".git").mkdir(exist_ok=True)
    project.write({"pyproject.toml": SILENT, "shop/__init__.py": ""})
    return project


def codes(place: Project, page: str, **others: str) -> set[str]:
    files = {f"shop/{name}.py": text for name, text in others.items()}
    place.write({"shop/page.py": page, **files})
    return set(place.findings())


ALL = {"TDC101", "TDC107"}


class TestAProjectThatDoesNotSpeakOfTdom:
    @pytest.mark.parametrize(
        "page",
        [
            BARE,
            HANDED,
            OWN,
            f"import logging\n\nlogging.getLogger().info({WRONG})\n",
            f"from elsewhere import xml\n\npage = xml({WRONG})\n",
            f"from htpy import html\n\npage = html({WRONG})\n",
            f"{TYPED}def Page(x) -> Template:\n    return {WRONG}\n",
        ],
    )
    def test_none_of_its_templates_is_judged(self, place: Project, page: str) -> None:
        assert codes(place, page) == set()

    def test_no_component_is_looked_for_in_its_tags(self, place: Project) -> None:
        assert codes(place, USED, card=CARD) == set()

    def test_what_is_left_alone_is_counted(self, place: Project) -> None:
        place.write({"shop/page.py": BARE, "shop/other.py": BARE, "shop/sound.py": "page = t'<p>a</p>'\n"})
        outcome = place.check()
        assert (outcome.code, f"templates in 2 files {LEFT_ALONE}" in outcome.out) == (0, True)
        assert place.check("--output-format", "json").json["summary"]["ledger"]["templates"] == {"not_judged": 2}

    def test_where_nothing_would_be_said_nothing_is_counted(self, place: Project) -> None:
        place.write({"shop/page.py": "page = t'<p>a</p>'\n", "shop/text.py": WIDGET})
        assert LEFT_ALONE not in place.check().out

    def test_what_is_not_about_templates_is_judged(self, place: Project) -> None:
        page = f"import svcs\n\n\n@svcs.auto\nclass Repo: ...\n\n\ndef page(x):\n    return {WRONG}\n"
        assert "TDC101" not in codes(place, page)
        assert codes(place, f"if x:\n{BARE}") == {"TDC001"}

    def test_its_documents_are_not_judged(self, place: Project) -> None:
        place.write({"README.md": f"```python\npage = html({WRONG})\n```\n"})
        assert place.findings("README.md") == ()


class TestAProjectThatSpeaksOfTdom:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("pyproject.toml", f"{SILENT}dependencies = ['tdom>=0.1.20']\n"),
            ("pyproject.toml", "[project]\nname = 'tdom'\n"),
            ("pyproject.toml", f"{SILENT}dependencies = ['tdom-svcs']\n"),
            ("pyproject.toml", f"{SILENT}[tool.tdomcheck]\n"),
            ("uv.lock", '[[package]]\nname = "tdom"\nversion = "0.1.20"\n'),
            ("requirements.txt", "tdom\n"),
            ("requirements/base.txt", "svcs\ntdom>=0.1\n"),
            ("environment.yml", "dependencies:\n  - pip:\n    - tdom\n"),
            ("setup.cfg", "[options]\ninstall_requires =\n    tdom\n"),
            (".venv/lib/python3.14/site-packages/tdom-0.1.20.dist-info/METADATA", ""),
            ("shop/app.py", "from tdom import html\n"),
            ("shop/app.py", "import tdom_svcs\n"),
        ],
    )
    def test_a_template_without_an_import_is_judged(self, place: Project, name: str, text: str) -> None:
        place.write({"shop/page.py": BARE, name: text})
        assert set(place.findings()) == ALL

    @pytest.mark.parametrize(
        "text", ["[project]\nname = 'tdomcheck'\n", f"{SILENT}dependencies = ['xtdom', 'tdoms', 'my-tdom']\n"]
    )
    def test_another_name_is_another_package(self, place: Project, text: str) -> None:
        place.write({"shop/page.py": BARE, "pyproject.toml": text})
        assert place.findings() == ()

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("pyproject.toml", f"{SILENT}# without tdom\ndescription = 'not of tdom'\n"),
            ("README.md", "```python\nfrom tdom import html\n```\n"),
        ],
    )
    def test_what_is_said_in_passing_says_nothing(self, place: Project, name: str, text: str) -> None:
        place.write({"shop/page.py": BARE, name: text})
        assert place.findings() == ()

    def test_an_environment_that_is_only_active_says_nothing(
        self, place: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place.write({"shop/page.py": BARE, "../env/lib/python3.14/site-packages/tdom-0.1.20.dist-info/METADATA": ""})
        monkeypatch.setenv("VIRTUAL_ENV", str(place.root.parent / "env"))
        assert place.findings() == ()

    @pytest.mark.parametrize("first", ["shop/app.py", "shop/other.py"])
    def test_what_one_run_asked_is_no_answer_to_another(self, place: Project, first: str) -> None:
        """Both runs ask what stands open in the same project, with the same files; each in files of its own."""
        place.write({"shop/page.py": BARE, "shop/other.py": BARE, "shop/app.py": "import tdom\n"})
        place.tool("check", first)
        assert place.tool("check", "shop/page.py", "--output-format", "concise").code == 1
        assert len(place.tool("check", "--output-format", "json").codes) == 4

    def test_one_file_of_it_is_enough_when_another_is_named(self, place: Project) -> None:
        place.write({"shop/page.py": BARE, "shop/app.py": "from tdom import html\n"})
        assert set(place.findings("shop/page.py")) == ALL

    def test_the_answer_changes_with_the_requirements(self, place: Project) -> None:
        place.write({"shop/page.py": BARE})
        assert place.tool("check").code == 0
        place.write({"pyproject.toml": f"{SILENT}dependencies = ['tdom']\n"})
        assert place.tool("check").code == 1
        place.write({"pyproject.toml": SILENT})
        assert place.tool("check").code == 0

    def test_components_are_looked_for_in_tags(self, place: Project) -> None:
        assert codes(place, USED, card=CARD, app="import tdom\n") == {"TDC207", "TDC208"}


class TestHtmlThatIsNotTdoms:
    def test_that_is_called_for_something_else(self, place: Project) -> None:
        assert codes(place, f"from htpy import html\n\nwhole = html()\n\n\n{BARE}", app="import tdom\n") == ALL

    def test_that_is_not_known_is_counted(self, place: Project) -> None:
        place.write({"shop/page.py": HANDED, "shop/app.py": "import tdom\n"})
        assert f"templates in 1 file {LEFT_ALONE}" in place.check().out

    @pytest.mark.parametrize("web", ["def html(template): ...\n", "from htpy import html\n", "html = print\n", ""])
    def test_of_another_module(self, place: Project, web: str) -> None:
        assert codes(place, HANDED, app="import tdom\n", web=web) == set()

    @pytest.mark.parametrize(
        "web",
        [
            "import tdom\n\n\ndef html(template):\n    return tdom.html(template)\n",
            "from tdom import html as render\n\n\ndef html(template):\n    return render(template)\n",
        ],
    )
    def test_that_wraps_it_is(self, place: Project, web: str) -> None:
        assert codes(place, HANDED, web=web) == ALL
        assert codes(place, HANDED, web="from shop.deep import html\n", deep=web) == ALL

    @pytest.mark.parametrize(
        "web", ["from tdom import html\n", "from tdom_svcs import html\n", "import tdom\n\nhtml = tdom.html\n"]
    )
    def test_that_is_handed_on_is(self, place: Project, web: str) -> None:
        assert codes(place, HANDED, web=web) == ALL

    def test_of_the_file_itself(self, place: Project) -> None:
        assert codes(place, OWN, app="import tdom\n") == set()

    def test_of_the_file_itself_beside_tdom(self, place: Project) -> None:
        assert codes(place, f"from tdom import html as render\n\n\n{OWN}") == ALL

    def test_that_is_a_component_of_that_name(self, place: Project) -> None:
        page = f"def html(title): ...\n\n\nhtml('a')\n\n\n{BARE}"
        assert codes(place, page, app="import tdom\n") == ALL

    def test_of_which_only_components_are_in_tags(self, place: Project) -> None:
        page = USED.replace("return t", "return html(t").replace('/>"', '/>")')
        page = f"from shop.web import html\n{page}"
        assert codes(place, page, card=CARD, app="import tdom\n", web="def html(template): ...\n") == set()
        assert codes(place, page, web="from tdom import html\n") == {"TDC207", "TDC208"}


SQL = 't"SELECT id FROM item WHERE price <{low} AND b<c AND b<c and q > {high}"'


@pytest.mark.parametrize(
    "statement",
    [
        f"rows = connection.execute({SQL}).fetchall()",
        f"rows = await pool.fetch(({SQL}))",
        f"log.info({WRONG})",
        f"logging.getLogger(__name__).warning({WRONG})",
        f"self._logger.debug({WRONG})",
        f"warnings.warn({WRONG})",
    ],
)
def test_messages_and_queries_are_nobodys_templates(project: Project, statement: str) -> None:
    project.write({"page.py": f"from tdom import html\n\n\nasync def page(self, x, low, high):\n    {statement}\n"})
    assert project.findings("page.py") == ()


@pytest.mark.parametrize(
    "statement",
    [
        f"return html({WRONG})",
        f"return self.catalog.info({WRONG})",
        f"return dialog.error({WRONG})",
        f"return site.query({WRONG})",
        f"return error({WRONG})",
        f"log.info(html({WRONG}))",
    ],
)
def test_what_is_named_alike_is_judged(project: Project, statement: str) -> None:
    project.write({"page.py": f"from tdom import html\n\n\ndef page(self, x):\n    {statement}\n"})
    assert set(project.findings("page.py")) == ALL


def test_where_there_is_no_project_a_named_file_is_judged(project: Project) -> None:
    (project.root / "pyproject.toml").unlink(missing_ok=True)
    project.write({"page.py": BARE})
    assert set(project.findings("page.py")) == ALL
