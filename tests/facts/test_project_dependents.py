"""Which files a change of another one reaches: those that import what changed or need its type, nearest first."""

from __future__ import annotations

import pytest
from fact_examples import facts_of

from tdomcheck.facts.project.declarations import DeclaredChange, declared_changes
from tdomcheck.facts.project.dependents import dependents
from tdomcheck.facts.project.modules import Project
from tdomcheck.model import codec

CARD = "def Card(title: str): ...\n\ndef Other(): ...\n"
SHOP = {
    "shop/__init__.py": "from .card import Card\n",
    "shop/card.py": CARD,
    "shop/page.py": "from shop.card import Card\n",
    "shop/site.py": "from shop.page import Card as Box\n",
    "shop/whole.py": "import shop.card\n",
    "shop/by_package.py": "from shop import Card\n",
    "shop/star.py": "from .card import *\n",
    "shop/other.py": "from shop.card import Other\n",
    "shop/alone.py": "def Card(): ...\n",
}
CHANGED = "shop/card.py"


def reached(
    after: str, files: dict[str, str] = SHOP, path: str = CHANGED, before: str | None = None
) -> dict[str, tuple[int, set[str]]]:
    """The files that a change of one reaches: how far away they are, and what changed for them."""
    old = {name: facts_of(text) for name, text in files.items()}
    old[path] = facts_of(files[path] if before is None else before)
    new = {**old, path: facts_of(after)}
    changes: dict[str, tuple[DeclaredChange, ...]] = {path: declared_changes(old[path], new[path])}
    texts = {name: codec.dumps(facts) for name, facts in new.items()}
    found = dependents([Project(old), Project(new)], changes, texts, {path})
    return {each.path: (each.distance, {cause.change.subject for cause in each.causes}) for each in found}


def test_who_imports_what_changed_is_reached_by_every_way_to_import_it() -> None:
    assert reached(CARD.replace("title: str", "heading: str")) == {
        "shop/__init__.py": (1, {"heading", "title"}),
        "shop/page.py": (1, {"heading", "title"}),
        "shop/star.py": (1, {"heading", "title"}),
        "shop/whole.py": (1, {"heading", "title"}),
        "shop/by_package.py": (2, {"heading", "title"}),
        "shop/site.py": (2, {"heading", "title"}),
    }


def test_who_imports_something_else_of_the_file_is_left_alone() -> None:
    assert set(reached(CARD.replace("def Other():", "def Other(x):"))) == {
        "shop/other.py",
        "shop/star.py",
        "shop/whole.py",
    }


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(CARD, id="nothing changed"),
        pytest.param(f"# more\n{CARD}", id="a comment"),
        pytest.param(CARD.replace("...", "pass"), id="a body"),
        pytest.param(f"{CARD}\n\ndef New(): ...\n", id="what nobody imports yet"),
    ],
)
def test_what_nobody_can_notice_reaches_nobody_that_names_what_he_imports(after: str) -> None:
    assert set(reached(after)) <= {"shop/star.py", "shop/whole.py"}


def test_what_is_gone_reaches_those_who_imported_it() -> None:
    assert "shop/page.py" in reached("def Other(): ...\n")


def test_what_comes_back_reaches_those_who_import_it_already() -> None:
    assert "shop/page.py" in reached(CARD, before="def Other(): ...\n")


HEIRS = {
    "shop/base.py": "class Base:\n    title: str\n",
    "shop/heir.py": "from shop.base import Base\n\nclass Heir(Base): ...\n\nclass Stranger: ...\n",
    "shop/uses_heir.py": "from shop.heir import Heir\n",
    "shop/uses_stranger.py": "from shop.heir import Stranger\n",
    "shop/alias.py": "from shop.base import Base\n\nSame = Base\n",
    "shop/uses_alias.py": "from shop.alias import Same\n",
    "shop/uses_nothing.py": "from shop.alias import Base as _\n",
}


def test_a_change_goes_on_through_what_is_made_of_it() -> None:
    found = reached("class Base:\n    title: int\n", HEIRS, "shop/base.py")

    assert {path: distance for path, (distance, _) in found.items()} == {
        "shop/heir.py": 1,
        "shop/alias.py": 1,
        "shop/uses_heir.py": 2,
        "shop/uses_alias.py": 2,
        "shop/uses_nothing.py": 2,
    }


WIRED = {
    "shop/db.py": "class Db: ...\n\nclass Mail: ...\n",
    "shop/setup.py": "from svcs import Registry\nfrom shop.db import Db, Mail\n\ndef setup(registry: Registry): ...\n",
    "shop/users.py": (
        "from dataclasses import dataclass\nfrom svcs_di import Inject\nfrom shop.db import Db\n\n"
        "@dataclass\nclass Users:\n    db: Inject[Db]\n"
    ),
    "shop/view.py": "from shop.db import Db\n\ndef view(container):\n    container.get(Db)\n",
    "shop/mail.py": "from shop.db import Mail\n\ndef send(container):\n    container.get(Mail)\n",
    "shop/plain.py": "from shop.db import Db\n\nDb()\n",
}
REGISTERING = WIRED["shop/setup.py"].replace("...", "registry.register_value({}, 1)")


def test_a_registration_reaches_those_who_need_its_type_though_they_import_nothing_of_it() -> None:
    assert reached(REGISTERING.format("Db"), WIRED, "shop/setup.py") == {
        "shop/users.py": (1, {"Db"}),
        "shop/view.py": (1, {"Db"}),
    }
    assert set(reached(REGISTERING.format("Mail"), WIRED, "shop/setup.py")) == {"shop/mail.py"}


def test_a_registration_of_any_type_reaches_all_who_need_some() -> None:
    assert set(reached(REGISTERING.format("pick()"), WIRED, "shop/setup.py")) == {
        "shop/users.py",
        "shop/view.py",
        "shop/mail.py",
    }


def test_what_is_given_is_not_among_those_that_it_reaches() -> None:
    assert CHANGED not in reached(CARD.replace("title", "heading"))


def test_a_circle_of_imports_comes_to_an_end() -> None:
    files = {"a.py": "from b import y\nx = y\n", "b.py": "from a import x\ny = x\n", "c.py": "from b import y\n"}

    assert set(reached("from b import y\nx = 1\n", files, "a.py")) == {"b.py", "c.py"}


def test_a_file_of_unknown_facts_is_passed_over() -> None:
    project = Project({CHANGED: facts_of(CARD)})
    changes = {CHANGED: (DeclaredChange("Card", "title"),)}

    assert dependents([project], changes, {"gone.py": 'shop card Card [".'}, {CHANGED}) == []
