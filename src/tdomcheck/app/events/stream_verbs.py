"""`events schema|validate|tail|stats|dashboard|mark`: text, an exit code, and text for standard error."""

from __future__ import annotations

import json
import os
import time
import typing as t
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from tdomcheck.app.events.identity import identity_of, without_secrets
from tdomcheck.app.events.places import PRINTED, open_stream, stream_path
from tdomcheck.app.events.recorder import Answer, now
from tdomcheck.app.events.streams import (
    NamedStream,
    default_name,
    events_of,
    has_ledger,
    ledger_content,
    lines_of,
    opened,
    read_streams,
    troubles_of,
)
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edges.files import write_report
from tdomcheck.errors import ExitCode, UsageError, WriteError
from tdomcheck.model.events import MARKS, RecordedEvent, RunIdentity
from tdomcheck.report.escape import told, visible
from tdomcheck.report.events import chart, dashboard, numbers
from tdomcheck.report.events.figures import StreamStats
from tdomcheck.report.events.lines import line
from tdomcheck.report.events.reading import event_of
from tdomcheck.report.events.schema import problems, stream_schema
from tdomcheck.report.events.secret_shapes import masked
from tdomcheck.report.events.stats import stats_of
from tdomcheck.report.events.told import told_event
from tdomcheck.report.jsontext import Json, dump
from tdomcheck.values import dataclass

PAUSE = 0.2
"""Seconds between two looks at a stream that is followed."""


def run_schema() -> Answer:
    """`events schema`."""
    return dump(stream_schema()), ExitCode.CLEAN, ""


def run_validate(request: Request, names: Sequence[str], *, is_json: bool) -> Answer:
    """`events validate`: what is wrong, line by line."""
    streams = read_streams(Session(request), names)
    for stream in streams:
        if not (stream.reading.events or stream.reading.problems):
            stream.reading.complain(0, "the stream is empty: not one run was recorded")
    is_bad = any(stream.reading.problems for stream in streams)
    text = dump({"files": [_verdict(stream) for stream in streams]}) if is_json else "".join(map(_told, streams))
    return text, ExitCode.FINDINGS if is_bad else ExitCode.CLEAN, ""


def _verdict(stream: NamedStream) -> Json:
    found: list[Json] = [{"line": each.line, "reason": visible(each.reason)} for each in stream.reading.problems]
    runs = len({event.identity.run for event in stream.reading.events})
    return {
        "path": visible(stream.name),
        "valid": not found,
        "events": len(stream.reading.events),
        "runs": runs,
        "cut_off": list(stream.reading.cut_off),
        "problems": found,
    }


def _told(stream: NamedStream) -> str:
    reading = stream.reading
    lines = [f"{stream.name}:{problem.line}: {problem.reason}" for problem in reading.problems]
    count = len({event.identity.run for event in reading.events})
    verdict = "not valid" if lines else "valid"
    lines.append(f"{stream.name}: {len(reading.events):,} events of {count:,} runs, {verdict}")
    return "".join(f"{visible(each)}\n" for each in lines)


def run_stats(request: Request, names: Sequence[str], form: str, output_file: str) -> Answer:
    """`events stats`: the numbers, in some form."""
    stats, notice = _stats(request, names)
    return _given(FORMS[form](stats), output_file, notice)


def run_dashboard(request: Request, names: Sequence[str], output_file: str) -> Answer:
    """`events dashboard`: the page."""
    stats, notice = _stats(request, names)
    return _given(dashboard.page(stats), output_file, notice)


FORMS: Mapping[str, Callable[[StreamStats], str]] = {
    "text": numbers.as_text,
    "json": numbers.as_json,
    "openmetrics": numbers.as_openmetrics,
    "svg": chart.as_svg,
}


def _stats(request: Request, names: Sequence[str]) -> tuple[StreamStats, str]:
    session = Session(request)
    is_ledger_alone = not names and stream_path(session) in {"", PRINTED} and has_ledger(session)
    streams = [] if is_ledger_alone else read_streams(session, names)
    ledger, troubles = ledger_content(session)
    return stats_of(events_of(streams), ledger), told("warning", [*troubles_of(streams), *troubles])


def _given(text: str, output_file: str, notice: str) -> Answer:
    if not output_file:
        return text, ExitCode.CLEAN, notice
    write_report(output_file, text)
    return "", ExitCode.CLEAN, notice


@dataclass(frozen=True, slots=True)
class MarkOrder:
    """What is to be told, in place of what the surroundings say."""

    name: str
    branch: str | None = None
    commit: str | None = None
    text: str | None = None
    session: str | None = None


def run_mark(request: Request, order: MarkOrder, environ: Mapping[str, str]) -> Answer:
    """`events mark`: one event from a hook of git or a step of CI."""
    session = Session(request)
    stream = open_stream(session)
    if stream is None:
        raise UsageError("there is no stream: pass --events, or set `events.path` in the configuration")
    known = identity_of(session.cwd, environ)
    identity = RunIdentity(
        known.run,
        without_secrets(order.session) or known.session,
        without_secrets(order.branch) or known.branch,
        without_secrets(order.commit) or known.commit,
        known.spec_ref,
    )
    text = None if order.text is None else masked(order.text)
    stream.write(line(RecordedEvent(0, now(), identity, MARKS[order.name](text))))
    stream.close()
    if stream.problem:
        raise WriteError(request.events or session.settings.events.path, stream.problem)
    return "", ExitCode.CLEAN, ""


def tail(request: Request, name: str, most: int, *, follows: bool, is_json: bool) -> Iterator[str]:
    """`events tail`: the last events, and with `follows` those to come."""
    session = Session(request)
    is_named = bool(name)
    name = name or default_name(session)
    if follows and name == PRINTED:
        raise UsageError("standard input cannot be followed: it is read to its end anyway")
    try:
        with opened(session, name, is_named=is_named) as file:
            for data in deque(lines_of(file), most):
                yield _shown(data, is_json=is_json)
            while follows:
                yield from (_shown(data, is_json=is_json) for data in _further(file))
                time.sleep(PAUSE)
    except OSError as error:
        raise UsageError(f"{name}: the stream cannot be read: {error.strerror or error}") from None


def _further(file: t.BinaryIO) -> Iterator[bytes]:
    """The whole lines that have come since; a file that was cut short is read from its beginning."""
    if os.fstat(file.fileno()).st_size < file.tell():
        file.seek(0)
    for data in lines_of(file):
        if not data.endswith(b"\n"):
            file.seek(-len(data), os.SEEK_CUR)
            return
        yield data


def _shown(data: bytes, *, is_json: bool) -> str:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = {}
    if any(True for _ in problems(value)):
        return "" if is_json else f"? {visible(data.decode('utf-8', 'replace').strip()[:200])}\n"
    event = event_of(value)
    return line(event) if is_json else f"{told_event(event)}\n"
