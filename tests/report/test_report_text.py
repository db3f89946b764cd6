"""The report for people, to the letter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from counting import opcodes
from report_examples import (
    APP,
    DECLARED,
    FIXED,
    PATH,
    RESULT,
    UNTRUSTED,
    context,
    finding,
    fix,
    rule,
    span,
)

from tdomcheck.errors import UsageError
from tdomcheck.model import (
    Acceptance,
    AcceptedFinding,
    Bucket,
    Edit,
    FileOutcome,
    Fix,
    FixSummary,
    ImportRequest,
    Related,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    Safety,
    Severity,
    Span,
)
from tdomcheck.report import FORMATS, fenced, render
from tdomcheck.report.as_text import MOST_FINDINGS


def shown(*findings, **more) -> str:
    """The findings as text, without a summary."""
    return render("text", RunResult(findings=findings), context(**{"quiet": True, **more}))


def framed(data: bytes, at: Span, **more) -> list[str]:
    """The frame of one finding without header and rulers."""
    found = replace(finding(path="a.py", data=data, text=b"", message="m"), span=at)
    lines = shown(found, sources={"a.py": data}, **more).splitlines()
    assert lines[0] == "error[TDC101] unknown-prop: m"
    return lines[3:-2]


WHOLE = """\
error[TDC101] unknown-prop: Card has no prop `titel` [*]
 --> src/app.py:7:27
  |
3 | def Card(*, title: str):
  |             ---------- prop declared here
4 |     return t"<div>{title}</div>"
5 |
6 | def view(name):
7 |     return html(t"<{Card} titel={name} />")
  |                           ^^^^^
  |
help: Rename it to `title`
  7 | -     return html(t"<{Card} titel={name} />")
  7 | +     return html(t"<{Card} title={name} />")
note: TypeError: unexpected keyword argument
"""


def test_a_finding_in_full():
    found = finding(fix=fix(), related=(DECLARED,), note="TypeError: unexpected keyword argument")
    assert shown(found) == WHOLE + "\n"


def test_an_unsafe_fix_says_so_and_why():
    text = render("text", RESULT, context())
    assert "warning[TDC102] old-html: html() returns a string [-]\n" in text
    assert "note: the fix is unsafe: it may change what the code does\n" in text
    assert "warning[TDC102] old-html: html() returns a string [*]\n" in render(
        "text", RESULT, context(unsafe_fixes=True)
    )


def test_help_stands_in_for_a_fix():
    text = shown(finding(help="Do this.\nThen that."))
    assert "help: Do this.\n      Then that.\n" in text
    assert not text.splitlines()[0].endswith("]")


def test_imports_of_a_fix_are_told():
    text = shown(finding(fix=replace(fix(), imports=(ImportRequest("tdom", "svg"),))))
    assert "  + from tdom import svg (unless it is there)\n" in text


def test_tabs_are_measured():
    data = b"if x:\n\t\tbad = 1\n\ta\tbad\n"
    assert framed(data, span(data, b"bad")) == [
        "1 | if x:",
        "2 |         bad = 1",
        "  |         ^^^",
        "3 |     a   bad",
    ]


def test_wide_and_combining_letters_are_measured():
    data = 'x = "日本e\u0301", bad\n'.encode()
    assert framed(data, span(data, b"bad")) == ['1 | x = "日本e\u0301", bad', "  |              ^^^"]
    assert framed(data, span(data, "本".encode())) == ['1 | x = "日本e\u0301", bad', "  |        ^^"]


def test_a_range_of_several_lines_gets_a_rail():
    data = b"a = f(\n    1,\n)\n\nb\n"
    assert framed(data, span(data, b"f(\n    1,\n)")) == [
        "1 |   a = f(",
        "  |  _____^",
        "2 | |     1,",
        "3 | | )",
        "  | |_^",
        "4 |",
        "5 |   b",
    ]


def test_a_range_that_begins_a_line_needs_no_caret_above():
    data = b"if x:\n    f(\n    )\n"
    assert framed(data, span(data, b"f(\n    )")) == [
        "1 |   if x:",
        "2 | /     f(",
        "3 | |     )",
        "  | |_____^",
    ]


def test_a_long_range_is_shown_by_its_ends():
    data = b"".join(b"line %d\n" % number for number in range(1, 31))
    assert framed(data, Span(data.index(b"line 5"), data.index(b"line 20") + 7)) == [
        " 3 |   line 3",
        " 4 |   line 4",
        " 5 | / line 5",
        " 6 | | line 6",
        " 7 | | line 7",
        "...  |",
        "19 | | line 19",
        "20 | | line 20",
        "   | |_______^",
        "21 |   line 21",
        "22 |   line 22",
    ]


def test_an_empty_range_gets_one_caret():
    data = b"one\ntwo\n"
    assert framed(data, Span(4, 4)) == ["1 | one", "2 | two", "  | ^"]


def test_the_end_of_a_file_without_newline():
    data = b"one\ntwo"
    assert framed(data, Span(7, 7)) == ["1 | one", "2 | two", "  |    ^"]


def test_the_end_of_a_file_behind_the_last_newline():
    data = b"one\n"
    assert framed(data, Span(4, 4)) == ["1 | one", "2 |", "  | ^"]


def test_a_range_up_to_the_next_line_stops_before_it():
    data = b"one\ntwo\n"
    assert framed(data, Span(0, 4)) == ["1 | one", "  | ^^^", "2 | two"]


def test_crlf_is_no_letter():
    data = b"one\r\ntwo bad\r\nthree\r\n"
    assert framed(data, span(data, b"bad")) == ["1 | one", "2 | two bad", "  |     ^^^", "3 | three"]


def test_a_byte_order_mark_takes_no_column():
    data = b"\xef\xbb\xbfbad\n"
    assert framed(data, span(data, b"bad")) == ["1 | bad", "  | ^^^"]


def test_minified_lines_are_shown_around_the_caret():
    data = b"+".join(b"x%d" % number for number in range(5000)) + b"\n"
    code, carets = framed(data, span(data, b"x2500"), width=60)
    assert len(code) <= 60
    assert code.startswith("1 | ...")
    assert code.endswith("...")
    assert code[carets.index("^") : carets.rindex("^") + 1] == "x2500"


def test_a_place_in_another_file_has_its_own_frame():
    other = b"import svcs\nregistry.register(Db)\n"
    found = finding(related=(Related("src/b.py", span(other, b"Db"), "registered here"),))
    text = shown(found, sources={PATH: APP, "src/b.py": other})
    frame = " ::: src/b.py:2:19\n  |\n2 | registry.register(Db)\n  |                   -- registered here\n  |\n"
    assert frame in text


def test_far_places_in_one_file_are_joined_by_dots():
    data = b"top\n" + b"\n" * 20 + b"bad\n"
    found = finding(data=data, text=b"bad", path="a.py", related=(Related("a.py", Span(0, 3), "here"),))
    assert " 1 | top\n   | --- here\n...\n20 |\n" in shown(found, sources={"a.py": data})


def test_a_missing_file_is_named_without_a_frame():
    other = Related("also/gone.py", Span(3, 5), "registered here")
    text = shown(finding(fix=fix(), related=(other,)), sources={})
    assert text == (
        "error[TDC101] unknown-prop: Card has no prop `titel` [*]\n"
        " --> src/app.py\n ::: also/gone.py (registered here)\n"
        "help: Rename it to `title`\n\n"
    )


def test_bytes_that_are_no_text_are_shown_as_escapes():
    data = b"x = '\xff\xfe'\n\x00"
    assert framed(data, Span(5, 7)) == ["1 | x = '\\xff\\xfe'", "  |      ^^^^^^^^", "2 | \\x00"]


def test_a_fix_of_several_lines_is_diffed_by_lines():
    data = b"a\nb\nc\nd\ne\n"
    change = Fix("t", (Edit(0, 0, "z\n"), Edit(2, 4, ""), Edit(8, 9, "E")))
    text = shown(finding(data=data, text=b"e", path="a.py", fix=change), sources={"a.py": data})
    assert "help: t\n  1 | + z\n  2 | - b\n  5 | - e\n  5 | + E\n" in text


def test_a_large_fix_is_cut():
    data = b"a\n"
    change = Fix("t", (Edit(0, 0, "z\n" * 50),))
    text = shown(finding(data=data, text=b"a", path="a.py", fix=change), sources={"a.py": data})
    assert text.count("| + z") == 16
    assert "34 more lines" in text


def test_a_fix_with_overlapping_edits_has_no_diff():
    text = shown(finding(fix=Fix("t", (Edit(0, 5, "x"), Edit(3, 9, "y")))))
    assert text.endswith("help: t\n\n")


SUMMARY = """\
skipped: src/s.py: larger than max-file-bytes
Found 1 error, 1 warning and 1 info.
[*] 1 fixable with tdomcheck fix (1 more with --unsafe-fixes)
1 finding suppressed
8 files: 6 checked (4 cached), 1 excluded, 1 skipped
"""


def test_the_summary():
    assert render("text", RESULT, context()).endswith("\n\n" + SUMMARY)


def test_unsafe_fixes_count_when_they_apply():
    assert "[*] 2 fixable with tdomcheck fix --unsafe-fixes\n" in render("text", RESULT, context(unsafe_fixes=True))


def test_only_unsafe_fixes_are_marked_so():
    result = replace(RESULT, findings=RESULT.findings[1:])
    assert "\n[-] 1 fixable with tdomcheck fix --unsafe-fixes\n" in render("text", result, context())


def test_a_clean_run():
    clean = replace(RESULT, findings=(), suppressed=(), files=RESULT.files[:1], exit_code=0)
    assert render("text", clean, context()) == "All checks passed!\n1 file: 1 checked (1 cached)\n"


def test_green_means_looked_at():
    nothing = replace(RESULT, findings=(), suppressed=(), files=RESULT.files[-2:-1], exit_code=0)
    assert render("text", nothing, context()) == "No files were checked.\n1 file: 0 checked, 1 excluded\n"
    assert "passed" not in render("text", UNTRUSTED, context())


def test_errors_come_from_the_sentences_and_from_the_ledger():
    text = render("text", UNTRUSTED, context(quiet=True))
    assert text == (
        "error: the worker for src/app.py died\n"
        "error: src/gone.py: it vanished\n"
        "error: rule TDC101 crashed: KeyError: 'x'\n"
    )


def test_an_error_is_not_told_twice():
    said = replace(UNTRUSTED, errors=("src/gone.py vanished", "TDC101 crashed"))
    assert render("text", said, context(quiet=True)) == "error: src/gone.py vanished\nerror: TDC101 crashed\n"
    other = replace(UNTRUSTED, errors=("src/gone.pyi vanished",), rules=())
    assert "src/gone.py: it vanished" in render("text", other, context(quiet=True))


def test_what_fix_did():
    text = render("text", FIXED, context())
    assert "Fixed 3 findings in 2 files.\n1 fix was not applied (--show-fixes names them)\n1 error remains.\n" in text
    assert "Would fix 3 findings in 2 files.\n" in render("text", FIXED, context(verb="diff"))


def test_show_fixes_names_them_and_the_lost_ones():
    assert (
        "Fixed 3 findings in 2 files.\n"
        "  src/a.py:\n    2 x TDC102\n  src/b.py:\n    1 x TDC101\n"
        "  not applied: TDC103 in src/a.py: it overlaps (lost to TDC102)\n"
    ) in render("text", FIXED, context(show_fixes=True))


def test_statistics_and_timings():
    result = replace(RESULT, timings=(RuleTiming("TDC101", 3, 0.01), RuleTiming("TDC102", 12, 0.03)))
    text = render("text", result, context(statistics=True, profile=True))
    assert "\n1  TDC101  [*]  unknown-prop\n1  TDC102  [ ]  old-html\n" in text
    assert "\nrule    files    ms  share\nTDC102     12  30.0  75.0%\nTDC101      3  10.0  25.0%\n" in text


def test_codes_lead_to_the_pages_of_our_rules():
    ours, theirs = rule(module="tdomcheck.rules.unknown_prop"), rule("TDC102", module="acme.rules.old_html")
    result = RunResult((finding(), finding(code="TDC102"), finding(code="TDC999")), catalog=(ours, theirs))
    lines = render("text", result, context(links=True)).splitlines()
    headers = [line for line in lines if line.startswith("error[")]

    address = "https://github.com/tdomcheck/tdomcheck/blob/main/docs/rules/TDC101.md"
    assert headers[0].startswith(f"error[\x1b]8;;{address}\x1b\\TDC101\x1b]8;;\x1b\\] unknown-prop: ")
    assert [header[:14] for header in headers[1:]] == ["error[TDC102] ", "error[TDC999] "]
    assert "\x1b" not in render("text", result, context())
    assert "\x1b" not in render("concise", result, context(links=True))


def test_colour_only_on_request():
    assert "\x1b" not in render("text", RESULT, context())
    assert "\x1b[1;31merror[TDC101]\x1b[0m unknown-prop: " in render("text", RESULT, context(color=True))


FENCE = {"random_token": "0a1b2c"}
HOSTILE = "\x1b]0;x\x07::error::\n::warning::pwned##[error]y\u202e\x9b"


@pytest.mark.parametrize("is_verbose", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_checked_code_cannot_escape(name, *, is_verbose):
    """Nor can what a rule of the project says, or puts into a fix."""
    data = f"::error::before\nx = 1  # {HOSTILE}\r::error::from code\n::notice::again ##[add-path]\n".encode()
    path = "::error::a\n::b\udcff.py"
    found = finding(
        data=data,
        text=b"x",
        path=path,
        message=HOSTILE,
        note=HOSTILE,
        help=HOSTILE,
        related=(Related(path, Span(2, 3), HOSTILE),),
        fix=Fix(
            HOSTILE,
            (Edit(0, 15, f"{HOSTILE}\n  ::error::in a fix\n"),),
            safety=Safety.UNSAFE,
            unsafe_because=HOSTILE,
            imports=() if is_verbose else (ImportRequest(HOSTILE, HOSTILE),),  # with them others cannot apply it
        ),
    )
    result = RunResult(
        findings=(found,),
        suppressed=(AcceptedFinding(found, Acceptance.COMMENT, HOSTILE, HOSTILE, HOSTILE, Span(0, 1)),),
        files=tuple(FileOutcome(path, bucket, HOSTILE) for bucket in Bucket),
        rules=(RuleOutcome(HOSTILE, RuleState.NOT_APPLICABLE, HOSTILE),),
        errors=(HOSTILE,),
        warnings=(HOSTILE,),
        exit_code=2,
        left_out=(FileOutcome(path, Bucket.EXCLUDED, HOSTILE),),
    )
    further = {"statistics": True, "profile": True, "show_fixes": True, "unsafe_fixes": True} if is_verbose else {}
    text = render(name, result, context(sources={path: data}, **further))
    text.encode()
    for char in "\x1b\x07\x9b\u202e\r":
        assert char not in text
    lines = [line.lstrip() for line in text.split("\n")]
    if name == "github":
        assert all(line.startswith(("::error ", "")) and "##[" not in line for line in lines)
        assert len(lines) == 5
    else:
        assert not [line for line in lines if line.startswith("::") and not line.startswith("::: ")]
        assert "##[" not in text


def test_a_log_of_github_is_fenced():
    text = render("text", RESULT, context(**FENCE))
    assert text.startswith("::stop-commands::0a1b2c\n")
    assert text.endswith("\n::0a1b2c::\n")
    assert "stop-commands" not in render("json", RESULT, context(**FENCE))
    assert fenced("", "token") == ""


def test_an_unknown_format_is_named():
    with pytest.raises(UsageError, match="yaml"):
        render("yaml", RESULT, context())


def test_the_order_of_findings_does_not_matter():
    backwards = replace(RESULT, findings=RESULT.findings[::-1], files=RESULT.files[::-1], rules=RESULT.rules[::-1])
    for name in FORMATS:
        assert render(name, RESULT, context()) == render(name, backwards, context())


def test_info_alone_is_counted():
    text = render(
        "text", RunResult(findings=(finding(severity=Severity.INFO), finding(severity=Severity.INFO))), context()
    )
    assert text.endswith("Found 2 infos.\n")


def test_a_wide_minified_line_with_tabs_keeps_its_carets():
    data = "\t日".encode() * 300 + b"bad" + b"\ty" * 300
    code, carets = framed(data, span(data, b"bad"), width=70)
    assert carets.count("^") == 3
    assert code[: code.index("bad")].count("日") * 2 + code[: code.index("bad")].count(" ") + 7 > 20


def test_the_end_of_a_minified_line_is_shown():
    data = b"x + " * 1000 + b"bad"
    code, carets = framed(data, span(data, b"bad"), width=70)
    assert code.endswith("x + bad")
    assert code[carets.index("^") :] == "bad"


def test_a_huge_fix_is_compared_as_one_block():
    data = b"".join(b"line %d\n" % number for number in range(500))
    change = Fix("t", (Edit(0, len(data), "new\n"),))
    text = shown(finding(data=data, text=b"line 7\n", path="a.py", fix=change), sources={"a.py": data})
    assert "  1 | - line 0\n" in text
    assert "485 more lines" in text


def test_long_lists_of_skipped_files_are_cut():
    files = tuple(FileOutcome(f"{number:02}.py", Bucket.SKIPPED) for number in range(30))
    text = render("text", RunResult(files=files), context())
    assert "skipped: 19.py\nskipped: 10 more files\nNo files were checked.\n" in text


def test_a_fix_that_found_nothing_to_do():
    assert render("text", RunResult(fixes=FixSummary()), context()) == "All checks passed!\n"


def test_a_path_with_impossible_letters():
    result = RunResult(findings=(replace(finding(), path="a\ud800.py", span=Span(0, 0)),))
    assert "a\\ud800.py:1:1" in render("concise", result, context())
    assert "a%5Cud800.py" in render("sarif", result, context())


def test_of_many_findings_in_a_file_the_first_thousand_are_shown_and_the_rest_is_told() -> None:
    data = b"x = 1\n"
    many = [
        replace(finding(path=path, data=data, text=b"x", message="m"), code=f"ABC{number:05}")
        for path, count in (("a.py", MOST_FINDINGS + 7), ("b.py", MOST_FINDINGS))
        for number in range(count)
    ]
    text = render("text", RunResult(findings=tuple(many)), context(sources={"a.py": data, "b.py": data}))
    assert text.count(" m\n") == 2 * MOST_FINDINGS
    assert "TDC008" not in text, "no rule says it"
    (line,) = [line for line in text.splitlines() if "more findings" in line]
    assert line.startswith("7 more findings in this file are not shown; the summary counts them")
    assert text.index(line) < text.index("b.py"), "it ends the file that it is about"
    assert f"Found {2 * MOST_FINDINGS + 7} errors." in text, "the summary counts all"
    assert render("concise", RunResult(findings=tuple(many)), context()).count(" m\n") == len(many)


def test_a_fix_in_a_line_of_a_hundred_thousand_letters_shows_where_it_differs() -> None:
    data = b"x = [" + b"a, " * 40_000 + b"bad, " + b"a, " * 40_000 + b"]\n"

    def told(source: bytes) -> str:
        found = finding(path="a.py", data=source, text=b"bad", message="m", fix=fix(source, b"bad", "good"))
        return shown(found, sources={"a.py": source})

    told(data)  # what is imported once
    shorter = data.replace(b"a, " * 30_000, b"")
    assert opcodes(lambda: told(data)) < 1.5 * opcodes(lambda: told(shorter))
    assert "bad, a" in told(data)
    assert "good, a" in told(data)
