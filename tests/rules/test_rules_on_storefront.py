"""The example shop: each planted defect is found on its line, and its clean twin has none."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from rule_running import findings_of, is_admitted, rule_classes

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText

pytestmark = pytest.mark.one_python

STOREFRONT = Path(__file__).parents[2] / "examples" / "storefront"


def _views(root: Path) -> dict[str, ModuleView]:
    files = [path for folder in ("src", "tests") for path in sorted((root / folder).rglob("*.py"))]
    return {path.relative_to(root).as_posix(): ModuleView(SourceText(path.read_bytes())) for path in files}


@cache
def _planted() -> dict[str, ModuleView]:
    """Parsed once: a view remembers what it was asked, whichever rule asks."""
    return _views(STOREFRONT)


ON = [rule for rule in rule_classes() if not rule.PREVIEW and rule.GROUP != "views"]
"""What runs without a configuration: the conventions of views are those of one profile."""


def _found(views: dict[str, ModuleView]) -> set[tuple[str, int, str]]:
    found = [finding for rule in ON for finding in findings_of(rule, views, {})]
    return {(each.path, views[each.path].source.position(each.span.start).line, each.code) for each in found}


def test_what_is_planted_is_what_is_found() -> None:
    codes = {rule.CODE for rule in rule_classes()}
    planted = json.loads((STOREFRONT / "planted.json").read_text(encoding="utf-8"))["python"]
    assert _found(_planted()) == {
        (each["path"], each["line"], each["code"]) for each in planted if each["code"] in codes
    }


def test_the_clean_twin_has_no_finding() -> None:
    assert _found(_views(STOREFRONT / "clean")) == set()


@pytest.mark.parametrize("rule", rule_classes(), ids=lambda rule: rule.CODE)
def test_no_gate_keeps_out_a_file_with_a_finding(rule: type) -> None:
    views = _planted()
    assert all(is_admitted(rule, finding.path, views[finding.path]) for finding in findings_of(rule, views, {}))
