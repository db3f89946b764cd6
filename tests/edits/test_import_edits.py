"""Imports that fixes ask for: first where nothing is to be done, then where they are put."""

from __future__ import annotations

import pytest

from tdomcheck.edits.imports import apply_fix, import_edits, importable
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit, Fix, ImportRequest
from tdomcheck.source.text import SourceText


def view_of(text: str | bytes) -> ModuleView:
    return ModuleView(SourceText(text.encode() if isinstance(text, str) else text))


def imported(text: str, *requests: tuple[str, str]) -> str:
    view = view_of(text)
    edits = import_edits(view, [ImportRequest(module, name) for module, name in requests])
    return apply_edits(view.source, edits).decode()


HTML = ("tdom", "html")


@pytest.mark.parametrize(
    "text",
    [
        "from tdom import html\n",
        "from tdom import Markup, html\n",
        "from tdom import (\n    html,\n)\n",
        "import os; from tdom import html\n",
        "x = 1\nfrom tdom import html\n",
        "try:\n    from tdom import html\nexcept ImportError:\n    html = None\n",
    ],
)
def test_what_is_imported_is_left_alone(text: str) -> None:
    assert imported(text, HTML) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# head\n\n\n# about x\nx = 1\n", "# head\n\n{}\n# about x\nx = 1\n"),
        ("# head\n\n# about x\n# and more\nx = 1\n", "# head\n\n{}\n# about x\n# and more\nx = 1\n"),
        (
            "#!/bin/sh\n\n# two\n\n# about x\n@x\ndef f(): ...\n",
            "#!/bin/sh\n\n# two\n\n{}\n# about x\n@x\ndef f(): ...\n",
        ),
        ("# head\r\n\r\n# about x\r\nx = 1\r\n", "# head\r\n\r\n{}\r\n# about x\r\nx = 1\r\n"),
        # Nothing says whether these are about the file or about the statement.
        ("# head\nx = 1\n", "# head\n{}\nx = 1\n"),
        ("# head\n# more\nx = 1\n", "# head\n# more\n{}\nx = 1\n"),
        ("# head\n\n# two\n\nx = 1\n", "# head\n\n# two\n{}\nx = 1\n"),
        (
            '# head\n\n# more\n"""Doc."""\n\n# about x\nx = 1\n',
            '# head\n\n# more\n"""Doc."""\n\n{}\n# about x\nx = 1\n',
        ),
    ],
)
def test_a_comment_that_touches_the_first_statement_stays_there(before: str, after: str) -> None:
    line = "from tdom import html\r\n" if "\r" in before else "from tdom import html\n"
    assert imported(before, HTML) == after.format(line)


def test_no_request_is_no_edit() -> None:
    assert import_edits(view_of("x = 1\n"), []) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from tdom import Markup\n", "from tdom import Markup, html\n"),
        ("from tdom import svg\n", "from tdom import html, svg\n"),
        ("from tdom import svg as s  # why\n", "from tdom import html, svg as s  # why\n"),
        ("import os; from tdom import svg; x = 1\n", "import os; from tdom import html, svg; x = 1\n"),
        ("from tdom import svg", "from tdom import html, svg"),
        ("from tdom import svg\r\nx = 1\r\n", "from tdom import html, svg\r\nx = 1\r\n"),
    ],
)
def test_an_import_of_the_module_is_extended(before: str, after: str) -> None:
    assert imported(before, HTML) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "from tdom import html\n"),
        ("x = 1\n", "from tdom import html\n\nx = 1\n"),
        ("x = 1", "from tdom import html\n\nx = 1"),
        ('"""Doc."""\n', '"""Doc."""\n\nfrom tdom import html\n'),
        ('"""Doc."""\n\nx = 1\n', '"""Doc."""\n\nfrom tdom import html\n\nx = 1\n'),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\n\nfrom tdom import html\n\nx = 1\n'),
        ('"""Doc."""', '"""Doc."""\n\nfrom tdom import html\n'),
        ('"""Doc."""; x = html\n', '"""Doc."""\n\nfrom tdom import html\n\nx = html\n'),
        ('"""Doc.""";  x = html; y = 1\n', '"""Doc."""\n\nfrom tdom import html\n\nx = html; y = 1\n'),
        ('"""Doc.""";\nx = 1\n', '"""Doc.""";\n\nfrom tdom import html\n\nx = 1\n'),
        ("import os; x = html\n", "import os\n\nfrom tdom import html\nx = html\n"),
        ("from tdom import (\n    a\n); x = html\n", "from tdom import (\n    a\n)\nfrom tdom import html\nx = html\n"),
        ("import os;  # os\n", "import os;  # os\n\nfrom tdom import html\n"),
        ('"""Doc."""  # note\n\nx = 1\n', '"""Doc."""  # note\n\nfrom tdom import html\n\nx = 1\n'),
        ('"""A\r\nb."""\r\n\r\nx = 1\r\n', '"""A\r\nb."""\r\n\r\nfrom tdom import html\r\n\r\nx = 1\r\n'),
        ("#!/bin/python\n# coding: utf-8\nx = 1\n", "#!/bin/python\n# coding: utf-8\nfrom tdom import html\n\nx = 1\n"),
        ("# Licence.\n\nimport os\n", "# Licence.\n\nimport os\n\nfrom tdom import html\n"),
        ("import os\n\nx = 1\n", "import os\n\nfrom tdom import html\n\nx = 1\n"),
        ("import os", "import os\n\nfrom tdom import html\n"),
        ("from __future__ import annotations\n", "from __future__ import annotations\n\nfrom tdom import html\n"),
        ("import typing as t\n\nfrom a import b\n", "import typing as t\n\nfrom a import b\nfrom tdom import html\n"),
        ("import typing as t\n", "import typing as t\n\nfrom tdom import html\n"),
        ("from svcs import Container\n", "from svcs import Container\nfrom tdom import html\n"),
        ("from zope import x\n", "from tdom import html\nfrom zope import x\n"),
        ("from a import (\n    b,\n)\n\nx = 1\n", "from a import (\n    b,\n)\nfrom tdom import html\n\nx = 1\n"),
        ("import os, \\\n    sys\nx = 1\n", "import os, \\\n    sys\n\nfrom tdom import html\nx = 1\n"),
        (
            "from __future__ import annotations\n\nfrom svcs import A\n\nfrom .b import c\n",
            "from __future__ import annotations\n\nfrom svcs import A\nfrom tdom import html\n\nfrom .b import c\n",
        ),
        ("from tdom import *\n", "from tdom import *\nfrom tdom import html\n"),
        ("from tdom import (\n    svg,\n)\n", "from tdom import (\n    svg,\n)\nfrom tdom import html\n"),
    ],
)  # fmt: skip
def test_a_new_import_goes_where_an_author_would_put_it(before: str, after: str) -> None:
    assert imported(before, HTML) == after


@pytest.mark.parametrize(
    "text",
    [
        "import typing as t\n\nif t.TYPE_CHECKING:\n    from tdom import html\n",
        "def f():\n    from tdom import html\n",
    ],
)
def test_an_import_that_may_not_have_run_does_not_count(text: str) -> None:
    assert imported(text, HTML) != text
    assert "TYPE_CHECKING:\n    from tdom import html, " not in imported(text, HTML)


def test_an_import_below_code_comes_too_late() -> None:
    before = "import os\n\n\ndef page():\n    return html(x)\n\n\nimport json\n"
    assert imported(before, HTML).startswith("import os\n\nfrom tdom import html\n")


def test_a_late_import_is_not_extended() -> None:
    before = "import os\n\n\ndef page():\n    pass\n\n\nfrom tdom import svg\n"
    assert imported(before, HTML).startswith("import os\n\nfrom tdom import html\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "from svcs import auto\nfrom tdom import Markup, html\n"),
        ("x = 1\n", "from svcs import auto\nfrom tdom import Markup, html\n\nx = 1\n"),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\n\nfrom svcs import auto\nfrom tdom import Markup, html\n\nx = 1\n'),
        ("import os\n", "import os\n\nfrom svcs import auto\nfrom tdom import Markup, html\n"),
        ("import os", "import os\n\nfrom svcs import auto\nfrom tdom import Markup, html\n"),
    ],
)
def test_several_imports_stand_together(before: str, after: str) -> None:
    assert imported(before, HTML, ("svcs", "auto"), ("tdom", "Markup"), HTML) == after


@pytest.mark.parametrize(
    "text",
    [
        "import asyncio\n",
        "import os, asyncio\n",
        "import asyncio, os\nimport time\n",
        "try:\n    import asyncio\nexcept ImportError:\n    asyncio = None\n",
    ],
)
def test_a_module_that_is_imported_is_left_alone(text: str) -> None:
    assert imported(text, ("asyncio", "")) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "import asyncio\n"),
        ("x = 1\n", "import asyncio\n\nx = 1\n"),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\n\nimport asyncio\n\nx = 1\n'),
        ("import time\n", "import asyncio\nimport time\n"),
        ("import abc\n", "import abc\nimport asyncio\n"),
        ("import abc", "import abc\nimport asyncio\n"),
        ("import abc\nimport time\n", "import abc\nimport asyncio\nimport time\n"),
        ("from abc import ABC\n", "import asyncio\nfrom abc import ABC\n"),
        ("import time\nfrom asyncio import sleep\n", "import asyncio\nimport time\nfrom asyncio import sleep\n"),
        ("import asyncio as aio\n", "import asyncio as aio\nimport asyncio\n"),
        ("from tdom import html\n", "import asyncio\n\nfrom tdom import html\n"),
        ("import tdom\n", "import asyncio\n\nimport tdom\n"),
        ("from __future__ import annotations\n", "from __future__ import annotations\n\nimport asyncio\n"),
        ("def f():\n    import asyncio\n", "import asyncio\n\ndef f():\n    import asyncio\n"),
    ],
)
def test_a_module_itself_is_imported_where_no_name_is_asked_for(before: str, after: str) -> None:
    assert imported(before, ("asyncio", "")) == after


def test_a_module_below_another_is_imported_as_a_whole() -> None:
    assert imported("import os\n", ("os.path", "")) == "import os\nimport os.path\n"
    assert imported("import os.path\n", ("os.path", "")) == "import os.path\n"


def test_modules_stand_before_names_of_modules() -> None:
    requests = (("asyncio", "sleep"), ("time", ""), ("asyncio", ""), HTML, ("tdom", ""))
    after = "import asyncio\nimport time\nfrom asyncio import sleep\n\nimport tdom\nfrom tdom import html\n"
    assert imported("", *requests) == after
    assert imported(after, *requests) == after


@pytest.mark.parametrize("request_", [("", ""), ("", "sleep"), (".", ""), ("..shop", "")])
def test_an_import_that_python_does_not_have_cannot_be_asked_for(request_: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="no import says this"):
        ImportRequest(*request_)


@pytest.mark.parametrize(
    ("text", "spelling", "needs"),
    [
        ("", "asyncio", True),
        ("import asyncio\n", "asyncio", False),
        ("import asyncio as aio\n", "aio", False),
        ("from asyncio import sleep\n", "asyncio", True),
        ("def f():\n    import asyncio\n", "asyncio", True),
    ],
)
def test_a_module_is_spelled_as_the_file_knows_it(text: str, spelling: str, needs: bool) -> None:
    answer = importable(view_of(text), "asyncio", "")
    assert answer is not None
    assert (answer[0], bool(answer[1])) == (spelling, needs)


@pytest.mark.parametrize(
    "text", ["asyncio = 1\n", "from shop import asyncio\n", "def f(asyncio): ...\n", "def f():\n    asyncio = 1\n"]
)
def test_a_module_whose_name_is_taken_is_not_imported(text: str) -> None:
    assert importable(view_of(text), "asyncio", "") is None


def test_blocks_stand_apart() -> None:
    both = imported("x = 1\n", HTML, ("pathlib", "PurePath"))
    assert both == "from pathlib import PurePath\n\nfrom tdom import html\n\nx = 1\n"


def test_the_byte_order_mark_stays_in_front() -> None:
    view = view_of(b"\xef\xbb\xbfx = 1\r\n")
    edits = import_edits(view, [ImportRequest(*HTML)])
    assert apply_edits(view.source, edits) == b"\xef\xbb\xbffrom tdom import html\r\n\r\nx = 1\r\n"


@pytest.mark.parametrize(
    ("text", "spelling", "needs"),
    [
        ("from tdom import html\n", "html", False),
        ("from tdom import html as h\n", "h", False),
        ("import tdom\n", "tdom.html", False),
        ("import tdom as t\n", "t.html", False),
        ("x = 1\n", "html", True),
        ("from tdom import *\n", "html", True),
    ],
)
def test_a_name_is_spelled_as_the_file_knows_it(text: str, spelling: str, needs: bool) -> None:
    found = importable(view_of(text), *HTML)
    assert found is not None
    assert found[0] == spelling
    assert bool(found[1]) is needs


@pytest.mark.parametrize(
    "text",
    ["from svcs import auto\nhtml = 1\n", "from shop import html\n", "def f(html): ...\n", "def html(): ...\n"],
)
def test_a_name_that_is_taken_is_not_given_a_second_meaning(text: str) -> None:
    assert importable(view_of(text), *HTML) is None


SLEEP = ("asyncio", "sleep")


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        pytest.param("import time\nasync def a(): time.sleep(1)\n", "sleep", id="nothing else is called so"),
        pytest.param("import time\nclass A:\n    def sleep(self): ...\n", "sleep", id="a method"),
        pytest.param("import time\ndef f():\n    x.sleep = 1\n", "sleep", id="an attribute"),
        pytest.param("def f():\n    from asyncio import sleep\n", "sleep", id="the same by an import in a function"),
        pytest.param("import asyncio\nsleep = 1\n", "asyncio.sleep", id="by its module"),
        pytest.param("import asyncio\ndef f():\n    import asyncio\n", "asyncio.sleep", id="the module twice"),
        pytest.param("import asyncio\nasync def f(asyncio): ...\n", "sleep", id="the module is a parameter"),
        pytest.param("import asyncio\nasync def f():\n    asyncio = 1\n", "sleep", id="the module is a local name"),
        pytest.param("import asyncio\nasyncio = 1\n", "sleep", id="the module is given another value"),
        pytest.param(
            "try:\n    import asyncio\nexcept ImportError:\n    asyncio = None\n", "asyncio.sleep", id="a fallback"
        ),
        pytest.param(
            "from asyncio import sleep as nap\nimport asyncio\ndef f(nap): ...\n", "asyncio.sleep", id="the next import"
        ),
    ],
)
@pytest.mark.parametrize("head", ["", "import svcs\n"])
def test_a_name_is_spelled_so_that_every_function_knows_it(head: str, text: str, spelling: str) -> None:
    answer = importable(view_of(head + text), *SLEEP)
    assert answer is not None
    assert answer[0] == spelling


@pytest.mark.parametrize(
    "statement",
    [
        "sleep = 1",
        "sleep: int = 1",
        "a, (b, *sleep) = rows",
        "sleep += 1",
        "print(sleep := 1)",
        "for sleep in rows: ...",
        "with open(path) as sleep: ...",
        "with open(path) as (a, sleep): ...",
        "rows = [sleep for sleep in rows]",
        "rows = {key: sleep for key, sleep in rows}",
        "rows = (lambda sleep: sleep)",
        "global sleep",
        "import sleep",
        "from time import sleep",
        "def sleep(): ...",
        "class sleep: ...",
        "def g(*sleep): ...",
        "try: ...\n    except OSError as sleep: ...",
        "match rows:\n        case [sleep]: ...",
    ],
)
@pytest.mark.parametrize(
    "head", ["import time\n", "import svcs\n", "import asyncio\nasyncio = 1\n", "from asyncio import sleep\n"]
)
def test_a_name_that_some_function_gives_another_meaning_is_taken(head: str, statement: str) -> None:
    assert importable(view_of(f"{head}async def f():\n    {statement}\n"), *SLEEP) is None


def test_a_fix_by_itself_brings_its_imports() -> None:
    view = view_of("x = 1\n")
    fix = Fix("x", (Edit(4, 5, "html(2)"),), imports=(ImportRequest(*HTML),))
    assert apply_fix(view, fix) == b"from tdom import html\n\nx = html(2)\n"


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nif sys.platform == 'win32':\n    from pathlib import PurePath\n",
        "while again():\n    from pathlib import PurePath\n",
        "with quiet():\n    import pathlib\n",
        "try:\n    work()\nfinally:\n    from pathlib import PurePath\n",
    ],
)
def test_an_import_that_may_not_run_is_none_to_rely_on(text: str) -> None:
    answer = importable(view_of(text), "pathlib", "PurePath")

    assert answer is None or answer[1] == (ImportRequest("pathlib", "PurePath"),)
    assert import_edits(view_of(text), [ImportRequest("pathlib", "PurePath")])


def test_an_import_with_a_fallback_is_there() -> None:
    text = "try:\n    from pathlib import PurePath\nexcept ImportError:\n    from pathlib2 import PurePath\n"

    assert importable(view_of(text), "pathlib", "PurePath") == ("PurePath", ())


@pytest.mark.parametrize("text", ["type html = int\n", "type html[T] = list[T]\n", "def f():\n    type html = int\n"])
def test_an_alias_of_a_type_takes_a_name(text: str) -> None:
    assert importable(view_of(text), *HTML) is None
    assert importable(view_of(text.replace("html", "other")), *HTML) is not None


@pytest.mark.parametrize("begins", ['f"{x}"', 't"{x}"', '"one" f"{x}"', 'rb"one"', '"one", f"{x}"'])
def test_what_is_worked_out_is_no_docstring(begins: str) -> None:
    assert imported(f"# why\n{begins}\n", HTML) == f"# why\nfrom tdom import html\n\n{begins}\n"


@pytest.mark.parametrize("begins", ['r"one"', '"one" "two"', 'u"one"'])
def test_plain_text_is_a_docstring(begins: str) -> None:
    assert imported(f"{begins}\nx = 1\n", HTML) == f"{begins}\n\nfrom tdom import html\n\nx = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f[html](x: html): ...\n",
        "def f[T, *html](x: T): ...\n",
        "class A[html: int](B): ...\n",
        "type A[T, **html] = list[T]\n",
        "for html in pages: ...\n",
        "from tdom import html\n\n\ndef f[html](x: html): ...\n",
    ],
)
def test_a_name_that_a_loop_or_brackets_bind_is_taken(text: str) -> None:
    assert importable(view_of(text), "tdom", "html") is None
