"""The parts of the action, without a repository."""

from __future__ import annotations

import ast
import json
import ntpath
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tdomcheck_action import install as installing
from tdomcheck_action import run as running
from tdomcheck_action import sarif as filing
from tdomcheck_action.base import Base, find_base
from tdomcheck_action.commands import command, cut, escaped, fenced, outputs
from tdomcheck_action.event import Event, event_of, read_event
from tdomcheck_action.inputs import BadInputs, Choice, Inputs, inputs_from
from tdomcheck_action.install import InstallError, install, interpreter
from tdomcheck_action.run import REPORTS, Plan, environment, is_configured, run_tool
from tdomcheck_action.run import command as command_line
from tdomcheck_action.sarif import NoPlace, file_under, place, why_not_uploaded
from tdomcheck_action.summary import append_summary, bounded, escape, head

WINDOWS = SimpleNamespace(name="nt", sep="\\", path=ntpath)
"""What `os` is there, as far as names are concerned."""
FOLDER = Path(__file__).parents[2] / "action"
A, B, C = "a" * 40, "b" * 40, "c" * 40


class TestPython:
    def test_nothing_but_the_standard_library_is_imported(self) -> None:
        names: set[str] = set()
        for path in FOLDER.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    names.update(alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    names.add((node.module or "").partition(".")[0])
        assert names - sys.stdlib_module_names == {"tdomcheck_action"}


class TestCommands:
    def test_a_message_is_one_line(self) -> None:
        assert command("error", "100 %\n::error::x\r") == "::error title=tdomcheck::100 %25%0A::error::x\\x0d"

    def test_what_is_not_seen_is_shown(self) -> None:
        assert escaped("\x1b[31m\u202ex") == "\\x1b[31m\\x202ex"

    def test_it_is_cut_before_it_is_escaped(self) -> None:
        assert escaped("%" * 5000) == "%25" * 4093 + "..."

    def test_what_is_short_is_not_cut(self) -> None:
        assert cut("x" * 4096) == "x" * 4096

    def test_what_is_long_is(self) -> None:
        assert cut("x" * 4097) == "x" * 4093 + "..."

    def test_nothing_is_fenced(self) -> None:
        assert fenced("") == ""

    @given(st.text(alphabet=st.sampled_from("abc:\n% ")))
    def test_a_fence_ends_where_it_should(self, text: str) -> None:
        lines = fenced(text, "token").split("\n")
        assert lines[-2:] in ([""], ["::token::", ""])
        assert "".join(lines[1:-2]) == text.replace("\n", "") or not text

    def test_words_that_end_values_cannot_be_guessed(self) -> None:
        one, two = outputs({"a": "x\nb<<E"}), outputs({"a": "x\nb<<E"})
        assert one != two
        assert re.fullmatch(r"a<<([0-9a-f]{32})\nx\nb<<E\n\1\n", one)


class TestEvents:
    def request(self, **changes: object) -> Mapping[str, object]:
        repo = {"full_name": "acme/shop"}
        return {"pull_request": {"head": {"sha": A, "repo": repo, **changes}, "base": {"sha": B, "repo": repo}}}

    def test_a_pull_request(self) -> None:
        assert event_of("pull_request", self.request()) == Event("pull_request", B, A)

    @pytest.mark.parametrize("repo", [None, {"full_name": "stranger/shop"}, {}, []])
    def test_of_a_stranger(self, repo: object) -> None:
        assert event_of("pull_request", self.request(repo=repo)).is_stranger

    def test_of_a_robot_whose_jobs_may_not_write(self) -> None:
        assert event_of("pull_request", self.request(), "dependabot[bot]").is_stranger

    @pytest.mark.parametrize("name", ["pull_request_review", "pull_request_review_comment"])
    def test_of_a_review(self, name: str) -> None:
        assert event_of(name, self.request()) == Event(name)
        assert event_of(name, self.request(repo={"full_name": "stranger/shop"})).is_stranger
        assert event_of(name, self.request(), "dependabot[bot]").is_stranger
        assert event_of(name, {}).is_stranger

    @pytest.mark.parametrize(
        ("name", "payload"),
        [
            ("workflow_run", {"workflow_run": {"head_repository": {"full_name": "acme/shop"}}}),
            ("issue_comment", {"issue": {"number": 1}}),
            ("issues", {"issue": {"number": 1}}),
            ("repository_dispatch", {"client_payload": {"ref": "main"}}),
            ("workflow_dispatch", {"inputs": {"head": "x"}}),
            ("merge_group", {"merge_group": {"base_sha": A}}),
            ("push", {"before": A}),
            ("schedule", {}),
            ("release", {"release": {}}),
        ],
    )
    def test_of_the_repository_itself(self, name: str, payload: Mapping[str, object]) -> None:
        assert not event_of(name, {**payload, "repository": {"full_name": "acme/shop"}}).is_stranger

    @pytest.mark.parametrize(
        ("name", "payload"),
        [
            ("workflow_run", {"workflow_run": {"head_repository": {"full_name": "stranger/shop"}}}),
            ("workflow_run", {"workflow_run": {"head_repository": None}}),
            ("workflow_run", {}),
            ("issue_comment", {"issue": {"pull_request": {"url": "https://api.github.com/repos/acme/shop/pulls/1"}}}),
            ("repository_dispatch", {"client_payload": {"pull_request": {"head": {"repo": {"full_name": "x/shop"}}}}}),
            ("repository_dispatch", {"client_payload": {"pull_request": 7}}),
            ("push", {"before": A, "pull_request": {"head": {"repo": {"full_name": "stranger/shop"}}}}),
            ("check_suite", {"check_suite": {"head_sha": A}}),
            ("an_event_of_tomorrow", {}),
            ("", {}),
            ("pull_request", []),
        ],
    )
    def test_where_the_code_may_be_that_of_a_stranger(self, name: str, payload: object) -> None:
        owned = {**payload, "repository": {"full_name": "acme/shop"}} if isinstance(payload, dict) else payload
        assert event_of(name, owned).is_stranger

    def test_others(self) -> None:
        assert event_of("merge_group", {"merge_group": {"base_sha": A}}) == Event("merge_group", A)
        assert event_of("push", {"before": A}) == Event("push", A)
        assert event_of("schedule", {}) == Event("schedule")

    @pytest.mark.parametrize("sha", ["--upload-pack=x", A[:39], A + "\n", 7, None, A.upper()])
    def test_what_is_no_commit(self, sha: object) -> None:
        assert event_of("push", {"before": sha}).base == ""

    @pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "\xff"])
    @pytest.mark.parametrize("name", ["pull_request", "pull_request_review", "workflow_run", "issue_comment", "x"])
    def test_what_cannot_be_read(self, tmp_path: Path, text: str, name: str) -> None:
        path = tmp_path / "event.json"
        path.write_text(text, encoding="latin-1")
        event = read_event({"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(path)})

        assert event.is_stranger, "whom nobody knows is not trusted"
        assert event.trouble

    @pytest.mark.parametrize("name", ["push", "schedule", "workflow_dispatch"])
    def test_what_need_not_be_read(self, tmp_path: Path, name: str) -> None:
        event = read_event({"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(tmp_path / "nothing")})

        assert not event.is_stranger

    def test_no_event(self) -> None:
        assert read_event({}).name == ""


class FakeGit:
    """Commits by name, a merge base, and how many files differ."""

    def __init__(self, commits: Mapping[str, str], merge_base: str = "", files: int = 2) -> None:
        self.commits, self.merge_base, self.files = commits, merge_base, files

    def __call__(self, arguments: Sequence[str]) -> bytes | None:
        match arguments:
            case ["rev-parse", *_, name]:
                known = self.commits.get(name.removesuffix("^{commit}"))
                return f"{known}\n".encode() if known else None
            case ["merge-base", *_]:
                return f"{self.merge_base}\nother\n".encode() if self.merge_base else None
            case _:
                return b"x\0" * self.files


class TestBase:
    MERGE: Mapping[str, str] = {"HEAD": C, "HEAD^1": B, "HEAD^2": A}
    REQUEST = Event("pull_request", B, A)

    def test_of_a_merge(self) -> None:
        assert find_base(self.REQUEST, FakeGit(self.MERGE)) == Base(B, files=2)

    def test_a_branch_that_ends_with_a_merge_of_its_own(self) -> None:
        commits = {"HEAD": A, "HEAD^1": C, "HEAD^2": "d" * 40, B: B}
        assert find_base(self.REQUEST, FakeGit(commits, merge_base=B)).sha == B

    def test_of_a_branch(self) -> None:
        assert find_base(self.REQUEST, FakeGit({"HEAD": A, B: B}, merge_base=C)).sha == C

    @pytest.mark.parametrize(
        ("event", "commits", "reason"),
        [
            (REQUEST, {}, "this is no checkout of git"),
            (REQUEST, {"HEAD": A}, "is not in the checkout; check out with `fetch-depth: 2`"),
            (REQUEST, {"HEAD": A, B: B}, "does not reach back"),
            (Event("pull_request"), {"HEAD": A}, "names no base"),
            (Event("push", "0" * 40), {"HEAD": A}, "the branch is new"),
            (Event("push", B), {"HEAD": A}, "history was rewritten"),
            (Event("push"), {"HEAD": A}, "does not name the commit before the push"),
            (Event("merge_group", B), {"HEAD": A}, "the base of the merge group"),
            (Event("schedule"), {"HEAD": A}, "the event `schedule` names no commit"),
            (Event("push", trouble="it is gone"), {"HEAD": A}, "it is gone"),
        ],
    )
    def test_why_there_is_none(self, event: Event, commits: Mapping[str, str], reason: str) -> None:
        base = find_base(event, FakeGit(commits))
        assert reason in base.reason
        assert base.sha == ""

    @pytest.mark.parametrize("name", ["push", "merge_group"])
    def test_that_the_event_names(self, name: str) -> None:
        assert find_base(Event(name, B), FakeGit({"HEAD": A, B: B})).sha == B


class TestInputs:
    def test_of_nothing(self) -> None:
        assert inputs_from({}) == Inputs()

    def test_words(self) -> None:
        inputs = inputs_from({"INPUT_PATHS": "src 'a b' \"c\"", "INPUT_ARGS": "--select TDC1"})
        assert (inputs.paths, inputs.args) == (("src", "a b", "c"), ("--select", "TDC1"))

    @pytest.mark.parametrize(
        ("text", "choice"), [("true", Choice.ALWAYS), ("Never", Choice.NEVER), ("", Choice.AUTO), ("auto", Choice.AUTO)]
    )
    def test_choices(self, text: str, choice: Choice) -> None:
        assert inputs_from({"INPUT_UPLOAD_SARIF": text}).upload_sarif is choice

    def test_all_problems_at_once(self) -> None:
        given = {"INPUT_SAFE": "maybe", "INPUT_SUMMARY": "yes", "INPUT_MAX_ANNOTATIONS": "0", "INPUT_ARGS": "'"}
        with pytest.raises(BadInputs) as caught:
            inputs_from(given)
        assert len(caught.value.problems) == 4


class TestRunning:
    PLAN = Plan("python", "/work", "/tmp/reports", "/tmp/cache")  # noqa: S108  # names, no folders

    def test_no_name_is_an_option(self) -> None:
        words = command_line(self.PLAN, Inputs(paths=("--fix", "@x")))
        assert words[-3:] == ["--", "--fix", "@x"]

    def test_python_looks_at_nothing_of_the_job(self) -> None:
        assert command_line(self.PLAN, Inputs())[:6] == ["python", "-I", "-X", "utf8", "-m", "tdomcheck"]

    def test_options_of_the_action_come_last(self) -> None:
        words = command_line(self.PLAN, Inputs(args=("--fail-on", "never"), fail_on="note", cache=False, sarif=""))
        assert words.index("never") < words.index("note")
        assert "--no-cache" in words
        assert not [word for word in words if word.startswith("sarif=")]

    def test_drives_and_backslashes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "os", WINDOWS)
        words = command_line(
            Plan(r"D:\a\_temp\venv\Scripts\python.exe", r"D:\a\shop\shop", r"D:\a\_temp\reports", r"D:\a\_temp\cache"),
            Inputs(paths=("apps/a",)),
        )

        assert words[0] == r"D:\a\_temp\venv\Scripts\python.exe"
        assert words[words.index("--cache-dir") + 1] == r"D:\a\_temp\cache"
        assert rf"json=D:\a\_temp\reports\{REPORTS['json']}" in words
        assert words[-2:] == ["--", "apps/a"]

    def test_a_configured_project_includes_what_it_includes(self, tmp_path: Path) -> None:
        assert not is_configured(str(tmp_path))
        (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
        assert not is_configured(str(tmp_path))
        (tmp_path / "pyproject.toml").write_text("[tool.tdomcheck]\n", encoding="utf-8")
        assert command_line(Plan("python", str(tmp_path), "r", "c"), Inputs())[-1] == "--"
        (tmp_path / "pyproject.toml").unlink()
        (tmp_path / "tdomcheck.toml").write_text("", encoding="utf-8")
        assert is_configured(str(tmp_path))

    def test_secrets_stay_here(self) -> None:
        given = {
            "GITHUB_TOKEN": "x",
            "ACTIONS_RUNTIME_TOKEN": "x",
            "INPUT_ARGS": "x",
            "PATH": "p",
            "GITHUB_OUTPUT": "x",
        }
        trusting = {**given, "TDOMCHECK_TRUST_PLUGINS": "1"}

        assert environment(trusting, is_safe=True) == {"PATH": "p"}
        assert "TDOMCHECK_TRUST_PLUGINS" in environment(trusting, is_safe=False)

    def test_what_python_is_told_is_for_commands_of_the_project_alone(self) -> None:
        given = {"PATH": "p", "PYTHONPATH": "src", "PYTHONSTARTUP": "x.py", "PYTHONBREAKPOINT": "x.y"}

        assert environment(given, is_safe=True) == {"PATH": "p"}
        assert environment(given, is_safe=False) == given

    def test_what_fails_is_configured_unless_the_workflow_says_it(self) -> None:
        assert "--fail-on" not in command_line(self.PLAN, Inputs())
        words = command_line(self.PLAN, Inputs(fail_on="note"))
        assert words[words.index("--fail-on") + 1] == "note"

    @pytest.mark.slow
    @pytest.mark.parametrize("word", ["--nope", "--output-format=nope"])
    def test_what_was_typed_wrong_is_told(self, tmp_path: Path, word: str) -> None:
        plan = Plan(sys.executable, str(tmp_path), str(tmp_path), str(tmp_path))
        outcome = run_tool(plan, Inputs(args=(word,)), dict(os.environ))
        assert outcome.code == 2
        assert outcome.trouble.startswith("Error: ")
        assert "nope" in outcome.trouble

    @pytest.mark.slow
    def test_no_folder_of_the_runner_is_told(self, tmp_path: Path) -> None:
        plan = Plan("true", str(tmp_path), str(tmp_path), str(tmp_path))
        assert run_tool(plan, Inputs(), {}).trouble == "tdomcheck left no report: No such file or directory"

    @pytest.mark.slow
    @pytest.mark.parametrize("report", ["", "[]", "{}", '{"summary": 1, "tool": {}}'])
    def test_a_run_without_a_report_is_not_to_be_trusted(self, tmp_path: Path, report: str) -> None:
        (tmp_path / REPORTS["json"]).write_text(report, encoding="utf-8")
        plan = Plan("true", str(tmp_path), str(tmp_path), str(tmp_path))
        outcome = run_tool(plan, Inputs(), {})
        assert outcome.code == 2
        assert outcome.trouble.startswith("tdomcheck left no report")

    def test_what_cannot_be_started(self, tmp_path: Path) -> None:
        outcome = run_tool(Plan(str(tmp_path / "nothing"), str(tmp_path), str(tmp_path), ""), Inputs(), {})
        assert outcome.trouble.startswith("error: tdomcheck could not be started")


class TestInstalling:
    def checkout(self, root: Path) -> Path:
        for name in ("pyproject.toml", "README.md", "LICENSE", "src/a.py", "rules/a.py", "codemods/a.py", "tests/a.py"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(name, encoding="utf-8")
        return root

    def test_once_a_job(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        seen: list[list[str]] = []

        def run(words: list[str], folder: str, _sentence: str) -> None:
            seen.append(words)
            if words[3] == "venv":
                python = Path(interpreter(folder))
                python.parent.mkdir(parents=True)
                python.touch()
            elif "wheel" in words:
                assert sorted(os.listdir(words[-1])) == sorted(installing._NEEDED)
                wheels = Path(words[words.index("--wheel-dir") + 1])
                wheels.mkdir()
                (wheels / "tdomcheck-1-py3-none-any.whl").touch()

        monkeypatch.setattr(installing, "_run", run)
        monkeypatch.setattr(installing, "find_spec", lambda _name: True)
        checkout = self.checkout(tmp_path / "checkout")
        temporary = tmp_path / "temporary"
        kept = tmp_path / "kept"
        one = install(str(checkout), str(temporary), kept=str(kept))
        two = install(str(checkout), str(temporary), kept=str(kept))

        assert one == two
        assert one.startswith(str(temporary))
        assert [self.step(words) for words in seen] == ["venv", "wheel", "install"]
        assert seen[0][:5] == [sys.executable, "-I", "-m", "venv", "--without-pip"]
        assert seen[2][-1].startswith(str(kept))

        seen.clear()
        install(str(checkout), str(tmp_path / "next job"), kept=str(kept))
        assert [self.step(words) for words in seen] == ["venv", "install"]

        seen.clear()
        (checkout / "src" / "more.py").touch()
        install(str(checkout), str(tmp_path / "another job"), kept=str(kept))
        assert [self.step(words) for words in seen] == ["venv", "wheel", "install"]

        seen.clear()
        install(str(checkout), str(temporary), "0.1.0", str(kept))
        assert [self.step(words) for words in seen] == ["venv", "install"]
        assert seen[1][-1] == "tdomcheck==0.1.0"

        seen.clear()
        monkeypatch.setattr(installing, "find_spec", lambda _name: None)
        python = install(str(checkout), str(tmp_path / "no pip"), "0.1.0")
        assert seen[0][:4] == [sys.executable, "-I", "-m", "venv"]
        assert "--without-pip" not in seen[0]
        assert seen[1][0] == python

    def step(self, words: list[str]) -> str:
        return next(name for name in ("venv", "wheel", "install") if name in words)

    def test_where_windows_has_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(installing, "os", WINDOWS)
        python = interpreter(r"D:\a\_temp\tdomcheck-1")

        assert python == r"D:\a\_temp\tdomcheck-1\venv\Scripts\python.exe"
        assert installing.script(python) == r"D:\a\_temp\tdomcheck-1\venv\Scripts\tdomcheck.exe"

    def test_where_others_have_it(self) -> None:
        python = interpreter("/Users/runner/work/_temp/tdomcheck-1")

        assert python == "/Users/runner/work/_temp/tdomcheck-1/venv/bin/python"
        assert installing.script(python) == "/Users/runner/work/_temp/tdomcheck-1/venv/bin/tdomcheck"

    @pytest.mark.slow
    def test_nothing_of_the_job_is_imported_meanwhile(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """pip starts a Python of its own for what builds, and does not isolate that."""
        (tmp_path / "sitecustomize.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
        for name in ("PYTHONPATH", "PYTHONHOME"):
            monkeypatch.setenv(name, str(tmp_path))
        installing._run([sys.executable, "-c", "pass"], str(tmp_path), "could not")

        assert not (tmp_path / "ran").exists()

    @pytest.mark.slow
    def test_what_was_said_is_kept(self, tmp_path: Path) -> None:
        with pytest.raises(InstallError, match="could not: bad") as caught:
            installing._run(
                [sys.executable, "-c", "import sys; print('so'); sys.exit('bad')"], str(tmp_path), "could not"
            )
        assert caught.value.log == "so\nbad\n"

    def test_what_cannot_be_started(self, tmp_path: Path) -> None:
        with pytest.raises(InstallError, match="could not: "):
            installing._run([str(tmp_path / "nothing")], str(tmp_path), "could not")


class TestSarif:
    def test_a_folder_is_made(self, tmp_path: Path) -> None:
        (tmp_path / "made").write_text("{}", encoding="utf-8")
        target = place(str(tmp_path / "made"), str(tmp_path / "a/b/x.sarif"), (str(tmp_path),))
        assert Path(target).read_text(encoding="utf-8") == "{}"

    @pytest.mark.parametrize("wanted", ["../x.sarif", ".git/x.sarif", "/x.sarif", "a/.git/hooks/x"])
    def test_but_not_anywhere(self, tmp_path: Path, wanted: str) -> None:
        (tmp_path / "made").write_text("{}", encoding="utf-8")
        with pytest.raises(NoPlace, match="not inside of the workspace"):
            place(str(tmp_path / "made"), str(tmp_path / wanted), (str(tmp_path), ""))

    @pytest.mark.parametrize(
        ("folder", "is_inside"),
        [
            (r"D:\a\shop\shop", True),
            (r"D:\a\shop\shop\out", True),
            (r"d:\A\Shop\shop\out", True),
            (r"D:\a\_temp\tdomcheck-reports-1", True),
            (r"D:\a\shop\shopping", False),
            (r"C:\a\shop\shop", False),
            (r"D:\a\shop\shop\.GIT\hooks", False),
        ],
    )
    def test_on_windows(self, monkeypatch: pytest.MonkeyPatch, folder: str, is_inside: bool) -> None:
        monkeypatch.setattr(filing, "os", WINDOWS)

        assert filing.is_allowed(folder, (r"D:\a\shop\shop", r"D:\a\_temp", "")) is is_inside

    def test_on_a_drive_of_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(filing, "os", WINDOWS)

        assert filing.is_allowed("W:\\out", ("W:\\",))

    def test_where_names_have_no_case(self) -> None:
        assert not filing.is_allowed("/Users/runner/work/shop/.Git/hooks", ("/Users/runner/work/shop",))

    def test_a_folder_in_the_way(self, tmp_path: Path) -> None:
        (tmp_path / "made").write_text("{}", encoding="utf-8")
        with pytest.raises(NoPlace, match="could not be written"):
            place(str(tmp_path / "made"), str(tmp_path / "made" / "x.sarif"), (str(tmp_path),))

    @pytest.mark.parametrize("wanted", ["out/", "out", "."])
    def test_a_folder_where_the_file_should_be_stays_as_it_is(self, tmp_path: Path, wanted: str) -> None:
        (tmp_path / "made").write_text("{}", encoding="utf-8")
        (tmp_path / "out").mkdir()
        with pytest.raises(NoPlace, match=r"could not be written to .*: Is a directory"):
            place(str(tmp_path / "made"), os.path.join(tmp_path, wanted), (str(tmp_path),))
        assert sorted(path.name for path in tmp_path.rglob("*")) == ["made", "out"]

    @pytest.mark.parametrize(("name", "gives_way"), [("a.py", False), ("pyproject.toml", False), ("a.sarif", True)])
    def test_only_a_report_gives_way(self, tmp_path: Path, name: str, gives_way: bool) -> None:
        (tmp_path / "made").write_text("{}", encoding="utf-8")
        (tmp_path / name).write_text("x", encoding="utf-8")
        if gives_way:
            place(str(tmp_path / "made"), str(tmp_path / name), (str(tmp_path),))
        else:
            with pytest.raises(NoPlace, match="another file is there"):
                place(str(tmp_path / "made"), str(tmp_path / name), (str(tmp_path),))
        assert (tmp_path / name).read_text(encoding="utf-8") == ("{}" if gives_way else "x")

    def test_what_cannot_be_moved_there_leaves_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: str) -> None:
            raise OSError(28, "No space left on device")

        (tmp_path / "made").write_text("{}", encoding="utf-8")
        monkeypatch.setattr(filing.os, "replace", full)
        with pytest.raises(NoPlace, match="No space left"):
            place(str(tmp_path / "made"), str(tmp_path / "x.sarif"), (str(tmp_path),))
        assert [path.name for path in tmp_path.iterdir()] == ["made"]

    def test_a_category(self, tmp_path: Path) -> None:
        path = tmp_path / "x.sarif"
        path.write_text('{"runs": [{"automationDetails": {"id": "tdomcheck/"}}, {}]}', encoding="utf-8")
        file_under(str(path), "a/b")
        assert [run["automationDetails"]["id"] for run in json.loads(path.read_bytes())["runs"]] == ["a/b/", "a/b/"]

    @pytest.mark.parametrize(
        ("inputs", "is_stranger", "code", "is_uploaded"),
        [
            (Inputs(), False, 0, True),
            (Inputs(), False, 1, True),
            (Inputs(), False, 2, False),
            (Inputs(), True, 0, False),
            (Inputs(upload_sarif=Choice.ALWAYS), True, 0, True),
            (Inputs(upload_sarif=Choice.ALWAYS), False, 2, False),
            (Inputs(upload_sarif=Choice.NEVER), False, 0, False),
            (Inputs(sarif=""), False, 0, False),
        ],
    )
    def test_who_uploads(self, inputs: Inputs, is_stranger: bool, code: int, is_uploaded: bool) -> None:
        assert (why_not_uploaded(inputs, Event("pull_request", is_stranger=is_stranger), code) == "") is is_uploaded

    def test_a_stranger_whom_no_pull_request_names(self) -> None:
        reason = why_not_uploaded(Inputs(), Event("workflow_run", is_stranger=True), 0)
        assert reason == "the event `workflow_run` may be about the code of a stranger"


class TestSummaries:
    def test_what_is_short_is_left_alone(self) -> None:
        assert bounded("a\nb\n", 100) == "a\nb\n"

    def test_what_is_long_ends_with_a_whole_line_and_no_open_fold(self) -> None:
        text = "# x\n<details><summary>y</summary>\n" + "| é |\n" * 100
        cut = bounded(text, 200)
        assert len(cut.encode()) <= 200
        assert cut.endswith("| é |\n\n</details>\n\nThere is more than fits here.\n")

    def test_markup_of_others_is_text(self) -> None:
        assert escape("<b>|`@all\n#") == "&lt;b&gt;\\|\\`@<!-- -->all \\#"

    def test_what_it_is_about(self) -> None:
        assert head(A, Base(A, files=1), ["r"], ["p"])[0].endswith("(1 changed file); SARIF has the rest, too")
        assert head("", Base(), ["r"], ["p"]) == ["- p", "- r"]

    def test_without_a_report(self, tmp_path: Path) -> None:
        assert append_summary(str(tmp_path / "s"), ["- why"], "") == ""
        assert (tmp_path / "s").read_text(encoding="utf-8") == "## tdomcheck\n\n- why\n"
        assert "could not be written" in append_summary("", [], "x")
