"""Which node of Python a target means, what it owns, and what is not done to it."""

from __future__ import annotations

import pytest
from stitching import AFTER, BEFORE, DELETE, REPLACE, after, node, refused, spliced

from tdomcheck.stitch.stitcher import owned_ranges
from tdomcheck.stitch.targets import node_target

SHOP = '''\
"""A shop."""

import os


class Shop:
    """Sells."""

    LIMIT = 3

    def open(self):
        def bell():
            return 1

        return bell

    class Till:
        def open(self):
            pass


def open(path):
    return path


if os.name == "nt":
    def clear():
        return "cls"
else:
    def clear():
        return "clear"

type Money = int
Price: TypeAlias = int
shop = Shop()
'''


@pytest.mark.parametrize(
    ("target", "line"),
    [
        ("function open", "def open(path):"),
        ("method Shop.open", "def open(self):\n        def bell"),
        ("function Shop.open", "def open(self):\n        def bell"),
        ("function Shop.open.bell", "def bell():"),
        ("method Shop.Till.open", "def open(self):\n            pass"),
        ("class Shop.Till", "class Till:"),
        ("component Shop", "class Shop:"),
        ("component open", "def open(path):"),
        ("component shop", "shop = Shop()"),
        ("constant Shop.LIMIT", "LIMIT = 3"),
        ("function clear#2", 'def clear():\n        return "clear"'),
        ("type Money", "type Money = int"),
        ("type Price", "Price: TypeAlias"),
        ("constant Price", "Price: TypeAlias"),
    ],
)
def test_a_name_means_the_outermost_level_and_dots_lead_inside(target: str, line: str) -> None:
    [owned] = owned_ranges("a.py", SHOP.encode(), [node_target(REPLACE, target)])
    assert owned.text.startswith(line)


@pytest.mark.parametrize(
    ("target", "nearest"),
    [
        ("function opn", "function open, line 22: def open(path)"),
        ("function bell", "function Shop.open.bell, line 12: def bell()"),
        ("method open", "method Shop.open, line 11: def open(self)"),
        ("class open", "function open, line 22: def open(path)"),
        ("function clear#3", "function clear#2, line 30: def clear()"),
        ("function Shop.open@setter", "method Shop.open, line 11: def open(self)"),
    ],
)
def test_a_target_that_is_not_there_names_the_nearest(target: str, nearest: str) -> None:
    assert nearest in refused("a.py", SHOP, node(DELETE, target))


def test_a_target_that_is_there_twice_asks_which() -> None:
    reason = refused("a.py", SHOP, node(DELETE, "function clear"))
    assert reason == (
        "2 nodes are `function clear`; say which:\n"
        "  function clear#1, line 27: def clear()\n"
        "  function clear#2, line 30: def clear()"
    )


@pytest.mark.parametrize("kind", ["interface", "element", "rule"])
def test_a_kind_that_python_lacks_is_told(kind: str) -> None:
    assert f"Python has no {kind}; a target there is one of" in refused("a.py", SHOP, node(DELETE, f"{kind} x"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def a(): ...\ndef b(): ...\n", "the new text holds 2 nodes (`def a(): ...`, `def b(): ...`)"),
        ("class A: ...\n", "the new text holds `class A: ...`, a class, where a function is expected"),
        ("x = 1\n", "a constant, where a function is expected"),
        ("import os\n", "the new text holds something without a name"),
        ("# a comment\n", "the new text holds no nodes"),
        ("import os\ndef a(): ...\n", "the new text holds 2 nodes"),
        ("def a(:\n    pass\n", "the new text does not parse: line 1"),
    ],
)
def test_the_new_text_is_one_node_of_the_kind(text: str, reason: str) -> None:
    assert reason in refused("a.py", SHOP, node(REPLACE, "function open", text))


def test_what_parses_alone_and_not_in_its_place_is_refused() -> None:
    source = "class A:\n    def x(self):\n        pass\n"
    result = spliced("a.py", source, node(REPLACE, "class A", "class A:\n    return 1\n"))
    (refusal,) = result.refusals
    assert "would not parse any more: line 2" in refusal.reason
    assert not refusal.is_syntax


def test_the_wish_that_breaks_a_file_is_named() -> None:
    wishes = [node(REPLACE, f"function f{number}", f"def f{number}(): return {number}") for number in range(9)]
    wishes[5] = node(REPLACE, "function f5", "def f5(a, a): ...")
    source = "".join(f"def f{number}(): ...\n" for number in range(9))
    assert [each.wish for each in spliced("a.py", source, *wishes).refusals] == [5]


def test_newer_syntax_is_taken_on_any_python() -> None:
    source = "def f():\n    pass\n"
    text = 'def f[T = int](x: T):\n    return t"<b>{x}</b>"\n'
    assert after("a.py", source, node(REPLACE, "function f", text)) == text


class TestWhatIsKept:
    SOURCE = "# old\n@old\n# between\ndef f():\n    pass  # end\n\n\nx = 1\n"

    @pytest.mark.parametrize(
        ("text", "result"),
        [
            ("def f(): ...", "# old\n@old\n# between\ndef f(): ..."),
            ("# new\ndef f(): ...", "# new\n@old\n# between\ndef f(): ..."),
            ("@new\ndef f(): ...", "# old\n@new\ndef f(): ..."),
            ("# new\n@new\ndef f(): ...", "# new\n@new\ndef f(): ..."),
            ("# apart\n\n\n@new\ndef f(): ...  # tail\n", "# apart\n\n\n@new\ndef f(): ...  # tail"),
        ],
    )
    def test_decorators_and_comments_stay_unless_new_ones_come(self, text: str, result: str) -> None:
        assert after("a.py", self.SOURCE, node(REPLACE, "function f", text)) == f"{result}\n\n\nx = 1\n"

    def test_comments_that_do_not_touch_stay(self) -> None:
        source = "# apart\n\n# touches\ndef f():\n    pass\n# at the margin\n\n\nx = 1\n"
        assert after("a.py", source, node(DELETE, "function f")) == "# apart\n\n# at the margin\n\n\nx = 1\n"

    def test_a_comment_of_the_node_before_is_not_taken(self) -> None:
        source = "def f():\n    pass\n    # of f\ndef g():\n    pass\n"
        assert after("a.py", source, node(DELETE, "function g")) == "def f():\n    pass\n    # of f\n"

    @pytest.mark.parametrize("head", ["#!/usr/bin/env python\n", "# coding: utf-8\n", "#!/bin/x\n# coding: utf-8\n"])
    def test_what_speaks_of_the_file_stays(self, head: str) -> None:
        source = f"{head}def f():\n    pass\n\n\nx = 1\n"
        assert after("a.py", source, node(DELETE, "function f")) == f"{head}x = 1\n"

    def test_a_line_of_a_string_is_no_comment(self) -> None:
        source = 'x = """\n# not one"""\ndef f(): ...\ny = 1\n'
        assert after("a.py", source, node(DELETE, "function f")) == 'x = """\n# not one"""\ny = 1\n'


class TestDeleting:
    def test_an_emptied_body_gets_pass(self) -> None:
        source = "class A:\n    # lead\n    @x\n    def f(self):\n        return 1\n\n\ny = 1\n"
        assert after("a.py", source, node(DELETE, "method A.f")) == "class A:\n    pass\n\n\ny = 1\n"

    def test_a_body_that_many_empty_gets_one_pass(self) -> None:
        source = "class A:\n    x = 1\n\n    def f(self): ...\n\n    def g(self): ...\n\n\ny = 1\n"
        wishes = [node(DELETE, f"component A.{name}") for name in "x"] + [node(DELETE, f"method A.{n}") for n in "fg"]
        assert after("a.py", source, *wishes) == "class A:\n    pass\n\n\ny = 1\n"

    def test_a_docstring_is_enough_for_a_body(self) -> None:
        source = 'class A:\n    """Doc."""\n\n    def f(self): ...\n'
        assert after("a.py", source, node(DELETE, "method A.f")) == 'class A:\n    """Doc."""\n\n'

    def test_a_module_may_be_empty(self) -> None:
        assert after("a.py", "def f(): ...\n", node(DELETE, "function f")) == ""

    @pytest.mark.parametrize(
        ("source", "target", "result"),
        [
            ("x = 1; y = 2\n", "constant x", "y = 2\n"),
            ("x = 1; y = 2\n", "constant y", "x = 1\n"),
            ("x = 1; y = 2  # c\n", "constant y", "x = 1  # c\n"),
            ("class A: x = 1\n", "constant A.x", "class A: pass\n"),
            ("class A: x = 1; y = 2\n", "constant A.x", "class A: y = 2\n"),
        ],
    )
    def test_what_shares_a_line_goes_alone(self, source: str, target: str, result: str) -> None:
        assert after("a.py", source, node(DELETE, target)) == result

    def test_a_file_without_a_last_line_end_stays_so(self) -> None:
        assert after("a.py", "x = 1\n\n\ndef f(): ...", node(DELETE, "function f")) == "x = 1"

    @pytest.mark.parametrize("head", ["x = 1   ", "", "# c\t"])
    def test_and_the_line_above_keeps_its_end(self, head: str) -> None:
        source = f"{head}\n\n  \ndef f(): ..." if head else "\n\ndef f(): ..."
        assert after("a.py", source, node(DELETE, "function f")) == head

    def test_a_page_stays_a_page(self) -> None:
        source = "x = 1\n\n\fdef f():\n    pass\n\n\ndef g(): ...\n"
        assert after("a.py", source, node(DELETE, "function f")) == "x = 1\n\n\fdef g(): ...\n"


class TestSharedLines:
    def test_a_short_text_takes_the_place_of_a_short_one(self) -> None:
        assert after("a.py", "x = 1; y = 2\n", node(REPLACE, "constant x", "x = 3")) == "x = 3; y = 2\n"

    @pytest.mark.parametrize("text", ["x = (\n  1)\n", "x = 3  # why\n", "# why\nx = 3\n"])
    def test_a_longer_one_needs_a_line_of_its_own(self, text: str) -> None:
        reason = refused("a.py", "x = 1; y = 2\n", node(REPLACE, "constant x", text))
        assert reason == "it stands on line 1 together with other code; give it a line of its own first"

    @pytest.mark.parametrize("operation", [BEFORE, AFTER])
    def test_nothing_is_inserted_beside(self, operation: object) -> None:
        assert "line of its own" in refused("a.py", "x = 1; y = 2\n", node(operation, "constant x", "z = 3"))  # type: ignore[arg-type]


class TestBlankLines:
    @pytest.mark.parametrize(
        ("source", "target", "text", "result"),
        [
            ("def f(): ...\n", "function f", "def g(): ...", "def f(): ...\n\n\ndef g(): ...\n"),
            ("def f(): ...", "function f", "def g(): ...", "def f(): ...\n\n\ndef g(): ..."),
            (
                "def f(): ...\n\ndef h(): ...\n",
                "function f",
                "def g(): ...",
                "def f(): ...\n\ndef g(): ...\n\ndef h(): ...\n",
            ),
            (
                "class A:\n    def f(self): ...\n",
                "method A.f",
                "def g(self): ...",
                "class A:\n    def f(self): ...\n\n    def g(self): ...\n",
            ),
            ("X = 1\nY = 2\n", "constant X", "Z = 3", "X = 1\nZ = 3\nY = 2\n"),
            ("X = 1\n\nY = 2\n", "constant X", "Z = 3", "X = 1\n\nZ = 3\n\nY = 2\n"),
            ("X = 1\n", "constant X", "Z = 3", "X = 1\nZ = 3\n"),
            ("x = 1\n", "component x", "def f(): ...", "x = 1\n\n\ndef f(): ...\n"),
            ("x = 1\ny = 1\n", "component x", "def f(): ...", "x = 1\n\n\ndef f(): ...\n\n\ny = 1\n"),
        ],
    )
    def test_behind_a_node(self, source: str, target: str, text: str, result: str) -> None:
        assert after("a.py", source, node(AFTER, target, text)) == result

    @pytest.mark.parametrize(
        ("source", "target", "text", "result"),
        [
            ("def f(): ...\n", "function f", "def g(): ...", "def g(): ...\n\n\ndef f(): ...\n"),
            ("x = 1\ny = 2\n", "component y", "def f(): ...", "x = 1\n\n\ndef f(): ...\n\n\ny = 2\n"),
            ("class A:\n    # c\n    x = 1\n", "constant A.x", "y = 1", "class A:\n    y = 1\n    # c\n    x = 1\n"),
        ],
    )
    def test_before_a_node(self, source: str, target: str, text: str, result: str) -> None:
        assert after("a.py", source, node(BEFORE, target, text)) == result

    def test_two_texts_at_one_place_come_in_their_order(self) -> None:
        wishes = [node(AFTER, "constant X", "A = 1"), node(AFTER, "constant X", "B = 1")]
        assert after("a.py", "X = 1\n", *wishes) == "X = 1\nA = 1\nB = 1\n"


class TestOverlaps:
    SOURCE = "class A:\n    def f(self): ...\n\n    def g(self): ...\n\n\ndef h(): ...\n"

    @pytest.mark.parametrize(
        "wishes",
        [
            [node(REPLACE, "class A", "class A: ..."), node(REPLACE, "method A.f", "def f(self): pass")],
            [node(REPLACE, "method A.f", "def f(self): pass"), node(DELETE, "class A")],
            [node(DELETE, "method A.f"), node(REPLACE, "method A.f", "def f(self): pass")],
            [node(DELETE, "class A"), node(AFTER, "method A.f", "def x(self): ...")],
        ],
    )
    def test_a_node_and_what_it_holds_are_not_changed_at_once(self, wishes: list) -> None:
        assert "changes, too; send one of them" in refused("a.py", self.SOURCE, *wishes)

    def test_neighbours_are(self) -> None:
        wishes = [
            node(REPLACE, "method A.f", "def f(self): pass"),
            node(AFTER, "method A.f", "def x(self): ..."),
            node(DELETE, "method A.g"),
            node(BEFORE, "function h", "def i(): ..."),
        ]
        assert after("a.py", self.SOURCE, *wishes) == (
            "class A:\n    def f(self): pass\n\n    def x(self): ...\n\ndef i(): ...\n\n\ndef h(): ...\n"
        )


class TestFilesThatAreNone:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"def f(:\n", "it does not parse: line 1"),
            (b"x = \0\n", "it is no text: it contains a NUL byte"),
            (b"x = '\xe9'\n", "it cannot be read: byte 0xe9"),
        ],
    )
    def test_they_are_told(self, data: bytes, reason: str) -> None:
        result = spliced("a.py", data, node(DELETE, "function f"))
        assert reason in result.refusals[0].reason
        assert result.refusals[0].is_syntax

    def test_an_empty_one_holds_nothing(self) -> None:
        assert refused("a.py", "", node(DELETE, "function f")) == (
            "there is no `function f`, and nothing else that has a name"
        )

    def test_letters_that_the_encoding_lacks_are_told(self) -> None:
        source = b"# coding: latin-1\n\ndef f(): ...\n"
        assert refused("a.py", source, node(REPLACE, "function f", 'def f(): return "\u20ac"')) == (
            "'\u20ac' cannot be written in iso8859-1"
        )

    def test_letters_that_it_has_are_written(self) -> None:
        source = "# coding: latin-1\n\nx = 'é'\ndef f(): ...\n".encode("latin-1")
        result = spliced("a.py", source, node(REPLACE, "function f", "def f(): return 'ü'"))
        assert result.after == "# coding: latin-1\n\nx = 'é'\ndef f(): return 'ü'\n".encode("latin-1")

    def test_a_kind_of_file_that_nobody_knows(self) -> None:
        assert "can only be given as a whole" in refused("a.rb", "def f\nend\n", node(DELETE, "function f"))

    def test_a_constant_that_shares_its_assignment_is_left(self) -> None:
        assert "there is no `constant x`" in refused("a.py", "x = y = 1\nprint(y)\n", node(DELETE, "constant x"))


class TestNamesWithoutAKind:
    SOURCE = (
        "x = 1\n\n\ndef f():\n    pass\n\n\nclass A:\n    def f(self): ...\n\n\n"
        "if x:\n    def g(): ...\nelse:\n    class g: ...\n"
    )

    def test_one_node_of_the_name(self) -> None:
        assert "def f():\n    return 1\n\n\nclass A" in after(
            "a.py", self.SOURCE, node(REPLACE, "f", "def f():\n    return 1")
        )
        assert "class A:\n    def f(self): return 1\n" in after(
            "a.py", self.SOURCE, node(REPLACE, "A.f", "def f(self): return 1")
        )
        assert "else:\n    pass\n" in after("a.py", self.SOURCE, node(DELETE, "g#2"))

    def test_several(self) -> None:
        assert refused("a.py", self.SOURCE, node(DELETE, "g")).splitlines() == [
            "2 nodes are `g`; say which:",
            "  function g, line 13: def g(): ...",
            "  class g, line 15: class g: ...",
        ]

    def test_none(self) -> None:
        assert refused("a.py", self.SOURCE, node(DELETE, "h")).startswith("there is no `h`; the nearest:")

    def test_what_takes_its_place_is_of_its_kind(self) -> None:
        assert "where a function is expected" in refused("a.py", self.SOURCE, node(REPLACE, "f", "class f: ..."))
