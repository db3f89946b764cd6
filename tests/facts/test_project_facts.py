"""References across files: what is not known stays unknown."""

from __future__ import annotations

import typing as t

import pytest
from fact_examples import facts_of, project_of
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.app.project_facts import StoredFacts
from tdomcheck.facts.project.providers import Registered
from tdomcheck.facts.records import (
    ClassFact,
    FileFacts,
    FunctionFact,
    ImportFact,
    ParameterFact,
    ParameterKind,
    ValueKind,
)
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Edit, Finding, Fix, ImportRequest, Premise, Related, Safety, Severity, Span, codec
from tdomcheck.model.claims import Claim
from tdomcheck.model.codec import Unreadable

FILES = {
    "src/shop/__init__.py": "from .cards import Card\nfrom .stars import *\n",
    "src/shop/cards.py": "class Card: ...\nclass Base: ...\ndef make(): ...\nAlias = Card\n",
    "src/shop/stars.py": "class Star: ...\n",
    "src/shop/again.py": "from shop import Card as C\nfrom .cards import make as m\nimport shop.cards as sc\n",
    "src/shop/deep/inner.py": "from ..cards import Card\nfrom .. import Star\nfrom ... import beyond\n",
    "src/shop/loop.py": "from .loop2 import x\n",
    "src/shop/loop2.py": "from .loop import x\n",
    "tests/test_shop.py": "from shop import Card\nfrom svcs import Container\n",
}
PROJECT = project_of(FILES, ("src", ""))


@pytest.mark.parametrize(
    ("path", "reference", "key"),
    [
        ("tests/test_shop.py", "shop.Card", "shop.cards.Card"),
        ("tests/test_shop.py", "shop.cards.Card", "shop.cards.Card"),
        ("tests/test_shop.py", "shop.cards.Alias", "shop.cards.Card"),
        ("tests/test_shop.py", "shop.Star", "shop.stars.Star"),
        ("tests/test_shop.py", "shop.again.C", "shop.cards.Card"),
        ("tests/test_shop.py", "shop.again.m", "shop.cards.make"),
        ("tests/test_shop.py", "shop.again.sc.Card", "shop.cards.Card"),
        ("src/shop/deep/inner.py", "..cards.Card", "shop.cards.Card"),
        ("src/shop/deep/inner.py", "..Star", "shop.stars.Star"),
        ("src/shop/cards.py", ":Alias", "shop.cards.Card"),
        ("tests/test_shop.py", "shop.cards", "shop.cards"),
        ("tests/test_shop.py", "svcs.Container", "svcs.Container"),
    ],
)
def test_a_reference_leads_to_its_definition(path: str, reference: str, key: str) -> None:
    found = PROJECT.resolve(path, reference)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    ("path", "reference"),
    [
        ("tests/test_shop.py", ""),
        ("tests/test_shop.py", "shop.Missing"),
        ("tests/test_shop.py", "shop.missing.Card"),
        ("src/shop/loop.py", ".loop2.x"),
        ("src/shop/deep/inner.py", "......beyond"),
        ("src/shop/cards.py", ":missing"),
    ],
)
def test_what_leads_nowhere_is_unknown(path: str, reference: str) -> None:
    assert PROJECT.resolve(path, reference) is None


def test_files_are_named_below_the_closest_root() -> None:
    project = project_of({"src/a/b.py": "", "a/src/c.py": "", "d/__init__.py": "", "e.pyi": ""}, ("", "src", "a/src"))
    assert [project.module_name(path) for path in ("src/a/b.py", "a/src/c.py", "d/__init__.py", "e.pyi")] == [
        "a.b",
        "c",
        "d",
        "e",
    ]
    assert project.module_name("nowhere.py") == ""


LAID_OUT = {
    "src/shop/__init__.py": "",
    "src/shop/db.py": "class Db: ...\n",
    "src/shop/wiring.py": "from shop.db import Db as A\nfrom src.shop.db import Db as B\nfrom .db import Db as C\n",
    "src/loose/bare.py": "class Bare: ...\n",
    "libs/other/__init__.py": "class Other: ...\n",
    "a/twin/__init__.py": "class Twin: ...\n",
    "b/twin/__init__.py": "class Twin: ...\n",
    "b/twin/use.py": "from . import Twin\n",
}


@pytest.mark.parametrize("root", ["", "."])
def test_a_package_is_named_below_the_folder_that_it_stands_in(root: str) -> None:
    project = project_of(LAID_OUT, (root,))
    names = [project.module_name(path) for path in LAID_OUT]
    assert names[:3] == ["shop", "shop.db", "shop.wiring"]
    assert names[3:] == ["loose.bare", "other", "a.twin", "b.twin", "b.twin.use"]
    found = {
        project.resolve("src/shop/wiring.py", reference) for reference in ("shop.db.Db", "src.shop.db.Db", ".db.Db")
    }
    assert {symbol.key for symbol in found if symbol is not None} == {"shop.db.Db"}
    assert len(found) == 1
    twin = project.resolve("b/twin/use.py", ".Twin")
    assert twin is not None
    assert twin.path == "b/twin/__init__.py"


def test_a_configured_root_wins_over_the_chain_of_packages() -> None:
    project = project_of({"src/ns/pkg/__init__.py": "", "lib/pkg/__init__.py": ""}, ("src", "."))
    assert project.module_name("src/ns/pkg/__init__.py") == "ns.pkg"
    assert project.module_name("lib/pkg/__init__.py") == "pkg"


@pytest.mark.parametrize(
    ("text", "is_complete"),
    [
        ("registry.register_value(A, 1)\nprint(registry)\n", True),
        ("registry.register_value(A, 1)\ndef setup(r): ...\nsetup(registry)\n", True),
        ("registry.register_value(A, 1)\nadd = registry.register_factory\n", False),
        ("registry.register_value(A, 1)\nmap(registry.register_factory, kinds)\n", False),
        ("registry.register_value(A, 1)\ngetattr(registry, 'register_factory')(A, A)\n", False),
        ("from ext import setup\nregistry.register_value(A, 1)\nsetup(registry)\n", False),
        ("from svcs_di import injectable\nregistry.register_value(A, 1)\ninjectable(A)\n", False),
    ],
)
def test_what_registers_by_another_way_leaves_everything_possible(text: str, is_complete: bool) -> None:
    code = f"import svcs\nclass A: ...\n{text}"
    assert Registered(project_of({"a.py": code}), tests=False).is_complete == is_complete
    both = {"a.py": "import svcs\nclass A: ...\nregistry.register_value(A, 1)\n", "tests/test_a.py": code}
    assert Registered(project_of(both), tests=False).is_complete
    assert Registered(project_of(both), tests=True).is_complete == is_complete


def test_a_source_wins_over_its_stub() -> None:
    project = project_of({"a.pyi": "class A: ...\n", "a.py": "class A: ...\n"})
    found = project.resolve("a.py", "a.A")
    assert found is not None
    assert found.path == "a.py"


CLASSES = {
    "m.py": """
import attrs
from dataclasses import dataclass
from other import Foreign

@dataclass
class Base:
    a: int
    b: int = 1

@dataclass
class Child(Base):
    c: int = 2
    b: str = ""

class Plain(Child): ...

class Own(Base):
    def __init__(self, x): ...

@dataclass
class Written(Base):
    d: int

    def __init__(self, y): ...

@dataclass(init=False)
class Bare:
    a: int

@attrs.define
class Private:
    _title: str
    size: int = attrs.field(alias="large")

class Strange(Foreign): ...

class Meta(Base, metaclass=Foreign): ...

class Loop(Loop2): ...
class Loop2(Loop): ...

def function(a, *, b=1): ...

@decorated
def changed(a): ...
"""
}


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("Base", ["a", "b"]),
        ("Child", ["a", "b", "c"]),
        ("Own", ["x"]),
        ("Written", ["y"]),
        ("Bare", None),
        ("Private", ["title", "large"]),
        ("function", ["a", "b"]),
        ("Strange", None),
        ("Meta", None),
        ("changed", None),
        ("Plain", ["a", "b", "c"]),
    ],
)
def test_what_a_caller_may_pass(name: str, names: list[str] | None) -> None:
    project = project_of(CLASSES)
    symbol = project.resolve("m.py", f":{name}")
    assert symbol is not None
    found = project.parameters(symbol)
    assert (None if found is None else [parameter.name for parameter in found]) == names


def test_classes_that_derive_from_each_other_come_to_an_end() -> None:
    project = project_of(CLASSES)
    symbol = project.resolve("m.py", ":Loop")
    assert symbol is not None
    project.ancestors(symbol)
    project.parameters(symbol)
    assert not project.derives_from(symbol, {"nothing"})


def test_what_is_registered_in_another_file_is_known() -> None:
    project = project_of(
        {
            "a.py": "class Cart: ...\nclass Other: ...\n",
            "b.py": "import svcs\nfrom a import Cart as C\nregistry.register_factory(C, C)\n",
            "tests/test_c.py": "import svcs\nfrom a import Other\nregistry.register_value(Other, 1)\n",
        }
    )
    cart, other = project.resolve("a.py", ":Cart"), project.resolve("a.py", ":Other")
    assert cart is not None
    assert other is not None
    plain, with_tests = Registered(project, tests=False), Registered(project, tests=True)
    assert (plain.may_provide(cart), plain.may_provide(other)) == (True, False)
    assert with_tests.may_provide(other)


def test_a_registration_of_who_knows_what_proves_nothing() -> None:
    project = project_of({"a.py": "import svcs\nregistry.register_value(kinds[0], 1)\nclass A: ...\n"})
    assert not Registered(project, tests=False).is_complete


words = st.text(max_size=8)
numbers = st.integers(0, 10**6)
truths = st.booleans()


def few(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


parameter_kinds = st.sampled_from(ParameterKind)
parameters = st.builds(
    ParameterFact, words, parameter_kinds, words, words, words, truths, truths, truths, numbers, numbers
)
functions = st.builds(
    FunctionFact,
    words,
    few(parameters),
    words,
    few(words),
    truths,
    numbers,
    numbers,
    returned=few(st.sampled_from(ValueKind)),
)
classes = st.builds(
    ClassFact, words, few(words), few(words), few(parameters), few(words), st.none() | few(parameters), numbers, numbers
)
facts = st.builds(
    FileFacts,
    imports=few(st.builds(ImportFact, words, words, words, numbers, numbers, truths, truths)),
    functions=few(functions),
    classes=few(classes),
    variables=few(st.tuples(words, words)),
    exports=st.none() | few(words),
    features=st.frozensets(words, max_size=4),
    turns=few(st.tuples(words, numbers)),
    is_incomplete=truths,
)
spans = st.builds(Span, numbers, numbers)
edits = st.builds(Edit, numbers, numbers, words)
requests = st.builds(ImportRequest, words.map("m{}".format), words)
fixes = st.builds(Fix, words, few(edits), st.sampled_from(Safety), few(requests))
related = few(st.builds(Related, words, spans, words))
severities = st.sampled_from(Severity)
claims = st.one_of(*map(st.from_type, t.get_args(Claim)))
premises = st.builds(Premise, words, few(words), few(claims), few(st.tuples(words, words)), truths)
findings = st.builds(
    Finding, words, spans, words, words, words, severities, st.none() | fixes, related, premise=st.none() | premises
)


@given(facts)
def test_facts_survive_the_cache(value: FileFacts) -> None:
    text = codec.dumps(value)
    assert "\n" not in text
    assert codec.loads(text, FileFacts) == value


@given(facts)
def test_each_kind_of_facts_is_read_by_itself(value: FileFacts) -> None:
    stored = StoredFacts(codec.dumps_fields(value))
    assert [getattr(stored, name) for name in codec.field_names(FileFacts)] == [
        getattr(value, name) for name in codec.field_names(FileFacts)
    ]


def test_what_nobody_asks_for_is_not_read() -> None:
    broken = codec.dumps_fields(FileFacts(exports=("a",), unsure=("b",))).replace('["a"]', "[[[")
    stored = StoredFacts(broken)

    assert stored.unsure == ("b",)
    assert stored.functions == ()
    assert not stored.is_incomplete
    assert stored.exports is None  # as of a file that could not be read
    assert stored.is_incomplete
    with pytest.raises(AttributeError):
        _ = stored.nothing_of_the_kind  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "[]", "[]\n" * 100])
def test_what_has_other_kinds_of_facts_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        StoredFacts(text)


@given(st.lists(findings, max_size=3).map(tuple))
def test_findings_survive_the_cache(value: tuple[Finding, ...]) -> None:
    analysis = FileAnalysis(value)
    assert codec.loads(codec.dumps(analysis), FileAnalysis) == analysis


@pytest.mark.parametrize("text", ["", "null", "1", "[]", "{}", "[[1]]", '["a"]', "[" * 5_000, "[1,2,3", '"\\ud800'])
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        codec.loads(text, FileFacts)


def test_facts_are_the_same_every_time() -> None:
    text = CLASSES["m.py"]
    assert codec.dumps(facts_of(text)) == codec.dumps(facts_of(text))
