"""Every sort of definition in every sort of file, replaced, deleted, and with another one before and behind it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from stitching import AFTER, BEFORE, DELETE, REPLACE, node, spliced

from tdomcheck.stitch.targets import Operation

NEW = 'def new(a):\n  """Of two\n lines."""\n  if a:\n    return a\n'
"""With another indentation than any file here; the lines of its string stay as they are."""


@dataclass(frozen=True)
class Shape:
    """A file in five parts, with LF and four blanks: `«` begins what a new node keeps, `¦` its code, `»` ends it.

    What follows up to `§` are its line end and the blank lines that go with it.
    """

    target: str
    marked: str
    gap: int
    """Blank lines that its neighbours have between them."""

    @property
    def parts(self) -> tuple[str, str, str, str, str]:
        head, rest = self.marked.split("«")
        kept, rest = rest.split("¦")
        core, rest = rest.split("»")
        blank, tail = rest.split("§")
        return head, kept, core, blank, tail


SHAPES = {
    "plain": Shape(
        "function target", "import os\n\n\n«¦def target(a):\n    return a»\n\n\n§def last():\n    pass\n", 2
    ),
    "decorated": Shape(
        "function target",
        "def first():\n    pass\n\n\n«@one\n# between\n@two(1)\n¦def target(a):\n    return a»\n\n\n§x = 1\n",
        2,
    ),
    "documented": Shape(
        "class Target",
        '"""Doc."""\n\n\n«¦class Target:\n    """Say\n  it.\n    """\n\n    x = 1»\n\n\n§class Last:\n    pass\n',
        2,
    ),
    "comment above": Shape(
        "function target",
        "x = 1\n\n# apart\n\n«# touches\n# it\n¦def target(a):  # head\n    return a  # tail\n    # of it»\n\n\n"
        "§def last():\n    pass\n",
        2,
    ),
    "overload": Shape(
        "function target#2",
        "@overload\ndef target(a: int) -> int: ...\n«@overload\n¦def target(a: str) -> str: ...»\n§"
        "def target(a):\n    return a\n",
        0,
    ),
    "nested": Shape(
        "function outer.inner",
        "def outer():\n    x = 1\n\n    «¦def inner(a):\n        return a»\n\n§    return inner\n",
        1,
    ),
    "setter": Shape(
        "method Shop.size@setter",
        "class Shop:\n    @property\n    def size(self):\n        return 1\n\n    «# sets\n    @size.setter\n"
        "    ¦def size(self, value):\n        self.x = value»\n\n§    def last(self):\n        pass\n",
        1,
    ),
    "property": Shape(
        "method Shop.size",
        'class Shop:\n    """Doc."""\n\n    «@property\n    ¦def size(self):\n        return 1»\n\n§'
        "    @size.setter\n    def size(self, value):\n        self.x = value\n",
        1,
    ),
    "conditional": Shape(
        "function target#2",
        "if os.name == 'nt':\n    def target(a):\n        return 1\nelse:\n    y = 1\n\n\n"
        "    «¦def target(a):\n        return a»\n\n\n§    def last():\n        pass\n",
        2,
    ),
    "one-liner": Shape(
        "function target",
        "x = 1\n\n\n«¦def target(a): return a  # why»\n\n\n§def last(): pass\n\n\ndef block():\n    pass\n",
        2,
    ),
}
TRAITS = ("as it is", "tabs", "CRLF", "BOM", "no final newline", "form feed", "latin-1 cookie")
OPERATIONS = (REPLACE, BEFORE, AFTER, DELETE)
COOKIE = "# -*- coding: latin-1 -*-\n"


def as_file(text: str, trait: str) -> bytes:
    """A text as a file with a trait has it."""
    if trait == "tabs":
        text = "\n".join(tabbed(line) for line in text.split("\n"))
    if trait == "form feed":
        text = text.replace("§§", "\f\n")
    if trait == "latin-1 cookie":
        text = COOKIE + 'NAME = "é"\n' + text
    if trait == "no final newline":
        text = text.removesuffix("\n")
    data = text.replace("\n", "\r\n" if trait == "CRLF" else "\n").encode("latin-1")
    return b"\xef\xbb\xbf" + data if trait == "BOM" else data


def tabbed(line: str) -> str:
    rest = line.lstrip(" ")
    levels, blanks = divmod(len(line) - len(rest), 4)
    return "\t" * levels + " " * blanks + rest


def placed(prefix: str) -> str:
    """The new node as it reads behind an indentation of blanks."""
    lines = ["def new(a):", f'{prefix}    """Of two', ' lines."""', f"{prefix}    if a:", f"{prefix}        return a"]
    return "\n".join(lines)


def expected(shape: Shape, operation: Operation) -> str:
    head, kept, core, blank, tail = shape.parts
    prefix = head.rpartition("\n")[2]
    new, gap = placed(prefix), "\n" * (shape.gap + 1)
    match operation:
        case Operation.REPLACE:
            return head + kept + new + blank + tail
        case Operation.INSERT_BEFORE:
            return head + new + gap + prefix + kept + core + blank + tail
        case Operation.INSERT_AFTER:
            return head + kept + core + gap + prefix + new + blank + tail
        case Operation.DELETE:
            return head.removesuffix(prefix) + tail


def of_class(text: str) -> str:
    """The new node as a class."""
    return text.replace("def new(a):", "class New:").replace("if a:", "if 1:").replace("return a\n", "b = 1\n")


@pytest.mark.parametrize("trait", TRAITS)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.value)
@pytest.mark.parametrize("name", SHAPES)
def test_only_the_node_changes_and_what_belongs_to_it(name: str, operation: Operation, trait: str) -> None:
    shape = SHAPES[name]
    if trait == "form feed":  # a page ends above the outermost node, and the page stays
        line = shape.marked.index("«") if shape.marked.partition("«")[0][-1:] == "\n" else 0
        shape = Shape(shape.target, f"{shape.marked[:line]}\f\n{shape.marked[line:]}", shape.gap)
    as_class = name == "documented"
    new, wanted = (of_class(text) if as_class else text for text in (NEW, expected(shape, operation)))
    before = as_file("".join(shape.parts), trait)
    result = spliced("a.py", before, node(operation, shape.target, new * (operation != DELETE)))

    assert [refusal.reason for refusal in result.refusals] == []
    assert result.after == as_file(wanted, trait)


@pytest.mark.parametrize("trait", TRAITS)
@pytest.mark.parametrize("operation", [REPLACE, BEFORE, AFTER], ids=lambda operation: operation.value)
def test_a_second_run_changes_nothing(operation: Operation, trait: str) -> None:
    shape = SHAPES["decorated"]
    wish = node(operation, shape.target, NEW.replace("def new(", "def target(" if operation is REPLACE else "def new("))
    once = spliced("a.py", as_file("".join(shape.parts), trait), wish)
    assert once.after != as_file("".join(shape.parts), trait)
    assert spliced("a.py", once.after, wish).after == once.after
