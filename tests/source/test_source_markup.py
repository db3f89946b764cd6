"""The HTML of templates, judged as tdom judges it: a hand-picked sample of what it really said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from source_examples import view_of

from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.markup import Markup, ProblemKind, looks_like_html
from tdomcheck.source.tokens import tokenize

SAMPLE = [json.loads(line) for line in (Path(__file__).parent / "conformance_sample.jsonl").read_text().splitlines()]


def markup_of(code: str) -> Markup:
    view = view_of(f"x = {code}\n")
    return view.markup(view.templates[0])


def named(row: dict[str, str]) -> str:
    return str(row["id"])


@pytest.mark.parametrize("row", [row for row in SAMPLE if row.get("stage") != "parse"], ids=named)
def test_what_tdom_parses_has_no_problem(row: dict[str, str]) -> None:
    assert [problem.message for problem in markup_of(row["source"]).problems if problem.message] == []


@pytest.mark.parametrize("row", [row for row in SAMPLE if row.get("stage") == "parse"], ids=named)
def test_what_tdom_refuses_is_refused_with_its_own_words(row: dict[str, str]) -> None:
    problems = markup_of(row["source"]).problems
    assert row["message"] in {problem.message for problem in problems}


def test_the_sample_is_of_all_kinds() -> None:
    kinds = {(row["outcome"], row.get("stage"), row.get("message", "").partition(" ")[0]) for row in SAMPLE}
    assert len(SAMPLE) >= 50
    assert len(kinds) >= 9


@pytest.mark.parametrize(
    "code",
    [
        't"<p>a</p>"',
        't"<br><img src={x}><input disabled>"',
        't"<P>a</p>"',
        't"<p a=1 b=\'2\' c={d} e=\\"f{g}\\" {h}></p>"',
        't"<{Card} a={b} />"',
        't"<{Card}></{Card}>"',
        't"<script>if (a < b) {{ }}</script>"',
        't"<style>p {{ a: {b} }}</style>"',
        't"<!-- <p> {x} -->"',
        't"<!doctype html><p></p>"',
        't"<textarea><b></textarea>"',
        't"a < b"',
        't""',
        "t\"<svg><path d='M0' /></svg>\"",
    ],
)
def test_good_html_has_no_problem(code: str) -> None:
    assert markup_of(code).problems == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ('t"<b><i></b></i>"', ProblemKind.MISMATCHED),
        ('t"</p>"', ProblemKind.STRAY),
        ('t"<p></br></p>"', ProblemKind.VOID_END),
        ('t"<p>"', ProblemKind.UNCLOSED),
        ('t"<{Card} a={b}/></p>"', ProblemKind.SWALLOWED),
        ('t"<{Card}></Card>"', ProblemKind.COMPONENT_END),
        ('t"<{Card}></>"', ProblemKind.COMPONENT_END),
        ('t"<p></{Card}>"', ProblemKind.COMPONENT_FOR_ELEMENT),
        ('t"<h{level}></h{level}>"', ProblemKind.MIXED_NAME),
        ('t"<p data-{x}={y}></p>"', ProblemKind.REFUSED_ATTRIBUTE),
        ('t"<!doctype {x}>"', ProblemKind.DECLARATION),
        ('t"<p title=\'{x}"', ProblemKind.PENDING),
    ],
)
def test_each_kind_of_mistake_is_told(code: str, kind: ProblemKind) -> None:
    assert kind in {problem.kind for problem in markup_of(code).problems}


def test_one_mistake_is_told_once() -> None:
    assert len(markup_of('t"<div><p><b></p></div><i></u></i>"').problems) == 1


@pytest.mark.parametrize("joined", ['t"<p>" + t"</p>"', '[t"<p>", t"</p>"]', 'a += t"</p>"', 'b.append(t"</p>")'])
def test_a_fragment_may_be_made_good_by_another(joined: str) -> None:
    view = view_of(f"{joined}\n")
    assert all(view.markup(found).problems == [] for found in view.templates)


def test_a_fragment_by_name_may_be_made_good_too() -> None:
    view = view_of('head = t"<p>"\nwhole = head + t"</p>"\n')
    assert all(view.markup(found).problems == [] for found in view.templates)


@pytest.mark.parametrize(
    ("attribute", "kind", "value", "count"),
    [
        ("a", AttributeKind.LITERAL, None, 0),
        ("a=b", AttributeKind.LITERAL, "b", 0),
        ("a=''", AttributeKind.LITERAL, "", 0),
        ("a={b}", AttributeKind.INTERPOLATED, "", 1),
        ("a='{b}'", AttributeKind.INTERPOLATED, "", 1),
        ("a='x{b}y{c}'", AttributeKind.TEMPLATED, "xy", 2),
        ("{b}", AttributeKind.SPREAD, None, 1),
        ("{b}={c}", AttributeKind.REFUSED, "", 2),
        ("x{b}", AttributeKind.REFUSED, None, 1),
    ],
)
def test_an_attribute_has_one_of_five_forms(attribute: str, kind: AttributeKind, value: str | None, count: int) -> None:
    (found,) = markup_of(f't"<p {attribute}></p>"').tags[0].attributes
    assert (found.kind, found.value, len(found.interpolations)) == (kind, value, count)


@pytest.mark.parametrize("tag", ["<p a={b} />", "<p a='b'/>", "<p a/>", "<p a=b c />", "<br/>"])
def test_a_slash_by_itself_is_no_value(tag: str) -> None:
    assert not any(found.swallows_slash for found in markup_of(f't"{tag}"').tags[0].attributes)


def test_tags_know_their_parts() -> None:
    code = 'x = t"<div><{Card} a={b}>text</{Card}></div>"\n'
    view = view_of(code)
    outer, inner = view.markup(view.templates[0]).tags
    assert code[outer.span.start : outer.span.end] == "<div>"
    assert code[inner.span.start : inner.span.end] == "<{Card} a={b}>"
    assert code[inner.name_span.start : inner.name_span.end] == "{Card}"
    assert inner.end_span is not None
    assert code[inner.end_span.start : inner.end_span.end] == "</{Card}>"
    assert (inner.parent, inner.has_content, inner.is_closed, inner.is_component) == (0, True, True, True)


@pytest.mark.parametrize("code", ['t"SELECT {x}"', 't"{a} < {b}"', 't"1 < 2"', 't""', 't"&lt;p&gt;"'])
def test_other_templates_do_not_look_like_html(code: str) -> None:
    assert not looks_like_html(view_of(f"x = {code}\n").templates[0])


@pytest.mark.parametrize("code", ['t"<p>"', 't"</p>"', 't"<!-- -->"', 't"<{Card} />"', 't"a<b"'])
def test_tags_look_like_html(code: str) -> None:
    assert looks_like_html(view_of(f"x = {code}\n").templates[0])


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a&b", ["pending"]),
        ("a&b;c", ["text"]),
        ("<?php x ?>", ["dropped"]),
        ("<![CDATA[x]]>", ["dropped"]),
        ("<!x>", ["comment"]),
        ("<!-->x", ["comment", "text"]),
        ("</>", ["ignored-end"]),
        ("</ p>", ["comment"]),
        ("<", ["pending"]),
        ("< p", ["text", "text"]),
        ("<title><b></title>", ["start", "text", "end"]),
        ("<plaintext></plaintext>", ["start", "pending"]),
        ("<p", ["pending"]),
        ("</p", ["pending"]),
        ("<!--", ["pending"]),
        ("<!doctype", ["pending"]),
    ],
)
def test_tokens_are_those_of_the_parser_behind_tdom(text: str, kinds: list[str]) -> None:
    found = list(tokenize(text))
    assert [token.kind for token in found] == kinds
    assert "".join(text[token.start : token.end] for token in found) == text
