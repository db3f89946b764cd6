"""One rule alone in the engine: what it says about some files, and the files after its fix."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from tdomcheck.authoring.metadata import Described, OptionValue
from tdomcheck.catalog.catalog import Entry
from tdomcheck.catalog.meta import META_RULES
from tdomcheck.edits.imports import all_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import FileFacts
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FileAnalysis, FilePlan, KnownRule, PlannedRule
from tdomcheck.lint.project import judge_project
from tdomcheck.lint.suppression import Judgement, rule_names, suppress
from tdomcheck.model import Directive, Finding, RuleKind, Severity
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass

Contents = Mapping[str, bytes]
Options = Mapping[str, OptionValue]

ENGINE_CODES = frozenset({"TDC001", "TDC002", "TDC008"})


@dataclass(frozen=True, slots=True)
class OneRule:
    """A source of one class, which need not be importable."""

    by_code: Mapping[str, KnownRule]
    cls: type[Described]

    def load(self, code: str) -> type[Described]:  # noqa: ARG002  # there is but one
        """The class itself, whatever module it is in."""
        return self.cls


@dataclass(frozen=True, slots=True)
class JudgeOutcome:
    """What one rule said about some files."""

    findings: tuple[Finding, ...]
    directives: Mapping[str, tuple[Directive, ...]]
    trouble: str = ""
    """It raised, or a file is no Python; then the findings tell nothing."""
    is_of_project: bool = False
    """Some of it no file tells by itself."""


class Judge:
    """Runs one rule through the very engines that a run uses."""

    def __init__(self, cls: type[Described]) -> None:
        self.cls = cls
        info = cls.info()
        self._source = OneRule({info.code: Entry(info, cls.GATE, cls.__module__, cls.__name__)}, cls)
        self.is_project = cls.KIND is RuleKind.PROJECT
        self._names = rule_names((*META_RULES, info))

    def say(self, files: Contents, options: Options, *, uses_gates: bool = True) -> JudgeOutcome:
        """The findings of all files, sorted."""
        rule = PlannedRule(self.cls.CODE, None, tuple(sorted(options.items())))
        plan = FilePlan((rule, PlannedRule("TDC008", None)), uses_gates=uses_gates)
        looked = {path: analyse(data, path, plan, self._source) for path, data in files.items()}
        analyses = [analysis for analysis, _ in looked.values()]
        facts = {path: file_facts for path, (_, file_facts) in looked.items()}
        if self.is_project:
            analyses.append(self._project(rule, facts, uses_gates=uses_gates))
        conditional = [item for one in analyses for item in one.conditional]
        if conditional:
            analyses.append(judge_project(Project(facts, roots=("src",)), {}, self._source, conditional=conditional))
        findings = sorted((item for one in analyses for item in one.findings), key=lambda item: item.sort_key)
        directives = {path: analysis.directives for path, (analysis, _) in looked.items()}
        return JudgeOutcome(tuple(findings), directives, _trouble(analyses), self.is_project or bool(conditional))

    def _project(self, rule: PlannedRule, facts: Mapping[str, FileFacts], *, uses_gates: bool) -> FileAnalysis:
        features = frozenset(self.cls.GATE.features) if uses_gates else frozenset()
        focus = {
            path: (rule,)
            for path, file_facts in facts.items()
            if not features or features & frozenset(file_facts.features)
        }
        return judge_project(Project(facts, roots=("src",)), focus, self._source)

    def suppressed(self, outcome: JudgeOutcome) -> tuple[list[Finding], list[Finding]]:
        """Findings that comments accept; and those that stay, among them the complaints about comments."""
        judgement = Judgement(
            self._names,
            frozenset({self.cls.CODE}),
            dict.fromkeys(("TDC003", "TDC004", "TDC005"), Severity.WARNING),
            datetime.date(2020, 1, 1),
        )
        accepted: list[Finding] = []
        reported: list[Finding] = []
        for path, directives in outcome.directives.items():
            own = [finding for finding in outcome.findings if finding.path == path]
            verdict = suppress(path, own, directives, judgement)
            accepted += (each.finding for each in verdict.suppressed)
            reported += verdict.findings
        return accepted, reported


def _trouble(analyses: list[FileAnalysis]) -> str:
    for analysis in analyses:
        for crash in analysis.crashes:
            return f"the rule raised {crash.detail}"
        for finding in analysis.findings:
            if finding.code in ENGINE_CODES:
                return f"{finding.path} is no Python that rules can look at: {finding.message}"
    return ""


def repaired(files: Contents, finding: Finding) -> dict[str, bytes]:
    """The files after the fix of a finding; raises ValueError where its edits cannot be applied."""
    if finding.fix is None:
        raise ValueError("the finding has no fix")
    view = ModuleView(SourceText(files[finding.path]))
    return {**files, finding.path: apply_edits(view.source, all_edits(view, finding.fix))}
