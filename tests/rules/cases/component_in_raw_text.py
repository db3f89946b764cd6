"""Cases of TDC109, component-in-raw-text."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    't"<textarea>{a} <b> {c}</textarea>"',
    "t\"<p title='<{name}'>{text}</p>\"",
    't"<script>//<![CDATA[\\n go() //]]></script>"',
    't"<!-- <![CDATA[ a ]]> --><p>{text}</p>"',
    't"<!-- {a} --> <{Card} /> <!-- {b} -->"',
    'node = parse_root(t"<title><{Heading} /></title>")',
    't"<!doctype html><p>{a} &lt;?php</p>"',
    'with pytest.raises(ValueError):\n    html(t"<title><{Card} /></p>")',
    'from thtml import html\n\nhtml(t"<title><{Card} /></title>")',
]

INVALID = [
    td.invalid('t"<script><«{Code}» /></script>"'),
    td.invalid("t\"«<?xml» version='1.0'?><p>{text}</p>\""),
]
