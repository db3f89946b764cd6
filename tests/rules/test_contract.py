"""Every rule of ours keeps the contract that `tdomcheck rule test` proves for anybody's."""

from __future__ import annotations

import pytest

from tdomcheck.authoring.metadata import Described
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.load import builtin_sources, import_source, rule_classes
from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.contract import CHECKS, prove

RULES = [cls for source in builtin_sources() for cls in rule_classes(import_source(source))]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog([], "")


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.CODE)
def test_a_rule_keeps_its_contract(rule: type[Described], check: str, catalog: Catalog) -> None:
    results = list(prove(rule, catalog=catalog, checks=[check]))

    broken = [str(result) for result in results if not result.passed]
    assert not broken, "\n\n".join(broken)
