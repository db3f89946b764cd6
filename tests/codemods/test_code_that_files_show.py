"""Codemods of the whole project follow what documents and docstrings show: first what is another thing there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from libcst.codemod import CodemodContext

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.authoring.project_codemod import ProjectCodemod
from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model.changes import FileEdits, Remainder
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.source.text import SourceText


def rewritten(
    name: str, files: Mapping[str, str], writable: list[str] | None = None, **options: str
) -> tuple[dict[str, str], tuple[Remainder, ...]]:
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == name)
    codemod = entry.cls(CodemodContext(), **options)
    assert isinstance(codemod, ProjectCodemod)
    contents = {path: text.encode() for path, text in files.items()}
    result = codemod.rewrite(Codebase(contents, writable=writable))
    after = dict(files)
    for wish in result.files:
        assert isinstance(wish, FileEdits)
        source = SourceText(contents[wish.path], is_python=wish.path.endswith(SOURCES))
        more = import_edits(ModuleView(source), wish.imports) if wish.imports else ()
        after[wish.path] = apply_edits(source, sorted({*wish.edits, *more})).decode()
    return after, result.remainders


VIEW = "from svcs_di import Inject\n\n\ndef hello_view(users: Inject[int], name): return name\n"
KEYWORDS = VIEW.replace("(users", "(*, users")
TAKEN = "from shop.views import hello_view"


def shown(document: str, path: str = "README.md", views: str = VIEW) -> tuple[str, list[str]]:
    """What becomes of a document beside a view that changes."""
    files = {"shop/__init__.py": "", "shop/views.py": views, path: document}
    after, left = rewritten("keyword-only-injection", files)
    assert after["shop/views.py"].startswith(KEYWORDS)
    return after[path], [each.reason for each in left]


@pytest.mark.parametrize(
    "document",
    [
        f"```python\n{TAKEN}\n\nhello_view(users=1, name=2)\n```\n",
        "```python\ndef hello_view(a, b): ...\n\nhello_view(1, 2)\n```\n",
        "```python\ndef hello_view(a, b): ...\n```\n\n```python\nhello_view(1, 2)\n```\n",
        "```python\nfrom other import hello_view\n\nhello_view(1, 2)\n```\n",
        "```python\nfrom other import hello_view\n```\n\n```python\nhello_view(1, 2)\n```\n",
        "```python\nhello_view(users=1, name=2)\n```\n",
        "```python\npage.hello_view(1, 2)\n```\n",
        "Call `hello_view(1, 2)`.\n",
        "```js\nhello_view(1, 2)\n```\n",
    ],
)
def test_what_a_document_shows_of_others_stays(document: str) -> None:
    assert shown(document) == (document, [])


@pytest.mark.parametrize(
    "session", ["def hello_view(a, b): ...\n    >>> hello_view(1, 2)", "hello_view = print\n    >>> hello_view(1, 2)"]
)
def test_what_a_session_defines_itself_stays(session: str) -> None:
    docstring = f'\n\ndef f():\n    """\n    >>> {session}\n    """\n'
    assert shown("", views=VIEW + docstring) == ("", [])


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (f"```python\n{TAKEN}\n\nhello_view(1, 2)\n```\n", "README.md"),
        (f"```python\n{TAKEN}\n```\n\n> ```python\n> hello_view(1, 2)\n> ```\n", "README.md"),
        ("```python\nimport shop.views\n```\n\n```python\nshop.views.hello_view(1, 2)\n```\n", "README.md"),
        ("```python\nfrom shop.views import *\n\nhello_view(1, 2)\n```\n", "README.md"),
        (f"Text.\n\n>>> {TAKEN}\n>>> hello_view(1, 2)\n", "docs/a.rst"),
        (f'def f():\n    """\n    >>> {TAKEN}\n    >>> hello_view(1, 2)\n    """\n', "shop/other.py"),
        (f'{TAKEN}\n\n\ndef f():\n    """\n    >>> hello_view(1, 2)\n    """\n', "shop/other.py"),
        ('from shop.views import *\n\n\ndef f():\n    """\n    >>> hello_view(1, 2)\n    """\n', "shop/other.py"),
    ],
)
def test_calls_that_are_shown_follow(document: str, path: str) -> None:
    assert shown(document, path) == (document.replace("(1, 2)", "(users=1, name=2)"), [])


def test_the_docstring_of_the_view_follows() -> None:
    docstring = '\n\ndef f():\n    """\n    >>> hello_view(\n    ...     1, 2)\n    2\n    """\n'
    after, left = rewritten("keyword-only-injection", {"views.py": VIEW + docstring})
    assert after["views.py"] == KEYWORDS + docstring.replace("1, 2", "users=1, name=2")
    assert left == ()


def test_another_name_of_it_follows() -> None:
    document = "```python\nfrom shop.again import greet as hi\n\nhi(1, 2)\n```\n"
    files = {"shop/views.py": VIEW, "shop/again.py": f"{TAKEN} as greet\n", "a.md": document}
    after, left = rewritten("keyword-only-injection", files)
    assert (after["a.md"], left) == (document.replace("(1, 2)", "(users=1, name=2)"), ())


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("```python\nhello_view(1, 2)\n```\n", "nothing here tells where `hello_view` is from"),
        ("```python\nhello_view(*everything)\n```\n", "nothing here tells where `hello_view` is from"),
        (f"```python\n{TAKEN}\nhello_view(1, ...\n```\n", "the code block says `hello_view` and cannot be read"),
    ],
)
def test_what_may_be_meant_has_a_row(document: str, reason: str) -> None:
    after, reasons = shown(document)
    assert after == document
    assert [each[: len(reason)] for each in reasons] == [reason]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("hello_view(*everything)", "which arguments of `hello_view` are which is not known"),
        ("list(map(hello_view, everybody))", "`hello_view` is not called here"),
    ],
)
def test_a_call_that_cannot_follow_keeps_the_view(code: str, reason: str) -> None:
    files = {"shop/views.py": VIEW, "README.md": f"```python\n{TAKEN}\n\n{code}\n```\n"}
    after, (left,) = rewritten("keyword-only-injection", files)
    assert after == files
    assert (left.path, left.reason[: len(reason)]) == ("README.md", reason)


def test_a_document_outside_of_what_is_written_keeps_the_view() -> None:
    files = {"shop/views.py": VIEW, "README.md": f"```python\n{TAKEN}\n\nhello_view(1, 2)\n```\n"}
    after, (left,) = rewritten("keyword-only-injection", files, ["shop/views.py"])
    assert after == files
    assert left.reason == "it is outside of what is written"
