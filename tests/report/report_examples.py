"""A run to report on, and short ways to make findings in strings."""

from __future__ import annotations

from tdomcheck.model import (
    Acceptance,
    AcceptedFinding,
    Bucket,
    Edit,
    FileOutcome,
    Finding,
    Fix,
    FixSummary,
    LostFix,
    Related,
    RuleInfo,
    RuleKind,
    RuleOutcome,
    RuleState,
    RunResult,
    Safety,
    Severity,
    Span,
)
from tdomcheck.report import ReportContext

APP = b"""from tdom import html

def Card(*, title: str):
    return t"<div>{title}</div>"

def view(name):
    return html(t"<{Card} titel={name} />")
"""
PATH = "src/app.py"


def span(data: bytes, text: bytes) -> Span:
    start = data.index(text)
    return Span(start, start + len(text))


def finding(
    data: bytes = APP, text: bytes = b"titel", path: str = PATH, message: str = "Card has no prop `titel`", **more
) -> Finding:
    shape = {"code": "TDC101", "slug": "unknown-prop", "severity": Severity.ERROR, **more}
    return Finding(path=path, span=span(data, text), message=message, **shape)


def fix(
    data: bytes = APP, text: bytes = b"titel", new: str = "title", title: str = "Rename it to `title`", **more
) -> Fix:
    at = span(data, text)
    return Fix(title, (Edit(at.start, at.end, new),), **more)


def rule(code: str = "TDC101", **more) -> RuleInfo:
    shape = {
        "slug": "unknown-prop",
        "name": "UnknownProp",
        "group": "props",
        "kind": RuleKind.PROJECT,
        "severity": Severity.ERROR,
        "summary": "A component is called with a prop that it does not take",
        "docs": "## What\n\nCalls with `unknown` props.\n\n## Why\n\nThey raise.",
        "fixable": "safe",
        **more,
    }
    return RuleInfo(code=code, **shape)


def context(sources=None, **more) -> ReportContext:
    return ReportContext(**{"sources": {PATH: APP} if sources is None else sources, "version": "0.1.0", **more})


DECLARED = Related(PATH, span(APP, b"title: str"), "prop declared here")

FILES = (
    *(FileOutcome(f"src/c{number}.py", Bucket.CACHED) for number in range(4)),
    *(FileOutcome(f"src/d{number}.py", Bucket.CHECKED) for number in range(2)),
    FileOutcome("src/e.py", Bucket.EXCLUDED, "exclude"),
    FileOutcome("src/s.py", Bucket.SKIPPED, "larger than max-file-bytes"),
)

RESULT = RunResult(
    findings=(
        finding(fix=fix(), related=(DECLARED,), note="TypeError: unexpected keyword argument"),
        finding(
            text=b"html(t",
            code="TDC102",
            slug="old-html",
            message="html() returns a string",
            severity=Severity.WARNING,
            fix=fix(text=b"html(t", new="render(t", title="Call render()", safety=Safety.UNSAFE),
        ),
        finding(text=b"view", code="TDC103", slug="short-name", message="A short name", severity=Severity.INFO),
    ),
    suppressed=(
        AcceptedFinding(
            finding(text=b"name", code="TDC104", slug="hidden", message="This one is suppressed"),
            Acceptance.COMMENT,
            "it is meant",
            "ann",
            "2027-03-01",
            span(APP, b"name"),
        ),
    ),
    files=FILES,
    rules=(RuleOutcome("TDC101", RuleState.RAN), RuleOutcome("TDC102", RuleState.NOT_APPLICABLE)),
    catalog=(rule(), rule("TDC102", slug="old-html", name="OldHtml", severity=Severity.WARNING)),
    exit_code=1,
)

UNTRUSTED = RunResult(
    files=(FileOutcome("src/gone.py", Bucket.FAILED, "it vanished"), FileOutcome("src/d.py", Bucket.CHECKED)),
    rules=(RuleOutcome("TDC101", RuleState.CRASHED, "KeyError: 'x'"),),
    errors=("the worker for src/app.py died",),
    warnings=("an ignore comment ends in three days",),
    exit_code=2,
)

FIXED = RunResult(
    findings=(finding(),),
    files=FILES,
    fixes=FixSummary(
        applied=(("src/b.py", "TDC101", 1), ("src/a.py", "TDC102", 2)),
        lost=(LostFix("src/a.py", "TDC103", "it overlaps", "TDC102"),),
        changed=("src/a.py", "src/b.py"),
    ),
    exit_code=1,
)
