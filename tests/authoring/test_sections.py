"""What a plugin may import is there, where type checkers are told."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tdomcheck import authoring as td
from tdomcheck.authoring.lazy import offers

TOP = "tdomcheck.authoring"
MODULES = [TOP, *(f"{TOP}.{name}" for name, (home, _) in offers(TOP).items() if home == TOP)]
NAMES = [(module, name) for module in MODULES for name in offers(module)]


def told(module: str) -> dict[str, tuple[str, str]]:
    """What a type checker sees below `if t.TYPE_CHECKING:`."""
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or "": (node.module or "", alias.name) for node in imports for alias in node.names}


@pytest.mark.parametrize("module", MODULES)
def test_a_section_offers_what_type_checkers_are_told(module: str) -> None:
    assert offers(module) == told(module)


@pytest.mark.parametrize("module", MODULES)
def test_every_name_can_be_asked_for(module: str) -> None:
    asked = import_module(module)
    assert [name for name in offers(module) if getattr(asked, name) is not getattr(asked, name)] == []
    assert set(offers(module)) <= set(dir(asked))


def test_every_name_has_one_section() -> None:
    names = [name for _, name in NAMES]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_the_top_is_short() -> None:
    assert len(dir(td)) <= 60


def test_a_section_is_not_imported_before_somebody_asks() -> None:
    code = (
        "import sys\n"
        "from tdomcheck import authoring as td\n"
        "td.flow.origins\n"
        "print('tdomcheck.authoring.html' in sys.modules, 'tdomcheck.facts.python.assertions' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


@pytest.mark.parametrize(("name", "hint"), [("origins", ": it is td.flow.origins"), ("question", ""), ("__path_", "")])
def test_the_top_says_which_section_has_a_name(name: str, hint: str) -> None:
    with pytest.raises(AttributeError) as raised:
        getattr(td, name)
    assert str(raised.value) == f"module 'tdomcheck.authoring' has no attribute '{name}'{hint}"


@pytest.mark.parametrize("module", MODULES[:-1])
def test_a_star_brings_what_is_offered(module: str) -> None:
    names: dict[str, object] = {}
    exec(f"from {module} import *", names)  # noqa: S102  # there is no other way to ask for all
    assert set(names) - {"__builtins__"} == set(offers(module))
