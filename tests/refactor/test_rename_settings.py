"""Entry points of `setup.cfg`, and names of packages in settings."""

from __future__ import annotations

import re

import pytest
from refactorings import moved, renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.manifest import entry_points
from tdomcheck.refactor.problems import StillUsed
from tdomcheck.refactor.rename import rename

PACKAGE = {"alpha/__init__.py": "app = 1\n", "alpha/cli.py": "def main(): ...\n\n\nx = 1\n"}
SETUP = (
    "[metadata]\nname = alpha\n\n[options.entry_points]\nconsole_scripts =\n    # alpha\n    run = {0}:{1} [extra]\n"
)
ON_ONE_LINE = "[options.entry_points]\nconsole_scripts = run = {0}:{1}\nother = x\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("setup", [SETUP, ON_ONE_LINE, "[entry_points]\nplugins =\n\trun={0}:{1}"])
def test_entry_points_of_setup_cfg_follow(setup: str, newline: str) -> None:
    setup = setup.replace("\n", newline)
    files = {**PACKAGE, "setup.cfg": setup.format("alpha.cli", "main")}
    assert renamed(files, "alpha", "gamma")["setup.cfg"] == setup.format("gamma.cli", "main")
    assert renamed(files, "alpha.cli", "app.line")["setup.cfg"] == setup.format("app.line", "main")
    assert renamed(files, "alpha.cli.main", "run_it")["setup.cfg"] == setup.format("alpha.cli", "run_it")
    assert moved(files, "alpha.cli.main", "alpha.run")["setup.cfg"] == setup.format("alpha.run", "main")
    with pytest.raises(StillUsed, match=r"setup\.cfg"):
        delete(sources_of(files), "alpha.cli.main")


NO_POINTS = {
    "another section": "[options]\nx =\n    run = alpha.cli:main\n",
    "a section behind": "[options.entry_points]\n[other]\nx =\n    run = alpha.cli:main\n",
    "a comment": "[options.entry_points]\nx =\n    # run = alpha.cli:main\n    ; run = alpha.cli:main\n",
    "a group of nothing": "[options.entry_points]\nalpha =\n",
    "a line that has no name": "[options.entry_points]\nx = alpha.cli:main\n",
    "a file of another name": "",
}


@pytest.mark.parametrize("setup", NO_POINTS.values(), ids=NO_POINTS)
def test_other_lines_are_no_entry_points(setup: str) -> None:
    files = {**PACKAGE, "setup.cfg": setup, "x.cfg": SETUP.format("alpha.cli", "main")}
    assert not list(entry_points(sources_of(files), "alpha"))


TYPED = '[[tool.mypy.overrides]]\nmodule = ["{0}.cli", "{0}.*", "alpha2.*", "alpha.txt", "x.alpha"]\nname = "alpha"\n'
INI = "[x]\nmodule = {0}.cli, {0}.*\napp = {0}:app\nfile = alpha.txt, alpha/cli.py, alpha:none, alpha, https://alpha.cli\n"


@pytest.mark.parametrize(("path", "text"), [("pyproject.toml", TYPED), ("mypy.ini", INI), ("setup.cfg", INI)])
def test_packages_in_settings_are_taken_with_strings(path: str, text: str) -> None:
    files = {**PACKAGE, path: text.format("alpha")}
    assert renamed(files, "alpha", "gamma", strings=True)[path] == text.format("gamma")
    outcome = rename(sources_of(files), "alpha", "gamma")
    assert path not in [wish.path for wish in outcome.rewrite.files]
    assert {each.path for each in outcome.rewrite.proposals} == {path}


SHOP = {"shop/__init__.py": "", "shop/page.py": "def spare(): ...\n\n\ndef main(): ...\n"}
RECIPES = """
[tool.tdomcheck.codemods.spring]
steps = [
    { name = "rename", from = "shop.page.spare", to = "extra", strings = true },
    { name = "move", options = { from = "shop.page.spare", to = "shop.other" } },
]

[tool.tdomcheck.codemods.delete]
target = "shop.page.spare"

[tool.tdomcheck.codemods."a.b"]
steps = [{ name = "delete", target = "shop.page" }]
"""


@pytest.mark.parametrize("source", ["shop.page.spare", "shop.page"])
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", RECIPES),
        ("lib/pyproject.toml", RECIPES),
        ("pyproject.toml", RECIPES.replace("[tool.tdomcheck.", "[ tool . 'tdomcheck' . ")),
        ("pyproject.toml", "[tool.tdomcheck]\ncodemods.r.steps = [{ name = 'delete', target = 'shop.page.spare' }]\n"),
        ("tdomcheck.toml", RECIPES.replace("tool.tdomcheck.", "")),
        (".tdomcheck.toml", RECIPES.replace("tool.tdomcheck.", "")),
    ],
)
def test_recipes_say_what_is_to_be_done_and_stay(path: str, text: str, source: str) -> None:
    after = renamed({**SHOP, path: text}, source, "extra", strings=True, takes_proposals=True)
    assert path not in after
    deletion = delete(sources_of({**SHOP, path: text}), "shop.page.spare")
    assert {wish.path for wish in deletion.rewrite.files} == {"shop/page.py"}
    assert not deletion.rewrite.proposals


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", "[tool.tdomcheck]\nservices = ['shop.page.spare']\n"),
        ("pyproject.toml", "[tool.tdomcheck.codemodslike]\nx = 'shop.page.spare'\n"),
        ("pyproject.toml", "[codemods.spring]\nx = 'shop.page.spare'\n"),
        ("other.toml", RECIPES),
    ],
)
def test_other_settings_follow(path: str, text: str) -> None:
    after = renamed({**SHOP, path: text}, "shop.page.spare", "extra", strings=True)
    assert after[path] == text.replace("spare", "extra")
    with pytest.raises(StillUsed, match=re.escape(path)):
        delete(sources_of({**SHOP, path: text}), "shop.page.spare")
