"""Every shape of the hostile benchmark in small: the work of a check grows with what it is given."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

import pytest
from counting import opcodes

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "benchmarks"))

from hostile import SHAPES, count_for

from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.facts.project.modules import Project
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.lint.project import judge_project
from tdomcheck.model import RuleKind, codec

pytestmark = pytest.mark.one_python

CATALOG = open_catalog((), "/")
PLAN = FilePlan(tuple(PlannedRule(info.code, None) for info in CATALOG.infos))
OF_PROJECT = tuple(PlannedRule(entry.info.code, None) for entry in CATALOG.of_kind(RuleKind.PROJECT))
MOST = 2.9
"""The work of four sizes beyond two, to that of two beyond one: 2 where it is linear, 4 where it is a square."""


def check(project: Mapping[str, str]) -> None:
    """All rules over the files, and over all of them together."""
    facts, conditional = {}, []
    for path, text in project.items():
        analysis, facts[path] = analyse(text.encode(), path, PLAN, CATALOG)
        assert not analysis.crashes, analysis.crashes
        codec.dumps(facts[path])
        conditional += analysis.conditional
    judge_project(Project(facts), dict.fromkeys(project, OF_PROJECT), CATALOG, PLAN.targets, conditional)


def calls(work: Callable[[], object]) -> int:
    """How many calls some work takes; it is counted ten times as fast as instructions are."""
    count = 0

    def counted(_frame: object, _event: str, _argument: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_there_are_many_shapes() -> None:
    assert len(SHAPES) >= 60


TURNING = {"parentheses in a template", "patches", "quotes", "type parameters"}
"""Past two hundred open parentheses Python gives up, past 2,000 bytes the defaults of one header are masked no more:
from there on another reader has to settle what the file is, once. Quotes are strings or none, depending on how many."""


GROWING = sorted(set(SHAPES) - TURNING)
SLOW = frozenset(GROWING) - frozenset(GROWING[::8])
"""Four sizes of three hundred shapes take half a minute: one in eight tells soon if nothing is linear any more."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in GROWING]
)
def test_work_grows_with_the_input(name: str) -> None:
    shape = SHAPES[name]
    first = max(1, count_for(shape, 1_000 if len(shape(3)) == 1 else 2_000))
    check(shape(first))  # what is compiled, imported and looked up once
    small, large, huge = (calls(lambda times=times: check(shape(times * first))) for times in (1, 2, 4))
    assert huge - large < MOST * max(large - small, small / 2) + 3_000  # past a limit there is less to do


@pytest.mark.parametrize(("code", "name"), [("TDC406", "heirs of a class that is no dataclass")])
def test_no_square_begins_at_some_hundred(code: str, name: str) -> None:
    plan = FilePlan((PlannedRule(code, None),))

    def judge(times: int) -> None:
        for path, text in SHAPES[name](times).items():
            analyse(text.encode(), path, plan, CATALOG)

    judge(100)
    small, large, huge = (calls(lambda times=times: judge(times)) for times in (100, 200, 400))
    assert huge - large < MOST * (large - small)


@pytest.mark.parametrize(("code", "name"), [("TDC213", "renders"), ("TDC213", "join of templates")])
def test_no_loop_of_a_project_rule_hides_from_the_count_of_calls(code: str, name: str) -> None:
    """A comprehension in a loop is no call: here instructions are counted, of one rule on facts that are there."""

    def steps(times: int) -> int:
        facts = {
            path: analyse(text.encode(), path, FilePlan(()), CATALOG)[1] for path, text in SHAPES[name](times).items()
        }
        asked = dict.fromkeys(facts, (PlannedRule(code, None),))
        judge_project(Project(facts), asked, CATALOG)
        return opcodes(lambda: judge_project(Project(facts), asked, CATALOG))

    assert steps(400) < 2.4 * steps(200)
