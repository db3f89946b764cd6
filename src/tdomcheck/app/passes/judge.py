"""Pass 2, judge: the rules of single files, where they have a candidate, in worker processes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from tdomcheck.app.passes.gate import GateResult, gate
from tdomcheck.app.passes.reuse import reuse
from tdomcheck.app.passes.state import FileState, ProjectContext, result_key
from tdomcheck.app.plan_files import PlannedFile
from tdomcheck.app.progress import advance, begin
from tdomcheck.app.work import import_authoring
from tdomcheck.edges.cache import Stamp
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.edges.snapshot import is_fresh
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Bucket, codec
from tdomcheck.values import replace


def judge(context: ProjectContext, gated: GateResult) -> tuple[FileState, ...]:
    """Every file with what it says by itself; the cache then knows it, too."""
    if not gated.misses:
        return gated.states
    states = list(gated.states)
    places = list(gated.tasks)
    tasks = list(gated.tasks.values())
    if any(task.plan.rules for task in tasks):
        import_authoring()
    begin(len(gated.misses), is_shown=context.session.request.show_progress)
    jobs = context.settings.jobs or default_jobs()
    for index, answer in run_in_workers(gated.work, tasks, jobs) if tasks else ():
        advance()
        state = states[places[index]]
        states[places[index]] = state.failed(answer.reason) if isinstance(answer, Death) else state.with_answer(answer)
    _store(context, [states[place] for place in gated.misses])
    return tuple(states)


def read(context: ProjectContext, files: Sequence[PlannedFile]) -> tuple[FileState, ...]:
    """The first three passes over more files of a project."""
    return judge(context, gate(context, reuse(context, files)))


def _store(context: ProjectContext, states: Iterable[FileState]) -> None:
    """Keep what was learned; never what a crash or a death left unfinished."""
    now = time.time_ns()
    files: dict[str, tuple[Stamp, str]] = {}
    facts: dict[str, tuple[str, str]] = {}
    results: dict[str, str] = {}
    for state in states:
        if state.bucket not in {Bucket.CHECKED, Bucket.LIMITED} or state.facts is None or state.words is None:
            continue
        path = state.planned.path
        facts[state.digest] = (state.words, state.facts)
        if path not in context.contents and not is_fresh(max(state.stamp[1], state.stamp[3]), now):
            files[path] = (state.stamp, state.digest)
        if state.analysis is not None and not state.analysis.crashes:
            results[result_key(context.session, state.planned, state.digest)] = _encoded(state.analysis)
    context.cache.store(files, facts, results)


def _encoded(analysis: FileAnalysis) -> str:
    """An analysis as it is kept: no text where there is nothing to tell, which most files are."""
    analysis = replace(analysis, timings=())
    return "" if analysis == FileAnalysis(judged=analysis.judged) else codec.dumps(analysis)
