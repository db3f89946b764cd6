"""Cases of TDC102, unquoted-attribute-swallows-slash."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    't"<a href=/products/>All products</a>"',
    't"<a href={base}/products/>All products</a>"',
    """
    import pytest

    def test_refusal():
        with pytest.raises(ValueError):
            html(t"<{Card} title={title}/>")
    """,
]

INVALID = [
    td.invalid('t"<hr «aria={labels}/»>"', fixed='t"<hr aria={labels} />"'),
    td.invalid(
        'def Rule(): ...\n\npage = t"<{Rule}><hr «aria={labels}/»></{Rule}>"',
        fixed='def Rule(): ...\n\npage = t"<{Rule}><hr aria={labels} /></{Rule}>"',
    ),
    td.invalid('t"<input «type=text/»>"', fixed='t"<input type=text />"'),
    td.invalid('t"<div><div «id={name}/»></div>"', fixed='t"<div><div id={name} /></div>"'),
    td.invalid('t"<img «src={root}/img/»>"', fixed='t"<img src={root}/img />"', unsafe=True),
    td.invalid('t"<p «id={name}/»>text</p>"', fixed='t"<p id={name}>text</p>"', unsafe=True),
]
