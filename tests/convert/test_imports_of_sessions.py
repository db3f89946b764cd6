"""Imports that codemods add to sessions at a prompt: first what stays, then where the line goes."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_codemods import Quotes

from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.convert import sound
from tdomcheck.convert.file import LoadedStep, convert_file
from tdomcheck.model.codemod import CodemodStep, FileConversion, StepState


def run(source: str, path: str = "a.py", **options: object) -> FileConversion:
    """`add-import`, or `replace` where a pattern is given."""
    name = "replace" if "pattern" in options else "add-import"
    cls = next(entry.cls for entry in open_codemods((), "").entries if entry.info.name == name)
    given = options or {"name": "tdom.html"}
    return convert_file(source.encode(), path, [LoadedStep(CodemodStep(name, tuple(given.items())), cls)])


def after(source: str, path: str = "a.py", **options: object) -> str:
    result = run(source, path, **options)
    assert not result.failure
    assert [each.state for each in result.outcomes if each.state is StepState.CRASHED] == []
    assert not result.sites
    return result.after.decode()


REPLACE = {"pattern": "old($X)", "with": "new($X)", "imports": ("m.new",)}


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ('"""\n>>> from tdom import html\n>>> html(1)\n"""\n', "a.py"),
        ('"""\n>>> from tdom import html\n>>>\n>>> html(1)\n"""\n', "a.py"),
        ('"""\n>>> from tdom import html\n\n>>> print(2)\n2\n"""\n', "a.py"),
        ('from tdom import html\n\n\ndef f():\n    """\n    >>> html(1)\n    """\n', "a.py"),
        ("Text.\n\n>>> html = print\n>>> html(1)\n", "a.rst"),
        ("Text.\n\n>>> def f(html):\n...     html(1)\n", "a.rst"),
        ("```pycon\n>>> from shop import *\n>>> html(1)\n```\n", "a.md"),
        ("```pycon\n>>> x\nhtml(1)\n```\n", "a.md"),
    ],
)
def test_what_has_the_name_stays(source: str, path: str) -> None:
    assert after(source, path) == source


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("\n>>> html(1)\n", "\n>>> from tdom import html\n>>> html(1)\n"),
        ("\n    >>> html(1)\n    2\n", "\n    >>> from tdom import html\n    >>> html(1)\n    2\n"),
        ("\n>>> import os\n>>> html(1)\n", "\n>>> import os\n>>> from tdom import html\n>>> html(1)\n"),
        ("\n>>> import zoo\n>>> html(1)\n", "\n>>> import zoo\n>>> from tdom import html\n>>> html(1)\n"),
        # A bare prompt is a line of its session.
        ("\n>>> import os\n>>>\n>>> html(1)\n", "\n>>> import os\n>>> from tdom import html\n>>>\n>>> html(1)\n"),
        ("\n>>>\n>>> html(1)\n", "\n>>> from tdom import html\n>>>\n>>> html(1)\n"),
        # A session has no docstring: what follows the text is what it shows.
        ("\n>>> 'a'\n'a'\n>>> html(1)\n", "\n>>> from tdom import html\n>>> 'a'\n'a'\n>>> html(1)\n"),
        ("\n>>> # why\n>>> html(1)\n", "\n>>> # why\n>>> from tdom import html\n>>> html(1)\n"),
        # What an import shows stays with it.
        (
            "\n>>> import this\nThe Zen\n>>> html(1)\n",
            "\n>>> import this\nThe Zen\n>>> from tdom import html\n>>> html(1)\n",
        ),
        # One that comes later is too late.
        (
            "\n>>> html(1)\n2\n>>> import os\n>>> html(3)\n",
            "\n>>> from tdom import html\n>>> html(1)\n2\n>>> import os\n>>> html(3)\n",
        ),
        # A prompt takes one statement, unless a semicolon joins them.
        ("\n>>> import os; html(1)\n", "\n>>> from tdom import html\n>>> import os; html(1)\n"),
        (
            "\n>>> for x in y:\n...     html(x)\n",
            "\n>>> from tdom import html\n>>> for x in y:\n...     html(x)\n",
        ),
        (
            "\n>>> html(1)\n\n>>> html(2)\n",
            "\n>>> from tdom import html\n>>> html(1)\n\n>>> from tdom import html\n>>> html(2)\n",
        ),
    ],
)
def test_the_line_stands_in_the_session(before: str, expected: str) -> None:
    assert after(f'"""{before}"""\n') == f'"""{expected}"""\n'
    assert after(f"Text.\n{before}", "a.rst") == f"Text.\n{expected}"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (
            '"""\n>>> from tdom import svg\n>>> html(1)\n"""\n',
            '"""\n>>> from tdom import html, svg\n>>> html(1)\n"""\n',
        ),
        ('""">>> import os\n>>> html(1)"""', '""">>> import os\n>>> from tdom import html\n>>> html(1)"""'),
        ('"""\r\n>>> html(1)\r\n"""\r\n', '"""\r\n>>> from tdom import html\r\n>>> html(1)\r\n"""\r\n'),
    ],
)
def test_docstrings_of_other_shapes(before: str, expected: str) -> None:
    assert after(before) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("```python\n>>> html(1)\n```\n", "```python\n>>> from tdom import html\n>>> html(1)\n```\n"),
        ("> ```py\n> >>> html(1)\n> ```\n", "> ```py\n> >>> from tdom import html\n> >>> html(1)\n> ```\n"),
        ("```py\nhtml(1)\n```\n", "```py\nfrom tdom import html\n\nhtml(1)\n```\n"),
        ("```py\nimport os; html(1)\n```\n", "```py\nimport os\n\nfrom tdom import html\nhtml(1)\n```\n"),
    ],
)
def test_a_fence_without_prompts_has_its_blank_line(before: str, expected: str) -> None:
    assert after(before, "a.md") == expected


def test_a_replacement_brings_its_import() -> None:
    source = '"""Tools.\n\n>>> old(1)\n1\n"""\n'
    assert after(source, **REPLACE) == '"""Tools.\n\n>>> from m import new\n>>> new(1)\n1\n"""\n'


PIECES = st.sampled_from(
    [">>> old(1)\n1\n", ">>> x = 2\n", ">>>\n", "\nwords\n\n", ">>> import os\n", ">>> for x in y:\n...     old(x)\n"]
)


@given(st.lists(PIECES, max_size=6).map("".join))
def test_sessions_stay_what_doctest_runs(body: str) -> None:
    """The examples that were there, each with what it shows, and imports between them."""
    source = f"Text.\n\n{body}"
    result = after(source, "a.rst", **REPLACE)
    parser = doctest.DocTestParser()
    was = [(each.source.replace("old", "new"), each.want) for each in parser.get_examples(source)]
    now = [(each.source, each.want) for each in parser.get_examples(result)]
    assert [each for each in now if each != ("from m import new\n", "")] == was
    assert after(result, "a.rst", **REPLACE) == result


WORDS = "with this change a code block would no longer be read as Python"


def quoted(source: str) -> FileConversion:
    result = convert_file(source.encode(), "a.py", [LoadedStep(CodemodStep("quotes"), Quotes)])
    assert [each.state for each in result.outcomes if each.state is StepState.CRASHED] == []
    return result


def docstring(number: int, line: str, quotes: str = "'''") -> str:
    return f"\n\ndef f{number}():\n    {quotes}\n    >>> {line}\n    {quotes}\n"


class TestABlockThatWouldBreak:
    def test_it_is_left_and_told_and_the_others_change(self) -> None:
        bad = docstring(0, "old", '"""')
        source = "x = old\n" + bad + docstring(1, "old")
        result = quoted(source)
        assert result.after.decode() == 'x = """new"""\n' + bad + docstring(1, '"""new"""')
        assert [(site.reason, result.after[site.span.start : site.span.end]) for site in result.sites] == [
            (WORDS, b"old")
        ]

    def test_it_is_found_among_many(self) -> None:
        good = [docstring(number, "old") for number in range(20)]
        bad = docstring(20, "old", '"""')
        result = quoted("".join([*good[:7], bad, *good[7:]]))
        changed = [each.replace("old", '"""new"""') for each in good]
        assert result.after.decode() == "".join([*changed[:7], bad, *changed[7:]])
        assert [site.reason for site in result.sites] == [WORDS]

    def test_to_look_for_it_ends(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sound, "MOST_LOOKS", 1)
        result = quoted("".join([docstring(1, "old"), docstring(2, "old"), docstring(3, "old", '"""')]))
        assert not result.is_changed
        assert [site.reason for site in result.sites] == [WORDS] * 3

    def test_a_module_that_would_break_is_a_fault(self) -> None:
        source = "old += 1\n" + docstring(1, "old")
        result = convert_file(source.encode(), "a.py", [LoadedStep(CodemodStep("quotes"), Quotes)])
        assert [each.state for each in result.outcomes] == [StepState.CRASHED]
        assert result.after.decode() == source

    def test_behind_the_quotes_of_a_docstring_is_no_place_for_a_line(self) -> None:
        source = 'class A:\n    """>>> html(1)\n    2\n    """\n'
        result = run(source)
        assert result.after.decode() == source
        assert [site.reason for site in result.sites] == ["the change reaches beyond its code block"]
