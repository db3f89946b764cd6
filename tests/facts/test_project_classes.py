"""What certainly is an instance, has an attribute, or lacks one: a class that nobody can see through proves nothing."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import project_of, symbol_of

from tdomcheck.facts.project.async_middleware import call_method, is_called_async
from tdomcheck.facts.project.attributes import attributes_of, is_nominal, is_protocol, lacks_attributes
from tdomcheck.facts.project.instances import constant_type, instance_type, maker_kind, single_definition
from tdomcheck.facts.project.missing_members import has_class_variables, has_default, lacks
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import ClassFact
from tdomcheck.model.claims import Lacks, Without

SHOP = """
from abc import ABC
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from elsewhere import Stranger, wrapped

@dataclass
class Item:
    name: str
    price: int = 0

    def total(self): ...

@dataclass
class Sale(Item):
    share: float = 0.5

@dataclass(kw_only=True)
class Named:
    label: str = ""

class Priced(Protocol):
    price: int

    def total(self): ...

@runtime_checkable
class Sized(Protocol):
    width: int

class Plain:
    kind = "plain"

    def show(self): ...

class Handmade:
    def __init__(self, name):
        self.name = name

class Callable:
    def __call__(self, colour): ...

class Later:
    async def __call__(self): ...

class HeirOfLater(Later): ...

class Derived(Stranger): ...

@wrapped
class Wrapped: ...

class Meta(metaclass=Stranger): ...

class Dynamic:
    def __getattr__(self, name): ...

class Wanted(ABC): ...

def make() -> Item: ...

def guess(): ...

def other() -> "Plain": ...

async def later() -> Item: ...

LIMIT = 3
ROUTES = {}
TEXT = "text"
MADE = Plain()
MADE_CALLABLE = Callable()
"""
PATH = "shop/things.py"


@pytest.fixture(scope="module")
def shop() -> Project:
    return project_of({PATH: SHOP, "shop/use.py": "from shop.things import LIMIT, MADE\n"})


def owners(project: Project, name: str) -> list[ClassFact]:
    lineage = project.ancestors(symbol_of(project, PATH, f":{name}"))
    assert lineage is not None
    return [owner.class_ for owner in lineage if owner.class_ is not None]


@pytest.mark.parametrize("name", ["Callable", "Later", "Derived", "Wrapped", "Meta", "make", "missing"])
def test_what_may_be_called_is_no_plain_instance(shop: Project, name: str) -> None:
    assert instance_type(shop, shop.resolve(PATH, f":{name}")) == ""


@pytest.mark.parametrize("name", ["Item", "Sale", "Plain", "Handmade", "Dynamic"])
def test_an_object_of_a_class_without_a_call_cannot_be_called(shop: Project, name: str) -> None:
    assert instance_type(shop, shop.resolve(PATH, f":{name}")) == name


@pytest.mark.parametrize(
    ("path", "reference", "type_"),
    [
        (PATH, ":ROUTES", "dict"),
        (PATH, ":TEXT", "str"),
        ("shop/use.py", "shop.things.ROUTES", "dict"),
        (PATH, ":LIMIT", ""),
        (PATH, ":MADE_CALLABLE", ""),
        (PATH, ":missing", ""),
        ("shop/use.py", "elsewhere.LIMIT", ""),
        (PATH, "shop.things.Item.price", ""),
    ],
)
def test_a_constant_cannot_be_called_where_its_value_is_written_out(
    shop: Project, path: str, reference: str, type_: str
) -> None:
    assert constant_type(shop, path, reference) == type_


def test_a_constant_that_is_made_is_of_the_class_that_makes_it(shop: Project) -> None:
    assert constant_type(shop, PATH, ":MADE") == "Plain"


def test_what_is_defined_twice_is_no_single_definition() -> None:
    project = project_of({"a.py": "class A: ...\nclass A: ...\n\ndef f(): ...\n\nclass B: ...\n"})

    assert single_definition(project, project.resolve("a.py", ":A")) is None
    assert single_definition(project, None) is None
    assert single_definition(project, project.resolve("a.py", "json.dumps")) is None
    assert single_definition(project, project.resolve("a.py", ":f")) is not None
    assert single_definition(project, project.resolve("a.py", ":B")) is not None


@pytest.mark.parametrize(
    ("wanted", "given", "kind"),
    [
        pytest.param("Item", "Item", "class", id="the class itself"),
        pytest.param("Item", "Sale", "class", id="an heir"),
        pytest.param("Priced", "Item", "class", id="what a protocol asks for"),
        pytest.param("Item", "make", "function", id="a function that gives one"),
        pytest.param("Sale", "Item", "", id="a base"),
        pytest.param("Item", "Plain", "", id="another class"),
        pytest.param("Item", "guess", "", id="a function that says nothing"),
        pytest.param("Item", "other", "", id="a function that gives another"),
        pytest.param("Priced", "Plain", "", id="a class without what the protocol asks for"),
        pytest.param("Sized", "Item", "", id="a protocol without a method"),
        pytest.param("Callable", "make", "", id="a function may be what is wanted"),
        pytest.param("Derived", "make", "", id="a class whose base is not known"),
    ],
)
def test_what_makes_an_instance(shop: Project, wanted: str, given: str, kind: str) -> None:
    assert maker_kind(shop, symbol_of(shop, PATH, f":{wanted}"), symbol_of(shop, PATH, f":{given}")) == kind


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        pytest.param("Item", ["name", "price", "total"], id="a dataclass"),
        pytest.param("Sale", ["name", "price", "share", "total"], id="with what it inherits"),
        pytest.param("Priced", ["price", "total"], id="a protocol"),
        pytest.param("Sized", ["width"], id="a protocol at run time"),
        pytest.param("Plain", None, id="no dataclass: a method may set more"),
        pytest.param("Handmade", None, id="a constructor of its own"),
        pytest.param("Derived", None, id="a base that is not known"),
        pytest.param("Dynamic", None, id="any attribute"),
        pytest.param("Wrapped", None, id="a decorator that nobody knows"),
        pytest.param("make", None, id="a function"),
    ],
)
def test_the_attributes_of_a_class(shop: Project, name: str, attributes: list[str] | None) -> None:
    assert attributes_of(shop, symbol_of(shop, PATH, f":{name}")) == attributes


def test_a_class_variable_may_be_in_a_class_that_no_fact_tells_of() -> None:
    project = project_of({"a.py": "from typing import ClassVar\n" + dedent(SHOP)})

    assert attributes_of(project, symbol_of(project, "a.py", ":Item")) is None


@pytest.mark.parametrize(
    ("given", "wanted", "is_exact", "does_lack"),
    [
        pytest.param("Item", "Sized", True, True, id="a dataclass without an attribute"),
        pytest.param("Item", "Sale", True, True, id="a base lacks what its heir has"),
        pytest.param("Item", "Sale", False, False, id="but it may be the heir"),
        pytest.param("Sale", "Item", True, False, id="an heir has all"),
        pytest.param("Item", "Priced", True, False, id="it has what the protocol asks for"),
        pytest.param("Plain", "Sized", True, False, id="nobody knows what it has"),
        pytest.param("Item", "Handmade", True, False, id="nobody knows what that needs"),
        pytest.param("make", "Sized", True, False, id="a function is no class"),
        pytest.param("Derived", "Sized", True, False, id="a base is not known"),
    ],
)
def test_an_object_lacks_an_attribute(shop: Project, given: str, wanted: str, is_exact: bool, does_lack: bool) -> None:
    objects = (symbol_of(shop, PATH, f":{name}") for name in (given, wanted))

    assert lacks_attributes(shop, *objects, is_exact=is_exact) is does_lack


@pytest.mark.parametrize(("name", "is_one"), [("Priced", True), ("Sized", True), ("Item", False), ("make", False)])
def test_a_protocol_names_it_as_a_base(shop: Project, name: str, is_one: bool) -> None:
    assert is_protocol(shop, symbol_of(shop, PATH, f":{name}")) is is_one


@pytest.mark.parametrize(("name", "is_apart"), [("Item", True), ("Sale", True), ("Priced", False), ("Derived", False)])
def test_another_class_can_pass_for_a_protocol(shop: Project, name: str, is_apart: bool) -> None:
    assert is_nominal(shop, symbol_of(shop, PATH, f":{name}")) is is_apart


@pytest.mark.parametrize(
    ("name", "claim", "is_lacking"),
    [
        ("Item", Lacks("colour", Without.DATACLASS), True),
        ("Item", Lacks("price", Without.DATACLASS), False),
        ("Sale", Lacks("name", Without.DATACLASS), False),
        ("Plain", Lacks("colour", Without.DATACLASS), False),
        ("Callable", Lacks("colour", Without.CALLABLE), True),
        ("Item", Lacks("colour", Without.DEFAULTED), True),
        ("Named", Lacks("colour", Without.DEFAULTED), False),
        ("Item", Lacks("price", Without.DEFAULTED), False),
        ("Handmade", Lacks("colour", Without.DATACLASS), False),
        ("Dynamic", Lacks("colour", Without.DATACLASS), False),
        ("Wrapped", Lacks("colour", Without.DATACLASS), False),
    ],
)
def test_what_a_class_lacks(shop: Project, name: str, claim: Lacks, is_lacking: bool) -> None:
    lineage = shop.ancestors(symbol_of(shop, PATH, f":{name}"))

    assert lineage is not None
    assert lacks(shop, lineage, claim) is is_lacking


def test_a_callable_class_lacks_a_name_unless_its_file_may_have_class_variables() -> None:
    bare = "class Callable:\n    def __call__(self): ...\n"
    for text, is_lacking in ((bare, True), ("import typing\n" + bare, False), ("from typing import *\n" + bare, False)):
        project = project_of({"a.py": text})
        lineage = project.ancestors(symbol_of(project, "a.py", ":Callable"))

        assert lineage is not None
        assert has_class_variables(project, lineage) is not is_lacking
        assert lacks(project, lineage, Lacks("colour", Without.CALLABLE)) is is_lacking


@pytest.mark.parametrize(("name", "has_one"), [("Item", True), ("Sale", True), ("Named", False), ("Plain", False)])
def test_a_default_is_given_by_position_unless_all_are_named(shop: Project, name: str, has_one: bool) -> None:
    assert has_default(owners(shop, name)) is has_one


@pytest.mark.parametrize(
    ("name", "is_async"),
    [("Later", True), ("HeirOfLater", True), ("Callable", False), ("Plain", False), ("make", False)],
)
def test_a_class_is_called_async_by_its_nearest_call(shop: Project, name: str, is_async: bool) -> None:
    symbol = symbol_of(shop, PATH, f":{name}")

    assert is_called_async(shop, symbol) is is_async
    assert (call_method(shop, symbol) is None) is (name in {"Plain", "make"})
