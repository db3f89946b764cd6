"""Events as lines: the schema, what keeps it, and what is read back."""

from __future__ import annotations

import json
import pickle
import typing as t

import event_examples as examples
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tdomcheck.model.events import EVENTS, CommitMade, RecordedEvent, RunFinished, RunIdentity, RunStarted
from tdomcheck.report.events.lines import ENVELOPE, as_object, line
from tdomcheck.report.events.reading import read_stream
from tdomcheck.report.events.schema import event_schema, problems, stream_schema, table

WHOLE = examples.whole_stream()
JUDGE = Draft202012Validator(stream_schema())
each_event = pytest.mark.parametrize("event", WHOLE, ids=lambda event: event.body.NAME)


def test_the_examples_have_every_event_there_is() -> None:
    assert {event.body.NAME for event in WHOLE} == set(EVENTS)


def test_the_schema_is_one_and_names_every_event() -> None:
    schema: t.Any = stream_schema()
    Draft202012Validator.check_schema(schema)

    assert list(schema["$defs"]) == list(EVENTS)


def test_the_schema_carries_what_the_design_says_an_event_carries() -> None:
    carried = {
        "run_started": "command arguments versions planned_files",
        "run_finished": "exit_code seconds counts ledger",
        "finding": "path line column code rule severity fingerprint message",
        "domain_validation": "path validator passed errors content_sha256",
        "fix_applied": "path code safety edits old_sha256 new_sha256",
        "fix_rejected": "path code reason winner",
        "retry": "path validator errors original_code corrected_code",
        "codemod_applied": "codemod options delta",
        "test_result": "target outcome duration worker flaky failure_fingerprint",
        "user_correction": "text",
    }
    for name, fields in carried.items():
        schema: t.Any = event_schema(name)
        assert list(schema["properties"])[len(ENVELOPE) :] == fields.split(), name


@each_event
def test_what_is_told_keeps_the_schema(event: RecordedEvent) -> None:
    value = json.loads(line(event))

    assert not list(problems(value))
    JUDGE.validate(value)


@each_event
def test_what_is_told_is_read_back_as_it_was(event: RecordedEvent) -> None:
    reading = read_stream([line(event).encode()])

    assert reading.events == [event]
    assert pickle.loads(pickle.dumps(event)) == event


@each_event
def test_a_field_that_is_missing_or_unknown_is_named(event: RecordedEvent) -> None:
    value: dict[str, t.Any] = dict(as_object(event))
    without = {name: said for name, said in value.items() if name != "seq"}

    assert list(problems(without)) == ["it has no `seq`"]
    assert list(problems({**value, "sequence": 1})) == ["it has an unknown field 'sequence'"]


STARTED = json.loads(line(examples.run_of(RunStarted("check"))[0]))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": 2}, "it has schema 2, and this tdomcheck knows 1: use a newer one"),
        ({"schema": True}, "`schema` is True, not 1"),
        ({"event": "run_stopped"}, "there is no event 'run_stopped'"),
        ({"event": 7}, "it has no `event`"),
        ({"seq": -1}, "`seq` is -1, which is less than 0"),
        ({"seq": "0"}, "`seq` is '0', where a whole number belongs"),
        ({"seq": True}, "`seq` is True, where a whole number belongs"),
        ({"time": "yesterday"}, "`time` is 'yesterday'"),
        ({"time": "2026-13-45T00:00:00Z"}, "`time` is '2026-13-45T00:00:00Z', which no calendar has"),
        ({"run": "1"}, "`run` is '1'"),
        ({"session": 1}, "`session` is 1"),
        ({"arguments": "-q"}, "`arguments` is '-q', where a list belongs"),
        ({"arguments": [1]}, "`arguments[0]` is 1, where a text belongs"),
        ({"versions": {"x": 1}}, "`versions.x` is 1, where a text belongs"),
        ({"planned_files": 1.5}, "`planned_files` is 1.5"),
        ({"command": "x" * 90 and None}, "`command` is None, where a text belongs"),
    ],
)
def test_what_is_wrong_is_said(change: dict[str, object], reason: str) -> None:
    assert list(problems({**STARTED, **change})) == [reason]


@pytest.mark.parametrize("value", [None, 3, "x", [], True])
def test_what_is_no_object_is_no_event(value: object) -> None:
    assert list(problems(value)) == ["it is no object"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(WHOLE), st.data(), JSON)
def test_our_judge_and_that_of_json_schema_agree(event: RecordedEvent, data: st.DataObject, value: object) -> None:
    changed: dict[str, t.Any] = json.loads(line(event))
    changed[data.draw(st.sampled_from(sorted(changed)))] = value
    ours = [each for each in problems(changed) if "calendar" not in each]
    # JSON schema takes 1.0 for a whole number, and Python does not.
    if not any(isinstance(each, float) and each.is_integer() for each in _leaves(value)):
        assert bool(ours) != JUDGE.is_valid(changed)


def _leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in _leaves(each)]
    return [leaf for each in value for leaf in _leaves(each)] if isinstance(value, list) else [value]


@given(st.text())
def test_no_text_breaks_its_line(text: str) -> None:
    told = line(examples.run_of(RunStarted(text, (text,)), session=text)[0])

    assert told.isascii()
    assert told.count("\n") == 1
    assert not read_stream([told.encode()]).problems[1:]


def test_names_of_any_bytes_are_told() -> None:
    told = line(examples.run_of(CommitMade("\udcff\x1b[31m\n::error::##[group]</script>"))[0])

    assert "\\\\xff" in told
    assert "\x1b" not in told
    assert "##[" not in told
    assert read_stream([told.encode()]).events[0].body == CommitMade("\\xff\x1b[31m\n::error::##[group]</script>")


class TestReading:
    def test_a_whole_stream_has_no_problem(self) -> None:
        reading = read_stream(examples.stream(WHOLE).splitlines(keepends=True))

        assert reading.events == WHOLE
        assert not reading.problems
        assert not reading.cut_off

    def test_empty_lines_and_an_empty_stream_are_no_problem(self) -> None:
        assert not read_stream([b"\n", b"  \n"]).problems
        assert not read_stream([]).problems

    def test_a_stream_cut_off_in_the_middle_of_a_line_is_told(self) -> None:
        data = examples.stream(examples.run_of(*examples.EVERY))
        lines = data[: len(data) - 40].splitlines(keepends=True)
        reading = read_stream(lines)

        assert [(each.line, each.reason) for each in reading.problems] == [
            (13, "the line is cut off: it has no line feed"),
            (13, "the line is no JSON: it was cut off, or something else wrote it"),
            (12, f"run {examples.run_id(1)} was cut off: it has no run_finished"),
        ]
        assert len(reading.events) == 12
        assert reading.cut_off == [examples.run_id(1)]

    def test_a_run_that_was_killed_does_not_spoil_the_next_one(self) -> None:
        killed = examples.run_of(RunStarted("check"))
        whole = examples.run_of(*examples.EVERY, number=2)
        reading = read_stream(examples.stream([*killed, *whole]).splitlines(keepends=True))

        assert reading.cut_off == [examples.run_id(1)]
        assert len(reading.problems) == 1

    def test_a_gap_is_told(self) -> None:
        events = examples.run_of(*examples.EVERY)
        reading = read_stream(examples.stream([*events[:3], *events[4:]]).splitlines(keepends=True))

        assert [each.reason for each in reading.problems] == [
            f"run {examples.run_id(1)} goes on with 4, where 3 was to come"
        ]

    def test_what_does_not_begin_or_begins_twice_or_goes_on_after_its_end_is_told(self) -> None:
        def reasons(*bodies: t.Any) -> list[str]:
            found = read_stream(examples.stream(examples.run_of(*bodies)).splitlines(keepends=True)).problems
            return [each.reason.removeprefix(f"run {examples.run_id(1)} ") for each in found]

        started, finished = RunStarted("check"), RunFinished(0, 0.1)
        assert reasons(started, finished) == []
        assert reasons(examples.EVERY[1], finished) == ["does not begin with run_started"]
        assert reasons(started, started, finished) == ["begins a second time"]
        assert reasons(started, finished, examples.EVERY[1])[0] == "goes on after its end"

    def test_lines_that_are_too_long_or_too_deep_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tdomcheck.report.events.reading.MOST_BYTES", 2 << 20)
        reading = read_stream([b" " * (3 << 20) + b"{}\n", b"[" * 200_000 + b"\n", b"\xff\xfe\n"])

        assert [each.line for each in reading.problems] == [1, 2, 3]
        assert "more than 2 MB" in reading.problems[0].reason

    def test_problems_are_limited(self) -> None:
        assert len(read_stream([b"x\n"] * 5_000).problems) == 1_000

    def test_identities_come_back(self) -> None:
        event = examples.run_of(RunStarted("x"), session="s", branch="b", commit="c", spec_ref="spec.md")[0]

        assert read_stream([line(event).encode()]).events[0].identity == RunIdentity(
            examples.run_id(1), "s", "b", "c", "spec.md"
        )


def test_the_table_of_the_documentation_has_a_row_for_every_event() -> None:
    rows = table().splitlines()

    assert len(rows) == len(EVENTS) + 2
    assert "| `retry` | `path`, `validator`, `errors`, `original_code`, `corrected_code` |" in table()
