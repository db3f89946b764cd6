"""JUnit reports of shards."""

from __future__ import annotations

import json
import typing as t
from collections import Counter
from collections.abc import Sequence

from tdomcheck.model import Finding, RunResult, Severity, Span
from tdomcheck.regex import regex
from tdomcheck.report.as_junit import SHARD, case, case_of, document, failed, numbered, said
from tdomcheck.report.context import ReportContext
from tdomcheck.report.places import Places
from tdomcheck.report.shards.reading import ShardRecord, record_of
from tdomcheck.report.shards.shapes import NotMergeable, Shape
from tdomcheck.values import dataclass, replace

_NUMBER = regex(r" \([0-9]+\)\Z")
_MOST_DEPTH = 8
_CUTS = "is damaged: a test case of a finding has no file, no name or no outcome"


@dataclass(frozen=True, slots=True)
class JunitCase:
    """One test case as it is written."""

    path: str
    name: str
    """Without the number that tells equal ones apart."""
    line: str
    outcome: str


@dataclass(frozen=True, slots=True)
class JunitReport:
    """One report as far as a merge asks."""

    record: ShardRecord
    cases: tuple[tuple[Finding, JunitCase], ...]


class _Suite:
    """Collects what a merge needs while expat walks; no tree is built, and no entity resolved."""

    def __init__(self) -> None:
        self.record = ""
        self.cases: list[dict[str, str]] = []
        self._depth = 0
        self._case: dict[str, str] = {}
        self._text: list[str] = []

    def start(self, name: str, given: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise NotMergeable("is no JUnit report of tdomcheck: its elements are nested too deep")
        if name == "property" and given.get("name") == SHARD:
            self.record = given.get("value", "")
        elif name == "testcase":
            self._case = dict(given)
        elif name in {"failure", "system-out"}:
            self._case |= {"kind": name, "message": given.get("message", ""), "type": given.get("type", "")}
            self._text = []

    def text(self, data: str) -> None:
        self._text.append(data)

    def end(self, name: str) -> None:
        self._depth -= 1
        if name in {"failure", "system-out"}:
            self._case["text"] = "".join(self._text)
        elif name == "testcase" and "file" in self._case:
            self.cases.append(self._case)

    def refuse(self, *_: object) -> t.NoReturn:
        raise NotMergeable("is no JUnit report of tdomcheck: it declares a document type")


def read_junit(data: bytes) -> JunitReport:
    """Raises NotMergeable."""
    from xml.parsers import expat

    suite = _Suite()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = suite.start
    parser.CharacterDataHandler = suite.text
    parser.EndElementHandler = suite.end
    parser.StartDoctypeDeclHandler = suite.refuse
    try:
        parser.Parse(data, True)  # noqa: FBT003  # its parameter has no name
    except expat.ExpatError as error:
        raise NotMergeable(f"is no XML: {error}") from None
    if not suite.record:
        raise NotMergeable("is the report of a whole run, or of another tool: there is nothing to merge")
    try:
        record = record_of(Shape(json.loads(suite.record), "shard"))
    except (ValueError, RecursionError) as error:
        raise NotMergeable(f"is damaged: what it says of its shard is no JSON ({error})") from None
    places = record.placed(0, suite.cases)
    return JunitReport(
        record,
        tuple(
            _case(given, Span(place.start, place.end), place.path)
            for given, place in zip(suite.cases, places, strict=True)
        ),
    )


def _case(given: dict[str, str], span: Span, path: str) -> tuple[Finding, JunitCase]:
    if not {"file", "name", "line", "kind", "text"} <= given.keys():
        raise NotMergeable(_CUTS)
    name = _NUMBER.sub("", given["name"])
    is_passed = given["kind"] == "system-out"
    severity = Severity.INFO if is_passed else _severity(given["type"])
    text = given["text"]
    outcome = said(text) if is_passed else failed(given["message"], given["type"], text)
    finding = Finding(path, span, name.rpartition(" ")[2], "", text, severity)
    return finding, JunitCase(given["file"], name, given["line"], outcome)


def _severity(text: str) -> Severity:
    try:
        return Severity(text)
    except ValueError:
        raise NotMergeable(f"is damaged: {text[:40]!r} is no severity") from None


def merged_junit(reports: Sequence[JunitReport], result: RunResult, context: ReportContext) -> str:
    """The report of the whole run; that nothing was found in a part of it is nothing to tell."""
    places = context.places
    budgets = [(finding, _own(finding, places, context)) for finding in result.findings]
    every = (*(pair for report in reports for pair in report.cases), *budgets)
    cases = sorted(every, key=lambda pair: pair[0].sort_key)
    seen: Counter[str] = Counter()
    shown = [case(each.path, numbered(each.name, seen), each.line, each.outcome) for _, each in cases]
    return document(replace(result, findings=tuple(finding for finding, _ in cases)), context, shown)


def _own(finding: Finding, places: Places, context: ReportContext) -> JunitCase:
    """The case of a finding that no shard could tell."""
    return JunitCase(*case_of(finding, places, context))
