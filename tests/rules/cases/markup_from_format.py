"""Cases of TDC123, markup-from-format."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    from tdom import Markup, escape

    PARTS = ("a", "b")

    def pairs(text: str, rect: tuple[int, int]):
        parts = [escape(part) for part in text]
        named = {"name": escape(text)}
        return [
            Markup("{}<b>{}</b>".format(*parts)),
            Markup("{}<b>{}</b>".format(*map(escape, text))),
            Markup("{}<b>{}</b>{}".format(*escape(text).partition("x"))),
            Markup("<b>{name}</b>".format(**named)),
            Markup("<b width={} height={}></b>".format(*rect)),
        ]

    def highlight(text):
        one = Markup("{}<b>{}</b>".format(*PARTS))
        return one + Markup("{}<b>{}</b>".format(*["a", escape(text)]))
    """,
    """
    from tdom import Markup

    LEAVE = Markup("<a href='/leave?mail={mail}'>Leave</a>")
    SIZE = "<b>%d</b>"
    HOME = "<a href='/{place}'>Home</a>"

    def page(mail, size, given):
        given = given or "<b>{}</b>"
        return t"<p>{Markup(LEAVE.format(mail=mail))} {Markup(SIZE % size)} {Markup(HOME.format(place='x'))}</p>"
    """,
    'import html\nfrom markupsafe import Markup\nMarkup("<b>" + html.escape(name) + "</b>")',
    "from tdom import Markup, html\nMarkup(f\"<b>{html(t'<i>{x}</i>')}{Markup('<hr>')}</b>\")",
    'from tdom import Markup\ndef page(n: int):\n    return Markup(f"<b>{n}</b>")',
    'from tdom import Markup\nTAG = "b"\nMarkup(f"<{TAG}>text</{TAG}>")',
    'from shop import Markup\nMarkup(f"<b>{name}</b>")',
    'from markupsafe import Markup\n\ndef render(field):\n    return Markup(f"<input {html_params(field)}>")',
    'import jinja2\nimport markupsafe\n\ndef show(name):\n    return markupsafe.Markup("<b>%s</b>" % name)',
    'Markup(f"<b>{name}</b>")',
    'from tdom import Markup\n\ndef page(Markup):\n    return Markup(f"<b>{name}</b>")',
    'from tdom import Markup\nMarkup("<ul>" + Markup("").join(items))',
    'from tdom import Markup\nbody = Markup(page)\nMarkup(f"<b>{body}</b>")',
    "t\"<p>{body:safe} {'<b>x</b>':safe}</p>\"\nf\"{f'{x}':safe}\"",
    "from tdom import Markup\nwith pytest.raises(ValueError):\n    Markup(f'<b>{name}</b>')",
]

INVALID = [
    td.invalid(
        """
        from markupsafe import Markup

        def page(name):
            return t"<p>{Markup(«f'<b>{name}</b>'»)}</p>"
        """,
        fixed="""
        from markupsafe import Markup

        def page(name):
            return t"<p>{Markup('<b>{}</b>').format(name)}</p>"
        """,
        unsafe=True,
    ),
    td.invalid(
        "import markupsafe\nfrom tdom import html\n\nbold = markupsafe.Markup(«f'<b>{name}</b>'»)",
        fixed="import markupsafe\nfrom tdom import html\n\nbold = markupsafe.Markup('<b>{}</b>').format(name)",
        unsafe=True,
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.snippets import HIT, SAFE_HIT
        from tdom import Markup as Safe

        def page(word):
            safe = Safe(SAFE_HIT.format(word))
            return Safe(«HIT.format(word)»), Safe(HIT.format("x")), Safe(unknown.format(word))
        # file: shop/snippets.py
        from markupsafe import Markup

        HIT = "<b class='hit'>{}</b>"
        SAFE_HIT = Markup("<b>{}</b>")
        """
    ),
    td.invalid(
        """
        from tdom import Markup

        def highlight(text: str, word: str):
            marked = «"{}<mark>{}</mark>{}".format(*text.partition(word))»
            return Markup(marked)
        """
    ),
    td.invalid(
        """
        from tdom import Markup

        LEAVE = "<a href='/leave?mail={mail}'>Leave</a>"

        def page(mail):
            return t"<p>{Markup(«LEAVE.format(mail=mail)») if mail else None}</p>"
        """
    ),
    td.invalid(
        """
        from tdom import Markup

        def page(name):
            opening = "<b class='%s'>"
            text = «opening % name»
            return t"<p>{Markup(text)}</p>"
        """
    ),
    td.invalid(
        'import tdom as m\nm.Markup(«f"<b>{{}} {user.name}: {make(x)}</b>"»)',
        fixed='import tdom as m\nm.Markup("<b>{{}} {}: {}</b>").format(user.name, make(x))',
        unsafe=True,
    ),
    td.invalid('from tdom import Markup\nMarkup(«"".join(f"<li>{x}</li>" for x in names)»)'),
    td.invalid(
        """
        from tdom import Markup

        def page(name):
            text = «f"<b>{name}</b>"»
            return Markup(text)
        """
    ),
]
