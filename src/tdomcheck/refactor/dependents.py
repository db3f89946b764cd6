"""What is there only for a definition that goes: its registrations, its tests, and what only those use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, occurrences_of, top_bindings
from tdomcheck.facts.python.regions import RegionKind, Step, steps_to
from tdomcheck.model import Edit, Span
from tdomcheck.model.changes import Proposal, Tier
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.refactor.blocks import Passage, blocks_of, removals
from tdomcheck.refactor.outcome import merged
from tdomcheck.refactor.problems import NotMovable
from tdomcheck.refactor.receivers import first_argument
from tdomcheck.refactor.sites import Site
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_REGISTERS = regex(r"\.\s*register(?:_\w+)?$")
_TEST_FILE = regex(r"(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")
_WORD = regex(rb"(?![0-9])[\w\x80-\xff]+")
_TESTS = "it tests what is deleted"
_HELPS = "only tests of what is deleted use it"
MOST_ROUNDS = 20
"""Helpers of helpers that are followed."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A statement that registers what goes in a container."""

    path: str
    edits: tuple[Edit, ...]
    """What takes it and the others in its body out."""
    span: Span


def registrations(sources: Sources, references: Sequence[Site]) -> Iterator[Registration]:
    """The statements that do nothing but register what goes."""
    for path in sorted({site.path for site in references if site.path.endswith(SOURCES)}):
        reading = sources.module(path)
        if reading is None:
            continue
        bodies: dict[int, dict[Passage, Step]] = {}
        for step in _steps(reading, path, references):
            call = step.around("call")
            statement = call.outer if call is not None and _registers(reading, call, step) else None
            lines = _lines(reading, statement) if statement is not None else None
            if statement is not None and statement.outer is not None and lines is not None:
                bodies.setdefault(statement.outer.node.start_byte, {})[lines] = statement
        for passages in bodies.values():
            edits = tuple(removals(reading, list(passages), next(iter(passages.values()))))
            for passage in passages:
                yield Registration(path, edits, _span(reading, passage))


def _steps(reading: SourceReading, path: str, references: Sequence[Site]) -> Iterator[Step]:
    """The ways to the references in a file."""
    starts = sorted({site.span.start for site in references if site.path == path})
    yield from steps_to(reading.view.tree.root, [reading.view.source.to_utf8(start) for start in starts])


def _registers(reading: SourceReading, call: Step, step: Step) -> bool:
    """Whether a statement is a call that registers what its first argument names."""
    function, first = call.node.child_by_field_name("function"), first_argument(call.node)
    is_statement = call.outer is not None and call.outer.node.type == "expression_statement"
    is_first = first is not None and first.start_byte <= step.node.start_byte and step.node.end_byte == first.end_byte
    return is_statement and is_first and function is not None and bool(_REGISTERS.search(reading.view.text(function)))


def _lines(reading: SourceReading, statement: Step) -> Passage | None:
    """The lines of a statement that has them to itself."""
    utf8, node = reading.view.tree.utf8, statement.node
    start, end = utf8.rfind(b"\n", 0, node.start_byte) + 1, utf8.find(b"\n", node.end_byte) + 1 or len(utf8)
    is_alone = not utf8[start : node.start_byte].strip() and not utf8[node.end_byte : end].strip()
    return Passage(start, end) if is_alone else None


def proposals_of_tests(sources: Sources, references: Sequence[Site]) -> Iterator[Proposal]:
    """The tests that refer to what goes, and what nobody but them uses."""
    for path in sorted({site.path for site in references if _TEST_FILE.search(site.path)}):
        reading = sources.module(path)
        if reading is None:
            continue
        tests = dict(_tests(reading, path, references))
        gone = list(tests)
        yield from (_proposal(reading, passage, step, _TESTS) for passage, step in tests.items())
        for _ in range(MOST_ROUNDS):
            helpers = dict(_helpers(sources, reading, gone))
            if not helpers:
                break
            gone += helpers
            yield from (_proposal(reading, passage, step, _HELPS) for passage, step in helpers.items())


def _tests(reading: SourceReading, path: str, references: Sequence[Site]) -> Iterator[tuple[Passage, Step]]:
    for step in _steps(reading, path, references):
        names = (region for region in step.region.outwards if region.kind is RegionKind.FUNCTION)
        test = next((region for region in names if region.name.startswith("test_")), None)
        for each in occurrences_of(reading.view, test.name) if test is not None else ():
            is_own = each.step.outer is not None and test is not None and each.step.outer.node == test.node
            if is_own and each.role is NameRole.BIND:
                yield from ((passage, each.step) for passage in _passages(reading, [each]))


def _helpers(sources: Sources, reading: SourceReading, gone: Sequence[Passage]) -> Iterator[tuple[Passage, Step]]:
    """The functions and classes of a file that are used, and by nothing but what goes."""
    utf8 = reading.view.tree.utf8
    said = {name for passage in gone for name in _WORD.findall(utf8[passage.start : passage.end])}
    for node in (*reading.view.nodes["function"], *reading.view.nodes["class"]):
        named = node.child_by_field_name("name")
        name = reading.view.text(named) if named is not None and named.text in said else "test"
        bindings = top_bindings(reading.view, name) if not name.lower().startswith("test") else []
        if len(bindings) == 1 and bindings[0].node == named and _is_only_theirs(sources, reading, bindings[0], gone):
            yield from ((passage, bindings[0].step) for passage in _passages(reading, bindings) if passage not in gone)


def _is_only_theirs(sources: Sources, reading: SourceReading, binding: Occurrence, gone: Sequence[Passage]) -> bool:
    """Whether all that uses a definition goes, and something does."""
    name, own = reading.view.text(binding.node), _passages(reading, [binding])
    uses = [each for each in occurrences_of(reading.view, name) if not _holds(own, each)]
    is_of_file = list(sources.mentioning(name)) == [reading.path]
    return is_of_file and bool(uses) and all(_holds(gone, each) for each in uses)


def _holds(passages: Sequence[Passage], each: Occurrence) -> bool:
    return any(passage.holds(each.start) for passage in passages)


def _passages(reading: SourceReading, bindings: Sequence[Occurrence]) -> list[Passage]:
    try:
        name = reading.view.text(bindings[0].node)
        return blocks_of(reading, [each for each in bindings if each.role in BINDING], name)
    except NotMovable:
        return []


def _proposal(reading: SourceReading, passage: Passage, step: Step, reason: str) -> Proposal:
    return Proposal(
        reading.path, _span(reading, passage), Tier.ANCHORED, reason, merged(*removals(reading, [passage], step))
    )


def _span(reading: SourceReading, passage: Passage) -> Span:
    source = reading.view.source
    return Span(source.from_utf8(passage.start), source.from_utf8(passage.end))
