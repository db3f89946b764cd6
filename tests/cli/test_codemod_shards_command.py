"""`codemod run --shard`, and the merge of what shards of codemods write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_running import Outcome, Project, git

TYPING = "from typing import Iterable\n\n\ndef f(x: Iterable[int]) -> None: ...\n"
CARD = 'from tdom import Node, html\n\n\ndef Card() -> Node:\n    return html(t"<p></p>")\n'
PAGE = "from tdom import Node, html\n\nfrom card import Card\n\n\ndef Page() -> Node:\n    return Card()\n"
SURVEYS = "components-to-template"


@pytest.fixture
def shop(project: Project) -> Project:
    """A few files, of which each shard of three has some."""
    project.write({f"part_{number}.py": TYPING for number in range(9)})
    return project


def run(project: Project, shard: str, *words: str, name: str = "typing-to-abc") -> Outcome:
    return project.tool("codemod", "run", name, "--shard", shard, *words)


def plan(project: Project, shard: str, *words: str) -> str:
    """Write the plan of a shard; the name of its file."""
    name = f"out/plan-{shard.replace('/', '-')}"
    (project.root / "out").mkdir(exist_ok=True)
    run(project, shard, "--plan", name, *words)
    return name


def streams(project: Project, count: int, *words: str) -> list[str]:
    (project.root / "out").mkdir(exist_ok=True)
    names = [f"out/events-{number}" for number in range(1, count + 1)]
    for number, name in enumerate(names, 1):
        project.tool(*words, "--shard", f"{number}/{count}", "--events", name)
    return names


class TestRun:
    @pytest.mark.parametrize("text", ["0/3", "4/3", "x", "1/999"])
    @pytest.mark.parametrize("words", [("run", "typing-to-abc"), ("upgrade",)])
    def test_what_is_no_shard_is_misuse(self, shop: Project, text: str, words: tuple[str, ...]) -> None:
        outcome = shop.tool("codemod", *words, "--shard", text)
        assert (outcome.code, "--shard" in outcome.err) == (2, True)

    def test_a_shard_changes_its_own_files_and_no_other(self, shop: Project) -> None:
        listed = shop.tool("check", "--show-files", "--shard", "2/3").out.split()
        run(shop, "2/3")
        changed = [name for name, data in shop.files().items() if b"collections.abc" in data]
        assert changed
        assert sorted(changed) == sorted(name for name in listed if name != "pyproject.toml")

    @pytest.mark.parametrize("words", [("--dry-run",), ("--diff",), ("--plan", "../plan")])
    def test_what_only_looks_writes_nothing(self, shop: Project, words: tuple[str, ...]) -> None:
        before = shop.files()
        assert run(shop, "1/2", *words).code == 1
        assert shop.files() == before

    @pytest.mark.parametrize(
        ("name", "settings"),
        [
            ("rename", ("--set", "rename.from=part_1.f", "--set", "rename.to=part_1.g")),
            ("delete", ("--set", "delete.target=part_1.f")),
            ("fix", ("--set", "fix.select=TDC101")),
            ("move", ("--set", "move.from=part_1.f", "--set", "move.to=part_2.f")),
        ],
    )
    def test_what_is_one_change_is_not_dealt_out(self, shop: Project, name: str, settings: tuple[str, ...]) -> None:
        before = shop.files()
        outcome = run(shop, "1/2", *settings, name=name)
        assert outcome.code == 2
        assert f"{name} changes the project as a whole, which is one change: run it without --shard" in outcome.err
        assert shop.files() == before

    def test_a_survey_after_another_codemod_is_refused(self, shop: Project) -> None:
        outcome = shop.tool("codemod", "run", "typing-to-abc", SURVEYS, "--shard", "1/2")
        assert outcome.code == 2
        assert (
            f"{SURVEYS} looks at the whole project first, and would not see what typing-to-abc changes" in outcome.err
        )
        assert shop.tool("codemod", "run", SURVEYS, "typing-to-abc", "--shard", "1/2").code == 0

    def test_a_survey_sees_the_files_of_all_shards(self, project: Project) -> None:
        """`Card` is converted though whoever calls it is converted by another shard."""
        project.write({"card.py": CARD, "page.py": PAGE})
        owners = {name: number for number in (1, 2) for name in self.listed(project, f"{number}/2")}
        assert owners["card.py"] != owners["page.py"]
        before = project.files()
        for name in ("card.py", "page.py"):
            project.write(before)
            run(project, f"{owners[name]}/2", name=SURVEYS)
            assert "Template" in project.text(name)

    def listed(self, project: Project, shard: str) -> list[str]:
        return project.tool("check", "--show-files", "--shard", shard).out.split()

    def test_a_limit_is_of_a_whole_run(self, shop: Project) -> None:
        outcome = run(shop, "1/2", "--limit", "1")
        assert (outcome.code, "--limit counts the files of a whole run" in outcome.err) == (2, True)

    @pytest.mark.parametrize("words", [("run", "typing-to-abc"), ("upgrade",)])
    def test_reports_tell_of_all_files(self, shop: Project, words: tuple[str, ...]) -> None:
        outcome = shop.tool("codemod", *words, "--shard", "1/2", "--report", "json=x.json")
        assert (outcome.code, "let each shard write --plan or --delta" in outcome.err) == (2, True)

    def test_repositories_are_not_dealt_out(self, shop: Project) -> None:
        outcome = run(shop, "1/2", "--repos", "list.txt")
        assert (outcome.code, "deal the lines of its file out" in outcome.err) == (2, True)

    def test_a_project_without_files_stays_a_mistake(self, project: Project) -> None:
        assert run(project, "1/2").code == 2
        assert run(project, "1/2", "--allow-empty").code == 0

    def test_each_shard_is_a_run_of_its_own_for_resume_and_undo(self, shop: Project) -> None:
        before = shop.files()
        assert run(shop, "1/2").code == 0
        first = shop.files()
        assert run(shop, "2/2", "--resume").code == 0
        runs = sorted(shop.root.glob(".tdomcheck/journal/run-*/finished.json"))
        labels = [json.loads(path.read_text())["label"] for path in runs]
        assert labels == [f"codemod run typing-to-abc --shard {number}/2" for number in (1, 2)]
        shop.tool("fix", "--undo")
        assert shop.files() == first != before

    def test_upgrade_is_dealt_out(self, project: Project) -> None:
        project.write({f"m{number}.py": TYPING for number in range(6)})
        whole = project.tool("codemod", "upgrade", "--dry-run")
        parts = [project.tool("codemod", "upgrade", "--dry-run", "--shard", f"{number}/2") for number in (1, 2)]
        assert max(part.code for part in parts) == whole.code


class TestMerge:
    def test_the_plan_is_that_of_one_run(self, shop: Project) -> None:
        shop.tool("codemod", "run", "typing-to-abc", "--plan", "out-whole")
        names = [plan(shop, f"{number}/3") for number in (1, 2, 3)]
        outcome = shop.tool("report", "merge", *names, "--output-file", "merged")
        assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
        assert shop.read("merged") == shop.read("out-whole")
        assert shop.tool("codemod", "apply", "merged").code == 0
        assert all("collections.abc" in shop.text(f"part_{number}.py") for number in range(9))

    def test_the_plan_of_one_shard_can_be_applied(self, shop: Project) -> None:
        assert shop.tool("codemod", "apply", plan(shop, "1/3")).code == 0

    def test_plans_keep_the_schema(self, shop: Project) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        from tdomcheck.report.schema import delta_schema

        jsonschema.validate(json.loads(shop.text(plan(shop, "1/3"))), delta_schema())

    def test_streams_are_those_of_one_run(self, shop: Project) -> None:
        names = streams(shop, 3, "check", "--exit-zero")
        outcome = shop.tool("report", "merge", *names, "--output-format", "events", "--output-file", "merged")
        assert (outcome.code, outcome.err) == (0, "")
        assert shop.tool("events", "validate", "merged").code == 0
        stats = shop.tool("events", "stats", "merged", "--output-format", "json").json
        assert stats["runs"]["by_command"] == {"check": 1}
        start = json.loads(shop.text("merged").splitlines()[0])
        assert ("shard" in start, start["planned_files"], "--shard" in start["arguments"]) == (False, 10, False)
        assert json.loads(shop.text(names[1]).splitlines()[0])["shard"] == "2/3"

    def test_streams_of_codemods_are_merged(self, shop: Project) -> None:
        names = streams(shop, 2, "codemod", "run", "typing-to-abc")
        outcome = shop.tool("report", "merge", *names)
        assert outcome.code == 0
        assert [json.loads(line)["event"] for line in outcome.out.splitlines()].count("codemod_applied") == 9


class TestBadInput:
    def refused(self, project: Project, *words: str) -> str:
        outcome = project.tool("report", "merge", *words)
        assert (outcome.code, outcome.out) == (2, "")
        assert "Traceback" not in outcome.err
        return outcome.err

    def edited(self, project: Project, name: str, **values: object) -> str:
        document = json.loads(project.text(name))
        project.write({"edited": json.dumps({**document, **values})})
        return "edited"

    def test_a_plan_is_missing_or_there_twice(self, shop: Project) -> None:
        first, second = plan(shop, "1/2"), plan(shop, "2/2")
        assert "shard 2/2 is missing" in self.refused(shop, first)
        shop.write({"again": shop.read(first)})
        assert "shard 1/2 is there twice" in self.refused(shop, first, "again", second)

    def test_a_plan_of_all_files_is_no_shard(self, shop: Project) -> None:
        shop.tool("codemod", "run", "typing-to-abc", "--plan", "whole")
        assert "is the plan of a whole run" in self.refused(shop, "whole")

    def test_plans_are_of_different_versions(self, shop: Project) -> None:
        first, second = plan(shop, "1/2"), plan(shop, "2/2")
        shard = {**json.loads(shop.text(first))["shard"], "version": "9"}
        sentence = self.refused(shop, self.edited(shop, first, shard=shard), second)
        assert "run all shards with one version" in sentence

    @pytest.mark.parametrize("words", [("--mark",), ("--include-proposals",), ("part_1.py",)])
    def test_plans_were_asked_for_different_things(self, shop: Project, words: tuple[str, ...]) -> None:
        first, second = plan(shop, "1/2"), plan(shop, "2/2", *words)
        assert "were asked for different things" in self.refused(shop, first, second)

    def test_plans_are_of_different_files(self, shop: Project) -> None:
        first = plan(shop, "1/2")
        shop.write({"more.py": TYPING})
        assert "were asked for different things" in self.refused(shop, first, plan(shop, "2/2"))

    def test_plans_are_of_different_commits(self, shop: Project) -> None:
        first, second = plan(shop, "1/2"), plan(shop, "2/2")
        other = self.edited(shop, first, repository={"head": "a" * 40, "dirty": False})
        assert "plan all shards from the same files" in self.refused(shop, other, second)

    def test_a_plan_has_files_of_another_shard(self, shop: Project) -> None:
        first, second = plan(shop, "1/2"), plan(shop, "2/2")
        stolen = json.loads(shop.text(first))
        other = self.edited(shop, second, id=stolen["id"], files=stolen["files"])
        assert "is in the plans of two shards" in self.refused(shop, first, other)

    def test_a_plan_is_cut_off_or_changed(self, shop: Project) -> None:
        first, second = plan(shop, "1/2"), plan(shop, "2/2")
        shop.write({"cut": shop.read(first)[:-200]})
        assert "is no report" in self.refused(shop, "cut", second)
        assert "it was changed after it was written" in self.refused(shop, self.edited(shop, first, id="0"), second)
        assert "its shard" in self.refused(shop, self.edited(shop, first, shard={"shard": 1}), second)
        bad = {"shard": "3/2", "version": "1", "configuration": "c"}
        assert "its shard" in self.refused(shop, self.edited(shop, first, shard=bad), second)

    def test_a_plan_and_a_report_with_a_summary_are_not_one_kind(self, shop: Project) -> None:
        first = plan(shop, "1/2")
        shop.write({"second": run(shop, "2/2", "--dry-run", "--output-format", "json").raw})
        second = json.loads(shop.text("second"))
        shop.write({"second": json.dumps({**second, "shard": {**second["shard"], "shard": "2/2"}})})
        assert "merge one kind" in self.refused(shop, first, "second")
        broken = {**second, "summary": {"files": []}}
        shop.write({"second": json.dumps(broken)})
        assert "is damaged" in self.refused(shop, first, "second")

    def test_kinds_are_mixed(self, shop: Project) -> None:
        first = plan(shop, "1/2")
        assert "merge one format" in self.refused(shop, first, streams(shop, 2, "check")[1])

    def test_streams_that_are_none_of_one_run(self, shop: Project) -> None:
        first, second = streams(shop, 2, "check")
        assert "shard 2/2 is missing" in self.refused(shop, first)
        shop.write({"cut": shop.read(second)[:-30]})
        assert "is no whole stream: line" in self.refused(shop, first, "cut")
        shop.write({"unended": b"".join(shop.read(second).splitlines(keepends=True)[:-1])})
        assert "was cut off: it has no run_finished" in self.refused(shop, first, "unended")
        shop.write({"both": shop.read(first) + shop.read(second)})
        assert "holds 2 runs: let each shard write a stream of its own" in self.refused(shop, "both")
        shop.tool("check", "--events", "whole")
        assert "is the stream of a whole run" in self.refused(shop, "whole")
        shop.tool("events", "mark", "commit", "--events", "mark")
        assert "holds no run" in self.refused(shop, "mark")

    def test_a_shard_that_failed_early_has_no_account(self, shop: Project) -> None:
        shop.tool("check", "nowhere.py", "--select", "NOPE", "--shard", "1/2", "--events", "early")
        assert "before it could give an account of its shard" in self.refused(shop, "early")

    def test_streams_are_of_different_commands_and_commits(self, shop: Project) -> None:
        check, codemod = streams(shop, 2, "check"), "codemod"
        shop.tool("codemod", "run", "typing-to-abc", "--dry-run", "--shard", "2/2", "--events", codemod)
        assert "were asked for different things" in self.refused(shop, check[0], codemod)
        other = [json.dumps({**json.loads(line), "commit": "f" * 40}) for line in shop.text(check[1]).splitlines()]
        shop.write({"other": "".join(f"{line}\n" for line in other)})
        assert "is of commit None, and other of fff" in self.refused(shop, check[0], "other")

    def test_streams_saw_different_files(self, project: Project) -> None:
        card = (
            "from string.templatelib import Template\n\n\n"
            'def Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
        )
        uses = 'from tdom import html\nfrom card import Card\n\npage = html(t\'<{Card} colour="red" title="a" />\')\n'
        project.write({"card.py": card, **{f"uses_{number}.py": uses for number in range(8)}})
        first, second = streams(project, 2, "check", "--exit-zero")
        changed = [json.loads(line) for line in project.text(second).splitlines()]
        for event in changed:
            if event["event"] == "domain_validation":
                event["content_sha256"] = "0" * 64
        project.write({second: "".join(f"{json.dumps(event)}\n" for event in changed)})
        assert "with different contents: run all of them on the same files" in self.refused(project, first, second)

    def test_an_account_in_a_stream_is_damaged(self, shop: Project) -> None:
        first, second = streams(shop, 2, "check")
        *lines, last = [json.loads(line) for line in shop.text(first).splitlines()]
        for key in last["shard"]:
            damaged = {**last, "shard": {**last["shard"], key: {"odd": []}}}
            shop.write({"damaged": "".join(f"{json.dumps(event)}\n" for event in (*lines, damaged))})
            assert "damaged" in self.refused(shop, "damaged", second)


@pytest.mark.slow
def test_plans_of_a_repository_carry_its_commit(shop: Project, tmp_path: Path) -> None:
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "one")
    shop.tool("codemod", "run", "typing-to-abc", "--plan", "../whole")
    for number in (1, 2):
        run(shop, f"{number}/2", "--plan", f"../{number}")
    outcome = shop.tool("report", "merge", "../1", "../2")
    assert outcome.raw == (tmp_path / "whole").read_bytes() or outcome.raw == (shop.root.parent / "whole").read_bytes()
    assert outcome.json["repository"]["head"]
