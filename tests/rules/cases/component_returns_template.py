"""Cases of TDC201, component-returns-template."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from string.templatelib import Template\nfrom tdom import Markup, Node, html\n\n"

VALID = [
    (
        f"{_HEAD}def Badge(x, as_html=False):\n    return html(t'{{x}}') if as_html else t'{{x}}'\n\n"
        "page = t'<{Badge} x=1 />'"
    ),
    (
        f"{_HEAD}def Badge(x, *, as_tree: bool = True) -> Template:\n    if not as_tree:\n        return f'{{x}}'\n"
        "    return t'{x}'"
    ),
    """
    from functools import wraps
    from string.templatelib import Template

    def templated(component):
        @wraps(component)
        def inner(*args, **attrs):
            text = component(*args, **attrs)
            return t"<b>{text}</b>"

        return inner

    @templated
    def Card(title) -> Template:
        return f"{title}!"

    page = t"<{Card} title='x' />"
    """,
    """
    # file: shop/tasks.py
    async def Refresh(title: str):
        return t"<b>{title}</b>"

    def Rows(titles):
        yield from (t"<b>{title}</b>" for title in titles)
    # file: shop/page.py
    from tdom import html
    from shop.tasks import Rows

    def page(titles) -> str:
        return html(t"<ul>{Rows(titles)}</ul>")
    """,
    """
    # file: shop/badge.py
    from tdom import html

    def Badge(label) -> str:
        return html(t"<b>{label}</b>")

    def badge(label) -> str:
        return html(t"<b>{label}</b>")
    # file: shop/page.py
    from shop.badge import Badge

    page = Badge('x')
    """,
    """
    # file: shop/badge.py
    from string.templatelib import Template

    from shop.text import badge, icon, part

    def Badge(label) -> Template:
        return badge(label)

    def Icon(label) -> Template:
        return icon(label) or part(label)

    def Part(label) -> Template:
        return part(label)

    def text(label) -> str:
        return badge(label)
    # file: shop/text.py
    from string.templatelib import Template

    def badge(label) -> Template: ...

    def icon(label): ...

    def part(label) -> str | Template: ...
    """,
    f"{_HEAD}def wrapped(body) -> Template:\n    return html(body)",
    f"{_HEAD}def Badge(x) -> Template | None:\n    def label():\n        return f'<{{x}}>'\n    return None",
    f"{_HEAD}async def later() -> Template:\n    return None",
    f"{_HEAD}@wrap\nasync def Later(): ...\n\npage = t'<{{Later}} />'",
    f"{_HEAD}def rows():\n    yield t'<b></b>'\n\npage = t'<b>{{rows()}}</b>'",
    f"{_HEAD}Badge = lambda x: t'<b>{{x}}</b>'\npage = t'<{{Badge}} x=1 />'",
    f"{_HEAD}def Badge(x) -> Template:\n    '''Only sketched.'''",
    f"{_HEAD}def helper(x):\n    t'<b>{{x}}</b>'",
    f"{_HEAD}@wrap\ndef wrapped() -> Template:\n    return '<b>a decorator may make anything of it</b>'",
    f"{_HEAD}def Badge(x, y) -> Template:\n    return x + y",
    f"{_HEAD}def Badge(x: str) -> Template:\n    x = wrap(x)\n    return x",
    f"{_HEAD}def Badge(x: 'str | Template') -> Template:\n    return x",
    f"{_HEAD}def Badge(x: Label) -> Template:\n    return x.format('a') + x % 'b' + t'<b></b>'",
    f"{_HEAD}def Badge(x) -> Template:\n    if x:\n        return t'<b>{{x}}</b>'\n    raise ValueError(x)",
    f"{_HEAD}def Badge(x) -> Template:\n    if x:\n        return t''\n    else:\n        return t'<b></b>'",
    (
        f"{_HEAD}def Badge(x: bool) -> Template:\n    if x is True:\n        return t'<b></b>'\n"
        "    if x is False:\n        return t'<i></i>'"
    ),
    f"{_HEAD}def Badge(x) -> Template:\n    while True:\n        if x:\n            return t'<b>{{x}}</b>'",
    f"{_HEAD}def badge(x):\n    if x:\n        return t'<b>{{x}}</b>'",
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x == 'a':\n        return t'<b></b>'\n"
        "    if x == 'b':\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x:\n        return t'<b></b>'\n"
        "    if not x:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x is None:\n        return t'<b></b>'\n"
        "    if x is not None:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x.count > 0:\n        return t'<b></b>'\n"
        "    if x.count <= 0:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x.is_open:\n        return t'<b></b>'\n"
        "    if not x.is_closed:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if is_open():\n        return t'<b></b>'\n"
        "    if is_closed():\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x.startswith('a'):\n        return t'<b></b>'\n"
        "    if x.endswith('b'):\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x['a']:\n        return t'<b></b>'\n"
        "    if x['b']:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x == Kind.A:\n        return t'<b></b>'\n"
        "    elif x == Kind.B:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    for row in y:\n        if row:\n            return t'<b></b>'\n"
        "    if x:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    assert x or y\n    if x:\n        return t'<b></b>'\n"
        "    if y:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x:\n        y = 1\n    else:\n        y = 2\n"
        "    if y:\n        return t'<i></i>'"
    ),
    (
        f"{_HEAD}def Badge(x, y) -> Template:\n    is_empty = not x\n    if is_empty:\n        return t'<b></b>'\n"
        "    if x:\n        return t'<i></i>'"
    ),
    """
    from dataclasses import dataclass
    from string.templatelib import Template

    @dataclass
    class Rows:
        items: list

        @property
        def is_empty(self): return not self.items

        def has_any(self): return bool(self.items)

        def __call__(self) -> Template:
            if self.is_empty:
                return t""
            if self.items:
                return t"<ul></ul>"

    @dataclass
    class Row(Rows):
        def __call__(self) -> Template:
            if not self.items:
                return t""
            elif self.has_any():
                return t"<ul></ul>"
    """,
    "from jinja2 import Template\n\ndef load(name) -> Template:\n    return None",
    "class Money:\n    def __call__(self, cents: int) -> str:\n        return f'{cents // 100} EUR'",
    """
    import pytest
    from string.templatelib import Template

    def Wrong() -> Template:
        return "text"

    def test_refusal():
        with pytest.raises(TypeError):
            html(t"<{Wrong} />")
    """,
]

INVALID = [
    td.invalid(
        f"{_HEAD}def Badge(x, raw=True) -> Template:\n    return «html(t'{{x}}')» if raw else t'<b>{{x}}</b>'\n\n"
        "page = t'<{Badge} x=1 />'",
        fixed=f"{_HEAD}def Badge(x, raw=True) -> Template:\n    return t'{{x}}' if raw else t'<b>{{x}}</b>'\n\n"
        "page = t'<{Badge} x=1 />'",
    ),
    td.invalid(
        """
        # file: shop/cards.py
        from functools import partial
        from string.templatelib import Template

        def _card(title, theme):
            if not title:
                return t""
            return «f"<b class={theme}>{title}</b>"»

        Card = partial(_card, theme="dark")
        # file: shop/page.py
        from shop.cards import Card

        page = t"<{Card} title='x' />"
        """,
        fixed="""
        # file: shop/cards.py
        from functools import partial
        from string.templatelib import Template

        def _card(title, theme):
            if not title:
                return t""
            return t"<b class={theme}>{title}</b>"

        Card = partial(_card, theme="dark")
        # file: shop/page.py
        from shop.cards import Card

        page = t"<{Card} title='x' />"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        from functools import wraps
        from string.templatelib import Template

        def traced(component):
            @wraps(component)
            def inner(*args, **attrs):
                return component(*args, **attrs)

            return inner

        @traced
        def Card(title) -> Template:
            return «f"{title}!"»

        page = t"<{Card} title='x' />"
        """,
        fixed="""
        from functools import wraps
        from string.templatelib import Template

        def traced(component):
            @wraps(component)
            def inner(*args, **attrs):
                return component(*args, **attrs)

            return inner

        @traced
        def Card(title) -> Template:
            return t"{title}!"

        page = t"<{Card} title='x' />"
        """,
    ),
    *(
        td.invalid(f"{_HEAD}def About(x) -> Template:\n    return «html(t'{{x}}')»\n\n{taken}")
        for taken in (
            'app.add_route("/about", About)',
            "view = About\nshow(view(1))",
            'VIEWS = {"about": About}',
            "print(isinstance(x, About))",
        )
    ),
    td.invalid(
        f"{_HEAD}class About:\n    def __call__(self) -> Template:\n        return «html(t'<p></p>')»\n\n"
        "    def text(self):\n        return str(self())"
    ),
    td.invalid(
        f"{_HEAD}def About(x) -> Template:\n    return «html(t'{{x}}')»\n\nclass Kinds:\n    about: type[About]",
        fixed=f"{_HEAD}def About(x) -> Template:\n    return t'{{x}}'\n\nclass Kinds:\n    about: type[About]",
    ),
    td.invalid(
        """
        # file: shop/card.py
        async def «Card»(title: str):
            return t"<b>{title}</b>"
        # file: shop/page.py
        from tdom import html
        from shop.card import Card

        def page() -> str:
            return html(t"<{Card} title='x' />")
        """
    ),
    td.invalid(
        """
        # file: shop/card.py
        def «Card»(title: str):
            yield t"<b>{title}</b>"
        # file: shop/page.py
        from tdom import html
        from shop.card import Card

        def page() -> str:
            return html(t"<{Card} title='x' />")
        """
    ),
    td.invalid(
        """
        # file: shop/price.py
        from dataclasses import dataclass
        from string.templatelib import Template
        from shop.money import Formatter

        @dataclass
        class Price:
            amount: int

            def __call__(self) -> Template:
                if not self.amount:
                    return t"<b>free</b>"
                return «Formatter("EUR")(self.amount)»
        # file: shop/money.py
        from dataclasses import dataclass

        @dataclass
        class Formatter:
            symbol: str

            def __call__(self, cents: int) -> str:
                return f"{cents} {self.symbol}"
        """
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from tdom import html

        def Badge(label) -> str:
            '''Badge is a name that pages know.'''
            return «html(t"<b>{label}</b>")»
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} label='x' />"
        """,
        fixed="""
        # file: shop/badge.py
        from tdom import html

        def Badge(label) -> str:
            '''Badge is a name that pages know.'''
            return t"<b>{label}</b>"
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} label='x' />"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from string.templatelib import Template

        from shop.text import badge

        def Badge(label) -> Template:
            if not label:
                return t""
            return «badge(label)»
        # file: shop/text.py
        def badge(label) -> str: ...
        """
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from string.templatelib import Template

        from shop.text import badge

        def Badge(label) -> Template:
            return «badge(label)»
        # file: shop/text.py
        from markupsafe import Markup

        def badge(label) -> Markup: ...
        """
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from string.templatelib import Template

        from shop.text import badges

        def Badges(labels) -> Template:
            return «badges(labels)»
        # file: shop/text.py
        from string.templatelib import Template

        def badges(labels) -> list[Template]: ...
        """
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from string.templatelib import Template
        from tdom import html

        @dataclass
        class Badge:
            label: str

            def _text(self):
                return html(t"<b>{self.label}</b>")

            def __call__(self) -> Template:
                return «self._text()»
        """
    ),
    td.invalid(
        """
        from string.templatelib import Template as T

        class Badge:
            def __call__(self) -> "T":
                return «f"<b>{self.x}</b>"» if self.x else t""
        """,
        fixed="""
        from string.templatelib import Template as T

        class Badge:
            def __call__(self) -> "T":
                return t"<b>{self.x}</b>" if self.x else t""
        """,
    ),
    td.invalid(
        f"{_HEAD}def Badge(x):\n    out = html(t'{{x}}')\n    return «out»\n\npage = t'<{{Badge}} x=1 />'",
        fixed=f"{_HEAD}def Badge(x):\n    out = t'{{x}}'\n    return out\n\npage = t'<{{Badge}} x=1 />'",
        unsafe=True,
    ),
    td.invalid(
        f"{_HEAD}import dataclasses as d\n\n@d.dataclass\nclass Badge:\n    def __call__(self) -> Node:\n"
        '        return «html(t"<b>x</b>")»',
        fixed=f"{_HEAD}import dataclasses as d\n\n@d.dataclass\nclass Badge:\n    def __call__(self) -> Node:\n"
        '        return t"<b>x</b>"',
        unsafe=True,
    ),
    td.invalid(
        """
        # file: shop/view.py
        from dataclasses import dataclass
        from string.templatelib import Template
        from tdom import html

        @dataclass
        class About:
            name: str = "x"

            def __call__(self) -> Template:
                return «html(t"<p>{self.name}</p>")»
        # file: shop/app.py
        from shop.view import About

        def run(response):
            response.write(str(About()()))
        """
    ),
    td.invalid(
        """
        # file: shop/view.py
        from string.templatelib import Template
        from tdom import html

        def About(name) -> Template:
            return «html(t"<p>{name}</p>")»

        def run(name):
            return str(About(name))
        # file: shop/page.py
        from shop.view import About

        page = t"<{About} name='x' />"
        """,
        fixed="""
        # file: shop/view.py
        from string.templatelib import Template
        from tdom import html

        def About(name) -> Template:
            return t"<p>{name}</p>"

        def run(name):
            return str(About(name))
        # file: shop/page.py
        from shop.view import About

        page = t"<{About} name='x' />"
        """,
        unsafe=True,
    ),
    td.invalid(
        f"{_HEAD}def Badge(x) -> str:\n    return «html(t'{{x}}')»\n\npage = t'<{{Badge}} x=1 />'",
        fixed=f"{_HEAD}def Badge(x) -> str:\n    return t'{{x}}'\n\npage = t'<{{Badge}} x=1 />'",
        unsafe=True,
    ),
    td.invalid(f"{_HEAD}def «Badge»(x):\n    yield t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'"),
    td.invalid(
        f"{_HEAD}def Badge(x) -> Template:\n    «t'<b>{{x}}</b>'»",
        fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t'<b>{{x}}</b>'",
    ),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «str(x)»"),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «Markup(f'<b>{{x}}</b>')»"),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «'<b>' + x + '</b>'»"),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    body = x + '</b>'\n    return «body»"),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «'<b>{{}}</b>'.format(x)» if x else t''"),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «'<b>%s</b>' % x»"),
    td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «Markup('<b>{{}}</b>').format(x)»"),
    td.invalid(f"{_HEAD}def Badge(x: str) -> Template:\n    return «x»"),
    td.invalid(f"{_HEAD}def Badge(x: str) -> Template:\n    body = x\n    return «body»"),
    td.invalid(
        f"{_HEAD}def Stock(product) -> Template:\n    if not product.in_stock:\n        return t'<b>Gone</b>'\n"
        "    if «product.stock < 20»:\n        return t'<b>Few</b>'"
    ),
    td.invalid(
        f"{_HEAD}def Badge(x, y) -> Template:\n    if x is None:\n        return t'<b></b>'\n"
        "    if not y:\n        raise ValueError(x)\n    if «len(x.names) > 1»:\n        return t'<i></i>'"
    ),
    td.invalid(
        f"{_HEAD}def Badge(wide, narrow) -> Template:\n    if wide:\n        return t'<b></b>'\n"
        "    elif «narrow»:\n        return t'<i></i>'"
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from string.templatelib import Template

        @dataclass
        class Rows:
            is_loading: bool
            error: str

            def __call__(self) -> Template:
                if self.is_loading:
                    return t"<p>Wait</p>"
                if «self.error»:
                    return t"<p>{self.error}</p>"
        """
    ),
]
