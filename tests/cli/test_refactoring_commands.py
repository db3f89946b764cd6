"""`tdomcheck rename`, `move`, `delete`: first what is refused, then what is written, then what is told."""

from __future__ import annotations

import json

import pytest
from cli_running import Project, git

from tdomcheck.app.migrate import refactorings
from tdomcheck.model import Edit
from tdomcheck.model.changes import FileEdits, NewFile, Rewrite
from tdomcheck.refactor.outcome import Refactoring

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cards:Card"\n[tool.tdomcheck]\n',
    "src/shop/__init__.py": "from shop.cards import Card\n",
    "src/shop/cards.py": "class Card:\n    def draw(self): return 1\n\n\ndef spare(): pass\n",
    "src/shop/style.css": "a {}\n",
    "app.py": "from shop import Card\n\n\ndef f(x): return x.draw(), Card\n\n\npatch('shop.cards.Card')\n",
    "settings.yaml": "card: shop.cards.Card\n",
}


@pytest.fixture
def shop(project: Project) -> Project:
    project.write(FILES)
    return project


REFUSED = {
    "a keyword": (("rename", "shop.cards.Card", "class"), "keyword"),
    "nothing of that name": (("rename", "shop.cards.Cart", "Tile"), "did you mean `shop.cards.Card`"),
    "a collision": (("rename", "shop.cards.Card", "spare"), "src/shop/cards.py:5 binds it"),
    "a reference that remains": (("delete", "shop.cards.Card"), "strong"),
    "a method that moves": (("move", "shop.cards.Card.draw", "shop.other"), "only what a module defines"),
    "a plan that is shown": (("rename", "shop.cards.Card", "Tile", "--plan", "p", "--diff"), "nothing else"),
}


@pytest.mark.parametrize(("arguments", "says"), REFUSED.values(), ids=REFUSED)
def test_misuse_is_exit_2_and_writes_nothing(shop: Project, arguments: tuple[str, ...], says: str) -> None:
    before = shop.files()
    outcome = shop.tool(*arguments, "--allow-dirty")
    assert outcome.code == 2
    assert says in outcome.err
    assert shop.files() == before


def test_a_renaming_writes_the_whole_project(shop: Project) -> None:
    outcome = shop.tool("rename", "shop.cards.Card", "Tile", "--strings", "--allow-dirty")
    assert outcome.code == 0, outcome.err
    assert shop.text("src/shop/cards.py") == FILES["src/shop/cards.py"].replace("Card", "Tile")
    assert shop.text("app.py") == FILES["app.py"].replace("Card", "Tile")
    assert shop.text("settings.yaml") == "card: shop.cards.Tile\n"
    assert 'shop = "shop.cards:Tile"' in shop.text("pyproject.toml")
    again = shop.tool("rename", "shop.cards.Card", "Tile", "--strings", "--allow-dirty")
    assert again.code == 0
    assert "nothing to do" in again.err


def test_proposals_are_listed_counted_and_taken(shop: Project) -> None:
    outcome = shop.tool("rename", "shop.cards.Card.draw", "paint", "--dry-run")
    assert outcome.code == 1
    assert "app.py:4" in outcome.out
    assert shop.tool("rename", "shop.cards.Card.draw", "paint", "--fail-on-proposals", "--allow-dirty").code == 1
    assert "x.draw()" in shop.text("app.py")
    shop.write(FILES)
    assert shop.tool("rename", "shop.cards.Card.draw", "paint", "--include-proposals", "--allow-dirty").code == 0
    assert "x.paint()" in shop.text("app.py")


def test_a_package_moves_with_all_that_lies_in_it(shop: Project) -> None:
    outcome = shop.tool("rename", "shop", "store", "--allow-dirty")
    assert outcome.code == 1, outcome.err
    assert shop.text("src/store/style.css") == "a {}\n"
    assert shop.text("app.py").startswith("from store import Card\n")
    assert "src/shop/cards.py" not in shop.files()
    assert shop.tool("fix", "--undo").code == 0
    assert shop.text("src/shop/cards.py") == FILES["src/shop/cards.py"]
    assert shop.text("app.py") == FILES["app.py"]


def test_the_patch_and_the_plan_write_nothing(shop: Project) -> None:
    before = shop.files()
    outcome = shop.tool("rename", "shop.cards", "tiles", "--diff")
    assert outcome.code == 1
    assert "rename from src/shop/cards.py\nrename to src/shop/tiles.py\n" in outcome.out
    assert shop.files() == before
    assert shop.tool("rename", "shop.cards.Card", "Tile", "--plan", "plan.json").code == 1
    plan = json.loads(shop.text("plan.json"))
    assert plan["schema"] == "tdomcheck.delta/1"
    assert "src/shop/cards.py" in {file["path"] for file in plan["files"]}
    assert shop.tool("codemod", "apply", "plan.json", "--allow-dirty").code == 0
    assert "class Tile" in shop.text("src/shop/cards.py")


def test_json_and_what_lies_outside_of_the_paths(shop: Project) -> None:
    outcome = shop.tool("rename", "shop.cards.Card", "Tile", "src", "--output-format", "json", "--allow-dirty")
    assert outcome.code == 1, outcome.err
    assert {file["path"] for file in outcome.json["files"]} == {"src/shop/__init__.py", "src/shop/cards.py"}
    assert "app.py" in {row["path"] for row in outcome.json["proposals"]}
    assert shop.text("app.py") == FILES["app.py"]


def test_a_definition_moves_and_one_goes(shop: Project) -> None:
    assert shop.tool("move", "shop.cards.Card", "shop.decks.card", "--allow-dirty").code == 1
    assert shop.text("src/shop/decks/card.py") == "class Card:\n    def draw(self): return 1\n"
    assert shop.text("src/shop/__init__.py") == "from shop.decks.card import Card\n"
    assert shop.tool("delete", "shop.cards.spare", "--allow-dirty").code == 0
    assert shop.text("src/shop/cards.py") == ""
    forced = shop.tool("delete", "shop.decks.card.Card", "--force", "--output-format", "json", "--allow-dirty")
    assert forced.code == 1
    assert {row["path"] for row in forced.json["remainder"]} >= {"app.py"}


def test_a_file_that_does_not_parse(shop: Project) -> None:
    shop.write({"bad.py": "from shop import Card\ndef (\n"})
    outcome = shop.tool("rename", "shop.cards.Card", "Tile", "--allow-dirty")
    assert outcome.code == 2
    assert "bad.py" in outcome.err
    assert "--keep-going" in outcome.err
    outcome = shop.tool("rename", "shop.cards.Card", "Tile", "--keep-going", "--allow-dirty")
    assert outcome.code == 1
    assert "bad.py" in outcome.err
    assert "class Tile" in shop.text("src/shop/cards.py")


def test_in_a_repository_all_that_git_knows_takes_part(shop: Project) -> None:
    git(shop, "init", "-q")
    shop.write(
        {".gitignore": "ignored.yaml\n", "ignored.yaml": "x: shop.cards.Card\n", ".ci/a.yml": "x: shop.cards.Card\n"}
    )
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "x")
    assert shop.tool("rename", "shop.cards.Card", "Tile", "--strings").code == 0
    assert shop.text(".ci/a.yml") == "x: shop.cards.Tile\n"
    assert shop.text("ignored.yaml") == "x: shop.cards.Card\n"
    assert shop.tool("rename", "shop.cards.Tile", "Card", "--strings").code == 2  # what was written is not committed
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "y")
    assert shop.tool("rename", "shop.cards", "decks").code == 1
    git(shop, "add", "-A")
    assert "R  src/shop/cards.py -> src/shop/decks.py" in git(shop, "status", "--porcelain")


def test_where_git_is_not_all_but_hidden_folders_takes_part(shop: Project) -> None:
    shop.write({".hidden/a.yml": "x: shop.cards.Card\n", "build/a.yml": "x: shop.cards.Card\n"})
    assert shop.tool("rename", "shop.cards.Card", "Tile", "--strings").code == 0
    assert shop.text("settings.yaml") == "card: shop.cards.Tile\n"
    assert shop.text(".hidden/a.yml") == shop.text("build/a.yml") == "x: shop.cards.Card\n"


def test_a_project_inside_with_a_package_of_the_same_name_is_left_alone(shop: Project) -> None:
    inner = {f"copy/{name}": text for name, text in FILES.items() if name != "pyproject.toml"}
    shop.write(
        {
            **inner,
            "copy/pyproject.toml": '[project]\nname = "shop"\n',
            "tests/shop/test_cards.py": "import shop.cards\n",
        }
    )
    outcome = shop.tool("rename", "shop.cards.Card", "Tile")

    assert outcome.code == 1, outcome.err
    assert "copy/ is a project with a package `shop` of its own, and was left alone" in outcome.err
    assert "class Tile" in shop.text("src/shop/cards.py")
    assert {name: shop.text(name) for name in inner} == inner


def test_tests_in_a_folder_by_the_name_of_the_package_are_renamed_too(shop: Project) -> None:
    shop.write({"tests/shop/__init__.py": "", "tests/shop/test_cards.py": "from shop.cards import Card\n"})

    assert shop.tool("rename", "shop.cards.Card", "Tile").code == 1
    assert shop.text("tests/shop/test_cards.py") == "from shop.cards import Tile\n"


@pytest.mark.parametrize(
    ("line", "call"),
    [("from .util import fmt as f", "f(x)"), ("from . import util", "util.fmt(x)")],
    ids=["alias", "module"],
)
def test_a_module_does_not_come_to_import_itself(project: Project, line: str, call: str) -> None:
    files = {
        "pyproject.toml": "[tool.tdomcheck]\n",
        "s/__init__.py": "",
        "s/util.py": "def fmt(x): return x\n",
        "s/a.py": f"{line}\n\n\ndef card(x): return {call}\n",
    }
    project.write(files)
    outcome = project.tool("move", "s.a.card", "s.util")

    assert outcome.code == 2
    assert "it would import that from itself" in outcome.err
    assert {name: project.text(name) for name in files} == files


def test_what_a_module_has_by_the_same_name_is_there_already(project: Project) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "s/__init__.py": "", "s/util.py": "def fmt(x): return x\n"})
    project.write({"s/a.py": "from .util import fmt\n\n\ndef card(x): return fmt(x)\n"})

    assert project.tool("move", "s.a.card", "s.util").code == 0
    assert "import" not in project.text("s/util.py")


CASCADE = {
    "pyproject.toml": "[tool.tdomcheck]\n",
    "shop/__init__.py": "",
    "shop/cards.py": (
        "import re\nimport os\n\n\n_WORDS = 'a'\n_KEPT = 'b'\n\n\ndef _plain(text): return re.sub(_WORDS, text)\n\n\n"
        "def _asked(text): return text\n\n\ndef _idle(): ...\n\n\n"
        "def spare(text): return _plain(_asked(text))\n\n\ndef page(): ...\n"
    ),
    "tests/test_cards.py": "from shop.cards import _asked\n\n\ndef test_asked():\n    assert _asked(1)\n",
}


def test_imports_that_a_deletion_orphans_go_and_nothing_else(project: Project) -> None:
    project.write({**CASCADE, "shop/cards.py": CASCADE["shop/cards.py"].replace("_plain(_asked", "re.sub(_asked")})
    outcome = project.tool("delete", "shop.cards._plain", "--allow-dirty")
    assert outcome.code == 0, outcome.err
    assert "import re\n" in project.text("shop/cards.py")
    outcome = project.tool("delete", "shop.cards.spare", "--allow-dirty")
    assert outcome.code == 0, outcome.err
    assert project.text("shop/cards.py") == (
        "import os\n\n\n_WORDS = 'a'\n_KEPT = 'b'\n\n\n"
        "def _asked(text): return text\n\n\ndef _idle(): ...\n\n\ndef page(): ...\n"
    )
    assert project.text("tests/test_cards.py") == CASCADE["tests/test_cards.py"]


def test_what_a_codemod_leaves_unused_besides_imports_stays(project: Project) -> None:
    """A linter knows dead locals and functions; whoever replaces a call did not ask for them to go."""
    body = "    x = _A\n    return old(x, _b(re.sub))\n"
    code = f'import re\n\n_A = 1\n\n\ndef _b(a):\n    """What it does."""\n\n\ndef f(a):\n{body}'
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "src/m.py": code})
    pattern = ("--set", "replace.pattern=old($A, $B)", "--set", "replace.with=new()")
    outcome = project.tool("codemod", "run", "replace", "src", *pattern, "--allow-dirty")
    assert outcome.code == 0, outcome.err
    assert project.text("src/m.py") == code.replace("import re\n\n", "").replace("old(x, _b(re.sub))", "new()")


@pytest.mark.parametrize(
    "wish",
    [
        FileEdits("app.py", (Edit(0, 4, ""),)),
        FileEdits("src/shop/cards.py", (Edit(12, 42, ""),)),
        NewFile("new.py", b"x = 1\n\n    x += 1\n"),
    ],
)
def test_what_would_be_no_python_is_not_written(
    shop: Project, monkeypatch: pytest.MonkeyPatch, wish: FileEdits | NewFile
) -> None:
    good = FileEdits("src/shop/__init__.py", (Edit(0, 0, "# a\n"),))
    monkeypatch.setattr(refactorings, "rename", lambda *_: Refactoring(Rewrite((good, wish))))
    before = shop.files()
    outcome = shop.tool("rename", "shop.cards.Card", "Tile", "--allow-dirty")
    assert outcome.code == 2
    assert wish.path in outcome.err
    assert "please report it" in outcome.err
    assert shop.files() == before


LINKS = {
    "link.py": ("mod.py", "this link leads to mod.py, which goes to nod.py"),
    "deep/link.py": ("../mod.py", "this link leads to mod.py"),
    "other.py": ("app.py", ""),
    "folder": ("src", ""),
    "out.py": ("../mod.py", ""),
    "nothing.py": ("nowhere.py", ""),
}


@pytest.mark.parametrize(("link", "aim", "says"), [(name, *each) for name, each in LINKS.items()], ids=LINKS)
def test_a_link_to_what_moves_is_left_with_a_row(shop: Project, link: str, aim: str, says: str) -> None:
    shop.write({"mod.py": "x = 1\n", "deep/a.py": ""})
    (shop.root / link).symlink_to(aim)
    outcome = shop.tool("rename", "mod", "nod", "--allow-dirty")
    assert outcome.code == (1 if says and link.endswith(".py") else 0), outcome.err
    assert (f"left: {link}:1" in outcome.out) == bool(says)
    assert says in outcome.out


def test_links_to_folders_that_files_leave_and_to_files_that_go(shop: Project) -> None:
    shop.write({"pack/__init__.py": "", "pack/a.py": "", "gone.py": ""})
    (shop.root / "packed").symlink_to("pack")
    (shop.root / "lost.py").symlink_to("gone.py")
    assert "left: packed:1: rename: this link leads to pack/" in shop.tool("rename", "pack", "box", "--allow-dirty").out
    assert "which goes away" in shop.tool("delete", "gone", "--allow-dirty").out


LONG = "class LongName:\n    def method_name(self): ...\n\n\nx = LongName()\nx.method_name(), x.method_name()\n"
UNKNOWN = "\n\ndef f(a):\n    a.method_name()\n    return a.other\n\n\ndef g(b): b.method_name()\n"


@pytest.mark.parametrize("name", ["m", "another_method_name_that_is_longer"])
@pytest.mark.parametrize("more", [(), ("--dry-run",)], ids=["written", "dry"])
def test_proposals_are_told_where_they_are(project: Project, name: str, more: tuple[str, ...]) -> None:
    project.write({"m.py": LONG + UNKNOWN})
    outcome = project.tool("rename", "m.LongName.method_name", name, "--allow-dirty", *more)
    assert "  m.py:10: a.method_name()\n  m.py:14: def g(b): b.method_name()\n" in outcome.out


def test_proposals_of_a_file_that_moves_are_told_where_it_goes(project: Project) -> None:
    project.write({"pack/__init__.py": "", "pack/a.py": "import pack\n\n\ns = 'pack.a'\n"})
    outcome = project.tool("rename", "pack", "box", "--allow-dirty")
    assert "  box/a.py:4: s = 'pack.a'\n" in outcome.out


def test_rows_of_what_is_left_are_told_where_they_are(project: Project) -> None:
    head = "import a\nfrom a import some_function\nsome_function()\n"
    project.write({"a.py": "def some_function(): ...\n", "b.py": head + "\n\ngetattr(a, 'some_function')\n"})
    outcome = project.tool("move", "a.some_function", "c", "--allow-dirty")
    line = project.text("b.py").splitlines().index("getattr(a, 'some_function')") + 1
    assert f"left: b.py:{line}: move: a string asks `a` for it" in outcome.out


@pytest.mark.parametrize(
    "verb", [("rename", "a.run", "go"), ("move", "a.run", "c"), ("delete", "a.run")], ids=lambda v: v[0]
)
def test_a_file_that_does_not_parse_has_failed_and_the_rest_is_done(project: Project, verb: tuple[str, ...]) -> None:
    project.write(
        {"a.py": "def run(): ...\n\n\nx = 1\n", "bad.py": "def f(:\n", "latin.py": b"# \xff\n", "ok.py": "y = 1\n"}
    )
    outcome = project.tool(*verb, "--allow-dirty")
    assert outcome.code == 1
    assert "error: bad.py: line 1 does not parse" in outcome.err
    assert "error: latin.py: it cannot be read" in outcome.err
    assert "2 failed" in outcome.out
    assert "def run" not in project.text("a.py")
    again = project.tool(*verb, "--allow-dirty")
    assert again.code == (2 if verb[0] == "delete" else 0), again.err


def test_what_nobody_asked_about_may_be_anything(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["cases"]\n', "cases/bad.py": "def f(:\n"})
    project.write({"a.py": "def run(): ...\n"})
    assert project.tool("rename", "a.run", "go", "--allow-dirty").code == 0


def test_by_codemods_of_the_project_too(project: Project) -> None:
    project.write({"a.py": "def run(): ...\n", "bad.py": "def f(:\n"})
    settings = ("--set", "rename.from=a.run", "--set", "rename.to=go", "--allow-dirty")
    outcome = project.tool("codemod", "run", "rename", *settings)
    assert outcome.code == 1
    assert outcome.err.count("bad.py") == 1
    both = project.tool("codemod", "run", "typing-to-abc", "keyword-only-injection", "--allow-dirty")
    assert both.code == 1
    assert both.err.count("bad.py") == 1
