"""Examples out of events: corrections with the code before and after, and what they weigh."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

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
from tdomcheck.report.events.examples import ExportKnowledge, TrainingExample, examples_of
from tdomcheck.report.events.exporting import rows, spec_summary


def knowledge(*, excluded: Callable[[str], bool] = lambda _: False) -> ExportKnowledge:
    return ExportKnowledge(
        lambda error: f"{error} (explained)", lambda spec: f"summary of {spec}" if spec else "", excluded
    )


def retry(path: str = "shop.py", before: str | None = "before = 1\n", after: str | None = "after = 1\n") -> Event:
    return Retry(path, "values", ("TDC121: nested",), before, after)


def found_in(events: Sequence[RecordedEvent], known: ExportKnowledge | None = None) -> list[TrainingExample]:
    return examples_of(events, known or knowledge())[0]


def one(event: Event, branch: str, number: int, second: float) -> list[RecordedEvent]:
    return examples.run_of(
        RunStarted("check"), event, RunFinished(0, 0.1), number=number, second=second, branch=branch, session="s"
    )


def test_each_branch_is_weighted_by_what_became_of_it() -> None:
    """A retry weighs 1.5; times 1.2 where it was merged, 0.5 where it was closed."""
    events = [
        *one(retry("a.py"), "merged", 100, 0.0), *one(retry("b.py"), "closed", 120, 1.0),
        *one(retry("c.py"), "open", 140, 2.0),
        *examples.mark(BranchMerged(), number=300, second=150_000.0, branch="merged"),
        *examples.mark(BranchClosed(), number=301, second=150_000.0, branch="closed"),
    ]  # fmt: skip

    assert [(example.branch, example.weight) for example in found_in(events)] == [
        ("merged", 1.8), ("closed", 0.75), ("open", 1.5),
    ]  # fmt: skip


def weight_of(*outcomes: tuple[float, Event]) -> float:
    events = one(retry(), "b", 1, 50.0)
    for number, (second, outcome) in enumerate(outcomes, 10):
        events += examples.mark(outcome, number=number, second=second, branch="b")
    (example,) = found_in(events)
    return example.weight


def test_what_became_of_a_branch_before_says_nothing() -> None:
    assert weight_of((10.0, BranchMerged())) == 1.5
    assert weight_of((10.0, BranchClosed()), (100.0, BranchMerged())) == 1.8


def test_a_branch_that_was_closed_and_merged_after_all_is_merged() -> None:
    assert weight_of((100.0, BranchClosed()), (200.0, BranchMerged())) == 1.8
    assert weight_of((100.0, BranchClosed())) == 0.75


class TestWhatIsNoExample:
    @pytest.mark.parametrize(
        "event",
        [
            examples.EVERY[1],
            DomainValidation("shop.py", "values", True, (), "b" * 64),
            UserConfirmation("yes"),
            UserCorrection("no"),
        ],
    )
    def test_what_has_no_code_before_and_after(self, event: Event) -> None:
        assert examples_of(one(event, "b", 1, 0.0), knowledge()) == ([], 0)

    @pytest.mark.parametrize("codes", [(None, None), ("before", None), (None, "after")])
    def test_a_correction_whose_code_was_not_kept_is_counted(self, codes: tuple[str | None, str | None]) -> None:
        assert examples_of(one(retry("shop.py", *codes), "b", 1, 0.0), knowledge()) == ([], 1)

    def test_what_the_project_excludes(self) -> None:
        events = one(retry("private/a.py", None), "b", 1, 0.0)

        assert examples_of(events, knowledge(excluded=lambda path: path.startswith("private/"))) == ([], 0)


def test_examples_are_told_once_each_with_the_higher_weight() -> None:
    events = [
        *one(retry(), "a", 1, 0.0), *one(retry(), "b", 2, 10.0),
        *examples.mark(BranchMerged(), number=9, second=100.0, branch="b"),
    ]  # fmt: skip
    assert [example.weight for example in found_in(events)] == [1.8]


def test_the_order_of_the_streams_does_not_matter() -> None:
    events = [*one(retry("x.py"), "x", 100, 0.0), *one(retry("y.py"), "y", 200, 0.0)]

    assert found_in(events) == found_in(list(reversed(events)))


class TestRows:
    def test_pairs(self) -> None:
        (found,) = [json.loads(row) for row in rows(found_in(one(retry(), "b", 1, 0.0)), "pairs").splitlines()]

        assert list(found) == ["context", "prompt", "rejected", "chosen", "weight", "type"]
        assert found == {
            "context": "",
            "prompt": "shop.py does not pass the rules for values:\n- TDC121: nested (explained)",
            "rejected": "before = 1\n",
            "chosen": "after = 1\n",
            "weight": 1.5,
            "type": "corrective",
        }

    def test_chatml_ends_with_the_turn_of_the_assistant(self) -> None:
        found = json.loads(rows(found_in(one(retry(), "b", 1, 0.0)), "chatml"))

        assert list(found) == ["messages", "weight"]
        assert [each["role"] for each in found["messages"]] == ["system", "user", "assistant"]
        assert found["messages"][1]["content"].endswith("```python\nbefore = 1\n```")
        assert found["messages"][2]["content"] == "after = 1\n"

    def test_jsonl_has_what_is_known(self) -> None:
        found = json.loads(rows(found_in(one(retry(), "b", 1, 0.0)), "jsonl"))

        assert found["errors"] == ["TDC121: nested"]
        assert (found["path"], found["validator"], found["session"], found["branch"]) == ("shop.py", "values", "s", "b")

    def test_the_specification_is_the_context(self) -> None:
        events = examples.run_of(RunStarted("x"), retry(), spec_ref="spec.md")
        pair = json.loads(rows(found_in(events), "pairs"))
        chat = json.loads(rows(found_in(events), "chatml"))

        assert pair["context"] == "summary of spec.md"
        assert chat["messages"][0]["content"].endswith("Context: summary of spec.md")


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
