"""Pages that are text, templates that were rendered, declarations of a style, and what is a container."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import view_of

from tdomcheck.facts.html.component_nodes import component_nodes
from tdomcheck.facts.html.rendered_templates import components_in, rendered_templates
from tdomcheck.facts.html.style_declarations import broken_declaration
from tdomcheck.facts.html.text_markup import is_plain_text
from tdomcheck.facts.html.text_pages import may_render, page_literals
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.services.containers import is_certain_container, is_named_container
from tdomcheck.facts.services.factory_parameters import is_container_parameter, is_required, may_be_filled

_HEAD = "from tdom import html\nfrom shop import render\n\n"


def returned(body: str, before: str = "") -> tuple[object, object]:
    view = view_of(f"{_HEAD}{before}def page(x, text: str):\n{indent(body, '    ')}\n")
    return view, view.nodes["return"][-1].named_children[0]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return '<p>a</p>'", "'<p>a</p>'"),
        ("return f'<p>{x}</p>'", "f'<p>{x}</p>'"),
        ("return '<p>' + text + '</p>'", "'<p>' '</p>'"),
        ("page = '<ul>'\npage += '</ul>'\nreturn page", "'<ul>' '</ul>'"),
        ("page = '<p>'\nif x:\n    page = '<b>'\nreturn page", "'<p>' '<b>'"),
        ("return ''.join(['<p>', text])", "'<p>'"),
        # It is no text, or has no tags, or rendered HTML may be in it.
        ("return 'a'", ""),
        ("return x", ""),
        ("return html(t'<p></p>')", ""),
        ("return '<!DOCTYPE html>' + html(t'<p></p>')", ""),
        ("return '<?xml version=\"1.0\"?>' + '<a/>'", ""),
        ("return x + '<p>'", ""),
        ("page = x\npage += '<p>'\nreturn page", ""),
    ],
)
def test_the_literals_of_a_page(body: str, expected: str) -> None:
    view, value = returned(body)
    assert " ".join(view.text(node) for node in page_literals(view, value)) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("html(t'<p></p>')", True),
        ("render(x)", True),
        ("[render(x)]", True),
        ("x.to_html()", True),
        ("await x", True),
        ("str(x)", False),
        ("x.title()", False),
        ("'a' + x", False),
        ("x", False),
    ],
)
def test_whether_rendered_html_may_be_among_values(expression: str, expected: bool) -> None:
    view, value = returned(f"return {expression}")
    assert may_render(view, value) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return html(t'<p>a</p>')", 1),
        ("return html(t'<p>{1}</p>')", 1),
        ("shown = t'<p>a</p>'\nreturn html(shown)", 1),
        ("return part()", 1),
        # An unknown value may know its HTML itself; another function may render whatever it likes.
        ("return html(t'<p>{x}</p>')", 0),
        ("return html(x)", 0),
        ("return html(t'<p>a</p>') if x else x", 0),
        ("return render(t'<p>a</p>')", 0),
        ("return x", 0),
    ],
)
def test_the_templates_that_a_text_was_rendered_from(body: str, expected: int) -> None:
    view, value = returned(body, before="def part():\n    return html(t'<b>a</b>')\n\n")
    assert len(rendered_templates(view, value)) == expected


def test_the_components_of_templates() -> None:
    view = view_of(
        "import tdom\nfrom shop import Card\n\nclass Box: ...\nclass Row: ...\nclass _Cell: ...\n\n"
        "page = t'<{Card} /><{Box} /><p></p>'\n"
    )
    assert list(components_in(view, view.html_templates)) == ["Card", "Box"]
    assert [(view.text(node), premise is None) for node, premise in component_nodes(view)] == [
        ("class Box: ...", True),
        ("class Row: ...", False),
    ]


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("'color'", "color"),
        ("'color: red: 1'", "color: red: 1"),
        ("'color: red; width'", "width"),
        ("f'{x}: a: b: c'", ": a: b: c"),
        ("'color: red'", None),
        ("'color: red; '", None),
        ("f'color: {x}'", None),
        ("f'{x}'", None),
        ("'a\\\\n'", None),
        ("x", None),
    ],
)
def test_a_declaration_that_is_none(literal: str, expected: str | None) -> None:
    view, value = returned(f"return {literal}")
    assert broken_declaration(view, value) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("'a'", True), ("text", True), ("f'{x}'", True), ("'<b>'", False), ("x", False), ("1", False), ("b'a'", False)],
)
def test_a_text_that_is_shown_as_it_is(expression: str, expected: bool) -> None:
    view, value = returned(f"return {expression}")
    assert is_plain_text(view, value) is expected


@pytest.mark.parametrize(
    ("body", "certain", "called"),
    [
        ("box = Container(registry)\nbox.get(Db)", True, False),
        ("Container(registry).get(Db)", True, False),
        ("with Container(registry) as box:\n    box.get(Db)", True, False),
        ("typed.get(Db)", True, False),
        ("container.get(Db)", False, True),
        ("request.services.get(Db)", False, True),
        ("svcs.flask.get(Db)", False, True),
        ("rows.get(Db)", False, False),
        ("typed = rows\ntyped.get(Db)", False, False),
        ("container = docker.run()\ncontainer.get(Db)", False, False),
        ("shop.container.get(Db)", False, False),
    ],
)
def test_what_is_a_container(body: str, certain: bool, called: bool) -> None:
    view = view_of(
        "import docker, shop, svcs\nfrom svcs import Container\n\n"
        f"def page(registry, container, request, rows, typed: Container):\n{indent(body, '    ')}\n"
    )
    function = next(
        function
        for call in view.nodes["call"]
        if (function := call.child_by_field_name("function")) is not None and view.text(function).endswith(".get")
    )
    holder = function.child_by_field_name("object")
    assert holder is not None
    assert is_certain_container(view, holder) is certain
    assert (not certain and is_named_container(view, function, holder)) is called


@pytest.mark.parametrize(
    ("parameter", "required", "container", "filled"),
    [
        ("box: svcs.Container", True, True, False),
        ("box: 'svcs.Container'", True, True, False),
        ("box: Container", True, True, False),
        ("box", True, False, False),
        ("box: int", True, False, False),
        ("box=None", False, False, False),
        ("*boxes", False, False, False),
        ("box: shop.Box", True, False, True),
        ("box: Inject[Db]", True, False, True),
        ("box: Db", True, False, False),
    ],
)
def test_what_svcs_fills_of_a_factory(parameter: str, required: bool, container: bool, filled: bool) -> None:
    view = view_of(f"import svcs, shop\nfrom svcs_di import Inject\n\nclass Db: ...\n\ndef make({parameter}): ...\n")
    (fact,) = definitions_of(view).parameters(view.nodes["function"][-1])
    found = is_required(fact), is_container_parameter(fact), may_be_filled(view, fact)
    assert found == (required, container, filled)
