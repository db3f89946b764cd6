"""What a file with t-strings tells at once, what its documents leave out, and which text of it is markup."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from fact_examples import facts_of, node_at, view_of

from tdomcheck.facts.html.component_nodes import component_nodes
from tdomcheck.facts.html.implied_imports import implied_in
from tdomcheck.facts.html.props import is_called, is_never_rendered, likely_parts, unfilled_props
from tdomcheck.facts.html.rendered_templates import components_in, rendered_templates
from tdomcheck.facts.html.text_markup import is_certain_text, with_tags
from tdomcheck.facts.html.text_pages import may_render
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import classes_of, definitions_of
from tdomcheck.facts.python.rebinding import Timeline
from tdomcheck.facts.records import ImportFact
from tdomcheck.source.documents import source_of
from tdomcheck.source.text import SourceText

HEAD = "from string.templatelib import Template\nfrom tdom import html\n"


def document(text: str, surroundings: str | None = None) -> ModuleView:
    """The code in a document; that of a docstring has the imports of its module around it."""
    around = facts_of(surroundings).imports if surroundings is not None else None
    return ModuleView(source_of(dedent(text).lstrip("\n").encode(), "guide.md"), surroundings=around)


def known(view: ModuleView) -> list[tuple[str, str]]:
    return [(fact.alias, f"{fact.module}.{fact.name}") for fact in implied_in(view)]


@pytest.mark.parametrize(
    ("prose", "code"),
    [
        ("tdom", "x = 1"),
        ("tdom", "page.html(t'<p></p>')"),
        ("tdom", "def html(x): ...\nhtml(t'<p></p>')"),
        ("tdom", "from shop import html\nhtml(t'<p></p>')"),
        ("tdom", "from shop import *\nhtml(t'<p></p>')"),
        ("tdom", "def f(html):\n    html(t'<p></p>')"),
        ("tdom", "unheard_of(t'<p></p>')"),
        ("wisdom", "html(t'<p></p>')"),
    ],
)
def test_a_document_says_all_that_it_needs(prose: str, code: str) -> None:
    assert known(document(f"{prose}\n\n```python\n{code}\n```\n")) == []


@pytest.mark.parametrize(
    ("prose", "code", "expected"),
    [
        ("tdom", "html(t'<p></p>')", [("html", "tdom.html")]),
        ("tdom_svcs", "html(t'<p></p>')", [("html", "tdom_svcs.html")]),
        ("the svcs of tdom-svcs", "html(t'<p></p>')", [("html", "tdom_svcs.html")]),
        ("svcs", "class A:\n    x: Inject[B]", [("Inject", "svcs_di.Inject")]),
    ],
)
def test_a_document_leaves_out_what_everybody_knows(prose: str, code: str, expected: list[tuple[str, str]]) -> None:
    assert known(document(f"{prose}\n\n```python\n{code}\n```\n")) == expected


def test_a_docstring_knows_what_its_module_imports() -> None:
    code = "```python\nhtml(t'<p></p>')\nshown(1)\nhidden(2)\n```\n"
    around = "from tdom import html\nfrom shop import show as shown\ndef f():\n    from shop import hidden\nimport *\n"
    assert known(document(code, around)) == [("html", "tdom.html"), ("shown", "shop.show")]
    assert known(document("tdom\n\n" + code, "import os\n")) == []


def test_a_file_that_is_no_document_implies_nothing() -> None:
    assert view_of("# tdom\nhtml(t'<p></p>')\n").implied_imports == ()


def test_names_of_a_document_mean_what_was_bound_before() -> None:
    view = document(
        """
        ```python
        from tdom import html
        html(1)
        def same(): ...
        def other(): ...
        ```

        ```python
        from shop import html
        html(2)
        def same(): ...
        def other(x): ...
        other(3)
        ```
        """
    )
    timeline = Timeline(view.tree, view.nodes, view.located_imports)
    assert [timeline.knows(name) for name in ("html", "same", "other", "page")] == [True, False, True, False]
    places = [view.source.utf8.index(code) for code in (b"html(1)", b"html(2)", b"other(3)")]
    assert [timeline.target("html", place) for place in places[:2]] == ["tdom.html", "shop.html"]
    assert timeline.target("html", 0) == "tdom.html"
    assert timeline.target("other", places[2]) == ""
    calls = [node_at(view, text) for text in ("html(1)", "html(2)")]
    assert [view.resolve(call.named_children[0]) for call in calls] == ["tdom.html", "shop.html"]


@pytest.mark.parametrize(
    ("code", "templates", "of_html"),
    [
        ("x = 1", 0, 0),
        ("x = 'a<b>'", 0, 0),
        ("x = t'a'", 1, 0),
        ("x = t'<p>a</p>'", 1, 1),
        ("x = t'<p>' t'</p>'", 1, 1),
        ("x = t'<p>' 'a'", 0, 0),
        ("import psycopg\nx = t'<p>a</p>'", 1, 0),
        ("import psycopg, tdom\nx = t'<p>a</p>'", 1, 1),
        ("import thtml\nx = t'<p>a</p>'", 1, 0),
        ("logger.info(t'<p>a</p>')", 1, 0),
    ],
)
def test_the_templates_of_a_file(code: str, templates: int, of_html: int) -> None:
    view = view_of(code)
    assert (len(view.templates), len(view.html_templates)) == (templates, of_html)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = t'<p>'", False),
        ("html(t'<p>')", False),
        ("x = t'<p>' + y", True),
        ("x = [t'<p>', y]", True),
        ("x.append(t'<p>')", True),
        ("x = t'<p>'\ny = x + z", True),
    ],
)
def test_a_part_of_a_template_is_known_as_one(code: str, *, expected: bool) -> None:
    (template,) = view_of(f"import tdom\n{code}\n").templates
    assert template.is_fragment is expected


def test_what_is_parsed_is_never_rendered() -> None:
    view = view_of("import tdom\nshow(t'<a>')\nparse(t'<b>')\nx.parse_html(f(t'<i>'))\nreparse(t'<u>')\n")
    found = [view.is_only_parsed(view.source.utf8.index(tag)) for tag in (b"<a>", b"<b>", b"<i>", b"<u>")]
    assert found == [False, True, True, False]


def test_a_file_past_the_limits_is_cut_off_and_says_why() -> None:
    deep = "import tdom\nx = " + "[" * 250 + "]" * 250
    assert "deeper than" in view_of(deep).excess
    assert view_of(deep.replace("tdom", "other")).excess == ""
    many = "import tdom\nx = '" + "<" * 5_001 + "'"
    assert "5,001 `<`" in view_of(many).excess
    assert not view_of("import tdom\n").is_cut_off
    assert view_of(many).is_cut_off


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import tdom", True),
        ("from tdom.processor import x", True),
        ("import tdom_svcs", True),
        ("import svcs", False),
        ("from shop import tdom", False),
        ("# import tdom", False),
    ],
)
def test_whether_a_file_imports_what_renders(code: str, *, expected: bool) -> None:
    assert view_of(code).imports_tdom is expected


def test_a_markup_is_built_once() -> None:
    view = view_of("import tdom\nx = t'<p>a</p>'\n")
    (template,) = view.templates
    assert view.markup(template) is view.markup(template)


def giving(body: str) -> bool:
    view = view_of(f"{HEAD}def show(x, y):\n{indent(body, '    ')}\n")
    (found,) = with_tags(view, definitions_of(view).functions())
    return found.gives_tags


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "return",
        "return x",
        "return 'a'",
        "return '<b>a</b>' + x",
        "return t'<b>a</b>'",
        "if x:\n    return '<b>a</b>'\nreturn x",
        "if x:\n    return '<b>a</b>'\nreturn",
        "return lambda: '<b>a</b>'",
    ],
)
def test_a_function_that_may_give_no_text_with_tags(body: str) -> None:
    assert not giving(body)


@pytest.mark.parametrize(
    "body",
    [
        "return '<b>a</b>'",
        "return f'<b>{x}</b>'",
        "if x:\n    return '<b>a</b>'\nreturn ''",
        "return '<b>' + str(x) + '</b>'",
        "return ''.join(f'<b>{z}</b>' for z in x)",
        "page = '<b>a</b>'\nreturn page",
    ],
)
def test_a_function_that_gives_text_with_tags(body: str) -> None:
    assert giving(body)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("'a' + x", False),
        ("x + '<b>'", False),
        ("'a' + Markup('b')", False),
        ("'a'", True),
        ("'%s' % x", True),
        ("'a' * 3", True),
        ("('a' + 'b')", True),
        ("'a' + str(x)", True),
        ("'a' + name", True),
        ("'a' + ('b' if x else 'c')", True),
    ],
)
def test_whether_a_sum_is_text_for_certain(expression: str, *, expected: bool) -> None:
    view = view_of(f"{HEAD}def f(x, name: str):\n    return {expression}\n")
    assert is_certain_text(view, view.nodes["return"][0].named_children[0]) is expected


UNFILLED = """
class Card:
    title: str
    given: str = ''
    unread: str
    def __call__(self) -> Template:
        return t'<p>{self.title}{self.given}</p>'
"""


def test_a_prop_that_nothing_fills() -> None:
    view = view_of(HEAD + UNFILLED)
    assert unfilled_props(view, classes_of(view)[":Card"]) == ["title"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class Card:", "@dataclass\nclass Card:"),
        ("class Card:", "class Card(Elsewhere):"),
        ("class Card:", "class Card(metaclass=Meta):"),
        ("    unread: str\n", "    def __init__(self): ...\n"),
        ("    unread: str\n", "    def __getattr__(self, name): ...\n"),
        ("(self) -> Template", "(self, x) -> Template"),
        (" -> Template", " -> str"),
        ("class Card:", "card.title = 1\nclass Card:"),
        ("class Card:", "class Special(Card): ...\nclass Card:"),
    ],
)
def test_a_prop_that_something_may_fill(old: str, new: str) -> None:
    view = view_of(HEAD + UNFILLED.replace(old, new))
    assert unfilled_props(view, classes_of(view)[":Card"]) == []


LIKELY = """
def Card(title): ...
def card(title): ...
@other
def Odd(title): ...
class Panel:
    def __init__(self, title): ...
    def __call__(self): ...
class Plain:
    def __init__(self, title): ...
class Foreign(Elsewhere):
    def __call__(self): ...
class Outer:
    class Inner:
        def __call__(self): ...
def Twice(): ...
def Twice(): ...
page = t'<{card} title=1><b></b></{card}>'
"""


def test_what_may_be_a_component_of_another_file() -> None:
    view = view_of(HEAD + LIKELY)
    found = {part.path: ([prop.fact.name for prop in part.props], claim is None) for part, claim in likely_parts(view)}
    assert found == {"card": (["title"], True), "Card": (["title"], False), "Panel": (["title"], False)}
    assert not is_called(view, "card")
    named = {view.text(node.child_by_field_name("name") or node) for node, _ in component_nodes(view)}
    assert {"card", "Card", "Panel"} <= named
    assert "Twice" not in named


def test_what_stands_in_a_component_without_children_is_never_rendered() -> None:
    view = view_of(HEAD + LIKELY)
    (template,) = view.html_templates
    outer, inner = view.markup(template).tags
    assert [is_never_rendered(view, template, found) for found in (outer, inner)] == [False, True]


def rendered(body: str, before: str = "") -> list[str]:
    view = view_of(f"{HEAD}from shop import Card, other\n{before}def page(x, n: int):\n{indent(body, '    ')}\n")
    value = view.nodes["return"][-1].named_children[0]
    return [template.static_text for template in rendered_templates(view, value)]


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("return x", ""),
        ("return t'<p></p>'", ""),
        ("return other(t'<p></p>')", ""),
        ("return html(x)", ""),
        ("return html(t'<p>{x}</p>')", ""),
        ("return html(t'<{Card} a={x} />')", ""),
        ("return html(t'<p>{1:safe}</p>')", ""),
        ("return html(t'<p></p>') if x else x", ""),
        ("return show(x)", "def show(x):\n    return html(x)\n"),
        ("return show(t'<p>{x}</p>')", "def show(x):\n    return html(x)\n"),
        ("return show(*x)", "def show(x):\n    return html(x)\n"),
        ("return show(t'<p></p>')", "def show(x):\n    x = other\n    return html(x)\n"),
        ("return show()", "def show():\n    if other:\n        return html(t'<p></p>')\n    return other\n"),
    ],
)
def test_nobody_knows_which_template_is_rendered(body: str, before: str) -> None:
    assert rendered(body, before) == []


@pytest.mark.parametrize(
    ("body", "before", "expected"),
    [
        ("return html(t'<p></p>')", "", ["<p></p>"]),
        ("return html(t'<p a={x}></p>')", "", ["<p a=></p>"]),
        ("return html(t'<p>{1}</p>')", "", ["<p></p>"]),
        ("page = t'<p></p>'\nreturn html(page)", "", ["<p></p>"]),
        ("return show(t'<p></p>')", "def show(x):\n    return html(x)\n", ["<p></p>"]),
        ("return show(x=t'<p></p>')", "def show(x):\n    return html(x)\n", ["<p></p>"]),
        ("return show()", "def show():\n    return html(t'<p></p>')\n", ["<p></p>"]),
    ],
)
def test_the_template_that_is_rendered(body: str, before: str, expected: list[str]) -> None:
    assert rendered(body, before) == expected


def test_the_components_of_templates() -> None:
    view = view_of(HEAD + "from shop import Card\nx = t'<{Card} /><{shop.Box} /><p>{Card}</p>'\ny = t'<{Card} />'\n")
    assert sorted(components_in(view, view.html_templates)) == ["Card", "shop.Box"]
    assert components_in(view, []) == {}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("'a'", False),
        ("x", False),
        ("str(x)", False),
        ("x.title()", False),
        ("escape(x)", False),
        ("[y for y in x]", False),
        ("html(x)", True),
        ("render(x)", True),
        ("x.render()", True),
        ("'a' + [x.to_html()]", True),
        ("await x", True),
        ("'<?xml version=1?>'", True),
        ("named", True),
    ],
)
def test_whether_rendered_html_may_be_among_values(expression: str, *, expected: bool) -> None:
    head = f"{HEAD}from markupsafe import escape\nasync def f(x):\n    named = html(x)\n"
    view = view_of(f"{head}    return [{expression}]\n")
    assert may_render(view, view.nodes["return"][0].named_children[0]) is expected


def test_imports_may_mean_what_another_file_hands_on() -> None:
    source = SourceText(b"from shop import html, other\nhtml(t'<p></p>')\n")
    view = ModuleView(source, meant={"shop.html": "tdom.html"})
    assert [(fact.module, fact.name) for fact in view.imports] == [("tdom", "html"), ("shop", "other")]
    assert view.imports_tdom
    assert all(isinstance(fact, ImportFact) for fact in view.imports)
