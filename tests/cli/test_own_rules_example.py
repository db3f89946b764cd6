"""The example of a project with rules of its own, of which docs/own-rules.md tells."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import Outcome

pytestmark = pytest.mark.one_python

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_rules"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / "shop", ignore=shutil.ignore_patterns(".tdomcheck"))
    monkeypatch.chdir(tmp_path / "shop")
    return tmp_path / "shop"


@pytest.mark.parametrize("code", ["ACME101", "ACME102", "ACME103", "ACME104"])
@pytest.mark.usefixtures("shop")
def test_its_rules_keep_the_contract(code: str, tool: Callable[..., Outcome]) -> None:
    outcome = tool("rule", "test", code)

    assert (outcome.code, outcome.err) == (0, "")


def test_its_rules_find_what_is_planted_and_mend_what_they_can(shop: Path, tool: Callable[..., Outcome]) -> None:
    outcome = tool("check", "--output-format", "json")
    assert sorted(outcome.codes) == ["ACME101", "ACME102", "ACME103", "ACME104"]

    tool("fix", "--unsafe-fixes")
    assert "datetime.now(UTC)" in (shop / "src/shop/orders.py").read_text()
    assert "{total(net):.2f}" in (shop / "src/shop/parts.py").read_text()
    assert sorted(tool("check", "--output-format", "json").codes) == ["ACME102", "ACME104"]
