"""Every rule of ours keeps the contract that `tdomcheck rule test` proves for anybody's.

Here are the checks on the examples themselves, once a rule; what is derived from them CI asks of `tdomcheck rule test`.
"""

from __future__ import annotations

import pytest
from rule_cases import cases_of
from rule_running import findings_in

from tdomcheck.authoring.examples import dedent, split_files
from tdomcheck.authoring.metadata import Described
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.load import builtin_sources, import_source, rule_classes
from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.contract import CHECKS, prove
from tdomcheck.contract.proofs import FIXABILITY, SEVERITIES

pytestmark = pytest.mark.one_python

RULES = [cls for source in builtin_sources() for cls in rule_classes(import_source(source))]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog([], "")


DIRECT = [check for check in CHECKS if not check.startswith(("derived", "suppression", "copies", "plain Fixit"))]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.CODE)
def test_a_rule_keeps_its_contract(rule: type[Described], catalog: Catalog) -> None:
    results = list(prove(rule, cases_of(rule), catalog=catalog, checks=DIRECT))

    [example, *_] = rule.INVALID  # type: ignore[attr-defined]
    [finding] = findings_in(rule, split_files(dedent(example.code)), example.options)
    assert finding.fix is not None or finding.help or finding.note
    broken = [str(result) for result in results if not result.passed]
    assert not broken, "\n\n".join(broken)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.CODE)
def test_what_a_rule_teaches_keeps_it_alone(rule: type[Described], catalog: Catalog) -> None:
    """An installed tdomcheck has no other cases: they must show each severity, and a fix where there are any."""
    results = list(prove(rule, catalog=catalog, checks=[FIXABILITY, SEVERITIES]))

    assert [str(result) for result in results if not result.passed] == []
