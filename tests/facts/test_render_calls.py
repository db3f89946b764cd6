"""Calls that render a template: first those of functions that only have the name, then what tdom's are given."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import node_at, view_of

from tdomcheck.facts.html.raw_text import writes_as_it_is
from tdomcheck.facts.html.render_arguments import rendered_parameter, templates_given
from tdomcheck.facts.html.render_calls import (
    html_argument,
    html_argument_kind,
    html_beside_tdom,
    html_calls,
    html_names,
    reexported_calls,
    values_given,
)
from tdomcheck.facts.html.return_kinds import fallen_condition, gives_template, returned_kind
from tdomcheck.facts.html.template_concatenation import joined_pages, problems_in, wholes_of
from tdomcheck.facts.html.template_values import is_template, is_template_list, named_value

HTML = "from tdom import html\n"


@pytest.mark.parametrize(
    "code",
    [
        "html(t'<p></p>')",
        "from html import escape as html\nhtml(t'<p></p>')",
        "from tdom import Markup as html\nhtml(t'<p></p>')",
        "from tdom import html\ndef f(html):\n    html(t'<p></p>')",
        "from tdom import html\nself.html(t'<p></p>')",
        "from tdom import html\nhtml[0](t'<p></p>')",
        "import tdom\ntdom.render(t'<p></p>')",
        "from tdom import *\nhtml(t'<p></p>')",
        "def html(x): ...\nimport tdom\nhtml(t'<p></p>')",
    ],
)
def test_a_call_that_does_not_render(code: str) -> None:
    assert html_calls(view_of(code)) == []


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from tdom import html\nhtml(t'<p></p>')", {"html"}),
        ("from tdom import html as h\nh(t'<p></p>')", {"h"}),
        ("from tdom import svg\nsvg(t'<p></p>')", {"svg"}),
        ("from tdom_svcs import html\nhtml(t'<p></p>')", {"html"}),
        ("import tdom\ntdom.html(t'<p></p>')", {"tdom.html", "tdom.svg"}),
        ("import tdom as t\nt.html(t'<p></p>')", {"t.html", "t.svg"}),
        ("def f():\n    from tdom import html\n    html(t'<p></p>')", {"html"}),
    ],
)
def test_a_call_that_renders(code: str, names: set[str]) -> None:
    view = view_of(code)
    (call,) = html_calls(view)
    assert view.text(html_argument(view, call) or call) == "t'<p></p>'"
    assert names <= html_names(view)


def kind(body: str) -> str:
    view = view_of(f"{HTML}def f(x, rows):\n{indent(body, '    ')}\n")
    return html_argument_kind(view, html_calls(view)[-1])


@pytest.mark.parametrize(
    "argument",
    ["x", "f(x)", "x.format(1)", "x % 1", "x + 'a'", "1", "b'a'.decode()", "'a'.upper()", "'a' - x", "t'a' % x"],
)
def test_nobody_knows_what_is_rendered(argument: str) -> None:
    assert kind(f"html({argument})") == "unknown"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("html()", "unknown"),
        ("html(*rows)", "unknown"),
        ("if x:\n    y = 'a'\nelse:\n    y = x\nhtml(y)", "unknown"),
        ("if x:\n    y = 'a'\nelse:\n    y = t'a'\nhtml(y)", "unknown"),
        ("html([x])", "list"),
        ("html(t'a')", "template"),
        ("html((t'a'))", "template"),
        ("html(template=t'a')", "template"),
        ("y = t'a'\nhtml(y)", "template"),
        ("html('a')", "string"),
        ("html(f'{x}')", "fstring"),
        ("html('{}'.format(x))", "format"),
        ("html('%s' % x)", "format"),
        ("html('a' + x + 'b')", "format"),
        ("y = '<b>%s</b>'\nhtml(y % x)", "format"),
        ("if x:\n    y = 'a'\nelse:\n    y = f'{x}'\nhtml(y)", "fstring"),
        ("y = ''\nfor row in rows:\n    y += '<li>' + str(row)\nhtml(y)", "format"),
    ],
)
def test_what_is_rendered(body: str, expected: str) -> None:
    assert kind(body) == expected


def test_the_values_of_a_name_are_all_or_none() -> None:
    view = view_of("import tdom\ndef f(x):\n    y = 'a'\n    if x:\n        y = 'b'\n    return y\n")
    assert sorted(view.text(value) for value in values_given(view, node_at(view, "y"))) == ["'a'", "'b'"]
    view = view_of("import tdom\ndef f(x):\n    return x\n")
    assert values_given(view, node_at(view, "x")) == []
    assert values_given(view, node_at(view, "return x")) == ()


@pytest.mark.parametrize(
    ("code", "handed", "beside"),
    [
        ("from tdom import html\nhtml(t'<p></p>')", 0, set()),
        ("from shop import render\nrender(t'<p></p>')", 0, set()),
        ("from shop import html\nhtml.escape('a')", 0, set()),
        ("from shop import html\ndef f(html):\n    html(t'')", 0, set()),
        ("from shop import html\nimport tdom\nhtml()", 1, set()),
        ("from shop import html\nhtml(t'<p></p>')", 1, {"shop.html"}),
        ("from shop import svg as draw\ndraw(t'<p></p>')", 1, {"shop.svg"}),
        ("def html(x): ...\nhtml(t'<p></p>')", 0, {":html"}),
        ("def html(x): ...\nhtml('<p></p>')", 0, set()),
        ("def page(x): ...\npage(t'<p></p>')", 0, set()),
    ],
)
def test_a_function_called_html_that_may_be_another(code: str, handed: int, beside: set[str]) -> None:
    view = view_of(code)
    assert (len(reexported_calls(view)), html_beside_tdom(view)) == (handed, beside)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("def show(x):\n    return html(t'<p></p>')", ""),
        ("def show(x):\n    x = 1\n    return html(x)", ""),
        ("def show(x):\n    print(x)\n    return html(x)", ""),
        ("def show():\n    return html(x)", ""),
        ("def show(x):\n    try:\n        return html(x)\n    except E:\n        return ''", ""),
        ("show = lambda x: html(x)", ""),
        ("def show(x):\n    return html(x)", "x"),
        ("def show(x, y):\n    print(y)\n    return str(html(x))", "x"),
    ],
)
def test_a_parameter_that_is_only_rendered(function: str, expected: str) -> None:
    view = view_of(HTML + function)
    assert rendered_parameter(view, html_argument(view, html_calls(view)[-1])) == expected


@pytest.mark.parametrize(
    ("call", "reference", "names"),
    [
        ("show(t'<p></p>')", "shop.show", []),
        ("unknown(t'<{Card} />')", "", []),
        ("html(t'<{Card} />')", "", []),
        ("show(*x, t'<{Card} />')", "", []),
        ("try:\n    show(t'<{Card} />')\nexcept E:\n    pass", "", []),
        ("f = lambda: show(t'<{Card} />')", "", []),
        ("show(y if x else t'<{Card} />')", "shop.show", []),
        ("show(t'<{Card} />')", "shop.show", ["0"]),
        ("show(1, page=t'<{Card} />')", "shop.show", ["page"]),
        ("page = t'<{Card} />'\nshow(page)", "shop.show", ["0"]),
    ],
)
def test_templates_that_a_function_is_given(call: str, reference: str, names: list[str]) -> None:
    view = view_of(
        f"{HTML}from shop import Card, show\n\n\ndef f(x, y):\n    z = t'<{{Card}} />'\n{indent(call, '    ')}"
    )
    calls = [node for node in view.nodes["call"] if view.text(node).startswith(("show", "unknown", "html"))]
    found, handed = templates_given(view, calls[-1])
    assert (found, [name for name, _, _ in handed]) == (reference, names)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("t'<p>{x}</p>'", False),
        ("t'<p>{x:unsafe}</p>'", False),
        ("t'<!-- text -->'", False),
        ("t'<script>let a = 1</script>'", False),
        ("t'<p>&lt;{x}</p>'", False),
        ("'<!-- <b> -->'", False),
        ("t'<p>{x:safe}</p>'", True),
        ("t'<p>{x: safe }</p>'", True),
        ("t'<p>{x:{y}}</p>'", True),
        ("t'<!-- {x} -->'", True),
        ("t'<!-- <b> -->'", True),
        ("t'<script>{x}</script>'", True),
        ("t'<style>a < b</style>'", True),
    ],
)
def test_text_that_is_written_as_it_is(template: str, *, expected: bool) -> None:
    assert writes_as_it_is(view_of(f"{HTML}page = {template}\n")) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x", "unknown"),
        ("x + y", "unknown"),
        ("x + ['a']", "unknown"),
        ("'a' - x", "unknown"),
        ("x % y", "unknown"),
        ("t'a' % y", "unknown"),
        ("'a' + Markup('b')", "unknown"),
        ("x.upper()", "unknown"),
        ("'a'.encode()", "unknown"),
        ("'a'.upper", "unknown"),
        ("t'a'", "template"),
        ("html(t'a')", "html"),
        ("None", "none"),
        ("[x]", "list"),
        ("'a'", "string"),
        ("'a' + x", "text"),
        ("'%s' % x", "text"),
        ("f'{x}'.strip()", "text"),
        ("', '.join(x)", "text"),
        ("name", "text"),
        ("Markup('a').format(x)", "markup"),
        ("Markup('a%s') % x", "markup"),
    ],
)
def test_what_an_expression_certainly_is(expression: str, expected: str) -> None:
    view = view_of(f"{HTML}from markupsafe import Markup\ndef f(x, y, name: str):\n    return {expression}\n")
    value = view.nodes["return"][-1].named_children[0]
    assert returned_kind(view, value) == expected


@pytest.mark.parametrize(
    ("returns", "expected"),
    [
        ("", False),
        (" -> str", False),
        (" -> list[Template]", False),
        (" -> Template | None", False),
        (" -> jinja2.Template", False),
        (" -> Template", True),
        (" -> 'Template'", True),
    ],
)
def test_whether_a_function_says_that_it_gives_a_template(returns: str, *, expected: bool) -> None:
    view = view_of(f"from string.templatelib import Template\nimport jinja2\ndef f(){returns}: ...\n")
    assert gives_template(view, view.nodes["function"][0]) is expected
    assert not gives_template(view, None)


@pytest.mark.parametrize(
    "body",
    [
        "return t'a'",
        "if x:\n    return t'a'\nelse:\n    return t'b'",
        "if x:\n    return t'a'\nraise E",
        "if x:\n    return 'a'",
        "if True:\n    return t'a'",
        "if DEBUG:\n    return t'a'",
        "if x:\n    return t'a'\nif not x:\n    return t'b'",
        "if x == 1:\n    return t'a'\nelif x == 2:\n    return t'b'",
        "for y in x:\n    pass\nif y:\n    return t'a'",
    ],
)
def test_a_function_does_not_fall_through_for_certain(body: str) -> None:
    view = view_of(f"import tdom\ndef f(x, y):\n{indent(body, '    ')}\n")
    assert fallen_condition(view, view.nodes["function"][0]) is None


@pytest.mark.parametrize("body", ["if x:\n    return t'a'", "if x:\n    return t'a'\nif y:\n    return t'b'"])
def test_a_function_falls_through_where_no_condition_holds(body: str) -> None:
    view = view_of(f"import tdom\ndef f(x, y):\n{indent(body, '    ')}\n")
    condition = fallen_condition(view, view.nodes["function"][0])
    assert condition is not None
    assert view.text(condition) in {"x", "y"}


def pages(code: str) -> list[str]:
    view = view_of(f"{HTML}{code}\n")
    return ["".join(string.text + "{}" for string in page.strings)[:-2] for page in joined_pages(view)]


@pytest.mark.parametrize(
    "code",
    [
        "html(t'<p></p>')",
        "page = t'<p>' + t'</p>'",
        "html(t'<p>' + x)",
        "html(t'<p>' + '</p>')",
        "show(t'<p>' + t'</p>')",
        "def f():\n    return t'<p>' + t'</p>'",
        "def f():\n    a = t'<p>'\n    a = t'<b>'\n    html(a + t'</p>')",
        "html(t'<p>' * t'</p>')",
        "html([t'<p>' + t'</p>'])",
    ],
)
def test_no_page_is_joined(code: str) -> None:
    assert pages(code) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("html(t'<p>' + t'</p>')", "<p></p>"),
        ("html((t'<p>{x}' + t'{y}') + t'</p>')", "<p>{}{}</p>"),
        ("def f():\n    a = t'<p>'\n    html(a + t'</p>')", "<p></p>"),
        ("def Card():\n    return t'<p>' + t'</p>'", "<p></p>"),
        ("class Card:\n    def __call__(self):\n        return t'<p>' + t'</p>'", "<p></p>"),
    ],
)
def test_a_page_that_is_joined(code: str, expected: str) -> None:
    assert pages(code) == [expected]


def test_a_problem_of_a_page_stands_in_one_of_its_parts() -> None:
    view = view_of(f"{HTML}html(t'<p>' + t'</b></p>')\nhtml(t'<i></i>')\n")
    first, second, third = view.templates
    (whole,) = wholes_of(view, first)
    assert [*wholes_of(view, second)] == [whole]
    assert not wholes_of(view, third)
    assert [*problems_in(view, whole, first)] == []
    (found,) = problems_in(view, whole, second)
    assert view.source.slice(found.span.start, found.span.end) == "</b>"


VALUES = """
from string.templatelib import Template
from tdom import html

def helper() -> Template:
    return t'<b></b>'

def wrapper() -> str:
    return t'<b></b>'

class Card:
    children: Template
    other: list

    def __call__(self, children: Template, rows, x):
        one = t'<b></b>'
        text = 'a'
        several = [t'<b></b>', t'<i></i>']
        mixed = [t'<b></b>', x]
        grown = []
        for row in rows:
            grown.append(t'<li>{row}</li>')
        handed = [t'<b></b>']
        handed.append(x)
        return html(VALUE)
"""


def _value(text: str) -> tuple[bool, bool]:
    view = view_of(VALUES.replace("VALUE", text))
    value = node_at(view, f"({text})").named_children[0]
    return is_template(view, value), is_template_list(view, value)


@pytest.mark.parametrize(
    "value",
    [
        "x",
        "text",
        "rows",
        "mixed",
        "handed",
        "'a'",
        "[]",
        "[x]",
        "[t'<b></b>', 'a']",
        "self.other",
        "self.nothing",
        "x()",
        "wrapper()",
        "html(one)",
        "t'plain'",
        "{one}",
        "[x for x in rows]",
        "several[0]",
    ],
)
def test_what_may_be_no_template(value: str) -> None:
    assert _value(value) == (False, False)


def test_what_is_a_template_for_certain() -> None:
    for value in ("t'<b></b>'", "one", "helper()", "children", "self.children"):
        assert _value(value) == (True, False), value


def test_what_is_a_list_of_templates_for_certain() -> None:
    lists = ["[one]", "[one if x else one]", "[t'<b></b>', *several]", "[t'<b>{y}</b>' for y in rows]"]
    for value in ("several", "grown", *lists):
        assert _value(value) == (False, True), value


def test_a_name_stands_for_its_one_value() -> None:
    view = view_of("import tdom\ndef f(x):\n    a = (1)\n    b = 1\n    b = 2\n    return a, b, x, 3\n")
    values = node_at(view, "a, b, x, 3").named_children
    assert [view.text(named_value(view, value)) for value in values] == ["1", "b", "x", "3"]
