"""Members of classes whose bases come by `from module import *`, and of those whose bases nobody knows."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.problems import StillUsed
from tdomcheck.refactor.rename import rename

CORE = "class Core:\n    def run(self): ...\n"
PACKAGE = {"pkg/__init__.py": "", "pkg/a.py": CORE, "pkg/all.py": "from .a import *\n"}

FOLLOWS = {
    "an heir": "from .a import *\nclass H(Core):\n    def {0}(self): return super().{0}()\n",
    "an heir over two stars": "from .all import *\nclass H(Core):\n    def m(self): self.{0}()\n",
    "one with brackets": "from .a import *\nclass H(int, Core[T], metaclass=M):\n    def m(self): self.{0}()\n",
    "an heir in a function": "from .a import *\ndef f():\n    class H(Core):\n        def m(self): self.{0}()\n",
    "an annotation": "from .a import *\ndef f(c: Core, d: 'Core | None'): return c.{0}(), d.{0}()\n",
    "a module by a star": "from .mods import *\nclass H(a.Core):\n    def m(self): self.{0}()\n",
}


@pytest.mark.parametrize("code", FOLLOWS.values(), ids=FOLLOWS)
def test_heirs_by_a_star_follow(code: str) -> None:
    files = {**PACKAGE, "pkg/mods.py": "from . import a\n", "pkg/b.py": code.format("run")}
    expected = {"pkg/a.py": CORE.replace("run", "go"), "pkg/b.py": code.format("go")}
    assert renamed(files, "pkg.a.Core.run", "go") == expected


LEFT_ALONE = {
    "another class of that name": "from .a import *\nclass Core: ...\nclass H(Core):\n    def run(self): ...\n",
    "a parameter of that name": "from .a import *\ndef f(Core):\n    class H(Core):\n        def run(self): ...\n",
    "a builtin": "from .a import *\nclass H(dict):\n    def run(self): return super().run()\n",
    "no base": "from .a import *\nclass H:\n    def run(self): return super().run()\n",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_others_are_left_alone(code: str) -> None:
    outcome = rename(sources_of({**PACKAGE, "pkg/b.py": code}), "pkg.a.Core.run", "go")
    assert [wish.path for wish in outcome.rewrite.files] == ["pkg/a.py"]
    assert not outcome.rewrite.proposals


UNKNOWN = "def m(base):\n    class L(base):\n        def go(self): return super().run()\n"


def test_super_below_a_base_that_nobody_knows_is_proposed() -> None:
    outcome = rename(sources_of({**PACKAGE, "b.py": UNKNOWN}), "pkg.a.Core.run", "walk")
    assert [(each.path, UNKNOWN[each.span.start : each.span.end]) for each in outcome.rewrite.proposals] == [
        ("b.py", "run")
    ]


@pytest.mark.parametrize(
    ("code", "says"), [(FOLLOWS["an heir"].format("run"), r"strong \(1\): pkg/b\.py:3"), (UNKNOWN, "anchored")]
)
def test_what_they_use_is_not_deleted(code: str, says: str) -> None:
    with pytest.raises(StillUsed, match=says):
        delete(sources_of({**PACKAGE, "pkg/b.py": code}), "pkg.a.Core.run")
