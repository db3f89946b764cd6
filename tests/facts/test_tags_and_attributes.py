"""What tags name and are given, and what the file says of the components: an unknown part leaves the tag alone."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import node_at, view_of

from tdomcheck.facts.html.component_classes import (
    calling_heir,
    demanded_arguments,
    mentions_call,
    plain_lineage,
    refused_props,
    unseen_class,
    untagged_components,
)
from tdomcheck.facts.html.component_reasons import may_be_component, tags_of
from tdomcheck.facts.html.component_returns import drops_children, wrong_returns
from tdomcheck.facts.html.component_tags import uses_in
from tdomcheck.facts.html.components import called_paths, components_of
from tdomcheck.facts.html.constant_kinds import constant_kind, is_attack
from tdomcheck.facts.html.markup_evidence import is_about_html
from tdomcheck.facts.html.props import dropped_values, parts, tag_places, tag_places_of
from tdomcheck.facts.html.provided_props import processors_in
from tdomcheck.facts.html.relevance import concerns_domain, names_domain
from tdomcheck.facts.html.shown_values import shown_values
from tdomcheck.facts.html.spreads import entries_of, last_start, plain_text
from tdomcheck.facts.html.style_declarations import broken_declaration
from tdomcheck.facts.html.template_consumers import is_for_others
from tdomcheck.facts.html.text_markup import markup_texts
from tdomcheck.facts.python.classes import classes_of, nodes_of
from tdomcheck.facts.records import Why

HEAD = "from string.templatelib import Template\nfrom tdom import html\n"


def tag(code: str, template: str) -> tuple[list[tuple[str, str, str]], bool]:
    """The attributes of the one component tag, and whether there may be more of them."""
    view = view_of(f"{HEAD}from shop import Card\n{code}\n\n\ndef page(x, attrs):\n    return t'{template}'\n")
    (use,) = uses_in(view)
    return [(given.name, given.kind, given.value_type) for given in use.attributes], use.has_spread


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", []),
        ("a", [("a", "literal", "True")]),
        ('a="b"', [("a", "literal", "str")]),
        ("a={x}", [("a", "interpolated", "")]),
        ("a={1}", [("a", "interpolated", "int")]),
        ("a={1:>3}", [("a", "interpolated", "")]),
        ("a={1!r}", [("a", "interpolated", "")]),
        ('a="b {x}"', [("a", "templated", "str")]),
        ("a={1 if x else 2}", [("a", "interpolated", "int")]),
        ("a={1 if x else None}", [("a", "interpolated", "")]),
    ],
)
def test_the_attributes_of_a_tag(attributes: str, expected: list[tuple[str, str, str]]) -> None:
    assert tag("", f"<{{Card}} {attributes} />") == (expected, False)


@pytest.mark.parametrize(
    ("code", "spread"),
    [
        ("", "x"),
        ("", "attrs"),
        ("", "dict(**x)"),
        ("", "(x or dict(a=1))"),
        ("KNOWN = {x: 1}", "KNOWN"),
        ('KNOWN = {"a": 1, **x}', "KNOWN"),
        ('KNOWN = {f"a": 1}', "KNOWN"),
        ('KNOWN = {"a": 1}\nKNOWN.update(b=1)', "KNOWN"),
        ('KNOWN = {"a": 1}\nKNOWN["b"] = 1', "KNOWN"),
        ('KNOWN = {"a": 1}\nchange(KNOWN)', "KNOWN"),
        ('KNOWN = {"a": 1}\nKNOWN = {}', "KNOWN"),
        ("def dict(a): ...", "dict(a=1)"),
    ],
)
def test_a_spread_that_may_hold_anything(code: str, spread: str) -> None:
    assert tag(code, f"<{{Card}} {{{spread}}} />") == ([], True)


@pytest.mark.parametrize(
    ("code", "spread"),
    [
        ("", "dict(a=1, b=x)"),
        ("", 'dict({"a": 1}, b=2)'),
        ('KNOWN = {"a": 1, "B": x}', "KNOWN"),
        ("KNOWN = dict(a=1, b=2)", "KNOWN"),
    ],
)
def test_a_spread_whose_keys_are_known(code: str, spread: str) -> None:
    assert tag(code, f"<{{Card}} {{{spread}}} />") == ([("a", "spread", ""), ("b", "spread", "")], False)


def entries(body: str, shown: str = "attrs") -> dict[str, str]:
    view = view_of(f"{HEAD}def page(x, given):\n{indent(body, '    ')}\n    return t'<p {{{shown}}}></p>'\n")
    return {entry.name: view.text(entry.value) for entry in entries_of(view, view.templates[-1].interpolations[0].node)}


@pytest.mark.parametrize(
    "body",
    [
        "attrs = given",
        "attrs = {}",
        "attrs = {x: 1}",
        "attrs = {f'a{x}': 1}",
        "attrs = {b'a': 1}",
        "attrs = {'a': 1, **given}",
        "attrs = {'a': 1, 'A': 2}",
        "attrs = {'a': 1}\nattrs.update(given)",
        "attrs = {'a': 1}\nattrs[x] = 2",
        "attrs = {'a': 1}\nchange(attrs)",
        "attrs = {'a': 1} | given",
        "dict = x\nattrs = dict(a=1)",
        "attrs = {'a': 1}\nattrs = given",
    ],
)
def test_no_entry_of_a_spread_is_certain(body: str) -> None:
    assert entries(body) == {}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("attrs = {'A': 1, 'b': x}", {"a": "1", "b": "x"}),
        ("attrs = dict(a=1)", {"a": "1"}),
        ("attrs = {**given, 'a': 1}", {"a": "1"}),
        ("attrs = given | {'a': 1}", {"a": "1"}),
        ("attrs = {}\nattrs['a'] = x", {"a": "x"}),
        ("attrs = {'a': 1, x: 2}", {"a": "1"}),
    ],
)
def test_the_entries_of_a_spread(body: str, expected: dict[str, str]) -> None:
    assert entries(body) == expected


def test_an_attribute_behind_a_spread_wins() -> None:
    view = view_of(HEAD + "page = t'<p a=1 {x} b=2 a=3></p>'\n")
    (found,) = view.markup(view.templates[0]).tags
    text = view.source.data.decode()
    assert last_start(view, found, "a") == text.index("a=3")
    assert last_start(view, found, "b") == text.index("b=2")
    assert last_start(view, found, "c") == -1


def test_a_plain_text_holds_no_value() -> None:
    view = view_of("import tdom\n'a'\nf'{a}'\nf'b'\nb'a'\nt'a'\nx\n")
    nodes = [statement.named_children[0] for statement in view.tree.root.named_children[1:]]
    assert [plain_text(view, node) for node in nodes] == ["a", None, "b", None, None, None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("''", None),
        ("'a: b'", None),
        ("'a: b; c: d;'", None),
        ("f'a: {x}; {y}'", None),
        ("f'{x}: {y}'", None),
        ("f'{x}'", None),
        ("'a\\\\: b'", None),
        ("'a: b' 'c'", None),
        ("'a'", "a"),
        ("'a: b; c'", "c"),
        ("'a: b: c'", "a: b: c"),
        ("f'a: b: c; d: {x}'", "a: b: c"),
    ],
)
def test_a_declaration_that_is_none(text: str, expected: str | None) -> None:
    view = view_of(f"import tdom\nx = {text}\n")
    assert broken_declaration(view, view.nodes["assignment"][-1].children[-1]) == expected


def processors(code: str) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(found.reference, found.names, found.is_open) for found in processors_in(view_of(HEAD + code))]


def test_what_a_processor_provides() -> None:
    names = "(('a', 1), ('b', 2))"
    assert processors("process(x)") == []
    assert processors("# provided_attrs\nprocess(1, 2, 3, 4, 5, 6)") == []
    assert processors(f"def run():\n    process(provided_attrs={names})\n") == [(":run", ("a", "b"), False)]
    assert processors("process(provided_attrs=unknown())") == [(":", (), True)]
    assert processors("process(provided_attrs=[('a', 1), (x, 2)])") == [(":", ("a",), True)]
    grown = (
        "def run(provided_attrs):\n    provided_attrs += (('a', 1),)\n    p.process(1, 2, 3, 4, 5, provided_attrs)\n"
    )
    assert processors(grown) == [(":run", ("a",), False)]
    assert processors("html(t'', component_processor_api=Mine())\nclass Mine: ...\n") == [(":Mine", (), False)]


@pytest.mark.parametrize(
    ("code", "concerns", "names"),
    [
        ("def f(): return 'a'", False, False),
        ("x = 'it'", False, False),
        ("x = ait'a'", False, False),
        ("x = 'a <b>'", False, False),
        ("x = '<b>'", True, False),
        ("x = '  <b>'", True, False),
        ("def inject(): ...", True, False),
        ("x = b't'", True, False),
        ('x = "don\'t"', True, False),
        ("x = t'a'", True, True),
        ("x = rT'a'", True, True),
        ("import tdom", True, True),
        ("from string import templatelib", True, True),
    ],
)
def test_whether_a_file_is_of_any_concern(code: str, *, concerns: bool, names: bool) -> None:
    view = view_of(code)
    assert (concerns_domain(view.source.utf8), names_domain(view.source.utf8, view.tree.root)) == (concerns, names)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("html(t'<p>a</p>')", False),
        ("logger.info", False),
        ("page.info(t'<p>a</p>')", False),
        ("info(t'<p>a</p>')", False),
        ("db.execute(t'<p>a</p>')", False),
        ("db.other(t'SELECT <p>')", False),
        ("logger.info(t'<p>a</p>')", True),
        ("logging.getLogger('x').warning(t'<p>a</p>')", True),
        ("db.execute(t'SELECT <p>')", True),
        ("await self.db.fetch_all(t'a') or db.query(t'SELECT a FROM b WHERE a <c')", True),
    ],
)
def test_a_template_for_others(code: str, *, expected: bool) -> None:
    view = view_of(f"{HEAD}{code}\n")
    assert any(is_for_others(view, template) for template in view.templates) is expected


@pytest.mark.parametrize(
    ("head", "code", "expected"),
    [
        ("", "x = t'a <b and c'", False),
        ("", "x = t'<b>'", False),
        (HEAD, "x = t'a<b'", False),
        (HEAD, "run(t'a <b c')", False),
        (HEAD, "def own(x): ...\nown(t'a <b c')", False),
        ("from string.templatelib import Template\n", "x = t'SELECT <b>'", False),
        ("", "x = t'<b>a</b>'", True),
        ("", "x = t'<br/>'", True),
        (HEAD, "x = t'<br>'", True),
        (HEAD, "x = t'a <b c'", True),
        (HEAD, "html(t'a<b')", True),
        ("from string.templatelib import Template\n", "def f() -> Template:\n    return t'<b>'", True),
    ],
)
def test_whether_a_template_is_about_html(head: str, code: str, *, expected: bool) -> None:
    view = view_of(f"{head}{code}\n")
    (template,) = view.templates
    assert is_about_html(view, template, view.markup(template)) is expected


def shown(body: str, template: str) -> list[str]:
    view = view_of(f"{HEAD}def page(x, rows):\n{indent(body, '    ')}\n    return t'{template}'\n")
    return [view.text(value) for _, value in shown_values(view, view.templates[-1])]


def test_the_values_that_a_text_shows() -> None:
    assert shown("pass", "<p title={x}>a</p>") == []
    assert shown("pass", "<code>{x}</code><p>{x:>3}</p>") == []
    assert shown("pass", "<script>{x}</script><!-- {x} -->") == []
    assert shown("pass", "<p>{x}</p>") == ["x"]
    assert shown("a = 1", "<p>{a}</p>") == ["1"]
    assert shown("a = 1 if x else 2", "<p>{a}</p>") == ["1", "2"]
    assert shown("a = [1, 2]", "<p>{a}</p>") == ["1", "2"]
    assert shown('a = {"b": 1}', '<p>{a["b"]}</p>') == ["1"]


COMPONENTS = """
from dataclasses import dataclass
from functools import wraps

def Plain(a, *, b=1) -> Template:
    return t'<p></p>'

def Children(children) -> Template:
    return t'<p>{children}</p>'

@wraps
def Odd() -> Template:
    return t'<p></p>'

async def Later() -> Template:
    return t'<p></p>'

def helper():
    return '<p></p>'

@dataclass
class Card:
    title: str
    children: Template = t''
    def __call__(self) -> Template:
        return t'<p></p>'

class Base: ...

class Called(Base):
    def __call__(self, needed, given=1):
        return helper()

class Foreign(Elsewhere): ...
"""


def test_which_definitions_are_components() -> None:
    view = view_of(HEAD + COMPONENTS)
    found = {component.name: (component.why, component.is_certain) for component in components_of(view)}
    assert found == {
        "Base": (Why.NAME, False),
        "Called": (Why.NAME, False),
        "Card": (Why.ANNOTATION, True),
        "Children": (Why.ANNOTATION, True),
        "Foreign": (Why.NAME, False),
        "Later": (Why.NAME, False),
        "Odd": (Why.ANNOTATION, True),
        "Plain": (Why.ANNOTATION, True),
    }
    assert [may_be_component(view, path) for path in ("Plain", "helper", "Card.Inner", "")] == [
        True,
        False,
        False,
        False,
    ]
    assert "helper" in called_paths(view)
    assert "Plain" not in called_paths(view)


def test_tags_that_are_expected_to_fail_name_nothing() -> None:
    view = view_of(HEAD + "import pytest\nx = t'<{A} />'\nwith pytest.raises(E):\n    html(t'<{B} />')\nclass A: ...\n")
    tags, quiet = tags_of(view)
    assert tags == {":A"}
    assert len(quiet) == 1
    assert [place.reference for place in tag_places(view)] == [":A"]
    assert len(tag_places_of(view, ":A")) == 1
    assert tag_places_of(view, ":B") == []


def test_children_are_dropped_where_nothing_takes_them() -> None:
    view = view_of(HEAD + COMPONENTS)
    references = (":Plain", ":Children", ":Card", ":Odd", ":Foreign", "shop.Card", "")
    assert [drops_children(view, reference) for reference in references] == [True] + [False] * 6
    view = view_of(
        HEAD + COMPONENTS + "\npage = t'<{Plain} a={x}>{y}<b c={z}></b></{Plain}><{Children}>{y}</{Children}>'\n"
    )
    template = view.templates[-1]
    dropped = {template.interpolations[index].expression for index in dropped_values(view, template)}
    assert dropped == {"y", "z"}


def test_the_props_of_components() -> None:
    view = view_of(HEAD + COMPONENTS + "\npage = t'<{Plain} a=1 /><{Card} />'\n")
    props = {part.path: [prop.fact.name for prop in part.props] for part in parts(view)}
    assert props["Plain"] == ["a", "b"]
    assert props["Card"] == ["title", "children"]
    assert not {"Odd", "Foreign", "helper"} & set(props)


def test_what_tdom_finds_when_it_calls_an_object() -> None:
    view = view_of(HEAD + COMPONENTS + "\npage = t'<{Base} a=1 class=b /><{Foreign} />'\nx = shop.Card.__call__\n")
    classes = classes_of(view)
    assert [calling_heir(view, classes[name]) for name in (":Base", ":Card", ":Foreign")] == ["Called", "Card", ""]
    assert [mentions_call(view, classes[name]) for name in (":Base", ":Card")] == [False, True]
    assert [plain_lineage(view, classes[name]) is not None for name in (":Called", ":Foreign")] == [True, False]
    method = nodes_of(view, classes[":Called"]).methods["__call__"]
    assert [parameter.name for parameter in demanded_arguments(view, method)] == ["needed"]
    base, foreign = tag_places(view)
    assert [given.name for given in refused_props(base.tag, [classes[":Base"]])] == ["a"]
    assert refused_props(base.tag, [classes[":Card"]]) == []
    assert unseen_class(view, base, "x") is None
    assert unseen_class(view, foreign, "x") is not None
    assert sorted((owner.path, is_sure) for owner, is_sure in untagged_components(view, ())) == [
        ("Called", False),
        ("Card", True),
    ]


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    return '<p></p>'",
        "def Card(x):\n    return x",
        "def Card():\n    return t'<p></p>'",
        "def Card() -> Template | None:\n    return None",
        "def Card(page: Template):\n    return html(page)",
        "@other\ndef Card() -> Template:\n    return '<p></p>'",
        "def Card() -> Template:\n    def f():\n        return 'a'\n    return t'<p></p>'",
        "class Card:\n    def other(self):\n        return '<p></p>'",
    ],
)
def test_no_component_returns_what_tdom_refuses(code: str) -> None:
    assert wrong_returns(view_of(HEAD + code)) == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("def Card() -> Template:\n    return '<p></p>'", "string"),
        ("def Card(x) -> Template:\n    return f'<p>{x}</p>'", "fstring"),
        ("def Card() -> Template:\n    return html(t'<p></p>')", "html"),
        ("def Card() -> Template:\n    return None", "none"),
        ("def Card() -> Template:\n    return", "none"),
        ("def Card() -> Template:\n    return [t'<p></p>']", "list"),
        ("def Card() -> Template:\n    t'<p></p>'", "forgotten"),
        ("def Card(x) -> Template:\n    if x:\n        return t'<p></p>'", "fallen"),
        ("Card = lambda: '<p></p>'\npage = t'<{Card} />'", "string"),
        ("async def Card():\n    return t'<p></p>'\npage = t'<{Card} />'", "coroutine"),
        ("def Card():\n    yield t'<p></p>'\npage = t'<{Card} />'", "generator"),
    ],
)
def test_a_component_returns_what_tdom_refuses(code: str, kind: str) -> None:
    assert {found.kind for found in wrong_returns(view_of(HEAD + code))} == {kind}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("x", ""),
        ("1", ""),
        ("None", ""),
        ("f(1)", ""),
        ("shop.make()", ""),
        ("[]", "list"),
        ("()", "tuple"),
        ("{}", "dict"),
        ("'a'", "str"),
        ("'<b>'", "str"),
        ("'<script src=a></script>'", "str"),
        ("'<b class=c>a</b>'", "tags"),
        ("shop.Card()", "made shop.Card"),
        ("PurePath('a')", "relative path"),
        ("PurePath('/a')", "made pathlib.PurePath"),
        ("PurePath('a', 'b')", "made pathlib.PurePath"),
    ],
)
def test_of_what_kind_a_constant_is(value: str, expected: str) -> None:
    view = view_of(f"import tdom, shop\nfrom pathlib import PurePath\nIT = {value}\n")
    assert constant_kind(view, view.nodes["assignment"][0].children[-1]) == expected


MANY = "".join(f"NUMBER{number} = {number}\n" for number in range(50))
"""So many names that they are counted all at once."""


@pytest.mark.parametrize("others", ["", MANY], ids=["few names", "many names"])
def test_a_constant_that_is_given_again_is_made_by_nobody(others: str) -> None:
    again = ["IT = 1", "IT: int = 1", "def f():\n    global IT", "for IT in x: pass", "with x as IT: pass", "IT=2"]
    for more in again:
        view = view_of(f"import tdom, shop\nIT = shop.Card()\n{others}{more}\n")
        assert constant_kind(view, view.nodes["assignment"][0].children[-1]) == "", more


@pytest.mark.parametrize("others", ["", MANY], ids=["few names", "many names"])
def test_a_constant_that_is_only_read_again_is_what_it_was_made(others: str) -> None:
    for more in ("x == IT", "f(IT)", "def f():\n    return IT", "ITS = 1", "x: IT", "x.IT"):
        view = view_of(f"import tdom, shop\nIT = shop.Card()\n{others}{more}\n")
        assert constant_kind(view, view.nodes["assignment"][0].children[-1]) == "made shop.Card", more


def test_what_looks_like_an_attack() -> None:
    assert [is_attack(text) for text in ("<b>a</b>", "online", "<SCRIPT>", "<a onclick = x>", "javascript:x")] == [
        False,
        False,
        True,
        True,
        True,
    ]


def texts(body: str) -> list[str]:
    view = view_of(f"{HEAD}def page(x, rows):\n{indent(body, '    ')}\n    return text\n")
    return [view.text(node) for node in markup_texts(view, node_at(view, "text"))]


@pytest.mark.parametrize(
    "body",
    [
        "text = x",
        "text = 'a'",
        "text = 'a < b'",
        "text = b'<b>a</b>'",
        "text = t'<b>a</b>'",
        "text = f('<b>a</b>')",
        "text = x.join(['<b>a</b>'])",
        "text = '<output>' + ' is what it writes'",
        "text = ['a', x]",
    ],
)
def test_no_text_with_tags(body: str) -> None:
    assert texts(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("text = '<b>a</b>'", ["'<b>a</b>'"]),
        ("text = '<b>' + x + '</b>'", ["'<b>'", "'</b>'"]),
        ("text = '<b>%s</b>' % x", ["'<b>%s</b>'"]),
        ("text = '<b>{}</b>'.format(x)", ["'<b>{}</b>'"]),
        ("text = ''.join(['<b>a</b>', x])", ["'<b>a</b>'"]),
        ("text = ''.join(f'<b>{y}</b>' for y in x)", ["f'<b>{y}</b>'"]),
        ("text = ['<b>a</b>', x]", ["'<b>a</b>'"]),
        ("text = '<b>a</b>' if x else '<i>b</i>'", ["'<b>a</b>'", "'<i>b</i>'"]),
        ("text = '<ul>'\ntext += '<li>a</li>'", ["'<ul>'", "'<li>a</li>'"]),
    ],
)
def test_the_texts_with_tags(body: str, expected: list[str]) -> None:
    assert texts(body) == expected
