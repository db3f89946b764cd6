"""What the wheels have, and what the rules say of it."""

from __future__ import annotations

import pytest

from tdomcheck.facts.targets.release_table import MODULE, gone_since, is_missing
from tdomcheck.facts.vocabulary.moved_names import MODULES, MOVED, NAMES

NEWEST = (0, 1, 20)


@pytest.mark.parametrize("moved", sorted(name for name in MOVED if name.startswith("svcs_di")))
def test_what_is_said_to_have_moved_is_not_there_any_more(moved: str) -> None:
    module, _, name = moved.rpartition(".")
    there = not is_missing("svcs-di", moved, MODULE, (0, 3)) or not is_missing("svcs-di", module, name, (0, 3))
    assert not there


def test_what_is_still_there_has_not_moved() -> None:
    assert not is_missing("svcs-di", "svcs_di.injector_container", "InjectorContainer", (0, 3))
    assert "svcs_di.injector_container" not in MODULES
    assert "svcs_di.InjectorContainer" not in NAMES
    home = NAMES["svcs_di.injectors.InjectorContainer"]
    assert not is_missing("svcs-di", home, "InjectorContainer", (0, 3))


@pytest.mark.parametrize(
    ("module", "name", "since"),
    [
        ("tdom.parser", "parse_html", "0.1.12"),
        ("tdom", "Node", "0.1.15"),
        ("tdom", "nodes", "0.1.15"),
        ("tdom", "t", ""),
        ("tdom", "Element", "0.1.15"),
    ],
)
def test_since_when_a_name_of_tdom_is_gone(module: str, name: str, since: str) -> None:
    assert is_missing("tdom", module, name, NEWEST)
    assert gone_since("tdom", module, name, NEWEST) == since


def test_a_name_is_there_in_the_releases_that_have_it() -> None:
    assert not is_missing("tdom", "tdom", "Node", (0, 1, 14))
    assert not is_missing("tdom", "tdom", "html", NEWEST)
    assert is_missing("tdom", "tdom.parser", "parse_html", (0, 1, 13))
    assert not is_missing("svcs", "svcs.pyramid", MODULE, (26, 1))
    assert is_missing("svcs", "svcs.pyramid", MODULE, (26, 2))


@pytest.mark.parametrize(
    "name",
    ["cached_processor_service_factory", "ComponentLookup", "Config", "DefaultAppState", "ProcessorService"],
)
def test_names_that_no_longer_are_in_the_processor(name: str) -> None:
    assert is_missing("tdom", "tdom.processor", name, NEWEST)


def test_of_what_was_not_read_nothing_is_sure() -> None:
    assert not is_missing("tdom", "tdom", "anything", (0, 0, 1))
    assert not is_missing("unknown", "unknown", "anything", (1,))
    assert is_missing("tdom", "tdom", "Node", (9,)), "newer than all: as the newest"
