"""Examples out of events: the moments in which code was corrected, each with what it weighs.

A row has the code before and after and what the rules say in between; what nobody kept teaches nothing and is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from tdomcheck.model.events import BranchClosed, BranchMerged, RecordedEvent, Retry
from tdomcheck.values import dataclass, replace

CORRECTIVE = 1.5
MERGED, CLOSED = 1.2, 0.5


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A correction, with the code before and after."""

    context: str
    prompt: str
    rejected: str
    chosen: str
    weight: float
    time: str
    session: str | None
    branch: str | None
    path: str
    validator: str
    errors: tuple[str, ...]

    @property
    def content(self) -> tuple[str, ...]:
        """Two examples that say the same are one."""
        return self.context, self.prompt, self.rejected, self.chosen


@dataclass(frozen=True, slots=True)
class ExportKnowledge:
    """What is known besides the events."""

    explain: Callable[[str], str]
    """What the rule of an error says; the error itself where it is not known."""
    summary: Callable[[str | None], str]
    """What a specification is about."""
    is_excluded: Callable[[str], bool]
    """Whether nothing may be said of a file."""


def examples_of(events: Sequence[RecordedEvent], knowledge: ExportKnowledge) -> tuple[list[TrainingExample], int]:
    """The examples of some streams in the order of time, weighted by what became of their branches.

    Beside them, how many corrections are left out because their code was not kept."""
    ordered = sorted(events, key=lambda event: event.sort_key)
    outcomes = _outcomes(ordered)
    best: dict[tuple[str, ...], TrainingExample] = {}
    lacking = 0
    for event in ordered:
        retry = event.body
        if not isinstance(retry, Retry) or knowledge.is_excluded(retry.path):
            continue
        example = _example(event, retry, knowledge)
        if example is None:
            lacking += 1
            continue
        weighted = replace(example, weight=round(CORRECTIVE * _factor(example, outcomes), 4))
        known = best.get(weighted.content)
        if known is None or known.weight < weighted.weight:
            best[weighted.content] = weighted
    return list(best.values()), lacking


def _example(event: RecordedEvent, retry: Retry, knowledge: ExportKnowledge) -> TrainingExample | None:
    if retry.original_code is None or retry.corrected_code is None:
        return None
    identity = event.identity
    signal = "\n".join(f"- {knowledge.explain(error)}" for error in retry.errors)
    return TrainingExample(
        context=knowledge.summary(identity.spec_ref),
        prompt=f"{retry.path} does not pass the rules for {retry.validator}:\n{signal}",
        rejected=retry.original_code,
        chosen=retry.corrected_code,
        weight=CORRECTIVE,
        time=event.time,
        session=identity.session,
        branch=identity.branch,
        path=retry.path,
        validator=retry.validator,
        errors=retry.errors,
    )


def _outcomes(ordered: Iterable[RecordedEvent]) -> Mapping[str, Sequence[tuple[str, float]]]:
    """When each branch was merged or closed."""
    outcomes: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for event in ordered:
        branch = event.identity.branch
        if branch is not None and isinstance(event.body, BranchMerged | BranchClosed):
            outcomes[branch].append((event.time, MERGED if isinstance(event.body, BranchMerged) else CLOSED))
    return outcomes


def _factor(example: TrainingExample, outcomes: Mapping[str, Sequence[tuple[str, float]]]) -> float:
    """What became of the branch afterwards; merged after all is merged, and an unknown fate changes nothing."""
    later = [factor for time, factor in outcomes.get(example.branch or "", ()) if time >= example.time]
    return max(later, default=1.0)
