"""Cases of TDC213, html-without-container."""

from __future__ import annotations

from tdomcheck import authoring as td

_MENU = """
    # file: shop/menu.py
    from dataclasses import dataclass
    from svcs_di import Inject

    class Users: ...

    @dataclass
    class Menu:
        users: Inject[Users]
        title: str = ""
    # file: shop/views.py
    from shop.menu import Menu
    """
_HELPER = """
    # file: shop/rendering.py
    from markupsafe import Markup
    import tdom
    from tdom_svcs import html

    def render_fragment(body, container=None, *, wrapped=None):
        return Markup(tdom.html(body))
    """
_HANDED = (
    f"{_HELPER.rstrip()}{_MENU.rstrip()}\n    from shop.rendering import render_fragment\n\n    def page(users):\n"
    '        return render_fragment(t"<{Menu} />")'
)
_MARKED = _HANDED.replace("<{Menu}", "«<{Menu}»")

VALID = [
    (
        f"{_MENU}from tdom_svcs import html\n\n    def page(box):\n"
        "        return html(t\"<div>{html(t'<{Menu} />', container=box)}</div>\")"
    ),
    _HANDED.replace("<{Menu} />", "<{Menu} {users} />"),
    _HANDED.replace("tdom.html(body)", "html(body, container=container)"),
    _HANDED.replace(
        "return Markup", "if container:\n            return html(body, container=container)\n        return Markup"
    ),
    _HANDED.replace("return Markup", "try:\n            return Markup").replace(
        "html(body))", "html(body))\n        except TypeError:\n            return Markup(html(body))"
    ),
    _HANDED.replace("return Markup", "wrapped = html(t'<p>{body}</p>', container=container)\n        return Markup"),
    (
        f"{_MENU}from tdom import html\n\n    class Page:\n        def part(self, body):\n"
        '            return html(body)\n\n        def show(self):\n            return self.part(t"<{Menu} />")\n'
        "    # file: shop/other.py\n    from shop.views import Page\n\n    class Other(Page):\n"
        "        def part(self, body):\n            return str(body)"
    ),
    _HANDED.replace("return Markup", "body = wrapped(body)\n        return Markup"),
    _HANDED.replace("return Markup", "if isinstance(body, str):\n            return body\n        return Markup"),
    _HANDED.replace("def render_fragment", "@wrapped\n    def render_fragment"),
    _HANDED.replace("def render_fragment", "async def render_fragment"),
    _HANDED.replace("def render_fragment", "def render_fragment(body): ...\n\n    def render_fragment"),
    _HANDED.replace("return Markup", "yield Markup"),
    _HANDED.replace("def page", "render_fragment = other\n\n    def page"),
    _HANDED.replace('fragment(t"<{Menu} />")', 'fragment("", t"<{Menu} />")'),
    _HANDED.replace('fragment(t"<{Menu} />")', 'fragment("", wrapped=t"<{Menu} />")'),
    _HANDED.replace("        return render", "        with pytest.raises(TypeError):\n            return render"),
    _HANDED.replace("        return render", "        try:\n            return render")
    + "\n        except TypeError:\n            pass",
    _HANDED.replace("return render", "return lambda: render"),
    f'{_MENU}from tdom import html\n\n    refused(lambda: html(t"<{{Menu}} />"))',
    _HANDED.replace("(body, container=None", "(self, body, container=None"),
    f'{_MENU}from tdom import html\n\n    page = html(t"<{{Menu}} {{more}} />")',
    f'{_MENU}from elsewhere import html\n\n    page = html(t"<{{Menu}} />", container=1)',
    (
        f'{_MENU}from shop.out import html\n\n    page = html(t"<{{Menu}} />")\n'
        "    # file: shop/out.py\n    from tdom_svcs import html\n\n    html = filled(html)"
    ),
    (
        f'{_MENU}from shop.out import html\n\n    page = html(t"<{{Menu}} />")\n    # file: shop/out.py\n'
        "    import tdom_svcs\n\n    def html(template):\n"
        "        return tdom_svcs.html(template, container=current())"
    ),
    f'{_MENU}from tdom import html\n\n    with raises(TypeError):\n        html(t"<{{Menu}} />")'.replace(
        "raises(", "pytest.raises("
    ),
    _MENU.replace("Inject[Users]", "Inject[Users] = None") + 'from tdom import html\n\n    page = html(t"<{Menu} />")',
    f'{_MENU}from tdom import html\n\n    page = html(t"<p></p>", context)',
    f'{_MENU}from tdom_svcs import html\n\n    page = html(t"<{{Menu}} />", **options)',
]

INVALID = [
    *map(
        td.invalid,
        (
            _MARKED,
            _MARKED.replace("tdom.html(body)", "html(body)"),
            _MARKED.replace("(t", "(body=t"),
            _MARKED.replace("return render_fragment(t", "made = t").replace(
                '/>")', '/>"\n        return render_fragment(made)'
            ),
            _MARKED.replace("import render_fragment", "import render_fragment as show").replace(
                "return render_fragment", "return show"
            ),
            _MARKED.replace(
                "return Markup", "if container:\n            return tdom.html(body)\n        return Markup"
            ),
            (
                f"{_MENU}from tdom import html\n\n    def part(body):\n        return html(body)\n\n"
                '    page = part(t"«<{Menu}» />")'
            ),
            (
                f"{_MENU}from tdom import html\n\n    class Page:\n        def part(self, body):\n"
                "            return html(body)\n\n        def show(self):\n"
                '            return self.part(t"«<{Menu}» />")'
            ),
        ),
    ),
    td.invalid(
        f'{_MENU}from tdom import html\n\n    def Page():\n        return t"<p><{{Menu}} /></p>"\n\n'
        '    page = html(t"«<{Page}» />")'
    ),
    td.invalid(
        f'{_MENU}from shop.out import html\n\n    page = html(t"«<{{Menu}}» />")\n'
        "    # file: shop/out.py\n    from tdom_svcs import html"
    ),
    td.invalid(
        f"{_MENU}from tdom import html\n\n    def page():\n        try:\n"
        '            return html(t"«<{Menu}» />")\n        finally:\n            render(lambda: 1)'
    ),
    td.invalid(
        f"{_MENU}from tdom import html\n\n    def page():\n        try:\n            load()\n"
        '        except OSError:\n            return html(t"«<{Menu}» />")'
    ),
]
