"""Literals: what Python makes of them, and which bytes every character stands for."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import assume, example, given, reject
from hypothesis import strategies as st
from source_examples import templates_of

from tdomcheck.source.literals import MappedText, MappedTextBuilder

ESCAPES = (
    "\\n", "\\t", "\\\\", "\\'", '\\"', "\\a", "\\b", "\\f", "\\v", "\\r", "\\0", "\\7", "\\12", "\\101", "\\x41",
    "\\u00e9", "\\U0001F600", "\\N{BULLET}", "\\N{latin small letter a}", "\\\n", "\\q", "\\d", "\\ ", "é", "日", "😀",
    "<p>", "a", " ", "\n", "\r\n", "\r", "{{", "}}", "\\{{",
)  # fmt: skip
bodies = st.lists(st.sampled_from(ESCAPES), max_size=12).map("".join)


def decoded(raw: str, *, is_raw: bool = False, is_template: bool = False, start: int = 0) -> MappedText:
    builder = MappedTextBuilder(start)
    builder.add_literal(raw, start, is_raw=is_raw, is_template=is_template)
    return builder.build()


def python(raw: str, prefix: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return str(ast.literal_eval(f'{prefix}"""{raw}"""'))


@given(raw=bodies, is_raw=st.booleans())
@example(raw="\\N{BULLET}", is_raw=False)
@example(raw="\\\r\nx", is_raw=False)
@example(raw="\\\r\nx", is_raw=True)
def test_a_literal_is_what_python_makes_of_it(raw: str, *, is_raw: bool) -> None:
    assume(not raw.endswith(('"', "\\")))
    assume('"' not in raw.replace('\\"', ""))
    try:
        expected = python(raw, "r" if is_raw else "")
    except SyntaxError:
        reject()
    assert decoded(raw, is_raw=is_raw).text == expected


@given(bodies, st.booleans(), st.integers(0, 50))
def test_every_character_knows_its_bytes(raw: str, is_raw: bool, start: int) -> None:
    found = decoded(raw, is_raw=is_raw, is_template=True, start=start)
    data = b"." * start + raw.encode()
    end = start
    for index, letter in enumerate(found.text):
        span = found.span(index, index + 1)
        assert start <= end <= span.start < span.end <= len(data)
        end = span.end
        source = data[span.start : span.end].decode()
        if len(source) == 1:
            assert source == letter or (source == "\r" and letter == "\n")
        else:
            assert source[0] == "\\" or source in {"\r\n", "{{", "}}"}


@pytest.mark.parametrize(
    ("raw", "text"),
    [("{{x}}", "{x}"), ("\\{{", "\\{"), ("a{{{{b", "a{{b"), ("\\N{BULLET}{{", "•{"), ("\\x7b", "{")],
)
def test_doubled_braces_are_single_in_templates(raw: str, text: str) -> None:
    assert decoded(raw, is_template=True).text == text


@pytest.mark.parametrize("raw", ["{{x}}", "}}", "{"])
def test_braces_are_left_alone_in_other_literals(raw: str) -> None:
    assert decoded(raw).text == raw


def test_an_empty_text_has_a_place() -> None:
    assert decoded("", start=7).span(0, 0).start == 7
    assert decoded("\\\n", start=7).text == ""


@pytest.mark.parametrize(
    ("code", "strings", "expressions"),
    [
        ('t""', [""], []),
        ('t"a{b}c"', ["a", "c"], ["b"]),
        ('t"{a}{b}"', ["", "", ""], ["a", "b"]),
        ('t"a" t"b{c}" t"d"', ["ab", "d"], ["c"]),
        ('(t"a{b}"\n    T\'c{d!r:>{w}}\'  # comment\n    rt"\\n")', ["a", "c", "\\n"], ["b", "d"]),
        ('tr"\\d{x}"', ["\\d", ""], ["x"]),
        ('Rt"\\d" t"\\x41"', ["\\dA"], []),
        ('t"""a\n{ b }\r\nc"""', ["a\n", "\nc"], ["b"]),
        ("t\"{a['k']}{f(t'<b>{x}</b>')}\"", ["", "", ""], ["a['k']", "f(t'<b>{x}</b>')"]),
        ('t"{a:{b}}{c!s}{d=}"', ["", "", "", ""], ["a", "c", "d"]),
        ('t"\\N{BULLET}{x}"', ["•", ""], ["x"]),
        ('t"{{}}{x}"', ["{}", ""], ["x"]),
        ('t"{(yield)}{*a, b}{lambda: 1}"', ["", "", "", ""], ["(yield)", "*a, b", "lambda: 1"]),
    ],
)
def test_a_template_is_one_across_its_literals(code: str, strings: list[str], expressions: list[str]) -> None:
    (found, *_) = templates_of(f"x = {code}\n")
    assert [part.text for part in found.strings] == strings
    assert [part.expression for part in found.interpolations] == expressions
    assert len(found.strings) == len(found.interpolations) + 1


@pytest.mark.parametrize(
    "code",
    ['"a"', 'f"a{b}"', 'b"a"', 'rb"a"', '"t" "u"', 'u"a"', "print(\"t'a'\")", "# t'a'", 'rf"{x}"', 'x = a.t"b"'],
)
def test_other_literals_are_no_templates(code: str) -> None:
    assert templates_of(code) == ()


@pytest.mark.parametrize("code", ['t"a" "b"', '"a" t"b"', 't"a" f"b"', 't"a" b"b"'])
def test_a_mixture_is_no_template(code: str) -> None:
    """Python refuses it; what it would mean is anybody's guess."""
    assert templates_of(code) == ()


@pytest.mark.parametrize("head", ["", "\ufeff", "# coding: latin-1\n", "# é\r\n"])
def test_places_are_bytes_of_the_file(head: str) -> None:
    from tdomcheck.facts.html.view import ModuleView
    from tdomcheck.source.text import SourceText

    encoding = "latin-1" if "latin" in head else "utf-8"
    data = f"{head}é = t'<p title=\"é{{name}}\">é</p>'\r\n".encode(encoding)
    view = ModuleView(SourceText(data))
    (found,) = view.templates
    word = "é".encode(encoding)
    assert data[found.span.start : found.span.end].startswith(b"t'<p")
    assert data[found.interpolations[0].span.start : found.interpolations[0].span.end] == b"{name}"
    last = found.strings[1].span(2, 3)
    assert data[last.start : last.end] == word
    (attribute,) = view.markup(found).tags[0].attributes
    assert data[attribute.span.start : attribute.span.end] == b'title="' + word + b'{name}"'
    assert data[attribute.value_span.start : attribute.value_span.end] == word + b"{name}"
