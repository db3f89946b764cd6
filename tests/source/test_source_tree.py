"""Trees that no query can walk in linear time are left empty, and the file is told of."""

from __future__ import annotations

import pytest

from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.source.tree import parse_tree


@pytest.mark.parametrize(
    "text",
    [
        "(" * 30_000,
        "x = {" + "[" * 30_000,
        "def f():\n    x = 1\n    y = " + "{" * 30_000 + "\n",
        "from " + ". " * 30_000 + "import x\n",
        "y = " + "[*" * 15_000,
        "y = " + "-" * 30_000 + "x\n",
        "y = x" + ".a" * 30_000 + "\n",
    ],
)
def test_what_is_too_long_or_too_deep_is_left_empty(text: str) -> None:
    """Any of these in 200 KB takes queries of tree-sitter 4 s and more, for each of them."""
    tree = parse_tree(text.encode())
    assert tree.excess
    assert tree.is_broken
    assert tree.root.descendant_count == 1


@pytest.mark.parametrize(
    "text",
    [
        "y = [" + "1, " * 30_000 + "]\n",
        "y = [" + "1, " * 30_000 + "\n",
        "y = {" + "'a': [1, 2], " * 10_000 + "}\n",
        "x = 1\n" * 30_000 + "y = $\n",
        "y = " + "[" * 9_000,
        "y = x" + ".a" * 9_000 + "\n",
        "from . import x\n" * 10_000,
    ],
)
def test_what_is_merely_large_has_a_tree(text: str) -> None:
    tree = parse_tree(text.encode())
    assert not tree.excess
    assert tree.root.descendant_count > 9_000


@pytest.mark.parametrize("codes", [("TDC001", "TDC008"), ("TDC008", "TDC301")])
def test_an_empty_tree_is_told_of_and_asks_nothing_of_other_parsers(codes: tuple[str, ...]) -> None:
    plan = FilePlan(tuple(PlannedRule(code, None) for code in codes))
    data = b"import tdom\nx = t'<p>'\ny = " + b"(" * 30_000
    analysis, facts = analyse(data, "a.py", plan, open_catalog((), ""))
    assert [finding.code for finding in analysis.findings] == ["TDC008"]
    assert "side by side" in analysis.findings[0].message
    assert facts.is_incomplete
    assert not analysis.crashes


@pytest.mark.parametrize(
    "text",
    [
        "def (:\n" * 3_000,
        "x = [\n" * 2_500,
        "if else for " * 3_000,
        "# tdomcheck: disable[TDC101]\n" * 1_500 + "x = 1\n",
        "\\\n" * 150 + "x = 1\n",
        "x = (" + " \\\r\n" * 150 + "1)\r\n",
        "def f():\n" + "    \\\n\n" * 150 + "    pass\n",
    ],
)
def test_what_takes_tree_sitter_long_is_not_parsed(text: str) -> None:
    """Open brackets, comments and backslashes in a row take it time with the square of their number."""
    tree = parse_tree(text.encode())
    assert tree.excess
    assert tree.root.descendant_count == 1


@pytest.mark.parametrize(
    "text",
    [
        "x = '('\n" * 3_000,
        "# ( ( (\n" * 900 + "x = 1\n",
        f"x = [{'a if b else c, ' * 3_000}]\n",
        "f(\n)\n" * 3_000,
        "# tdomcheck: x\ny = 1\n" * 1_500,
        "x = 1" + " + \\\n    1" * 3_000 + "\n",
        "x = \\\n    1\n" * 3_000,
        "x = \\\n" + "\\\n" * 40 + "1\n",
        "x = '" + "a\\\n" * 3_000 + "'\n",
    ],
)
def test_brackets_in_strings_and_comments_and_backslashes_apart_are_parsed(text: str) -> None:
    tree = parse_tree(text.encode())
    assert not tree.excess
    assert not tree.is_broken


def test_of_a_long_run_of_comments_those_that_say_nothing_are_not_parsed() -> None:
    """22,000 lines of comments took 25 s; what surrounds them keeps its place."""
    text = "x = 1\n" + "# a comment\n" * 3_000 + "# tdomcheck: ignore[TDC101] why\n" + "# another\n" * 3_000 + "y = 2\n"
    root = parse_tree(text.encode()).root
    (comment,) = [node for node in root.children if node.type == "comment"]
    assert comment.start_byte == text.index("# tdomcheck")
    assert root.named_children[-1].start_byte == text.index("y = 2")
    short = parse_tree(b"# a comment\n" * 900).root
    assert sum(node.type == "comment" for node in short.children) == 900
