"""Small correct applications of several files: what a value is they tell in ways that must keep every rule silent."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tdomcheck.authoring.examples import split_files
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.facts.project.modules import Project
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.lint.project import judge_project

CODES = (
    *("TDC106", "TDC112", "TDC121", "TDC122", "TDC124", "TDC125", "TDC127", "TDC128", "TDC131", "TDC133"),
    *("TDC201", "TDC203", "TDC402", "TDC502", "TDC503", "TDC601", "TDC602", "TDC603", "TDC701"),
)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return open_catalog((), str(tmp_path_factory.mktemp("nothing")))


def findings(catalog: Catalog, text: str) -> list[str]:
    """The codes that files earn, by their own and by what the others say."""
    plan = FilePlan(tuple(PlannedRule(code, None) for code in CODES))
    files = split_files(dedent(text).lstrip("\n"))
    looked = {path: analyse(source.encode(), path, plan, catalog) for path, source in files.items()}
    project = Project({path: facts for path, (_, facts) in looked.items()}, ("src",))
    conditional = [finding for analysis, _ in looked.values() for finding in analysis.conditional]
    focus = dict.fromkeys(files, plan.rules)
    judged = judge_project(project, focus, catalog, None, conditional)
    assert not judged.crashes
    own = [finding for analysis, _ in looked.values() for finding in analysis.findings]
    return sorted(f"{finding.path} {finding.code}" for finding in (*own, *judged.findings))


FOOTER = """
# file: shop/text.py
FOOTER = "<footer class='page'>(c)</footer>"

def banner(name) -> str:
    return f"<p class='banner'>{name}</p>"
"""

WRONG = """
# file: shop/page.py
from tdom import html
from shop.text import FOOTER, banner

def page(name):
    return html(t"<div>{FOOTER}{banner(name)}</div>")
"""


def test_the_plain_form_is_found(catalog: Catalog) -> None:
    assert findings(catalog, FOOTER + WRONG) == ["shop/page.py TDC122", "shop/page.py TDC122"]


@pytest.mark.parametrize(
    "rebinding",
    [
        "FOOTER, banner = Markup(FOOTER), safe(banner)",
        "FOOTER = Markup(FOOTER)\nbanner = safe(banner)",
        "def change():\n    global FOOTER, banner\n    FOOTER, banner = t'<p></p>', t",
        "for FOOTER in parts: ...\nfor banner in parts: ...",
        "from shop.other import FOOTER, banner",
        "if plain:\n    from shop.other import FOOTER, banner",
        "with opened() as (FOOTER, banner): ...",
    ],
)
def test_a_name_that_is_given_another_value_is_unknown(catalog: Catalog, rebinding: str) -> None:
    other = '# file: shop/other.py\nFOOTER = t"<p></p>"\n\ndef banner(name): ...\n'
    text = (FOOTER + WRONG).replace("def page", f"{rebinding}\n\ndef page") + other
    assert findings(catalog, text) == []


@pytest.mark.parametrize(
    "rebinding",
    [
        "FOOTER, banner = Markup(FOOTER), safe(banner)",
        "def setup():\n    global FOOTER\n    global banner\n    FOOTER = banner = None",
        "try:\n    from .local import FOOTER, banner\nexcept ImportError: ...",
        "del FOOTER, banner\nfrom .local import FOOTER, banner",
        "if (FOOTER := load()): ...\nbanner = safe(banner)",
    ],
)
def test_so_is_one_that_its_own_module_binds_again(catalog: Catalog, rebinding: str) -> None:
    assert findings(catalog, f"{FOOTER}\n{rebinding}\n{WRONG}") == []


@pytest.mark.parametrize(
    "patch",
    ["from shop import text\n\ntext.FOOTER = t''\n", "monkeypatch.setattr(text, 'FOOTER', t'')\n"],
)
def test_so_is_a_constant_that_another_file_sets(catalog: Catalog, patch: str) -> None:
    text = (FOOTER + WRONG).replace("{banner(name)}", "") + f"# file: shop/setup.py\n{patch}"
    assert findings(catalog, text) == []


def test_two_modules_of_one_name_and_a_module_beside_a_script(catalog: Catalog) -> None:
    parts = "def button(label) -> str:\n    return html(t'<b>{label}</b>')\n"
    script = 'from parts import button\nfrom tdom import html\n\nhtml(t"<p>{button(1)}</p>")\n'
    both = f"# file: parts.py\nfrom tdom import html\n{parts}# file: demo/app.py\n{script}"
    assert findings(catalog, both) == ["demo/app.py TDC121"]
    assert findings(catalog, f"{both}# file: demo/parts.py\ndef button(label): return t''\n") == []


@pytest.mark.parametrize(
    "text",
    [
        # a component that the container replaces
        """
        # file: shop/nav.py
        from typing import Protocol
        class NavItem(Protocol):
            label: str
        # file: shop/page.py
        from shop.nav import NavItem
        page = t"<{NavItem} label='x' />"
        """,
        """
        # file: shop/nav.py
        class NavItem: ...
        # file: shop/ours.py
        from shop.nav import NavItem
        def wire(registry): registry.register_implementation(NavItem, Ours)
        # file: shop/page.py
        from shop.nav import NavItem
        page = t"<{NavItem} />"
        """,
        """
        # file: shop/nav.pyi
        class NavItem: ...
        # file: shop/page.py
        from shop.nav import NavItem
        page = t"<{NavItem} />"
        """,
        # what an injected service gives is written as it is
        """
        # file: shop/card.py
        from svcs_di import Inject
        from shop.text import Markdown
        class Card:
            md: Inject[Markdown]
            def __call__(self): return t"<div>{self.md.render('x')}</div>"
        # file: shop/text.py
        class Markdown: ...
        # file: tests/test_card.py
        from shop.card import Card
        from tdom import html
        def test_card(container): assert "<br>" in html(t"<{Card} />")
        """,
        # who implements it says what its text is
        """
        # file: shop/base.py
        from abc import ABC
        class Part(ABC):
            def __call__(self): ...
        # file: shop/icons.py
        from shop.base import Part
        class Icon(Part):
            def __html__(self): ...
        # file: shop/page.py
        from shop.base import Part
        def page(part: Part): return t"<p>{part}</p>"
        """,
        # fields that are more than their annotation
        """
        # file: shop/models.py
        from attrs import define, field
        from shop import Flag
        @define
        class Row:
            extra: str = field(converter=dict)
            busy: bool = Flag()
        class Made:
            extra: str
            def __post_init__(self): ...
        # file: shop/page.py
        from shop.models import Made, Row
        def page(row: Row, made: Made): return t"<p {row.extra} {made.extra} aria-busy={row.busy}></p>"
        """,
        # the order of bases decides
        """
        # file: shop/models.py
        class Field:
            state: str
        class Plain(Field): ...
        class Flag:
            state: bool
        class Box(Plain, Flag): ...
        # file: shop/page.py
        from shop.models import Box
        def page(box: Box): return t"<p aria-busy={box.state}></p>"
        """,
        # a heir of a base that is mixed in
        """
        # file: shop/models.py
        class Field:
            extra: str
        class Wide:
            extra: dict
        class Text(Wide, Field): ...
        # file: shop/page.py
        from shop.models import Field
        def page(field: Field): return t"<p {field.extra}></p>"
        """,
        # a metaclass, and a base that changes its heirs
        """
        # file: shop/models.py
        class Root(metaclass=Meta): ...
        class Auto:
            def __init_subclass__(cls): ...
        class A(Root):
            def body(self) -> str: return "<b class='x'></b>"
        class B(Auto):
            def body(self) -> str: return "<b class='x'></b>"
        # file: shop/page.py
        from shop.models import A, B
        def page(a: A, b: B): return t"<p>{a.body()}{b.body()}</p>"
        """,
        # guards
        """
        # file: shop/models.py
        class Page:
            body: str
            active: bool
        # file: shop/page.py
        from tdom import html
        from shop.models import Page
        def page(page: Page):
            if isinstance(page.body, Template):
                return html(page.body)
        def link(page: Page):
            if not page.active:
                return t""
            return t"<a class={['a', page.active and 'on']}></a>"
        """,
        # another registry
        """
        # file: shop/charts.py
        def make_chart(container): ...
        # file: shop/setup.py
        import svcs
        from shop.charts import make_chart
        plugins = Plugins()
        plugins.register_factory("chart", make_chart)
        """,
        # middleware that is given its call and its priority in other ways
        """
        # file: shop/audit.py
        class Audit:
            priority = 0
            def handle(self, target, props, context): return props
            __call__ = handle
        class Late:
            def __call__(self, target, props, context): return props
        # file: shop/setup.py
        from shop.audit import Audit, Late
        from tdom_svcs import register_middleware
        Late.priority = 10
        def wire(registry):
            register_middleware(registry, Audit)
            register_middleware(registry, Late)
        """,
        # a decorator that says itself what functions make
        """
        # file: shop/views.py
        from dataclasses import dataclass
        from svcs_hopscotch import injectable
        @dataclass
        class view(injectable):
            for_: type = object
        # file: shop/home.py
        from tdom import html
        from shop.views import view
        @view
        def home(): ...
        """,
        # numbers that are written out, and type parameters
        """
        # file: shop/settings.py
        LIMIT = 50
        DEBUG = True
        class Item:
            extra: str
        # file: shop/page.py
        from shop.settings import DEBUG, LIMIT, Item
        def page[Item](item: Item): return t"<p {item.extra} class={DEBUG and 'debug'}>{LIMIT and t'x'}</p>"
        """,
        # texts that tests and documents show on purpose
        """
        # file: tests/payloads.py
        BOLD = "<b class=x>x</b>"
        IMAGE = "<img src=x onerror=alert(1)>"
        # file: tests/test_escape.py
        from tdom import html
        from tests.payloads import BOLD, IMAGE
        def test_escape(): assert "&lt;b" in html(t"<p>{BOLD}{IMAGE}</p>")
        """,
        # sums with Markup
        """
        # file: shop/text.py
        def note(x): return safe(x) + "<b class='x'></b>"
        # file: shop/page.py
        from shop.text import note
        page = t"<p>{note(1)}</p>"
        """,
    ],
)
def test_a_correct_application_is_left_alone(catalog: Catalog, text: str) -> None:
    assert findings(catalog, text) == []


def test_a_long_line_of_heirs_costs_little(catalog: Catalog) -> None:
    heirs = "".join(f"class C{number}(C{number - 1}): ...\n" for number in range(1, 100))
    text = f"# file: shop/models.py\nclass C0:\n    extra: str\n{heirs}"
    page = '# file: shop/page.py\nfrom shop.models import C99\n\ndef page(c: C99): return t"<p {c.extra}></p>"\n'
    assert findings(catalog, text + page) == ["shop/page.py TDC106"]
