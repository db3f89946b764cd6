"""One file a task: what the codemods make of it, in a process that may die of it."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.app.work import read_failure, read_source
from tdomcheck.convert.file import LoadedStep, Notes, convert_file
from tdomcheck.edges.pool import Death, run_in_workers
from tdomcheck.errors import UsageError
from tdomcheck.model import Targets
from tdomcheck.model.codemod import FileConversion
from tdomcheck.values import dataclass, field

if t.TYPE_CHECKING:
    from concurrent.futures import Executor

BATCH = 32


@dataclass(frozen=True, slots=True)
class ConversionTask:
    """One file to convert."""

    path: str
    """Absolute."""
    inside: str
    """Its name in the project."""
    most_bytes: int
    data: bytes | None = None
    """The content, where an earlier codemod of the run has changed it."""
    notes: Notes = field(default_factory=dict)
    offered: frozenset[str] = frozenset()
    """What other files import from it."""


@dataclass(frozen=True, slots=True)
class ConversionWork:
    """Callable in a worker; holds what all tasks of a run share."""

    steps: tuple[LoadedStep, ...]
    targets: Targets

    def __call__(self, task: ConversionTask) -> FileConversion:
        if task.data is not None:
            return self._converted(task, task.data)
        try:
            data, _, skipped = read_source(task.path, task.most_bytes)
        except OSError as error:
            return FileConversion(trouble=read_failure(error))
        return FileConversion(trouble=skipped) if skipped else self._converted(task, data)

    def _converted(self, task: ConversionTask, data: bytes) -> FileConversion:
        return convert_file(data, task.inside, self.steps, self.targets, notes=task.notes, offered=task.offered)

    def several(self, tasks: Sequence[ConversionTask]) -> list[FileConversion]:
        """What an executor is given at once: to send a file costs more than to look at it."""
        return [self(task) for task in tasks]


def conversions(
    work: ConversionWork, tasks: Sequence[ConversionTask], jobs: int, executor: Executor | None
) -> Iterator[tuple[ConversionTask, FileConversion]]:
    """What became of every file, as it comes: in workers of our own, or wherever an executor runs them."""
    if executor is None:
        for index, answer in run_in_workers(work, tasks, jobs):
            conversion = FileConversion(trouble=answer.reason) if isinstance(answer, Death) else answer
            yield tasks[index], conversion
        return
    batches = [tasks[start : start + BATCH] for start in range(0, len(tasks), BATCH)]
    try:
        for batch, answers in zip(batches, executor.map(work.several, batches), strict=True):
            yield from zip(batch, answers, strict=True)
    except (RuntimeError, OSError) as error:  # a pool that broke, or was shut down
        raise UsageError(f"the executor did not run the codemods: {type(error).__name__}: {error}") from error


def numbers_of(states: Mapping[str, str]) -> dict[str, int]:
    """How many files ended in each bucket."""
    return {
        name: sum(state == name for state in states.values()) for name in ("changed", "unchanged", "skipped", "failed")
    }
