"""Cases of TDC103, template-truncated."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    'parts = []\nparts.append(t"<!-- <p>")\nparts.append(t"-->")',
    'parts = []\nparts.append(t"<p>a</p><div ")\nparts.append(t"wide></div>")',
    't"SELECT a FROM b WHERE a <b"',
    'from tdom import html\n\nshown = t"a<b and c<d"',
    'from tdom import html\n\nlogger.info(t"{x} <y")',
    't"<p>one</p>&am"',
    'node = TemplateParser.parse(t"<p>one</p><div")',
    't"<script>if (a <b) go()</script>"',
    't"<p title=\'it&apos;s \\"here\\"\'></p>"',
    'with pytest.raises(ValueError):\n    html(t"<p>text</p><div")',
    "def Page(x): return t'<a href={x}>' + t'b</a' + t'>'",
    "def Page(x):\n    end = t'</a'\n    return t'<a href={x}>b' + end + t'>'",
    "def Page(x):\n    end = t'</a'\n    made = t'<a href={x}>b' + end\n    return made + t'>'",
    "def Page(x):\n    end = t'</a'\n    end += t'>'\n    return t'<a href={x}>b' + end",
    "def opened(x):\n    return t'<li>a</li>' + t'<a class=x'\n\npage = opened(1) + t' href={x}>go</a>'",
    "parts = []\nparts.append(t'<li>a</li>' + t'<a class=x')\nparts.append(t'>go</a>')",
    "def Page(x, end):\n    return t'<script>' + t'a </b'",
    "def Page(x, body):\n    return body + t'a </b'",
    "def Page(x):\n    return t'<a href=\"' + t'{x}\">b</a>'",
    "def Page(x):\n    end = t'</a'\n    rest = t'<a>' + end + t'>'\n    return t'<a>a</a>' + rest + end",
]

INVALID = [
    td.invalid(
        "def Page(x):\n    end = t'</ul>«<hr class=\"end />»'\n    return t'<h2>a</h2>' + t'<ul>' + t'{x}' + end"
    ),
    td.invalid("from tdom import html\n\npage = html(t'<h2>h</h2>' + t'«<ul class=\"x> »' + t'<li>a</li></ul>')"),
    td.invalid("def Page(x): return t'<a href={x}>b' + t'«</a»'"),
    td.invalid("def Page(x):\n    end = t'«</a»'\n    return t'<a href={x}>{x}' + end"),
    td.invalid("from tdom import html\n\npage = html((t'<i>{x}</i>' + t'<b>b</b>') + t'{x}«<p class=a»')"),
    td.invalid('t"<p>text</p>«<a href=\'/x»"'),
    td.invalid('t"<p>a</p>«<!-- b <p>{c}</p>»"'),
    td.invalid("t'''<p>{text}</p>\n«<input type=text»'''"),
]
