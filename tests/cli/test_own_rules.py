"""Rules of the project's own that misbehave: the run tells of it, never stays green, and damages no file."""

from __future__ import annotations

import functools
import os

import pytest
from cli_running import CLEAN, NESTED, UNNESTED, Outcome, Project, plugin_source

from tdomcheck.app import check as check_module
from tdomcheck.app import proving
from tdomcheck.edges.pool import run_in_workers

SEGMENTATION_FAULT = "__import__('faulthandler').disable(); __import__('os').kill(__import__('os').getpid(), 11)"


def visiting(action: str) -> str:
    """A rule that does something when it meets the name `bad`."""
    return f"def visit_Name(self, node: cst.Name) -> None:\n    if node.value == 'bad':\n        {action}\n"


@pytest.fixture
def spoilt(project: Project) -> Project:
    """One file that a rule stumbles over, and one that is none of its business."""
    project.write({"bad.py": "bad = 1\n", "page.py": NESTED})
    return project


def has_judged_the_rest(outcome: Outcome) -> bool:
    return "page.py:5:" in outcome.out and "TDC121" in outcome.out


def test_a_rule_of_the_project_reports_like_our_own(spoilt: Project) -> None:
    spoilt.plugin(visiting('self.report(node, "bad name")'))
    assert spoilt.findings() == ("XYZ001", "TDC121")
    assert spoilt.findings("--ignore", "own-rule") == ("TDC121",)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_rule_that_raises_is_named_and_the_others_go_on(spoilt: Project, jobs: str) -> None:
    spoilt.plugin(visiting('raise ValueError("my mistake")'))
    outcome = spoilt.check("--jobs", jobs)
    assert outcome.code == 2
    assert "rule XYZ001 crashed, so its findings are missing: ValueError: my mistake (line " in outcome.out
    assert has_judged_the_rest(outcome)


def test_exit_zero_does_not_forgive_a_rule_that_raises(spoilt: Project) -> None:
    spoilt.plugin(visiting('raise ValueError("my mistake")'))
    assert spoilt.check("--exit-zero").code == 2


def test_a_crash_is_not_kept_in_the_cache(spoilt: Project) -> None:
    spoilt.plugin(visiting('raise ValueError("my mistake")'))
    assert [spoilt.tool("check").code for _ in range(2)] == [2, 2]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("__import__('os')._exit(0)", "its worker ended with exit code 0"),
        ("__import__('os')._exit(7)", "its worker ended with exit code 7"),
        ("__import__('os').kill(__import__('os').getpid(), 9)", "its worker was killed by SIGKILL"),
        (SEGMENTATION_FAULT, "its worker was killed by SIGSEGV"),
        ("raise SystemExit(0)", "exit"),
        ("raise KeyboardInterrupt", "exit"),
    ],
)
@pytest.mark.parametrize("others", [0, 40])
def test_a_rule_that_kills_its_process_costs_one_file(spoilt: Project, action: str, reason: str, others: int) -> None:
    spoilt.plugin(visiting(action))
    spoilt.write({f"more{number:02}.py": CLEAN for number in range(others)})
    outcome = spoilt.check()
    assert outcome.code == 2
    assert "bad.py: not checked: " in outcome.out
    assert reason in outcome.out
    assert outcome.out.count("not checked") == 1
    assert has_judged_the_rest(outcome)


def test_a_rule_that_hangs_costs_one_file(spoilt: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt.plugin(visiting("__import__('time').sleep(60)"))
    impatient = functools.partial(run_in_workers, seconds_per_item=0.5)
    monkeypatch.setattr(check_module, "run_in_workers", impatient)
    outcome = spoilt.check()
    assert outcome.code == 2
    assert "bad.py: not checked: it took longer than 0.5 seconds" in outcome.out
    assert has_judged_the_rest(outcome)


FIXING = """
def visit_Name(self, node: cst.Name) -> None:
    if node.value {condition}:
        span = self.span_of(node)
        self.report(node, {message}, fix=td.Fix("x", (td.Edit(span.start, span.end, {text}),)))
"""


def fixing(text: str, condition: str = '== "bad"', message: str = '"bad name"') -> str:
    return FIXING.format(text=text, condition=condition, message=message)


def test_a_fix_of_the_project_is_applied(spoilt: Project) -> None:
    spoilt.plugin(fixing('"good"'))
    assert spoilt.fix().code == 0
    assert (spoilt.text("bad.py"), spoilt.text("page.py")) == ("good = 1\n", UNNESTED)


def test_a_fix_that_leaves_its_finding_is_dropped_and_named(spoilt: Project) -> None:
    spoilt.plugin(fixing('"bad "'))
    outcome = spoilt.fix("--show-fixes")
    assert outcome.code == 1
    assert spoilt.text("bad.py") == "bad = 1\n"
    assert spoilt.text("page.py") == UNNESTED
    assert "the finding did not go away" in outcome.out


def test_a_fix_that_breaks_the_syntax_is_dropped_and_named(spoilt: Project) -> None:
    spoilt.plugin(fixing('"good ("'))
    spoilt.write({"both.py": NESTED + "bad = 1\n"})
    outcome = spoilt.fix("--show-fixes")
    assert outcome.code == 1
    assert spoilt.text("bad.py") == "bad = 1\n"
    assert spoilt.text("both.py") == UNNESTED + "bad = 1\n"
    assert "TDC001" in outcome.out


def test_a_fix_that_brings_an_error_is_dropped(spoilt: Project) -> None:
    spoilt.plugin(fixing("'good = t\"<p></b>\"; other'"))
    assert spoilt.fix().code == 1
    assert spoilt.text("bad.py") == "bad = 1\n"


def test_fixes_that_undo_each_other_are_stopped_and_named(spoilt: Project) -> None:
    spoilt.plugin(fixing('"worse" if node.value == "bad" else "bad"', 'in {"bad", "worse"}', "node.value"))
    outcome = spoilt.fix()
    assert outcome.code == 2
    assert "bad.py: fixes undo each other and were stopped: XYZ001" in outcome.out
    assert spoilt.text("page.py") == UNNESTED


def test_fixes_that_never_settle_are_stopped(spoilt: Project) -> None:
    spoilt.plugin(fixing("node.value + 'd'", ".startswith('bad')", "node.value"))
    outcome = spoilt.fix()
    assert outcome.code == 2
    assert "fixes had not settled after 20 rounds" in outcome.out


def test_a_rule_that_crashes_on_what_its_fix_made_loses_the_fix(spoilt: Project) -> None:
    crash = 'if node.value == "good":\n        raise ValueError("no")\n    elif node.value '
    spoilt.plugin(fixing('"good"').replace("if node.value ", crash, 1))
    outcome = spoilt.fix("--show-fixes")
    assert spoilt.text("bad.py") == "bad = 1\n"
    assert "afterwards rule XYZ001 crashes" in outcome.out


def test_a_rule_that_hangs_on_what_its_fix_made_loses_the_fix(spoilt: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "run_in_workers", functools.partial(run_in_workers, seconds_per_item=0.5))
    hang = 'if node.value == "good":\n        __import__("time").sleep(60)\n    elif node.value '
    spoilt.plugin(fixing('"good"').replace("if node.value ", hang, 1))
    spoilt.fix()
    assert spoilt.text("bad.py") == "bad = 1\n"


@pytest.mark.parametrize(
    "edits", ["(td.Edit(0, 3, 'a'), td.Edit(1, 2, 'b'))", "(td.Edit(900, 901, 'a'),)", "(td.Edit(3, 0, 'a'),)"]
)
def test_edits_that_make_no_sense_change_nothing(spoilt: Project, edits: str) -> None:
    spoilt.plugin(visiting(f'self.report(node, "bad", fix=td.Fix("x", {edits}))'))
    assert spoilt.fix().code in {1, 2}
    assert spoilt.text("bad.py") == "bad = 1\n"


def test_a_finding_outside_of_the_file_is_shown_all_the_same(spoilt: Project) -> None:
    spoilt.plugin(visiting('self.report(node, "bad", span=td.Span(900, 950))'))
    outcome = spoilt.check()
    assert outcome.code == 1
    assert "XYZ001" in outcome.out


def test_one_fix_waits_for_another_that_it_cannot_stand_beside(project: Project) -> None:
    """Each holds by itself and both ask for the same line of imports: neither may be lost."""
    project.plugin(
        """
        def visit_Name(self, node: cst.Name) -> None:
            span = self.span_of(node)
            if node.value == "bad":
                request = td.ImportRequest("here", "good")
                edit = td.Edit(span.start, span.end, "good")
                self.report(node, "bad", fix=td.Fix("x", (edit,), imports=(request,)))

        def visit_ImportAlias(self, node: cst.ImportAlias) -> None:
            if node.evaluated_name == "worse":
                span = self.span_of(node)
                self.report(node, "worse", fix=td.Fix("x", (td.Edit(span.start, span.end, "better"),)))
        """
    )
    project.write({"both.py": "from here import worse\n\nbad = 1\n"})
    assert project.fix("both.py").code == 0
    assert project.text("both.py") == "from here import better, good\n\ngood = 1\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import nothing_of_the_kind\n", "ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
        ("raise ValueError('at import')\n", "ValueError: at import (line 1 of own.py)"),
        ("def f(:\n", "SyntaxError"),
        ("x = 1\n", "it defines no rule"),
        ("\0", "null byte"),
    ],
)
def test_a_rule_that_cannot_be_imported_stops_the_run(spoilt: Project, source: str, sentence: str) -> None:
    spoilt.plugin("")
    spoilt.write({"rules/own.py": source})
    outcome = spoilt.check("--exit-zero")
    assert (outcome.code, outcome.out) == (2, "")
    assert "own.py" in outcome.err
    assert sentence in outcome.err
    assert spoilt.fix().code == 2
    assert spoilt.text("page.py") == NESTED


def test_all_rules_that_cannot_be_imported_are_told_at_once(spoilt: Project) -> None:
    spoilt.plugin("")
    spoilt.write({"rules/own.py": "import missing_one\n", "rules/other.py": "import missing_two\n"})
    outcome = spoilt.check()
    assert "missing_one" in outcome.err
    assert "missing_two" in outcome.err


def test_a_plugin_that_is_not_there_stops_the_run(spoilt: Project) -> None:
    spoilt.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["ruels"]\n'})
    outcome = spoilt.check()
    assert outcome.code == 2
    assert "ruels" in outcome.err


def test_two_rules_of_one_code_stop_the_run(spoilt: Project) -> None:
    spoilt.plugin("")
    spoilt.write({"rules/twin.py": plugin_source("pass\n")})
    outcome = spoilt.check()
    assert outcome.code == 2
    assert "XYZ001 is taken" in outcome.err


def test_a_single_file_is_a_plugin_too(spoilt: Project) -> None:
    spoilt.plugin(visiting('self.report(node, "bad name")'))
    spoilt.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["rules/own.py"]\nexclude = ["rules"]\n'})
    assert spoilt.findings() == ("XYZ001", "TDC121")


def test_a_changed_rule_makes_cached_results_stale(spoilt: Project) -> None:
    spoilt.plugin(visiting('self.report(node, "first")'))
    for path in (spoilt.root / "bad.py", spoilt.root / "page.py"):
        os.utime(path, (1, 1))
    assert "first" in spoilt.tool("check").out
    assert "2 cached" in spoilt.tool("check").out
    spoilt.plugin(visiting('self.report(node, "second one")'))
    import sys

    for name in [name for name in sys.modules if name.startswith("tdomcheck_plugin_")]:
        del sys.modules[name]
    assert "second one" in spoilt.tool("check").out


def test_a_rule_that_deletes_the_file_it_judges_is_found_out(spoilt: Project) -> None:
    spoilt.plugin(visiting("__import__('os').remove('bad.py'); self.report(node, 'bad')"))
    outcome = spoilt.check()
    assert outcome.code in {1, 2}
    assert "XYZ001" in outcome.out
    assert has_judged_the_rest(outcome)
