"""`tdomcheck patch`: a document is applied as a whole or not at all, and never outside of the project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from cli_running import Project, git

from tdomcheck.report.schema import delta_schema
from tdomcheck.stitch import languages

STORE = '''\
"""A store."""

from tdom import html


def Card(label: str):
    return html(t"<b>{label}</b>")


class Store:
    def load(self, path):
        return path

    def save(self, path):
        pass
'''
PAGE = 'from tdom import html\n\nfrom store import Card\n\n\ndef page():\n    return html(t"<{Card} label=x />")\n'
SAVE = "def save(self, path, mode):\n  return mode\n"
SAVED = STORE.replace("def save(self, path):\n        pass", "def save(self, path, mode):\n        return mode")


def block(path: str, text: str = "", target: str = "") -> str:
    """A fence that is a patch."""
    lines = [f"# FILE: {path}", *([f"# {target}"] if target else []), *([text.rstrip("\n")] if text else [])]
    return "\n".join(["Here it is:", "", "```", *lines, "```", ""])


LATIN = "# coding: latin-1\nx = 'é'\n".encode("latin-1")
SAVE_BLOCK = block("store.py", SAVE, "TARGET_NODE: method Store.save")


@pytest.fixture
def shop(project: Project) -> Project:
    project.write({
        "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["tdom"]\n\n[tool.tdomcheck]\n',
        "store.py": STORE,
        "page.py": PAGE,
    })  # fmt: skip
    return project


def patch(project: Project, document: str | bytes, *arguments: str):
    data = document if isinstance(document, bytes) else document.encode()
    return project.tool("patch", *arguments, stdin=data)


class TestApplying:
    def test_all_sorts_of_blocks(self, shop: Project) -> None:
        document = (
            SAVE_BLOCK
            + block("pyproject.toml", '"1.0"', "TARGET_PATH: project.version")
            + block("new/deep/thing.py", "x = 1\n")
            + "```python\nprint('text')\n```\n"
        )
        outcome = patch(shop, document)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.splitlines() == [
            "patched store.py: method Store.save",
            "patched pyproject.toml: project.version",
            "created new/deep/thing.py: the whole file",
            "3 blocks, 3 files changed",
        ]
        assert shop.text("store.py") == SAVED
        assert 'dependencies = ["tdom"]\nversion = "1.0"\n' in shop.text("pyproject.toml")
        assert shop.text("new/deep/thing.py") == "x = 1\n"

    def test_the_second_time_nothing_changes(self, shop: Project) -> None:
        document = (
            SAVE_BLOCK
            + block("new.py", "x = 1\n")
            + block("store.py", "def more(): ...", "INSERT_AFTER: function Card")
        )
        assert patch(shop, document).code == 0
        before = shop.files()
        outcome = patch(shop, document)
        assert (outcome.code, outcome.out) == (0, "nothing to change: what 3 blocks ask for is there\n")
        assert patch(shop, document, "--dry-run").code == 0
        assert shop.files() == before

    def test_a_document_in_a_file(self, shop: Project) -> None:
        shop.write({"answer.md": SAVE_BLOCK})
        assert shop.tool("patch", "answer.md").code == 0
        assert shop.text("store.py") == SAVED

    def test_undo_takes_all_of_it_back(self, shop: Project) -> None:
        before = shop.files()
        patch(shop, SAVE_BLOCK + block("new/thing.py", "x = 1\n"))
        assert shop.files() != before
        assert shop.fix("--undo").code == 0
        assert shop.files() == before
        assert not (shop.root / "new").exists()

    def test_blocks_of_one_file_are_applied_together(self, shop: Project) -> None:
        document = SAVE_BLOCK + block("store.py", "", "DELETE_NODE: method Store.load")
        assert patch(shop, document).code == 0
        assert shop.text("store.py") == SAVED.replace("    def load(self, path):\n        return path\n\n", "")

    def test_a_file_is_one_whatever_it_is_called(self, shop: Project) -> None:
        (shop.root / "link.py").symlink_to("store.py")
        document = SAVE_BLOCK + block("./link.py", "", "DELETE_NODE: method Store.save")
        outcome = patch(shop, document)
        assert outcome.code == 2
        assert "changes, too; send one of them" in outcome.err
        assert patch(shop, block("link.py", SAVE, "TARGET_NODE: method Store.save")).code == 0
        assert shop.text("store.py") == SAVED
        assert (shop.root / "link.py").is_symlink()

    def test_paths_are_those_of_the_current_folder(self, shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        git(shop, "init", "-q")
        (shop.root / "sub").mkdir()
        monkeypatch.chdir(shop.root / "sub")
        outcome = patch(shop, SAVE_BLOCK)
        assert "paths are relative to the current folder, and it is there from the root on" in outcome.err
        document = block("../store.py", SAVE, "TARGET_NODE: method Store.save")
        assert "--- a/store.py\n+++ b/store.py\n" in patch(shop, document, "--diff").out
        assert patch(shop, document).code == 0
        assert shop.text("store.py") == SAVED


class TestWholeFiles:
    def test_one_that_is_there_needs_overwrite(self, shop: Project) -> None:
        document = block("store.py", "x = 1\n")
        outcome = patch(shop, document)
        assert outcome.code == 2
        assert "it stands there already; name a target in it, or replace all of it with --overwrite" in outcome.err
        assert shop.text("store.py") == STORE
        assert patch(shop, document, "--overwrite").code == 0
        assert shop.text("store.py") == "x = 1\n"

    @pytest.mark.parametrize(
        ("before", "text", "after"),
        [
            (b"\xef\xbb\xbfa = 1\r\nb = 2", "x = 1\ny = 2\n", b"\xef\xbb\xbfx = 1\r\ny = 2"),
            (b"", "x = 1\n", b"x = 1\n"),
            (LATIN, LATIN.decode("latin-1").replace("é", "ü"), LATIN.replace(b"\xe9", b"\xfc")),
            (LATIN, "x = 'ü'\n", "x = 'ü'\n".encode()),
            (b"\0\xff", "x = 1\n", b"x = 1\n"),
        ],
    )
    def test_it_keeps_what_is_not_said_by_its_text(self, shop: Project, before: bytes, text: str, after: bytes) -> None:
        shop.write({"old.py": before})
        assert patch(shop, block("old.py", text), "--overwrite").code == 0
        assert shop.read("old.py") == after

    @pytest.mark.parametrize(
        ("path", "text", "reason"),
        [
            ("new.py", "def f(:\n", "the new text does not parse: line 1"),
            ("new.json", "{a: 1}\n", "the new text does not parse: line 1"),
            (
                "new.py",
                "# coding: ascii\nx = 'é'\n",
                "'é' cannot be written in ascii, which its coding cookie names",
            ),
            ("new.py", "# coding: nonsense\n", "the new text cannot be read: its coding cookie names an encoding"),
        ],
    )
    def test_what_is_no_file_of_its_language_is_not_written(
        self, shop: Project, path: str, text: str, reason: str
    ) -> None:
        outcome = patch(shop, block(path, text))
        assert (outcome.code, reason in outcome.err) == (2, True)
        assert not (shop.root / path).exists()

    def test_any_text_may_be_created(self, shop: Project) -> None:
        assert patch(shop, block("notes.txt", "{ anything\n")).code == 0
        assert shop.text("notes.txt") == "{ anything\n"

    def test_a_file_and_a_node_of_it_are_not_sent_at_once(self, shop: Project) -> None:
        outcome = patch(shop, SAVE_BLOCK + block("store.py", "x = 1\n"), "--overwrite")
        assert outcome.code == 2
        assert "blocks 1 and 2 are for the same file, and one of them is all of it" in outcome.err
        assert shop.text("store.py") == STORE


class TestLooking:
    def test_a_dry_run_tells_and_writes_nothing(self, shop: Project) -> None:
        before = shop.files()
        outcome = patch(shop, SAVE_BLOCK + block("new.py", "x = 1\n"), "--dry-run")
        assert outcome.code == 1
        assert outcome.out.splitlines() == [
            "would patch store.py: method Store.save",
            "would create new.py: the whole file",
            "2 blocks, 2 files would change",
        ]
        assert shop.files() == before

    def test_a_diff_is_what_git_applies(self, shop: Project) -> None:
        git(shop, "init", "-q")
        shop.write({"dos.py": STORE.replace("\n", "\r\n").removesuffix("\r\n")})
        document = SAVE_BLOCK + block("dos.py", SAVE, "TARGET_NODE: method Store.save") + block("ä/new.py", "x = 1\n")
        before = shop.files()
        outcome = patch(shop, document, "--diff")
        assert outcome.code == 1
        assert shop.files() == before
        subprocess.run(["git", "apply"], input=outcome.raw, cwd=shop.root, check=True)
        by_git = shop.files()
        subprocess.run(["git", "apply", "-R"], input=outcome.raw, cwd=shop.root, check=True)
        assert shop.files() == before
        assert patch(shop, document).code == 0
        assert shop.files() == by_git

    @pytest.mark.parametrize("arguments", [["--output-format", "json"], ["--delta", "-"]])
    def test_the_delta_says_exactly_what_changed(self, shop: Project, arguments: list[str]) -> None:
        outcome = patch(shop, SAVE_BLOCK + block("new.py", "x = 1\n"), *arguments)
        assert outcome.code == 0
        jsonschema.validate(outcome.json, delta_schema())
        assert [(file["path"], file["symbols"]) for file in outcome.json["files"]] == [
            ("new.py", []),
            ("store.py", ["Store.save"]),
        ]
        assert outcome.json["repository"] == {"head": None, "dirty": False}
        assert outcome.json["summary"]["changed"] == 2
        assert outcome.json["summary"]["written"] is True

    def test_the_delta_goes_to_a_file_as_well(self, shop: Project) -> None:
        assert patch(shop, SAVE_BLOCK, "--delta", "out/delta.json").out.startswith("patched store.py")
        assert json.loads(shop.text("out/delta.json"))["files"][0]["path"] == "store.py"

    def test_it_says_whether_the_files_were_clean(self, shop: Project) -> None:
        git(shop, "init", "-q")
        clean = patch(shop, SAVE_BLOCK, "--dry-run", "--output-format", "json").json["repository"]
        assert clean == {"head": None, "dirty": True}
        git(shop, "add", "-A")
        git(shop, "commit", "-qm", "all")
        clean = patch(shop, SAVE_BLOCK, "--dry-run", "--output-format", "json").json["repository"]
        assert (len(clean["head"]), clean["dirty"]) == (40, False)
        shop.write({"store.py": STORE + "x = 1\n"})
        assert patch(shop, SAVE_BLOCK, "--dry-run", "--output-format", "json").json["repository"]["dirty"] is True

    def test_it_names_what_git_ignores(self, shop: Project) -> None:
        git(shop, "init", "-q")
        shop.write({".gitignore": "/kept/\n*.pth\n", "kept/old.py": "x = 1\n"})
        git(shop, "add", "-f", "kept/old.py")
        document = (
            block("kept/new.py", "x = 1\n")
            + block("kept/old.py", "x = 2", "TARGET_NODE: constant x")
            + block("new.py", "x = 1\n")
        )
        data = patch(shop, document, "--dry-run", "--output-format", "json").json
        assert data["summary"]["ignored_by_git"] == ["kept/new.py"]
        assert patch(shop, document).out.splitlines() == [
            "created kept/new.py: the whole file (ignored by git)",
            "patched kept/old.py: constant x",
            "created new.py: the whole file",
            "3 blocks, 3 files changed",
        ]

    @pytest.mark.parametrize("further", [["--output-format", "json"], ["--delta", "-"]])
    def test_a_diff_is_alone_on_its_stream(self, shop: Project, further: list[str]) -> None:
        outcome = patch(shop, SAVE_BLOCK, "--diff", *further)
        assert (outcome.code, outcome.out) == (2, "")
        assert "--diff prints the patch and nothing else" in outcome.err


class TestFindings:
    RENAMED = block(
        "store.py", 'def Card(title: str):\n    return html(t"<b>{title}</b>")\n', "TARGET_NODE: function Card"
    )

    def test_new_ones_are_told_in_files_that_depend_on_the_patched_ones(self, shop: Project) -> None:
        outcome = patch(shop, self.RENAMED)
        assert outcome.code == 0
        assert "2 new findings of the rules, judged for the document:" in outcome.out
        assert "  page.py:7:19: TDC208 `<{Card}>` is missing the required prop `title`" in outcome.out

    def test_the_document_is_judged_and_not_its_blocks(self, shop: Project) -> None:
        fixed = 'def page():\n    return html(t"<{Card} title=x />")\n'
        outcome = patch(shop, self.RENAMED + block("page.py", fixed, "TARGET_NODE: function page"), "--delta", "d.json")
        assert (outcome.code, "new finding" in outcome.out) == (0, False)
        assert json.loads(shop.text("d.json"))["findings"] == []

    def test_those_that_were_there_are_not_told(self, shop: Project) -> None:
        shop.write({"old.py": 'x = 1\nbad = t"<p><b>x</i></p>"\n'})
        assert "finding" not in patch(shop, block("old.py", "x = (\n    2)", "TARGET_NODE: constant x")).out
        outcome = patch(
            shop, block("old.py", 'x = t"<p><b>x</i></p>"', "TARGET_NODE: constant x"), "--output-format", "json"
        )
        assert [(each["code"], each["line"]) for each in outcome.json["findings"]] == [("TDC101", 1)]

    def test_a_new_file_is_judged_too(self, shop: Project) -> None:
        outcome = patch(shop, block("new.py", 'x = t"<p><b>x</i></p>"\n'))
        assert "  new.py:1:14: TDC101" in outcome.out


def assert_refused(project: Project, document: str | bytes, *reasons: str, code: int = 2) -> str:
    """Nothing is written, and it says why."""
    before = project.files()
    outcome = patch(project, document)
    assert outcome.code == code, outcome.err
    for reason in reasons:
        assert reason in outcome.err
    assert project.files() == before
    assert outcome.out == ""
    return outcome.err


class TestRefusing:
    @pytest.mark.parametrize(
        ("document", "reason"),
        [
            ("# Text\n\n```python\nx = 1\n```\n", "the document holds no patch"),
            ("", "the document holds no patch"),
            ("```\n# FILE: store.py\nx = 1\n", "line 1: the fence is never closed"),
            (b"\xff\xfe", "it is no Markdown in UTF-8: byte 0xff at offset 0 is not"),
            (SAVE_BLOCK + "```\n# FILE: a\n# TARGET_NODE: no thing\nx\n```\n", "TARGET_NODE takes a kind and a name"),
        ],
    )
    def test_documents_that_are_none(self, shop: Project, document: str | bytes, reason: str) -> None:
        assert_refused(shop, document, reason, "nothing was written")

    def test_a_document_that_cannot_be_read(self, shop: Project) -> None:
        assert "missing.md: the document cannot be read: No such file" in shop.tool("patch", "missing.md").err
        assert shop.tool("patch", ".").code == 2

    @pytest.mark.parametrize(
        ("path", "reason"),
        [
            ("/etc/hosts", "its path is absolute"),
            ("{root}/store.py", "its path is absolute"),
            ("../out.py", "it leads out of the project"),
            ("sub/../../out.py", "it leads out of the project"),
            ("link/out.py", "it leads out of the project"),
            ("file.py", "it leads out of the project"),
            (".", "it leads out of the project"),
            (".git/config", "it lies in a folder of git"),
            (".GIT/hooks/x", "it lies in a folder of git"),
            (".tdomcheck/journal/run-1/unfinished.json", "tdomcheck keeps its journal"),
            (".TDOMCHECK/cache.db", "tdomcheck keeps its journal"),
            ("sub/.tdomcheck. /x", "tdomcheck keeps its journal"),
            ("kept/.tdomcheck/../.tdomcheck/x", "tdomcheck keeps its journal"),
            ("TDOMCH~1/x", "tdomcheck keeps its journal"),
            ("a\0b", "its path holds a NUL byte"),
            ("folder", "it cannot be read: Is a directory"),
            ("pipe", "it cannot be read"),
            ("loop", "it cannot be read"),
            ("store.py/inner", "it cannot be read"),
        ],
    )
    @pytest.mark.parametrize("target", ["", "TARGET_NODE: function f"])
    def test_places_that_are_not_the_projects(
        self, shop: Project, tmp_path: Path, path: str, reason: str, target: str
    ) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "out.py").write_text("def f(): ...\n")
        (tmp_path / "out.py").write_text("def f(): ...\n")
        (shop.root / "link").symlink_to(outside)
        (shop.root / "file.py").symlink_to(outside / "out.py")
        (shop.root / "loop").symlink_to("loop")
        (shop.root / "folder").mkdir()
        (shop.root / ".git").mkdir()
        os.mkfifo(shop.root / "pipe")
        assert_refused(shop, block(path.replace("{root}", str(shop.root)), "def f(): pass\n", target), reason)
        assert (outside / "out.py").read_text() == (tmp_path / "out.py").read_text() == "def f(): ...\n"

    def test_without_git_the_current_folder_is_the_project(
        self, shop: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (shop.root / "sub").mkdir()
        monkeypatch.chdir(shop.root / "sub")
        assert_refused(
            shop, block("../store.py", SAVE, "TARGET_NODE: method Store.save"), "it leads out of the project"
        )

    def test_a_state_folder_elsewhere_is_not_patched_either(self, shop: Project) -> None:
        shop.write({"tdomcheck.toml": 'cache-dir = "kept"\n', "pyproject.toml": ""})
        for path in ("kept/journal/run-1/unfinished.json", "kept/../kept/cache.db"):
            outcome = patch(shop, block(path, "{}\n"))
            assert (outcome.code, "tdomcheck keeps its journal" in outcome.err) == (2, True)
            assert not (shop.root / path).exists()
        assert patch(shop, block("other/cache.db", "x\n")).code == 0

    @pytest.mark.parametrize("order", [1, -1])
    def test_a_file_that_is_the_folder_of_another(self, shop: Project, order: int) -> None:
        blocks = [block("n/a/b.py", "x = 1\n"), block("n", "x = 2\n")]
        err = assert_refused(shop, "".join(blocks[::order]), "it would be a file and the folder of block ")
        assert err.count("error: ") == 1

    def test_a_comment_for_what_is_left_out(self, shop: Project) -> None:
        store = "class Store:\n    # ... rest of the class unchanged ...\n    def save(self): ...\n"
        reason = "line 15: `# ... rest of the class unchanged ...` stands for code that is left out"
        assert_refused(shop, SAVE_BLOCK + block("store.py", store, "TARGET_NODE: class Store"), reason)
        assert_refused(shop, block("new.py", store), "line 6: `# ... rest of the class")
        assert_refused(shop, block("store.py", store, "INSERT_AFTER: class Store"), "line 7: `# ... rest of the class")
        before = shop.files()
        assert patch(shop, block("store.py", store), "--overwrite").code == 2
        assert shop.files() == before

    def test_a_comment_that_is_there_already_may_stay(self, shop: Project) -> None:
        shop.write({"old.py": "def f():\n    # ...\n    return 1\n"})
        document = block("old.py", "def f():\n    # ...\n    return 2\n", "TARGET_NODE: function f")
        assert patch(shop, document).code == 0
        assert shop.text("old.py") == "def f():\n    # ...\n    return 2\n"
        assert patch(shop, block("old.py", "# ...\nx = 1\n"), "--overwrite").code == 0

    def test_a_target_that_is_not_there(self, shop: Project) -> None:
        document = (
            block("store.py", "def Card(label: str): ...", "TARGET_NODE: function Card")
            + block("store.py", SAVE, "TARGET_NODE: method Store.sav")
            + block("page.py", "", "DELETE_NODE: function page")
        )
        err = assert_refused(shop, document)
        third = "block 3 (line 18: DELETE_NODE function page of page.py)"
        assert err.splitlines() == [
            "error: block 2 (line 10: method Store.sav of store.py): there is no `method Store.sav`; the nearest:",
            "  method Store.save, line 14: def save(self, path)",
            "  method Store.load, line 11: def load(self, path)",
            "  class Store, line 10: class Store",
            "  function Card, line 6: def Card(label: str)",
            f"would have applied: block 1 (line 3: function Card of store.py), {third}",
            "nothing was written; resend only these: block 2 (line 10: method Store.sav of store.py)",
        ]

    def test_machines_hear_the_same(self, shop: Project) -> None:
        document = SAVE_BLOCK + block("store.py", "", "DELETE_NODE: method Store.sav")
        outcome = patch(shop, document, "--output-format", "json")
        assert outcome.code == 2
        jsonschema.validate(outcome.json, delta_schema())
        assert outcome.json["files"] == []
        summary = outcome.json["summary"]
        assert (summary["written"], [each["block"] for each in summary["applicable"]]) == (False, [1])
        assert [(each["block"], each["reason"][:35]) for each in summary["refused"]] == [
            (2, "there is no `method Store.sav`; the")
        ]

    def test_a_target_that_is_there_twice(self, shop: Project) -> None:
        shop.write({"twice.py": "if x:\n    def f(): ...\nelse:\n    def f(): pass\n"})
        document = block("twice.py", "def f(): return 1", "TARGET_NODE: function {}")
        assert_refused(shop, document.format("f"), "function f#1, line 2: def f()", "function f#2, line 4")
        assert patch(shop, document.format("f#2")).code == 0

    @pytest.mark.parametrize(
        ("data", "target", "code", "reason"),
        [
            (b"def f(:\n", "TARGET_NODE: function f", 1, "it does not parse: line 1"),
            (b"x = '\xff'\n", "TARGET_NODE: function f", 1, "it cannot be read: byte 0xff"),
            (b"\x7fELF\0\0", "TARGET_NODE: function f", 1, "it is no text: it contains a NUL byte"),
            (b"", "TARGET_NODE: function f", 2, "there is no `function f`, and nothing else that has a name"),
            (b"# coding: latin-1\ndef f(): ...\n", "TARGET_NODE: function f", 2, "cannot be written in iso8859-1"),
            (b"def f(): ...\n", "TARGET_PATH: f", 2, "TARGET_PATH is for JSON, TOML and YAML"),
        ],
    )
    def test_files_that_cannot_be_patched(
        self, shop: Project, data: bytes, target: str, code: int, reason: str
    ) -> None:
        shop.write({"bad.py": data})
        assert_refused(shop, block("bad.py", "def f(): return '\u20ac'", target), reason, code=code)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("def a(): ...\ndef b(): ...", "the new text holds 2 nodes"),
            ("class Store: ...", "where a method is expected"),
            ("def save(self:", "the new text does not parse: line 1"),
            ("def save(self, self): ...", "it would not parse any more: line 14"),
        ],
    )
    def test_new_texts_that_are_not_one_node(self, shop: Project, text: str, reason: str) -> None:
        assert_refused(shop, block("store.py", text, "TARGET_NODE: method Store.save"), reason)

    def test_a_file_that_is_not_there(self, shop: Project) -> None:
        assert_refused(
            shop, block("none.py", SAVE, "TARGET_NODE: method Store.save"), "a block without a target creates one"
        )

    def test_one_bad_block_stops_all_files(self, shop: Project) -> None:
        assert_refused(shop, block("new.py", "x = 1\n") + block("page.py", "def f(:", "TARGET_NODE: function page"))
        assert_refused(
            shop, block("../x.py", "x = 1\n") + block("page.py", "def f(:", "TARGET_NODE: function page"), code=2
        )

    def test_a_read_only_file_stops_all_files(self, shop: Project) -> None:
        (shop.root / "store.py").chmod(0o444)
        assert_refused(shop, block("new.py", "x = 1\n") + SAVE_BLOCK, "is read-only; make it writable and run again")

    @pytest.mark.parametrize(
        ("path", "source"),
        [("a.json", "{}\n"), ("a.yaml", "b: 1\n"), ("a.ts", ""), ("a.html", ""), ("a.css", "")],
    )
    def test_without_the_extra_it_is_named(
        self, shop: Project, monkeypatch: pytest.MonkeyPatch, path: str, source: str
    ) -> None:
        languages._grammar.cache_clear()
        monkeypatch.setitem(sys.modules, "tree_sitter_language_pack", None)  # as where it is not installed
        shop.write({path: source})
        assert_refused(shop, block(path, "1", "TARGET_PATH: a"), "pip install tdomcheck[languages]")
        assert patch(shop, SAVE_BLOCK).code == 0

    def test_a_pack_that_would_download_is_none(self, shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        import tree_sitter_language_pack

        languages._grammar.cache_clear()
        monkeypatch.setattr(tree_sitter_language_pack, "download", lambda: None, raising=False)
        shop.write({"a.json": "{}\n"})
        assert_refused(shop, block("a.json", "1", "TARGET_PATH: a"), "pip install tdomcheck[languages]")

    def test_what_a_document_holds_cannot_act_on_a_terminal(self, shop: Project) -> None:
        err = assert_refused(shop, block("a\x1b[31m.py", "def f(): ...", "TARGET_NODE: function \x1b[1m"))
        assert "\x1b" not in err
        assert "a\\x1b[31m.py" in err


@pytest.mark.slow
def test_python_needs_no_extra_and_no_libcst(shop: Project) -> None:
    script = (
        "import sys\n"
        "from tdomcheck.cli.main import run\n"
        "code = run(['patch', 'doc.md', *sys.argv[1:]])\n"
        "print(sorted({'libcst', 'tree_sitter_language_pack', 'ruamel.yaml'} & sys.modules.keys()))\n"
    )
    shop.write({"doc.md": SAVE_BLOCK})
    command = [sys.executable, "-c", script]
    subprocess.run([*command, "--dry-run"], cwd=shop.root, capture_output=True, check=True)  # makes the catalogue
    done = subprocess.run(command, cwd=shop.root, capture_output=True, text=True, check=True)
    assert shop.text("store.py") == SAVED
    assert done.stdout.splitlines()[-1] == "[]"
