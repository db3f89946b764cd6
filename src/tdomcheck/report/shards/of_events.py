"""Streams of events of shards, as the stream of one run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.errors import ExitCode
from tdomcheck.hashes import sha256
from tdomcheck.model import Bucket, Severity
from tdomcheck.model.events import (
    CodemodApplied,
    DomainValidation,
    Event,
    FindingReported,
    LedgerByBucket,
    RecordedEvent,
    RunFinished,
    RunIdentity,
    RunStarted,
)
from tdomcheck.model.shard import ShardIdentity
from tdomcheck.report.budgets import GROUP
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.events.findings import counted, ledger_of, reported
from tdomcheck.report.events.lines import line
from tdomcheck.report.events.reading import read_stream
from tdomcheck.report.shards.joining import check_account, joined_result
from tdomcheck.report.shards.reading import ShardRecord, record_of, shard_in
from tdomcheck.report.shards.shapes import NotMergeable, Shape
from tdomcheck.values import dataclass, replace

_CHECK = "check"
_LOOKED_AT = frozenset({Bucket.CHECKED, Bucket.CACHED})


@dataclass(frozen=True, slots=True)
class EventReport:
    """The stream of one shard."""

    record: ShardRecord | ShardIdentity
    """Of a check all of its account."""
    events: tuple[RecordedEvent, ...]
    start: RunStarted
    finish: RunFinished


@dataclass(frozen=True, slots=True)
class _Placed:
    """A finding with what a run sorts by."""

    key: tuple[str, int, int, str, str]
    recorded: RecordedEvent
    event: FindingReported


def read_event_stream(body: bytes) -> EventReport:
    """Raises NotMergeable."""
    reading = read_stream(body.splitlines(keepends=True))
    if reading.problems:
        problem = reading.problems[0]
        raise NotMergeable(f"is no whole stream: line {problem.line}: {problem.reason}")
    runs = {event.identity.run for event in reading.events}
    if len(runs) != 1:
        raise NotMergeable(f"holds {len(runs)} runs: let each shard write a stream of its own")
    start, finish = reading.events[0].body, reading.events[-1].body
    if not (isinstance(start, RunStarted) and isinstance(finish, RunFinished)):
        raise NotMergeable("holds no run: there is nothing to merge")
    if start.shard is None:
        raise NotMergeable("is the stream of a whole run: there is nothing to merge")
    if finish.shard is None:
        raise NotMergeable(
            f"is of a run that ended with {finish.exit_code} before it could give an account of its shard: run it anew"
        )
    given = Shape(finish.shard, "shard")
    record = record_of(given) if start.command == _CHECK else _identity(given)
    return EventReport(record, tuple(reading.events), start, finish)


def _identity(given: Shape) -> ShardIdentity:
    return ShardIdentity(shard_in(given["shard"]), given["version"].raw(), given["configuration"].raw())


def merged_events(named: Sequence[tuple[str, EventReport]]) -> tuple[str, int, tuple[str, ...]]:
    """The stream of the whole run, its exit code, and its warnings."""
    _check_runs(named)
    reports = [report for _, report in named]
    accounts = [(name, report.record) for name, report in named if isinstance(report.record, ShardRecord)]
    inner, finish, warnings = _checked(accounts, reports) if accounts else (*_converted(reports), ())
    first, last = _ends(reports)
    bodies = [(first, _started(reports)), *inner, (last, finish)]
    identity = _identity_of_all(reports)
    text = "".join(line(RecordedEvent(seq, time, identity, body)) for seq, (time, body) in enumerate(bodies))
    return text, finish.exit_code, warnings


_Timed = tuple[str, Event]


def _check_runs(named: Sequence[tuple[str, EventReport]]) -> None:
    """Raise NotMergeable where streams are not of one command, or not of one commit."""
    first, report = named[0]
    commit = report.events[0].identity.commit
    for name, other in named[1:]:
        if other.start.command != report.start.command:
            raise NotMergeable(
                f"{first} is of `{visible(report.start.command)}`, and {name} of `{visible(other.start.command)}`"
            )
        theirs = other.events[0].identity.commit
        if theirs != commit:
            raise NotMergeable(f"{first} is of commit {visible(str(commit))}, and {name} of {visible(str(theirs))}")


def _ends(reports: Sequence[EventReport]) -> tuple[str, str]:
    return min(each.events[0].time for each in reports), max(each.events[-1].time for each in reports)


def _started(reports: Sequence[EventReport]) -> RunStarted:
    start = reports[0].start
    numbers = [each.start.planned_files for each in reports]
    planned = None if None in numbers else sum(number or 0 for number in numbers)
    return replace(start, arguments=tuple(_without_shard(start.arguments)), planned_files=planned, shard=None)


def _without_shard(arguments: Iterable[str]) -> Iterator[str]:
    words = iter(arguments)
    for word in words:
        if word == "--shard":
            next(words, "")
        elif not word.startswith("--shard="):
            yield word


def _identity_of_all(reports: Sequence[EventReport]) -> RunIdentity:
    """A run of its own, the same whenever the same streams are merged."""
    identities = [each.events[0].identity for each in reports]
    mark = sha256("\n".join(sorted(each.run for each in identities)).encode()).hexdigest()
    run = "-".join((mark[:8], mark[8:12], mark[12:16], mark[16:20], mark[20:32]))
    first = identities[0]
    session = first.session if len({each.session for each in identities}) == 1 else None
    branch = first.branch if len({each.branch for each in identities}) == 1 else None
    return replace(first, run=run, session=session, branch=branch)


def _summed(reports: Sequence[EventReport]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for report in reports:
        counts.update(report.finish.counts)
    return counts


def _seconds(reports: Sequence[EventReport]) -> float:
    return round(sum(report.finish.seconds for report in reports), 6)


def _checked(
    accounts: Sequence[tuple[str, ShardRecord]], reports: Sequence[EventReport]
) -> tuple[list[_Timed], RunFinished, tuple[str, ...]]:
    """Findings and validations in the order of one run, and what it warns of."""
    check_account(accounts)
    records = [record for _, record in accounts]
    result, budgets = joined_result(records)
    context = ReportContext(
        sources=budgets.sources, version=records[0].version, root_prefix=records[0].prefix, line_hashes=budgets.hashes
    )
    last = _ends(reports)[1]
    told = reported(result.findings, context)
    own = zip(result.findings, told, strict=True)
    findings = [_Placed(finding.sort_key, replace(reports[0].events[-1], time=last), event) for finding, event in own]
    for record, report in zip(records, reports, strict=True):
        findings += _placed(record, report)
    findings.sort(key=lambda each: each.key)
    counts = _summed(reports)
    counts.update(counted(finding.severity for finding in result.findings))
    inner: list[_Timed] = [(each.recorded.time, each.event) for each in findings]
    validated = [(each.time, each.body) for report in reports for each in report.events]
    is_checked = {file.path for file in result.files if file.bucket in _LOOKED_AT}
    for path in sorted({finding.path for finding in result.findings} & is_checked):
        of_path = [event for finding, event in zip(result.findings, told, strict=True) if finding.path == path]
        validated.append((last, _of_configuration(of_path, budgets.sha256[path])))
    inner += _validations(validated, [each.event for each in findings])
    inner += _others(reports, (RunStarted, RunFinished, FindingReported, DomainValidation))
    finish = RunFinished(result.exit_code, _seconds(reports), dict(counts), ledger_of(result))
    return inner, finish, result.warnings


def _of_configuration(told: Sequence[FindingReported], digest: str) -> DomainValidation:
    """What is said of budgets is said of the file that has them."""
    errors = tuple(f"{each.code}: {each.message}" for each in told if each.severity is not Severity.INFO)
    return DomainValidation(told[0].path, GROUP, not errors, errors, digest)


def _placed(record: ShardRecord, report: EventReport) -> Iterator[_Placed]:
    events = [(each, each.body) for each in report.events if isinstance(each.body, FindingReported)]
    for place, (recorded, event) in zip(record.placed(0, events), events, strict=True):
        yield _Placed((place.path, place.start, place.end, event.code, event.message), recorded, event)


def _validations(told: Iterable[_Timed], findings: Iterable[FindingReported]) -> list[_Timed]:
    """Those of a file and a group of rules as one: some of its rules run in the first shard."""
    united: dict[tuple[str, str], tuple[str, DomainValidation]] = {}
    by_path: Mapping[str, list[str]] = defaultdict(list)
    for finding in findings:
        by_path[finding.path].append(f"{finding.code}: {finding.message}")
    for time, body in told:
        if isinstance(body, DomainValidation):
            key = (body.path, body.validator)
            known = united.get(key)
            if known is None:
                united[key] = time, body
            else:
                united[key] = max(known[0], time), _both(known[1], body, by_path[key[0]])
    return [united[key] for key in sorted(united)]


def _both(one: DomainValidation, other: DomainValidation, said: Sequence[str]) -> DomainValidation:
    if one.content_sha256 != other.content_sha256:
        raise NotMergeable(
            f"the shards saw {visible(one.path)} with different contents: run all of them on the same files"
        )
    left = Counter((*one.errors, *other.errors))
    errors: list[str] = []
    for text in said:  # in the order of the file
        if left[text]:
            left[text] -= 1
            errors.append(text)
    return replace(one, passed=one.passed and other.passed, errors=(*errors, *left.elements()))


def _others(reports: Sequence[EventReport], kinds: tuple[type, ...]) -> Iterator[_Timed]:
    for report in reports:
        yield from ((each.time, each.body) for each in report.events if not isinstance(each.body, kinds))


def _converted(reports: Sequence[EventReport]) -> tuple[list[_Timed], RunFinished]:
    """The files that codemods changed, by path."""
    every = ((event.time, event.body) for report in reports for event in report.events)
    applied = [(body.delta.path, (time, body)) for time, body in every if isinstance(body, CodemodApplied)]
    inner: list[_Timed] = [timed for _, timed in sorted(applied, key=lambda each: each[0])]
    inner += _others(reports, (RunStarted, RunFinished, CodemodApplied))
    files: dict[str, list[str]] = defaultdict(list)
    for report in reports:
        for name, paths in report.finish.ledger.files.items():
            files[name] += paths
    ledger = LedgerByBucket({name: tuple(sorted(paths)) for name, paths in files.items()})
    code = max((report.finish.exit_code for report in reports), default=int(ExitCode.CLEAN))
    return inner, RunFinished(code, _seconds(reports), dict(_summed(reports)), ledger)
