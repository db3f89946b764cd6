"""What runs tell: check, fix, codemods, refactorings and patches, with `--events`, the environment or configured."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import typing as t
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, UNNESTED, Outcome, Project, env, git

from tdomcheck.edges import event_stream, snapshot
from tdomcheck.report.events.reading import StreamReading, read_stream

LOCK = """version = 1
requires-python = ">=3.14"

[[package]]
name = "tdom"
version = "0.1.19"
source = { registry = "https://pypi.org/simple" }
"""
Event = dict[str, t.Any]

CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'
PAGE = "from tdom import html\n\nfrom card import Card\n\nhtml(t\"<{Card} title='x' />\")\n"


def events(project: Project, name: str = "e.jsonl") -> list[Event]:
    return [json.loads(line) for line in project.text(name).splitlines()]


def named(found: list[Event], name: str) -> list[Event]:
    return [event for event in found if event["event"] == name]


def judged(data: bytes) -> StreamReading:
    """A stream that is whole."""
    reading = read_stream(data.splitlines(keepends=True))
    assert not reading.problems
    return reading


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture(autouse=True)
def _nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TDOMCHECK_EVENTS", "TDOMCHECK_TASK", "TDOMCHECK_SESSION", "TDOMCHECK_SPEC"):
        monkeypatch.delenv(name, raising=False)


class TestCheck:
    def test_the_report_is_the_same_with_and_without(self, project: Project) -> None:
        project.write({"page.py": NESTED, "clean.py": CLEAN})
        plain = project.check()
        told = project.check("--events", "e.jsonl")

        assert (told.code, told.out, told.err) == (plain.code, plain.out, plain.err)

    def test_it_begins_ends_and_tells_what_it_found(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.check("--events", "e.jsonl")
        judged(project.read("e.jsonl"))
        found = events(project)

        assert [found[0]["event"], found[-1]["event"]] == ["run_started", "run_finished"]
        assert [event["seq"] for event in found] == list(range(len(found)))
        assert found[0]["command"] == "check"
        assert found[0]["arguments"] == ["--no-cache", "--events", "e.jsonl"]
        assert found[0]["planned_files"] == 2
        assert set(found[0]["versions"]) == {"tdomcheck", "python", "tdom", "svcs", "svcs-di"}
        [finding] = named(found, "finding")
        report = project.check("--output-format", "json").json["findings"][0]
        for field in ("path", "line", "column", "code", "rule", "severity", "fingerprint", "message"):
            assert finding[field] == report[field]
        end = found[-1]
        assert (end["exit_code"], end["counts"]["warnings"], end["counts"]["files"]) == (1, 1, 2)
        assert end["ledger"]["files"]["checked"] == ["page.py", "pyproject.toml"]
        assert "TDC121" in end["ledger"]["rules"]["ran"]

    def test_groups_of_rules_validate_files_in_which_they_found_a_candidate(self, project: Project) -> None:
        project.write({"page.py": NESTED, "plain.py": "x = 1\n"})
        project.check("--events", "e.jsonl")
        said = named(events(project), "domain_validation")

        assert {event["path"] for event in said} == {"page.py"}
        by_group = {event["validator"]: event for event in said}
        assert not by_group["values"]["passed"]
        assert by_group["values"]["errors"][0].startswith("TDC121: ")
        assert by_group["values"]["content_sha256"] == sha(NESTED)
        assert by_group["templates"]["passed"]
        assert "middleware" not in by_group

    def test_what_a_comment_accepts_is_no_error(self, project: Project) -> None:
        line = NESTED.splitlines()[-1]
        project.write({"page.py": NESTED.replace(line, f"{line}  # tdomcheck: ignore[TDC121] on purpose")})
        project.check("--events", "e.jsonl")
        found = events(project)

        assert not named(found, "finding")
        assert {event["passed"] for event in named(found, "domain_validation")} == {True}

    def test_an_unchanged_run_validates_nothing_again(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.write({"pyproject.toml": '[tool.tdomcheck]\nevents = { path = "log/e.jsonl" }\n'})
        for _ in range(2):
            project.tool("check")
        judged(project.read("log/e.jsonl"))
        found = events(project, "log/e.jsonl")
        runs = list(dict.fromkeys(event["run"] for event in found))
        told = [[event for event in found if event["run"] == run] for run in runs]

        assert len(runs) == 2
        assert named(told[0], "domain_validation")
        assert [event["event"] for event in told[1]] == ["run_started", "finding", "run_finished"]
        assert told[1][-1]["ledger"]["files"]["cached"] == ["page.py", "pyproject.toml"]

    def test_an_answer_is_neither_kept_nor_replayed(self) -> None:
        for name in ("TDOMCHECK_EVENTS", "TDOMCHECK_TASK"):
            assert snapshot.key_of(["check"], {name: "x"}) is None
        assert snapshot.key_of(["check", "--events=x"], {}) is None
        assert snapshot.key_of(["check", "--task", "x"], {}) is None
        assert snapshot.key_of(["check"], {}) is not None

    def test_two_runs_go_into_one_file(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        for _ in range(2):
            project.check("--events", "e.jsonl")

        assert len({event["run"] for event in events(project)}) == 2
        judged(project.read("e.jsonl"))

    def test_the_environment_names_a_stream_and_the_command_line_another(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write({"page.py": CLEAN})
        monkeypatch.setenv("TDOMCHECK_EVENTS", "env.jsonl")
        project.check()
        project.check("--events", "typed.jsonl")

        assert len({event["run"] for event in events(project, "env.jsonl")}) == 1
        assert len({event["run"] for event in events(project, "typed.jsonl")}) == 1

    def test_a_hook_tells_as_well(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"page.py": NESTED})
        monkeypatch.setenv("TDOMCHECK_EVENTS", "e.jsonl")
        project.tool("check", "--force-exclude", "--", "page.py")

        assert events(project)[0]["arguments"] == ["--force-exclude", "--", "page.py"]

    def test_a_dash_prints_them_in_place_of_the_report(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        outcome = project.check("--events", "-", "--report", "json=report.json")
        judged(outcome.raw)

        assert outcome.code == 1
        assert json.loads(project.text("report.json"))["findings"]

    def test_paths_begin_at_the_root_of_the_repository(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        git(project, "init", "-q")
        project.write({"src/page.py": NESTED})
        monkeypatch.chdir(project.root / "src")
        project.check("--events", "../e.jsonl", "page.py")

        assert named(events(project), "finding")[0]["path"] == "src/page.py"
        assert named(events(project), "domain_validation")[0]["path"] == "src/page.py"

    def test_the_surroundings_of_a_run(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        git(project, "init", "-q", "-b", "feature/x")
        git(project, "commit", "-q", "--allow-empty", "-m", "first")
        monkeypatch.setenv("TDOMCHECK_SESSION", "one\ntwo\x1b[31m")
        monkeypatch.setenv("TDOMCHECK_SPEC", "docs/spec.md")
        project.check("--events", "e.jsonl", "--allow-empty")
        start = events(project)[0]

        assert start["branch"] == "feature/x"
        assert start["commit"] == git(project, "rev-parse", "HEAD").strip()
        assert start["session"] == "one\ntwo\x1b[31m"
        assert start["spec_ref"] == "docs/spec.md"

    def test_where_git_does_not_answer_neither_is_known(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git(project, "init", "-q")
        monkeypatch.setenv("PATH", "")
        project.check("--events", "e.jsonl", "--allow-empty")

        assert (events(project)[0]["branch"], events(project)[0]["commit"]) == (None, None)

    def test_before_the_first_commit_there_is_a_branch_only(self, project: Project) -> None:
        git(project, "init", "-q", "-b", "main")
        project.check("--events", "e.jsonl", "--allow-empty")

        assert (events(project)[0]["branch"], events(project)[0]["commit"]) == ("main", None)

    def test_a_runner_knows_the_branch_that_git_does_not(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git(project, "init", "-q", "-b", "main")
        git(project, "commit", "-q", "--allow-empty", "-m", "first")
        git(project, "checkout", "-q", "--detach")
        monkeypatch.setenv("GITHUB_HEAD_REF", "feature")
        project.check("--events", "e.jsonl", "--allow-empty")

        assert events(project)[0]["branch"] == "feature"

    def test_secrets_that_were_typed_are_masked(self, project: Project) -> None:
        project.check("--events", "e.jsonl", "--config", "codemods.own.api-token = 'hush'", "--allow-empty")

        assert "hush" not in project.text("e.jsonl")
        assert "codemods.own.api-token =***" in events(project)[0]["arguments"]

    def test_hostile_names_stay_in_their_line(self, project: Project) -> None:
        name = "::error::</script>\x1b[31m\n##[group]\udcff.py"
        with open(os.fsencode(project.root) + b"/" + os.fsencode(name.replace("/", "_")), "wb") as file:
            file.write(MISMATCHED.encode())
        outcome = project.check("--events", "-")
        judged(outcome.raw)

        assert outcome.raw.isascii()
        assert b"\x1b" not in outcome.raw
        assert b"##[" not in outcome.raw


class TestRunsThatEndIn2:
    def first_and_last(self, project: Project) -> tuple[str, str, int]:
        found = events(project)
        judged(project.read("e.jsonl"))
        return found[0]["event"], found[-1]["event"], found[-1]["exit_code"]

    def test_for_their_paths(self, project: Project) -> None:
        assert project.check("--events", "e.jsonl", "nowhere.py").code == 2
        assert self.first_and_last(project) == ("run_started", "run_finished", 2)

    @pytest.mark.parametrize(
        "arguments",
        [["--config", "nowhere.toml"], ["--config", "select = 3"], ["--config", "unknown = 3"], ["--select", "TDC999"]],
    )
    @pytest.mark.parametrize("verb", ["check", "fix"])
    def test_for_their_configuration(self, project: Project, verb: str, arguments: list[str]) -> None:
        outcome = project.tool(verb, "--events", "e.jsonl", *arguments)

        assert outcome.code == 2
        assert outcome.err.startswith("error: ")
        assert self.first_and_last(project) == ("run_started", "run_finished", 2)

    @pytest.mark.parametrize(
        "words",
        [
            ("codemod", "run", "nope"),
            ("codemod", "run", "add-import", "--set", "add-import.token=z"),
            ("codemod", "run", "typing-to-abc", "--config", "nope = 1"),
        ],
        ids=["name", "option", "configuration"],
    )
    def test_for_what_no_codemod_is(self, project: Project, words: tuple[str, ...]) -> None:
        outcome = project.tool(*words, "--events", "e.jsonl")
        assert outcome.code == 2
        assert [event["event"] for event in events(project)] == ["run_started", "run_finished"]
        assert events(project)[-1]["exit_code"] == 2

    def test_for_a_broken_file(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck\n"})

        assert project.check("--events", "e.jsonl").code == 2
        assert self.first_and_last(project) == ("run_started", "run_finished", 2)

    def test_an_interrupted_one_has_its_last_too(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("tdomcheck.app.run.conclude", interrupted)

        assert project.check("--events", "e.jsonl").code == 130
        assert self.first_and_last(project) == ("run_started", "run_finished", 130)

    def test_a_fault_of_ours_has_its_last_too(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tdomcheck.app.run.conclude", lambda *_: 1 // 0)

        assert project.check("--events", "e.jsonl").code == 2
        assert self.first_and_last(project) == ("run_started", "run_finished", 2)


class TestWhereItCannotBeWritten:
    def test_a_stream_that_cannot_be_opened_stops_the_run_before_it_changes_anything(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        outcome = project.fix("--events", "pyproject.toml")

        assert outcome.code == 2
        assert outcome.err == (
            "error: pyproject.toml: events cannot be written there: "
            "it holds something else than events; nothing was written to it\n"
        )
        assert project.text("page.py") == NESTED

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
    def test_on_a_full_disk_what_the_run_did_stands(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        outcome = project.fix("--events", "/dev/full")

        assert outcome.code == 2
        assert "Fixed 1 finding" in outcome.out
        assert "No space left on device; what the run did stands, and its events are not all there" in outcome.err
        assert project.text("page.py") == UNNESTED

    def test_a_pipe_that_nobody_reads_is_refused(self, project: Project) -> None:
        os.mkfifo(project.root / "pipe")
        outcome = project.check("--events", "pipe", "--allow-empty")

        assert outcome.code == 2
        assert "it is a pipe that nobody reads" in outcome.err

    def test_a_pipe_that_its_reader_closes_is_told(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"page.py": NESTED})
        os.mkfifo(project.root / "pipe")
        reader = os.open(project.root / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        write = event_stream.FileStream.write

        def closing(stream: event_stream.FileStream, line: str) -> None:
            write(stream, line)
            if '"run_started"' in line:
                os.close(reader)

        monkeypatch.setattr(event_stream.FileStream, "write", closing)
        outcome = project.check("--events", "pipe")

        assert outcome.code == 2
        assert "Found 1 warning." in outcome.out
        assert "its reader has closed it" in outcome.err

    def test_a_configured_stream_stays_in_the_project(self, project: Project, tmp_path: Path) -> None:
        project.write({"page.py": CLEAN})
        (project.root / "out").symlink_to(tmp_path)
        for place in ("../e.jsonl", f"{tmp_path}/e.jsonl", "out/e.jsonl", ".git/e.jsonl"):
            project.write({"pyproject.toml": f'[tool.tdomcheck]\nevents.path = "{place}"\n'})
            outcome = project.check()

            assert outcome.code == 2, place
            assert "leads out of the project: only --events may do that" in outcome.err
        assert not (tmp_path / "e.jsonl").exists()

    def test_a_configured_stream_does_not_follow_a_link(self, project: Project, tmp_path: Path) -> None:
        (tmp_path / "victim").write_text("{}\n")
        (project.root / "e.jsonl").symlink_to(tmp_path / "victim")
        project.write({"page.py": CLEAN, "pyproject.toml": '[tool.tdomcheck]\nevents.path = "e.jsonl"\n'})
        for words in (("check",), ("events", "mark", "commit")):
            outcome = project.tool(*words)

            assert outcome.code == 2
            assert "events cannot be written there: it is a link, which the stream of a" in outcome.err
        assert (tmp_path / "victim").read_text() == "{}\n"
        assert project.check("--events", "e.jsonl").code == 0, "what was named may be one"
        assert (tmp_path / "victim").read_text() != "{}\n"


class TestLedgerOfRuns:
    def test_a_check_that_nobody_asks_about_writes_none(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.check()

        assert not (project.root / ".tdomcheck" / "ledger.db").exists()

    def test_verbs_that_write_always_do(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.fix()
        [(kind, command, paths, insertions)] = rows(
            project, "SELECT kind, command, changed_paths, insertions FROM runs JOIN operations USING (run)"
        )

        assert (kind, command, json.loads(paths), insertions) == ("mutation", "fix", ["page.py"], 1)

    @pytest.mark.parametrize("arguments", [["--diff"], ["-"]])
    def test_what_only_shows_does_not(self, project: Project, arguments: list[str]) -> None:
        project.write({"page.py": NESTED})
        project.fix(*arguments, stdin=NESTED.encode())

        assert not (project.root / ".tdomcheck" / "ledger.db").exists()

    @pytest.mark.parametrize("content", [b"something else", b""])
    def test_a_strange_one_is_told_where_something_was_written(self, project: Project, content: bytes) -> None:
        project.write({"page.py": NESTED, ".tdomcheck/ledger.db": content})
        (project.root / "link").symlink_to("page.py")
        outcome = project.fix("page.py")

        assert outcome.code == 0
        assert project.text("page.py") == UNNESTED
        assert ("the ledger cannot be used: it is damaged" in outcome.err) == bool(content)

    def test_a_strange_one_is_not_told_where_nothing_was_asked_or_written(self, project: Project) -> None:
        project.write({"page.py": CLEAN, ".tdomcheck/ledger.db": "something else"})

        assert project.fix("page.py").err == ""
        assert "damaged" in project.check("--events", "e.jsonl").err

    def test_retention_is_configured(self, project: Project) -> None:
        project.write({"pyproject.toml": "[tool.tdomcheck]\nevents.retention-runs = 2\n"})
        for _ in range(4):
            project.write({"page.py": NESTED})
            project.fix()

        assert len(rows(project, "SELECT run FROM runs")) == 2


def rows(project: Project, statement: str) -> list[tuple[t.Any, ...]]:
    database = sqlite3.connect(project.root / ".tdomcheck" / "ledger.db")
    found = database.execute(statement).fetchall()
    database.close()
    return found


class TestRetries:
    CAPTURE: t.ClassVar = {"pyproject.toml": "[tool.tdomcheck]\nevents.capture = true\n"}

    def retries(self, project: Project) -> list[Event]:
        return named(events(project), "retry")

    def turns(self, project: Project, *contents: str) -> list[Event]:
        for content in contents:
            project.write({"page.py": content})
            project.check("--events", "e.jsonl")
        return self.retries(project)

    def test_what_another_file_broke(self, project: Project) -> None:
        """The page fails because of a card, and is corrected."""
        project.write({"card.py": CARD, "page.py": PAGE})
        project.tool("check", "--events", "e.jsonl")
        project.write({"card.py": CARD.replace("title", "label")})
        project.tool("check", "--events", "e.jsonl")
        last = [event for event in events(project) if event["run"] == events(project)[-1]["run"]]
        assert {event["path"] for event in named(last, "domain_validation")} == {"card.py"}
        project.write({"page.py": PAGE.replace("title", "label")})
        project.tool("check", "--events", "e.jsonl")

        assert [(event["path"], event["validator"]) for event in self.retries(project)] == [("page.py", "components")]

    def test_what_another_file_broke_and_mended(self, project: Project) -> None:
        """The page itself was never corrected."""
        for source in (CARD, CARD.replace("title", "label"), CARD):
            project.write({"card.py": source, "page.py": PAGE})
            project.tool("check", "--events", "e.jsonl")
        project.write({"page.py": f"{PAGE}# changed\n"})
        project.tool("check", "--events", "e.jsonl")

        assert self.retries(project) == []

    def test_a_pass_after_a_failure_is_one(self, project: Project) -> None:
        [retry] = self.turns(project, NESTED, UNNESTED, UNNESTED)

        assert (retry["path"], retry["validator"]) == ("page.py", "values")
        assert retry["errors"][0].startswith("TDC121")
        assert (retry["original_code"], retry["corrected_code"]) == (None, None)

    def test_a_first_pass_a_second_failure_and_the_same_content_are_none(self, project: Project) -> None:
        assert not self.turns(project, UNNESTED, NESTED, f"{NESTED}\n")

    def test_what_no_rule_could_read_corrects_nothing(self, project: Project) -> None:
        broken = UNNESTED.rstrip().removesuffix(")") + "\n"
        assert not self.turns(project, NESTED, broken)
        told = [each for each in named(events(project), "domain_validation") if not each["passed"]]
        assert [each["validator"] for each in told if each["path"] == "page.py"][-1:] == ["meta"]

        assert sorted(each["validator"] for each in self.turns(project, UNNESTED)) == ["values"]

    def test_the_same_content_under_other_rules_is_none(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.check("--events", "e.jsonl")
        project.check("--events", "e.jsonl", "--ignore", "TDC121")

        assert not self.retries(project)

    def test_sessions_do_not_correct_each_other(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TDOMCHECK_SESSION", "one")
        self.turns(project, NESTED)
        monkeypatch.setenv("TDOMCHECK_SESSION", "two")
        assert not self.turns(project, UNNESTED)
        monkeypatch.setenv("TDOMCHECK_SESSION", "one")

        assert len(self.turns(project, UNNESTED)) == 1

    def test_the_last_failure_counts(self, project: Project) -> None:
        project.write(self.CAPTURE)
        later = NESTED.replace("page", "other")
        [retry] = self.turns(project, NESTED, later, UNNESTED)

        assert (retry["original_code"], retry["corrected_code"]) == (later, UNNESTED)

    def test_code_with_a_secret_is_never_kept(self, project: Project) -> None:
        project.write(self.CAPTURE)
        start = "API_TOKEN = 'hunter22'\n"
        [retry] = self.turns(project, start + NESTED, start + UNNESTED)

        assert (retry["original_code"], retry["corrected_code"]) == (None, None)
        assert "hunter22" not in project.text("e.jsonl")
        assert not rows(project, "SELECT code FROM failing WHERE code IS NOT NULL")

    def test_the_code_of_files_outside_of_the_project_is_never_kept(self, project: Project, tmp_path: Path) -> None:
        project.write(self.CAPTURE)
        outside = tmp_path / "outside"
        outside.mkdir()
        for content in (NESTED, UNNESTED):
            (outside / "page.py").write_text(content)
            project.check("--events", "e.jsonl", str(outside / "page.py"))

        assert [retry["original_code"] for retry in self.retries(project)] == [None]

    def test_a_pass_that_nobody_hears_of_is_told_later(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.check("--events", "e.jsonl")
        project.fix()
        project.check("--events", "e.jsonl")

        assert len(self.retries(project)) == 1

    def test_code_that_is_no_text_or_too_long_is_not_kept(self, project: Project) -> None:
        project.write(self.CAPTURE)
        latin = f"# coding: latin-1\n# \xe9\n{NESTED}".encode("latin-1")
        project.write({"latin.py": latin, "long.py": NESTED + "# x\n" * 100_000})
        project.check("--events", "e.jsonl")
        project.fix("--events", "e.jsonl")

        assert sorted(retry["path"] for retry in self.retries(project)) == ["latin.py", "long.py"]
        assert {retry["corrected_code"] for retry in self.retries(project)} == {None}

    def test_fix_corrects_what_a_check_saw(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.check("--events", "e.jsonl")
        project.fix("--events", "e.jsonl")

        assert len(self.retries(project)) == 1


class TestFix:
    def test_what_was_fixed_is_told_with_its_edits(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        outcome = project.fix("--events", "e.jsonl")
        [applied] = named(events(project), "fix_applied")

        assert outcome.code == 0
        assert (applied["path"], applied["code"], applied["safety"]) == ("page.py", "TDC121", "safe")
        assert (applied["old_sha256"], applied["new_sha256"]) == (sha(NESTED), sha(UNNESTED))
        data = NESTED.encode()
        for edit in reversed(applied["edits"]):
            data = data[: edit["start_byte"]] + edit["text"].encode() + data[edit["end_byte"] :]
        assert data.decode() == UNNESTED
        assert events(project)[-1]["counts"]["fixed"] == 1

    def test_a_dry_run_applies_nothing_and_validates_nothing(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        outcome = project.fix("--diff", "--events", "e.jsonl")
        found = events(project)

        assert outcome.code == 1
        assert {event["event"] for event in found} == {"run_started", "run_finished"}

    def test_what_is_taken_back_is_in_the_ledger(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.fix()
        outcome = project.tool("fix", "--undo", "--events", "e.jsonl")
        statement = (
            "SELECT command, changed_paths, insertions, deletions, repo_before, repo_after "
            "FROM runs JOIN operations USING (run) ORDER BY started"
        )
        fixed, undone = rows(project, statement)

        assert (outcome.code, outcome.out, outcome.err) == (0, "restored page.py\n", "")
        assert fixed[:4] == ("fix", '["page.py"]', 1, 1)
        assert undone[:4] == ("fix --undo", '["page.py"]', 1, 1)
        assert undone[4:] == fixed[:3:-1], "the state is as it was before the fix"
        assert events(project)[-1]["counts"] == {"changed": 1}

    def test_a_file_that_was_made_is_gone_when_it_is_taken_back(self, project: Project) -> None:
        project.write({"p.md": "```python\n# FILE: made.py\nx = 1\n```\n"})
        project.tool("patch", "p.md")
        project.tool("fix", "--undo")

        assert not (project.root / "made.py").exists()
        statement = "SELECT changed_paths, insertions, deletions FROM operations ORDER BY finished"
        assert rows(project, statement)[-1] == ('["made.py"]', 0, 1)

    def test_a_fix_that_lost_is_told_with_the_winner(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        from tdomcheck.app import fix as fix_module
        from tdomcheck.model import LostFix

        before = fix_module._summary

        def lossy(*arguments: t.Any) -> t.Any:
            from tdomcheck.values import replace

            return replace(before(*arguments), lost=(LostFix("page.py", "TDC122", "it overlaps", "TDC121"),))

        monkeypatch.setattr(fix_module, "_summary", lossy)
        project.write({"page.py": NESTED})
        project.fix("--events", "e.jsonl")
        [rejected] = named(events(project), "fix_rejected")

        assert (rejected["path"], rejected["code"]) == ("page.py", "TDC122")
        assert (rejected["reason"], rejected["winner"]) == ("it overlaps", "TDC121")

    def test_fixed_code_on_standard_output_leaves_no_room_for_events(self, project: Project) -> None:
        outcome = project.fix("-", "--events", "-", stdin=NESTED.encode())

        assert outcome.code == 2
        assert "name a file" in outcome.err

    def test_fixed_code_goes_there_beside_a_stream(self, project: Project) -> None:
        outcome = project.fix("-", "--events", "e.jsonl", stdin=NESTED.encode())

        assert outcome.out == UNNESTED
        judged(project.read("e.jsonl"))


TYPED = "from typing import List\n\n\ndef f(a: List[int]) -> None: ...\n"


class TestVerbsThatChangeAProject:
    def applied(self, outcome: Outcome, project: Project) -> list[Event]:
        assert outcome.code == 0, outcome.err
        judged(project.read("e.jsonl"))
        return named(events(project), "codemod_applied")

    def test_a_codemod(self, project: Project) -> None:
        project.write({"m.py": TYPED, "n.py": "x = 1\n"})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--allow-dirty", "--events", "e.jsonl")
        [applied] = self.applied(outcome, project)
        delta = applied["delta"]

        assert (applied["codemod"], applied["options"]) == ("typing-to-abc", {})
        assert (delta["path"], delta["new_path"], delta["symbols"]) == ("m.py", None, ["m.f"])
        assert (delta["old_sha256"], delta["new_sha256"]) == (sha(TYPED), sha(project.text("m.py")))
        assert delta["edits"]
        found = events(project)
        assert (found[0]["command"], found[0]["planned_files"]) == ("codemod run", 3)
        assert found[0]["arguments"] == ["typing-to-abc", "--allow-dirty", "--events", "e.jsonl"]
        assert found[-1]["ledger"]["files"]["changed"] == ["m.py"]

    def test_a_dry_one_applies_nothing(self, project: Project) -> None:
        project.write({"m.py": TYPED})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--dry-run", "--events", "e.jsonl")

        assert outcome.code == 1
        assert {event["event"] for event in events(project)} == {"run_started", "run_finished"}

    def test_a_plan(self, project: Project) -> None:
        project.write({"m.py": TYPED})
        project.tool("codemod", "run", "typing-to-abc", "--plan", "plan.json")
        outcome = project.tool("codemod", "apply", "plan.json", "--allow-dirty", "--events", "e.jsonl")
        [applied] = self.applied(outcome, project)

        assert (applied["codemod"], applied["options"]) == ("codemod apply", {"plan": "plan.json"})

    def test_a_plan_that_is_not_there_ends_in_2_with_both_events(self, project: Project) -> None:
        outcome = project.tool("codemod", "apply", "plan.json", "--events", "e.jsonl")

        assert outcome.code == 2
        assert [event["event"] for event in events(project)] == ["run_started", "run_finished"]

    @pytest.mark.parametrize(
        ("arguments", "options", "paths"),
        [
            (["rename", "m.f", "g"], {"from": "m.f", "to": "g"}, ["m.py"]),
            (["delete", "m.f"], {"target": "m.f"}, ["m.py"]),
            (["move", "m.f", "n"], {"from": "m.f", "to": "n"}, ["m.py", "n.py"]),
        ],
    )
    def test_refactorings(
        self, project: Project, arguments: list[str], options: dict[str, str], paths: list[str]
    ) -> None:
        project.write({"m.py": "def f() -> None: ...\n\n\ndef g_other() -> None: ...\n", "n.py": "x = 1\n"})
        outcome = project.tool(*arguments, "--allow-dirty", "--events", "e.jsonl")
        applied = self.applied(outcome, project)

        assert {event["codemod"] for event in applied} == {arguments[0]}
        assert applied[0]["options"] == options
        assert sorted(event["delta"]["path"] for event in applied) == paths

    def test_a_patch(self, project: Project) -> None:
        project.write({"m.py": "def f() -> int:\n    return 1\n", "p.md": PATCH})
        outcome = project.tool("patch", "p.md", "--events", "e.jsonl")
        [applied] = self.applied(outcome, project)

        assert (applied["codemod"], applied["options"]) == ("patch", {"document": "p.md"})
        assert applied["delta"]["path"] == "m.py"
        assert rows(project, "SELECT command, files FROM runs JOIN operations USING (run)") == [("patch", 1)]

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [(["patch", "gone.md"], "the document cannot be read"), (["codemod", "apply", "gone.json"], "the plan could")],
    )
    def test_a_document_that_is_not_there_is_told_and_uses_up_no_budget(
        self, project: Project, arguments: list[str], reason: str
    ) -> None:
        project.tool("task", "open", "t", "--max-mutations", "1")
        outcome = project.tool(*arguments, "--events", "e.jsonl", "--task", "t")
        told = events(project)

        assert (outcome.code, reason in outcome.err, outcome.out) == (2, True, "")
        assert [event["event"] for event in told] == ["run_started", "run_finished"]
        assert told[-1]["exit_code"] == 2
        assert rows(project, "SELECT kind FROM runs") == [("look",)]

    def test_a_document_that_is_not_there_and_nobody_who_listens(self, project: Project) -> None:
        outcome = project.tool("patch", "gone.md")

        assert (outcome.code, "gone.md: the document cannot be read" in outcome.err) == (2, True)
        assert not (project.root / ".tdomcheck").exists()

    def test_comments_that_accept_what_is_there(self, project: Project) -> None:
        project.write({"page.py": NESTED, "clean.py": CLEAN})
        outcome = project.check("--add-ignore=it is old", "--events", "e.jsonl")
        [applied] = self.applied(outcome, project)

        assert (applied["codemod"], applied["options"]) == ("check --add-ignore", {"reason": "it is old"})
        delta = applied["delta"]
        assert (delta["path"], delta["old_sha256"]) == ("page.py", sha(NESTED))
        assert delta["new_sha256"] == sha(project.text("page.py"))
        assert [edit["text"] for edit in delta["edits"]] == ["    # tdomcheck: ignore[TDC121] it is old\n"]
        started, *_, finished = events(project)
        assert (started["command"], started["planned_files"]) == ("check --add-ignore", 3)
        assert (finished["counts"]["accepted"], finished["counts"]["changed"]) == (1, 1)
        assert rows(project, "SELECT kind, command, files, insertions FROM runs JOIN operations USING (run)") == [
            ("mutation", "check --add-ignore", 1, 1)
        ]

    def test_comments_are_in_the_ledger_also_where_nobody_listens(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.check("--add-ignore")

        assert rows(project, "SELECT command, changed_paths FROM runs JOIN operations USING (run)") == [
            ("check --add-ignore", '["page.py"]')
        ]

    def test_comments_that_are_only_shown_change_nothing(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        plain = project.check("--add-ignore", "--diff")
        assert not (project.root / ".tdomcheck" / "ledger.db").exists()
        told = project.check("--add-ignore", "--diff", "--events", "e.jsonl")

        assert (told.code, told.out) == (plain.code, plain.out)
        assert {event["event"] for event in events(project)} == {"run_started", "run_finished"}
        assert rows(project, "SELECT kind FROM runs") == [("look",)]

    def test_comments_that_cannot_be_written_are_told_as_a_failure(self, project: Project) -> None:
        project.write({"page.py": NESTED, "uv.lock": LOCK})
        outcome = project.check("--add-ignore", "--events", "e.jsonl")
        finished = events(project)[-1]

        assert (outcome.code, finished["exit_code"]) == (2, 2)
        assert {name: finished["counts"][name] for name in ("accepted", "failures", "changed")} == {
            "accepted": 1,
            "failures": 1,
            "changed": 1,
        }
        assert rows(project, "SELECT count(failure_fingerprint) FROM operations") == [(1,)]

    def test_a_task_without_a_budget_left_accepts_nothing(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.tool("task", "open", "t", "--max-mutations", "0")
        outcome = project.check("--add-ignore", "--task", "t")

        assert (outcome.code, "TASK_BUDGET_EXCEEDED" in outcome.err) == (2, True)
        assert project.text("page.py") == NESTED

    @pytest.mark.parametrize("verb", ["create", "update", "prune"])
    def test_a_task_without_a_budget_left_has_no_baseline_written(
        self, project: Project, monkeypatch: pytest.MonkeyPatch, verb: str
    ) -> None:
        self.accept(project, verb)
        before = project.files()
        project.tool("task", "open", "t", "--max-mutations", "0")
        monkeypatch.setenv("TDOMCHECK_TASK", "t")
        outcome = project.tool("baseline", verb)

        assert (outcome.code, "TASK_BUDGET_EXCEEDED" in outcome.err, outcome.out) == (2, True, "")
        assert project.files() == before
        assert project.tool("baseline", "show").code == (2 if verb == "create" else 0)

    @pytest.mark.parametrize(("verb", "stats"), [("create", (2, 0)), ("update", (1, 1)), ("prune", (0, 1))])
    def test_baselines_are_in_the_ledger_and_in_the_stream(
        self, project: Project, verb: str, stats: tuple[int, int]
    ) -> None:
        self.accept(project, verb)
        outcome = project.tool("baseline", verb, "--events", "e.jsonl", "--task", "t")
        assert (outcome.code, "TASK_NOT_OPEN" in outcome.err) == (2, True)
        project.tool("task", "open", "t")
        outcome = project.tool("baseline", verb, "--events", "e.jsonl", "--task", "t")
        started, finished = events(project)[-2:]

        assert (outcome.code, outcome.err) == (0, "")
        assert (started["command"], finished["counts"]["changed"]) == (f"baseline {verb}", 1)
        found = rows(project, "SELECT kind, files, insertions, deletions FROM runs JOIN operations USING (run)")
        assert found[-1] == ("mutation", 1, *stats)

    def test_a_baseline_that_is_not_written_changes_nothing(self, project: Project) -> None:
        self.accept(project, "create")
        project.write({"bad.py": b"# coding: nothing\n", "large.py": "x = 1\n" * 1000})
        project.write({"pyproject.toml": "[tool.tdomcheck]\nbaseline = 'b.txt'\nmax-file-bytes = 1000\n"})
        outcome = project.tool("baseline", "create")

        assert (outcome.code, "nothing was written" in outcome.err) == (2, True)
        found = rows(project, "SELECT files, failure_fingerprint IS NULL FROM operations")
        assert found[-1] == (0, 0)

    def accept(self, project: Project, verb: str) -> None:
        """A project in which a verb of `baseline` has something to write."""
        project.write({"pyproject.toml": "[tool.tdomcheck]\nbaseline = 'b.txt'\n", "page.py": NESTED})
        if verb != "create":
            project.tool("baseline", "create")
            project.write({"page.py": CLEAN if verb == "prune" else MISMATCHED})
            (project.root / ".tdomcheck" / "ledger.db").unlink()

    def test_what_is_made_moved_and_deleted_is_in_the_ledger(self, project: Project) -> None:
        project.write({"m.py": "def f() -> None: ...\n", "n.py": "import m\n\nm.f()\n"})
        project.write({"p.md": "```python\n# FILE: made.py\nx = 1\n```\n"})
        project.tool("patch", "p.md", "--events", "e.jsonl")
        moved = project.tool("rename", "m", "k", "--allow-dirty", "--events", "e.jsonl")
        deleted = project.tool("delete", "made", "--allow-dirty", "--events", "e.jsonl")
        self.applied(moved, project)
        found = self.applied(deleted, project)

        deltas = {event["delta"]["path"]: event["delta"] for event in found}
        assert (deltas["m.py"]["new_path"], deltas["made.py"]["new_sha256"]) == ("k.py", None)
        changed = rows(project, "SELECT command, changed_paths FROM runs JOIN operations USING (run) ORDER BY started")
        assert [(command, json.loads(paths)) for command, paths in changed] == [
            ("patch", ["made.py"]),
            ("rename", ["k.py", "m.py", "n.py"]),
            ("delete", ["made.py"]),
        ]

    def test_what_a_run_failed_for_is_in_the_ledger(self, project: Project) -> None:
        project.write({"m.py": TYPED, "bad.py": "def (\n"})
        outcome = project.tool("codemod", "run", "typing-to-abc", "--allow-dirty", "--events", "e.jsonl")

        assert outcome.code == 1
        assert events(project)[-1]["ledger"]["files"]["failed"] == ["bad.py"]
        assert rows(project, "SELECT failure_fingerprint NOT NULL FROM operations") == [(1,)]

    def test_every_checkout_of_a_list_has_a_run_of_its_own(self, project: Project) -> None:
        project.write({f"{name}/m.py": TYPED for name in ("one", "two")})
        project.write({f"{name}/pyproject.toml": "[tool.tdomcheck]\n" for name in ("one", "two")})
        project.write({"repos.txt": "one\ntwo\n"})
        run = ("codemod", "run", "typing-to-abc", "--repos", "repos.txt", "--allow-dirty")
        outcome = project.tool(*run, "--events", "e.jsonl")
        found = named(events(project), "codemod_applied")
        judged(project.read("e.jsonl"))

        assert outcome.code == 0, outcome.out
        assert len({event["run"] for event in found}) == 2
        assert (project.root / "two" / ".tdomcheck" / "ledger.db").exists()
        assert "name a file" in project.tool(*run, "--events", "-").err
        assert "task t is one of this one" in project.tool(*run, "--task", "t").err

    def test_an_upgrade_is_called_one_also_where_there_is_nothing_to_do(self, project: Project) -> None:
        project.write({"uv.lock": '[[package]]\nname = "svcs"\nversion = "25.1.0"\n', "m.py": "x = 1\n"})
        for arguments in (["--target-svcs", "25.1"], ["m.py"]):
            outcome = project.tool("codemod", "upgrade", *arguments, "--allow-dirty", "--events", "e.jsonl")
            assert outcome.code == 0, outcome.err
        judged(project.read("e.jsonl"))
        commands = [event["command"] for event in named(events(project), "run_started")]

        assert commands == ["codemod upgrade", "codemod upgrade"]

    def test_a_patch_that_is_refused_changes_nothing(self, project: Project) -> None:
        project.write({"m.py": "x = 1\n", "p.md": PATCH})
        outcome = project.tool("patch", "p.md", "--events", "e.jsonl")

        assert outcome.code == 2
        assert not named(events(project), "codemod_applied")
        assert events(project)[-1]["counts"]["refused"] == 1
        assert rows(project, "SELECT failure_fingerprint NOT NULL FROM operations") == [(1,)]

    def test_a_patch_that_is_only_shown_is_told_where_somebody_listens(self, project: Project) -> None:
        project.write({"m.py": "def f() -> int:\n    return 1\n", "p.md": PATCH})
        outcome = project.tool("patch", "p.md", "--dry-run", "--events", "-")

        assert outcome.code == 1
        assert [event.body.NAME for event in judged(outcome.raw).events] == ["run_started", "run_finished"]


PATCH = "```python\n# FILE: m.py\n# TARGET_NODE: function f\ndef f() -> int:\n    return 2\n```\n"


IMPORTED = """
import json, sys
from tdomcheck.__main__ import main
main()
ours = [name for name in sys.modules if name.startswith("tdomcheck.")]
print(json.dumps(sorted(name for name in ours if "event" in name or "ledger" in name)))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["check"], ["check", "--force-exclude", "--", "page.py"], ["check", "--no-cache", "page.py"]]
)
def test_who_asks_for_nothing_imports_nothing_of_it(project: Project, arguments: list[str]) -> None:
    project.write({"page.py": NESTED})
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *arguments], cwd=project.root, capture_output=True, text=True, check=False
    )

    assert json.loads(done.stdout.splitlines()[-1]) == []


@pytest.mark.slow
def test_standard_output_that_is_closed_ends_in_2(project: Project) -> None:
    project.write({f"page{number}.py": NESTED for number in range(100)})
    process = project.process("check", "--events", "-")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    complaint = process.stderr.read().decode()
    process.stderr.close()

    assert process.wait(timeout=60) == 2
    assert "its reader has closed it" in complaint


@pytest.mark.slow
@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_leaves_a_whole_stream(project: Project) -> None:
    project.write({f"page{number}.py": NESTED * 50 for number in range(300)})
    process = project.process("check", "--no-cache", "--events", "e.jsonl", env=env())
    end = time.monotonic() + 60
    while not (project.root / "e.jsonl").exists() or b"run_started" not in project.read("e.jsonl"):
        assert time.monotonic() < end
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)

    assert process.returncode == 130
    assert judged(project.read("e.jsonl")).events[-1].body.NAME == "run_finished"


@pytest.mark.slow
def test_runs_at_once_share_a_stream_and_the_ledger(project: Project) -> None:
    project.write({f"page{number}.py": NESTED for number in range(150)})
    runs = [project.process("check", "--events", "e.jsonl") for _ in range(3)]
    complaints = [run.communicate(timeout=120)[1] for run in runs]

    assert [run.returncode for run in runs] == [1, 1, 1]
    assert complaints == [b"", b"", b""]
    assert len(judged(project.read("e.jsonl")).events) > 900
    assert len(rows(project, "SELECT run FROM operations")) == 3


def test_a_report_does_not_replace_the_stream_that_is_configured(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck.events]\npath = "ev.jsonl"\n', "page.py": "x = 1\n"})
    assert [project.check().code, project.check().code] == [0, 0]
    outcome = project.check("--report", "jsonl=ev.jsonl")
    assert outcome.code == 2
    assert "ev.jsonl: the report is not written over a stream of events: name another file" in outcome.err
    assert project.tool("events", "validate", "ev.jsonl").code == 0
    assert project.text("ev.jsonl").count('"event": "run_started"') == 3
