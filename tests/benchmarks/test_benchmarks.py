"""The benchmarks make the same projects everywhere, and say honestly what they measured. No time is measured here."""

from __future__ import annotations

import os
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "benchmarks"))

import defects
import on_patches
import on_renamings
import tables
from corpus import LEAST_LINES, Corpus, files_of, write_corpus
from measure import BadRunError, Contender, Cost, compare, least, run
from run import document

from tdomcheck.model.changes import FileEdits
from tdomcheck.refactor.rename import rename
from tdomcheck.refactor.sources import Sources
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.document import read_patches
from tdomcheck.stitch.splice import splice

SMALL = Corpus(files=60)
COSTS = {
    "ours": Cost(wall=0.5, cpu=0.75, memory=50_000_000),
    "theirs": Cost(wall=8.0, cpu=1.5, memory=400_000_000),
}


@pytest.mark.parametrize("corpus", [SMALL, Corpus(files=60, is_judged=True)])
def test_a_seed_gives_the_same_bytes_and_another_seed_gives_others(corpus: Corpus) -> None:
    again = Corpus(corpus.files, corpus.seed, is_judged=corpus.is_judged)
    assert list(files_of(corpus)) == list(files_of(again))
    assert list(files_of(corpus)) != list(files_of(Corpus(corpus.files, corpus.seed + 1, is_judged=corpus.is_judged)))


def test_a_larger_project_begins_with_the_smaller_one() -> None:
    smaller, larger = list(files_of(Corpus(files=20))), list(files_of(SMALL))
    assert larger[: len(smaller)] == smaller


def test_files_have_the_promised_size_and_a_third_concerns_the_domain() -> None:
    texts = [text for name, text in files_of(SMALL) if name.endswith(".py")]
    assert len(texts) == SMALL.files
    assert all(LEAST_LINES <= text.count("\n") <= LEAST_LINES + 8 for text in texts)
    share = sum("svcs" in text for text in texts) / len(texts)
    assert 0.3 <= share <= 0.4


@pytest.mark.parametrize("corpus", [SMALL, Corpus(files=60, is_judged=True)])
def test_every_file_is_python(corpus: Corpus) -> None:
    for name, text in files_of(corpus):
        if name.endswith(".py"):
            parse_module(SourceText(text.encode()))
    parse_module(SourceText(defects.many_fixes(3).encode()))


def test_every_patch_of_the_long_file_can_be_applied() -> None:
    blocks = read_patches(on_patches.document()).blocks
    source = on_patches.long_file()
    assert len(blocks) == on_patches.PATCHES
    assert source.count("\n") >= on_patches.LINES
    result = splice("long.py", source.encode(), [block.wish for block in blocks])
    assert result.refusals == ()
    assert result.after.count(b"        return 0\n\n") == 80


def test_all_twelve_rules_have_a_defect() -> None:
    assert len({defect.code for defect in defects.DEFECTS}) == 12


def test_writing_counts_files_of_python(tmp_path: object) -> None:
    assert write_corpus(str(tmp_path), Corpus(files=12)) == 12
    assert os.path.exists(os.path.join(str(tmp_path), "src", "market_0001", "models.py"))


def test_a_table_shows_ratios_before_numbers() -> None:
    table = tables.cost_table("Cold", COSTS, "ours", "Some words.")
    assert tables.markdown([table]).splitlines() == [
        "## Cold",
        "",
        "Some words.",
        "",
        "|  | wall / ours | CPU / ours | wall, ms | CPU, ms | largest process, MB |",
        "| --- | --: | --: | --: | --: | --: |",
        "| ours | 1.00 | 1.00 | 500 | 750 | 50 |",
        "| theirs | 16 | 2.00 | 8,000 | 1,500 | 400 |",
    ]


def test_a_broken_promise_is_shown_as_broken() -> None:
    demands = (
        tables.Demand("hook", 16.2, 15),
        tables.Demand("cold", 15.0, 15, is_least=True),
        tables.Demand("memory", 399.6, 400, unit=" MB"),
    )
    assert [demand.is_met for demand in demands] == [False, True, True]
    rows = tables.demand_table(demands).rows
    assert rows[0] == ("hook", "at most 15x", "16.20x", "**no**")
    assert rows[1] == ("cold", "at least 15x", "15x", "yes")
    report = tables.Report((tables.cost_table("Cold", COSTS, "ours"),), demands)
    text = document({"cold": report}, 1_000)
    assert text.index("What is promised") < text.index("## Cold")
    assert tables.as_data({"cold": report})["cold"]["demands"][0]["is_met"] is False  # type: ignore[index]


def test_the_least_of_rounds_counts_but_the_most_memory() -> None:
    assert least(list(COSTS.values())) == Cost(0.5, 0.75, 400_000_000)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="processes are measured with wait4")
def test_contenders_take_turns_and_must_end_as_expected(tmp_path: object) -> None:
    turns: list[str] = []
    contenders = [
        Contender("a", [sys.executable, "-c", "pass"], lambda: turns.append("a")),
        Contender("b", [sys.executable, "-c", "pass"], lambda: turns.append("b"), most_rounds=1),
    ]
    assert set(compare(contenders, str(tmp_path), os.environ, 2)) == {"a", "b"}
    assert turns == ["a", "b", "a"]
    with pytest.raises(BadRunError, match="ended with 3"):
        run([sys.executable, "-c", "raise SystemExit(3)"], str(tmp_path), os.environ)


@pytest.mark.parametrize("what", on_renamings.RENAMINGS)
def test_every_use_of_the_component_is_renamed(what: str) -> None:
    files = {path: text.encode() for path, text in on_renamings.project(SMALL, 20).items()}
    source, to = on_renamings.RENAMINGS[what]
    outcome = rename(Sources(files, ("src",)), source, to)
    assert len(outcome.rewrite.files) == 21
    assert sum(len(wish.edits) for wish in outcome.rewrite.files if isinstance(wish, FileEdits)) == (
        1 + 20 * 3 if what == "component" else 2 + 20 * 2
    )
    assert not outcome.rewrite.proposals
