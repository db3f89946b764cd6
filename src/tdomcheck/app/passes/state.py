"""What stands between the passes: the files of a project as far as a run knows them."""

from __future__ import annotations

import typing as t
from collections.abc import Collection, Iterable, Mapping, Sequence

from tdomcheck.app.plan_files import PlannedFile, RunPlan
from tdomcheck.app.session import Session
from tdomcheck.app.work import FileAnswer
from tdomcheck.config.settings import Settings
from tdomcheck.edges.cache import Cache, Stamp
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Bucket
from tdomcheck.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class ProjectContext:
    """What all passes over one project share."""

    session: Session
    plan: RunPlan
    settings: Settings
    contents: Mapping[str, bytes]
    """By absolute path: they stand in for the files on disk."""

    @property
    def cache(self) -> Cache:
        return self.session.cache(self.settings)

    def inside(self, path: str) -> str:
        """What a file is called in the project."""
        return self.session.inside(self.settings, path)

    def part(self, settings: Settings) -> ProjectContext:
        """The same for a part of the project that has a configuration of its own."""
        return replace(self, settings=settings)


@dataclass(frozen=True, slots=True)
class FileState:
    """One file as far as a run knows it."""

    planned: PlannedFile
    bucket: Bucket = Bucket.FAILED
    reason: str = ""
    digest: str = ""
    stamp: Stamp = (0, 0, 0, 0)
    analysis: FileAnalysis | None = None
    facts: str | None = None
    """None while they are only in the cache."""
    words: str | None = None

    @property
    def is_unread(self) -> bool:
        """Whether neither the cache nor this run knows what the file says."""
        if self.reason:
            return False
        return self.words is None or (self.planned.is_planned and self.analysis is None)

    def failed(self, reason: str) -> FileState:
        return replace(self, bucket=Bucket.FAILED, reason=reason)

    def with_answer(self, answer: FileAnswer) -> FileState:
        """The same file after somebody has looked at it."""
        if answer.failure:
            return self.failed(answer.failure)
        if answer.skipped:
            return replace(self, bucket=Bucket.SKIPPED, reason=answer.skipped)
        excess = answer.analysis.excess if self.planned.is_planned else ""
        return replace(
            self,
            bucket=Bucket.LIMITED if excess else Bucket.CHECKED,
            reason=too_much(excess),
            digest=answer.digest,
            stamp=answer.stamp,
            facts=answer.facts,
            words=answer.words,
            analysis=answer.analysis if self.planned.is_planned else self.analysis,
        )


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """The files of a project, after each of them was judged by itself."""

    states: tuple[FileState, ...]
    """Those that were asked for, and the others where those need them."""
    is_whole: bool = False
    """Whether the others were looked for."""
    folders: frozenset[str] = frozenset()
    """Where they were looked for."""
    memory: dict[t.Any, t.Any] = field(init=False, default_factory=dict, compare=False, repr=False)
    """What several passes make of all of them."""

    @property
    def paths(self) -> frozenset[str]:
        return frozenset(state.planned.path for state in self.states)

    def completed(self, others: Iterable[FileState], folders: Collection[str]) -> ProjectFiles:
        """With the other files of the project."""
        return ProjectFiles((*self.states, *others), is_whole=True, folders=self.folders.union(folders))


def too_much(excess: str) -> str:
    """Why no rule has looked at a file, if a limit kept them from it."""
    return excess and f"{excess}, so no rule has looked at it; exclude it or simplify it"


def by_settings(states: Sequence[FileState]) -> list[tuple[Settings, list[FileState]]]:
    """The files that something is asked about, of each part of a project that has a configuration of its own."""
    groups: dict[tuple[str, str], list[FileState]] = {}
    for state in states:
        if state.planned.is_planned:
            groups.setdefault(state.planned.settings.identity, []).append(state)
    return [(files[0].planned.settings, files) for _, files in sorted(groups.items())]


def result_key(session: Session, file: PlannedFile, digest: str) -> str:
    """What the analysis of a file with some content is kept under."""
    key = session.result_key(file.settings, file.path, file.shown, digest)
    return f"{key} comments" if file.is_lent else key
