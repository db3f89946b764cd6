"""Examples out of events: the moments in which somebody was corrected, each with what it weighs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum

from tdomcheck.model.events import (
    BranchClosed,
    BranchMerged,
    DomainValidation,
    RecordedEvent,
    Retry,
    RunStarted,
    UserCorrection,
)
from tdomcheck.regex import regex
from tdomcheck.report.events.masking import masked_text
from tdomcheck.values import dataclass, replace

_SPAN = timedelta(minutes=10)
FEWEST_COMMANDS = 3
MERGED, CLOSED = 1.2, 0.5
_SYMBOL = regex(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+|[A-Z]\w+")
_FILES = (".py", ".pyi", ".md", ".rst", ".toml", ".json", ".jsonl", ".txt", ".html")


class ExampleKind(Enum):
    """What an example teaches."""

    CORRECTIVE = "corrective"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    WORKFLOW = "workflow"


WEIGHTS: Mapping[ExampleKind, float] = {
    ExampleKind.CORRECTIVE: 1.5,
    ExampleKind.POSITIVE: 1.0,
    ExampleKind.NEGATIVE: 2.0,
    ExampleKind.WORKFLOW: 1.3,
}


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """One example; what nobody kept is None."""

    kind: ExampleKind
    context: str
    prompt: str
    rejected: str | None
    chosen: str | None
    weight: float
    time: str
    session: str | None
    branch: str | None
    path: str | None = None
    validator: str | None = None
    errors: tuple[str, ...] = ()
    content_sha256: str | None = None

    @property
    def content(self) -> tuple[str | None, ...]:
        """Two examples that say the same are one; of code that nobody kept the hash tells."""
        mark = self.content_sha256 if self.chosen is None else None
        return self.kind.value, self.context, self.prompt, self.rejected, self.chosen, mark


@dataclass(frozen=True, slots=True)
class ExportKnowledge:
    """What is known besides the events."""

    explain: Callable[[str], str]
    """What the rule of an error says; the error itself where it is not known."""
    summary: Callable[[str | None], str]
    """What a specification is about."""
    is_excluded: Callable[[str], bool]
    """Whether nothing may be told of a file."""
    code: Callable[[str, str], str | None]
    """What a file holds, if it has this hash and may be kept."""


def examples_of(events: Sequence[RecordedEvent], knowledge: ExportKnowledge) -> list[TrainingExample]:
    """The examples of some streams in the order of time, weighted by what became of their branches."""
    told = sorted(events, key=lambda event: event.sort_key)
    first = [*_corrective(told, knowledge), *_positive(told, knowledge), *_negative(told, knowledge)]
    every = sorted((*first, *_workflows(told, knowledge)), key=lambda example: (example.time, example.kind.value))
    outcomes = _outcomes(told)
    best: dict[tuple[str | None, ...], TrainingExample] = {}
    for example in every:
        weighted = replace(example, weight=round(example.weight * _factor(example, outcomes), 4))
        known = best.get(weighted.content)
        if known is None or known.weight < weighted.weight:
            best[weighted.content] = weighted
    return list(best.values())


def _example(
    kind: ExampleKind,
    event: RecordedEvent,
    knowledge: ExportKnowledge,
    prompt: str,
    *,
    of: Retry | DomainValidation | None = None,
) -> TrainingExample:
    """An example without answers."""
    identity = event.identity
    return TrainingExample(
        kind,
        knowledge.summary(identity.spec_ref),
        prompt,
        None,
        None,
        WEIGHTS[kind],
        event.time,
        identity.session,
        identity.branch,
        of.path if of is not None else None,
        of.validator if of is not None else None,
        of.errors if of is not None else (),
    )


def _corrective(told: Iterable[RecordedEvent], knowledge: ExportKnowledge) -> Iterator[TrainingExample]:
    for event in told:
        retry = event.body
        if not isinstance(retry, Retry) or knowledge.is_excluded(retry.path):
            continue
        signal = "\n".join(f"- {knowledge.explain(error)}" for error in retry.errors)
        prompt = f"{retry.path} does not pass the rules for {retry.validator}:\n{signal}"
        example = _example(ExampleKind.CORRECTIVE, event, knowledge, prompt, of=retry)
        yield replace(example, rejected=retry.original_code, chosen=retry.corrected_code)


def _positive(told: Sequence[RecordedEvent], knowledge: ExportKnowledge) -> Iterator[TrainingExample]:
    """The first pass of a content that never failed."""
    validations = [(event, event.body) for event in told if isinstance(event.body, DomainValidation)]
    seen = {validation.content_sha256 for _, validation in validations if not validation.passed}
    for event, validation in validations:
        digest = validation.content_sha256
        if digest in seen or knowledge.is_excluded(validation.path):
            continue
        seen.add(digest)
        prompt = f"Write {validation.path} so that it passes the rules for {validation.validator}."
        example = _example(ExampleKind.POSITIVE, event, knowledge, prompt, of=validation)
        yield replace(example, chosen=knowledge.code(validation.path, digest), content_sha256=digest)


def _negative(told: Iterable[RecordedEvent], knowledge: ExportKnowledge) -> Iterator[TrainingExample]:
    last: dict[str, str] = {}
    for event in told:
        author = event.identity.session or f"branch {event.identity.branch}"
        match event.body:
            case RunStarted():
                last[author] = _command(event.body)
            case UserCorrection(text):
                prompt = f"Somebody corrected this: {masked_text(text)}" if text else "Somebody corrected this."
                yield replace(_example(ExampleKind.NEGATIVE, event, knowledge, prompt), rejected=last.get(author))
            case _:
                continue


def _command(run: RunStarted) -> str:
    return " ".join(("tdomcheck", run.command, *run.arguments))


def _workflows(told: Iterable[RecordedEvent], knowledge: ExportKnowledge) -> Iterator[TrainingExample]:
    """Three or more different commands of a session that name the same symbol within ten minutes."""
    named: dict[tuple[str, str], list[RecordedEvent]] = defaultdict(list)
    for event in told:
        if isinstance(event.body, RunStarted) and event.identity.session:
            for symbol in symbols_in(event.body.arguments):
                named[event.identity.session, symbol].append(event)
    for (_, symbol), runs in sorted(named.items()):
        for group in _close_together(runs):
            example = _example(ExampleKind.WORKFLOW, group[0], knowledge, f"Work on {symbol}.")
            commands = (_command(event.body) for event in group if isinstance(event.body, RunStarted))
            yield replace(example, chosen="\n".join(dict.fromkeys(commands)))


def symbols_in(arguments: Iterable[str]) -> list[str]:
    """The names of definitions among some arguments: dotted, or with a capital letter."""
    words = [word for word in arguments if not word.startswith("-") and "/" not in word and not word.endswith(_FILES)]
    return sorted({word for word in words if _SYMBOL.fullmatch(word)})


def _close_together(runs: Sequence[RecordedEvent]) -> Iterator[Sequence[RecordedEvent]]:
    """The first ten minutes with enough different commands, and what follows them; a run is in one of them."""
    start = end = 0
    counts: Counter[str] = Counter()
    while start < len(runs):
        while end < len(runs) and _at(runs[end]) - _at(runs[start]) <= _SPAN:
            counts[_verb(runs[end])] += 1
            end += 1
        if len(counts) >= FEWEST_COMMANDS:
            yield runs[start:end]
            start = end
            counts.clear()
            continue
        verb = _verb(runs[start])
        counts[verb] -= 1
        if not counts[verb]:
            del counts[verb]
        start += 1


def _verb(event: RecordedEvent) -> str:
    return event.body.command if isinstance(event.body, RunStarted) else ""


def _at(event: RecordedEvent) -> datetime:
    return datetime.fromisoformat(event.time)


def _outcomes(told: Iterable[RecordedEvent]) -> Mapping[str, Sequence[tuple[str, float]]]:
    """When each branch was merged or closed."""
    outcomes: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for event in told:
        branch = event.identity.branch
        if branch is not None and isinstance(event.body, BranchMerged | BranchClosed):
            outcomes[branch].append((event.time, MERGED if isinstance(event.body, BranchMerged) else CLOSED))
    return outcomes


def _factor(example: TrainingExample, outcomes: Mapping[str, Sequence[tuple[str, float]]]) -> float:
    """What became of the branch afterwards; merged after all is merged, and what nobody told weighs as it is."""
    later = [factor for time, factor in outcomes.get(example.branch or "", ()) if time >= example.time]
    return max(later, default=1.0)
