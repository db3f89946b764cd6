"""Cases of TDC124, html-needs-tstring."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/page.py
    from shop.text import FOOTER, NAME, Page, body, some
    from tdom import html

    def page(name, page: Page, some: str): return html(body(name)), html(FOOTER), html(page.body), html(NAME)
    # file: shop/text.py
    from string.templatelib import Template

    class Page:
        body: str | Template

    def body(name) -> Template: ...

    FOOTER = t"<footer></footer>"
    NAME = load("<p>name</p>")
    """,
    'from tdom import html\nhtml(t"<p>{x}</p>" if x else other)\nhtml(page or "")\nhtml((page and "") or page)',
    'from tdom import html\nhtml(*parts)\nhtml()\nself.html("<b>text</b>")',
    'from tdom import html\nlog(f"<b>{html}</b>")\nhtml(page, assume_ctx="<b>")',
    'from tdom import escape\nescape(f"<b>{x}</b>")',
    """
    from tdom import html

    def feed(html, text):
        return html(f"<content>{text}</content>")
    """,
    """
    from tdom import html as render

    def html(text: str) -> str:
        return text

    html("<b>ours</b>")
    """,
    """
    import pytest
    from tdom import html

    def test_refusal():
        with pytest.raises(AttributeError):
            html("<b>text</b>")
    """,
    """
    from tdom import html

    def page(title):
        body = t"<h1>{title}</h1>"
        return html((body))
    """,
    """
    from tdom import html

    COUNT = 3
    ROW = t"<li></li>"
    FORM = make()

    def page(number): return html(COUNT % number)

    def rows(more): return html(ROW + more)

    def form(fields): return html(FORM.format(fields))
    """,
    """
    from tdom import html

    def pages(rows):
        page = ""
        for row in rows:
            if page:
                print(html(page))
            page = t"<p>{row}</p>"
    """,
    """
    from tdom import html

    def page(title):
        body = t"<h1>none</h1>"
        if title:
            body = t"<h1>{title}</h1>"
        return html(body)

    def either(title, lock):
        body = "" if title is None else t"<h1>{title}</h1>"
        if title is None:
            return body
        with lock:
            text = ""
            text = t"<h1>{title}</h1>"
        return html(body) + html(text)

    def told(title):
        body = "<h1>none</h1>" if title is None else t"<h1>{title}</h1>"
        return body if isinstance(body, str) else html(body)

    def note(text):
        body = "<p>"
        for line in text:
            body += load(line)
        return html(body)

    def last(titles):
        for body in titles:
            pass
        else:
            body = "<p></p>"
        return html(body)
    """,
]

INVALID = [
    td.invalid('from tdom import html\n\ndef page(q):\n    return html(«"<h1>" + q + "</h1>"»)'),
    td.invalid(
        """
        from tdom import html

        def page(title):
            body = "<h1>none</h1>"
            if title:
                body = t"<h1>{title}</h1>"
            return html(«body»)
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(query):
            message = f"<p>Nothing found for {query}</p>" if query else t"<p>Nothing.</p>"
            return html(«message»)
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from tdom import html

        from shop.text import body

        def page(name): return html(«body(name)»)
        # file: shop/text.py
        def body(name) -> str: ...
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        import tdom

        from shop import FOOTER

        footer = tdom.html(«FOOTER»)
        # file: shop/__init__.py
        from .text import FOOTER
        # file: shop/text.py
        FOOTER = "<footer></footer>"
        """
    ),
    td.invalid('from tdom import html\nfrom shop import Card\n\npage = html(«"<{Card} />"»)'),
    td.invalid(
        'import tdom as t\nt.html(«"<style>b {color: red}</style>"»)',
        fixed='import tdom as t\nt.html(t"<style>b {{color: red}}</style>")',
    ),
    td.invalid(
        "from tdom_svcs import html\nhtml(template=«Rf'''<b>{x}\\d</b>'''»)",
        fixed="from tdom_svcs import html\nhtml(template=Rt'''<b>{x}\\d</b>''')",
    ),
    td.invalid(
        """
        from tdom import html

        html(
            «f"<p>{x}</p>"
            "<p>{}\\N{DASH}</p>"»,  # both
        )
        """,
        fixed="""
        from tdom import html

        html(
            t"<p>{x}</p>"
            t"<p>{{}}\\N{DASH}</p>",  # both
        )
        """,
    ),
    td.invalid('from tdom import html\nhtml(«"<b>%s</b>" % x»)'),
    td.invalid("from tdom import html\nbody = '<b>text</b>'\nhtml(«body»)"),
    td.invalid(
        """
        from tdom import html

        def page(title):
            body = "<h1>Shop</h1>"
            if title:
                body = f"<h1>{title}</h1>"
            return html(«body»)
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(lines):
            body = "<ul>"
            for line in lines:
                body += f"<li>{line}</li>"
            return html(«body»)
        """
    ),
    td.invalid(
        'from tdom import html\nhtml(t"<p>{x}</p>" if x else («"<h1>none</h1>"»))',
        fixed='from tdom import html\nhtml(t"<p>{x}</p>" if x else (t"<h1>none</h1>"))',
    ),
    td.invalid(
        """
        from tdom import html

        NOTHING = "<p>Nothing found for <q>%s</q></p>"

        def page(query): return html(«NOTHING % query»)
        """
    ),
    td.invalid(
        """
        from tdom import html

        def page(query):
            nothing = "<p>Nothing found for <q>{}</q></p>"
            return html(«nothing.format(query)»)
        """
    ),
    td.invalid("from tdom import html\n\nBODY = '<b>%s</b>' % name\n\ndef page(): return html(«BODY»)"),
    td.invalid('from tdom import html\nhtml(«b"<b>text</b>"»)'),
    td.invalid('from tdom import html\nhtml(«f"<b>{x=}</b>"»)'),
    td.invalid('from tdom import html\nhtml(«f"<b>{x}<i>"»)'),
    td.invalid('from tdom import html\nhtml(«f"<b {attrs}>text</b>"»)'),
]
