"""Gates let too much through and never too little; the judge never raises for what a file holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.analyse import analyse, gate
from tdomcheck.lint.gates import admits
from tdomcheck.lint.plan import FileAnalysis, FilePlan, PlannedRule
from tdomcheck.model import Gate
from tdomcheck.source.text import SourceText

CATALOG = open_catalog((), "")
RULES = tuple(PlannedRule(info.code, None) for info in CATALOG.infos)
STOREFRONT = Path(__file__).parents[2] / "examples" / "storefront"
FILES = sorted(path for path in STOREFRONT.rglob("*.py") if "clean" not in path.parts)


def view_of(text: str) -> ModuleView:
    return ModuleView(SourceText(text.encode()))


@pytest.mark.parametrize(
    ("gate", "is_admitted"),
    [
        (Gate(), True),
        (Gate(features={"injection"}), True),
        (Gate(features={"nothing", "injection"}), True),
        (Gate(features={"nothing"}), False),
        (Gate(tokens={"nothing", "x ="}), True),
        (Gate(tokens={"nothing"}), False),
        (Gate(query="(assignment) @a"), True),
        (Gate(query="(lambda) @a"), False),
        (Gate(features={"injection"}, tokens={"nothing"}), False),
        (Gate(features={"injection"}, tokens={"x"}, query="(lambda) @a"), False),
    ],
)
def test_every_condition_must_hold(gate: Gate, is_admitted: bool) -> None:
    assert admits(gate, view_of("x = 1\n"), {"injection"}) is is_admitted


@pytest.mark.parametrize("gate", [Gate(features={"nothing"}), Gate(tokens={"nothing"}), Gate(query="(lambda) @a")])
def test_a_broken_tree_passes_every_gate(gate: Gate) -> None:
    assert admits(gate, view_of("x = )\n"), ())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_gates_drop_no_finding(path: Path) -> None:
    data = path.read_bytes()
    gated, _ = analyse(data, "a.py", FilePlan(RULES), CATALOG)
    ungated, _ = analyse(data, "a.py", FilePlan(RULES, uses_gates=False), CATALOG)
    assert gated.findings == ungated.findings
    assert gated.crashes == ungated.crashes == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_settled_at_the_gate_is_what_a_worker_would_say(path: Path) -> None:
    data = path.read_bytes()
    outcome = gate(data, "a.py", FilePlan(RULES), CATALOG)
    if outcome is not None:
        analysis, facts = outcome
        again, facts_again = analyse(data, "a.py", FilePlan(RULES), CATALOG)
        assert (replace(analysis, timings=()), facts) == (replace(again, timings=()), facts_again)


@given(st.text(st.sampled_from("()[]{}:=+'\"tf\\ \n\tx1<>/,.#é if def class")))
def test_no_text_makes_the_judge_raise(text: str) -> None:
    analysis, _ = analyse(text.encode(), "a.py", FilePlan(RULES), CATALOG)
    assert analysis.crashes == ()


@given(st.binary(max_size=80))
def test_no_bytes_make_the_judge_raise(data: bytes) -> None:
    analysis, _ = analyse(data, "a.py", FilePlan(RULES), CATALOG)
    assert analysis.crashes == ()


def test_what_cannot_be_decoded_is_no_sound_file() -> None:
    analysis, facts = analyse(b"\xff", "a.py", FilePlan(RULES), CATALOG)
    assert [finding.code for finding in analysis.findings] == ["TDC002"]
    assert (analysis.is_sound, facts.is_incomplete) == (False, True)


def judged(text: str, path: str = "a.py") -> FileAnalysis:
    analysis, _ = analyse(f"import tdom\n\n{text}\n".encode(), path, FilePlan(RULES), CATALOG)
    return analysis


# What Python 3.14 says of each was asked of it.
@pytest.mark.parametrize(
    "value",
    [
        "t'{(lambda i: i)}'",
        "t'{f(lambda i: i)} {f(key=lambda: 1)} {f(x)(lambda: 1)}'",
        "t'{[lambda: 1]} { {lambda: 1} } { {1: lambda: 2} } {(a, lambda: 1)}'",
        "t'{d[lambda: 1]} {x[a:lambda: 1]}'",
        "t'{(x := lambda: 1)} {(lambda: 1)()} {a if (lambda: 1) else b}'",
        "t'{x:{(lambda: 1)}}'",
        "t'{{lambda x: 1}} lambda x: 1 {x:lambda}'",
        "'{lambda: 1}' + r'{lambda: 1}'",
        "lambda: t'{x}'",
        "t\"{f(lambda i: t'{i}')}\"",
        "lambda x: x, lambda: f'{x}'",
    ],
)
def test_a_lambda_in_brackets_is_fine(value: str) -> None:
    analysis = judged(f"a = {value}")
    assert analysis.is_sound
    assert "TDC001" not in {finding.code for finding in analysis.findings}


@pytest.mark.parametrize(
    ("value", "bare"),
    [
        ("t'{lambda: 1}'", "lambda: 1"),
        ("t\"<{L} r={lambda i: t'<b>{i}</b>'} />\"", "lambda i: t'<b>{i}</b>'"),
        ("rT'{lambda i: i}'", "lambda i: i"),
        ("t'{lambda x: x!r}'", "lambda x: x"),
        ("t'{a if b else lambda: 1}'", "lambda: 1"),
        ("t'{a, lambda: 1}'", "lambda: 1"),
        ("t'{x:{lambda: 1}}'", "lambda: 1"),
        ("f(t'{t\"{lambda: 1}\"}')", "lambda: 1"),
        ("t'{f(lambda: 1) if a else lambda: 2}'", "lambda: 2"),
        ("f'{lambda i: i}'", "lambda i: i"),
        ("f'''{\nlambda i: i\n}'''", "lambda i: i"),
    ],
)
def test_the_colon_of_a_bare_lambda_begins_the_format_spec(value: str, bare: str) -> None:
    analysis = judged(f"a = {value}")
    [found] = analysis.findings
    kind = "f" if value.startswith("f'") else "t"
    message = f"{kind}-string: lambda expressions are not allowed without parentheses"
    assert (found.code, found.message, analysis.is_sound) == ("TDC001", message, False)
    text = f"import tdom\n\na = {value}\n"
    assert text[found.span.start : found.span.end] == bare


@pytest.mark.parametrize("value", ["t'{lambda: 1}'", "t'a' 'b'"])
def test_what_python_refuses_is_not_said_of_documents(value: str) -> None:
    text = f"# Page\n\n```python\nfrom tdom import html\n\na = {value}\n```\n"
    analysis, _ = analyse(text.encode(), "page.md", FilePlan(RULES), CATALOG)
    assert "TDC001" not in {finding.code for finding in analysis.findings}
