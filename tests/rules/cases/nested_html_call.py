"""Cases of TDC121, nested-html-call."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/page.py
    from shop.parts import Part, button, either, link

    def page(part: Part): return t"<div>{button('Go')} {part.body()} {either()} {link()}</div>"
    # file: shop/parts.py
    from markupsafe import Markup
    from tdom import html

    class Part:
        def body(self): return t"<p></p>"

    def button(label) -> Markup: return Markup(html(t"<button>{label}</button>"))

    def either(): return html(t"<p></p>") if button else t"<p></p>"

    @safe
    def link(): return html(t"<a></a>")
    """,
    (
        'from tdom import html\n\ndef page(x):\n    text = html(x)\n    print(text)\n    text = t"<b>{x}</b>"\n'
        '    return t"<p>{text}</p>"'
    ),
    'from tdom import html\npage = t"<div>{html(body):safe}</div>"',
    "from tdom import html\npage = t\"<div title={html(body)} data-n='{html(body)}'></div>\"",
    'from tdom import html\ntext = html(body)\ntext = text.upper()\npage = t"<div>{text}</div>"',
    'from tdom import Markup, html\nstored = Markup(html(body))\npage = t"<div>{stored}</div>"',
    """
    from tdom import html, Markup

    def plain(body): return html(body) if body else t"<b></b>"
    def safe(body): return Markup(html(body))
    async def later(body): return html(body)
    def some(body): yield html(body)

    @unknown
    def made(body): return html(body)

    class Page:
        def shown(self): return html(self)

    page = t"<p>{plain(x)} {safe(x)} {later(x)} {some(x)} {made(x)} {shown(x)}</p>"
    """,
    """
    from tdom import html

    def render(body):
        return html(body)

    page = t"<p title={render(x)}>{render(x):safe} {render} {len(render(x))}</p>"
    """,
    "from tdom import html\n\ndef render(b): return html(b)\n\nrender = other(render)\npage = t'<p>{render(x)}'",
    'from tdom import html\nname = "x" if html(body) else "y"\npage = t"<div>{name}{html}</div>"',
    """
    from tdom import html

    def page(body, key):
        notes = {"found": html(body), "none": body, "both": html(body), "both": body}
        return t"<p title={notes['found']}>{notes['none']}{notes[key]}{notes['both']}{notes['x']}{notes}</p>"
    """,
    """
    from tdom import html

    def page(body, more, wrap):
        notes = {"found": html(body)}
        notes["found"] = body
        kept = {"found": html(body)}
        wrap(kept)
        other = {"found": html(body), **more}
        rows = [body, *more, html(body)]
        rows.reverse()
        return t"<p>{notes['found']}{kept['found']}{other['found']}{rows[0]}{more['found']}</p>"
    """,
    """
    from tdom import Markup, html

    def page(body, notes):
        safe = {"found": Markup(html(body))}
        shown = {"found": html(body)}
        return t"<p>{safe['found']}{shown['found']:safe}{notes['found']}<code>{shown['found']}</code></p>"
    """,
]

INVALID = [
    td.invalid(
        """
        from tdom_svcs import html

        def render(body, container):
            return html(body, container=container)

        def teaser(c):
            return render(t"<b>x</b>", c)

        def page(c):
            return html(t"<p>{«teaser(c)»}</p>", container=c)
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.parts import button

        def page(): return t"<div>{«button('Go')»}</div>"
        # file: shop/parts.py
        from tdom import html

        def button(label) -> str: return html(t"<button>{label}</button>")
        """
    ),
    td.invalid(
        """
        from shop import Base
        from tdom import html

        class Page:
            def _body(self):
                return html(t"<p></p>")

            def __call__(self):
                return t"<div>{«self._body()»}</div>"
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(found):
            result = t"<p>Nothing.</p>"
            if found:
                result = «html(t"<b>{found}</b>")»
            return t"<div>{result}</div>"
        """,
        fixed="""
        from tdom import html

        def page(found):
            result = t"<p>Nothing.</p>"
            if found:
                result = t"<b>{found}</b>"
            return t"<div>{result}</div>"
        """,
    ),
    td.invalid(
        'from tdom import html\n\ndef page(x):\n    bold: str = «html(t"<b>{x}</b>")»\n    return t"<p>{bold}</p>"'
    ),
    td.invalid(
        """
        import tdom_svcs as ts

        def page(container, x):
            return t"<div>{«ts.html(t'<b>{x}</b>', container=container)» if x else None}</div>"
        """,
        fixed="""
        import tdom_svcs as ts

        def page(container, x):
            return t"<div>{t'<b>{x}</b>' if x else None}</div>"
        """,
    ),
    td.invalid(
        """
        from tdom import html

        def page(x):
            bold = t"<b>{x}</b>"
            return t"<div>{x and «html(bold)»}</div>"
        """,
        fixed="""
        from tdom import html

        def page(x):
            bold = t"<b>{x}</b>"
            return t"<div>{x and bold}</div>"
        """,
    ),
    td.invalid(
        """
        from tdom import html

        def page(x):
            bold = «html(t"<b>{x}</b>")»
            print(bold)
            return t"<div>{bold}</div>"
        """
    ),
    td.invalid(
        """
        from tdom import html

        def render(body):
            if body:
                return html(body)
            text = html(t"<b></b>")
            return text

        page = t"<div>{«render(t'<b>x</b>')»}</div>"
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.base import render_page

        def page(result, container):
            notes = {"found": «render_page(result, container)»}
            return t"<div>{notes['found']}</div>"
        # file: shop/base.py
        from tdom import html

        def render_page(page, container) -> str: return html(page, context=container)
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(x):
            notes = {"found": «html(t"<b>{x}</b>")», "none": ""}
            return t"<div>{notes['found'] if x else notes['none']}</div>"
        """,
        fixed="""
        from tdom import html

        def page(x):
            notes = {"found": t"<b>{x}</b>", "none": ""}
            return t"<div>{notes['found'] if x else notes['none']}</div>"
        """,
    ),
    td.invalid(
        """
        from tdom import html

        def page(x):
            notes = {"found": «html(t"<b>{x}</b>")»}
            shown = notes["found"]
            return t"<div title={notes['found']}>{shown}</div>"
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(x):
            text = «html(t"<b>{x}</b>")»
            print(text)
            notes = {"found": text if x else "none"}
            return t"<div>{notes['found']}</div>"
        """
    ),
    td.invalid(
        """
        from tdom import html

        def render(body):
            return html(body)

        def page(x):
            rows = ("x", «render(x)»)
            return t"<div>{rows[1]}</div>"
        """
    ),
    td.invalid(
        """
        from tdom import html

        def render(body):
            return html(body)

        def page(x):
            rows = ("x", «render(x)»)
            if len(rows) > 1:
                return t"<div>{rows[1]}</div>"
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(lock):
            with lock:
                body = «html(t"<{Card} />")»
            return html(t"<p>{body}</p>")
        """,
        fixed="""
        from tdom import html

        def page(lock):
            with lock:
                body = t"<{Card} />"
            return html(t"<p>{body}</p>")
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        from tdom import html

        def page(lock):
            with lock:
                body = «html(t"<{Card} />")»
                return html(t"<p>{body}</p>")
        """,
        fixed="""
        from tdom import html

        def page(lock):
            with lock:
                body = t"<{Card} />"
                return html(t"<p>{body}</p>")
        """,
    ),
]
