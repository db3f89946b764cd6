"""`tdomcheck graph` as a person calls it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tdomcheck.cli.main import run

FILES = {
    "shop/__init__.py": "",
    "shop/menu.py": (
        "from dataclasses import dataclass\nfrom string.templatelib import Template\nfrom svcs_di import Inject\n"
        "from shop.users import Users, Clock\n\n\n@dataclass\nclass Menu:\n    users: Inject[Users]\n"
        "    clock: Inject[Clock]\n    title: str = ''\n\n    def __call__(self) -> Template:\n"
        '        return t"<ul>{self.title}</ul>"\n'
    ),
    "shop/users.py": "class Users: ...\n\n\nclass Clock: ...\n",
    "shop/wiring.py": (
        "from shop.users import Users\n\n\ndef wire(registry):\n    registry.register_factory(Users, Users)\n"
    ),
    "shop/views.py": (
        "from tdom_svcs import html\nfrom shop.menu import Menu\n\n\ndef home(container):\n"
        '    return html(t"<{Menu} />", container=container)\n'
    ),
    "tests/test_menu.py": 'from shop.menu import Menu\n\n\ndef test_menu():\n    assert t"<{Menu} />"\n',
}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / ".git").mkdir()  # what makes it a project
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("shop")
def test_the_whole_wiring(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "--output-format", "json"]) == 0

    document = json.loads(capsys.readouterr().out)
    kinds = {node["name"]: node["kind"] for node in document["nodes"]}
    assert kinds == {"Menu": "component", "Users": "service", "Clock": "service", "home": "page"}
    edges = {(edge["source"], edge["target"], edge["kind"]) for edge in document["edges"]}
    assert edges == {
        ("shop.menu.Menu", "shop.users.Users", "injects"),
        ("shop.menu.Menu", "shop.users.Clock", "injects"),
        ("shop.views.home", "shop.menu.Menu", "renders"),
    }
    missing = [node["name"] for node in document["nodes"] if node["is_missing"]]
    assert missing == ["Clock"]


@pytest.mark.usefixtures("shop")
def test_tests_are_shown_when_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "--tests"]) == 0

    assert "test_menu  tests/test_menu.py:4" in capsys.readouterr().out


@pytest.mark.usefixtures("shop")
def test_one_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "Clock"]) == 0

    out = capsys.readouterr().out
    assert "> Clock  shop/users.py:4" in out
    assert "Users" not in out.replace("> Clock", "").split("Services")[0]


@pytest.mark.usefixtures("shop")
def test_a_name_that_nothing_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "Clok"]) == 2

    assert capsys.readouterr().err == "error: nothing in the graph is called Clok; did you mean Clock?\n"


def test_a_name_that_two_things_have(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "shop/other.py").write_text(FILES["shop/menu.py"], encoding="utf-8")

    assert run(["graph", "Menu"]) == 2
    assert "Menu is the name of 2 things; say which:\n  shop.menu.Menu\n  shop.other.Menu" in capsys.readouterr().err
    assert run(["graph", "shop.other.Menu"]) == 0


def test_a_file_that_is_no_python_is_told(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "shop/wiring.py").write_bytes(b"\xff")

    run(["graph"])
    shown = capsys.readouterr()
    assert "registers it" not in shown.out  # what is unknown is not called missing


def test_into_a_file(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "--output-format", "html", "-o", "out/wiring.html"]) == 0

    assert capsys.readouterr().out == ""
    assert (shop / "out/wiring.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
def test_the_page_works_in_a_browser_without_a_network(shop: Path) -> None:
    """A click on a node fills the details; an error in the script would leave the page unready."""
    run(["graph", "--output-format", "html", "-o", "wiring.html"])
    page = shop / "wiring.html"
    node = "document.querySelector(\"[data-key='shop.menu.Menu']\")"
    click = f'<script>{node}.dispatchEvent(new MouseEvent("click"))</script>'
    page.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{click}</body>"), encoding="utf-8")

    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={shop / 'profile'}"]
    done = subprocess.run(
        [*command, "--virtual-time-budget=2000", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert 'data-ready="yes"' in done.stdout
    assert "<h2>Menu</h2>" in done.stdout
    assert "component, dataclass" in done.stdout
    assert "shop/menu.py:8" in done.stdout
    assert done.stdout.count('class="edge injects near"') == 2
