"""The checks that follow from the examples of a rule, each a generator of results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec

from tdomcheck.authoring.metadata import Described
from tdomcheck.contract import copies, expect, suppressing
from tdomcheck.contract.derive import DERIVATIONS, Derivation, derived
from tdomcheck.contract.examples import Example
from tdomcheck.contract.judge import Judge, JudgeOutcome
from tdomcheck.contract.positions import PLACES, shape
from tdomcheck.contract.result import CheckResult
from tdomcheck.contract.show import framed
from tdomcheck.contract.wrap import around
from tdomcheck.model import Finding, Safety, Severity
from tdomcheck.values import dataclass, field

EXAMPLES, FIX, FIXABILITY, SEVERITIES = "examples", "the fix", "FIXABLE", "severities"
ORACLE = "plain Fixit agrees"
COPIES = "copies"
"""What a rule names in SKIP_DERIVED whose examples cannot stand twice in a file."""
LINEAR, THOUSAND, TOGETHER = "copies: linear", "copies: a thousand", "copies: fixed together"
ANOTHER_CODE, OVER_LINES = "suppression: another code", "suppression: a t-string over several lines"
POSITIONS = "suppression: in every position"


@dataclass(frozen=True, slots=True)
class RuleUnderProof:
    """A rule under proof."""

    cls: type[Described]
    judge: Judge
    examples: tuple[Example, ...]
    skipped: Mapping[str, str]
    about_names: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)
    """By example, whether what is found depends on the names that it defines: three checks ask it."""

    @property
    def invalid(self) -> list[Example]:
        return [example for example in self.examples if not example.is_valid]

    def result(self, check: str, example: str, answer: str | None, needs: str = "") -> CheckResult:
        """None means that the check has no case here."""
        if answer is None:
            return CheckResult(self.cls.CODE, check, example, not_applicable=f"it needs {needs}")
        return CheckResult(self.cls.CODE, check, example, answer)


def _examples(rule: RuleUnderProof) -> Iterator[CheckResult]:
    for example in rule.examples:
        yield rule.result(EXAMPLES, example.name, _judged(rule, example)[0])


def _judged(rule: RuleUnderProof, example: Example, *, is_wrapped: bool = False) -> tuple[str, Finding | None]:
    """What is wrong with the verdict on an example, and its finding; gates on and gates off must say the same."""
    files = expect.contents(example.files)
    outcome = rule.judge.say(files, example.options)
    wrong = expect.unreadable(files)
    if not wrong:
        answers = (
            _misjudged(rule, example, outcome, is_wrapped=is_wrapped),
            expect.gate_difference(rule.judge, files, outcome, example),
        )
        wrong = "\n".join(answer for answer in answers if answer)
    return wrong, outcome.findings[0] if outcome.findings and not wrong else None


def _misjudged(rule: RuleUnderProof, example: Example, outcome: JudgeOutcome, *, is_wrapped: bool) -> str:
    files = expect.contents(example.files)
    if example.is_valid:
        return expect.noise(outcome, files)
    path, source = example.marked
    spans = [source.marked_span]
    if is_wrapped:
        spans.append(around(source))
    wrong = expect.misplaced(outcome, files, path, spans, rule.cls.CODE)
    if not wrong and example.message and outcome.findings[0].message != example.message:
        wrong = f"expected the message {example.message!r}, and it is {outcome.findings[0].message!r}"
    return wrong


def _fixes(rule: RuleUnderProof) -> Iterator[CheckResult]:
    for example in rule.invalid:
        wrong, finding = _judged(rule, example)
        answer = wrong if finding is None else _wrong_fix(rule, example, finding)
        yield rule.result(FIX, example.name, answer)


def _wrong_fix(rule: RuleUnderProof, example: Example, finding: Finding) -> str:
    files = expect.contents(example.files)
    if finding.fix is None:
        return "" if example.fixed is None else f"expected a fix, and none is offered\n{_frame(finding, files)}"
    if example.fixed is None:
        return f"the example expects no fix, and one is offered: {finding.fix.title}\n{_frame(finding, files)}"
    wrong = expect.broken_fix(rule.judge, files, finding, example)
    return wrong or expect.wrong_safety(finding, example)


def _frame(finding: Finding, files: Mapping[str, bytes]) -> str:
    return framed("finding", finding.path, files[finding.path], finding.span)


def _fixability(rule: RuleUnderProof) -> Iterator[CheckResult]:
    """What FIXABLE promises, against the fixes of the examples."""
    findings = [_judged(rule, example)[1] for example in rule.invalid]
    fixes = [finding.fix for finding in findings if finding is not None]
    kinds = {fix.safety for fix in fixes if fix is not None}
    allowed = {"no": set(), "safe": {Safety.SAFE}, "unsafe": {Safety.UNSAFE}}.get(rule.cls.FIXABLE)
    wrong = ""
    if rule.cls.FIXABLE != "no" and not kinds:
        wrong = f"FIXABLE is {rule.cls.FIXABLE!r}, and no example has a fix"
    elif allowed is not None and kinds - allowed:
        names = ", ".join(sorted(kind.value for kind in kinds))
        wrong = f"FIXABLE is {rule.cls.FIXABLE!r}, and the fixes of the examples are {names}"
    elif rule.cls.FIXABLE in {"safe", "unsafe"} and None in fixes:
        wrong = f"FIXABLE is {rule.cls.FIXABLE!r}, and some examples have no fix: that is 'sometimes'"
    yield CheckResult(rule.cls.CODE, FIXABILITY, difference=wrong)


def _severities(rule: RuleUnderProof) -> Iterator[CheckResult]:
    """What the rule declares, against the findings of the examples."""
    judged = [_judged(rule, example)[1] for example in rule.invalid]
    severities = {finding.severity for finding in judged if finding is not None}
    declared = {rule.cls.SEVERITY, *rule.cls.OTHER_SEVERITIES}
    wrong = ""
    if severities - declared:
        wrong = f"some examples are of severity {_shown(severities - declared)}; declare it in OTHER_SEVERITIES"
    elif severities and declared - severities:
        wrong = f"no example is of severity {_shown(declared - severities)}, which the rule declares"
    yield CheckResult(rule.cls.CODE, SEVERITIES, difference=wrong)


def _shown(severities: set[Severity]) -> str:
    return ", ".join(sorted(severity.value for severity in severities))


def _oracle(rule: RuleUnderProof) -> Iterator[CheckResult]:
    """Under plain Fixit, as it is written and in some other ways."""
    if find_spec("fixit") is None:
        yield rule.result(ORACLE, "", None, "Fixit: pip install 'tdomcheck[fixit]'")
        return
    from tdomcheck.contract.oracle import disagreement

    ways = [derivation for derivation in DERIVATIONS if derivation.name in _SECOND_OPINIONS]
    for example in rule.examples:
        needs_more = example.options or len(example.files) > 1
        if needs_more or rule.judge.say(expect.contents(example.files), {}, uses_gates=False).is_of_project:
            yield rule.result(ORACLE, example.name, None, "what a file tells by itself, without options")
            continue
        others = [(way.name, derived(way, example)) for way in ways if way.name not in rule.skipped]
        for name, other in [("", example), *others]:
            if other is not None:
                outcome = rule.judge.say(expect.contents(other.files), {}, uses_gates=False)
                check = f"{ORACLE}, {name}" if name else ORACLE
                yield rule.result(check, example.name, disagreement(rule.judge, other, outcome))


_SECOND_OPINIONS = frozenset({"CRLF", "under if", "tabs", "import as", "comments behind"})


def _derivation(derivation: Derivation, rule: RuleUnderProof) -> Iterator[CheckResult]:
    check = f"derived: {derivation.name}"
    reason = rule.skipped.get(derivation.name, "")
    for example in rule.examples:
        if reason:
            yield CheckResult(rule.cls.CODE, check, example.name, not_applicable=f"the rule says: {reason}")
            continue
        other = derived(derivation, example)
        answer = _holds(rule, derivation, other) if other is not None else None
        yield rule.result(check, example.name, answer, derivation.needs)


def _holds(rule: RuleUnderProof, derivation: Derivation, example: Example) -> str:
    """Silent still, or found still at the same place and repaired in the same way."""
    wrong, finding = _judged(rule, example, is_wrapped=derivation.name == "parentheses")
    if wrong or finding is None:
        return wrong
    files = expect.contents(example.files)
    if finding.fix is None:
        if example.fixed is None or derivation.may_lack_fix:
            return ""
        return f"expected a fix as for the example itself, and none is offered\n{_frame(finding, files)}"
    return expect.broken_fix(rule.judge, files, finding, example, derivation.normal)


def _suppression(name: str, rule: RuleUnderProof) -> Iterator[CheckResult]:
    writer, outcome = _DIRECTIVES[name]
    for example in rule.invalid:
        answer = suppressing.unsuppressed(rule.judge, example, writer, outcome(rule.cls))
        yield rule.result(f"suppression: {name}", example.name, answer, "a place for such a comment")


def _another_code(rule: RuleUnderProof) -> Iterator[CheckResult]:
    for example in rule.invalid:
        answer = suppressing.oversuppressed(rule.judge, example)
        yield rule.result(ANOTHER_CODE, example.name, answer, "a place for such a comment")


def _positions(rule: RuleUnderProof) -> Iterator[CheckResult]:
    """In every place of the grammar, for one example of each shape: the others would repeat it."""
    seen = {""}
    for example in rule.invalid:
        form = shape(example.marked[1])
        if form in seen:
            needs = "a mark in an expression, and one of another shape than those of earlier examples"
            yield rule.result(POSITIONS, example.name, None, needs)
            continue
        for position, statement in PLACES.items():
            answer = suppressing.in_position(rule.judge, example, statement)
            seen |= {form} if answer is not None else set()
            yield rule.result(f"suppression: in {position}", example.name, answer, "what is wrong there too")


def _over_lines(rule: RuleUnderProof) -> Iterator[CheckResult]:
    for example in rule.invalid:
        answer = suppressing.over_several_lines(rule.judge, example)
        yield rule.result(OVER_LINES, example.name, answer, "a t-string on one line that is wrong over several too")


def _copyable(rule: RuleUnderProof) -> Iterator[tuple[Example, bool]]:
    """With whether copies, which have other names, are wrong as it is."""
    for example in rule.invalid if COPIES not in rule.skipped else ():
        if example.name not in rule.about_names:
            rule.about_names[example.name] = copies.is_about_names(rule.judge, example)
        yield example, not rule.about_names[example.name]


def _linear(rule: RuleUnderProof) -> Iterator[CheckResult]:
    for example, has_copies in _copyable(rule):
        answer = copies.miscounted(rule.judge, example, copies.FEW) if has_copies else None
        if has_copies and not answer:
            answer = copies.not_linear(rule.judge, example)
        yield rule.result(LINEAR, example.name, answer, "code that can be copied under other names")


def _thousand(rule: RuleUnderProof) -> Iterator[CheckResult]:
    """Of the first example that can be copied: a thousand copies take a second, or as many as rules look at."""
    for example, has_copies in _copyable(rule):
        answer = copies.miscounted(rule.judge, example, copies.fitting(example)) if has_copies else None
        yield rule.result(THOUSAND, example.name, answer, "code that can be copied under other names")
        if answer is not None:
            return


def _together(rule: RuleUnderProof) -> Iterator[CheckResult]:
    """The fixes of some copies in rounds, as `fix` applies them."""
    for example, has_copies in _copyable(rule):
        answer = copies.unfixed(rule.judge, example) if example.fixed is not None and has_copies else None
        yield rule.result(TOGETHER, example.name, answer, "a fix, and code that can be copied under other names")


def _fixit_name(cls: type[Described]) -> str:
    return cls.__name__


_DIRECTIVES: dict[str, tuple[suppressing.Writer, Callable[[type[Described]], str]]] = {
    **{name: (writer, lambda cls: cls.CODE) for name, writer in suppressing.WRITERS.items()},
    "by its slug": (suppressing.behind, lambda cls: cls.SLUG),
    "Fixit's comment": (suppressing.fixit_behind, _fixit_name),
}


PROOFS: dict[str, Callable[[RuleUnderProof], Iterator[CheckResult]]] = {
    EXAMPLES: _examples,
    FIX: _fixes,
    FIXABILITY: _fixability,
    SEVERITIES: _severities,
    ORACLE: _oracle,
    **{f"derived: {derivation.name}": partial(_derivation, derivation) for derivation in DERIVATIONS},
    **{f"suppression: {name}": partial(_suppression, name) for name in _DIRECTIVES},
    ANOTHER_CODE: _another_code,
    OVER_LINES: _over_lines,
    POSITIONS: _positions,
    LINEAR: _linear,
    THOUSAND: _thousand,
    TOGETHER: _together,
}
"""The generators by the names of their checks."""
