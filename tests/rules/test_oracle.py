"""Plain Fixit and tdomcheck report the same findings of the single-file rules."""

from __future__ import annotations

import re
import typing as t
from pathlib import Path

import pytest
from fixit.engine import LintRunner
from fixit.ftypes import Config
from vectors import vectors

from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.premises import holds
from tdomcheck.fixit import lint_rule
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.model import RuleKind
from tdomcheck.source.text import SourceText

pytestmark = pytest.mark.one_python

ROOT = Path(__file__).parent.parent.parent

SWAPPED = re.compile(rb"\b[tT][rR][\"']")
"""A prefix that only our own parse accepts."""
Place = tuple[str, int, int, int, int, str]
SINGLE_FILE = (RuleKind.CST, RuleKind.TEMPLATE)


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(Request(is_isolated=True, uses_cache=False))


def _ours(session: Session, data: bytes) -> set[Place]:
    catalog = session.catalog(session.settings)
    rules = tuple(PlannedRule(entry.info.code, None) for entry in catalog.of_kind(*SINGLE_FILE))
    analysis, facts = analyse(data, "example.py", FilePlan(rules), catalog)
    alone = Project({"example.py": facts})
    proven = [one for one in analysis.conditional if one.premise and holds(alone, "example.py", one.premise)]
    source = SourceText(data)
    found = set()
    for finding in (*analysis.findings, *proven):
        start, end = source.position(finding.span.start), source.position(finding.span.end)
        found.add((finding.code, start.line, start.column, end.line, end.column, finding.message))
    return found


def _fixit(session: Session, data: bytes) -> set[Place]:
    catalog = session.catalog(session.settings)
    classes: t.Any = [catalog.load(entry.info.code) for entry in catalog.of_kind(*SINGLE_FILE)]
    codes = {lint_rule(cls)().name: cls.CODE for cls in classes}
    runner = LintRunner(Path("example.py"), data)
    found = set()
    for violation in runner.collect_violations([lint_rule(cls)() for cls in classes], Config(path=Path("example.py"))):
        start, end = violation.range.start, violation.range.end
        code = codes[violation.rule_name]
        found.add((code, start.line, start.column + 1, end.line, end.column + 1, violation.message))
    return found


EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_example_looks_the_same_to_both(session: Session, path: Path) -> None:
    data = path.read_bytes()

    assert _ours(session, data) == _fixit(session, data)


def test_the_conformance_templates_look_the_same_to_both(session: Session) -> None:
    """In one file, and every third of them: a walk by Fixit costs more than all that it walks over."""
    readable = [vector.source for vector in vectors()[::3] if not SWAPPED.search(vector.source)]
    prelude, _, _ = readable[0].rpartition(b"\nresult = ")
    data = prelude + b"".join(source[len(prelude) :] for source in readable)

    ours = _ours(session, data)

    assert ours == _fixit(session, data)
    assert len(ours) > 60


def test_both_find_something(session: Session) -> None:
    """Two silent engines would agree as well."""
    planted = [path for path in EXAMPLES if "clean" not in path.parts]

    assert sum(len(_ours(session, path.read_bytes())) for path in planted) > 20
