"""Who gives the parameter of a factory by its name: first nobody, or somebody else's."""

from __future__ import annotations

import pytest

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.rewrite.migrations.factory_calls import told_factories

HOME = "import svcs\n\n\ndef fac(container): ...\n\n\nsvcs.Registry().register_factory(int, fac)\n"


def told(other: str, **more: str) -> dict[str, frozenset[str]]:
    files = {"a.py": HOME, "b.py": other, **{f"{name}.py": text for name, text in more.items()}}
    return dict(told_factories(Codebase({path: text.encode() for path, text in files.items()})))


@pytest.mark.parametrize(
    "other",
    [
        "from a import fac\n\nfac(1)\n",
        "from a import fac\n\nregistry.register_factory(str, fac)\nmake(container=1)\n",
        "import a\n\na.other(container=1)\n",
        "fact(container=1)\n",
        "from a import fac\n\nf = fac\nf(1)\n",
        "from a import fac\n\nfac(1, other=2)\n",
        "def fac(",
    ],
)
def test_a_factory_that_is_called_by_position_is_nobodys_business(other: str) -> None:
    assert told(other) == {}


@pytest.mark.parametrize(
    "other",
    [
        "from a import fac\n\nfac(container=1)\n",
        "from a import *\n\nfac(container=1)\n",
        "import a\n\na.fac(container=1)\n",
        "import a as b\n\nb.fac(container=1)\n",
        "from a import fac as g\n\ng(container=1)\n",
        "from a import fac\n\nfac(**given)\n",
        "from functools import partial\nfrom a import fac\n\npartial(fac, container=1)\n",
        "from a import fac\n\nf = fac\nf(container=1)\n",
        "import a\n\nf = [a.fac]\nf[0](container=1)\n",
    ],
)
def test_a_factory_that_is_called_by_name_is_told(other: str) -> None:
    assert told(other) == {"a.py": frozenset({"fac"})}


def test_another_name_is_followed_through_files() -> None:
    assert told("from a import fac as g\n", c="from b import g as h\n\nh(container=1)\n") == {
        "a.py": frozenset({"fac"})
    }


def test_a_project_without_factories_has_nothing_to_tell() -> None:
    assert told_factories(Codebase({"a.py": b"def fac(container): ...\n\nfac(container=1)\n"})) == {}
