"""A stream read back: its events as values, and what is wrong with it, by line."""

from __future__ import annotations

import json
import types
import typing as t
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache

from tdomcheck.model.codec import field_names
from tdomcheck.model.events import EVENTS, MARKS, RecordedEvent, RunFinished, RunIdentity, RunStarted
from tdomcheck.report.events.schema import problems
from tdomcheck.values import dataclass, field, is_dataclass

MOST_BYTES = 32 << 20
"""Of one line: what is longer, no run wrote."""
_MOST_PROBLEMS = 1_000


@dataclass(frozen=True, slots=True)
class StreamProblem:
    """What is wrong in a line of a stream; line 0 is the stream as a whole."""

    line: int
    reason: str


@dataclass(slots=True)
class StreamReading:
    """What a stream says, as far as it can be read."""

    events: list[RecordedEvent] = field(default_factory=list)
    problems: list[StreamProblem] = field(default_factory=list)
    cut_off: list[str] = field(default_factory=list)
    """Runs that have no end."""

    def complain(self, line: int, reason: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(StreamProblem(line, reason))


def read_stream(lines: Iterable[bytes]) -> StreamReading:
    """Read a stream line by line, and judge its runs: each begins, counts on and ends."""
    reading = StreamReading()
    runs: dict[str, _Run] = {}
    for number, data in enumerate(lines, 1):
        if not data.strip():
            continue
        if not data.endswith(b"\n"):
            reading.complain(number, "the line is cut off: it has no line feed")
        recorded = _read(data, number, reading)
        if recorded is not None:
            reading.events.append(recorded)
            run = runs.setdefault(recorded.identity.run, _Run())
            run.last_line = number
            for reason in run.take(recorded):
                reading.complain(number, reason)
    for name, run in runs.items():
        if run.is_begun and not run.is_ended:
            reading.cut_off.append(name)
            reading.complain(run.last_line, f"run {name} was cut off: it has no run_finished")
    return reading


def _read(data: bytes, number: int, reading: StreamReading) -> RecordedEvent | None:
    if len(data) > MOST_BYTES:
        reading.complain(number, f"the line has more than {MOST_BYTES >> 20} MB")
        return None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        reading.complain(number, "the line is no JSON: it was cut off, or something else wrote it")
        return None
    faults = list(problems(value))
    for fault in faults[:5]:
        reading.complain(number, fault)
    return None if faults else event_of(value)


@dataclass(slots=True)
class _Run:
    """One run as far as it was read."""

    next: int = 0
    is_begun: bool = False
    is_ended: bool = False
    last_line: int = 0
    """Where its last event stands."""

    def take(self, recorded: RecordedEvent) -> Iterator[str]:
        run, body = recorded.identity.run, recorded.body
        if recorded.seq != self.next:
            yield f"run {run} goes on with {recorded.seq}, where {self.next} was to come"
        if self.is_ended:
            yield f"run {run} goes on after its end"
        is_first = recorded.seq == 0
        if is_first and not isinstance(body, RunStarted) and body.NAME not in MARKS:
            yield f"run {run} does not begin with run_started"
        elif isinstance(body, RunStarted) and not is_first:
            yield f"run {run} begins a second time"
        self.is_begun = self.is_begun or body.NAME not in MARKS
        self.is_ended = isinstance(body, RunFinished)
        self.next = recorded.seq + 1


def event_of(value: Mapping[str, t.Any]) -> RecordedEvent:
    """An object that keeps the schema as a value."""
    kind: t.Any = EVENTS[value["event"]]
    identity = RunIdentity(**{name: value[name] for name in field_names(RunIdentity)})
    body = {name: _decoder(_hints(kind)[name])(value[name]) for name in field_names(kind) if name in value}
    return RecordedEvent(value["seq"], value["time"], identity, kind(**body))


@cache
def _hints(kind: t.Any) -> dict[str, t.Any]:  # classes are asked for what they annotate, which is of any type
    return t.get_type_hints(kind)


@cache
def _decoder(hint: t.Any) -> Callable[[t.Any], t.Any]:
    """What makes a value of a field of its JSON."""
    origin, arguments = t.get_origin(hint), t.get_args(hint)
    if origin in {t.Union, types.UnionType}:
        inner = _decoder(next(argument for argument in arguments if argument is not type(None)))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        item = _decoder(arguments[0])
        return lambda values: tuple(item(value) for value in values)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        entry = _decoder(arguments[1])
        return lambda values: {name: entry(value) for name, value in values.items()}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if is_dataclass(hint):
        return _value_decoder(hint)
    return lambda value: value


def _value_decoder(kind: t.Any) -> Callable[[t.Any], t.Any]:
    return lambda value: kind(**{name: _decoder(_hints(kind)[name])(value[name]) for name in field_names(kind)})
