"""Versions and what files say of them, from strings: what keeps no newer release out names no version."""

from __future__ import annotations

import pytest

from tdomcheck.facts.targets.release_data import RELEASES
from tdomcheck.facts.targets.version_readers import VERSION_READERS, is_named, names_tdom, read_lock
from tdomcheck.facts.targets.versions import clauses_in, fulfils, numbers_of, package_of


@pytest.mark.parametrize(
    ("version", "numbers"),
    [
        ("1.2.3", (1, 2, 3)),
        ("1.0", (1,)),
        ("1.0.0", (1,)),
        ("0.1.0", (0, 1)),
        ("0", ()),
        ("", ()),
        ("v1.2rc3", (1, 2, 3)),
    ],
)
def test_the_numbers_of_a_version(version: str, numbers: tuple[int, ...]) -> None:
    assert numbers_of(version) == numbers


@pytest.mark.parametrize(
    ("version", "specifier", "is_fulfilled"),
    [
        ("0.1.15", "tdom>=0.1.15", True),
        ("0.1.14", "tdom>=0.1.15", False),
        ("0.1.9", "tdom<0.1.15", True),
        ("0.1.15", "tdom<0.1.15", False),
        ("1.0", "tdom==1", True),
        ("1.0", "tdom!=1.0.0", False),
        ("0.1.10", "tdom>0.1.9,<0.2", True),
        ("0.2", "tdom>0.1.9,<0.2", False),
        ("0.1", "tdom", True),
    ],
)
def test_a_version_fulfils_every_clause_or_not(version: str, specifier: str, is_fulfilled: bool) -> None:
    assert fulfils(version, specifier) is is_fulfilled


def test_a_specifier_is_a_package_and_clauses() -> None:
    assert package_of("svcs-di >= 0.2, < 0.3") == "svcs-di"
    assert list(clauses_in("svcs-di >= 0.2, < 0.3")) == [(">=", "0.2"), ("<", "0.3")]
    assert list(clauses_in("svcs-di")) == []


LOCK = '[[package]]\nname = "svcs"\nversion = "25.1.0"\n\n[[package]]\nname = "tdom"\nversion = "0.1.13"\n'


def test_a_lock_tells_the_versions_of_all_packages_at_once() -> None:
    lock = read_lock(LOCK)

    assert lock.versions == {"tdom": "0.1.13", "svcs-di": "", "svcs": "25.1.0"}
    assert lock.names_tdom
    assert lock.lists_packages


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("version = 1\n", id="no package"),
        pytest.param('[[package]]\nname = "tdom-svcs"\nversion = "0.1.13"\n', id="a package of a longer name"),
        pytest.param('[[package]]\nversion = "0.1.13"\nname = "tdom"\n', id="in another order"),
        pytest.param('[[package]]\nname = "tdom"\nsource = { git = "x" }\n', id="without a version"),
    ],
)
def test_a_lock_that_does_not_say_it_gives_no_version(text: str) -> None:
    assert set(read_lock(text).versions.values()) == {""}


@pytest.mark.parametrize(
    ("name", "text", "version"),
    [
        ("pyproject.toml", 'dependencies = ["tdom==0.1.14"]', "0.1.14"),
        ("pyproject.toml", 'dependencies = ["TDOM[extra] == 0.1.14"]', "0.1.14"),
        ("pyproject.toml", 'dependencies = ["tdom<0.1.10"]', "0.1.9"),
        ("pyproject.toml", 'dependencies = ["tdom~=0.1.2,<0.1.9"]', "0.1.8"),
        ("pyproject.toml", 'dependencies = ["tdom<0.1.5"]', "0.1.4"),
        ("requirements.txt", "tdom==0.1.14 --hash=sha256:0", "0.1.14"),
        ("setup.cfg", "[options]\ninstall_requires =\n    tdom==0.1.14\n", "0.1.14"),
        ("Pipfile.lock", '{"default": {"tdom": {"hashes": [], "version": "==0.1.14"}}}', "0.1.14"),
    ],
)
def test_a_requirement_that_keeps_newer_releases_out_names_a_version(name: str, text: str, version: str) -> None:
    assert VERSION_READERS[name](text, "tdom") == version


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", ""),
        ("pyproject.toml", 'dependencies = ["tdom"]'),
        ("pyproject.toml", 'dependencies = ["tdom>=0.1.14"]'),
        ("pyproject.toml", f'dependencies = ["tdom<={RELEASES["tdom"][-1]}"]'),
        ("pyproject.toml", "dependencies = [\"tdom==0.1.14; python_version < '3.14'\"]"),
        ("pyproject.toml", 'dependencies = ["tdom-svcs==0.1.14"]'),
        ("pyproject.toml", 'dependencies = ["tdom==nothing<"]'),
        ("requirements.txt", "# tdom==0.1.14"),
        ("setup.cfg", "[options.extras_require]\nold =\n    tdom==0.1.14\n"),
        ("Pipfile.lock", '{"default": {"tdom": {"git": "x"}}}'),
    ],
)
def test_another_requirement_names_none(name: str, text: str) -> None:
    assert VERSION_READERS[name](text, "tdom") == ""


@pytest.mark.parametrize("text", ["tdom", "  - tdom", "- tdom>=1", '["tdom"]', "'tdom[x]'", "tdom-svcs", "tdom==1"])
def test_tdom_is_named_where_a_requirement_begins(text: str) -> None:
    assert names_tdom(text)


@pytest.mark.parametrize("text", ["", "# tdom", "no tdom", "tdomino", '"tdomino"', "x = tdom"])
def test_tdom_is_not_named_by_what_only_speaks_of_it(text: str) -> None:
    assert not names_tdom(text)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("svcs-di>=1", True),
        ("svcs_di", True),
        ("SVCS.DI", True),
        ("svcs", False),
        ("my-svcs-di", False),
        ("svcs-dim", False),
    ],
)
def test_a_package_is_named_in_any_spelling(text: str, is_one: bool) -> None:
    assert is_named(text, "svcs-di") is is_one
