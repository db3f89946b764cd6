"""`tdomcheck codemod`: first what is refused and left alone, then what is written, then what is told."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys

import pytest
from cli_running import Project, git

OLD = "import typing as t\n\n\ndef f(x: t.Sequence[int]) -> None: ...\n"
NEW = "from collections.abc import Sequence\n\n\ndef f(x: Sequence[int]) -> None: ...\n"
LEFT = "import typing as t\n\n\nclass Sequence: ...\n\n\nx: t.Sequence[Sequence] = ()\n"
PLUGIN = '''"""A codemod of the project's own."""

import libcst as cst

from tdomcheck import authoring as td


class Own(td.Codemod):
    NAME = "own"
    DESCRIPTION = "The name `old` becomes another one."
    OPTIONS = (
        td.option("to", "", "What it becomes.", required=True),
        td.option("times", 1, "How often."),
        td.option("how", "all", "Which.", choices=["all", "some"]),
        td.option("words", [], "Further names."),
        td.option("loud", False, "In capitals."),
    )
    GATE = td.Gate(tokens={"old"})
    EXAMPLES = [td.codemods.example("old = 1", "new = 1", options={"to": "new"})]

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        if original_node.value == "boom":
            raise ValueError("boom")
        if original_node.value == "skipped_old":
            raise td.codemods.Skip("it says so")
        if original_node.value == "old":
            to = str(self.option("to"))
            return updated_node.with_changes(value=to.upper() if self.option("loud") else to)
        return updated_node
'''
DROPPING = '''"""A codemod that loses comments."""

import libcst as cst

from tdomcheck import authoring as td


class Dropping(td.Codemod):
    NAME = "dropping"
    DESCRIPTION = "Calls of f become g."
    EXAMPLES = [td.codemods.example("f()", "g")]

    def leave_Call(self, original_node, updated_node):
        return cst.Name("g")
'''
MOVER = '''"""A codemod that moves files."""

from tdomcheck import authoring as td


class Mover(td.ProjectCodemod):
    NAME = "mover"
    DESCRIPTION = "Modules go to a package."
    OPTIONS = (td.option("how", "move", "What it does."),)
    EXAMPLES = [
        td.codemods.example("x = 1", "x = 1", path="a.py", files={"b.py": ""}, files_after={"pkg/b.py": ""}),
    ]

    def rewrite(self, codebase):
        how = self.option("how")
        if how == "raise":
            raise ValueError(how)
        if how == "skip":
            raise td.codemods.Skip("there is nothing to move")
        if how == "refuse":
            raise td.BadOption("it will not")
        if how == "outside":
            return td.codemods.Rewrite((td.codemods.NewFile("../x.py", b""),))
        if how == "occupied":
            return td.codemods.Rewrite((td.codemods.NewFile("b.py", b""),))
        if how == "overlap":
            return td.codemods.Rewrite((td.codemods.FileEdits("b.py", (td.Edit(0, 3, ""), td.Edit(1, 2, ""))),))
        if how == "propose":
            tier, edits = td.codemods.Tier.ANCHORED, (td.Edit(0, 1, "y"),)
            proposal = td.codemods.Proposal("b.py", td.Span(0, 1), tier, "maybe", edits)
            remainder = td.codemods.Remainder("b.py", td.Span(0, 1), "by hand")
            return td.codemods.Rewrite((), (proposal,), (remainder,))
        return td.codemods.Rewrite(
            (
                td.codemods.FileEdits("b.py", (td.Edit(0, 0, "import c\\n"),), new_path="pkg/b.py", symbols=("b",)),
                td.codemods.NewFile("pkg/__init__.py", b"made\\r\\n"),
                td.codemods.DeletedFile("gone.py"),
            )
        )
'''


@pytest.fixture
def own(project: Project) -> Project:
    project.write(
        {
            "pyproject.toml": '[tool.tdomcheck]\nplugins = ["mods"]\nexclude = ["mods"]\n',
            "mods/own.py": PLUGIN,
            "mods/mover.py": MOVER,
        }
    )
    return project


@pytest.fixture
def repository(project: Project) -> Project:
    git(project, "init", "-q")
    project.write({"a.py": OLD, "b.py": "x = 1\n"})
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    return project


def state(project: Project) -> dict[str, bytes]:
    return {name: data for name, data in project.files().items() if not name.startswith(".git/")}


class TestRefuses:
    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["run"], "name a codemod or a recipe"),
            (["run", "typing-to-ab"], "did you mean the codemod `typing-to-abc`?"),
            (["run", "typing-to-abc", "b.p"], "no codemod, no recipe and no path; did you mean the path b.py?"),
            (["run", "b.py"], "b.py is a path; the names of codemods stand before it"),
            (
                ["run", "add-view-decorator", "--set", 'add-view-decorator.decorators=["shop.view"]'],
                "is no name of a decorator: `decorators` takes one such as `view` or `shop.view`",
            ),
            (["run", "own"], "own needs its option: --set own.to=..."),
            (["run", "own", "--set", "own.to"], "it reads NAME.option=value"),
            (["run", "own", "--set", "owm.to=x"], "there is no codemod or recipe `owm`; did you mean `own`?"),
            (["run", "own", "--set", "own.too=x"], "own has no option `too`; did you mean `to`?"),
            (["run", "own", "--set", "own.to=x", "--set", "own.times=x"], "it takes a whole number"),
            (["run", "own", "--set", "own.to=x", "--set", "own.loud=1"], "it takes true or false"),
            (["run", "own", "--set", "own.to=x", "--set", "own.how=none"], "is one of all, some, not none"),
            (["run", "typing-to-abc", "--set", "own.to=x"], "own is not among what is run"),
            (
                ["run", "typing-to-abc", "--set", "words.to=1"],
                "`words` is a recipe, and options are those of its steps: --set own.to=... or --set typing-",
            ),
            (["run", "typing-to-abc", "--plan", "p", "--diff"], "leave --dry-run and --diff out"),
            (["run", "typing-to-abc", "--report", "x"], "write FORMAT=PATH"),
            (["show", "typing-to-ab"], "did you mean `typing-to-abc`?"),
            (["runn"], "did you mean `run`?"),
            (["typing-to-abc"], "did you mean `tdomcheck codemod run typing-to-abc`?"),
            (["plan", "x"], "did you mean `tdomcheck codemod run NAME --plan FILE`?"),
            (["apply", "none.json"], "none.json: the plan could not be read: No such file"),
            (["run", "mover", "--limit", "1"], "--limit goes with codemods that look at one file"),
            (["run", "mover", "--set", "mover.how=refuse"], "mover: it will not"),
            (["run", "mover", "--set", "mover.how=raise"], "mover crashed: ValueError: raise"),
            (["run", "mover", "--set", "mover.how=outside"], "would leave its project"),
            (["run", "mover", "--set", "mover.how=occupied"], "stands there already"),
            (["run", "mover", "--set", "mover.how=overlap"], "its edits cannot be applied: the edit at 1 overlaps"),
        ],
    )
    def test_what_cannot_be_done(self, own: Project, arguments: list[str], reason: str) -> None:
        own.write({"b.py": "abc = 1\n", "gone.py": ""})
        recipe = '[tool.tdomcheck.codemods]\nwords = { steps = ["own", "typing-to-abc"] }\n'
        own.write({"pyproject.toml": own.text("pyproject.toml") + recipe})
        before = state(own)
        outcome = own.tool("codemod", *arguments)
        assert outcome.code == 2
        assert reason in outcome.err
        assert state(own) == before

    @pytest.mark.parametrize(
        ("table", "reason"),
        [
            (
                'r = { steps = ["own", "own", "typing-to-abc"] }',
                "needs its option: to in the step, or --set own.to=...",
            ),
            ('r = { steps = ["a"] }', "the recipe `r`: there is no codemod or recipe `a`"),
            ('r = { steps = ["own"] }', "own (in the recipe `r`) needs its option"),
            ('r = { steps = ["s"] }\ns = { steps = ["r"] }', "the recipe `r` is a part of itself: r -> s -> r"),
            ('r = { steps = ["r"] }', "the recipe `r` is a part of itself: r -> r"),
            ('r = { steps = [{ name = "own", too = "x" }] }', "own has no option `too`"),
            ('r = { steps = [{ name = "own", to = 1 }] }', "the option own.to takes a text, not 1"),
            ('r = { steps = [{ name = "s", to = "x" }] }\ns = { steps = ["typing-to-abc"] }', "which is a recipe"),
            ('r = { steps = ["typing-to-abc"] }\nx = { y = 1 }', "there is no codemod or recipe `x`"),
            ('typing-to-abc = { steps = ["own"] }', "is a recipe by the name of a codemod"),
            ("r = { steps = [] }", "must be an array of names"),
            ("r = { steps = [1] }", "must be a name, or a table"),
            ('r = { steps = ["own"], x = 1 }', "unknown key `x`; a recipe has `steps`"),
            ('r = { steps = [{ name = "own", options = { too = "x" } }] }', "own has no option `too`"),
            ('r = { steps = [{ name = "own", options = { to = 1 } }] }', "the option own.to takes a text, not 1"),
            (
                'r = { steps = [{ name = "own", options = { to = 1.5 } }] }',
                "options.to` must be true or false, a whole",
            ),
            ('r = { steps = [{ name = "own", options = {} }] }', "own (in the recipe `r`) needs its option"),
            ('r = { steps = [{ name = "own", options = "x" }] }', "options of a step go in a table: options = { ... }"),
            ('r = { steps = [{ name = "own", to = "x", options = { to = "y" } }] }', "the option `to` is set twice"),
            ('r = { steps = [{ options = { name = "own" } }] }', "must be a name, or a table with a name and options"),
            ('r = { steps = [{ name = "add-import", options = { name = "1" } }] }', "add-import: "),
            ("r = 1", "must be a table of options"),
            ("r = { x = 1.5 }", "must be true or false, a whole number"),
        ],
    )
    def test_recipes_are_checked_before_they_run(self, own: Project, table: str, reason: str) -> None:
        text = own.text("pyproject.toml")
        own.write({"pyproject.toml": f"{text}[tool.tdomcheck.codemods]\n{table}\n", "a.py": OLD})
        outcome = own.tool("codemod", "run", "r")
        assert outcome.code == 2
        assert reason in outcome.err
        assert own.text("a.py") == OLD

    def test_a_near_path_is_told_in_one_line(self, project: Project) -> None:
        project.write({"e\x1b[31m\nx.py": OLD})
        outcome = project.tool("codemod", "run", "\x1b[31mx")
        assert outcome.code == 2
        assert "did you mean the path e\\x1b[31m\\nx.py?\n" in outcome.err

    def test_a_plugin_that_is_no_codemod(self, own: Project) -> None:
        own.write(
            {"mods/own.py": PLUGIN.replace('"own"', '"other"').replace("EXAMPLES = [", "EXAMPLES = [][:0] and [")}
        )
        outcome = own.tool("codemod", "list")
        assert outcome.code == 2
        assert "its NAME is 'other', and that of its file says 'own'; they must be the same" in outcome.err
        assert "it has no EXAMPLES" in outcome.err

    def test_uncommitted_work(self, repository: Project) -> None:
        repository.write({"a.py": OLD + "# mine\n", "new.py": OLD})
        before = state(repository)
        outcome = repository.tool("codemod", "run", "typing-to-abc")
        assert outcome.code == 2
        assert "a.py, new.py: uncommitted changes, or not in git at all" in outcome.err
        assert state(repository) == before
        assert repository.tool("codemod", "run", "typing-to-abc", "--dry-run").code == 1
        assert repository.tool("codemod", "run", "typing-to-abc", "--allow-dirty").code == 0
        assert repository.text("new.py") == NEW

    def test_a_file_that_is_staged_and_not_committed(self, repository: Project) -> None:
        repository.write({"a.py": OLD + "# mine\n"})
        git(repository, "add", "-A")
        assert repository.tool("codemod", "run", "typing-to-abc").code == 2

    def test_a_codemod_that_raises_stops_all(self, own: Project) -> None:
        own.write({"a.py": "old = 1\n", "b.py": "old = boom\n"})
        outcome = own.tool("codemod", "run", "own", "--set", "own.to=new")
        assert outcome.code == 2
        assert "b.py: own crashed: ValueError: boom" in outcome.err
        assert "failed: a.py: nothing was written, as the run was stopped" in outcome.out
        assert "2 files: 0 changed, 0 unchanged, 0 skipped, 2 failed" in outcome.out
        assert own.text("a.py") == "old = 1\n"

    def test_a_file_that_is_too_large_is_named_and_the_rest_goes_on(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\nmax-file-bytes = 100\n", "a.py": OLD, "b.py": OLD * 3})
        outcome = project.tool("codemod", "run", "typing-to-abc")
        assert outcome.code == 2
        assert "b.py: not looked at: it has 180 bytes, more than max-file-bytes" in outcome.err
        assert project.text("a.py") == NEW

    def test_a_codemod_that_ends_its_process_costs_one_file(self, own: Project) -> None:
        own.write({"mods/own.py": PLUGIN.replace('raise ValueError("boom")', "import os; os._exit(3)")})
        own.write({"a.py": "old = 1\n", "b.py": "old = boom\n"})
        outcome = own.tool("codemod", "run", "own", "--set", "own.to=new")
        assert outcome.code == 2
        assert "b.py: not looked at: its worker ended with exit code 3" in outcome.err
        assert own.text("a.py") == "new = 1\n"

    def test_no_file_at_all(self, project: Project) -> None:
        assert "no file was found to convert" in project.tool("codemod", "run", "typing-to-abc").err
        assert project.tool("codemod", "run", "typing-to-abc", "--allow-empty").code == 0

    def test_a_read_only_file(self, project: Project) -> None:
        project.write({"a.py": OLD, "b.py": OLD})
        (project.root / "a.py").chmod(0o444)
        outcome = project.tool("codemod", "run", "typing-to-abc")
        assert outcome.code == 2
        assert "a.py: not written: is read-only" in outcome.err
        assert (project.text("a.py"), project.text("b.py")) == (OLD, NEW)


class TestLeavesAlone:
    def test_other_changes_do_not_matter(self, repository: Project) -> None:
        repository.write({"b.py": "x = 2\n", "c.py": "y = 1\n"})
        assert repository.tool("codemod", "run", "typing-to-abc").code == 0
        assert repository.text("a.py") == NEW

    def test_a_second_run_changes_nothing(self, repository: Project) -> None:
        assert repository.tool("codemod", "run", "typing-to-abc").code == 0
        git(repository, "commit", "-qam", "two")
        before = state(repository)
        outcome = repository.tool("codemod", "run", "typing-to-abc")
        assert outcome.code == 0
        assert "2 files: 0 changed, 2 unchanged, 0 skipped, 0 failed" in outcome.out
        assert state(repository) == before

    def test_a_file_that_does_not_parse_is_named_and_the_rest_goes_on(self, repository: Project) -> None:
        repository.write({"b.py": "def (\n"})
        outcome = repository.tool("codemod", "run", "typing-to-abc")
        assert outcome.code == 1
        assert "b.py: line 1: expected NAME" in outcome.err
        assert "2 files: 1 changed, 0 unchanged, 0 skipped, 1 failed" in outcome.out
        assert repository.text("a.py") == NEW

    def test_a_skip_never_changes_the_exit_code(self, own: Project) -> None:
        own.write({"a.py": "skipped_old = 1\n"})
        outcome = own.tool("codemod", "run", "own", "--set", "own.to=new")
        assert outcome.code == 0
        assert "skipped: a.py: own: it says so" in outcome.out
        assert "1 file: 0 changed, 0 unchanged, 1 skipped, 0 failed" in outcome.out
        skipped = own.tool("codemod", "run", "mover", "--set", "mover.how=skip")
        assert (skipped.code, "mover: there is nothing to move" in skipped.err) == (0, True)

    def test_check_knows_the_comments_of_codemods(self, project: Project) -> None:
        project.write(
            {
                "a.py": "x = 1  # tdomcheck: ignore[typing-to-abc] because\n"
                "y = 1  # tdomcheck: todo[svcs-modernise] later\n"
                "z = 1  # tdomcheck: todo[svcs-modernize] later\n"
            }
        )
        findings = project.check("--output-format", "json").json["findings"]
        assert [(each["code"], each["line"]) for each in findings] == [("TDC005", 3)]

    def test_check_does_not_load_libcst_for_codemods(self, project: Project) -> None:
        project.write({"a.py": OLD})
        assert project.tool("check").code == 0  # from here on the catalogue is known
        project.write({"a.py": NEW + "# tdomcheck: todo[typing-to-abc] later\n"})
        script = "from tdomcheck.cli.main import run; run(['check']); import sys; print('libcst' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", script], cwd=project.root, capture_output=True, check=True)
        assert done.stdout.splitlines()[-1] == b"False"


class TestWrites:
    def test_several_at_once_and_undo(self, own: Project) -> None:
        own.write({"a.py": OLD.replace("f(x", "f(old"), "doc.md": "```python\nold = 1\n```\n"})
        before = state(own)
        outcome = own.tool("codemod", "run", "typing-to-abc", "own", "--set", "own.to=new", "--set", "own.loud=true")
        assert outcome.code == 0, outcome.err
        assert own.text("a.py") == NEW.replace("f(x", "f(NEW")
        assert own.text("doc.md") == "```python\nNEW = 1\n```\n"
        assert own.tool("fix", "--undo").code == 0
        assert state(own) == before

    def test_what_it_leaves_behind_is_nothing_that_git_sees(self, project: Project) -> None:
        project.write({"a.py": OLD})
        assert project.tool("codemod", "run", "typing-to-abc", "--dry-run").code == 1
        assert not (project.root / ".tdomcheck" / "journal").exists()
        assert project.tool("codemod", "run", "typing-to-abc").code == 0
        assert project.text(".tdomcheck/.gitignore") == "*\n"

    def test_only_paths(self, project: Project) -> None:
        project.write({"a.py": OLD, "b/c.py": OLD, "typing-to-abc": "x"})
        assert project.tool("codemod", "run", "typing-to-abc", "b").code == 0
        assert (project.text("a.py"), project.text("b/c.py")) == (OLD, NEW)
        assert project.tool("codemod", "run", "typing-to-abc", "./typing-to-abc").code == 0, "it is a path"

    def test_recipes_with_options(self, own: Project) -> None:
        recipe = 'both = { steps = ["typing-to-abc", "words"] }\nwords = { steps = [{ name = "own", to = "word" }] }\n'
        text = own.text("pyproject.toml") + f"[tool.tdomcheck.codemods]\n{recipe}own = {{ loud = true }}\n"
        own.write({"pyproject.toml": text, "a.py": OLD.replace("f(x", "f(old")})
        assert own.tool("codemod", "run", "both").code == 0
        assert own.text("a.py") == NEW.replace("f(x", "f(WORD")
        assert "both" in own.tool("codemod", "list").out

    def test_options_in_a_table_of_their_own(self, project: Project) -> None:
        steps = ", ".join(f'{{ name = "add-import", options = {{ name = "{name}" }} }}' for name in ("a.b", "c.d"))
        project.write({"tdomcheck.toml": f"[codemods.two]\nsteps = [{steps}]\n", "a.py": "print(b, d)\n"})
        outcome = project.tool("codemod", "run", "two")
        assert (outcome.code, project.text("a.py")) == (0, "from a import b\nfrom c import d\n\nprint(b, d)\n")
        assert f"steps = [{steps}]" in project.tool("config", "codemods").out
        assert project.tool("codemod", "run", "two").code == 0
        assert project.text("a.py").count("import") == 2

    def test_options_in_both_places(self, own: Project) -> None:
        step = '{ name = "own", to = "word", options = { loud = true } }'
        text = own.text("pyproject.toml") + f"[tool.tdomcheck.codemods]\nr = {{ steps = [{step}] }}\n"
        own.write({"pyproject.toml": text, "a.py": "old = 1\n"})
        assert own.tool("codemod", "run", "r").code == 0
        assert own.text("a.py") == "WORD = 1\n"

    def test_a_pilot(self, project: Project) -> None:
        project.write({f"{name}.py": OLD for name in "abc"})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--limit", "1")
        assert (project.text("a.py"), project.text("b.py")) == (NEW, OLD)
        assert "2 files more would change without --limit" in outcome.out

    def test_a_pilot_counts_files_that_only_get_a_mark(self, project: Project) -> None:
        project.write({"a.py": LEFT, "b.py": OLD, "c.py": LEFT})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--limit", "1", "--mark")
        assert [name for name, text in project.files().items() if name.endswith(".py") and b"todo" in text] == []
        assert project.text("b.py") == NEW
        assert "2 files more would change without --limit" in outcome.out
        assert project.tool("codemod", "run", "typing-to-abc", "--limit", "1", "--mark").code == 0
        assert ["todo" in project.text(name) for name in ("a.py", "c.py")] == [True, False]
        assert project.tool("codemod", "run", "typing-to-abc", "--limit", "1", "--mark").code == 0
        assert "todo" in project.text("c.py")

    def test_a_comment_that_is_gone_gets_no_mark(self, own: Project) -> None:
        words = ("codemod", "run", "dropping", "--mark")
        own.write({"mods/dropping.py": DROPPING, "a.py": "x = f(  # why\n)\n"})
        assert "a comment went with what it stood in; put it back where it still holds: # why" in own.tool(*words).out
        assert own.text("a.py") == "x = g\n"

    def test_files_that_come_go_and_move(self, own: Project) -> None:
        git(own, "init", "-q")
        own.write({"b.py": "x = 1\r\n", "gone.py": "x = 1\n"})
        git(own, "add", "-A")
        git(own, "commit", "-qm", "one")
        before = state(own)
        outcome = own.tool("codemod", "run", "mover")
        assert outcome.code == 0, outcome.err
        assert "moved: b.py -> pkg/b.py" in outcome.out
        assert outcome.out.endswith("4 files: 3 changed, 1 unchanged, 0 skipped, 0 failed\n")
        assert own.read("pkg/b.py") == b"import c\r\nx = 1\r\n"
        assert own.read("pkg/__init__.py") == b"made\r\n"
        assert not (own.root / "gone.py").exists()
        assert "D b.py" in git(own, "status", "--porcelain")
        assert own.tool("fix", "--undo").code == 0
        assert state(own) == before
        assert git(own, "status", "--porcelain") == ""

    def test_proposals(self, own: Project) -> None:
        own.write({"b.py": "x = 1\n"})
        arguments = ("codemod", "run", "mover", "--set", "mover.how=propose")
        outcome = own.tool(*arguments)
        assert outcome.code == 0
        assert "proposed (anchored): maybe: 1 place; --include-proposals takes them\n  b.py:1: x = 1" in outcome.out
        assert "left: b.py:1: mover: by hand" in outcome.out
        assert own.tool(*arguments, "--fail-on-proposals").code == 1
        assert own.text("b.py") == "x = 1\n"
        assert own.tool(*arguments, "--include-proposals", "--fail-on-proposals").code == 0
        assert own.text("b.py") == "y = 1\n"

    def test_a_mark_stays_until_nothing_is_left(self, project: Project) -> None:
        project.write({"a.py": LEFT})
        assert project.tool("codemod", "run", "typing-to-abc", "--mark").code == 0
        mark = "# tdomcheck: todo[typing-to-abc] Sequence means something else in this file\n"
        assert project.text("a.py") == LEFT.replace("x: t", mark + "x: t")
        again = project.tool("codemod", "run", "typing-to-abc", "--mark")
        assert "left: a.py:8: typing-to-abc: Sequence means" in again.out
        assert project.text("a.py").count("todo") == 1
        project.write({"a.py": project.text("a.py").replace("class Sequence: ...", "class Other: ...")})
        assert project.tool("codemod", "run", "typing-to-abc").code == 0
        assert "todo" not in project.text("a.py")
        assert "collections.abc import Sequence" in project.text("a.py")

    def test_marks_of_others_and_in_files_that_stay_as_they_are(self, project: Project) -> None:
        marks = ("# tdomcheck: todo[other] x\na = 1\n", "# tdomcheck: todo[typing-to-abc, other] y\nb = 1\n")
        source = "import typing as t\n\n" + "".join(marks)
        kept = "c = 1  # tdomcheck: todo[typing-to-abc] by hand\n"
        project.write({"a.py": source, "b.py": kept})
        assert project.tool("codemod", "run", "typing-to-abc").code == 0
        assert (project.text("a.py"), project.text("b.py")) == (source, kept)
        assert project.tool("codemod", "run", "typing-to-abc", "--mark").code == 0
        assert (project.text("a.py"), project.text("b.py")) == (source, "c = 1\n")

    def test_what_is_left_is_told_where_it_stands_below_its_mark(self, project: Project) -> None:
        project.write({"a.py": LEFT})
        assert "left: a.py:7: " in project.tool("codemod", "run", "typing-to-abc").out
        assert "left: a.py:8: " in project.tool("codemod", "run", "typing-to-abc", "--mark").out


class TestDry:
    def test_a_patch_that_git_takes(self, own: Project) -> None:
        git(own, "init", "-q")
        own.write({"sub/ä b.py": "old = 1\r\nx = 1", "b.py": "x = 1\r\ny = 2", "gone.py": "x"})
        git(own, "add", "-A")
        git(own, "commit", "-qm", "one")
        before = state(own)
        arguments = ("codemod", "run", "mover", "own", "--set", "own.to=new")
        outcome = own.tool(*arguments, "--diff")
        assert outcome.code == 1
        assert "rename from b.py\nrename to pkg/b.py\n" in outcome.out
        assert state(own) == before
        subprocess.run(["git", "apply"], input=outcome.raw, cwd=own.root, check=True)
        patched = state(own)
        subprocess.run(["git", "apply", "-R"], input=outcome.raw, cwd=own.root, check=True)
        assert own.tool(*arguments).code == 0
        assert state(own) == patched

    def test_nothing_to_change_is_no_failure(self, project: Project) -> None:
        project.write({"a.py": NEW})
        for option in ("--dry-run", "--diff"):
            assert project.tool("codemod", "run", "typing-to-abc", option).code == 0

    def test_dry_run_says_what_would_change(self, project: Project) -> None:
        project.write({"a.py": OLD})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--dry-run")
        assert outcome.code == 1
        assert outcome.out == ("would be changed: a.py\n1 file: 1 would change, 0 unchanged, 0 skipped, 0 failed\n")
        assert project.text("a.py") == OLD


class TestPlans:
    def test_a_plan_is_applied_to_the_very_files(self, own: Project) -> None:
        own.write({"a.py": "old = 1\r\n", "b.py": "x = 1", "gone.py": ""})
        arguments = ("codemod", "run", "own", "mover", "--set", "own.to=new")
        before = state(own)
        outcome = own.tool(*arguments, "--plan", "../plan.json")
        assert (outcome.code, outcome.out) == (1, "")
        assert state(own) == before
        assert own.tool("codemod", "apply", "../plan.json", "--dry-run").code == 1
        assert own.tool("codemod", "apply", "../plan.json", "--delta", "../delta.json").code == 0
        planned = json.loads((own.root.parent / "plan.json").read_text())
        assert json.loads((own.root.parent / "delta.json").read_text())["files"] == planned["files"]
        after = state(own)
        own.tool("fix", "--undo")
        assert state(own) == before
        assert own.tool(*arguments).code == 0
        assert state(own) == after

    def test_a_plan_whose_files_changed_since(self, project: Project) -> None:
        project.write({"a.py": OLD, "b.py": OLD})
        project.tool("codemod", "run", "typing-to-abc", "--plan", "../plan.json")
        project.write({"a.py": OLD + "# mine\n", "c.py": "other = 1\n"})
        outcome = project.tool("codemod", "apply", "../plan.json")
        assert outcome.code == 2
        assert "a.py has changed since the plan was written" in outcome.err
        assert project.text("b.py") == OLD
        project.write({"a.py": OLD})
        assert project.tool("codemod", "apply", "../plan.json").code == 0, "other files do not matter"
        assert project.text("b.py") == NEW

    def test_a_plan_made_by_hand(self, project: Project) -> None:
        project.write({"a.py": OLD})
        project.tool("codemod", "run", "typing-to-abc", "--plan", "../plan.json")
        plan = json.loads((project.root.parent / "plan.json").read_text())
        plan["files"][0]["path"] = "../outside.py"
        (project.root.parent / "plan.json").write_text(json.dumps(plan))
        outcome = project.tool("codemod", "apply", "../plan.json")
        assert outcome.code == 2
        assert "no plain path below the root" in outcome.err

    def test_a_plan_on_standard_output(self, project: Project) -> None:
        project.write({"a.py": OLD})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--plan", "-")
        assert outcome.json["schema"] == "tdomcheck.delta/1"
        assert outcome.json["files"][0]["symbols"] == ["a.f"]


class TestTells:
    def test_list_and_show_as_data(self, own: Project) -> None:
        listed = own.tool("codemod", "list", "--output-format", "json").json
        shown = own.tool("codemod", "show", "own", "--output-format", "json").json
        assert shown in listed
        assert [option["name"] for option in shown["options"]] == ["to", "times", "how", "words", "loud"]
        assert (shown["options"][0]["required"], shown["options"][2]["choices"]) == (True, ["all", "some"])
        text = own.tool("codemod", "show", "own").out
        assert "to (str, required)  What it becomes." in text
        assert "how (str, default: 'all'; one of all, some)  Which." in text

    def test_the_run_as_data(self, repository: Project) -> None:
        (repository.root / "CODEOWNERS").write_text("* @all\n/left/ @core @docs\n")
        repository.write({"left/c.py": LEFT})
        git(repository, "add", "-A")
        git(repository, "commit", "-qm", "two")
        outcome = repository.tool("codemod", "run", "typing-to-abc", "--output-format", "json", "--rows", "../rows.csv")
        document = outcome.json
        assert document["summary"]["files"] == {"changed": 1, "unchanged": 2, "skipped": 0, "failed": 0}
        assert document["repository"]["head"] == git(repository, "rev-parse", "HEAD")
        assert document["remainder"] == [
            {
                "path": "left/c.py",
                "line": 7,
                "symbol": "",
                "codemod": "typing-to-abc",
                "recipe": "",
                "cycle": 1,
                "reason": "Sequence means something else in this file",
                "owner": "@core @docs",
            }
        ]
        rows = list(csv.DictReader((repository.root.parent / "rows.csv").read_text().splitlines()))
        assert [row["path"] for row in rows] == ["left/c.py"]

    def test_what_is_left_is_a_finding_in_every_format(self, project: Project) -> None:
        project.write({"a.py": LEFT})
        reports = [f"--report={name}=../{name}" for name in ("json", "sarif", "junit", "markdown", "gitlab", "github")]
        assert project.tool("codemod", "run", "typing-to-abc", *reports).code == 0
        finding = json.loads((project.root.parent / "json").read_text())["findings"][0]
        assert (finding["code"], finding["severity"], finding["line"]) == ("codemod-remainder", "info", 7)
        sarif = json.loads((project.root.parent / "sarif").read_text())["runs"][0]["results"][0]
        assert (sarif["ruleId"], sarif["level"]) == ("codemod-remainder", "note")
        assert project.findings() == ()

    def test_a_version_that_does_not_fit_warns_once(self, project: Project) -> None:
        project.write(
            {"a.py": "import svcs\n\n\ndef f(container):\n    return container.get_abstract(A)\n", "b.py": ""}
        )
        project.write({"uv.lock": '[[package]]\nname = "svcs"\nversion = "25.1.0"\n'})
        outcome = project.tool("codemod", "run", "svcs-modernise")
        assert outcome.code == 0
        assert outcome.err.count("svcs-modernise is for svcs>=26.2, and this project is for svcs 25.1.0") == 1
        assert "container.get(A)" in project.text("a.py")

    @pytest.mark.parametrize(
        ("words", "configured"), [(("--target-svcs", "25.1"), ""), ((), 'target-svcs = "25.1"')], ids=["option", "key"]
    )
    def test_a_version_that_was_said_stops_what_does_not_run_there(
        self, project: Project, words: tuple[str, ...], configured: str
    ) -> None:
        source = "import svcs\n\n\ndef f(container):\n    return container.get_abstract(A)\n"
        project.write({"a.py": source, "tdomcheck.toml": configured + "\n"})
        outcome = project.tool("codemod", "run", "svcs-modernise", *words)
        assert outcome.code == 2
        assert "its result does not run with svcs 25.1" in outcome.err
        assert "as in --target-svcs 2" in outcome.err
        assert project.text("a.py") == source


def test_two_documents_in_one_file(project: Project) -> None:
    outcome = project.tool("codemod", "run", "typing-to-abc", "--rows", "x", "--delta", "x")
    assert outcome.code == 2
    assert "--delta and --rows would both write x" in outcome.err


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
class TestKilled:
    def killed(self, project: Project) -> None:
        code = (
            "import os, signal, sys\n"
            "from tdomcheck.edges import writing\n"
            "real, seen = writing._put, []\n"
            "def put(each, temporary):\n"
            "    if len(seen) == 2:\n"
            "        os.kill(os.getpid(), signal.SIGKILL)\n"
            "    seen.append(each)\n"
            "    return real(each, temporary)\n"
            "writing._put = put\n"
            "from tdomcheck.cli.main import run\n"
            "run(['codemod', 'run', 'typing-to-abc'])\n"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=project.root, check=False)
        assert done.returncode == -signal.SIGKILL

    @pytest.fixture
    def many(self, repository: Project) -> Project:
        repository.write({f"m{number}.py": OLD for number in range(5)})
        git(repository, "add", "-A")
        git(repository, "commit", "-qm", "two")
        return repository

    def test_on(self, many: Project) -> None:
        self.killed(many)
        other = many.tool("codemod", "run", "svcs-modernise", "--resume")
        assert other.code == 2
        assert "the run that was killed was another one (codemod run typing-to-abc);" in other.err
        limited = many.tool("codemod", "run", "typing-to-abc", "--limit", "3", "--resume")
        assert limited.code == 2, "with another option it is another run"
        outcome = many.tool("codemod", "run", "typing-to-abc", "--resume")
        assert outcome.code == 0, outcome.err
        assert "2 of its files have their old content again, and this one goes on from there" in outcome.err
        assert all(many.text(f"m{number}.py") == NEW for number in range(5))
        assert not list(many.root.glob(".tdomcheck-*"))

    def test_back(self, many: Project) -> None:
        before = state(many)
        self.killed(many)
        assert many.tool("fix", "--undo").code == 0
        assert state(many) == before

    def test_with_nothing_to_resume_it_is_the_run_itself(self, many: Project) -> None:
        assert many.tool("codemod", "run", "typing-to-abc", "--resume").code == 0
        assert many.text("m0.py") == NEW


class TestFixesOfRules:
    """`codemod run fix`: the engine of `fix`, told as codemods are."""

    def test_its_examples(self, project: Project) -> None:
        from tdomcheck.catalog.codemods import open_codemods

        entry = open_codemods((), "").find("fix")
        assert entry is not None
        for example in entry.cls.EXAMPLES:
            project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": example.before})
            outcome = project.tool("codemod", "run", "fix", "--set", "fix.select=TDC124")
            assert outcome.code == 0, outcome.err
            assert project.text("page.py") == example.after

    def test_it_follows_and_is_followed_by_others(self, project: Project) -> None:
        head = "from typing import List\nfrom tdom import html\n\n\n"
        before = f"{head}def page(x: List[str]):\n    return html(f'<p>{{x}}</p>')\n"
        project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": before})
        words = ("typing-to-abc", "fix", "remove-unused-imports", "--set", "fix.select=TDC124")
        assert project.tool("codemod", "run", *words, "--dry-run").code == 1
        assert project.text("page.py") == before
        assert project.tool("codemod", "run", *words).code == 0
        assert project.text("page.py") == (
            "from tdom import html\n\n\ndef page(x: list[str]):\n    return html(t'<p>{x}</p>')\n"
        )
        assert "0 changed" in project.tool("codemod", "run", *words).out
        assert project.tool("fix", "--undo").code == 0
        assert project.text("page.py") == before

    def test_what_no_fix_mends_is_left_and_told(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": "page = t'<p><b>x</i></p>'\n"})
        outcome = project.tool("codemod", "run", "fix", "--set", "fix.select=TDC101")
        assert outcome.code == 0
        assert "left: page.py:1: fix: TDC101" in outcome.out

    def test_a_rule_that_is_not_there(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": "x = 1\n"})
        outcome = project.tool("codemod", "run", "fix", "--set", "fix.select=TDC999")
        assert outcome.code == 2
        assert "TDC999" in outcome.err
