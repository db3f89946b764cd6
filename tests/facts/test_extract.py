"""All facts of a file in one go, and the words that gates ask for: none for what only looks like it."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import facts_of, view_of

from tdomcheck.facts.extract.features import registers
from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.extract.file import facts_of as facts_once
from tdomcheck.facts.records import FileFacts
from tdomcheck.model.features import Feature, FeatureOf


def words(text: str) -> frozenset[str]:
    return facts_of(text).features


TDOM = "from tdom import html\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param(TDOM, FeatureOf.IMPORT("tdom"), id="a module"),
        pytest.param(TDOM, FeatureOf.IMPORT("tdom.html"), id="a name of it"),
        pytest.param("import svcs.flask\n", FeatureOf.IMPORT("svcs"), id="the package around it"),
        pytest.param(TDOM + 'html(t"<p></p>")', Feature.TEMPLATE, id="a template"),
        pytest.param(TDOM + 'html(t"<{Card} />")', Feature.COMPONENT_TAG, id="the tag of a component"),
        pytest.param(TDOM + 'html(t"<p {attrs}></p>")', Feature.SPREAD, id="a spread"),
        pytest.param(TDOM + 'html(t"<p class={x}/>")', Feature.SWALLOWED_SLASH, id="a swallowed slash"),
        pytest.param(TDOM + 'html(t"<{Card}></{Card}>")', Feature.CLOSING_COMPONENT, id="a closing tag"),
        pytest.param(TDOM + 'html(t"<p>")', Feature.BROKEN_TEMPLATE, id="a problem of the markup"),
        pytest.param(TDOM + 'html(t"<p>{x:safe}</p>")', Feature.AS_IT_IS, id="text as it is"),
        pytest.param(
            TDOM + 'from markupsafe import Markup\nx = Markup("<b>")', Feature.RAW_TEXT, id="text that is marked"
        ),
        pytest.param(
            "from htpy import html\nimport tdom\nhtml(x)\n", FeatureOf.HTML_FROM("htpy.html"), id="another html"
        ),
        pytest.param(
            "from svcs import Registry\nRegistry().register_value(int, 1)\n", Feature.REGISTERING, id="a registration"
        ),
        pytest.param(
            "from svcs import Registry\nRegistry().register_value(int, 1)\n", Feature.REGISTRATION, id="its fact"
        ),
        pytest.param(
            "from svcs_di import Inject\n\ndef f(db: Inject[Db]): ...\n", Feature.INJECTION, id="an injection"
        ),
        pytest.param(
            "import svcs\nfrom shop import Db\n\ndef f(container):\n    container.get(Db)\n",
            Feature.FETCH,
            id="a fetch",
        ),
        pytest.param(
            "from svcs_hopscotch import scan\n\ndef f(registry):\n    scan(registry, shop)\n", Feature.SCAN, id="a scan"
        ),
        pytest.param("import svcs\nsvcs.x(categories={'middleware': []})\n", Feature.CATEGORIZING, id="categories"),
        pytest.param(
            "from svcs import Registry\nadd = Registry().register_value\n",
            Feature.REGISTERING_INDIRECTLY,
            id="indirectly",
        ),
        pytest.param(TDOM + "def f(html): ...\n", FeatureOf.HIDING("html"), id="a parameter hides an import"),
    ],
)
def test_a_file_has_the_word_for_what_it_holds(text: str, word: str) -> None:
    assert word in words(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("from . import tdom\n", FeatureOf.IMPORT("tdom"), id="a module of its own"),
        pytest.param("import tdomino\n", FeatureOf.IMPORT("tdom"), id="a name that begins alike"),
        pytest.param(TDOM + 'html("<p></p>")', Feature.TEMPLATE, id="plain text"),
        pytest.param(TDOM + 'html(t"<p>{Card}</p>")', Feature.COMPONENT_TAG, id="no tag"),
        pytest.param(TDOM + "html(t\"<p class='{x}'></p>\")", Feature.SPREAD, id="an attribute"),
        pytest.param(TDOM + 'html(t"<p class=a />")', Feature.SWALLOWED_SLASH, id="a slash of its own"),
        pytest.param(TDOM + 'html(t"<{Card} />")', Feature.CLOSING_COMPONENT, id="closed at once"),
        pytest.param(TDOM + 'html(t"<p></p>")', Feature.BROKEN_TEMPLATE, id="markup that is right"),
        pytest.param(TDOM + 'html(t"<p>{x}</p>")', Feature.AS_IT_IS, id="escaped text"),
        pytest.param(TDOM + "html(x)\n", FeatureOf.HTML_FROM("tdom.html"), id="the html of tdom"),
        pytest.param("from svcs import Registry\nRegistry().close()\n", Feature.REGISTRATION, id="another method"),
        pytest.param("import svcs\n\ndef f(db: Db): ...\n", Feature.INJECTION, id="no marker"),
        pytest.param("import svcs\n\ndef f(rows):\n    rows.get(Db)\n", Feature.SCAN, id="no scan"),
        pytest.param("import svcs\nsvcs.x(kinds={'middleware': []})\n", Feature.CATEGORIZING, id="another keyword"),
        pytest.param(
            "from svcs import Registry\nRegistry().register_value(int, 1)\n",
            Feature.REGISTERING_INDIRECTLY,
            id="a plain call",
        ),
        pytest.param(TDOM + "def f(text): ...\n", FeatureOf.HIDING("html"), id="another parameter"),
    ],
)
def test_a_file_does_not_have_the_word_for_what_only_looks_like_it(text: str, word: str) -> None:
    assert word not in words(text)


def test_a_long_dotted_name_is_cut_off() -> None:
    name = ".".join(f"a{number}" for number in range(40))
    told = sorted((word for word in words(f"import {name}\nimport tdom\n") if word.startswith("import a")), key=len)

    assert told[-1].count(".") < 40


def test_a_file_that_is_not_of_the_domain_has_no_words() -> None:
    facts = facts_of("import json\n\ndef f(x: int) -> str: ...\n")

    assert facts.features == frozenset()
    assert [function.path for function in facts.functions] == ["f"]
    assert [fact.module for fact in facts.imports] == ["json"]


def test_a_decorator_may_register_in_a_file_that_names_no_library() -> None:
    facts = facts_of("from shop.own import view\n\n@view\nclass Card: ...\n")

    assert [fact.decorator for fact in facts.registrations] == ["shop.own.view"]
    assert not any(map(registers, facts.registrations)), "nobody knows whether it does"
    assert facts_of("class Card: ...\n").registrations == ()
    assert facts_of("import dataclasses\n\n@dataclasses.dataclass\nclass Card: ...\n").registrations == ()


def test_a_decorator_of_the_library_registers_whatever_other_files_hold() -> None:
    (fact,) = facts_of("from svcs_hopscotch.injectors import injectable\n\n@injectable\nclass Db: ...\n").registrations

    assert registers(fact)


VALUES = """
import tdom
from pathlib import PurePath

TITLE = "Shop"
ROWS = ["a", "b"]
TABLE = {}
TWICE = "a"
TWICE = "b"
PLACE = PurePath("/fr") / "a"
HERE = PurePath("/fr/")
LONG = "%s"
QUOTED = 'it\\'s'
alias = tdom
made = make()
if x:
    INNER = "inner"

__all__ = ["TITLE", "ROWS"]

def f():
    LOCAL = "local"
""" % ("x" * 80)


@pytest.fixture(scope="module")
def values() -> FileFacts:
    return facts_of(VALUES)


def test_constants_are_told_by_their_kinds(values: FileFacts) -> None:
    constants = dict(values.constants)

    assert {name: constants[name] for name in ("TITLE", "ROWS", "TABLE")} == {
        "TITLE": "str",
        "ROWS": "list",
        "TABLE": "dict",
    }


@pytest.mark.parametrize("name", ["TWICE", "LOCAL", "alias"])
def test_what_may_have_another_value_is_no_constant(values: FileFacts, name: str) -> None:
    assert name not in dict(values.constants)


def test_short_texts_are_kept_for_those_who_name_them(values: FileFacts) -> None:
    assert dict(values.texts) == {"TITLE": "Shop", "HERE": 'PurePath("/fr")'}


@pytest.mark.parametrize("name", ["TWICE", "LONG", "QUOTED", "PLACE", "LOCAL", "ROWS"])
def test_other_texts_are_not(values: FileFacts, name: str) -> None:
    assert name not in dict(values.texts)


def test_variables_of_a_module_lead_to_what_they_are_given(values: FileFacts) -> None:
    variables = dict(values.variables)

    assert variables["alias"] == "tdom"
    assert "f" not in variables
    assert "LOCAL" not in variables


@pytest.mark.parametrize(
    ("text", "exports"),
    [
        ("__all__ = ['a', \"b\"]\n", ("a", "b")),
        ("__all__ = ('a',)\n", ("a",)),
        ("__all__ = []\n", ()),
        ("__all__ = names\n", None),
        ("x = 1\n", None),
        ("def f():\n    __all__ = ['a']\n", None),
    ],
)
def test_exports_are_those_that_are_written_out(text: str, exports: tuple[str, ...] | None) -> None:
    assert facts_of(text).exports == exports


INJECTING = """
from dataclasses import dataclass
from svcs_di import Inject
from svcs_hopscotch import Get, Resource

@dataclass
class Card:
    title: str
    users: Inject[Users]
    name: Get[Customer, "name"]
    customer: Resource[Customer] = None

def view(db: Inject[Db], other: Db): ...
"""


def test_injections_are_the_marked_fields_and_parameters() -> None:
    injections = facts_of(INJECTING).injections

    told = [(fact.owner, fact.name, fact.marker, fact.attribute, fact.has_default) for fact in injections]
    assert told == [
        ("Card", "users", "Inject", "", False),
        ("Card", "name", "Get", "name", False),
        ("Card", "customer", "Resource", "", True),
        ("view", "db", "Inject", "", False),
    ]


def test_a_marker_of_somebody_else_injects_nothing() -> None:
    assert (
        facts_of(dedent(INJECTING).replace("svcs_di", "elsewhere").replace("svcs_hopscotch", "elsewhere")).injections
        == ()
    )


@pytest.mark.parametrize(
    ("text", "is_incomplete"), [("x = 1\n", False), ("", False), ("def (:\n", True), ("x = (\n", True)]
)
def test_a_file_that_cannot_be_read_is_incomplete(text: str, is_incomplete: bool) -> None:
    assert facts_of(text).is_incomplete is is_incomplete


def test_facts_of_a_view_are_worked_out_once() -> None:
    view = view_of(TDOM)

    assert facts_once(view) is facts_once(view)
    assert facts_once(view) == extract_facts(view)
