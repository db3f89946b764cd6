"""One table of what is a component, and why: whoever asks gets this answer, by one file and by two."""

from __future__ import annotations

from dataclasses import dataclass as plain_dataclass

import pytest
from fact_examples import application_of, project_of, symbol_of, view_of

from tdomcheck.facts.html.component_nodes import component_nodes
from tdomcheck.facts.html.component_returns import wrong_returns
from tdomcheck.facts.html.components import components_of
from tdomcheck.facts.html.props import likely_parts
from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.graph import graph_of
from tdomcheck.facts.project.roles import has_role
from tdomcheck.facts.records import Why
from tdomcheck.model.claims import Role

HEAD = """
from dataclasses import dataclass
from functools import cache, partial, wraps
from string.templatelib import Template
from tdom import html
from tdom_svcs import injectable

"""
PAGE = "from tdom import html\nfrom shop.card import {name}\n\npage = t'<{{{name}}} />'\n"


CARD = "def Card(title) -> Template:\n    return ''"
TRACED = """
def traced(component):
    @wraps(component)
    def inner(*args, **kwargs):
        return component(*args, **kwargs)

    return inner


"""
NAMED = """
def named(name):
    def traced(component):
        @wraps(component)
        def inner(*args, **kwargs):
            return component(*args, **kwargs)

        return inner

    return traced


"""
BARE = """
def traced(component):
    def inner(size):
        return component(size)

    return inner


"""


@plain_dataclass(frozen=True)
class Shape:
    code: str
    why: Why | None
    """Where no tag names it."""
    is_certain: bool = False
    name: str = "Card"
    props: tuple[str, ...] | None = ("title",)
    """None where they are not known."""
    filled: tuple[str, ...] = ()
    """Those that have a value, and that a tag may give another."""
    is_plain: bool = True
    """Written as components are: nothing is made of it, and it is not made of anything, that Python may use."""
    is_read: bool = True
    """What it returns is told of itself, and not of what it is made of."""
    is_told: bool = True
    """Whether the project knows the props as well."""
    returns: bool = True
    """Whether what it returns is known to be what it gives."""


SHAPES = {
    "function": Shape(CARD, Why.ANNOTATION, is_certain=True),
    "function without annotation": Shape("def Card(title):\n    return ''", Why.NAME),
    "lower-case function": Shape("def card(title) -> Template:\n    return ''", Why.ANNOTATION, name="card"),
    "helper": Shape("def card(title):\n    return ''", None, name="card"),
    "helper that gives a template": Shape(
        "def card(title):\n    return t'<b>{title}</b>' if title else ''", Why.NAME, name="card"
    ),
    "dataclass": Shape(
        "@dataclass\nclass Card:\n    title: str\n\n    def __call__(self) -> Template:\n        return ''",
        Why.ANNOTATION,
        is_certain=True,
    ),
    "class with a constructor": Shape(
        "class Card:\n    def __init__(self, title):\n        self.title = title\n\n"
        "    def __call__(self) -> Template:\n        return ''",
        Why.ANNOTATION,
        is_certain=True,
    ),
    "class that is called with more": Shape(
        "@dataclass\nclass Card:\n    title: str\n\n    def __call__(self, request) -> Template:\n        return ''",
        Why.ANNOTATION,
    ),
    "class without annotation": Shape(
        "@dataclass\nclass Card:\n    title: str\n\n    def __call__(self):\n        return ''", Why.NAME
    ),
    "below cache": Shape("@cache\n" + CARD, Why.ANNOTATION, is_certain=True),
    "below a registering decorator": Shape("@injectable\n" + CARD, Why.ANNOTATION, is_certain=True),
    "below a decorator that wraps it": Shape(
        TRACED + "@traced\n" + CARD, Why.ANNOTATION, is_certain=True, is_plain=False
    ),
    "below a decorator with arguments": Shape(
        NAMED + "@named('x')\n" + CARD, Why.ANNOTATION, is_certain=True, is_plain=False
    ),
    "below a decorator that gives another function": Shape(
        BARE + "@traced\n" + CARD,
        Why.ANNOTATION,
        is_certain=True,
        props=("size",),
        is_plain=False,
        is_told=False,
        returns=False,
    ),
    "below a decorator that says what it gives": Shape(
        TRACED.replace("kwargs):", "kwargs) -> Template:") + "@traced\ndef Card(title):\n    return ''",
        Why.DECORATOR,
        is_certain=True,
        is_plain=False,
    ),
    "below an unknown decorator": Shape(
        "@elsewhere\n" + CARD, Why.ANNOTATION, is_certain=True, props=None, is_plain=False, returns=False
    ),
    "partial": Shape(
        "def _card(title, size) -> Template:\n    return ''\n\n\nCard = partial(_card, size=1)",
        Why.ANNOTATION,
        is_certain=True,
        filled=("size",),
        is_plain=False,
        is_read=False,
    ),
    "partial without annotation": Shape(
        "def _card(size, title):\n    return ''\n\n\nCard = partial(_card, 1)",
        Why.NAME,
    ),
    "partial of a class": Shape(
        "@dataclass\nclass _Card:\n    title: str\n\n    def __call__(self):\n        return ''\n\n\n"
        "Card = partial(_Card)",
        Why.NAME,
    ),
    "closure": Shape(
        "def make(size):\n    def card(title) -> Template:\n        return ''\n\n    return card\n\n\nCard = make(1)",
        Why.ANNOTATION,
        is_certain=True,
        is_plain=False,
        is_read=False,
    ),
    "wrapped by hand": Shape(
        f"{TRACED}def _card(title) -> Template:\n    return ''\n\n\nCard = traced(_card)",
        Why.ANNOTATION,
        is_certain=True,
        is_plain=False,
        is_read=False,
    ),
    "object": Shape(
        "class Cards:\n    def __call__(self, title) -> Template:\n        return ''\n\n\nCard = Cards()",
        Why.ANNOTATION,
        is_read=False,
    ),
    "lambda": Shape("Card = lambda title: ''", Why.NAME),
    "class with a coroutine": Shape(
        "@dataclass\nclass Card:\n    title: str\n\n    async def __call__(self) -> Template:\n        return ''",
        Why.ANNOTATION,
        returns=False,
    ),
    "coroutine": Shape("async def Card(title) -> Template:\n    return ''", Why.NAME),
    "generator": Shape("def Card(title) -> Template:\n    yield ''", Why.NAME),
}
"""What they return is wrong, so that the check of it has something to say of each."""


def text_of(shape: Shape, *, is_tagged: bool = False) -> str:
    return f"{HEAD}{shape.code}\n\n\nother = t'<p></p>'\n" + f"page = t'<{{{shape.name}}} />'\n" * is_tagged


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_without_a_tag_the_file_itself_tells(shape: Shape) -> None:
    told = told_of(text_of(shape)).get(shape.name)
    assert told == ((shape.why, shape.is_certain) if shape.why is not None else None)
    assert_agreed(shape, {"shop/card.py": text_of(shape)}, shape.why if shape.is_certain else None)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_tag_of_its_file_makes_one_of_each(shape: Shape) -> None:
    text = text_of(shape, is_tagged=True)
    assert told_of(text)[shape.name] == (Why.TAG, True)
    assert_agreed(shape, {"shop/card.py": text}, Why.TAG)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_tag_of_another_file_makes_one_of_each(shape: Shape) -> None:
    assert_agreed(shape, {"shop/card.py": text_of(shape), "shop/page.py": PAGE.format(name=shape.name)}, Why.TAG)


def told_of(text: str) -> dict[str, tuple[Why, bool]]:
    return {component.name: (component.why, component.is_certain) for component in components_of(view_of(text))}


def assert_agreed(shape: Shape, files: dict[str, str], why: Why | None) -> None:
    """The project, the graph, and the rules for one file with the premises that the project proves."""
    project = project_of(files)
    application = Application.of(project)
    symbol = symbol_of(project, "shop/card.py", f":{shape.name}")
    assert application.why(symbol) is why
    assert (symbol.key in {found.key for found in application.components}) is (why is not None)
    graph = graph_of(project, lambda _path, _offset: 1, {})
    assert (symbol.key in {node.key for node in graph.nodes if node.kind == "component"}) is (why is not None)
    assert has_role(project, symbol, Role.COMPONENT) is (why is Why.TAG)
    parameters = project.parameters(symbol)
    names = None if parameters is None else {prop.name for prop in parameters}
    assert names == (None if shape.props is None or not shape.is_told else {*shape.props, *shape.filled})
    assert [prop.name for prop in parameters or () if prop.has_default] == [*shape.filled]

    view = view_of(files["shop/card.py"])
    component = next((found for found in components_of(view) if found.name == shape.name), None)
    if component is None:
        return  # a helper, of which no rule for one file says anything: only the project knows of the tag
    is_tag, is_known = why is Why.TAG, shape.props is not None
    of_props = {part.path: is_tag or claim is None for part, claim in likely_parts(view)}
    assert of_props.get(shape.name) == ((why is not None) if is_known else None)
    read = component.signature or component.node
    of_annotations = {is_tag or claim is None for node, claim in component_nodes(view) if node == read}
    assert of_annotations == {is_tag or (why is not None and shape.is_plain)}
    wrong = {found.component.name for found in wrong_returns(view)}
    assert (shape.name in wrong) is (shape.returns and (component.why is Why.TAG or shape.is_read))


def test_the_props_are_those_that_are_declared() -> None:
    for shape in SHAPES.values():
        told = {part.path: [prop.fact.name for prop in part.props] for part, _ in likely_parts(view_of(text_of(shape)))}
        is_known = shape.props is not None and shape.why is not None
        assert told.get(shape.name) == ([*(shape.props or ())] if is_known else None)


def test_a_component_of_a_function_is_one() -> None:
    text = f"{HEAD}def page():\n    def Card(title) -> Template:\n        return ''\n\n    return html(t'<p></p>')\n"
    assert told_of(text) == {"page.Card": (Why.ANNOTATION, True)}
    assert [found.key for found in application_of({"shop/card.py": text}).components] == ["shop.card.page.Card"]
    assert [part.path for part, _ in likely_parts(view_of(text))] == ["page.Card"]


def test_a_method_is_one_where_a_tag_names_it() -> None:
    text = f"{HEAD}class Page:\n    @staticmethod\n    def Card(title) -> Template:\n        return ''\n"
    assert told_of(text) == {"Page": (Why.NAME, False)}
    assert application_of({"shop/card.py": text}).components == ()
    text += "\n\nother = t'<{Page.Card} />'\n"
    assert told_of(text)["Page.Card"] == (Why.TAG, True)
    assert [found.key for found in application_of({"shop/card.py": text}).components] == ["shop.card.Page.Card"]
    assert "Page.Card" not in {part.path for part, _ in likely_parts(view_of(text))}


def test_a_decorator_of_another_file_makes_one() -> None:
    tools = HEAD + TRACED.replace("kwargs):", "kwargs) -> Template:") + "def plain(component):\n    return component\n"
    card = "from shop.tools import plain, traced\n\n@traced\ndef Card(title): ...\n\n@plain\ndef Box(title): ...\n"
    card += "\n@traced\ndef helper(title): ...\n"
    application = application_of({"shop/tools.py": tools, "shop/card.py": card})
    assert {symbol.key: application.why(symbol) for symbol in application.components} == {
        "shop.card.Card": Why.DECORATOR
    }


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("def card(size, title, theme): ...", {"title": False, "theme": True}),
        ("class card:\n    def __init__(self, size, theme): ...\n\n    def __call__(self): ...", {"theme": True}),
        ("@other\ndef card(size, title, theme): ...", None),
        ("from elsewhere import card", None),
        ("from functools import partial\nfrom shop.card import Card\n\ncard = partial(Card)", None),
        ("card = load()", None),
    ],
)
def test_what_is_left_of_a_function_of_another_file(base: str, expected: dict[str, bool] | None) -> None:
    card = HEAD + "from shop.base import card\n\nCard = partial(card, 3, theme='dark')\n"
    page = PAGE.format(name="Card")
    application = application_of({"shop/base.py": base, "shop/card.py": card, "shop/page.py": page})
    (use,) = application.uses
    assert (use.component.key, application.why(use.component)) == ("shop.card.Card", Why.TAG)
    parameters = application.project.parameters(use.component)
    assert (None if parameters is None else {prop.name: prop.has_default for prop in parameters}) == expected


def test_what_a_variable_is_made_of_uses_what_it_uses() -> None:
    card = (
        f"{HEAD}def Icon() -> Template: ...\n\ndef _card(title):\n    return t'<{{Icon}} />'\n\nCard = partial(_card)\n"
    )
    graph = graph_of(
        project_of({"shop/card.py": card, "shop/page.py": PAGE.format(name="Card")}), lambda _path, _offset: 1, {}
    )
    assert {(edge.source, edge.target, edge.kind) for edge in graph.edges} == {
        ("shop.card.Card", "shop.card.Icon", "uses"),
        ("shop.page", "shop.card.Card", "renders"),
    }


def test_what_is_registered_for_a_component_is_one() -> None:
    menu = f"{HEAD}class Clock: ...\n\n\nclass Menu:\n    def __call__(self) -> Template: ...\n"
    site = "from tdom_svcs import injectable\nfrom shop.menu import Clock, Menu\n\n"
    site += "@injectable(for_=Menu)\nclass French:\n    def __call__(self): ...\n\n"
    site += "@injectable(for_=Clock)\nclass Slow:\n    def __call__(self): ...\n"
    application = application_of({"shop/menu.py": menu, "shop/site.py": site})
    assert {symbol.key: application.why(symbol) for symbol in application.components} == {
        "shop.menu.Menu": Why.ANNOTATION,
        "shop.site.French": Why.REGISTERED,
    }


def test_a_tag_that_is_expected_to_fail_leaves_it_alone() -> None:
    text = f"{HEAD}import pytest\n\ndef Card(title) -> Template:\n    return ''\n\n"
    text += "with pytest.raises(TypeError):\n    html(t'<{Card} />')\n"
    assert told_of(text) == {"Card": (Why.ANNOTATION, True)}
    view = view_of(text)
    assert list(likely_parts(view)) == list(component_nodes(view)) == wrong_returns(view) == []
    application = application_of({"shop/card.py": text})
    assert [application.why(symbol) for symbol in application.components] == [Why.ANNOTATION]
