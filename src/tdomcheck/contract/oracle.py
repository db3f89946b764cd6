"""Plain Fixit as a second opinion: the same places, the same fixed text."""

from __future__ import annotations

import typing as t
from pathlib import Path

from fixit.engine import LintRunner
from fixit.ftypes import Config, LintViolation

from tdomcheck.authoring.single_file_rule import SingleFileRule
from tdomcheck.contract.examples import Example
from tdomcheck.contract.expect import contents
from tdomcheck.contract.judge import Judge, JudgeOutcome, repaired
from tdomcheck.contract.show import found_frames, text_difference
from tdomcheck.fixit.adapter import lint_rule
from tdomcheck.model import Finding
from tdomcheck.source.text import SourceText

Where = tuple[int, int, int, int, str]


def disagreement(judge: Judge, example: Example, outcome: JudgeOutcome) -> str:
    """Where Fixit finds another thing in a one-file example."""
    path, source = next(iter(example.files.items()))
    runner = LintRunner(Path(path), source.data)
    rule = lint_rule(t.cast("type[SingleFileRule]", judge.cls), has_every_fix=True)()
    try:
        violations = list(runner.collect_violations([rule], Config(path=Path(path))))
    except Exception as error:  # noqa: BLE001  # a rule may raise anything under Fixit
        return f"under Fixit the rule raises {type(error).__name__}: {error}"
    fixit_places = sorted(_place(violation) for violation in violations)
    places = sorted(_ours(finding, source.data) for finding in outcome.findings)
    if fixit_places != places:
        lines = "\n".join(
            f"Fixit: {line}:{column + 1}-{last}:{end + 1} {text}" for line, column, last, end, text in fixit_places
        )
        frames = found_frames(outcome.findings, contents(example.files))
        return "\n".join(["plain Fixit finds another thing", lines or "Fixit: nothing", *frames])
    return _other_fix(runner, violations, example, outcome)


def _place(violation: LintViolation) -> Where:
    start, end = violation.range.start, violation.range.end
    return start.line, start.column, end.line, end.column, violation.message


def _ours(finding: Finding, data: bytes) -> Where:
    source = SourceText(data)
    start, end = source.position(finding.span.start), source.position(finding.span.end)
    return start.line, start.column - 1, end.line, end.column - 1, finding.message


def _other_fix(runner: LintRunner, violations: list[LintViolation], example: Example, outcome: JudgeOutcome) -> str:
    """Fixit replaces nodes and we replace bytes; the file must come out the same."""
    finding = next((finding for finding in outcome.findings if finding.fix is not None), None)
    if finding is None:
        return ""
    text = SourceText(repaired(contents(example.files), finding)[finding.path]).text
    fixit_text = runner.apply_replacements(violations).code
    if text == fixit_text:
        return ""
    return f"plain Fixit fixes it in another way\n{text_difference(finding.path, text, fixit_text)}"
