"""What a project is: which configuration holds, what is checked by default, what shares facts and what stays apart."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, Outcome, Project

CARD = 'def Card(*, title: str) -> Template:\n    return t"<b>{title}</b>"\n'
COMPONENTS = f"from string.templatelib import Template\n\n\n{CARD}"
USES = "from components import Card\nfrom tdom import html\n\npage = html(t\"<{Card} titel='x' />\")\n"
"""A prop that `Card` does not have: known only to whoever has read `components`."""
SHOP = {"shop/__init__.py": "", "shop/components.py": COMPONENTS}
USES_SHOP = USES.replace("from components", "from shop.components")
SILENT = "[project]\nname = 'x'\n"
OURS = "[tool.tdomcheck]\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: Callable[..., Outcome]) -> Project:
    """An empty folder that is the current one, with nothing that makes it a project."""
    root = tmp_path / "place"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.setenv("HOME", str(tmp_path))
    return Project(root, tool)


def shown(place: Project, *arguments: str) -> list[str]:
    """The files that a run would look at."""
    outcome = place.tool("check", "--show-files", *arguments)
    assert outcome.code == 0, outcome.err
    return outcome.out.splitlines()


def below(folder: str, files: Mapping[str, str]) -> dict[str, str]:
    return {f"{folder}/{name}": text for name, text in files.items()}


def repository(place: Project, name: str = ".") -> None:
    (place.root / name / ".git").mkdir(parents=True)


class TestWhatIsCheckedByDefault:
    def test_the_folder_of_the_configuration_and_not_only_src(self, place: Project) -> None:
        place.write({"pyproject.toml": OURS + 'src = ["src"]\n', "src/a.py": CLEAN, "tests/b.py": CLEAN})
        assert shown(place) == ["pyproject.toml", "src/a.py", "tests/b.py"]

    def test_include_narrows_it(self, place: Project) -> None:
        text = OURS + 'src = ["src"]\ninclude = ["/src", "tests/**/*.py"]\n'
        place.write({"pyproject.toml": text, "src/a.py": CLEAN, "tests/x/b.py": CLEAN, "tools/src/c.py": CLEAN})
        assert shown(place) == ["pyproject.toml", "src/a.py", "tests/x/b.py"]

    def test_include_says_nothing_about_what_is_named(self, place: Project) -> None:
        place.write({"pyproject.toml": OURS + 'include = ["src"]\n', "src/a.py": CLEAN, "tools/c.py": CLEAN})
        assert shown(place, "tools") == ["tools/c.py"]
        assert shown(place, "tools/c.py") == ["tools/c.py"]

    def test_what_include_leaves_out_is_in_the_ledger(self, place: Project) -> None:
        place.write({"pyproject.toml": OURS + 'include = ["src"]\n', "src/a.py": CLEAN, "tools/c.py": CLEAN})
        files = place.check("--output-format", "json").json["summary"]["ledger"]["files"]
        assert files["excluded"] == [{"path": "tools/c.py", "reason": "is not in `include` of the configuration"}]

    def test_without_a_configuration_the_root_of_the_project(
        self, place: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository(place)
        place.write({"pyproject.toml": SILENT, "src/a.py": CLEAN, "docs/conf.py": CLEAN})
        monkeypatch.chdir(place.root / "src")
        assert shown(place) == ["../docs/conf.py", "../pyproject.toml", "a.py"]

    @pytest.mark.parametrize("command", [("check",), ("find", "x"), ("graph",), ("fix",), ("fix", "--diff")])
    def test_no_marker_and_no_path_is_exit_2(self, place: Project, command: tuple[str, ...]) -> None:
        place.write({"a.py": CLEAN})
        outcome = place.tool(*command)
        assert (outcome.code, outcome.err) == (2, "error: no project here: name a path\n")
        assert os.listdir(place.root) == ["a.py"]

    def test_a_path_is_enough(self, place: Project) -> None:
        place.write({"a.py": MISMATCHED})
        assert place.findings(".") == ("TDC101",)

    @pytest.mark.parametrize(
        "command", [("rule", "TDC101"), ("rule", "--all"), ("config",), ("check", "--show-settings")]
    )
    def test_what_is_about_no_file_needs_no_project(self, place: Project, command: tuple[str, ...]) -> None:
        assert place.tool(*command).code == 0


class TestWhereASearchEnds:
    def test_a_configuration_above_the_repository_is_not_read(
        self, place: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place.write({"tdomcheck.toml": 'ignore = ["TDC101"]\nplugins = ["evil.py"]\n', "evil.py": "1 / 0\n"})
        place.write({"repo/src/a.py": f"import tdom\n{MISMATCHED}"})
        repository(place, "repo")
        monkeypatch.chdir(place.root / "repo")
        assert place.findings() == ("TDC101",)

    @pytest.mark.parametrize("pointer", ["gitdir: ../.git/worktrees/x\n", "gitdir: ../.git/modules/x\n"])
    def test_a_worktree_and_a_submodule_are_repositories(self, place: Project, pointer: str) -> None:
        repository(place)
        place.write({"tdomcheck.toml": 'ignore = ["TDC101"]\n', "sub/.git": pointer})
        place.write({"sub/a.py": f"import tdom\n{MISMATCHED}"})
        assert place.findings("sub/a.py") == ("TDC101",)

    def test_the_home_folder_speaks_for_nothing_below_it(self, place: Project) -> None:
        place.write({"../tdomcheck.toml": 'ignore = ["TDC101"]\n', "a.py": MISMATCHED})
        assert place.findings("a.py") == ("TDC101",)

    def test_unless_the_run_was_started_there(self, place: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        place.write({"../tdomcheck.toml": 'ignore = ["TDC101"]\n', "a.py": MISMATCHED})
        monkeypatch.chdir(place.root.parent)
        assert place.findings("place/a.py") == ()

    def test_a_folder_that_everybody_may_write_to_speaks_for_nothing(self, place: Project) -> None:
        place.write({"shared/tdomcheck.toml": 'ignore = ["TDC101"]\n', "shared/mine/a.py": MISMATCHED})
        (place.root / "shared").chmod(0o1777)
        assert place.findings("shared/mine/a.py") == ("TDC101",)

    def test_without_a_repository_a_configuration_further_up_holds(self, place: Project) -> None:
        place.write({"x/tdomcheck.toml": 'ignore = ["TDC101"]\n', "x/y/z/a.py": MISMATCHED})
        assert place.findings("x/y/z/a.py") == ()


class TestWhatSharesFacts:
    def test_a_package_without_our_table_is_no_border(self, place: Project) -> None:
        repository(place)
        place.write({"tdomcheck.toml": "", "packages/a/pyproject.toml": SILENT, "packages/b/pyproject.toml": SILENT})
        place.write({**below("packages/a/src", SHOP), "packages/b/src/page.py": USES_SHOP})
        assert "TDC208" in place.findings("packages/b/src/page.py")

    def test_a_configuration_of_its_own_is_one(self, place: Project) -> None:
        repository(place)
        place.write({"tdomcheck.toml": "", "packages/a/tdomcheck.toml": "", "packages/b/tdomcheck.toml": ""})
        place.write({**below("packages/a/src", SHOP), "packages/b/src/page.py": USES_SHOP})
        assert place.findings("packages/b/src/page.py") == ()
        assert place.findings() == ()

    @pytest.mark.parametrize("start", [".", "packages/b", "packages/b/src"])
    def test_but_not_for_members_of_a_workspace(
        self, place: Project, monkeypatch: pytest.MonkeyPatch, start: str
    ) -> None:
        repository(place)
        place.write({"tdomcheck.toml": 'workspaces = ["packages/*"]\n', "packages/a/tdomcheck.toml": ""})
        place.write({**below("packages/a/src", SHOP), "packages/b/src/page.py": USES_SHOP})
        place.write({"packages/b/tdomcheck.toml": 'severity = { TDC208 = "warning" }\n'})
        monkeypatch.chdir(place.root / start)
        found = place.check("--output-format", "json", str(place.root / "packages/b/src/page.py")).json["findings"]
        assert [(finding["code"], finding["severity"]) for finding in found][:1] == [("TDC208", "warning")]

    def test_the_root_and_its_members_share_them_both_ways(self, place: Project) -> None:
        place.write({"tdomcheck.toml": 'workspaces = ["packages/*"]\n', "packages/a/tdomcheck.toml": ""})
        place.write({**below("packages/a/src", SHOP), "page.py": USES_SHOP})
        assert "TDC208" in place.findings()
        assert "TDC208" in place.findings("page.py")

    def test_a_member_is_the_folder_itself_and_not_what_is_vendored_below_it(self, place: Project) -> None:
        place.write({"tdomcheck.toml": 'workspaces = ["packages/*"]\n', "packages/a/vendor/lib/tdomcheck.toml": ""})
        place.write({**below("packages/a/vendor/lib", SHOP), "page.py": USES_SHOP})
        assert place.findings() == ()

    def test_a_submodule_is_a_project_of_its_own(self, place: Project) -> None:
        repository(place)
        place.write({"tdomcheck.toml": "", "lib/.git": "gitdir: ../.git/modules/lib\n"})
        place.write({**below("lib", SHOP), "page.py": USES_SHOP})
        assert place.findings() == ()

    def test_packages_of_a_repository_without_a_configuration_stay_apart(self, place: Project) -> None:
        repository(place)
        place.write({"a/pyproject.toml": SILENT, "b/pyproject.toml": SILENT})
        place.write({**below("a", SHOP), "b/page.py": USES_SHOP})
        assert place.findings(".") == ()

    def test_unless_the_topmost_pyproject_holds_both(self, place: Project) -> None:
        repository(place)
        place.write({"pyproject.toml": SILENT, "a/pyproject.toml": SILENT, "b/pyproject.toml": SILENT})
        place.write({**below("a", SHOP), "b/page.py": USES_SHOP})
        assert "TDC208" in place.findings("b/page.py")


class TestWithoutAMarker:
    def test_modules_beside_are_read_for_facts_and_not_judged(self, place: Project) -> None:
        place.write({"components.py": COMPONENTS + MISMATCHED, "page.py": USES})
        outcome = place.check("--output-format", "json", "page.py")
        assert "TDC208" in outcome.codes
        assert outcome.json["summary"]["ledger"]["counts"]["planned"] == 1

    def test_also_what_those_import(self, place: Project) -> None:
        place.write({"cards.py": COMPONENTS, "components/__init__.py": "from cards import Card\n", "page.py": USES})
        assert "TDC208" in place.findings("page.py")

    def test_also_from_a_package_around_it(self, place: Project) -> None:
        page = USES.replace("from components", "from ..components")
        place.write({"app/__init__.py": "", "app/components.py": COMPONENTS})
        place.write({"app/views/__init__.py": "", "app/views/page.py": page})
        assert "TDC208" in place.findings("app/views/page.py")

    def test_and_nothing_else(self, place: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        place.write({f"other/m{number}.py": COMPONENTS for number in range(20)})
        place.write({"components.py": COMPONENTS, "page.py": USES})
        opened = opened_files(monkeypatch, place.root)
        assert "TDC208" in place.findings("page.py")
        assert opened == {"components.py", "page.py"}

    def test_a_project_that_is_named_from_elsewhere_is_read_alone(
        self, place: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place.write({f"other/m{number}.py": COMPONENTS for number in range(20)})
        place.write({"some/project/pyproject.toml": SILENT, "some/project/page.py": USES})
        opened = opened_files(monkeypatch, place.root)
        assert place.findings("some/project") == ()
        assert not {name for name in opened if name.startswith("other")}

    @pytest.mark.parametrize("verb", [("check",), ("fix",), ("find", "html($X)")])
    def test_no_cache_is_left_where_there_is_no_project(self, place: Project, verb: tuple[str, ...]) -> None:
        place.write({"some/project/pyproject.toml": SILENT, "some/project/page.py": USES, "a.py": CLEAN})
        place.tool(*verb, "some/project", "a.py")
        assert sorted(os.listdir(place.root)) == ["a.py", "some"]
        assert ".tdomcheck" in os.listdir(place.root / "some/project")

    def test_fix_can_be_undone_there(self, place: Project) -> None:
        from cli_running import NESTED

        place.write({"a.py": NESTED})
        assert place.tool("fix", "a.py").code == 0
        assert place.text("a.py") != NESTED
        assert place.tool("fix", "--undo").code == 0
        assert place.text("a.py") == NESTED


def opened_files(monkeypatch: pytest.MonkeyPatch, root: Path) -> set[str]:
    """The Python files below a folder that this process opens from now on; workers see no file that it does not."""
    import builtins

    opened: set[str] = set()

    def noted(real: Callable[..., object]) -> Callable[..., object]:
        def call(file: object, *arguments: object, **further: object) -> object:
            if isinstance(file, str) and file.endswith(".py") and file.startswith(str(root)):
                opened.add(os.path.relpath(file, root))
            return real(file, *arguments, **further)

        return call

    monkeypatch.setattr(builtins, "open", noted(builtins.open))
    monkeypatch.setattr(os, "open", noted(os.open))
    return opened
