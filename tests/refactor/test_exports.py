"""What `__all__` lists: in several lists, by its methods, with the names of others, and worked out."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refactorings import changed, moved, renamed, sources_of, written

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.move import move
from tdomcheck.refactor.problems import StillUsed
from tdomcheck.refactor.rename import rename

OTHERS = {"o.py": "__all__ = ['y']\ny = 1\n"}
HEAD = "from o import *\nimport o\nx = 1\n"

PLAIN = {
    "a sum": ("__all__ = ['old', 'x'] + o.__all__", "__all__ = ['x'] + o.__all__"),
    "a sum with the list of another first": ("__all__ = o.__all__ + ['old']", "__all__ = o.__all__ + []"),
    "a sum of three": ("__all__ = ['x'] + o.__all__ + ['old', 'z']", "__all__ = ['x'] + o.__all__ + ['z']"),
    "a sum in parentheses": ("__all__ = (\n    ['x', 'old']\n    + o.__all__\n)", None),
    "itself and more": (
        "__all__ = ['x']\n__all__ = __all__ + ['x', 'old']",
        "__all__ = ['x']\n__all__ = __all__ + ['x']",
    ),
    "a star": ("__all__ = [*o.__all__, 'old']", "__all__ = [*o.__all__]"),
    "a star of a list": ("__all__ = [*('old', 'x'), *o.__all__]", "__all__ = [*('x',), *o.__all__]"),
    "a list that is sorted": ("__all__ = sorted(['old'] + ['x'])", "__all__ = sorted([] + ['x'])"),
    "a list that becomes a tuple": ("__all__ = tuple(['old', 'x'])", "__all__ = tuple(['x'])"),
    "with a type": ("__all__: list[str] = ['x', 'old']", "__all__: list[str] = ['x']"),
    "two names for one list": ("__all__ = names = ['x', 'old']", "__all__ = names = ['x']"),
    "a list that grows": ("__all__ = ['x']\n__all__ += ['old']", "__all__ = ['x']"),
    "a list that grows by two": ("__all__ = ['x']\n__all__ += ['old', 'z']", "__all__ = ['x']\n__all__ += ['z']"),
    "append": ("__all__ = ['x']\n__all__.append('old')", "__all__ = ['x']"),
    "append with a comma": ("__all__ = ['x']\n__all__.append(\n    'old',\n)", "__all__ = ['x']"),
    "append in a branch": (
        "__all__ = ['x']\nif x:\n    __all__.append('old')",
        "__all__ = ['x']\nif x:\n    pass",
    ),
    "insert": ("__all__ = ['x']\n__all__.insert(0, 'old')", "__all__ = ['x']"),
    "extend": ("__all__ = ['x']\n__all__.extend(['old'])", "__all__ = ['x']"),
    "extend by a tuple": ("__all__ = ['x']\n__all__.extend(('x', 'old'))", "__all__ = ['x']\n__all__.extend(('x',))"),
    "extend by a sum": (
        "__all__ = []\n__all__.extend(['old', 'x'] + o.__all__)",
        "__all__ = []\n__all__.extend(['x'] + o.__all__)",
    ),
    "remove": ("__all__ = [*o.__all__]\n__all__.remove('old')", "__all__ = [*o.__all__]"),
    "a tuple of two": ("__all__ = ('x', 'old')", "__all__ = ('x',)"),
    "the first of a tuple of two": ("__all__ = ('old', 'x')", "__all__ = ('x',)"),
    "a tuple of two and a comma": ("__all__ = ('x', 'old',)", "__all__ = ('x',)"),
    "a tuple of one": ("__all__ = ('old',)", "__all__ = ()"),
    "a tuple of two without parentheses": ("__all__ = 'x', 'old'", "__all__ = 'x',"),
    "a tuple of one without parentheses": ("__all__ = 'old',", "__all__ = ()"),
    "a tuple of two over lines": ("__all__ = (\n    'x',  # why\n    'old',\n)", "__all__ = (\n    'x',  # why\n)"),
}


@pytest.mark.parametrize("code", [code for code, _ in PLAIN.values()], ids=PLAIN)
def test_names_that_are_plain_are_renamed(code: str) -> None:
    files = {"m.py": f"{HEAD}def old(): ...\n{code}\n", **OTHERS}
    assert changed(files, "m.old", "new") == f"{HEAD}def new(): ...\n{code.replace('old', 'new')}\n"
    imported = renamed(
        {**files, "m.py": f"from k import old\n{HEAD}{code}\n", "k.py": "def old(): ...\n"}, "k.old", "new"
    )
    assert imported["m.py"] == f"from k import new\n{HEAD}{code.replace('old', 'new')}\n"
    assert not rename(sources_of(files), "m.old", "new").rewrite.proposals


@pytest.mark.parametrize(
    ("code", "after"), [each for each in PLAIN.values() if each[1]], ids=[k for k, v in PLAIN.items() if v[1]]
)
def test_names_that_are_plain_go_with_what_they_name(code: str, after: str) -> None:
    files = {"m.py": f"{HEAD}def old(): ...\n{code}\n", **OTHERS}
    sources = sources_of(files)
    assert written(sources, delete(sources, "m.old"))["m.py"] == f"{HEAD}{after}\n"
    assert moved(files, "m.old", "n")["m.py"] == f"{HEAD}{after}\n"
    sources = sources_of({**files, "m.py": f"from k import old\n{HEAD}{code}\n", "k.py": "def old(): ...\n"})
    assert written(sources, delete(sources, "k.old", force=True))["m.py"] == f"{HEAD}{after}\n"


LEFT = {
    "a list of something else": "names = ['old', 'x']",
    "a list in a function": "def f():\n    __all__ = ['old']\n    return __all__",
    "a list in a class": "class C:\n    __all__ = ['old']",
    "the list of an object": "o.__all__ = ['old']",
    "a part of a longer name": "__all__ = ['older', 'x']",
    "a key": "__all__ = ['x']\nnames = {'old': __all__}",
    "an argument of another method": "__all__ = ['x']\n__all__.index('old')",
    "a question": "__all__ = ['x']\nif 'old' in __all__: x = 2",
}


@pytest.mark.parametrize("code", LEFT.values(), ids=LEFT)
def test_what_is_not_listed_is_left_alone(code: str) -> None:
    files = {"m.py": f"{HEAD}def old(): ...\n{code}\n", **OTHERS}
    assert changed(files, "m.old", "new") == f"{HEAD}def new(): ...\n{code}\n"
    assert not rename(sources_of(files), "m.old", "new").rewrite.proposals
    sources = sources_of(files)
    assert written(sources, delete(sources, "m.old"))["m.py"] == f"{HEAD}{code}\n"


def test_a_name_of_another_meaning_is_left_alone() -> None:
    code = "import k\nold = 1\n__all__ = ['old'] + k.__all__\n__all__.append('old')\nk.old\n"
    files = {"m.py": code, "k.py": "__all__ = []\ndef old(): ...\n"}
    assert renamed(files, "k.old", "new")["m.py"] == code.replace("k.old", "k.new")


def test_what_goes_on_with_its_name_goes_on_being_listed() -> None:
    code = "try:\n    from k import {0}old\nexcept ImportError:\n    from z import old\n__all__ = ['old']\nx: 'old'\n"
    files = {"m.py": code.format(""), "k.py": "def old(): ...\n"}
    assert renamed(files, "k.old", "new")["m.py"] == code.format("new as ")


WORKED_OUT = {
    "words": "__all__ = 'x old'.split()",
    "a comprehension": "__all__ = [name for name in ('old', 'x')]",
    "a variable": "names = ['old']\n__all__ = names + o.__all__",
    "a variable that is added": "names = ['old']\n__all__ = []\n__all__ += names",
    "a choice": "__all__ = ['x'] + (['old'] if x else [])",
    "a call": "__all__ = chosen('old', 'x')",
    "a part that is replaced": "__all__ = ['x']\n__all__[1:] = ['old']",
    "a method that nobody knows": "__all__ = o.Names()\n__all__.declare('old')",
}


@pytest.mark.parametrize("code", WORKED_OUT.values(), ids=WORKED_OUT)
def test_names_of_what_is_worked_out_are_proposals_and_rows(code: str) -> None:
    text = f"{HEAD}def old(): ...\n{code}\n"
    files = {"m.py": text, **OTHERS}
    (proposal,) = rename(sources_of(files), "m.old", "new").rewrite.proposals
    place = text.index("old", text.index("old") + 1)
    assert (proposal.path, proposal.span.start, proposal.reason) == ("m.py", place, "`__all__` is made of this")
    assert renamed(files, "m.old", "new", takes_proposals=True)["m.py"] == text.replace("old", "new")
    with pytest.raises(StillUsed, match=rf"anchored \(1\): m.py:{text.count(chr(10), 0, place) + 1}"):
        delete(sources_of(files), "m.old")
    (row,) = move(sources_of(files), "m.old", "n").rewrite.remainders
    assert (row.path, row.span.start) == ("m.py", place)
    assert "take it out by hand" in row.reason
    assert not move(sources_of(files), "m.old", "n", reexport=True).rewrite.remainders


LISTING = {
    "a sum": ("__all__ = ['q'] + o.__all__", "__all__ = ['q', 'old'] + o.__all__"),
    "a sum, last": ("__all__ = o.__all__ + ['q']", "__all__ = o.__all__ + ['q', 'old']"),
    "lines": ("__all__ = [\n    'q',\n] + o.__all__", "__all__ = [\n    'q',\n    'old',\n] + o.__all__"),
    "one that grows": ("__all__ = []\n__all__ += ['q']", "__all__ = []\n__all__ += ['q', 'old']"),
    "one that is appended to": ("__all__ = []\n__all__.append('q')", "__all__ = [\"old\"]\n__all__.append('q')"),
    "a tuple that is empty": ("__all__ = ()\n__all__ += o.__all__", '__all__ = ("old",)\n__all__ += o.__all__'),
    "lists of others": ("__all__ = [*o.__all__]", '__all__ = [*o.__all__, "old"]'),
    "prefixes": ("__all__ = [u'q']", "__all__ = [u'q', 'old']"),
    "one that grows in a branch": (
        "__all__ = ['q']\nif x:\n    __all__ += ['r']",
        "__all__ = ['q', 'old']\nif x:\n    __all__ += ['r']",
    ),
}


@pytest.mark.parametrize(("code", "after"), LISTING.values(), ids=LISTING)
def test_a_name_that_comes_is_listed(code: str, after: str) -> None:
    files = {"m.py": "def old(): ...\nz = 1\n", "k.py": f"{HEAD}{code}\n", **OTHERS}
    assert moved(files, "m.old", "k")["k.py"] == f"{HEAD}{after}\n\n\ndef old(): ...\n"


@pytest.mark.parametrize("code", ["__all__ = []", "__all__ = ()", "names = ['x']", "__all__.sort()"])
def test_where_nothing_is_listed_nothing_is(code: str) -> None:
    files = {"m.py": "def old(): ...\nz = 1\n", "k.py": f"{HEAD}{code}\n", **OTHERS}
    assert moved(files, "m.old", "k")["k.py"] == f"{HEAD}{code}\n\n\ndef old(): ...\n"
    assert not move(sources_of(files), "m.old", "k").rewrite.remainders


@pytest.mark.parametrize("code", ["__all__ = o.__all__", "__all__ = 'q r'.split()", "from o import __all__"])
def test_where_the_list_is_worked_out_a_name_that_comes_has_a_row(code: str) -> None:
    files = {"m.py": "def old(): ...\nz = 1\n", "k.py": f"{HEAD}{code}\n", **OTHERS}
    (row,) = move(sources_of(files), "m.old", "k").rewrite.remainders
    place = len(HEAD) + code.index("__all__")
    assert (row.path, row.span.start) == ("k.py", place)
    assert "look whether `old` is in it" in row.reason


SUB = {
    "lib/sub.py": "__all__ = ['old', 'z']\n\n\ndef old(): ...\n\n\nz = 1\n",
    "lib/new.py": "__all__ = ['h']\nh = 1\n",
}
SUMS = {
    "a sum": ("__all__ = ['x'] + sub.__all__", "__all__ = ['x', 'old'] + sub.__all__"),
    "a list of lists": ("__all__ = [*sub.__all__]", '__all__ = [*sub.__all__, "old"]'),
    "one that grows": ("__all__ = ['x']\n__all__ += sub.__all__", "__all__ = ['x', 'old']\n__all__ += sub.__all__"),
    "a second name": (
        "from .sub import __all__ as subs\n__all__ = ['x', *subs]",
        "from .sub import __all__ as subs\n__all__ = ['x', 'old', *subs]",
    ),
}


@pytest.mark.parametrize(("code", "after"), SUMS.values(), ids=SUMS)
def test_a_package_goes_on_listing_what_leaves_one_of_its_modules(code: str, after: str) -> None:
    head = "from . import sub\nfrom .{0} import old\n"
    package = moved({**SUB, "lib/__init__.py": f"{head.format('sub')}{code}\n"}, "lib.sub.old", "lib.new")
    assert package["lib/__init__.py"] == f"{head.format('new')}{after}\n"


NO_ROWS = {
    "the list of the new module as well": "__all__ = sub.__all__ + new.__all__",
    "the name itself": "__all__ = ['old', *sub.__all__]",
    "the lists of others": "__all__ = [*new.__all__]",
    "no list": "__all__ = ['x']",
    "the list of something outside": "import os\n__all__ = ['x', *os.__all__]",
    "names by a rule": "__all__ = [name for name in dir() if name != 'x']",
}


@pytest.mark.parametrize("code", NO_ROWS.values(), ids=NO_ROWS)
def test_a_package_that_does_not_lose_it_stays_as_it_is(code: str) -> None:
    head = "from . import new, sub\nfrom .{0} import old\n"
    files = {**SUB, "lib/__init__.py": f"{head.format('sub')}{code}\n"}
    assert moved(files, "lib.sub.old", "lib.new")["lib/__init__.py"] == f"{head.format('new')}{code}\n"
    assert not move(sources_of(files), "lib.sub.old", "lib.new").rewrite.remainders


def test_lists_of_nobody_knows_whom_have_a_row() -> None:
    package = (
        "from . import sub\nfrom .sub import old\n__all__ = []\nfor each in (sub,):\n    __all__ += each.__all__\n"
    )
    outcome = move(sources_of({**SUB, "lib/__init__.py": package}), "lib.sub.old", "lib.new")
    (row,) = outcome.rewrite.remainders
    assert (row.path, row.span.start) == ("lib/__init__.py", package.index("__all__"))


NAMES = st.lists(st.sampled_from(["a", "b", "c", "d"]), unique=True, max_size=3)
GAPS = st.sampled_from(["", " ", "\n    ", "  # why, not\n    ", "\n\n  "])


@given(
    before=NAMES, after=NAMES, gaps=st.lists(GAPS, min_size=16, max_size=16), is_tuple=st.booleans(), ends=st.booleans()
)
def test_what_is_left_is_all_but_the_name(
    before: list[str], after: list[str], gaps: list[str], *, is_tuple: bool, ends: bool
) -> None:
    names = [*before, "old", *(name for name in after if name not in before)]
    opening, closing = ("(", ")") if is_tuple else ("[", "]")
    comma = "," if ends or (is_tuple and len(names) == 1) else ""
    inner = ",".join(
        f"{gap}'{name}'{gaps[-1 - index]}" for index, (name, gap) in enumerate(zip(names, gaps, strict=False))
    )
    code = f"__all__ = {opening}{inner}{comma}\n{closing}\ndef old(): ...\n"
    sources = sources_of({"m.py": code})
    text = written(sources, delete(sources, "m.old"))["m.py"]
    (statement,) = ast.parse(text).body
    assert isinstance(statement, ast.Assign)
    left = ast.literal_eval(statement.value)
    assert list(left) == [name for name in names if name != "old"]
    assert isinstance(left, tuple if is_tuple else list)
