"""What other files say about a value: proved by definitions, and nothing else."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import project_of, view_of

from tdomcheck.facts.project.premises import holds
from tdomcheck.facts.python.value_paths import premise, value_path
from tdomcheck.model.claims import SAFE_HTML

SHOP = """
import functools
from dataclasses import dataclass
from string.templatelib import Template
from typing import overload

from shop.base import Base, Unknown
from tdom import html

def total(): ...

@functools.cache
def kept(): ...

async def later() -> int: ...

def count() -> int: ...

def many() -> "list[Item]": ...

def page() -> Template: ...

def shown() -> str:
    return html(t"<p></p>")

def handed(x):
    return shown() if x else html(t"<b></b>")

def handed_on():
    return handed(1)

def handed_text() -> str:
    return shown() or "text"

def handed_unknown(x):
    return shown() if x else x

def handed_later():
    return later()

def around():
    return round_about()

def round_about():
    return around()

def either(x):
    return t"<p></p>" if x else None

@overload
def twice(x: int) -> int: ...
@overload
def twice(x: str) -> str: ...
def twice(x): ...

given = count()
replaced = None
def replaced(): ...

@dataclass
class Item:
    stock: int
    label: str | None
    owner: "Cart"

class Cart(Base):
    items: list[Item]
    rows: tuple[Item, ...]
    pairs: dict[str, Item]
    loose = 3

    @property
    def size(self) -> int: ...

    @functools.cached_property
    def first(self) -> Item: ...

    @kept
    def odd(self) -> int: ...

    def price(self) -> float: ...

class Lazy:
    def __getattr__(self, name): ...

class Dim(Unknown):
    stock: int
"""
BASE = """
class Base:
    known: bool

    def shout(self): ...
"""


def proved(expression: str, *kinds: str) -> bool:
    """Whether an expression in a file of the shop is certainly of a kind."""
    source = f"import tdom\nfrom shop import all as shop\n\nfound = {expression}\n"
    view = view_of(source)
    (node,) = [node for node in view.nodes["assignment"] if view.text(node).startswith("found =")]
    value = node.child_by_field_name("right")
    assert value is not None
    made = premise(view, value, *kinds)
    files = {"shop/__init__.py": "", "shop/all.py": SHOP, "shop/base.py": BASE, "shop/page.py": source}
    return made is not None and holds(project_of(files), "shop/page.py", made)


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("shop.total", "function"),
        ("shop.count()", "int"),
        ("shop.page()", "template"),
        ("shop.shown()", "html"),
        ("shop.shown()", "str"),
        ("shop.handed(1)", "html"),
        ("shop.handed_on()", "html"),
        ("shop.handed_text()", "str"),
        ("shop.Cart", "class"),
        ("shop.Cart()", "object"),
        ("shop.Cart().size", "int"),
        ("shop.Cart().price", "method"),
        ("shop.Cart().price()", "float"),
        ("shop.Cart().shout", "method"),
        ("shop.Cart().known", "bool"),
        ("shop.Cart().first.stock", "int"),
        ("shop.Cart().first.owner.known", "bool"),
        ("(shop.Cart().items)", "list"),
        ("[row.stock for row in shop.Cart().rows]", ""),
        ("container.get(shop.Cart).size", "int"),
        ("shop.Cart().items[0].stock", "int"),
        ("shop.Cart().rows[-1].stock", "int"),
        ("self.container.get(shop.Item).stock", "int"),
    ],
)
def test_a_value_is_followed_through_definitions(expression: str, kind: str) -> None:
    assert proved(expression, kind) == bool(kind)


@pytest.mark.parametrize(
    "expression",
    [
        "shop.kept",
        "shop.either(1)",
        "shop.handed_unknown(1)",
        "shop.handed_later()",
        "shop.around()",
        "shop.later()",
        "shop.twice(1)",
        "shop.given",
        "shop.replaced",
        "shop.nothing",
        "shop.Cart().loose",
        "shop.Cart().odd",
        "shop.Cart().odd()",
        "shop.Cart().pairs",
        "shop.Cart().nothing",
        "shop.Item().label",
        "shop.Lazy().stock",
        "shop.Dim().stock",
        "shop.total()",
        "store.get(shop.Item).stock",
        "unknown.stock",
        "shop.Cart().items[1:].stock",
        "shop.Cart().items[i].stock",
        "shop.Cart().pairs['a'].stock",
        "[shop.total]",
        "shop.Cart().first.first.first.first.first.first.first",
    ],
)
def test_what_no_definition_says_is_not_proved(expression: str) -> None:
    kinds = ("function", "method", "object", "int", "float", "str", "bool", "template", "html", "list")
    assert not proved(expression, *kinds)


def test_text_that_is_not_all_rendered_is_not_html() -> None:
    assert not proved("shop.handed_text()", "html")


@pytest.mark.parametrize(
    ("note", "is_proved"),
    [
        ("NOTE = 'no markup'", True),
        ("from markupsafe import Markup\n\nNOTE = Markup('<hr>')", False),
        ("from tdom import Markup\n\nNOTE = Markup('<hr>')", False),
        ("from elsewhere import *\n\nNOTE = load()", False),
        ("class NOTE:\n    def __html__(self): ...", False),
        ("def NOTE(:", False),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<p>{x:safe}</p>')", False),
        ("from tdom import html\n\ndef NOTE(x): return html(t'{x:safe}')", False),
        ("from tdom import html\n\ndef NOTE(x, y): return html(t'<p>{x:{y}}</p>')", False),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<!-- {x} -->')", False),
        ("from tdom import html\n\ndef NOTE(): return html(t'<!-- <p> -->')", False),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<script src={x}>a = \"<p>\"</script>')", False),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<style>{x}</style>')", False),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<p>{x:unsafe}{x:>3}</p>')", True),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<!-- a --><p>{x}</p><!-- b -->')", True),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<script src={x}>a = 1</script><p>{x}</p>')", True),
        ("from tdom import html\n\ndef NOTE(x): return html(t'<textarea><p>{x}</textarea>')", True),
    ],
)
def test_what_tdom_writes_is_known_where_nobody_makes_markup(note: str, is_proved: bool) -> None:
    source = "from shop.all import page\n\nfound = page()\n"
    view = view_of(source)
    value = view.nodes["assignment" if view.nodes["assignment"] else "top"][0].child_by_field_name("right")
    assert value is not None
    made = premise(view, value, SAFE_HTML)
    page = "from shop.note import NOTE\nfrom tdom import html\n\ndef page(): return html(t'<p>{NOTE}</p>')\n"
    files = {"shop/__init__.py": "", "shop/all.py": page, "shop/note.py": note, "shop/page.py": source}
    assert made is not None
    assert holds(project_of(files), "shop/page.py", made) is is_proved


def in_function(text: str, *kinds: str) -> bool:
    """The same of what stands in `show(...)`."""
    source = f"import tdom\nfrom shop.all import Cart, Item\n\n{dedent(text)}\n"
    view = view_of(source)
    (call,) = [node for node in view.nodes["call"] if view.text(node).startswith("show(")]
    arguments = call.child_by_field_name("arguments")
    assert arguments is not None
    made = premise(view, arguments.named_children[0], *kinds)
    files = {"shop/__init__.py": "", "shop/all.py": SHOP, "shop/base.py": BASE, "shop/page.py": source}
    return made is not None and holds(project_of(files), "shop/page.py", made)


@pytest.mark.parametrize(
    ("text", "is_proved"),
    [
        ("def page(item: Item): show(item.stock)", True),
        ("def page(item: 'Item'): show(item.stock)", True),
        ("def page(item: Item | None): show(item.stock)", False),
        ("def page(*item: Item): show(item.stock)", False),
        ("def page(item: Item):\n    item = other\n    show(item.stock)", False),
        ("def page(cart: Cart):\n    first = cart.first\n    show(first.stock)", True),
        ("def page(cart: Cart):\n    first = cart.first\n    first = other\n    show(first.stock)", False),
        ("def page(cart: Cart):\n    a = cart.first\n    b = a\n    show(b.stock)", False),
        ("def page(cart: Cart):\n    for item in cart.items:\n        show(item.stock)", True),
        ("def page(cart: Cart):\n    for item, _ in cart.items:\n        show(item.stock)", False),
        ("def page(items: list[Item]): return [show(item.stock) for item in items]", True),
        ("def page(items: tuple[Item, Item]): return [show(item.stock) for item in items]", False),
        ("def page(items: dict[str, Item]): return [show(item.stock) for item in items]", False),
        ("class Page:\n    item: Item\n    def __call__(self): show(self.item.stock)", True),
        ("class Page(Cart):\n    def __call__(self): show(self.size)", True),
        ("class Page(Cart):\n    size: str\n    def __call__(self): show(self.size)", False),
        ("async def page(container): show((await container.aget(Item)).stock)", True),
        ("def page(item):\n    Item = item\n    show(Item().stock)", False),
    ],
)
def test_names_are_followed_one_step(text: str, is_proved: bool) -> None:
    assert in_function(text, "int") == is_proved


def test_a_deep_expression_is_given_up() -> None:
    view = view_of(f"import tdom\nfound = {'a' + '.b' * 3_000}\n")
    (node,) = view.nodes["assignment"]
    value = node.child_by_field_name("right")
    assert value is not None
    assert value_path(view, value) is None
