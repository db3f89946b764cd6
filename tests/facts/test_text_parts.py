"""What a text is put together from, and what an assertion says of one that is written out."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import python_of

from tdomcheck.facts.python.assertions import asserted_against, literal_places
from tdomcheck.facts.python.text_parts import formatted_values, is_converted, is_formatted, splatted_values


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("f'<b>{x}</b>'", "x"),
        ("f'{x}' f'{y}'", "x y"),
        ("f'{x:>10}'", "x"),
        ("'<b>' + x", "x"),
        ("'<b>' + x + '</b>' + f'{y}'", "x y"),
        ("'%s and %s' % (x, y)", "x y"),
        ("'{} {name}'.format(x, name=y)", "x y"),
        ("''.join([f'{x}', 'b'])", "x"),
        ("''.join(f'<li>{each}</li>' for each in xs)", "each"),
        # It is written out, or a number, or nobody knows what it is.
        ("'<b>'", ""),
        ("f'{x:d}'", ""),
        ("f'{x:.2f}'", ""),
        ("'%d' % x", ""),
        ("x + y", ""),
        ("x.format(y)", ""),
        ("x.join([f'{y}'])", ""),
        ("x", ""),
    ],
)
def test_what_is_not_written_out(expression: str, expected: str) -> None:
    view = python_of(f"def page(x, y, xs):\n    return {expression}\n")
    value = view.nodes["return"][0].named_children[0]
    assert " ".join(view.text(node) for node in formatted_values(view, value)) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("*(x, y)", "x y"),
        ("*text.partition('a')", "text.partition('a')"),
        ("*x", ""),
        ("*x.partition('a')", ""),
        ("x", ""),
    ],
)
def test_what_a_star_gives(arguments: str, expected: str) -> None:
    view = python_of(f"def page(x, y, text: str):\n    return '{{}}'.format({arguments})\n")
    call = view.nodes["return"][0].named_children[0]
    assert " ".join(view.text(node) for node in splatted_values(view, call)) == expected


@pytest.mark.parametrize(
    ("literal", "formatted", "converted"),
    [("f'{x}'", True, False), ("f'{x!r}'", True, True), ("'a' f'{x}'", True, False), ("'{x!r}'", False, False)],
)
def test_what_a_literal_holds(literal: str, formatted: bool, converted: bool) -> None:
    view = python_of(f"shown = {literal}\n")
    node = view.nodes["assignment"][0].child_by_field_name("right")
    assert node is not None
    assert (is_formatted(node), is_converted(node)) == (formatted, converted)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("assert 'a' in page", "page"),
        ("assert 'a' == page", "page"),
        ("assert page == 'a'", "page"),
        ("assert ('a') in page and x", "page"),
        ("assert (x and 'a' in page)", "page"),
        ("assert page.count('a') == 2", "page"),
        ("assert page.startswith('a')", "page"),
        ("text = 'a'\nassert text in page", "page"),
        # What holds without it, or says the contrary.
        ("assert 'a' not in page", ""),
        ("assert page in 'a'", ""),
        ("assert 'a' in page or x", ""),
        ("assert not 'a' in page", ""),
        ("assert page.count('a') == 0", ""),
        ("assert page.count('a') > 1", ""),
        ("assert page.count('a')", ""),
        ("assert page.replace('a', x)", ""),
        ("assert x, 'a' in page", ""),
        ("assert 'a' < page", ""),
        ("'a' in page", ""),
        ("text = 'a'\ntext = x\nassert text in page", ""),
    ],
)
def test_what_is_asserted_of_a_literal(body: str, expected: str) -> None:
    view = python_of(f"def test(page, x):\n{indent(body, '    ')}\n")
    places = literal_places(view, view.nodes["string"][0])
    sides = [side for place in places if (side := asserted_against(view, place)) is not None]
    assert " ".join(view.text(side) for side in sides) == expected
