"""Packages without an `__init__.py`: their folders move, and who imports from them follows."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.problems import Collision, RefactoringRefusal
from tdomcheck.refactor.rename import rename
from tdomcheck.refactor.sources import Sources

USE = (
    "import {0}.mod\nimport {0}.mod as m\nfrom {0} import mod\nfrom {0}.mod import A\n{0}.mod.A\nx: '{0}.mod.A'\n"
    "def f({1}): return {1}\n"
)
FILES = {
    "ns/mod.py": "from . import other\nfrom ns.other import B\nA = B\n",
    "ns/other.py": "B = 1\n",
    "ns/style.css": "a {}\n",
    "pyproject.toml": '[project.scripts]\nx = "ns.mod:main"\n',
    "use.py": USE.format("ns", "ns"),
}


def test_a_package_at_the_top_gets_another_name() -> None:
    assert renamed(FILES, "ns", "lib") == {
        "lib/mod.py": FILES["ns/mod.py"].replace("ns.", "lib."),
        "lib/other.py": FILES["ns/other.py"],
        "lib/style.css": FILES["ns/style.css"],
        "pyproject.toml": FILES["pyproject.toml"].replace("ns.", "lib."),
        "use.py": USE.format("lib", "ns"),
    }


IMPORTS = (
    "import pkg.{0}.deep\nimport pkg.{0}.deep as d\nfrom pkg.{0} import deep\nfrom pkg import {0}\n"
    "from pkg import {0} as s\nfrom pkg.{0}.deep import f\n{0}.deep.f, pkg.{0}.deep.f\n"
)


def test_a_package_in_a_package_gets_another_name() -> None:
    files = {
        "src/pkg/__init__.py": "from .sub.deep import f\n",
        "src/pkg/sub/deep.py": "from .. import other\ndef f(): ...\n",
        "src/pkg/other.py": "from .sub import deep\nsub = deep\n",
        "use.py": IMPORTS.format("sub"),
    }
    assert renamed(files, "pkg.sub", "low") == {
        "src/pkg/__init__.py": "from .low.deep import f\n",
        "src/pkg/low/deep.py": files["src/pkg/sub/deep.py"],
        "src/pkg/other.py": "from .low import deep\nsub = deep\n",
        "use.py": IMPORTS.format("low"),
    }


@pytest.mark.parametrize("init", [{}, {"ns/__init__.py": ""}], ids=["a folder", "a package"])
def test_a_package_goes_into_another(init: dict[str, str]) -> None:
    files = {
        **init,
        "ns/mod.py": "A = 1\n",
        "pkg/__init__.py": "",
        "use.py": "import ns.mod\nfrom ns.mod import A\nns.mod.A\n",
    }
    after = renamed(files, "ns", "pkg.ns")
    moved = {f"pkg/{path}": "" for path in init}
    assert after == {**moved, "pkg/ns/mod.py": "A = 1\n", "use.py": files["use.py"].replace("ns.", "pkg.ns.")}


def test_its_parts_go_together() -> None:
    files = {"a/ns/x.py": "X = 1\n", "b/ns/y.py": "from ns import x\n"}
    sources = Sources({path: text.encode() for path, text in files.items()}, ("a", "b"))
    moves = {wish.path: getattr(wish, "new_path", "") for wish in rename(sources, "ns", "lib").rewrite.files}
    assert moves == {"a/ns/x.py": "a/lib/x.py", "b/ns/y.py": "b/lib/y.py"}


def test_a_member_of_its_module_is_found_through_it() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/sub/deep.py": "def f(): ...\n",
        "use.py": "import pkg.sub.deep\npkg.sub.deep.f()\n",
    }
    assert renamed(files, "pkg.sub.deep.f", "g")["use.py"] == "import pkg.sub.deep\npkg.sub.deep.g()\n"


TAKEN = {
    "a module": ("ns", "use", r"use\.py is imported by that name"),
    "another folder": ("ns", "other", "what is in other is imported by that name"),
    "a module over a folder": ("use", "ns", "what is in ns is imported by that name"),
}


@pytest.mark.parametrize(("source", "to", "says"), TAKEN.values(), ids=TAKEN)
def test_a_name_that_is_taken_is_refused(source: str, to: str, says: str) -> None:
    with pytest.raises(Collision, match=says):
        rename(sources_of({**FILES, "other/x.py": ""}), source, to)


def test_what_is_defined_goes_before_a_folder() -> None:
    files = {"pkg/__init__.py": "sub = 1\n", "pkg/sub/deep.py": "x = 1\n"}
    assert [wish.path for wish in rename(sources_of(files), "pkg.sub", "low").rewrite.files] == ["pkg/__init__.py"]


def test_strings_say_it_too() -> None:
    files = {**FILES, "use.py": "x = 'ns.mod.A', 'ns', 'answers.mod'\n"}
    outcome = renamed(files, "ns", "lib", strings=True)
    assert outcome["use.py"] == "x = 'lib.mod.A', 'ns', 'answers.mod'\n"
    assert len(rename(sources_of(files), "ns", "lib").rewrite.proposals) == 1


def test_a_folder_is_not_deleted_by_its_name() -> None:
    with pytest.raises(RefactoringRefusal, match=r"the package `ns` \(ns\) has no `__init__\.py`"):
        delete(sources_of(FILES), "ns", force=True)
