"""GitLab Code Quality."""

from __future__ import annotations

import json

from report_examples import APP, PATH, RESULT, context, finding

from tdomcheck.model import RunResult
from tdomcheck.report import render


def issues(result: RunResult, **more) -> list:
    text = render("gitlab", result, context(**more))
    assert not text.startswith("\ufeff")
    return json.loads(text)


def test_clean_is_an_empty_array():
    assert render("gitlab", RunResult(), context()) == "[]\n"


def test_an_issue():
    issue = issues(RESULT)[-1]
    assert issue["description"] == "TDC101: Card has no prop `titel`"
    assert issue["check_name"] == "TDC101"
    assert issue["location"] == {"path": "src/app.py", "lines": {"begin": 7, "end": 7}}


def test_severities_are_those_of_gitlab():
    assert [issue["severity"] for issue in issues(RESULT)] == ["info", "minor", "major"]


def test_fingerprints_are_unique_but_blind_to_lines():
    twice = [issue["fingerprint"] for issue in issues(RunResult(findings=(finding(), finding())))]
    assert len(set(twice)) == 2
    moved = b"\n\n" + APP
    below = issues(RunResult(findings=(finding(data=moved),)), sources={PATH: moved})
    assert below[0]["location"]["lines"]["begin"] == 9
    assert below[0]["fingerprint"] == twice[0]


def test_paths_have_no_dot_in_front():
    (issue,) = issues(RunResult(findings=(finding(path="./a.py"),)))
    assert issue["location"]["path"] == "a.py"
    (issue,) = issues(RunResult(findings=(finding(path="./a.py"),)), root_prefix="web")
    assert issue["location"]["path"] == "web/a.py"
