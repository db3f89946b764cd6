"""`check`: the four passes over every project of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.app.analysis import ProjectAnalysis, RunAnalysis
from tdomcheck.app.passes.gate import gate
from tdomcheck.app.passes.judge import judge
from tdomcheck.app.passes.project import project, whole
from tdomcheck.app.passes.reuse import reuse
from tdomcheck.app.passes.state import FileState, ProjectContext, ProjectFiles
from tdomcheck.app.plan_files import PlannedFile, RunPlan, plan_run
from tdomcheck.app.session import Session
from tdomcheck.values import replace


def check(
    session: Session,
    contents: Mapping[str, bytes] | None = None,
    *,
    is_whole: bool = False,
    plan: RunPlan | None = None,
    on_plan: Callable[[RunPlan], None] | None = None,
) -> RunAnalysis:
    """All that the planned files say; `contents` stands in for files on disk.

    The rest of a project is read where a planned file depends on it, or where the whole is asked for."""
    plan = plan_run(session) if plan is None else plan
    if on_plan is not None:
        on_plan(plan)
    return RunAnalysis(
        plan,
        tuple(
            _check_project(ProjectContext(session, plan, settings, contents or {}), files, is_whole=is_whole)
            for settings, files in plan.by_project().items()
        ),
    )


def _check_project(context: ProjectContext, planned: Sequence[PlannedFile], *, is_whole: bool) -> ProjectAnalysis:
    states = reuse(context, planned)
    gated = gate(context, states)
    files = ProjectFiles(judge(context, gated))
    return project(context, whole(context, files) if is_whole else files)


def check_again(run: RunAnalysis, contents: Mapping[str, bytes], changed: AbstractSet[str]) -> RunAnalysis:
    """The same run with the contents of some files changed: only they are judged anew, and the project."""
    return RunAnalysis(run.plan, tuple(_check_project_again(analysis, contents, changed) for analysis in run.projects))


def _check_project_again(
    analysis: ProjectAnalysis, contents: Mapping[str, bytes], changed: AbstractSet[str]
) -> ProjectAnalysis:
    context = replace(analysis.context, contents=contents)
    states = [FileState(state.planned) if state.planned.path in changed else state for state in analysis.files.states]
    gated = gate(context, states)
    return project(context, replace(analysis.files, states=judge(context, gated)))
