"""Members of an Enum that `auto()` counts, when one before them is deleted."""

from __future__ import annotations

import pytest
from refactorings import sources_of, written

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.problems import StillUsed

HEAD = "import enum\nfrom enum import *\n"
HEAD += "from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto\nfrom enum import auto as a\n"
NEXT = "    def _generate_next_value_(name, start, count, last): return {}\n"

COUNTED = {
    "the first": "class C(Enum):\n    A = auto()\n    B = auto()\n",
    "two behind it": "class C(IntEnum):\n    A = auto()\n    B = auto()\n    D = auto()\n",
    "a number": "class C(Enum):\n    A = 7\n    B = enum.auto()\n",
    "by another name": "class C(Enum):\n    A = auto()\n    B = a()\n",
    "flags": "class C(Flag):\n    A = auto()\n    B = auto()\n    D = auto()\n",
    "flags that are numbers": "class C(IntFlag):\n    A = 5\n    B = auto()\n",
    "what others are worth is not known": "class C(Enum):\n    D = make()\n    A = auto()\n    B = auto()\n",
    "in tuples": "class C(Enum):\n    A = auto(), 'a'\n    B = auto(), 'b'\n",
    "a rule of its own": f"class C(Enum):\n{NEXT.format('count')}    A = auto()\n    B = auto()\n",
    "a rule of its own for names": f"class C(StrEnum):\n{NEXT.format('count')}    A = auto()\n    B = auto()\n",
    "an Enum of the project": (
        "class Base(IntEnum): pass\nclass C(Base):\n    A = auto()\n    def f(self): ...\n    B = auto()\n"
    ),
    "a number between": "class C(Enum):\n    'doc'\n    pass  # why\n    A = auto()\n    B = 2\n    D = auto()\n",
    "a private name": "class C(Enum):\n    A = auto()\n    _x = auto()\n",
}


@pytest.mark.parametrize("head", [HEAD, HEAD.replace(", auto", "")], ids=["imports", "a star"])
@pytest.mark.parametrize("code", COUNTED.values(), ids=COUNTED)
def test_a_member_that_others_may_be_counted_by_stays(code: str, head: str) -> None:
    sources = sources_of({"m.py": head + code})
    with pytest.raises(StillUsed, match=r"anchored \(\d\): m\.py:.* \(`auto\(\)` may give it another value\)"):
        delete(sources, "m.C.A")
    outcome = delete(sources, "m.C.A", force=True)
    assert "    A" not in written(sources, outcome)["m.py"]
    rows = outcome.rewrite.remainders
    assert {sources.files["m.py"][row.span.start : row.span.end] for row in rows} <= {b"B", b"D", b"_x"}
    assert {row.reason for row in rows} == {"it refers to what is deleted: `auto()` may give it another value"}


FREE = {
    "the last": "class C(Enum):\n    B = auto()\n    A = auto()\n",
    "numbers alone": "class C(Enum):\n    A = 1\n    B = 2\n",
    "names": "class C(StrEnum):\n    A = auto()\n    B = auto()\n",
    "a method": "class C(Enum):\n    def A(self): ...\n    B = auto()\n",
    "a class of the Enum": "class C(Enum):\n    class A: pass\n    B = auto()\n",
    "another function": "def rgb(*x): ...\nclass C(Enum):\n    A = rgb(1)\n    B = rgb(2)\n",
    "no Enum": "class C:\n    A = auto()\n    B = auto()\n",
}


@pytest.mark.parametrize("code", FREE.values(), ids=FREE)
def test_a_member_that_nothing_is_counted_by_goes(code: str) -> None:
    assert not delete(sources_of({"m.py": HEAD + code}), "m.C.A").rewrite.remainders
