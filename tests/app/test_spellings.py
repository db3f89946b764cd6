"""Check, graph and rename agree on what a tag names, however that is spelled, and Python says the same."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from refactorings import renamed

from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.graph import graph_of
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.source.text import SourceText

LIB = "class Card:\n    pass\n"

SPELLINGS = {
    "import": ("from lib import Card", "Card"),
    "import as": ("from lib import Card as C", "C"),
    "module": ("import lib", "lib.Card"),
    "module as": ("import lib as l", "l.Card"),
    "star": ("from lib import *", "Card"),
    "star of a star": ("from star import *", "Card"),
    "name of a star": ("from star import Card", "Card"),
    "star that brings a module": ("from mid import *", "lib.Card"),
    "the last of two stars": ("from other import *\nfrom lib import *", "Card"),
    "star behind __all__": ("from listed import *", "Card"),
    "variable": ("from lib import Card\nD = Card", "D"),
    "annotated variable": ("import lib\nD: type = lib.Card", "D"),
    "variable of a module": ("import lib\nweb = lib", "web.Card"),
    "variable of another module": ("from mid import web", "web.Card"),
    "class variable": ("import lib\nclass UI:\n    Tile = lib.Card", "UI.Tile"),
    "class variable of another module": ("from mid import UI", "UI.Tile"),
    "class in a class": ("import lib\nclass UI:\n    class In:\n        Tile = lib.Card", "UI.In.Tile"),
    "module in a class": ("import lib\nclass UI:\n    web = lib", "UI.web.Card"),
    "import_module": ("from importlib import import_module\nlib = import_module('lib')", "lib.Card"),
    "importlib.import_module": ("import importlib\nC = importlib.import_module('lib').Card", "C"),
    "__import__": ("lib = __import__('lib')", "lib.Card"),
    "getattr": ("import lib\nC = getattr(lib, 'Card')", "C"),
    "either branch": ("import sys\nif sys.argv:\n    from lib import Card\nelse:\n    from lib import Card", "Card"),
    "fallback": ("try:\n    from lib import Card\nexcept ImportError:\n    Card = None", "Card"),
    "conditional": ("from lib import Card\nD = Card if Card else Card", "Card"),
}
LOCAL = {
    "local variable": ("from lib import Card", "D = Card", "D"),
    "local module": ("import lib", "web = lib", "web.Card"),
    "import in a function": ("", "from lib import Card", "Card"),
    "import of a module in a function": ("", "import lib", "lib.Card"),
    "import by a call in a function": ("import importlib", "m = importlib.import_module('lib')", "m.Card"),
    "getattr in a function": ("import lib", "C = getattr(lib, 'Card')", "C"),
    "in parentheses": ("import lib", "C = (lib.Card)", "C"),
}
OTHERS = {
    "lib.py": LIB,
    "other.py": LIB,
    "star.py": "from lib import *\n",
    "mid.py": "import lib\nweb = lib\nclass UI:\n    Tile = lib.Card\n",
    "listed.py": "from lib import Card\n__all__ = ['Card']\n",
}
MODULES = [path.removesuffix(".py") for path in OTHERS]
PAGES = {name: f"{top}\ndef page():\n    {{}}({expression}{{}})\n" for name, (top, expression) in SPELLINGS.items()} | {
    name: f"{top}\ndef page():\n    {inner}\n    {{}}({expression}{{}})\n"
    for name, (top, inner, expression) in LOCAL.items()
}


def page(name: str) -> str:
    """The module with a tag in it."""
    return "from tdom import html\n" + PAGES[name].replace("{}(", 'html(t"<{').replace("{})", '} />")')


def project(files: dict[str, str]) -> Project:
    views = {path: ModuleView(SourceText(text.encode())) for path, text in files.items()}
    return Project({path: extract_facts(view) for path, view in views.items()})


def tagged(files: dict[str, str]) -> list[Symbol | None]:
    """What the tags of the page lead to, for whoever asks the project."""
    known = project(files)
    return [known.resolve("use.py", use.tag_ref) for use in known.facts["use.py"].uses]


@pytest.mark.parametrize("name", PAGES)
def test_a_tag_leads_to_the_class(name: str) -> None:
    [symbol] = tagged({**OTHERS, "use.py": page(name)})

    assert symbol is not None
    assert (symbol.path, symbol.key) == ("lib.py", "lib.Card")


@pytest.mark.parametrize(
    ("top", "inner", "expression"),
    [
        ("from lib import Card\nD = Card", "D = open", "D"),
        ("import lib", "for C in (lib.Card,): pass", "C"),
        ("import lib", "C = lib.Card if lib else None", "C"),
        ("import lib\nname = 'Card'", "C = getattr(lib, name)", "C"),
        ("import importlib\nname = 'lib'", "m = importlib.import_module(name)", "m.Card"),
        ("from lib import *", "Card = open()", "Card"),
        ("from lib import Card\nD = Card\nif Card:\n    D = open", "", "D"),
        ("from lib import Card\nD = Card\ntry:\n    D = open\nexcept OSError: ...", "", "D"),
        ("from lib import Card\nD = Card\ndef g():\n    global D\n    D = open", "", "D"),
        ("import lib\nclass UI:\n    Tile = lib.Card\n    if lib:\n        Tile = open", "", "UI.Tile"),
        ("import lib\nclass UI:\n    Tile = lib.Card\nUI.Tile = open", "", "UI.Tile"),
        ("import lib\nclass UI:\n    Tile = lib.Card\nsetattr(UI, 'Tile', open)", "", "UI.Tile"),
        ("import lib", "C = getattr(lib, 'Card', None)", "C"),
        ("from listed import *", "", "other"),
        ("from lib import *", "", "str"),
    ],
)
def test_what_may_be_something_else_is_unknown(top: str, inner: str, expression: str) -> None:
    files = {**OTHERS, "use.py": f"{top}\ndef page():\n    {inner or 'pass'}\n    html(t'<{{{expression}}} />')\n"}
    files["use.py"] = f"from tdom import html\n{files['use.py']}"

    assert tagged(files) == [None]


@pytest.mark.parametrize(
    "lib", [f"{LIB}__all__ = []\n", LIB.replace("Card", "_Card")], ids=["not in __all__", "a private name"]
)
def test_a_star_gives_what_it_gives(lib: str) -> None:
    name = "_Card" if "_Card" in lib else "Card"
    use = f"from tdom import html\nfrom lib import *\nhtml(t'<{{{name}}} />')\n"

    assert tagged({"lib.py": lib, "use.py": use}) == [None]


def test_a_list_that_goes_on_is_no_list_of_all() -> None:
    lib = f"{LIB}__all__ = []\n__all__ += ['Card']\n"
    [symbol] = tagged({"lib.py": lib, "use.py": page("star")})

    assert symbol is not None


@pytest.mark.parametrize("name", PAGES)
def test_python_says_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, text in OTHERS.items():
        (tmp_path / path).write_text(text)
    (tmp_path / "use.py").write_text(PAGES[name].replace("{}(", "return (").replace("{})", ")"))
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in MODULES:
        monkeypatch.delitem(sys.modules, module, raising=False)
    found = runpy.run_path(str(tmp_path / "use.py"))["page"]()

    assert found is sys.modules["lib"].Card
    for module in MODULES:
        sys.modules.pop(module, None)


@pytest.mark.parametrize("name", PAGES)
def test_the_tag_follows_a_renaming(name: str) -> None:
    files = {**OTHERS, "use.py": page(name)}
    after = files | renamed(files, "lib.Card", "Tile", takes_proposals=name.startswith("getattr"))
    [symbol] = tagged(after)

    assert after["lib.py"].startswith("class Tile:")
    assert symbol is not None
    assert (symbol.path, symbol.key) == ("lib.py", "lib.Tile")


@pytest.mark.parametrize("name", PAGES)
def test_the_graph_has_the_edge(name: str) -> None:
    graph = graph_of(project({**OTHERS, "use.py": page(name)}), lambda _path, _offset: 1, {})

    assert [(edge.source, edge.target, edge.kind) for edge in graph.edges] == [("use.page", "lib.Card", "renders")]
