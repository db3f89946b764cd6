"""Cases of TDC129, img-alt."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "t\"<p><input aria-label='Name'><input title='Name'><input type={kind} aria={names}></p>\"",
    't"<p><{Field}><input name={x}></{Field}></p>"',
    't"<button>{x}</button><button {attrs}></button><button aria-label={x}></button>"',
    't"<button><{Icon} /></button><button><img src={x} alt={y}></button>"',
    "t\"<html lang='en'></html><html {attrs}></html>\"",
    "t\"<p tabindex='0'></p><p tabindex='-1'></p><p tabindex={n}></p>\"",
    't"<p tabindex={0}></p><p tabindex={-1}></p><p tabindex={1 if x else 0}></p><{Card} tabindex={1} />"',
    "t\"<p id='a'></p><p id='b'></p><p id={x}></p><p id={x}></p>\"",
    't"<{Img} src={x} /><!-- <img src={x}> --><textarea><img></textarea>"',
    'with pytest.raises(ValueError):\n    html(t"<img src={x}></p>")',
    'page = t"<svg><a>{x}</a></svg>"',
]

INVALID = [
    td.invalid("t\"«<IMG src='a.png' />»\""),
    td.invalid('t"<p «tabindex={1}»>{x}</p>"'),
    td.invalid("t\"<p id='a'></p><p «id='a'»></p>\""),
]
