"""One line per finding, and one block per file."""

from __future__ import annotations

from report_examples import APP, RESULT, context, finding

from tdomcheck.model import RunResult
from tdomcheck.report import render


def test_concise_is_one_line_each():
    lines = render("concise", RESULT, context(quiet=True)).splitlines()
    assert lines == [
        "src/app.py:6:5: TDC103 A short name",
        "src/app.py:7:12: TDC102 [-] html() returns a string",
        "src/app.py:7:27: TDC101 [*] Card has no prop `titel`",
    ]


def test_concise_ends_in_the_summary():
    assert render("concise", RunResult(), context()) == "All checks passed!\n"


def test_concise_keeps_a_finding_on_its_line():
    text = render("concise", RunResult(findings=(finding(message="one\ntwo"),)), context(quiet=True))
    assert text == "src/app.py:7:27: TDC101 one\\ntwo\n"


def test_grouped_by_file():
    result = RunResult(findings=(finding(path="b.py"), *RESULT.findings))
    text = render("grouped", result, context(sources={"b.py": APP, "src/app.py": APP}, quiet=True))
    assert text == (
        "b.py:\n  7:27  TDC101 Card has no prop `titel`\n\n"
        "src/app.py:\n"
        "   6:5  TDC103 A short name\n"
        "  7:12  TDC102 [-] html() returns a string\n"
        "  7:27  TDC101 [*] Card has no prop `titel`\n\n"
    )
