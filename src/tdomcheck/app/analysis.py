"""What a run has learned, before anything is suppressed or counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from tdomcheck.app.passes.state import FileState, ProjectContext, ProjectFiles
from tdomcheck.app.plan_files import RunPlan
from tdomcheck.config.settings import Settings
from tdomcheck.lint.plan import FileAnalysis, RuleCrash
from tdomcheck.model import Dependents, Finding, RuleTiming
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True)
class ProjectAnalysis:
    """One project after the four passes."""

    context: ProjectContext
    files: ProjectFiles
    outcomes: tuple[FileAnalysis, ...] = ()
    """What the project rules say in each part with a configuration of its own, and what holds that files left open."""

    @property
    def settings(self) -> Settings:
        return self.context.settings

    @property
    def analyses(self) -> Iterator[FileAnalysis]:
        """Of the files that were asked for, then of the whole."""
        for state in self.files.states:
            if state.planned.is_wanted and state.analysis is not None:
                yield state.analysis
        yield from self.outcomes

    @property
    def findings(self) -> Iterator[tuple[str, Finding]]:
        """Each with the path that it is shown under."""
        for state in self.files.states:
            if state.planned.is_wanted and state.analysis is not None:
                yield from ((state.planned.shown, finding) for finding in state.analysis.findings)
        for outcome in self.outcomes:
            yield from ((finding.path, finding) for finding in outcome.findings)


@dataclass(frozen=True, slots=True)
class DependentsAnalysis:
    """Files whose findings can change by what the planned ones declare."""

    states: tuple[FileState, ...] = ()
    """Those that were judged."""
    findings: tuple[Finding, ...] = ()
    """What is new in them."""
    crashes: tuple[RuleCrash, ...] = ()
    counts: Dependents = field(default_factory=Dependents)
    is_watched: bool = True
    """Whether all that was read is among the files of the run: others may change without anybody noticing."""

    def joined(self, other: DependentsAnalysis) -> DependentsAnalysis:
        """With those of another project."""
        counts = self.counts
        return DependentsAnalysis(
            (*self.states, *other.states),
            (*self.findings, *other.findings),
            (*self.crashes, *other.crashes),
            Dependents(
                judged=counts.judged + other.counts.judged,
                unjudged=counts.unjudged + other.counts.unjudged,
                reason=other.counts.reason or counts.reason,
                unread=counts.unread + other.counts.unread,
            ),
            is_watched=self.is_watched and other.is_watched,
        )


@dataclass(frozen=True)
class RunAnalysis:
    """All projects of a run after the four passes."""

    plan: RunPlan
    projects: tuple[ProjectAnalysis, ...]
    dependents: DependentsAnalysis = field(default_factory=DependentsAnalysis)

    @cached_property
    def states(self) -> Mapping[str, FileState]:
        """The planned files, by absolute path."""
        return {state.planned.path: state for state in self._all_states if state.planned.is_wanted}

    @cached_property
    def others(self) -> Mapping[str, FileState]:
        """The files of the projects that were not asked for."""
        return {state.planned.path: state for state in self._all_states if not state.planned.is_wanted}

    @property
    def _all_states(self) -> Iterator[FileState]:
        for project in self.projects:
            yield from project.files.states

    @cached_property
    def findings(self) -> Mapping[str, Sequence[Finding]]:
        """By shown path."""
        by_path: dict[str, list[Finding]] = {}
        for project in self.projects:
            for path, finding in project.findings:
                by_path.setdefault(path, []).append(finding)
        for finding in self.dependents.findings:
            by_path.setdefault(finding.path, []).append(finding)
        return by_path

    @cached_property
    def crashes(self) -> Sequence[RuleCrash]:
        analyses = (analysis for project in self.projects for analysis in project.analyses)
        return [*(crash for analysis in analyses for crash in analysis.crashes), *self.dependents.crashes]

    @property
    def timings(self) -> Iterator[RuleTiming]:
        for project in self.projects:
            for analysis in project.analyses:
                yield from analysis.timings
