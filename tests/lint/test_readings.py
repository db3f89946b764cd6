"""`html` that comes in by way of another module of the project."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tdomcheck.authoring.examples import split_files
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.facts.project.modules import Project
from tdomcheck.lint.analyse import analyse, gate
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.lint.project import judge_project

CODES = ("TDC102", "TDC121", "TDC124", "TDC201", "TDC702", "TDC904")
PLAN = FilePlan(tuple(PlannedRule(code, None) for code in CODES))
HANDED = "from tdom import html\n"


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return open_catalog((), str(tmp_path_factory.mktemp("nothing")))


def findings(catalog: Catalog, page: str, handed: str = HANDED, more: str = "") -> list[str]:
    """The findings in a page, which takes its `html` from a module that says `handed`."""
    text = f"# file: shop/page.py\n{dedent(page)}\n# file: shop/out.py\n{handed}\n{more}"
    files = split_files(text)
    looked = {path: analyse(source.encode(), path, PLAN, catalog) for path, source in files.items()}
    project = Project({path: facts for path, (_, facts) in looked.items()}, ("src",))
    conditional = [finding for analysis, _ in looked.values() for finding in analysis.conditional]
    judged = judge_project(project, {}, catalog, None, conditional)
    assert not judged.crashes
    assert not [crash for analysis, _ in looked.values() for crash in analysis.crashes]
    own = list(looked["shop/page.py"][0].findings)
    return sorted(finding.code for finding in (*own, *judged.findings))


TEXT = 'from shop.out import html\n\ndef page(name):\n    return html(f"<p>{name}</p>")\n'


@pytest.mark.parametrize(
    "handed",
    [
        "from tdom import html",
        "import tdom\nhtml = tdom.html",
        "from tdom.processor import html",
        "from tdom_svcs import html",
        "from tdom_svcs import html as render\nhtml = render",
        "from shop.deep import html\n# file: shop/deep.py\nfrom tdom_svcs import html",
    ],
)
def test_text_in_what_is_handed_on(catalog: Catalog, handed: str) -> None:
    assert findings(catalog, TEXT, handed) == ["TDC124"]


@pytest.mark.parametrize(
    "handed",
    [
        "def html(template): ...",
        "from htpy import html",
        "from tdom import html\nhtml = cached(html)",
        "from tdom import html\n\ndef html(template): ...",
        "import tdom\n\ndef html(template): return tdom.html(template)",
        "from tdom import svg as html",
        "",
        "try:\n    from tdom import html\nexcept ImportError:\n    from shop.other import html",
        "from shop.lost import *",
    ],
)
def test_what_is_or_may_be_another_function(catalog: Catalog, handed: str) -> None:
    assert findings(catalog, TEXT, handed) == []


@pytest.mark.parametrize(
    ("page", "codes"),
    [
        ('from .out import html as show\n\npage = show(f"<p>{name}</p>")', ["TDC124"]),
        ('from shop.out import html\n\ndef page(box):\n    return html(t"<p></p>", context=box)', ["TDC904"]),
        ('from shop.out import html\n\ninner = html(t"<b></b>")\npage = html(t"<p>{inner}</p>")', ["TDC121"]),
        ('from shop.out import html\n\npage = str(html(t"<p></p>"))', ["TDC702"]),
        (
            (
                "from string.templatelib import Template\nfrom shop.out import html\n\n"
                'def Card(title) -> Template:\n    return html(t"<b>{title}</b>")'
            ),
            ["TDC201"],
        ),
        ('from shop.out import html\n\npage = html(t"<p id={x}/>")', ["TDC102"]),
        ('import html\n\npage = html.escape(f"<p>{x}</p>")', []),
        ('from shop.out import html\n\ndef page(html):\n    return html(f"<p></p>")', []),
        ('from shop.out import html\n\npage = html(t"<p>{x}</p>")', []),
        ('from shop.out import html\n\nwith pytest.raises(TypeError):\n    html(f"<p></p>")', []),
    ],
)
def test_each_rule_that_asks_for_html(catalog: Catalog, page: str, codes: list[str]) -> None:
    assert findings(catalog, page) == codes


def test_two_names_must_both_be_what_they_are_called(catalog: Catalog) -> None:
    page = 'from shop.out import html, svg\n\npage = html(f"<p>{x}</p>")\nicon = svg(t"<path />")'
    assert findings(catalog, page, "from tdom import html, svg") == ["TDC124"]
    assert findings(catalog, page, "from tdom import html\nfrom other import svg") == []


def test_a_finding_needs_what_it_needed_before(catalog: Catalog) -> None:
    """The text of another file, given to an `html` of another file."""
    page = 'from shop.out import html, label\n\npage = html(t"<p>{label(x)}</p>")'
    assert findings(catalog, page, HANDED, "def label(x):\n    return html(t'<b>{x}</b>')") == ["TDC121"]
    assert findings(catalog, page, HANDED, "def label(x):\n    return t'<b>{x}</b>'") == []


def test_a_page_that_nothing_is_wrong_with_by_itself_needs_a_worker(catalog: Catalog) -> None:
    assert gate(TEXT.encode(), "shop/page.py", PLAN, catalog) is None
    outcome = gate(TEXT.replace("html", "show").encode(), "shop/page.py", PLAN, catalog)
    assert outcome is not None
