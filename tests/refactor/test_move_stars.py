"""Names that come and go by `from module import *`, when a definition moves."""

from __future__ import annotations

import pytest
from refactorings import moved, sources_of

from tdomcheck.refactor.move import move
from tdomcheck.refactor.problems import Collision, NotMovable

CORE = "import os as _os\nimport sys\n\n\nclass Base: ...\n\n\ndef util(): ...\n"
USER = "from .core import *\n\n\ndef f(x: Base) -> 'Base | None':\n    return util()\n"
PACKAGE = {"pkg/__init__.py": "", "pkg/core.py": CORE, "pkg/a.py": USER}


def test_names_of_a_star_are_imported_from_the_module_that_defines_them() -> None:
    assert moved(PACKAGE, "pkg.a.f", "pkg.n") == {
        "pkg/a.py": "from .core import *\n",
        "pkg/n.py": "from .core import Base, util\n\n\n" + USER.partition("\n\n\n")[2],
    }


def test_an_absolute_star_is_followed_to_the_definition() -> None:
    files = {
        **PACKAGE,
        "pkg/all.py": "from pkg.core import *\nfrom pkg.core import util as tool\n",
        "pkg/a.py": "from pkg.all import *\n\n\ndef f(): return util, tool, sys\n",
    }
    assert moved(files, "pkg.a.f", "pkg.n")["pkg/n.py"].startswith(
        "from pkg.all import tool\nfrom pkg.core import sys, util\n"
    )


def test_a_star_for_types_stays_one_for_types() -> None:
    code = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .core import *\n\n\ndef f(x: 'Base'): ...\n"
    after = moved({**PACKAGE, "pkg/a.py": code}, "pkg.a.f", "pkg.n")["pkg/n.py"]
    assert "if TYPE_CHECKING:\n    from .core import Base\n" in after


def test_a_private_name_comes_by_a_star_where_it_is_listed() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/core.py": "__all__ = ['_x']\n_x = y = 1\n",
        "pkg/a.py": "from .core import *\n\n\ndef f(): return _x, y\n",
    }
    assert moved(files, "pkg.a.f", "pkg.n")["pkg/n.py"].startswith("from .core import _x\n")


NEEDLESS = {
    "what it binds itself": "def f(Base):\n    util = 1\n    return Base, util\n",
    "what the module binds": "import x.util as util\n\n\ndef f(): return util\n",
    "builtins": "def f(): return len([]), __name__\n",
    "attributes": "def f(x): return x.util\n",
}


@pytest.mark.parametrize("code", NEEDLESS.values(), ids=NEEDLESS)
def test_what_no_star_gives_is_not_imported_from_there(code: str) -> None:
    files = {**PACKAGE, "pkg/a.py": f"from .core import *\n\n{code}"}
    assert "core" not in moved(files, "pkg.a.f", "pkg.n")["pkg/n.py"]


THERE = {
    "the module that defines them": ("pkg.core", CORE, ""),
    "a module with the star": ("pkg.b", "from .core import *\n\n\ndef g(): ...\n", ""),
    "a module with one of them": (
        "pkg.b",
        "from .core import Base\n\n\ndef g(): ...\n",
        "from .core import Base, util\n",
    ),
}


@pytest.mark.parametrize(("module", "there", "imports"), THERE.values(), ids=THERE)
def test_a_module_that_has_them_imports_what_it_lacks(module: str, there: str, imports: str) -> None:
    path = module.replace(".", "/") + ".py"
    after = moved({**PACKAGE, path: there}, "pkg.a.f", module)[path]
    assert after == (imports + there.partition("\n")[2] if imports else there) + "\n\n" + USER.partition("\n\n\n")[2]


def test_what_a_star_has_from_outside_means_the_same_there() -> None:
    files = {**PACKAGE, "pkg/a.py": "from .core import *\n\n\ndef f(): return sys\n", "pkg/b.py": "import sys\n"}
    assert moved(files, "pkg.a.f", "pkg.b")["pkg/b.py"] == "import sys\n\n\ndef f(): return sys\n"


def test_another_thing_of_that_name_is_a_collision() -> None:
    with pytest.raises(Collision, match="needs `util`, which is another thing"):
        move(sources_of({**PACKAGE, "pkg/b.py": "def util(): ...\n"}), "pkg.a.f", "pkg.b")


OPEN = "from numpy import *\nfrom .core import *\n\n\ndef f(): return array(util)\n"


def test_a_star_that_leaves_the_project_goes_along() -> None:
    after = moved({**PACKAGE, "pkg/a.py": OPEN}, "pkg.a.f", "pkg.n")
    assert after["pkg/n.py"] == "from numpy import *\n\nfrom .core import util\n\n\ndef f(): return array(util)\n"


def test_a_star_over_a_module_that_leaves_the_project_goes_along() -> None:
    files = {
        **PACKAGE,
        "pkg/core.py": "from .a import *\nfrom numpy import *\n",
        "pkg/a.py": "from .core import *\ndef f(): return array\n",
    }
    assert moved(files, "pkg.a.f", "pkg.n")["pkg/n.py"].startswith("from .core import *\n")


def test_a_star_that_leaves_the_project_is_not_put_into_a_module_that_lacks_it() -> None:
    files = {**PACKAGE, "pkg/a.py": OPEN, "pkg/b.py": "x = 1\n", "pkg/c.py": "from numpy import *\n"}
    with pytest.raises(NotMovable, match=r"needs `array`, which `from numpy import \*` of pkg/a\.py may give"):
        move(sources_of(files), "pkg.a.f", "pkg.b")
    assert moved(files, "pkg.a.f", "pkg.c")["pkg/c.py"].count("import *") == 1


def test_builtins_that_such_a_star_may_hide_have_a_row() -> None:
    files = {**PACKAGE, "pkg/a.py": "from numpy import *\n\n\ndef f(x): return sum(x)\n\n\ndef g(): ...\n"}
    rows = move(sources_of(files), "pkg.a.f", "pkg.n").rewrite.remainders
    assert [row.reason for row in rows] == [
        "`from numpy import *` of pkg/a.py may have given `f` another `sum`: look there"
    ]
    assert not move(sources_of(files), "pkg.a.g", "pkg.n").rewrite.remainders


LIBRARY = {
    "lib/__init__.py": "from .sub import *\n",
    "lib/sub.py": "__all__ = ['Thing', 'other']\n\n\nclass Thing: ...\n\n\ndef other(): ...\n",
    "use.py": "from lib import other\n",
    "use2.py": "from lib import *\nother()\n",
}
LISTED = {"with `__all__`": LIBRARY["lib/sub.py"], "without": LIBRARY["lib/sub.py"].partition("\n\n\n")[2]}


@pytest.mark.parametrize("code", LISTED.values(), ids=LISTED)
def test_who_stars_the_module_for_others_imports_it_by_name(code: str) -> None:
    after = moved({**LIBRARY, "lib/sub.py": code}, "lib.sub.other", "lib.helpers")
    assert sorted(after) == ["lib/__init__.py", "lib/helpers.py", "lib/sub.py"]
    assert after["lib/__init__.py"] == "from .sub import *\nfrom .helpers import other as other\n"


def test_the_comment_of_a_star_stays_with_it() -> None:
    after = moved({**LIBRARY, "lib/__init__.py": "from .sub import *  # noqa: F403\n"}, "lib.sub.other", "lib.helpers")
    assert after["lib/__init__.py"] == "from .sub import *  # noqa: F403\nfrom .helpers import other as other\n"


def test_the_new_module_may_ask_for_what_the_star_gives() -> None:
    files = {**LIBRARY, "lib/helpers.py": "from lib import Thing\n"}
    assert moved(files, "lib.sub.other", "lib.helpers")["lib/__init__.py"].startswith("from .sub import *\n")


def test_an_export_that_is_listed_needs_no_second_name() -> None:
    package = "from lib.sub import *\n\n__all__ = ['Thing', 'other']\n"
    after = moved({**LIBRARY, "lib/__init__.py": package}, "lib.sub.other", "lib.helpers")
    assert after["lib/__init__.py"] == package.replace("*\n", "*\nfrom lib.helpers import other\n")


def test_a_chain_of_stars_is_mended_where_it_begins() -> None:
    files = {
        "a.py": LISTED["without"],
        "b.py": "from a import *\n",
        "c.py": "from b import *\n",
        "d.py": "import c\nc.other()\n",
    }
    after = moved(files, "a.other", "n")
    assert sorted(after) == ["a.py", "b.py", "n.py"]
    assert after["b.py"] == "from a import *\nfrom n import other as other\n"


UNASKED = {
    "a star that nobody has it from": "from lib.sub import *\nThing\n",
    "a star of what does not export it": "from lib.helpers import *\n",
    "a module with one of its own": "from lib.sub import *\n\n\ndef other(): ...\n",
}


@pytest.mark.parametrize("code", UNASKED.values(), ids=UNASKED)
def test_a_star_that_gives_nobody_the_name_is_left_alone(code: str) -> None:
    files = {**LIBRARY, "lib/helpers.py": "x = 1\n", "x.py": code}
    assert "x.py" not in moved(files, "lib.sub.other", "lib.helpers")


@pytest.mark.parametrize("head", ["__all__ = ['Thing']\n", ""], ids=["not listed", "private"])
def test_what_no_star_gives_is_not_exported_by_one(head: str) -> None:
    name = "other" if head else "_other"
    files = {**LIBRARY, "lib/sub.py": f"{head}class Thing: ...\ndef {name}(): ...\n", "use.py": "", "use2.py": ""}
    assert sorted(moved(files, f"lib.sub.{name}", "lib.helpers")) == ["lib/helpers.py", "lib/sub.py"]


def test_a_module_that_goes_on_with_the_name_goes_on_giving_it() -> None:
    after = moved(LIBRARY, "lib.sub.other", "lib.helpers", reexport=True)
    assert sorted(after) == ["lib/helpers.py", "lib/sub.py"]


def test_exports_that_are_made_of_others_have_a_row() -> None:
    package = "from . import sub\nfrom .sub import *\n\n__all__ = sub.__all__\n"
    outcome = move(sources_of({**LIBRARY, "lib/__init__.py": package}), "lib.sub.other", "lib.helpers")
    assert [(row.path, package[row.span.start : row.span.end]) for row in outcome.rewrite.remainders] == [
        ("lib/__init__.py", "__all__")
    ]


def test_many_stars_of_stars_take_no_more_than_each_once() -> None:
    files = {"pkg/__init__.py": "", "pkg/a.py": "from .x0 import *\nfrom .y0 import *\n\n\ndef f(): return sys\n"}
    for number in range(40):
        for letter in "xy":
            stars = f"from .x{number + 1} import *\nfrom .y{number + 1} import *\n" if number < 39 else "import sys\n"
            files[f"pkg/{letter}{number}.py"] = stars
    assert moved(files, "pkg.a.f", "pkg.n")["pkg/n.py"].startswith("from .y39 import sys\n")
