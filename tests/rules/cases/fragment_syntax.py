"""Cases of TDC108, fragment-syntax."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    't"<p>{a} &lt;&gt; {b}</p>"',
    't"<p>{text}</p></>"',
    "t'''\n  a <> b\n  <p>{text}</p>\n'''",
    "t'''\n</>\n  <p>{text}</p>\n<>\n'''",
    "t\"<p title='<>text</>'>{text}</p>\"",
    't"<!-- <>text</> --><p>{text}</p>"',
    't"<!-- <>{text}</> --><p>{text}</p>"',
    "t\"<script>a = '<></>'</script>\"",
    'page = t"<><b>a</b>" + t"<b>b</b></>"',
    'with pytest.raises(ValueError):\n    html(t"<><p></>")',
    'from thtml import html\n\nhtml(t"<><b>x</b></>")',
]

INVALID = [
    td.invalid(
        "def page():\n    return t'''\n        «<>»  \n            <b>{x}</b>\n        </>\n    '''",
        fixed="def page():\n    return t'''\n            <b>{x}</b>\n    '''",
    ),
    td.invalid("t'''«<>»\n  <b>{x}</b> </>\n'''", fixed="t'''\n  <b>{x}</b> \n'''"),
]
