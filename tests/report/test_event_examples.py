"""Examples out of events: the weights of the founding document, on a worked example."""

from __future__ import annotations

import json
from collections.abc import Callable

import event_examples as examples
import pytest

from tdomcheck.model.events import (
    BranchClosed,
    BranchMerged,
    DomainValidation,
    Event,
    RecordedEvent,
    Retry,
    RunFinished,
    RunStarted,
    UserConfirmation,
    UserCorrection,
)
from tdomcheck.report.events.examples import ExampleKind, ExportKnowledge, examples_of, symbols_in
from tdomcheck.report.events.exporting import rows, spec_summary

BAD, GOOD = "a" * 64, "b" * 64


def knowledge(
    *, excluded: Callable[[str], bool] = lambda _: False, code: Callable[[str, str], str | None] = lambda _, __: None
) -> ExportKnowledge:
    return ExportKnowledge(
        lambda error: f"{error} (explained)", lambda spec: f"summary of {spec}" if spec else "", excluded, code
    )


def passed(path: str = "shop.py", digest: str = GOOD) -> Event:
    return DomainValidation(path, "values", True, (), digest)


def failed(path: str = "shop.py", digest: str = BAD) -> Event:
    return DomainValidation(path, "values", False, ("TDC121: nested",), digest)


def retry(path: str = "shop.py") -> Event:
    return Retry(path, "values", ("TDC121: nested",), "before = 1\n", "after = 1\n")


def one(event: Event, branch: str, number: int, second: float) -> list[RecordedEvent]:
    return examples.run_of(
        RunStarted("check"), event, RunFinished(0, 0.1), number=number, second=second, branch=branch, session="s"
    )


def worked(branch: str, start: int) -> list[RecordedEvent]:
    """What section 15.3 weighs: a correction after a failure, a first pass, a person's no, and a workflow."""
    second = start * 1000.0
    events = [
        *one(failed(f"{branch}.py", f"{start:064x}"), branch, start + 1, second),
        *one(retry(f"{branch}.py"), branch, start + 2, second + 10),
        *one(passed(f"{branch}_new.py", f"{start + 1:064x}"), branch, start + 3, second + 20),
        *examples.mark(
            UserCorrection(f"not on {branch}"), number=start + 4, second=second + 30, branch=branch, session="s"
        ),
    ]
    for place, command in enumerate(("find", "rename", "check")):
        arguments = (f"{branch}.Card", "--diff")
        run = examples.run_of(
            RunStarted(command, arguments),
            number=start + 5 + place,
            second=second + 40 + place,
            branch=branch,
            session=branch,
        )
        events += run
    return events


@pytest.mark.parametrize(
    ("outcome", "factor"), [(None, 1.0), (BranchMerged(), 1.2), (BranchClosed(), 0.5)], ids=["open", "merged", "closed"]
)
def test_the_weights_of_the_founding_document(outcome: Event | None, factor: float) -> None:
    """Retry 1.5, first pass 1.0, correction 2.0, workflow 1.3; times 1.2 where it was merged, 0.5 where it was not."""
    events = worked("feature", 100)
    if outcome is not None:
        events += examples.mark(outcome, number=200, second=101_000.0, branch="feature")
    found = {example.kind: example.weight for example in examples_of(events, knowledge())}

    assert found == {
        ExampleKind.CORRECTIVE: round(1.5 * factor, 4),
        ExampleKind.POSITIVE: round(1.0 * factor, 4),
        ExampleKind.NEGATIVE: round(2.0 * factor, 4),
        ExampleKind.WORKFLOW: round(1.3 * factor, 4),
    }


def test_each_branch_is_weighted_by_what_became_of_it() -> None:
    events = [
        *worked("merged", 100), *worked("closed", 120), *worked("open", 140),
        *examples.mark(BranchMerged(), number=300, second=150_000.0, branch="merged"),
        *examples.mark(BranchClosed(), number=301, second=150_000.0, branch="closed"),
    ]  # fmt: skip
    weights = [(example.branch, example.weight) for example in examples_of(events, knowledge())]

    assert sorted(weights) == [
        ("closed", 0.5), ("closed", 0.65), ("closed", 0.75), ("closed", 1.0),
        ("merged", 1.2), ("merged", 1.56), ("merged", 1.8), ("merged", 2.4),
        ("open", 1.0), ("open", 1.3), ("open", 1.5), ("open", 2.0),
    ]  # fmt: skip


def weight_of(*outcomes: tuple[float, Event]) -> float:
    events = one(retry(), "b", 1, 50.0)
    for number, (second, outcome) in enumerate(outcomes, 10):
        events += examples.mark(outcome, number=number, second=second, branch="b")
    return next(each.weight for each in examples_of(events, knowledge()) if each.kind is ExampleKind.CORRECTIVE)


def test_what_became_of_a_branch_before_says_nothing() -> None:
    assert weight_of((10.0, BranchMerged())) == 1.5
    assert weight_of((10.0, BranchClosed()), (100.0, BranchMerged())) == 1.8


def test_a_branch_that_was_closed_and_merged_after_all_is_merged() -> None:
    assert weight_of((100.0, BranchClosed()), (200.0, BranchMerged())) == 1.8
    assert weight_of((100.0, BranchClosed())) == 0.75


class TestWhatIsNoExample:
    def kinds(self, *events: RecordedEvent) -> list[ExampleKind]:
        return [example.kind for example in examples_of(events, knowledge())]

    def test_a_content_that_was_seen_failing(self) -> None:
        assert not self.kinds(*examples.run_of(RunStarted("x"), failed(digest=GOOD), passed(), session="s"))
        assert not self.kinds(*examples.run_of(RunStarted("x"), passed(), failed(digest=GOOD), session="s"))

    def test_a_second_pass_of_the_same_content(self) -> None:
        assert len(self.kinds(*examples.run_of(RunStarted("x"), passed(), passed("other.py"), passed()))) == 1

    def test_findings_and_confirmations(self) -> None:
        assert not self.kinds(*examples.run_of(RunStarted("x"), examples.EVERY[1], UserConfirmation("yes")))

    @pytest.mark.parametrize(
        ("commands", "seconds", "session", "arguments"),
        [
            (("find", "rename", "find"), (0, 1, 2), "s", ("a.B",)),
            (("find", "rename", "check"), (0, 300, 601), "s", ("a.B",)),
            (("find", "rename", "check"), (0, 1, 2), None, ("a.B",)),
            (("find", "rename", "check"), (0, 1, 2), "s", ("src/a.py", "--diff", "text", "shop.py")),
        ],
        ids=["two different commands", "too far apart", "no session", "no symbol"],
    )
    def test_a_workflow_of_less(
        self, commands: tuple[str, ...], seconds: tuple[int, ...], session: str | None, arguments: tuple[str, ...]
    ) -> None:
        runs = [
            examples.run_of(RunStarted(command, arguments), number=number, second=second, session=session)
            for number, (command, second) in enumerate(zip(commands, seconds, strict=True), 1)
        ]
        assert not self.kinds(*(event for run in runs for event in run))

    @pytest.mark.parametrize(
        ("commands", "minutes", "chosen"),
        [
            (("find", "rename", "check"), (0, 5, 10), [["find", "rename", "check"]]),
            (("rename", "move", "delete", "rename"), (0, 8, 12, 13), [["move", "delete", "rename"]]),
            (("a", "b", "c", "d", "e", "f"), (0, 1, 2, 30, 31, 32), [["a", "b", "c"], ["d", "e", "f"]]),
            (("a", "b", "c", "d"), (0, 1, 2, 3), [["a", "b", "c", "d"]]),
        ],
        ids=["ten minutes", "an earlier command", "two of them", "more than enough"],
    )
    def test_a_workflow(self, commands: tuple[str, ...], minutes: tuple[int, ...], chosen: list[list[str]]) -> None:
        runs = [
            examples.run_of(RunStarted(command, ("a.B",)), number=number, second=60 * minute, session="s")
            for number, (command, minute) in enumerate(zip(commands, minutes, strict=True), 1)
        ]
        found = examples_of([event for run in runs for event in run], knowledge())
        assert [example.kind for example in found] == [ExampleKind.WORKFLOW] * len(chosen)
        words = [[line.split()[1] for line in (example.chosen or "").splitlines()] for example in found]
        assert words == chosen

    def test_different_symbols(self) -> None:
        runs = [
            examples.run_of(RunStarted(command, (f"a.{command}",)), number=number, session="s")
            for number, command in enumerate(("find", "rename", "check"), 1)
        ]
        assert not self.kinds(*(event for run in runs for event in run))

    def test_what_the_project_excludes(self) -> None:
        events = examples.run_of(RunStarted("x"), retry("private/a.py"), passed("private/b.py"), session="s")

        assert not examples_of(events, knowledge(excluded=lambda path: path.startswith("private/")))


def test_symbols_are_dotted_or_begin_with_a_capital() -> None:
    assert symbols_in(("a.b.C", "Card", "check", "--x=A.b", "src/a.b", "m.py", "1.2", "é.b")) == [
        "Card",
        "a.b.C",
        "é.b",
    ]


def test_examples_are_told_once_each_with_the_higher_weight() -> None:
    events = [
        *one(retry(), "a", 1, 0.0), *one(retry(), "b", 2, 10.0),
        *examples.mark(BranchMerged(), number=9, second=100.0, branch="b"),
    ]  # fmt: skip
    found = examples_of(events, knowledge())

    assert [example.weight for example in found] == [1.8]


def test_the_order_of_the_streams_does_not_matter() -> None:
    events = [*worked("x", 100), *worked("y", 200)]

    assert examples_of(events, knowledge()) == examples_of(list(reversed(events)), knowledge())


def everything() -> str:
    events = [*worked("feature", 100)]
    return rows(examples_of(events, knowledge(code=lambda path, _: f"# {path}\n")), "pairs")


class TestRows:
    def test_pairs(self) -> None:
        found = [json.loads(row) for row in everything().splitlines()]

        assert [list(row) for row in found] == [["context", "prompt", "rejected", "chosen", "weight", "type"]] * 4
        assert found[0] == {
            "context": "",
            "prompt": "feature.py does not pass the rules for values:\n- TDC121: nested (explained)",
            "rejected": "before = 1\n",
            "chosen": "after = 1\n",
            "weight": 1.5,
            "type": "corrective",
        }
        assert found[1]["chosen"] == "# feature_new.py\n"
        assert (found[2]["rejected"], found[2]["chosen"]) == ("tdomcheck check", None)
        assert found[3]["chosen"].splitlines()[0] == "tdomcheck find feature.Card --diff"

    def test_chatml(self) -> None:
        found = [json.loads(row) for row in rows(examples_of(worked("f", 100), knowledge()), "chatml").splitlines()]

        assert all(list(row) == ["messages", "weight"] for row in found)
        assert [[each["role"] for each in row["messages"]] for row in found] == [
            ["system", "user", "assistant"],
            ["system", "user", "assistant"],
            ["system", "assistant", "user"],
            ["system", "user", "assistant"],
        ]
        assert found[0]["messages"][1]["content"].endswith("```python\nbefore = 1\n```")
        assert found[0]["messages"][2]["content"] == "after = 1\n"
        assert found[1]["messages"][2]["content"] == "(the code was not kept)"

    def test_jsonl_has_what_is_known(self) -> None:
        found = json.loads(rows(examples_of(one(retry(), "b", 1, 0.0), knowledge()), "jsonl"))

        assert found["errors"] == ["TDC121: nested"]
        assert (found["path"], found["validator"], found["session"], found["branch"]) == ("shop.py", "values", "s", "b")

    def test_the_specification_is_the_context(self) -> None:
        events = examples.run_of(RunStarted("x"), retry(), spec_ref="spec.md")
        pair = json.loads(rows(examples_of(events, knowledge()), "pairs"))
        chat = json.loads(rows(examples_of(events, knowledge()), "chatml"))

        assert pair["context"] == "summary of spec.md"
        assert chat["messages"][0]["content"].endswith("Context: summary of spec.md")

    def test_a_correction_of_nothing_known_is_told(self) -> None:
        events = examples.mark(UserCorrection(), number=1, second=0.0, session="s")
        chat = json.loads(rows(examples_of(events, knowledge()), "chatml"))

        assert [each["content"] for each in chat["messages"][1:]] == [
            "(what was done was not told)",
            "Somebody corrected this.",
        ]


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("", ""),
        ("plain text\nof two lines\n\nand more", "plain text\nof two lines"),
        ("---\ntitle: A\n---\n# B\n\nc", "title: A"),
        ("---\nno end", "---\nno end"),
        ("intro\n\n# Title\n\nFirst\nparagraph.\n\nSecond.", "Title\nFirst\nparagraph."),
        ("# Title\r\nat once\r\n\r\nlater", "Title\nat once"),
        ("# Title\n\n## Next\n\ntext", "Title\ntext"),
        ("# Only", "Only"),
    ],
)
def test_the_summary_of_a_specification(text: str, summary: str) -> None:
    assert spec_summary(text) == summary
