"""The project pass: rules over the facts of all files."""

from __future__ import annotations

import time
import typing as t
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.premises import holds
from tdomcheck.facts.project.template_owner import has_our_templates
from tdomcheck.lint.crashes import crash_of, is_fault
from tdomcheck.lint.gates import needs_templates
from tdomcheck.lint.limits import LIMITS, limited, too_many_ancestors
from tdomcheck.lint.plan import FileAnalysis, PlannedRule, RuleSource
from tdomcheck.model import Finding, Gate, RuleKind, RuleTiming, Span, Targets
from tdomcheck.model.suffixes import is_document
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class ProjectTask:
    """One rule as it is configured, with the files whose findings are wanted; no rule for what files left open."""

    rule: PlannedRule | None
    paths: tuple[str, ...] = ()


def tasks_of(
    focus: Mapping[str, Sequence[PlannedRule]], catalog: RuleSource, conditional: Sequence[Finding] = ()
) -> tuple[ProjectTask, ...]:
    """Every project rule once for each way in which it is configured, what files left open, and what was cut off."""
    groups: dict[PlannedRule, list[str]] = {}
    limits: dict[PlannedRule, list[str]] = {}
    for path in sorted(focus):
        for rule in focus[path]:
            entry = catalog.by_code.get(rule.code)
            if entry is not None and entry.info.kind is RuleKind.PROJECT:
                groups.setdefault(rule, []).append(path)
            elif rule.code == LIMITS:
                limits.setdefault(rule, []).append(path)
    rules, last = ([ProjectTask(rule, tuple(paths)) for rule, paths in each.items()] for each in (groups, limits))
    return (*rules, *((ProjectTask(None),) if conditional else ()), *last)


def judge_project(
    project: Project,
    focus: Mapping[str, Sequence[PlannedRule]],
    catalog: RuleSource,
    targets: Targets | None = None,
    conditional: Sequence[Finding] = (),
) -> FileAnalysis:
    """Run all project rules, and judge what files left open.

    The findings are those in the files of `focus`, and those of `conditional` whose premise holds."""
    return joined(
        judge_one(project, task, catalog, targets, conditional) for task in tasks_of(focus, catalog, conditional)
    )


def joined(parts: Iterable[FileAnalysis]) -> FileAnalysis:
    """What several questions came to, in the order in which findings are shown."""
    analyses = list(parts)
    findings = sorted((item for part in analyses for item in part.findings), key=lambda finding: finding.sort_key)
    return FileAnalysis(
        tuple(findings),
        crashes=tuple(crash for part in analyses for crash in part.crashes),
        timings=tuple(timing for part in analyses for timing in part.timings),
        conditional=tuple(finding for part in analyses for finding in part.conditional),
    )


def judge_one(
    project: Project,
    task: ProjectTask,
    catalog: RuleSource,
    targets: Targets | None = None,
    conditional: Sequence[Finding] = (),
) -> FileAnalysis:
    """One rule over the project, or what files left open."""
    rule = task.rule
    if rule is None:
        standing = [replace(finding, premise=None) for finding in conditional if _stands(project, finding)]
        return FileAnalysis(
            tuple({finding.sort_key: finding for finding in standing}.values())
        )  # one premise is enough
    if rule.code == LIMITS:
        return FileAnalysis(tuple(_cut_off(project, rule, task.paths)))
    started = time.perf_counter()
    try:
        instance = t.cast("t.Any", catalog.load(rule.code))(dict(rule.options), targets)
        findings = [_finding(item) for item in instance.check(project, list(task.paths))]
    except BaseException as error:
        if not is_fault(error):
            raise
        return FileAnalysis(crashes=(crash_of(rule.code, error),))
    gate = catalog.by_code[rule.code].gate
    paths = frozenset(path for path in task.paths if _is_asked(project, path, gate))
    findings = [_as_configured(finding, rule) for finding in findings if finding.path in paths]
    timing = RuleTiming(rule.code, len(task.paths), time.perf_counter() - started)
    return FileAnalysis(
        tuple(finding for finding in findings if not _is_open(finding)),
        timings=(timing,),
        conditional=tuple(filter(_is_open, findings)),
    )


def _is_open(finding: Finding) -> bool:
    """Whether the project does not say that what is missing would be its own."""
    return finding.absence is not None and not finding.absence.is_own


def _is_asked(project: Project, path: str, gate: Gate) -> bool:
    """Whether a file has anything for a rule to look at that is ours."""
    return not needs_templates(gate, project.facts[path].features) or has_our_templates(project, path)


def _cut_off(project: Project, rule: PlannedRule, paths: Sequence[str]) -> Iterator[Finding]:
    """The classes whose ancestors the rules before have not followed, the first of each line that they asked about."""
    for symbol in project.overlong.values():
        owner = symbol.class_
        bases = (project.resolve(symbol.path, base) for base in (owner.bases if owner is not None else ()))
        is_first = not any(base is not None and (base.path, base.key) in project.overlong for base in bases)
        if owner is None or not is_first or symbol.path not in paths:
            continue
        yield limited(symbol.path, Span(owner.start, owner.end), too_many_ancestors(owner.path), rule)


def _stands(project: Project, finding: Finding) -> bool:
    return finding.premise is not None and holds(project, finding.path, finding.premise)


def _as_configured(finding: Finding, rule: PlannedRule) -> Finding:
    finding = _without_lines(finding)
    return finding if rule.severity is None else replace(finding, severity=rule.severity)


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
