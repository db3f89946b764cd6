"""Which files a change of others can reach by imports."""

from __future__ import annotations

import pytest

from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.importers import importers
from tdomcheck.facts.project.modules import Project
from tdomcheck.source.text import SourceText


def project(**files: str) -> Project:
    sources = {name.replace("__", "/").replace("/init", "/__init__") + ".py": text for name, text in files.items()}
    return Project({path: extract_facts(ModuleView(SourceText(text.encode()))) for path, text in sources.items()})


@pytest.mark.parametrize(
    "text",
    [
        "import pkg.core\n",
        "import pkg.core as c\n",
        "from pkg import core\n",
        "from pkg.core import *\n",
        "from pkg.core import price as p\n",
        "from .core import price\n",
        "from . import core\n",
        "def late():\n    from pkg.core import price\n",
    ],
)
def test_every_spelling_of_an_import(text: str) -> None:
    files = project(pkg__init="", pkg__core="def price(): ...\n", pkg__user=text, pkg__other="import os, core\n")
    assert importers(files, ["pkg/core.py"]) == {"pkg/core.py", "pkg/user.py"}


def test_by_others_in_a_circle_and_through_the_package() -> None:
    files = project(
        pkg__init="from pkg.core import price\n",
        pkg__core="from pkg.far import x\n",
        pkg__far="import pkg.core\n",
        tests__test_a="import pkg\n",
        tests__test_b="import os\n",
    )
    assert importers(files, ["pkg/far.py"]) == {"pkg/__init__.py", "pkg/core.py", "pkg/far.py", "tests/test_a.py"}


def test_whoever_imports_a_module_runs_its_package() -> None:
    files = project(pkg__init="", pkg__core="", test_a="import pkg.core\n", test_b="import pkgs\n")
    assert importers(files, ["pkg/__init__.py"]) == {"pkg/__init__.py", "test_a.py"}


def test_what_stands_below_a_conftest() -> None:
    files = project(lib="", tests__conftest="import lib\n", tests__test_a="", tests__deep__test_b="", other__test_c="")
    assert importers(files, ["lib.py"]) == {
        "lib.py",
        "tests/conftest.py",
        "tests/test_a.py",
        "tests/deep/test_b.py",
    }


def test_of_what_is_not_there() -> None:
    assert importers(project(a="import b\n"), ["b.py"]) == frozenset()
