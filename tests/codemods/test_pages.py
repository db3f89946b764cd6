"""The pages about codemods say what is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tdomcheck.catalog.load import import_source
from tdomcheck.cli.main import run
from tdomcheck.contract import prove_codemod

DOCS = Path(__file__).parents[2] / "docs"
SHOP = {
    "shop/page.py": "import svcs\n\n\ndef page(box: svcs.Container) -> Node:\n    return box.get_abstract(Users)\n",
    "shop/old.py": 'Template = "page.html"\n\n\ndef legacy() -> Node: ...\n',
}


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_codemod_that_is_taught_keeps_its_contract(tmp_path: Path) -> None:
    (tmp_path / "log_calls.py").write_text(blocks("write-a-codemod.md", "python")[0], encoding="utf-8")
    taught = import_source(str(tmp_path / "log_calls.py"))
    broken = [str(result) for result in prove_codemod(taught.LogCalls) if not result.passed]

    assert not broken, "\n\n".join(broken[:3])


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in SHOP.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    recipe = blocks("migrate-a-repository.md", "toml")[0]
    (tmp_path / "pyproject.toml").write_text(f"[tool.tdomcheck]\n\n{recipe}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.usefixtures("shop")
def test_the_tour_of_a_repository_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [text for text in blocks("migrate-a-repository.md", "console") if "\n" in text.strip()]
    for text in shown[:2]:
        command, _, output = text.partition("\n")
        run(command.removeprefix("$ tdomcheck ").split())
        assert capsys.readouterr().out == output
    assert shown[1] in (DOCS.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_verbs_of_the_pages_are_there() -> None:
    pages = ("migrate-a-repository.md", "migrate-a-hundred-repositories.md", "write-a-codemod.md")
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in pages)
    others = {"--no-format", "--config", "--branch", "--reexport", "--strings", "--prose", "--undo", "--force"}
    options = set(re.findall(r"--[a-z][a-z-]+", text)) - others
    done = subprocess.run(
        [sys.executable, "-m", "tdomcheck", "codemod", "run", "--help"], capture_output=True, text=True, check=True
    )
    assert {option for option in options if option not in done.stdout} == set()
