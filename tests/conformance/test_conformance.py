"""tdomcheck against the verdicts of the real tdom."""

from __future__ import annotations

import pytest
from vectors import vectors
from verdicts import PROMISED, Verdict, verdicts

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText

pytestmark = pytest.mark.one_python


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


@pytest.fixture(scope="module")
def found() -> dict[str, list[Verdict]]:
    by_outcome: dict[str, list[Verdict]] = {outcome: [] for outcome in PROMISED}
    for verdict in verdicts():
        by_outcome[verdict.vector.outcome].append(verdict)
    return by_outcome


def test_no_template_that_tdom_renders_has_an_error(found: dict[str, list[Verdict]]) -> None:
    """One false positive costs more than ten missed findings."""
    wrong = {verdict.vector.number: verdict.errors for verdict in found["ok"] if verdict.errors}

    assert len(found["ok"]) == 653
    assert wrong == {}


@pytest.mark.parametrize(("outcome", "count"), [("parse", 157), ("render", 90)])
def test_what_tdom_refuses_has_an_error(found: dict[str, list[Verdict]], outcome: str, count: int) -> None:
    missed = [verdict.vector.number for verdict in found[outcome] if not verdict.errors]

    assert len(found[outcome]) == count
    assert len(missed) <= (1 - PROMISED[outcome]) * count, missed
