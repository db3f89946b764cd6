"""Splicing, and edits that make templates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.edits.splice import apply_edits
from tdomcheck.edits.templates import to_template, unwrap_call
from tdomcheck.facts.html.render_calls import html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText


def view_of(text: str) -> ModuleView:
    return ModuleView(SourceText(text.encode()))


@given(st.binary(max_size=30).filter(lambda data: b"\0" not in data and data.isascii()), st.data())
def test_what_lies_outside_of_edits_is_not_touched(data: bytes, draw: st.DataObject) -> None:
    places = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=6, unique=True)))
    edits = [Edit(start, end, "X") for start, end in zip(places[::2], places[1::2], strict=False)]
    after = apply_edits(SourceText(data), edits[::-1])
    expected = bytearray(data)
    for edit in reversed(edits):
        expected[edit.start : edit.end] = b"X"
    assert after == bytes(expected)


def test_no_edit_changes_nothing() -> None:
    data = b"\xef\xbb\xbfa\r\n\fb\rc"
    assert apply_edits(SourceText(data), []) == data


def test_new_lines_are_those_of_the_file() -> None:
    assert apply_edits(SourceText(b"a\r\nb\r\n"), [Edit(0, 1, "1\n2")]) == b"1\r\n2\r\nb\r\n"


@pytest.mark.parametrize(
    "edits", [(Edit(0, 2, ""), Edit(1, 3, "")), (Edit(2, 1, "x"),), (Edit(0, 9, "x"),), (Edit(-1, 1, "x"),)]
)
def test_edits_that_make_no_sense_are_refused(edits: tuple[Edit, ...]) -> None:
    with pytest.raises(ValueError, match="edit"):
        apply_edits(SourceText(b"abc"), edits)


def test_a_letter_that_the_encoding_lacks_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        apply_edits(SourceText(b"# coding: latin-1\n"), [Edit(0, 0, "→")])


def templated(code: str) -> str:
    view = view_of(f"x = {code}\n")
    value = view.nodes["top"][0].child_by_field_name("right") if view.nodes["top"] else None
    node = value or view.tree.root.named_children[0].named_children[0].named_children[-1]
    edits = to_template(view, node)
    return apply_edits(view.source, edits).decode()[4:-1] if edits else ""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('"<p>a</p>"', 't"<p>a</p>"'),
        ('f"<p>{a}</p>"', 't"<p>{a}</p>"'),
        ('rf"<p>{a}</p>"', 'rt"<p>{a}</p>"'),
        ("'<p>{}</p>'", "t'<p>{{}}</p>'"),
        ("'<p>\\N{BULLET}{</p>'", "t'<p>\\N{BULLET}{{</p>'"),
        ('("<p>"\n  f"{a}</p>")', '(t"<p>"\n  t"{a}</p>")'),
        ('u"<p></p>"', 't"<p></p>"'),
    ],
)
def test_text_becomes_a_template(code: str, expected: str) -> None:
    assert templated(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        'b"<p></p>"',
        't"<p></p>"',
        'f"<p>{a=}</p>"',
        "f\"<p>{d['a']}</p>\"".replace("'", '"'),
        '"<p>"',
        'f"<p {a}></p>"',
        'f"<{tag}></{tag}>"',
        '"<p>%s</p>" % a',
        "call()",
    ],
)
def test_what_would_be_no_good_template_is_left_alone(code: str) -> None:
    assert templated(code) == ""


def unwrapped(code: str) -> str:
    view = view_of(f"from tdom import html\n{code}\n")
    edits = unwrap_call(view, html_calls(view)[0])
    return apply_edits(view.source, edits).decode().partition("\n")[2][:-1] if edits else ""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('html(t"<p>")', 't"<p>"'),
        ('html( t"<p>" , context=c)', 't"<p>"'),
        ('html(\n    t"<p>"\n    t"</p>"\n)', '(t"<p>"\n    t"</p>")'),
        ('x = t"<p>"\nhtml(x)', 'x = t"<p>"\nx'),
    ],
)
def test_a_rendering_call_is_taken_away(code: str, expected: str) -> None:
    assert unwrapped(code) == expected


@pytest.mark.parametrize(
    "code", ["html(x)", "html(*x)", 'html(t"<p>", other=1)', 'html(\n    # why\n    t"<p>"\n)', "html()", "html('<p>')"]
)
def test_a_call_that_would_lose_something_is_left_alone(code: str) -> None:
    assert unwrapped(code) == ""
