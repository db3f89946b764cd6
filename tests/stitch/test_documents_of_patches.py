"""Patch documents: which fences are patches, what they want, and what is wrong with them."""

from __future__ import annotations

import pytest

from tdomcheck.stitch.document import read_patches
from tdomcheck.stitch.targets import NodeTarget, PathTarget, WholeFile


def only(text: str):
    document = read_patches(text)
    assert document.problems == ()
    [block] = document.blocks
    return block


def problem(text: str) -> str:
    document = read_patches(text)
    assert document.problems
    return "\n".join(document.problems)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("# FILE: a/b c.py", "# TARGET_NODE: function f"),
        ("// FILE: a/b c.py", "// TARGET_NODE: function f"),
        ("/* FILE: a/b c.py */", "/* TARGET_NODE: function f */"),
        ("<!-- FILE: a/b c.py -->", "<!-- TARGET_NODE: function f -->"),
        ("{/* FILE: a/b c.py */}", "{/* TARGET_NODE: function f */}"),
        ("   #FILE:a/b c.py  ", "#  TARGET_NODE:  Function   f "),
    ],
)
def test_directives_are_comments_of_the_language(first: str, second: str) -> None:
    block = only(f"Text.\n\n```x\n{first}\n{second}\n\ncode\n```\n")
    assert (block.path, block.line, str(block.target), block.wish.text) == ("a/b c.py", 3, "function f", "code\n")


@pytest.mark.parametrize(
    ("directive", "target"),
    [
        ("TARGET_NODE: method A.f", "method A.f"),
        ("INSERT_AFTER: method A.f", "INSERT_AFTER method A.f"),
        ("INSERT_BEFORE: method A.f", "INSERT_BEFORE method A.f"),
        ("TARGET_PATH: a.b[0]", "a.b[0]"),
    ],
)
def test_targets(directive: str, target: str) -> None:
    assert str(only(f"```\n# FILE: x\n# {directive}\ncode\n```").target) == target


def test_a_node_that_goes_has_no_text() -> None:
    block = only("```\n# FILE: x\n# DELETE_NODE: rule .a > .b\n```")
    assert isinstance(block.target, NodeTarget)
    assert (block.target.name, block.wish.text) == (".a > .b", "")


def test_without_a_target_it_is_the_whole_file() -> None:
    block = only("```\n# FILE: x\n\n# a comment\n  code\n\n\n```")
    assert block.target == WholeFile()
    assert block.wish.text == "# a comment\n  code\n"
    assert str(block) == "block 1 (line 1: the whole file of x)"


@pytest.mark.parametrize(
    "document",
    [
        "```python\nx = 1\n```\n",
        "```python\nx = 1\n# FILE: later.py\n```\n",
        "`# FILE: x`\n",
        "# FILE: x\n",
        "<!--\n```\n# FILE: x\ncode\n```\n-->\n",
        "``` ` ```\n# FILE: x\n",
        "````\n```\n# FILE: x\n```\n````\n",
        "",
    ],
)
def test_what_is_no_patch(document: str) -> None:
    assert problem(document).startswith("the document holds no patch: no fence begins with `# FILE: path`")


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ("~~~\n# FILE: x\n```\n~~~\n", "```\n"),
        ("````\n# FILE: x.md\n```\ninner\n```\n````\n", "```\ninner\n```\n"),
        ("1. Do it\n\n   ```\n   # FILE: x\n   a:\n     b\n   ```\n", "a:\n  b\n"),
        ("- ```\n  # FILE: x\n  a\n  ```\n", "a\n"),
        ("> ```\n> # FILE: x\n> a\n>\n>   b\n> ```\n", "a\n\n  b\n"),
        ("```\r\n# FILE: x\r\na\r\n```\r\n", "a\n"),
        ("<!-- one line -->\n```\n# FILE: x\na\n```\n", "a\n"),
        ("```\n# FILE: x\na\n`````", "a\n"),
        ("```\n# FILE: x\n```", ""),
        ("```\n# FILE: x\n    ```\n\t```\n> ```\n```", "    ```\n\t```\n> ```\n"),
        ("- ```\n  # FILE: x\n      ```\n   ```", "    ```\n"),
    ],
)
def test_fences_of_all_sorts(document: str, text: str) -> None:
    assert only(document).wish.text == text


def test_patches_are_counted_and_text_between_them_is_not() -> None:
    fence = "```\n# FILE: {}\na\n```\n"
    document = read_patches(fence.format("x") + "```\ntext\n```\n" + fence.format("y"))
    assert [(block.number, block.path, block.line) for block in document.blocks] == [(1, "x", 1), (2, "y", 8)]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            "# FILE: x\n# TARGET_NODE: function f\n# TARGET_PATH: a\ncode",
            "one target; this one has TARGET_NODE and TARGET_PATH",
        ),
        ("# FILE: x\n# FILE: y\ncode", "a patch has one line `# FILE: path`"),
        ("# TARGET_NODE: function f\ncode", "a patch has one line `# FILE: path`, and TARGET_NODE goes below it"),
        ("# FILE:\ncode", "FILE names no file"),
        ("# FILE: x\n# TARGET_NODE: function\ncode", "TARGET_NODE takes a kind and a name, as in `function save`"),
        ("# FILE: x\n# TARGET_NODE: thing f\ncode", "kinds are function, class, method, interface"),
        ("# FILE: x\n# TARGET_NODES: function f\ncode", "no directive TARGET_NODES; did you mean TARGET_NODE?"),
        ("# FILE: x\n# REPLACE_NODE: function f\ncode", "there is no directive REPLACE_NODE"),
        ("# FILE: x\n# TARGET_NODE: function f\n", "TARGET_NODE comes with the text of a node below it"),
        ("# FILE: x\n# TARGET_PATH: a.b\n", "TARGET_PATH comes with a value below it"),
        ("# FILE: x\n# TARGET_PATH: a..b\n1", "TARGET_PATH a..b is no path"),
        ("# FILE: x\n# TARGET_PATH: a/b\n1", 'write `a.b`, or for a key with a slash `"a/b"`'),
        ("# FILE: x\n# TARGET_PATH: a.@b/c\n1", 'or for a key with a slash `a."@b/c"`'),
        ("# FILE: x\n# DELETE_NODE: function f\ncode", "DELETE_NODE stands alone"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(body: str, reason: str) -> None:
    text = problem(f"Text.\n```\n{body}\n```\n")
    assert text.startswith("line 2: ")
    assert reason in text


GOOD = "```\n# FILE: x\na\n```\n"


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("# File: a.py\nx = 1", 6, "this is not a line `# FILE: path`"),
        ("// file: src/a.ts\nx", 6, "this is not a line `# FILE: path`"),
        ("// filepath: src/a.ts\nx", 6, "this is not a line `# FILE: path`"),
        ("<!-- File: a.html -->\n<p>", 6, "this is not a line `# FILE: path`"),
        ("# FILE a.py\nx", 6, "this is not a line `# FILE: path`"),
        ("FILE: a.py\nx", 6, "this is not a line `# FILE: path`"),
        ("**FILE: a.py**\nx", 6, "this is not a line `# FILE: path`"),
        ("import os\n\n# FILE: a.py\n# TARGET_NODE: function f\nx", 8, "FILE is not in the first line of the fence"),
        ("from a import (\n    b,\n)\n# FILE: a.py\nx", 9, "FILE is not in the first line of the fence"),
        ("<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE", 6, "SEARCH/REPLACE blocks are not applied"),
        ("a.py\n------- SEARCH\nx", 7, "SEARCH/REPLACE blocks are not applied"),
        ("# FILE: a.py\n<<<<<<< SEARCH\nx", 7, "SEARCH/REPLACE blocks are not applied"),
        ("*** Begin Patch\n*** Update File: a.py", 6, "patches by context are not applied"),
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@", 6, "diffs are not applied here, but by `git apply`"),
        ("diff --git a/x.py b/x.py\n--- a/x.py", 6, "diffs are not applied here, but by `git apply`"),
        ("--- /dev/null\n+++ b/x.py", 6, "diffs are not applied here, but by `git apply`"),
        ("# FILE: a.py\n# Target_Node: function f\nx", 7, "this is not a line `# TARGET_NODE: kind NAME`"),
    ],
)
def test_what_is_meant_as_a_patch_stops_the_document(body: str, line: int, reason: str) -> None:
    document = read_patches(f"{GOOD}`````\n{body}\n`````\n")
    [problem] = document.problems
    assert problem.startswith(f"line 5: {reason} (line {line}: ")
    assert "write `# FILE: path` in the first line of the fence" in problem


@pytest.mark.parametrize(
    "body",
    [
        "x = 1\n# FILE: later.py",
        "# file I/O\nx",
        "# file: the one that is read\nx",
        "file a.py",
        "file: a.yml",
        "# usage.py\nx",
        "# files: a.py\nx",
        "```\n# File: x.py\n```",
        "```\n<<<<<<< SEARCH\n```",
        "<<<<<<< HEAD\nx",
        "Output:\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@",
        "---\ntitle: x.py\n---",
        "- x = 1\n+ x = 2",
        "search = 1",
    ],
)
def test_other_text_stays_text(body: str) -> None:
    document = read_patches(f"{GOOD}`````\n{body}\n`````\n")
    assert (document.problems, len(document.blocks)) == ((), 1)


def test_what_only_sounds_like_a_target_is_part_of_the_file() -> None:
    assert only("```\n# FILE: x\n# target: all of it\na\n```").wish.text == "# target: all of it\na\n"


@pytest.mark.parametrize(
    "document", ["```\n# FILE: x\na\n", "```\ntext\n", "````\n# FILE: x\na\n```\n", "> ~~~\n> # FILE: x\n"]
)
def test_a_fence_that_is_never_closed(document: str) -> None:
    assert "the fence is never closed" in problem(document)


def test_all_problems_are_told_at_once() -> None:
    document = read_patches("```\n# FILE: x\n# FILE: y\n```\n```\n# FILE: x\n# TARGET_NODE: thing f\na\n```\n```\n")
    assert [problem.partition(":")[0] for problem in document.problems] == ["line 1", "line 5", "line 10"]


def test_a_path_keeps_its_keys() -> None:
    target = only('```\n# FILE: x\n# TARGET_PATH: tool."a.b"[2].c\n1\n```').target
    assert target == PathTarget(("tool", "a.b", 2, "c"))
