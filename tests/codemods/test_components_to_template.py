"""`components-to-template`, where its examples have no room: first what must stay, with the reason that it gives."""

from __future__ import annotations

from textwrap import dedent

import pytest
from conversions import converted

HEAD = "from string.templatelib import Template\nfrom markupsafe import Markup\nfrom tdom import Node, html\n\n"

STAYS = {
    "components that are rendered within a try": (
        "def Bar() -> Node:\n    try:\n        return html(t'<{Foo} />')\n    except E:\n        return html(t'')\n",
        "within a `try` or a `with`",
    ),
    "components that are rendered within a try, by the name of their template": (
        (
            "def Bar() -> Node:\n    body = t'<p><{Foo} /></p>'\n    try:\n        return html(body)\n"
            "    except E:\n        return html(t'')\n"
        ),
        "within a `try` or a `with`",
    ),
    "components that are rendered within a try, in a template within": (
        (
            "def Bar() -> Node:\n    try:\n        inner = t'<{Foo} />'\n        return html(t'<p>{inner}</p>')\n"
            "    except E:\n        return html(t'')\n"
        ),
        "within a `try` or a `with`",
    ),
    "components that are rendered within a with, and shown below": (
        "def Bar(x) -> Node:\n    with x:\n        inner = html(t'<{Foo} />')\n    return html(t'<p>{inner}</p>')\n",
        "within a `try` or a `with`",
    ),
    "components that are rendered within a with": (
        "def Bar(x) -> Node:\n    with x:\n        if x:\n            return html(t'<p><{Foo} /></p>')\n    return x\n",
        "within a `try` or a `with`",
    ),
    "a body of another file that looks for something in a Node": (
        "def Find(root: Node | list[Node], role: str) -> Node: ...\n",
        "may give what it finds",
    ),
    "a name that is shown before it is given back": (
        'def Bar(x) -> Node:\n    b = load()\n    show(html(t"{b}"))\n    return b\n',
        "not known to be a Template",
    ),
    "a name that is called after what it holds": (
        'def Bar() -> Markup:\n    body_html = load()\n    return Markup(f"<p>{body_html}</p>")\n',
        "may hold tags",
    ),
    "a name in a template first, and then in text": (
        'def Bar() -> Markup:\n    b = render()\n    show(html(t"{b}"))\n    return Markup(f"<p>{b}</p>")\n',
        "may give tags",
    ),
    "what a loop takes out of what is rendered": (
        (
            "def Bar(xs) -> Node:\n    rows = [html(t'<b>{x}</b>') for x in xs]\n"
            "    return html(t\"{[t'<li>{row}</li>' for row in rows]}\")\n"
        ),
        "may hold tags",
    ),
    "what is behind a comparison": (
        'def Bar(a, b) -> Markup:\n    c = load_html()\n    return Markup(f"<p>{a < b}{c}</p>")\n',
        "may give tags",
    ),
    "what is behind a lonely bracket": (
        'def Bar(body_html) -> Markup:\n    return Markup(f"<p>1 < 2 {body_html}</p>")\n',
        "may hold tags",
    ),
    "children as text": (
        'def Bar(children) -> Markup:\n    return Markup(f"<p>{str(children)}</p>")\n',
        "may give tags",
    ),
    "what a base class gives": (
        (
            "class Bar(Base):\n    def __call__(self) -> Markup:\n        inner = super().__call__()\n"
            '        return Markup(f"<p>{inner}</p>")\n'
        ),
        "may give tags",
    ),
    "a base class that is asked for its text": (
        (
            'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\n\n'
            "class Far(Bar):\n    def __call__(self) -> Node:\n        return rewrite(super().__call__())\n"
        ),
        "for the text",
    ),
    "what is rendered and converted": (
        "def Bar() -> Node:\n    return html(t\"<p>{html(t'<b></b>')!s}</p>\")\n",
        "formatted as text",
    ),
    "a name that is read as text": (
        'def Bar() -> Markup:\n    b = html(t"<b></b>")\n    return Markup(f"<p>{b}{len(b)}</p>")\n',
        "used otherwise",
    ),
    "a name that a condition asks": (
        'def Bar(x) -> Markup:\n    b = html(t"{x}")\n    return Markup(f"<p>{b if b else 1}</p>")\n',
        "used otherwise",
    ),
    "a name that is declared as a node": (
        'def Bar() -> Node:\n    b: Node = html(t"<b></b>")\n    return html(t"<p>{b}</p>")\n',
        "declared",
    ),
    "a name that an attribute shows": (
        'def Bar() -> Node:\n    b = html(t"<b></b>")\n    return html(t"<p title={b}>{b}</p>")\n',
        "used otherwise",
    ),
    "a name that a function has": (
        'def Bar() -> Node:\n    b = html(t"<b></b>")\n    def f(): return b.strip()\n    return html(t"<p>{b}</p>")\n',
        "used otherwise",
    ),
    "a name that is handed on": (
        'def Bar() -> Node:\n    b = html(t"<b></b>")\n    save(b)\n    return b\n',
        "used otherwise",
    ),
    "text that grows": (
        (
            'def Bar(xs) -> Markup:\n    b = ""\n    for x in xs:\n        b += f"<i>{x}</i>"\n'
            '    return Markup(f"<p>{b}</p>")\n'
        ),
        "may hold tags",
    ),
    "text that is joined from a list": (
        'def Bar(parts) -> Markup:\n    return Markup(f"<p>{"".join(parts)}</p>")\n',
        "",
    ),
    "text that is joined from a list by a name": (
        "def Bar(parts) -> Markup:\n    inner = ''.join(parts)\n    return Markup(f\"<p>{inner}</p>\")\n",
        "may hold tags",
    ),
    "an attribute that is called after HTML": (
        'class Bar:\n    def __call__(self) -> Markup:\n        return Markup(f"<p>{self.body_html}</p>")\n',
        "may hold tags",
    ),
    "a function of another file that renders": (
        'from shop import render_menu\n\ndef Bar() -> Markup:\n    return Markup(f"<p>{render_menu()}</p>")\n',
        "may give tags",
    ),
    "a function of the file that gives text": (
        'def menu() -> str:\n    return html(t"<i></i>")\n\ndef Bar() -> Markup:\n    return Markup(f"{menu()}")\n',
        "gives back rendered text",
    ),
    "a function that gives what one gives that stays": (
        (
            'def Inner() -> Node:\n    return rewrite(html(t"<i></i>"))\n\n'
            "def Outer() -> Node:\n    return Inner()\n\ndef Outermost() -> Node:\n    return Outer()\n"
        ),
        "not known to be a Template",
    ),
    "a return that nobody knows": (
        'def Bar(x) -> Node:\n    if x:\n        return x.node\n    return html(t"<p></p>")\n',
        "not known to be a Template",
    ),
    "None where nothing says so": (
        'def Bar(x) -> Node:\n    if x:\n        return None\n    return html(t"<p></p>")\n',
        'return t""',
    ),
    "a comment in the call": (
        'def Bar(x) -> Node:\n    return html(  # why\n        t"<p></p>"\n    )\n',
        "a comment stands",
    ),
    "a function that is async": ('async def Bar(x) -> Node:\n    return html(t"<p></p>")\n', "async"),
    "a generator": ('def Bar(x) -> Node:\n    yield x\n    return html(t"<p></p>")\n', "generator"),
    "a name that means two things": (
        'def Bar(x) -> Node:\n    return html(t"<p></p>")\n\ndef Bar(x) -> Node:\n    return html(t"<i></i>")\n',
        "other things",
    ),
    "what a decorator may serve": (
        'from shop import route\n\n@route("/")\ndef home() -> Markup:\n    return Markup("<p></p>")\n',
        '`@route("/")`',
    ),
    "a fixture": (
        'import pytest\n\n@pytest.fixture\ndef page() -> Node:\n    return html(t"<p></p>")\n',
        "pytest.fixture",
    ),
    "a function that takes a request": (
        'def home(request) -> Markup:\n    return Markup("<p></p>")\n',
        "takes a request",
    ),
    "a function in a table of routes": (
        'def home() -> Markup:\n    return Markup("<p></p>")\n\nroutes = [("/", home)]\n',
        "handed on",
    ),
    "a function that a framework is given": (
        'from shop import Route\n\ndef home() -> Markup:\n    return Markup("<p></p>")\n\nr = Route("/", home)\n',
        "handed on",
    ),
    "a renderer by another name": (
        "def show(page: Template) -> str | Markup:\n    body = page\n    return html(body)\n",
        "given a Template to render",
    ),
    "a method that is called for its text": (
        (
            'class Bar:\n    def icon(self) -> Node:\n        return html(t"<i></i>")\n\n    def text(self):\n'
            "        return str(self.icon())\n"
        ),
        "for the text",
    ),
    "an object that is called for its text": (
        'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\nassert "i" in str(Bar()())\n',
        "for the text",
    ),
    "an object with a name that is called for its text": (
        'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\nbar = Bar()\nprint(bar())\n',
        "for the text",
    ),
    "a property that is read as text": (
        'class Bar:\n    @property\n    def icon(self) -> Node:\n        return html(t"<i/>")\n\nprint(Bar().icon)\n',
        "for the text",
    ),
    "an object that asks itself for its text": (
        (
            'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\n'
            "    def __str__(self):\n        return str(self())\n"
        ),
        "for the text",
    ),
    "an object that asks itself, and keeps the answer": (
        (
            'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\n'
            "    def text(self):\n        me = self()\n        log(me)\n        return str(me)\n"
        ),
        "for the text",
    ),
    "an object that a base class asks for its text": (
        (
            "class Base:\n    def __str__(self):\n        return str(self())\n\n"
            'class Bar(Base):\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n'
        ),
        "for the text",
    ),
    "an object that an heir asks for its text": (
        (
            'class Base:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\n'
            "class Bar(Base):\n    def __str__(self):\n        return str(self())\n"
        ),
        "for the text",
    ),
    "an object that a function is given": (
        (
            'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\n'
            "def text(bar: Bar):\n    return str(bar())\n"
        ),
        "for the text",
    ),
    "what is rendered in the middle with a context of its own": (
        "def Bar() -> Node:\n    return html(t\"<p>{html(t'<b></b>', context=box)}</p>\")\n",
        "its own `context=box`",
    ),
    "what is rendered first with a context of its own": (
        'def Bar() -> Node:\n    b = html(t"<b></b>", context=box)\n    return html(t"<p>{b}</p>", context=shop)\n',
        "its own `context=box`",
    ),
    "what is given back with a context that whoever renders it may not have": (
        'def Bar(four, box) -> Node:\n    return html(t"<{four} />", context=box)\n',
        "its own `context=box`",
    ),
    "a constant with tags": (
        'HEAD = "<b>x</b>"\n\n\ndef Bar() -> Markup:\n    return Markup(f"<p>{HEAD}</p>")\n',
        "`HEAD` may hold tags",
    ),
    "a constant with an entity": (
        'GAP: str = "&nbsp;"\n\n\ndef Bar() -> Markup:\n    return Markup(f"<p>{GAP}</p>")\n',
        "`GAP` may hold tags",
    ),
    "a constant that nobody knows": (
        'HEAD = load()\n\n\ndef Bar() -> Markup:\n    return Markup(f"<p>{HEAD}</p>")\n',
        "`HEAD` may hold tags",
    ),
    "a constant of another module": (
        'from shop import HEAD\n\n\ndef Bar() -> Markup:\n    return Markup(f"<p>{HEAD}</p>")\n',
        "`HEAD` is of another module",
    ),
    "a constant asked of another module": (
        'import shop.texts as s\n\n\ndef Bar() -> Markup:\n    return Markup(f"<p>{s.HEAD}</p>")\n',
        "`s.HEAD` is of another module",
    ),
    "an attribute of the class with tags": (
        (
            'class Bar:\n    tpl = "<b></b>"\n\n'
            '    def __call__(self) -> Markup:\n        return Markup(f"<p>{self.tpl}</p>")\n'
        ),
        "`self.tpl` may hold tags",
    ),
    "an attribute that some method gives tags": (
        (
            'class Bar:\n    def __init__(self, a):\n        self.tpl = a or "<b></b>"\n\n'
            '    def __call__(self) -> Markup:\n        return Markup(f"<p>{self.tpl}</p>")\n'
        ),
        "`self.tpl` may hold tags",
    ),
    "tags that are given in a row": (
        'def Bar() -> Markup:\n    a, [b, c] = "x", ["<i>", "y"]\n    return Markup(f"<p>{a}{b}{c}</p>")\n',
        "`b` may hold tags",
    ),
    "a default with tags": (
        'def Bar(*, d: str = "<b>d</b>") -> Markup:\n    return Markup(f"<p>{d}</p>")\n',
        "`d` may hold tags",
    ),
    "what has the context of what is around it, which is its own": (
        (
            'def Bar(box) -> Node:\n    b = html(t"<b></b>", context=box)\n'
            "    return html(t\"<p>{b}{html(t'<i></i>', context=box)}</p>\", context=box)\n"
        ),
        "its own `context=box`",
    ),
    "what is rendered with data": (
        'def Bar() -> Node:\n    return html(t"<p></p>", context={"theme": "dark"})\n',
        "data of its own",
    ),
    "links with a space between": (
        "def Bar(xs) -> Markup:\n    return Markup(f\"<p>{' '.join(f'<a>{x}</a>' for x in xs)}</p>\")\n",
        "shows white space",
    ),
    "another html": (
        'def html(x): ...\n\ndef Bar(x) -> Node:\n    return html(t"<p>{x}</p>")\n',
        "several meanings",
    ),
    "another Template": (
        'class Template: ...\n\ndef Bar() -> Node:\n    return html(t"<i></i>")\n',
        "something else",
    ),
    "text that would be a component": (
        'def Bar() -> Markup:\n    return Markup(f"<{name} />")\n',
        "no template as it stands",
    ),
}


@pytest.mark.parametrize("case", STAYS)
def test_it_stays_and_says_why(case: str) -> None:
    source, reason = STAYS[case]
    head = HEAD.replace("from string.templatelib import Template\n", "") if "class Template" in source else HEAD
    after, reasons = converted("components-to-template", head + source)
    assert after == head + source
    if reason:
        assert any(reason in each for each in reasons), reasons


STAYS |= {
    "a name that an f-string shows": (
        'def Bar() -> Node:\n    b = html(t"<b></b>")\n    log(f"made {b}")\n    return html(t"<p>{b}</p>")\n',
        "used otherwise",
    ),
    "a list that is handed on": (
        'def Bar() -> Node:\n    b = html(t"<b></b>")\n    xs = [b]\n    save(xs)\n    return html(t"{b}")\n',
        "used otherwise",
    ),
    "a name that a comprehension goes through": (
        'def Bar() -> Node:\n    b = html(t"<b></b>")\n    n = [c for c in b]\n    return html(t"<p>{b}{n}</p>")\n',
        "used otherwise",
    ),
    "a method that is handed on": (
        'class Bar:\n    def icon(self) -> Node:\n        return html(t"")\n\n    def f(self): do(self.icon)\n',
        "handed on",
    ),
    "a page that is made for the whole module": (
        'def icon() -> Node:\n    return html(t"<i></i>")\n\npage = icon()\n',
        "for the text",
    ),
    "a name that is given other things elsewhere": (
        'def Bar(x) -> Node:\n    if x:\n        b = html(t"<b></b>")\n    else:\n        b = load(x)\n    return b\n',
        "not known to be a Template",
    ),
    "a parameter": ("def Bar(node) -> Node:\n    return node\n", "not known to be a Template"),
    "a function that returns nothing": ("def Bar(x) -> Node:\n    x.render()\n", "returns nothing"),
    "what is rendered in a format": (
        'def Bar() -> Markup:\n    b = html(t"<b></b>")\n    return Markup(f"<p>{b:>9}</p>")\n',
        "formatted as text",
    ),
    "a template by a name that nobody knows": (
        "def Bar(x) -> Node:\n    return html(x.template)\n",
        "not known here",
    ),
    "values that nest too deep": (
        "def Bar(x) -> Node:\n    return html(t'<p>{" + "(" * 99 + "x" + ")" * 99 + "}</p>')\n",
        "too deep",
    ),
    "more functions in a row than are followed": (
        "def F0() -> Node:\n    return load()\n"
        + "".join(f"def F{n}() -> Node:\n    return F{n - 1}()\n" for n in range(1, 30)),
        "hang together",
    ),
}


def test_overloads_stay_as_the_code_stays() -> None:
    source = (
        HEAD + "from typing import overload\n\n\n@overload\ndef Bar(x: int) -> Node: ...\n@overload\n"
        "def Bar(x: str) -> Node: ...\ndef Bar(x) -> Node:\n    return html(t'<p>{x}</p>')\n"
    )
    after, reasons = converted("components-to-template", source)
    assert after == source
    assert ["past its overloads" in each or "it stands for stays" in each for each in reasons] == [True] * 3


SILENT = {
    "a statement that would say nothing": 'def test():\n    node = html(t"<p></p>")\n    str(node)\n',
    "text for whoever asks": 'class Bar:\n    def __html__(self) -> Markup:\n        return Markup(f"{self.x}")\n',
    "a function that says that it gives text": 'def page(x) -> str:\n    return html(t"<p>{x}</p>")\n',
    "a function that says nothing, without a tag": 'def Page(x):\n    return html(t"<p>{x}</p>")\n',
    "a component that is right": 'def Bar(x) -> Template:\n    return t"<p>{x}</p>"\n',
    "a component that may give nothing": 'def Bar(x) -> Template | None:\n    return t"<p>{x}</p>" if x else None\n',
    "what is expected to fail": (
        "import pytest\n\ndef test():\n    def Bar(x):\n        return html(t'<p>{x}</p>')\n\n"
        "    with pytest.raises(TypeError):\n        html(t'<{Bar} x=1 />')\n"
    ),
}


@pytest.mark.parametrize("case", SILENT)
def test_it_stays_and_there_is_nothing_to_say(case: str) -> None:
    assert converted("components-to-template", HEAD + SILENT[case]) == (HEAD + SILENT[case], [])


CHANGES = {
    "what holds no component within a try, and a component beside it": (
        """
        def Bar(x) -> Node:
            try:
                y = int(x)
            except ValueError:
                return html(t"<{Foo} />")
            with x:
                return html(t"<p>{y}</p>")
        """,
        """
        def Bar(x) -> Template:
            try:
                y = int(x)
            except ValueError:
                return t"<{Foo} />"
            with x:
                return t"<p>{y}</p>"
        """,
    ),
    "a body of another file that takes children": (
        "class Shape(Protocol):\n    def __call__(self, children: Node) -> Node: ...\n",
        "class Shape(Protocol):\n    def __call__(self, children: Node) -> Template: ...\n",
    ),
    "text with tags within text": (
        """
        def Bar(x, y) -> Markup:
            return Markup(f"<p>{f'<b>{y}</b>' if x else ''}</p>")
        """,
        """
        def Bar(x, y) -> Template:
            return t"<p>{t'<b>{y}</b>' if x else ''}</p>"
        """,
    ),
    "a function whose values go into a list, and are rendered": (
        """
        def icon(x) -> Node:
            return html(t"<i>{x}</i>")


        def page(xs):
            rows = []
            rows.append(icon(1))
            rows.extend([icon(x) for x in xs])
            first = (icon(2) if xs else None) or icon(3)
            icon(4)
            return html(icon(5)), html(t"<p>{rows}{first}</p>")
        """,
        """
        def icon(x) -> Template:
            return t"<i>{x}</i>"


        def page(xs):
            rows = []
            rows.append(icon(1))
            rows.extend([icon(x) for x in xs])
            first = (icon(2) if xs else None) or icon(3)
            icon(4)
            return html(icon(5)), html(t"<p>{rows}{first}</p>")
        """,
    ),
    "a function that containers and questions are given": (
        """
        from svcs_di import auto


        def icon(x) -> Node:
            return html(t"<i>{x}</i>")


        made = auto(icon), callable(icon), auto(target=icon)
        """,
        """
        from svcs_di import auto


        def icon(x) -> Template:
            return t"<i>{x}</i>"


        made = auto(icon), callable(icon), auto(target=icon)
        """,
    ),
    "branches, and a name that each of them gives": (
        """
        def Bar(x) -> Node:
            if x:
                b = html(t"<b></b>")
            else:
                b = html(t"<i></i>")
            return html(t"<p>{b}</p>")
        """,
        """
        def Bar(x) -> Template:
            if x:
                b = t"<b></b>"
            else:
                b = t"<i></i>"
            return t"<p>{b}</p>"
        """,
    ),
    "a list that grows": (
        """
        def Bar(xs) -> Node:
            rows = []
            for x in xs:
                row = html(t"<i>{x}</i>")
                rows.append(row)
            rows.append(html(t"<hr>"))
            return html(t"<p>{rows}</p>")
        """,
        """
        def Bar(xs) -> Template:
            rows = []
            for x in xs:
                row = t"<i>{x}</i>"
                rows.append(row)
            rows.append(t"<hr>")
            return t"<p>{rows}</p>"
        """,
    ),
    "wrappers in wrappers": (
        'def Bar() -> str | Markup:\n    return Markup(str(html(t"<i></i>")))\n',
        'def Bar() -> Template:\n    return t"<i></i>"\n',
    ),
    "text that is safe already": (
        "def Bar(body) -> Markup:\n    return Markup(body.text)\n",
        'def Bar(body) -> Template:\n    return t"{Markup(body.text)}"\n',
    ),
    "nothing at times": (
        'def Bar(x) -> Node | None:\n    if not x:\n        return None\n    return html(t"<i></i>")\n',
        'def Bar(x) -> Template | None:\n    if not x:\n        return None\n    return t"<i></i>"\n',
    ),
    "functions that give what others give": (
        """
        class Bar:
            def __call__(self) -> Node:
                return html(t"<p>{self.icon()}</p>")

            def icon(self) -> Node:
                return self.inner

            @property
            def inner(self) -> Markup:
                return Markup(f"<i>{self.name}</i>")


        def Outer() -> "Node":
            bar = Bar()
            return bar()
        """,
        """
        class Bar:
            def __call__(self) -> Template:
                return t"<p>{self.icon()}</p>"

            def icon(self) -> Template:
                return self.inner

            @property
            def inner(self) -> Template:
                return t"<i>{self.name}</i>"


        def Outer() -> Template:
            bar = Bar()
            return bar()
        """,
    ),
    "types by another name": (
        'Html = Node | Markup\n\n\ndef Bar() -> Html:\n    return html(t"<i></i>")\n',
        'Html = Node | Markup\n\n\ndef Bar() -> Template:\n    return t"<i></i>"\n',
    ),
    "types by a name of a name": (
        'Old = Node\ntype Html = Old | None\n\n\ndef Bar() -> Html:\n    return html(t"<i></i>")\n',
        'Old = Node\ntype Html = Old | None\n\n\ndef Bar() -> Template | None:\n    return t"<i></i>"\n',
    ),
    "texts without tags, whoever gives them": (
        """
        HEAD, COUNT = "x", 2
        BOLD = Markup("<b>x</b>")


        class Bar:
            tpl = "x"

            def __call__(self, d="d", *, e) -> Markup:
                a, b = "<", "<i>" "</i>"
                a, c = "x", "y"
                return Markup(f"<p>{HEAD}{COUNT}{BOLD}{self.tpl}{c}{d}{e}{e.name}</p>")
        """,
        """
        HEAD, COUNT = "x", 2
        BOLD = Markup("<b>x</b>")


        class Bar:
            tpl = "x"

            def __call__(self, d="d", *, e) -> Template:
                a, b = "<", "<i>" "</i>"
                a, c = "x", "y"
                return t"<p>{HEAD}{COUNT}{BOLD}{self.tpl}{c}{d}{e}{e.name}</p>"
        """,
    ),
    "what has the container that it is given": (
        (
            "class Bar:\n    def __call__(self) -> Node:\n"
            "        return html(t\"<p>{html(t'<b></b>', container=self.container)}</p>\")\n\n\n"
            'def Far(container) -> Node:\n    b = html(t"<b></b>", context=container)\n    return html(t"<p>{b}</p>")\n'
        ),
        (
            "class Bar:\n    def __call__(self) -> Template:\n        return t\"<p>{t'<b></b>'}</p>\"\n\n\n"
            'def Far(container) -> Template:\n    b = t"<b></b>"\n    return t"<p>{b}</p>"\n'
        ),
    ),
    "an object that shows itself": (
        (
            'class Bar:\n    def __call__(self) -> Node:\n        return html(t"<i></i>")\n\n'
            '    def page(self) -> Node:\n        return html(t"<p>{self()}</p>")\n'
        ),
        (
            'class Bar:\n    def __call__(self) -> Template:\n        return t"<i></i>"\n\n'
            '    def page(self) -> Template:\n        return t"<p>{self()}</p>"\n'
        ),
    ),
    "a protocol": (
        "class View:\n    def __call__(self) -> Node: ...\n",
        "class View:\n    def __call__(self) -> Template: ...\n",
    ),
    "an annotation alone": (
        'def Bar() -> Node:\n    return t"<i></i>"\n',
        'def Bar() -> Template:\n    return t"<i></i>"\n',
    ),
    "a component that says Template and renders": (
        'def Bar(x) -> Template:\n    return html(t"<i>{x}</i>")\n',
        'def Bar(x) -> Template:\n    return t"<i>{x}</i>"\n',
    ),
    "a decorator that is a component's": (
        'from shop import component\n\n\n@component\ndef bar(x):\n    return Markup(f"<i>{x}</i>")\n',
        'from shop import component\n\n\n@component\ndef bar(x):\n    return t"<i>{x}</i>"\n',
    ),
    "values in attributes, and joined words": (
        'def Bar(x, words) -> Markup:\n    return Markup(f\'<i class="{x.render}">{", ".join(words)}</i>\')\n',
        'def Bar(x, words) -> Template:\n    return t\'<i class="{x.render}">{", ".join(words)}</i>\'\n',
    ),
    "pieces that no line holds": (
        'def Bar() -> Markup:\n    return Markup(\n        f"<p>'
        + "a" * 60
        + '"\n        f"'
        + "b" * 60
        + '</p>"\n    )\n',
        'def Bar() -> Template:\n    return (t"<p>' + "a" * 60 + '"\n        t"' + "b" * 60 + '</p>")\n',
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_it_changes_and_a_second_run_does_not(case: str) -> None:
    before, after = (dedent(text).lstrip("\n") for text in CHANGES[case])
    use = "\n\nlast: Node | Markup = html(t'')\n"  # all imports stay in use
    result, reasons = converted("components-to-template", HEAD + before + use)
    assert (result, reasons) == (HEAD + after + use, [])
    assert converted("components-to-template", result) == (result, [])


def test_what_a_comment_keeps_stays_as_a_whole() -> None:
    kept = "# tdomcheck: ignore[components-to-template] because\n"
    source = f'{HEAD}def Bar() -> Node:\n    return html(t"<i></i>")  {kept}'
    assert converted("components-to-template", source)[0] == source


def test_a_code_block_with_imports_gets_its_own_whatever_others_import() -> None:
    one = "```python\nfrom string.templatelib import Template\n\n\ndef f(x: Template): ...\n```\n\n"
    two = "```python\nfrom tdom import Node, html\n\n\ndef Bar() -> Node:\n    return html(t'<p></p>')\n```\n"
    after, _ = converted("components-to-template", one + two, "page.md")
    assert after.startswith(one)
    assert after.removeprefix(one).count("from string.templatelib import Template\n") == 1


def test_an_import_goes_to_the_code_block_that_needs_it() -> None:
    page = (
        "# One\n\n```python\nfrom tdom import html\n\npage = html(t'<p></p>')\n```\n\n# Two\n\n```python\n"
        "from tdom import Node, html\n\n\ndef Bar() -> Node:\n    return html(t'<p></p>')\n```\n"
    )
    after, _ = converted("components-to-template", page, "page.md")
    one, two = after.split("# Two")
    assert one == page.split("# Two", maxsplit=1)[0]
    assert "from string.templatelib import Template\n" in two
    assert "def Bar() -> Template:\n    return t'<p></p>'" in two
