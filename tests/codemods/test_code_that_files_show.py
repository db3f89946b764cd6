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


def exchanged(files: Mapping[str, str], **options: str) -> tuple[dict[str, str], list[str]]:
    after, left = rewritten("view-to-component", files, **options)
    return after, [each.reason for each in left]


@pytest.mark.parametrize(
    "document",
    [
        "```python\ndef view(f): ...\n\n@view\ndef home(): ...\n```\n",
        "```python\ndef view(f): ...\n```\n\n```python\n@view\ndef home(): ...\n```\n",
        "```python\nimport view\n\n@view\ndef home(): ...\n```\n",
        "```python\n@preview\ndef home(): ...\n```\n",
        "```python\nview(home)\n```\n",
        "Write `@view`, or:\n\n```js\n@view\n```\n",
    ],
)
def test_another_decorator_of_a_document_stays(document: str) -> None:
    assert exchanged({"a.md": document}) == ({"a.md": document}, [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from shop import view\n\n@view\ndef home(): ...\n",
            "from shop import component\n\n@component\ndef home(): ...\n",
        ),
        (
            ">>> from shop import view\n>>> @view\n... def home(): ...\n",
            ">>> from shop import component\n>>> @component\n... def home(): ...\n",
        ),
        ("import shop\n\n@shop.view\ndef home(): ...\n", "import shop\n\n@shop.component\ndef home(): ...\n"),
    ],
)
def test_a_block_with_its_import_follows(before: str, after: str) -> None:
    assert exchanged({"a.md": f"```python\n{before}```\n"}) == ({"a.md": f"```python\n{after}```\n"}, [])


def test_each_block_keeps_what_it_needs() -> None:
    own = "```python\nfrom {} import {}\n\n@{}\ndef home(): ...\n```\n"
    bare = "```python\n@{}\ndef page(): ...\n```\n"
    before = own.format("shop", "view", "view") + bare.format("view") + own.format("shop", "view", "view")
    home = own.format("tdom_svcs", "component", "component")
    after, left = exchanged({"a.md": before}, new="tdom_svcs.component")
    assert (after["a.md"], left) == (home + bare.format("component") + home, [])


def test_a_block_gets_the_import_that_no_block_above_has() -> None:
    before = "```python\nfrom shop import view\n```\n\n```python\n@view\ndef page(): ...\n```\n"
    after, left = exchanged({"a.md": before})
    assert after["a.md"].endswith("\n```python\nfrom shop import component\n\n@component\ndef page(): ...\n```\n")
    assert left == []


def test_a_session_has_what_its_module_imports() -> None:
    code = 'from shop import {0}\n\n\ndef f():\n    """\n    >>> @{0}\n    ... def home(): ...\n    """\n'
    after, left = exchanged({"a.py": code.format("view") + "\n\n@view\ndef g(): ...\n"})
    assert (after["a.py"], left) == (code.format("component") + "\n\n@component\ndef g(): ...\n", [])
    after, left = exchanged({"a.py": code.format("view")})
    session = "    >>> from shop import component\n    >>> @component\n    ... def home(): ...\n"
    assert (session in after["a.py"], left) == (True, [])


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("```python\n@view\ndef home(): ...\n```\n", "nothing here tells where `view` is from"),
        ("```python\nfrom shop import *\n\n@view\ndef home(): ...\n```\n", "it may come from `shop` by the star"),
        (
            "```python\nfrom shop import view\n\n@view\ndef home(: ...\n```\n",
            "the code block says `@view` and cannot be read",
        ),
        ("```python\nfrom lib import view\n\n@view\ndef home(): ...\n```\n", "`lib` has no `component`"),
    ],
)
def test_a_decorator_that_a_document_leaves_has_a_row(document: str, reason: str) -> None:
    files = {"a.md": document, "lib.py": "def view(f): ...\n"}
    after, reasons = exchanged(files)
    assert after == files
    assert [each[: len(reason)] for each in reasons] == [reason]


def test_what_a_document_defines_keeps_its_ending() -> None:
    document = "```python\nfrom shop import view\n\n@view\ndef home_view(): ...\n```\n"
    after, reasons = exchanged({"a.md": document}, suffix="_view")
    assert after["a.md"] == document.replace(" view", " component").replace("@view", "@component")
    assert [each.partition(":")[0] for each in reasons] == ["it keeps its name"]


def test_a_session_that_only_indentation_sets_off_in_markdown_is_followed() -> None:
    after, reasons = shown(f"So:\n\n    >>> {TAKEN}\n    >>> hello_view(1, 2)\n    2\n")
    assert (after, reasons) == (f"So:\n\n    >>> {TAKEN}\n    >>> hello_view(users=1, name=2)\n    2\n", [])


def test_a_quote_of_a_quote_is_no_session() -> None:
    quote = f">>> {TAKEN}\n>>> hello_view(1, 2)\n"
    assert shown(quote) == (quote, [])
