"""What tdomcheck says about an example: a project of one file, all rules, the newest versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.facts.project.modules import Project
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.project import judge_project
from tdomcheck.model import Finding, RuleInfo
from tdomcheck.source.text import SourceText

ROOT = Path(__file__).parents[2]
FILE = "example.py"


@cache
def session() -> Session:
    """A run that reads no configuration and takes rules in preview as well."""
    inline = ("preview = true", 'target-tdom = "0.1.20"', 'target-svcs-di = "0.3.0"', 'target-svcs = "26.2"')
    return Session(Request(cwd=str(ROOT), is_isolated=True, uses_cache=False, inline=inline))


def infos() -> tuple[RuleInfo, ...]:
    """Every rule and every finding of the engine, by code."""
    return session().catalog(session().settings).infos


@cache
def findings(source: str) -> tuple[Finding, ...]:
    """All that is said about one file; raises if a rule does."""
    catalog = session().catalog(session().settings)
    plan = session().plan(session().settings, str(ROOT / FILE))
    analysis, facts = analyse(source.encode(), FILE, plan, catalog)
    project = judge_project(Project({FILE: facts}, roots=("src",)), {FILE: plan.rules}, catalog, plan.targets)
    crashes = [*analysis.crashes, *project.crashes]
    if crashes:
        raise RuntimeError(f"{crashes[0].code} raised {crashes[0].detail}")
    return tuple(sorted((*analysis.findings, *project.findings), key=lambda finding: finding.sort_key))


def new_on(lines: Iterable[int], bad: str, good: str) -> Sequence[Finding]:
    """What is said about some lines of the bad file, by rules that are silent on the good one."""
    wanted = frozenset(lines)
    known = {finding.code for finding in findings(good)}
    return [
        finding
        for finding in findings(bad)
        if finding.code not in known and wanted.intersection(lines_of(bad, finding))
    ]


def lines_of(source: str, finding: Finding) -> range:
    """The lines that a finding touches."""
    text = SourceText(source.encode())
    return range(text.position(finding.span.start).line, text.position(finding.span.end).line + 1)
