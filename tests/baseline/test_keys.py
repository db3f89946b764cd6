"""What makes a finding the same finding: its rule, its definition and its code, whatever the layout."""

from __future__ import annotations

import pytest

from tdomcheck.baseline.keys import baseline_keys, names_in, normalised
from tdomcheck.model import Finding, Severity, Span


def keys(source: bytes, text: bytes, path: str = "a.py"):
    start = source.rindex(text)
    finding = Finding(path, Span(start, start + len(text)), "TDC101", "slug", "message", Severity.ERROR)
    return baseline_keys([finding], lambda _: source, lambda shown: f"src/{shown}")[0]


@pytest.mark.parametrize(
    "again",
    [
        "f( a , b )",
        "f(\n    a,\n    b,\n)",
        "(f(a, b))",
        "f(a, \\\n b)",
        "f(a,b,)",
    ],
)
def test_layout_is_nothing(again: str) -> None:
    assert normalised(again) == normalised("f(a, b)")


@pytest.mark.parametrize(("one", "other"), [("f(a)", "f(b)"), ("a, b", "a"), ("x[1]", "x1"), ("a.b", "ab")])
def test_code_is_something(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


def test_quotes_are_layout() -> None:
    assert normalised("t'<b>{x}</b>'") == normalised('t"<b>{x}</b>"')


def test_the_scope_is_the_definition_around() -> None:
    source = b"class A:\n    def f(self):\n        def g():\n            bad\n"
    assert keys(source, b"bad").scope == "A.f.g"
    assert keys(b"bad\n", b"bad").scope == ""
    assert keys(b"bad\n", b"bad").path == "src/a.py"


def test_lines_above_are_nothing() -> None:
    assert keys(b"\n\n# more\ndef f(): bad\n", b"bad") == keys(b"def f(): bad\n", b"bad")


def test_an_empty_range_is_its_line() -> None:
    one, other = b"x = 1\ny = 2\n", b"y = 2\n"
    at = Finding("a.py", Span(6, 6), "TDC101", "slug", "message", Severity.ERROR)
    shifted = Finding("a.py", Span(0, 0), "TDC101", "slug", "message", Severity.ERROR)
    assert baseline_keys([at], lambda _: one, str) == baseline_keys([shifted], lambda _: other, str)


@pytest.mark.parametrize("data", [b"# coding: nonsense\nbad\n", b"\xff\xfe bad", b"def (: bad"])
def test_files_that_are_no_python(data: bytes) -> None:
    assert keys(data, b"bad").code == "TDC101"


def test_a_document_has_no_scopes() -> None:
    assert keys(b"```python\ndef f(): bad\n```\n", b"bad", "a.md").scope == ""


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("the code nests deep", set()),
        ("`<{Cover}>` is missing the required props `alt`, `kind`", {"<{Cover}>", "alt", "kind"}),
        ("`shop.cards.Cover` gives `kind`, `alt` and `alt`", {"Cover", "alt", "kind"}),
        ("`f( 'a' )` in 3 places", {'f"a"'}),
    ],
)
def test_what_a_message_quotes_is_what_it_is_about(message: str, names: set[str]) -> None:
    assert names_in(message) == names


def test_the_names_are_part_of_the_key() -> None:
    def about(message: str) -> str:
        finding = Finding("a.py", Span(0, 3), "TDC101", "slug", message, Severity.ERROR)
        return baseline_keys([finding], lambda _: b"bad\n", str)[0].fingerprint

    assert about("no `b`, `a`") == about("there is no `a` and no `b`")
    assert about("no `a`") != about("no `b`")
    assert about("`a`").endswith(" a")
    assert len(about(f"`{'x' * 999}`")) < 50
