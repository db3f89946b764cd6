"""The examples of a rule as files with one marked place, counted in characters so that derivations can move it."""

from __future__ import annotations

import codecs
import typing as t
from collections.abc import Iterable, Iterator, Mapping

from tdomcheck.authoring.examples import CLOSING, OPENING, dedent, split_files
from tdomcheck.authoring.metadata import Described, OptionValue
from tdomcheck.contract.cases import NO_CASES, Cases
from tdomcheck.model import Span
from tdomcheck.model.suffixes import is_project_file
from tdomcheck.values import dataclass, field, replace

TextRange = tuple[int, int]
TextChange = tuple[int, int, str]
"""From, to, and the text that goes there."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one file, the place that is marked in it, and how it becomes bytes."""

    text: str
    place: TextRange | None = None
    encoding: str = "utf-8"
    has_bom: bool = False
    is_python: bool = True
    """Else it is TOML: it has lines and comments, and none of what Python has."""

    @property
    def data(self) -> bytes:
        """The file as it would be on disk."""
        return self._before(len(self.text))

    @property
    def mark(self) -> TextRange:
        """The marked place of a source that must have one."""
        if self.place is None:
            raise ValueError("the source marks no place")
        return self.place

    @property
    def marked_span(self) -> Span:
        """The same in bytes."""
        return Span(len(self._before(self.mark[0])), len(self._before(self.mark[1])))

    def _before(self, index: int) -> bytes:
        mark = codecs.BOM_UTF8 if self.has_bom else b""
        return mark + self.text[:index].encode(self.encoding)


def edited(source: Source, changes: Iterable[TextChange]) -> Source:
    """A source after changes that do not overlap; its place travels along, and what is put at its edges stays out."""
    ordered = sorted(changes)
    pieces: list[str] = []
    position = 0
    for start, end, text in ordered:
        pieces += [source.text[position:start], text]
        position = end
    pieces.append(source.text[position:])
    return replace(source, text="".join(pieces), place=_moved(source.place, ordered))


def _moved(place: TextRange | None, changes: Iterable[TextChange]) -> TextRange | None:
    if place is None:
        return None
    first = last = 0
    for start, end, text in changes:
        delta = len(text) - (end - start)
        first += delta if end <= place[0] else 0
        last += delta if start < place[1] else 0
    return place[0] + first, place[1] + last


Files = Mapping[str, Source]


@dataclass(frozen=True, slots=True)
class Example:
    """One VALID or INVALID of a rule."""

    name: str
    """`VALID[0]`, `INVALID[2]`; `cases INVALID[2]` where it does not stand in the rule's own file."""
    files: Files
    fixed: Files | None = None
    is_valid: bool = False
    is_unsafe: bool = False
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    message: str = ""

    @property
    def marked(self) -> tuple[str, Source]:
        """The file that holds the marked place."""
        return next((path, source) for path, source in self.files.items() if source.place is not None)

    def with_marked(self, source: Source) -> Example:
        """The same with another text of the marked file."""
        return replace(self, files={**self.files, self.marked[0]: source})


def examples_of(cls: type[Described], cases: Cases = NO_CASES) -> tuple[Example, ...]:
    """All examples that can be judged, those of the class first; what cannot is told by `unmarked`."""
    valid = [
        Example(name, _files(_code(example)), is_valid=True, options=_options(example))
        for name, example in _named(cls, cases, "VALID")
    ]
    invalid = [_invalid(name, example) for name, example in _named(cls, cases, "INVALID") if _is_marked(example)]
    return (*valid, *invalid)


def unmarked(cls: type[Described], cases: Cases = NO_CASES) -> list[str]:
    """The INVALID examples that mark no place."""
    return [name for name, example in _named(cls, cases, "INVALID") if not _is_marked(example)]


# A user's examples are whatever is listed: text, Fixit's values or ours.
def _named(cls: type[Described], cases: Cases, kind: str) -> Iterator[tuple[str, t.Any]]:
    examples = t.cast("t.Sequence[t.Any]", getattr(cls, kind, ()))
    yield from ((f"{kind}[{number}]", example) for number, example in enumerate(examples))
    more = cases.valid if kind == "VALID" else cases.invalid
    yield from ((f"cases {kind}[{number}]", example) for number, example in enumerate(more))


def _is_marked(example: t.Any) -> bool:
    return isinstance(getattr(example, "marked", None), str)


def _code(example: t.Any) -> str:
    return dedent(example if isinstance(example, str) else example.code)


def _options(example: t.Any) -> dict[str, OptionValue]:
    options = getattr(example, "options", {})
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def _invalid(name: str, example: t.Any) -> Example:
    fixed = example.expected_replacement
    return Example(
        name,
        _files(example.marked),
        _files(fixed) if fixed is not None else None,
        is_unsafe=example.is_unsafe,
        options=_options(example),
        message=example.expected_message or "",
    )


def _files(text: str) -> Files:
    files = split_files(text).items()
    return {path: replace(_source(content), is_python=not is_project_file(path)) for path, content in files}


def _source(marked: str) -> Source:
    start, end = marked.find(OPENING), marked.find(CLOSING)
    text = marked.replace(OPENING, "").replace(CLOSING, "") if 0 <= start < end else marked
    return Source(text, (start, end - 1) if 0 <= start < end else None)
