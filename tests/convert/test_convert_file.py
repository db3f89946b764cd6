"""Codemods on one file: first what is left alone, then what changes, then what goes wrong."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_codemods import Breaks, Matching, NewToOld, OldToNew, OldToWord, Plain, Raises, Skips

from tdomcheck.authoring.codemod import Codemod
from tdomcheck.convert import current
from tdomcheck.convert.file import LoadedStep, convert_file
from tdomcheck.model.codemod import CodemodOption, CodemodStep, FileConversion, StepState


def step(cls: type[Codemod], **options: CodemodOption) -> LoadedStep:
    return LoadedStep(CodemodStep(cls.NAME, tuple(options.items())), cls)


def convert(source: str | bytes, *steps: LoadedStep, path: str = "a.py") -> FileConversion:
    data = source if isinstance(source, bytes) else source.encode()
    return convert_file(data, path, steps or (step(OldToNew),))


def after(source: str, *steps: LoadedStep, path: str = "a.py") -> str:
    result = convert(source, *steps, path=path)
    assert not result.failure
    return result.after.decode()


class TestLeavesAlone:
    def test_a_file_whose_gate_is_shut_is_not_parsed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(current, "parse_module", None)
        assert [each.state for each in convert("x = 1\n").outcomes] == [StepState.UNCHANGED]

    @pytest.mark.parametrize(
        "source",
        [
            "old = 1  # tdomcheck: ignore[old-to-new] because\n",
            "# tdomcheck: ignore[old-to-new] because\nold = f(\n    old,\n)\n",
            "# tdomcheck: file-ignore[old-to-new] all of it\nold = 1\n",
            "# tdomcheck: disable[old-to-new]\nold = 1\nold = 2\n# tdomcheck: enable[old-to-new]\n",
            "def f(old):  # tdomcheck: ignore[old-to-new] the header\n    pass\n",
            "@new\ndef f():  # tdomcheck: ignore[old-to-new] the decorator\n    x = 'old'\n",
            "if old:  # tdomcheck: ignore[old-to-new] the head\n    pass\n",
        ],
    )
    def test_what_a_comment_keeps(self, source: str) -> None:
        assert after(source) == source

    def test_what_a_comment_keeps_of_edits(self) -> None:
        source = "x = old  # tdomcheck: ignore[old-to-word] because\ny = old\n"
        assert after(source, step(OldToWord, word="w")) == source.replace("y = old", "y = w")

    def test_a_reminder_keeps_nothing(self) -> None:
        assert after("old = 1  # tdomcheck: todo[old-to-new] x\n") == "new = 1  # tdomcheck: todo[old-to-new] x\n"

    def test_a_comment_for_another_codemod_keeps_nothing(self) -> None:
        assert after("old = 1  # tdomcheck: ignore[other] x\n") == "new = 1  # tdomcheck: ignore[other] x\n"

    def test_only_the_head_of_a_block_is_kept(self) -> None:
        source = "if old:  # tdomcheck: ignore[old-to-new] x\n    old = 1\nelse:\n    old = 2\n"
        assert after(source) == source.replace("    old", "    new")

    def test_a_codemod_that_skips_says_why(self) -> None:
        result = convert("old = 1\n", step(Skips))
        assert [(each.state, each.reason) for each in result.outcomes] == [
            (StepState.SKIPPED, "it is not for this file")
        ]
        assert not result.is_changed


class TestChanges:
    @pytest.mark.parametrize(
        "source",
        [
            "old = 1",
            "old = 1\r\n\r\nif old:\r\n\tx = old\r\n",
            "x = 1\n\f\nold = 1\n\fdef f():\n    return old\n",
            "\fold = 1\n",
            'x = tr"<p>{old}</p>" + rt"{old}"\n',
            'x = t"a" t"{old}"\n',
            "x = 1 ; old = 2 ;\n",
            "\told = 1\n".replace("\t", "if x:\n\t"),
            "old = 1  \n\n\n\n# the end",
            "x = '''\r\n\n\r'''\nold = 1\n",
            "if x :\n  old=( 1 , )\n",
        ],
    )
    def test_nothing_but_the_name_changes(self, source: str) -> None:
        assert after(source) == source.replace("old", "new")

    @pytest.mark.parametrize(
        "data",
        [
            b"\xef\xbb\xbfold = 1\r\n",
            b"# coding: latin-1\nx = '\xe9'; old = 1\n",
            "# -*- coding: utf-8 -*-\nä = old\n".encode(),
        ],
    )
    def test_bytes_and_encoding_survive(self, data: bytes) -> None:
        assert convert(data).after == data.replace(b"old", b"new")

    def test_a_prefix_that_libcst_does_not_know_survives_in_what_changes(self) -> None:
        assert after('x = tr"{old}"\n', step(OldToNew, to="tR")) == 'x = tr"{tR}"\n'

    def test_docstrings_and_documents(self) -> None:
        source = '"""Doc.\n\n>>> old = 1\n>>> old\n1\n"""\nold = 2\n'
        assert after(source) == source.replace("old", "new")
        document = "# Title\n\nThe old way:\n\n    old + 1\n\n```python\nold = 1\n```\n\n```text\nold\n```\n"
        assert after(document, path="a.md") == document.replace("old = 1", "new = 1")

    def test_a_block_has_what_it_imports_itself(self) -> None:
        from tdomcheck.codemods.typing_to_abc import TypingToAbc

        document = "```python\nx = 1\n```\n\n```python\nfrom typing import Any, Sequence\n\ny: Sequence[Any]\n```\n"
        wanted = document.replace(
            "from typing import Any, Sequence", "from collections.abc import Sequence\nfrom typing import Any"
        )
        assert after(document, step(TypingToAbc), path="a.md") == wanted

    def test_decorators_of_matchers(self) -> None:
        assert after("f(old, 1); g(old)\n", step(Matching)) == "f(new, 2); g(old)\n"

    def test_stubs(self) -> None:
        assert after("def f(old: int) -> None: ...\n", path="a.pyi") == "def f(new: int) -> None: ...\n"

    def test_one_after_the_other_and_one_parse_for_all_that_change_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parsed: list[object] = []
        real = current.parse_module

        def counted(source: object) -> object:
            parsed.append(source)
            return real(source)  # type: ignore[arg-type]

        monkeypatch.setattr(current, "parse_module", counted)
        result = convert("kept_old = 1\n", step(OldToNew), step(Skips), step(OldToNew, to="x"))
        assert not result.is_changed
        assert len(parsed) == 1

    def test_what_is_left_is_told_where_it_stands_afterwards(self) -> None:
        result = convert("def f():\n    return old + kept_old\n", step(OldToNew, to="a_longer_name"))
        site = result.sites[0]
        assert result.after[site.span.start : site.span.end] == b"kept_old"
        assert (site.codemod, site.reason, site.symbol, site.cycle) == ("old-to-new", "it is kept", "f", 2)

    def test_what_definitions_changed_is_told(self) -> None:
        assert convert("old = 1\nclass C:\n    def f(self): return old\n").symbols == ("C.f",)

    def test_it_crosses_processes(self) -> None:
        result = convert("old = kept_old\n")
        assert pickle.loads(pickle.dumps(result)) == result

    @given(
        st.lists(
            st.sampled_from(
                ["old = 1\n", "\f", "x = old ; old\n", "# old\n", "\r\n", "if old:\n\told\n", "'''\n\r'''\n"]
            )
        )
    )
    def test_twice_is_once(self, pieces: list[str]) -> None:
        source = "".join(pieces)
        first = convert(source)
        if not first.failure:
            assert convert(first.after).after == first.after
            assert len(first.after) == len(source.encode())


class TestGoesWrong:
    @pytest.mark.parametrize(
        ("source", "reason"),
        [
            (b"old = (\n", "expected|invalid|never closed|unexpected|EOF"),
            (b"old = '\xff'\n", "is not utf-8"),
            (b"# coding: nope\nold\n", "names an encoding that Python does not know"),
        ],
    )
    def test_a_file_that_is_no_python(self, source: bytes, reason: str) -> None:
        result = convert(source)
        assert not result.is_changed
        assert pytest.importorskip("re").search(reason, result.failure)

    def test_a_codemod_that_raises(self) -> None:
        result = convert("x = old\n", step(OldToNew), step(Raises))
        assert not result.is_changed, "what is half done is not done"
        outcome = next(each for each in result.outcomes if each.state is StepState.CRASHED)
        assert outcome.name == "raises"
        assert "ValueError: x (line" in outcome.reason

    def test_a_codemod_that_writes_what_is_no_python(self) -> None:
        outcome = convert("x = 1\n", step(Breaks)).outcomes[0]
        assert outcome.state is StepState.CRASHED
        assert "it would leave what is no Python" in outcome.reason

    def test_codemods_that_undo_each_other(self) -> None:
        result = convert("old = 1\n", step(OldToNew), step(NewToOld))
        assert not result.is_changed

    def test_a_letter_that_the_encoding_lacks(self) -> None:
        result = convert(b"# coding: latin-1\nx = old\n", step(OldToWord, word="\u017f"))
        assert "cannot be written in iso8859-1; save the file as UTF-8" in result.failure

    def test_what_nests_too_deep_is_left_and_told(self) -> None:
        result = convert("x = old\ny = " + "(" * 2000 + "1" + ")" * 2000 + "\n")
        assert not result.is_changed
        assert "so it was not looked at" in result.sites[0].reason


class TestComments:
    @pytest.mark.parametrize(
        "source",
        [
            "x = old(\n    1,  # noqa: E501\n)\n",
            "x = old(\n    1,  # type: ignore[arg-type]\n    # ------\n)\n",
            "x = old(1)  # why\n",
            "x = other(\n    1,  # why\n)\n",
            "x = old(\n    '# why',\n)\n",
            "x = 1  # why\ny = old(1)\n",
        ],
    )
    def test_what_stays_and_what_tools_read_has_no_row(self, source: str) -> None:
        assert convert(source, step(Plain)).sites == ()

    def test_a_comment_that_goes_with_its_code_has_a_row(self) -> None:
        result = convert("y = 1\nx = old(\n    1,  # why\n)\n\nz = old(1)  # kept\n", step(Plain))
        assert result.after == b"y = 1\nx = plain\n\nz = plain  # kept\n"
        (site,) = result.sites
        assert site.reason == "a comment went with what it stood in; put it back where it still holds: # why"
        assert result.after[: site.span.start].count(b"\n") == 1

    def test_each_of_several_has_one_where_its_code_has_gone_to(self) -> None:
        source = "first()\nx = old(  # why\n)\ny = old(  # why\n)\nz = 1  # because\n"
        result = convert(source, step(Plain), step(OldToNew))
        lines = [result.after[: site.span.start].count(b"\n") + 1 for site in result.sites]
        assert lines == [2, 3]

    def test_in_code_blocks_as_well(self) -> None:
        result = convert("```python\nx = old(\n    1,  # why\n)\n```\n", step(Plain), path="a.md")
        assert [site.reason.endswith(": # why") for site in result.sites] == [True]
