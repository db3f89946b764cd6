"""Which findings are accepted by comments, and which comments accept nothing."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from tdomcheck.model import Acceptance, AcceptedFinding, Directive, Edit, Finding, Fix, RuleInfo, Severity, Span
from tdomcheck.values import dataclass

CODEMOD = "codemod"
"""What stands for the code of a codemod: no rule has it, so nothing is accepted, unknown or unused."""
UNUSED = "TDC004"
EXPECTED = "*"
"""Stands for every code, where a document shows what is wrong."""
MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class SuppressionResult:
    """What suppression made of the findings of a file."""

    findings: tuple[Finding, ...]
    """Those that no comment accepts, and what is wrong with the comments."""
    suppressed: tuple[AcceptedFinding, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is needed to judge the comments themselves."""

    names: Mapping[str, str]
    """Every code, slug and class name in lower case, to its code."""
    ran: Collection[str]
    """Codes that ran on the file: a comment for another is not called unused."""
    enabled: Mapping[str, Severity]
    """Meta codes that are on, with their severity."""
    today: datetime.date
    needs_reason: bool = False
    project_codes: Collection[str] = ()
    """Those of rules that look at the whole project: which of them a comment names for nothing is told by itself."""
    is_partial: bool = False
    """Some rules are not known here, as their plugins are not loaded: no name of a rule is unknown for good."""


def rule_names(infos: Sequence[RuleInfo]) -> dict[str, str]:
    """How a comment may name a rule."""
    names: dict[str, str] = {}
    for info in infos:
        class_name = info.module.rpartition(":")[2].removesuffix("Rule")  # what Fixit's comments call it
        for name in (info.code, info.slug, info.name, class_name, f"{class_name}Rule"):
            names[name.lower()] = info.code
    names.pop("", None)
    return names


def suppress(
    path: str, findings: Sequence[Finding], directives: Sequence[Directive], judgement: Judgement
) -> SuppressionResult:
    """Split findings by the comments of their file, and add what is wrong with the comments."""
    accepting = _accepting(findings, directives, judgement.names)
    reported = [finding for index, finding in enumerate(findings) if index not in accepting]
    suppressed = [_accepted(findings[index], accepting[index]) for index in sorted(accepting)]
    starts: dict[str, list[int]] = {}
    for finding in findings:
        starts.setdefault(finding.code, []).append(finding.span.start)
    for places in starts.values():
        places.sort()
    for directive in directives:
        accepted = {
            code
            for code in directive.codes
            if _accepts(directive, starts.get(judgement.names.get(code.lower(), ""), []))
        }
        reported += _complaints(path, directive, accepted, judgement)
    return SuppressionResult(tuple(reported), tuple(suppressed))


def _accepted(finding: Finding, directive: Directive) -> AcceptedFinding:
    return AcceptedFinding(
        finding, Acceptance.COMMENT, directive.reason, directive.owner, directive.until, directive.span
    )


def _accepting(
    findings: Sequence[Finding], directives: Sequence[Directive], names: Mapping[str, str]
) -> dict[int, Directive]:
    """By index of the finding, the comment that accepts it: of several the one whose range begins last.

    Both are walked once, in the order of the file: it may hold as many comments as findings.
    """
    in_order = sorted(range(len(findings)), key=lambda index: findings[index].span.start)
    by_code: dict[str, list[int]] = {EXPECTED: in_order}
    for index in in_order:
        by_code.setdefault(findings[index].code, []).append(index)
    found: dict[int, Directive] = {}
    for code, ranges in _covers(directives, names).items():
        opened: list[tuple[int, int, int]] = []
        later = iter([*ranges, None])
        upcoming = next(later)
        for index in by_code.get(code, ()):
            place = findings[index].span.start
            while upcoming is not None and upcoming[0] <= place:
                heappush(opened, (-upcoming[0], upcoming[2], upcoming[1]))
                upcoming = next(later)
            while opened and opened[0][2] <= place:  # what has ended here has ended for all that follow
                heappop(opened)
            if opened:
                found.setdefault(index, directives[opened[0][1]])
    return found


def _covers(directives: Sequence[Directive], names: Mapping[str, str]) -> dict[str, list[tuple[int, int, int]]]:
    """By code, where comments accept its findings: start, end, and the index of the comment, by start."""
    ranges: dict[str, list[tuple[int, int, int]]] = {}
    for number, directive in enumerate(directives):
        accepts_all = directive.is_expected and not directive.codes
        codes = {EXPECTED} if accepts_all else {names.get(code.lower(), "") for code in directive.codes}
        for code in codes - {""}:
            ranges.setdefault(code, []).extend((*_bounds(span), number) for span in directive.covers)
    return {code: sorted(found) for code, found in ranges.items()}


def _bounds(span: Span) -> tuple[int, int]:
    """A cover without width still accepts what begins where it stands."""
    return span.start, max(span.end, span.start + 1)


def _accepts(directive: Directive, starts: Sequence[int]) -> bool:
    """Whether any of the findings that begin at `starts`, in order, is covered."""
    for first, end in map(_bounds, directive.covers):
        index = bisect_left(starts, first)
        if index < len(starts) and starts[index] < end:
            return True
    return False


def _complaints(path: str, directive: Directive, accepted: set[str], judgement: Judgement) -> Iterator[Finding]:
    if directive.is_expected:
        return
    if directive.problem:
        yield from _meta("TDC003", path, directive, f"malformed suppression: {directive.problem}", judgement)
        return
    if not directive.codes or directive.is_fixit:
        return
    codes = () if judgement.is_partial else directive.codes
    unknown = list(dict.fromkeys(code for code in codes if code.lower() not in judgement.names))
    if unknown:  # one finding for all of them: a fix writes the whole list anew
        verb = "is not a known rule" if len(unknown) == 1 else "are not known rules"
        message = f"{_listed(unknown)} {verb}"
        yield from _meta("TDC005", path, directive, message, judgement, _removal(directive, set(unknown)))
    yield from _unused(path, directive, accepted, judgement)
    yield from _promises(path, directive, judgement)


def _unused(path: str, directive: Directive, accepted: set[str], judgement: Judgement) -> Iterator[Finding]:
    """The codes that accept nothing; rules of the project apart, which may run elsewhere than the others."""
    called = {code: judgement.names.get(code.lower()) for code in directive.codes if code not in accepted}
    unused = {code: name for code, name in called.items() if name in judgement.ran}
    for is_of_project in (False, True):
        codes = [code for code, name in unused.items() if (name in judgement.project_codes) is is_of_project]
        if codes:
            verb = "suppresses" if len(codes) == 1 else "suppress"
            fix = _removal(directive, set(codes))
            yield from _meta(UNUSED, path, directive, f"{_listed(codes)} {verb} nothing here", judgement, fix)


def _listed(codes: Sequence[str]) -> str:
    """As in `a`, `b`, and 4 more."""
    names = ", ".join(f"`{code}`" for code in codes[:MOST_NAMED])
    return f"{names}, and {len(codes) - MOST_NAMED} more" if len(codes) > MOST_NAMED else names


def _promises(path: str, directive: Directive, judgement: Judgement) -> Iterator[Finding]:
    if judgement.needs_reason and not directive.reason:
        yield from _meta("TDC006", path, directive, "this suppression gives no reason", judgement)
    if not directive.until:
        return
    day = datetime.date.fromisoformat(directive.until)
    owner = f" (@{directive.owner})" if directive.owner else ""
    days = (day - judgement.today).days
    if days < 0:
        yield from _meta("TDC007", path, directive, f"this suppression was to last until {day}{owner}", judgement)
    elif days <= 14:
        for finding in _meta("TDC007", path, directive, f"this suppression ends in {days} days{owner}", judgement):
            yield _softened(finding)


def _softened(finding: Finding) -> Finding:
    return Finding(finding.path, finding.span, finding.code, finding.slug, finding.message, Severity.INFO, finding.fix)


_SLUGS = {
    "TDC003": "malformed-suppression",
    UNUSED: "unused-suppression",
    "TDC005": "unknown-suppression",
    "TDC006": "suppression-without-reason",
    "TDC007": "expired-suppression",
}


def _meta(
    code: str, path: str, directive: Directive, message: str, judgement: Judgement, fix: Fix | None = None
) -> Iterator[Finding]:
    severity = judgement.enabled.get(code)
    if severity is not None:
        yield Finding(path, directive.span, code, _SLUGS[code], message, severity, fix)


def _removal(directive: Directive, gone: set[str]) -> Fix | None:
    """Take codes out of the brackets, or the whole comment when none is left."""
    codes = [code for code in directive.codes if code not in gone]
    if not codes:
        span = directive.removal
        return Fix("delete the comment", (Edit(span.start, span.end, ""),)) if span is not None else None
    spans = dict(zip(directive.codes, directive.code_spans, strict=False))
    if not set(directive.codes) <= set(spans):
        return None
    first, last = directive.code_spans[0], directive.code_spans[-1]
    return Fix("take the code out", (Edit(first.start, last.end, ", ".join(codes)),))
