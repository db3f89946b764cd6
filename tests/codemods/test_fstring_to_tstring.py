"""`fstring-to-tstring`, where its examples have no room: first what must stay."""

from __future__ import annotations

import pytest
from conversions import converted

NAME = "fstring-to-tstring"
HEAD = "from tdom import Markup, html\n\n"

STAYS = {
    "a joined text with something between": "page = t\"<p>{', '.join(f'<b>{x}</b>' for x in xs)}</p>\"\n",
    "links with a space between": "page = t\"<p>{' '.join(f'<a>{x}</a>' for x in xs)}</p>\"\n",
    "links, line by line": "page = t\"<p>{chr(10)}{'\\n'.join(f'<a>{x}</a>' for x in xs)}</p>\"\n",
    "links with a space between, by a name": (
        "def f(xs):\n    b = ' '.join([f'<b>{x}</b>' for x in xs])\n    return t'<p>{b}</p>'\n"
    ),
    "a text that shows its own code": "page = t\"<p>{f'<b>{x=}</b>'}</p>\"\n",
    "a text with attributes in a value": "page = t\"<p>{f'<input {flags}>'}</p>\"\n",
    "a name that is read as text": "def f(x):\n    b = f'<b>{x}</b>'\n    log(b)\n    return t'<p>{b}</p>'\n",
    "a text in a title": "page = t\"<title>{f'<b>{x}</b>'}</title>\"\n",
    "a text that is converted": "page = t\"<p>{f'<b>{x}</b>'!r}</p>\"\n",
    "a text that is formatted": "page = html('<b>%s</b>' % x)\n",
    "another html": "def f(html):\n    return html(f'<b>{x}</b>')\n",
    "what is declared safe and read elsewhere": (
        "def f(x):\n    b = Markup(f'<b>{x}</b>')\n    log(b)\n    return t'<p>{b}</p>'\n"
    ),
    "what is declared safe and not shown": "def f(x):\n    return send(Markup(f'<b>{x}</b>'))\n",
    "what is declared safe in an attribute": "page = t'<p title={Markup(f\"<b>{x}</b>\")}></p>'\n",
    "an attack that is tested": "page = t\"<p>{f'<script>alert({x})</script>'}</p>\"\n",
}


@pytest.mark.parametrize("case", STAYS)
def test_it_stays(case: str) -> None:
    assert converted(NAME, HEAD + STAYS[case])[0] == HEAD + STAYS[case]


def test_it_says_why() -> None:
    source = f"{HEAD}page = t\"<p>{{f'<input {{flags}}>'}}</p>\"\n\nraw = html('<b>%s</b>' % x)\n"
    after, reasons = converted(NAME, source)
    assert after == source
    assert [reason.split()[0] for reason in sorted(reasons)] == ["html()", "this"]


def test_a_component_that_cannot_be_converted_says_why() -> None:
    source = f'{HEAD}def Bar(body_html):\n    return f"<p>{{body_html}}</p>"\n\n\npage = t"<{{Bar}} body_html=x />"\n'
    after, reasons = converted(NAME, source)
    assert after == source
    assert reasons == ["`Bar` stays: `body_html` may hold tags, which a t-string escapes"]


CELL = 'def cell(x):\n    return f"<td>{x}</td>"\n\n\n'
METHOD = "class C:\n    def b(self, x):\n        return f'<b>{x}</b>'\n\n"
LEFT = {
    "a function by a name": (
        CELL + "def f(xs):\n    b = [cell(x) for x in xs]\n    return t'<tr>{b}</tr>'\n",
        "`cell(...)` g",
    ),
    "a function on the spot": (CELL + "page = t'<tr>{cell(1)}</tr>'\n", "`cell(...)` gives back text with tags"),
    "a method": (
        METHOD + "    def f(self):\n        return t'<p>{self.b(1)}</p>'\n",
        "`b(...)` gives back text with tags",
    ),
    "one of two values": (
        "def f(x, s):\n    if x:\n        b = f'<b>{x}</b>'\n    else:\n        b = s\n    return t'<p>{b}</p>'\n",
        "`b` is given more than one value",
    ),
    "a list that grows": (
        "def f(xs):\n    out = []\n    for x in xs:\n        out.append(f'<li>{x}</li>')\n    return t'<p>{out}</p>'\n",
        "this text with tags is",
    ),
}


@pytest.mark.parametrize(("source", "reason"), LEFT.values(), ids=LEFT)
def test_what_comes_by_the_way_has_a_row(source: str, reason: str) -> None:
    after, reasons = converted(NAME, HEAD + source)
    assert after == HEAD + source
    assert [each.startswith(reason) for each in reasons] == [True], reasons


def test_each_of_two_values_has_a_row() -> None:
    branches = "    if x:\n        b = f'<b>{x}</b>'\n    else:\n        b = f'<i>{x}</i>'\n"
    source = f"def f(x):\n{branches}    return t'<p>{{b}}{{b}}</p>'\n"
    assert len(converted(NAME, HEAD + source)[1]) == 2


SILENT = {
    "a function that gives a t-string": "def cell(x):\n    return t'<td>{x}</td>'\n\n\npage = t'<tr>{cell(1)}</tr>'\n",
    "a function that gives plain text": "def cell(x):\n    return f'{x} of {x}'\n\n\npage = t'<tr>{cell(1)}</tr>'\n",
    "a function that declares it safe": "def c(x):\n    return Markup(f'<b>{x}</b>')\n\n\npage = t'<p>{c(1)}</p>'\n",
    "a function that is not shown": CELL + "page = t'<tr title={cell(1)}></tr>'\nlog(cell(2))\n",
    "several plain values": (
        "def f(x):\n    if x:\n        b = f'{x}'\n    else:\n        b = ''\n    return t'<p>{b}</p>'\n"
    ),
    "a value that is written over": (
        "def f(x):\n    b = f'<b>{x}</b>'\n    log(b)\n    b = x.strip()\n    return t'<p>{b}</p>'\n"
    ),
}


@pytest.mark.parametrize("source", SILENT.values(), ids=SILENT)
def test_what_shows_no_tags_has_none(source: str) -> None:
    assert converted(NAME, HEAD + source) == (HEAD + source, [])


def test_other_libraries_of_templates_are_left_alone() -> None:
    source = "from sql_tstring import sql\n\npage = t\"<p>{f'<b>{x}</b>'}</p>\"  # tdom\n"
    assert converted(NAME, source) == (source, [])


CHANGES = {
    "rows, line by line": (
        "page = t\"<ul>{'\\n'.join(f'<li>{x}</li>' for x in xs)}</ul>\"\n",
        "page = t\"<ul>{[t'<li>{x}</li>' for x in xs]}</ul>\"\n",
    ),
    "what has a line of its own, with a space between": (
        "page = t\"<p>{' '.join(f'<b>{x}</b><hr>' for x in xs)}</p>\"\n",
        "page = t\"<p>{[t'<b>{x}</b><hr>' for x in xs]}</p>\"\n",
    ),
    "links with nothing between": (
        "page = t\"<p>{''.join(f'<a>{x}</a>' for x in xs)}</p>\"\n",
        "page = t\"<p>{[t'<a>{x}</a>' for x in xs]}</p>\"\n",
    ),
    "a text in pieces": (
        "page = t\"<p>{f'<b>{x}' '{y}</b>'}</p>\"\n",
        "page = t\"<p>{t'<b>{x}' t'{{y}}</b>'}</p>\"\n",
    ),
    "an argument by keyword": ("page = html(template=f'<b>{x}</b>')\n", "page = html(template=t'<b>{x}</b>')\n"),
    "plain text that is rendered": ("page = html('<b>a</b>')\n", "page = html(t'<b>a</b>')\n"),
    "what is declared safe on the spot": (
        "page = t\"<p>{Markup(f'<b>{x}</b>') if x else None}</p>\"\n",
        "page = t\"<p>{t'<b>{x}</b>' if x else None}</p>\"\n",
    ),
    "a component with a method": (
        'class Bar:\n    def __call__(self):\n        return f"<p>{self.x}</p>"\n\npage = t"<{Bar} />"\n',
        'class Bar:\n    def __call__(self):\n        return t"<p>{self.x}</p>"\n\npage = t"<{Bar} />"\n',
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_it_changes_and_a_second_run_does_not(case: str) -> None:
    before, after = (f"{HEAD}{text}\nlast = Markup, html\n" for text in CHANGES[case])
    result, _ = converted(NAME, before)
    assert result == after
    assert converted(NAME, result)[0] == result
