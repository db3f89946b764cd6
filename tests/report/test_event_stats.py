"""The numbers of streams, and that the table, the page and the scraper show the same ones."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import event_examples as examples
import pytest

from tdomcheck.model import Severity
from tdomcheck.model.events import (
    BranchMerged,
    DomainValidation,
    Event,
    FindingReported,
    FixApplied,
    RunFinished,
    RunStarted,
    SelectedTarget,
    TargetsSelected,
)
from tdomcheck.model.ledger import Budget, Flag, LedgerRun, RepeatedFingerprint, RunKind, RunOutcome, Task, TaskState
from tdomcheck.report.events import chart, dashboard, numbers
from tdomcheck.report.events.figures import LedgerContent, PassRate, StreamStats
from tdomcheck.report.events.stats import stats_of, week
from tdomcheck.report.events.told import told_event

HOSTILE = "</script><img src=x onerror=alert(1)>\x1b[31m\n::error::"
LEDGER = LedgerContent(
    [Task("t1", 10.0, Budget(5, None, 60.0), TaskState.SUCCESS, 25.5, None, 2, 1), Task(HOSTILE, 20.0)],
    [
        (LedgerRun("r1", RunKind.MUTATION, "fix", 11.0, "t1"), RunOutcome("r1", 12.0, 1.0, 0, flag=Flag.NO_OP)),
        (LedgerRun("r2", RunKind.LOOK, "check", 13.0, "t1"), RunOutcome("r2", 14.0, 1.0, 1, flag=Flag.NO_PROGRESS)),
        (LedgerRun("r3", RunKind.LOOK, "check", 15.0, "t1"), None),
    ],
    [RepeatedFingerprint("failure", "f" * 64, 2, "t1")],
)


def finding(code: str, mark: str, severity: Severity = Severity.ERROR) -> Event:
    return FindingReported("a.py", 1, 1, code, "slug", severity, mark, "message")


def validation(name: str, path: str = "a.py", *, passed: bool) -> Event:
    return DomainValidation(path, name, passed, () if passed else ("TDC1: x",), "0" * 64)


def busy() -> StreamStats:
    """Two weeks, three runs, one of which was cut off."""
    first = examples.run_of(*examples.EVERY)
    second = examples.run_of(
        RunStarted("fix"), finding("TDC101", "m1"), finding("TDC121", "m2"), validation("values", passed=True),
        validation("views", "b.py", passed=False), FixApplied("a.py", "TDC101", examples.EVERY[3].safety, (), "0", "1"),  # type: ignore[union-attr]
        RunFinished(0, 2.0), number=2, second=5 * 86_400,
    )  # fmt: skip
    third = examples.run_of(RunStarted(HOSTILE), finding("TDC101", "m1"), number=3, second=6 * 86_400)
    marks = examples.mark(BranchMerged(), number=4, second=7 * 86_400)
    return stats_of([*first, *second, *third, *marks], LEDGER)


def test_nothing_comes_to_nothing() -> None:
    stats = stats_of([])

    assert stats == StreamStats()
    assert "pass rate                  -\n" in numbers.as_text(stats)
    assert "no events" in chart.as_svg(stats)
    assert numbers.as_openmetrics(stats).endswith("# EOF\n")
    assert "<table>" not in dashboard.page(stats)
    assert "Nothing is known yet" in dashboard.page(stats)
    assert "Nothing is known yet" not in dashboard.page(busy())


def test_the_numbers_of_a_stream() -> None:
    stats = busy()

    assert (stats.runs.count, stats.runs.finished, stats.runs.cut_off, stats.runs.seconds) == (3, 2, 1, 2.75)
    assert stats.runs.by_exit_code == {"0": 1, "1": 1}
    assert (stats.findings.count, stats.findings.distinct) == (4, 3)
    assert list(stats.findings.by_rule.items()) == [("TDC101", 2), ("TDC121", 2)]
    assert stats.findings.by_week == {"2026-W47": 1, "2026-W48": 3}
    assert stats.findings.by_rule_and_week["TDC121"] == {"2026-W47": 1, "2026-W48": 1}
    assert stats.validations.by_validator == {"values": PassRate(1, 1, 0.5), "views": PassRate(0, 1, 0.0)}
    assert stats.validations.pass_rate == 0.3333
    assert (stats.retries.count, stats.retries.files, stats.retries.per_file) == (1, 1, 0.3333)
    assert (stats.fixes.applied, stats.fixes.rejected, stats.fixes.fix_rate) == (2, 1, 0.6667)
    assert stats.codemods.by_codemod == {"rename": 1}
    assert stats.changes.by_severity == {"breaking": 1}
    assert (stats.tests.selected, stats.tests.total, stats.tests.run, stats.tests.flaky) == (1, 4, 1, 1)
    assert stats.tests.saved_seconds == 12.5
    assert stats.marks == {"branch_merged": 1}
    assert (stats.tasks[0].no_progress, stats.tasks[0].no_op, stats.tasks[0].seconds) == (1, 1, 15.5)
    assert stats.tasks[1].seconds is None
    assert stats.repeated_fingerprints[0].count == 2


def test_a_selection_without_a_total_is_its_own_total() -> None:
    selected = TargetsSelected((SelectedTarget("a", "proven"), SelectedTarget("b", "possible")))

    assert stats_of(examples.run_of(RunStarted("affected"), selected)).tests.total == 2


def test_weeks_are_those_of_the_calendar() -> None:
    assert week(examples.run_of(RunStarted("x"))[0]) == "2026-W47"


def test_the_text_has_tables_bars_and_no_escapes() -> None:
    text = numbers.as_text(busy())

    assert "  TDC101  50.0 %" not in text
    assert "  2026-W48  ████████████████████████████████████████  3" in text
    assert "  t1" in text
    assert "mutations 2/5" in text
    assert "\x1b" not in text
    assert not any(line.startswith("::") for line in text.splitlines())


def test_long_tables_are_cut_and_say_so() -> None:
    events = examples.run_of(RunStarted("check"), *(finding(f"TDC{number}", str(number)) for number in range(100, 130)))

    assert "  and 10 more" in numbers.as_text(stats_of(events))
    assert len(stats_of(events).findings.by_rule) == 30


def test_openmetrics_is_well_formed() -> None:
    """Each line is a comment, a sample of the family before it, or the end."""
    lines = numbers.as_openmetrics(busy()).splitlines()
    sample = re.compile(r'(tdomcheck_[a-z_]+)(\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})? [0-9.]+')
    family = ""
    for line in lines[:-1]:
        if line.startswith("# TYPE "):
            family = line.split()[2]
        elif not line.startswith("# HELP "):
            match = sample.fullmatch(line)
            assert match is not None, line
            assert match[1] == family

    assert lines[-1] == "# EOF"
    assert 'tdomcheck_findings{rule="TDC101"} 2' in lines


def test_the_drawing_is_xml_and_shows_every_week() -> None:
    root = ET.fromstring(chart.as_svg(busy()))
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]

    assert "2026-W47: 1" in titles
    assert "2026-W48: 3" in titles


def test_a_share_is_drawn_of_the_whole_and_a_title_has_room() -> None:
    _, (rates, width, _), _ = chart.drawings(busy())
    heights = [int(height) for height in re.findall(r'<rect [^>]*height="(\d+)"', rates)]

    assert re.findall(r">([\d.]+ %)<", rates) == ["0.0 %", "50.0 %"]
    assert heights == [1, 60]
    assert width == chart.LEAST_WIDTH


def test_one_file_is_one_file() -> None:
    assert dict(numbers.summary_rows(busy()))["retries"] == "1 in 1 file"


class TestPage:
    def data(self, page: str) -> object:
        match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
        assert match is not None
        return json.loads(match[1])

    def test_its_numbers_are_those_of_the_json(self) -> None:
        stats = busy()

        assert self.data(dashboard.page(stats)) == json.loads(numbers.as_json(stats))

    def test_its_text_says_the_same_numbers(self) -> None:
        stats = busy()
        page = dashboard.page(stats)
        shown = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
        rules = re.search(r'<section id="rules">.*?</section>', page, re.DOTALL)
        assert rules is not None
        rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td></tr>", rules[0])

        assert {html.unescape(name): html.unescape(text) for name, text in shown.items()} == dict(
            numbers.summary_rows(stats)
        )
        assert {name: int(count) for name, count in rows} == dict(stats.findings.by_rule)

    def test_it_needs_nothing_else(self) -> None:
        page = dashboard.page(busy())

        assert "http" not in page.replace("http-equiv", "")
        assert "prefers-color-scheme: dark" in page
        assert "default-src 'none'" in page

    def test_hostile_names_stay_text(self) -> None:
        page = dashboard.page(busy())

        assert page.count("</script>") == 2
        assert "<img" not in page
        assert "\x1b" not in page

    def test_long_tables_are_cut_and_say_so(self) -> None:
        events = examples.run_of(RunStarted("x"), *(finding(f"T{number:04}", str(number)) for number in range(600)))

        assert "<p>and 100 more</p>" in dashboard.page(stats_of(events))

    @pytest.mark.slow
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_a_browser_has_nothing_to_complain_about(self, tmp_path: Path, scheme: str) -> None:
        names = ("chromium", "chromium-browser", "google-chrome", "chrome")
        browser = next(filter(None, map(shutil.which, names)), None)
        if browser is None:
            pytest.skip("no Chromium on PATH")
        path = tmp_path / "page.html"
        path.write_text(dashboard.page(busy()))
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]
        dark = [f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"]
        done = subprocess.run(
            [browser, *flags, *dark, f"--user-data-dir={tmp_path / 'profile'}", path.as_uri()],
            capture_output=True, text=True, check=True, timeout=120,
        )  # fmt: skip

        assert "CONSOLE" not in done.stderr
        assert self.data(done.stdout) == json.loads(numbers.as_json(busy()))


@pytest.mark.parametrize("event", examples.whole_stream(), ids=lambda event: event.body.NAME)
def test_every_event_is_told_in_a_line(event: object) -> None:
    told = told_event(event)  # type: ignore[arg-type]

    assert told.startswith("2026-11-19T00:0")
    assert "\n" not in told
