"""Which parts of a document are Python, and which are left alone."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.source.docstrings import docstring_fences
from tdomcheck.source.documents import document_text, read_document
from tdomcheck.source.fences import Fence
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import parse_tree
from tdomcheck.source.wrong import is_good_comment, is_wrong_comment, is_wrong_title, wrong_lead


def fences_of(text: str, name: str = "a.md") -> tuple[Fence, ...]:
    return read_document(dedent(text).encode(), name).fences


def code_of(text: str, name: str = "a.md") -> str:
    """All code that is checked."""
    data = dedent(text).encode()
    return document_text(data, read_document(data, name)).text


FENCED = "```{info}\nx = 1\n```\n"


@pytest.mark.parametrize(
    "info",
    [
        "python",
        "py",
        "Python",
        "python3",
        " python",
        "python title='x.py'",
        "python {1,3}",
        "{.python .numberLines}",
        "{code-block} python",
        "{code} python",
        "{code-cell} ipython3",
        "{testcode}",
    ],
)
def test_python_by_its_info_string(info: str) -> None:
    assert code_of(FENCED.format(info=info)) == "x = 1\n\n"


@pytest.mark.parametrize(
    "info",
    [
        "",
        "bash",
        "console",
        "text",
        "diff",
        "pythonista",
        "{code-block} bash",
        "{python}",
        "{testoutput}",
        "{literalinclude} a.py",
    ],
)
def test_other_languages_are_left_alone(info: str) -> None:
    assert not fences_of(FENCED.format(info=info))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("~~~py\nx = 1\n~~~\n", "x = 1\n\n"),
        ("````python\nx = '''\n```\n'''\n````\n", "x = '''\n```\n'''\n\n"),
        ("1. a\n\n   ```python\n   if x:\n       y\n   ```\n", "if x:\n    y\n\n"),
        ("- ```python\n  x = 1\n  ```\n", "x = 1\n\n"),
        ("> ```python\n> x = 1\n>\n> y = 2\n> ```\n", "x = 1\n\ny = 2\n\n"),
        ("> ```python\n> x = 1\n\ny = 2\n", "x = 1\n\n"),
        ("```python\n    x = 1\n\n    y = 2\n```\n", "x = 1\n\ny = 2\n\n"),
        ("```python\r\nx = 1\r\n```\r\n", "x = 1\r\n\n"),
        ("````{note}\n```python\nx = 1\n```\n````\n\n```python\ny = 2\n```\n", "x = 1\n\ny = 2\n\n"),
        (":::{note}\n```python\nx = 1\n```\n:::\n", "x = 1\n\n"),
        (":::{code-block} python\nx = 1\n:::\n", "x = 1\n\n"),
        ("```{code-block} python\n:caption: a\n:linenos:\n\nx = 1\n```\n", "x = 1\n\n"),
        ("```{code-block} python\n---\nlineno-start: 1\n---\nx = 1\n```\n", "x = 1\n\n"),
        ("```pycon\n>>> x = 1\n>>> def f():\n...     pass\n...\n>>> x\n1\n```\n", "x = 1\ndef f():\n    pass\n\nx\n\n"),
        ("```python\n>>> x = 1\n>>> x\n1\n>>> y\n```\n", "x = 1\nx\n\ny\n\n"),
        ("```\n>>> x = 1\n```\n", "x = 1\n\n"),
        (
            "```pycon\n>>> good()\n>>> bad()\nTraceback (most recent call last):\nTypeError\n>>> x\n```\n",
            "good()\n\nx\n\n",
        ),
    ],
)
def test_code_without_what_stands_before_it(text: str, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "<!--\n```python\nx = 1\n```\n-->\n",
        "````markdown\n```python\nx = 1\n```\n````\n",
        "Use `python` or ```python``` in a line.\n",
        "```text\n```python\n```\n",
        "",
        "\n",
    ],
)
def test_what_only_looks_like_python(text: str) -> None:
    assert not fences_of(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("```python\nx = [1, 2, ...\n```\n", "it is no Python"),
        ("```python\nprint 'x'\n```\n", "it is no Python"),
        ("```python\nx = 1\n", "it is never closed"),
        ("```python\n\n```\n", "it is empty"),
        ("```python\n```\n", "it is empty"),
        ("```python\n" + "(" * 600 + ")" * 600 + "\n```\n", "it nests deeper"),
    ],
)
def test_what_is_skipped_says_why(text: str, reason: str) -> None:
    (fence,) = fences_of(text)
    assert fence.skipped.startswith(reason)


INDENTED = {
    "a block": ("text\n\n    >>> x = 1\n    >>> x\n    1\n\ntext\n", "x = 1\nx\n\n"),
    "tabs": ("text\n\n\t>>> x = 1\n", "x = 1\n\n"),
    "a list": ("- text\n\n      >>> def f():\n      ...     pass\n", "def f():\n    pass\n\n"),
    "two blocks": ("text\n\n    >>> x = 1\n\n    >>> y = 2\n", "x = 1\n\ny = 2\n\n"),
    "beside fences": ("text\n\n    >>> x\n\n```python\ny\n```\n\n    >>> z\n", "x\n\ny\n\nz\n\n"),
    "what is shown to raise": ("text\n\n    >>> x\n    Traceback (most recent call last):\n    >>> y\n", "y\n\n"),
}


@pytest.mark.parametrize(("text", "code"), INDENTED.values(), ids=INDENTED)
def test_sessions_that_indentation_sets_off(text: str, code: str) -> None:
    data = text.encode()
    assert document_text(data, read_document(data, "a.md", is_indented=True)).text == code
    assert not any(fence.is_console for fence in read_document(data, "a.md").fences)


NOT_INDENTED = {
    "a quote of a quote": "text\n\n>>> x = 1\n",
    "code without prompts": "text\n\n    x = 1\n",
    "another block": "```text\n    >>> x = 1\n```\n",
    "a comment": "<!--\n    >>> x = 1\n-->\n",
    "a prompt within a line": "text\n\n    a >>> x = 1\n",
    "another prompt": "text\n\n    ... x = 1\n    $ x\n",
}


@pytest.mark.parametrize("text", NOT_INDENTED.values(), ids=NOT_INDENTED)
def test_what_only_looks_like_a_session(text: str) -> None:
    assert not read_document(text.encode(), "a.md", is_indented=True).fences


def test_sessions_that_indentation_sets_off_and_that_are_wrong() -> None:
    (wrong,) = read_document(b"**Wrong:**\n\n    >>> x\n", "a.md", is_indented=True).fences
    (broken,) = read_document(b"text\n\n    >>> x(\n", "a.md", is_indented=True).fences
    assert wrong.skipped.startswith("it is shown as wrong")
    assert broken.skipped.startswith("it is no Python")


def test_bytes_that_are_no_text() -> None:
    document = read_document(b"```python\nx = '\xff'\n```\n\n```python\ny = 1\n```\n\xff", "a.md")
    assert [fence.skipped for fence in document.fences] == ["it is not UTF-8", ""]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".. code-block:: python\n\n   x = 1\n\ntext\n", "x = 1\n\n"),
        (".. code:: python\n   :number-lines:\n\n   x = 1\n   if x:\n       y\n", "x = 1\nif x:\n    y\n\n"),
        (".. testcode::\n\n    x = 1\n", "x = 1\n\n"),
        ("- item\n\n  .. code-block:: py\n\n     x = 1\n\n  more\n", "x = 1\n\n"),
        ("Then::\n\n   >>> x = 1\n   >>> x\n   1\n\nand::\n\n   y = 2\n", "x = 1\nx\n\n"),
        (">>> x = 1\n\ntext\n", "x = 1\n\n"),
        (".. doctest::\n\n   >>> x = [\n   ... 1]\n", "x = [\n1]\n\n"),
    ],
)
def test_restructured_text(text: str, code: str) -> None:
    assert code_of(text, "a.rst") == code


@pytest.mark.parametrize(
    "text",
    [
        ".. code-block:: bash\n\n   ls\n",
        ".. code-block::\n\n   x = 1\n",
        "Then::\n\n   x = 1\n",
        ".. testoutput::\n\n   >>> x\n",
        ".. parsed-literal::\n\n   >>> x\n",
        "A >>> b\n",
    ],
)
def test_restructured_text_is_left_alone(text: str) -> None:
    assert not fences_of(text, "a.rst")


@pytest.mark.parametrize(
    "lead",
    [
        "**Wrong:**",
        "Bad:",
        "❌",
        "### ❌ f-strings",
        "Don't:",
        "Don't do this:",
        "**Before:**",
        "Before (v1):",
        "### Anti-pattern",
        "#### Bad: no escaping",
        "- Avoid:",
        "This is wrong:",
        "Forgetting the container raises a TypeError:",
        "Wrong::",
        "Wrong\n-----",
        "**❌ Bad**\n\nSome more words.",
    ],
)
def test_wrong_on_purpose(lead: str) -> None:
    (fence,) = fences_of(f"# Title\n\n{lead}\n\n```python\nx = 1\n```\n")
    assert fence.skipped.startswith("it is shown as wrong")


@pytest.mark.parametrize(
    "lead",
    [
        "Right:",
        "For example:",
        "# Migration",
        "# Changelog",
        "## Upgrading to 2.0",
        "Before you start, register your services:",
        "To avoid trouble, use a t-string:",
        "Wrong answers are sorted out by this function:",
        "**Wrong:**\n\n```text\nx\n```\n\nNow it works:",
        "### ❌ Bad\n\n**Good:**",
        "### ❌ Bad\n\n✅ Do this",
        "```python\n# Wrong\nx\n```\n\nNow:",
        "```bash\n# Bad\n```",
        "Badges:",
    ],
)
def test_right_examples_are_checked(lead: str) -> None:
    fence = fences_of(f"# Title\n\n{lead}\n\n```python\nx = 1\n```\n")[-1]
    assert fence.skipped == ""


@pytest.mark.parametrize("line", ["# Wrong", "# Bad: x", "# ❌ no", "# Before:", "# Don't do this", "# BEFORE (old)"])
def test_the_first_line_says_so(line: str) -> None:
    assert is_wrong_title(line)
    (fence,) = fences_of(f"```python\n{line}\nx = 1\n```\n")
    assert fence.skipped


@pytest.mark.parametrize("line", ["# badges", "# Before the request is handled", "# wrongly named", "# right", "# x"])
def test_the_first_line_is_just_a_comment(line: str) -> None:
    assert not is_wrong_title(line)
    (fence,) = fences_of(f"```python\n{line}\nx = 1\n```\n")
    assert not fence.skipped


@pytest.mark.parametrize("comment", ["# wrong", "# Bad: x", "#bad", "# ✗", "# don't", "# TypeError: x", "# raises"])
def test_comments_behind_code(comment: str) -> None:
    assert is_wrong_comment(comment)
    assert not is_good_comment(comment)


@pytest.mark.parametrize("comment", ["# badge", "# ok", "# not wrong", "# 3", "# right"])
def test_other_comments_behind_code(comment: str) -> None:
    assert not is_wrong_comment(comment)


def test_nothing_above() -> None:
    assert wrong_lead([]) == ""
    assert wrong_lead(["", "  "]) == ""


DOCSTRINGS = '''
"""Works with tdom.

>>> x = 1
>>> if x:
...     y
2

Wrong:

>>> z = 1
"""

def f():
    r"""
    >>> a = "\\n"
    """

def g():
    """
    >>> b = "\\n"
    """
    text = """
    >>> c
    """

class C:
    # a comment
    """One line: >>> d
    >>> e"""
'''


def sessions_of(text: str) -> list[tuple[int, str]]:
    source = SourceText(text.encode())
    return [(fence.line, fence.skipped) for fence in docstring_fences(source, parse_tree(source.utf8).root)]


def test_sessions_in_docstrings() -> None:
    found = sessions_of(DOCSTRINGS)
    assert [line for line, _ in found] == [4, 11, 16, 21, 30]
    assert [reason[:15] for _, reason in found] == ["", "it is shown as ", "", "it has backslas", ""]


def test_sessions_of_other_projects_are_left_alone() -> None:
    assert sessions_of(DOCSTRINGS.replace("tdom", "numpy")) == []


WORDS = """
```python|```|~~~py|~~~|````{note}|````|> |>|   |- |1. |>>> |>>>|... |x = 1|(|'''|é|<!--|-->|% tdomcheck: ignore[A]
<!-- tdomcheck: x -->|::|.. code-block:: python|.. doctest::|:opt: 1|---|# Wrong|**Bad:**|:::{code} py|:::|Traceback
"""
PIECES = st.sampled_from(
    [*re.split(r"[|\n]", WORDS.strip()), "\t", "\xff", "\0", "\f", "\\", "\n", "\r\n", "\r", "\n\n"]
)


@given(st.lists(PIECES, max_size=30), st.sampled_from(["a.md", "a.rst"]), st.booleans())
def test_no_document_is_too_odd(pieces: list[str], name: str, is_indented: bool) -> None:
    data = "".join(pieces).encode("latin-1" if "\xff" in pieces else "utf-8")
    document = read_document(data, name, is_indented=is_indented)
    source = document_text(data, document)
    for fence in document.fences:
        assert 0 <= fence.start <= fence.end <= len(data)
    for offset in range(len(source.utf8) + 1):
        assert 0 <= source.from_utf8(offset) <= len(data)


@given(st.lists(PIECES, max_size=20))
def test_no_docstring_is_too_odd(pieces: list[str]) -> None:
    text = 'def f():\n    """tdom\n    >>> ' + "".join(pieces).replace("\xff", "").replace("\0", "") + '\n    """\n'
    source = SourceText(text.encode())
    for fence in docstring_fences(source, parse_tree(source.utf8).root):
        assert 0 <= fence.start <= fence.end <= len(source.data)


def test_a_mark_of_the_byte_order_hides_no_fence() -> None:
    text = "\ufeff```python\na = 1\n```\n\ntext\n\n```python\nb = 2\n```\n"

    assert len(fences_of(text)) == 2


OLD, NEW = "```python\nx = 1\n```\n", "```python\nx = 2\n```\n"


@pytest.mark.parametrize("lead", ["Old:", "**Old**", "### Old", "Old code:", "The old way:", "Old (v1):", "Before:"])
def test_what_is_old_is_left_alone(lead: str) -> None:
    (fence,) = fences_of(f"# Title\n\n{lead}\n\n{OLD}")
    assert fence.skipped.startswith("it is shown as wrong")


@pytest.mark.parametrize(
    "lead",
    [
        "Older projects:",
        "Old names stay:",
        "The old way works for this one.",
        "New:",
        "### Old\n\nNew:",
        "Before it starts:",
    ],
)
def test_what_only_speaks_of_old_things_is_checked(lead: str) -> None:
    (fence,) = fences_of(f"# Title\n\n{lead}\n\n{OLD}")
    assert fence.skipped == ""


@pytest.mark.parametrize("line", ["# old", "# Old:", "# Old code", "# before (v1)", "# the old way"])
def test_the_first_line_says_that_it_is_old(line: str) -> None:
    (fence,) = fences_of(f"```python\n{line}\nx = 1\n```\n")
    assert fence.skipped


@pytest.mark.parametrize("line", ["# older", "# old users", "# new"])
def test_the_first_line_does_not_say_that_it_is_old(line: str) -> None:
    (fence,) = fences_of(f"```python\n{line}\nx = 1\n```\n")
    assert not fence.skipped


@pytest.mark.parametrize(
    "between",
    ["After:\n\n", "**After**\n\n", "### After\n\n", "New:\n", "After (2.0):\n", "✅ After:\n", "New code:\n\n"],
)
def test_what_its_after_follows_is_old(between: str) -> None:
    old, new = fences_of(f"# Title\n\nThe injector moves.\n\n{OLD}\n{between}{NEW}")
    assert (old.skipped, new.skipped) == ("it is shown as old (the next block is what it becomes)", "")


@pytest.mark.parametrize("comment", ["# after", "# After:", "# after (2.0)", "# new", "# New code"])
def test_the_after_may_say_so_itself(comment: str) -> None:
    old, new = fences_of(f"{OLD}\n```python\n{comment}\nx = 2\n```\n")
    assert (bool(old.skipped), new.skipped) == (True, "")


@pytest.mark.parametrize(
    "between",
    [
        "",
        "Then:\n\n",
        "After that, register it:\n\n",
        "After installation:\n\n",
        "New users start here:\n\n",
        "## New in 2.0\n\n",
        "```bash\nls\n```\n\nAfter:\n\n",
        "After:\n\n```text\nx\n```\n\n",
    ],
)
def test_other_blocks_in_a_row_are_all_checked(between: str) -> None:
    assert [fence.skipped for fence in fences_of(f"{OLD}\n{between}{NEW}")] == ["", ""]


def test_what_stands_above_a_block_with_both_is_checked() -> None:
    both = "```python\n# Before\nx = 1\n\n# After\nx = 2\n```\n"
    assert [fence.skipped for fence in fences_of(f"{OLD}\nThen:\n\n{both}")] == ["", ""]


def test_only_the_first_of_several_is_old() -> None:
    fences = fences_of(f"{OLD}\nAfter:\n\n{NEW}\nAfter:\n\n{NEW}\nThen:\n\n{OLD}")
    assert [bool(fence.skipped) for fence in fences] == [True, False, False, False]


def test_restructured_text_has_afters_too() -> None:
    block = ".. code-block:: python\n\n   x = 1\n\n"
    assert [bool(fence.skipped) for fence in fences_of(f"{block}After:\n\n{block}", "a.rst")] == [True, False]
    other = ".. code-block:: bash\n\n   ls\n\n"
    assert [bool(fence.skipped) for fence in fences_of(f"{block}{other}After:\n\n{block}", "a.rst")] == [False, False]


def test_a_block_with_both_is_what_comes_after() -> None:
    both = "```python\n# Before\nx = 1\n\n# After\nx = 2\n```\n"
    assert code_of(both) == "# After\nx = 2\n\n"
    assert code_of(both.replace("# Before", "# first")) == "# first\nx = 1\n\n# After\nx = 2\n\n"
