"""Rules of the project's own that misbehave: the run tells of it, never stays green, and damages no file."""

from __future__ import annotations

import functools
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import CLEAN, NESTED, UNNESTED, Outcome, Project, env, plugin_source

from tdomcheck.app import proving
from tdomcheck.app.passes import judge as judge_pass
from tdomcheck.edges.pool import run_in_workers

pytestmark = pytest.mark.one_python

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
    impatient = functools.partial(run_in_workers, seconds_per_item=1.0)
    monkeypatch.setattr(judge_pass, "run_in_workers", impatient)
    outcome = spoilt.check()
    assert outcome.code == 2
    assert "bad.py: not checked: it took longer than 5 seconds" in outcome.out
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


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (
            'self.report(node, "x", span=td.Span(5, 950))',
            "ValueError: the place from 5 to 950 is not in the file, which has 8 bytes (line ",
        ),
        ('self.report(node, "x", span=td.Span(3, 1))', "ValueError: the place from 3 to 1 is no range of bytes"),
        ('self.report(node, "x", span=td.Span(-2, 1))', "ValueError: the place from -2 to 1 is no range of bytes"),
        ("self.report(node, 7)", "TypeError: the message of a finding is 7, which is no str"),
        ("self.report(node, 'x', note=3)", "TypeError: the note of a finding is 3, which is no str"),
        ("self.report(node, 'x', fix=3)", "TypeError: the fix of a finding is 3, which is no Fix"),
        ("self.report(node, 'x', severity='bad')", "TypeError: the severity of a finding is 'bad', which is no Sev"),
        ("raise SystemExit(0)", "SystemExit: 0 (line "),
        ("raise KeyboardInterrupt", "KeyboardInterrupt:  (line "),
        ("raise GeneratorExit", "GeneratorExit:  (line "),
    ],
)
def test_a_rule_that_says_nonsense_has_crashed(spoilt: Project, action: str, sentence: str) -> None:
    spoilt.plugin(visiting(action))
    outcome = spoilt.check()
    assert outcome.code == 2
    assert f"rule XYZ001 crashed, so its findings are missing: {sentence}" in outcome.out
    assert "of own.py)" in outcome.out
    assert "not checked" not in outcome.out
    assert has_judged_the_rest(outcome)


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
        ("import sys\nsys.exit(0)\n", "SystemExit: 0 (line 2 of own.py)"),
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
    assert "3 cached" in spoilt.tool("check").out
    spoilt.plugin(visiting('self.report(node, "second one")'))
    for name in [name for name in sys.modules if name.startswith("tdomcheck_plugin_")]:
        del sys.modules[name]
    assert "second one" in spoilt.tool("check").out


def test_a_rule_that_deletes_the_file_it_judges_is_found_out(spoilt: Project) -> None:
    spoilt.plugin(visiting("__import__('os').remove('bad.py'); self.report(node, 'bad')"))
    outcome = spoilt.check()
    assert outcome.code in {1, 2}
    assert "XYZ001" in outcome.out
    assert has_judged_the_rest(outcome)


PRINTING = """
def visit_Name(self, node: cst.Name) -> None:
    import os
    print("said by the rule")
    os.write(1, b"said by a library\\n")
    os.system("echo said by a process")
"""


@pytest.mark.slow
def test_what_a_rule_prints_is_no_part_of_the_report(spoilt: Project) -> None:
    spoilt.plugin(PRINTING)
    path = spoilt.root / "rules" / "own.py"
    path.write_text(path.read_text(encoding="utf-8") + "\nprint('said at import', flush=True)\n", encoding="utf-8")
    process = spoilt.process("check", "--no-cache", "--output-format", "json")
    out, err = process.communicate(timeout=60)
    assert [finding["code"] for finding in json.loads(out)["findings"]] == ["TDC121"]
    for said in (b"said by the rule", b"said by a library", b"said by a process", b"said at import"):
        assert said in err


@pytest.mark.slow
def test_the_environment_says_how_long_a_file_may_take(spoilt: Project) -> None:
    spoilt.plugin(visiting("while True: pass"))
    process = spoilt.process("check", "--no-cache", env=env(TDOMCHECK_SECONDS_PER_FILE="1"))
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 2
    assert b"bad.py: not checked: it took longer than 1 seconds" in out
    assert b"TDC121" in out


PROJECT_RULE = """
from tdomcheck import authoring as td


class Own(td.ProjectRule):
    \"\"\"
    ## What

    ## Why

    ## Instead

    ## Example
    \"\"\"

    CODE = "XYZ001"
    SLUG = "own-rule"
    GROUP = "own"
    SUMMARY = "something is wrong"
    VALID = ["good = 1"]
    INVALID = [td.invalid("«bad» = 1")]

    def check(self, project, focus):
        yield {action}
"""


def project_rule(project: Project, action: str) -> None:
    project.plugin("")
    project.write({"rules/own.py": PROJECT_RULE.format(action=action)})


@pytest.mark.slow
def test_a_project_rule_that_hangs_is_ended_too(spoilt: Project) -> None:
    project_rule(spoilt, "__import__('time').sleep(60)")
    process = spoilt.process("check", "--no-cache", env=env(TDOMCHECK_SECONDS_PER_FILE="0.4"))
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 2
    assert b"XYZ001 crashed, so its findings are missing: the project pass did not end: it took longer than" in out


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ('self.finding("bad.py", td.Span(5, 1), "x")', "ValueError: the place from 5 to 1 is no range of bytes (line "),
        ('self.finding("bad.py", td.Span(0, 1), None)', "TypeError: the message of a finding is None"),
        ("5", "TypeError: a rule yields findings, which `self.finding` makes; 5 is none"),
        ("exit(0)", "SystemExit: 0"),
    ],
)
def test_a_project_rule_that_says_nonsense_has_crashed(spoilt: Project, action: str, sentence: str) -> None:
    project_rule(spoilt, action)
    outcome = spoilt.check()
    assert outcome.code == 2
    assert f"rule XYZ001 crashed, so its findings are missing: {sentence}" in outcome.out
    assert has_judged_the_rest(outcome)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a process that its parent is dead")
def test_a_worker_that_hangs_dies_with_the_run(spoilt: Project) -> None:
    spoilt.plugin(visiting("open('pid', 'w').write(str(__import__('os').getpid())); __import__('time').sleep(600)"))
    process = spoilt.process("check", "--no-cache")
    path = spoilt.root / "pid"
    _wait_until(lambda: path.exists() and path.read_text(encoding="utf-8"))
    process.kill()
    process.communicate(timeout=60)
    worker = int(path.read_text(encoding="utf-8"))
    _wait_until(lambda: not _runs(worker))


def _runs(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"  # nobody may be there to reap it


def _wait_until(happened: Callable[[], object]) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen")
