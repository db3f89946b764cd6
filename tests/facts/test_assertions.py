"""What an assertion says of a text that is written out: mostly it says nothing of it."""

from __future__ import annotations

import pytest
from fact_examples import node_at, python_of

from tdomcheck.facts.python.assertions import asserted_against, literal_places


def against(code: str) -> str:
    view = python_of(code)
    found = asserted_against(view, node_at(view, "'<b>'"))
    return view.text(found) if found is not None else ""


@pytest.mark.parametrize(
    "code",
    [
        "page == '<b>'",
        "print('<b>' in page)",
        "if '<b>' in page: pass",
        "assert '<b>' not in page",
        "assert page != '<b>'",
        "assert page in '<b>'",
        "assert page < '<b>'",
        "assert 'a' < '<b>' < 'c'",
        "assert a == '<b>' == c",
        "assert not page == '<b>'",
        "assert other or page == '<b>'",
        "assert page == '<b>' if x else y",
        "assert f(page == '<b>')",
        "assert page, page == '<b>'",
        "assert page == ['<b>']",
        "assert page == '<b>' + x",
        "assert '<b>'",
        # A method that says nothing of what is in a text, or says that it is not there.
        "assert page.replace('<b>')",
        "assert not page.startswith('<b>')",
        "page.startswith('<b>')",
        "assert page.startswith('<b>', 1)",
        "assert startswith('<b>')",
        "assert page.count('<b>')",
        "assert page.count('<b>') == 0",
        "assert page.count('<b>') > 1",
        "assert page.count('<b>') == x",
        "assert 0 < page.count('<b>') == 1",
        "assert page.find('<b>') == 1",
    ],
)
def test_nothing_is_said_to_hold_it(code: str) -> None:
    assert against(code) == ""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("assert '<b>' in page", "page"),
        ("assert '<b>' in str(page)", "str(page)"),
        ("assert '<b>' == page", "page"),
        ("assert page == '<b>'", "page"),
        ("assert page == ('<b>')", "page"),
        ("assert (page == '<b>')", "page"),
        ("assert '<b>' in page, 'why'", "page"),
        ("assert x and '<b>' in page", "page"),
        ("assert x and (y and page == '<b>') and z", "page"),
        ("assert page.startswith('<b>')", "page"),
        ("assert str(page).endswith('<b>')", "str(page)"),
        ("assert page.count('<b>') == 1", "page"),
        ("assert 2 == page.count('<b>')", "page"),
    ],
)
def test_it_is_said_to_be_there(code: str, expected: str) -> None:
    assert against(code) == expected


def places(code: str) -> list[int]:
    """The lines where a text stands for itself."""
    view = python_of(code)
    return [place.start_point.row for place in literal_places(view, node_at(view, "'<b>'"))]


@pytest.mark.parametrize(
    "code",
    [
        "assert '<b>' in page",
        "f('<b>')\nassert f in page",
        "def f():\n    x = '<b>'\n    x = 1\n    assert x in page",
        "def f():\n    x = '<b>'\n    x += 'c'\n    assert x in page",
        "def f():\n    x.y = '<b>'\n    assert x.y in page",
        "def f():\n    x = y = 1, '<b>'\n    assert x in page",
        "def f():\n    x = '<b>' + '</b>'[1:]\n    assert x in page",
        "def f():\n    x = '<b>'\n\n\ndef g(x):\n    assert x in page",
        "def f(x):\n    if x:\n        x = '<b>'\n    assert x in page",
    ],
)
def test_it_stands_for_itself_where_it_is_written_alone(code: str) -> None:
    assert len(places(code)) == 1


def test_it_stands_for_itself_where_its_one_name_is_read() -> None:
    assert places("def f():\n    x = '<b>'\n    assert x in page\n    assert page == x\n") == [1, 2, 3]
    assert places("def f():\n    x = ('<b>')\n    assert x in page\n") == [1, 2]
