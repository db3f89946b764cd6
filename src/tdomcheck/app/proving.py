"""Fixes proved before they are kept: all files of a round at once, and the halves of those that fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tdomcheck.app.passes.state import FileState
from tdomcheck.app.session import Session
from tdomcheck.app.work import FileAnswer, FileTask, FileWork
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.config.settings import Settings
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit, Finding
from tdomcheck.rewrite.verify import Moves, broken_promise
from tdomcheck.source.documents import source_of
from tdomcheck.values import dataclass, replace

NO_MOVES = Moves((), ())


@dataclass(frozen=True, slots=True)
class Trial:
    """Some fixes of a file, applied but not yet proved."""

    findings: tuple[Finding, ...]
    after: bytes = b""
    moves: Moves = NO_MOVES
    reason: str = ""
    """Why they cannot even be applied together."""


class Prover:
    """The fixes of one file in one round."""

    def __init__(self, session: Session, state: FileState, before: bytes, findings: Sequence[Finding]) -> None:
        self.state = state
        self.wanted = tuple(findings)
        self.before = before
        self.after = before
        self.applied: tuple[Finding, ...] = ()
        self.failures: list[tuple[Finding, str]] = []
        self._session = session
        self._view = ModuleView(source_of(before, state.planned.shown))

    @property
    def settings(self) -> Settings:
        return self.state.planned.settings

    def trial(self, findings: Sequence[Finding]) -> Trial:
        """Apply fixes; the proof is somebody else's."""
        source, edits = self._view.source, self._edits(findings)
        try:
            after = apply_edits(source, edits)
            lengths = [len(source.encode(edit.text)) for edit in edits]
        except UnicodeEncodeError as error:
            reason = f"{error.object[error.start]!r} cannot be written in {source.encoding}"
            return Trial(tuple(findings), reason=reason)
        except ValueError as error:
            return Trial(tuple(findings), reason=str(error))
        return Trial(tuple(findings), after, Moves(edits, lengths))

    def _edits(self, findings: Sequence[Finding]) -> list[Edit]:
        fixes = [finding.fix for finding in findings if finding.fix is not None]
        requests = {request for fix in fixes for request in fix.imports}
        imports = import_edits(self._view, sorted(requests)) if requests else ()
        return sorted({*(edit for fix in fixes for edit in fix.edits), *imports})

    def task(self, trial: Trial) -> FileTask:
        file = self.state.planned
        plan = replace(self._session.plan(self.settings, file.path), is_strict=True)
        return FileTask(file.path, file.shown, self._session.inside(self.settings, file.path), plan, 0, trial.after)

    def verdict(self, trial: Trial, answer: FileAnswer | Death) -> str:
        """Why the new content cannot stay, or nothing."""
        if isinstance(answer, Death):
            return answer.reason
        if answer.analysis.crashes:
            return f"afterwards rule {answer.analysis.crashes[0].code} crashes"
        before = self.state.analysis.findings if self.state.analysis is not None else ()
        if self.state.analysis is not None and self.state.analysis.blocks != answer.analysis.blocks:
            return "a code block would no longer be read as Python"
        return broken_promise(trial.findings, before, answer.analysis.findings, trial.moves)

    def accept(self, trial: Trial) -> None:
        self.after, self.applied = trial.after, trial.findings

    def bisect(self, trial: Trial, reason: str) -> None:
        """Find the fixes that do not hold; the others are kept as far as they hold together."""
        settled = self._settled(trial.findings, trial, reason)
        if settled.findings:
            self.accept(settled)

    def _settled(self, findings: Sequence[Finding], tried: Trial | None = None, reason: str = "") -> Trial:
        if not findings:
            return Trial(())
        trial = tried or self.trial(findings)
        reason = reason or self._proved(trial)
        if not reason:
            return trial
        if len(findings) == 1:
            self.failures.append((findings[0], reason))
            return Trial(())
        middle = len(findings) // 2
        first, second = self._settled(findings[:middle]), self._settled(findings[middle:])
        if not (first.findings and second.findings):
            return first if first.findings else second
        both = self.trial((*first.findings, *second.findings))
        return first if self._proved(both) else both  # the others wait for the next round

    def _proved(self, trial: Trial) -> str:
        return trial.reason or next(iter(_verdicts(self._session, [(self, trial)])))[2]


def prove_all(session: Session, provers: Sequence[Prover]) -> None:
    """Every file's fixes together first: nearly always they hold, and one pool proves them all."""
    _import_rules(session, provers)
    trials = [(prover, prover.trial(prover.wanted)) for prover in provers if prover.wanted]
    for prover, trial, reason in _verdicts(session, trials):
        if reason:
            prover.bisect(trial, reason)
        else:
            prover.accept(trial)


def _verdicts(session: Session, trials: Sequence[tuple[Prover, Trial]]) -> Iterable[tuple[Prover, Trial, str]]:
    """Judge the new contents, each as a file of its own."""
    groups: dict[tuple[str, str], list[tuple[Prover, Trial]]] = {}
    for prover, trial in trials:
        if trial.reason:
            yield prover, trial, trial.reason
        else:
            settings = prover.settings
            groups.setdefault(settings.identity, []).append((prover, trial))
    for group in groups.values():
        settings = group[0][0].settings
        work = FileWork({0: session.catalog(settings)})
        tasks = [prover.task(trial) for prover, trial in group]
        answers: Mapping[int, FileAnswer | Death] = dict(run_in_workers(work, tasks, settings.jobs or default_jobs()))
        for index, (prover, trial) in enumerate(group):
            yield prover, trial, prover.verdict(trial, answers[index])


def _import_rules(session: Session, provers: Sequence[Prover]) -> None:
    """Here, once: workers are forked from this process, and each would import them again."""
    for prover in provers:
        catalog: Catalog = session.catalog(prover.settings)
        findings = prover.state.analysis.findings if prover.state.analysis is not None else ()
        for code in {finding.code for finding in findings} & catalog.by_code.keys():
            catalog.load(code)
