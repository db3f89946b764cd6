"""Definitions on their way to another module, with their comments and imports, and all who import them."""

from __future__ import annotations

import pytest
from refactorings import moved, sources_of

from tdomcheck.refactor.move import move
from tdomcheck.refactor.problems import BadName, Collision, NotFound, NotMovable

SOURCE = '''\
"""Doc."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .util import helper, used as u

if TYPE_CHECKING:
    from .types import T

__all__ = ["Card", "other"]


# About cards.
@helper
class Card:  # yes
    """Doc."""

    x: T

    def m(self):
        return os.path


def other():
    return u()
'''
PACKAGE = {
    "pkg/__init__.py": "from .a import Card, other\n",
    "pkg/a.py": SOURCE,
    "pkg/util.py": "def helper(x): return x\nused = 1\n",
    "pkg/types.py": "T = int\n",
    "pkg/b.py": '"""B."""\n\nimport sys\n\n\ndef z(): sys\n',
}
LEFT = '"""Doc."""\nfrom __future__ import annotations\n\n\nfrom .util import used as u\n\n'
CARD = SOURCE[SOURCE.index("# About") : SOURCE.index("\n\ndef other")]


def test_a_class_goes_to_a_module_that_is_there() -> None:
    after = moved(PACKAGE, "pkg.a.Card", "pkg.b")
    assert sorted(after) == ["pkg/__init__.py", "pkg/a.py", "pkg/b.py"]
    assert after["pkg/__init__.py"] == "from .a import other\nfrom .b import Card\n"
    assert after["pkg/a.py"] == LEFT + '__all__ = ["other"]\n\n\ndef other():\n    return u()\n'
    assert after["pkg/b.py"] == (
        '"""B."""\n\nfrom __future__ import annotations\n\nimport sys\nimport os\nfrom typing import TYPE_CHECKING\n\n'
        "from .util import helper\n\nif TYPE_CHECKING:\n    from .types import T\n\n\ndef z(): sys\n\n\n" + CARD
    ).replace("import sys\nimport os", "import os\nimport sys")


def test_a_class_goes_to_a_module_that_is_made_for_it() -> None:
    after = moved(PACKAGE, "pkg.a.Card", "pkg.new.c")
    assert after["pkg/new/__init__.py"] == ""
    assert after["pkg/new/c.py"] == (
        "from __future__ import annotations\n\nimport os\nfrom typing import TYPE_CHECKING\n\n"
        "from ..util import helper\n\nif TYPE_CHECKING:\n    from ..types import T\n\n\n" + CARD
    )


def test_it_is_exported_from_its_old_place_on_request() -> None:
    after = moved(PACKAGE, "pkg.a.Card", "pkg.b", reexport=True)
    assert "from .b import Card\n" in after["pkg/a.py"]
    assert '__all__ = ["Card", "other"]' in after["pkg/a.py"]
    plain = moved({"a.py": "def f(): pass\n\n\ny = 2\n", "b.py": "x = 1\n"}, "a.f", "b", reexport=True)
    assert plain["a.py"] == "from b import f as f\n\ny = 2\n"


IMPORTERS = {
    "an import": ("from a import f\nf()", "from b import f\nf()"),
    "an alias": ("from a import f as g\ng()", "from b import f as g\ng()"),
    "one of several": ("from a import f, g\nf(g)", "from a import g\nfrom b import f\nf(g)"),
    "one of several with a comment": (
        "from a import f, g  # noqa\nf(g)",
        "from a import g  # noqa\nfrom b import f\nf(g)",
    ),
    "the last of several": ("from a import g, f\nf(g)", "from a import g\nfrom b import f\nf(g)"),
    "one in parentheses": (
        "from a import (\n    f,  # yes\n    g,\n)\nf(g)",
        "from a import (\n    # yes\n    g,\n)\nfrom b import f\nf(g)",
    ),
    "one in a function": ("def h():\n    from a import f, g", "def h():\n    from a import g\n    from b import f"),
    "a module": ("import a\na.f(a.g)", "import a\nimport b\nb.f(a.g)"),
    "a module that is spread": ("import a\n[*a.f, * a.f(), *a.g]", "import a\nimport b\n[*b.f, * b.f(), *a.g]"),
    "a star": ("from a import *\nf()", "from a import *\nfrom b import f\nf()"),
    "a string is proposed": ("patch('a.f')", "patch('a.f')"),
    "a quoted annotation": ("from a import f\nx: 'f'", "from b import f\nx: 'f'"),
}


@pytest.mark.parametrize(("before", "after"), IMPORTERS.values(), ids=IMPORTERS)
def test_who_imports_it_imports_it_from_there(before: str, after: str) -> None:
    files = {"a.py": "def f(): pass\n\n\ndef g(): pass\n", "b.py": "x = 1\n", "app.py": before + "\n"}
    expected = {"a.py": "def g(): pass\n", "b.py": "x = 1\n\n\ndef f(): pass\n"}
    if after != before:
        expected["app.py"] = after + "\n"
    assert moved(files, "a.f", "b") == expected


LEFT_ALONE = {
    "who imports it from elsewhere": "from pkg import f\nf()",
    "a local": "def g(f): return f",
    "another module's": "from other import f",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_others_are_left_alone(code: str) -> None:
    files = {"pkg/__init__.py": "from pkg.a import f\n", "pkg/a.py": "def f(): pass\n", "pkg/b.py": "", "o.py": code}
    after = moved(files, "pkg.a.f", "pkg.b")
    assert after == {"pkg/__init__.py": "from pkg.b import f\n", "pkg/a.py": "", "pkg/b.py": "def f(): pass\n"}


def test_entry_points_documents_and_the_module_that_it_leaves() -> None:
    files = {
        "src/p/__init__.py": "",
        "src/p/a.py": "import os\n\n\ndef f():\n    return os\n\n\ndef g():\n    return f(), os\n",
        "src/p/b.py": "if __name__ == '__main__':\n    pass\n",
        "pyproject.toml": '[project.scripts]\nx = "p.a:f"\n',
        "README.md": "```python\nfrom p.a import f\n```\n",
    }
    assert moved(files, "p.a.f", "p.b") == {
        "src/p/a.py": "import os\n\nfrom p.b import f\n\n\ndef g():\n    return f(), os\n",
        "src/p/b.py": "import os\n\n\ndef f():\n    return os\n\n\nif __name__ == '__main__':\n    pass\n",
        "pyproject.toml": '[project.scripts]\nx = "p.b:f"\n',
        "README.md": "```python\nfrom p.b import f\n```\n",
    }


def test_a_constant_with_its_exports_and_line_ends() -> None:
    files = {
        "a.py": "# why\r\nLIMIT = 3\r\nrest = 1\r\n",
        "b.py": "__all__ = [\r\n    'x',\r\n]\r\nx = 1\r\n",
    }
    sources = sources_of({})
    sources.files = {path: text.encode() for path, text in files.items()}
    from refactorings import written

    after = written(sources, move(sources, "a.LIMIT", "b"))
    assert after == {
        "a.py": "rest = 1\r\n",
        "b.py": "__all__ = [\r\n    'x',\r\n    'LIMIT',\r\n]\r\nx = 1\r\n\r\n\r\n# why\r\nLIMIT = 3\r\n",
    }


REFUSED = {
    "a circle by what it needs": ("a.f", "b", NotMovable, "needs `g` of `a`, which still uses it"),
    "a circle by who imports": ("a.k", "c", NotMovable, "`c` imports `a`: a circle"),
    "a name that is there": ("a.g", "d", Collision, "has a `g` already"),
    "a method": ("a.C.m", "b", NotMovable, "only what a module defines"),
    "a module": ("a", "b", NotMovable, "moved by `rename`"),
    "a name bound by a branch": ("a.h", "b", NotMovable, r"a\.py:6 binds `h` in the midst"),
    "a name that shares its line": ("a.s", "b", NotMovable, "shares its line"),
    "one of two targets": ("a.p", "b", NotMovable, "in the midst"),
    "nothing": ("a.nothing", "b", NotFound, "nothing in the project"),
    "a broken module": ("a.k", "e", NotMovable, "does not parse"),
}


@pytest.mark.parametrize(("source", "module", "kind", "says"), REFUSED.values(), ids=REFUSED)
def test_misuse_is_refused_with_a_sentence(source: str, module: str, kind: type[Exception], says: str) -> None:
    files = {
        "a.py": (
            "def f(): return g\ndef g(): return f\ndef k(): return 1\nx = k\n"
            "if x:\n    h = 1\ns = 1; t = 2\np, q = 1, 2\nclass C:\n    def m(self): pass\n"
        ),
        "b.py": "",
        "c.py": "import a\n",
        "d.py": "g = 1\n",
        "e.py": "def (\n",
    }
    with pytest.raises(kind, match=says):
        move(sources_of(files), source, module)


def test_a_stub_is_left_and_said_so() -> None:
    outcome = move(sources_of({"a.py": "def f(): pass\n", "a.pyi": "def f(): ...\n", "b.py": ""}), "a.f", "b")
    assert [(each.path, each.reason) for each in outcome.rewrite.remainders] == [
        ("a.pyi", "the stub has it too, and the new module has none: move it by hand")
    ]
    assert "is in `a`" in move(sources_of({"a.py": "def f(): pass\n"}), "a.f", "a").notice


def test_imports_for_types_join_those_that_are_there() -> None:
    files = {
        "p/__init__.py": "",
        "p/a.py": (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from x import T, U\n\n\n"
            "def f(a: 'T'): pass\ny: 'U'\n"
        ),
        "p/b.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import z\n\n\ndef g(): pass\n",
    }
    after = moved(files, "p.a.f", "p.b")
    assert after["p/b.py"] == (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import z\n    from x import T\n\n\n"
        "def g(): pass\n\n\ndef f(a: 'T'): pass\n"
    )
    assert "    from x import U\n" in after["p/a.py"]


def test_out_of_a_package_itself_into_a_module_of_it() -> None:
    files = {
        "p/__init__.py": "import os as o\nimport x.y\nfrom . import z\n\n\ndef f(): return o, x.y, z\n",
        "p/z.py": "",
        "x/y.py": "",
    }
    after = moved(files, "p.f", "p.new")
    assert after["p/new.py"].startswith("import os as o\n")
    assert "import x.y\n" in after["p/new.py"]
    assert "from . import z\n" in after["p/new.py"]
    assert after["p/new.py"].endswith("\n\n\ndef f(): return o, x.y, z\n")


def test_a_circle_over_a_third_module_is_named() -> None:
    files = {
        "a.py": "import c\ndef f(): return g\ndef g(): pass\n",
        "b.py": "x = 1\n",
        "c.py": "import b\n",
    }
    assert moved(files, "a.f", "b2")["b2.py"].startswith("from a import g\n")
    with pytest.raises(NotMovable, match="`a` imports `c` imports `b`: a circle"):
        move(sources_of(files), "a.f", "b")


def test_what_it_needs_must_mean_the_same_there() -> None:
    files = {"a.py": "from x import h\ndef f(): h()\n", "b.py": "def h(): pass\n"}
    with pytest.raises(Collision, match=r"needs `h`, which is another thing in b\.py"):
        move(sources_of(files), "a.f", "b")


def test_lists_of_exports_over_several_lines() -> None:
    files = {
        "a.py": "__all__ = [\n    'f',\n    'g',\n]\ndef f(): pass\ndef g(): pass\n",
        "b.py": "__all__ = ('x', 'y')\nx = y = 1\n",
        "c.py": "__all__ = ['x', 'f']\nfrom a import f\nx = 1\n",
    }
    after = moved(files, "a.f", "b")
    assert after["a.py"] == "__all__ = [\n    'g',\n]\ndef g(): pass\n"
    assert after["b.py"].startswith("__all__ = ('x', 'y', 'f')\n")
    assert after["c.py"] == "__all__ = ['x', 'f']\nfrom b import f\nx = 1\n"
    assert moved(files, "a.g", "b")["a.py"] == "__all__ = [\n    'f',\n]\ndef f(): pass\n"
    two_lines = "__all__ = (\n    'x', 'f',\n    'y',\n)\ndef f(): pass\nx = y = 1\n"
    assert moved({"a.py": two_lines}, "a.f", "b")["a.py"].startswith("__all__ = (\n    'x',\n    'y',\n)\n")


STUBBED = {
    "p/__init__.py": "",
    "p/a.py": "def f(x): return x\ndef g(): return 1\n",
    "p/a.pyi": "from typing import Any\n\ndef f(x: Any) -> Any: ...\ndef g() -> int: ...\n",
}


def test_the_stub_of_a_new_module_comes_with_it() -> None:
    assert moved(STUBBED, "p.a.f", "p.b") == {
        "p/a.py": "def g(): return 1\n",
        "p/a.pyi": "def g() -> int: ...\n",
        "p/b.py": "def f(x): return x\n",
        "p/b.pyi": "from typing import Any\n\n\ndef f(x: Any) -> Any: ...\n",
    }


def test_the_stub_of_a_module_that_is_there_takes_it_up() -> None:
    files = {**STUBBED, "p/b.py": "def h(): ...\n", "p/b.pyi": "def h() -> None: ...\n"}
    after = moved(files, "p.a.f", "p.b")
    assert after["p/a.pyi"] == "def g() -> int: ...\n"
    assert after["p/b.pyi"] == "from typing import Any\n\ndef h() -> None: ...\n\n\ndef f(x: Any) -> Any: ...\n"


def test_a_module_without_a_stub_is_not_given_one_that_hides_the_rest_of_it() -> None:
    files = {**STUBBED, "p/b.py": "def h(): ...\n"}
    outcome = move(sources_of(files), "p.a.f", "p.b")
    assert [(row.path, "by hand" in row.reason) for row in outcome.rewrite.remainders] == [("p/a.pyi", True)]
    assert "p/a.pyi" not in [wish.path for wish in outcome.rewrite.files]


def test_a_stub_that_does_not_have_it_stays() -> None:
    files = {**STUBBED, "p/a.pyi": "def g() -> int: ...\n"}
    assert set(moved(files, "p.a.f", "p.b")) == {"p/a.py", "p/b.py"}


def test_the_stub_goes_on_with_a_name_that_its_module_goes_on_with() -> None:
    after = moved(STUBBED, "p.a.f", "p.b", reexport=True)
    assert after["p/a.pyi"] == "from p.b import f as f\n\ndef g() -> int: ...\n"


BOUND_ANEW = {
    "by `global`": (
        "counter = 0\n\ndef pub():\n    global counter\n    counter += 1\n    return counter\n",
        "a.py:5 binds `counter` by `global`",
    ),
    "by `global` in a class": (
        "counter = 0\nclass C:\n    global counter\n    counter = 1\n",
        "a.py:4 binds `counter`",
    ),
    "by an import of a function": (
        "counter = 0\ndef f():\n    global counter\n    from x import counter\n",
        "a.py:4 binds `counter`",
    ),
    "after it was read": ("counter = 0\nfirst = counter\ncounter = 1\n", "a.py:3 binds `counter` anew"),
}


@pytest.mark.parametrize(("code", "says"), BOUND_ANEW.values(), ids=BOUND_ANEW)
def test_what_is_bound_in_several_places_stays(code: str, says: str) -> None:
    with pytest.raises(NotMovable, match=says):
        move(sources_of({"a.py": code, "b.py": ""}), "a.counter", "b")


def test_what_is_bound_in_one_place_goes_whoever_reads_it() -> None:
    code = "counter: list[int]\n# a note\ncounter = []\n\ndef f():\n    global counter\n    return counter\n"
    after = moved({"a.py": code, "b.py": ""}, "a.counter", "b")
    assert after["b.py"] == "counter: list[int]\n# a note\ncounter = []\n"
    assert after["a.py"].startswith("from b import counter\n")


STATE = "STATE = None\n\n\ndef f():\n    return STATE\n\n\n"
REBOUND = {
    "by itself": ("STATE = None\ndef f(v):\n    global STATE\n    STATE = v\n", "", "a.py:4 binds `STATE` by `global`"),
    "by itself alone": ("def f(v):\n    global STATE\n    STATE = v\n", "", "a.py:3 binds `STATE` by `global`"),
    "by a method of it": (
        "STATE = 0\nclass f:\n    def add(self):\n        global STATE\n        STATE += 1\n",
        "",
        "a.py:5 binds `STATE`",
    ),
    "by another function": (
        f"{STATE}def g(v):\n    global STATE\n    STATE = v\n",
        "",
        "a.py:10 gives `STATE` another value, which `f` reads",
    ),
    "by an import of another function": (
        f"{STATE}def g():\n    global STATE\n    import os as STATE\n",
        "",
        "a.py:10 gives",
    ),
    "by another module": (STATE, "import a\na.STATE = 1\n", "m.py:2 gives `STATE` another value"),
    "by another module, counting": (STATE, "import a as b\nb.STATE += 1\n", "m.py:2 gives"),
    "by another module, among others": (STATE, "import a\ndef g():\n    x, a.STATE = 1, 2\n", "m.py:3 gives"),
    "taken away by another module": (STATE, "import a\ndel a.STATE\n", "m.py:2 gives"),
    "a function": (
        "def g(): pass\n\n\ndef f():\n    return g()\n",
        "import a\na.g = print\n",
        "m.py:2 gives `g` another value",
    ),
}


@pytest.mark.parametrize(("code", "other", "says"), REBOUND.values(), ids=REBOUND)
def test_what_shares_a_value_that_changes_with_its_module_stays(code: str, other: str, says: str) -> None:
    for target in ("b", "c"):
        with pytest.raises(NotMovable, match=says):
            move(sources_of({"a.py": code, "b.py": "", "m.py": other}), "a.f", target)


NOT_REBOUND = {
    "read": (STATE, "import a\nx = a.STATE\n"),
    "changed in place": (STATE, "import a\na.STATE.x = 1\na.STATE[0] = 1\n"),
    "of another module": (STATE, "import d\nd.STATE = 1\n"),
    "of an object": (STATE, "class C:\n    def g(self): self.STATE = 1\n"),
    "a local": (f"{STATE}def g(v):\n    STATE = v\n    return STATE\n", ""),
    "read by `global`": (f"{STATE}def g():\n    global STATE\n    return STATE\n", ""),
    "a name that it does not read": (f"{STATE}OTHER = 1\n\n\ndef g():\n    global OTHER\n    OTHER = 2\n", ""),
    "a parameter of that name": (
        "STATE = 1\n\n\ndef f(STATE):\n    return STATE\n\n\ndef g():\n    global STATE\n    STATE = 2\n",
        "",
    ),
}


@pytest.mark.parametrize(("code", "other"), NOT_REBOUND.values(), ids=NOT_REBOUND)
def test_what_reads_a_value_that_stays_goes(code: str, other: str) -> None:
    after = moved({"a.py": code, "b.py": "", "d.py": "STATE = 1\n", "m.py": other}, "a.f", "b")
    assert set(after) == {"a.py", "b.py"}


SET_ELSEWHERE = {
    "by another module": ("import a\na.STATE = 1\n", "m.py:2 gives `STATE` another value, which `a` would not see"),
    "by a second name": ("import a\nb = a\nb.STATE += 1\n", "m.py:3 gives"),
    "by a function": ("def g():\n    import a\n    del a.STATE\n", "m.py:3 gives"),
    "by one module or another": (
        "try:\n    import fast as a\nexcept ImportError:\n    import a\na.STATE = 1\n",
        "m.py:5",
    ),
}


@pytest.mark.parametrize(("other", "says"), SET_ELSEWHERE.values(), ids=SET_ELSEWHERE)
def test_what_others_give_another_value_stays_with_what_reads_it(other: str, says: str) -> None:
    for target in ("b", "c"):
        with pytest.raises(NotMovable, match=f"{says}.*still uses it: move what does so first"):
            move(sources_of({"a.py": STATE, "b.py": "", "m.py": other}), "a.STATE", target)


def test_what_others_give_another_value_is_not_re_exported() -> None:
    files = {"a.py": "STATE = 1\n", "m.py": "import a\na.STATE = 2\n"}
    with pytest.raises(NotMovable, match=r"m\.py:2 gives .*re-exports it: leave out --reexport"):
        move(sources_of(files), "a.STATE", "b", reexport=True)


SET_NOWHERE = {
    "read": "import a\nx = a.STATE\n",
    "changed in place": "import a\na.STATE.x = 1\na.STATE[0] = 1\n",
    "of an object": "class C:\n    def g(self): self.STATE = 1\n",
    "of another module": "import d\nd.STATE = 1\n",
    "another name": "import a\na.OTHER = 1\n",
    "a name of the importer": "from a import STATE\nSTATE = 2\n",
}


@pytest.mark.parametrize("other", SET_NOWHERE.values(), ids=SET_NOWHERE)
def test_what_nobody_gives_another_value_goes(other: str) -> None:
    after = moved({"a.py": STATE, "b.py": "", "d.py": "STATE = 1\n", "m.py": other}, "a.STATE", "b")
    assert after["a.py"].startswith("from b import STATE\n")


def test_what_others_give_another_value_goes_where_its_module_does_not_read_it() -> None:
    files = {"a.py": "STATE = 1\nx = 2\n", "b.py": "", "m.py": "import a\na.STATE = 2\nprint(a.STATE, a.x)\n"}
    after = moved(files, "a.STATE", "b")
    assert after["m.py"] == "import a\nimport b\nb.STATE = 2\nprint(b.STATE, a.x)\n"


PATCHED = {
    "by its dotted name": ("from unittest.mock import patch\nwith patch('a.g'): pass\n", True),
    "of its module": ("import a\nfrom unittest.mock import patch\nwith patch.object(a, 'g'): pass\n", True),
    "by pytest": ("import a\ndef test(monkeypatch): monkeypatch.setattr(a, 'g', print)\n", True),
    "by pytest and the dotted name": ("def test(monkeypatch): monkeypatch.setattr('a.g', print)\n", True),
    "by its dotted name as a keyword": ("from unittest import mock\nmock.patch(target='a.g')\n", True),
    "of its module as a keyword": (
        "import a, mock\nmock.patch.object(target=a, attribute='g')\n",
        True,
    ),
    "among several": ("from unittest import mock\nmock.patch.multiple('a', g=1)\n", True),
    "among several of its module": (
        "import a as m, mock\nmock.patch.multiple(m, x=p(), g=1)\n",
        True,
    ),
    "among several as a keyword": ("from unittest.mock import patch\npatch.multiple(g=1, target='a')\n", True),
    "several of another module": ("from unittest.mock import patch\npatch.multiple('d', g=1)\n", True),
    "several of another function": ("import a\nmultiple('a', g=1)\nx.multiple(a, g=1)\ndict(g=1)\n", False),
    "several of nobody knows what": (
        "import mock\nmock.patch.multiple(make(), g=1)\nmock.patch.multiple()\n",
        True,
    ),
    "of another module": ("import d\nfrom unittest.mock import patch\nwith patch.object(d, 'g'): pass\n", False),
    "of another dotted name": ("from unittest.mock import patch\nwith patch('d.g'): pass\n", False),
    "only read": ("import a\ngetattr(a, 'g')\n", False),
    "only said": ("x = 'a.g'\n", False),
}


@pytest.mark.parametrize(("test", "is_told"), PATCHED.values(), ids=PATCHED)
def test_what_tests_replace_in_the_old_module_has_a_row(test: str, is_told: bool) -> None:  # a table
    files = {"a.py": "def g(): pass\n\n\ndef f():\n    return g()\n", "b.py": "", "d.py": "g = 1\n", "t.py": test}
    rows = move(sources_of(files), "a.f", "b").rewrite.remainders
    reason = "this replaces `g` of `a`, and `f`, which reads it, is in `b` now: replace it there if that is meant"
    assert [(row.path, row.reason) for row in rows] == [("t.py", reason)] * is_told


@pytest.mark.parametrize("module", ["1x", "class", "p.class", "/x/y.z", "../../evil", "", "p.", "a-b"])
def test_a_module_that_no_import_could_name_is_refused(module: str) -> None:
    sources = sources_of({"p/__init__.py": "", "p/a.py": "def f(): pass\n"})
    with pytest.raises(BadName):
        move(sources, "p.a.f", module)
    assert move(sources, "p.a.f", "p.match").rewrite.files


CHOSEN = {
    "an import that may fail": "try:\n    import fast\nexcept ImportError:\n    fast = None\n",
    "an import by version": "if x:\n    import fast\nelse:\n    import slow as fast\n",
    "an import that is replaced": "from x import fast\nfast = fast or 1\n",
    "two imports": "from x import fast\nfrom y import fast\n",
    "a guard for types with another branch": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from x import fast\nelse:\n    fast = object\n"
    ),
}


@pytest.mark.parametrize("head", CHOSEN.values(), ids=CHOSEN)
def test_a_name_that_branches_choose_is_imported_from_where_they_are(head: str) -> None:
    files = {"p/__init__.py": "", "p/a.py": f"{head}\n\ndef h():\n    return fast\n", "c.py": "from p.a import h\n"}
    assert moved(files, "p.a.h", "p.new") == {
        "p/a.py": head,
        "p/new.py": "from p.a import fast\n\n\ndef h():\n    return fast\n",
        "c.py": "from p.new import h\n",
    }


NOT_CHOSEN = {
    "a package by its modules": ("import x.y\nimport x.z\n", "import x.y\n"),
    "the same twice": ("import x\nimport x\n", "import x\n"),
    "for types": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import x\n",
        "if TYPE_CHECKING:\n    import x\n",
    ),
}


@pytest.mark.parametrize(("head", "imports"), NOT_CHOSEN.values(), ids=NOT_CHOSEN)
def test_a_name_that_means_one_thing_is_imported_from_there(head: str, imports: str) -> None:
    after = moved({"a.py": f"{head}\n\ndef h(a: 'x.T'): ...\n\n\ny = 1\n"}, "a.h", "b")
    assert imports in after["b.py"]


UNCHOSEN = {
    "a circle": ("y = h\n", "", NotMovable, "needs `fast` of `a`, which still uses it"),
    "another one there": ("", "import fast\n", Collision, r"needs `fast`, which b\.py binds itself"),
}


@pytest.mark.parametrize(("rest", "there", "kind", "says"), UNCHOSEN.values(), ids=UNCHOSEN)
def test_what_branches_choose_is_refused_where_it_would_be_another(
    rest: str, there: str, kind: type[Exception], says: str
) -> None:
    code = CHOSEN["an import that may fail"] + "def h():\n    return fast\n" + rest
    with pytest.raises(kind, match=says):
        move(sources_of({"a.py": code, "b.py": there}), "a.h", "b")


def test_what_one_branch_alone_imports_is_refused() -> None:
    code = "try:\n    import fast\nexcept ImportError:\n    pass\ndef h():\n    return fast\n"
    with pytest.raises(NotMovable, match=r"needs `fast`, which a\.py imports in one branch alone"):
        move(sources_of({"a.py": code}), "a.h", "b")


def test_what_branches_choose_may_be_there_by_an_import_of_it() -> None:
    code = CHOSEN["an import that may fail"] + "def h():\n    return fast\n"
    after = moved({"a.py": code, "b.py": "from a import fast\n"}, "a.h", "b")
    assert after["b.py"] == "from a import fast\n\n\ndef h():\n    return fast\n"


BASE = "class Base:\n    def __init__(self, *_): pass\n"
USERS = {
    "a base": ("class D(Base):\n    pass\n", "class D(Base):\n    pass\n"),
    "a decorator": ("def f(): pass\n\n\n@Base\ndef g(): pass\n", "@Base\ndef g(): pass\n"),
    "a default": ("# why\ndef f(x=Base): pass\n", "# why\ndef f(x=Base): pass\n"),
    "a value": ("y = 1\nz = Base()\n", "z = Base()\n"),
    "a body of a class": ("class D:\n    x = Base\n", "class D:\n    x = Base\n"),
    "a function that is called": ("def f():\n    return Base()\n\n\ny = f()\n", "y = f()\n"),
    "a function of a value": ("f = lambda: Base()\ny = f()\n", "y = f()\n"),
    "a method that is called": ("class D:\n    def m(self): Base\n\n\ny = D().m()\n", "y = D().m()\n"),
    "a condition": ("if Base:\n    y = 1\n", "if Base:\n    y = 1\n"),
}


@pytest.mark.parametrize(("code", "before"), USERS.values(), ids=USERS)
def test_it_stands_before_what_uses_it_on_import(code: str, before: str) -> None:
    after = moved({"a.py": BASE, "b.py": f"from a import Base\n\n{code}"}, "a.Base", "b")["b.py"]
    assert after.index(f"{BASE}\n\n{before}") >= 0
    exec(compile(after, "b.py", "exec"), {"__name__": "b"})  # noqa: S102


NO_USERS = {
    "a function that nobody calls": "def f():\n    return Base()\n",
    "a method": "class D:\n    def m(self): Base\n",
    "another name": "def f(Base):\n    return Base\n\n\nf(1)\n",
    "nothing": "",
}


@pytest.mark.parametrize("code", NO_USERS.values(), ids=NO_USERS)
def test_it_stands_at_the_end_where_nothing_uses_it_before(code: str) -> None:
    after = moved({"a.py": BASE, "b.py": f"from a import Base\n\nx = 1\n{code}"}, "a.Base", "b")["b.py"]
    assert after.endswith(f"\n\n\n{BASE}")


UNPLACED = {
    "what it needs comes later": (
        "from b import K\nclass Base(K): ...\n",
        "from a import Base\nclass D(Base): ...\nclass K: ...\n",
        r"b\.py:2 uses `Base` when it is imported, and `K`",
    ),
    "an import comes later": (
        "import os\nclass Base: x = os\n",
        "from a import Base\nclass D(Base): ...\nimport os\n",
        r"b\.py:2 uses `Base` when it is imported, and `os`",
    ),
    "by another name": (BASE, "from a import Base as B\nclass D(B): ...\n", r"b\.py:1 reads `Base` by another name"),
    "by its module": (BASE, "import a\nclass D(a.Base): ...\n", r"b\.py:2 reads `Base` by another name"),
    "by another module": (BASE, "from c import Base\nclass D(Base): ...\n", r"b\.py:1 reads `Base` by another name"),
    "by a star": (BASE, "from a import *\nclass D(Base): ...\n", r"b\.py imports `\*` of `a`"),
}


@pytest.mark.parametrize(("code", "there", "says"), UNPLACED.values(), ids=UNPLACED)
def test_where_no_place_is_early_enough_it_stays(code: str, there: str, says: str) -> None:
    with pytest.raises(NotMovable, match=says):
        move(sources_of({"a.py": code, "b.py": there, "c.py": "from a import Base\n"}), "a.Base", "b")


REGISTERS = "_REG = []\n\n\n@_REG.append\ndef f(): pass\n"


@pytest.mark.parametrize(("target", "path"), [("b", "b.py"), ("new", "new.py")])
def test_what_registers_itself_on_import_is_left_with_a_row(target: str, path: str) -> None:
    rows = move(sources_of({"a.py": REGISTERS, "b.py": "x = 1\n"}), "a.f", target).rewrite.remainders
    assert [(row.path, row.symbol) for row in rows] == [(path, "f")]
    assert f"`{target}` has to be imported wherever `a` was" in rows[0].reason


QUIET = {
    "a decorator that keeps no list": "import functools\n\n\n@functools.cache\ndef f(): pass\n",
    "no decorator": "def f(): pass\n",
    "one that is imported back": "from hooks import hook\n\n\n@hook\ndef f(): pass\n\n\nf()\n",
}


@pytest.mark.parametrize("code", QUIET.values(), ids=QUIET)
def test_what_registers_nothing_has_no_row(code: str) -> None:
    assert not move(sources_of({"a.py": code}), "a.f", "b").rewrite.remainders


ASKED = "from unittest.mock import patch\nimport a\npatch.object(a, 'f')\npatch.object(a, 'g')\n"


def test_a_string_that_asks_the_old_module_for_it_is_left_with_a_row() -> None:
    files = {"a.py": "def f(): pass\ndef g(): pass\n", "b.py": "from a import f\n", "app.py": ASKED}
    rows = move(sources_of(files), "a.f", "c").rewrite.remainders
    reason = "a string asks `a` for it, and it is in `c` now: change it by hand"
    assert [(row.path, ASKED[row.span.start : row.span.end], row.reason) for row in rows] == [("app.py", "f", reason)]
    assert not move(sources_of(files), "a.f", "c", reexport=True).rewrite.remainders


MULTIPLE = "from unittest.mock import patch\nimport a\npatch.multiple({0}, f=1)\npatch.multiple('b', g=2)\n"


@pytest.mark.parametrize("target", ["a", "'a'", "target=a", "x", "make()"])
def test_a_keyword_that_may_ask_the_old_module_for_it_is_left_with_a_row(target: str) -> None:
    code = MULTIPLE.format(target)
    files = {"a.py": "def f(): pass\ndef g(): pass\n", "b.py": "from a import f, g\n", "app.py": code}
    rows = move(sources_of(files), "a.f", "c").rewrite.remainders
    reason = "a keyword of `patch.multiple` may name it, and it is in `c` now: change it by hand"
    assert [(row.path, row.span.start, row.reason) for row in rows] == [("app.py", code.index("f=1"), reason)]


def test_a_string_that_asks_who_exports_it_stays_true() -> None:
    files = {
        "p/__init__.py": "from p.a import f\n",
        "p/a.py": "def f(): pass\n",
        "app.py": "import p\ngetattr(p, 'f')\n",
    }
    assert not move(sources_of(files), "p.a.f", "p.b").rewrite.remainders


OWN = {
    "its name": ("from logging import getLogger\n\n\ndef f(): return getLogger(__name__)\n", "`__name__`"),
    "its file": ("LOCATION = 1\ndef f(): return __file__, __package__\n", "`__file__`, `__package__`"),
    "its specification": ("class f:\n    spec = __spec__\n", "`__spec__`"),
}


@pytest.mark.parametrize(("code", "names"), OWN.values(), ids=OWN)
def test_what_each_module_has_of_its_own_is_left_with_a_row(code: str, names: str) -> None:
    rows = move(sources_of({"a.py": code, "b.py": ""}), "a.f", "b").rewrite.remainders
    assert [(row.path, row.reason) for row in rows] == [
        ("b.py", f"`f` reads {names}: of `b` now, and of `a` before; look whether that is meant")
    ]


NOT_OWN = {
    "an attribute": "def f(x): return x.__name__, f.__name__\n",
    "a local": "def f(__file__): return __file__\n",
    "another definition's": "def f(): ...\ndef g(): return __file__\n",
    "a name of the module": "__package__ = 'x'\ndef f(): return __package__\n",
}


@pytest.mark.parametrize("code", NOT_OWN.values(), ids=NOT_OWN)
def test_what_means_the_same_there_has_no_row(code: str) -> None:
    assert not move(sources_of({"a.py": code}), "a.f", "b").rewrite.remainders


DOCTESTS = {
    "by itself": (">>> from pkg.a import f\n", ">>> from pkg.n import f\n"),
    "with another": (">>> from pkg.a import g, f\n", ">>> from pkg.a import g\n    >>> from pkg.n import f\n"),
    "by its module": (
        ">>> from pkg import a\n    >>> a.f()\n",
        ">>> from pkg import a\n    >>> from pkg import n\n    >>> n.f()\n",
    ),
    "not at all": (">>> from pkg.a import g\n    >>> f()\n", ">>> from pkg.a import g\n    >>> f()\n"),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("before", "after"), DOCTESTS.values(), ids=DOCTESTS)
def test_the_doctest_of_a_definition_goes_along(before: str, after: str, newline: str) -> None:
    head, code = "def g(): ...\n", 'def f():\n    """Größe.\n\n    {0}    >>> f()\n    """\n'
    files = {"pkg/__init__.py": "", "pkg/a.py": f"{head}\n\n{code.format(before)}".replace("\n", newline)}
    expected = {"pkg/a.py": head.replace("\n", newline), "pkg/n.py": code.format(after).replace("\n", newline)}
    assert moved(files, "pkg.a.f", "pkg.n") == expected


def test_each_example_of_a_document_imports_the_module() -> None:
    example = "```python\nfrom pkg import a\n{0}a.f()\n```\n"
    files = {"pkg/__init__.py": "", "pkg/a.py": "def f(): ...\n", "README.md": example.format("") * 2}
    after = moved(files, "pkg.a.f", "pkg.n")["README.md"]
    assert after == example.format("from pkg import n\n").replace("\na.f", "\nn.f") * 2


def test_indented_sessions_of_a_document_import_from_there() -> None:
    text = "# T\n\n    >>> from {0} import f\n    >>> f()\n"
    files = {"pkg/__init__.py": "", "pkg/a.py": "def f(): ...\n", "README.md": text.format("pkg.a")}
    assert moved(files, "pkg.a.f", "pkg.n")["README.md"] == text.format("pkg.n")


def test_doctests_of_others_are_mended_where_they_are() -> None:
    code = 'def f(): ...\n\n\ndef g():\n    """\n    >>> from pkg.a import f\n    """\n'
    after = moved({"pkg/__init__.py": "", "pkg/a.py": code}, "pkg.a.f", "pkg.n")
    assert after["pkg/a.py"] == code.removeprefix("def f(): ...\n\n\n").replace("pkg.a", "pkg.n")


WITHIN = {
    "deeper": ("pkg.sub.n", "from ..b import x\n    from .. import b as c"),
    "beside": ("pkg.n", "from .b import x\n    from . import b as c"),
    "out of the package": ("n", "from pkg.b import x\n    from pkg import b as c"),
}


@pytest.mark.parametrize(("module", "imports"), WITHIN.values(), ids=WITHIN)
def test_relative_imports_within_a_definition_lead_to_the_same(module: str, imports: str) -> None:
    code = "def f():\n    {0}\n    import b\n    return b, c, x\n"
    files = {
        "pkg/__init__.py": "",
        "pkg/a.py": code.format("from .b import x\n    from . import b as c"),
        "pkg/b.py": "x = 1\n",
    }
    after = moved(files, "pkg.a.f", module)
    assert after[module.replace(".", "/") + ".py"] == code.format(imports)


def test_no_module_is_made_that_would_hide_one_of_the_standard_library() -> None:
    with pytest.raises(BadName, match="`json` is a module of the standard library"):
        move(sources_of({"a.py": "def f(): pass\n"}), "a.f", "json")
    assert moved({"a.py": "def f(): pass\n", "json.py": "x = 1\n"}, "a.f", "json")["a.py"] == ""
    assert "p/json.py" in moved({"a.py": "def f(): pass\n", "p/__init__.py": ""}, "a.f", "p.json")
