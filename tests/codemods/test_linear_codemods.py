"""A file may hold as many sites as it has lines: the work of a codemod grows with their number, not its square."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conversions import converted
from counting import opcodes
from test_code_that_files_show import rewritten


def imports(count: int) -> None:
    after, _ = converted("remove-unused-imports", "".join(f"import m{number}\n" for number in range(count)) + "x = 1\n")
    assert after == "x = 1\n"


def names(count: int) -> None:
    listed = ", ".join(f"n{number}" for number in range(count))
    after, _ = converted("remove-unused-imports", f"from m import ({listed})\nx = 1\n")
    assert after == "x = 1\n"


def views(count: int) -> None:
    code = "".join(f"def a{number}_view(users: Inject[int], x): ...\na{number}_view(1)\n" for number in range(count))
    after, left = rewritten("keyword-only-injection", {"a.py": f"from svcs_di import Inject\n\n{code}"})
    assert (after["a.py"].count("users=1"), left) == (count, ())


@pytest.mark.parametrize("work", [imports, names, views])
def test_the_work_grows_with_the_sites(work: Callable[[int], None]) -> None:
    work(1)  # what is read and compiled once
    small, middle, large = (opcodes(lambda count=count: work(count)) for count in (40, 80, 160))
    assert large - middle < 2.5 * (middle - small)
