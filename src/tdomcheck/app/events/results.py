"""What a check came to, as events: findings, validations, retries, and the account at the end."""

from __future__ import annotations

import os
import typing as t
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.events.recorder import Recorder
from tdomcheck.app.passes.state import FileState
from tdomcheck.app.present import ReportOptions, report_context
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.config.selectors import INDISPENSABLE
from tdomcheck.edges.ledger import Ledger
from tdomcheck.hashes import sha256
from tdomcheck.lint.plan import FilePlan
from tdomcheck.model import Bucket, Finding, RunResult, Severity
from tdomcheck.model.events import DomainValidation, Retry
from tdomcheck.model.fingerprints import failure_fingerprint
from tdomcheck.model.ledger import FailedValidation
from tdomcheck.model.paths import is_within
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.events.findings import counted, ledger_of, reported
from tdomcheck.report.events.secret_shapes import secret_shape
from tdomcheck.report.places import ordered
from tdomcheck.values import dataclass, field

MOST_CAPTURED = 256 * 1024
"""Longer files are not kept as examples."""
_FAILING = frozenset({Severity.ERROR, Severity.WARNING})


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """A run that was judged, and the bytes that stand in for files on disk."""

    session: Session
    analysis: RunAnalysis
    result: RunResult
    contents: Mapping[str, bytes] = field(default_factory=dict)
    is_on_disk: bool = True
    """Else what was judged is only what would be: it validates nothing."""


def tell_check(recorder: Recorder, checked: CheckedRun) -> None:
    """Findings, validations and retries; the account of files and rules."""
    session, result = checked.session, checked.result
    context = report_context(result, ReportOptions(), session.cwd, checked.contents, {})
    prints = _tell_findings(recorder, result, context)
    if checked.is_on_disk and recorder.has_stream:  # what nobody hears of a correction now is told by a later run
        failing: _Failing = {}
        recorder.with_ledger(lambda ledger: failing.update(ledger.failing(recorder.author)))
        validations = list(_validations(checked, context, failing))
        recorder.emit(*(each.event for each in validations if each.is_new))
        if result.shard is None:  # a shard does not know whether a file passes all rules of a group
            recorder.with_ledger(lambda ledger: _tell_retries(recorder, ledger, checked, failing, validations))
    _account(recorder, result)
    if result.exit_code:
        recorder.account.failure_fingerprint = failure_fingerprint((*prints, *result.errors), result.exit_code)


def _tell_findings(recorder: Recorder, result: RunResult, context: ReportContext) -> Sequence[str]:
    """Every finding; the fingerprints of those that a run can fail for."""
    events = reported(ordered(result.findings), context)
    if recorder.has_stream:
        recorder.emit(*events)
    return [event.fingerprint for event in events if event.severity in _FAILING]


def _account(recorder: Recorder, result: RunResult) -> None:
    recorder.account.counts |= {
        **counted(finding.severity for finding in result.findings),
        "suppressed": len(result.suppressed),
        "fixed": result.fixes.count if result.fixes else 0,
        "files": len(result.files),
    }
    recorder.account.ledger = ledger_of(result)


_Failing: t.TypeAlias = dict[tuple[str, str], FailedValidation]
"""What failed last and has not passed since, by path and group."""


@dataclass(frozen=True, slots=True)
class _Validation:
    """What a group of rules says of a file."""

    state: FileState
    event: DomainValidation
    is_new: bool
    """The file has changed since a run judged it."""


def _validations(checked: CheckedRun, context: ReportContext, failing: _Failing) -> Iterator[_Validation]:
    """Each group of rules that found a candidate in a file, in the order of the files.

    A file that has not changed is not read again: only its findings count, and the groups that it failed before."""
    groups = {info.code: info.group for info in checked.result.catalog}
    by_path: dict[str, list[Finding]] = defaultdict(list)
    accepted: dict[str, set[str]] = defaultdict(set)
    for finding in checked.result.findings:
        by_path[finding.path].append(finding)
    for finding in (each.finding for each in checked.result.suppressed):
        accepted[finding.path].add(groups.get(finding.code, finding.code))
    gates = _Gates(checked)
    failed: dict[str, dict[str, str]] = defaultdict(dict)
    for (path, name), failure in failing.items():
        failed[path][name] = failure.content_sha256
    for state in _judged_states(checked):
        file = state.planned
        path, digest = context.rooted(file.shown), state.digest[:64]
        is_new = state.bucket is Bucket.CHECKED or {digest} != {digest, *failed[path].values()}
        asked = set(failed[path]) if not is_new else set() if file.is_lent else gates.candidates(state)
        errors = _errors(by_path[file.shown], accepted[file.shown] | asked, groups)
        for name, said in sorted(errors.items()):
            yield _Validation(state, DomainValidation(path, name, not said, tuple(said), digest), is_new)


def _judged_states(checked: CheckedRun) -> Iterator[FileState]:
    """The files that rules looked at, in order, with those that another shard lent."""
    lent = {path: state for path, state in checked.analysis.others.items() if state.planned.is_lent}
    for _, state in sorted({**checked.analysis.states, **lent}.items()):
        if state.analysis is not None and state.bucket in {Bucket.CHECKED, Bucket.CACHED} and state.digest:
            yield state


def _errors(
    findings: Sequence[Finding], asked: Iterable[str], groups: Mapping[str, str]
) -> Mapping[str, Sequence[str]]:
    """What the findings of a file say, by the groups of their rules; nothing for those that were asked, and passed."""
    errors: dict[str, list[str]] = {name: [] for name in asked}
    for finding in ordered(findings):
        said = errors.setdefault(groups.get(finding.code, finding.code), [])
        if finding.severity in _FAILING:
            said.append(visible(f"{finding.code}: {finding.message}"))
    if any(finding.code in INDISPENSABLE for finding in findings):  # what no rule could read has passed none
        return {name: said for name, said in errors.items() if said}
    return errors


class _Question(t.NamedTuple):
    """What a rule asks of the text of a file that has one of its features; of none: nothing."""

    group: str
    tokens: tuple[bytes, ...]


@dataclass(slots=True)
class _Gates:
    """What the gates of rules ask of a file: its features are known, its text is read where they leave it open.

    A gate that asks for no feature lets far more in than there is to look at; of those only findings tell."""

    checked: CheckedRun
    known: dict[int, tuple[FilePlan, Mapping[str, Sequence[_Question]]]] = field(default_factory=dict)

    def candidates(self, state: FileState) -> set[str]:
        """The groups of rules that had something to look at."""
        asked = self._asked(state)
        admitted = [each for word in (state.words or "").split("\n") for each in asked.get(word, ())]
        groups = {each.group for each in admitted if not each.tokens}
        asking = [each for each in admitted if each.group not in groups]
        data = _data(self.checked, state) if asking else None
        if data is not None:
            groups |= {each.group for each in asking if any(token in data for token in each.tokens)}
        return groups

    def _asked(self, state: FileState) -> Mapping[str, Sequence[_Question]]:
        """What rules ask of files that have a feature."""
        file, session = state.planned, self.checked.session
        plan = session.plan(file.settings, file.path)
        if id(plan) not in self.known:
            entries = session.catalog(file.settings).by_code
            rules = [entries[rule.code] for rule in plan.rules if rule.code in entries]
            asked: dict[str, list[_Question]] = defaultdict(list)
            for entry in rules:
                question = _Question(entry.info.group, tuple(token.encode() for token in entry.gate.tokens))
                for feature in entry.gate.features:
                    asked[feature].append(question)
            self.known[id(plan)] = plan, asked  # the plan is kept, so that no other one takes its place in memory
        return self.known[id(plan)][1]


def _data(checked: CheckedRun, state: FileState) -> bytes | None:
    """The bytes that were judged; None where the file holds others by now."""
    path = state.planned.path
    try:
        data = checked.contents[path] if path in checked.contents else read_regular(path)
    except OSError:
        return None
    return data if sha256(data).hexdigest() == state.digest[:64] else None


def _tell_retries(
    recorder: Recorder,
    ledger: Ledger,
    checked: CheckedRun,
    failing: _Failing,
    validations: Sequence[_Validation],
) -> None:
    """A file that passes what it failed before, with other content, was corrected."""
    failed: _Failing = {}
    passed: list[tuple[str, str]] = []
    for validation in validations:
        event, state = validation.event, validation.state
        key = (event.path, event.validator)
        before = failing.get(key)
        is_known = before is not None and before.content_sha256 == event.content_sha256
        if not event.passed:
            code = before.code if is_known and before is not None else _captured(checked, state)
            failed[key] = FailedValidation(event.content_sha256, event.errors, code)
        elif before is not None:
            passed.append(key)
            if not is_known:
                corrected = _captured(checked, state)
                recorder.emit(Retry(*key, before.errors, before.code if corrected is not None else None, corrected))
    if failed or passed:
        ledger.note_validations(recorder.author, failed, passed, recorder.started)


def _captured(checked: CheckedRun, state: FileState) -> str | None:
    """The code of a file where the configuration lets it be kept; never from outside the project, nor with a secret."""
    settings = checked.session.settings
    path = state.planned.path
    if not settings.events.capture or not is_within(os.path.realpath(path), os.path.realpath(settings.project)):
        return None
    data = _data(checked, state)
    try:
        code = None if data is None or len(data) > MOST_CAPTURED else data.decode()
    except UnicodeDecodeError:
        return None
    return None if code is None or secret_shape(code) is not None else code
