"""Cases of TDC304, view-html-tstring."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    from tdom import html
    from shop import view

    def _frame(body):
        return f"<!doctype html><body>{body}</body>"

    @view
    def tags_view(tags) -> str:
        return _frame(html(t"<p>{tags}</p>"))

    @view
    def all_view(tags) -> str:
        items = [html(t"<p>{tag}</p>") for tag in tags]
        return "".join(["<!doctype html>", *items]) if tags else "".join(items)

    @view
    def name_view(tags) -> str:
        return ", ".join(tags) + "{} of {}".format(*tags)
    """,
    """
    from tdom import html
    from shop import XML, render_page, view

    def _layout(title, body):
        return f"<html><title>{title}</title><body>{body}</body></html>"

    def _framed(tags):
        return f"<body>{html(t'<p>{tags}</p>')}</body>"

    @view
    def rows_view(tags) -> str:
        rows = []
        for tag in tags:
            rows.append(html(t"<p>{tag}</p>"))
        return _layout("x", "".join(rows))

    @view
    def page_view(tags) -> str:
        return _layout("x", render_page(tags))

    @view
    def grown_view(tags) -> str:
        body = ""
        for tag in tags:
            body += html(t"<p>{tag}</p>")
        return _layout("x", body)

    @view
    def framed_view(tags) -> str:
        return _framed(tags)

    @view
    def parts_view(tags) -> str:
        parts = ["<!doctype html><body class='x'>"]
        parts.append(render_page(tags))
        return "".join(parts)

    @view
    def format_view(tags) -> str:
        return "<body class='x'>{}</body>".format(render_page(tags))
    """,
    """
    from shop import view

    XML = '<?xml version="1.0"?>'

    @view
    def feed_view(title) -> str:
        return "{}<rss class='x'><title>{}</title></rss>".format(XML, title)
    """,
    "from tdom import html\n\ndef hello_view(a, b):\n    return f'{a} < {b} and {b} > 5'",
    "from tdom import html\n\ndef hello_view(name):\n    log(f'<p>{name}</p>')\n    return html(body)",
    "from tdom import html\n\ndef hello_view(name):\n    def inner():\n        return '<p/>'\n\n    return inner",
    "from tdom import html\n\ndef hello_view(name):\n    page = load(name)\n    page += '<hr>'\n    return page",
    "from tdom import html\n\ndef hello_view(x):\n    page = t'<p>{x}</p>'\n    page += t'<hr>'\n    return page",
    "from tdom import html\n\ndef hello_view(name):\n    page = f'a {name}'\n    page += ' < b'\n    return page",
    "from tdom import html\n\ndef hello_view(x):\n    page = '<p>'\n    page += x\n    return html(t'{page:safe}')",
    "from tdom import html\n\ndef hello_view(name):\n    page = '<p>'\n    page *= 2\n    return page",
    "from tdom import html\n\ndef hello_view(name):\n    return name + '<hr>'",
    "from tdom import html\n\ndef hello_view(name):\n    return t'<h1>{name}</h1>' + t'<hr>'",
    "from tdom import html\n\ndef hello_view(name):\n    return f'{name} < 5' + ' and > 3'",
    "from tdom import html\n\ndef hello_view(x):\n    page = load(x)\n    page += x\n    return page + '<hr>'",
    "from tdom import html\n\ndef hello_view(x):\n    page = t'<p>'\n    page += t'{x}'\n    return page + t'</p>'",
    "from tdom import html\n\ndef hello_view(x):\n    page = 'a'\n    page += x\n    return page + ' < b > c'",
    "from tdom import html\n\ndef hello_view(x, page):\n    page += f'<p>{x}</p>'\n    return page + x",
    (
        "from tdom import html\n\ndef hello_view(x):\n    page = '<!DOCTYPE html><html>'\n"
        "    page += html(t'<p>{x}</p>')\n    return page + '</html>'"
    ),
    (
        "from tdom import html\n\ndef hello_view(x):\n    body = html(t'<p>{x}</p>')\n"
        "    return '<html>' + body + '</html>'"
    ),
    (
        "from tdom import html\n\ndef hello_view(x):\n    page = '<?xml version=\"1.0\"?><rss>'\n"
        "    page += f'<title>{x}</title>'\n    return page + '</rss>'"
    ),
    (
        "from tdom import html\n\nHEAD = '<?xml version=\"1.0\"?>'\n\ndef hello_view(x):\n"
        "    return HEAD + f'<rss><title>{x}</title></rss>'"
    ),
    ("from tdom import html\n\ndef hello_view(x):\n    return f'<?xml version=\"1.0\"?><rss><title>{x}</title></rss>'"),
]

INVALID = [
    td.invalid(
        """
        from shop import view

        @view
        def goodbye_view(customer) -> str:
            greeting = f"<h1>Goodbye, {customer.name}</h1>"
            return greeting + «"<p>We will not write again.</p>"»

        def plain_view(customer) -> str:
            return "<p class='x'></p>"
        """
    ),
    td.invalid(
        """
        from tdom import html
        from shop import view

        @view
        def tags_view(tags) -> str:
            items = [«f"<span class='tag'>{tag}</span>"» for tag in tags]
            return " ".join(items)
        """
    ),
    td.invalid(
        """
        from tdom import html
        from shop import view

        @view
        def tags_view(tags) -> str:
            return «"<p class='tags'>{}</p>"».format(tags)
        """
    ),
    td.invalid(
        """
        from tdom import html
        from shop import view

        def _page(tags):
            return «f"<p class='tags'>{tags}</p>"»

        @view
        def tags_view(tags) -> str:
            return _page(", ".join(tags))
        """
    ),
    td.invalid(
        """
        from tdom import html
        from shop import view

        @view
        def found_view(query: str):
            page = «"<p>Type a word.</p>"»
            if query:
                page = f"<p>Nothing found for <q>{query}</q></p>"
            return page
        """
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view(x):\n    page = «'<p>'»\n    if x:\n"
        "        page += f'<q>{x}</q>'\n    return page + '</p>'"
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view(x):\n    page = 'Hello'\n    page += x\n"
        "    return page + «f'<q>{x}</q>'»"
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view(x):\n    page = «'<p>'»\n    if x:\n"
        "        page = page + f'<q>{x}</q>'\n    return page + '</p>'"
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view(x):\n    page = ''\n    page += «f'<q>{x}</q>'»\n"
        "    page = page + '</p>'\n    return page"
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view(name):\n    head = '<h1>Hello</h1>'\n"
        "    return head + «f'<p>{name}</p>'»"
    ),
    td.invalid(
        "from tdom_svcs import html\nfrom shop import view\n\n@view\ndef hello():\n    return «'<p>text</p>'»",
        fixed="from tdom_svcs import html\nfrom shop import view\n\n@view\ndef hello():\n"
        "    return html(t'<p>text</p>')",
        unsafe=True,
    ),
    td.invalid(
        "from tdom import html\n\ndef hello_view(path):\n    page = «f'<h1>Not found</h1><p>{path}</p>'»\n"
        "    if not path:\n        page += '<p>Sorry</p>'\n    return page"
    ),
    td.invalid("from tdom import html\n\ndef hello_view(name):\n    return 'Hello ' + «'<b>'» + name + '</b>'"),
    td.invalid("from tdom import html\n\ndef hello_view(name):\n    page = «'<h1>'» + name + '</h1>'\n    return page"),
]
