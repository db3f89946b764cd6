"""Parameters of private functions that a change has made unused."""

from __future__ import annotations

import pytest

from tdomcheck.edits.splice import apply_edits
from tdomcheck.refactor.idle_parameters import idle_parameters
from tdomcheck.source.text import SourceText


def proposed(before: str, after: str, *elsewhere: str) -> str:
    """What a file would be with all proposals taken, one after the other."""
    for _ in range(9):
        proposals = list(idle_parameters("m.py", before.encode(), after.encode(), elsewhere.__contains__))
        if not proposals:
            break
        after = apply_edits(SourceText(after.encode()), proposals[0].edits).decode()
    return after


GO = {
    "the only one": ("def _f(x): return 1\n_f(2)\n", "def _f(): return 1\n_f()\n"),
    "with a comma": ("def _f(x,): return 1\n_f(2,)\n_f(x=2)\n", "def _f(): return 1\n_f()\n_f()\n"),
    "the first": ("def _f(x, y): return y\n_f(2, 3)\n_f(y=1, x=2)\n", "def _f(y): return y\n_f(3)\n_f(y=1)\n"),
    "the last": (
        "def _f(y, x=1): return y\n_f(2)\n_f(2, 3)\n_f(1, x=a)\n",
        "def _f(y): return y\n_f(2)\n_f(2)\n_f(1)\n",
    ),
    "one in the midst": ("def _f(a, x: int, b): return a, b\n_f(1, 2, 3)\n", "def _f(a, b): return a, b\n_f(1, 3)\n"),
    "a call in a call": ("def _f(x, y): return y\n_f(1, _f(2, 3))\n", "def _f(y): return y\n_f(_f(3))\n"),
}


@pytest.mark.parametrize(("after", "taken"), GO.values(), ids=GO)
def test_a_parameter_goes_with_its_arguments(after: str, taken: str) -> None:
    before = after.replace("return ", "return x, ", 1)
    assert proposed(before, after) == taken
    compile(taken, "m.py", "exec")


STAY = {
    "of a function for others": "def f(x): return 1\nf(2)\n",
    "with an argument that does something": "def _f(x): return 1\n_f(make())\n",
    "of what is handed on": "def _f(x): return 1\nmap(_f, xs)\n",
    "of a call that unpacks": "def _f(x): return 1\n_f(*xs)\n_f(**xs)\n",
    "of what is decorated": "@on\ndef _f(x): return 1\n_f(2)\n",
    "among those that only have names": "def _f(*, x): return 1\n_f(x=2)\n",
    "of a method": "class C:\n    def _f(self, x): return 1\n",
    "that a text may mean": "def _f(x): return 1\n_f(2)\ny = '_f'\n",
}


@pytest.mark.parametrize("after", STAY.values(), ids=STAY)
def test_what_may_be_needed_stays(after: str) -> None:
    before = after.replace("return ", "return x, ", 1)
    assert proposed(before, after) == after


def test_what_was_unused_before_stays() -> None:
    code = "def _f(x, y): return y\n_f(2, 3)\nx = 1\n"
    assert proposed(code + "x\n", code) == code


def test_what_another_file_says_stays() -> None:
    after = "def _f(x): return 1\n_f(2)\n"
    assert proposed(after.replace("return ", "return x, "), after, "_f") == after


def test_what_cannot_be_read_stays() -> None:
    assert proposed("def _f(x: x\n", "def _f(x): 1\n") == "def _f(x): 1\n"
