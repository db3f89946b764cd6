"""The record of a shard: it is read as it was written, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from poisoning import poisoned

from tdomcheck.errors import UsageError
from tdomcheck.hashes import sha256
from tdomcheck.model import (
    Acceptance,
    AcceptedFinding,
    BaselineOutcome,
    Bucket,
    Dependents,
    Doubt,
    Edit,
    FailOn,
    FileOutcome,
    Finding,
    Fix,
    Focus,
    ImportRequest,
    OptionSpec,
    Related,
    RuleInfo,
    RuleKind,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    Safety,
    Severity,
    Span,
    StaleEntry,
    Threshold,
    Unfollowed,
)
from tdomcheck.model.shard import BudgetAccount, BudgetCount, EntryUse, Shard, ShardAccount, Stage
from tdomcheck.report import FORMATS, ReportContext, render
from tdomcheck.report.as_shard import ShardRecord, read_record
from tdomcheck.values import replace

VERSION = "0.1.0"
FIX = Fix("Close it.", (Edit(1, 2, "é\n"),), Safety.UNSAFE, (ImportRequest("tdom", "html"),), "why", (Edit(0, 0, "x"),))
FINDING = Finding(
    "a\udcff.py", Span(1, 4), "TDC101", "slug", "wrong", Severity.ERROR, FIX, (Related("b.py", Span(0, 1), "here"),)
)
STALE = StaleEntry("TDC101", "b.py", "scope", 2, "folder")
RULE = RuleInfo(
    "TDC101",
    "slug",
    "Name",
    "group",
    RuleKind.CST,
    Severity.ERROR,
    "summary",
    "docs",
    "safe",
    tuple(
        OptionSpec(kind, kind, default, "help") for kind, default in (("bool", True), ("str", "x"), ("list", ("y",)))
    ),
    other_severities=(Severity.INFO,),
)
ACCOUNT = ShardAccount(
    Shard(1, 2),
    "abc",
    exits_zero=True,
    fails_on_stale=False,
    errors=((Stage.FILES, "it is gone"),),
    entries=(EntryUse("base.txt", "TDC101\tb.py", STALE, 1),),
    moved=(("old.py", "new.py"),),
    budgets=(BudgetAccount("p.toml", "p.toml", Severity.ERROR, True, (BudgetCount("TDC101", 1, 2, Span(0, 3), 1),)),),
)
RESULT = RunResult(
    findings=(FINDING,),
    suppressed=(AcceptedFinding(FINDING, Acceptance.COMMENT, "reason", "owner", "2030-01-01", Span(5, 6)),),
    files=(FileOutcome("a.py", Bucket.CHECKED, "reason"),),
    rules=(RuleOutcome("TDC101", RuleState.RAN, "detail"),),
    catalog=(RULE,),
    errors=("error",),
    warnings=("warning",),
    timings=(RuleTiming("TDC101", 3, 0.25),),
    threshold=Threshold(FailOn.NOTE, 3),
    baseline=BaselineOutcome(1, 2, (STALE,)),
    shard=ACCOUNT,
    focus=Focus(2, {"a.py": frozenset({1, 2})}, (FINDING,)),
    dependents=Dependents(1, 2, "reason", 3),
    unfollowed=(Unfollowed("a.py", "Card", "lib", Doubt.OUTSIDE),),
    left_out=(FileOutcome("build", Bucket.EXCLUDED, "build"),),
)
SOURCES = {"a\udcff.py": "é = 1\r\n".encode() + b"\xff\x00", "b.py": b""}
CONTEXT = ReportContext(sources=SOURCES, version=VERSION, root_prefix="pkg", shows_suppressed=True)


def text() -> str:
    return render("shard", RESULT, CONTEXT)


def read(data: str) -> ShardRecord:
    return read_record("record", data.encode("ascii"), VERSION)


def test_a_record_is_read_as_it_was_written() -> None:
    record = read(text())
    assert (record.account, record.result) == (ACCOUNT, replace(RESULT, shard=None))
    assert record.sources() == SOURCES
    assert (record.view.root_prefix, record.view.shows_suppressed, record.view.profile) == ("pkg", True, False)


def test_the_same_run_writes_the_same_record() -> None:
    assert text() == text()
    assert text().isascii()
    assert text().count("\n") == 2


def damages(value: object) -> Iterator[object]:
    """The value with each of its parts in turn replaced by a number that nothing but a time may be."""
    if not isinstance(value, float):
        yield 1.5
    if isinstance(value, list):
        for index, item in enumerate(value):
            for damaged in damages(item):
                yield [*value[:index], damaged, *value[index + 1 :]]
    elif isinstance(value, dict):
        for key, item in value.items():
            for damaged in damages(item):
                yield {**value, key: damaged}


def sealed(body: object) -> str:
    """A record with the checksum that it should have."""
    head, written = json.loads(text().splitlines()[0]), json.dumps(body)
    return f"{json.dumps({**head, 'sha256': sha256(written.encode()).hexdigest()})}\n{written}\n"


def test_every_part_may_be_of_another_kind() -> None:
    body = json.loads(text().splitlines()[1])
    assert read(sealed(body)) == read(text())
    cases = list(damages(body))
    assert len(cases) > 150
    for damaged in cases:
        with pytest.raises(UsageError, match=r"record does not hold what tdomcheck 0\.1\.0 writes"):
            read(sealed(damaged))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[[1,2],", "[[[3,2],"),
        ("[[[1,2],", "[[[1,999999999],"),
        ("[[[1,2],", "[[[0,0],"),
        ("0.25", "NaN"),
        ("0.25", "1e999"),
        ("0.25", "9" * 5_000),
        ("\\udcff\\u0000", "\\ud800"),
    ],
)
def test_values_that_no_run_has_are_refused(old: str, new: str) -> None:
    body = text().splitlines()[1]
    changed = body.replace(old, new, 1)
    assert changed != body
    head = json.loads(text().splitlines()[0]) | {"sha256": sha256(changed.encode()).hexdigest()}
    with pytest.raises(UsageError, match="does not hold what"):
        read(f"{json.dumps(head)}\n{changed}\n")


def test_a_deep_record_is_refused() -> None:
    deep = "[" * 100_000
    head = json.loads(text().splitlines()[0]) | {"sha256": sha256(deep.encode()).hexdigest()}
    with pytest.raises(UsageError, match="does not hold what"):
        read(f"{json.dumps(head)}\n{deep}\n")


def test_a_record_that_is_cut_off_is_refused() -> None:
    whole = text()
    for length in range(len(whole) - 1):
        with pytest.raises(UsageError, match=r"is cut off or damaged|is not the record of a shard"):
            read(whole[:length])


def test_one_that_is_changed_is_refused() -> None:
    with pytest.raises(UsageError, match="is cut off or damaged"):
        read(text().replace("TDC101", "TDC102", 1))


def test_only_a_shard_has_a_record() -> None:
    with pytest.raises(UsageError, match="only `check --shard I/N` writes the record of a shard"):
        render("shard", RunResult(), CONTEXT)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("poison", ["\x1b[31m\n::error::x", "\ud800"])
def test_nothing_that_a_record_says_speaks_to_a_terminal(form: str, poison: str) -> None:
    result = poisoned(replace(RESULT, shard=None, idle="idle"), poison)
    for each in (result, replace(result, findings=(), files=())):
        shown = render(form, each, replace(CONTEXT, statistics=True, profile=True, max_annotations=-1))
        assert "\x1b" not in shown
        assert not any(line.startswith("::error::x") for line in shown.splitlines())


@pytest.mark.parametrize("form", FORMATS)
def test_places_that_no_file_has_are_shown(form: str) -> None:
    odd = [replace(FINDING, span=Span(*places)) for places in ((-7, 1 << 52), (9, 2), (1 << 52, -1))]
    assert render(form, replace(RESULT, findings=tuple(odd), shard=None), CONTEXT)
