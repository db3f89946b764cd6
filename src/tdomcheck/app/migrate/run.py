"""A run of codemods: every step over its files, then one write of all, then the account of it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence

from tdomcheck.app import progress
from tdomcheck.app.migrate.bounds import bounded
from tdomcheck.app.migrate.dirty import dirty_files
from tdomcheck.app.migrate.files import MigrationFiles, files_of
from tdomcheck.app.migrate.marks import settled_marks
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.project_steps import (
    ProjectAnswer,
    ProjectContents,
    ProjectQuestion,
    apply_answer,
    ask_project,
    left_proposals,
)
from tdomcheck.app.migrate.result import FileVerdict, Migration
from tdomcheck.app.migrate.sites import PlacedProposal, moved_sites, settled_proposals
from tdomcheck.app.migrate.surveys import Survey, ask_surveys
from tdomcheck.app.migrate.tidying import repository_contents, tidy
from tdomcheck.app.migrate.told import delta_of
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.migrate.workers import ConversionTask, ConversionWork, conversions
from tdomcheck.app.migrate.writing import Written, previewed, recover_before, refuse_dirty, write_tree
from tdomcheck.app.session import Session
from tdomcheck.app.targets import CONFIGURED, NEWEST, Target
from tdomcheck.catalog.codemods import CodemodCatalog
from tdomcheck.convert.file import LoadedStep, Notes
from tdomcheck.convert.still_parses import rejection
from tdomcheck.edges.file_writes import FileChange, FileMove, FileWrite
from tdomcheck.edges.pool import default_jobs
from tdomcheck.errors import UsageError
from tdomcheck.facts.project.offered_imports import OfferedImports, is_offered
from tdomcheck.facts.targets.versions import PYTHON, fulfils, package_of
from tdomcheck.model.changes import FileEdits, Proposal, Rewrite
from tdomcheck.model.codemod import CodemodScope, CodemodStep, FileConversion, OpenSite, StepState
from tdomcheck.model.paths import path_from
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.values import dataclass, field, replace


@dataclass(slots=True)
class RunState:
    """What a run has come to so far."""

    session: Session
    order: MigrationOrder
    files: MigrationFiles
    tree: WorkTree = field(default_factory=WorkTree)
    verdicts: dict[str, FileVerdict] = field(default_factory=dict)
    sites: dict[str, list[OpenSite]] = field(default_factory=dict)
    """By absolute path; of each codemod those of the last step that looked at the file."""
    converted: set[str] = field(default_factory=set)
    """Files that codemods of one file have looked at."""
    proposals: list[PlacedProposal] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    """They stop the run: nothing is written."""
    troubles: list[str] = field(default_factory=list)
    """They concern one file; the others are written."""
    warnings: list[str] = field(default_factory=list)
    deferred: int = 0

    def verdict(self, path: str, state: str, reason: str = "") -> None:
        """A file ends where most happened to it: changed by one codemod it is changed."""
        shown = self.session.shown(path)
        known = self.verdicts.get(path)
        if known is None or _RANKS[state] > _RANKS[known.state]:
            self.verdicts[path] = FileVerdict(shown, state, reason)


_RANKS = {"unchanged": 0, "skipped": 1, "changed": 2, "failed": 3}
REFACTORINGS = frozenset({"rename", "move", "delete"})
"""Without PATHS they are about the whole project, also what a check leaves out; references to what has gone count."""
_LOOKED_AT = frozenset({"unchanged", "changed"})


def migrate(session: Session, catalog: CodemodCatalog, order: MigrationOrder) -> Migration:
    """Run codemods as ordered; raises TdomcheckError where nothing can come of it."""
    admitted, misfits = _admitted(session, catalog, order.steps)
    order = replace(order, steps=admitted)
    loaded = [_loaded(catalog, step) for step in order.steps]
    warnings = recover_before(session, order) if order.effect is RunEffect.WRITE else []
    state = RunState(session, order, files_of(session, order), warnings=warnings)
    state.errors += state.files.errors
    state.warnings += (*state.files.warnings, *misfits)
    for steps in _together(loaded):
        match steps[0].cls.SCOPE:
            case CodemodScope.FILE:
                _convert_files(state, steps)
            case CodemodScope.RULES:
                _fix(state, steps[0])
            case CodemodScope.PROJECT:
                _rewrite_project(state, steps[0])
    clean_up(state)
    _settle_marks(state)
    return concluded(state)


def _together(loaded: Sequence[LoadedStep]) -> Iterator[tuple[LoadedStep, ...]]:
    """The steps that go over each file in turn; one that surveys the project begins anew, as it may have changed."""
    group: list[LoadedStep] = []
    for step in loaded:
        is_of_file = step.cls.SCOPE is CodemodScope.FILE
        if group and (step.cls.SURVEYS or not is_of_file):
            yield tuple(group)
            group = []
        if is_of_file:
            group.append(step)
        else:
            yield (step,)
    if group:
        yield tuple(group)


def _loaded(catalog: CodemodCatalog, step: CodemodStep) -> LoadedStep:
    entry = catalog.find(step.name)
    if entry is None:
        raise UsageError(f"there is no codemod `{step.name}`")
    defaults = {spec.name: spec.default for spec in entry.info.options}
    problem = entry.cls.problem_with(defaults | dict(step.options))
    if problem:
        raise UsageError(f"{step.name}: {problem}")
    return LoadedStep(step, entry.cls)


def _admitted(
    session: Session, catalog: CodemodCatalog, steps: Sequence[CodemodStep]
) -> tuple[tuple[CodemodStep, ...], tuple[str, ...]]:
    """The steps that are run, and what is said of those that are for other versions.

    What was asked for by name runs, a part of a recipe does not. Raises UsageError where somebody said which version
    the project is for, and the result would not run there.
    """
    admitted: list[CodemodStep] = []
    warnings: list[str] = []
    targets: dict[str, Target | None] = dict(session.targets(session.settings))
    targets[PYTHON] = session.oldest_python(session.settings)
    for step in steps:
        entry = catalog.find(step.name)
        versions = entry.info.versions if entry is not None else ""
        known = targets[package_of(versions)] if versions else None
        if known is None or fulfils(known.version, versions):
            admitted.append(step)
            continue
        package = package_of(versions)
        if step.recipe:
            warnings.append(
                f"{step.name} of the recipe `{step.recipe}` was left out: it is for {versions}, and this project is "
                f"for {package} {known.version}"
            )
            continue
        if known.origin == CONFIGURED:
            raise UsageError(
                f"{step.name} is for {versions}, and its result does not run with {package} {known.version}, which "
                f"target-{package} asks for; say the version that you go to, as in --target-{package} {NEWEST[package]}"
            )
        warnings.append(
            f"{step.name} is for {versions}, and this project is for {package} {known.version}: "
            "the result may need that"
        )
        admitted.append(step)
    return tuple(admitted), tuple(dict.fromkeys(warnings))


def _convert_files(state: RunState, steps: tuple[LoadedStep, ...]) -> None:
    session, tree = state.session, state.tree
    notes = _surveyed(state, tuple(step for step in steps if step.cls.SURVEYS))
    work = ConversionWork(steps, session.migration_targets(session.settings))
    tasks = [
        ConversionTask(
            path,
            session.inside(session.settings, path),
            session.settings.max_file_bytes,
            tree.contents.get(path),
            notes.get(path, {}),
        )
        for path in state.files.convertible(tree)
        if _is_pending(state, path, steps)
    ]
    jobs = session.settings.jobs or default_jobs()
    progress.begin(len(tasks), is_shown=session.request.show_progress)
    answers: dict[str, FileConversion] = {}
    for task, conversion in conversions(work, tasks, jobs, state.order.executor):
        answers[task.path] = conversion
        progress.advance()
    again = _keeping_offered(state, tasks, answers)
    answers.update((task.path, conversion) for task, conversion in conversions(work, again, jobs, state.order.executor))
    progress.end()
    state.converted.update(path for path, answer in answers.items() if not (answer.failure or answer.trouble))
    for task in tasks:  # in the order of the files, not of the workers
        _take(state, task.path, answers[task.path])


def _keeping_offered(
    state: RunState, tasks: Sequence[ConversionTask], answers: Mapping[str, FileConversion]
) -> list[ConversionTask]:
    """The files that lost an import that others take from them: they are converted once more, with that in mind."""
    losing = [task for task in tasks if answers[task.path].dropped]
    offered = OfferedImports(repository_contents(state.session, state.order, state.files, state.tree) if losing else {})
    again: list[ConversionTask] = []
    for task in losing:
        names = offered.of(path_from(state.files.root, task.path))
        if any(is_offered(name, names) for name in answers[task.path].dropped):
            again.append(replace(task, offered=names))
    return again


def _is_pending(state: RunState, path: str, steps: Sequence[LoadedStep]) -> bool:
    """Whether steps have to look at a file: at one that was read already only if it holds a word that they look for."""
    if _has_failed(state, path):
        return False
    if path not in state.converted:
        return True
    gates = [step.cls.GATE for step in steps]
    if any(not gate.tokens for gate in gates):
        return True
    try:
        data = state.tree.read(path)
    except OSError:  # the worker says what is wrong with it
        return True
    return any(token.encode() in data for gate in gates for token in gate.tokens)


def _surveyed(state: RunState, steps: tuple[LoadedStep, ...]) -> Mapping[str, Notes]:
    """What the surveys of some codemods say of each file, by its absolute path."""
    if not steps:
        return {}
    session, files = state.session, state.files
    if state.order.limit:
        name = steps[0].step.name
        raise UsageError(f"--limit goes with codemods that look at one file at a time, and {name} looks at the project")
    writable = {path_from(files.root, path) for path in files.convertible(state.tree)}
    contents = ProjectContents(files.root, files.of_project(state.tree), state.tree)
    survey = Survey(steps, contents, tuple(files.roots), writable, session.migration_targets(session.settings))
    notes: dict[str, dict[str, object]] = {}
    for name, answer in ask_surveys(survey, session.settings.jobs or default_jobs()):
        state.errors += [f"{name} crashed: {answer.crash}"] if answer.crash else []
        for inner, note in answer.notes.items():
            notes.setdefault(os.path.join(files.root, *inner.split("/")), {})[name] = note
    return notes


def _take(state: RunState, path: str, conversion: FileConversion) -> None:
    """Take over what became of one file."""
    shown = state.session.shown(path)
    crashes = [outcome for outcome in conversion.outcomes if outcome.state is StepState.CRASHED]
    if conversion.trouble:
        state.verdict(path, "failed", conversion.trouble)
        state.troubles.append(f"{shown}: not looked at: {conversion.trouble}")
    elif conversion.failure:
        state.verdict(path, "failed", conversion.failure)
        state.failures.append(f"{shown}: {conversion.failure}")
    elif crashes:
        state.verdict(path, "failed", crashes[0].reason)
        state.errors += (f"{shown}: {crash.name} crashed: {crash.reason}" for crash in crashes)
    elif conversion.is_changed and state.order.limit and _changed(state) >= state.order.limit:
        state.deferred += 1
    else:
        _keep(state, path, conversion)


def _has_failed(state: RunState, path: str) -> bool:
    verdict = state.verdicts.get(path)
    return verdict is not None and verdict.state == "failed"


def _keep(state: RunState, path: str, conversion: FileConversion) -> None:
    asked = {outcome.name for outcome in conversion.outcomes}
    known = [site for site in state.sites.get(path, ()) if site.codemod not in asked]
    state.sites[path] = [*moved_sites(known, conversion.before, conversion.after), *conversion.sites]
    skips = [outcome for outcome in conversion.outcomes if outcome.state is StepState.SKIPPED]
    if conversion.is_changed:
        state.tree.change(path, conversion.before, conversion.after)
        state.tree.touch(path, conversion.symbols)
        state.verdict(path, "changed")
    elif skips:
        state.verdict(path, "skipped", f"{skips[0].name}: {skips[0].reason}")
    else:
        state.verdict(path, "unchanged")


def _changed(state: RunState) -> int:
    return sum(verdict.state == "changed" for verdict in state.verdicts.values())


def _fix(state: RunState, step: LoadedStep) -> None:
    from tdomcheck.app.migrate.fixing import fixed_files  # judges, which other codemods need not

    session, tree = state.session, state.tree
    if state.order.limit:
        raise UsageError("--limit goes with codemods that look at one file at a time, and fix looks at the project")
    options = {spec.name: spec.default for spec in step.cls.OPTIONS} | dict(step.step.options)
    answer = fixed_files(session, step.step, options, tree.contents)
    state.errors += answer.errors
    state.warnings += answer.warnings
    for path in answer.looked_at:
        state.verdict(path, "unchanged")
    for path, before, after in answer.changes:
        tree.change(path, before, after)
        state.verdict(path, "changed")
    for path, site in answer.sites:
        state.sites.setdefault(path, []).append(site)


def _rewrite_project(state: RunState, step: LoadedStep) -> None:
    session, order, name = state.session, state.order, step.step.name
    if order.limit:
        raise UsageError(f"--limit goes with codemods that look at one file at a time, and {name} looks at the project")
    root = session.settings.project or session.cwd
    paths = state.files.of_project(state.tree)
    writable = state.files.writable
    question = ProjectQuestion(
        step,
        ProjectContents(root, paths, state.tree),
        tuple(state.files.roots),
        writable,
        session.migration_targets(session.settings),
    )
    answer = ask_project(question)
    if answer.refused:
        raise UsageError(f"{name}: {answer.refused}")
    if answer.crash:
        state.errors.append(f"{name} crashed: {answer.crash}")
        return
    if answer.skipped:
        state.warnings.append(f"{name}: {answer.skipped}")
        return
    tell_unreadable(state)
    take_answer(state, answer, name, paths if writable is None else sorted(writable), step.step.recipe)


def tell_unreadable(state: RunState, known: Collection[str] = ()) -> None:
    """Files of the run that do not parse, so that nobody knows what they say; some are told of already."""
    from tdomcheck.refactor.sources import readable  # refactorings only

    for path in state.files.convertible(state.tree):
        inner = path_from(state.files.root, path)
        is_asked = path.endswith(SOURCES) and inner not in known and path not in state.converted
        trouble = readable(_held(state.tree, path)) if is_asked and not _has_failed(state, path) else None
        if isinstance(trouble, str):
            state.verdict(path, "failed", trouble)
            state.failures.append(f"{state.session.shown(path)}: {trouble}")


def take_answer(state: RunState, answer: ProjectAnswer, name: str, paths: Sequence[str], recipe: str = "") -> None:
    """Take over what somebody who was asked about the whole project wants of it."""
    root, tree, takes_proposals = state.files.root, state.tree, state.order.takes_proposals
    changed = set(tree.contents)
    answer = replace(answer, rewrite=bounded(answer.rewrite, state.files.outside()))
    answer = replace(answer, rewrite=_without_rejected(state, answer.rewrite))
    for each in left_proposals(answer.rewrite, takes_proposals=takes_proposals):
        path = os.path.join(root, *each.path.split("/"))
        state.proposals.append(PlacedProposal(each, path, _held(tree, path)))
    for row in answer.rewrite.remainders:
        site = OpenSite(row.span, name, row.reason, row.symbol, recipe)
        state.sites.setdefault(os.path.join(root, *row.path.split("/")), []).append(site)
    before = {path: _held(tree, path) for path, sites in state.sites.items() if sites}
    apply_answer(answer, tree, root, name, takes_proposals=takes_proposals)
    for path, data in before.items():
        now, sites = tree.place_of(path), state.sites.pop(path)
        state.sites.setdefault(now, []).extend(moved_sites(sites, data, _held(tree, now)) if data else sites)
    for path in {*tree.contents, *tree.gone} - changed:
        state.verdict(path, "changed")
    for inner in paths:
        state.verdict(os.path.join(root, *inner.split("/")), "unchanged")


def rejected_files(state: RunState, rewrite: Rewrite) -> Mapping[str, str]:
    """Why Python rejects files whose text a rewrite would change, by their paths from the root."""
    wishes = [wish for wish in rewrite.files if isinstance(wish, FileEdits) and (wish.edits or wish.imports)]
    paths = {wish.path for wish in wishes}
    paths |= {each.path for each in rewrite.proposals if state.order.takes_proposals}
    contents = {path: _held(state.tree, os.path.join(state.files.root, *path.split("/"))) for path in sorted(paths)}
    return {path: trouble for path, data in contents.items() if (trouble := rejection(path, data))}


def _without_rejected(state: RunState, rewrite: Rewrite) -> Rewrite:
    """A rewrite without the files that Python rejects, which are failures."""
    rejected = rejected_files(state, rewrite)
    for inner, trouble in rejected.items():
        path = os.path.join(state.files.root, *inner.split("/"))
        if not _has_failed(state, path):
            state.verdict(path, "failed", trouble)
            state.failures.append(f"{state.session.shown(path)}: {trouble}")
    files = tuple(wish for wish in rewrite.files if wish.path not in rejected)
    return replace(
        rewrite, files=files, proposals=tuple(each for each in rewrite.proposals if each.path not in rejected)
    )


def _held(tree: WorkTree, path: str) -> bytes:
    """What a file holds; nothing where there is none."""
    try:
        return tree.read(path)
    except OSError:
        return b""


def clean_up(state: RunState) -> None:
    """Imports that the run has left without a use go too; places behind them move up."""
    for path, moves in tidy(state.session, state.order, state.files, state.tree):
        sites = state.sites.get(path, ())
        state.sites[path] = [replace(site, span=moves.moved(site.span)) for site in sites]


def _settle_marks(state: RunState) -> None:
    """With --mark a comment where something is left; in what changes, none where nothing is left any more."""
    adds, tree = state.order.marks, state.tree
    names = {step.name for step in state.order.steps}
    looked_at = [path for path, verdict in state.verdicts.items() if verdict.state in _LOOKED_AT]
    for path in looked_at if adds else [path for path in looked_at if path in tree.contents]:
        if path in tree.gone or not path.endswith(SOURCES):
            continue
        before = tree.read(path)
        after, sites = settled_marks(before, path, state.sites.get(path, ()), names, adds=adds)
        if after != before and path not in tree.contents and state.order.limit and _changed(state) >= state.order.limit:
            state.deferred += 1
        elif after != before:
            tree.change(path, before, after)
            state.sites[path] = list(sites)
            state.verdict(path, "changed")


def concluded(state: RunState) -> Migration:
    order, session = state.order, state.session
    writes = state.tree.writes()
    if order.effect is RunEffect.WRITE and writes and not (state.errors or order.allows_dirty):
        refuse_dirty(session, dirty_files(writes))
    baselines = _carried(session, writes)
    written = Written((*writes, *baselines))
    if order.effect is RunEffect.WRITE and writes and not state.errors:
        written = write_tree(session, order, writes, baselines)
    elif order.effect is RunEffect.WRITE and state.errors:
        written = Written(())
    elif order.effect is not RunEffect.WRITE and order.shows_contents:
        written = previewed(session, written.writes)
    sites = tuple((path, site) for path in sorted(state.sites) for site in sorted(state.sites[path]))
    files = tuple(_as_written(state, written))
    proposals = tuple(settled_proposals(state.proposals, state.tree, state.files.root))
    migration = Migration(
        files=files,
        writes=written.writes,
        formatted=written.formatted,
        sites=sites,
        proposals=proposals,
        failures=(*state.failures, *written.failures),
        errors=(*state.errors, *state.troubles, *written.errors),
        verified=written.verified,
        warnings=(*state.warnings, *written.warnings),
        deferred=state.deferred,
        is_dry=order.effect is not RunEffect.WRITE,
        fails_on_proposals=order.fails_on_proposals,
        references_left=_references_left(proposals, sites) if order.is_of_repository else 0,
    )
    tests = _tests(session, order, written.writes)
    return replace(migration, delta=delta_of(session, migration, state.tree, written.formatted, tests))


def _carried(session: Session, writes: Sequence[FileWrite]) -> Sequence[FileChange]:
    if not any(settings.baseline for settings in session.all_settings):
        return ()
    from tdomcheck.app.migrate.carried_baselines import carried_baselines  # judges files, which other runs need not

    return carried_baselines(session, writes)


def _references_left(proposals: Sequence[Proposal], sites: Sequence[tuple[str, OpenSite]]) -> int:
    """How many places in Python files refactorings leave to people: the code may break at them."""
    places = [each.path for each in proposals if each.is_reference]
    places += (path for path, site in sites if site.codemod in REFACTORINGS)
    return sum(path.endswith(SOURCES) for path in places)


def _tests(session: Session, order: MigrationOrder, writes: Sequence[FileWrite]) -> tuple[str, ...]:
    if not (order.names_tests and writes):
        return ()
    from tdomcheck.app.migrate.affected import affected_tests  # facts of every file, which other runs need not

    return affected_tests(session, writes)


def _as_written(state: RunState, written: Written) -> Iterator[FileVerdict]:
    """Where each file ended: what was converted and could not be written has not changed."""
    places = {write.new_path if isinstance(write, FileMove) else write.path for write in written.writes}
    places |= {write.path for write in written.writes}
    is_stopped = state.order.effect is RunEffect.WRITE and bool(state.errors)
    reason = "nothing was written, as the run was stopped" if is_stopped else "it was not written"
    left = set(state.tree.origins.values()) - state.tree.contents.keys()  # what has moved counts where it went
    for path, verdict in sorted(state.verdicts.items()):
        if path in left:
            continue
        is_lost = verdict.state == "changed" and path not in places
        yield FileVerdict(verdict.path, "failed", reason) if is_lost else verdict
