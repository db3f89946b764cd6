"""What a change leaves without a use goes too, and never what was unused before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.refactor.leftovers import tidied

GOES = {
    "a local": ("def f():\n    x = 1\n    g(x)\n    h()\n", "    g(x)\n", "def f():\n    h()\n"),
    "a local of a local": ("def f():\n    y = 1\n    x = [y]\n    g(x)\n", "    g(x)\n", "def f():\n    pass\n"),
    "two in one body": ("def f():\n    x = 1\n    y = 2\n    g(x, y)\n", "    g(x, y)\n", "def f():\n    pass\n"),
    "a typed local": ("def f():\n    x: int = a.b\n    g(x)\n    h()\n", "    g(x)\n", "def f():\n    h()\n"),
    "a template": ("def f(a):\n    x = t'<b>{a}</b>'\n    g(x)\n    h()\n", "    g(x)\n", "def f(a):\n    h()\n"),
    "a local on a shared line": ("def f():\n    h(); x = 1\n    g(x)\n", "    g(x)\n", "def f():\n    h()\n"),
    "a private function": ("def _x(): ...\n\n\ndef f():\n    _x()\n    h()\n", "    _x()\n", "def f():\n    h()\n"),
    "a chain of them": (
        "import re\n\n\ndef _y(): re.sub\n\n\ndef _x(): _y()\n\n\ndef f():\n    _x()\n    h()\n",
        "    _x()\n",
        "def f():\n    h()\n",
    ),
    "a private constant": ("_X = 1\n\n\ndef f():\n    g(_X)\n    h()\n", "    g(_X)\n", "def f():\n    h()\n"),
    "a private class": ("class _X: ...\n\n\ndef f():\n    _X()\n    h()\n", "    _X()\n", "def f():\n    h()\n"),
    "a private method": (
        "class C:\n    def _x(self): ...\n\n    def f(self):\n        self._x()\n        h()\n",
        "        self._x()\n",
        "class C:\n    def f(self):\n        h()\n",
    ),
    "what calls itself": ("def _x(): _x()\n\n\ndef f():\n    _x()\n    h()\n", "    _x()\n", "def f():\n    h()\n"),
    "an import": ("import re\n\n\ndef f():\n    re.sub()\n    h()\n", "    re.sub()\n", "def f():\n    h()\n"),
    "comments above it": ("# of x\n_X = 1\ny = 2\ng(_X)\n", "g(_X)\n", "y = 2\n"),
    "lines of Windows": ("def f():\r\n    x = 1\r\n    g(x)\r\n    h()\r\n", "    g(x)\r\n", "def f():\r\n    h()\r\n"),
}


@pytest.mark.parametrize(("before", "gone", "after"), GOES.values(), ids=GOES)
def test_what_a_change_leaves_unused_goes(before: str, gone: str, after: str) -> None:
    assert before.count(gone) == 1
    changed = before.replace(gone, "" if "h()" in before or "y" in after else "    pass\n")
    result = tidied("m.py", before.encode(), changed.encode(), lambda _: False)
    assert result.data.decode() == after
    assert tidied("m.py", before.encode(), result.data, lambda _: False).data == result.data


STAYS = {
    "what has an effect": ("def f():\n    x = make()\n    g(x)\n", "    g(x)\n"),
    "what may have one": ("def f():\n    x = a[0]\n    g(x)\n", "    g(x)\n"),
    "what formats": ("def f(a):\n    x = f'{a}'\n    g(x)\n", "    g(x)\n"),
    "an operator": ("def f(a):\n    x = a + 1\n    g(x)\n", "    g(x)\n"),
    "what is awaited": ("async def f(a):\n    x = await a\n    g(x)\n", "    g(x)\n"),
    "what is assigned twice": ("def f():\n    x = 1\n    x = 2\n    g(x)\n", "    g(x)\n"),
    "what was unused before": ("def f():\n    x = 1\n    y = 1\n    g(y)\n    h(y)\n", "    h(y)\n"),
    "what is still used": ("def f():\n    x = 1\n    g(x)\n    h(x)\n", "    h(x)\n"),
    "what a function inside uses": ("def f():\n    x = 1\n    g(x)\n    def h(): return x\n", "    g(x)\n"),
    "what locals() sees": ("def f():\n    x = 1\n    g(x)\n    return locals()\n", "    g(x)\n"),
    "one of two targets": ("def f():\n    x = y = 1\n    g(x)\n    return y\n", "    g(x)\n"),
    "one of a tuple": ("def f():\n    x, y = 1, 2\n    g(x)\n    return y\n", "    g(x)\n"),
    "a parameter": ("def f(x):\n    g(x)\n    h()\n", "    g(x)\n"),
    "what is global": ("def f():\n    global x\n    x = 1\n    g(x)\n", "    g(x)\n"),
    "a local with a remark": ("def f():\n    x = 1  # why\n    g(x)\n", "    g(x)\n"),
    "what is open to others": ("X = 1\ndef x(): ...\ng(X, x)\n", "g(X, x)\n"),
    "what is decorated": ("@on\ndef _x(): ...\n_x()\n", "_x()\n"),
    "what a text says": ("def _x(): ...\n_x()\ny = '_x'\n", "_x()\n"),
    "what __all__ lists": ("__all__ = ['_x']\ndef _x(): ...\n_x()\n", "_x()\n"),
    "what a base may ask for": ("class C(B):\n    def _x(self): ...\nC()._x()\n", "C()._x()\n"),
    "a field": ("class C:\n    _x: int = 1\nC._x\n", "C._x\n"),
    "what Python asks for": ("def __getattr__(n): ...\n__getattr__(1)\n", "__getattr__(1)\n"),
    "what has an effect when it is made": ("_x = make()\ng(_x)\n", "g(_x)\n"),
    "what two branches define": ("if a:\n    def _x(): ...\nelse:\n    def _x(): ...\n_x()\n", "_x()\n"),
    "what only itself used": ("def _x(): return _x\ny = 1\ng(y)\nh(y)\n", "h(y)\n"),
    "a name of a module": ("x = 1\ng(x)\n", "g(x)\n"),
}


@pytest.mark.parametrize(("before", "gone"), STAYS.values(), ids=STAYS)
def test_what_may_mean_something_stays(before: str, gone: str) -> None:
    assert before.count(gone) == 1
    after = before.replace(gone, "").encode()
    assert tidied("m.py", before.encode(), after, lambda _: False).data == after


def test_what_another_file_says_stays() -> None:
    before, after = b"def _x(): ...\ndef _y(): ...\n_x(), _y()\n", b"def _x(): ...\ndef _y(): ...\n"
    result = tidied("m.py", before, after, lambda name: name == "_x")
    assert (result.data, result.names) == (b"def _x(): ...\n", ("_y",))


def test_the_only_two_things_of_a_class_leave_a_pass() -> None:
    before = b"class C:\n    def _x(self): ...\n    def _y(self): ...\nC._x, C._y\n"
    result = tidied("m.py", before, before.replace(b"C._x, C._y\n", b""), lambda _: False)
    assert result.data == b"class C:\n    pass\n"
    assert result.names == ("C._x", "C._y")


@pytest.mark.parametrize("pair", [(b"x = (\n", b"x = 1\n"), (b"x = 1\n", b"x = (\n"), (b"\xff", b"x = 1\n")])
def test_what_cannot_be_read_is_left_alone(pair: tuple[bytes, bytes]) -> None:
    before, after = pair
    assert tidied("m.py", before, after, lambda _: False).data == after


STATEMENTS = (
    "a = 1",
    "b = a",
    "c = [a, b]",
    "print(a)",
    "print(b, c)",
    "d = f()",
    "a = 2",
    "print(d)",
    "_p()",
    "e = _q",
)


@given(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=8), st.data())
def test_it_only_takes_away_and_comes_to_an_end(statements: list[str], data: st.DataObject) -> None:
    left = data.draw(
        st.lists(st.sampled_from(statements), max_size=8).map(
            lambda some: [each for each in statements if each in some]
        )
    )
    head = "def _p(): return _q\n_q = 1\ndef f():\n    pass\n"
    before, after = (head + "".join(f"    {line}\n" for line in lines) for lines in (statements, left))
    result = tidied("m.py", before.encode(), after.encode(), lambda _: False)
    compile(result.data, "m.py", "exec")
    rest = iter(after.splitlines())
    assert all(line in rest for line in result.data.decode().splitlines())
    assert tidied("m.py", before.encode(), result.data, lambda _: False).data == result.data


def test_an_import_stays_that_other_files_take_from_here() -> None:
    before, after = b"import os\nimport re\n\nos, re\n", b"import os\nimport re\n"
    assert tidied("m.py", before, after, lambda _: False).data == b""
    assert tidied("m.py", before, after, lambda _: False, lambda: frozenset({"re"})).data == b"import re\n"
