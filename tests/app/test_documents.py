"""Python in documents and docstrings: checked, fixed in place, suppressed, explained, and left alone."""

from __future__ import annotations

import json
import os
import typing as t
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest
from git_running import git

from tdomcheck.app.accept import add_ignores
from tdomcheck.app.explain import why
from tdomcheck.app.plan_files import plan_run
from tdomcheck.app.present import ReportOptions
from tdomcheck.app.request import FixOptions, Request
from tdomcheck.app.run import run_check, run_fix
from tdomcheck.app.session import Session

BAD = 'page = t"<p><b>x</i></p>"'
"""One error, TDC101, without a fix."""
NESTED = "page = html(t\"<div>{html(t'<b>{x}</b>')}</div>\")"
"""One warning, TDC121, with a safe fix."""
UNNESTED = "page = html(t\"<div>{t'<b>{x}</b>'}</div>\")"


@dataclass(frozen=True, slots=True)
class Folder:
    """A project, and the verbs run in it."""

    root: Path

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(dedent(text).encode())

    def read(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()

    def request(self, *paths: str, **more: t.Any) -> Request:
        return Request(paths=paths or (".",), cwd=str(self.root), **{"uses_cache": False, **more})

    def check(self, *paths: str, **more: t.Any) -> t.Any:
        """The JSON report of a run."""
        text, _, _ = run_check(self.request(*paths, **more), ReportOptions("json"), {})
        return json.loads(text)

    def found(self, *paths: str, **more: t.Any) -> list[tuple[str, int, int, str]]:
        """Path, line, column and code of every finding."""
        report = self.check(*paths, **more)
        assert report["errors"] == []
        return [(item["path"], item["line"], item["column"], item["code"]) for item in report["findings"]]

    def blocks(self) -> tuple[int, int]:
        blocks = self.check()["summary"]["ledger"]["blocks"]
        return blocks["checked"], blocks["skipped"]

    def fix(self, *paths: str, unsafe: bool = False, patch: bool = False, **more: t.Any) -> tuple[str, int]:
        options = FixOptions(takes_unsafe=unsafe)
        text, code, _ = run_fix(
            self.request(*paths, **more), options, ReportOptions("text"), {}, is_patch=patch, is_fix_only=False
        )
        return text, code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / "cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "p").mkdir()
    return Folder(tmp_path / "p")


def fenced(*lines: str, before: str = "", info: str = "python") -> str:
    return "\n".join([*([before, ""] if before else []), f"```{info}", *lines, "```", ""])


def test_findings_stand_where_the_document_has_them(folder: Folder) -> None:
    folder.write("docs/a.md", "# Ü\n\n1. list:\n\n   ```python\n   x = 'é'\n   " + BAD + "\n   ```\n")
    folder.write("b.rst", f"Title\n=====\n\n.. code-block:: python\n\n    {BAD}\n")
    folder.write("c.markdown", f"> ```pycon\n> >>> {BAD}\n> ```\n")
    column = BAD.index("</i>") + 1
    assert folder.found() == [
        ("b.rst", 6, 4 + column, "TDC101"),
        ("c.markdown", 2, 6 + column, "TDC101"),
        ("docs/a.md", 7, 3 + column, "TDC101"),
    ]


def test_later_blocks_see_the_imports_of_earlier_ones(folder: Folder) -> None:
    folder.write("a.md", fenced("from tdom import html as h") + "\n" + fenced(NESTED.replace("html(", "h(")))
    assert [code for *_, code in folder.found()] == ["TDC121"]


@pytest.mark.parametrize(("words", "codes"), [("About tdom.", ["TDC121"]), ("About tdom-svcs.", ["TDC121"]), ("", [])])
def test_well_known_names_need_no_import(folder: Folder, words: str, codes: list[str]) -> None:
    folder.write("a.md", fenced(NESTED, before=words or "About jinja."))
    assert [code for *_, code in folder.found()] == codes


def test_names_that_the_document_binds_are_its_own(folder: Folder) -> None:
    folder.write("a.md", fenced("def html(x): ...", NESTED, before="About tdom."))
    folder.write("b.md", fenced("from other import html", NESTED, before="About tdom."))
    folder.write("c.md", fenced("from other import *", NESTED, before="About tdom."))
    assert folder.found() == []


def test_a_name_means_what_was_said_of_it_last(folder: Folder) -> None:
    folder.write(
        "a.md",
        fenced("from tdom import html")
        + "\n"
        + fenced(NESTED)
        + "\n"
        + fenced("from other import html")
        + "\n"
        + fenced(NESTED),
    )
    assert [(line, code) for _, line, _, code in folder.found()] == [(6, "TDC121")]


CARD = "def Card(title: str) -> Template:\n    return t'<p>{title}</p>'"
OTHER = "def Card(name: str) -> Template:\n    return t'<p>{name}</p>'"


def test_two_components_of_one_name_are_both_believed(folder: Folder) -> None:
    folder.write("a.md", fenced(CARD, "html(t'<{Card} name=\"x\" />')", before="tdom") + "\n" + fenced(OTHER))
    folder.write("b.md", fenced(CARD, "html(t'<{Card} name=\"x\" />')", before="tdom"))
    assert {path for path, *_ in folder.found()} == {"b.md"}


@pytest.mark.parametrize(
    "line",
    [
        'Text with `t"<p></b>"` in it.',
        fenced(BAD, info="bash"),
        fenced(BAD, info=""),
        f"    {BAD}",
        f"<!--\n{fenced(BAD)}\n-->",
        fenced(f"- {BAD}", f"+ {BAD}", info="diff"),
    ],
)
def test_what_is_no_python_is_left_alone(folder: Folder, line: str) -> None:
    folder.write("a.md", f"About tdom.\n\n{line}\n")
    assert folder.found() == []
    assert folder.blocks() == (0, 0)


def test_blocks_that_do_not_parse_are_counted_and_named(folder: Folder) -> None:
    folder.write("a.md", fenced("x = [1, ...") + "\n" + fenced(BAD) + "\n" + fenced(BAD, before="**Wrong:**"))
    assert [code for *_, code in folder.found()] == ["TDC101"]
    assert folder.blocks() == (1, 2)
    text, _, _ = run_check(folder.request(), ReportOptions("text"), {})
    assert "1 code block in documents checked, 2 skipped" in text
    told = why(Session(folder.request()), "a.md")
    assert "  code blocks: 3\n    line 1, python: skipped, it is no Python: " in told
    assert "    line 5, python: checked\n" in told
    assert '    line 11, python: skipped, it is shown as wrong ("Wrong:")\n' in told


def test_documents_can_be_left_out(folder: Folder) -> None:
    folder.write("pyproject.toml", "[tool.tdomcheck]\ndocuments = false\n")
    folder.write("a.md", fenced(BAD))
    folder.write("a.py", "x = 1\n")
    assert folder.found() == []
    assert [file.shown for file in plan_run(Session(folder.request())).files] == ["a.py", "pyproject.toml"]
    assert len(folder.found("a.md")) == 1, "named by hand"
    assert folder.found("a.md", overrides={"force-exclude": True}) == [], "as a hook names it"


def test_other_texts_are_no_documents(folder: Folder) -> None:
    folder.write("a.txt", fenced(BAD))
    folder.write("a.py", "x = 1\n")
    assert [file.shown for file in plan_run(Session(folder.request())).files] == ["a.py"]


def test_standard_input(folder: Folder) -> None:
    data = fenced(NESTED, before="tdom").encode()
    assert [code for *_, code in folder.found(stdin=data, stdin_filename="new.md")] == ["TDC121"]
    assert folder.found(stdin=b"x = 1\n", stdin_filename="new.py") == []
    text, _ = folder.fix(stdin=data, stdin_filename="new.md")
    assert text.startswith(fenced(UNNESTED, before="tdom"))


DOCUMENT = f"""# About tdom

Ünchanged \t text with trailing spaces  \r
{{html(t'<b>')}}

1. a

   ```python
   {NESTED}
   ```

> ```pycon
> >>> {NESTED}
> '<div>'
> ```

```bash
{NESTED}
```
no line end"""


def test_fixes_are_made_in_place(folder: Folder) -> None:
    (folder.root / "a.md").write_bytes(DOCUMENT.encode())
    patch, code = folder.fix(patch=True)
    assert code == 1, "there is something left to do"
    assert [line for line in patch.splitlines() if line.startswith(("-", "+"))][2:] == [
        f"-   {NESTED}",
        f"+   {UNNESTED}",
        f"-> >>> {NESTED}",
        f"+> >>> {UNNESTED}",
    ]
    assert (folder.root / "a.md").read_bytes() == DOCUMENT.encode()
    folder.fix()
    parts = DOCUMENT.split("```bash")
    expected = parts[0].replace(NESTED, UNNESTED) + "```bash" + parts[1]
    assert (folder.root / "a.md").read_bytes() == expected.encode()


def test_new_imports_stand_in_the_block_that_needs_them(folder: Folder) -> None:
    folder.write("a.md", fenced("x = 1") + "\n" + fenced("import svcs", "x = 2", before="svcs"))
    folder.write(
        "rules/own.py",
        '''
        """A rule for a test."""

        from __future__ import annotations

        import typing as t

        from tdomcheck import authoring as td


        class Own(td.FileRule):
            """
            ## What

            A

            ## Why

            A

            ## Instead

            A

            ## Example

            ```python
            bad = 1
            good = 1
            ```
            """

            CODE = "XYZ001"
            SLUG = "own-rule"
            GROUP = "own"
            SUMMARY = "something is wrong"
            SEVERITY = td.Severity.WARNING
            FIXABLE = "safe"
            VALID: t.ClassVar = ["x = 1"]
            INVALID: t.ClassVar = ["x = 2"]

            def check_file(self) -> None:
                for node in self.view.nodes["top"]:
                    value = node.child_by_field_name("right")
                    if value is not None and self.view.text(value) == "2":
                        span = self.view.span(value)
                        imports = (td.ImportRequest("math", "PI"),)
                        fix = td.Fix("a", (td.Edit(span.start, span.end, "PI"),), imports=imports)
                        self.report_span(span, "two", fix=fix)
        ''',
    )
    folder.write("pyproject.toml", '[tool.tdomcheck]\nplugins = ["rules"]\nexclude = ["rules"]\n')
    folder.fix()
    assert folder.read("a.md") == fenced("x = 1") + "\n" + fenced(
        "from math import PI", "", "import svcs", "x = PI", before="svcs"
    )


SUPPRESSED = [
    ("a.md", "<!-- tdomcheck: ignore[TDC101] shown on purpose -->\n\n" + fenced(BAD)),
    ("a.md", "% tdomcheck: ignore[TDC101] shown on purpose\n" + fenced(BAD)),
    ("a.md", "> <!-- tdomcheck: ignore[TDC101] x -->\n>\n> ```python\n> " + BAD + "\n> ```\n"),
    ("a.md", "<!-- tdomcheck: file-ignore[TDC101] x -->\n\nText.\n\n" + fenced(BAD) + fenced(BAD)),
    ("a.md", fenced(f"{BAD}  # tdomcheck: ignore[TDC101] x")),
    ("a.md", fenced("# tdomcheck: ignore[TDC101] x", BAD)),
    ("a.rst", f".. tdomcheck: ignore[TDC101] x\n\n.. code-block:: python\n\n   {BAD}\n"),
    ("a.md", fenced(f"{BAD}  # wrong: mismatch")),
    ("a.md", fenced(f"{BAD}  # ✗")),
    ("a.md", fenced("page = html(", '    t"<p></b>",  # don\'t', ")")),
    ("a.md", fenced("page = html(", '    t"<p></b>",', ")  # Bad")),
    ("a.md", fenced("# Good:", "x = 1", "# Bad:", BAD)),
    ("a.md", fenced(BAD, before="### ❌ Mismatched tags")),
    ("a.md", fenced("# Wrong", BAD)),
    ("a.md", fenced("# Wrong", BAD, "", "# Right", "x = 1")),
]


@pytest.mark.parametrize(("name", "text"), SUPPRESSED)
def test_what_is_wrong_on_purpose(folder: Folder, name: str, text: str) -> None:
    folder.write(name, f"About tdom.\n\n{text}")
    assert folder.found() == []


@pytest.mark.parametrize(
    "text",
    [
        fenced("x = 1  # wrong", BAD),
        fenced("y = 1", "# Bad:", "x = 1", "# Good:", BAD),
        fenced("# ❌ Wrong", "x = 1", "", "# ✅ Right", BAD),
        fenced(f"{BAD}  # not bad"),
        fenced("def f():  # wrong", f"    {BAD}"),
        fenced(BAD, before="## Migration"),
    ],
)
def test_marks_reach_no_further(folder: Folder, text: str) -> None:
    folder.write("a.md", text)
    assert [code for *_, code in folder.found()] == ["TDC101"]


def test_comments_that_accept_nothing_are_findings(folder: Folder) -> None:
    folder.write(
        "a.md",
        "<!-- tdomcheck: ignore[TDC101] -->\n\n"
        + fenced("x = 1")
        + "\n% tdomcheck: ignore[TDC998]\n\n<!-- tdomcheck: disable[TDC101] -->\n\n"
        + fenced("# tdomcheck: ignore[TDC101]", "x = 1"),
    )
    assert [(line, code) for _, line, _, code in folder.found()] == [
        (1, "TDC004"),
        (7, "TDC005"),
        (9, "TDC003"),
    ]
    folder.fix()
    shown = fenced("# tdomcheck: ignore[TDC101]", "x = 1")
    assert folder.read("a.md") == f"\n{fenced('x = 1')}\n\n<!-- tdomcheck: disable[TDC101] -->\n\n{shown}"


def test_documents_may_show_comments(folder: Folder) -> None:
    folder.write("a.md", fenced("x = 1  # tdomcheck: ignore[TDC101]", "# tdomcheck: ignore", "y = 2"))
    assert folder.found() == []


def test_a_comment_above_a_block_that_is_not_checked(folder: Folder) -> None:
    folder.write("a.md", "<!-- tdomcheck: ignore[TDC101] -->\n\n" + fenced("x = [..."))
    folder.write("b.md", fenced("<!-- tdomcheck: ignore[TDC101] -->", info="html"))
    assert folder.found() == []


def test_comments_can_be_written(folder: Folder) -> None:
    folder.write("a.md", "1. a\n\n   ```python\n   " + BAD + "\n   ```\n")
    text, code, _ = add_ignores(folder.request(), "shown")
    assert (text, code) == ("accepted 1 finding in 1 file\ntdomcheck fix --undo takes the comments back\n", 0)
    comment = "# tdomcheck: ignore[TDC101] shown"
    assert folder.read("a.md") == f"1. a\n\n   ```python\n   {comment}\n   {BAD}\n   ```\n"
    assert folder.found() == []


def test_what_documents_register_counts_for_no_source(folder: Folder) -> None:
    folder.write("svcs.md", fenced("class Registry: ...", before="svcs"))
    folder.write("shop/__init__.py", "")
    folder.write(
        "shop/app.py",
        """
        from dataclasses import dataclass

        import svcs
        from svcs_di import Inject, auto

        class Users: ...

        @dataclass
        class Menu:
            users: Inject[Users]

        def setup() -> svcs.Registry:
            registry = svcs.Registry()
            registry.register_factory(Menu, auto(Menu))
            return registry
        """,
    )
    before = folder.found()
    assert [code for *_, code in before] == ["TDC408"]
    use = "registry.register_value(Users, Users())"
    folder.write("docs.md", fenced("from shop.app import Users, setup", "registry = setup()", use))
    assert folder.found() == before


def test_the_cache_treats_documents_like_any_file(folder: Folder) -> None:
    folder.write("a.md", fenced(BAD))
    os.utime(folder.root / "a.md", ns=(1_500_000_000_123_456_789,) * 2)
    first = folder.check(uses_cache=True)
    again = folder.check(uses_cache=True)
    assert again["findings"] == first["findings"] != []
    assert again["summary"]["ledger"]["blocks"] == {"checked": 1, "skipped": 0}
    folder.write("a.md", fenced("x = 1"))
    assert folder.check(uses_cache=True)["findings"] == []


def test_staged_documents(folder: Folder) -> None:
    folder.write("a.md", fenced(BAD))
    folder.write("b.md", fenced(BAD))
    folder.write("requirements.txt", "tdom\n")
    for arguments in (["init", "-q"], ["add", "a.md", "requirements.txt"]):
        git(folder.root, *arguments)
    assert [path for path, *_ in folder.found(staged=True)] == ["a.md"]


DOCSTRING = f'''"""About tdom.

>>> from tdom import html
>>> {NESTED}
'<div>'
"""
'''


def test_sessions_in_docstrings(folder: Folder) -> None:
    folder.write("a.py", DOCSTRING)
    assert [(line, code) for _, line, _, code in folder.found()] == [(4, "TDC121")]
    assert folder.blocks() == (1, 0)
    folder.fix()
    assert folder.read("a.py") == DOCSTRING.replace(NESTED, UNNESTED)


def test_sessions_see_the_imports_of_their_module(folder: Folder) -> None:
    own = f'from tdom import html\n\ndef f():\n    """\n    >>> {NESTED}\n    """\n'
    folder.write("a.py", own)
    folder.write("b.py", own.replace("tdom", "other") + "# tdom\n")
    assert [(path, line, code) for path, line, _, code in folder.found()] == [("a.py", 5, "TDC121")]


@pytest.mark.parametrize(
    "text",
    [
        DOCSTRING.replace("tdom", "numpy"),
        DOCSTRING.replace(">>>", "$"),
        DOCSTRING.replace('"""About', 'x = """About'),
        DOCSTRING.replace("'<div>'", "Traceback (most recent call last):\n  TypeError"),
        DOCSTRING.removesuffix("\n") + "  # tdomcheck: ignore[TDC121] shown\n",
    ],
)
def test_other_docstrings_are_left_alone(folder: Folder, text: str) -> None:
    folder.write("a.py", text)
    assert folder.found() == []


@pytest.mark.usefixtures("folder")
def test_what_is_planted_in_the_guide_of_the_example() -> None:
    shop = Path(__file__).parents[2] / "examples" / "storefront"
    planted = json.loads((shop / "planted.json").read_text(encoding="utf-8"))["guide"]
    report = Folder(shop).check("docs", is_isolated=True)
    found = [(item["path"], item["line"], item["code"]) for item in report["findings"]]
    assert found == [(item["path"], item["line"], item["code"]) for item in planted]


def test_a_module_that_does_not_parse_has_no_sessions(folder: Folder) -> None:
    folder.write("a.py", DOCSTRING + "x = (\n")
    assert [code for *_, code in folder.found()] == ["TDC001"]
