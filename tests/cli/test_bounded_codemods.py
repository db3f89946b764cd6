"""PATHS bound what codemods of the project write, and not what they read: verbs and `codemod run` alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_running import Outcome, Project
from git_running import git

FILES = {
    "pyproject.toml": "[tool.tdomcheck]\n",
    "a.py": "def run(): ...\n\n\ndef spare(): ...\n",
    "b.py": "from a import run\n\nrun()\n",
    "new/b.py": "",
}
VIEW = "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users]): ...\n"
DOORS = ("verb", "codemod")
SETTINGS = {
    "rename": ("rename.from", "rename.to"),
    "move": ("move.from", "move.to"),
    "delete": ("delete.target",),
}


@pytest.fixture
def shop(project: Project) -> Project:
    project.write(FILES)
    return project


def ask(project: Project, door: str, verb: str, names: tuple[str, ...], *paths: str) -> Outcome:
    """The same question by one of the two doors."""
    if door == "verb":
        return project.tool(verb, *names, *paths, "--allow-dirty")
    settings = [part for key, name in zip(SETTINGS[verb], names, strict=True) for part in ("--set", f"{key}={name}")]
    return project.tool("codemod", "run", verb, *paths, *settings, "--allow-dirty")


@pytest.mark.parametrize("door", DOORS)
class TestByBothDoors:
    @pytest.mark.parametrize(
        ("verb", "to", "expected"),
        [
            ("rename", "go", {"a.py": FILES["a.py"].replace("run", "go")}),
            ("move", "new.c", {"a.py": "def spare(): ...\n", "new/c.py": "def run(): ...\n"}),
        ],
    )
    def test_references_outside_are_proposed(
        self, shop: Project, door: str, verb: str, to: str, expected: dict[str, str]
    ) -> None:
        before = shop.files()
        outcome = ask(shop, door, verb, ("a.run", to), "a.py", "new")
        assert outcome.code == 1, outcome.err
        assert "it is outside of the given paths" in outcome.out
        assert "b.py" in outcome.out
        assert {path: shop.text(path) for path in expected} == expected
        assert shop.text("b.py") == FILES["b.py"]
        assert set(shop.files()) == set(before) | set(expected)

    def test_what_is_used_outside_is_not_deleted(self, shop: Project, door: str) -> None:
        outcome = ask(shop, door, "delete", ("a.run",), "a.py")
        assert outcome.code == 2
        assert "b.py" in outcome.err
        assert shop.text("a.py") == FILES["a.py"]
        assert ask(shop, door, "delete", ("a.spare",), "a.py").code == 0
        assert shop.text("a.py") == "def run(): ...\n"

    @pytest.mark.parametrize(
        ("verb", "names", "paths", "place"),
        [
            ("rename", ("a.run", "go"), ("b.py",), "a.py"),
            ("rename", ("a", "other"), ("b.py",), "a.py"),
            ("rename", ("a", "new.other"), ("a.py", "b.py"), "new/other.py"),
            ("move", ("a.run", "new.c"), ("a.py", "b.py"), "new/c.py"),
            ("move", ("a.run", "new.b"), ("a.py", "b.py"), "new/b.py"),
            ("delete", ("a.spare",), ("b.py",), "a.py"),
        ],
    )
    def test_what_the_rest_needs_has_to_lie_inside(
        self, shop: Project, door: str, verb: str, names: tuple[str, ...], paths: tuple[str, ...], place: str
    ) -> None:
        before = shop.files()
        outcome = ask(shop, door, verb, names, *paths)
        assert outcome.code == 2
        assert f"{place} has to change with the rest, and is outside of the given paths: name it, too" in outcome.err
        assert shop.files() == before

    def test_proposals_outside_are_taken_if_that_is_asked_for(self, shop: Project, door: str) -> None:
        assert ask(shop, door, "rename", ("a.run", "go"), "a.py", "--include-proposals").code == 0
        assert shop.text("b.py") == FILES["b.py"].replace("run", "go")

    def test_all_paths_are_no_bounds(self, shop: Project, door: str) -> None:
        assert ask(shop, door, "rename", ("a.run", "go"), ".").code == 0
        assert shop.text("b.py") == FILES["b.py"].replace("run", "go")


def test_a_view_that_is_called_outside_is_left(project: Project) -> None:
    project.write({"shop.py": VIEW, "run.py": "from shop import hello_view\n\nhello_view(1)\n"})
    outcome = project.tool("codemod", "run", "keyword-only-injection", "shop.py", "--allow-dirty")
    assert "it is outside of what is written" in outcome.out
    assert "run.py" in outcome.out
    assert project.text("shop.py") == VIEW
    outcome = project.tool("codemod", "run", "keyword-only-injection", "shop.py", "run.py", "--allow-dirty")
    assert project.text("run.py") == "from shop import hello_view\n\nhello_view(users=1)\n"


def test_a_view_whose_name_stands_outside_keeps_it(project: Project) -> None:
    page = "from shop import view\n\n@view\ndef home_view(): ...\n"
    use = "from page import home_view\n"
    project.write({"shop.py": "def view(f): return f\n\n\ncomponent = view\n", "page.py": page, "use.py": use})
    settings = ("--set", "view-to-component.suffix=_view", "--set", "view-to-component.old=shop.view")
    outcome = project.tool("codemod", "run", "view-to-component", "page.py", *settings, "--allow-dirty")
    assert "use.py says its name, and is outside of what is written" in outcome.out
    assert "def home_view" in project.text("page.py")
    assert project.text("use.py") == use


def test_only_what_is_written_counts_as_looked_at(shop: Project) -> None:
    settings = ("--set", "rename.from=a.run", "--set", "rename.to=go")
    outcome = shop.tool("codemod", "run", "rename", "a.py", *settings, "--dry-run", "--output-format", "json")
    assert outcome.code == 1
    assert '"unchanged": 0' in outcome.out


HEADER = """
from tdomcheck import authoring as td


class Header(td.ProjectCodemod):
    NAME = "header"
    DESCRIPTION = "Every file begins with a header."
    EXAMPLES = [td.codemods.example("x = 1\\n", "# ours\\nx = 1\\n")]

    def rewrite(self, codebase):
        edit = td.Edit(0, 0, "# ours\\n")
        every = (path for path in codebase.sources if not codebase.contents[path].startswith(b"# ours"))
        return td.codemods.Rewrite(tuple(td.codemods.FileEdits(path, (edit,)) for path in every))
"""


@pytest.fixture
def plugged(project: Project) -> Project:
    configuration = '[tool.tdomcheck]\nplugins = ["mods"]\nexclude = ["mods", "vendor"]\n'
    project.write({"pyproject.toml": configuration, "mods/header.py": HEADER})
    project.write({"a.py": "x = 1\n", "pkg/b.py": "x = 1\n", "vendor/c.py": "x = 1\n"})
    return project


def test_codemods_of_others_are_bounded_without_their_help(plugged: Project) -> None:
    outcome = plugged.tool("codemod", "run", "header", "pkg", "--allow-dirty")
    assert outcome.code == 0, outcome.err
    assert plugged.text("pkg/b.py") == "# ours\nx = 1\n"
    assert plugged.text("a.py") == "x = 1\n"
    assert "it is outside of the given paths" in outcome.out


def test_what_the_configuration_leaves_out_is_not_written(plugged: Project) -> None:
    outcome = plugged.tool("codemod", "run", "header", "--allow-dirty")
    assert outcome.code == 0, outcome.err
    assert plugged.text("a.py") == "# ours\nx = 1\n"
    assert plugged.text("vendor/c.py") == "x = 1\n"
    assert plugged.text("mods/header.py") == HEADER


LISTED = "from typing import List\nx: List[int] = []\n"
PLAIN = "x: list[int] = []\n"
RUN = ("codemod", "run", "typing-to-abc")


@pytest.fixture
def linked(tmp_path: Path, project: Project) -> Project:
    """A project with links into the folder beside it, and with one that stays within."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/o.py").write_text(LISTED)
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "own.py": LISTED, "sub/s.py": LISTED})
    (project.root / "link.py").symlink_to(tmp_path / "outside/o.py")
    (project.root / "folder").symlink_to(tmp_path / "outside")
    (project.root / "sub/deep.py").symlink_to("../link.py")
    (project.root / "inner.py").symlink_to("own.py")
    (project.root / "beside").symlink_to("sub")
    return project


class TestLinks:
    @pytest.mark.parametrize(
        "path", ["link.py", "./sub/../link.py", "folder", "folder/o.py", "sub/deep.py", "beside/deep.py"]
    )
    @pytest.mark.parametrize("more", [(), ("--diff",), ("--plan", "plan.json")], ids=["written", "diff", "plan"])
    def test_one_that_leads_out_is_refused(self, linked: Project, path: str, more: tuple[str, ...]) -> None:
        before = linked.files()
        outcome = linked.tool(*RUN, "own.py", path, *more, "--allow-dirty")
        assert (outcome.code, outcome.out) == (2, "")
        assert f"{path} leads out of the project by a link, to " in outcome.err
        assert linked.files() == before
        assert (linked.root.parent / "outside/o.py").read_text() == LISTED

    def test_so_do_refactorings(self, linked: Project) -> None:
        outcome = linked.tool("rename", "own.x", "y", "own.py", "folder", "--allow-dirty")
        assert outcome.code == 2
        assert "folder leads out of the project by a link" in outcome.err
        assert linked.text("own.py") == LISTED

    @pytest.mark.parametrize(
        ("path", "file"), [("inner.py", "own.py"), ("beside/s.py", "sub/s.py"), ("beside", "sub/s.py")]
    )
    def test_one_that_stays_within_is_followed(self, linked: Project, path: str, file: str) -> None:
        (linked.root / "sub/deep.py").unlink()
        assert linked.tool(*RUN, path, "--allow-dirty").code == 0
        assert linked.text(file) == PLAIN

    @pytest.mark.parametrize(("path", "file"), [("inner.py", "own"), ("beside", "sub.s")])
    def test_refactorings_write_behind_it(self, linked: Project, path: str, file: str) -> None:
        (linked.root / "sub/deep.py").unlink()
        outcome = linked.tool("rename", f"{file}.x", "y", path, "--allow-dirty")
        assert outcome.code == 0, outcome.err
        assert linked.text(f"{file.replace('.', '/')}.py") == LISTED.replace("x", "y")

    def test_a_walk_passes_by_those_that_lead_out(self, linked: Project) -> None:
        assert linked.tool(*RUN, "--allow-dirty").code == 0
        assert (linked.text("own.py"), linked.text("sub/s.py")) == (PLAIN, PLAIN)
        assert (linked.root.parent / "outside/o.py").read_text() == LISTED

    def test_what_is_named_without_a_link_is_meant(self, linked: Project) -> None:
        assert linked.tool(*RUN, "../outside/o.py", "--allow-dirty").code == 0
        assert (linked.root.parent / "outside/o.py").read_text() == PLAIN

    def test_the_whole_repository_is_within(self, tmp_path: Path, linked: Project) -> None:
        git(tmp_path, "init", "-q")
        assert linked.tool(*RUN, "link.py", "--allow-dirty").code == 0
        assert (tmp_path / "outside/o.py").read_text() == PLAIN
