"""The comparison of renamings scores what is there, and needs none of those it compares."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "benchmarks"))

import language_server
import renamers
from renamed_project import ATTRIBUTE, KINDS, NAME, TAG, WISHES, Wish, digest, expected, files, score

COMPONENT, PROP = WISHES
TOTALS = {"component": {NAME: 6, TAG: 5, ATTRIBUTE: 0}, "prop": {NAME: 8, TAG: 0, ATTRIBUTE: 5}}


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.what)
def test_what_is_right_leaves_nothing(wish: Wish) -> None:
    result = score(wish, expected(wish), {})
    assert result.total == TOTALS[wish.what]
    assert result.renamed == result.total
    assert (result.broken, result.strayed) == (0, 0)


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.what)
def test_what_nobody_touched_leaves_all(wish: Wish) -> None:
    result = score(wish, files(), {})
    assert all(result.left(kind) == TOTALS[wish.what][kind] for kind in KINDS)
    assert result.strayed == 0


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.what)
def test_tdomcheck_leaves_nothing(wish: Wish) -> None:
    assert renamers._by_tdomcheck(wish) == expected(wish)


def test_each_place_counts_by_its_kind() -> None:
    after = expected(PROP)
    pages = after["shop/pages.py"]
    after["shop/pages.py"] = pages.replace("login-name", "user-name").replace('login_name="', 'user_name="')
    result = score(PROP, after, {"shop/pages.py": True, "elsewhere.py": True})
    assert (result.left(NAME), result.left(ATTRIBUTE), result.broken, result.strayed) == (0, 4, 1, 0)


def test_a_spelling_that_is_not_the_old_one_counts_as_left() -> None:
    after = expected(PROP)
    after["test_cards.py"] = after["test_cards.py"].replace("login-name", "login_name")
    assert score(PROP, after, {}).left(ATTRIBUTE) == 1


@pytest.mark.parametrize("stray", ["x", "\n"])
def test_another_change_is_seen(stray: str) -> None:
    after = expected(COMPONENT)
    after["shop/other.py"] = after["shop/other.py"].replace("def Card", f"def Tile{stray}", 1)
    result = score(COMPONENT, after, {})
    assert (result.strayed, result.left(TAG)) == (1, 0)
    del after["shop/pages.py"]
    assert score(COMPONENT, after, {}).strayed == 2


def test_a_broken_file_is_counted() -> None:
    after = expected(COMPONENT)
    after["shop/pages.py"] += "def (:\n"
    assert renamers._scored(COMPONENT, after).broken == 1
    assert renamers._scored(COMPONENT, expected(COMPONENT)).broken == 0


def test_the_definition_is_where_everybody_is_sent() -> None:
    texts = files()
    for wish, name in ((COMPONENT, "Card"), (PROP, "user_name")):
        assert texts[wish.path][renamers._offset(wish) :].startswith(name)


def test_what_is_kept_is_of_this_project_and_of_this_tool() -> None:
    kept = json.loads(renamers.TARGET.read_text(encoding="utf-8"))
    assert kept["project"] == digest(), "run benchmarks/renamers.py --write"
    ours = [row for row in kept["rows"] if row["tool"] == "tdomcheck"]
    assert [row["score"] for row in ours] == [
        asdict(renamers._scored(wish, renamers._by_tdomcheck(wish))) for wish in WISHES
    ]


def test_edits_of_a_server_come_into_the_text() -> None:
    def edit(line: int, start: int, end: int, text: str) -> dict[str, object]:
        place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        return {"range": place, "newText": text}

    assert language_server.edited("ab\ncd\n", [edit(0, 0, 1, "x"), edit(1, 1, 2, "yz")]) == "xb\ncyz\n"
    both = {
        "changes": {"a": [1]},
        "documentChanges": [{"textDocument": {"uri": "b"}, "edits": [2]}, {"kind": "create"}],
    }
    assert list(language_server.edits_by_uri(both)) == [("a", [1]), ("b", [2])]
    assert language_server.answer_to({"method": "workspace/configuration", "params": {"items": [1, 2]}}) == [None, None]
    assert language_server.answer_to({"method": "client/registerCapability"}) is None


def test_a_row_without_an_answer_says_why() -> None:
    row = renamers.Row("tool", "1.0", "prop", None, "it refuses")
    assert renamers.table([row]).splitlines()[-1] == "| tool 1.0 | prop | it refuses | | | | |"
