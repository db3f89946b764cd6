"""What a check came to, as events: findings, validations, retries, and the account at the end."""

from __future__ import annotations

import os
import typing as t
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.events.recorder import Recorder
from tdomcheck.app.passes.state import FileState
from tdomcheck.app.present import ReportOptions, report_context
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.ledger import Ledger
from tdomcheck.hashes import sha256
from tdomcheck.lint.plan import FilePlan
from tdomcheck.model import Bucket, Finding, RuleState, RunResult, Severity
from tdomcheck.model.events import DomainValidation, FindingReported, LedgerByBucket, Retry
from tdomcheck.model.fingerprints import failure_fingerprint
from tdomcheck.model.ledger import FailedValidation
from tdomcheck.model.paths import is_within
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.events.masking import masked_code
from tdomcheck.report.fingerprint import fingerprints
from tdomcheck.report.places import Places, ordered
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
        validations = list(_validations(checked, context))
        recorder.emit(*(validation for _, validation in validations))
        recorder.with_ledger(lambda ledger: _tell_retries(recorder, ledger, checked, validations))
    _account(recorder, result)
    if result.exit_code:
        recorder.account.failure_fingerprint = failure_fingerprint((*prints, *result.errors), result.exit_code)


def _tell_findings(recorder: Recorder, result: RunResult, context: ReportContext) -> Sequence[str]:
    """Every finding; the fingerprints of those that a run can fail for."""
    shown = ordered(result.findings)
    places = context.places
    prints = fingerprints(shown, places, context)
    if recorder.has_stream:
        recorder.emit(*(_told(finding, mark, places, context) for finding, mark in zip(shown, prints, strict=True)))
    return [mark for finding, mark in zip(shown, prints, strict=True) if finding.severity in _FAILING]


def _told(finding: Finding, mark: str, places: Places, context: ReportContext) -> FindingReported:
    at = places.region(finding.path, finding.span)
    return FindingReported(
        context.rooted(finding.path),
        at.line,
        at.column,
        finding.code,
        finding.slug,
        finding.severity,
        mark,
        visible(finding.message),
    )


def _account(recorder: Recorder, result: RunResult) -> None:
    levels = [finding.severity for finding in result.findings]
    files: dict[str, list[str]] = {bucket.value: [] for bucket in Bucket}
    for outcome in result.files:
        files[outcome.bucket.value].append(outcome.path)
    rules: dict[str, list[str]] = {state.value.replace(" ", "_"): [] for state in RuleState}
    for rule in result.rules:
        rules[rule.state.value.replace(" ", "_")].append(rule.code)
    recorder.account.counts |= {
        "findings": len(result.findings),
        "errors": levels.count(Severity.ERROR),
        "warnings": levels.count(Severity.WARNING),
        "infos": levels.count(Severity.INFO),
        "suppressed": len(result.suppressed),
        "fixed": result.fixes.count if result.fixes else 0,
        "files": len(result.files),
    }
    recorder.account.ledger = LedgerByBucket(
        {name: tuple(paths) for name, paths in files.items()}, {name: tuple(codes) for name, codes in rules.items()}
    )


def _validations(checked: CheckedRun, context: ReportContext) -> Iterator[tuple[FileState, DomainValidation]]:
    """Each group of rules that found a candidate in a file, in the order of the files."""
    groups = {info.code: info.group for info in checked.result.catalog}
    by_path: dict[str, list[Finding]] = defaultdict(list)
    accepted: dict[str, set[str]] = defaultdict(set)
    for finding in checked.result.findings:
        by_path[finding.path].append(finding)
    for finding in (each.finding for each in checked.result.suppressed):
        accepted[finding.path].add(groups.get(finding.code, finding.code))
    gates = _Gates(checked)
    for _, state in sorted(checked.analysis.states.items()):
        file = state.planned
        if state.analysis is None or state.bucket not in {Bucket.CHECKED, Bucket.CACHED} or not state.digest:
            continue
        errors: dict[str, list[str]] = {name: [] for name in accepted[file.shown] | gates.candidates(state)}
        for finding in ordered(by_path[file.shown]):
            said = errors.setdefault(groups.get(finding.code, finding.code), [])
            if finding.severity in _FAILING:
                said.append(visible(f"{finding.code}: {finding.message}"))
        for name, said in sorted(errors.items()):
            path = context.rooted(file.shown)
            yield state, DomainValidation(path, name, not said, tuple(said), state.digest[:64])


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
    recorder: Recorder, ledger: Ledger, checked: CheckedRun, validations: Sequence[tuple[FileState, DomainValidation]]
) -> None:
    """A file that passes what it failed before, with other content, was corrected."""
    failing = ledger.failing(recorder.author)
    failed: dict[tuple[str, str], FailedValidation] = {}
    passed: list[tuple[str, str]] = []
    for state, validation in validations:
        key = (validation.path, validation.validator)
        before = failing.get(key)
        if not validation.passed:
            is_known = before is not None and before.content_sha256 == validation.content_sha256
            code = before.code if is_known and before is not None else _captured(checked, state)
            failed[key] = FailedValidation(validation.content_sha256, validation.errors, code)
        elif before is not None:
            passed.append(key)
            if before.content_sha256 != validation.content_sha256:
                corrected = _captured(checked, state)
                recorder.emit(Retry(*key, before.errors, before.code if corrected is not None else None, corrected))
    if failed or passed:
        ledger.note_validations(recorder.author, failed, passed, recorder.started)


def _captured(checked: CheckedRun, state: FileState) -> str | None:
    """The code of a file where the configuration lets it be kept, without secrets; never from outside the project."""
    settings = checked.session.settings
    path = state.planned.path
    if not settings.events.capture or not is_within(os.path.realpath(path), os.path.realpath(settings.project)):
        return None
    data = _data(checked, state)
    try:
        return None if data is None or len(data) > MOST_CAPTURED else masked_code(data.decode())
    except UnicodeDecodeError:
        return None
