"""Inputs that no run may stumble over: each ends in a sentence and the right exit code, and no file is damaged."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import subprocess
import typing as t
from collections.abc import Callable
from encodings.aliases import aliases
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, UNNESTED, Outcome, Project, git

from tdomcheck.app import check as check_module
from tdomcheck.app import fix as fix_module
from tdomcheck.app import run as run_module
from tdomcheck.cli import main
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html import view as views_of_files
from tdomcheck.lint.analyse import DEPTH_LIMIT
from tdomcheck.source.text import SourceText

is_root = hasattr(os, "geteuid") and os.geteuid() == 0
needs_permissions = pytest.mark.skipif(is_root, reason="root may read and write everything")


def test_a_clean_project_is_green_and_says_what_it_looked_at(project: Project) -> None:
    project.write({"page.py": CLEAN})
    outcome = project.check()
    assert (outcome.code, outcome.err) == (0, "")
    assert "2 files: 2 checked" in outcome.out


def test_a_missing_path_is_named(project: Project) -> None:
    project.write({"page.py": CLEAN})
    outcome = project.check("page.py", "gone.py")
    assert outcome.code == 2
    assert "gone.py: no such file or folder" in outcome.out


def test_exit_zero_does_not_forgive_a_missing_path(project: Project) -> None:
    assert project.check("--exit-zero", "gone.py").code == 2


def test_an_empty_folder_is_not_green(project: Project) -> None:
    outcome = project.check()
    assert outcome.code == 2
    assert "no Python file was found" in outcome.out


def test_an_empty_folder_is_green_when_that_is_allowed(project: Project) -> None:
    assert project.check("--allow-empty").code == 0


@pytest.mark.parametrize("more", [{}, {"README.md": "# Pages\n", "docs/start.md": "# Start\n"}])
@pytest.mark.parametrize("config", ['include = ["scr", "*.md"]', 'exclude = ["*.py"]', 'extend-exclude = ["src"]'])
def test_files_that_the_configuration_leaves_out_are_not_allowed_to_be_all(
    project: Project, config: str, more: dict[str, str]
) -> None:
    project.write({"pyproject.toml": f"[tool.tdomcheck]\n{config}\n", "src/page.py": MISMATCHED, **more})
    outcome = project.check("--allow-empty")
    assert outcome.code == 2
    key = config.partition(" ")[0]
    reason = f"`{key}` (pyproject.toml:2) leaves out all, src/page.py among them; --allow-empty is for a project"
    assert reason in outcome.out
    assert project.check("--allow-empty", "--shard", "1/2").code == 2
    assert project.check("--allow-empty", ".").code == (1 if key == "include" else 2), "what is named is included"


@pytest.mark.parametrize(
    ("config", "options", "who"),
    [
        ("", ("--exclude", "*.py"), "`exclude` (command line) leaves"),
        ("exclude = []\n", ("--extend-exclude", "src"), "`extend-exclude` (command line) leaves"),
        (
            'include = ["src"]\n',
            ("--exclude", "*.py"),
            "`exclude` (command line) and `include` (pyproject.toml:2) leave",
        ),
    ],
)
def test_what_leaves_out_all_files_is_named(project: Project, config: str, options: tuple[str, ...], who: str) -> None:
    project.write({"pyproject.toml": f"[tool.tdomcheck]\n{config}", "src/page.py": MISMATCHED})
    outcome = project.check("--allow-empty", *options)
    assert (outcome.code, f"no Python file was checked: {who} out all, src/page.py among" in outcome.out) == (2, True)


@pytest.mark.parametrize("options", [(), ("--allow-empty",)])
def test_a_project_of_documents_is_green(project: Project, options: tuple[str, ...]) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["gen"]\n', "docs/start.md": "# Start\n"})
    assert project.check(*options).code == 0


def test_documents_are_enough_where_nobody_says_that_there_is_nothing(project: Project) -> None:
    files = {"docs/start.md": "# Start\n", "docs/conf.py": MISMATCHED}
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["conf.py"]\n', **files})
    assert project.check().code == 0
    assert project.check("--allow-empty", "docs").code == 0, "who names their folder means them"
    assert project.check("--allow-empty", "docs/start.md").code == 0
    assert project.check("--allow-empty").code == 2


def test_a_file_that_comes_beside_documents_is_seen(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["gen"]\n', "gen/a.md": "#\n", "README.md": "#\n"})
    assert [project.tool("check", "--allow-empty").code for _ in range(2)] == [0, 0]
    project.write({"gen/page.py": MISMATCHED})
    assert project.tool("check", "--allow-empty").code == 2


@pytest.mark.parametrize(
    "files",
    [
        {},
        {".gitignore": "build\n", "build/page.py": MISMATCHED},
        {".venv/page.py": MISMATCHED, "node_modules/page.py": MISMATCHED},
        {"gen/data.json": "{}", "gen/README.md": "# Generated\n"},
    ],
)
def test_what_is_of_nobody_leaves_a_project_empty(project: Project, files: dict[str, str]) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["gen"]\n', **files})
    assert project.check("--allow-empty").code == 0


def test_a_file_that_comes_where_nobody_looks_is_seen(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["gen"]\n', "gen/inner/README.md": "# Generated\n"})
    assert [project.check("--allow-empty").code for _ in range(2)] == [0, 0]
    project.write({"gen/inner/page.py": MISMATCHED})
    assert project.check("--allow-empty").code == 2


def test_a_part_may_be_left_out(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["gen"]\n', "gen/a.py": MISMATCHED, "b.py": CLEAN})
    assert project.check("--allow-empty").code == 0
    assert project.check("--allow-empty", "--force-exclude", "gen/a.py").code == 0


def test_an_empty_file_is_clean(project: Project) -> None:
    project.write({"__init__.py": b""})
    assert project.check().code == 0


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_that_are_not_utf8_work(project: Project) -> None:
    folder = os.fsencode(project.root) + b"/caf\xe9"
    os.mkdir(folder)
    with open(folder + b"/na\xefve.py", "wb") as file:
        file.write(NESTED.encode())
    first = project.tool("check", "--output-format", "json")
    again = project.tool("check", "--output-format", "json")
    assert first.codes == again.codes == ("TDC121",)
    assert project.tool("fix").code == 0
    with open(folder + b"/na\xefve.py", "rb") as file:
        assert file.read() == UNNESTED.encode()
    assert project.tool("fix", "--undo").code == 0
    with open(folder + b"/na\xefve.py", "rb") as file:
        assert file.read() == NESTED.encode()


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_current_folder_that_is_not_utf8_works(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = os.fsencode(project.root) + b"/caf\xe9"
    os.mkdir(folder)
    with open(folder + b"/page.py", "wb") as file:
        file.write(NESTED.encode())
    monkeypatch.chdir(os.fsdecode(folder))
    assert project.tool("check", "--output-format", "json").codes == ("TDC121",)
    assert project.tool("check", "--output-format", "json").codes == ("TDC121",)
    assert project.tool("fix").code == 0


def test_binary_content_is_a_finding(project: Project) -> None:
    data = bytes(range(256)) * 4
    project.write({"image.py": data})
    outcome = project.check("--output-format", "json")
    assert (outcome.code, outcome.codes) == (1, ("TDC002",))
    assert project.fix().code == 1
    assert project.read("image.py") == data


def test_a_nul_byte_is_a_finding_at_its_place(project: Project) -> None:
    project.write({"page.py": "x = 1\ny = '\0'\n"})
    outcome = project.check("--output-format", "concise")
    assert outcome.code == 1
    assert "page.py:2:6" in outcome.out
    assert "NUL byte" in outcome.out


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"# coding: nosuch\nx = 1\n", "an encoding that Python does not know: nosuch"),
        (b"# coding: utf-8\nx = '\xe9'\n", "byte 0xe9 at offset 21 is not utf-8"),
        (b"\xef\xbb\xbf# coding: latin-1\nx = 1\n", "starts with a UTF-8 byte order mark"),
        (b"# coding: hex\nx = 1\n", "no text encoding"),
        (b"# coding: undefined\nx = 1\n", "undefined"),
        (b"\xff\xfex\x00=\x001\x00", "NUL byte"),
    ],
)
def test_a_wrong_encoding_is_a_finding(project: Project, data: bytes, sentence: str) -> None:
    project.write({"page.py": data})
    outcome = project.check("--output-format", "concise")
    assert outcome.code == 1
    assert sentence in outcome.out
    assert "TDC002" in outcome.out


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("others", [0, 20])
def test_a_codec_that_fails_costs_its_file(project: Project, jobs: str, others: int) -> None:
    """In a run of few files the parent looks first, in one of many a worker does."""
    project.write({"idna.py": b"# coding: idna\nx..y = t'%s'\n" % (b"a" * 80), "page.py": NESTED})
    project.write({f"other{number}.py": CLEAN for number in range(others)})
    outcome = project.check("--output-format", "json", "-j", jobs)
    assert (outcome.code, outcome.codes) == (2, ("TDC121",))
    assert "idna.py: not checked: its encoding, idna, does not tell where its characters are" in outcome.out


def test_a_crash_while_a_file_is_gated_costs_that_file(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"bad.py": "x = 'poison'\n", "page.py": NESTED})
    concerns_domain = views_of_files.concerns_domain

    def poisoned(utf8: bytes) -> bool:
        if b"poison" in utf8:
            raise RuntimeError("a fault of ours")
        return concerns_domain(utf8)

    monkeypatch.setattr(views_of_files, "concerns_domain", poisoned)
    outcome = project.check("--output-format", "json")
    assert (outcome.code, outcome.codes) == (2, ("TDC121",))
    assert "bad.py: not checked: RuntimeError: a fault of ours" in outcome.out


@pytest.mark.parametrize("name", sorted({*aliases, *aliases.values(), "undefined", "idna", "mbcs", "no_such"}))
def test_no_codec_that_python_has_makes_reading_raise(name: str) -> None:
    """Text is read, or said to be none: nothing else is raised, whatever the codec."""
    for body in (b"x = 'a\xe9\xff+AGE-'\n", b"x..y = 1\n", b"x = '\\ud800 +2AA-'\n"):
        try:
            source = SourceText(b"# coding: %s\n%s" % (name.encode(), body))
        except Undecodable:
            continue
        assert source.offset(2, 1) <= len(source.data)
        assert source.from_utf8(source.to_utf8(3)) == 3


def test_what_does_not_parse_is_a_finding(project: Project) -> None:
    project.write({"page.py": "def f(:\n"})
    outcome = project.check("--output-format", "concise")
    assert outcome.code == 1
    assert "page.py:1:7: TDC001" in outcome.out


def test_a_file_that_is_too_large_is_skipped_aloud(project: Project) -> None:
    with (project.root / "big.py").open("wb") as file:
        file.truncate(50_000_000)
    outcome = project.check()
    assert outcome.code == 2
    assert "big.py: skipped: it has 50,000,000 bytes" in outcome.out


@pytest.mark.parametrize("is_domain", [False, True])
@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("(" * 3_000 + "1" + ")" * 3_000, id="parentheses"),
        pytest.param("+".join(["1"] * 20_000), id="sum"),
        pytest.param(" or ".join(["x"] * 20_000), id="boolean"),
        pytest.param("not " * 3_000 + "x", id="not"),
        pytest.param("[" * 3_000 + "]" * 3_000, id="lists"),
        pytest.param("x" + ".y" * 5_000, id="attributes"),
        pytest.param("x" + "()" * 5_000, id="calls"),
        pytest.param("1 if x else " * 3_000 + "1", id="conditional"),
    ],
)
def test_deep_nesting_takes_nothing_down(project: Project, expression: str, *, is_domain: bool) -> None:
    header = "from tdom import html\n" if is_domain else ""
    project.write({"deep.py": f"{header}def page(x):\n    y = {expression}\n    return {expression}\n"})
    project.plugin("def visit_Name(self, node: cst.Name) -> None:\n    pass\n")
    outcome = project.check("--output-format", "json", "deep.py")
    assert outcome.err == ""
    possible = {(2, ("TDC008",))} if is_domain else {(0, ()), (1, ("TDC008",))}
    assert (outcome.code, outcome.codes) in possible


class TestPastALimit:
    """No rule has looked at such a file, so it is not checked."""

    DEEP = f"from tdom import html\ny = {'[' * 300}{']' * 300}\n"

    def test_it_is_a_finding_and_the_run_is_not_to_be_trusted(self, project: Project) -> None:
        project.write(
            {"deep.py": self.DEEP, "page.py": CLEAN, "pyproject.toml": "[tool.tdomcheck]\nmax-warnings = 3\n"}
        )
        for _ in range(2):
            outcome = project.tool("check", "--output-format", "json")
            assert (outcome.code, outcome.codes) == (2, ("TDC008",))
            ledger = outcome.json["summary"]["ledger"]
            assert [file["path"] for file in ledger["files"]["limited"]] == ["deep.py"]
            assert ledger["counts"]["checked"] + ledger["counts"]["cached"] == 2
        text = project.tool("check")
        assert "error: deep.py: not checked: the code nests deeper than 200 levels, so no rule has looked" in text.out
        assert "3 files: 2 checked (2 cached), 1 limited\n" in text.out
        assert not project.tool("check", "--output-format", "sarif").json["runs"][0]["invocations"][0][
            "executionSuccessful"
        ]

    def test_also_where_nobody_wants_the_finding(self, project: Project) -> None:
        project.write({"deep.py": f"# tdomcheck: file-ignore[TDC008] made\n{self.DEEP}", "page.py": CLEAN})
        assert project.check("--ignore", "TDC005").code == 2
        assert project.check("--ignore", "TDC008").code == 2
        assert project.check("--exit-zero").code == 2

    def test_but_not_where_it_is_excluded(self, project: Project) -> None:
        project.write({"deep.py": self.DEEP, "page.py": CLEAN})
        assert project.check("--config", 'exclude = ["deep.py"]').code == 0


class TestNearMisses:
    """What was hardly meant is said: an error where nobody else can have meant it."""

    @pytest.mark.parametrize(
        "table",
        [
            "tool.tdomchek",
            "tool.tdomcehck",
            "tool.tdom-check",
            "tool.tdom_check",
            "tool.Tdomcheck",
            "tool.tdomchek.severity",
            "tool.'tdomchecks'",
            "tools.tdomcheck",
            "TOOL.tdomcheck",
            "tdomcheck",
            "[tool.tdomchek]",
            " tool . 'tdomchek' ",
        ],
    )
    def test_a_table_that_nothing_reads(self, project: Project, table: str) -> None:
        project.write({"page.py": CLEAN, "pyproject.toml": f'[project]\nname = "x"\n[{table}]\nALL = "off"\n'})
        outcome = project.check()
        assert outcome.code == 2
        assert outcome.err.startswith("error: pyproject.toml:3: nothing reads the table `")
        assert "; did you mean `tool.tdomcheck`?\n" in outcome.err

    @pytest.mark.parametrize("text", ["tool.tdomchek.jobs = 1\n", "[tool]\ntdomchek = {jobs = 1}\n"])
    def test_one_that_has_no_head(self, project: Project, text: str) -> None:
        project.write({"page.py": CLEAN, "pyproject.toml": text})
        assert "nothing reads the table `tool.tdomchek`" in project.check().err

    @pytest.mark.parametrize(
        "text",
        [
            "[tool.tdom]\n",
            "[tool.typecheck]\n",
            "[tool.tox]\n",
            "[tool.domcheck]\n",
            "[tooling.tdomchek]\n",
            "[[tdomchek",
            '[project]\ndescription = """\n[tool.tdomchek]\n"""\n',
            "[tool.tdomcheck]\n[tool.tdomcheck.severity]\n",
        ],
    )
    def test_tables_of_others(self, project: Project, text: str) -> None:
        project.write({"page.py": CLEAN, "pyproject.toml": text})
        assert "nothing reads the table" not in project.check().err

    @pytest.mark.parametrize(
        ("other", "content", "name"),
        [
            ("pyproject.toml", "[tool.tdomcheck]\njobs = 1\n", "`[tool.tdomcheck]` in pyproject.toml"),
            (".tdomcheck.toml", "jobs = 1\n", ".tdomcheck.toml"),
        ],
    )
    def test_one_configuration_that_hides_another(self, project: Project, other: str, content: str, name: str) -> None:
        (project.root / "pyproject.toml").unlink()
        project.write({"page.py": CLEAN, "tdomcheck.toml": "", other: content})
        for _ in range(2):
            outcome = project.tool("check")
            assert outcome.code == 0
            assert outcome.err == (
                f"warning: {name} is not read, because tdomcheck.toml is beside it; keep one of the two\n"
            )
        project.write({other: "[tool.tdomcheck]\n" if other == "pyproject.toml" else ""})
        assert project.tool("check").err == "", "nothing is lost"

    def test_globs_that_match_nothing(self, project: Project) -> None:
        (project.root / "pyproject.toml").unlink()
        include = 'include = ["srcc", "*.py", "!x"]\n'
        overrides = 'overrides = [{paths = ["test/**"], ignore = ["TDC2"]}]\n'
        project.write({"page.py": CLEAN, "tdomcheck.toml": include + overrides})
        said = (
            "warning: tdomcheck.toml:1: no file matches srcc of `include`\n"
            "warning: tdomcheck.toml:2: no file matches test/** of `overrides`\n"
        )
        for _ in range(2):
            outcome = project.tool("check", "--output-format", "json")
            assert (outcome.code, outcome.err) == (0, said)
        assert project.tool("check", "page.py").err == "", "nobody can tell from one file"
        project.write({"srcc/a.py": CLEAN, "test/b.py": CLEAN})
        assert project.tool("check").err == ""


class TestWithoutChanges:
    @pytest.fixture
    def committed(self, project: Project) -> Project:
        project.write({"page.py": CLEAN, "notes.txt": ""})
        git(project, "init", "-q")
        git(project, "add", "-A")
        git(project, "commit", "-qm1")
        return project

    @pytest.mark.parametrize(("words", "since"), [("--changed", "HEAD"), ("--staged", "HEAD"), ("--since=@", "@")])
    def test_that_is_said(self, committed: Project, words: str, since: str) -> None:
        outcome = committed.check(words)
        assert (outcome.code, outcome.out) == (0, f"Nothing to check: no file has changed since {since}.\n")

    @pytest.mark.parametrize("words", ["--changed", "--staged"])
    def test_but_not_where_one_has(self, committed: Project, words: str) -> None:
        (committed.root / "page.py").unlink()
        git(committed, "add", "-A")
        sentence = "Nothing to check: no file that is read here has changed since HEAD.\n"
        assert committed.check(words).out == sentence
        committed.write({"notes.txt": "more"})
        git(committed, "add", "-A")
        assert committed.check("--staged").out == sentence
        committed.write({"page.py": f"{CLEAN}x = 1\n"})
        git(committed, "add", "-A")
        assert committed.check(words).out == "All checks passed!\n1 file: 1 checked\n"


class TestWithoutRules:
    """A nested configuration may take its files out, but not unseen."""

    NESTED: t.ClassVar = {"page.py": CLEAN, "v/tdomcheck.toml": 'ignore = ["ALL"]\n', "v/b.py": MISMATCHED}

    def test_files_that_no_rule_is_for_are_skipped(self, project: Project) -> None:
        project.write(self.NESTED)
        outcome = project.check()
        assert outcome.code == 0
        assert "skipped: v/b.py: no rule\n" in outcome.out
        assert "3 files: 2 checked, 1 skipped\n" in outcome.out
        ledger = project.check("--output-format", "json").json["summary"]["ledger"]
        assert ledger["files"]["skipped"] == [{"path": "v/b.py", "reason": "no rule"}]

    def test_a_manifest_alone_is_not_the_rest(self, project: Project) -> None:
        project.write({**self.NESTED, "page.py": MISMATCHED})
        (project.root / "page.py").unlink()
        outcome = project.check()
        assert outcome.code == 2
        assert "no rule is left to run for any Python file (v/tdomcheck.toml): `select` and" in outcome.out

    def test_the_rest_decides(self, project: Project) -> None:
        project.write({**self.NESTED, "page.py": MISMATCHED})
        assert project.check().code == 1

    @pytest.mark.parametrize("paths", [("v",), ("v/b.py",), ("--force-exclude", "v/b.py")])
    def test_nothing_else_is_not_green(self, project: Project, paths: tuple[str, ...]) -> None:
        project.write(self.NESTED)
        outcome = project.check(*paths)
        assert outcome.code == 2
        assert "no rule is left to run" in outcome.out

    @pytest.mark.parametrize(
        "line", ['severity = {ALL = "off"}', "select = []", 'overrides = [{paths = ["*"], ignore = ["ALL"]}]']
    )
    def test_whatever_turns_them_off(self, project: Project, line: str) -> None:
        project.write({**self.NESTED, "v/tdomcheck.toml": f"{line}\n"})
        assert "skipped: v/b.py: no rule\n" in project.check().out


@pytest.mark.parametrize("terms", [100, 300, 500, 900, 990])
def test_long_sums_are_judged_or_refused_on_every_release(project: Project, terms: int) -> None:
    """On 3.12 LibCST follows 350 terms, elsewhere 1,000: what it does not follow is told, and no rule crashes."""
    project.plugin(
        """
        def visit_Name(self, node: cst.Name) -> None:
            if node.value == "bad":
                self.report(node, "bad")
        """
    )
    project.write({"sum.py": f"total = {'+'.join(['1'] * terms)}\nbad = 1\n"})
    assert project.findings("sum.py") == (("XYZ001",) if terms < DEPTH_LIMIT else ("TDC008",))


def test_a_link_that_leads_to_itself_is_told(project: Project) -> None:
    project.write({"page.py": CLEAN})
    (project.root / "loop.py").symlink_to("loop.py")
    (project.root / "folder").symlink_to(".")
    outcome = project.check()
    assert outcome.code == 2
    assert "loop.py" in outcome.out


def test_a_link_to_the_folder_above_is_walked_once(project: Project) -> None:
    project.write({"pkg/page.py": NESTED})
    (project.root / "pkg" / "up").symlink_to("..")
    assert project.findings() == ("TDC121",)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_with_the_name_of_a_file_is_not_opened(project: Project) -> None:
    project.write({"page.py": CLEAN})
    os.mkfifo(project.root / "pipe.py")
    outcome = project.check()
    assert outcome.code == 2
    assert "pipe.py" in outcome.out
    assert project.check("pipe.py").code == 2


@needs_permissions
def test_an_unreadable_file_is_named(project: Project) -> None:
    project.write({"page.py": CLEAN, "secret.py": CLEAN})
    (project.root / "secret.py").chmod(0)
    outcome = project.check()
    assert outcome.code == 2
    assert "secret.py: not checked: it may not be read" in outcome.out


@needs_permissions
def test_a_file_in_a_read_only_folder_is_not_fixed_and_named(project: Project) -> None:
    project.write({"pkg/page.py": NESTED})
    (project.root / "pkg").chmod(0o555)
    outcome = project.fix()
    (project.root / "pkg").chmod(0o755)
    assert outcome.code == 2
    assert "page.py" in outcome.out
    assert project.text("pkg/page.py") == NESTED


Spoiler = Callable[[Path], None]


def _delete(path: Path) -> None:
    path.unlink()


def _change(path: Path) -> None:
    path.write_text("changed = True\n")


def _replace(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(("spoil", "reason"), [(_delete, "vanished"), (_replace, "became a folder")])
def test_a_file_that_goes_during_a_check_is_named(
    project: Project, monkeypatch: pytest.MonkeyPatch, spoil: Spoiler, reason: str
) -> None:
    project.write({"page.py": NESTED, "other.py": CLEAN})
    before = check_module.plan_run

    def planned(session: object) -> object:
        found = before(session)  # type: ignore[arg-type]
        spoil(project.root / "page.py")
        return found

    monkeypatch.setattr(check_module, "plan_run", planned)
    outcome = project.check()
    assert outcome.code == 2
    assert "page.py: not checked: it" in outcome.out
    assert reason in outcome.out


@pytest.mark.parametrize("spoil", [_delete, _change, _replace])
def test_a_file_that_changes_before_it_is_fixed_is_left_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch, spoil: Spoiler
) -> None:
    project.write({"page.py": NESTED, "other.py": NESTED})
    before = run_module.check

    def looked(*arguments: object, **named: object) -> object:
        found = before(*arguments, **named)  # type: ignore[arg-type]
        spoil(project.root / "page.py")
        return found

    monkeypatch.setattr(run_module, "check", looked)
    outcome = project.fix()
    assert outcome.code == 2
    assert "page.py: not fixed: it " in outcome.out
    assert project.text("other.py") == UNNESTED
    assert not (project.root / "page.py").is_file() or project.text("page.py") == "changed = True\n"


@pytest.mark.parametrize("spoil", [_delete, _change, _replace])
def test_a_file_that_changes_before_it_is_written_is_left_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch, spoil: Spoiler
) -> None:
    project.write({"page.py": NESTED, "other.py": NESTED})
    before = fix_module.write_all

    def written(*arguments: object, **further: object) -> object:
        spoil(project.root / "page.py")
        return before(*arguments, **further)  # type: ignore[arg-type]

    monkeypatch.setattr(fix_module, "write_all", written)
    outcome = project.fix()
    assert outcome.code == 2
    assert "page.py: not written" in outcome.out
    assert not (project.root / "page.py").is_file() or project.text("page.py") == "changed = True\n"


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A file system of 64 kB."""
    place = tmp_path / "small"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None or subprocess.run([mount, "-t", "tmpfs", "-o", "size=64k", "none", place], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    return place


@pytest.mark.slow
def test_a_full_disk_damages_nothing(small_disk: Path, tool: Callable[..., Outcome], monkeypatch) -> None:
    try:
        page = small_disk / "page.py"
        (small_disk / "pyproject.toml").write_text("[tool.tdomcheck]\n")
        page.write_text(NESTED)
        filler = os.open(small_disk / "filler", os.O_WRONLY | os.O_CREAT)
        with pytest.raises(OSError, match="No space"):
            while True:
                os.write(filler, b"x" * 4096)
        os.close(filler)
        monkeypatch.chdir(small_disk)
        outcome = tool("fix")
        assert outcome.code == 2, outcome
        assert page.read_text() == NESTED
        assert "No space left" in outcome.out + outcome.err
        (small_disk / "filler").unlink()
        assert tool("fix").code == 0
        assert page.read_text() == UNNESTED
    finally:
        monkeypatch.chdir("/")
        subprocess.run(["umount", small_disk], check=True)


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(
    "words",
    [
        ("check", "--no-cache", "--output-format", "json"),
        ("check", "--no-cache"),
        ("check",),
        ("report", "merge", "record"),
        ("events", "stats", "e.jsonl"),
        ("--help",),
    ],
)
def test_standard_output_without_room_is_a_sentence(project: Project, words: tuple[str, ...]) -> None:
    project.write({"page.py": NESTED * 50})
    project.check("--shard", "1/1", "--report", "shard=record", "--events", "e.jsonl")
    for _ in range(2):  # the second answer of a plain check may be a replayed one
        with open("/dev/full", "wb") as full:
            process = project.process(*words, stdout=full)
            complaint = process.communicate(timeout=60)[1].decode()
        expected = "error: standard output could not be written: No space left on device\n"
        assert (process.returncode, complaint) == (2, expected)


def test_a_file_without_room_is_not_taken_for_standard_output() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    assert main._is_full(full)
    assert not main._is_full(OSError(errno.ENOSPC, "No space left on device", "page.py"))
    assert not main._is_full(OSError(errno.EACCES, "Permission denied"))
    assert not main._is_full(ValueError("full"))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"this is no database" * 100, id="garbage"),
        pytest.param(b"", id="empty"),
        pytest.param(b"SQLite format 3\0" + b"\xff" * 5_000, id="broken header"),
    ],
)
def test_a_corrupt_cache_is_made_anew(project: Project, content: bytes) -> None:
    project.write({"page.py": NESTED})
    project.tool("check")
    for path in (project.root / ".tdomcheck").glob("cache.db*"):
        path.unlink()
    (project.root / ".tdomcheck" / "cache.db").write_bytes(content)
    assert project.tool("check", "--output-format", "json").codes == ("TDC121",)
    assert project.tool("check", "--output-format", "json").codes == ("TDC121",)
    assert (project.root / ".tdomcheck" / "cache.db").read_bytes()[:15] == b"SQLite format 3"


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_a_truncated_cache_is_made_anew(project: Project, part: float) -> None:
    project.write({f"page{number}.py": NESTED for number in range(6)})
    project.tool("check")
    path = project.root / ".tdomcheck" / "cache.db"
    data = path.read_bytes()
    for extra in path.parent.glob("cache.db-*"):
        extra.unlink()
    path.write_bytes(data[: int(len(data) * part)])
    for _ in range(3):
        assert project.tool("check", "--output-format", "json").codes == ("TDC121",) * 6
    import sqlite3

    with contextlib.closing(sqlite3.connect(path)) as database, database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM facts").fetchone() == (2,), (
            "of the pages, which are alike, and of pyproject.toml"
        )
    database.close()


def test_a_cache_of_a_newer_format_is_made_anew(project: Project) -> None:
    import sqlite3

    project.write({"page.py": NESTED})
    (project.root / ".tdomcheck").mkdir()
    with contextlib.closing(sqlite3.connect(project.root / ".tdomcheck" / "cache.db")) as database, database:
        database.execute("PRAGMA user_version = 99")
        database.execute("CREATE TABLE files (future TEXT)")
    database.close()
    assert project.tool("check", "--output-format", "json").codes == ("TDC121",)


@needs_permissions
@pytest.mark.parametrize("is_there", [True, False])
def test_a_cache_that_cannot_be_written_is_no_error(project: Project, *, is_there: bool) -> None:
    project.write({"page.py": NESTED, ".tdomcheck/.gitignore": "*\n"})
    if is_there:
        project.tool("check")
    folder = project.root / ".tdomcheck"
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    outcomes = [project.tool("check", "--output-format", "json") for _ in range(2)]
    folder.chmod(0o755)
    assert [(outcome.code, outcome.codes, outcome.err) for outcome in outcomes] == [(1, ("TDC121",), "")] * 2


def test_a_file_in_place_of_the_cache_folder_is_no_error_for_check(project: Project) -> None:
    project.write({"page.py": NESTED, ".tdomcheck": "mine"})
    outcome = project.tool("check", "--output-format", "json")
    assert (outcome.code, outcome.codes) == (1, ("TDC121",))
    assert project.text(".tdomcheck") == "mine"


def test_without_a_place_for_the_journal_nothing_is_written(project: Project) -> None:
    project.write({"page.py": NESTED, ".tdomcheck": "mine"})
    outcome = project.tool("fix")
    assert outcome.code == 2
    assert "nothing was written" in outcome.err
    assert project.text("page.py") == NESTED


def test_a_folder_in_place_of_the_cache_is_no_error(project: Project) -> None:
    project.write({"page.py": NESTED, ".tdomcheck/cache.db/x": "mine"})
    assert project.tool("check", "--output-format", "json").codes == ("TDC121",)


def test_broken_toml_is_framed(project: Project) -> None:
    project.write({"page.py": CLEAN, "pyproject.toml": "[tool.tdomcheck\nselect = 1\n"})
    outcome = project.check()
    assert (outcome.code, outcome.out) == (2, "")
    assert "pyproject.toml" in outcome.err
    assert "[tool.tdomcheck" in outcome.err


def test_all_unknown_keys_are_told_at_once(project: Project) -> None:
    project.write({"page.py": CLEAN, "pyproject.toml": "[tool.tdomcheck]\nselct = ['ALL']\nignor = []\n"})
    outcome = project.check()
    assert outcome.code == 2
    assert "selct" in outcome.err
    assert "ignor" in outcome.err
    assert "`select`" in outcome.err


def test_a_configuration_in_a_parent_folder_that_cannot_be_read_stops_the_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"inner/page.py": CLEAN})
    (project.root / "pyproject.toml").unlink()
    (project.root / "tdomcheck.toml").symlink_to("tdomcheck.toml")
    monkeypatch.chdir(project.root / "inner")
    outcome = project.check()
    assert outcome.code == 2
    assert "tdomcheck.toml" in outcome.err


def test_a_folder_called_like_a_configuration_is_left_alone(project: Project) -> None:
    project.write({"page.py": CLEAN, "inner/tdomcheck.toml/x": "", "inner/page.py": CLEAN})
    assert project.check().code in {0, 2}


@pytest.mark.parametrize("value", ['t"<p>{x}" "</p>"', "f'<b>' t'{x}</b>'", "(t'<b>'\n  # why\n  'x')", "t'a' b'b'"])
def test_literals_that_python_does_not_join_are_no_syntax(project: Project, value: str) -> None:
    project.write({"page.py": f"from tdom import html\n\npage = {value}\n"})
    outcome = project.check("--output-format", "concise")
    assert outcome.code == 1
    assert "page.py:3:" in outcome.out
    assert "TDC001 cannot mix t-string literals" in outcome.out


@pytest.mark.parametrize("value", ["t'<b>' t'{x}</b>'", "t'<b>' rT'</b>'", "'<b>' f'{x}' r'</b>'"])
def test_literals_that_python_joins_are_left_alone(project: Project, value: str) -> None:
    project.write({"page.py": f"from tdom import html\n\npage = {value}\n"})
    assert "TDC001" not in project.check("--output-format", "concise").out


@pytest.mark.parametrize(
    ("boundary", "sentence"),
    [
        ("shop - web", "its option `forbidden` holds 'shop - web'; a boundary reads `shop.services -> shop.web`"),
        ("lost -> web", "its option `forbidden` speaks of `lost`, and the project has no such module"),
    ],
)
def test_an_option_that_says_nothing_to_its_rule_is_no_crash(project: Project, boundary: str, sentence: str) -> None:
    settings = f'[tool.tdomcheck.options.TDC801]\nforbidden = ["{boundary}"]\n'
    project.write({"pyproject.toml": settings, "shop.py": "import svcs\n"})
    outcome = project.check()
    assert outcome.code == 2
    assert f"error: rule TDC801 did not run: {sentence}" in outcome.err + outcome.out
    assert "crashed" not in outcome.err + outcome.out


@pytest.mark.parametrize("name", ["notes.ipynb", "notes.txt", "page.html", "app.pyc"])
def test_a_file_of_another_kind_that_is_named_is_not_green(project: Project, name: str) -> None:
    """A notebook is an expression: its JSON parses as Python."""
    project.write({name: '{"cells": []}\n', "page.py": CLEAN})
    outcome = project.check(name)
    assert outcome.code == 2
    assert f"{name}: it is not of a kind that is read: .py, .pyi, .md, .rst" in outcome.out
    assert project.check(name, "page.py", "--force-exclude").code == 2
    assert project.check().code == 0, "a walk passes it by"


def test_a_script_for_windows_can_be_named(project: Project) -> None:
    """Hooks do: pre-commit takes it for Python, which it is."""
    project.write({"clean.pyw": "x = 1\n", "page.pyw": MISMATCHED})
    assert project.check("clean.pyw", "--force-exclude").code == 0
    assert "[TDC101]" in project.check("page.pyw").out


def test_a_script_without_a_suffix_can_be_named(project: Project) -> None:
    project.write({"tool": "#!/usr/bin/env python3\n" + MISMATCHED})
    assert project.findings("tool") == ("TDC101",)


@pytest.mark.parametrize(
    "arguments", [("--ignore", "ALL"), ("--config", "select = []"), ("--select", "TDC1", "--ignore", "TDC1")]
)
def test_a_run_without_any_rule_is_not_green(project: Project, arguments: tuple[str, ...]) -> None:
    project.write({"page.py": MISMATCHED})
    outcome = project.check(*arguments)
    assert outcome.code == 2
    assert "no rule is left to run" in outcome.out


def test_a_run_with_a_rule_for_some_file_is_one(project: Project) -> None:
    project.write({"page.py": CLEAN, "other.py": CLEAN})
    assert project.check("--select", "TDC001").code == 0
    assert project.check("--config", 'per-file-ignores = {"page.py" = ["ALL"]}').code == 0
    assert project.check("--config", 'per-file-ignores = {"page.py" = ["ALL"]}', "page.py").code == 0, "as it is meant"
    assert project.check("--ignore", "ALL", "--allow-empty", "--exit-zero").code == 2


def test_a_link_to_a_file_elsewhere_is_told_with_what_to_do(project: Project) -> None:
    """Both ways that the sentence names lead on."""
    project.write({"page.py": CLEAN, "../elsewhere.py": CLEAN})
    (project.root / "link.py").symlink_to(project.root.parent / "elsewhere.py")
    outcome = project.check()
    assert outcome.code == 2
    assert (
        "error: link.py: skipped: it is a link to ../elsewhere.py, outside of the current folder; "
        "name it on the command line to have it checked, or add it to `exclude`"
    ) in outcome.out
    assert project.check("link.py").code == 0
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["link.py"]\n'})
    assert project.check().code == 0


def test_a_link_to_nothing_is_told_with_what_to_do(project: Project) -> None:
    project.write({"page.py": CLEAN})
    (project.root / "link.py").symlink_to("nowhere.py")
    assert "leads nowhere (No such file or directory); remove it, or add it to `exclude`" in project.check().out
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["link.py"]\n'})
    assert project.check().code == 0
