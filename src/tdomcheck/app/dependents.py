"""Files whose findings can change by what the given ones declare: found by facts, judged before and after."""

from __future__ import annotations

import math
import os
import re
import typing as t
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tdomcheck.app.check import Checked, FileState, by_settings, catch_up, join, states_of
from tdomcheck.app.plan_files import PlannedFile
from tdomcheck.app.project_pass import project_of, project_pass, question_of, texts_of
from tdomcheck.app.session import Session
from tdomcheck.config.settings import Settings
from tdomcheck.facts.project.declarations import DeclaredChange, declared_changes
from tdomcheck.facts.project.dependents import Cause, Dependent, dependents
from tdomcheck.facts.records import FileFacts
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Finding, codec
from tdomcheck.model.suffixes import is_module

if t.TYPE_CHECKING:  # only for those who ask git
    from tdomcheck.edges.git import Change

MOST = 50
"""Dependents that are judged; the summary counts the others."""
MOST_UNREAD = 100
"""Files of which nothing is known yet that are read only to count the dependents; where there are more, none is."""
_NOTHING = codec.dumps(FileFacts())


def judge_dependents(session: Session, checked: Checked, contents: Mapping[str, bytes]) -> None:
    """Add what is new in the dependents of the planned files to the findings of a run, or count the dependents."""
    change = checked.run.change or _named(session, checked)
    old = _old_contents(change)
    for settings in _settings(session, checked, change):
        _Pass(session, settings, checked, contents, change, old).run()


def _named(session: Session, checked: Checked) -> Change | None:
    """What a revision says of files that are named."""
    base = session.request.base
    if base is None:
        return None
    from tdomcheck.edges import git

    change = git.named(session.cwd, base, tuple(checked.states))
    if change is None or base != "HEAD":
        return change
    staged = git.staged(session.cwd)  # what a commit deletes is not named; what else it changes is named elsewhere
    changed = tuple(sorted({*change.changed, *staged.changed}))
    return replace(change, changed=changed, old={**staged.old, **change.old})


def _old_contents(change: Change | None) -> dict[str, bytes]:
    if change is None:
        return {}
    from tdomcheck.edges import git

    files = {path: blob.oid for path, blob in change.old.items() if blob.is_file and is_module(path)}
    texts = git.contents(change.root, files.values())
    return {path: texts[oid] for path, oid in files.items()}


def _settings(session: Session, checked: Checked, change: Change | None) -> list[Settings]:
    """One configuration for each project of the planned files, and of those that are deleted."""
    found = {settings.project: settings for settings, _ in checked.groups}
    for path in _deleted(change):
        settings = session.settings_for(os.path.dirname(path))
        found.setdefault(settings.project, settings)
    return [settings for settings in found.values() if not session.is_loose(settings)]


def _deleted(change: Change | None) -> list[str]:
    if change is None:
        return []
    here = change.index if change.index is not None else {path for path in change.old if os.path.lexists(path)}
    return [path for path in change.old if path not in here and is_module(path)]


@dataclass(frozen=True, slots=True)
class _Pass:
    """The dependents of the planned files of one configuration."""

    session: Session
    settings: Settings
    checked: Checked
    contents: Mapping[str, bytes]
    change: Change | None
    old: Mapping[str, bytes]

    def run(self) -> None:
        states = self._states()
        given = {state.planned.path for state in states if state.planned.is_wanted and is_module(state.planned.path)}
        past = self._before(given)
        before = texts_of(self.session.cache(self.settings), past)
        after = texts_of(self.session.cache(self.settings), states)
        changes = {path: _changes(before.get(path), after.get(path)) for path in given | before.keys()}
        changes = {self._inside(path): made for path, made in changes.items() if made}
        if not changes:
            return
        states = self._world(states)
        if not any(state.words for state in states if not state.planned.is_wanted):
            return  # nothing of the others concerns a rule that looks at other files
        past += [state for state in states if state.planned.path not in given | before.keys()]
        near = self._near(states, past, changes)
        if self.session.request.judges_dependents:
            self._count(len(near[:MOST]), len(near[MOST:]), f"the {MOST} nearest were")
            self._judge(states, past, near[:MOST])
        else:
            self._count(0, len(near), "--dependents judges them")

    def _states(self) -> list[FileState]:
        for settings, planned in self.checked.groups:
            if settings.project == self.settings.project:
                return planned
        states: list[FileState] = []
        self.checked.groups.append((self.settings, states))
        return states

    def _world(self, states: list[FileState]) -> list[FileState]:
        """All files of the project; where they are only counted, what would take long to read is left out."""
        if self.session.request.judges_dependents or self.settings in self.checked.joined:
            join(self.session, self.settings, states, self.checked, self.contents)
            catch_up(self.session, self.settings, states, self.contents)
            return states
        self.checked.is_replayable = False  # the replay does not watch over files that were only counted
        given = {state.planned.path for state in states}
        rest = states_of(
            self.session,
            self.settings,
            self.checked.run.rest_of_project(self.session, self.settings, given),
            self.contents,
        )
        unread = [state for state in rest if state.words is None and is_module(state.planned.path)]
        if len(unread) > MOST_UNREAD:
            self.checked.counted = replace(self.checked.counted, unread=self.checked.counted.unread + len(unread))
        else:
            catch_up(self.session, self.settings, unread, self.contents)
        return [*states, *(state for state in rest if state.words is not None)]

    def _planned(self, path: str) -> PlannedFile:
        settings = self.session.settings_for(os.path.dirname(path))
        return PlannedFile(path, self.session.shown(path), settings, is_wanted=False)

    def _is_ours(self, path: str) -> bool:
        return self.session.project_of(os.path.dirname(path)) == self.settings.project

    def _inside(self, path: str) -> str:
        return self.session.inside(self.settings, path)

    def _before(self, given: Iterable[str]) -> list[FileState]:
        """The given and the deleted files as they were; where no revision tells of them they declared nothing."""
        paths = [*given, *(path for path in _deleted(self.change) if self._is_ours(path))]
        files = [self._planned(path) for path in sorted(paths)]
        if self.change is None:
            return [FileState(file, digest="nothing", facts=_NOTHING, words="") for file in files]
        states = states_of(self.session, self.settings, [file for file in files if file.path in self.old], self.old)
        catch_up(self.session, self.settings, states, self.old)
        return states

    def _near(
        self, states: Sequence[FileState], past: Sequence[FileState], changes: Mapping[str, Sequence[DeclaredChange]]
    ) -> list[tuple[FileState, Dependent]]:
        """The dependents that nobody asked for and that can have findings, nearest first."""
        texts = {self._inside(path): text for path, text in texts_of(self.session.cache(self.settings), states).items()}
        projects = [project_of(self.session, self.settings, world) for world in (states, past)]
        others = {self._inside(state.planned.path): state for state in states if not state.planned.is_wanted}
        changed = frozenset(self.change.changed if self.change is not None else ())
        reached = dependents(projects, changes, texts, changes.keys())
        found = [(others[item.path], item) for item in reached if item.path in others]
        return [(state, item) for state, item in found if state.words and state.planned.path not in changed]

    def _judge(
        self, states: Sequence[FileState], past: Sequence[FileState], near: Sequence[tuple[FileState, Dependent]]
    ) -> None:
        wanted = [replace(state.planned, is_wanted=True) for state, _ in near]
        judged = states_of(self.session, self.settings, wanted, self.contents)
        catch_up(self.session, self.settings, judged, self.contents)
        new = self._findings(states, judged)
        old = {_identity(finding) for finding in self._findings(past, judged)} if new else set()
        reached = {state.planned.shown: dependent for state, dependent in near}
        for finding in new:
            if _identity(finding) not in old:
                told = replace(finding, message=f"{finding.message} ({self._reason(finding, reached[finding.path])})")
                self.checked.findings.setdefault(finding.path, []).append(told)
        self.checked.dependents.update((state.planned.path, state) for state in judged)

    def _findings(self, world: Iterable[FileState], judged: Sequence[FileState]) -> list[Finding]:
        """What the dependents are told in a state of the project."""
        known = {state.planned.path: state for state in judged}
        states = [known.get(state.planned.path, state) for state in world]
        findings: list[Finding] = []
        for own, files in by_settings(judged):
            question = question_of(self.session, own, files)
            outcome = project_pass(self.session, own, states, question) if not question.is_empty else FileAnalysis()
            self.checked.crashes += outcome.crashes
            findings += outcome.findings
        return findings

    def _reason(self, finding: Finding, dependent: Dependent) -> str:
        """As in `because label changed in components.py`: the change that the finding speaks of first."""
        text = " ".join((finding.message, finding.note, finding.help, *(place.label for place in finding.related)))
        cause = min(dependent.causes, key=lambda cause: (_place_in(text, cause), cause.path))
        path = self.session.shown(os.path.join(self.settings.root, cause.path))
        if self.change is None:
            return f"because {path} declares `{cause.change.subject}`"
        return f"because `{cause.change.subject}` changed in {path}"

    def _count(self, judged: int, unjudged: int, reason: str) -> None:
        known = self.checked.counted
        total = known.unjudged + unjudged
        self.checked.counted = replace(
            known, judged=known.judged + judged, unjudged=total, reason=reason if unjudged else known.reason
        )


def _changes(before: str | None, after: str | None) -> tuple[DeclaredChange, ...]:
    if before == after:
        return ()
    old, new = _decoded(before), _decoded(after)
    if old.is_incomplete or new.is_incomplete:
        return ()  # a file that cannot be parsed is found by itself; what it declares is not known
    return declared_changes(old, new)


def _decoded(text: str | None) -> FileFacts:
    return codec.loads(text, FileFacts) if text is not None else FileFacts()


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.path, finding.span, finding.code, finding.message


def _place_in(text: str, cause: Cause) -> float:
    """Where a text first speaks of a change."""
    found = re.search(rf"(?<!\w){re.escape(cause.change.subject)}(?!\w)", text)
    return found.start() if found is not None else math.inf
