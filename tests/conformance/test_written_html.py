"""What `written_text` says a template is written as is what the real tdom wrote."""

from __future__ import annotations

import re

import pytest
from vectors import vectors

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.html.written_text import confirmed, written_text
from tdomcheck.source.text import SourceText


def test_it_is_what_tdom_writes() -> None:
    wrong, whole = [], 0
    for vector in vectors():
        if vector.outcome != "ok":
            continue
        view = ModuleView(SourceText(vector.source))
        start = vector.source.rindex(b"result = ")
        last = [template for template in view.templates if template.node.start_byte >= start]
        pieces = written_text(view, last[0])
        whole += None not in pieces
        pattern = "".join("(?s:.*)" if piece is None else re.escape(piece) for piece in pieces)
        if not re.fullmatch(pattern, vector.html):
            wrong.append((vector.source[start:], pieces, vector.html))
    assert wrong == []
    assert whole > 80


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        ("t'<p>a</p>'", ["<p>a</p>"]),
        ("t'<br><p/>'", ["<br /><p></p>"]),
        ("t'<input disabled={True} checked={False} value={None} max={3}>'", ['<input disabled max="3" />']),
        ("t'<p class={c}>{1}{d}</p>'", ["<p", None, ">1", None, "</p>"]),
        ("t'<p class={\"a\"}>x</p>'", ["<p", None, ">x</p>"]),
        ("t'<p id=\"a{1}\"></p>'", ["<p", None, "></p>"]),
        ("t'<p {x}>{1!r}{2:d}</p>'", ["<p", None, ">", None, "</p>"]),
        ("t'<b>x</b><{Card} a=1><i>y</i></{Card}>'", ["<b>x</b>", None, ""]),
        ("t'<script>a</script><!-- b -->'", ["<script>", None, "</script>", None, ""]),
        ("t'&lt;&copy; \"x\"'", ["&lt;© &#34;x&#34;"]),
    ],
)
def test_pieces(source: str, pieces: list[str | None]) -> None:
    view = ModuleView(SourceText(f"from tdom import html\nhtml({source})\n".encode()))
    assert written_text(view, view.templates[0]) == pieces


@pytest.mark.parametrize(
    ("pieces", "text", "is_whole", "said"),
    [
        (["<br />"], "<br />", True, "<br />"),
        (["<br />x"], "<br />", True, None),
        (["<br />x"], "<br />", False, "<br />"),
        (["<input disabled />"], '<input disabled="true" />', True, "<input disabled />"),
        (["<input disabled />"], '<input checked="true" />', True, None),
        (["<br />", None, ""], "<br />", True, None),
        (["a", None, "<br />"], "<br />", False, "<br />"),
        ([None], "<br />", False, None),
    ],
)
def test_a_text_is_confirmed(pieces: list[str | None], text: str, is_whole: bool, said: str | None) -> None:
    assert confirmed(pieces, text, is_whole=is_whole) == said
