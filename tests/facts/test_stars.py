"""Star imports are followed once: in circles, in chains, whatever asks."""

from __future__ import annotations

import pytest
from counting import opcodes
from fact_examples import facts_of

from tdomcheck.facts.project.modules import Project


def star_hang(modules: int) -> dict[str, str]:
    """A package that stars its modules, which take what the package may get from them."""
    asks = "from . import testing\n\n@testing.requires.x{0}\nclass A{0}: ...\n"
    found = {f"suite/m{number}.py": asks.format(number) for number in range(modules)}
    return found | {"suite/__init__.py": "".join(f"from .m{number} import *\n" for number in range(modules))}


def ring(modules: int) -> dict[str, str]:
    found = {f"m{number}.py": f"from m{(number + 1) % modules} import *\n" for number in range(modules)}
    return found | {"m0.py": "from m1 import *\nclass Found: ...\n"}


def chain(modules: int) -> dict[str, str]:
    found = {f"m{number}.py": f"from m{number + 1} import *\n" for number in range(modules)}
    return found | {f"m{modules}.py": "class Found: ...\n"}


def clique(modules: int) -> dict[str, str]:
    stars = "".join(f"from m{number} import *\n" for number in range(modules))
    return {f"m{number}.py": f"{stars}class Found{number}: ...\n" for number in range(modules)}


def work(files: dict[str, str], *, names: int = 0) -> int:
    """The instructions that it takes to ask every module for some names."""
    facts = {path: facts_of(text) for path, text in files.items()}

    def ask() -> None:
        project = Project(facts)
        for path in files:
            module = path.removesuffix(".py").replace("/", ".")
            for name in [f"Found{number}" for number in range(names)] or ["Found", "testing.requires.x1", "absent"]:
                project.resolve(path, f"{module}.{name}")

    return opcodes(ask)


@pytest.mark.parametrize("make", [star_hang, ring, chain])
def test_work_grows_with_the_modules(make: object) -> None:
    assert callable(make)
    small, large = work(make(20)), work(make(80))
    assert large < 5 * small


def test_work_grows_with_the_stars_where_everybody_stars_everybody() -> None:
    small, large = work(clique(8), names=8), work(clique(32), names=32)
    assert large < 20 * small  # sixteen times the stars, and sixteen times the questions


@pytest.mark.parametrize("number", [0, 1, 250, 499])
def test_a_name_is_known_wherever_the_ring_is_entered(number: int) -> None:
    project = Project({path: facts_of(text) for path, text in ring(500).items()})
    found = project.resolve(f"m{number}.py", f"m{number}.Found")
    assert found is not None
    assert found.key == "m0.Found"


def test_a_chain_may_be_longer_than_the_stack_of_python() -> None:
    project = Project({path: facts_of(text) for path, text in chain(2_000).items()})
    found = project.resolve("m0.py", "m0.Found")
    assert found is not None
    assert found.key == "m2000.Found"


FILES = {
    "pkg/__init__.py": "from .first import *\nfrom .second import *\nfrom .missing import *\nfrom elsewhere import *\n",
    "pkg/first.py": "from .second import deep as shallow\nfrom os import path\nclass Both: ...\n",
    "pkg/second.py": "from .first import *\nclass Both: ...\nclass Path: ...\ndef deep(): ...\n",
    "pkg/sub/__init__.py": "from ..second import *\n",
    "pkg/sub/inner.py": "def inside(): ...\n",
    "pkg/star.py": "from .sub import *\n",
    "pkg/a.py": "from . import b\nfrom .b import *\n",
    "pkg/b.py": "from . import a\nfrom .a import *\nfrom .c import *\n",
    "pkg/c.py": "class Late:\n    def method(self): ...\n",
    "pkg/self.py": "from .self import x\nfrom .own import own\n",
    "pkg/own/__init__.py": "from .own import own\n",
}
PROJECT = Project({path: facts_of(text) for path, text in FILES.items()})


@pytest.mark.parametrize(
    ("reference", "key"),
    [
        ("pkg.Both", "pkg.second.Both"),
        ("pkg.Path", "pkg.second.Path"),
        ("pkg.shallow", "pkg.second.deep"),
        ("pkg.path", None),
        ("pkg.absent", None),
        ("pkg.second.path", None),
        ("pkg.second.shallow", "pkg.second.deep"),
        ("pkg.star.inner.inside", "pkg.sub.inner.inside"),
        ("pkg.star.Both", "pkg.second.Both"),
        ("pkg.a.Late", "pkg.c.Late"),
        ("pkg.b.Late", "pkg.c.Late"),
        ("pkg.a.Late.method", "pkg.c.Late.method"),
        ("pkg.a.b.a.Late", "pkg.c.Late"),
        ("pkg.a.Late.absent", None),
        ("pkg.self.x", None),
        ("pkg.own.own.own.own", None),
    ],
)
def test_what_a_star_brings(reference: str, key: str | None) -> None:
    found = PROJECT.resolve("app.py", reference)
    assert (found.key if found is not None else None) == key
