"""Markdown for job summaries and comments."""

from __future__ import annotations

import pytest
from report_examples import APP, RESULT, UNTRUSTED, context, finding

from tdomcheck.model import Bucket, FileOutcome, RunResult
from tdomcheck.report import render
from tdomcheck.report.as_markdown import MARKER, escape

ON_GITHUB = {"server_url": "https://github.com", "repository": "o/r", "sha": "abc"}


def many(number: int) -> RunResult:
    return RunResult(findings=tuple(finding(message=f"message {n:06}") for n in range(number)))


def test_a_clean_run():
    text = render("markdown", RunResult(), context())
    assert text == f"{MARKER}\n## tdomcheck\n\n**All checks passed!**\n"


def test_totals_rules_and_findings():
    text = render("markdown", RESULT, context())
    assert "**1 error, 1 warning and 1 info**" in text
    assert "8 files: 6 checked (4 cached), 1 excluded, 1 skipped" in text
    assert "| TDC101 unknown-prop | 1 | 1 |" in text
    assert "| 🔴 | src/app.py:7 | TDC101 | \\[\\*\\] Card has no prop \\`titel\\` |" in text


def test_links_go_to_the_lines_of_the_commit():
    found = finding(text=APP, path="a b.py")
    text = render(
        "markdown", RunResult(findings=(found,)), context(sources={"a b.py": APP}, root_prefix="w", **ON_GITHUB)
    )
    assert "[a b.py:1](https://github.com/o/r/blob/abc/w/a%20b.py#L1-L8)" in text


def test_errors_are_listed():
    text = render("markdown", UNTRUSTED, context())
    assert "**Nothing was found, but the run is not to be trusted: see the errors.**" in text
    assert "- error: src/gone.py: it vanished\n" in text


@pytest.mark.parametrize("text", ["a|b", "`x`", "<b>", "[a](b)", "**x**", "@octocat", "# x", "a\nb"])
def test_text_is_nothing_but_text(text):
    shown = escape(text)
    assert "\n" not in shown
    for char in "|`[*#":
        assert f"\\{char}" in shown or char not in text
    assert "<b>" not in shown
    assert "@octocat" not in shown


def test_the_rest_is_folded():
    text = render("markdown", many(60), context())
    assert "<details><summary>10 more findings</summary>" in text
    assert text.count("message 0") == 60
    assert text.endswith("</details>\n")


@pytest.mark.parametrize("room", [900, 4000, 65_535, 900 * 1024])
def test_the_budget_is_kept(room):
    text = render("markdown", many(20_000), context(markdown_bytes=room))
    assert len(text.encode()) <= room
    assert text.count("<details>") == text.count("</details>")
    left_out = 20_000 - text.count("message 0")
    assert left_out > 0
    assert text.endswith(f"{left_out} findings more than fit here.\n")


def test_long_lists_of_errors_are_cut():
    text = render("markdown", RunResult(errors=("x",) * 30, exit_code=2), context())
    assert text.count("- error: x") == 20
    assert text.endswith("- 10 more errors\n")


def test_green_means_looked_at():
    nothing = RunResult(files=(FileOutcome("a.py", Bucket.EXCLUDED, "exclude"),))
    assert "**No files were checked.**" in render("markdown", nothing, context())


def test_one_long_message_is_cut():
    assert len(escape("x" * 9000)) < 600
