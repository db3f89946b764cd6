"""Pass 3, project: rules over the facts of all files, skipped where no file asks for it."""

from __future__ import annotations

import typing as t
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.app.analysis import ProjectAnalysis
from tdomcheck.app.beside import modules_beside
from tdomcheck.app.passes.candidates import Focus, ProjectCandidates, candidates_of, with_limits, with_subject
from tdomcheck.app.passes.judge import read
from tdomcheck.app.passes.state import FileState, ProjectContext, ProjectFiles, by_settings
from tdomcheck.app.plan_files import PlannedFile, rest_of_project
from tdomcheck.app.project_facts import facts_of, package_of, project_of
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.edges.here import answers_here
from tdomcheck.edges.pool import Death, run_in_workers
from tdomcheck.hashes import sha256
from tdomcheck.lint.plan import FileAnalysis, RuleCrash, is_ours
from tdomcheck.lint.relocate import moved, relocated
from tdomcheck.model import Finding, Targets, codec
from tdomcheck.model.codec import Unreadable
from tdomcheck.values import dataclass, replace

if t.TYPE_CHECKING:  # a hook of files that have nothing to say to each other needs no project
    from tdomcheck.facts.project.modules import Project
    from tdomcheck.lint.project import ProjectTask


def project(context: ProjectContext, files: ProjectFiles) -> ProjectAnalysis:
    """What the files come to together; the others of the project are read where one of these has a candidate."""
    parts = [(context.part(settings), states) for settings, states in by_settings(files.states)]
    questions = [(part, candidates_of(part, states)) for part, states in parts]
    questions = [(part, candidates) for part, candidates in questions if candidates]
    if questions:
        files = whole(context, files)
    outcomes = tuple(run_project_rules(part, files, candidates) for part, candidates in questions)
    return ProjectAnalysis(context, files, outcomes)


def whole(context: ProjectContext, files: ProjectFiles) -> ProjectFiles:
    """With the rest of the project, which is read once."""
    if files.is_whole:
        return files
    if context.session.is_loose(context.settings):
        return _with_modules_beside(context, files)
    rest = rest_of_project(context.session, context.plan, context.settings, files.paths)
    return files.completed(read(context, rest.files), rest.folders)


def _with_modules_beside(context: ProjectContext, files: ProjectFiles) -> ProjectFiles:
    """With what files that no project holds import from beside them, and what that imports."""
    settings = context.settings
    others: list[FileState] = []
    paths, folders = set(files.paths), set[str]()
    importing: Sequence[FileState] = files.states
    while importing:
        modules = modules_beside(facts_of(context, importing), settings.root)
        importing = read(context, _others(context, modules.paths - paths))
        others += importing
        paths |= modules.paths
        folders |= modules.folders
    return files.completed(others, folders)


def _others(context: ProjectContext, paths: AbstractSet[str]) -> list[PlannedFile]:
    shown = context.session.shown
    return [PlannedFile(path, shown(path), context.settings, is_wanted=False) for path in sorted(paths)]


def run_project_rules(context: ProjectContext, files: ProjectFiles, candidates: ProjectCandidates) -> FileAnalysis:
    """Findings of the project rules in the files that were asked for, and what holds that those files left open."""
    states = files.states
    focus = with_subject(context, states, candidates.focus)
    if not focus and not candidates.conditional:
        return FileAnalysis()
    candidates = replace(candidates, focus=with_limits(context, states, focus))
    key = _key(context, states, candidates)
    cached = _decoded(context.cache.get_text(key))
    if cached is not None:
        return _settled(context, cached)
    analysis = _analysis(context, files, candidates)
    if not analysis.crashes:
        kept = FileAnalysis(analysis.findings, conditional=analysis.conditional)
        context.cache.put_text(key, codec.dumps(kept))
    return _settled(context, analysis)


def _settled(context: ProjectContext, analysis: FileAnalysis) -> FileAnalysis:
    """With what the disk and git say of what is missing; most projects miss nothing."""
    if not analysis.conditional and all(finding.absence is None for finding in analysis.findings):
        return analysis
    from tdomcheck.app.absences import settled

    return settled(context, analysis)


def _decoded(text: str | None) -> FileAnalysis | None:
    try:
        return None if text is None else codec.loads(text, FileAnalysis)
    except Unreadable:
        return None


def _key(context: ProjectContext, states: Sequence[FileState], candidates: ProjectCandidates) -> str:
    """Every file of the project with its content, and the question: another run may ask about other files of it."""
    focus = candidates.focus
    digest = sha256()
    for state in sorted(states, key=lambda state: state.planned.shown):
        digest.update(f"{state.planned.shown}\0{state.digest}\0".encode("utf-8", "surrogateescape"))
    scope = context.session.result_key(context.settings, context.settings.root, "", "")
    scope += f" {context.session.test_folders(context.settings)!a} {package_of(context)!a}"
    digest.update(
        f"{scope} {sorted(focus)} {sorted({str(rules) for rules in focus.values()})}".encode("utf-8", "replace")
    )
    for finding in candidates.conditional:
        digest.update(codec.dumps(finding).encode("utf-8", "surrogatepass"))
    return f"project {digest.hexdigest()}"


def _analysis(context: ProjectContext, files: ProjectFiles, candidates: ProjectCandidates) -> FileAnalysis:
    """Judge by the names that the files have in the project, and tell of it by those that they are shown under."""
    session, settings = context.session, context.settings
    inside = {state.planned.shown: context.inside(state.planned.path) for state in files.states}
    work = ProjectWork(
        project_of(context, files),
        session.catalog(settings),
        session.target_versions(settings),
        tuple(moved(finding, inside) for finding in candidates.conditional),
    )
    analysis = _answers(work, {inside[shown]: rules for shown, rules in candidates.focus.items()})
    return relocated(analysis, {name: shown for shown, name in inside.items()})


@dataclass(frozen=True, slots=True)
class ProjectWork:
    """Callable in a worker."""

    project: Project
    catalog: Catalog
    targets: Targets
    conditional: Sequence[Finding]

    def __call__(self, task: ProjectTask) -> FileAnalysis:
        from tdomcheck.lint.project import judge_one

        return judge_one(self.project, task, self.catalog, self.targets, self.conditional)


def _answers(work: ProjectWork, focus: Focus) -> FileAnalysis:
    """Each rule where it costs least: here, if it is ours and short, else in a worker with the time that a file has."""
    from tdomcheck.lint.project import joined, tasks_of

    tasks = tasks_of(focus, work.catalog, work.conditional)
    entries = (work.catalog.by_code.get(task.rule.code) for task in tasks if task.rule is not None)
    are_ours = all(entry is None or is_ours(entry.info) for entry in entries)
    answers: dict[int, FileAnalysis | Death] = dict(answers_here(work, tasks)) if are_ours else {}
    left = [index for index in range(len(tasks)) if index not in answers]
    if left:
        rest = run_in_workers(work, [tasks[index] for index in left], 1)
        answers.update((left[number], answer) for number, answer in rest)
    return joined(_answered(work, tasks[index], answers[index]) for index in sorted(answers))


def _answered(work: ProjectWork, task: ProjectTask, answer: FileAnalysis | Death) -> FileAnalysis:
    if not isinstance(answer, Death):
        return answer
    codes = {task.rule.code} if task.rule is not None else {finding.code for finding in work.conditional}
    reason = f"the project pass did not end: {answer.reason}"
    return FileAnalysis(crashes=tuple(RuleCrash(code, reason) for code in sorted(codes)))
