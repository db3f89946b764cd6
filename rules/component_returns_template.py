"""TDC201: a component that returns text, nothing or a list."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_TYPES = {
    "html": "str",
    "fstring": "str",
    "string": "str",
    "markup": "Markup",
    "none": "NoneType",
    "list": "list",
    "coroutine": "coroutine",
    "generator": "generator",
    "async_generator": "async_generator",
    "forgotten": "NoneType",
    "text": "str",
    "fallen": "NoneType",
    "text elsewhere": "str",
    "markup elsewhere": "Markup",
    "several elsewhere": "list",
}


class ComponentReturnsTemplate(td.FileRule):
    """
    ## What

    A component returns rendered HTML, a string, `Markup`, None or a list, or it is async or a generator. Components are
    functions and `__call__` methods that are annotated `-> Template`, and what a template of the same file uses as a
    tag.

    ## Why

    Since tdom 0.1.15 a component returns a Template, and tdom renders it. Anything else raises while the page is
    rendered: `TypeError: Component object must return Template when called: <class 'str'>`, or for a function
    `TypeError: Component callable must return Template or Callable: <class 'str'>`.

    ## Instead

    Return the t-string. For nothing at all return `t""`; for several things interpolate the list: `t"{items}"`.

    ## Example

    ```python
    def Badge(label: str) -> Template:
        return html(t"<b>{label}</b>")  # bad


    def Badge(label: str) -> Template:
        return t"<b>{label}</b>"  # good
    ```
    """

    CODE = "TDC201"
    SLUG = "component-returns-template"
    GROUP = "components"
    SUMMARY = "a component must return a Template"
    SEVERITY = td.Severity.ERROR
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={f"component-return {kind}" for kind in _TYPES})

    _HEAD = "from string.templatelib import Template\nfrom tdom import Markup, Node, html\n\n"

    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a method is no component",
        "second t-string": "the one that is not returned is then the outer one",
    }

    VALID: t.ClassVar = [
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
        f'{_HEAD}def Badge(x) -> Template:\n    return t"<b>{{x}}</b>" if x else t""',
        f'{_HEAD}def page_view(x) -> str:\n    return html(t"<b>{{x}}</b>")',
        f"{_HEAD}def render(body: Template) -> str:\n    return html(body)",
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
        f"{_HEAD}def Badge(x) -> Template | None:\n    if x:\n        return t'<b>{{x}}</b>'",
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
    INVALID: t.ClassVar = [
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
            f'{_HEAD}def Badge(x) -> Template:\n    return «html(t"<b>{{x}}</b>")»',
            fixed=f'{_HEAD}def Badge(x) -> Template:\n    return t"<b>{{x}}</b>"',
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
            f"{_HEAD}def Badge(x) -> Template:\n    return «html(t'{{x}}')»\n\nprint(Badge(1))",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t'{{x}}'\n\nprint(Badge(1))",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}def Badge(x) -> str:\n    return «html(t'{{x}}')»\n\npage = t'<{{Badge}} x=1 />'",
            fixed=f"{_HEAD}def Badge(x) -> str:\n    return t'{{x}}'\n\npage = t'<{{Badge}} x=1 />'",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}def Badge(x) -> Template:\n    return «''»",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t''",
        ),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «None»"),
        td.invalid(f"{_HEAD}async def «Badge»(x):\n    return t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'"),
        td.invalid(f"{_HEAD}def «Badge»(x):\n    yield t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'"),
        td.invalid(
            f"{_HEAD}def Badge(x) -> Template:\n    «t'<b>{{x}}</b>'»",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t'<b>{{x}}</b>'",
        ),
        td.invalid(
            f"{_HEAD}Badge = lambda x: «f'<b>{{x}}</b>'»\npage = t'<{{Badge}} x=1 />'",
            fixed=f"{_HEAD}Badge = lambda x: t'<b>{{x}}</b>'\npage = t'<{{Badge}} x=1 />'",
        ),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «str(x)»"),
        td.invalid(f"{_HEAD}def Rows(xs) -> Template:\n    return «[t'{{x}}' for x in xs]»"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «Markup(f'<b>{{x}}</b>')»"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «'<b>' + x + '</b>'»"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    body = x + '</b>'\n    return «body»"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «'<b>{{}}</b>'.format(x)» if x else t''"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «'<b>%s</b>' % x»"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «Markup('<b>{{}}</b>').format(x)»"),
        td.invalid(f"{_HEAD}def Badge(x: str) -> Template:\n    return «x»"),
        td.invalid(f"{_HEAD}def Badge(x: str) -> Template:\n    body = x\n    return «body»"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    if «x.name»:\n        return t'<b>{{x}}</b>'"),
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

    def check_file(self) -> None:
        for wrong in td.wrong_returns(self.view):
            self._report(wrong)

    def _report(self, wrong: td.WrongReturn) -> None:
        component, kind = wrong.component, wrong.kind
        given = "generator" if wrong.value.type == "generator_expression" else _TYPES[kind]
        refusal = "object must return Template when called" if component.is_method else _CALLABLE
        text = _SHOWN.get(kind, f"a {given}")
        edits = self._edits(wrong)
        self.report_span(
            self.view.span(wrong.shown),
            f"the component `{component.name}` returns {text}; a component must return a Template",
            fix=self._fix(wrong, edits),
            note=f"tdom raises TypeError: Component {refusal}: <class '{given}'>",
            help="" if edits else _HELP.get(kind, "return a t-string"),
            premise=self._premise(wrong),
        )

    def _premise(self, wrong: td.WrongReturn) -> td.Premise | None:
        """What other files have to say: that it is text, or that it is a component."""
        if wrong.kind in td.TOLD_ELSEWHERE:
            return td.premise(self.view, wrong.value, td.TOLD_ELSEWHERE[wrong.kind])
        return td.Premise(f":{wrong.component.name}", (), (td.COMPONENT,)) if wrong.component.is_likely else None

    def _fix(self, wrong: td.WrongReturn, edits: tuple[td.Edit, ...]) -> td.Fix | None:
        """Safe where only tdom calls the component, and nothing says that it returns text."""
        if not edits:
            return None
        name = wrong.component.name
        doubt = ""
        if wrong.component.is_called:
            doubt = f"`{name}` is also called directly in this file, where text may be expected"
        elif wrong.component.is_annotated_otherwise:
            doubt = f"`{name}` is annotated to return something else"
        elif wrong.component.is_known_by_tag:
            doubt = f"another file may call `{name}` for the text that it gives"
        if not doubt:
            return td.Fix("Return the t-string", edits)
        return td.Fix("Return the t-string", edits, td.Safety.UNSAFE, unsafe_because=doubt)

    def _edits(self, wrong: td.WrongReturn) -> tuple[td.Edit, ...]:
        """What the return says becomes a t-string, or what its local name is given, if nobody else reads that."""
        shown = wrong.shown
        if wrong.kind == "forgotten":
            place = self.view.span(shown).start
            return (td.Edit(place, place, "return "),)
        if wrong.value != shown and len(td.uses_of(self.view, self.view.text(shown), shown.start_byte)) != 1:
            return ()
        if wrong.kind == "html":
            return td.unwrap_call(self.view, wrong.value)
        return td.to_template(self.view, wrong.value) if wrong.kind in {"fstring", "string"} else ()


_CALLABLE = "callable must return Template or Callable"
_SHOWN = {
    "html": "rendered HTML, a str",
    "text elsewhere": "a str",
    "several elsewhere": "several things",
    "none": "None",
    "forgotten": "None, for want of a `return`",
    "fallen": "None where this is false",
    "coroutine": "a coroutine, since it is async",
    "async_generator": "an async generator",
}
_HELP = {
    "coroutine": "make it a plain function, and fetch what has to be awaited before the page is rendered",
    "generator": 'return one t-string; for several things interpolate a list: return t"{items}"',
    "async_generator": "return one t-string, and fetch what has to be awaited before the page is rendered",
    "none": 'return t"" where there is nothing to show',
    "fallen": 'return t"" below it, where there is nothing to show',
    "list": 'interpolate it: return t"{items}"',
    "markup": 'return a t-string; text that is safe already goes into it: t"{Markup(text)}"',
}
