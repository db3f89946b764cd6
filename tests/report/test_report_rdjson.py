"""The Reviewdog Diagnostic Format."""

from __future__ import annotations

import json

from report_examples import RESULT, context, finding

from tdomcheck.model import Edit, Fix, RunResult
from tdomcheck.report import render


def load(result: RunResult, **more) -> dict:
    return json.loads(render("rdjson", result, context(**more)))


def test_a_clean_run():
    assert load(RunResult())["diagnostics"] == []


def test_a_diagnostic():
    document = load(RESULT, rules_url="https://example.org/rules")
    assert document["source"]["name"] == "tdomcheck"
    assert document["severity"] == "ERROR"
    found = document["diagnostics"][-1]
    assert found["location"] == {
        "path": "src/app.py",
        "range": {"start": {"line": 7, "column": 27}, "end": {"line": 7, "column": 32}},
    }
    assert found["code"] == {"value": "TDC101", "url": "https://example.org/rules#unknown-prop"}
    assert found["suggestions"] == [{"range": found["location"]["range"], "text": "title"}]
    assert found["relatedLocations"][0]["message"] == "prop declared here"


def test_columns_are_bytes():
    data = 'x = "é日", bad\n'.encode()
    found = load(RunResult(findings=(finding(data=data, text=b"bad", path="a.py"),)), sources={"a.py": data})
    assert found["diagnostics"][0]["location"]["range"]["start"]["column"] == data.index(b"bad") + 1


def test_an_unsafe_fix_is_suggested_on_request_only():
    assert "suggestions" not in load(RESULT)["diagnostics"][1]
    assert "suggestions" in load(RESULT, unsafe_fixes=True)["diagnostics"][1]


def test_a_fix_is_one_suggestion():
    found = load(RunResult(findings=(finding(fix=Fix("t", (Edit(0, 4, "FROM"), Edit(10, 16, "IMPORT")))),)))
    (suggestion,) = found["diagnostics"][0]["suggestions"]
    assert suggestion["text"] == "FROM tdom IMPORT"


def test_a_fix_that_is_spread_out_is_no_suggestion():
    data = b"x\n" * 50
    found = finding(data=data, text=b"x", path="a.py", fix=Fix("t", (Edit(0, 1, "y"), Edit(98, 99, "y"))))
    assert "suggestions" not in load(RunResult(findings=(found,)), sources={"a.py": data})["diagnostics"][0]
