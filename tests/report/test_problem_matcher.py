"""The problem matcher, on what `concise` really prints."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_examples import APP, context, finding, fix

from tdomcheck.model import RunResult
from tdomcheck.report import problem_matcher, render

MATCHER = json.loads(Path(problem_matcher.PATH).read_text(encoding="utf-8"))["problemMatcher"][0]
(PATTERN,) = MATCHER["pattern"]


def matched(text: str) -> list[dict[str, str]]:
    """What a runner makes of the lines."""
    matches = (re.match(PATTERN["regexp"], line) for line in text.splitlines())
    groups = {name: number for name, number in PATTERN.items() if name != "regexp"}
    return [{name: match[number] for name, number in groups.items()} for match in matches if match]


def concise(path: str, message: str, **more: object) -> str:
    result = RunResult((finding(path=path, message=message, **more),))
    return render("concise", result, context({path: APP}))


def test_it_is_what_a_runner_takes() -> None:
    assert set(MATCHER) == {"owner", "severity", "pattern"}
    assert MATCHER["severity"] in {"error", "warning", "notice"}
    assert set(PATTERN) == {"regexp", "file", "line", "column", "code", "message"}


@pytest.mark.parametrize("more", [{}, {"fix": fix()}])
def test_a_finding_and_nothing_else(more: dict[str, object]) -> None:
    assert matched(concise("src/a b.py", "Card has no prop `titel`: see src/x.py", **more)) == [
        {
            "file": "src/a b.py",
            "line": "7",
            "column": "27",
            "code": "TDC101",
            "message": "Card has no prop `titel`: see src/x.py",
        }
    ]


def test_a_clean_run() -> None:
    assert matched(render("concise", RunResult(), context({}))) == []


@given(st.text(min_size=1), st.text(st.characters(exclude_characters=":"), min_size=1))
def test_every_message_and_name_without_a_colon(message: str, name: str) -> None:
    (found,) = matched(concise(f"x{name}", f"x{message}"))

    assert (found["line"], found["column"], found["code"]) == ("7", "27", "TDC101")


@pytest.mark.slow
def test_the_module_prints_where_it_is() -> None:
    words = [sys.executable, "-m", "tdomcheck.report.problem_matcher"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)

    assert done.stdout == f"{problem_matcher.PATH}\n"
    assert problem_matcher.main() == 0
