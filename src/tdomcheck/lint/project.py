"""The project pass: rules over the facts of all files."""

from __future__ import annotations

import time
import typing as t
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tdomcheck.facts.premises import holds
from tdomcheck.facts.project import Project
from tdomcheck.lint.crashes import crash_of, is_fault
from tdomcheck.lint.plan import FileAnalysis, PlannedRule, RuleCrash, RuleSource
from tdomcheck.model import Finding, RuleKind, RuleTiming, Targets
from tdomcheck.model.suffixes import is_document


def judge_project(
    project: Project,
    focus: Mapping[str, Sequence[PlannedRule]],
    catalog: RuleSource,
    targets: Targets | None = None,
    conditional: Sequence[Finding] = (),
) -> FileAnalysis:
    """Run every project rule once for each way in which it is configured, and judge what files left open.

    The findings are those in the files of `focus`, and those of `conditional` whose premise holds."""
    groups: dict[PlannedRule, list[str]] = {}
    for path in sorted(focus):
        for rule in focus[path]:
            entry = catalog.by_code.get(rule.code)
            if entry is not None and entry.info.kind is RuleKind.PROJECT:
                groups.setdefault(rule, []).append(path)
    findings: list[Finding] = []
    crashes: list[RuleCrash] = []
    timings: list[RuleTiming] = []
    for rule, paths in groups.items():
        started = time.perf_counter()
        try:
            instance = t.cast("t.Any", catalog.load(rule.code))(dict(rule.options), targets)
            found = [_finding(item) for item in instance.check(project, paths)]
        except BaseException as error:
            if not is_fault(error):
                raise
            crashes.append(crash_of(rule.code, error))
            continue
        wanted = frozenset(paths)
        kept = [finding for finding in found if finding.path in wanted]
        kept = [_without_lines(finding) for finding in kept]
        findings += kept if rule.severity is None else [replace(item, severity=rule.severity) for item in kept]
        timings.append(RuleTiming(rule.code, len(paths), time.perf_counter() - started))
    standing = [replace(found, premise=None) for found in conditional if _stands(project, found)]
    findings += {found.sort_key: found for found in standing}.values()  # one premise is enough
    findings.sort(key=lambda finding: finding.sort_key)
    return FileAnalysis(tuple(findings), (), tuple(crashes), tuple(timings))


def _stands(project: Project, finding: Finding) -> bool:
    return finding.premise is not None and holds(project, finding.path, finding.premise)


def _without_lines(finding: Finding) -> Finding:
    """In a document every new line needs what its block stands behind, which the project does not know."""
    fix = finding.fix
    if fix is None or not is_document(finding.path):
        return finding
    is_short = not fix.imports and all("\n" not in edit.text for edit in fix.edits)
    return finding if is_short else replace(finding, fix=None)


def _finding(item: object) -> Finding:
    if not isinstance(item, Finding):
        raise TypeError(f"a rule yields findings, which `self.finding` makes; {item!r} is none")
    return item
