"""`tdomcheck baseline`, and what a check makes of a baseline and of budgets."""

from __future__ import annotations

import json
import os
import tomllib
import typing as t
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Project, git

from tdomcheck.app import baseline_files, lowered_budgets
from tdomcheck.app.migrate import carried_baselines
from tdomcheck.app.progress import Progress

CONFIG = '[tool.tdomcheck]\nbaseline = "tdomcheck-baseline.txt"\n'
FILE = "tdomcheck-baseline.txt"
TWO = 'def f():\n    return t"<p><b>x</i></p>"\n\n\ndef g():\n    return t"<p><i>y</b></p>"\n'


@pytest.fixture
def ratchet(project: Project) -> Project:
    """A project with two findings in its baseline."""
    project.write({"pyproject.toml": CONFIG, "src/page.py": TWO})
    outcome = project.tool("baseline", "create")
    assert (outcome.code, outcome.out) == (0, f"{FILE}: 2 findings accepted\n")
    return project


@pytest.fixture
def committed(ratchet: Project) -> Project:
    """The same in git."""
    ratchet.write({".gitignore": ".tdomcheck\n"})
    git(ratchet, "init", "-q")
    git(ratchet, "add", "-A")
    git(ratchet, "commit", "-qm1")
    return ratchet


def told(project: Project, *words: str) -> dict[str, int]:
    outcome = project.check("--output-format", "json", *words)
    return outcome.json["summary"]["baseline"]


class TestCheck:
    def test_what_is_accepted_is_not_reported(self, ratchet: Project) -> None:
        outcome = ratchet.check()
        assert outcome.code == 0
        assert "2 findings in the baseline" in outcome.out
        assert told(ratchet) == {"matched": 2, "new": 0, "stale": 0}

    def test_what_is_new_is(self, ratchet: Project) -> None:
        ratchet.write({"src/more.py": MISMATCHED})
        outcome = ratchet.check("--output-format", "json")
        assert outcome.code == 1
        assert [finding["path"] for finding in outcome.json["findings"]] == ["src/more.py"]
        assert outcome.json["summary"]["baseline"] == {"matched": 2, "new": 1, "stale": 0}

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("# more\n\n\n" + TWO, id="moved lines"),
            pytest.param(
                TWO.replace('t"<p><b>x</i></p>"', '(\n        t"<p><b>x</i></p>"\n    )'), id="formatted anew"
            ),
            pytest.param(TWO.replace("return", "value = 1\n    return"), id="lines between"),
            pytest.param("".join(reversed(TWO.partition("\n\n\n"))), id="swapped order"),
        ],
    )
    def test_it_survives(self, ratchet: Project, text: str) -> None:
        ratchet.write({"src/page.py": text})
        assert told(ratchet) == {"matched": 2, "new": 0, "stale": 0}

    ACCEPTED: t.ClassVar = {"matched": 2, "new": 0, "stale": 0}
    REFUSED: t.ClassVar = {"matched": 0, "new": 2, "stale": 2}

    def test_it_survives_a_file_that_moves(self, committed: Project) -> None:
        """Of the same content, whether git tracks it yet or not."""
        (committed.root / "src/page.py").rename(committed.root / "src/other.py")
        assert told(committed) == self.ACCEPTED
        git(committed, "add", "-A")
        assert told(committed) == self.ACCEPTED
        assert told(committed, "--staged") == self.ACCEPTED
        git(committed, "commit", "-qm2")
        assert told(committed) == self.ACCEPTED

    def test_and_is_changed(self, committed: Project) -> None:
        """What git calls the renamed file, in the index and in commits, however often it moved."""
        git(committed, "mv", "src/page.py", "src/other.py")
        committed.write({"src/other.py": f"# more\n{TWO}"})
        git(committed, "add", "-A")
        assert told(committed) == self.ACCEPTED
        git(committed, "commit", "-qm2")
        git(committed, "mv", "src/other.py", "src/third.py")
        git(committed, "commit", "-qm3")
        assert told(committed) == self.ACCEPTED
        git(committed, "mv", "src/third.py", "src/fourth.py")
        committed.write({"src/fourth.py": f"# again\n# more\n{TWO}"})
        git(committed, "add", "-A")
        assert told(committed) == self.ACCEPTED

    def test_but_no_other_file_takes_its_place(self, committed: Project) -> None:
        """Although what is wrong in it is the same."""
        git(committed, "rm", "-q", "src/page.py")
        committed.write({"src/other.py": "".join(f"x{number} = {number}\n" for number in range(50)) + TWO})
        assert told(committed) == self.REFUSED
        git(committed, "add", "-A")
        assert told(committed) == self.REFUSED
        git(committed, "commit", "-qm2")
        assert told(committed) == self.REFUSED
        assert committed.check("--fail-on-stale", "--no-baseline").code == 1

    def test_nor_does_one_that_was_there_before(self, committed: Project) -> None:
        """Although it is the same, nobody has accepted it."""
        committed.write({"src/twin.py": TWO})
        git(committed, "add", "-A")
        git(committed, "commit", "-qm2")
        git(committed, "rm", "-q", "src/page.py")
        assert told(committed) == self.REFUSED
        git(committed, "commit", "-qm3")
        assert told(committed) == self.REFUSED

    def test_nor_does_one_without_git(self, ratchet: Project) -> None:
        (ratchet.root / "src/page.py").rename(ratchet.root / "src/other.py")
        assert told(ratchet) == self.REFUSED

    @pytest.mark.parametrize("name", ["*", "src/*", "**/*.py", "", ".", "src", "../page.py", "/", ":(glob)**"])
    def test_a_path_is_no_pattern(self, committed: Project, name: str) -> None:
        committed.write({FILE: committed.text(FILE).replace("src/page.py", name)})
        assert told(committed)["matched"] == 0

    def test_the_entries_of_a_file_that_is_gone_are_stale(self, committed: Project) -> None:
        git(committed, "rm", "-q", "src/page.py")
        committed.write({"src/other.py": CLEAN})
        assert committed.check("--fail-on-stale").code == 1
        assert committed.check().code == 0

    def test_a_replayed_answer_sees_what_git_says_by_now(self, committed: Project) -> None:
        git(committed, "mv", "src/page.py", "src/other.py")
        assert committed.tool("check").code == 0
        assert committed.tool("check").code == 0
        git(committed, "commit", "-qm2", "--allow-empty")
        git(committed, "checkout", "-q", "--orphan", "new")
        git(committed, "commit", "-qm1")
        assert committed.tool("check").code == 1, "nothing of the old file is left in git"

    def test_what_is_staged_is_judged_with_the_baseline_that_is(self, committed: Project) -> None:
        committed.write({"src/more.py": MISMATCHED})
        git(committed, "add", "src/more.py")
        assert committed.tool("baseline", "update").code == 0
        assert committed.check("--staged").code == 1
        git(committed, "add", FILE)
        assert committed.check("--staged").code == 0

    def test_a_baseline_that_is_not_staged_is_not_there(self, committed: Project) -> None:
        git(committed, "rm", "-q", "--cached", FILE)
        committed.write({"src/more.py": MISMATCHED})
        git(committed, "add", "src/more.py")
        outcome = committed.check("--staged")
        assert outcome.code == 2
        assert f"the baseline {FILE} is not staged: `git add` it" in outcome.err

    CARD = "from string.templatelib import Template\n\n\ndef Cover(*, {props}) -> Template:\n    return t'<b>x</b>'\n"
    USE = "from tdom import html\nfrom card import Cover\n\npage = html(t'<{Cover} />')\n"

    def test_an_entry_knows_what_it_accepts(self, project: Project) -> None:
        """A prop that has become required since is new; one of two that was mended is mended."""
        project.write({"pyproject.toml": CONFIG, "card.py": self.CARD.format(props="alt: str"), "use.py": self.USE})
        assert project.tool("baseline", "create").out == f"{FILE}: 1 finding accepted\n"
        project.write({"card.py": self.CARD.format(props="alt: str, kind: str")})
        assert told(project) == {"matched": 0, "new": 1, "stale": 1}
        assert project.tool("baseline", "update").code == 0
        project.write({"card.py": self.CARD.format(props="kind: str")})
        assert told(project) == {"matched": 1, "new": 0, "stale": 1}
        assert project.check("--fail-on-stale").code == 1
        assert project.tool("baseline", "prune").out == f"{FILE}: 1 finding accepted, 1 taken out\n"
        assert told(project) == {"matched": 1, "new": 0, "stale": 0}
        project.write({"card.py": self.CARD.format(props="alt: str, kind: str")})
        assert told(project) == {"matched": 0, "new": 1, "stale": 1}

    def test_a_swap_into_another_function_is_seen(self, ratchet: Project) -> None:
        ratchet.write({"src/page.py": TWO.replace("def f", "def h")})
        assert told(ratchet) == {"matched": 1, "new": 1, "stale": 1}

    def test_mended_here_and_added_elsewhere_is_seen(self, ratchet: Project) -> None:
        mended = TWO.replace("x</i>", "x</b>") + '\n\ndef h():\n    return t"<p><b>x</i></p>"\n'
        ratchet.write({"src/page.py": mended})
        assert told(ratchet) == {"matched": 1, "new": 1, "stale": 1}

    def test_stale_entries_are_told_and_fail_on_request(self, ratchet: Project) -> None:
        ratchet.write({"src/page.py": TWO.replace("x</i>", "x</b>")})
        outcome = ratchet.check()
        assert outcome.code == 0
        assert "1 stale entry in the baseline; `tdomcheck baseline prune` takes them out:" in outcome.out
        assert "  TDC101 src/page.py in f\n" in outcome.out
        assert ratchet.check("--fail-on-stale").code == 1

    def test_stale_entries_of_projects_further_down_say_where_they_go(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\n"})
        for folder in ("one", "two"):
            project.write({f"{folder}/pyproject.toml": CONFIG, f"{folder}/page.py": TWO})
            monkeypatch.chdir(project.root / folder)
            assert project.tool("baseline", "create").code == 0
        monkeypatch.chdir(project.root)
        project.write({"two/page.py": CLEAN})
        assert "2 stale entries in the baseline; `tdomcheck baseline prune` in two takes them out:" in (
            project.check().out
        )
        project.write({"one/page.py": CLEAN})
        assert "`tdomcheck baseline prune` in one and in two takes" in project.check().out
        monkeypatch.chdir(project.root / "two")
        assert "`tdomcheck baseline prune` takes" in project.tool("check").out

    def test_what_only_a_plugin_knows_is_not_stale_without_it(self, project: Project) -> None:
        project.plugin("def visit_Module(self, node: cst.Module) -> None: ...\n")
        config = project.text("pyproject.toml").replace("[tool.tdomcheck]\n", CONFIG)
        comment = "x = 1  # tdomcheck: ignore[XYZ001] once\n"
        project.write({"pyproject.toml": config, "page.py": comment})
        assert project.tool("baseline", "create").code == 0
        assert told(project) == {"matched": 1, "new": 0, "stale": 0}
        assert project.check("--safe", "--fail-on-stale").code == 0
        project.tool("baseline", "prune", "--safe")
        assert told(project) == {"matched": 1, "new": 0, "stale": 0}

    def test_what_was_not_looked_at_is_not_stale(self, ratchet: Project) -> None:
        ratchet.write({"src/page.py": CLEAN, "src/other.py": CLEAN})
        assert told(ratchet, "src/other.py")["stale"] == 0
        assert told(ratchet, "--ignore", "TDC101")["stale"] == 0
        assert told(ratchet)["stale"] == 2
        (ratchet.root / "src/page.py").unlink()
        assert told(ratchet, "src/other.py")["stale"] == 0
        assert told(ratchet)["stale"] == 2

    def test_with_another_one_and_without(self, ratchet: Project) -> None:
        assert ratchet.check("--no-baseline").code == 1
        ratchet.write({"empty.txt": "# nothing\n"})
        assert ratchet.check("--baseline", "empty.txt").code == 1
        assert ratchet.check("--baseline", "empty.txt", "--no-baseline").code == 2

    def test_an_audit_shows_what_is_in_it(self, ratchet: Project) -> None:
        outcome = ratchet.check("--ignore-suppressions")
        assert outcome.code == 1
        assert outcome.out.count("accepted by the baseline") == 2

    def test_sarif_calls_it_external(self, ratchet: Project) -> None:
        results = ratchet.check("--output-format", "sarif", "--sarif-suppressed").json["runs"][0]["results"]
        assert [result["suppressions"][0]["kind"] for result in results] == ["external", "external"]

    def test_a_file_that_does_not_parse_is_never_accepted(self, ratchet: Project) -> None:
        ratchet.write({"src/broken.py": "def (:\n"})
        assert ratchet.tool("baseline", "update").code == 0
        assert ratchet.check().code == 1

    def test_a_replayed_answer_sees_a_baseline_that_changed(self, ratchet: Project) -> None:
        assert ratchet.tool("check").code == 0
        assert ratchet.tool("check").code == 0
        ratchet.write({FILE: "# nothing\n"})
        assert ratchet.tool("check").code == 1

    def test_below_the_project_and_by_name_it_is_the_same(
        self, ratchet: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(ratchet.root / "src")
        assert ratchet.tool("check", "--no-cache", "page.py").code == 0
        assert ratchet.tool("check", "--no-cache", "--force-exclude", "--", "page.py").code == 0

    def test_unknown_rules_are_told_and_kept(self, ratchet: Project) -> None:
        ratchet.write({FILE: ratchet.text(FILE) + "ZZZ999\tsrc/page.py\tf\t0\t1\n"})
        outcome = ratchet.check()
        assert outcome.code == 0
        assert "no rule is known by ZZZ999; their entries are kept" in outcome.err
        assert ratchet.tool("baseline", "prune").code == 0
        assert "ZZZ999" in ratchet.text(FILE)

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (None, "is not there: write it with `tdomcheck baseline create`"),
            (b"<<<<<<< HEAD\n", f"{FILE}:1: a merge left its markers here"),
            (b"# tdomcheck baseline, version 7\n", "is a baseline of version 7"),
            (b"\xff\xfe", "is no text in UTF-8"),
        ],
    )
    def test_one_that_cannot_be_read(self, project: Project, content: bytes | None, reason: str) -> None:
        project.write({"pyproject.toml": CONFIG, "page.py": CLEAN})
        if content is not None:
            project.write({FILE: content})
        outcome = project.check()
        assert outcome.code == 2
        assert reason in outcome.err

    def test_one_outside_of_the_project_is_not_read(self, project: Project) -> None:
        (project.root.parent / "secret").write_text("a secret\n")
        project.write({"pyproject.toml": CONFIG.replace(FILE, "../secret"), "page.py": CLEAN})
        outcome = project.check()
        assert outcome.code == 2
        assert "`baseline` leads out of the project" in outcome.err
        (project.root / "link").symlink_to("../secret")
        project.write({"pyproject.toml": CONFIG.replace(FILE, "link")})
        assert "`baseline` leads out of the project" in project.check().err


class TestVerbs:
    def test_create_does_not_write_over_one(self, ratchet: Project) -> None:
        before = ratchet.text(FILE)
        outcome = ratchet.tool("baseline", "create")
        assert outcome.code == 2
        assert "is there already; `tdomcheck baseline update`" in outcome.err
        assert ratchet.text(FILE) == before

    NAMED: t.ClassVar = f'baseline = "{FILE}"\n'

    @pytest.mark.parametrize(
        ("name", "before", "after"),
        [
            ("pyproject.toml", "[tool.tdomcheck]\n", f"[tool.tdomcheck]\n{NAMED}"),
            (
                "pyproject.toml",
                "[ tool . tdomcheck ] # ours\r\nselect = ['ALL']\r\n",
                f"[ tool . tdomcheck ] # ours\r\nselect = ['ALL']\r\n{NAMED[:-1]}\r\n",
            ),
            (
                "pyproject.toml",
                '\ufeff[project]\nname = "x"\n',
                f'\ufeff[project]\nname = "x"\n\n[tool.tdomcheck]\n{NAMED}',
            ),
            (
                "pyproject.toml",
                "[tool.tdomcheck.budgets]\nTDC101 = 9\n",
                f"[tool.tdomcheck]\n{NAMED}[tool.tdomcheck.budgets]\nTDC101 = 9\n",
            ),
            ("tdomcheck.toml", "# ours\n[budgets]\nTDC101 = 9\n", f"{NAMED}# ours\n[budgets]\nTDC101 = 9\n"),
            (".tdomcheck.toml", "", NAMED),
            ("tdomcheck.toml", None, NAMED),
        ],
    )
    def test_create_names_it_in_the_configuration(
        self, project: Project, name: str, before: str | None, after: str
    ) -> None:
        (project.root / "pyproject.toml").unlink()
        project.write({"page.py": NESTED, ".git/HEAD": ""})
        if before is not None:
            project.write({name: before})
        outcome = project.tool("baseline", "create")
        assert outcome.out == f"{FILE}: 1 finding accepted\n{name}: the key `baseline` names it\n"
        assert project.text(name) == after
        assert project.check().code == 0
        assert project.tool("fix", "--undo").code == 0
        assert not (project.root / FILE).exists()
        assert (project.text(name) if (project.root / name).exists() else None) == before

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("[tool.tdomcheck]\n", ("--no-configure",)),
            ("[tool.tdomcheck]\n", ("--isolated",)),
        ],
    )
    def test_or_create_says_how(self, project: Project, text: str, words: tuple[str, ...]) -> None:
        project.write({"pyproject.toml": text, "page.py": MISMATCHED})
        assert project.tool("baseline", "create", *words).out.endswith(f"so that it holds: {self.NAMED}")
        assert project.text("pyproject.toml") == text
        assert "%" not in project.text(FILE)

    def test_an_interrupted_create_says_what_it_wrote(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"page.py": MISMATCHED})
        monkeypatch.setattr(Progress, "written", 0)
        monkeypatch.setattr(Progress, "restored", 0)

        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(baseline_files, "note_writes", interrupted)
        outcome = project.tool("baseline", "create")
        assert outcome.code == 130
        assert outcome.err.lstrip().startswith(
            "interrupted: 2 files were written before that, and tdomcheck fix --undo takes"
        )

    def test_folders_with_configurations_of_their_own_have_baselines_of_their_own(self, project: Project) -> None:
        project.write(
            {
                "pyproject.toml": CONFIG,
                "page.py": TWO,
                "nested/pyproject.toml": "[tool.tdomcheck]\n",
                "nested/n.py": MISMATCHED,
            }
        )
        outcome = project.tool("baseline", "create")
        assert outcome.out.startswith(f"{FILE}: 2 findings accepted\n1 finding in folders with configurations of")
        assert [finding["path"] for finding in project.check("--output-format", "json").json["findings"]] == [
            "nested/n.py"
        ]
        assert told(project) == {"matched": 2, "new": 0, "stale": 0}
        project.write({"nested/pyproject.toml": CONFIG, f"nested/{FILE}": "# none yet\n"})
        assert told(project) == {"matched": 2, "new": 1, "stale": 0}

    def test_the_file_is_sorted_and_has_scopes(self, ratchet: Project) -> None:
        head, *lines = ratchet.text(FILE).splitlines()
        assert head == "# tdomcheck baseline, version 1"
        assert [line.split("\t")[:3] for line in lines] == [
            ["TDC101", "src/page.py", "f"],
            ["TDC101", "src/page.py", "g"],
        ]

    def test_update_accepts_what_is_there_and_nothing_else(self, ratchet: Project) -> None:
        ratchet.write({"src/page.py": TWO.replace("x</i>", "x</b>"), "src/more.py": MISMATCHED})
        outcome = ratchet.tool("baseline", "update")
        assert (outcome.code, outcome.out) == (0, f"{FILE}: 2 findings accepted, 1 of them new, 1 taken out\n")
        assert told(ratchet) == {"matched": 2, "new": 0, "stale": 0}

    def test_prune_adds_nothing(self, ratchet: Project) -> None:
        ratchet.write({"src/page.py": TWO.replace("x</i>", "x</b>"), "src/more.py": MISMATCHED})
        outcome = ratchet.tool("baseline", "prune")
        assert (outcome.code, outcome.out) == (0, f"{FILE}: 1 finding accepted, 1 taken out\n")
        assert told(ratchet) == {"matched": 1, "new": 1, "stale": 0}

    def test_comments_and_moved_files(self, committed: Project) -> None:
        ratchet = committed
        first = ratchet.text(FILE).splitlines()[1]
        ratchet.write({FILE: ratchet.text(FILE).replace(first, f"# ask ann\n{first}")})
        (ratchet.root / "src/page.py").rename(ratchet.root / "src/other.py")
        outcome = ratchet.tool("baseline", "prune")
        assert "moved: src/page.py -> src/other.py" in outcome.out
        assert "# ask ann\n" in ratchet.text(FILE)
        assert "src/page.py" not in ratchet.text(FILE)

    def test_undo(self, ratchet: Project) -> None:
        before = ratchet.text(FILE)
        ratchet.write({"src/page.py": CLEAN})
        assert ratchet.tool("baseline", "prune").code == 0
        assert ratchet.text(FILE) != before
        assert ratchet.tool("fix", "--undo").code == 0
        assert ratchet.text(FILE) == before

    def test_show(self, ratchet: Project) -> None:
        assert ratchet.tool("baseline", "show").out == (
            f"{FILE}: 2 findings accepted\n     2 TDC101\n     2 src/page.py\n"
        )
        shown = ratchet.tool("baseline", "show", "--output-format", "json").json
        assert shown["rules"] == [{"code": "TDC101", "findings": 2}]

    @pytest.mark.parametrize("verb", ["update", "prune", "show"])
    def test_without_one(self, project: Project, verb: str) -> None:
        project.write({"page.py": CLEAN})
        outcome = project.tool("baseline", verb)
        assert outcome.code == 2
        assert "no baseline is configured" in outcome.err

    @pytest.mark.parametrize("verb", ["update", "prune"])
    def test_nothing_is_written_from_a_run_that_is_not_to_be_trusted(self, ratchet: Project, verb: str) -> None:
        before = ratchet.text(FILE)
        (ratchet.root / "src/large.py").write_text("x = 1\n" * 1000)
        ratchet.write({"pyproject.toml": CONFIG + "max-file-bytes = 1000\n", "src/page.py": CLEAN})
        outcome = ratchet.tool("baseline", verb)
        assert outcome.code == 2
        assert "nothing was written" in outcome.err
        assert ratchet.text(FILE) == before

    def test_fix_prunes_what_it_mends(self, project: Project) -> None:
        project.write({"pyproject.toml": CONFIG, "page.py": NESTED, "other.py": MISMATCHED})
        assert project.tool("baseline", "create").code == 0
        before = project.text(FILE)
        outcome = project.fix()
        assert outcome.code == 0
        assert outcome.out.startswith(f"Fixed 1 finding in 1 file.\nTook stale entries out of {FILE}.\n")
        assert "TDC121" not in project.text(FILE)
        assert "TDC101" in project.text(FILE)
        assert project.tool("fix", "--undo").code == 0
        assert (project.text(FILE), project.text("page.py")) == (before, NESTED)

    def test_fix_prunes_what_others_mended(self, ratchet: Project) -> None:
        before = ratchet.text(FILE)
        ratchet.write({"src/page.py": CLEAN})
        assert ratchet.fix("--diff").code == 0
        assert ratchet.text(FILE) == before
        outcome = ratchet.fix()
        assert outcome.code == 0
        assert outcome.out.startswith(f"Took stale entries out of {FILE}.\nAll checks passed!\n")
        assert "TDC101" not in ratchet.text(FILE)
        assert ratchet.text("src/page.py") == CLEAN
        assert ratchet.tool("fix", "--undo").out == f"restored {FILE}\n"
        assert ratchet.text(FILE) == before

    @pytest.mark.parametrize(
        "words",
        [("src/other.py",), ("--ignore", "TDC101"), ("--select", "TDC121"), ("--no-baseline",)],
    )
    def test_fix_keeps_entries_of_which_it_cannot_tell(self, ratchet: Project, words: tuple[str, ...]) -> None:
        before = ratchet.text(FILE)
        ratchet.write({"src/page.py": CLEAN, "src/other.py": CLEAN})
        assert ratchet.fix(*words).code == 0
        assert ratchet.text(FILE) == before

    def test_fix_keeps_entries_that_are_needed(self, ratchet: Project) -> None:
        before = ratchet.text(FILE)
        assert ratchet.fix().code == 0
        assert ratchet.text(FILE) == before
        assert ratchet.tool("baseline", "prune").out == f"{FILE}: 2 findings accepted, 0 taken out\n"

    def test_fix_prunes_the_baseline_of_a_project_below_once(self, ratchet: Project) -> None:
        ratchet.write({"below/pyproject.toml": CONFIG, "below/page.py": TWO})
        ratchet.write({f"below/{FILE}": ratchet.text(FILE).replace("src/page.py", "page.py"), "src/page.py": CLEAN})
        outcome = ratchet.fix()
        assert (outcome.code, outcome.err) == (0, "")
        assert ["TDC101" in ratchet.text(name) for name in (FILE, f"below/{FILE}")] == [False, True]
        ratchet.write({"below/page.py": CLEAN})
        assert ratchet.fix().code == 0
        assert "TDC101" not in ratchet.text(f"below/{FILE}")

    @pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
    def test_fix_prunes_nothing_behind_a_link(self, ratchet: Project, tmp_path: Path) -> None:
        ratchet.write({"src/page.py": CLEAN})
        before = ratchet.text(FILE)
        (tmp_path / "link").symlink_to(ratchet.root, target_is_directory=True)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "pyproject.toml").write_text("[tool.tdomcheck]\n")
        (elsewhere / "link").symlink_to(ratchet.root, target_is_directory=True)
        ratchet.tool("fix", str(elsewhere / "link"))
        assert ratchet.text(FILE) == before

    def test_fix_prunes_in_its_place_of_the_ledger(self, ratchet: Project) -> None:
        ratchet.write({"src/page.py": CLEAN})
        ratchet.fix("--events", "e.jsonl")
        last = json.loads(ratchet.text("e.jsonl").splitlines()[-1])
        assert last["counts"]["changed"] == 1


class TestCarried:
    """What is called otherwise, or is elsewhere, is still what was accepted, and undo makes it what it was."""

    FILES: t.ClassVar = {
        "pyproject.toml": f'{CONFIG}src = ["src"]\n',
        ".gitignore": ".tdomcheck\n",
        "src/card.py": "from string.templatelib import Template\n\n\n"
        'def Cover(*, alt: str) -> Template:\n    return t"<b>{alt}</b>"\n',
        "src/page.py": "from tdom import html\nfrom card import Cover\nfrom log import say\n\n\n"
        'def page(x):\n    return html(t"<p><{Cover} /></p>")\n\n\n'
        'def other(x):\n    return html(t"<b>{say(x)}</i>")\n',
    }

    @pytest.fixture
    def shop(self, project: Project) -> Project:
        project.write(self.FILES)
        assert project.tool("baseline", "create").out == f"{FILE}: 2 findings accepted\n"
        first = project.text(FILE).splitlines()[1]
        project.write({FILE: project.text(FILE).replace(first, f"# ask ann\n{first}")})
        git(project, "init", "-q")
        git(project, "add", "-A")
        git(project, "commit", "-qm1")
        return project

    @pytest.mark.parametrize(
        "words",
        [
            ("rename", "card.Cover", "Banner"),
            ("rename", "page.other", "third"),
            ("rename", "page", "web"),
            ("move", "page.other", "card"),
            ("move", "page.page", "fresh"),
            ("move", "page.other", "parts.fresh"),
        ],
        ids=" ".join,
    )
    def test_entries_follow(self, shop: Project, words: tuple[str, ...]) -> None:
        before = shop.files()
        assert FILE in shop.tool(*words, "--diff").out
        assert shop.files() == before
        assert shop.tool(*words).code == 0
        assert told(shop) == {"matched": 2, "new": 0, "stale": 0}
        assert "# ask ann\n" in shop.text(FILE)
        assert shop.check("--fail-on-stale").code == 0
        assert shop.tool("fix", "--undo").code == 0
        assert {name: data for name, data in shop.files().items() if ".git/" not in name} == {
            name: data for name, data in before.items() if ".git/" not in name
        }

    def test_those_of_a_codemod_do(self, shop: Project) -> None:
        options = ("--set", "replace.pattern=say($X)", "--set", "replace.with=log.tell($X)")
        assert shop.tool("codemod", "run", "replace", *options).code == 0
        assert "{log.tell(x)}" in shop.text("src/page.py")
        assert told(shop) == {"matched": 2, "new": 0, "stale": 0}

    def test_it_is_that_of_the_files_that_stay(self, shop: Project) -> None:
        """A command may refuse some files of a change."""
        shop.write({"src/more.py": "from log import say\n\nsay(1)\n"})
        git(shop, "add", "-A")
        git(shop, "commit", "-qm2")
        options = ("--set", "replace.pattern=say($X)", "--set", "replace.with=log.tell($X)")
        before = shop.text(FILE)
        outcome = shop.tool("codemod", "run", "replace", *options, "--verify", "grep -q say src/page.py")
        assert outcome.code == 1
        assert "{say(x)}" in shop.text("src/page.py")
        assert "log.tell(1)" in shop.text("src/more.py")
        assert shop.text(FILE) == before
        outcome = shop.tool("rename", "page.other", "third", "--allow-dirty", "--verify", "grep -q other src/page.py")
        assert outcome.code == 1
        assert shop.text(FILE) == before
        assert told(shop) == {"matched": 2, "new": 0, "stale": 0}

    def test_what_was_not_accepted_still_is_not(self, shop: Project) -> None:
        shop.write(
            {"src/more.py": "from card import Cover\nfrom tdom import html\n\n" + 'x = html(t"<p><{Cover} /></p>")\n'}
        )
        git(shop, "add", "-A")
        git(shop, "commit", "-qm2")
        assert shop.tool("rename", "card.Cover", "Banner").code == 0
        assert told(shop) == {"matched": 2, "new": 1, "stale": 0}

    def test_nothing_is_judged_where_nothing_was_accepted(self, shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        shop.write({"src/free.py": "def f() -> None: ...\n"})
        git(shop, "add", "-A")
        git(shop, "commit", "-qm2")
        monkeypatch.setattr(carried_baselines, "check", lambda *_, **__: pytest.fail("it is judged"))
        assert shop.tool("rename", "free.f", "g").code == 0


class TestBudgets:
    def budget(self, project: Project, number: int, name: str = "TDC101", more: str = "") -> None:
        project.write({"pyproject.toml": f"{CONFIG}{more}\n[tool.tdomcheck.budgets]\n{name} = {number}  # falls\n"})

    @pytest.mark.parametrize("name", ["TDC101", "template-syntax"])
    def test_more_than_it_is_a_finding(self, ratchet: Project, name: str) -> None:
        self.budget(ratchet, 1, name)
        outcome = ratchet.check("--output-format", "json")
        assert outcome.code == 1
        (found,) = outcome.json["findings"]
        assert (found["code"], found["path"], found["line"], found["message"]) == (
            "TDC009",
            "pyproject.toml",
            5,
            "TDC101 has 2 findings, and its budget is 1",
        )

    def test_just_as_many_is_none(self, ratchet: Project) -> None:
        self.budget(ratchet, 2)
        outcome = ratchet.check()
        assert (outcome.code, outcome.err) == (0, "")

    def test_fewer_asks_for_less(self, ratchet: Project) -> None:
        self.budget(ratchet, 5)
        outcome = ratchet.check()
        assert outcome.code == 0
        assert "the budget of TDC101 is 5, and it has 2 findings; `tdomcheck baseline update` lowers it" in outcome.err
        assert ratchet.check("src/page.py").err == "", "a part says nothing about the whole"
        assert "budget of TDC101: 2\n" in ratchet.tool("baseline", "update").out
        assert "TDC101 = 2  # falls\n" in ratchet.text("pyproject.toml")

    def test_it_falls_behind_a_byte_order_mark(self, project: Project) -> None:
        config = "\ufeff[tool.tdomcheck]\nbudgets = {TDC101 = 9}  # falls\n"
        project.write({"pyproject.toml": config, "page.py": TWO})
        assert project.tool("baseline", "update").code == 0
        assert project.text("pyproject.toml") == config.replace("= 9", "= 2")

    @pytest.mark.parametrize("name", ["TDC101", "template-syntax"])
    def test_it_falls_without_a_baseline(self, project: Project, name: str) -> None:
        config = f"[tool.tdomcheck.budgets]\n{name} = 9  # falls\nTDC121 = 0\n"
        project.write({"pyproject.toml": config, "page.py": TWO})
        assert "`tdomcheck baseline update` lowers it" in project.check().err
        outcome = project.tool("baseline", "update")
        assert (outcome.code, outcome.out, outcome.err) == (0, "budget of TDC101: 2\n", "")
        assert project.text("pyproject.toml") == config.replace("= 9", "= 2")
        assert not (project.root / FILE).exists()
        assert project.tool("baseline", "update").out == "no budget is larger than what is there\n"
        assert project.check().err == ""

    @pytest.mark.parametrize(
        "table",
        [
            "[tool.tdomcheck.budgets]\nTDC101 = 9  # falls\n",
            "[tool.tdomcheck.budgets]\r\n'TDC101'=1_000\r\n",
            "[tool.tdomcheck]\nbudgets.TDC101 = 9\n",
            '[x]\ntext = """\nTDC101 = 9\n"""\n[tool.tdomcheck.budgets]\nTDC101 = 9\n',
            "\ufeff[tool.tdomcheck.budgets]\r\nTDC101 = 9\r\n",
            "\ufefftool.tdomcheck.budgets.TDC101 = 9\n",
            "[tool.tdomcheck]\nbudgets = {TDC101 = 9}\n",
            "\ufeff[tool.tdomcheck]\nbudgets = {TDC101 = 9}\n",
        ],
    )
    def test_it_falls_however_it_is_written(self, project: Project, table: str) -> None:
        config = f"{table}[tool.other]\nTDC101 = 9\n".replace("[tool.tdomcheck]\n", CONFIG)
        project.write({"pyproject.toml": config, "page.py": TWO, FILE: ""})
        outcome = project.tool("baseline", "update")
        assert outcome.code == 0
        assert "budget of TDC101: 2\n" in outcome.out
        written = project.text("pyproject.toml")
        assert (written[:1] == "\ufeff", written.count("\r")) == (config[:1] == "\ufeff", config.count("\r"))
        (before, after) = (tomllib.loads(text.removeprefix("\ufeff")) for text in (config, written))
        before["tool"]["tdomcheck"]["budgets"]["TDC101"] = 2
        assert after == before
        if "baseline" in config:
            assert "TDC101\tpage.py" in project.text(FILE)

    def test_one_that_cannot_be_written_is_told(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lowered_budgets, "with_value", lambda *_: None)
        config = "[tool.tdomcheck.budgets]\nTDC101 = 9\n"
        project.write({"pyproject.toml": config, "page.py": TWO})
        outcome = project.tool("baseline", "update")
        told = "budget of TDC101: it could be 2; lower it by hand in pyproject.toml as it is written\n"
        assert (outcome.code, outcome.out) == (0, told)
        assert project.text("pyproject.toml") == config

    def test_without_either_there_is_nothing_to_update(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\n", "page.py": TWO})
        outcome = project.tool("baseline", "update")
        assert (outcome.code, outcome.out) == (2, "")
        assert "no baseline is configured" in outcome.err

    def test_nothing_falls_where_not_everything_could_be_looked_at(self, project: Project) -> None:
        config = "[tool.tdomcheck]\nmax-file-bytes = 60\n[tool.tdomcheck.budgets]\nTDC101 = 9\n"
        project.write({"pyproject.toml": config, "page.py": TWO})
        outcome = project.tool("baseline", "update")
        assert (outcome.code, outcome.out) == (2, "")
        assert "nothing was written" in outcome.err
        assert project.text("pyproject.toml") == config

    def test_one_of_another_file_stays_and_that_is_said(self, project: Project) -> None:
        project.write({"base.toml": "[budgets]\nTDC101 = 9\n", "page.py": TWO})
        project.write({"pyproject.toml": '[tool.tdomcheck]\nextend = "base.toml"\n'})
        outcome = project.tool("baseline", "update")
        assert (outcome.code, outcome.out) == (
            0,
            "budget of TDC101: it could be 2, and is not in pyproject.toml: lower it where it is\n",
        )
        assert project.text("base.toml") == "[budgets]\nTDC101 = 9\n"

    def test_it_never_rises(self, ratchet: Project) -> None:
        self.budget(ratchet, 1)
        assert ratchet.tool("baseline", "update").code == 0
        assert "TDC101 = 1  # falls\n" in ratchet.text("pyproject.toml")

    def test_what_comments_accept_does_not_count(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED.rstrip() + "  # tdomcheck: ignore[TDC101] x\n", FILE: "# none\n"})
        self.budget(project, 0)
        assert project.check().code == 0

    @pytest.mark.parametrize("above", ["", '[tool.tdomcheck]\nworkspaces = ["one", "two"]\n'])
    @pytest.mark.parametrize("name", ["tdomcheck.toml", "pyproject.toml"])
    def test_that_of_a_project_further_down_holds_from_above(self, project: Project, above: str, name: str) -> None:
        table = "budgets" if name == "tdomcheck.toml" else "tool.tdomcheck.budgets"
        project.write({"pyproject.toml": above, "one/tdomcheck.toml": "", "one/page.py": TWO, "two/page.py": TWO})
        project.write({f"two/{name}": f"[{table}]\nTDC101 = 1\nTDC121 = 3\n"})
        outcome = project.check("--output-format", "json")
        (found,) = [each for each in outcome.json["findings"] if each["code"] == "TDC009"]
        assert (found["path"], found["line"], found["message"]) == (
            f"two/{name}",
            2,
            "TDC101 has 2 findings, and its budget is 1",
        )
        assert f"two/{name}: the budget of TDC121 is 3, and it has 0 findings; `tdomcheck baseline update` in two" in (
            outcome.err
        )
        assert "TDC009" in project.findings("two")
        assert "TDC009" not in project.findings("one")

    def test_each_counts_its_own_files(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 2\n", "page.py": TWO})
        project.write({"two/pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 2\n", "two/page.py": TWO})
        assert "TDC009" not in project.findings()
        project.write({"two/more.py": MISMATCHED})
        found = [each["path"] for each in project.check("--output-format", "json").json["findings"]]
        assert [path for path in found if path.endswith(".toml")] == ["two/pyproject.toml"]

    def test_one_further_down_can_be_turned_off_there(self, project: Project) -> None:
        project.write({"two/page.py": TWO, "two/tdomcheck.toml": 'ignore = ["TDC009"]\n[budgets]\nTDC101 = 0\n'})
        assert "TDC009" not in project.findings()

    def test_a_baseline_further_down_hides_it_not(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"two/page.py": TWO})
        monkeypatch.chdir(project.root / "two")
        project.write({"two/tdomcheck.toml": ""})
        assert project.tool("baseline", "create").code == 0
        monkeypatch.chdir(project.root)
        project.write({"two/tdomcheck.toml": f'baseline = "{FILE}"\n[budgets]\nTDC101 = 1\n'})
        assert project.findings() == ("TDC009",)

    @pytest.mark.parametrize("words", [["page.py"], ["page.py", "more.py"], ["page.py", "two/page.py"]])
    def test_where_files_are_named_nobody_judges(self, project: Project, words: list[str]) -> None:
        """A hook names them in as many calls as it likes."""
        project.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 1\n", "page.py": TWO, "more.py": TWO})
        project.write({"two/pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 1\n", "two/page.py": TWO})
        assert set(project.findings("--", *words)) == {"TDC101"}
        assert "TDC009" in project.findings()
        assert "TDC009" in project.findings(".")

    def test_a_folder_is_judged_by_what_is_in_it(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 1\n", "src/page.py": TWO, "x.py": CLEAN})
        assert "TDC009" in project.findings("src")
        assert "TDC009" in project.findings("src", "x.py")

    def test_it_can_be_turned_off_and_softened(self, ratchet: Project) -> None:
        self.budget(ratchet, 1, more='ignore = ["TDC009"]')
        assert ratchet.check().code == 0
        self.budget(ratchet, 1, more='severity = {TDC009 = "info"}')
        assert ratchet.check().code == 0

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("TDC1O1 = 1", "did you mean `TDC"),
            ("TDC101 = -1", "a whole number, 0 or more"),
            ('TDC101 = "x"', "a whole number, 0 or more"),
            ("TDC1 = 3", "unknown rule `TDC1`; a budget is of one rule"),
            ("TDC101 = 3\ntemplate-syntax = 5", "`template-syntax` is TDC101, which has a budget already"),
        ],
    )
    def test_what_is_none(self, project: Project, line: str, reason: str) -> None:
        project.write({"pyproject.toml": f"[tool.tdomcheck.budgets]\n{line}\n", "page.py": CLEAN})
        outcome = project.check()
        assert outcome.code == 2
        assert reason in outcome.err


class TestNewOnly:
    @pytest.fixture
    def past(self, project: Project) -> Project:
        project.write({"src/page.py": TWO, ".gitignore": ".tdomcheck\n"})
        git(project, "init", "-q")
        git(project, "add", "-A")
        git(project, "commit", "-qm", "one")
        return project

    def found(self, project: Project, *words: str) -> list[tuple[str, int]]:
        report = project.check("--new-only", "--output-format", "json", *words).json
        return [(finding["path"], finding["line"]) for finding in report["findings"]]

    def test_what_was_there_is_not_new(self, past: Project) -> None:
        past.write({"src/page.py": f"# one more line\n\n{TWO}"})
        outcome = past.check("--new-only", "--base", "HEAD")
        assert outcome.code == 0
        assert "2 findings not new" in outcome.out
        assert past.check().code == 1

    def test_what_is_added_is(self, past: Project) -> None:
        past.write({"src/page.py": TWO + '\n\ndef h():\n    return t"<p><b>x</i></p>"\n', "src/new.py": MISMATCHED})
        assert self.found(past) == [("src/new.py", 1), ("src/page.py", 10)]

    def test_since_where_the_branch_left(self, past: Project) -> None:
        git(past, "branch", "-m", "main")
        git(past, "checkout", "-q", "-b", "topic")
        past.write({"src/new.py": MISMATCHED})
        git(past, "add", "-A")
        git(past, "commit", "-qm", "two")
        assert self.found(past) == []
        assert self.found(past, "--base", "main") == [("src/new.py", 1)]

    def test_a_file_that_moved(self, past: Project) -> None:
        git(past, "mv", "src/page.py", "src/other.py")
        assert self.found(past) == []

    def test_a_finding_in_another_file_that_a_change_makes(self, past: Project) -> None:
        card = (
            "from string.templatelib import Template\n\n\n"
            "def Card(*, title: str) -> Template:\n    return t'<b>{title}</b>'\n"
        )
        page = "from tdom import html\nfrom card import Card\n\npage = html(t'<{Card} title=\"x\" />')\n"
        past.write({"src/card.py": card, "src/use.py": page, "pyproject.toml": '[tool.tdomcheck]\nsrc = ["src"]\n'})
        git(past, "add", "-A")
        git(past, "commit", "-qm", "two")
        past.write({"src/card.py": card.replace("title: str", "label: str").replace("{title}", "{label}")})
        assert ("src/use.py", 4) in self.found(past)

    BUDGET = "[tool.tdomcheck.budgets]\nTDC101 = 1\n"

    @pytest.fixture
    def overrun(self, past: Project) -> Project:
        """Two findings where one may be."""
        past.write({"pyproject.toml": self.BUDGET})
        git(past, "add", "-A")
        git(past, "commit", "-qm", "two")
        return past

    @pytest.mark.parametrize("options", [("--new-only",), ("--focus", "HEAD")])
    @pytest.mark.parametrize(
        "files",
        [
            {},
            {"src/clean.py": CLEAN},
            {"src/page.py": f"# moved\n{TWO}"},
            {"src/page.py": MISMATCHED, "b.py": MISMATCHED},
        ],
    )
    def test_a_budget_that_was_exceeded_by_as_much_is_not_new(
        self, overrun: Project, files: dict[str, str], options: tuple[str, ...]
    ) -> None:
        overrun.write(files)
        report = overrun.check(*options, "--output-format", "json").json
        assert "TDC009" not in {finding["code"] for finding in report["findings"]}
        assert "TDC009" in overrun.findings()

    def test_an_old_overrun_alone_does_not_fail(self, overrun: Project) -> None:
        for options in (("--new-only",), ("--focus", "HEAD")):
            assert overrun.check(*options).code == 0
        assert "3 findings not new" in overrun.check("--new-only").out

    @pytest.mark.parametrize("options", [("--new-only",), ("--focus", "HEAD")])
    def test_a_budget_that_is_exceeded_by_more_is_new(self, overrun: Project, options: tuple[str, ...]) -> None:
        overrun.write({"src/new.py": MISMATCHED})
        report = overrun.check(*options, "--output-format", "json").json
        assert [finding["message"] for finding in report["findings"] if finding["code"] == "TDC009"] == [
            "TDC101 has 3 findings, and its budget is 1"
        ]

    @pytest.mark.parametrize("options", [("--new-only",), ("--focus", "HEAD")])
    def test_a_budget_that_was_kept_is_new(self, past: Project, options: tuple[str, ...]) -> None:
        past.write({"pyproject.toml": self.BUDGET.replace("1\n", "2\n")})
        git(past, "add", "-A")
        git(past, "commit", "-qm", "two")
        past.write({"src/new.py": MISMATCHED})
        report = past.check(*options, "--output-format", "json").json
        assert "TDC009" in {finding["code"] for finding in report["findings"]}

    def test_what_is_gone_counts_for_the_past(self, overrun: Project) -> None:
        overrun.write({"src/new.py": MISMATCHED})
        (overrun.root / "src/page.py").unlink()
        overrun.write({"src/other.py": MISMATCHED})
        report = overrun.check("--new-only", "--output-format", "json").json
        assert {finding["code"] for finding in report["findings"]} == {"TDC101"}

    def test_a_budget_that_the_change_lowers_is_told_by_a_focus(self, overrun: Project) -> None:
        overrun.write({"pyproject.toml": self.BUDGET.replace("1\n", "0\n")})
        report = overrun.check("--focus", "HEAD", "--output-format", "json").json
        assert "TDC009" in {finding["code"] for finding in report["findings"]}

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            (("--new-only", "--base", "nowhere"), "git knows no revision 'nowhere' here"),
            (("--base", "HEAD"), "--base goes with --new-only"),
        ],
    )
    def test_what_cannot_be_compared(self, past: Project, words: tuple[str, ...], reason: str) -> None:
        outcome = past.check(*words)
        assert outcome.code == 2
        assert reason in outcome.err

    def test_without_git(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED})
        outcome = project.check("--new-only")
        assert outcome.code == 2
        assert "not inside a git repository" in outcome.err
