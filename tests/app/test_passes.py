"""The four passes, each by the value that it takes and the value that it gives: files leave as early as they can."""

from __future__ import annotations

import os
import sys
import typing as t
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

import pytest

from tdomcheck.app.check import check, check_again
from tdomcheck.app.passes.candidates import candidates_of
from tdomcheck.app.passes.gate import FEW, gate
from tdomcheck.app.passes.judge import judge, read
from tdomcheck.app.passes.project import project, whole
from tdomcheck.app.passes.reuse import reuse
from tdomcheck.app.passes.state import FileState, ProjectContext, ProjectFiles
from tdomcheck.app.plan_files import plan_run
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.model import Bucket

PLAIN = "x = 1\n"
WRONG = 'from tdom import html\npage = html(t"<p><b>x</i></p>")\n'
CARD = "from tdom import html\n\ndef Card(title: str):\n    return t'<b>{title}</b>'\n"
USES = 'from tdom import html\nfrom card import Card\n\npage = html(t\'<{Card} colour="red" title="a" />\')\n'


@dataclass(frozen=True, slots=True)
class Shop:
    """A project on disk, and what a run over it knows before the passes."""

    root: Path
    sessions: list[Session] = field(default_factory=list)

    def write(self, **files: str) -> None:
        for name, text in files.items():
            path = self.root / f"{name}.py"
            path.write_text(dedent(text), encoding="utf-8")
            os.utime(path, ns=(10**18, 10**18))

    def session(self, *paths: str, **more: t.Any) -> Session:
        """One that is closed when the test ends."""
        session = Session(Request(tuple(paths), cwd=str(self.root), **more))
        self.sessions.append(session)
        return session

    def context(self, *paths: str, **more: t.Any) -> tuple[ProjectContext, Sequence[t.Any]]:
        session = self.session(*paths, **more)
        plan = plan_run(session)
        ((settings, files),) = plan.by_project().items()
        return ProjectContext(session, plan, settings, {}), [file for file in files if file.path.endswith(".py")]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["tdom"]\n[tool.tdomcheck]\n', encoding="utf-8")
    opened = Shop(tmp_path)
    yield opened
    for session in opened.sessions:
        session.close()


def buckets(states: Sequence[FileState]) -> dict[str, Bucket]:
    return {state.planned.shown: state.bucket for state in states}


def test_a_cold_cache_knows_nothing(shop: Shop) -> None:
    shop.write(plain=PLAIN)

    (state,) = reuse(*shop.context())

    assert state.is_unread
    assert (state.digest, state.words, state.analysis) == ("", None, None)


def test_what_has_not_changed_is_reused(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write(plain=PLAIN, wrong=WRONG)
    monkeypatch.setattr("tdomcheck.app.passes.judge.is_fresh", lambda *_: False)
    first = read(*shop.context())
    again = reuse(*shop.context())

    assert set(buckets(again).values()) == {Bucket.CACHED}
    assert [state.analysis and state.analysis.findings for state in again] == [
        state.analysis and state.analysis.findings for state in first
    ]


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"overrides": {"ignore": ["TDC101"]}}, id="other rules"),
        pytest.param({"uses_cache": False}, id="no cache"),
    ],
)
def test_what_was_judged_in_another_way_is_not_reused(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, more: dict[str, t.Any]
) -> None:
    shop.write(wrong=WRONG)
    monkeypatch.setattr("tdomcheck.app.passes.judge.is_fresh", lambda *_: False)
    read(*shop.context())
    (state,) = reuse(*shop.context(**more))

    assert state.is_unread


def test_a_file_that_is_gone_says_why(shop: Shop) -> None:
    shop.write(plain=PLAIN)
    context, files = shop.context()
    (shop.root / "plain.py").unlink()

    (state,) = reuse(context, files)

    assert state.reason == "it vanished while tdomcheck was running"
    assert not state.is_unread, "nobody has to look at it any more"
    assert gate(context, [state]).misses == ()


def test_a_file_that_concerns_our_own_rules_only_leaves_at_the_gate(shop: Shop) -> None:
    shop.write(broken="def f(:\n", plain=PLAIN, wrong=WRONG)
    context, files = shop.context()

    gated = gate(context, reuse(context, files))

    found = {"broken.py": Bucket.FAILED, "plain.py": Bucket.CHECKED, "wrong.py": Bucket.CHECKED}
    assert buckets(gated.states) == found
    assert gated.misses == (0, 1, 2)
    assert [task.shown for task in gated.tasks.values()] == ["broken.py"]


def test_one_that_concerns_others_is_for_a_worker(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tdomcheck.lint.plan.OUR_RULES", "elsewhere.")
    shop.write(plain=PLAIN, wrong=WRONG)
    context, files = shop.context()

    gated = gate(context, reuse(context, files))

    assert [task.shown for task in gated.tasks.values()] == ["wrong.py"]


@pytest.mark.skipif(sys.gettrace() is not None, reason="what is traced is not interrupted")
def test_what_takes_long_at_the_gate_is_for_a_worker(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tdomcheck.edges.here.SECONDS", 1e-6)
    shop.write(plain=PLAIN, wrong=WRONG)
    context, files = shop.context()

    gated = gate(context, reuse(context, files))

    assert [task.shown for task in gated.tasks.values()] == ["plain.py", "wrong.py"]
    assert buckets(judge(context, gated)) == {"plain.py": Bucket.CHECKED, "wrong.py": Bucket.CHECKED}


def test_of_many_files_all_are_left_to_the_workers(shop: Shop) -> None:
    shop.write(**{f"plain{number}": PLAIN for number in range(FEW + 1)})
    context, files = shop.context()

    gated = gate(context, reuse(context, files))

    assert len(gated.tasks) == FEW + 1


def test_a_gate_that_is_not_asked_is_open(shop: Shop) -> None:
    shop.write(wrong=WRONG)
    context, files = shop.context(uses_gates=False)

    (state,) = gate(context, reuse(context, files)).states
    assert state.analysis is not None
    assert len(state.analysis.timings) > 20


def test_the_judge_keeps_the_order_of_the_files(shop: Shop) -> None:
    shop.write(a=WRONG, b=PLAIN, c=WRONG)
    context, files = shop.context()

    states = judge(context, gate(context, reuse(context, files)))

    assert [state.planned.shown for state in states] == ["a.py", "b.py", "c.py"]
    codes = [[finding.code for finding in state.analysis.findings] for state in states if state.analysis is not None]
    assert codes == [["TDC101"], [], ["TDC101"]]


def test_a_pass_gives_new_values_and_leaves_the_old_as_they_are(shop: Shop) -> None:
    shop.write(wrong=WRONG)
    context, files = shop.context()
    states = reuse(context, files)
    before = repr(states)

    judge(context, gate(context, states))

    assert repr(states) == before


@pytest.mark.parametrize(("text", "is_asking"), [("", False), (PLAIN, False), ("import json\n", False), (USES, True)])
def test_a_file_asks_something_of_the_others_where_a_gate_opens(shop: Shop, text: str, is_asking: bool) -> None:
    shop.write(page=text)
    context, files = shop.context()

    assert bool(candidates_of(context, read(context, files))) is is_asking


def test_the_rest_of_a_project_is_read_only_where_a_file_asks(shop: Shop) -> None:
    shop.write(card=CARD, page=USES, plain=PLAIN)

    outcomes = {}
    for name in ("plain.py", "page.py"):
        context, files = shop.context(name)
        outcomes[name] = project(context, ProjectFiles(read(context, files)))

    assert not outcomes["plain.py"].files.is_whole
    assert outcomes["page.py"].files.is_whole
    assert {os.path.basename(path) for path in outcomes["page.py"].files.paths} >= {"card.py", "page.py", "plain.py"}
    assert [(path, finding.code) for path, finding in outcomes["page.py"].findings] == [("page.py", "TDC207")]


def test_a_whole_project_is_completed_once(shop: Shop) -> None:
    shop.write(card=CARD, page=USES)
    context, files = shop.context("page.py")

    once = whole(context, ProjectFiles(read(context, files)))

    assert whole(context, once) is once


def test_only_what_has_changed_is_judged_again(shop: Shop) -> None:
    shop.write(card=CARD, page=USES, wrong=WRONG)
    session = shop.session()
    run = check(session)
    page = str(shop.root / "page.py")

    again = check_again(run, {page: USES.replace('colour="red" ', "").encode()}, {page})

    assert [finding.code for finding in run.findings["page.py"]] == ["TDC207"]
    assert "page.py" not in again.findings
    assert again.findings["wrong.py"] == run.findings["wrong.py"]
    wrong = str(shop.root / "wrong.py")
    assert again.states[wrong] is run.states[wrong]


def test_a_run_of_nothing_is_empty(shop: Shop) -> None:
    run = check(shop.session())

    assert [state.planned.shown for state in run.states.values()] == ["pyproject.toml"]
    assert (dict(run.findings), list(run.crashes), dict(run.others)) == ({}, [], {})
