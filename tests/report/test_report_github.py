"""Workflow commands of GitHub."""

from __future__ import annotations

from report_examples import APP, RESULT, UNTRUSTED, context, finding

from tdomcheck.model import RunResult, Severity
from tdomcheck.report import render


def lines_of(*findings, **more) -> list[str]:
    return render("github", RunResult(findings=findings), context(**more)).splitlines()


def test_a_clean_run_prints_nothing():
    assert render("github", RunResult(), context()) == ""


def test_one_command_each_and_the_most_severe_first():
    lines = render("github", RESULT, context()).splitlines()
    assert [line.split()[0] for line in lines] == ["::error", "::warning", "::notice"]
    assert lines[0].startswith(
        "::error file=src/app.py,line=7,col=27,endLine=7,endColumn=32,title=TDC101 unknown-prop::[*] Card has no prop"
    )


def test_columns_are_left_out_of_several_lines():
    (line,) = lines_of(finding(text=APP))
    assert "line=1,endLine=7,title" in line
    assert "col" not in line.lower()


def test_data_and_properties_are_escaped():
    found = finding(message="100% a,b:c", slug="x:y,z%", path="a,b:c%.py")
    (line,) = lines_of(found, sources={found.path: APP})
    assert "file=a%2Cb%3Ac%25.py," in line
    assert "title=TDC101 x%3Ay%2Cz%25::" in line
    assert line.endswith("::100%25 a,b:c")


def test_a_note_stays_on_the_line_of_its_command():
    (line,) = lines_of(finding(note="one\r\n::error::two", help="three"))
    assert line.endswith("%0Aone%0A\\x3a:error::two%0Ahelp: three")


def test_paths_are_relative_to_the_root():
    (line,) = lines_of(finding(), root_prefix="packages/web")
    assert "file=packages/web/src/app.py," in line


def test_ten_of_each_level_and_a_word_about_the_rest():
    many = [finding(severity=severity, message=f"m{n}") for severity in Severity for n in range(15)]
    lines = lines_of(*many)
    for command, number in (("error", 10), ("warning", 10), ("notice", 10)):
        assert sum(line.startswith(f"::{command} ") for line in lines) == number
    assert lines[-1] == "::notice title=tdomcheck::16 more annotations are not shown; see the log or the job summary"


def test_no_word_when_all_are_shown():
    assert len(lines_of(*[finding(message=f"m{n}") for n in range(10)])) == 10
    assert len(lines_of(*[finding(message=f"m{n}") for n in range(15)], max_annotations=20)) == 15


def test_one_too_many():
    lines = lines_of(*[finding(message=f"m{n:02}") for n in range(11)])
    assert lines[-1].startswith("::notice title=tdomcheck::1 more annotation is not shown")


def test_errors_of_the_run_come_first():
    lines = render("github", UNTRUSTED, context()).splitlines()
    assert lines[0] == "::error title=tdomcheck::the worker for src/app.py died"
    assert len(lines) == 3


def test_messages_are_cut_where_the_runner_cuts():
    (line,) = lines_of(finding(message="%" * 5000))
    assert line.endswith("...")
    assert line.count("%25") == 4093
