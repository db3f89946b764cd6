"""Members of an Enum that `auto()` counts, when one before them is deleted."""

from __future__ import annotations

import enum
import sys
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refactorings import sources_of, written

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.enum_values import shifted_members
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.problems import StillUsed

HEAD = "import enum\nfrom enum import *\nfrom enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto\n"

SHIFTED = {
    "the first": ("class C(Enum):\n    A = auto()\n    B = auto()\n", r"`B` \(m\.py:6: 2 becomes 1\)"),
    "two behind it": (
        "class C(IntEnum):\n    A = auto()\n    B = auto()\n    D = auto()\n",
        r"`B` \(m\.py:6: 2 becomes 1\), `D` \(m\.py:7: 3 becomes 2\)",
    ),
    "a number": ("class C(Enum):\n    A = 7\n    B = enum.auto()\n", r"`B` \(m\.py:6: 8 becomes 1\)"),
    "another notation": ("class C(Enum):\n    A = 0x1_0\n    B = auto()\n", r"`B` \(m\.py:6: 17 becomes 1\)"),
    "flags": ("class C(Flag):\n    A = auto()\n    B = auto()\n    D = auto()\n", r"2 becomes 1\), .*4 becomes 2"),
    "flags that are numbers": ("class C(IntFlag):\n    A = 5\n    B = auto()\n", r"8 becomes 1"),
    "what others are worth is not known": (
        "class C(Enum):\n    D = make()\n    A = auto()\n    B = auto()\n",
        r"`B` \(m\.py:7: nobody can tell what it becomes\)",
    ),
    "in tuples": ("class C(Enum):\n    A = auto(), 'a'\n    B = auto(), 'b'\n", r"m\.py:6: nobody can tell"),
    "a number that none can count on from": (
        "class C(Enum):\n    D = 1j\n    A = 1\n    B = auto()\n",
        "nobody can tell",
    ),
    "a number that is too long": (
        f"class C(Enum):\n    D = {'1' * 9000}\n    A = 1\n    B = auto()\n",
        "nobody can tell",
    ),
    "a number below none": ("class C(Enum):\n    A = -5\n    B = auto()\n", r"`B` \(m\.py:6: -4 becomes 1\)"),
    "a rule of its own": (
        (
            "class C(Enum):\n    def _generate_next_value_(name, start, count, last): return count\n"
            "    A = auto()\n    B = auto()\n"
        ),
        r"`B` \(m\.py:7: ",
    ),
    "an Enum of the project": (
        "class Base(IntEnum): pass\nclass C(Base):\n    A = auto()\n    def f(self): ...\n    B = auto()\n",
        r"`B` \(m\.py:8: 2 becomes 1\)",
    ),
}


@pytest.mark.parametrize(("code", "says"), SHIFTED.values(), ids=SHIFTED)
def test_a_member_that_others_are_counted_by_stays(code: str, says: str) -> None:
    sources = sources_of({"m.py": HEAD + code})
    with pytest.raises(StillUsed, match=says):
        delete(sources, "m.C.A")
    outcome = delete(sources, "m.C.A", force=True)
    assert "    A" not in written(sources, outcome)["m.py"]
    assert {(row.path, sources.files["m.py"][row.span.start : row.span.end]) for row in outcome.rewrite.remainders} <= {
        ("m.py", b"B"),
        ("m.py", b"D"),
    }
    assert all("gives it another value" in row.reason for row in outcome.rewrite.remainders)
    assert outcome.rewrite.remainders


FREE = {
    "the last": "class C(Enum):\n    B = auto()\n    A = auto()\n",
    "numbers alone": "class C(Enum):\n    A = 1\n    B = 2\n",
    "a number between": "class C(Enum):\n    A = auto()\n    B = 2\n    D = auto()\n",
    "a smaller number": "class C(Enum):\n    D = 5\n    A = 1\n    B = auto()\n",
    "names": "class C(StrEnum):\n    A = auto()\n    B = auto()\n",
    "names by a rule of its own": (
        "class C(Enum):\n    def _generate_next_value_(name, start, count, last): return name\n"
        "    A = auto()\n    B = auto()\n"
    ),
    "a method": "class C(Enum):\n    def A(self): ...\n    B = auto()\n",
    "a class of the Enum": "class C(Enum):\n    class A: pass\n    B = auto()\n",
    "another function": "def auto(): ...\nclass C(Enum):\n    A = auto()\n    B = auto()\n",
    "no Enum": "class C:\n    A = auto()\n    B = auto()\n",
    "a private name": "class C(Enum):\n    _ignore_ = []\n    A = auto()\n    _x = auto()\n",
}


@pytest.mark.parametrize("code", FREE.values(), ids=FREE)
def test_a_member_that_nothing_is_counted_by_goes(code: str) -> None:
    assert not delete(sources_of({"m.py": HEAD + code}), "m.C.A").rewrite.remainders


def test_a_long_list_is_cut_off() -> None:
    code = "class C(Enum):\n    A = auto()\n" + "".join(f"    B{number} = auto()\n" for number in range(12))
    with pytest.raises(StillUsed, match=r"`B9` \(.*\) and 2 more; write their values down first"):
        delete(sources_of({"m.py": HEAD + code}), "m.C.A")


@pytest.mark.skipif(sys.version_info < (3, 13), reason="`auto()` behind a smaller number counts otherwise there")
@given(
    values=st.lists(st.one_of(st.just("auto()"), st.integers(0, 9).map(str)), min_size=1, max_size=6),
    place=st.integers(0, 5),
    base=st.sampled_from(["Enum", "IntEnum", "Flag", "IntFlag"]),
)
def test_the_values_are_those_of_python(values: list[str], place: int, base: str) -> None:
    place %= len(values)
    members = [f"    M{index} = {value}\n" for index, value in enumerate(values)]
    owner = Definition("m.py", "C")
    sources = sources_of({"m.py": f"{HEAD}class C({base}):\n{''.join(members)}"})
    shifted = {each.name: (each.before, each.after) for each in shifted_members(sources, owner, f"M{place}")}
    before, after = _real(base, members), _real(base, [*members[:place], *members[place + 1 :]])
    assert shifted == {
        name: (value, after[name]) for name, value in before.items() if name in after and after[name] != value
    }


def _real(base: str, members: list[str]) -> dict[str, int]:
    namespace: dict[str, type[enum.Enum]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `auto()` behind a greater number is deprecated
        exec(f"{HEAD}class C({base}):\n    pass\n{''.join(members)}", namespace)  # noqa: S102
    return {name: member.value for name, member in namespace["C"].__members__.items()}
