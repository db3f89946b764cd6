"""The page about baselines says what is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tdomcheck.cli.main import run

PAGE = (Path(__file__).parents[2] / "docs" / "baseline.md").read_text(encoding="utf-8")
SHOP = """\
from tdom import html


def page(x):
    return html(t"<div>{html(t'<b>{x}</b>')}</div>")


def banner():
    return t"<p><b>x</i></p>"
"""


def shown(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_its_commands_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "page.py").write_text(SHOP, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.tdomcheck]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    printed = []
    for text in shown("console"):
        command = text.partition("\n")[0]
        run(command.removeprefix("$ tdomcheck ").split())
        printed.append(f"{command}\n{capsys.readouterr().out}")
        (tmp_path / "pyproject.toml").write_text(
            '[tool.tdomcheck]\nbaseline = "tdomcheck-baseline.txt"\n\n' + shown("toml")[0], encoding="utf-8"
        )
    assert printed == shown("console")
    assert (tmp_path / "tdomcheck-baseline.txt").read_text(encoding="utf-8") == shown("text")[0]
