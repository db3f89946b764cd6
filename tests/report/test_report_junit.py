"""JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from report_examples import RESULT, UNTRUSTED, context, finding

from tdomcheck.model import RunResult
from tdomcheck.report import render


def suite(result: RunResult) -> ET.Element:
    root = ET.fromstring(render("junit", result, context()))  # it is our own
    assert root.tag == "testsuites"
    (only,) = root
    assert int(only.get("tests")) == len(only)
    assert int(only.get("failures")) == len(only.findall("testcase/failure"))
    assert int(only.get("errors")) == len(only.findall("testcase/error"))
    return only


def test_a_clean_run_has_one_passed_test():
    (case,) = suite(RunResult())
    assert list(case) == []


def test_a_failure_says_where_and_what():
    case = suite(RESULT)[-1]
    assert case.get("name") == "src/app.py:7:27 TDC101"
    assert (case.get("classname"), case.get("file"), case.get("line")) == ("src/app.py", "src/app.py", "7")
    (failure,) = case
    assert (failure.get("type"), failure.get("message")) == ("error", "Card has no prop `titel`")
    assert failure.text.startswith("src/app.py:7:27 TDC101 Card has no prop")
    assert "help: Rename it" in failure.text


def test_an_info_does_not_fail():
    case = suite(RESULT)[0]
    assert [child.tag for child in case] == ["system-out"]


def test_names_are_unique():
    names = [case.get("name") for case in suite(RunResult(findings=(finding(), finding(), finding())))]
    assert len(set(names)) == 3


def test_errors_of_the_run_are_errors():
    assert [case[0].tag for case in suite(UNTRUSTED)] == ["error"] * 3


def test_what_xml_cannot_hold_is_replaced():
    (case,) = suite(RunResult(findings=(finding(message='<a b="c">&\x00\ufffe\udcff]]>', note="two\nlines"),)))
    assert case[0].get("message") == '<a b="c">&\\x00\ufffd\\xff]]>'
    assert case[0].text.endswith("two\nlines")
