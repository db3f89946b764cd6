"""The gate and the judge: bytes of one file in, everything that it says by itself out."""

from __future__ import annotations

import sys
import time
import typing as t
from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from tdomcheck.errors import Undecodable, Unlocatable, Unparsable
from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.html.render_calls import reexported_renderers
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_ANCESTORS
from tdomcheck.facts.project.template_owner import calls_of_html
from tdomcheck.facts.records import FileFacts
from tdomcheck.lint.gates import admits, needs_templates
from tdomcheck.lint.limits import LIMITS, limited, too_many_ancestors
from tdomcheck.lint.parts import Parts, at_home, parts_of, shown_directives
from tdomcheck.lint.plan import FileAnalysis, FilePlan, PlannedRule, RuleCrash, RuleSource, is_ours
from tdomcheck.lint.readings import readings_of
from tdomcheck.model import Directive, Finding, Premise, RuleKind, RuleTiming, Severity, Span
from tdomcheck.model.suffixes import is_project_file
from tdomcheck.regex import regex
from tdomcheck.source.tree import is_deeper_than
from tdomcheck.syntax import Refusal, Unfinished, Verdict, judge_syntax
from tdomcheck.values import dataclass, replace

_DIRECTIVES = regex(rb"tdomcheck:|lint-(?:ignore|fixme)")
DEPTH_LIMIT = 350 if sys.version_info[:2] == (3, 12) else 1_000
"""Nesting past which LibCST is not asked: its native parser overflows the stack at about three times this.

Its generator of code raises RecursionError from 800 levels on where 3.12 runs, and in some constructs from 400 on: the
calls of C that this release counts are not governed by `sys.setrecursionlimit`.
"""
MOST_NODES_OF_LIBCST = 40_000
"""Nodes past which no rule that needs LibCST looks at a file: six thousand lines have as many, and take it a second."""
_CHAINS = frozenset({"if_statement", "concatenated_string", "dotted_name"})
"""To LibCST each `elif`, each string and each part of a dotted name is in the one before it."""


def analyse(data: bytes, path: str, plan: FilePlan, catalog: RuleSource) -> tuple[FileAnalysis, FileFacts]:
    """Judge one file; raises Unlocatable for an encoding that hides where its characters are, and nothing else."""
    severities = {rule.code: rule.severity for rule in plan.rules}
    is_code = not is_project_file(path)
    try:
        if not is_code:
            return _of_project_file(data, path)
        parts = parts_of(data, path)
    except Unlocatable:
        raise
    except (Undecodable, Unparsable) as error:
        place = Span(error.offset, min(error.offset + 1, len(data)))
        is_text = isinstance(error, Unparsable)
        code, slug = ("TDC001", "invalid-syntax") if is_text else ("TDC002", "invalid-encoding")
        refused = _refused(path, place, code, slug, str(error), severities)
        return refused, FileFacts(is_incomplete=is_code)
    return _joined(parts, [_judged(view, path, plan, catalog) for view in parts.views]), parts.facts()


def _judged(view: ModuleView, path: str, plan: FilePlan, catalog: RuleSource) -> FileAnalysis:
    """The verdict on one part, and what would be wrong besides if names are what they may be."""
    analysis = _Judge(view, path, plan, catalog, facts_of(view)).run()
    places = {(finding.code, finding.span) for finding in analysis.findings}
    for reading in readings_of(view) if analysis.is_sound else ():
        read = _Judge(reading.view, path, plan, catalog, facts_of(reading.view)).run()
        besides = [
            replace(finding, premise=reading.premise(finding.premise))
            for finding in (*read.findings, *read.conditional)
            if (finding.code, finding.span) not in places and finding not in analysis.conditional
        ]
        analysis = replace(
            analysis,
            conditional=(*analysis.conditional, *besides),
            crashes=(*analysis.crashes, *read.crashes),
            timings=(*analysis.timings, *read.timings),
        )
    return analysis


def gate(data: bytes, path: str, plan: FilePlan, catalog: RuleSource) -> tuple[FileAnalysis, FileFacts] | None:
    """The verdict on a file that nothing can come of but what our own code does; None where it needs a worker."""
    if is_project_file(path):
        return analyse(data, path, plan, catalog)
    try:
        parts = parts_of(data, path)
    except Undecodable:
        return analyse(data, path, plan, catalog)
    if any(view.tree.is_broken or reexported_renderers(view) for view in parts.views):
        return None
    judges = [_Judge(view, path, plan, catalog, facts_of(view)) for view in parts.views]
    if any(judge.needs_worker for judge in judges):
        return None
    return _joined(parts, [judge.run() for judge in judges]), parts.facts()


def _of_project_file(data: bytes, path: str) -> tuple[FileAnalysis, FileFacts]:
    from tdomcheck.lint.project_files import look_at_project_file  # a run looks at few of them, and a hook at none

    return look_at_project_file(data, path)


def _joined(parts: Parts, analyses: Sequence[FileAnalysis]) -> FileAnalysis:
    """What the parts of a file come to together; what no Python could be read from has no sessions either."""
    if not analyses:
        return FileAnalysis(directives=parts.directives, blocks=parts.blocks)
    first = analyses[0]
    if len(analyses) == 1 or not first.is_sound:
        return replace(first, directives=(*first.directives, *parts.directives), blocks=parts.blocks)
    findings = chain.from_iterable(analysis.findings for analysis in analyses)
    return FileAnalysis(
        tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        (*(directive for analysis in analyses for directive in analysis.directives), *parts.directives),
        tuple(chain.from_iterable(analysis.crashes for analysis in analyses)),
        tuple(chain.from_iterable(analysis.timings for analysis in analyses)),
        judged=any(analysis.judged for analysis in analyses),
        excess=max(analysis.excess for analysis in analyses),
        blocks=parts.blocks,
        conditional=tuple(finding for analysis in analyses for finding in analysis.conditional),
    )


def _refused(
    path: str, span: Span, code: str, slug: str, message: str, severities: dict[str, Severity | None]
) -> FileAnalysis:
    severity = severities.get(code) or Severity.ERROR
    return FileAnalysis((Finding(path, span, code, slug, message, severity),), is_sound=False)


def _of_templates(finding: Finding) -> Finding:
    """The same where the templates of the file are tdom's, which the project tells."""
    premise = finding.premise or Premise("", (), ())
    return replace(finding, premise=replace(premise, is_of_templates=True))


@dataclass(frozen=True, slots=True)
class _Reach:
    """How much of a file LibCST looks at."""

    needs_cst: bool
    is_too_broad: bool
    """Of too many parts for rules that need LibCST."""
    is_too_deep: bool
    """Nested deeper than its parser survives."""

    @property
    def is_parsed(self) -> bool:
        return self.needs_cst and not self.is_too_deep


class _Judge:
    """Runs the rules that have a candidate in one file."""

    def __init__(self, view: ModuleView, path: str, plan: FilePlan, catalog: RuleSource, facts: FileFacts) -> None:
        self._view = view
        self._path = path
        self._plan = plan
        self._catalog = catalog
        self._facts = facts
        self._findings: list[Finding] = []
        self._crashes: list[RuleCrash] = []
        self._timings: list[RuleTiming] = []

    @property
    def needs_worker(self) -> bool:
        """Whether a rule has a candidate that is not of ours, or is asked for by a parser that overflows the stack."""
        infos = (self._catalog.by_code[rule.code].info for rule in self._candidates())
        return self._plan.is_strict or any(info.kind is RuleKind.CST or not is_ours(info) for info in infos)

    def run(self) -> FileAnalysis:
        candidates = self._candidates()
        is_cut_off = self._view.is_cut_off and (bool(candidates) or self._view.names_domain)
        candidates = [] if is_cut_off else candidates
        visitors = self._of_kind(candidates, RuleKind.CST)
        verdict = judge_syntax(self._view) if self._is_syntax_judged else None
        if isinstance(verdict, Refusal):
            return self._refusal(verdict.span, verdict.message)
        reach = self._reach(visitors, verdict)
        self._tell_of_reach(reach, verdict)
        if is_cut_off and not self._findings:
            self._limited(Span(0, 0), f"{self._view.excess}, so no rule has looked at it")
        if candidates and self._view.source.utf8.count(b"class ") > MOST_ANCESTORS:
            self._tell_of_long_lineages()
        if reach.is_parsed and not self._judge_cst([] if reach.is_too_broad else visitors):
            return self._refusal(*self._syntax_error)
        for rule in self._of_kind(candidates, RuleKind.TEMPLATE):
            self._judge_templates(rule)
        return replace(self._analysis(judged=reach.needs_cst), excess=self._view.excess if is_cut_off else "")

    def _of_kind(self, rules: Sequence[PlannedRule], kind: RuleKind) -> list[PlannedRule]:
        return [rule for rule in rules if self._catalog.by_code[rule.code].info.kind is kind]

    def _reach(self, visitors: Sequence[PlannedRule], verdict: Verdict) -> _Reach:
        tree = self._view.tree
        is_too_broad = bool(visitors) and self._is_too_broad
        has_visitors = bool(visitors) and not is_too_broad
        needs_cst = has_visitors or tree.is_broken or self._plan.is_strict
        is_lost = bool(tree.excess) or (tree.is_broken and isinstance(verdict, Unfinished))  # errors hide the depth
        is_too_deep = needs_cst and (is_lost or is_deeper_than(tree.root, DEPTH_LIMIT, _CHAINS))
        return _Reach(needs_cst=needs_cst, is_too_broad=is_too_broad, is_too_deep=is_too_deep)

    def _tell_of_reach(self, reach: _Reach, verdict: Verdict) -> None:
        """Tell what of the file is not looked at, if it is not all of it."""
        if isinstance(verdict, Unfinished) or reach.is_too_deep:
            reason = verdict.reason if isinstance(verdict, Unfinished) else self._view.tree.excess
            self._give_up(reason, is_too_deep=reach.is_too_deep or reach.is_too_broad)
        elif reach.is_too_broad:
            parts = f"the file has more than {MOST_NODES_OF_LIBCST:,} names, literals, operators and brackets"
            self._limited(Span(0, 0), f"{parts}, so the rules that need LibCST did not run")

    def _analysis(self, *, judged: bool) -> FileAnalysis:
        findings = sorted(self._findings, key=lambda finding: finding.sort_key)
        return FileAnalysis(
            tuple(finding for finding in findings if finding.premise is None),
            self._directives(),
            tuple(self._crashes),
            tuple(self._timings),
            judged=judged,
            conditional=tuple(finding for finding in findings if finding.premise is not None),
        )

    @property
    def _is_too_broad(self) -> bool:
        """Whether a file of the domain has more than LibCST reads in time; others have few rules that ask it."""
        is_long = self._view.tree.root.descendant_count > MOST_NODES_OF_LIBCST
        return is_long and self._view.names_domain

    def _refusal(self, span: Span, message: str) -> FileAnalysis:
        severities = {rule.code: rule.severity for rule in self._plan.rules}
        refused = _refused(self._path, span, "TDC001", "invalid-syntax", message, severities)
        return replace(refused, directives=self._directives())

    def _directives(self) -> tuple[Directive, ...]:
        directives: tuple[Directive, ...] = ()
        utf8 = self._view.source.utf8
        if (b"tdomcheck:" in utf8 or b"lint-" in utf8) and _DIRECTIVES.search(utf8):
            from tdomcheck.lint.directives import directives_in  # few files have such comments

            directives = directives_in(self._view, self._path)
        if not self._view.source.is_hosted:
            return directives
        from tdomcheck.lint.remarks import expected_in

        return (*shown_directives(directives), *expected_in(self._view, self._path))

    def _candidates(self) -> list[PlannedRule]:
        candidates = []
        for rule in self._plan.rules:
            entry = self._catalog.by_code.get(rule.code)
            if entry is None or entry.info.kind is RuleKind.PROJECT:
                continue
            if not self._plan.uses_gates or admits(entry.gate, self._view, self._facts.features):
                candidates.append(rule)
        return candidates

    def _load(self, rule: PlannedRule) -> t.Any:  # the class of a rule, which only the catalogue knows
        try:
            return self._catalog.load(rule.code)()
        except BaseException as error:  # noqa: BLE001  # a rule may raise anything; the run tells of it
            self._crash(rule, error)
            return None

    def _judge_templates(self, rule: PlannedRule) -> None:
        started = time.perf_counter()
        instance = self._load(rule)
        if instance is None:
            return
        try:
            instance.host(self._view, self._path, dict(rule.options), targets=self._plan.targets)
            instance.check_all()
        except BaseException as error:  # noqa: BLE001  # a rule may raise anything; the run tells of it
            self._crash(rule, error)
            return
        self._keep(rule, instance.findings)
        self._timings.append(RuleTiming(rule.code, 1, time.perf_counter() - started))

    def _judge_cst(self, rules: Sequence[PlannedRule]) -> bool:
        """Parse with LibCST and run the visitors in one walk; False where the file is no Python."""
        from tdomcheck.lint.cst_judge import run_visitors  # imports LibCST: 0.1 s

        instances = [(rule, self._load(rule)) for rule in rules]
        try:
            outcome = run_visitors(
                self._view,
                self._path,
                [(rule, instance) for rule, instance in instances if instance is not None],
                self._plan.targets,
            )
        except Unparsable as error:
            data = self._view.source.data
            self._syntax_error = (Span(error.offset, min(error.offset + 1, len(data))), str(error))
            return False
        for rule, findings, seconds, crash in outcome:
            if crash is not None:
                self._crashes.append(crash)
            else:
                self._keep(rule, findings)
                self._timings.append(RuleTiming(rule.code, 1, seconds))
        return True

    _syntax_error: tuple[Span, str] = (Span(0, 0), "")

    @property
    def _is_syntax_judged(self) -> bool:
        """Whether anybody wants to know: not of documents, and not of files that are only read for their facts."""
        codes = {rule.code for rule in self._plan.rules}
        return not self._view.source.is_hosted and (self._plan.is_strict or "TDC001" in codes)

    def _give_up(self, reason: str, *, is_too_deep: bool) -> None:
        """Tell what of the file was not looked at."""
        if not reason:
            reason = f"the code nests deeper than {DEPTH_LIMIT:,} levels"
            rest = "the rules that need LibCST did not run"
        else:
            rest = "nobody knows whether it is valid Python"
            others = "no rule has looked at it" if self._view.is_cut_off else "the rules that need LibCST did not run"
            rest += f", and {others}" if is_too_deep or self._view.is_cut_off else ""
        self._limited(Span(0, 0), f"{reason}, so {rest}")

    def _tell_of_long_lineages(self) -> None:
        from tdomcheck.facts.python.classes import nodes_of, overlong_lineages  # few files have so many classes

        for class_ in overlong_lineages(self._view):
            span = self._view.span(nodes_of(self._view, class_).name)
            self._limited(span, too_many_ancestors(class_.path))

    def _limited(self, span: Span, message: str) -> None:
        """Tell of a limit that keeps rules from looking."""
        rule = {rule.code: rule for rule in self._plan.rules}.get(LIMITS)
        if rule is not None:
            self._findings.append(limited(self._path, span, message, rule))

    def _keep(self, rule: PlannedRule, findings: Sequence[Finding]) -> None:
        entry = self._catalog.by_code[rule.code]
        is_open = bool(findings) and not self._has_our_templates and needs_templates(entry.gate, self._facts.features)
        for finding in findings:
            leveled = finding if rule.severity is None else replace(finding, severity=rule.severity)
            placed = at_home(self._view, _of_templates(leveled) if is_open else leveled)
            if placed is not None and not self._is_beyond_project(placed):
                self._findings.append(placed)

    @cached_property
    def _has_our_templates(self) -> bool:
        """Whether its templates are tdom's for all that the file says and the configuration."""
        return self._view.imports_tdom or (self._plan.names_tdom and not calls_of_html(self._facts))

    def _is_beyond_project(self, finding: Finding) -> bool:
        """What a session in a docstring defines the project does not know; what it imports it does."""
        is_session = self._view.surroundings is not None
        return is_session and finding.premise is not None and finding.premise.reference.startswith(":")

    def _crash(self, rule: PlannedRule, error: BaseException) -> None:
        """A rule may raise anything; the run tells of it."""
        from tdomcheck.lint.crashes import crash_of, is_fault  # traceback is needed for crashes only

        if not is_fault(error):
            raise error
        self._crashes.append(crash_of(rule.code, error))
