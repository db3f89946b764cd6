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


def test_no_template_that_tdom_renders_has_an_error() -> None:
    """One false positive costs more than ten missed findings."""
    session = Session(Request(is_isolated=True, uses_cache=False))
    catalog = session.catalog(session.settings)
    plan = session.plan(session.settings, "example.py")
    wrong = []
    for vector in vectors():
        if vector.outcome == "ok":
            analysis, _ = analyse(vector.source, "example.py", plan, catalog)
            wrong += [(vector.number, found.code) for found in analysis.findings if found.severity is Severity.ERROR]

    assert wrong == []


def test_what_tdom_refuses_while_parsing_has_an_error() -> None:
    session = Session(Request(is_isolated=True, uses_cache=False))
    catalog = session.catalog(session.settings)
    plan = session.plan(session.settings, "example.py")
    missed = []
    for vector in vectors():
        if vector.outcome == "parse":
            analysis, _ = analyse(vector.source, "example.py", plan, catalog)
            if not any(found.severity is Severity.ERROR for found in analysis.findings):
                missed.append((vector.number, vector.message))

    assert missed == []
