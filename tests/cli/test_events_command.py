"""`tdomcheck events`: schema, validate, tail, stats, dashboard, mark, export."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
import typing as t

import event_examples as examples
import pytest
from cli_running import NESTED, UNNESTED, Project, git
from jsonschema import Draft202012Validator

from tdomcheck.app.events import stream_verbs
from tdomcheck.app.request import Request
from tdomcheck.model.events import Retry, RunFinished, RunStarted

WHOLE = examples.stream(examples.whole_stream())


@pytest.fixture(autouse=True)
def _nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TDOMCHECK_EVENTS", "TDOMCHECK_TASK", "TDOMCHECK_SESSION", "TDOMCHECK_SPEC"):
        monkeypatch.delenv(name, raising=False)


def test_the_schema_is_one_that_a_stream_keeps(project: Project) -> None:
    schema = project.tool("events", "schema").json
    Draft202012Validator.check_schema(schema)

    for line in WHOLE.splitlines():
        Draft202012Validator(schema).validate(json.loads(line))


class TestValidate:
    def test_a_whole_stream(self, project: Project) -> None:
        project.write({"e.jsonl": WHOLE})
        outcome = project.tool("events", "validate", "e.jsonl")

        assert (outcome.code, outcome.out) == (0, "e.jsonl: 18 events of 6 runs, valid\n")

    def test_one_cut_off_in_the_middle_of_a_line(self, project: Project) -> None:
        project.write({"e.jsonl": examples.stream(examples.run_of(*examples.EVERY))[:-30]})
        outcome = project.tool("events", "validate", "e.jsonl")

        assert outcome.code == 1
        assert "e.jsonl:13: the line is cut off: it has no line feed\n" in outcome.out
        assert outcome.out.endswith("e.jsonl: 12 events of 1 runs, not valid\n")

    def test_as_json(self, project: Project) -> None:
        project.write({"good": WHOLE, "bad": b'{"schema": 1}\n'})
        outcome = project.tool("events", "validate", "good", "bad", "--output-format", "json")

        assert outcome.code == 1
        assert [file["valid"] for file in outcome.json["files"]] == [True, False]
        assert outcome.json["files"][1]["problems"] == [{"line": 1, "reason": "it has no `event`"}]

    def test_the_configured_stream_where_none_is_named(self, project: Project) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nevents.path = "log.jsonl"\n', "log.jsonl": WHOLE})

        assert project.tool("events", "validate").code == 0

    def test_an_empty_stream_recorded_nothing(self, project: Project) -> None:
        project.write({"e.jsonl": ""})
        outcome = project.tool("events", "validate", "e.jsonl")
        assert outcome.code == 1
        assert "e.jsonl:0: the stream is empty: not one run was recorded" in outcome.out

    def test_standard_input(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"e.jsonl": WHOLE})
        with open("e.jsonl", encoding="ascii") as file:
            monkeypatch.setattr(sys, "stdin", file)
            assert project.tool("events", "validate", "-").code == 0

    @pytest.mark.parametrize(("name", "reason"), [("nowhere", "No such file"), ("folder", "Is a directory")])
    def test_what_cannot_be_read_is_2(self, project: Project, name: str, reason: str) -> None:
        (project.root / "folder").mkdir()
        outcome = project.tool("events", "validate", name)

        assert outcome.code == 2
        assert reason in outcome.err

    VERBS = (("stats",), ("tail",), ("export",), ("dashboard",), ("validate",))

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero here")
    @pytest.mark.parametrize("verb", VERBS)
    @pytest.mark.parametrize("target", ["/dev/zero", "other.jsonl"])
    def test_a_configured_stream_that_is_a_link_is_not_read(
        self, project: Project, verb: tuple[str, ...], target: str
    ) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nevents.path = "e.jsonl"\n', "other.jsonl": WHOLE})
        (project.root / "e.jsonl").symlink_to(target)
        outcome = project.tool("events", *verb)

        assert outcome.code == 2
        assert "e.jsonl: the stream cannot be read: it is a link" in outcome.err

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
    @pytest.mark.parametrize("verb", VERBS)
    def test_a_configured_stream_that_is_a_pipe_is_not_waited_for(
        self, project: Project, verb: tuple[str, ...]
    ) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nevents.path = "e.jsonl"\n'})
        os.mkfifo(project.root / "e.jsonl")
        outcome = project.tool("events", *verb)

        assert outcome.code == 2
        assert "it is not a regular file" in outcome.err

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero here")
    def test_a_device_is_not_read_though_it_was_named(self, project: Project) -> None:
        (project.root / "link").symlink_to("/dev/zero")
        for name in ("/dev/zero", "link"):
            outcome = project.tool("events", "stats", name)
            assert outcome.code == 2
            assert "it is a device, which has no end" in outcome.err

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
    def test_what_was_named_may_be_a_link_or_a_pipe(self, project: Project) -> None:
        project.write({"other.jsonl": WHOLE})
        (project.root / "e.jsonl").symlink_to("other.jsonl")
        os.mkfifo(project.root / "pipe")
        writer = threading.Thread(target=(project.root / "pipe").write_bytes, args=(WHOLE,))
        writer.start()
        assert project.tool("events", "validate", "e.jsonl", "pipe", "--output-format", "json").code == 0
        writer.join()
        assert project.tool("events", "stats", os.devnull).code == 0

    def test_nothing_to_read_is_2(self, project: Project) -> None:
        outcome = project.tool("events", "validate")

        assert outcome.code == 2
        assert "there is no stream: name a file" in outcome.err

    def test_hostile_streams_speak_to_nobody(self, project: Project) -> None:
        project.write({"e.jsonl": b'{"schema": 1, "event": "\\u001b[31m##[error]"}\n::error::x\n'})
        outcome = project.tool("events", "validate", "e.jsonl")

        assert "\x1b" not in outcome.out
        assert not any(line.startswith("::") or "##[" in line for line in outcome.out.splitlines())


class TestTail:
    def test_the_last_events_as_lines(self, project: Project) -> None:
        project.write({"e.jsonl": WHOLE})
        outcome = project.tool("events", "tail", "e.jsonl", "-n", "3")

        assert outcome.code == 0
        assert [line.split()[2] for line in outcome.out.splitlines()] == [
            "branch_closed",
            "user_correction",
            "user_confirmation",
        ]

    def test_none_and_as_they_are(self, project: Project) -> None:
        project.write({"e.jsonl": WHOLE + b"torn\n"})

        assert project.tool("events", "tail", "e.jsonl", "-n", "0").out == ""
        assert project.tool("events", "tail", "e.jsonl", "-n", "99", "--output-format", "jsonl").raw == WHOLE
        assert project.tool("events", "tail", "e.jsonl", "-n", "1").out == "? torn\n"

    def test_following_goes_on_with_whole_lines(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(stream_verbs, "PAUSE", 0.001)
        first, second = WHOLE.splitlines(keepends=True)[:2]
        path = project.root / "e.jsonl"
        path.write_bytes(first)
        told = stream_verbs.tail(Request(), "e.jsonl", 10, follows=True, is_json=True)

        assert next(told).encode() == first
        with open(path, "ab") as file:
            file.write(second[:20])
            file.flush()
            threading.Timer(0.05, lambda: (file.write(second[20:]), file.flush())).start()
            assert next(told).encode() == second
            time.sleep(0.1)
        path.write_bytes(first)
        assert next(told).encode() == first
        told.close()

    def test_standard_input_is_not_followed(self, project: Project) -> None:
        assert project.tool("events", "tail", "-", "--follow").code == 2

    def test_a_stream_that_is_not_there(self, project: Project) -> None:
        assert project.tool("events", "tail", "nowhere").code == 2


class TestStats:
    def test_the_page_carries_the_numbers_of_the_json(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        project.tool("task", "open", "t1", "--max-mutations", "3")
        project.check("--events", "e.jsonl", "--task", "t1")
        project.fix("--events", "e.jsonl", "--task", "t1")
        project.tool("task", "close", "t1")
        numbers = project.tool("events", "stats", "e.jsonl", "--output-format", "json").json
        project.tool("events", "dashboard", "e.jsonl", "--output-file", "page.html")
        page = project.text("page.html")
        data = re.search(r'id="data">(.*?)</script>', page)

        assert data is not None
        assert json.loads(data[1]) == numbers
        assert (numbers["runs"]["count"], numbers["retries"]["count"], numbers["fixes"]["applied"]) == (2, 1, 1)
        assert numbers["tasks"][0]["task"] == "t1"
        assert (numbers["tasks"][0]["mutations"], numbers["tasks"][0]["max_mutations"]) == (1, 3)

    @pytest.mark.parametrize("form", ["text", "json", "openmetrics", "svg"])
    def test_every_form_is_deterministic(self, project: Project, form: str) -> None:
        project.write({"e.jsonl": WHOLE})
        first, second = (project.tool("events", "stats", "e.jsonl", "--output-format", form) for _ in range(2))

        assert first.code == 0
        assert first.out
        assert first.out == second.out

    def test_the_same_stream_twice_counts_once(self, project: Project) -> None:
        project.write({"a.jsonl": WHOLE, "b.jsonl": WHOLE})
        once = project.tool("events", "stats", "a.jsonl")

        assert project.tool("events", "stats", "a.jsonl", "b.jsonl").out == once.out

    def test_what_is_cut_off_is_told_and_the_rest_counted(self, project: Project) -> None:
        project.write({"e.jsonl": examples.stream(examples.run_of(*examples.EVERY))[:-30]})
        outcome = project.tool("events", "stats", "e.jsonl")

        assert outcome.code == 0
        assert "warning: e.jsonl:13: the line is cut off" in outcome.err
        assert "1 (1 cut off)" in outcome.out

    def test_without_a_stream_the_ledger_is_shown_alone(self, project: Project) -> None:
        assert project.tool("events", "stats").code == 2
        project.tool("task", "open", "t")
        numbers = project.tool("events", "stats", "--output-format", "json").json

        assert [task["task"] for task in numbers["tasks"]] == ["t"]
        assert numbers["runs"]["count"] == 0

    def test_no_ledger_is_made_by_looking(self, project: Project) -> None:
        project.write({"e.jsonl": WHOLE})
        project.tool("events", "stats", "e.jsonl")

        assert not (project.root / ".tdomcheck").exists()

    @pytest.mark.parametrize("content", ["text", "rows"])
    def test_a_strange_ledger_is_told(self, project: Project, content: str) -> None:
        project.write({"e.jsonl": WHOLE})
        if content == "text":
            project.write({".tdomcheck/ledger.db": "something else"})
        else:
            import sqlite3

            project.write({"page.py": NESTED})
            project.fix()
            database = sqlite3.connect(project.root / ".tdomcheck" / "ledger.db")
            database.execute("UPDATE runs SET kind = 'jump'")
            database.commit()
            database.close()
        outcome = project.tool("events", "stats", "e.jsonl")

        assert outcome.code == 0
        assert "warning: .tdomcheck/ledger.db: the ledger cannot be used: it is damaged" in outcome.err

    def test_a_stray_state_folder_is_told(self, project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
        place = tmp_path_factory.mktemp("elsewhere")
        (place / "ledger.db").write_bytes(b"")
        (project.root / ".tdomcheck").symlink_to(place)
        project.write({"e.jsonl": WHOLE})

        assert "leads out of the project" in project.tool("events", "stats", "e.jsonl").err
        assert (place / "ledger.db").read_bytes() == b""


class TestMark:
    @pytest.mark.parametrize(
        "name", ["commit", "branch_merged", "branch_closed", "user_correction", "user_confirmation"]
    )
    def test_each_is_an_event_of_its_own(self, project: Project, name: str) -> None:
        outcome = project.tool(
            "events", "mark", name, "--branch", "b", "--commit", "c", "--text", "t", "--session", "s", "--events", "e"
        )
        event = json.loads(project.text("e"))

        assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
        assert (event["event"], event["branch"], event["commit"], event["text"], event["session"]) == (
            name, "b", "c", "t", "s",
        )  # fmt: skip
        assert project.tool("events", "validate", "e").code == 0

    def test_the_surroundings_say_what_is_not_said(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        git(project, "init", "-q", "-b", "work")
        git(project, "commit", "-q", "--allow-empty", "-m", "x")
        monkeypatch.setenv("TDOMCHECK_EVENTS", "e.jsonl")
        monkeypatch.setenv("TDOMCHECK_SESSION", "s")
        project.tool("events", "mark", "commit")
        event = json.loads(project.text("e.jsonl"))

        assert (event["branch"], event["session"]) == ("work", "s")
        assert event["commit"] == git(project, "rev-parse", "HEAD").strip()

    def test_secrets_in_its_text_are_masked(self, project: Project) -> None:
        text = f"clone https://bob:pw@git.example/x with ghp_{'a' * 36}, password=hunter22"
        project.tool("events", "mark", "user_correction", "--text", text, "--events", "e")

        assert json.loads(project.text("e"))["text"] == "clone https://***@git.example/x with ***, password=***"

    def test_secrets_in_its_names_are_masked(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        token = f"ghp_{'a' * 36}"
        project.tool(
            "events", "mark", "commit", "--session", token, "--branch", "https://root:Hunter2xQ9@host/b",
            "--commit", token, "--events", "e",
        )  # fmt: skip
        monkeypatch.setenv("TDOMCHECK_SESSION", token)
        monkeypatch.setenv("TDOMCHECK_SPEC", "https://root:Hunter2xQ9@host/spec.md")
        project.tool("events", "mark", "commit", "--events", "e")
        first, second = map(json.loads, project.text("e").splitlines())

        assert (first["session"], first["branch"], first["commit"]) == ("***", "https://***@host/b", "***")
        assert (second["session"], second["spec_ref"]) == ("***", "https://***@host/spec.md")

    def test_its_names_are_what_was_typed(self, project: Project) -> None:
        commit = "0123456789abcdef0123456789abcdef01234567"
        branch = "feature/password-reset"
        project.tool(
            "events", "mark", "commit", "--session", "token-7", "--branch", branch, "--commit", commit, "--events", "e"
        )
        event = json.loads(project.text("e"))

        assert (event["session"], event["branch"], event["commit"]) == ("token-7", branch, commit)

    def test_its_text_is_what_was_typed(self, project: Project) -> None:
        text = "tokens of a key are listed: see https://example.org/a@b, a@b.org\n*** no secret ***"
        project.tool("events", "mark", "user_correction", "--text", text, "--events", "e")

        assert json.loads(project.text("e"))["text"] == text

    def test_the_configured_stream(self, project: Project) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nevents.path = "log/e.jsonl"\n'})

        assert project.tool("events", "mark", "branch_merged").code == 0
        assert json.loads(project.text("log/e.jsonl"))["event"] == "branch_merged"

    def test_nowhere_to_go_is_2(self, project: Project) -> None:
        outcome = project.tool("events", "mark", "commit")

        assert outcome.code == 2
        assert "there is no stream" in outcome.err

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
    def test_a_full_disk_is_2(self, project: Project) -> None:
        outcome = project.tool("events", "mark", "commit", "--events", "/dev/full")

        assert outcome.code == 2
        assert "No space left" in outcome.err

    def test_an_unknown_mark_is_refused(self, project: Project) -> None:
        assert project.tool("events", "mark", "coffee", "--events", "e").code == 2


class TestExport:
    def exported(self, project: Project, *arguments: str) -> list[dict[str, t.Any]]:
        outcome = project.tool("events", "export", *arguments)
        assert outcome.code == 0, outcome.err
        return [json.loads(line) for line in outcome.out.splitlines()]

    def test_a_correction_and_what_became_of_it(self, project: Project) -> None:
        project.write({"pyproject.toml": '[tool.tdomcheck]\nevents = { path = "e.jsonl", capture = true }\n'})
        for content in (NESTED, UNNESTED):
            project.write({"page.py": content})
            project.check()
        project.tool("events", "mark", "user_correction", "--text", "not so")
        project.tool("events", "mark", "branch_merged", "--branch", "x")
        (pair,) = self.exported(project)

        assert (pair["type"], pair["weight"]) == ("corrective", 1.5)
        assert (pair["rejected"], pair["chosen"]) == (NESTED, UNNESTED)
        assert "TDC121" in pair["prompt"]
        assert "nested-html-call" in pair["prompt"]

    def test_capture_is_off_by_default(self, project: Project) -> None:
        for content in (NESTED, UNNESTED):
            project.write({"page.py": content})
            project.check("--events", "e.jsonl")
        outcome = project.tool("events", "export", "e.jsonl", "--output-format", "jsonl")

        assert (outcome.code, outcome.out) == (0, "")
        assert "note: 1 correction is left out: the code was not kept; runs keep it where" in outcome.err

    def test_weights_and_times_narrow_it(self, project: Project) -> None:
        project.write({"e.jsonl": WHOLE})

        assert [row["weight"] for row in self.exported(project, "e.jsonl", "--min-weight", "1.7")] == [1.8]
        assert self.exported(project, "e.jsonl", "--min-weight", "1.9") == []
        assert self.exported(project, "e.jsonl", "--since", "2026-11-20") == []
        assert project.tool("events", "export", "e.jsonl", "--since", "yesterday").code == 2

    def test_it_is_deterministic_and_goes_into_a_file(self, project: Project) -> None:
        project.write({"e.jsonl": WHOLE})
        printed = project.tool("events", "export", "e.jsonl", "--output-format", "chatml")
        written = project.tool("events", "export", "e.jsonl", "--output-format", "chatml", "--output-file", "x.jsonl")

        assert written.out == ""
        assert project.text("x.jsonl") == printed.out

    @pytest.mark.parametrize(
        "path",
        [
            "private/a.py",
            "ignored.py",
            "../outside.py",
            "/etc/passwd",
            ".git/config",
            "gone/deep/private/b.py",
            "a\0b.py",
        ],
    )
    def test_nothing_of_what_the_project_excludes(self, project: Project, path: str) -> None:
        git(project, "init", "-q")
        project.write(
            {
                "pyproject.toml": '[tool.tdomcheck]\nexclude = ["private"]\nevents.capture = true\n',
                ".gitignore": "ignored.py\n",
                "private/a.py": "x = 1\n",
                "ignored.py": "x = 1\n",
            }
        )
        bodies = (
            RunStarted("check"),
            Retry(path, "values", ("TDC121: x",), "before", "after"),
            RunFinished(0, 1.0),
        )
        project.write({"e.jsonl": examples.stream(examples.run_of(*bodies))})

        assert self.exported(project, "e.jsonl") == []

    def test_the_specification_is_read_in_the_project_only(
        self, project: Project, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        outside = tmp_path_factory.mktemp("outside") / "spec.md"
        outside.write_text("# Outside\n\nsecret")
        (project.root / "link.md").symlink_to(outside)
        project.write({"docs/spec.md": "# Profile\n\nShow who is there.\n"})
        contexts = {}
        for number, spec in enumerate(("docs/spec.md", str(outside), "link.md", "nowhere.md", "docs", "a\0b")):
            retry = Retry("page.py", "values", (), "before", "after")
            events = examples.run_of(RunStarted("check"), retry, number=number, session=spec, spec_ref=spec)
            project.write({"e.jsonl": examples.stream(events)})
            contexts[spec] = self.exported(project, "e.jsonl")[0]["context"]

        assert contexts.pop("docs/spec.md") == "Profile\nShow who is there."
        assert set(contexts.values()) == {""}
