"""Files whose findings can change by what the given ones declare: found by facts, judged before and after."""

from __future__ import annotations

import math
import os
import re
import typing as t
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.app.analysis import DependentsAnalysis, ProjectAnalysis, RunAnalysis
from tdomcheck.app.passes.candidates import candidates_of
from tdomcheck.app.passes.gate import gate
from tdomcheck.app.passes.judge import judge, read
from tdomcheck.app.passes.project import run_project_rules, whole
from tdomcheck.app.passes.reuse import reuse
from tdomcheck.app.passes.state import FileState, ProjectContext, ProjectFiles, by_settings
from tdomcheck.app.plan_files import PlannedFile, rest_of_project
from tdomcheck.app.project_facts import StoredFacts, project_of, texts_inside, texts_of
from tdomcheck.app.session import Session
from tdomcheck.facts.project.declarations import DeclaredChange, declared_changes
from tdomcheck.facts.project.dependents import ANY, Cause, Dependent, dependents
from tdomcheck.facts.records import FileFacts
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Dependents, Finding, codec
from tdomcheck.model.suffixes import is_module
from tdomcheck.values import dataclass, replace

if t.TYPE_CHECKING:  # only for those who ask git
    from tdomcheck.edges.git import ChangeSet

MOST = 50
"""Dependents that are judged; the summary counts the others."""
MOST_UNREAD = 100
"""Files of which nothing is known yet that are read only to count the dependents; where there are more, none is."""
_NOTHING = codec.dumps_fields(FileFacts(is_open=True))
"""What a file declared of which no revision tells: nobody knows which names it had."""


def judge_dependents(
    session: Session,
    run: RunAnalysis,
    contents: Mapping[str, bytes],
    change: ChangeSet | None = None,
    old: Mapping[str, bytes] | None = None,
) -> RunAnalysis:
    """The run with what is new in the dependents of the planned files, or with their number.

    Without a change it is what git says; without old contents those that git has."""
    change = change or run.plan.change or _named(session, run)
    old = _old_contents(change) if old is None else old
    projects = {project.settings.project: project for project in run.projects}
    for path in _deleted(change):
        settings = session.settings_for(os.path.dirname(path))
        context = ProjectContext(session, run.plan, settings, contents)
        projects.setdefault(settings.project, ProjectAnalysis(context, ProjectFiles(())))
    dependents = DependentsAnalysis()
    for name, project in projects.items():
        if not session.is_loose(project.settings):
            files, analysis = _Search(project.context, project.files, change, old).run()
            projects[name] = replace(project, files=files)
            dependents = dependents.joined(analysis)
    return RunAnalysis(run.plan, tuple(projects.values()), dependents)


def _named(session: Session, run: RunAnalysis) -> ChangeSet | None:
    """What a revision says of files that are named."""
    base = session.request.base
    if base is None:
        return None
    from tdomcheck.edges import git

    change = git.named(session.cwd, base, (*run.states, *(file.path for file in run.plan.elsewhere)))
    if change is None:
        return None
    if base != "HEAD":  # what is deleted is not named
        return replace(change, old={**git.deleted(session.cwd, base).old, **change.old})
    staged = git.staged(session.cwd)  # what a commit deletes is not named; what else it changes is named elsewhere
    changed = tuple(sorted({*change.changed, *staged.changed}))
    return replace(change, changed=changed, old={**staged.old, **change.old})


def _old_contents(change: ChangeSet | None) -> dict[str, bytes]:
    if change is None:
        return {}
    from tdomcheck.edges import git

    files = {path: blob.oid for path, blob in change.old.items() if blob.is_file and is_module(path)}
    texts = git.contents(change.root, files.values())
    return {path: texts[oid] for path, oid in files.items()}


def _deleted(change: ChangeSet | None) -> list[str]:
    if change is None:
        return []
    here = change.index if change.index is not None else {path for path in change.old if os.path.lexists(path)}
    return [path for path in change.old if path not in here and is_module(path)]


@dataclass(frozen=True, slots=True)
class _World:
    """The files of a project among which dependents are looked for."""

    everything: ProjectFiles
    files: ProjectFiles
    """Those of the run."""
    unread: int = 0
    """Files of which nobody knows whether they are dependents."""
    is_watched: bool = True


@dataclass(frozen=True, slots=True)
class _Search:
    """For the dependents of the planned files of one project."""

    context: ProjectContext
    files: ProjectFiles
    change: ChangeSet | None
    old: Mapping[str, bytes]
    """The contents of before, by absolute path."""

    def run(self) -> tuple[ProjectFiles, DependentsAnalysis]:
        """The files that are known then, and what the dependents among them come to."""
        states = self.files.states
        planned = {state.planned.path for state in states if state.planned.is_planned and is_module(state.planned.path)}
        past = self._before(planned)
        changes = self._changes(planned, states, past)
        if not changes:
            return self.files, DependentsAnalysis()
        world = self._world()
        unread = DependentsAnalysis(counts=Dependents(unread=world.unread), is_watched=world.is_watched)
        states = world.everything.states
        if not any(state.words for state in states if not state.planned.is_planned):
            return world.files, unread  # nothing of the others concerns a rule that looks at other files
        changed = {*planned, *(state.planned.path for state in past)}
        before = ProjectFiles((*past, *(state for state in states if state.planned.path not in changed)))
        near = self._near(world.everything, before, changes)
        if not self._is_judging:
            counts = Dependents(unjudged=len(near), reason="--dependents judges them" if near else "")
            return world.files, unread.joined(DependentsAnalysis(counts=counts))
        return world.files, unread.joined(self._judge(states, before.states, near))

    @property
    def _is_judging(self) -> bool:
        return self.context.session.request.judges_dependents

    def _changes(
        self, planned: AbstractSet[str], states: Sequence[FileState], past: Sequence[FileState]
    ) -> dict[str, Sequence[DeclaredChange]]:
        """What the planned and the deleted files declare otherwise than before, by their names in the project."""
        before, after = texts_of(self.context, past), texts_of(self.context, states)
        known = planned | before.keys()
        hidden = self._hidden({path for path in known if (path in before) != (path in after)}, known)
        texts = {path: (before.get(path, hidden.get(path)), after.get(path, hidden.get(path))) for path in known}
        changes = {path: self._with_missing(path, _changes(old, new)) for path, (old, new) in texts.items()}
        return {self.context.inside(path): in_file for path, in_file in changes.items() if in_file}

    def _with_missing(self, path: str, changes: Sequence[DeclaredChange]) -> Sequence[DeclaredChange]:
        """With what others import and the file does not declare, where no revision tells of that."""
        name = os.path.basename(os.path.dirname(path) if path.endswith("__init__.py") else path.removesuffix(".py"))
        is_asked = self.change is None and self.context.session.request.judges_dependents
        return (*changes, DeclaredChange(ANY, name)) if is_asked else changes

    def _hidden(self, paths: AbstractSet[str], known: AbstractSet[str]) -> dict[str, str]:
        """What the names of new or deleted files meant before, or mean after: a package hides a module of its name."""
        tree = self.context.session.tree
        rivals = {_rival(path): path for path in paths}
        there = (rival for rival in sorted(rivals) if (_is_plain(rival) if tree is None else rival in tree))
        files = [self._planned(rival) for rival in there if rival not in known]
        texts = texts_of(self.context, read(self.context, files))
        return {rivals[rival]: text for rival, text in texts.items()}

    def _world(self) -> _World:
        """All files of the project; where they are only counted, what would take long to read is left out."""
        context, files = self.context, self.files
        if self._is_judging or files.is_whole:
            files = whole(context, files)
            return _World(files, files)
        rest = reuse(context, rest_of_project(context.session, context.plan, context.settings, files.paths).files)
        unread = [state for state in rest if state.words is None and is_module(state.planned.path)]
        is_short = len(unread) <= MOST_UNREAD
        others = {state.planned.path: state for state in rest}
        if is_short:
            others.update((state.planned.path, state) for state in judge(context, gate(context, unread)))
        # the replay of an answer does not watch over files that were only counted
        return _World(
            ProjectFiles((*files.states, *(state for state in others.values() if state.words is not None))),
            files,
            unread=0 if is_short else len(unread),
            is_watched=False,
        )

    def _planned(self, path: str) -> PlannedFile:
        session = self.context.session
        return PlannedFile(path, session.shown(path), session.settings_for(os.path.dirname(path)), is_wanted=False)

    def _is_ours(self, path: str) -> bool:
        return self.context.session.project_of(os.path.dirname(path)) == self.context.settings.project

    def _before(self, planned: Iterable[str]) -> Sequence[FileState]:
        """The planned and the deleted files as they were; where no revision tells of them they declared nothing."""
        paths = [*planned, *(path for path in _deleted(self.change) if self._is_ours(path))]
        files = [self._planned(path) for path in sorted(paths)]
        if self.change is None:
            return [FileState(file, digest="nothing", facts=_NOTHING, words="") for file in files]
        return read(replace(self.context, contents=self.old), [file for file in files if file.path in self.old])

    def _near(
        self, now: ProjectFiles, before: ProjectFiles, changes: Mapping[str, Sequence[DeclaredChange]]
    ) -> list[tuple[FileState, Dependent]]:
        """The dependents that nobody asked for and that can have findings, nearest first."""
        context = self.context
        texts = texts_inside(context, now)
        worlds = (now, before) if self.change is not None else (now,)  # nothing depends on what declared nothing
        projects = [project_of(context, world) for world in worlds]
        others = {context.inside(state.planned.path): state for state in now.states if not state.planned.is_planned}
        changed = frozenset(self.change.changed if self.change is not None else ())
        reached = dependents(projects, changes, texts, changes.keys())
        gone = set(map(context.inside, _deleted(self.change)))
        reached.sort(key=lambda item: not any(cause.path in gone for causes in item.names.values() for cause in causes))
        near = [(others[item.path], item) for item in reached if item.path in others]
        return [(state, item) for state, item in near if state.words and state.planned.path not in changed]

    def _judge(
        self, states: Sequence[FileState], past: Sequence[FileState], near: Sequence[tuple[FileState, Dependent]]
    ) -> DependentsAnalysis:
        """What the nearest dependents are told now and were not told before."""
        reached = {state.planned.shown: dependent for state, dependent in near[:MOST]}
        judged = read(self.context, [replace(state.planned, is_wanted=True) for state, _ in near[:MOST]])
        now = self._outcome(states, judged)
        before = self._outcome(past, judged) if now.findings else FileAnalysis()
        old = {_identity(finding) for finding in before.findings}
        unjudged = len(near[MOST:])
        return DependentsAnalysis(
            judged,
            tuple(
                self._with_reason(finding, reached[finding.path])
                for finding in now.findings
                if _identity(finding) not in old
            ),
            (*now.crashes, *before.crashes),
            Dependents(len(reached), unjudged, f"the {MOST} nearest were" if unjudged else ""),
        )

    def _outcome(self, world: Iterable[FileState], judged: Sequence[FileState]) -> FileAnalysis:
        """What the dependents are told in a state of the project."""
        dependents = {state.planned.path: state for state in judged}
        files = ProjectFiles(tuple(dependents.get(state.planned.path, state) for state in world))
        outcomes: list[FileAnalysis] = []
        for settings, states in by_settings(judged):
            part = self.context.part(settings)
            candidates = candidates_of(part, states)
            outcomes += [run_project_rules(part, files, candidates)] if candidates else []
        return FileAnalysis(
            tuple(finding for outcome in outcomes for finding in outcome.findings),
            crashes=tuple(crash for outcome in outcomes for crash in outcome.crashes),
        )

    def _with_reason(self, finding: Finding, dependent: Dependent) -> Finding:
        """As in `because label changed in components.py`: the change that the finding speaks of first."""
        text = " ".join((finding.message, finding.note, finding.help, *(place.label for place in finding.related)))
        cause = min(dependent.causes, key=lambda cause: (_place_in(text, cause), cause.path))
        path = self.context.session.shown(os.path.join(self.context.settings.root, cause.path))
        if cause.change.name == ANY:
            return finding
        subject = f"`<{{{cause.change.subject}}}>`" if cause.change.tag_ref else f"`{cause.change.subject}`"
        reason = f"{path} declares {subject}" if self.change is None else f"{subject} changed in {path}"
        if os.path.join(self.context.settings.root, cause.path) in _deleted(self.change):
            reason = f"{path} is gone"
        return replace(finding, message=f"{finding.message} (because {reason})")


def _rival(path: str) -> str:
    """Where another file of the same name would be: `lib.py` and `lib/__init__.py`."""
    folder, _, name = path.rpartition("/")
    return f"{folder}.py" if name == "__init__.py" else f"{path.removesuffix('.py')}/__init__.py"


def _is_plain(path: str) -> bool:
    """Whether a file is on disk, and no link leads to it."""
    return os.path.isfile(path) and not (os.path.islink(path) or os.path.islink(os.path.dirname(path)))


def _changes(before: str | None, after: str | None) -> tuple[DeclaredChange, ...]:
    if before == after:
        return ()
    old, new = _decoded(before), _decoded(after)
    if old.is_incomplete or new.is_incomplete:
        return ()  # a file that cannot be parsed is found by itself; what it declares is not known
    return declared_changes(old, new)


def _decoded(text: str | None) -> FileFacts:
    return StoredFacts(text) if text is not None else FileFacts()


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.path, finding.span, finding.code, finding.message


def _place_in(text: str, cause: Cause) -> float:
    """Where a text first speaks of a change."""
    mention = re.search(rf"(?<!\w){re.escape(cause.change.subject)}(?!\w)", text)
    return mention.start() if mention is not None else math.inf
