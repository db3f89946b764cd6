"""Pass 1, gate: which files no rule can have anything to say about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.app.passes.state import FileState, ProjectContext
from tdomcheck.app.work import FileAnswer, FileTask, FileWork
from tdomcheck.config.selectors import INDISPENSABLE
from tdomcheck.edges.here import answers_here
from tdomcheck.lint.plan import FilePlan
from tdomcheck.values import dataclass, field, replace

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
    """Parse the files that the cache does not know; done are those that are short, and a concern of our own rules only.

    Where there are many files everyone is left to the judge, whose workers begin with the gate."""
    misses = tuple(place for place, state in enumerate(states) if state.is_unread)
    if not misses:
        return GateResult(tuple(states))
    work, tasks = _tasks(context, {place: states[place] for place in misses})
    if len(misses) > FEW:
        return GateResult(tuple(states), misses, tasks, work)
    places, few = list(tasks), list(tasks.values())
    # What goes wrong here goes wrong in a worker again, where it costs one file, with its name.
    answers = {places[index]: answer for index, answer in answers_here(work.gate, few).items()}
    return GateResult(
        tuple(_with_answer(state, answers.get(place)) for place, state in enumerate(states)),
        misses,
        {place: task for place, task in tasks.items() if answers.get(place) is None},
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
    plan = session.plan(settings, file.path) if file.is_planned else FilePlan((), most_bytes=settings.max_file_bytes)
    if file.is_lent:  # another shard judges it: what counts here is whether its comments can be read
        plan = replace(plan, rules=tuple(rule for rule in plan.rules if rule.code in INDISPENSABLE))
    inside = session.inside(settings, file.path)
    return FileTask(file.path, file.shown, inside, plan, catalog, context.contents.get(file.path))


def _with_answer(state: FileState, answer: FileAnswer | None) -> FileState:
    return state if answer is None else state.with_answer(answer)
