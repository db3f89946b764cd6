"""The LibCST rules of a file in one batched walk, each held apart when it raises."""

from __future__ import annotations

import time
import typing as t
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import libcst as cst
from libcst.metadata import MetadataWrapper

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.crashes import crash_of, is_fault
from tdomcheck.lint.plan import PlannedRule, RuleCrash
from tdomcheck.model import Finding, Targets
from tdomcheck.source.cst import parse_module
from tdomcheck.source.depth import room_for_depth

if t.TYPE_CHECKING:
    from tdomcheck.authoring.rule import Rule

"""Python frames for the deepest file that is judged, with those of a rule on top."""
Outcome = tuple[PlannedRule, Sequence[Finding], float, RuleCrash | None]
Visitor = Callable[[cst.CSTNode], None]


def _visitors_of(rule: Rule) -> Mapping[str, Visitor]:
    """The methods that visit: LibCST looks through all that a rule has, 3 ms for each rule of each file."""
    if type(rule).get_visitors is not cst.BatchableCSTVisitor.get_visitors:
        return rule.get_visitors()
    return {name: getattr(rule, name) for name in _names_of_visitors(type(rule))}


@cache
def _names_of_visitors(kind: type[Rule]) -> tuple[str, ...]:
    methods = ((name, getattr(kind, name)) for name in dir(kind) if name.startswith(("visit_", "leave_")))
    return tuple(name for name, method in methods if callable(method) and not getattr(method, "_is_no_op", False))


class _Guard:
    """Wraps the visitors of one rule: after its first exception it is asked nothing more."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.seconds = 0.0
        self.crash: RuleCrash | None = None

    def get_visitors(self) -> Mapping[str, Visitor]:
        try:
            visitors = _visitors_of(self.rule)
        except BaseException as error:  # noqa: BLE001  # a rule may raise anything; the run tells of it
            self._blame(error)
            return {}
        return {name: self._guarded(visitor) for name, visitor in visitors.items()}

    def _blame(self, error: BaseException) -> None:
        """A rule may raise anything; the run tells of it."""
        if not is_fault(error):
            raise error
        self.crash = crash_of(self.rule.CODE, error)

    def _guarded(self, visitor: Visitor) -> Visitor:
        def visit(node: cst.CSTNode) -> None:
            if self.crash is not None:
                return
            started = time.perf_counter()
            try:
                visitor(node)
            except BaseException as error:  # noqa: BLE001  # a rule may raise anything; the run tells of it
                self._blame(error)
            self.seconds += time.perf_counter() - started

        return visit


def run_visitors(
    view: ModuleView, path: str, rules: Sequence[tuple[PlannedRule, Rule]], targets: Targets
) -> list[Outcome]:
    """Findings, seconds and crash of every rule; raises Unparsable where the file is no Python."""
    wrapper = MetadataWrapper(parse_module(view.source), unsafe_skip_copy=True)
    guards = []
    for planned, rule in rules:
        rule.host(view, path, dict(planned.options), targets=targets, wrapper=wrapper)
        guards.append(_Guard(rule))
    if guards:
        with room_for_depth():
            cst.visit_batched(wrapper.module, t.cast("t.Any", guards))  # only get_visitors is asked of them
    return [
        (planned, rule.findings, guard.seconds, guard.crash)
        for (planned, rule), guard in zip(rules, guards, strict=True)
    ]
