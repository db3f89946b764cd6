"""The examples of a pattern: where it must match, where it must not, and what its fix makes of them."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.authoring.examples import CLOSING, OPENING, dedent
from tdomcheck.contract.judge import Judge, repaired
from tdomcheck.contract.result import CheckResult
from tdomcheck.contract.show import found_frames
from tdomcheck.model import Span
from tdomcheck.model.pattern import PatternExample, PatternSpec
from tdomcheck.patterns.rule import pattern_rule

_FILE = "example.py"


def prove_pattern(spec: PatternSpec) -> tuple[CheckResult, ...]:
    """Every example of a specification, judged by the engine that a run uses."""
    judge = Judge(pattern_rule(spec))
    if not (spec.valid and spec.invalid):
        kind = "valid" if spec.invalid else "invalid"
        return (CheckResult(spec.id, "examples", difference=f"it has no `{kind}` example, so nothing is proved"),)
    return (*_valid(judge, spec), *_invalid(judge, spec))


def _valid(judge: Judge, spec: PatternSpec) -> Iterator[CheckResult]:
    for number, code in enumerate(spec.valid):
        files = {_FILE: dedent(code).encode()}
        outcome = judge.say(files, {})
        wrong = [outcome.trouble] if outcome.trouble else found_frames(outcome.findings, files)
        text = "\n".join(["expected no match", *wrong]) if wrong else ""
        yield CheckResult(spec.id, "examples", f"valid[{number}]", text)


def _invalid(judge: Judge, spec: PatternSpec) -> Iterator[CheckResult]:
    for number, example in enumerate(spec.invalid):
        yield CheckResult(spec.id, "examples", f"invalid[{number}]", _difference(judge, example))


def _difference(judge: Judge, example: PatternExample) -> str:
    marked = dedent(example.code)
    start, end = marked.find(OPENING), marked.find(CLOSING)
    files = {_FILE: marked.replace(OPENING, "").replace(CLOSING, "").encode()}
    outcome = judge.say(files, {})
    if outcome.trouble or not outcome.findings:
        return outcome.trouble or "expected a match, and there is none"
    if 0 <= start < end:
        place = Span(len(marked[:start].encode()), len(marked[:end].replace(OPENING, "").encode()))
        if [finding.span for finding in outcome.findings] != [place]:
            return "\n".join(["expected one match at the marked place", *found_frames(outcome.findings, files)])
    return _fix_difference(judge, example, files)


def _fix_difference(judge: Judge, example: PatternExample, files: dict[str, bytes]) -> str:
    """All matches fixed one after the other, from the last to the first."""
    if not example.fixed:
        return ""
    for finding in reversed(judge.say(files, {}).findings):
        if finding.fix is None:
            return "expected a fix, and none is offered"
        files = repaired(files, finding)
    after = files[_FILE].decode()
    expected = dedent(example.fixed)
    return "" if after == expected else f"expected the fix to give\n{expected}\nit gives\n{after}"
