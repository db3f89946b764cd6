"""Fields that a class inherits from other files: annotations that only type checkers see, and names in capitals."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import project_of, symbol_of

from tdomcheck.facts.project.inherited_fields import is_inherited
from tdomcheck.facts.project.value_lookup import start, value_at
from tdomcheck.model import Premise
from tdomcheck.model.claims import Trait

BASE = """
from __future__ import annotations
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shop.db import Db

@dataclass
class Base:
    db: {annotation}
"""
HEIR = """
from dataclasses import dataclass
from tdom import html
from shop.base import Base

@dataclass
class Heir(Base):
    own: int = 0

    def __call__(self): ...

page = html(t"<{Heir} />")
"""


def inherits(kind: Trait, base: str, heir: str = HEIR) -> bool:
    project = project_of({"shop/base.py": base, "shop/heir.py": heir, "shop/db.py": "class Db: ...\n"})
    return is_inherited(project, symbol_of(project, "shop/heir.py", ":Heir"), kind)


def hiding(annotation: str = "Db") -> str:
    return dedent(BASE).format(annotation=annotation)


@pytest.mark.parametrize("annotation", ["Db", "list[Db]", "Db | None", "dict[str, Db]"])
def test_an_annotation_that_only_type_checkers_can_read_is_inherited(annotation: str) -> None:
    assert inherits(Trait.UNRESOLVED_HINTS, hiding(annotation))


@pytest.mark.parametrize(
    "base",
    [
        pytest.param(hiding("int"), id="another annotation"),
        pytest.param(hiding("shop.Db"), id="a part of a dotted name"),
        pytest.param(hiding("Literal['Db']"), id="text that is no annotation"),
        pytest.param(hiding() + "\nDb = object\n", id="the file gives it a value"),
        pytest.param(hiding().replace("@dataclass\n", "class Db: ...\n\n@dataclass\n"), id="the file defines it"),
        pytest.param(hiding() + "\nfrom shop.db import Db\n", id="it is imported at run time, too"),
        pytest.param(hiding().replace("from typing import TYPE_CHECKING", "TYPE_CHECKING = True"), id="its own name"),
        pytest.param(hiding().replace("from typing import", "from shop.flags import"), id="a flag of another module"),
        pytest.param(hiding() + "\nfrom shop.db import *\n", id="a star may bring it"),
    ],
)
def test_an_annotation_that_may_be_read_at_run_time_is_not_hidden(base: str) -> None:
    assert not inherits(Trait.UNRESOLVED_HINTS, base)


def test_the_field_of_the_same_file_is_not_inherited() -> None:
    one = hiding() + dedent(HEIR).replace("from shop.base import Base\n", "")
    project = project_of({"shop/heir.py": one, "shop/db.py": "class Db: ...\n"})

    assert not is_inherited(project, symbol_of(project, "shop/heir.py", ":Heir"), Trait.UNRESOLVED_HINTS)


def test_a_field_in_capitals_is_one_that_no_tag_can_name() -> None:
    assert inherits(Trait.CAPITAL_FIELD, "from dataclasses import dataclass\n\n@dataclass\nclass Base:\n    ID: str\n")


CAPITAL_BASE = """
from dataclasses import dataclass
from typing import ClassVar, Final
from svcs_di import Inject
from shop.db import Db

@dataclass
class Base:
    {field}
"""


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("name: str", id="in small letters"),
        pytest.param("ID: ClassVar[str] = ''", id="a class variable"),
        pytest.param("ID: Final = 1", id="a constant"),
        pytest.param("ID: Inject[Db]", id="a container fills it"),
        pytest.param("ID: str\n    def __post_init__(self): ...", id="something else may fill it"),
    ],
)
def test_a_field_that_a_tag_need_not_name_is_left_alone(field: str) -> None:
    assert inherits(Trait.CAPITAL_FIELD, CAPITAL_BASE.format(field="ID: str"))
    assert not inherits(Trait.CAPITAL_FIELD, CAPITAL_BASE.format(field=field))


def test_a_class_that_no_tag_names_and_some_file_imports_is_made_by_hand() -> None:
    files = {
        "shop/base.py": CAPITAL_BASE.format(field="ID: str"),
        "shop/heir.py": dedent(HEIR).replace("page =", "# page ="),
        "shop/use.py": "from shop.heir import Heir\n",
        "shop/db.py": "class Db: ...\n",
    }
    project = project_of(files)

    assert not is_inherited(project, symbol_of(project, "shop/heir.py", ":Heir"), Trait.CAPITAL_FIELD)


VALUES = """
from dataclasses import dataclass
from string.templatelib import Template

@dataclass
class Item:
    stock: int
    tags: list[str]
    flags: list[bool]
    owner: "Item"

    def total(self) -> int: ...

    def page(self) -> Template: ...

def make() -> Item: ...

def many() -> list[Item]: ...

async def later() -> Item: ...

@wrapped
def odd() -> Item: ...

TITLE = "title"
"""


def kind(reference: str, *steps: str, values: str = VALUES) -> str | None:
    project = project_of({"shop/values.py": values, "shop/page.py": ""})
    value = value_at(project, "shop/page.py", Premise(f"shop.values.{reference}", steps, ()))
    return value.kind if value is not None else None


@pytest.mark.parametrize(
    ("reference", "steps", "expected"),
    [
        ("make", (), "function"),
        ("Item", (), "class"),
        ("TITLE", (), "str"),
        ("make", ("()",), "object"),
        ("Item", ("()",), "object"),
        ("Item", ("()", ".stock"), "int"),
        ("Item", ("()", ".tags"), "list"),
        ("Item", ("()", ".flags"), "list of more than text"),
        ("Item", ("()", ".owner", ".stock"), "int"),
        ("Item", ("()", ".total"), "method"),
        ("Item", ("()", ".total", "()"), "int"),
        ("Item", ("()", ".page", "()"), "template"),
        ("many", ("()",), "list"),
        ("many", ("()", "[]", ".stock"), "int"),
    ],
)
def test_where_the_path_of_a_value_leads(reference: str, steps: tuple[str, ...], expected: str) -> None:
    assert kind(reference, *steps) == expected


@pytest.mark.parametrize(
    ("reference", "steps"),
    [
        ("missing", ()),
        ("odd", ()),
        ("odd", ("()",)),
        ("later", ("()",)),
        ("make", ("()", ".missing")),
        ("make", (".stock",)),
        ("Item", (".stock",)),
        ("Item", ("()", "()")),
        ("Item", ("()", ".stock", ".real")),
        ("Item", ("()", "[]")),
        ("TITLE", ("()",)),
    ],
)
def test_a_path_that_leads_nowhere_is_unknown(reference: str, steps: tuple[str, ...]) -> None:
    assert kind(reference, *steps) is None


@pytest.mark.parametrize(
    "more",
    [
        pytest.param("\nclass Heir(Item):\n    stock: str\n", id="an heir has another"),
        pytest.param("\nclass Heir(Item):\n    def stock(self): ...\n", id="an heir has a method"),
    ],
)
def test_an_attribute_that_an_heir_has_in_another_way_is_unknown(more: str) -> None:
    assert kind("Item", "()", ".stock", values=dedent(VALUES) + more) is None
    assert kind("Item", "()", ".tags", values=dedent(VALUES) + more) == "list"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("    def total", "    def __post_init__(self): ...\n\n    def total", id="fields may be remade"),
        pytest.param("    def total", "    def __getattr__(self, name): ...\n\n    def total", id="any attribute"),
        pytest.param("class Item:", "class Item(Stranger):", id="a base that is not known"),
        pytest.param("@dataclass\n", "@strange\n", id="a decorator that is not known"),
    ],
)
def test_an_attribute_of_a_class_that_nobody_sees_through_is_unknown(old: str, new: str) -> None:
    assert kind("Item", "()", ".stock", values=dedent(VALUES).replace(old, new)) is None


def test_what_is_outside_the_project_or_decorated_is_the_start_of_nothing() -> None:
    project = project_of({"shop/values.py": VALUES})

    assert start(None) is None
    assert start(project.resolve("shop/values.py", "json.dumps")) is None
    assert start(project.resolve("shop/values.py", ":odd")) is None
    assert start(project.resolve("shop/values.py", ":make")) is not None
