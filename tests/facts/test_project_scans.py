"""What scans walk: packages of which all folders are packages, and nothing where some scan does not say what."""

from __future__ import annotations

import pytest
from fact_examples import project_of, symbol_of

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.scans import Reach, set_ups

SCANNING = "from svcs import Registry\nfrom svcs_hopscotch import scan\nimport shop\n\n{code}\n"
SHOP = {
    "shop/__init__.py": "",
    "shop/cards.py": "class Card: ...\n\ndef svcs_registry(registry): ...\n",
    "shop/deep/__init__.py": "",
    "shop/deep/inner.py": "class Inner: ...\n",
    "shop/loose/bare.py": "class Bare: ...\n",
    "shop/brings.py": "from other.things import Brought\n",
    "other/__init__.py": "",
    "other/things.py": "class Brought: ...\n\nclass Left: ...\n\ndef svcs_registry(registry): ...\n",
    "tests/test_setup.py": "def svcs_registry(registry): ...\n",
}


def project(code: str = "scan(Registry(), shop)", **others: str) -> Project:
    files = {**SHOP, "run.py": SCANNING.format(code=code)}
    return project_of(files | {f"{name}.py": text for name, text in others.items()})


@pytest.mark.parametrize(
    ("code", "scanned"),
    [
        pytest.param("scan(Registry(), shop)", {"shop"}, id="a module"),
        pytest.param('scan(Registry(), "shop.deep")', {"shop.deep"}, id="its name"),
        pytest.param('scan(Registry(), "shop", "other")', {"shop", "other"}, id="two"),
    ],
)
def test_a_scan_that_says_what_is_known(code: str, scanned: set[str]) -> None:
    reach = Reach.of(project(code))

    assert reach.is_known
    assert reach.scanned == scanned


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("", id="no scan"),
        pytest.param("scan(Registry())", id="the package of the caller"),
        pytest.param("scan(Registry(), *packages)", id="packages of who knows what"),
        pytest.param("scan(Registry(), pick())", id="what a function gives"),
        pytest.param("scan(Registry(), shop)\nscan(Registry(), pick())", id="one of two that is not known"),
    ],
)
def test_a_scan_that_does_not_say_what_leaves_all_open(code: str) -> None:
    assert not Reach.of(project(code)).is_known


@pytest.mark.parametrize(
    ("path", "name", "is_reached"),
    [
        ("shop/cards.py", "Card", True),
        ("shop/deep/inner.py", "Inner", True),
        ("other/things.py", "Brought", True),
        ("other/things.py", "Left", False),
        ("shop/loose/bare.py", "Bare", False),
    ],
)
def test_a_scan_finds_what_its_modules_define_or_import(path: str, name: str, is_reached: bool) -> None:
    shop = project()

    assert Reach.of(shop).reaches(symbol_of(shop, path, f":{name}")) is is_reached


def test_the_folder_that_is_no_package_is_named() -> None:
    shop = project()
    reach = Reach.of(shop)

    assert reach.gap(symbol_of(shop, "shop/loose/bare.py", ":Bare")) == "shop/loose/__init__.py"
    assert reach.gap(symbol_of(shop, "shop/deep/inner.py", ":Inner")) == ""
    assert reach.gap(symbol_of(shop, "other/things.py", ":Left")) == "", "nobody scans it"


@pytest.mark.parametrize(
    ("text", "is_lost"),
    [
        ("shop.cards", False),
        ("shop", False),
        ("shop.missing", True),
        ("elsewhere.deep", False),
        ("other.things", False),
    ],
)
def test_a_name_is_lost_that_begins_in_the_project_and_ends_nowhere(text: str, is_lost: bool) -> None:
    assert Reach.of(project()).is_lost("run.py", text) is is_lost


def test_setup_functions_are_told_by_their_names_but_not_in_tests() -> None:
    shop = project()

    assert [fact.path for _, fact in set_ups(shop, "shop/cards.py")] == ["svcs_registry"]
    assert list(set_ups(shop, "shop/brings.py")) == []
    assert list(set_ups(shop, "tests/test_setup.py")) == []


def test_a_scan_calls_the_setup_functions_of_the_modules_that_it_walks() -> None:
    shop = project()
    (scan,) = shop.facts["run.py"].scans

    assert [symbol.path for symbol, _ in Reach.of(shop).set_ups("run.py", scan)] == ["shop/cards.py"]


@pytest.mark.parametrize(
    ("others", "is_named"),
    [
        pytest.param({}, False, id="nobody names it"),
        pytest.param({"use": "from shop.cards import Card\n"}, False, id="another name of the module"),
        pytest.param({"use": "from shop.cards import svcs_registry\n"}, True, id="it is imported"),
        pytest.param({"use": "from shop import cards\n"}, True, id="its module is"),
        pytest.param({"use": "from svcs import x\ngetattr(m, 'svcs_registry')\n"}, True, id="somebody asks any module"),
    ],
)
def test_a_setup_function_may_be_called_by_hand(others: dict[str, str], is_named: bool) -> None:
    shop = project(**others)

    assert Reach.of(shop).is_named(symbol_of(shop, "shop/cards.py", ":svcs_registry")) is is_named


def test_a_folder_is_walked_together_unless_some_scan_takes_a_part() -> None:
    assert Reach.of(project()).is_walked_together("shop/deep")
    assert not Reach.of(project()).is_walked_together("other")
    assert not Reach.of(project()).is_walked_together("shop/loose"), "it is no package"
    assert not Reach.of(project('scan(Registry(), shop, "shop.deep")')).is_walked_together("shop")


def test_what_is_scanned_is_shown_in_order() -> None:
    assert Reach.of(project('scan(Registry(), "shop", "other")')).shown == "`other`, `shop`"
