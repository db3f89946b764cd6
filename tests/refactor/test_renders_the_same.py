"""A program with renamed components and props renders what it did: asked of a Python that has tdom, where one is given.

`TDOMCHECK_TDOM_PYTHON` names it: Python 3.14 or newer, with tdom installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
VARIABLE = "TDOMCHECK_TDOM_PYTHON"
SHOP = {
    "pyproject.toml": (
        '[project]\nname = "shop"\nversion = "1"\ndependencies = ["tdom>=0.1.20"]\n\n[tool.tdomcheck]\nsrc = ["src"]\n'
    ),
    "src/shop/__init__.py": "from shop.cards import Badge, Card\n",
    "src/shop/cards.py": """from dataclasses import dataclass
from string.templatelib import Template


@dataclass
class Badge:
    user_name: str
    level: int = 1

    def __call__(self) -> Template:
        return t"<b class='l{self.level}'>{self.user_name}</b>"


def Card(*, title: str, children: Template = t"") -> Template:
    return t"<section><h2>{title}</h2>{children}</section>"


Same = Card
""",
    "src/shop/page.py": '''from tdom import html

from shop import Badge, Card
from shop import cards as c
from shop.cards import Same


def page(name: str) -> str:
    props = {"user_name": name}
    badge = t"<{Badge} user-name={name} level={2} />"
    return html(t"""<main>
      <{Card} title="One">{badge}<{Badge} user_name="x" /></{Card}>
      <{c.Card} title={name.upper()}><i>two</i></{c.Card}>
      <{Same} title="three"></{Same}>
      <{Badge} {props} />
    </main>""")


print(page("Ann & Bob"))
''',
}


@pytest.fixture
def rendered(tmp_path: Path) -> Callable[[], str]:
    interpreter = os.environ.get(VARIABLE)
    if not interpreter:
        pytest.skip(f"{VARIABLE} names no Python 3.14 with tdom")
    for name, text in SHOP.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    def render() -> str:
        paths = os.pathsep.join(filter(None, ["src", os.environ.get("PYTHONPATH", "")]))
        environment = {**os.environ, "PYTHONPATH": paths}
        command = [interpreter, "-m", "shop.page"]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    return render


@pytest.mark.parametrize(
    ("source", "target", "gone"),
    [
        ("shop.cards.Card", "Panel", "Card"),
        ("shop.cards.Badge.user_name", "person", "user"),
        ("shop.cards", "shop.parts", "shop.cards"),
    ],
    ids=["component", "prop", "module"],
)
def test_after_a_renaming(tmp_path: Path, rendered: Callable[[], str], source: str, target: str, gone: str) -> None:
    before = rendered()
    assert before.count("Ann &amp; Bob") == 2
    command = [sys.executable, "-m", "tdomcheck", "rename", source, target]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert rendered() == before
    texts = "".join(path.read_text() for path in (tmp_path / "src").rglob("*.py"))
    assert gone not in texts
