"""What tdomcheck says about the templates on which the real tdom has spoken: `python tests/conformance/verdicts.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from vectors import Vector, vectors

from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.facts.project.modules import Project
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.project import judge_project
from tdomcheck.model import Finding, RuleKind, Severity

PROMISED = {"parse": 0.98, "render": 0.85, "ok": 0.0}
"""How many of the templates of each outcome have an error; of those that tdom renders, none may."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A template, and the codes of the errors in it."""

    vector: Vector
    errors: tuple[str, ...]


def verdicts() -> Iterator[Verdict]:
    """What is said of each template."""
    for vector, findings in judged(vectors()):
        yield Verdict(vector, tuple(item.code for item in findings if item.severity is Severity.ERROR))


def judged(vectors: Iterable[Vector]) -> Iterator[tuple[Vector, tuple[Finding, ...]]]:
    """Each template as a project of one file, judged by all rules that are on without a configuration."""
    for vector in vectors:
        yield vector, _judged(vector)


@cache
def _session() -> Session:
    return Session(Request(is_isolated=True, uses_cache=False))


@cache
def _judged(vector: Vector) -> tuple[Finding, ...]:
    """Once, however many tests ask."""
    session = _session()
    catalog = session.catalog(session.settings)
    plan = session.plan(session.settings, "example.py")
    project_rules = tuple(
        rule
        for rule in plan.rules
        if rule.code in catalog.by_code and catalog.by_code[rule.code].info.kind is RuleKind.PROJECT
    )
    analysis, facts = analyse(vector.source, "example.py", plan, catalog)
    project = Project({"example.py": facts})
    across = judge_project(project, {"example.py": project_rules}, catalog, plan.targets)
    crashed = [crash.detail for crash in (*analysis.crashes, *across.crashes)]
    if crashed:
        raise AssertionError(f"a rule crashed on template {vector.number}: {crashed}")
    return (*analysis.findings, *across.findings)


def rates() -> dict[str, tuple[int, int]]:
    """By outcome, how many templates have an error, and how many there are."""
    found = dict.fromkeys(PROMISED, (0, 0))
    for verdict in verdicts():
        wrong, total = found[verdict.vector.outcome]
        found[verdict.vector.outcome] = (wrong + bool(verdict.errors), total + 1)
    return found


def main() -> None:
    """Print the three rates."""
    words = {"parse": "refused while parsing", "render": "refused while rendering", "ok": "rendered"}
    for outcome, (wrong, total) in rates().items():
        print(f"{words[outcome]:<24} {wrong:>4} of {total:>4} have an error: {wrong / total:.1%}")


if __name__ == "__main__":
    main()
