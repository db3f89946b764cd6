"""A codemod's life: begun, run over many checkouts or by another executor, counted, chosen by version."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from cli_running import Project

from tdomcheck.app.migrate.files import files_of
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.run import migrate
from tdomcheck.app.migrate.tidying import tidy
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.contract import prove_codemod
from tdomcheck.errors import UsageError
from tdomcheck.model.codemod import CodemodStep

OLD = "import typing as t\n\n\ndef f(x: t.Sequence[int]) -> None: ...\n"
NEW = "from collections.abc import Sequence\n\n\ndef f(x: Sequence[int]) -> None: ...\n"
LEFT = "import typing as t\n\n\nclass Sequence: ...\n\n\nx: t.Sequence[Sequence] = ()\n"


class TestNew:
    @pytest.fixture
    def plugins(self, project: Project) -> Project:
        (project.root / "mods").mkdir()
        project.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["mods"]\nexclude = ["mods"]\n'})
        return project

    def test_its_examples_fail_until_it_is_written(self, plugins: Project) -> None:
        outcome = plugins.tool("codemod", "new", "old-to-new")
        assert outcome.code == 0, outcome.err
        assert outcome.out == "written: mods/old_to_new.py\nwritten: mods/test_old_to_new.py\n"
        entry = open_codemods(["mods"], str(plugins.root)).find("old-to-new")
        assert entry is not None
        broken = [result for result in prove_codemod(entry.cls) if not result.passed]
        assert next((result.example, result.check) for result in broken) == ("EXAMPLES[0]", "before to after")

    @pytest.mark.slow
    def test_its_test_passes_once_it_is_written(self, plugins: Project) -> None:
        plugins.tool("codemod", "new", "old-to-new")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "mods"]
        command += ["-W", "error"]  # as some have it
        bare = {**os.environ, "PYTEST_ADDOPTS": ""}  # what measures this suite is nothing to theirs
        assert subprocess.run(command, cwd=plugins.root, env=bare, check=False, capture_output=True).returncode == 1
        body = 'return updated_node.with_changes(value=updated_node.value.replace("old_name", "new_name"))'
        source = plugins.text("mods/old_to_new.py").replace("return updated_node\n", f"{body}\n")
        plugins.write({"mods/old_to_new.py": source})
        done = subprocess.run(command, cwd=plugins.root, env=bare, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("Old", "is no name for a codemod"),
            ("../x", "is no name for a codemod"),
            ("typing-to-abc", "the name typing-to-abc is taken"),
        ],
    )
    def test_names_that_cannot_be(self, plugins: Project, name: str, reason: str) -> None:
        outcome = plugins.tool("codemod", "new", name)
        assert (outcome.code, reason in outcome.err) == (2, True)

    def test_nothing_is_written_over(self, plugins: Project) -> None:
        plugins.write({"mods/test_old.py": "mine"})
        assert "stands there already" in plugins.tool("codemod", "new", "old").err
        assert not (plugins.root / "mods/old.py").exists()

    @pytest.mark.parametrize("folder", ["codemods_of_ours", "tools/codemods", "./codemods_of_ours"])
    def test_a_folder_that_is_not_there_is_made(self, project: Project, folder: str) -> None:
        project.write({"pyproject.toml": f'[tool.tdomcheck]\nplugins = ["{folder}"]\n'})
        outcome = project.tool("codemod", "new", "log-calls")
        assert (outcome.code, outcome.err) == (0, "")
        assert sorted(os.listdir(project.root / folder)) == ["log_calls.py", "test_log_calls.py"]
        assert project.tool("codemod", "show", "log-calls").code == 0

    @pytest.mark.parametrize("plugin", ["json", "some.module", "none.py", "../beside", "dangling"])
    def test_what_is_no_folder_of_the_project_is_not_made(self, project: Project, plugin: str) -> None:
        os.symlink(project.root.parent / "elsewhere", project.root / "dangling")
        project.write({"pyproject.toml": f'[tool.tdomcheck]\nplugins = ["{plugin}"]\n'})
        before = project.files()
        assert project.tool("codemod", "new", "log-calls").code == 2
        assert project.files() == before
        assert not (project.root.parent / "beside").exists()

    @pytest.mark.parametrize("name", ["nowhere_at_all", "tools/codemods", "./here", "nowhere_at_all.inner"])
    @pytest.mark.parametrize("words", [("check",), ("codemod", "list")])
    def test_other_commands_say_that_it_has_to_be_made(
        self, project: Project, name: str, words: tuple[str, ...]
    ) -> None:
        project.write({"pyproject.toml": f'[tool.tdomcheck]\nplugins = ["{name}"]\n', "a.py": "x = 1\n"})
        outcome = project.tool(*words)
        assert outcome.code == 2
        assert f"{name}: there is no folder and no file of this name, nor a module (No module" in outcome.err
        assert "make the folder" in outcome.err

    def test_a_folder_that_cannot_be_made(self, project: Project) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["pyproject.toml/codemods"]\n'})
        outcome = project.tool("codemod", "new", "log-calls")
        assert (outcome.code, "pyproject.toml/codemods: the folder could not be made" in outcome.err) == (2, True)

    def test_a_name_that_cannot_be_makes_no_folder(self, project: Project) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["codemods_of_ours"]\n'})
        assert project.tool("codemod", "new", "Log").code == 2
        assert not (project.root / "codemods_of_ours").exists()

    def test_without_a_folder_of_plugins(self, project: Project) -> None:
        outcome = project.tool("codemod", "new", "old")
        assert outcome.code == 2
        assert 'add `plugins = ["codemods"]`' in outcome.err


class TestStatus:
    def test_what_is_done_left_and_blocked_by_owner(self, project: Project) -> None:
        marked = LEFT.replace("x: t", "# tdomcheck: todo[typing-to-abc] by hand\nx: t")
        project.write(
            {
                "CODEOWNERS": "core/ @core\n",
                "core/a.py": OLD,
                "core/b.py": NEW,
                "c.py": LEFT,
                "d.py": marked,
                "e.py": "def (\n",
            }
        )
        before = project.files()
        outcome = project.tool("codemod", "status", "typing-to-abc")
        assert outcome.code == 0
        assert outcome.out == (
            "nobody: 2 files done, 1 left, 2 places blocked\n@core: 1 file done, 1 left, 0 places blocked\n"
        )
        data = project.tool("codemod", "status", "typing-to-abc", "--output-format", "json").json
        assert data["owners"][1] == {"owner": "@core", "done": 1, "left": 1, "blocked": 0}
        assert project.files() == before

    def test_of_a_recipe(self, project: Project) -> None:
        marked = LEFT.replace("x: t", "# tdomcheck: todo[typing-to-abc] by hand\nx: t")
        steps = '["typing-to-abc", { name = "replace", pattern = "old($X)", with = "new($X)" }]'
        recipe = f"[tool.tdomcheck.codemods]\nspring = {{ steps = {steps} }}\nbare = {{ steps = ['replace'] }}\n"
        project.write({"pyproject.toml": recipe, "a.py": OLD, "b.py": "old(1)\n", "c.py": NEW, "d.py": marked})
        before = project.files()
        outcome = project.tool("codemod", "status", "spring")
        assert (outcome.code, outcome.out) == (0, "nobody: 2 files done, 2 left, 1 place blocked\n"), outcome.err
        assert "replace (in the recipe `bare`) needs its option" in project.tool("codemod", "status", "bare").err
        assert project.files() == before

    def test_of_what_is_not_there(self, project: Project) -> None:
        assert "did you mean `typing-to-abc`?" in project.tool("codemod", "status", "typing-to-ab").err


class TestUpgrade:
    def test_what_lies_between_the_locked_version_and_the_wanted_one(self, project: Project) -> None:
        source = "import svcs\n\n\ndef f(container):\n    return container.get_abstract(A)\n"
        project.write({"uv.lock": '[[package]]\nname = "svcs"\nversion = "25.1.0"\n', "a.py": source})
        out = project.tool("codemod", "upgrade", "--target-svcs", "25.2").out
        assert out.startswith("no codemod leads from the locked versions to the wanted ones: ")
        assert "tdom (nothing is locked) to 0.1." in out
        assert out.endswith("svcs 25.1.0 (uv.lock) to 25.2\n")
        outcome = project.tool("codemod", "upgrade", "a.py")
        assert outcome.code == 0, outcome.err
        assert "note: upgrade runs svcs-modernise\n" in outcome.err
        assert "svcs 25.1.0 (uv.lock) to 26." in outcome.err
        assert "container.get(A)" in project.text("a.py")

    def test_where_nothing_is_locked_it_names_what_has_places_to_convert(self, project: Project) -> None:
        source = "from svcs_di.injectors import HopscotchRegistry\n\nr = HopscotchRegistry()\n"
        project.write({"uv.lock": '[[package]]\nname = "svcs"\nversion = "26.2.0"\n', "a.py": source})
        before = project.text("a.py")
        outcome = project.tool("codemod", "upgrade")
        assert (outcome.code, outcome.err, project.text("a.py")) == (0, "", before)
        assert "svcs-di (nothing is locked) to 0.3.0, svcs 26.2.0 (uv.lock) to 26.2.0\n" in outcome.out
        assert outcome.out.splitlines()[1] == (
            "nothing is locked for tdom, svcs-di, and there are places to convert by svcs-di-to-hopscotch (1 file); "
            "to convert them: tdomcheck codemod run svcs-di-to-hopscotch"
        )

    def test_it_names_them_beside_what_it_runs(self, project: Project) -> None:
        code = "from svcs_di.injectors import HopscotchRegistry\n\n\ndef f(container):\n"
        source = f"import svcs\n{code}    return container.get_abstract(A)\n"
        project.write({"uv.lock": '[[package]]\nname = "svcs"\nversion = "25.1.0"\n', "a.py": source})
        outcome = project.tool("codemod", "upgrade")
        assert "note: upgrade runs svcs-modernise\n" in outcome.err
        assert "places to convert by svcs-di-to-hopscotch (1 file)" in outcome.err
        assert "from svcs_di.injectors import" in project.text("a.py")

    def test_where_nothing_is_locked_and_nothing_is_found(self, project: Project) -> None:
        project.write({"a.py": "x = 1\n"})
        outcome = project.tool("codemod", "upgrade")
        assert (outcome.code, outcome.out.count("\n"), outcome.out.count("(nothing is locked)")) == (0, 1, 3)

    def test_recipes_before_their_parts_and_without_those_for_other_versions(self, project: Project) -> None:
        config = '[codemods.to-26]\nsteps = ["typing-to-abc", "svcs-modernise", "components-to-template"]\n'
        lock = '[[package]]\nname = "svcs"\nversion = "25.1.0"\n\n[[package]]\nname = "tdom"\nversion = "0.1.10"\n'
        source = "import svcs\nimport typing as t\n\n\ndef f(c: t.Sequence):\n    return c.get_abstract(A)\n"
        project.write({"uv.lock": lock, "a.py": source, "tdomcheck.toml": config})
        words = ("codemod", "upgrade", "--target-tdom", "0.1.12", "a.py")
        outcome = project.tool(*words)
        assert outcome.code == 0, outcome.err
        assert "note: upgrade runs to-26\n" in outcome.err
        assert "components-to-template of the recipe `to-26` was left out: it is for tdom>=0.1.15" in outcome.err
        assert "collections.abc" in project.text("a.py")

    def test_nothing_where_the_lock_is_there_already(self, project: Project) -> None:
        project.write({"uv.lock": '[[package]]\nname = "svcs"\nversion = "26.2.0"\n', "a.py": "get_abstract = 1\n"})
        assert "svcs-modernise" not in project.tool("codemod", "upgrade").err


class TestPythons:
    SOURCE = "from typing import List\n\nx: List[int] = []\n"

    @pytest.mark.parametrize(
        ("manifest", "is_too_old"),
        [
            ("[tool.tdomcheck]\n", False),
            ('[project]\nname = "x"\nrequires-python = ">=3.9"\n[tool.tdomcheck]\n', False),
            ('[project]\nname = "x"\nrequires-python = ">=3.8"\n[tool.tdomcheck]\n', True),
            ('[tool.poetry.dependencies]\npython = ">=3.8.0"\n[tool.tdomcheck]\n', True),
            ('[tool.poetry.dependencies]\npython = "^3.10"\n[tool.tdomcheck]\n', False),
            ('[tool.tdomcheck]\ntarget-version = "3.8"\n', True),
            ('[project]\nname = "x"\nrequires-python = ">=3.8"\n[tool.tdomcheck]\ntarget-version = "3.12"\n', False),
        ],
    )
    def test_what_the_oldest_python_cannot_run_is_left(
        self, project: Project, manifest: str, *, is_too_old: bool
    ) -> None:
        project.write({"pyproject.toml": manifest, "a.py": self.SOURCE})
        outcome = project.tool("codemod", "run", "typing-to-abc")
        assert outcome.code == 0, outcome.err
        row = "a.py:3: typing-to-abc: list[...] needs Python 3.9, and this project is for 3.8"
        assert (row in outcome.out) is is_too_old
        assert (project.text("a.py") == self.SOURCE) is is_too_old

    @pytest.mark.parametrize(
        "files",
        [
            {"setup.cfg": "[options]\npython_requires = >=3.7\n"},
            {"setup.py": "from setuptools import setup\nsetup(python_requires='>=3.7')\n"},
        ],
    )
    def test_so_it_is_where_setuptools_says_it(self, project: Project, files: dict[str, str]) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\n", "a.py": self.SOURCE, **files})
        outcome = project.tool("codemod", "run", "typing-to-abc")
        assert "list[...] needs Python 3.9, and this project is for 3.7" in outcome.out
        assert project.text("a.py") == self.SOURCE

    def test_a_recipe_leaves_it_out(self, project: Project) -> None:
        config = (
            '[tool.tdomcheck]\ntarget-svcs = "25.1"\n[tool.tdomcheck.codemods.modern]\nsteps = ["svcs-modernise"]\n'
        )
        project.write({"pyproject.toml": config, "a.py": self.SOURCE})
        outcome = project.tool("codemod", "run", "modern")
        assert "svcs-modernise of the recipe `modern` was left out" in outcome.err
        assert project.text("a.py") == self.SOURCE


class TestRepositories:
    def test_a_patch_and_a_line_for_each(self, project: Project) -> None:
        evil = '[tool.tdomcheck]\nplugins = ["evil.py"]\nformat = ["touch", "evil"]\n'
        project.write(
            {
                "one/pyproject.toml": evil,
                "one/evil.py": "import pathlib; pathlib.Path('evil').touch()\n",
                "one/a.py": OLD,
                "two/one/pyproject.toml": "[tool.tdomcheck]\n",
                "two/one/a.py": LEFT,
                "repos.txt": "# checkouts\none\n\ntwo/one\n",
            }
        )
        words = ("codemod", "run", "typing-to-abc", "--repos", "repos.txt", "--patches", "out")
        outcome = project.tool(*words, "--dry-run")
        assert outcome.code == 1
        lines = [json.loads(line) for line in outcome.out.splitlines()]
        assert [(line["repository"], line["exit_code"], line["changed"], line["left"]) for line in lines] == [
            ("one", 1, 1, 0),
            ("one-2", 0, 0, 1),
        ]
        assert project.text("one/a.py") == OLD
        assert "+from collections.abc import Sequence" in project.text("out/one.patch")
        assert project.tool(*words).code == 0
        assert project.text("one/a.py") == NEW
        assert not list(project.root.rglob("evil")), "nothing that a checkout brings is run"

    def test_one_that_fails_stops_none_of_the_others(self, project: Project) -> None:
        project.write({"one/x.py": "", "two/src/a.py": OLD, "repos.txt": "one\ntwo\n"})
        outcome = project.tool("codemod", "run", "typing-to-abc", "src", "--repos", "repos.txt")
        assert outcome.code == 2
        assert "`src` is no codemod" in json.loads(outcome.out.splitlines()[0])["error"]
        assert project.text("two/src/a.py") == NEW

    @pytest.mark.parametrize(
        ("text", "reason"),
        [("", "it lists no folder"), ("# none\n\n", "it lists no folder"), (".\n./\n", "it lists a folder twice")],
    )
    def test_lists_that_are_of_no_use(self, project: Project, text: str, reason: str) -> None:
        project.write({"repos.txt": text})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--repos", "repos.txt")
        assert (outcome.code, reason in outcome.err) == (2, True)

    def test_one_that_is_not_there_stops_none_of_the_others(self, project: Project) -> None:
        project.write({"file": "", "two/a.py": OLD, "repos.txt": "nowhere\ntwo\nfile\n"})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--repos", "repos.txt")
        lines = [json.loads(line) for line in outcome.out.splitlines()]
        assert (outcome.code, [line["exit_code"] for line in lines]) == (2, [2, 0, 2])
        assert lines[0]["error"].endswith("nowhere is not a folder")
        assert lines[2]["error"].endswith("file is not a folder")
        assert project.text("two/a.py") == NEW
        assert not (project.root / "nowhere").exists()

    def test_documents_of_each(self, project: Project) -> None:
        project.write({"one/a.py": LEFT, "x/one/a.py": OLD, "repos.txt": "one\nx/one\n"})
        project.write({"one/pyproject.toml": "[tool.tdomcheck]\n", "x/one/pyproject.toml": "[tool.tdomcheck]\n"})
        documents = ("--rows", "left.csv", "--delta", "out/delta", "--report", "sarif=left.sarif")
        words = ("codemod", "run", "typing-to-abc", "--repos", "repos.txt", "--patches", "out")
        outcome = project.tool(*words, *documents)
        assert outcome.code == 0, outcome.err
        files = [json.loads(line)["files"] for line in outcome.out.splitlines()]
        assert files == [[f"out/delta.{name}", f"left.{name}.csv", f"left.{name}.sarif"] for name in ("one", "one-2")]
        assert "a.py,7,," in project.text("left.one.csv")
        assert project.text("left.one-2.csv").count("\n") == 1
        assert json.loads(project.text("out/delta.one-2"))["files"][0]["path"] == "a.py"
        assert "codemod-remainder" in project.text("left.one.sarif")
        assert not (project.root / "left.csv").exists()

    def test_plans_of_each(self, project: Project) -> None:
        project.write({"one/a.py": OLD, "two/a.py": OLD, "repos.txt": "one\ntwo\n"})
        project.write({"one/pyproject.toml": "[tool.tdomcheck]\n", "two/pyproject.toml": "[tool.tdomcheck]\n"})
        words = ("codemod", "run", "typing-to-abc", "--repos", "repos.txt", "--plan", "plan.json")
        assert project.tool(*words).code == 1
        assert project.text("one/a.py") == OLD
        assert json.loads(project.text("plan.two.json"))["files"][0]["path"] == "a.py"

    def test_warnings_of_each_are_told(self, project: Project) -> None:
        old = '[project]\nname = "x"\ndependencies = ["svcs==25.1.0"]\n[tool.tdomcheck]\n'
        project.write({"one/pyproject.toml": old, "one/a.py": OLD})
        project.write({"repos.txt": "one\n"})
        outcome = project.tool("codemod", "run", "svcs-modernise", "--repos", "repos.txt", "--dry-run")
        assert "warning: one: svcs-modernise is for svcs>=26.2" in outcome.err

    @pytest.mark.parametrize(
        ("documents", "reason"),
        [
            (("--delta", "-"), "name a file, and not -"),
            (("--rows", "a.csv", "--plan", "a.b.csv"), "would be written for two checkouts"),
        ],
    )
    def test_documents_that_cannot_be(self, project: Project, documents: tuple[str, ...], reason: str) -> None:
        project.write({"b-2/a.py": OLD, "b/b-2/a.py": OLD, "b.b/a.py": OLD, "repos.txt": "b-2\nb.b\nb\n"})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--repos", "repos.txt", *documents)
        assert (outcome.code, reason in outcome.err, outcome.out) == (2, True, "")
        assert project.text("b/b-2/a.py") == OLD

    def test_a_list_that_is_not_there(self, project: Project) -> None:
        assert "could not be read" in project.tool("codemod", "run", "typing-to-abc", "--repos", "none").err


class TestExecutors:
    def order(self, executor: ThreadPoolExecutor) -> MigrationOrder:
        return MigrationOrder((CodemodStep("typing-to-abc"),), RunEffect.SUMMARY, executor=executor)

    def test_any_runs_the_files(self, project: Project) -> None:
        project.write({f"m{number:03}.py": OLD for number in range(70)})
        with ThreadPoolExecutor(2) as executor:
            migration = migrate(Session(Request()), open_codemods((), ""), self.order(executor))
        assert len(migration.writes) == 70
        assert migration.exit_code == 1

    def test_one_that_is_gone_is_told(self, project: Project) -> None:
        project.write({"a.py": OLD})
        executor = ThreadPoolExecutor(1)
        executor.shutdown()
        with pytest.raises(UsageError, match="the executor did not run the codemods"):
            migrate(Session(Request()), open_codemods((), ""), self.order(executor))


def test_what_is_tidied_leaves_the_depth_of_the_stack_as_it_was(project: Project) -> None:
    project.write({"a.py": OLD, "pyproject.toml": "[tool.tdomcheck]\n"})
    session = Session(Request(cwd=str(project.root)))
    tree = WorkTree()
    path = str(project.root / "a.py")
    tree.change(path, OLD.encode(), b"import typing as t\n\n\ndef f(x) -> None: ...\n")
    order = MigrationOrder(())
    before = sys.getrecursionlimit()
    files = tidy(session, order, files_of(session, order), tree)
    assert next(files)[0] == path
    assert sys.getrecursionlimit() == before
