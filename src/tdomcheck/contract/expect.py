"""What must hold of one example, however it is written; each answer is a difference, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tdomcheck.contract.examples import Example, Files
from tdomcheck.contract.judge import Contents, Judge, JudgeOutcome, repaired
from tdomcheck.contract.show import found_frames, framed, text_difference, whole
from tdomcheck.contract.syntax import nodes_of
from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Finding, Safety, Span
from tdomcheck.model.suffixes import is_project_file
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText


def contents(files: Files) -> dict[str, bytes]:
    """The files of an example as bytes."""
    return {path: source.data for path, source in files.items()}


def unreadable(files: Contents) -> str:
    """Why some file is no Python, or nothing."""
    for path, data in files.items():
        if is_project_file(path):
            continue  # the engine says so itself where it is no TOML
        try:
            parse_module(SourceText(data))
        except (Undecodable, Unparsable) as error:
            return f"{path} is no Python: {error}\n{whole({path: data})}"
    return ""


def gate_difference(judge: Judge, files: Contents, outcome: JudgeOutcome, example: Example) -> str:
    """Where the rule says another thing when its gate is not asked."""
    ungated = judge.say(files, example.options, uses_gates=False)
    if ungated.trouble or ungated.findings == outcome.findings:
        return ungated.trouble and f"without its gate {ungated.trouble}\n{whole(dict(files))}"
    missing = [finding for finding in ungated.findings if finding not in outcome.findings]
    if not missing:
        return "with its gate the rule finds more than without it"
    return "\n".join(["the gate drops what the rule finds without it", *found_frames(missing, dict(files))])


def noise(outcome: JudgeOutcome, files: Contents) -> str:
    """Findings where there must be none."""
    if outcome.trouble:
        return f"{outcome.trouble}\n{whole(dict(files))}"
    if outcome.findings:
        return "\n".join(["expected no finding", *found_frames(outcome.findings, dict(files))])
    return ""


def misplaced(outcome: JudgeOutcome, files: Contents, path: str, spans: Sequence[Span], code: str) -> str:
    """Anything but one finding of a code at one of the allowed places; the first is the one to show."""
    if outcome.trouble:
        return f"{outcome.trouble}\n{whole(dict(files))}"
    findings = outcome.findings
    is_there = (
        len(findings) == 1 and findings[0].path == path and findings[0].span in spans and findings[0].code == code
    )
    if is_there:
        return ""
    count = "no finding" if not findings else "another one" if len(findings) == 1 else f"{len(findings)} findings"
    are = "are" if len(findings) > 1 else "is"
    rows = [f"expected one {code} at the marked place, and there {are} {count}"]
    return "\n".join([*rows, framed("expected", path, files[path], spans[0]), *found_frames(findings, dict(files))])


Normal = Callable[[str], str]


def broken_fix(judge: Judge, files: Contents, finding: Finding, example: Example, normal: Normal = str) -> str:
    """What is wrong with the fix of a finding: it must apply, parse, keep comments, settle, and be the one expected."""
    try:
        after = repaired(files, finding)
    except (ValueError, UnicodeError) as error:
        frame = framed("finding", finding.path, files[finding.path], finding.span)
        return f"its edits cannot be applied: {error}\n{frame}"
    wrong = unreadable(after)
    if wrong:
        return f"after the fix {wrong}"
    return (
        _lost_comments(finding.path, files, after)
        or _unsettled(judge, after, example)
        or _unexpected(after, example, normal)
    )


def _lost_comments(path: str, before: Contents, after: Contents) -> str:
    lost = comments(before[path]) - comments(after[path])
    if not lost:
        return ""
    texts = ", ".join(repr(text) for text in sorted(lost))
    return f"the fix loses a comment: {texts}\n{_diff(path, before[path], after[path])}"


def comments(data: bytes) -> Counter[str]:
    """The comments of a file, each with how often it occurs."""
    view = ModuleView(SourceText(data))
    return Counter(view.text(node).rstrip() for node in nodes_of(view.tree.root, "comment"))


def _unsettled(judge: Judge, after: Contents, example: Example) -> str:
    outcome = judge.say(after, example.options)
    if outcome.trouble:
        return f"after the fix {outcome.trouble}\n{whole(dict(after))}"
    if not outcome.findings:
        return ""
    again = next((finding for finding in outcome.findings if finding.fix is not None), None)
    headline = (
        "the finding does not go with its fix" if again is None else "the fix is not stable: a second run fixes again"
    )
    return "\n".join([headline, *found_frames(outcome.findings, dict(after))])


def _unexpected(after: Contents, example: Example, normal: Normal) -> str:
    expected = example.fixed or {}
    for path, source in expected.items():
        promised, actual = normal(_decoded(source.data)), normal(_decoded(after.get(path, b"")))
        if promised != actual:
            return f"the fix differs from what the example expects\n{text_difference(path, promised, actual)}"
    return ""


def _decoded(data: bytes) -> str:
    """The text with its line ends and its mark, in whatever encoding."""
    source = SourceText(data)
    return ("\ufeff" if source.mark else "") + source.text


def _diff(path: str, before: bytes, after: bytes) -> str:
    return text_difference(path, _decoded(before), _decoded(after))


def wrong_safety(finding: Finding, example: Example) -> str:
    """A fix that is surer, or less sure, than the example says."""
    safety = finding.fix.safety if finding.fix is not None else Safety.SAFE
    expected = Safety.UNSAFE if example.is_unsafe else Safety.SAFE
    return "" if safety is expected else f"the fix is {safety.value}, and the example says {expected.value}"
