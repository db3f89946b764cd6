"""`check`: every planned file looked at, from the cache where nothing has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from tdomcheck.app.beside import modules_beside
from tdomcheck.app.contents import digests_of
from tdomcheck.app.plan_files import PlannedFile, PlannedRun, plan_run
from tdomcheck.app.progress import advance, begin
from tdomcheck.app.project_pass import facts_of, project_pass, question_of
from tdomcheck.app.session import Session
from tdomcheck.app.work import FileAnswer, FileTask, FileWork, import_authoring, read_failure
from tdomcheck.config.settings import Settings
from tdomcheck.edges.cache import Stamp, stamp_of
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.edges.snapshot import is_fresh
from tdomcheck.lint.plan import FileAnalysis, FilePlan, RuleCrash
from tdomcheck.model import (
    Bucket,
    Dependents,
    Finding,
    RuleTiming,
    codec,
)
from tdomcheck.model.codec import Unreadable

FEW = 16
"""Files that are looked at in this process first: most of a hook's files leave at the gate, and need no worker."""


@dataclass(slots=True)
class FileState:
    """One file as a run knows it."""

    planned: PlannedFile
    bucket: Bucket = Bucket.FAILED
    reason: str = ""
    digest: str = ""
    stamp: Stamp = (0, 0, 0, 0)
    analysis: FileAnalysis | None = None
    facts: str | None = None
    """None while they are only in the cache."""
    words: str | None = None


@dataclass(slots=True)
class Checked:
    """What is known after all passes, before suppression."""

    run: PlannedRun
    groups: list[tuple[Settings, list[FileState]]] = field(default_factory=list)
    """Each project with its files: those that were asked for, and the others where those need them."""
    joined: set[Settings] = field(default_factory=set)
    """The projects whose other files were looked for."""
    states: dict[str, FileState] = field(default_factory=dict)
    """Planned files, by absolute path."""
    others: dict[str, FileState] = field(default_factory=dict)
    """Files of the project that were not asked for."""
    crashes: list[RuleCrash] = field(default_factory=list)
    timings: list[RuleTiming] = field(default_factory=list)
    findings: dict[str, list[Finding]] = field(default_factory=dict)
    """By shown path."""
    dependents: dict[str, FileState] = field(default_factory=dict)
    """Files that were judged because of what the planned ones declare."""
    counted: Dependents = field(default_factory=Dependents)
    is_replayable: bool = True
    """Whether all that the answer depends on is known."""


def look(session: Session, contents: Mapping[str, bytes] | None = None, *, whole: bool = False) -> Checked:
    """The four passes over the planned files; `contents` stands in for files on disk.

    The rest of a project is looked at where a planned file depends on it, or where the `whole` is asked for."""
    run = plan_run(session)
    checked = Checked(run)
    given = contents or {}
    for settings, files in run.by_project().items():
        states = states_of(session, settings, files, given)
        checked.groups.append((settings, states))
        checked.states.update((state.planned.path, state) for state in states)
        if whole:
            join(session, settings, states, checked, given)
        _judge(session, settings, states, checked, given)
    return checked


def states_of(
    session: Session, settings: Settings, files: Sequence[PlannedFile], contents: Mapping[str, bytes]
) -> list[FileState]:
    cache = session.cache(settings)
    known = cache.files()
    digests = digests_of(contents, [file.path for file in files if file.path in contents], session.tree, cache)
    states = [_state(file, known, digests) for file in files]
    _reuse(session, settings, states)
    return states


def join(
    session: Session, settings: Settings, states: list[FileState], checked: Checked, contents: Mapping[str, bytes]
) -> None:
    """Take in the rest of a project, once."""
    if settings in checked.joined:
        return
    checked.joined.add(settings)
    if session.is_loose(settings):
        _join_beside(session, settings, states, checked, contents)
        return
    others = checked.run.rest_of_project(session, settings, {state.planned.path for state in states})
    _take_in(states_of(session, settings, others, contents), states, checked)


def _join_beside(
    session: Session, settings: Settings, states: list[FileState], checked: Checked, contents: Mapping[str, bytes]
) -> None:
    """Take in what files that no project holds import from beside them, and what that imports."""
    fresh: Sequence[FileState] = tuple(states)
    while fresh:
        catch_up(session, settings, states, contents)
        known = {state.planned.path for state in states}
        paths = modules_beside(facts_of(session, settings, fresh), settings.root, checked.run.watched_folders) - known
        others = [PlannedFile(path, session.shown(path), settings, is_wanted=False) for path in sorted(paths)]
        fresh = states_of(session, settings, others, contents)
        _take_in(fresh, states, checked)


def _take_in(found: Sequence[FileState], states: list[FileState], checked: Checked) -> None:
    checked.others.update((state.planned.path, state) for state in found)
    states += found


def look_again(session: Session, checked: Checked, contents: Mapping[str, bytes], changed: AbstractSet[str]) -> Checked:
    """The same run with the contents of some files changed: only they are judged anew, and the project."""
    again = Checked(checked.run, joined=set(checked.joined))
    for settings, states in checked.groups:
        fresh = [FileState(state.planned) if state.planned.path in changed else state for state in states]
        again.groups.append((settings, fresh))
        for state in fresh:
            (again.states if state.planned.is_wanted else again.others)[state.planned.path] = state
        _judge(session, settings, fresh, again, contents)
    return again


def _judge(
    session: Session,
    settings: Settings,
    states: list[FileState],
    checked: Checked,
    contents: Mapping[str, bytes],
) -> None:
    catch_up(session, settings, states, contents)
    questions = [(own, question_of(session, own, files)) for own, files in by_settings(states)]
    questions = [(own, question) for own, question in questions if not question.is_empty]
    if questions:
        join(session, settings, states, checked, contents)
        catch_up(session, settings, states, contents)
    for state in states:
        if state.planned.is_wanted and state.analysis is not None:
            checked.findings.setdefault(state.planned.shown, []).extend(state.analysis.findings)
            checked.crashes += state.analysis.crashes
            checked.timings += state.analysis.timings
    for own, question in questions:
        outcome = project_pass(session, own, states, question)
        checked.crashes += outcome.crashes
        checked.timings += outcome.timings
        for finding in outcome.findings:
            checked.findings.setdefault(finding.path, []).append(finding)


def by_settings(states: Sequence[FileState]) -> list[tuple[Settings, list[FileState]]]:
    """The planned files of each part of a project that has a configuration of its own."""
    groups: dict[tuple[str, str], list[FileState]] = {}
    for state in states:
        if state.planned.is_wanted:
            groups.setdefault(state.planned.settings.identity, []).append(state)
    return [(files[0].planned.settings, files) for _, files in sorted(groups.items())]


def catch_up(session: Session, settings: Settings, states: Sequence[FileState], contents: Mapping[str, bytes]) -> None:
    """Look at the files of which nothing is known yet."""
    todo = [state for state in states if _needs_work(state)]
    _work(session, settings, todo, contents)
    _remember(session, settings, todo, contents)


def _state(file: PlannedFile, known: Mapping[str, tuple[Stamp, str]], digests: Mapping[str, str]) -> FileState:
    """A file whose stamp is the one of an earlier run has the content of then; some have their digest already."""
    state = FileState(file)
    if file.path in digests:
        state.digest = digests[file.path]
        return state
    try:
        state.stamp = stamp_of(os.stat(file.path))
    except OSError as error:
        state.reason = read_failure(error)
        return state
    stamp, digest = known.get(file.path, ((0, 0, 0, 0), ""))
    if digest and stamp == state.stamp:
        state.digest = digest
    return state


def _reuse(session: Session, settings: Settings, states: Iterable[FileState]) -> None:
    """Take from the cache what is there for files that have not changed."""
    cache = session.cache(settings)
    unchanged = [state for state in states if state.digest]
    words = cache.words({state.digest for state in unchanged})
    keys = {state.planned.path: _result_key(session, state) for state in unchanged if state.planned.is_wanted}
    kept = cache.results(keys.values())
    for state in unchanged:
        state.words = words.get(state.digest)
        text = kept.get(keys.get(state.planned.path, ""))
        if text is not None:
            try:
                state.analysis = codec.loads(text, FileAnalysis) if text else FileAnalysis()
                state.bucket = Bucket.CACHED
            except Unreadable:
                state.analysis = None


def _result_key(session: Session, state: FileState) -> str:
    file = state.planned
    return session.result_key(file.settings, file.path, file.shown, state.digest)


def _needs_work(state: FileState) -> bool:
    if state.reason:
        return False
    return state.words is None or (state.planned.is_wanted and state.analysis is None)


def _work(session: Session, settings: Settings, todo: Sequence[FileState], contents: Mapping[str, bytes]) -> None:
    """Look at files, in this process as far as the gate, else in workers."""
    if not todo:
        return
    parts = {state.planned.settings.identity: state.planned.settings for state in todo}
    numbers = {identity: number for number, identity in enumerate(sorted(parts))}
    work = FileWork({number: session.catalog(parts[identity]) for identity, number in numbers.items()})
    tasks = [_task(session, state, contents, numbers[state.planned.settings.identity]) for state in todo]
    left = list(range(len(tasks)))
    if len(tasks) <= FEW:
        left = [index for index in left if not _settle(work, tasks[index], todo[index])]
    if any(tasks[index].plan.rules for index in left):
        import_authoring()
    jobs = settings.jobs or default_jobs()
    begin(len(tasks), is_shown=session.request.show_progress)
    for index, answer in run_in_workers(work, [tasks[index] for index in left], jobs) if left else ():
        advance()
        _accept(todo[left[index]], answer)


def _task(session: Session, state: FileState, contents: Mapping[str, bytes], catalog: int) -> FileTask:
    file = state.planned
    settings = file.settings
    plan = session.plan(settings, file.path) if file.is_wanted else FilePlan((), most_bytes=settings.max_file_bytes)
    inside = session.inside(settings, file.path)
    return FileTask(file.path, file.shown, inside, plan, catalog, contents.get(file.path))


def _settle(work: FileWork, task: FileTask, state: FileState) -> bool:
    """Whether a file is done without any rule having run: its gates are all shut.

    What goes wrong here goes wrong in a worker again, where it costs one file, with its name."""
    try:
        answer = work.gate(task)
    except Exception:  # noqa: BLE001  # whatever a file or a codec makes us raise
        return False
    if answer is None:
        return False
    _accept(state, answer)
    return True


def _accept(state: FileState, answer: FileAnswer | Death) -> None:
    if isinstance(answer, Death):
        state.bucket, state.reason = Bucket.FAILED, answer.reason
        return
    if answer.failure or answer.skipped:
        state.bucket = Bucket.FAILED if answer.failure else Bucket.SKIPPED
        state.reason = answer.failure or answer.skipped
        return
    state.bucket = Bucket.CHECKED
    state.digest, state.stamp = answer.digest, answer.stamp
    state.facts, state.words = answer.facts, answer.words
    if state.planned.is_wanted:
        state.analysis = answer.analysis


def _remember(session: Session, settings: Settings, done: Sequence[FileState], contents: Mapping[str, bytes]) -> None:
    """Keep what was found out; never what a crash or a death left unfinished."""
    now = time.time_ns()
    files: dict[str, tuple[Stamp, str]] = {}
    facts: dict[str, tuple[str, str]] = {}
    results: dict[str, str] = {}
    for state in done:
        if state.bucket is not Bucket.CHECKED or state.facts is None or state.words is None:
            continue
        file = state.planned
        facts[state.digest] = (state.words, state.facts)
        if file.path not in contents and not is_fresh(max(state.stamp[1], state.stamp[3]), now):
            files[file.path] = (state.stamp, state.digest)
        if state.analysis is not None and not state.analysis.crashes:
            key = _result_key(session, state)
            analysis = replace(state.analysis, timings=())
            results[key] = "" if analysis == FileAnalysis(judged=analysis.judged) else codec.dumps(analysis)
    session.cache(settings).store(files, facts, results)
