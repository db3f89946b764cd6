"""Who renders what: calls that certainly render, tags that nobody shows, strange templates, and the graph of it all."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import application_of, project_of, symbol_of

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.graph import graph_of
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.render_results import rendered_kind
from tdomcheck.facts.project.renderings import helper_renders, known_renders, rendered_tags, unfilled_component
from tdomcheck.facts.project.safe_text import knows_no_markup
from tdomcheck.facts.project.template_owner import calls_of_html, has_our_templates
from tdomcheck.facts.records import FileFacts, TemplateUseFact
from tdomcheck.model.graph import Graph

PARTS = """
from dataclasses import dataclass
from string.templatelib import Template
from svcs_di import Inject
from shop.db import Db

def Card(title: str, children: Template = t"") -> Template:
    return t"<b>{title}</b>{children}"

def Bare(title: str) -> Template:
    return t"<i>{title}</i>"

@dataclass
class Users:
    db: Inject[Db]
    size: int = 1

    def __call__(self) -> Template:
        return t"<ul></ul>"

@dataclass
class Outer:
    title: str = ""

    def __call__(self) -> Template:
        return t"<div><{Users} /></div>"
"""
DB = "class Db: ...\nclass Other: ...\n"
HELPER = """
from tdom import html

def show(template, other=None):
    return html(template)

class Base:
    def show(self, template):
        return html(template)
"""


def page_of(text: str, **others: str) -> Project:
    files = {"shop/parts.py": PARTS, "shop/db.py": DB, "shop/helper.py": HELPER}
    return project_of({**files, "shop/page.py": text, **{f"shop/{name}.py": text for name, text in others.items()}})


PAGE = """
from tdom import html
from shop.parts import Card, Bare, Users, Outer

{code}
"""


OWN = "from shop.parts import Card\n\n{code}\n"


def tags(code: str, imports: str = PAGE) -> list[str]:
    """The names of the tags that the calls of a page certainly render."""
    project = page_of(dedent(imports).format(code=code))
    renders = known_renders(project, "shop/page.py")
    return [use.tag_ref.rpartition(".")[2] for each in renders for use in rendered_tags(project, "shop/page.py", each)]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        pytest.param("""html(t"<{Card} title='a' />")""", ["Card"], id="a call of html"),
        pytest.param("""html(t"<{Card} title='a'><{Bare} title='b' /></{Card}>")""", ["Card", "Bare"], id="two tags"),
        pytest.param("""html(t"<p>{html(t'<{Bare} />')}</p>")""", ["Bare"], id="each tag once, for the call around it"),
        pytest.param("""def view():\n    return html(t"<{Outer} />")""", ["Outer"], id="in a function"),
    ],
)
def test_a_call_renders_the_tags_of_its_template(code: str, names: list[str]) -> None:
    assert tags(code) == names


@pytest.mark.parametrize(
    ("code", "imports"),
    [
        pytest.param("""t"<{Card} title='a' />" """, PAGE, id="a template that nobody renders"),
        pytest.param("html(page)", PAGE, id="a template by a name of who knows what"),
        pytest.param("""html(t"<{Card} />")""", PAGE.replace("tdom", "elsewhere"), id="the html of another library"),
        pytest.param("""def html(x): ...\n\nhtml(t"<{Card} />")""", OWN, id="a function of its own"),
    ],
)
def test_what_no_call_certainly_renders_is_left_alone(code: str, imports: str) -> None:
    assert tags(code, imports) == []


def helped(code: str, imports: str = "from shop.helper import show", given: str = "0") -> list[str]:
    """The parameters of a function of another file that are rendered where a page calls it."""
    project = page_of(f"from tdom import html\n{imports}\nfrom shop.parts import Card\n\n{code}\n")
    calls = project.facts["shop/page.py"].calls
    return [each.parameter for call in calls for each in helper_renders(project, "shop/page.py", call, given)]


def test_a_helper_renders_the_template_that_it_is_given() -> None:
    assert helped("""show(t"<{Card} />")""") == ["template"]
    assert helped("""show(template=t"<{Card} />")""", given="template") == ["template"]


@pytest.mark.parametrize(
    ("code", "imports", "given"),
    [
        pytest.param("""show(1, t"<{Card} />")""", "from shop.helper import show", "1", id="another parameter"),
        pytest.param("""show(t"<{Card} />")""", "from shop.missing import show", "0", id="no file of the project"),
        pytest.param("""show(t"<{Card} />")""", "from shop.helper import *", "0", id="a star may bring another"),
        pytest.param("""show(t"<{Card} />")""", "def show(x): return x", "0", id="a function that renders nothing"),
        pytest.param(
            """show(t"<{Card} />")""", "@wrapped\ndef show(x): return html(x)", "0", id="a decorator may do anything"
        ),
        pytest.param(
            """show(t"<{Card} />")""", "async def show(x): return html(x)", "0", id="it runs when it is awaited"
        ),
    ],
)
def test_what_may_not_be_the_helper_renders_nothing(code: str, imports: str, given: str) -> None:
    assert helped(code, imports, given) == []


def unfilled(tag: str) -> tuple[str, list[str]] | None:
    project = page_of(PAGE.format(code=f'html(t"{tag}")'))
    (use,) = project.facts["shop/page.py"].uses
    outcome = unfilled_component(project, "shop/page.py", use)
    return None if outcome is None else (outcome.component.key, [field.name for field in outcome.fields])


def test_a_component_without_a_container_gets_nothing_injected() -> None:
    assert unfilled("<{Users} />") == ("shop.parts.Users", ["db"])
    assert unfilled("<{Outer} />") == ("shop.parts.Users", ["db"]), "also one that another renders"


@pytest.mark.parametrize(
    "tag",
    [
        pytest.param("<{Card} title='a' />", id="it injects nothing"),
        pytest.param("<{Users} db={1} />", id="the tag gives it"),
        pytest.param("<{Missing} />", id="no component of the project"),
    ],
)
def test_a_component_that_has_all_it_needs_is_left_alone(tag: str) -> None:
    assert unfilled(tag) is None


def places(code: str) -> tuple[Application, FileFacts, list[TemplateUseFact]]:
    project = page_of(PAGE.format(code=code))
    facts = project.facts["shop/page.py"]
    return Application.of(project), facts, sorted(facts.uses, key=lambda use: use.start)


def test_children_of_a_component_without_a_parameter_for_them_are_dropped() -> None:
    application, _, (outer, inner) = places("""html(t"<{Bare} title='a'><{Card} title='b' /></{Bare}>")""")

    assert not application.is_dropped("shop/page.py", outer)
    assert application.is_dropped("shop/page.py", inner)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("""html(t"<{Card} title='a'><{Bare} title='b' /></{Card}>")""", id="it takes children"),
        pytest.param("""html(t"<{Missing}><{Bare} title='b' /></{Missing}>")""", id="nobody knows what it takes"),
        pytest.param("""html(t"<div><{Bare} title='b' /></div>")""", id="an element shows all"),
    ],
)
def test_children_that_may_be_shown_are_not_dropped(code: str) -> None:
    application, _, uses = places(code)

    assert not any(application.is_dropped("shop/page.py", use) for use in uses)


def test_the_tags_of_a_definition_are_those_of_its_templates() -> None:
    application = Application.of(page_of(""))
    names = {}
    for name in ("Card", "Outer", "Users"):
        uses = application.tags_in(symbol_of(application.project, "shop/parts.py", f":{name}"))
        names[name] = [use.tag_ref for use in uses]

    assert names == {"Card": [], "Outer": [":Users"], "Users": []}


@pytest.mark.parametrize(
    ("text", "is_ours"),
    [
        pytest.param('from tdom import html\nhtml(t"<p></p>")', True, id="it imports tdom"),
        pytest.param('import tdom_svcs\nx = t"<p></p>"', True, id="it imports what renders with tdom"),
        pytest.param('from shop.helper import html\nhtml(t"<p></p>")', True, id="a function of a file that knows tdom"),
        pytest.param('from htpy import html\nhtml(t"<p></p>")', False, id="another library"),
        pytest.param('from shop.own import html\nhtml(t"<p></p>")', False, id="a function of one's own"),
        pytest.param('x = t"<p></p>"', True, id="it says nothing, and the project is about tdom"),
    ],
)
def test_whose_templates_they_are(text: str, is_ours: bool) -> None:
    helper = "from tdom import html as render\n\ndef html(x):\n    return render(x)\n"
    own = "def html(x):\n    return str(x)\n"
    project = page_of(text, helper=helper, own=own)

    assert has_our_templates(project, "shop/page.py") is is_ours


def test_a_project_that_never_speaks_of_tdom_has_no_templates_of_it() -> None:
    files = page_of('x = t"<p></p>"').facts
    project = Project(dict(files), uses_tdom=False)

    assert not has_our_templates(project, "shop/page.py")
    assert calls_of_html(files["shop/page.py"]) == []


RESULTS = """
from tdom import html
from shop.helper import show as shown

def text() -> str:
    return html(t"<p></p>")

def template():
    return t"<p></p>"

def next_one():
    return text()

def strange():
    return elsewhere()

def either(x):
    return text() if x else template()

async def later():
    return html(t"<p></p>")

def by_later():
    return later()

def number() -> int:
    return html(t"<p></p>")
"""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("text", "html"),
        ("template", "template"),
        ("next_one", "html"),
        ("strange", None),
        ("either", None),
        ("by_later", None),
        ("number", None),
    ],
)
def test_what_a_function_gives_back_and_nothing_else(name: str, kind: str | None) -> None:
    project = page_of(RESULTS)
    function = symbol_of(project, "shop/page.py", f":{name}").function

    assert function is not None
    assert rendered_kind(project, "shop/page.py", function) == kind


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        pytest.param("import json\n\ndef f(): ...\n", True, id="nothing of markup"),
        pytest.param('def f():\n    """Gives no Markup."""\n', True, id="a docstring speaks of it"),
        pytest.param("from markupsafe import Markup\n\ndef f(): ...\n", False, id="it imports markup"),
        pytest.param("from shop.helper import *\n\ndef f(): ...\n", False, id="a star may bring it"),
        pytest.param("def f(): ...\n\nclass A:\n    def __html__(self): ...\n", False, id="it makes markup"),
    ],
)
def test_a_function_knows_no_markup(text: str, is_known: bool) -> None:
    project = page_of(text)

    assert knows_no_markup(project, symbol_of(project, "shop/page.py", ":f")) is is_known


SITE = {
    "shop/parts.py": PARTS,
    "shop/db.py": DB,
    "shop/setup.py": (
        "from svcs import Registry\nfrom shop.db import Db\n\n\n"
        "def setup(registry: Registry):\n    registry.register_value(Db, Db())\n"
    ),
    "shop/page.py": PAGE.format(code='def page():\n    return html(t"<{Outer} />")'),
    "tests/test_page.py": PAGE.format(code='def test_page():\n    html(t"<{Card} />")'),
}


def graph(files: dict[str, str], *, tests: bool = False) -> Graph:
    return graph_of(application_of(files).project, lambda _path, offset: offset, {}, tests=tests)


def test_the_graph_says_who_renders_uses_and_injects_what() -> None:
    edges = {(edge.source.rpartition(".")[2], edge.kind, edge.target.rpartition(".")[2]) for edge in graph(SITE).edges}

    assert edges == {("page", "renders", "Outer"), ("Outer", "uses", "Users"), ("Users", "injects", "Db")}


def test_the_nodes_of_a_graph_say_what_they_are() -> None:
    nodes = {node.name: node for node in graph(SITE).nodes}

    assert {name: node.kind for name, node in nodes.items()} == {
        "Bare": "component",
        "Card": "component",
        "Outer": "component",
        "Users": "component",
        "Db": "service",
        "page": "page",
    }
    assert nodes["Card"].props == ("title*", "children")
    assert nodes["Users"].props == ("size",), "what is injected is no prop"
    assert [line.partition(":")[0] for line in nodes["Db"].registrations] == ["register_value in shop/setup.py"]


def test_tests_are_in_the_graph_only_if_they_are_asked_for() -> None:
    assert "test_page" not in {node.name for node in graph(SITE).nodes}
    assert "test_page" in {node.name for node in graph(SITE, tests=True).nodes}


@pytest.mark.parametrize(
    ("setup", "is_missing"),
    [
        pytest.param(SITE["shop/setup.py"], False, id="it is registered"),
        pytest.param("", False, id="nothing is registered: who knows what containers do"),
        pytest.param(SITE["shop/setup.py"].replace("Db", "Other"), True, id="others are"),
    ],
)
def test_a_service_is_missing_where_all_registrations_are_known(setup: str, is_missing: bool) -> None:
    nodes = {node.name: node for node in graph({**SITE, "shop/setup.py": setup}).nodes}

    assert nodes["Db"].is_missing is is_missing


def test_a_graph_of_nothing_is_empty() -> None:
    assert graph({}) == Graph((), ())
    assert graph({"a.py": "x = 1\n"}) == Graph((), ())
