"""Families of classes, and what is certain of a name: one definition, through modules that bind it once."""

from __future__ import annotations

import pytest
from fact_examples import project_of, symbol_of

from tdomcheck.facts.project.certainty import has_certain_bases, is_certain, patched
from tdomcheck.facts.project.constants import kind_of, text_of
from tdomcheck.facts.project.hierarchy import (
    body_of,
    declared,
    has_branches,
    heirs_of,
    is_abstract,
    is_left_alone,
    means_another,
)
from tdomcheck.facts.project.import_closure import are_all
from tdomcheck.facts.project.modules import Project, is_test_file
from tdomcheck.facts.records import ClassFact

FAMILY = {
    "shop/base.py": """
        from dataclasses import dataclass
        from typing import Protocol, final
        from shop.other import strange

        class Thing: ...
        class Small(Thing): ...

        @dataclass
        class Base:
            item: Thing
            title: str = ""

        class Wanted(Protocol):
            def find(self): ...

        @final
        class Closed: ...

        @strange
        class Strange: ...

        class Open:
            kind = "open"
            def __getattr__(self, name): ...
        """,
    "shop/heirs.py": """
        from shop.base import Base, Small, Thing, Wanted

        class Narrow(Base):
            item: Small

        class Wide(Base):
            item: object

        class Plain(Base):
            colour: str = ""

        class Method(Base):
            def title(self): ...

        class Both(Narrow, Wanted): ...
        """,
}
PROJECT = project_of(FAMILY)


def class_of(name: str, path: str = "shop/base.py", project: Project = PROJECT) -> ClassFact:
    owner = symbol_of(project, path, f":{name}").class_
    assert owner is not None
    return owner


def test_a_body_declares_fields_methods_and_attributes() -> None:
    opened = class_of("Open")

    assert declared([class_of("Base"), opened]) == {"item", "title", "kind", "__getattr__"}
    assert body_of(PROJECT, opened).declares("kind")
    assert not body_of(PROJECT, opened).declares("title")
    assert not body_of(PROJECT, opened).is_plain, "it may have any attribute"
    assert body_of(PROJECT, class_of("Base")).is_plain
    assert body_of(PROJECT, opened) is body_of(PROJECT, opened)


@pytest.mark.parametrize(("name", "is_alone"), [("Base", True), ("Closed", True), ("Thing", True), ("Strange", False)])
def test_a_decorator_that_nobody_knows_may_make_another_class(name: str, is_alone: bool) -> None:
    assert is_left_alone(class_of(name)) is is_alone


@pytest.mark.parametrize(
    ("name", "heirs"), [("Base", {"Narrow", "Wide", "Plain", "Method", "Both"}), ("Closed", set())]
)
def test_heirs_are_those_of_all_files_and_all_generations(name: str, heirs: set[str]) -> None:
    key = symbol_of(PROJECT, "shop/base.py", f":{name}").key

    assert {heir.key.rpartition(".")[2] for heir in heirs_of(PROJECT).get(key, ())} == heirs


@pytest.mark.parametrize(("name", "has_more"), [("Narrow", False), ("Plain", False), ("Both", True)])
def test_a_class_with_two_bases_has_branches(name: str, has_more: bool) -> None:
    lineage = PROJECT.ancestors(symbol_of(PROJECT, "shop/heirs.py", f":{name}"))

    assert lineage is not None
    assert has_branches(lineage) is has_more


def test_only_a_protocol_says_what_is_wanted_of_others() -> None:
    assert is_abstract(symbol_of(PROJECT, "shop/base.py", ":Wanted"))
    assert not is_abstract(symbol_of(PROJECT, "shop/base.py", ":Base"))
    assert not is_abstract(symbol_of(PROJECT, "shop/heirs.py", "shop.base"))


@pytest.mark.parametrize(
    ("heir", "name", "is_another"),
    [
        pytest.param("Plain", "item", False, id="it is inherited"),
        pytest.param("Narrow", "item", False, id="a narrower field"),
        pytest.param("Plain", "colour", True, id="the base does not have it"),
        pytest.param("Wide", "item", True, id="a wider field"),
        pytest.param("Method", "title", True, id="a method over a field"),
    ],
)
def test_a_narrower_field_is_what_the_field_of_the_base_is(heir: str, name: str, is_another: bool) -> None:
    base = symbol_of(PROJECT, "shop/base.py", ":Base")

    assert means_another(PROJECT, symbol_of(PROJECT, "shop/heirs.py", f":{heir}"), base, name) is is_another


NAMES = {
    "pkg/__init__.py": "from pkg.cards import Card, Twice, Later as Renamed\n",
    "pkg/cards.py": """
        class Card: ...
        class Twice: ...
        Twice = Card
        class Later: ...
        class Heir(Twice): ...
        class Sure(Card): ...
        """,
    "pkg/star.py": "from pkg.cards import *\n",
    "pkg/loop.py": "from pkg.loop import Card\n",
    "scripts/run.py": "import pkg.cards\nfrom helper import Card\nfrom pkg import Card as Known\n",
    "scripts/helper.py": "class Card: ...\n",
    "helper.py": "class Card: ...\n",
    "twin.py": "class Card: ...\n",
    "src/twin.py": "class Card: ...\n",
}


@pytest.mark.parametrize(
    ("path", "reference"),
    [
        pytest.param("pkg/star.py", "", id="no name"),
        pytest.param("pkg/cards.py", ":Twice", id="bound twice in its own file"),
        pytest.param("scripts/run.py", "pkg.cards.Twice", id="bound twice in its module"),
        pytest.param("scripts/run.py", "pkg.Twice", id="bound twice behind a package that hands it on"),
        pytest.param("scripts/run.py", "twin.Card", id="two files of one name"),
        pytest.param("scripts/run.py", "helper.Card", id="a file beside a script, which comes first there"),
        pytest.param("pkg/loop.py", "pkg.loop.Card", id="an import that leads to itself"),
    ],
)
def test_a_name_that_may_mean_two_things_is_not_certain(path: str, reference: str) -> None:
    assert not is_certain(project_of(NAMES), path, reference)


@pytest.mark.parametrize(
    ("path", "reference"),
    [
        pytest.param("pkg/cards.py", ":Card", id="its own"),
        pytest.param("scripts/run.py", "pkg.cards.Card", id="of a module"),
        pytest.param("scripts/run.py", "pkg.Card", id="handed on"),
        pytest.param("scripts/run.py", "pkg.Renamed", id="handed on under another name"),
        pytest.param("scripts/run.py", "elsewhere.Card", id="of a library, which no file of ours shadows"),
    ],
)
def test_a_name_that_is_bound_once_all_the_way_is_certain(path: str, reference: str) -> None:
    assert is_certain(project_of(NAMES), path, reference)


def test_bases_are_certain_as_far_as_their_names_are() -> None:
    project = project_of(NAMES)
    sure, heir = (project.ancestors(symbol_of(project, "pkg/cards.py", f":{name}")) for name in ("Sure", "Card"))

    assert sure is not None
    assert heir is not None
    assert has_certain_bases(project, sure)
    assert has_certain_bases(project, heir), "it has none"
    twice = symbol_of(project, "pkg/cards.py", ":Heir")
    assert not has_certain_bases(project, [twice])


def test_what_any_file_sets_from_outside_is_patched() -> None:
    project = project_of({"a.py": "import b\nb.total = 1\n", "b.py": "total = 2\n\ndef f(self):\n    self.own = 1\n"})

    assert "total" in patched(project)
    assert "own" not in patched(project)


CONSTANTS = {
    "shop/names.py": "TITLE = 'Shop'\nSIZE = {}\nTWICE = 'a'\nTWICE = 'b'\nPATCHED = 'x'\nMADE = make()\n",
    "shop/__init__.py": "from shop.names import TITLE, SIZE as HOW_MANY\n",
    "shop/page.py": "from shop import TITLE\nOWN = 'own'\nimport shop.names\nshop.names.PATCHED = 'y'\n",
}


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        ("shop.names.TITLE", "Shop"),
        ("shop.TITLE", "Shop"),
        (":OWN", "own"),
        ("shop.names.TWICE", None),
        ("shop.names.PATCHED", None),
        ("shop.names.MADE", None),
        ("shop.names.MISSING", None),
        (":MISSING", None),
        ("elsewhere.TITLE", None),
    ],
)
def test_the_text_of_a_constant_is_that_of_the_one_place_that_gives_it(reference: str, text: str | None) -> None:
    assert text_of(project_of(CONSTANTS), "shop/page.py", reference) == text


@pytest.mark.parametrize(
    ("reference", "kind"),
    [
        ("shop.names.SIZE", "dict"),
        ("shop.HOW_MANY", "dict"),
        ("shop.names.TWICE", None),
        ("shop.names.PATCHED", None),
        ("shop.missing.SIZE", None),
    ],
)
def test_the_kind_of_a_constant_is_known_where_nothing_else_gives_it_a_value(reference: str, kind: str | None) -> None:
    assert kind_of(project_of(CONSTANTS), "shop/page.py", reference) == kind


def test_a_definition_is_made_of_all_that_its_file_imports() -> None:
    files = {
        "a.py": "from b import f\n\nclass A: ...\n",
        "b.py": "import c\n\ndef f(): ...\n",
        "c.py": "import json\n",
        "far.py": "class Far: ...\n",
    }
    project = project_of(files)
    seen: list[int] = []

    def is_small(facts: object) -> bool:
        seen.append(id(facts))
        return True

    assert are_all(project, [symbol_of(project, "a.py", ":A")], is_small)
    assert len(seen) == 3, "json is not of the project, and nobody imports far"
    assert not are_all(project, [symbol_of(project, "a.py", ":A")], lambda facts: not facts.functions)
    assert are_all(project, [symbol_of(project, "far.py", ":Far")], lambda facts: not facts.functions)


def test_a_file_that_cannot_be_read_or_may_be_anything_proves_nothing() -> None:
    project = project_of({"a.py": "import broken\n\nclass A: ...\n", "broken.py": "def (:\n"})
    owner = symbol_of(project, "a.py", ":A")

    assert not are_all(project, [owner], lambda _: True)
    assert not are_all(
        project_of(FAMILY), [symbol_of(PROJECT, "shop/base.py", ":Base")], lambda _: True, lambda *_: None
    )


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("shop/cards.py", False),
        ("shop/latest_test_results.py", False),
        ("contest/attest.py", False),
        ("test_cards.py", True),
        ("shop/cards_test.py", True),
        ("conftest.py", True),
        ("tests/helpers.py", True),
        ("shop_tests/data.py", True),
        ("docs/guide.md", True),
    ],
)
def test_files_of_tests_are_told_by_their_names(path: str, is_test: bool) -> None:
    assert is_test_file(path) is is_test
