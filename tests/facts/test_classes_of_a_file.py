"""What the classes of a file take, read and derive from, and which of their annotations are evaluated."""

from __future__ import annotations

import pytest
from fact_examples import python_of, view_of

from tdomcheck.facts.html.component_classes import (
    calling_heir,
    demanded_arguments,
    mentions_call,
    plain_lineage,
    refused_props,
    unseen_class,
    untagged_components,
)
from tdomcheck.facts.html.props import tag_places
from tdomcheck.facts.python.classes import classes_of, nodes_of
from tdomcheck.facts.python.dataclass_fields import constructor_fields, has_inherited_default, takes_fields_in_order
from tdomcheck.facts.python.evaluated_annotations import (
    evaluated_names,
    has_text_annotations,
    hint_annotations,
    signature_annotations,
)
from tdomcheck.facts.python.heirs import heirs_of
from tdomcheck.facts.python.self_reads import attributes_read
from tdomcheck.facts.python.type_checking_names import outermost_if, type_checking_names

_DATACLASS = "from dataclasses import KW_ONLY, dataclass, field\nfrom typing import ClassVar\n\n"


def fields(text: str, name: str = "Card") -> str:
    view = python_of(_DATACLASS + text)
    found = constructor_fields(view, classes_of(view)[f":{name}"])
    return " ".join(f"{each.member.name}:{each.demand.name.lower()}" for each in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@dataclass\nclass Card:\n    a: int\n    b: int = 1\n", "a:required b:default"),
        ("@dataclass\nclass Card:\n    a: int = field(default=1)\n    b: int = field()\n", "a:default b:required"),
        ("@dataclass\nclass Card:\n    a: list = field(default_factory=list)\n", "a:default"),
        (
            "@dataclass\nclass Base:\n    a: int = 1\n@dataclass\nclass Card(Base):\n    b: int\n",
            "a:default b:required",
        ),
        ("@dataclass\nclass Base:\n    a: int = 1\n@dataclass\nclass Card(Base):\n    a: int\n", "a:required"),
        (
            "@dataclass\nclass Card:\n    a: int\n    _: KW_ONLY\n    b: int\n",
            "a:required _:keywords_follow b:required",
        ),
        ("@dataclass\nclass Card:\n    a: ClassVar[int] = 1\n", "a:other"),
        # It is not taken by position, or nobody knows; a base that is no dataclass has no fields.
        ("@dataclass\nclass Card:\n    a: int = field(init=False)\n", "a:other"),
        ("@dataclass\nclass Card:\n    a: int = field(**more)\n", "a:other"),
        ("@dataclass\nclass Card:\n    a: int = make()\n", "a:other"),
        ("class Base:\n    a: int = 1\n@dataclass\nclass Card(Base):\n    b: int\n", "b:required"),
        (
            "@dataclass(kw_only=True)\nclass Base:\n    a: int = 1\n@dataclass\nclass Card(Base):\n    b: int\n",
            "b:required",
        ),
        ("@dataclass\nclass Card(Other):\n    b: int\n", "b:required"),
    ],
)
def test_the_fields_in_the_order_of_the_constructor(text: str, expected: str) -> None:
    assert fields(text) == expected


@pytest.mark.parametrize(
    ("decorators", "expected"),
    [
        ("@dataclass\n", True),
        ("@dataclass()\n", True),
        ("@dataclass(frozen=True)\n", True),
        ("@dataclass(kw_only=True)\n", False),
        ("@dataclass(init=False)\n", False),
        ("@dataclass(**more)\n", False),
        ("@other\n", False),
        ("", False),
    ],
)
def test_whether_fields_are_taken_in_order(decorators: str, expected: bool) -> None:
    view = python_of(f"{_DATACLASS}{decorators}class Card:\n    a: int\n")
    assert takes_fields_in_order(view, classes_of(view)[":Card"]) is expected


def test_a_base_may_give_the_default() -> None:
    view = python_of(
        "class Base:\n    a: int = 1\n    b: int\n    c = 1\n\nclass Card(Base):\n    a: int\n    b: int\n"
    )
    card = classes_of(view)[":Card"]
    assert [has_inherited_default(view, card, name) for name in "abcd"] == [True, False, True, False]


def test_heirs_are_followed_also_by_way_of_others() -> None:
    view = python_of("class A: ...\nclass B(A): ...\nclass C(B): ...\nclass D(Other): ...\n")
    assert [heir.path for heir in heirs_of(view, classes_of(view)[":A"])] == ["B", "C"]
    assert heirs_of(view, classes_of(view)[":D"]) == []


def test_a_method_reads_what_the_methods_read_that_it_uses() -> None:
    view = python_of(
        """
        class Card:
            def __call__(self):
                return self.head(), self.title

            def head(self):
                return self.size, self.head()

            def other(self):
                return self.hidden
        """
    )
    methods = nodes_of(view, classes_of(view)[":Card"]).methods
    read = {view.text(node) for node in attributes_read(view, methods, "__call__")}
    assert read == {"self.head", "self.title", "self.size"}
    assert attributes_read(view, methods, "missing") == []


@pytest.mark.parametrize(
    ("annotation", "quoted", "plain"),
    [
        ("Db", "Db", "Db"),
        ("list[Db]", "list Db", "list Db"),
        ("shop.Db", "shop", "shop"),
        ("'Db'", "Db", ""),
        ("list['shop.Db']", "list shop Db", "list"),
        ("Db | None", "Db", "Db"),
        ("Annotated[Db, 'a word']", "Annotated Db", "Annotated Db"),
        ("Literal['Db']", "Literal", "Literal"),
        ("1", "", ""),
    ],
)
def test_the_names_that_an_annotation_looks_up(annotation: str, quoted: str, plain: str) -> None:
    view = python_of(f"def page(x: {annotation}): ...\n")
    (typed,) = signature_annotations(view, view.nodes["function"][0])
    assert " ".join(evaluated_names(view, typed, is_quoted=True)) == quoted
    assert " ".join(evaluated_names(view, typed, is_quoted=False)) == plain


@pytest.mark.parametrize(
    ("text", "signature", "hints"),
    [
        ("class Card:\n    a: int\n", "", "int"),
        ("from dataclasses import dataclass\n@dataclass\nclass Card:\n    a: int\n", "int", "int"),
        ("class Card:\n    a: int\n    def __init__(self, b: str): ...\n", "str", "int"),
        ("class Card: ...\n", "", ""),
    ],
)
def test_what_is_evaluated_of_a_class(text: str, signature: str, hints: str) -> None:
    view = python_of(text)
    node = view.nodes["class"][0]
    assert " ".join(view.text(typed) for typed in signature_annotations(view, node)) == signature
    assert " ".join(view.text(typed) for typed in hint_annotations(view, node)) == hints


def test_of_a_method_no_hints_are_asked_for() -> None:
    view = python_of("class Card:\n    def show(self, x: int) -> str: ...\n")
    assert hint_annotations(view, view.nodes["function"][0]) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if TYPE_CHECKING:\n    from shop import Db\n", {"Db"}),
        ("if TYPE_CHECKING:\n    from shop import Db as Base\n", {"Base"}),
        ("if TYPE_CHECKING:\n    from shop import Db\nelse:\n    Db = object\n", set()),
        ("if TYPE_CHECKING:\n    from shop import Db\nfrom shop import Db\n", set()),
        ("if TYPE_CHECKING:\n    from shop import Db\nDb = object\n", set()),
        ("if TYPE_CHECKING:\n    from shop import *\n", set()),
        ("from shop import Db\n", set()),
    ],
)
def test_the_names_for_type_checkers_alone(text: str, expected: set[str]) -> None:
    view = python_of(f"from typing import TYPE_CHECKING\n\n{text}")
    assert set(type_checking_names(view)) == expected


def test_the_if_around_an_import() -> None:
    view = python_of("import os\nif os:\n    import sys\nimport re\n")
    block = outermost_if(view, view.source.data.index(b"import sys"))
    assert block is not None
    assert block.type == "if_statement"
    assert outermost_if(view, view.source.data.index(b"import re")) is None


def test_whether_annotations_are_text() -> None:
    assert has_text_annotations(python_of("from __future__ import annotations\n"))
    assert not has_text_annotations(python_of("from __future__ import division\nimport annotations\n"))


_CARD = "import tdom\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class Card: ...\n", ["Card"]),
        ("class Base: ...\nclass Card(Base): ...\n", ["Card", "Base"]),
        ("from dataclasses import dataclass\n@dataclass\nclass Card: ...\n", ["Card"]),
        ("@register\nclass Card: ...\n", None),
        ("class Card(Other): ...\n", None),
        ("@register\nclass Base: ...\nclass Card(Base): ...\n", None),
    ],
)
def test_whose_bodies_say_all_of_a_class(text: str, expected: list[str] | None) -> None:
    view = view_of(_CARD + text)
    owners = plain_lineage(view, classes_of(view)[":Card"])
    assert (None if owners is None else [owner.path for owner in owners]) == expected


def test_the_heir_that_can_be_called() -> None:
    view = view_of(f"{_CARD}class Base: ...\nclass Card(Base):\n    def __call__(self): ...\nclass Alone: ...\n")
    classes = classes_of(view)
    assert calling_heir(view, classes[":Base"]) == "Card"
    assert calling_heir(view, classes[":Alone"]) == ""


def test_a_call_that_is_given_later() -> None:
    view = view_of(f"{_CARD}class A: ...\nclass B: ...\nA.__call__ = show\n")
    assert [mentions_call(view, owner) for owner in classes_of(view).values()] == [True, False]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("self, size", "size"),
        ("self, *, size, wide=1", "size"),
        ("self", ""),
        ("self, size=1", ""),
        ("self, *sizes, **more", ""),
    ],
)
def test_what_a_call_without_arguments_leaves_empty(parameters: str, expected: str) -> None:
    view = view_of(f"{_CARD}class Card:\n    def __call__({parameters}): ...\n")
    found = demanded_arguments(view, view.nodes["function"][0])
    assert " ".join(parameter.name for parameter in found) == expected


@pytest.mark.parametrize(
    ("class_", "attributes", "expected"),
    [
        ("class Card: ...", "title='a' size={1}", ["title", "size"]),
        ("class Card: ...", "class='a' data={x}", []),
        ("class Card: ...", "{x}", []),
        ("class Card:\n    def __init__(self, title): ...", "title='a'", []),
        ("from dataclasses import dataclass\n@dataclass\nclass Card:\n    title: str", "title='a'", []),
    ],
)
def test_the_props_that_a_constructor_refuses(class_: str, attributes: str, expected: list[str]) -> None:
    view = view_of(f'{_CARD}{class_}\n\npage = t"<{{Card}} {attributes} />"\n')
    (place,) = tag_places(view)
    owners = plain_lineage(view, classes_of(view)[":Card"])
    assert owners is not None
    assert [given.name for given in refused_props(place.tag, owners)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from shop import Card\n", "shop.Card"),
        ("from shop import Base\nclass Card(Base): ...\n", ":Card"),
        ("from shop import Base\nclass Card(Base):\n    def __call__(self): ...\n", ""),
        ("class Card: ...\n", ""),
        ("def Card(): ...\n", ""),
    ],
)
def test_a_class_that_only_the_project_knows(text: str, expected: str) -> None:
    view = view_of(f'{_CARD}{text}\npage = t"<{{Card}} />"\n')
    (place,) = tag_places(view)
    premise = unseen_class(view, place, "some kind")
    assert (premise.reference if premise is not None else "") == expected


_CALL = (
    "from string.templatelib import Template\n\nclass Card:\n    def __call__(self) -> Template:\n        return x\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_CALL, [("Card", True)]),
        ("class Card:\n    def __call__(self):\n        return x\n", [("Card", False)]),
        (f"{_CALL}\nshow(Card())\n", []),
        (f"{_CALL}\nclass Heir(Card): ...\n", []),
        (_CALL.replace("return x", "..."), []),
        # What takes more may be called by somebody else: the project has to say that tags name it.
        (_CALL.replace("(self)", "(self, request)"), [("Card", False)]),
        (_CALL.replace("class Card", "@other\nclass Card"), []),
        ("class Card:\n    def show(self): ...\n", []),
    ],
)
def test_classes_that_tags_of_other_files_may_name(text: str, expected: list[tuple[str, bool]]) -> None:
    view = view_of(_CARD + text)
    assert [(class_.path, is_said) for class_, is_said in untagged_components(view, ())] == expected


def test_a_class_that_a_container_hands_out_is_none() -> None:
    view = view_of(_CARD + _CALL)
    assert list(untagged_components(view, {":Card"})) == []
