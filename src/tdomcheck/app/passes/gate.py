"""Pass 1, gate: which files no rule can have anything to say about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from tdomcheck.app.passes.state import FileState, ProjectContext
from tdomcheck.app.work import FileAnswer, FileTask, FileWork
from tdomcheck.lint.plan import FilePlan
from tdomcheck.values import dataclass

FEW = 16
"""As many files are parsed in this process: most of a hook's files leave at the gate, and need no worker."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """The files, and what is left to the judge."""

    states: tuple[FileState, ...]
    misses: tuple[int, ...] = ()
    """The places of the files that the cache did not know."""
    tasks: Mapping[int, FileTask] = field(default_factory=dict)
    """Those among them with a candidate, by their places."""
    work: FileWork = field(default_factory=lambda: FileWork({}))
    """What performs the tasks."""


def gate(context: ProjectContext, states: Sequence[FileState]) -> GateResult:
    """Parse the files that the cache does not know; those whose gates are all shut are done.

    Where there are many files everyone is left to the judge, whose workers begin with the gate."""
    misses = tuple(place for place, state in enumerate(states) if state.is_unread)
    if not misses:
        return GateResult(tuple(states))
    work, tasks = _tasks(context, {place: states[place] for place in misses})
    if len(misses) > FEW:
        return GateResult(tuple(states), misses, tasks, work)
    answers = {place: _answer(work, task) for place, task in tasks.items()}
    return GateResult(
        tuple(_with_answer(state, answers.get(place)) for place, state in enumerate(states)),
        misses,
        {place: tasks[place] for place, answer in answers.items() if answer is None},
        work,
    )


def _tasks(context: ProjectContext, states: Mapping[int, FileState]) -> tuple[FileWork, dict[int, FileTask]]:
    """What to do with files, which may be of parts of the project that have other rules."""
    session = context.session
    parts = {state.planned.settings.identity: state.planned.settings for state in states.values()}
    numbers = {identity: number for number, identity in enumerate(sorted(parts))}
    work = FileWork({number: session.catalog(parts[identity]) for identity, number in numbers.items()})
    return work, {
        place: _task(context, state, numbers[state.planned.settings.identity]) for place, state in states.items()
    }


def _task(context: ProjectContext, state: FileState, catalog: int) -> FileTask:
    session, file = context.session, state.planned
    settings = file.settings
    plan = session.plan(settings, file.path) if file.is_wanted else FilePlan((), most_bytes=settings.max_file_bytes)
    inside = session.inside(settings, file.path)
    return FileTask(file.path, file.shown, inside, plan, catalog, context.contents.get(file.path))


def _answer(work: FileWork, task: FileTask) -> FileAnswer | None:
    """What a file says if its gates are all shut.

    What goes wrong here goes wrong in a worker again, where it costs one file, with its name."""
    try:
        return work.gate(task)
    except Exception:  # noqa: BLE001  # whatever a file or a codec makes us raise
        return None


def _with_answer(state: FileState, answer: FileAnswer | None) -> FileState:
    return state if answer is None else state.with_answer(answer)
