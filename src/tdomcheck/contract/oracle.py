"""Plain Fixit as a second opinion: the same places, the same fixed text."""

from __future__ import annotations

import typing as t
from pathlib import Path

from fixit.engine import LintRunner
from fixit.ftypes import Config, LintViolation

from tdomcheck.authoring.single_file_rule import SingleFileRule
from tdomcheck.contract.examples import Example
from tdomcheck.contract.expect import contents
from tdomcheck.contract.judge import Judge, Said, repaired
from tdomcheck.contract.show import found_frames, text_difference
from tdomcheck.fixit.adapter import lint_rule
from tdomcheck.model import Finding
from tdomcheck.source.text import SourceText

Where = tuple[int, int, int, int, str]


def disagreement(judge: Judge, example: Example, said: Said) -> str:
    """Where Fixit finds another thing in a one-file example."""
    path, source = next(iter(example.files.items()))
    runner = LintRunner(Path(path), source.data)
    rule = lint_rule(t.cast("type[SingleFileRule]", judge.cls))()
    try:
        violations = list(runner.collect_violations([rule], Config(path=Path(path))))
    except Exception as error:  # noqa: BLE001  # a rule may raise anything under Fixit
        return f"under Fixit the rule raises {type(error).__name__}: {error}"
    theirs = sorted(_place(violation) for violation in violations)
    ours = sorted(_ours(finding, source.data) for finding in said.findings)
    if theirs != ours:
        shown = "\n".join(
            f"Fixit: {line}:{column + 1}-{last}:{end + 1} {text}" for line, column, last, end, text in theirs
        )
        frames = found_frames(said.findings, contents(example.files))
        return "\n".join(["plain Fixit finds another thing", shown or "Fixit: nothing", *frames])
    return _other_fix(runner, violations, example, said)


def _place(violation: LintViolation) -> Where:
    start, end = violation.range.start, violation.range.end
    return start.line, start.column, end.line, end.column, violation.message


def _ours(finding: Finding, data: bytes) -> Where:
    source = SourceText(data)
    start, end = source.position(finding.span.start), source.position(finding.span.end)
    return start.line, start.column - 1, end.line, end.column - 1, finding.message


def _other_fix(runner: LintRunner, violations: list[LintViolation], example: Example, said: Said) -> str:
    """Fixit replaces nodes and we replace bytes; the file must come out the same."""
    finding = next((finding for finding in said.findings if finding.fix is not None), None)
    if finding is None:
        return ""
    ours = SourceText(repaired(contents(example.files), finding)[finding.path]).text
    theirs = runner.apply_replacements(violations).code
    if ours == theirs:
        return ""
    return f"plain Fixit fixes it in another way\n{text_difference(finding.path, ours, theirs)}"
