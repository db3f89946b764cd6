"""The third door: rules over the facts of all files, skipped where no file asks for it."""

from __future__ import annotations

import hashlib
import os
import typing as t
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tdomcheck.app.beside import import_roots
from tdomcheck.app.session import Session
from tdomcheck.catalog.catalog import BUILTIN, Catalog, Entry
from tdomcheck.config.settings import Settings
from tdomcheck.edges.cache import Cache
from tdomcheck.edges.pool import Death, run_in_workers
from tdomcheck.facts.records import FileFacts
from tdomcheck.facts.vocabulary import libraries as api
from tdomcheck.facts.vocabulary.words import REGISTERS
from tdomcheck.lint.limits import LIMITS
from tdomcheck.lint.plan import FileAnalysis, FilePlan, PlannedRule, RuleCrash
from tdomcheck.lint.relocate import moved, relocated
from tdomcheck.model import Finding, Gate, RuleKind, Targets, codec
from tdomcheck.model.codec import Unreadable
from tdomcheck.model.suffixes import is_module

if t.TYPE_CHECKING:  # a hook of files that have nothing to say to each other needs no project
    from tdomcheck.app.check import FileState
    from tdomcheck.facts.project.modules import Project
    from tdomcheck.lint.project import Asked


class KeptFacts(Mapping[str, FileFacts]):
    """Facts by path, decoded when they are asked for: most files are asked for nothing."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._decoded: dict[str, FileFacts] = {}

    def __getitem__(self, path: str) -> FileFacts:
        if path not in self._decoded:
            try:
                self._decoded[path] = codec.loads(self._texts[path], FileFacts)
            except Unreadable:
                self._decoded[path] = FileFacts(is_incomplete=True)
        return self._decoded[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@dataclass(frozen=True, slots=True)
class Question:
    """What the planned files ask of the others."""

    focus: Mapping[str, tuple[PlannedRule, ...]]
    """The planned files with the project rules whose gates they open."""
    conditional: Sequence[Finding]
    """What files left open."""

    @property
    def is_empty(self) -> bool:
        return not self.focus and not self.conditional


def question_of(session: Session, settings: Settings, states: Sequence[FileState]) -> Question:
    """What depends on other files; those themselves ask for nothing."""
    conditional = [finding for state in states if state.analysis is not None for finding in state.analysis.conditional]
    return Question(_focus(session, settings, states), conditional)


def project_pass(session: Session, settings: Settings, states: Sequence[FileState], question: Question) -> FileAnalysis:
    """Findings of the project rules in the files that were asked for, and what those files left open."""
    focus = _with_subject(session, settings, states, question.focus)
    if not focus and not question.conditional:
        return FileAnalysis()
    question = Question(_with_limits(session, settings, states, focus), question.conditional)
    cache = session.cache(settings)
    key = _key(session, settings, states, question)
    kept = cache.get_text(key)
    if kept is not None:
        try:
            return codec.loads(kept, FileAnalysis)
        except Unreadable:
            pass  # judged again below
    project = project_of(session, settings, states)
    names = {state.planned.shown: session.inside(settings, state.planned.path) for state in states}
    open_ = tuple(moved(finding, names) for finding in question.conditional)
    inner = {names[shown]: rules for shown, rules in question.focus.items()}
    work = ProjectWork(project, session.catalog(settings), session.target_versions(settings), open_)
    analysis = _judged(work, inner)
    analysis = relocated(analysis, {inside: shown for shown, inside in names.items()})
    if not analysis.crashes:
        cache.put_text(key, codec.dumps(FileAnalysis(analysis.findings)))
    return analysis


def project_of(session: Session, settings: Settings, states: Sequence[FileState]) -> Project:
    """All files of a project as one."""
    from tdomcheck.facts.project.modules import Project

    found = texts_of(session.cache(settings), states)
    texts = {session.inside(settings, path): text for path, text in found.items()}
    roots = [session.inside(settings, folder) for folder in _import_roots(session, settings, states)]
    is_about_tdom = uses_tdom(session, settings, states)
    return Project(KeptFacts(texts), ["" if root == "." else root for root in roots], uses_tdom=is_about_tdom)


def uses_tdom(session: Session, settings: Settings, states: Sequence[FileState]) -> bool:
    """Whether the project says so, or one of its files."""
    return session.names_tdom(settings) or any(
        f"import {root}" in (state.words or "").split("\n")
        for state in states
        if is_module(state.planned.path)  # what a document says of tdom is about others
        for root in api.RENDERING
    )


def _import_roots(session: Session, settings: Settings, states: Sequence[FileState]) -> Iterator[str]:
    """Where imports start from: as every part of the project is configured."""
    if session.is_loose(settings):
        yield settings.root
        yield from import_roots([state.planned.path for state in states])
        return
    parts = {state.planned.settings.identity: state.planned.settings for state in states} | {
        settings.identity: settings
    }
    for part in parts.values():
        for root in part.src:
            yield os.path.normpath(os.path.join(part.root, root))


def facts_of(session: Session, settings: Settings, states: Sequence[FileState]) -> Mapping[str, FileFacts]:
    """The facts of files by absolute path."""
    return KeptFacts(texts_of(session.cache(settings), states))


def _focus(session: Session, settings: Settings, states: Sequence[FileState]) -> dict[str, tuple[PlannedRule, ...]]:
    catalog = session.catalog(settings)
    gates = {entry.info.code: entry.gate for entry in catalog.of_kind(RuleKind.PROJECT)}
    focus: dict[str, tuple[PlannedRule, ...]] = {}
    for state in states:
        if not state.planned.is_wanted or state.words is None:
            continue
        words = frozenset(state.words.split("\n"))
        rules = tuple(
            rule
            for rule in session.plan(settings, state.planned.path).rules
            if rule.code in gates and _opens(session, gates[rule.code], words)
        )
        if rules:
            focus[state.planned.shown] = rules
    return focus


def _with_limits(
    session: Session, settings: Settings, states: Sequence[FileState], focus: Mapping[str, tuple[PlannedRule, ...]]
) -> Mapping[str, tuple[PlannedRule, ...]]:
    """With what tells where the rules are cut off, which may be in any file that was asked for."""
    found = dict(focus)
    for state in states:
        rules = session.plan(settings, state.planned.path).rules if state.planned.is_wanted else ()
        limits = tuple(rule for rule in rules if rule.code == LIMITS)
        if limits:
            found[state.planned.shown] = (*found.get(state.planned.shown, ()), *limits)
    return found


def _with_subject(
    session: Session, settings: Settings, states: Sequence[FileState], focus: Mapping[str, tuple[PlannedRule, ...]]
) -> Mapping[str, tuple[PlannedRule, ...]]:
    """Without those of our rules whose subject the project does not have.

    A decorator registers where it derives from one of a library of containers: where no file imports such a library
    none does. What containers are asked for is judged by what they are told of, so where no file tells them of
    anything either, nobody asks."""
    if not session.request.uses_gates or any(state.words is None or _knows_containers(state.words) for state in states):
        return focus
    words = {state.planned.shown: frozenset((state.words or "").split("\n")) for state in states}
    is_bare = not any(REGISTERS in each for each in words.values())
    catalog = session.catalog(settings)
    left: dict[str, tuple[PlannedRule, ...]] = {}
    for shown, planned in focus.items():
        subjects = words[shown] - ({"registration", "fetch"} if is_bare else set())
        subjects -= set() if REGISTERS in subjects else {"registration"}
        rules = tuple(rule for rule in planned if _has_subject(session, catalog.by_code[rule.code], subjects))
        if rules:
            left[shown] = rules
    return left


def _has_subject(session: Session, entry: Entry, words: frozenset[str]) -> bool:
    return not entry.source.startswith(f"{BUILTIN}.") or _opens(session, entry.gate, words)


def _knows_containers(words: str) -> bool:
    return any(f"import {root}" in words for root in api.ROOTS)


def _opens(session: Session, gate: Gate, words: frozenset[str]) -> bool:
    wanted = frozenset(gate.features)
    return not session.request.uses_gates or not wanted or bool(words & wanted)


def _key(session: Session, settings: Settings, states: Sequence[FileState], question: Question) -> str:
    """Every file of the project with its content, and the question: another run may ask about other files of it."""
    focus = question.focus
    digest = hashlib.sha256()
    for state in sorted(states, key=lambda state: state.planned.shown):
        digest.update(f"{state.planned.shown}\0{state.digest}\0".encode("utf-8", "surrogateescape"))
    asked = session.result_key(settings, settings.root, "", "")
    digest.update(
        f"{asked} {sorted(focus)} {sorted({str(rules) for rules in focus.values()})}".encode("utf-8", "replace")
    )
    for finding in question.conditional:
        digest.update(codec.dumps(finding).encode("utf-8", "surrogatepass"))
    return f"project {digest.hexdigest()}"


def texts_of(cache: Cache, states: Sequence[FileState]) -> dict[str, str]:
    """The facts of files as text, by path."""
    missing = {state.digest for state in states if state.facts is None and state.digest}
    kept = cache.facts(missing)
    texts: dict[str, str] = {}
    for state in states:
        text = state.facts if state.facts is not None else kept.get(state.digest)
        if text is None and state.digest:
            text = state.facts = _read_again(state)  # its row in the cache was damaged
        if text is not None:
            texts[state.planned.path] = text
    return texts


def _read_again(state: FileState) -> str | None:
    """The facts of a file that has not changed."""
    from tdomcheck.app.work import FileTask, FileWork

    file = state.planned
    plan = FilePlan((), most_bytes=file.settings.max_file_bytes)
    answer = FileWork({0: Catalog((), "")})(FileTask(file.path, file.shown, file.shown, plan, 0))
    return answer.facts if answer.digest == state.digest else None


@dataclass(frozen=True, slots=True)
class ProjectWork:
    """Callable in a worker."""

    project: Project
    catalog: Catalog
    targets: Targets
    conditional: Sequence[Finding]

    def __call__(self, asked: Asked) -> FileAnalysis:
        from tdomcheck.lint.project import judge_one

        return judge_one(self.project, asked, self.catalog, self.targets, self.conditional)


def _judged(work: ProjectWork, focus: Mapping[str, Sequence[PlannedRule]]) -> FileAnalysis:
    """In a worker, each rule with the time that a file has: one that does not come back costs its own findings."""
    from tdomcheck.lint.project import asked_of, joined

    items = asked_of(focus, work.catalog, work.conditional)
    answers = dict(run_in_workers(work, items, 1)) if items else {}
    return joined(_answered(work, items[index], answers[index]) for index in sorted(answers))


def _answered(work: ProjectWork, asked: Asked, answer: FileAnalysis | Death) -> FileAnalysis:
    if not isinstance(answer, Death):
        return answer
    codes = {asked.rule.code} if asked.rule is not None else {finding.code for finding in work.conditional}
    reason = f"the project pass did not end: {answer.reason}"
    return FileAnalysis(crashes=tuple(RuleCrash(code, reason) for code in sorted(codes)))
