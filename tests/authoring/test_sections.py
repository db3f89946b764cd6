"""What a plugin may import is there, where type checkers are told; what moved says where to."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tdomcheck import authoring as td
from tdomcheck.authoring.lazy import offers
from tdomcheck.authoring.moved import RENAMED, RENAMED_WITHIN

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


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_every_name_can_be_asked_for(module: str, name: str) -> None:
    asked = import_module(module)
    assert getattr(asked, name) is getattr(asked, name)
    assert name in dir(asked)


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


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("origins", ": it is td.flow.origins now"),
        ("is_dropped", ": it is td.html.is_never_rendered now"),
        ("shapes", ": it is td.python now"),
        ("question", ""),
        ("__path_", ""),
    ],
)
def test_an_old_name_raises_with_the_new_one(name: str, hint: str) -> None:
    with pytest.raises(AttributeError) as raised:
        getattr(td, name)
    assert str(raised.value) == f"module 'tdomcheck.authoring' has no attribute '{name}'{hint}"


BEFORE = (Path(__file__).parent / "names_before_sections.txt").read_text(encoding="utf-8").split()
"""What stood at the top before there were sections."""


@pytest.mark.parametrize("name", BEFORE)
def test_what_stood_at_the_top_is_there_or_says_where_it_is(name: str) -> None:
    try:
        value = getattr(td, name)
    except AttributeError as error:
        assert f"'{name}': it is td." in str(error)  # noqa: PT017  # either may be
    else:
        assert value is not None


def test_a_section_never_had_old_names() -> None:
    with pytest.raises(AttributeError, match=r"'tdomcheck\.authoring\.flow' has no attribute 'is_dropped'$"):
        td.flow.is_dropped  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("new", sorted({*RENAMED.values(), *RENAMED_WITHIN.values()} - {"view.nodes"}))
def test_what_an_old_name_is_now_is_there(new: str) -> None:
    value: object = td
    for name in new.split(".")[1:]:
        value = getattr(value, name)
    assert value is not None


def test_an_old_name_is_none_of_the_new_ones() -> None:
    assert set(RENAMED).isdisjoint(name for _, name in NAMES)


@pytest.mark.parametrize(
    ("section", "name", "new"),
    [
        ("services", "wishes", "td.services.marked_annotations"),
        ("services", "Wish", "td.services.Marked"),
        ("python", "Shape", "td.ClassFact"),
        ("python", "shapes", "td.python.classes_of"),
    ],
)
def test_what_was_reached_by_way_of_a_module_says_where_it_is(section: str, name: str, new: str) -> None:
    with pytest.raises(AttributeError) as raised:
        getattr(import_module(f"{TOP}.{section}"), name)
    assert str(raised.value).endswith(f"has no attribute '{name}': it is {new} now")


@pytest.mark.parametrize("module", MODULES[:-1])
def test_a_star_brings_what_is_offered(module: str) -> None:
    names: dict[str, object] = {}
    exec(f"from {module} import *", names)  # noqa: S102  # there is no other way to ask for all
    assert set(names) - {"__builtins__"} == set(offers(module))
