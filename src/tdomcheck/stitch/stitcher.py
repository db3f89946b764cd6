"""A file made of parts: each owns its range, proposes and validates its text beside the others, and all are spliced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor

from tdomcheck.errors import Undecodable
from tdomcheck.model import Span
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.languages import JSON, PYTHON, CodeLanguage, Language, language_of, parsed
from tdomcheck.stitch.nodes.locate import NotLocated, located
from tdomcheck.stitch.nodes.outline import outlined, text_of
from tdomcheck.stitch.paths.values import NoValue
from tdomcheck.stitch.proposals import WishRefusal
from tdomcheck.stitch.splice import Spliced, splice
from tdomcheck.stitch.targets import NodeTarget, PathTarget, Wish
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class OwnedRange:
    """What an owner has when it is asked: its place, and what stands there."""

    target: NodeTarget | PathTarget
    span: Span | None = None
    """In the bytes of the file; None where nothing stands there yet."""
    text: str = ""


Propose = Callable[[OwnedRange], str | None]
"""The new text of a range, with LF; None where its owner has nothing to say."""
Validate = Callable[[str], str]
"""Why a text may not stand there; empty where it may."""


def anything(_text: str) -> str:
    """Every text may stand there that its language takes."""
    return ""


@dataclass(frozen=True, slots=True)
class FilePart:
    """The owner of a range."""

    target: NodeTarget | PathTarget
    propose: Propose
    validate: Validate = anything


def stitch(path: str, data: bytes, parts: Sequence[FilePart], executor: Executor | None = None) -> Spliced:
    """Ask every owner at once, and splice what they say into the file: all of it, or nothing where one is refused.

    What is missing is made, so that a file can begin empty. The parts of a refusal are counted as they were given.
    With processes for an executor the functions of the parts have to be picklable. Raises MissingExtra.
    """
    language = language_of(path)
    if language is JSON and not data.strip():
        data = b"{}\n"
    ranges = owned_ranges(path, data, [part.target for part in parts])
    if executor is None:
        with ThreadPoolExecutor(max_workers=min(len(parts), 32) or 1) as own:
            answers = list(own.map(_answer, parts, ranges))
    else:
        answers = list(executor.map(_answer, parts, ranges))
    refusals = tuple(WishRefusal(index, answer.reason) for index, answer in enumerate(answers) if answer.reason)
    if refusals:
        return Spliced(data, refusals=refusals)
    heard = [index for index, answer in enumerate(answers) if answer.text is not None]
    wishes = [Wish(parts[index].target, answers[index].text or "", creates=True) for index in heard]
    spliced = splice(path, data, wishes)
    return _renumbered(spliced, heard)


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str | None
    reason: str = ""


def _answer(part: FilePart, owned: OwnedRange) -> _Answer:
    text = part.propose(owned)
    if text is None:
        return _Answer(None)
    text = text.rstrip("\n") + "\n"
    return _Answer(text, part.validate(text))


def _renumbered(spliced: Spliced, heard: Sequence[int]) -> Spliced:
    refusals = tuple(WishRefusal(heard[each.wish], each.reason, each.is_syntax) for each in spliced.refusals)
    return Spliced(spliced.after, refusals, spliced.symbols)


def owned_ranges(path: str, data: bytes, targets: Sequence[NodeTarget | PathTarget]) -> list[OwnedRange]:
    """The ranges that targets name in a file; those of what is not there are empty."""
    language = language_of(path)
    try:
        source = SourceText(data, is_python=language is PYTHON)
    except Undecodable:
        return [OwnedRange(target) for target in targets]
    spans = _spans(source, language, targets) if language is not None else [None] * len(targets)
    return [
        OwnedRange(target, span, "" if span is None else source.slice(span.start, span.end))
        for target, span in zip(targets, spans, strict=True)
    ]


def _spans(source: SourceText, language: Language, targets: Sequence[NodeTarget | PathTarget]) -> list[Span | None]:
    root = parsed(language, source.utf8)
    ranges: list[tuple[int, int] | None] = []
    if isinstance(language, CodeLanguage):
        grammar = language.nodes()
        outline = outlined(text_of(source.utf8, root, grammar), root, grammar)
        for target in targets:
            try:
                owner = located(outline, target) if isinstance(target, NodeTarget) else None
            except NotLocated:
                owner = None
            ranges.append((owner.lead, owner.end) if owner is not None else None)
    else:
        from tdomcheck.stitch.paths.propose import value_file

        file = value_file(language, source.utf8)
        for target in targets:
            try:
                ranges.append(file.span(target.steps) if isinstance(target, PathTarget) else None)
            except NoValue:
                ranges.append(None)
    placed = source.from_utf8
    return [None if each is None else Span(placed(each[0]), placed(each[1])) for each in ranges]
