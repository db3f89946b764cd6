"""The gates of the third pass: which files ask something of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.app.passes.state import FileState, ProjectContext
from tdomcheck.app.session import Session
from tdomcheck.catalog.catalog import BUILTIN, Entry
from tdomcheck.facts.vocabulary import api
from tdomcheck.lint.limits import LIMITS
from tdomcheck.lint.plan import PlannedRule
from tdomcheck.model import Finding, Gate, RuleKind
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.values import dataclass

Focus = Mapping[str, tuple[PlannedRule, ...]]
"""Files by their shown paths, with the project rules whose gates they open."""


@dataclass(frozen=True, slots=True)
class ProjectCandidates:
    """What the planned files ask of the others."""

    focus: Focus
    conditional: Sequence[Finding]
    """What files left open."""

    def __bool__(self) -> bool:
        return bool(self.focus or self.conditional)


def candidates_of(context: ProjectContext, states: Sequence[FileState]) -> ProjectCandidates:
    """What depends on other files; those themselves ask for nothing."""
    conditional = [finding for state in states if state.analysis is not None for finding in state.analysis.conditional]
    shard = context.session.request.shard
    return ProjectCandidates(_focus(context, states) if shard is None or shard.is_first else {}, conditional)


def _focus(context: ProjectContext, states: Sequence[FileState]) -> Focus:
    session = context.session
    catalog = session.catalog(context.settings)
    gates = {entry.info.code: entry.gate for entry in catalog.of_kind(RuleKind.PROJECT)}
    focus: dict[str, tuple[PlannedRule, ...]] = {}
    for state in states:
        if not state.planned.is_planned or state.words is None:
            continue
        words = frozenset(state.words.split("\n"))
        rules = tuple(
            rule
            for rule in session.plan(context.settings, state.planned.path).rules
            if rule.code in gates and _is_open(session, gates[rule.code], words)
        )
        if rules:
            focus[state.planned.shown] = rules
    return focus


def with_subject(context: ProjectContext, states: Sequence[FileState], focus: Focus) -> Focus:
    """Without those of our rules whose subject the project does not have.

    A decorator registers where it derives from one of a library of containers: where no file imports such a library
    none does. What containers are asked for is judged by what they are told of, so where no file tells them of
    anything either, nobody asks."""
    session = context.session
    if not session.request.uses_gates or any(state.words is None or _knows_containers(state.words) for state in states):
        return focus
    words = {state.planned.shown: frozenset((state.words or "").split("\n")) for state in states}
    is_bare = not any(Feature.REGISTERING in each for each in words.values())
    catalog = session.catalog(context.settings)
    answerable: dict[str, tuple[PlannedRule, ...]] = {}
    for shown, planned in focus.items():
        subjects = words[shown] - ({Feature.REGISTRATION, Feature.FETCH} if is_bare else set())
        subjects -= set() if Feature.REGISTERING in subjects else {Feature.REGISTRATION}
        rules = tuple(rule for rule in planned if _has_subject(session, catalog.by_code[rule.code], subjects))
        if rules:
            answerable[shown] = rules
    return answerable


def with_limits(context: ProjectContext, states: Sequence[FileState], focus: Focus) -> Focus:
    """With what tells where the rules are cut off, which may be in any file that was asked for."""
    extended = dict(focus)
    for state in states:
        file = state.planned
        rules = context.session.plan(context.settings, file.path).rules if file.is_planned else ()
        limits = tuple(rule for rule in rules if rule.code == LIMITS)
        if limits:
            extended[file.shown] = (*extended.get(file.shown, ()), *limits)
    return extended


def _has_subject(session: Session, entry: Entry, words: frozenset[str]) -> bool:
    return not entry.source.startswith(f"{BUILTIN}.") or _is_open(session, entry.gate, words)


def _knows_containers(words: str) -> bool:
    return any(FeatureOf.IMPORT(root) in words for root in api.ROOTS)


def _is_open(session: Session, gate: Gate, words: frozenset[str]) -> bool:
    features = frozenset(gate.features)
    return not session.request.uses_gates or not features or bool(words & features)
