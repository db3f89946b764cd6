"""The findings that the engine makes by itself: no rule file, the same ways to select and to explain them."""

from __future__ import annotations

from tdomcheck.model import RuleInfo, RuleKind, Severity


def _meta(
    code: str, slug: str, severity: Severity, summary: str, why: str, instead: str, fixable: str = "no"
) -> RuleInfo:
    name = "".join(part.capitalize() for part in slug.split("-"))
    docs = f"## What\n\n{summary}.\n\n## Why\n\n{why}\n\n## Instead\n\n{instead}"
    return RuleInfo(code, slug, name, "meta", RuleKind.META, severity, summary, docs, fixable, precision="very-high")


META_RULES: tuple[RuleInfo, ...] = (
    _meta(
        "TDC001",
        "invalid-syntax",
        Severity.ERROR,
        "the file is not valid Python",
        "No rule can look at it, so nothing is known about it.",
        "Fix the place that is marked, or leave the file out with `exclude`: the finding is always an error. The "
        "sentence is that of the Python that runs tdomcheck. Syntax up to Python 3.15 is understood, whichever version "
        "runs it.",
    ),
    _meta(
        "TDC002",
        "invalid-encoding",
        Severity.ERROR,
        "the bytes of the file are not text in its encoding",
        "Python refuses to import such a file, and no rule can look at it.",
        "Save it as UTF-8, or name its encoding in a coding cookie in the first two lines. To leave the file out, use "
        "`exclude`: the finding is always an error.",
    ),
    _meta(
        "TDC003",
        "malformed-suppression",
        Severity.WARNING,
        "a suppression comment cannot be understood, so it suppresses nothing",
        "A directive that is misread must never become a silent blanket.",
        "Write `# tdomcheck: ignore[TDC101] reason`, with at least one code or slug in the brackets.",
    ),
    _meta(
        "TDC004",
        "unused-suppression",
        Severity.WARNING,
        "a suppression comment suppresses nothing",
        "It hides the next finding at its place, which nobody meant to accept.",
        "Delete the comment, or the code in it that is not needed.",
        "safe",
    ),
    _meta(
        "TDC005",
        "unknown-suppression",
        Severity.WARNING,
        "a suppression comment names a rule that does not exist",
        "What it was to suppress is not suppressed.",
        "Name a code or slug of `tdomcheck rule --all`.",
        "safe",
    ),
    _meta(
        "TDC006",
        "suppression-without-reason",
        Severity.WARNING,
        "a suppression comment gives no reason",
        "With `require-ignore-reason`, whoever reads it later learns why the finding was accepted.",
        "Write the reason after the brackets.",
    ),
    _meta(
        "TDC007",
        "expired-suppression",
        Severity.WARNING,
        "a suppression comment has passed the day that it names",
        "`until=` is a promise to look again.",
        "Mend the finding, or move the day.",
    ),
    _meta(
        "TDC008",
        "too-deeply-nested",
        Severity.WARNING,
        "the code nests deeper, or is larger in one place, than tdomcheck follows",
        "In a file that may concern tdom or svcs no rule looks past 200 levels: what stands around each thing would "
        "take time with the square of the depth, and people nest forty. Nor does any look at one of more than 100,000 "
        "names, literals, operators and brackets, which twelve thousand lines have, or of more than 5,000 `<`. "
        "Past 1,000 levels (350 where Python 3.12 runs) LibCST overflows the stack, so in other files the rules that "
        "need it have not looked either, nor past 40,000 names, literals, operators and brackets. Past other measured "
        "limits the parser or the compiler of Python would take minutes or gigabytes, so nobody knows whether the file "
        "is valid Python. The report for people shows the first 1,000 findings of a file. The message says which. "
        "A file that no rule has looked at does not count as checked: the run exits with 2, whatever becomes of the "
        "finding.",
        "Build the value in a loop, or exclude the generated file.",
    ),
    _meta(
        "TDC009",
        "budget-exceeded",
        Severity.ERROR,
        "a rule has more findings than its budget allows",
        "A budget in `[tool.tdomcheck.budgets]` is a promise that what is there does not grow. It counts what the "
        "baseline accepts, and not what comments accept. It is judged where folders are looked at, and not where files "
        "are named, as by a hook: `tdomcheck check` over the project does.",
        "Mend as many findings as there are too many. `tdomcheck baseline update` lowers budgets and never raises one.",
    ),
)
