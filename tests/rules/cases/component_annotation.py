"""Cases of TDC202, component-annotation."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from string.templatelib import Template\nfrom tdom import Markup, Node\n\n"

VALID = [
    f"{_HEAD}def Badge(x) -> str:\n    if x:\n        return 'text'\n    return t'<b>{{x}}</b>'",
    f"{_HEAD}def Badge(x) -> str:\n    if x:\n        return t'<b>{{x}}</b>'",
    "from shop import Html\n\ndef Badge(x) -> Html:\n    return t'<b>{x}</b>'\n\npage = t'<{Badge} x=1 />'",
    "from thtml import html\n\ndef Badge(x) -> str:\n    return t'<b>{x}</b>'",
    "Html = list\n\ndef Badge(x) -> Html:\n    return t'<b>{x}</b>'\n\npage = t'<{Badge} x=1 />'",
    "Html = str\nHtml = load()\n\ndef Badge(x) -> Html:\n    return t'<b>{x}</b>'\n\npage = t'<{Badge} x=1 />'",
    f"{_HEAD}type Html = Template\n\ndef Badge(x) -> Html:\n    return t'<b>{{x}}</b>'\n",
    "type Html[T] = str\n\ndef Badge(x) -> Html[int]:\n    return t'<b>{x}</b>'\n",
    """
    # file: shop/badge.py
    from string.templatelib import Template

    def Badge(label): return t"<b>{label}</b>"

    def Label(label) -> Template: return t"<b>{label}</b>"

    def Text(label): return t"<b>{label}</b>" if label else "none"

    @wrap
    def Wrapped(label): return t"<b>{label}</b>"
    # file: shop/page.py
    from shop.badge import Badge, Label, Text, Wrapped

    page = t"<p>{Badge('x')}<{Label} label='x' /><{Text} label='x' /><{Wrapped} label='x' /></p>"
    """,
]

INVALID = [
    td.invalid(
        """
        from string.templatelib import Template

        def Card(title) -> «str»:
            return t"<h2>{title}</h2>" + (t"<p>" + t"x</p>")
        """,
        fixed="""
        from string.templatelib import Template

        def Card(title) -> Template:
            return t"<h2>{title}</h2>" + (t"<p>" + t"x</p>")
        """,
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from string.templatelib import Template

        def «Badge»(label):
            '''Badge is a name that pages know.'''
            if not label:
                return t""
            return t"<b>{label}</b>"
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} label='x' />"
        """,
        fixed="""
        # file: shop/badge.py
        from string.templatelib import Template

        def Badge(label) -> Template:
            '''Badge is a name that pages know.'''
            if not label:
                return t""
            return t"<b>{label}</b>"
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} label='x' />"
        """,
    ),
    td.invalid(
        """
        # file: shop/badge.py
        from string.templatelib import Template

        class Badge:
            '''Badge is a name that pages know.'''

            def «__call__»(self):
                return t"<b>x</b>"
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} />"
        """,
        fixed="""
        # file: shop/badge.py
        from string.templatelib import Template

        class Badge:
            '''Badge is a name that pages know.'''

            def __call__(self) -> Template:
                return t"<b>x</b>"
        # file: shop/page.py
        from shop.badge import Badge

        page = t"<{Badge} />"
        """,
    ),
    td.invalid(
        f"{_HEAD}def Badge(x) -> «str | Markup»:\n    return t'<b>{{x}}</b>' if x else t''",
        fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t'<b>{{x}}</b>' if x else t''",
    ),
    td.invalid(
        f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Badge:\n    def «__call__»(self):\n"
        "        return t'<b>x</b>'",
        fixed=f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Badge:\n"
        "    def __call__(self) -> Template:\n        return t'<b>x</b>'",
    ),
]
