"""What a file declares to others: a change of that is told, and nothing that only its own code notices."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import facts_of

from tdomcheck.facts.project.declarations import declared_changes

CARD = """
from dataclasses import dataclass
from svcs_di import Inject
from shop.users import Users

LIMIT = 3
NAME = "card"

@dataclass
class Card:
    title: str
    users: Inject[Users]
    size: int = 1

def label(text: str, kind: str = "plain") -> str:
    return text
"""


def changes(after: str, before: str = CARD) -> list[tuple[str, str]]:
    """Each change with the name of the module that reaches it."""
    told = declared_changes(facts_of(before), facts_of(after))
    return [(change.name, change.subject) for change in told]


def edited(old: str, new: str) -> str:
    text = dedent(CARD)
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(CARD, id="the same"),
        pytest.param(f"# a comment\n\n\n{dedent(CARD)}", id="moved down"),
        pytest.param(edited("return text", "return text.upper()"), id="another body"),
        pytest.param(edited("return text", "inner = text\n    return inner"), id="a local name"),
        pytest.param(edited("    size: int = 1", "    size: int = 2"), id="another default"),
        pytest.param(edited("class Card:", 'class Card:\n    """A card."""'), id="a docstring"),
        pytest.param(edited("def label(", "import os\n\ndef label(").replace("import os\n", ""), id="white space"),
    ],
)
def test_what_only_its_own_code_notices_is_no_change(after: str) -> None:
    assert changes(after) == []


@pytest.mark.parametrize(
    ("after", "told"),
    [
        pytest.param(edited("title: str", "title: int"), [("Card", "title")], id="the type of a field"),
        pytest.param(edited("title: str", "heading: str"), [("Card", "heading"), ("Card", "title")], id="its name"),
        pytest.param(edited("    size: int = 1", "    size: int"), [("Card", "size")], id="a default that is gone"),
        pytest.param(edited("    title: str\n", ""), [("Card", "title")], id="a field that is gone"),
        pytest.param(edited("class Card:", "class Card(Base):"), [("Card", "Card")], id="a base"),
        pytest.param(edited("@dataclass\n", ""), [("Card", "Card")], id="a decorator"),
        pytest.param(edited("def label(text: str, ", "def label("), [("label", "text")], id="a parameter"),
        pytest.param(edited(") -> str:", ") -> int:"), [("label", "label")], id="what a function gives"),
        pytest.param(edited("def label", "async def label"), [("label", "label")], id="a function that is awaited"),
        pytest.param(edited("LIMIT = 3", 'LIMIT = "3"'), [("LIMIT", "LIMIT")], id="the kind of a constant"),
        pytest.param(edited('NAME = "card"', 'NAME = "box"'), [("NAME", "NAME")], id="a text that others may name"),
        pytest.param(edited("from shop.users", "from shop.people"), [("Users", "Users")], id="an import"),
    ],
)
def test_what_others_may_notice_is_told(after: str, told: list[tuple[str, str]]) -> None:
    found = changes(after)

    assert set(told) <= set(found)
    assert found == list(dict.fromkeys(found)), "each change once"


def test_a_definition_that_comes_or_goes_is_told_once() -> None:
    both = f"{dedent(CARD)}\nclass Box: ...\n"

    assert changes(both) == [("Box", "Box")]
    assert changes(CARD, both) == [("Box", "Box")]


def test_a_method_belongs_to_the_name_of_its_class() -> None:
    before = "class Card:\n    def area(self): ...\n"

    assert ("Card", "Card.area") in changes("class Card: ...\n", before)


WIRING = """
from svcs import Registry
from shop.users import Users, FrenchUsers

def setup(registry: Registry):
    registry.register_value(Users, Users())
"""


def test_wiring_is_told_by_its_type_as_nobody_has_to_import_it() -> None:
    other = dedent(WIRING).replace("register_value(Users, Users())", "register_value(FrenchUsers, 1)")
    told = declared_changes(facts_of(WIRING), facts_of(other))

    assert {(change.name, change.subject, change.type_ref) for change in told} >= {
        ("", "Users", "shop.users.Users"),
        ("", "FrenchUsers", "shop.users.FrenchUsers"),
    }


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(f"# above\n{dedent(WIRING)}", id="moved down"),
        pytest.param(dedent(WIRING).replace("Users())", "Users())  # the only one"), id="a comment"),
    ],
)
def test_the_same_wiring_elsewhere_in_the_file_is_no_change(other: str) -> None:
    assert changes(other, WIRING) == []


def test_a_registration_of_who_knows_what_is_told_without_a_type() -> None:
    other = dedent(WIRING).replace("register_value(Users, Users())", "register_value(pick(), Users())")
    told = declared_changes(facts_of(WIRING), facts_of(other))

    assert ("", "a registration", "") in {(change.name, change.subject, change.type_ref) for change in told}


def test_a_star_of_exports_is_compared_by_its_names() -> None:
    before = "__all__ = ['a', 'b']\n\ndef a(): ...\n\ndef b(): ...\n"

    assert changes(before.replace("'a', 'b'", "'b', 'a'"), before) == []
    assert ("b", "b") in changes(before.replace(", 'b'", ""), before)
