"""Formatters and `--verify`: what fails anew is taken back, and nothing else."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli_running import Project
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.app.migrate.formatting import is_same
from tdomcheck.app.migrate.proving import Verifier, smallest
from tdomcheck.errors import UsageError

OLD = "import typing as t\n\n\ndef f(x: t.Sequence[int]) -> None: ...\n"
NEW = "from collections.abc import Sequence\n\n\ndef f(x: Sequence[int]) -> None: ...\n"
RUN = ("codemod", "run", "typing-to-abc")


def script(project: Project, name: str, body: str) -> str:
    """A program of the user's, outside of the project."""
    path = project.root.parent / name
    path.write_text(f"import pathlib, sys, time\n{body}\n")
    return shlex.join([sys.executable, str(path)])


def formatter(project: Project, body: str) -> None:
    words = shlex.split(script(project, "format.py", body))
    project.write({"pyproject.toml": f"[tool.tdomcheck]\nformat = {words!r}\n", "a.py": OLD, "b.py": "x = 1\n"})


EACH = "for name in sys.argv[1:]:\n    path = pathlib.Path(name)\n    text = path.read_text()\n"


class TestFormatters:
    def test_what_it_makes_of_changed_files_is_kept_and_undone(self, project: Project) -> None:
        formatter(project, EACH + "    path.write_text('# formatted\\n' + text)")
        before = project.files()
        outcome = project.tool(*RUN, "--delta", "../delta.json")
        assert outcome.code == 0, outcome.err
        assert project.text("a.py") == "# formatted\n" + NEW
        assert project.text("b.py") == "x = 1\n"
        assert "# formatted" in (project.root.parent / "delta.json").read_text()
        assert project.tool("fix", "--undo").code == 0
        assert project.files() == before

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (EACH + "    path.write_text('broken')\nprint('no way')\nsys.exit(3)", "it exits 3: no way"),
            (EACH + "    path.write_text(text.replace('None', '1'))", "changes its meaning; it was not formatted"),
            (EACH + "    path.write_text('def (')", "changes its meaning; it was not formatted"),
        ],
    )
    def test_one_that_fails_or_changes_the_meaning(self, project: Project, body: str, reason: str) -> None:
        formatter(project, body)
        outcome = project.tool(*RUN)
        assert outcome.code == 1
        assert reason in outcome.err
        assert project.text("a.py") == NEW
        assert project.tool("fix", "--undo").code == 0
        assert project.text("a.py") == OLD

    @pytest.mark.parametrize("words", [RUN, ("rename", "a.f", "g")])
    def test_what_is_shown_is_what_is_written(self, project: Project, words: tuple[str, ...]) -> None:
        formatter(project, EACH + "    path.write_text('# formatted\\n' + text.replace('# formatted\\n', ''))")
        before = project.files()
        outcome = project.tool(*words, "--diff")
        plan, data = (
            project.tool(*words, "--plan", "../plan"),
            project.tool(*words, "--dry-run", "--output-format", "json"),
        )
        assert (outcome.code, plan.code, data.code) == (1, 1, 1), outcome.err
        assert project.files() == before, "nothing is written"
        planned = json.loads((project.root.parent / "plan").read_text())["files"]
        assert data.json["files"] == planned
        assert project.tool("codemod", "apply", "../plan", "--diff").out == outcome.out
        assert project.tool(*words, "--delta", "../delta").code == 0
        assert json.loads((project.root.parent / "delta").read_text())["files"] == planned
        written = project.text("a.py")
        assert written.startswith("# formatted\n")
        assert planned[0]["new_sha256"] == hashlib.sha256(written.encode()).hexdigest()
        project.tool("fix", "--undo")
        subprocess.run(["git", "apply", "-"], input=outcome.raw, cwd=project.root, check=True)
        assert project.text("a.py") == written

    def test_what_is_shown_knows_the_settings_and_the_modules_of_the_project(self, project: Project) -> None:
        body = EACH + (
            "    names = 'pyproject.toml', 'b.py', 'lib/c.py', 'large', '.git'\n"
            "    seen = [pathlib.Path(name).exists() for name in names]\n"
            "    path.write_text(f'# {seen} {path}\\n' + text)\n"
            "    pathlib.Path('b.py').write_text('spoiled')\n"
            "pathlib.Path('new').touch()"
        )
        formatter(project, body)
        project.write({"lib/c.py": "", "large": "x" * 1_000_001, ".git/HEAD": ""})
        before = project.files()
        out = project.tool(*RUN, "--diff").out
        assert "+# [True, True, True, False, True] a.py\n" in out
        assert project.files() == before, "what it writes beside goes with the copy"

    def test_what_is_shown_from_a_folder_below(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        formatter(project, EACH + "    path.write_text(f'# {path}\\n' + text)")
        project.write({"lib/c.py": OLD})
        monkeypatch.chdir(project.root / "lib")
        assert "+# ../a.py\n" in project.tool(*RUN, "--diff", "..").out

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (
                EACH + "    path.write_text('broken')\nprint('no way')\nsys.exit(3)",
                "it exits 3: no way; this was on a copy",
            ),
            (EACH + "    path.write_text(text.replace('None', '1'))", "a.py: the formatter"),
        ],
    )
    def test_what_is_shown_where_it_fails(self, project: Project, body: str, reason: str) -> None:
        formatter(project, body)
        outcome = project.tool(*RUN, "--diff")
        assert (outcome.code, reason in outcome.err) == (1, True)
        assert "what is shown is as the codemod wrote it" in outcome.err
        assert "+from collections.abc import Sequence\n" in outcome.out

    @pytest.mark.parametrize("words", [(*RUN, "--dry-run"), (*RUN, "--diff", "--safe"), ("codemod", "status", RUN[2])])
    def test_none_where_no_content_is_shown_or_nothing_may_run(self, project: Project, words: tuple[str, ...]) -> None:
        formatter(project, f"pathlib.Path({str(project.root.parent / 'ran')!r}).touch()")
        project.tool(*words)
        assert not (project.root.parent / "ran").exists()

    def test_what_is_shown_without_room_for_a_copy(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        def copy(*_: object) -> None:
            raise OSError(28, "No space left on device")

        formatter(project, EACH + "    path.write_text('# formatted\\n' + text)")
        monkeypatch.setattr("shutil.copyfile", copy)
        outcome = project.tool(*RUN, "--diff")
        assert (outcome.code, outcome.out) == (2, "")
        assert "the formatter needs a copy of the project, which failed: No space left on device" in outcome.err

    def test_a_program_of_the_project_itself(self, project: Project) -> None:
        text = f"#!{sys.executable}\nimport pathlib, sys\n{EACH}    path.write_text('# own\\n' + text)\n"
        project.write({"bin/own": text, "pyproject.toml": '[tool.tdomcheck]\nformat = ["bin/own"]\n', "a.py": OLD})
        (project.root / "bin/own").chmod(0o755)
        assert "+# own\n" in project.tool(*RUN, "--diff").out

    def test_one_that_is_not_there(self, project: Project) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nformat = [["no-such-program"]]\n', "a.py": OLD})
        outcome = project.tool(*RUN)
        assert outcome.code == 1
        assert "`no-such-program` could not be started: No such file" in outcome.err
        assert project.text("a.py") == NEW

    def test_none_under_safe(self, project: Project) -> None:
        formatter(project, EACH + "    path.write_text('# formatted\\n' + text)")
        assert project.tool(*RUN, "--safe").code == 0
        assert project.text("a.py") == NEW

    @pytest.mark.parametrize(
        ("one", "two", "verdict"),
        [
            ("x = (1)\n", "x = 1\n", True),
            ("f(a,\n  b)\n", "f(\n    a,\n    b,\n)\n", True),
            ("x = 'it\\'s'\n", 'x = "it\'s"\n', True),
            ("import b\nimport a\n", "import a\nimport b\n", True),
            ("x = 0XFF\n", "x = 0xff\n", True),
            ("x = 1\n", "x = 2\n", False),
            ("x = 'a'\n", "x = 'b'\n", False),
            ("import a\n", "import b\n", False),
            ("x = 1\n", "x = (\n", False),
            ("a - b\n", "b - a\n", False),
        ],
    )
    def test_what_says_the_same(self, one: str, two: str, *, verdict: bool) -> None:
        assert is_same(one.encode(), two.encode()) is verdict


FAILS_WITH_NEW = (
    "failed = [str(path) for path in sorted(pathlib.Path('.').glob('m*.py'))"
    " if path.stem in {'m2', 'm5'} and 'abc' in path.read_text()]\n"
    "for name in ['known', *failed]:\n    print(f'FAILED {name} - why')\nsys.exit(1)"
)


COUNTING = (
    "is_new = 'abc' in pathlib.Path('a.py').read_text()\nprint('{after} in 0.03s' if is_new else '{before} in 0.03s')"
)


class TestVerify:
    def test_only_what_fails_anew_is_taken_back(self, project: Project) -> None:
        project.write({f"m{number}.py": OLD for number in range(7)})
        outcome = project.tool(*RUN, "--verify", script(project, "verify.py", FAILS_WITH_NEW))
        assert outcome.code == 1
        assert "m2.py, m5.py: taken back, as it fails anew (m2.py, m5.py)" in outcome.err
        assert "the change is in .tdomcheck/failed.patch" in outcome.err
        assert "7 files: 5 changed, 0 unchanged, 0 skipped, 2 failed" in outcome.out
        texts = {number: project.text(f"m{number}.py") for number in range(7)}
        assert texts == {number: OLD if number in {2, 5} else NEW for number in range(7)}
        patch = project.read(".tdomcheck/failed.patch")
        assert patch.startswith(b"# fails: m2.py\n")
        subprocess.run(["git", "apply"], input=patch, cwd=project.root, check=True)
        assert project.text("m2.py") == NEW
        subprocess.run(["git", "apply", "-R"], input=patch, cwd=project.root, check=True)
        assert project.tool("fix", "--undo").code == 0
        assert project.text("m0.py") == OLD

    def test_one_that_is_red_before_and_no_redder_after(self, project: Project) -> None:
        project.write({"a.py": OLD})
        verify = script(project, "verify.py", "print('FAILED known - why')\nsys.exit(1)")
        assert project.tool(*RUN, "--verify", verify).code == 0
        assert project.text("a.py") == NEW

    @pytest.mark.parametrize(
        ("name", "body", "reason"),
        [
            ("verify.py", "sys.exit(1)", "it exits 1 before the change, and names no test that fails"),
            ("verify.py", "print('Ran 0 tests in 0.000s')", "it runs no test"),
            (
                "make.py",
                "print('1 error in 0.05s')\nprint('ERROR tests/a.py')\nsys.exit(2)",
                "it exits 2 and runs no test",
            ),
            ("pytest", "print('no tests ran in 0.01s')\nsys.exit(5)", "it exits 5 and runs no test"),
            ("pytest", "print('ERROR tests/a.py')\nsys.exit(2)", "it exits 2 and runs no test"),
            ("pytest", "print('== 3 skipped in 0.01s ==')", "it runs no test"),
            (
                "verify.py",
                "print('FAILED a\\n!!!! stopping after 1 failures !!!!')\nsys.exit(1)",
                "stops at the first failure",
            ),
        ],
    )
    def test_one_that_proves_nothing(self, project: Project, name: str, body: str, reason: str) -> None:
        project.write({"a.py": OLD})
        verify = script(project, name, body)
        outcome = project.tool(*RUN, "--verify", verify)
        assert outcome.code == 2
        assert reason in outcome.err
        assert "Nothing was written; give a command that runs tests, or pass --allow-failing-verify" in outcome.err
        assert project.text("a.py") == OLD
        meant = project.tool(*RUN, "--verify", verify, "--allow-failing-verify")
        assert meant.code == 0
        assert reason in meant.err
        assert project.text("a.py") == NEW

    @pytest.mark.parametrize("more", [(), ("--dry-run",), ("--allow-failing-verify",)])
    def test_one_that_is_empty(self, project: Project, more: tuple[str, ...]) -> None:
        project.write({"a.py": OLD})
        outcome = project.tool(*RUN, "--verify", "", *more)
        assert outcome.code == 2
        assert "--verify needs a command" in outcome.err
        assert project.text("a.py") == OLD

    @pytest.mark.parametrize("more", [(), ("--allow-failing-verify",)])
    def test_one_that_is_missing(self, project: Project, more: tuple[str, ...]) -> None:
        project.write({"a.py": OLD})
        outcome = project.tool(*RUN, "--verify", "no-such-program", *more)
        assert outcome.code == 2
        assert "could not be started: No such file or directory. Nothing was written" in outcome.err
        assert project.text("a.py") == OLD

    @pytest.mark.slow
    def test_one_that_hangs(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TDOMCHECK_SECONDS_PER_VERIFY", "0.3")
        project.write({"a.py": OLD})
        outcome = project.tool(*RUN, "--verify", script(project, "verify.py", "time.sleep(60)"))
        assert outcome.code == 2
        assert "it took longer than 0.3 seconds and was ended. Nothing was written" in outcome.err
        assert project.text("a.py") == OLD

    @pytest.mark.parametrize(
        ("body", "sentence"),
        [
            ("print('Success')", "counts unknown: the command does not say how many tests it ran"),
            ("print('1 passed, 2 skipped in 0.03s')", "1 test ran before the change, 1 test ran after it"),
            (
                "print('FAILED a\\n== 1 failed, 2 xfailed in 2s ==')\nsys.exit(1)",
                "3 tests ran before the change, 3 tests",
            ),
            (
                "print('\\x1b[32m== 12 passed in 2.50s (0:00:02) ==\\x1b[0m')",
                "12 tests ran before the change, 12 tests",
            ),
            ("print('Ran 3 tests in 0.1s')\nprint('Ran 4 tests in 0.1s')", "7 tests ran before the change, 7 tests"),
            (COUNTING.format(before="1 passed", after="3 passed"), "1 test ran before the change, 3 tests ran after"),
            (
                COUNTING.format(before="2 passed, 1 skipped", after="1 failed, 1 passed"),
                "2 tests ran before the change, 2 tests ran after it",
            ),
            (
                COUNTING.format(before="3 passed", after="nothing"),
                "3 tests ran before the change, an unknown number of tests ran after it",
            ),
        ],
    )
    def test_how_many_tests_ran_is_always_said(self, project: Project, body: str, sentence: str) -> None:
        project.write({"a.py": OLD})
        verify = script(project, "verify.py", body)
        outcome = project.tool(*RUN, "--verify", verify)
        assert outcome.code == 0, outcome.err
        assert f"verified: {sentence}" in outcome.out
        project.write({"a.py": OLD})
        data = project.tool(*RUN, "--verify", verify, "--output-format", "json")
        assert data.json["summary"]["verified"].startswith(sentence)

    @pytest.mark.parametrize(
        ("before", "after", "sentence"),
        [
            ("3 passed", "1 passed", "3 tests ran before the change, 1 test ran after it"),
            ("2 passed", "1 passed, 1 skipped", "2 tests ran before the change, 1 test ran after it"),
            ("1 passed", "2 skipped", "1 test ran before the change, 0 tests ran after it"),
        ],
    )
    def test_fewer_tests_after_than_before_is_a_failure(
        self, project: Project, before: str, after: str, sentence: str
    ) -> None:
        project.write({"a.py": OLD, "b.py": "x = 1\n"})
        verify = script(project, "verify.py", COUNTING.format(before=before, after=after))
        outcome = project.tool(*RUN, "--verify", verify)
        assert outcome.code == 1
        assert f"a.py: taken back, as it fails anew (fewer tests: {sentence})" in outcome.err
        assert project.text("a.py") == OLD

    def test_only_the_file_that_loses_tests_is_taken_back(self, project: Project) -> None:
        project.write({"a.py": OLD, "b.py": OLD})
        verify = script(project, "verify.py", COUNTING.format(before="3 passed", after="1 passed"))
        assert project.tool(*RUN, "--verify", verify).code == 1
        assert (project.text("a.py"), project.text("b.py")) == (OLD, NEW)

    def test_a_suite_that_is_red_hides_nothing(self, project: Project) -> None:
        """With `-x` a test that is red before would stop both runs at the same place."""
        project.write(
            {
                "pytest.ini": "[pytest]\naddopts = -x -p no:cacheprovider\n",
                "a.py": OLD,
                "tests/test_a.py": "import a\n\n\ndef test_red(): assert 0\n\n\n"
                "def test_kind(): assert 'typing' in str(a.f.__annotations__)\n",
                "tests/data.py": "import a\nraise ValueError\n",
            }
        )
        before = project.text("a.py")
        command = shlex.join([sys.executable, "-m", "pytest", "-xq", "--rootdir=."])
        outcome = project.tool(*RUN, "--verify", f"{command} {{tests}}")
        assert outcome.code == 1, outcome.err
        assert "test_kind" in outcome.err
        assert "2 tests ran before the change, 2 tests ran after it" in outcome.out
        assert project.text("a.py") == before

    def test_it_is_given_the_tests(self, project: Project) -> None:
        project.write({"tests/test_a.py": OLD, "b.py": OLD})
        body = "assert sys.argv[1:] == ['first', 'tests/test_a.py', 'last'], sys.argv"
        verify = f"{script(project, 'verify.py', body)} first {{tests}} last"
        assert project.tool(*RUN, "--verify", verify).code == 0
        assert project.text("b.py") == NEW

    def test_what_cannot_be_read_as_a_command(self, project: Project) -> None:
        project.write({"a.py": OLD})
        assert "cannot be read as a command" in project.tool(*RUN, "--verify", "'").err
        assert project.tool(*RUN, "--verify", " ").code == 2

    def test_a_verifier_without_tests_is_the_command_as_it_is(self, tmp_path: Path) -> None:
        assert Verifier.of("make {tests}", (), str(tmp_path)).words == ("make",)
        assert Verifier.of("pytest -x", ("a", "b"), str(tmp_path)).words == ("pytest", "-x", "a", "b", "--maxfail=0")
        with pytest.raises(UsageError):
            Verifier.of("", (), str(tmp_path))


@given(st.sets(st.integers(0, 30), min_size=1), st.data())
def test_the_smallest_part_fails_and_has_no_part_that_does(items: set[int], data: st.DataObject) -> None:
    names = frozenset(map(str, items))
    culprits = frozenset(data.draw(st.sets(st.sampled_from(sorted(names)), min_size=1)))
    part = smallest(names, lambda some: culprits <= some)
    assert culprits == part


class TestAffectedTests:
    FILES = {  # noqa: RUF012
        "src/shop/__init__.py": "",
        "src/shop/a.py": OLD,
        "src/shop/b.py": "from shop.a import f\n",
        "tests/conftest.py": "",
        "tests/test_a.py": "from shop.a import f\n",
        "tests/test_b.py": "import shop.b\n",
        "tests/test_c.py": "import os\n",
    }

    def test_those_that_import_what_changes(self, project: Project) -> None:
        project.write(self.FILES)
        delta = project.tool(*RUN, "--dry-run", "--output-format", "json").json
        assert delta["affected_tests"] == ["tests/test_a.py", "tests/test_b.py"]
        assert project.tool(*RUN, "--output-format", "json").json["affected_tests"] == delta["affected_tests"]

    def test_verify_runs_those(self, project: Project) -> None:
        project.write(self.FILES)
        command = script(project, "verify.py", "pathlib.Path('seen').write_text(' '.join(sys.argv[1:]))")
        assert project.tool(*RUN, "--verify", command).code == 0
        assert project.text("seen") == "tests/test_a.py tests/test_b.py"

    def test_by_the_names_that_they_have_afterwards(self, project: Project) -> None:
        project.write(self.FILES)
        outcome = project.tool("rename", "tests.test_a", "test_z", "--output-format", "json")
        assert outcome.code == 0, outcome.err
        assert "tests/test_z.py" in outcome.json["affected_tests"]
        assert "tests/test_a.py" not in outcome.json["affected_tests"]

    def test_none_where_nobody_asks(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write(self.FILES)
        monkeypatch.setattr("tdomcheck.app.migrate.affected.affected_tests", None)
        assert project.tool(*RUN).code == 0
