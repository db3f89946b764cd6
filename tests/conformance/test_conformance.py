"""tdomcheck against the verdicts of the real tdom."""

from __future__ import annotations

from vectors import vectors

from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.facts.module import ModuleView
from tdomcheck.lint.analyse import analyse
from tdomcheck.model import Severity
from tdomcheck.source.text import SourceText


def _structural_messages(source: bytes) -> list[str]:
    view = ModuleView(SourceText(source))
    found = [problem for template in view.templates for problem in view.markup(template).problems]
    return [problem.message for problem in found if problem.message]


def test_the_tree_refuses_what_the_parser_of_tdom_refuses() -> None:
    missed = [
        vector.number for vector in vectors() if vector.outcome == "parse" and not _structural_messages(vector.source)
    ]

    assert missed == []


def test_the_tree_accepts_what_tdom_renders() -> None:
    alarmed = [vector.number for vector in vectors() if vector.outcome == "ok" and _structural_messages(vector.source)]

    assert alarmed == []


def _errors(outcome: str) -> dict[int, list[str]]:
    """The codes of the errors in each template with an outcome."""
    session = Session(Request(is_isolated=True, uses_cache=False))
    catalog = session.catalog(session.settings)
    plan = session.plan(session.settings, "example.py")
    found: dict[int, list[str]] = {}
    for vector in vectors():
        if vector.outcome == outcome:
            analysis, _ = analyse(vector.source, "example.py", plan, catalog)
            errors = [finding.code for finding in analysis.findings if finding.severity is Severity.ERROR]
            found[vector.number] = errors
    return found


def test_no_template_that_tdom_renders_has_an_error() -> None:
    """One false positive costs more than ten missed findings."""
    wrong = {number: codes for number, codes in _errors("ok").items() if codes}

    assert wrong == {}


def test_what_tdom_refuses_while_parsing_has_an_error() -> None:
    found = _errors("parse")

    assert len(found) == 157
    assert [number for number, codes in found.items() if not codes] == []
