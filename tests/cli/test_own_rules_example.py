"""The example of a project with a rule of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import Outcome

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_rules"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / "shop", ignore=shutil.ignore_patterns(".tdomcheck"))
    monkeypatch.chdir(tmp_path / "shop")
    return tmp_path / "shop"


def test_its_rule_keeps_the_contract(shop: Path, tool: Callable[..., Outcome]) -> None:
    outcome = tool("rule", "test", "ACME101")

    assert (outcome.code, outcome.err) == (0, ""), shop


def test_its_rule_finds_what_is_planted_and_mends_it(shop: Path, tool: Callable[..., Outcome]) -> None:
    assert tool("check", "--output-format", "json", "src").codes == ("ACME101",)

    assert tool("fix", "--unsafe-fixes", "src").code == 0
    assert "datetime.now(UTC)" in (shop / "src/shop/orders.py").read_text()
    assert tool("check", "src").code == 0
