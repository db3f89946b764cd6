"""`tdomcheck task`: budgets that refuse, and circles that are told."""

from __future__ import annotations

import json
import typing as t

import pytest
from cli_running import CLEAN, NESTED, UNNESTED, Project

EXCEEDED = "TASK_BUDGET_EXCEEDED (6001)"


@pytest.fixture(autouse=True)
def _nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TDOMCHECK_EVENTS", "TDOMCHECK_TASK", "TDOMCHECK_SESSION", "TDOMCHECK_SPEC"):
        monkeypatch.delenv(name, raising=False)


def shown(project: Project, name: str = "t") -> dict[str, t.Any]:
    [task] = project.tool("task", "show", name, "--output-format", "json").json["tasks"]
    return t.cast("dict[str, t.Any]", task)


def test_a_task_that_is_given_no_name_is_given_one(project: Project) -> None:
    name = project.tool("task", "open").out.strip()

    assert len(name) == 12
    assert shown(project, name)["state"] == "open"


def test_a_life_of_a_task(project: Project) -> None:
    assert project.tool("task", "show").out == "there is no task; open one with `tdomcheck task open`\n"
    opened = project.tool(
        "task", "open", "t", "--max-mutations", "2", "--max-duration", "60", "--output-format", "json"
    )
    assert opened.json["budget"] == {"mutations": 2, "test_runs": None, "seconds": 60.0}
    project.write({"page.py": NESTED})
    project.check("--task", "t")
    project.fix("--task", "t")
    text = project.tool("task", "show", "t").out
    assert text.startswith("t: open, mutations 1 of 2, test runs 0, seconds 0 of 60\n") or "mutations 1 of 2" in text
    assert [line.split()[2] for line in text.splitlines()[1:]] == ["check", "fix"]
    assert "1 files +1 -1" in text
    assert project.tool("task", "close", "t", "--state", "failed").out == "t closed\n"

    task = shown(project)
    assert (task["state"], task["mutations"]) == ("closed_failed", 1)
    assert [each["run"]["command"] for each in task["runs"]] == ["check", "fix"]
    assert task["runs"][1]["operation"]["changed_paths"] == ["page.py"]
    assert "closed_failed" in project.tool("task", "show").out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["open", "t"], "a closed task is not opened again"),
        (["close", "t"], "is closed already"),
        (["close", "u"], "there is no task u"),
        (["show", "u"], "there is no task u"),
        (["close"], "Missing argument"),
    ],
)
def test_what_cannot_be_is_2(project: Project, arguments: list[str], reason: str) -> None:
    project.tool("task", "open", "t")
    project.tool("task", "close", "t")
    outcome = project.tool("task", *arguments)

    assert outcome.code == 2
    assert reason in outcome.err


def test_closing_can_be_told_as_json(project: Project) -> None:
    project.tool("task", "open", "t")

    assert project.tool("task", "close", "t", "--output-format", "json").json["tasks"][0]["state"] == "closed_success"


class TestBudgets:
    VERBS: t.ClassVar = {
        "fix": ["fix"],
        "codemod run": ["codemod", "run", "typing-to-abc", "--allow-dirty"],
        "codemod apply": ["codemod", "apply", "plan.json", "--allow-dirty"],
        "rename": ["rename", "page.page", "leaf", "--allow-dirty"],
        "move": ["move", "page.page", "other", "--allow-dirty"],
        "delete": ["delete", "page.page", "--force", "--allow-dirty"],
        "patch": ["patch", "p.md"],
    }

    def project_of(self, project: Project) -> None:
        project.write(
            {
                "page.py": NESTED,
                "other.py": CLEAN,
                "plan.json": "{}",
                "p.md": "```python\n# FILE: page.py\n# TARGET_NODE: function page\ndef page(x):\n    return x\n```\n",
            }
        )

    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_that_writes_is_refused_past_them(self, project: Project, verb: str) -> None:
        self.project_of(project)
        project.tool("task", "open", "t", "--max-mutations", "0")
        outcome = project.tool(*self.VERBS[verb], "--task", "t", "--events", "e.jsonl")

        assert outcome.code == 2
        assert outcome.err == (
            f"error: {EXCEEDED}: Mutation budget of task t exceeded (0/0); close it and open another one; "
            "to try again is no use. Nothing was done\n"
        )
        assert project.text("page.py") == NESTED
        told = [json.loads(line) for line in project.text("e.jsonl").splitlines()]
        assert [(event["event"], event.get("exit_code")) for event in told] == [
            ("run_started", None),
            ("run_finished", 2),
        ]

    @pytest.mark.parametrize("verb", ["fix", "codemod run", "codemod apply", "rename", "delete", "patch"])
    def test_in_json_the_error_is_an_object(self, project: Project, verb: str) -> None:
        self.project_of(project)
        project.tool("task", "open", "t", "--max-mutations", "0")
        outcome = project.tool(*self.VERBS[verb], "--task", "t", "--output-format", "json")

        assert outcome.code == 2
        assert outcome.json["error"] == {
            "code": 6001,
            "name": "TASK_BUDGET_EXCEEDED",
            "message": "Mutation budget of task t exceeded (0/0); close it and open another one",
            "retryable": False,
            "details": {"task": "t", "budget_type": "mutations", "limit": 0, "current": 0},
        }

    def test_it_is_counted_down(self, project: Project) -> None:
        project.write({"page.py": CLEAN})
        project.tool("task", "open", "t", "--max-mutations", "2")

        assert [project.fix("--task", "t").code for _ in range(3)] == [0, 0, 2]

    def test_time_runs_out(self, project: Project) -> None:
        project.write({"page.py": CLEAN})
        project.tool("task", "open", "t", "--max-duration", "0")
        outcome = project.fix("--task", "t")

        assert outcome.code == 2
        assert "Duration budget of task t exceeded" in outcome.err

    @pytest.mark.parametrize("arguments", [["check"], ["fix", "--diff"], ["rename", "page.page", "leaf", "--dry-run"]])
    def test_what_only_looks_is_never_refused(self, project: Project, arguments: list[str]) -> None:
        self.project_of(project)
        project.tool("task", "open", "t", "--max-mutations", "0", "--max-duration", "0")
        outcome = project.tool(*arguments, "--task", "t")

        assert outcome.code == 1
        assert shown(project)["mutations"] == 0

    def test_the_environment_names_the_task(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"page.py": CLEAN})
        project.tool("task", "open", "t")
        monkeypatch.setenv("TDOMCHECK_TASK", "t")
        project.fix()
        project.tool("check")

        assert [each["run"]["command"] for each in shown(project)["runs"]] == ["fix", "check"]

    @pytest.mark.parametrize("name", ["unknown", "closed\n::error::"])
    def test_a_task_that_is_not_open_takes_no_change(self, project: Project, name: str) -> None:
        project.write({"page.py": NESTED})
        project.tool("task", "open", "closed\n::error::")
        project.tool("task", "close", "closed\n::error::")
        outcome = project.fix("--task", name)

        assert outcome.code == 2
        assert "TASK_NOT_OPEN (6002)" in outcome.err
        assert not any(line.startswith("::") for line in outcome.err.splitlines())
        assert project.text("page.py") == NESTED

    def test_a_check_goes_on_without_it(self, project: Project) -> None:
        project.write({"page.py": NESTED})
        outcome = project.check("--task", "unknown")

        assert outcome.code == 1
        assert (
            "warning: there is no task unknown; open it with `tdomcheck task open unknown`; the run is not counted"
            in (outcome.err)
        )

    def test_a_budget_that_nobody_can_read_lets_nothing_through(self, project: Project) -> None:
        project.write({"page.py": NESTED, ".tdomcheck/ledger.db": "something else"})
        outcome = project.fix("--task", "t")

        assert outcome.code == 2
        assert "LEDGER_UNUSABLE (6003): the budget of task t is not known" in outcome.err
        assert project.text("page.py") == NESTED


class TestCircles:
    def test_the_same_failure_after_a_change_is_told(self, project: Project) -> None:
        project.tool("task", "open", "t")
        project.write({"page.py": NESTED, "other.py": NESTED})
        assert "no progress" not in project.check("--task", "t", "page.py").err
        assert "no progress" not in project.check("--task", "t", "page.py").err
        project.fix("--task", "t", "other.py")
        outcome = project.check("--task", "t", "page.py")

        assert outcome.err == (
            "note: no progress: this is the failure of the last run, though something was changed in between\n"
        )
        assert shown(project)["runs"][-1]["operation"]["flag"] == "no_progress"

    def test_the_same_change_again_is_told(self, project: Project) -> None:
        project.tool("task", "open", "t")
        for _ in range(2):
            project.write({"page.py": NESTED})
            outcome = project.fix("--task", "t")

        assert outcome.code == 0
        assert project.text("page.py") == UNNESTED
        assert outcome.err == "note: no-op: this is the change of the last run that changed something\n"
        assert "no op" in project.tool("task", "show", "t").out

    def test_a_session_is_a_circle_as_well(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TDOMCHECK_SESSION", "s")
        for _ in range(2):
            project.write({"page.py": NESTED})
            outcome = project.fix()

        assert "no-op" in outcome.err


def test_what_a_closed_task_spent_outlives_its_runs(project: Project) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck.events]\nretention-runs = 1\n", "page.py": NESTED})
    project.tool("task", "open", "t", "--max-mutations", "5")
    for _ in range(3):
        project.fix("--task", "t")
    project.tool("task", "close", "t")
    project.write({"page.py": NESTED})
    project.fix()
    text = project.tool("task", "show", "t").out
    task = shown(project)

    assert "mutations 3 of 5" in text
    assert text.endswith("\n  3 earlier runs no longer kept, and counted above\n")
    assert (task["mutations"], task["forgotten"]["runs"], task["runs"]) == (3, 3, [])
    stats = project.tool("events", "stats", "--output-format", "json").json
    assert [each["mutations"] for each in stats["tasks"]] == [3]
