"""`components-to-template` and what is rendered on ways that nobody follows: the component stays, and says so."""

from __future__ import annotations

import pytest
from conversions import converted

HEAD = "from markupsafe import Markup\nfrom tdom import Node, html\n\n\n"
TAIL = "\n\npage = html(t'<{Page} />')\nlast: Node | Markup = page\n"
SHOWING = {"text": 'Markup(f"<p>{SHOWN}</p>")', "template": 'html(t"<p>{SHOWN}</p>")'}
BODIES = {
    "a walrus": ("if (x := html(t'<b/>')):\n        return RESULT\n    return html(t'')", "x"),
    "a row": ("x, y = html(t'<b/>'), 1\n    return RESULT", "x"),
    "a chain": ("x = y = html(t'<b/>')\n    return RESULT", "x"),
    "a list that is added to": ("x = []\n    x += [html(t'<b/>')]\n    return RESULT", "x"),
    "a text that is added to": ("x = ''\n    x += html(t'<b/>')\n    return RESULT", "x"),
    "a list by another name": ("x = []\n    y = x\n    y.append(html(t'<b/>'))\n    return RESULT", "x"),
    "a list in an object": ("q.rows.append(html(t'<b/>'))\n    return RESULT", "q.rows"),
    "a case": ("match html(t'<b/>'):\n        case x:\n            return RESULT", "x"),
    "the values of a dict": ("x = [k for k in {'a': html(t'<b/>')}.values()]\n    return RESULT", "x"),
    "an entry that is added": ("x = {}\n    x['a'] = html(t'<b/>')\n    return RESULT", "x['a']"),
    "an entry by default": ("x = {}\n    x.setdefault('a', html(t'<b/>'))\n    return RESULT", "x['a']"),
    "an entry that is asked for": ("x = {'a': html(t'<b/>')}.get('a')\n    return RESULT", "x"),
    "a lambda": ("x = lambda: html(t'<b/>')\n    return RESULT", "x()"),
    "a function inside": ("def x():\n        return html(t'<b/>')\n    return RESULT", "x()"),
    "a sum": ("x = html(t'<b/>') + html(t'<i/>')\n    return RESULT", "x"),
    "the first of many": ("x = next(html(t'<b/>') for _ in q)\n    return RESULT", "x"),
    "what a function makes of it": ("x = wrap(html(t'<b/>'))\n    return RESULT", "x"),
    "a context": ("with opened(html(t'<b/>')) as x:\n        return RESULT", "x"),
    "a loop": ("for x in {'a': html(t'<b/>')}.values():\n        return RESULT\n    return html(t'')", "x"),
    "a global name": ("global x\n    x = html(t'<b/>')\n    return RESULT", "x"),
    "what nests deep": (f"x = wrap({'[' * 150}html(t'<b/>'){']' * 150})\n    return RESULT", "x"),
}


@pytest.mark.parametrize("showing", SHOWING)
@pytest.mark.parametrize("case", BODIES)
def test_what_holds_rendered_text_stays_with_a_row(case: str, showing: str) -> None:
    body, shown = BODIES[case]
    source = f"{HEAD}def Page(q):\n    {body.replace('RESULT', SHOWING[showing].replace('SHOWN', shown))}\n{TAIL}"
    after, reasons = converted("components-to-template", source)
    assert after == source
    assert any("`Page` stays" in reason for reason in reasons)


FILES = {
    "a constant": "x = html(t'<b/>')\n\n\ndef Page():\n    return Markup(f'<p>{x}</p>')\n",
    "a constant in a template": "x = html(t'<b/>')\n\n\ndef Page():\n    return html(t'<p>{x}</p>')\n",
    "a global name of another function": (
        "x = None\n\n\ndef begin():\n    global x\n    x = html(t'<b/>')\n\n\n"
        "def Page():\n    return Markup(f'<p>{x}</p>')\n"
    ),
    "a name of the function around": (
        "def make():\n    x = html(t'<b/>')\n    def Page():\n        return Markup(f'<p>{x}</p>')\n"
        "    return html(t'<{Page} />')\n\n\nPage = make()\n"
    ),
    "a name that the function inside sets": (
        "def make():\n    x = ''\n    def Page():\n        nonlocal x\n        x = html(t'<b/>')\n"
        "        return Markup(f'<p>{x}</p>')\n    return html(t'<{Page} />')\n\n\nPage = make()\n"
    ),
    "a default": "def Page(x=html(t'<b/>')):\n    return Markup(f'<p>{x}</p>')\n",
    "a function that nobody converts": (
        "def icon():\n    return html(t'<b/>')\n\n\ndef Page():\n    x, y = icon(), 1\n"
        "    return Markup(f'<p>{x}</p>')\n"
    ),
    "a function behind a function": (
        "def icon():\n    x = html(t'<b/>')\n    return x\n\n\ndef icons():\n    return [icon()]\n\n\n"
        "def Page():\n    x, y = icons(), 1\n    return Markup(f'<p>{x}</p>')\n"
    ),
    "an attribute": (
        "class Page:\n    def __init__(self):\n        self.x = html(t'<b/>')\n\n"
        "    def __call__(self):\n        return Markup(f'<p>{self.x}</p>')\n"
    ),
    "an attribute of the class": (
        "class Page:\n    x = html(t'<b/>')\n\n    def __call__(self):\n        return html(t'<p>{self.x}</p>')\n"
    ),
    "a field": (
        "from dataclasses import dataclass, field\n\n\n@dataclass\nclass Page:\n"
        "    x: str = field(default_factory=lambda: html(t'<b/>'))\n\n"
        "    def __call__(self):\n        return Markup(f'<p>{self.x}</p>')\n"
    ),
    "a field of an object that is made": (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Page:\n    x: str\n\n"
        "    def __call__(self):\n        return Markup(f'<p>{self.x}</p>')\n\n\none = Page(html(t'<b/>'))\n"
    ),
    "an argument": (
        "def Page(x):\n    return Markup(f'<p>{x}</p>')\n\n\n"
        "def show():\n    return html(t'<p>{Page(html(t\"\"))}</p>')\n"
    ),
    "a prop": (
        "def Page(x_y):\n    return Markup(f'<p>{x_y}</p>')\n\n\nshown = html(t\"<{Page} x-y={html(t'<b/>')} />\")\n"
    ),
    "a prop of a class": (
        "class Page:\n    x: str\n\n    def __call__(self):\n        return Markup(f'<p>{self.x}</p>')\n\n\n"
        "shown = html(t\"<{Page} x={html(t'<b/>')} />\")\n"
    ),
    "an object that is called": (
        "class Icon:\n    def __call__(self, *, log):\n        log(1)\n        yield html(t'<b/>')\n\n\n"
        "def Page():\n    x, y = Icon()(log=print), 1\n    return Markup(f'<p>{x}</p>')\n"
    ),
}


@pytest.mark.parametrize("case", FILES)
def test_what_another_part_of_the_file_renders_stays_with_a_row(case: str) -> None:
    source = HEAD + FILES[case] + TAIL
    after, reasons = converted("components-to-template", source)
    assert after == source
    assert any("Page" in reason and "stays" in reason for reason in reasons)


HARMLESS = {
    "what is only asked": "assert html(t'') == q\n    n = len(html(t''))\n    y = 1 if html(t'') else 2",
    "what is logged": "log(html(t''))\n    logger.info(html(t''))\n    print(html(t''))",
    "what is safe": "x, y = Markup(html(t'<b/>')), 1",
    "what an error says": "if not q:\n        raise ValueError(html(t'<b/>'))",
    "what is written elsewhere": "seen = {t'<b/>'}",
    "a prop, which is given as it is": "y = t\"<{Card} x={html(t'<b/>')} />\"",
}


@pytest.mark.parametrize("case", HARMLESS)
def test_what_no_template_can_show_keeps_nobody(case: str) -> None:
    before = f"{HEAD}logger = make()\n\n\ndef Page(q, x=''):\n    {HARMLESS[case]}\n"
    source = f'{before}    return Markup(f"<p>{{x}}</p>")\n{TAIL}'
    assert converted("components-to-template", source) == (f'{before}    return t"<p>{{x}}</p>"\n{TAIL}', [])


def test_a_name_of_another_function_that_somebody_rebinds_hides_nothing() -> None:
    other = "def other():\n    x = 1\n\n    def inner():\n        nonlocal x\n        x = 2\n\n    return inner\n\n\n"
    body = "{other}def Page():\n    x = {rendered}\n    return {shown}\n"
    before = body.format(other=other, rendered="html(t'<b/>')", shown='Markup(f"<p>{x}</p>")')
    after = body.format(other=other, rendered="t'<b/>'", shown='t"<p>{x}</p>"')
    assert converted("components-to-template", HEAD + before + TAIL) == (HEAD + after + TAIL, [])


def test_a_name_of_another_scope_is_another_name() -> None:
    around = "x = html(t'<b/>')\n\n\ndef other(x):\n    return x\n\n\ndef Page():\n    x = 1\n    return {}\n"
    before, after = around.format('Markup(f"<p>{x}</p>")'), around.format('t"<p>{x}</p>"')
    assert converted("components-to-template", HEAD + before + TAIL) == (HEAD + after + TAIL, [])
