"""Cases of TDC101, template-syntax."""

from __future__ import annotations

from tdomcheck import authoring as td

_TYPED = "from string.templatelib import Template\n\n"

VALID = [
    """
    from tdom import html

    def List(items, name):
        opening = t'<ul class="{name}'
        closing = t"</ul>"
        return opening + t'">{items}' + closing

    def rows(items):
        return t"<tr>" + t"<td>{items}"

    page = html(t"<table>" + rows(1) + t"</td></tr></table>")
    """,
    'parts = []\nparts.append(t"<table>")\nparts.append(t"</table>")',
    """
    import pytest

    def test_refusal():
        with pytest.raises(ValueError):
            html(t"<div><p></div>")
    """,
    'pytest.raises(ValueError, html, t"<p></b>")\nself.assertRaises(ValueError, html, t"<p></b>")',
    '@pytest.mark.xfail\ndef test_refusal():\n    html(t"<p></b>")',
    '@pytest.mark.parametrize("page", [t"<p></b>"])\ndef test_refusal(page):\n    html(page)',
    """
    def test_refusal():
        page = t"<p></b>"
        with pytest.raises(ValueError):
            html(page)
    """,
    't"SELECT * FROM shop WHERE price <{limit} AND stock > 0"',
    't"<title>a <b> in a title is text</title><script>if (a</b/.x) {call}</script>"',
    """
    from string.templatelib import Template

    def find(limit) -> Template:
        return t"SELECT a FROM b WHERE c <b AND d <{limit}> e"
    """,
    f'{_TYPED}page = t"<key> is a key, and <{{x}}> a value"\nlogger.info(t"<table> {{x}}")',
    f'{_TYPED}other = t"<p></p>"\n\nlogger.info(t"<table> {{x}}")\nnote = t"a<b> and c<{{x}}>"',
    f'{_TYPED}def text(x) -> Template:\n    return t"Dear <name>, {{x}}"',
    'from tdom import html\n\ncursor.execute(t"SELECT a FROM b WHERE a <{limit} AND c <b")',
    'from tdom import html\n\ndef note(text): ...\n\nnote(t"List<{kind}> has a<b")',
    'from tdom import html\n\nshown = t"a<b and c<{x}"',
    "t\"<svg><clipPath id='a'><path d={d} /></clipPath></svg>\"",
    "t\"<!DOCTYPE html PUBLIC 'x'><p >a</p ><br/ ><i>b</i ><p title=a'b></p>\"",
    't\'<p style={{"color": "red"}}>TDC127 speaks of it</p>\'',
    't"<!doctype html><html><!-- {note} --></html>"',
    "t\"<div { {f'data-{key}': value} } {attrs}></div>\"",
    't"<{Card} title={title}/>"  # the slash is the business of TDC102',
    't"<{Card}>text</Card>"  # the end of a component is that of TDC104',
    't"<div data-{key}={value}></div>"  # the name of an attribute is that of TDC105',
    't"<p>text</p><div class={kind}></div>"',
    "t\"<p>text</p><div class='box {kind}'>text</div>\"",
    't"<p>a</p><?php b?>"',
    't"<p>a</p><div class=b"  # with no value in it, the business of TDC103',
]

INVALID = [
    td.invalid(
        """
        def List(items):
            opening = t'<ul «class="»items>'
            return t"<h2>Items</h2>" + opening + t"{items}" + t"</ul>"
        """
    ),
    td.invalid("from tdom import html\n\npage = html(t'<ul>{x}' + t'«</ol>»')"),
    td.invalid('t"<div><p>text«</div>»</p>"'),
    td.invalid('from tdom import html\n\nprint(t"«<p>»text {x}")'),
    td.invalid('t"<p><img src={url}>«</img>»</p>"', fixed='t"<p><img src={url}></p>"'),
    td.invalid('t"«<!doctype {kind}>»<p>text</p>"'),
    td.invalid(
        't"<p>text</p>«<div class={kind}»"',
        message="the `>` of `<div class={kind}` is missing, so the tag never ends",
    ),
    td.invalid(
        't"<p>text</p>«<{Card} title={kind}»"',
        message="the `>` of `<{Card} title={kind}` is missing, so the tag never ends",
    ),
    td.invalid(
        't"<p>text</p><div «class=\'»box {kind}>text</div>"',
        message="the quote after `class=` is never closed, so everything after it is part of the value",
    ),
    td.invalid('t"<p>a</p>«<?php {b}?>»"', message="tdom cannot place what `<?php {b}?>` interpolates"),
    td.invalid('t"«<!doctype>»<p>a</p>"'),
    td.invalid('t"«<!doctypehtml>»<p>a</p>"'),
    td.invalid('t"<p>a«</p class={b}>»"'),
    td.invalid("t\"<p «'b'»>a</p>\""),
    td.invalid("t'<p>a</p><section «class=\"»rating> <p>{x}</p></section>'"),
    td.invalid(f'{_TYPED}def List(rows) -> Template:\n    return t"«<ul>»{{rows}}<li>"'),
    td.invalid(f"{_TYPED}def List(rows) -> Template:\n    return t\"{{[t'«<li>»{{row}}' for row in rows]}}\""),
    td.invalid(f'{_TYPED}other = t"<{{Card}} />"\npage = t"«<li>»{{row}}"'),
    td.invalid('t"<div>" t"<p>{text}</p>" t"</div>«</div>»"'),
]
