"""The JSON report, its schema, and JSON lines."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from report_examples import APP, FIXED, PATH, RESULT, UNTRUSTED, context, finding, fix, span

from tdomcheck.model import Edit, Fix, RuleTiming, RunResult, Span
from tdomcheck.report import render
from tdomcheck.report.schema import json_schema


def load(result: RunResult, **more) -> dict:
    return json.loads(render("json", result, context(**more)))


@pytest.mark.parametrize("result", [RunResult(), RESULT, UNTRUSTED, FIXED], ids=["clean", "found", "errors", "fixed"])
def test_every_report_keeps_the_schema(result):
    jsonschema.Draft202012Validator.check_schema(json_schema())
    jsonschema.validate(load(result), json_schema())
    timed = RunResult(timings=(RuleTiming("TDC101", 1, 0.5),))
    jsonschema.validate(load(timed, profile=True), json_schema())


def test_the_schema_refuses_what_is_no_report():
    document = load(RESULT)
    del document["findings"][0]["line"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, json_schema())


def test_a_finding_has_lines_columns_and_bytes():
    found = load(RESULT)["findings"][-1]
    at = span(APP, b"titel")
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (7, 27, 7, 32)
    assert (found["start_byte"], found["end_byte"]) == (at.start, at.end)
    assert (found["code"], found["rule"], found["severity"]) == ("TDC101", "unknown-prop", "error")
    assert found["related"][0]["label"] == "prop declared here"
    assert found["fix"]["edits"][0]["content"] == "title"
    assert found["fix"]["safety"] == "safe"


def test_an_edit_says_what_is_written():
    data = b"a\r\nb\r\n"
    change = Fix("t", (Edit(3, 4, "x\ny"),))
    found = finding(data=data, text=b"b", path="a.py", fix=change)
    assert (
        load(RunResult(findings=(found,)), sources={"a.py": data})["findings"][0]["fix"]["edits"][0]["content"]
        == "x\r\ny"
    )


def test_the_ledger_names_every_file_and_rule_once():
    summary = load(RESULT)["summary"]
    counts = summary["ledger"]["counts"]
    assert counts == {"planned": 8, "checked": 2, "cached": 4, "excluded": 1, "skipped": 1, "limited": 0, "failed": 0}
    assert sum(map(len, summary["ledger"]["files"].values())) == 8
    assert summary["ledger"]["files"]["excluded"] == [{"path": "src/e.py", "reason": "exclude"}]
    assert [rule["state"] for rule in summary["ledger"]["rules"]] == ["ran", "not applicable"]
    assert (summary["fixable"], summary["fixable_unsafe"], summary["suppressed"]) == (1, 1, 1)


def test_errors_and_warnings_are_there():
    document = load(UNTRUSTED)
    assert document["errors"][0] == "the worker for src/app.py died"
    assert document["warnings"] == ["an ignore comment ends in three days"]
    assert document["summary"]["exit_code"] == 2


def test_fingerprints_are_unique_and_blind_to_lines():
    twice = RunResult(findings=(finding(), finding(), finding(text=b"title")))
    prints = [found["fingerprint"] for found in load(twice)["findings"]]
    assert len(set(prints)) == 3
    moved = b"# a line above\n" + APP
    below = RunResult(findings=(finding(data=moved),))
    assert load(below, sources={PATH: moved})["findings"][0]["fingerprint"] in prints


def test_fingerprints_do_not_depend_on_the_folder_of_the_run():
    inside = load(RunResult(findings=(finding(path="app.py"),)), sources={"app.py": APP}, root_prefix="src")
    outside = load(RunResult(findings=(finding(),)))
    assert inside["findings"][0]["fingerprint"] == outside["findings"][0]["fingerprint"]


def test_an_empty_range_is_told_apart_by_its_line():
    found = RunResult(findings=tuple(replace(finding(), span=Span(at, at)) for at in (0, 25)))
    assert len({item["fingerprint"] for item in load(found)["findings"]}) == 2


def test_json_is_ascii():
    text = render(
        "json", RunResult(findings=(finding(message="é\x7f\udcff", fix=fix(new="\udcff\x7f\x1b")),)), context()
    )
    assert text.isascii()
    assert "\x7f" not in text
    found = json.loads(text)["findings"][0]
    assert found["message"] == "é\\x7f\\xff"
    assert found["fix"]["edits"][0]["content"] == "\\xff\x7f\x1b"


def test_json_lines_start_and_end():
    records = [json.loads(line) for line in render("jsonl", RESULT, context()).splitlines()]
    assert records[0] == {"type": "start", "schema_version": 1, "tool": {"name": "tdomcheck", "version": "0.1.0"}}
    assert [record["type"] for record in records[1:]] == ["finding"] * 3 + ["suppressed", "summary"]


def test_json_lines_tell_fixes_and_errors():
    fixes = [json.loads(line) for line in render("jsonl", FIXED, context()).splitlines()]
    assert [(record["path"], record["applied"]) for record in fixes if record["type"] == "fix"] == [
        ("src/a.py", True),
        ("src/b.py", True),
        ("src/a.py", False),
    ]
    errors = [json.loads(line) for line in render("jsonl", UNTRUSTED, context()).splitlines()]
    assert [record["type"] for record in errors] == ["start", "error", "error", "error", "warning", "summary"]
