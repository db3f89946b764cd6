"""`fix` from the command line: what is changed, what is left, and what comes back."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, UNNESTED, Outcome, Project
from libcst import parse_module

STOREFRONT = Path(__file__).parents[2] / "examples" / "storefront"
LATIN = "# coding: latin-1\nname = 'é'\n".encode("latin-1")


@pytest.fixture
def fixable(project: Project) -> Project:
    """One fix to make, one finding without a fix, one clean file."""
    project.write({"page.py": NESTED, "error.py": MISMATCHED, "clean.py": CLEAN})
    return project


def test_a_clean_project_is_not_touched(project: Project) -> None:
    project.write({"clean.py": CLEAN, "crlf.py": CLEAN.replace("\n", "\r\n"), "latin.py": LATIN})
    before = project.files()
    assert project.fix().code == 0
    assert project.files() == before


def test_what_can_be_fixed_is_and_the_rest_is_reported(fixable: Project) -> None:
    fixable.write({"error.py": 'page = t"<p {x}={y}></p>"\n'})
    outcome = fixable.fix()
    assert outcome.code == 1
    assert "TDC105" in outcome.out
    assert fixable.text("page.py") == UNNESTED


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("page.py",), 0),
        (("page.py", "--exit-non-zero-on-fix"), 1),
        (("clean.py", "--exit-non-zero-on-fix"), 0),
        (("page.py", "--diff"), 1),
        (("page.py", "--diff", "--exit-zero"), 0),
        (("page.py", "--diff", "--fix-only"), 1),
        (("clean.py", "--diff"), 0),
        (("stubborn.py", "--fix-only"), 0),
        (("stubborn.py", "page.py", "--fix-only", "--exit-non-zero-on-fix"), 1),
        (("stubborn.py",), 1),
        (("stubborn.py", "--exit-zero"), 0),
        (("page.py", "--unfixable", "TDC121"), 1),
        (("page.py", "--fixable", "TDC101"), 1),
        (("gone.py", "--fix-only", "--exit-zero"), 2),
        (("page.py", "--fixable", "nonsense"), 2),
    ],
)
def test_exit_codes(fixable: Project, arguments: tuple[str, ...], code: int) -> None:
    fixable.write({"stubborn.py": 'page = t"<p {x}={y}></p>"\n'})
    outcome = fixable.fix(*arguments)
    assert outcome.code == code, outcome
    is_kept = {"--diff", "--unfixable", "--fixable"} & {*arguments} or "page.py" not in arguments
    assert fixable.text("page.py") == (NESTED if is_kept else UNNESTED)


def test_line_ends_marks_and_encodings_survive(project: Project) -> None:
    crlf = ("\ufeff" + NESTED).replace("\n", "\r\n").encode()
    latin = b"# coding: latin-1\r# caf\xe9\n\x0c\n" + NESTED.encode().rstrip(b"\n")
    project.write({"crlf.py": crlf, "latin.py": latin})
    (project.root / "crlf.py").chmod(0o754)
    assert project.fix().code == 0
    assert project.read("crlf.py") == ("\ufeff" + UNNESTED).replace("\n", "\r\n").encode()
    assert project.read("latin.py") == b"# coding: latin-1\r# caf\xe9\n\x0c\n" + UNNESTED.encode().rstrip(b"\n")
    assert (project.root / "crlf.py").stat().st_mode & 0o777 == 0o754


def test_a_second_run_changes_nothing(fixable: Project) -> None:
    fixable.fix()
    before = fixable.files()
    fixable.fix()
    assert fixable.files() == before


def test_the_last_run_is_taken_back(fixable: Project) -> None:
    before = fixable.files()
    fixable.fix()
    outcome = fixable.fix("--undo")
    assert outcome.code == 0
    assert "restored page.py" in outcome.out
    assert fixable.files() == before
    assert "there is nothing to undo" in fixable.fix("--undo").out


def test_what_was_edited_since_is_not_taken_back(fixable: Project) -> None:
    fixable.fix()
    fixable.write({"page.py": "mine = 1\n"})
    outcome = fixable.fix("--undo")
    assert outcome.code == 2
    assert "page.py: not restored" in outcome.out
    assert fixable.text("page.py") == "mine = 1\n"


def test_a_run_in_another_project_is_taken_back_there(project: Project) -> None:
    project.write({"inner/pyproject.toml": "[tool.tdomcheck]\n", "inner/page.py": NESTED})
    assert project.fix("inner").code == 0
    assert project.text("inner/page.py") == UNNESTED
    assert "restored inner/page.py" in project.fix("--undo", "inner").out
    assert project.text("inner/page.py") == NESTED


@pytest.mark.parametrize(
    "content",
    [
        NESTED.encode(),
        NESTED.replace("\n", "\r\n").encode(),
        NESTED.rstrip().encode(),
        b"# coding: latin-1\n# caf\xe9\n" + NESTED.encode() + b"# \xe9\n",
        b"\xef\xbb\xbf" + NESTED.encode(),
    ],
)
def test_the_patch_does_what_the_fix_does(project: Project, content: bytes) -> None:
    project.write({"pkg/pa ge.py": content})
    patch = project.fix("--diff").raw
    assert project.read("pkg/pa ge.py") == content
    subprocess.run(["git", "apply", "-"], cwd=project.root, input=patch, check=True)
    patched = project.read("pkg/pa ge.py")
    project.write({"pkg/pa ge.py": content})
    project.fix()
    assert project.read("pkg/pa ge.py") == patched != content


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (CLEAN.encode(), CLEAN.encode()),
        (NESTED.encode(), UNNESTED.encode()),
        (NESTED.replace("\n", "\r\n").encode(), UNNESTED.replace("\n", "\r\n").encode()),
        (b"# coding: latin-1\n# \xe9\n" + NESTED.encode(), b"# coding: latin-1\n# \xe9\n" + UNNESTED.encode()),
        (b"\xff\xfe", b"\xff\xfe"),
        (b"def f(:\n", b"def f(:\n"),
        (b"", b""),
    ],
)
def test_standard_input_comes_back_byte_for_byte(project: Project, before: bytes, after: bytes) -> None:
    outcome = project.fix("-", stdin=before)
    assert outcome.raw == after
    assert outcome.code == (0 if b"def page" in before or not before else 1)
    assert set(project.files()) == {"pyproject.toml"}


@pytest.mark.parametrize(
    ("arguments", "code"), [((), 1), (("--exit-zero",), 0), (("--fix-only",), 0), (("--max-warnings", "5"), 1)]
)
def test_the_exit_code_for_standard_input_is_that_for_a_file(
    project: Project, arguments: tuple[str, ...], code: int
) -> None:
    source = 'page = t"<p {x}={y}></p>"\n'
    project.write({"page.py": source})
    assert project.fix("-", *arguments, stdin=source.encode()).code == code
    assert project.fix("page.py", *arguments).code == code


def test_warnings_that_are_tolerated_are_tolerated_on_standard_input(project: Project) -> None:
    outcome = project.fix("-", "--unfixable", "TDC121", "--max-warnings", "1", stdin=NESTED.encode())
    assert outcome.code == 0


@pytest.mark.parametrize(
    ("keys", "names"),
    [
        ("ny", {"b.py"}),
        ("yn", {"a.py"}),
        ("a", {"a.py", "b.py"}),
        ("r", {"a.py", "b.py"}),
        ("q", set()),
        ("?xyy", {"a.py", "b.py"}),
    ],
)
def test_fixes_are_reviewed_one_by_one(
    project: Project, monkeypatch: pytest.MonkeyPatch, keys: str, names: set[str]
) -> None:
    project.write({"a.py": NESTED, "b.py": NESTED})
    answers = iter(keys)
    monkeypatch.setattr(click, "getchar", lambda: next(answers))
    outcome = project.fix("-i")
    assert {name for name in ("a.py", "b.py") if project.text(name) == UNNESTED} == names
    assert "a.py:5:25: TDC121" in outcome.out
    assert outcome.code == (0 if len(names) == 2 else 1)


def test_two_same_findings_are_asked_about_each(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": NESTED + NESTED.partition("\n")[2]})
    answers = iter("ny")
    monkeypatch.setattr(click, "getchar", lambda: next(answers))
    project.fix("-i")
    assert project.text("a.py") == NESTED + UNNESTED.partition("\n")[2]


def test_control_c_in_a_review_writes_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"a.py": NESTED, "b.py": NESTED})

    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(click, "getchar", interrupted)
    assert project.fix("-i").code == 130
    assert project.text("a.py") == NESTED


def test_what_was_done_is_shown(fixable: Project) -> None:
    outcome = fixable.fix("--show-fixes")
    assert "page.py" in outcome.out
    assert "TDC121" in outcome.out


def test_the_storefront_is_mended_as_far_as_it_can_be_and_comes_back(
    tmp_path: Path, tool: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "storefront"
    shutil.copytree(STOREFRONT, root, ignore=shutil.ignore_patterns(".tdomcheck", "__pycache__"))
    before = {path: path.read_bytes() for path in root.rglob("*.py")}
    monkeypatch.chdir(root)
    found = tool("check", "--no-cache", "--output-format", "json", "src", "tests").json["findings"]
    fixable = [finding for finding in found if (finding["fix"] or {}).get("safety") == "safe"]
    outcome = tool("fix", "--no-cache", "--output-format", "json", "src", "tests")
    left = outcome.json["findings"]
    assert len(left) == len(found) - len(fixable)
    assert not [finding for finding in left if (finding["fix"] or {}).get("safety") == "safe"]
    assert {finding["code"] for finding in left} <= {finding["code"] for finding in found}
    changed = {path for path, data in before.items() if path.read_bytes() != data}
    assert changed == {root / finding["path"] for finding in fixable}
    for path in changed:
        parse_module(path.read_bytes())
    assert tool("fix", "--undo").code == 0
    assert {path: path.read_bytes() for path in root.rglob("*.py")} == before
