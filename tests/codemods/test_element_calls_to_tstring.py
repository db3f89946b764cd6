"""`element-calls-to-tstring`: the markup that it writes is the one that the calls mean."""

from __future__ import annotations

import pytest
from conversions import converted, converted_project
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText

NAME = "element-calls-to-tstring"
HEAD = "from tdom import Comment, DocumentType, Element, Fragment, Text, html as h\n\n"

STAYS = {
    "a tag that nobody knows": ("Element(tag)", "which element"),
    "a tag that is none": ("Element('<b>')", "which element"),
    "attributes by a name": ("Element('p', {name: 1})", "which attributes"),
    "an attribute that is none": ("Element('p', {'a b': 1})", "which attributes"),
    "more than a class takes": ("Element('p', {}, [], 1)", "what it is given"),
    "what stars bring into a class": ("Element('p', *args)", "what it is given"),
    "a comment": ("h.p(  # why\n    x)", "a comment"),
    "a value over several lines": ("h.p(make(\n    x))", "several lines"),
    "a value with a backslash": ("h.p(make('\\n'))", "backslash"),
    "children of what has none": ("h.br(x)", "no children"),
    "a script with a value": ("h.script(source)", "not read as markup"),
    "a style with a bracket": ("h.style('a > b')", "not read as markup"),
    "all kinds of quotes": ("h.p(x['a'], y[\"b\"])", "all quotes"),
    "inner values that need quotes": ("h.p([h.b(x, title='a b') for x in xs])", "quotes of its own"),
    "a comment that nobody knows": ("h.p(Comment(x))", "only a run tells"),
    "a comment that would end": ("h.p(Comment('a --> b'))", "only a run tells"),
    "a fragment by a star": ("Fragment(*xs)", "what it is given"),
    "what is asked of an element by its name": ("h.p(x)\nfound = page.children", "html() gives a str"),
    "what is asked of an element": ("h.p(x).children", "html() gives a str"),
    "a generator that a class is given": ("Element(x for x in xs)", "which element"),
    "a generator over several lines": ("h.ul(h.li(x)\n    for x in xs)", "several lines"),
    "a generator for what has no children": ("h.br(x for x in xs)", "no children"),
    "a generator in a script": ("h.script(x for x in xs)", "not read as markup"),
    "a text of a generator": ("h.p(Text(x for x in xs))", "only a run tells"),
    "a value that is read before it is given": ("h.p(y := x.strip(), title=y)", "read in another"),
    "values that are taken in turn": ("h.p(next(it), title=next(it))", "another order"),
    "values that are popped in turn": (
        "Element('p', children=[xs.pop()], attrs={'id': xs.pop()})",
        "another order",
    ),
    "a value that is read around": ("h.p(h.b((y := x)), **y)", "read in another"),
    "more names than are compared": (f"h.p({', '.join(f'(y{i} := x)' for i in range(51))})", "more than 50 values"),
    "an f-string": ("f'<p>{h.b(x)}</p>'", "f-string"),
}


@pytest.mark.parametrize("case", STAYS)
def test_it_stays_and_says_why(case: str) -> None:
    code, reason = STAYS[case]
    source = f"{HEAD}page = {code}\n"
    after, reasons = converted(NAME, source)
    assert after == source
    assert len(reasons) == 1
    assert reason in reasons[0]


@pytest.mark.parametrize(
    "code",
    ["h(t'<p></p>')", "h.escape(x)", "h.Div(x)", "h.div", "other.div(x)", "Text(x)", "x.Element('p')"],
)
def test_what_makes_no_element_stays(code: str) -> None:
    source = f"{HEAD}page = {code}\n"
    assert converted(NAME, source) == (source, [])


CHANGES = {
    "h.p()": 't"<p></p>"',
    "h.p('a < b & c > d')": 't"<p>a &lt; b &amp; c &gt; d</p>"',
    "h.p('say \"it\"')": 't"<p>say &quot;it&quot;</p>"',
    'h.p("it\'s", title="it\'s")': "t'<p title=\"it&#x27;s\">it&#x27;s</p>'",
    "h.p(x['a'], id='b')": "t\"<p id='b'>{x['a']}</p>\"",
    "h.p(x[\"a\"], id='b')": 't\'<p id="b">{x["a"]}</p>\'',
    "h.p({'a': 1})": "t\"<p>{ {'a': 1} }</p>\"",
    "h.p((lambda: 1), (y := 2))": 't"<p>{(lambda: 1)}{(y := 2)}</p>"',
    "h.p(next(it), next(it))": 't"<p>{next(it)}{next(it)}</p>"',
    "h.p(load(x), title=load(y))": 't"<p title={load(y)}>{load(x)}</p>"',
    "h.p((y := x), y)": 't"<p>{(y := x)}{y}</p>"',
    "h.p(title=(y := x) + y)": 't"<p title={(y := x) + y}></p>"',
    "h.p([y for x in xs if (y := x)], id=x)": 't"<p id={x}>{[y for x in xs if (y := x)]}</p>"',
    "h.p(a if b else c, a or b)": 't"<p>{a if b else c}{a or b}</p>"',
    "h.p(*xs, **ys)": 't"<p {ys}>{xs}</p>"',
    "h.label(x, for_=y, aria_label=z, hidden=True, lang=None, dir=False)": (
        't"<label for={y} aria-label={z} hidden>{x}</label>"'
    ),
    "h.ul([h.li('a'), None, *rest])": 't"<ul><li>a</li>{rest}</ul>"',
    "h.ul([h.li(x, id='a') for x in xs])": "t\"<ul>{[t'<li id=a>{x}</li>' for x in xs]}</ul>\"",
    "h.ul(h.li(x) for x in xs)": "t\"<ul>{[t'<li>{x}</li>' for x in xs]}</ul>\"",
    "h.ul( {x: y} for x in xs if x )": 't"<ul>{[{x: y} for x in xs if x]}</ul>"',
    "h.ul((h.li(x) for x in xs), id=y)": "t\"<ul id={y}>{(t'<li>{x}</li>' for x in xs)}</ul>\"",
    "Fragment(h.li(x) for x in xs)": "t\"{[t'<li>{x}</li>' for x in xs]}\"",
    "Element('p', None, [Fragment([Text('a'), b]), Text(c)])": 't"<p>a{b}{c}</p>"',
    "Element('p', attrs={'id': None}, children=())": 't"<p id></p>"',
    "Fragment([h.b(), Comment('one two'), Element('i')])": 't"<b></b><!--one two--><i></i>"',
    "Fragment(children=[DocumentType('html'), h.html(x)])": 't"<!DOCTYPE html><html>{x}</html>"',
    "Element(tag='x-y', attrs=given)": 't"<x-y {given}></x-y>"',
}


@pytest.mark.parametrize("code", CHANGES)
def test_it_writes_the_markup(code: str) -> None:
    after, reasons = converted(
        NAME, f"from tdom import html\n{HEAD}page = {code}\nkeep = Comment, DocumentType, Element, Fragment, Text, h\n"
    )
    assert reasons == []
    assert f"page = html({CHANGES[code]})\n" in after or f"page = h({CHANGES[code]})\n" in after
    view = ModuleView(SourceText(after.encode()))
    assert [problem for template in view.templates for problem in view.markup(template).problems] == []
    assert converted(NAME, after) == (after, [])


def test_within_a_template_no_text_is_rendered() -> None:
    after, _ = converted(NAME, f'{HEAD}page = h(t"<p>{{h.b(x)}}</p>")\n')
    assert "page = h(t\"<p>{t'<b>{x}</b>'}</p>\")\n" in after


@pytest.mark.parametrize(
    "before", ["html = 1\n", "def html(x): ...\n", "from shop import html\n", "def f(html): ...\n"]
)
def test_a_name_that_is_taken_is_not_taken_again(before: str) -> None:
    source = f"from tdom import html as h\n{before}page = h.p(x)\n"
    assert 'page = h(t"<p>{x}</p>")' in converted(NAME, source)[0]


def test_where_no_name_is_left_it_stays() -> None:
    source = "import tdom\nfrom tdom import Element\n\n\ndef f(tdom, html):\n    return Element('p')\n"
    after, reasons = converted(NAME, source)
    assert (after, len(reasons)) == (source, 1)


def test_what_is_rendered_at_once_is_not_rendered_twice() -> None:
    source = "from tdom import html as h, html\n\npage = html(h.title(x), h)\n"
    assert 'page = html(t"<title>{x}</title>", h)' in converted(NAME, source)[0]


def test_where_html_means_another_thing_the_other_name_stays() -> None:
    source = f"{HEAD}html = 1\npage = h.p(x)\n"
    assert 'page = h(t"<p>{x}</p>")' in converted(NAME, source)[0]


def test_a_code_block_with_imports_gets_the_one_that_it_lacks() -> None:
    one = "# One\n\n```python\nfrom tdom import html as h\n\npage = h.p(x)\n```\n"
    two = "\n# Two\n\n```python\nfrom tdom import html\n\npage = html(y)\n```\n"
    after, _ = converted(NAME, one + two, "page.md")
    assert 'from tdom import html, html as h\n\npage = html(t"<p>{x}</p>")\n' in after
    assert after.endswith(two)


names = st.sampled_from(["p", "div", "b", "li"])
words = st.text(st.sampled_from("ab <>&{}\"'"), max_size=6)
trees = st.recursive(
    st.one_of(words.map(repr), st.just("x")),
    lambda inner: st.tuples(names, st.lists(inner, max_size=3), words).map(
        lambda parts: f"h.{parts[0]}({', '.join([*parts[1], f'title={parts[2]!r}'])})"
    ),
    max_leaves=8,
).filter(lambda code: code.startswith("h."))


@given(trees)
def test_whatever_is_written_is_well_formed_and_has_the_same_elements(code: str) -> None:
    after, reasons = converted(NAME, f"from tdom import html as h\n\npage = {code}\n")
    if "\\" in code:
        return
    assert reasons == []
    view = ModuleView(SourceText(after.encode()))
    (template,) = view.templates
    markup = view.markup(template)
    assert not markup.problems
    assert len(markup.tags) == code.count("h.")


def test_deep_trees_are_followed_and_those_that_nobody_wrote_are_not() -> None:
    after, reasons = converted(NAME, f"from tdom import html as h\n\npage = {'h.p(' * 20}x{')' * 20}\n")
    assert (after.count("<p>"), reasons) == (20, [])
    after, reasons = converted(NAME, f"from tdom import html as h\n\npage = {'h.p(' * 90}x{')' * 90}\n")
    assert "<p>" not in after
    assert len(reasons) == 1


ANSWERED = "from tdom import Element, html as h\n\n"
NOT_ASKED = {
    "what stands before a slash": "def read(a, /, node):\n    return node.tag\n\n\nread(h.li(x), 1)\n",
    "a default of another parameter": "def tag(node, end=h.li()):\n    return node.tag\n",
    "what else a function takes": "def tags(x, *nodes):\n    return [node.tag for node in nodes]\n\n\ntags(h.li(x))\n",
    "a parameter that is no fixture": (
        "import pytest\n\n\n@pytest.fixture\ndef card():\n    return h.li(1)\n\n\n"
        "def test_card(cards):\n    assert cards.tag\n"
    ),
    "what is sorted by another thing": "nodes = [h.li(x)]\nsorted(nodes, key=lambda node: node.title)\n",
    "what stands beside another question": "node = h.li(x)\nprint(node, max(xs, key=lambda one: one.tag))\n",
    "what is read by another name": (
        "from operator import attrgetter\n\nnodes = [h.li(x)]\nsorted(nodes, key=attrgetter('title'))\n"
    ),
    "a list": "nodes = [h.li(x)]\nnodes.append(1)\nprint(nodes[0])\n",
    "another thing": "nodes = [h.li(x)]\nother.attrs, other.children\n",
    "another function": (
        "def make(x):\n    return h.li(x)\n\n\ndef read(x):\n    return x\n\n\nread(1).attrs, make(1)\n"
    ),
    "another name of another function": (
        "def one(x):\n    node = h.li(x)\n    return node\n\n\ndef two(node):\n    return node.attrs\n"
    ),
    "whether it is another thing": "node = h.li(x)\nisinstance(node, str)\n",
    "a name of another kind": "node = h.li(x)\ngetattr(node, 'title', '')\n",
    "a pattern of another thing": "node = h.li(x)\nmatch node:\n    case Card():\n        pass\n",
    "a component that asks its own children": (
        "class Card:\n    def __call__(self):\n        return h.li(self.children)\n"
    ),
}
ASKED = {
    "what stands behind a slash": "def read(a, /, node):\n    return node.tag\n\n\nread(1, h.li(x))\n",
    "a fixture": (
        "import pytest\n\n\n@pytest.fixture\ndef card():\n    return h.li(1)\n\n\n"
        "def test_card(card):\n    assert card.tag == 'li'\n"
    ),
    "a fixture of another name": (
        "import pytest\n\n\n@pytest.fixture(name='card')\ndef make_card():\n    yield h.li(1)\n\n\n"
        "class TestCard:\n    def test_card(self, card):\n        assert card.tag == 'li'\n"
    ),
    "what a class has": "class Page:\n    body = h.li(1)\n\n\nPage.body.tag\n",
    "what a class makes for each": (
        "from dataclasses import dataclass, field\n\n\n@dataclass\nclass Page:\n"
        "    body: object = field(default_factory=lambda: h.li(1))\n\n"
        "    def show(self):\n        return self.body.tag\n"
    ),
    "all that a function is given": (
        "def tags(*nodes):\n    return [node.tag for node in nodes]\n\n\ntags(1, h.li(x))\n"
    ),
    "all that a function is given by name": (
        "def tags(**nodes):\n    return [node.tag for node in nodes.values()]\n\n\ntags(a=h.li(x))\n"
    ),
    "a default": "def tag(node=h.li()):\n    return node.tag\n",
    "what is shared with the module": (
        "def load():\n    global PAGE\n    PAGE = h.li(1)\n\n\ndef show():\n    return PAGE.tag\n"
    ),
    "what is shared with a function": (
        "def f():\n    page = None\n\n    def load():\n        nonlocal page\n        page = h.li(1)\n\n"
        "    load()\n    return page.tag\n"
    ),
    "what a context gives": (
        "from contextlib import contextmanager\n\n\n@contextmanager\ndef made():\n    yield h.li(1)\n\n\n"
        "with made() as node:\n    print(node.tag)\n"
    ),
    "one of kinds that have a name": "KINDS = (Element, str)\nisinstance(h.li(1), KINDS)\n",
    "what setattr sets": "setattr(page, 'body', h.li(1))\npage.body.tag\n",
    "what is sorted": "nodes = [h.li(x)]\nsorted(nodes, key=lambda node: node.tag)\n",
    "what is filtered": "nodes = [h.li(x)]\nlist(filter(lambda node: node.tag == 'p', nodes))\n",
    "what a function is handed to": (
        "def tag_of(node):\n    return node.tag\n\n\nnodes = [h.li(x)]\nlist(map(tag_of, nodes))\n"
    ),
    "what is asked by attrgetter": (
        "from operator import attrgetter\n\nnodes = [h.li(x)]\nmax(nodes, key=attrgetter('tag'))\n"
    ),
    "what a property gives": (
        "class A:\n    @property\n    def head(self):\n        return h.li(1)\n\n"
        "    def use(self):\n        return self.head.children\n"
    ),
    "an item": "nodes = [h.li(x) for x in xs]\nnodes[0].attrs['class'] = 'first'\n",
    "an item of a loop": "nodes = [h.li(x), 1]\nfor node in nodes:\n    node.children\n",
    "an item of a loop within": "nodes = [h.li(x)]\nprint([node.tag for node in nodes])\n",
    "what is added": "nodes = []\nnodes.append(h.li(x))\nnodes[0].attrs\n",
    "what is set": "nodes = {}\nnodes['a'] = h.li(x)\nnodes.get('a').attrs\n",
    "one of two": "node = h.li(x) if x else None\nif node:\n    node.attrs\n",
    "a pair": "node, other = h.li(x), 1\nnode.attrs\n",
    "what a function returns": "def make(x):\n    return h.li(x)\n\n\nmake(1).attrs\n",
    "what a function returned": (
        "def make(x):\n    node = h.li(x)\n    return node\n\n\nnode = make(1)\nnode.attrs['id'] = 'a'\n"
    ),
    "what a function yields": "def make(x):\n    yield h.li(x)\n\n\nfor node in make(1):\n    node.attrs\n",
    "what a lambda returns": "make = lambda x: h.li(x)\nmake(1).attrs\n",
    "what a method returns": (
        "class A:\n    def make(self):\n        return h.li(1)\n\n    def use(self):\n        self.make().attrs\n"
    ),
    "what an object keeps": (
        "class A:\n    def __init__(self):\n        self.node = h.li(1)\n\n"
        "    def use(self):\n        self.node.attrs\n"
    ),
    "what a function is given": "def read(node):\n    return node.attrs\n\n\nread(h.li(x))\n",
    "what a function is given by name": "def read(a, node=None):\n    return node.attrs\n\n\nread(1, node=h.li(x))\n",
    "what a method is given": (
        "class A:\n    def read(self, a, node):\n        return node.attrs\n\n\nA().read(1, h.li(x))\n"
    ),
    "whether it is one": "def make(x):\n    return h.li(x)\n\n\nassert isinstance(make(1), (str, Element))\n",
    "its attribute by name": "def make(x):\n    return h.li(x)\n\n\ngetattr(make(1), 'attrs')\n",
    "its pattern": (
        "def f(node):\n    match node:\n        case Element(tag=tag):\n            return tag\n\n\nf(h.li(x))\n"
    ),
    "a child": "item = h.li(x)\n[*map(print, [item])][0].attrs\n",
}


@pytest.mark.parametrize("case", NOT_ASKED)
def test_an_element_that_is_asked_nothing_changes(case: str) -> None:
    after, reasons = converted(NAME, ANSWERED + NOT_ASKED[case])
    assert "</li>" in after
    assert reasons == []


@pytest.mark.parametrize("case", ASKED)
def test_an_element_that_is_asked_something_later_stays(case: str) -> None:
    after, reasons = converted(NAME, ANSWERED + ASKED[case])
    assert after == ANSWERED + ASKED[case]
    assert [each.rpartition(": ")[2] for each in reasons] == [
        "something is asked of the element, and html() gives a str"
    ]


MAKE = ANSWERED + "NODES = [h.p(1)]\n\n\ndef make(x):\n    return h.li(x)\n"


@pytest.mark.parametrize(
    ("other", "stays"),
    [
        ("from shop.items import make\n\nprint(make(1))\nx.attrs\n", ()),
        ("from shop.items import make\n\nmake(1).attrs\n", ("li",)),
        ("from shop.items import make as m\n\nnode = m(1)\nnode.attrs\n", ("li",)),
        ("import shop.items\n\nfor node in map(shop.items.make, xs):\n    node.children\n", ("li",)),
        ("from shop.items import NODES\n\nNODES[0].attrs\n", ("p",)),
        ("from shop import again\n\nagain.more().attrs\n", ("li",)),
    ],
)
def test_what_another_file_asks(other: str, stays: tuple[str, ...]) -> None:
    again = "from shop.items import make\n\n\ndef more():\n    return make(1)\n"
    files = {"shop/items.py": MAKE, "shop/__init__.py": "", "shop/again.py": again, "use.py": other}
    after, reasons = converted_project(NAME, files)
    assert {tag for tag in ("li", "p") if f"</{tag}>" not in after["shop/items.py"]} == {*stays}
    assert len(reasons) == len(stays)


def test_what_another_file_asks_of_what_it_is_given() -> None:
    reading = "def first(x):\n    return x\n\n\ndef read(a, node):\n    return node.attrs\n"
    own = ANSWERED + "from shop.reading import first, read\n\nread(1, h.li(x))\nread(1, node=h.b(x))\nfirst(h.p(x))\n"
    after, reasons = converted_project(NAME, {"shop/__init__.py": "", "shop/reading.py": reading, "shop/a.py": own})
    assert [tag for tag in ("li", "b", "p") if f"</{tag}>" in after["shop/a.py"]] == ["p"]
    assert len(reasons) == 2


WALKER = (
    ANSWERED + "class Walker:\n    def __init__(self, root):\n        self.root = root\n\n"
    "    def walk(self, node):\n        return self.visit(node)\n\n"
    "    def visit(self, node):\n        return h.li(node.text)\n\n"
    "    @staticmethod\n    def plain(node):\n        return h.b(node.text)\n\n"
    "    @property\n    def top(self):\n        return h.i()\n"
)


@pytest.mark.parametrize(
    ("asking", "stays"),
    [
        ("from walker import Walker\n\nassert Walker(1).walk(x).attrs == {}\n", ("li",)),
        ("from walker import Walker\n\nassert Walker.plain(x).attrs == {}\n", ("b",)),
        ("def f(walker):\n    return walker.top.tag\n", ("i",)),
        ("def f(walker):\n    return walker.stop.tag\n", ()),
        ("def f(walker):\n    return str(walker.walk(1)), walker.children\n", ()),
    ],
)
def test_what_another_file_asks_of_what_methods_give(asking: str, stays: tuple[str, ...]) -> None:
    after, reasons = converted_project(NAME, {"walker.py": WALKER, "tests/test_walker.py": asking})
    assert {tag for tag in ("li", "b", "i") if f"</{tag}>" not in after["walker.py"]} == {*stays}
    assert len(reasons) == len(stays)


PAGE = (
    "from dataclasses import dataclass\nfrom typing import Any\n\n\n@dataclass\nclass Page:\n    title: str\n"
    "    body: Any\n\n    def first(self):\n        return self.body.children[0]\n\n\n"
    "class Reader:\n    def __init__(self, node, x=1):\n        self.node = node\n\n"
    "    def read(self, x, node):\n        return node.tag\n\n"
    "    @staticmethod\n    def peek(node):\n        return node.tag\n\n"
    "    def show(self):\n        return self.node.attrs\n"
)


@pytest.mark.parametrize(
    ("made", "stays"),
    [
        ("Page('a', h.p(x))", True),
        ("Page(body=h.p(x), title='a')", True),
        ("Page(h.p(x), 1)", False),
        ("Reader(h.p(x))", True),
        ("Reader(1, h.p(x))", False),
        ("reader.read(1, h.p(x))", True),
        ("reader.read(h.p(x), 1)", False),
        ("Reader.peek(h.p(x))", True),
        ("reader.node = h.p(x)", True),
        ("reader.other = h.p(x)", False),
    ],
)
def test_what_the_objects_of_another_file_ask(made: str, stays: bool) -> None:
    use = f"{ANSWERED}from page import Page, Reader\n\nreader = make()\n{made}\n"
    after, reasons = converted_project(NAME, {"page.py": PAGE, "use.py": use})
    assert ("</p>" not in after["use.py"]) is stays
    assert len(reasons) == stays


@pytest.mark.parametrize(
    ("use", "stays"),
    [
        ("from aria_testing import get_by_role\n\nnode = h.p(x)\nget_by_role(node, 'button')\n", True),
        ("from shop import load\n\nload(str(h.p(x)))\n", False),
        ("from starlette.responses import HTMLResponse\n\nHTMLResponse(str(h.p(x)))\n", False),
        ("from starlette.responses import HTMLResponse\n\nHTMLResponse(h.p(x))\n", True),
        ("from copy import copy\n\ncopy(h.p(x))\n", False),
        ("from markupsafe import escape\n\nescape(h.p(x))\n", False),
        ("from shop import show\n\nshow(h.p(x))\n", False),
        ("from shop.far import away\n\naway(h.p(x))\n", False),
        ("from .shop import show\n\nshow(h.p(x))\n", False),
        ("print(h.p(x))\n", False),
    ],
)
def test_what_functions_are_given_that_nobody_here_knows(use: str, stays: bool) -> None:
    files = {"shop.py": "def show(x): ...\n", "use.py": ANSWERED + use, "again.py": "from tdom import html\n"}
    after, reasons = converted_project(NAME, files)
    assert ("</p>" not in after["use.py"]) is stays
    assert [each.rpartition(": ")[2] for each in reasons] == [
        "a function that is not known here may ask something of the element, and html() gives a str"
    ] * stays


@pytest.mark.parametrize(
    ("rest", "stays"),
    [
        ("apply_templates(data)", True),
        ("from shop import show\n\nshow(data)", True),
        ("print(data)", False),
        ("def show(x): ...\n\n\nshow(data)", False),
    ],
)
def test_in_documents_nobody_knows_what_functions_ask(rest: str, stays: bool) -> None:
    text = f"```python\nfrom tdom import html as h\n\ndata = h.p(x)\n{rest}\n```\n"
    after, reasons = converted(NAME, text, "page.md")
    assert ((after == text), len(reasons)) == (stays, stays)


def test_what_pytest_takes_from_another_file() -> None:
    conftest = f"{ANSWERED}import pytest\n\n\n@pytest.fixture\ndef card():\n    return h.li(1)\n"
    test = "def test_card(card):\n    assert card.children == []\n"
    after, reasons = converted_project(NAME, {"tests/conftest.py": conftest, "tests/test_card.py": test})
    assert (after["tests/conftest.py"], len(reasons)) == (conftest, 1)
