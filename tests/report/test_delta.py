"""Deltas as JSON: first the plans that are refused, then those that come back as they were."""

from __future__ import annotations

import json
from collections.abc import Callable

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.edits.delta import file_delta
from tdomcheck.errors import UsageError
from tdomcheck.model import Edit
from tdomcheck.model.changes import Tier
from tdomcheck.model.delta import Delta, FileDelta, ProposalRow, RemainderRow, Repository
from tdomcheck.report.delta import delta_id, render
from tdomcheck.report.delta_reader import read_delta
from tdomcheck.report.schema import delta_schema

DELTA = Delta(
    (
        file_delta("b.py", b"x = 1\nz\ny = 1\n", b"x = 2\nz\ny = 2\n", symbols=["b.x"]),
        file_delta("old.py", b"a", b"b", new_path="new/new.py"),
        file_delta("made.py", None, b"made\r\n"),
        file_delta("gone.py", b"gone", None),
    ),
    Repository("0" * 40, is_dirty=True),
    (ProposalRow("b.py", 3, Tier.ANCHORED, "the receiver is unknown", "obj.x"),),
    (RemainderRow("b.py", 4, "b.f", "fix", "", 1, "it is dynamic", "@core"),),
    ("tests/test_b.py",),
)

Document = dict[str, object]


def document(delta: Delta = DELTA) -> Document:
    return json.loads(render(delta))  # type: ignore[no-any-return]


def edits(document: Document) -> list[dict[str, object]]:
    return document["files"][0]["edits"]  # type: ignore[index,no-any-return]


def set_file(**values: object) -> Callable[[Document], None]:
    return lambda document: document["files"][0].update(values)  # type: ignore[index]


def set_edit(**values: object) -> Callable[[Document], None]:
    return lambda document: edits(document)[0].update(values)


class TestRefuses:
    @pytest.mark.parametrize(
        ("spoil", "reason"),
        [
            (lambda d: d.clear(), "it is no plan: a plan is an object with"),
            (lambda d: d.update(schema="tdomcheck.delta/2"), "its schema is 'tdomcheck.delta/2'"),
            (lambda d: d.update(files=[7]), r"files\[0\] is no object with edits, new_path"),
            (lambda d: d.update(id="0" * 64), "its id is not that of its files"),
            (lambda d: d.update(repository=[]), "its repository is no object"),
            (lambda d: d.update(proposals={}), "proposals is no array"),
            (lambda d: d.update(proposals=[{}]), r"proposals\[0\] is no proposal"),
            (lambda d: d.update(remainder=[1]), r"remainder\[0\] is no remainder"),
            (lambda d: d.update(affected_tests=[1]), "affected_tests is no array of texts"),
            (
                lambda d: edits(d).reverse(),
                r"begins at byte 4, which is inside of the edit before it, or in front",
            ),
            (set_edit(end_byte=13), r"files\[0\].edits\[1\] begins at byte 12, which is inside"),
            (set_edit(start_byte=-1), "from byte -1 to byte 5, which is no range"),
            (set_edit(start_byte=9), "which is no range"),
            (set_edit(start_byte=True), "which is no range"),
            (set_edit(text=None), "is no object with start_byte, end_byte and text"),
            (set_edit(more=1), "is no object with start_byte, end_byte and text"),
            (set_file(more=1), "is no object with edits"),
            (set_file(edits=None), "edits is no array"),
            (set_file(path="../b.py"), "no plain path below the root"),
            (set_file(path="/b.py"), "no plain path below the root"),
            (set_file(path="a//b.py"), "no plain path below the root"),
            (set_file(path=""), "is no path"),
            (set_file(path="a\0"), "is no path"),
            (set_file(path=".git/config"), "lies in a folder of git"),
            (set_file(new_path="x/../../b.py"), "no plain path below the root"),
            (set_file(new_path="b.py"), "goes nowhere"),
            (set_file(old_sha256=None, new_sha256=None), "one of its hashes must be given"),
            (set_file(old_sha256="0"), "is neither a SHA-256"),
            (set_file(new_sha256=None), "is deleted, and has edits"),
            (set_file(newline="\t"), r"newline is none of"),
            (set_file(symbols=[1]), "symbols is no array of texts"),
            (set_file(path="gone.py"), "gone.py stands for more than one of its files"),
            (set_file(new_path="made.py"), "made.py is the new place of more than one of its files"),
        ],
    )
    def test_a_plan_made_by_hand(self, spoil: Callable[[Document], None], reason: str) -> None:
        made = document()
        spoil(made)
        with pytest.raises(UsageError, match=f"^plan.json: .*(?:{reason})"):
            read_delta(json.dumps(made), "plan.json")

    @pytest.mark.parametrize("text", ["", "{", "[" * 100_000, b"\xff\xfe"])
    def test_what_is_no_json(self, text: str | bytes) -> None:
        with pytest.raises(UsageError, match="cannot be read as JSON"):
            read_delta(text, "plan.json")


class TestTakes:
    def test_what_it_wrote(self) -> None:
        back = read_delta(render(DELTA, {"summary": {"changed": 4}}), "plan.json")
        assert sorted(back.files, key=lambda file: file.path) == sorted(DELTA.files, key=lambda file: file.path)
        assert (back.repository, back.proposals, back.remainder) == (DELTA.repository, DELTA.proposals, DELTA.remainder)
        assert back.affected_tests == DELTA.affected_tests

    def test_its_schema(self) -> None:
        jsonschema.validate(document(), delta_schema())

    def test_the_id_is_of_the_files_alone_in_any_order(self) -> None:
        assert delta_id(DELTA) == delta_id(Delta(DELTA.files[::-1]))
        assert delta_id(DELTA) != delta_id(Delta(DELTA.files[:-1]))

    @given(st.binary(max_size=30), st.binary(max_size=30), st.text(max_size=10))
    def test_any_content_there_and_back(self, before: bytes, after: bytes, name: str) -> None:
        path = f"{name.replace('/', '').replace(chr(0), '')}x.py"
        delta = Delta((file_delta(path, before, after),))
        text = render(delta)
        assert text.isascii()
        assert read_delta(text, "p").files == delta.files

    def test_text_that_a_runner_would_take_for_a_command_is_no_other_text(self) -> None:
        delta = Delta((FileDelta("a.py", None, "0" * 64, (Edit(0, 0, "##[error]##vso[x]"),)),))
        assert "##[" not in render(delta)
        assert read_delta(render(delta), "p") == delta
