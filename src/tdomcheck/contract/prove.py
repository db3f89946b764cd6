"""The contract of a rule: what it declares, its examples, and everything that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from tdomcheck.authoring.metadata import Described
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.meta import META_RULES
from tdomcheck.catalog.validate import problems_of
from tdomcheck.contract import copies, expect, suppressing
from tdomcheck.contract.derive import DERIVATIONS, Derivation, derived
from tdomcheck.contract.examples import Example, examples_of, unmarked
from tdomcheck.contract.judge import Judge, Said
from tdomcheck.contract.oracle import disagreement
from tdomcheck.contract.show import framed
from tdomcheck.contract.wrap import around
from tdomcheck.model import Finding, Safety, Span


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One promise of one rule, kept, broken or without a case."""

    code: str
    check: str
    """`the fix`, `derived: CRLF`, `suppression: return`."""
    example: str = ""
    """`INVALID[2]`; empty for what concerns the rule as a whole."""
    difference: str = ""
    """What was expected and what came, with the source; empty where the promise is kept."""
    not_applicable: str = ""
    """Why there was nothing to check."""

    @property
    def passed(self) -> bool:
        return not self.difference

    @property
    def name(self) -> str:
        return f"{self.example} {self.check}".strip()

    def __str__(self) -> str:
        verdict = "pass" if self.passed else "FAIL"
        if self.not_applicable:
            return f"{self.code} {self.name}: not applicable: {self.not_applicable}"
        return f"{self.code} {self.name}: {verdict}" + (f"\n{self.difference}" if self.difference else "")


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule under proof."""

    cls: type[Described]
    judge: Judge
    examples: tuple[Example, ...]
    skipped: Mapping[str, str]

    @property
    def invalid(self) -> list[Example]:
        return [example for example in self.examples if not example.is_valid]

    def result(self, check: str, example: str, answer: str | None, needs: str = "") -> CheckResult:
        """None means that the check has no case here."""
        if answer is None:
            return CheckResult(self.cls.CODE, check, example, not_applicable=f"it needs {needs}")
        return CheckResult(self.cls.CODE, check, example, answer)


def prove(
    cls: type[Described], *, catalog: Catalog | None = None, checks: Collection[str] = ()
) -> Iterator[CheckResult]:
    """Every check of a rule, or some by name; the catalogue is what its code and slug must be unique in."""
    wanted = [check for check in CHECKS if not checks or check in checks]
    if DECLARATIONS in wanted:
        yield from _declarations(cls, catalog)
    if _is_hopeless(cls):
        return
    rule = _Rule(cls, Judge(cls), examples_of(cls), dict(getattr(cls, "SKIP_DERIVED", {})))
    for check in wanted:
        if check != DECLARATIONS:
            yield from _PROOFS[check](rule)


def _is_hopeless(cls: type[Described]) -> bool:
    """Whether so little is declared that no engine can run it."""
    return any(not isinstance(getattr(cls, name, None), str) for name in ("CODE", "SLUG", "GROUP", "SUMMARY"))


def _declarations(cls: type[Described], catalog: Catalog | None) -> Iterator[CheckResult]:
    code = getattr(cls, "CODE", cls.__name__)
    wrong = [*problems_of(cls), *_clashes(cls, catalog), *_unknown_skips(cls)]
    wrong += [f"{name} marks no place; write it with td.invalid" for name in unmarked(cls)]
    yield CheckResult(code, DECLARATIONS, difference="\n".join(f"{cls.__name__}: {problem}" for problem in wrong))


def _clashes(cls: type[Described], catalog: Catalog | None) -> Iterator[str]:
    own = f"{cls.__module__}:{cls.__qualname__}"
    for info in catalog.infos if catalog is not None else META_RULES:
        for name, taken in (("CODE", info.code), ("SLUG", info.slug)):
            if taken == getattr(cls, name, None) and info.module != own:
                yield f"its {name} {taken} is taken by {info.module or 'the engine'}"


def _unknown_skips(cls: type[Described]) -> Iterator[str]:
    known = {derivation.name for derivation in DERIVATIONS}
    for name, reason in dict(getattr(cls, "SKIP_DERIVED", {})).items():
        if name not in known:
            yield f"its SKIP_DERIVED names {name!r}, which is no derivation"
        if not reason:
            yield f"its SKIP_DERIVED gives no reason for {name!r}"


def _examples(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.examples:
        yield rule.result(EXAMPLES, example.name, _judged(rule, example)[0])


def _judged(rule: _Rule, example: Example, *, is_wrapped: bool = False) -> tuple[str, Finding | None]:
    """What is wrong with the verdict on an example, and its finding; gates on and gates off must say the same."""
    files = expect.contents(example.files)
    said = rule.judge.say(files, example.options)
    wrong = expect.unreadable(files) or _misjudged(rule, example, said, is_wrapped=is_wrapped)
    wrong = wrong or expect.gate_difference(rule.judge, files, said, example)
    return wrong, said.findings[0] if said.findings and not wrong else None


def _misjudged(rule: _Rule, example: Example, said: Said, *, is_wrapped: bool) -> str:
    files = expect.contents(example.files)
    if example.is_valid:
        return expect.noise(said, files)
    path, source = example.marked
    assert source.span is not None, "the marked file has a place"
    spans = [source.span]
    if is_wrapped:
        spans.append(around(source))
    wrong = expect.misplaced(said, files, path, spans, rule.cls.CODE)
    if not wrong and example.message and said.findings[0].message != example.message:
        wrong = f"expected the message {example.message!r}, and it is {said.findings[0].message!r}"
    return wrong


def _fixes(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.invalid:
        wrong, finding = _judged(rule, example)
        if finding is None:
            yield CheckResult(rule.cls.CODE, FIX, example.name, f"there is no finding to fix\n{wrong}")
        else:
            yield CheckResult(rule.cls.CODE, FIX, example.name, _wrong_fix(rule, example, finding))


def _wrong_fix(rule: _Rule, example: Example, finding: Finding) -> str:
    files = expect.contents(example.files)
    if finding.fix is None:
        return "" if example.fixed is None else f"expected a fix, and none is offered\n{_frame(finding, files)}"
    if example.fixed is None:
        return f"the example expects no fix, and one is offered: {finding.fix.title}\n{_frame(finding, files)}"
    wrong = expect.broken_fix(rule.judge, files, finding, example)
    return wrong or expect.wrong_safety(finding, example)


def _frame(finding: Finding, files: Mapping[str, bytes]) -> str:
    return framed("finding", finding.path, files[finding.path], Span(finding.span.start, finding.span.end))


def _fixability(rule: _Rule) -> Iterator[CheckResult]:
    """What FIXABLE promises, against the fixes of the examples."""
    found = [_judged(rule, example)[1] for example in rule.invalid]
    fixes = [finding.fix for finding in found if finding is not None]
    kinds = {fix.safety for fix in fixes if fix is not None}
    allowed = {"no": set(), "safe": {Safety.SAFE}, "unsafe": {Safety.UNSAFE}}.get(rule.cls.FIXABLE)
    wrong = ""
    if rule.cls.FIXABLE != "no" and not kinds:
        wrong = f"FIXABLE is {rule.cls.FIXABLE!r}, and no example has a fix"
    elif allowed is not None and kinds - allowed:
        shown = ", ".join(sorted(kind.value for kind in kinds))
        wrong = f"FIXABLE is {rule.cls.FIXABLE!r}, and the fixes of the examples are {shown}"
    elif rule.cls.FIXABLE in {"safe", "unsafe"} and None in fixes:
        wrong = f"FIXABLE is {rule.cls.FIXABLE!r}, and some examples have no fix: that is 'sometimes'"
    yield CheckResult(rule.cls.CODE, FIXABILITY, difference=wrong)


def _oracle(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.examples:
        answer = None
        if not rule.judge.is_project and not example.options:
            said = rule.judge.say(expect.contents(example.files), {}, uses_gates=False)
            answer = disagreement(rule.judge, example, said)
        yield rule.result(ORACLE, example.name, answer, "a rule of single files, without options")


def _derivation(derivation: Derivation, rule: _Rule) -> Iterator[CheckResult]:
    check = f"derived: {derivation.name}"
    reason = rule.skipped.get(derivation.name, "")
    for example in rule.examples:
        if reason:
            yield CheckResult(rule.cls.CODE, check, example.name, not_applicable=f"the rule says: {reason}")
            continue
        other = derived(derivation, example)
        answer = _holds(rule, derivation, other) if other is not None else None
        yield rule.result(check, example.name, answer, derivation.needs)


def _holds(rule: _Rule, derivation: Derivation, example: Example) -> str:
    """Silent still, or found still at the same place and repaired in the same way."""
    wrong, finding = _judged(rule, example, is_wrapped=derivation.name == "parentheses")
    if wrong or finding is None:
        return wrong
    files = expect.contents(example.files)
    if finding.fix is None:
        is_fine = example.fixed is None or derivation.may_lack_fix
        return "" if is_fine else f"expected a fix as for the example itself, and none is offered\n{_frame(finding, files)}"
    return expect.broken_fix(rule.judge, files, finding, example, derivation.normal)


def _suppression(name: str, rule: _Rule) -> Iterator[CheckResult]:
    writer, said = _DIRECTIVES[name]
    for example in rule.invalid:
        answer = suppressing.unsuppressed(rule.judge, example, writer, said(rule.cls))
        yield rule.result(f"suppression: {name}", example.name, answer, "a place for such a comment")


def _another_code(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.invalid:
        answer = suppressing.oversuppressed(rule.judge, example)
        yield rule.result(ANOTHER_CODE, example.name, answer, "a place for such a comment")


def _positions(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.invalid:
        for position, answer in suppressing.positions(rule.judge, example):
            yield rule.result(f"suppression: in {position}", example.name, answer, "an expression that is wrong there too")


def _over_lines(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.invalid:
        answer = suppressing.over_several_lines(rule.judge, example)
        yield rule.result(OVER_LINES, example.name, answer, "a t-string on one line that is wrong over several too")


def _linear(rule: _Rule) -> Iterator[CheckResult]:
    for example in rule.invalid:
        answer = copies.miscounted(rule.judge, example, copies.FEW)
        answer = answer or copies.growth(rule.judge, example)
        yield rule.result(LINEAR, example.name, answer, "code that can be copied under other names")


def _thousand(rule: _Rule) -> Iterator[CheckResult]:
    """Of the first example that can be copied: a thousand copies take a second."""
    for example in rule.invalid:
        answer = copies.miscounted(rule.judge, example, copies.MANY)
        yield rule.result(THOUSAND, example.name, answer, "code that can be copied under other names")
        if answer is not None:
            return


def _fixit_name(cls: type[Described]) -> str:
    return cls.__name__


_DIRECTIVES: dict[str, tuple[suppressing.Writer, Callable[[type[Described]], str]]] = {
    **{name: (writer, lambda cls: cls.CODE) for name, writer in suppressing.WRITERS.items()},
    "by its slug": (suppressing.behind, lambda cls: cls.SLUG),
    "Fixit's comment": (suppressing.fixit_behind, _fixit_name),
}

DECLARATIONS, EXAMPLES, FIX, FIXABILITY = "declarations", "examples", "the fix", "FIXABLE"
ORACLE, LINEAR, THOUSAND = "plain Fixit agrees", "copies: linear", "copies: a thousand"
ANOTHER_CODE, OVER_LINES = "suppression: another code", "suppression: a t-string over several lines"
POSITIONS = "suppression: in every position"

_PROOFS: dict[str, Callable[[_Rule], Iterator[CheckResult]]] = {
    EXAMPLES: _examples,
    FIX: _fixes,
    FIXABILITY: _fixability,
    ORACLE: _oracle,
    **{f"derived: {derivation.name}": partial(_derivation, derivation) for derivation in DERIVATIONS},
    **{f"suppression: {name}": partial(_suppression, name) for name in _DIRECTIVES},
    ANOTHER_CODE: _another_code,
    OVER_LINES: _over_lines,
    POSITIONS: _positions,
    LINEAR: _linear,
    THOUSAND: _thousand,
}

CHECKS: tuple[str, ...] = (DECLARATIONS, *_PROOFS)
"""The names that `prove` takes; a result's own `check` may be more precise."""
