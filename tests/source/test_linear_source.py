"""One template may be a whole page: its tree and its positions cost what their number says, not its square."""

from __future__ import annotations

import typing as t
from functools import partial

import pytest
from counting import opcodes

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import Position, SourceText

PIECES = {
    "swallowed slashes": "<li title={x}/>",
    "never closed": "<div>",
    "closed": "<li title={x}>{x}</li>",
    "stray": "</div>",
    "ends of void elements": "<p></br></p>",
    "escapes": "<p>\\x41{{é</p>",
    "swallowed and closed": "<b><a href={x}/></b>",
}


def judged(piece: str, count: int) -> None:
    view = ModuleView(SourceText(f'page = t"""{piece * count}"""\n'.encode()))
    for template in view.templates:
        for problem in view.markup(template).problems:
            view.source.position(problem.span.start)


@pytest.mark.parametrize("piece", PIECES)
def test_the_tree_of_a_template_grows_with_it(piece: str) -> None:
    judged(PIECES[piece], 2)
    small, large = (opcodes(partial(judged, PIECES[piece], count)) for count in (20, 80))
    assert large < 4.8 * small


class _Undecoded(bytes):
    """Bytes that count how many of them are decoded."""

    decoded = 0

    def __getitem__(self, key: t.Any) -> t.Any:
        found = super().__getitem__(key)
        return _Undecoded(found) if isinstance(key, slice) else found

    def decode(self, *arguments: str) -> str:
        _Undecoded.decoded += len(self)
        return super().decode(*arguments)


def test_a_position_in_a_long_line_decodes_no_line() -> None:
    data = _Undecoded(b"x = 1; " * 1_000)
    source = SourceText(data)
    _Undecoded.decoded = 0
    assert [source.position(offset).column for offset in range(0, 7_000, 7)] == list(range(1, 7_001, 7))
    assert _Undecoded.decoded == 0


@pytest.mark.parametrize("data", [b"ab\ncde\r\n\nf", "äb\ncdé\r\n\nf".encode(), b"\xef\xbb\xbfab\ncde\r\n\nf"])
def test_positions_beyond_the_edges_stay_inside(data: bytes) -> None:
    source = SourceText(data)
    last = Position(4, 2)
    assert source.position(len(data)) == last
    assert source.position(len(data) + 50) == last
    assert source.offset(4, 50) == len(data)
    assert source.offset(50, 2) == len(data)
