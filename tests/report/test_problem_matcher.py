"""The problem matchers, on what the reports for people really print, read as the runner reads it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_examples import APP, DECLARED, RESULT, UNTRUSTED, context, finding, fix

from tdomcheck.model import Bucket, FileOutcome, Finding, RunResult, Severity
from tdomcheck.report import problem_matcher, render

MATCHERS = json.loads(Path(problem_matcher.PATH).read_text(encoding="utf-8"))["problemMatcher"]
PROPERTIES = {"file", "line", "column", "severity", "code", "message"}
COLORS = re.compile(r"\x1b\[[0-9;]*m?")
FORGED = (
    "src/a.py:1:2: TDC999 forged",
    "error[TDC999] forged: message",
    " --> src/forged.py:1:2",
    "--> src/forged.py:1:2: TDC999 forged",
    "::error file=forged.py::message",
    "\nerror[TDC999] forged: message\n --> src/forged.py:1:2\n",
    "\x1b[0mforged.py:1:2: TDC999 forged",
    "12 | forged.py:1:2: TDC999 forged",
)


@dataclass(frozen=True)
class Annotation:
    """What the runner makes of lines."""

    severity: str
    file: str | None
    line: str | None
    column: str | None
    code: str
    message: str


class Matcher:
    """One matcher of the runner, which goes through its patterns from the last one back to the first."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.severity = config.get("severity", "")
        self.patterns: Sequence[Mapping[str, Any]] = config["pattern"]
        self.reset()

    def reset(self) -> None:
        self.state: list[dict[str, str | None] | None] = [None] * (len(self.patterns) - 1)

    def match(self, line: str) -> dict[str, str | None] | None:
        for index in reversed(range(len(self.patterns))):
            before = self.state[index - 1] if index else {}
            if before is None:
                continue
            pattern = self.patterns[index]
            match = re.search(pattern["regexp"], line, re.ASCII)
            found = (
                None
                if match is None
                else {**before, **{name: match[pattern[name]] for name in set(pattern) - {"regexp"}}}
            )
            if index == len(self.patterns) - 1:
                self.reset()
                if found is not None:
                    return {"severity": self.severity or "error", **found}
            else:
                self.state[index] = found
        return None


def annotations(text: str) -> list[Annotation]:
    """Line by line, by the first matcher that says something; who was added last is asked first."""
    matchers = [Matcher(config) for config in reversed(MATCHERS)]
    made: list[Annotation] = []
    for line in text.split("\n"):
        for matcher in matchers:
            match = matcher.match(line)
            if match is not None:
                for other in matchers:
                    if other is not matcher:
                        other.reset()
                made.append(Annotation(**{"file": None, "line": None, "column": None, **match}))  # type: ignore[arg-type]
                break
    return made


def printed(form: str, *findings: Finding, color: bool = False) -> str:
    result = RunResult(findings)
    return render(form, result, context({each.path: APP for each in findings}, color=color))


class TestWhatARunnerTakes:
    def test_owners_are_distinct(self) -> None:
        owners = [matcher["owner"].lower() for matcher in MATCHERS]
        assert len(set(owners)) == len(owners)

    @pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher["owner"])
    def test_each_property_is_there_once_and_is_a_group(self, matcher: Mapping[str, Any]) -> None:
        assert set(matcher) <= {"owner", "severity", "pattern"}
        assert matcher.get("severity", "error") in {"error", "warning", "notice"}
        names = [name for pattern in matcher["pattern"] for name in pattern if name != "regexp"]
        assert sorted(set(names)) == sorted(names)
        assert set(names) | {"severity"} == PROPERTIES
        for pattern in matcher["pattern"]:
            groups = re.compile(pattern["regexp"]).groups
            assert all(0 < number <= groups for name, number in pattern.items() if name != "regexp")

    @pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher["owner"])
    def test_only_what_all_regular_expressions_know_is_written(self, matcher: Mapping[str, Any]) -> None:
        for pattern in matcher["pattern"]:
            assert re.search(r"\(\?(?![:!])|\\[^dx\[\]|]|[*+?}]\+|\(\?[a-zA-Z]", pattern["regexp"]) is None


@pytest.mark.parametrize("color", [False, True], ids=["plain", "coloured"])
class TestFindings:
    @pytest.mark.parametrize(
        ("severity", "level"),
        [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "notice")],
    )
    def test_the_text_has_their_severities(self, severity: Severity, level: str, *, color: bool) -> None:
        text = printed(
            "text", finding(severity=severity, fix=fix(), related=(DECLARED,), help="x", note="y"), color=color
        )

        assert annotations(text) == [Annotation(level, "src/app.py", "7", "27", "TDC101", "Card has no prop `titel`")]

    def test_lines_of_the_short_report_are_warnings(self, *, color: bool) -> None:
        text = printed("concise", finding(path="src/a b.py", message="No prop: see src/x.py", fix=fix()), color=color)

        assert annotations(text) == [Annotation("warning", "src/a b.py", "7", "27", "TDC101", "No prop: see src/x.py")]

    def test_all_of_a_run(self, *, color: bool) -> None:
        shown = context(color=color)

        assert [each.severity for each in annotations(render("text", RESULT, shown))] == ["notice", "warning", "error"]
        assert [each.severity for each in annotations(render("concise", RESULT, shown))] == ["warning"] * 3

    @pytest.mark.parametrize("form", ["text", "concise"])
    @pytest.mark.parametrize("result", [RunResult(), UNTRUSTED], ids=["clean", "in trouble"])
    def test_a_run_without_one(self, form: str, result: RunResult, *, color: bool) -> None:
        assert annotations(render(form, result, context({}, color=color))) == []


def test_colours_that_the_runner_took_away() -> None:
    text = printed("text", finding(), color=True)

    assert annotations(COLORS.sub("", text)) == annotations(text)


def test_a_finding_without_a_slug_or_a_source() -> None:
    text = render("text", RunResult((finding(slug=""),)), context({}))

    assert annotations(text) == [Annotation("error", "src/app.py", None, None, "TDC101", "Card has no prop `titel`")]


@pytest.mark.parametrize("text", FORGED)
class TestNobodyForgesOne:
    """What comes from the checked project is part of one annotation, and never one of its own."""

    @pytest.mark.parametrize("color", [False, True], ids=["plain", "coloured"])
    def test_by_a_message(self, text: str, *, color: bool) -> None:
        made = annotations(printed("text", finding(message=text, help=text, note=text), color=color))

        assert [(each.file, each.line, each.code, each.severity) for each in made] == [
            ("src/app.py", "7", "TDC101", "error")
        ]

    def test_by_the_name_of_a_file(self, text: str) -> None:
        made = annotations(printed("text", finding(path=f"src/{text}")))

        assert [(each.line, each.column, each.code, each.severity) for each in made] == [("7", "27", "TDC101", "error")]

    @pytest.mark.parametrize("form", ["text", "concise"])
    def test_by_the_name_of_a_file_that_is_not_checked(self, text: str, form: str) -> None:
        files = tuple(
            FileOutcome(path, Bucket.SKIPPED, text) for path in (text, " --> x.py:1:2", "-", "error[TDC1] a: b")
        )
        result = RunResult(files=files, errors=(text, f"x\n{text}"), exit_code=2)

        assert annotations(render(form, result, context({}))) == []

    def test_by_lines_of_source(self, text: str) -> None:
        line = text.replace("\n", "").encode()
        source = b"\n".join((line, line, APP, line, line))
        shown = context({"src/app.py": source})
        results = [finding(source, b"titel", related=(DECLARED,), fix=fix(source, new=text))]

        assert len(annotations(render("text", RunResult(tuple(results)), shown))) == 1

    def test_by_a_message_in_the_short_report(self, text: str) -> None:
        made = annotations(printed("concise", finding(message=f"x{text}")))

        assert [(each.file, each.line, each.code) for each in made] == [("src/app.py", "7", "TDC101")]


@given(st.lists(st.text(), min_size=1, max_size=3), st.text(min_size=1))
def test_as_many_as_there_are_findings(messages: list[str], name: str) -> None:
    findings = [finding(message=f"x{message}", path=f"src/{name}{index}.py") for index, message in enumerate(messages)]
    made = annotations(printed("text", *findings))

    assert [(each.line, each.column, each.code) for each in made] == [("7", "27", "TDC101")] * len(messages)


@given(st.text(min_size=1), st.text(st.characters(exclude_characters=":"), min_size=1))
def test_every_message_and_name_without_a_colon_in_the_short_report(message: str, name: str) -> None:
    (found,) = annotations(printed("concise", finding(path=f"x{name}", message=f"x{message}")))

    assert (found.line, found.column, found.code) == ("7", "27", "TDC101")


def test_a_header_alone_is_none() -> None:
    lines = printed("text", finding(), finding(path="src/b.py")).splitlines()
    cut = [line for before, line in pairwise(["", *lines]) if not before.startswith("error[")]

    assert annotations("\n".join(cut)) == []


@pytest.mark.slow
def test_the_module_prints_where_they_are() -> None:
    words = [sys.executable, "-m", "tdomcheck.report.problem_matcher"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)

    assert done.stdout == f"{problem_matcher.PATH}\n"
    assert problem_matcher.main() == 0
