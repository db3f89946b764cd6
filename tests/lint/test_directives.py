"""Suppression comments: what they cover, what they never cover, and what is wrong with them."""

from __future__ import annotations

import datetime

import pytest
from counting import opcodes

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.directives import directives_in
from tdomcheck.lint.suppression import Judgement, SuppressionResult, rule_names, suppress
from tdomcheck.model import Finding, RuleInfo, RuleKind, Severity, Span
from tdomcheck.source.text import SourceText

TODAY = datetime.date(2027, 3, 10)
META = dict.fromkeys(("TDC003", "TDC004", "TDC005", "TDC006", "TDC007"), Severity.WARNING)
RULES = tuple(
    RuleInfo(code, slug, name, "g", RuleKind.CST, Severity.WARNING, "", "", "no", module=f"rules.x:{name}")
    for code, slug, name in (("TDC101", "first-rule", "FirstRule"), ("TDC102", "second-rule", "SecondRule"))
)


def judged(source: str, *, code: str = "TDC101", mark: str = "BAD", **further: object) -> SuppressionResult:
    """The verdict on one finding at every `BAD` of a source."""
    data = source.encode()
    view = ModuleView(SourceText(data))
    findings, start = [], data.find(mark.encode())
    while start >= 0:
        findings.append(Finding("a.py", Span(start, start + 3), code, "", "m", Severity.WARNING))
        start = data.find(mark.encode(), start + 1)
    settings = {"names": rule_names(RULES), "ran": {"TDC101", "TDC102"}, "enabled": META, "today": TODAY}
    return suppress("a.py", findings, directives_in(view, "a.py"), Judgement(**{**settings, **further}))


def is_accepted(source: str, **further: object) -> bool:
    verdict = judged(source, **further)
    assert len(verdict.findings) + len(verdict.suppressed) == source.count("BAD") + len(complaints(verdict))
    return bool(verdict.suppressed) and not verdict.findings


def complaints(verdict: SuppressionResult) -> list[str]:
    return [finding.code for finding in verdict.findings if finding.code in META]


NOT_COVERED = {
    "another rule": "BAD()  # tdomcheck: ignore[TDC102] x\n",
    "another line": "x = 1  # tdomcheck: ignore[TDC101] x\nBAD()\n",
    "the line above": "BAD()\nx = 1  # tdomcheck: ignore[TDC101] x\n",
    "inside a string": 'BAD("# tdomcheck: ignore[TDC101] x")\n',
    "inside a docstring": '"""\n# tdomcheck: ignore[TDC101]\n"""\nBAD()\n',
    "no codes": "BAD()  # tdomcheck: ignore\n",
    "empty brackets": "BAD()  # tdomcheck: ignore[]\n",
    "a blanket file": "# tdomcheck: file-ignore\nBAD()\n",
    "another verb": "BAD()  # tdomcheck: noqa[TDC101]\n",
    "no colon": "BAD()  # tdomcheck ignore[TDC101]\n",
    "another tool": "BAD()  # noqa: TDC101\n",
    "the body of a function": "# tdomcheck: ignore[TDC101] x\ndef f():\n    BAD()\n",
    "the body of a class": "# tdomcheck: ignore[TDC101] x\nclass A:\n    x = BAD()\n",
    "a later physical line in brackets": "f(\n    # tdomcheck: ignore[TDC101] x\n    a,\n    BAD,\n)\n",
    "after the block": "# tdomcheck: disable[TDC101]\nx\n# tdomcheck: enable[TDC101]\nBAD()\n",
    "before the block": "BAD()\n# tdomcheck: disable[TDC101]\nx\n# tdomcheck: enable[TDC101]\n",
    "an open block": "# tdomcheck: disable[TDC101]\nBAD()\n",
    "a block of another code": "# tdomcheck: disable[TDC102]\nBAD()\n# tdomcheck: enable[TDC102]\n",
    "an unfinished day": "BAD()  # tdomcheck: ignore[TDC101] until=soon x\n",
    "a day that is none": "BAD()  # tdomcheck: ignore[TDC101] until=2027-02-31 x\n",
    "prose after fixit's words": "BAD()  # lint-ignore: OtherRule\n",
}
COVERED = {
    "at the end": "BAD()  # tdomcheck: ignore[TDC101] why\n",
    "without a space": "BAD()#tdomcheck:ignore[TDC101]\n",
    "by slug": "BAD()  # tdomcheck: ignore[first-rule]\n",
    "in capitals": "BAD()  # tdomcheck: ignore[tdc101]\n",
    "among others": "BAD()  # tdomcheck: ignore[ TDC101 , TDC102 ]\n",
    "after another comment": "BAD()  # noqa: E501  # tdomcheck: ignore[TDC101] why\n",
    "before another comment": "BAD()  # tdomcheck: ignore[TDC101] why # noqa\n",
    "above": "# tdomcheck: ignore[TDC101] why\nBAD()\n",
    "above with a blank line": "# tdomcheck: ignore[TDC101] why\n\nBAD()\n",
    "above with another comment": "# tdomcheck: ignore[TDC101] why\n# more\nBAD()\n",
    "above, indented": "def f():\n    # tdomcheck: ignore[TDC101] why\n    return BAD()\n",
    "above a statement of many lines": "# tdomcheck: ignore[TDC101] why\nf(\n    a,\n    BAD,\n)\n",
    "above a function": "# tdomcheck: ignore[TDC101] why\ndef f(\n    a=BAD,\n):\n    pass\n",
    "above a decorator": "# tdomcheck: ignore[TDC101] why\n@deco\n@BAD\ndef f():\n    pass\n",
    "above a class": "# tdomcheck: ignore[TDC101] why\nclass A(BAD):\n    pass\n",
    "above an if": "# tdomcheck: ignore[TDC101] why\nif (\n    a or BAD\n):\n    pass\n",
    "above an elif": "if a:\n    pass\n# tdomcheck: ignore[TDC101] why\nelif BAD:\n    pass\n",
    "above a long elif": "if a:\n    pass\n# tdomcheck: ignore[TDC101] why\nelif f(\n    BAD,\n):\n    pass\n",
    "above a one-line if": "# tdomcheck: ignore[TDC101] why\nif a: BAD()\n",
    "above two statements": "# tdomcheck: ignore[TDC101] why\na = 1; b = f(\n    BAD)\n",
    "above a with": "# tdomcheck: ignore[TDC101] why\nwith a as b, BAD as c:\n    pass\n",
    "above a line in brackets": "f(\n    a,\n    # tdomcheck: ignore[TDC101] why\n    BAD,\n)\n",
    "after the quote": 'x = t"""\n<p>\nBAD\n"""  # tdomcheck: ignore[TDC101] why\n',
    "above a long string": '# tdomcheck: ignore[TDC101] why\nx = t"""\n<p>\nBAD\n"""\n',
    "the file, above": "# tdomcheck: file-ignore[TDC101] why\nx = 1\nBAD()\n",
    "the file, below": "BAD()\nx = 1  # tdomcheck: file-ignore[TDC101] why\n",
    "a block": "# tdomcheck: disable[TDC101] why\nx\nBAD()\n# tdomcheck: enable[TDC101]\n",
    "a block in a block": (
        "# tdomcheck: disable[TDC101] a\n# tdomcheck: disable[TDC101] b\nBAD()\n"
        "# tdomcheck: enable[TDC101]\nBAD()\n# tdomcheck: enable[TDC101]\n"
    ),
    "a block of two codes": "# tdomcheck: disable[TDC102,TDC101]\nBAD()\n# tdomcheck: enable[TDC101,TDC102]\n",
    "until a later day": "BAD()  # tdomcheck: ignore[TDC101] until=2027-09-01 @ann why\n",
    "fixit by class": "BAD()  # lint-ignore: FirstRule\n",
    "fixit by class without its suffix": "BAD()  # lint-fixme: First: why\n",
    "fixit among others": "BAD()  # lint-ignore: Other, FirstRule\n",
    "fixit above": "# lint-fixme: FirstRule\nBAD()\n",
    "CRLF": "# tdomcheck: ignore[TDC101] why\r\nBAD()\r\n",
    "without a final newline": "BAD()  # tdomcheck: ignore[TDC101]",
    "behind letters of two bytes": "é = 'é', BAD  # tdomcheck: ignore[TDC101] é\n",
    "behind a mark": "\ufeffBAD()  # tdomcheck: ignore[TDC101]\n",
}


@pytest.mark.parametrize("source", NOT_COVERED.values(), ids=NOT_COVERED.keys())
def test_it_does_not_cover(source: str) -> None:
    assert not is_accepted(source)


@pytest.mark.parametrize("source", COVERED.values(), ids=COVERED.keys())
def test_it_covers(source: str) -> None:
    if "TDC102" not in source:
        assert is_accepted(source)
    else:
        assert len(judged(source, ran={"TDC101"}).findings) == 0


@pytest.mark.parametrize(
    "source",
    ["x = 1\n", "# just a comment on tdomcheck\n", '"tdomcheck: ignore"\n', "# lint the code\n", "# lint-ignore\n"],
)
def test_other_comments_are_left_alone(source: str) -> None:
    assert judged(source).findings == ()


MALFORMED = (
    "x  # tdomcheck: ignore\n",
    "x  # tdomcheck: ignore[]\n",
    "x  # tdomcheck: ignore TDC101\n",
    "x  # tdomcheck: ignroe[TDC101]\n",
    "x  # tdomcheck:\n",
    "x  # tdomcheck: ignore[TDC101] until=1.3.2027\n",
    "x  # tdomcheck: ignore[TDC101] until=2027-02-31\n",
    "# tdomcheck: disable[TDC101]\nx\n",
    "# tdomcheck: enable[TDC101]\nx\n",
    "# tdomcheck: disable\nx\n# tdomcheck: enable\n",
)


@pytest.mark.parametrize("source", MALFORMED)
def test_what_is_malformed_is_a_finding(source: str) -> None:
    assert set(complaints(judged(source))) == {"TDC003"}


def test_blocks_of_different_codes_do_not_pair() -> None:
    source = "# tdomcheck: disable[TDC101]\nBAD\n# tdomcheck: enable[TDC102]\n"
    assert complaints(judged(source)) == ["TDC003", "TDC003"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1  # tdomcheck: ignore[TDC101] why\n", "x = 1\n"),
        ("# tdomcheck: ignore[TDC101]\nx = 1\n", "x = 1\n"),
        ("if a:\n    # tdomcheck: ignore[TDC101]\n    x = 1\n", "if a:\n    x = 1\n"),
        ("x = 1  # tdomcheck: ignore[TDC101]", "x = 1"),
        ("x  # noqa  # tdomcheck: ignore[TDC101] why\n", "x  # noqa\n"),
        ("x = 1  # tdomcheck: ignore[TDC101, TDC102] why\n", "x = 1\n"),
        ("BAD  # tdomcheck: ignore[TDC101, TDC102] why\n", "BAD  # tdomcheck: ignore[TDC101] why\n"),
        ("BAD  # tdomcheck: ignore[ TDC102,first-rule ] why\n", "BAD  # tdomcheck: ignore[ first-rule ] why\n"),
        ("# tdomcheck: file-ignore[TDC101]\r\nx = 1\r\n", "x = 1\r\n"),
    ],
)
def test_what_is_unused_goes(before: str, after: str) -> None:
    from tdomcheck.edits.splice import apply_edits

    verdict = judged(before)
    (finding,) = (finding for finding in verdict.findings if finding.code == "TDC004")
    assert finding.fix is not None
    assert apply_edits(SourceText(before.encode()), finding.fix.edits).decode() == after


def test_a_rule_that_did_not_run_makes_nothing_unused() -> None:
    assert complaints(judged("x  # tdomcheck: ignore[TDC101]\n", ran={"TDC102"})) == []


def test_a_code_that_nobody_knows_is_a_finding_with_a_fix() -> None:
    verdict = judged("BAD  # tdomcheck: ignore[TDC101, TDC999]\n")
    (finding,) = verdict.findings
    assert (finding.code, "`TDC999`" in finding.message) == ("TDC005", True)
    assert finding.fix is not None


def test_many_codes_are_one_finding_with_one_fix() -> None:
    codes = [f"TDC{number}" for number in range(2000, 12_000)]
    verdict = judged(f"BAD  # tdomcheck: ignore[{', '.join(codes)}, TDC101]\n")
    (finding,) = verdict.findings
    assert finding.message.endswith("`TDC2008`, `TDC2009`, and 9990 more are not known rules")
    assert finding.fix is not None
    assert [edit.text for edit in finding.fix.edits] == ["TDC101"]


def test_rules_of_fixit_itself_are_nobodys_business() -> None:
    assert judged("x  # lint-ignore: NoInheritFromObject\n").findings == ()


@pytest.mark.parametrize("source", ["BAD  # tdomcheck: ignore[TDC101]\n", "BAD  # tdomcheck: ignore[TDC101] @ann\n"])
def test_a_reason_is_asked_for_where_that_is_configured(source: str) -> None:
    assert complaints(judged(source, needs_reason=True)) == ["TDC006"]
    assert complaints(judged(source)) == []


def test_a_reason_that_is_given_is_enough() -> None:
    assert complaints(judged("BAD  # tdomcheck: ignore[TDC101] @ann because\n", needs_reason=True)) == []


@pytest.mark.parametrize(
    ("until", "found"),
    [
        ("2027-03-09", "was to last until"),
        ("2027-03-10", "ends in 0 days"),
        ("2027-03-24", "ends in 14 days"),
        ("2027-03-25", ""),
    ],
)
def test_a_promise_is_remembered(until: str, found: str) -> None:
    verdict = judged(f"BAD  # tdomcheck: ignore[TDC101] until={until} @ann why\n")
    assert len(verdict.suppressed) == 1
    assert [finding.code for finding in verdict.findings] == (["TDC007"] if found else [])
    assert all(found in finding.message and "@ann" in finding.message for finding in verdict.findings)
    assert all((finding.severity is Severity.INFO) == ("ends" in found) for finding in verdict.findings)


def test_what_is_off_is_not_complained_about() -> None:
    assert judged(MALFORMED[0], enabled={}).findings == ()


def test_the_work_of_reading_grows_with_the_lines() -> None:
    line = "x = f(1, 2)  # tdomcheck: ignore[TDC101] why\n"

    def work(count: int) -> int:
        view = ModuleView(SourceText((line * count).encode()))
        return opcodes(lambda: directives_in(view, "a.py"))

    work(2)
    assert work(200) < 10.5 * work(20)
