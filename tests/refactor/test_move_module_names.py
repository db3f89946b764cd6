"""`module.name` in code and in quotes, when the name is in another module: by what a file can call that."""

from __future__ import annotations

import pytest
from refactorings import moved, sources_of

from tdomcheck.refactor.move import move

PACKAGE = {"pkg/__init__.py": "", "pkg/a.py": "def o(): ...\n\n\nx = 1\n", "pkg/n.py": "", "list.py": ""}
AS = "import pkg.a as A\n"

CALLED = {
    "a parameter": (f"{AS}def z(n): A.o()\n", f"{AS}from pkg import n as pkg_n\ndef z(n): pkg_n.o()\n"),
    "an import of a function": (
        f"{AS}def z():\n    from x import n\n    A.o(n)\n",
        f"{AS}from pkg import n as pkg_n\ndef z():\n    from x import n\n    pkg_n.o(n)\n",
    ),
    "a local": (
        f"{AS}def z():\n    n = A.o()\n    return n\n",
        f"{AS}from pkg import n as pkg_n\ndef z():\n    n = pkg_n.o()\n    return n\n",
    ),
    "a name of the module": (f"{AS}n = A.o()\n", f"{AS}from pkg import n as pkg_n\nn = pkg_n.o()\n"),
    "a name that a star gives": (
        f"{AS}from x import *\nA.o(n)\n",
        f"{AS}from pkg import n as pkg_n\nfrom x import *\npkg_n.o(n)\n",
    ),
    "the first two names": (
        f"{AS}def z(n, pkg_n): A.o()\n",
        f"{AS}from pkg import n as n_module\ndef z(n, pkg_n): n_module.o()\n",
    ),
    "all names but a numbered one": (
        f"{AS}def z(n, pkg_n, n_module): A.o()\n",
        f"{AS}from pkg import n as n_2\ndef z(n, pkg_n, n_module): n_2.o()\n",
    ),
    "an alias that is there": (f"{AS}import pkg.n as N\nA.o(N)\n", f"{AS}import pkg.n as N\nN.o(N)\n"),
    "a relative import that is there": ("from . import a, n\na.o(n)\n", "from . import a, n\nn.o(n)\n"),
    "a relative import": ("from . import a\na.o()\n", "from . import a, n\nn.o()\n"),
    "a relative import where the name is taken": (
        "from . import a\nn = a.o()\n",
        "from . import a, n as pkg_n\nn = pkg_n.o()\n",
    ),
    "an import that a function has too": (
        f"{AS}def z():\n    from pkg import n\n    A.o(n)\n",
        f"{AS}from pkg import n\ndef z():\n    from pkg import n\n    n.o(n)\n",
    ),
    "a module that a function imports": (
        "def z():\n    import pkg.a as A\n    A.o()\n    return A.o\n",
        "def z():\n    import pkg.a as A\n    from pkg import n\n    n.o()\n    return n.o\n",
    ),
    "a package that a function imports": (
        "def z():\n    import pkg.a\n    return pkg.a.o\n",
        "def z():\n    import pkg.a\n    import pkg.n\n    return pkg.n.o\n",
    ),
    "a whole name": ("import pkg.a\npkg.a.o()\n", "import pkg.a\nimport pkg.n\npkg.n.o()\n"),
    "a whole name by another of the package": (
        "import pkg.a\nimport pkg as p\ndef z(pkg): p.a.o()\n",
        "import pkg.a\nfrom pkg import n\nimport pkg as p\ndef z(pkg): n.o()\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), CALLED.values(), ids=CALLED)
def test_the_module_is_called_by_a_name_that_is_free(before: str, after: str) -> None:
    assert moved({**PACKAGE, "pkg/use.py": before}, "pkg.a.o", "pkg.n")["pkg/use.py"] == after


def test_a_builtin_is_not_hidden_by_the_module() -> None:
    after = moved({**PACKAGE, "use.py": f"{AS}A.o(list())\n"}, "pkg.a.o", "list")
    assert after["use.py"] == f"import list as list_module\n{AS}list_module.o(list())\n"


QUOTED = {
    "an annotation": ("import pkg.a as pa\nx: 'pa.o'\n", "import pkg.a as pa\nfrom pkg import n\nx: 'n.o'\n"),
    "a whole name": ("import pkg.a\nx: 'pkg.a.o | None'\n", "import pkg.a\nimport pkg.n\nx: 'pkg.n.o | None'\n"),
    "a cast": (
        "from typing import cast\nfrom pkg import a\ncast('a.o', 1)\n",
        "from typing import cast\nfrom pkg import a, n\ncast('n.o', 1)\n",
    ),
    "a bound": (
        "from typing import TypeVar\nfrom pkg import a\nT = TypeVar('T', bound='list[a.o]')\n",
        "from typing import TypeVar\nfrom pkg import a, n\nT = TypeVar('T', bound='list[n.o]')\n",
    ),
    "one for types alone": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pkg import a\nx: 'a.o'\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pkg import a\n    from pkg import n\nx: 'n.o'\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), QUOTED.values(), ids=QUOTED)
def test_annotations_in_quotes_follow(before: str, after: str) -> None:
    files = {**PACKAGE, "use.py": before}
    assert moved(files, "pkg.a.o", "pkg.n")["use.py"] == after
    assert not move(sources_of(files), "pkg.a.o", "pkg.n").rewrite.proposals


LEFT_ALONE = {
    "another name of the module": f"{AS}A.x\n",
    "another module": "import other as A\nA.o()\nx: 'A.o'\n",
    "a parameter": f"{AS}def z(A): return A.o()\n",
    "a string that is no type": f"{AS}x = 'A.o'\n",
    "a literal": f"{AS}from typing import Literal\nx: Literal['A.o']\n",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_others_are_left_alone(code: str) -> None:
    assert "use.py" not in moved({**PACKAGE, "use.py": code}, "pkg.a.o", "pkg.n")
