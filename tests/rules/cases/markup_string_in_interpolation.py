"""Cases of TDC122, markup-string-in-interpolation."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/page.py
    from shop.text import LABEL, NOTE, option, some, title

    def page(names): return t"<p>{[option(name) for name in names]} {NOTE} {LABEL} {title()} {some()}</p>"
    # file: shop/text.py
    from markupsafe import Markup

    NOTE = Markup("<a href='/tax'>tax</a>")
    LABEL = "a < b"

    def option(name): return t"<option>{name}</option>"

    def title(): return f"a <- b"

    def some(): return "<b class='x'>x</b>" if NOTE else t"<b></b>"
    """,
    "page = t\"<a title={f'<b>{x}</b>'} {attrs}></a><!-- {f'<b>{x}</b>'} -->\"",
    "page = t\"<p>{'<script>alert(1)</script>'} {'<img src=x onerror=alert(1)>'}</p>\"",
    "def test():\n    typed = '<b>bold</b>'\n    page = html(t'<p>{typed}</p>')\n    assert '&lt;b&gt;' in page",
    "page = t\"<p>{f'Write the <b> tag of {name}'} {f'use <br> or {x}'}</p>\"",
    "text = '<a href=\"/x\">x</a>'\nassert html(t'<p>{text}</p>') == '<p>&lt;a href...'",
    "def page(x):\n    text = f'<b>{x}</b>'\n    text = Markup(text)\n    return t'<p>{text}</p>'",
    "def page(x, text):\n    if x:\n        text = f'<b>{x}</b>'\n    return t'<p>{text}</p>'",
    "page = t\"<p>{x if '<b>x</b>' in names else 3} {names['<b>x</b>']} {len('<b>x</b>')}</p>\"",
    "from psycopg import sql\nquery = t\"SELECT <a {f'<b>{x}</b>'}>\"",
    """
    def bold(x): return t"<b>{x}</b>"
    def safe(x): return Markup(f"<b>{x}</b>")
    def some(x): return f"<b>{x}</b>" if x else t"<b></b>"
    def name(x): return f"{x} of {x}"
    def parts(x): yield f"<b>{x}</b>"
    def added(x): return "<b>" + x

    @markup
    def made(x): return f"<b>{x}</b>"

    page = t"<p>{bold(x)} {safe(x)} {some(x)} {name(x)} {parts(x)} {added(x)} {made(x)} {self.bold(x)}</p>"
    """,
    "def bold(x): return f'<b>{x}</b>'\n\npage = t'<p id={bold(x)}>{bold(x):safe} {bold}</p><pre>{bold(x)}</pre>'",
    "with pytest.raises(ValueError):\n    html(t\"<p>{f'<b>{x}</b>'}</i>\")",
    """
    from shop import Field, register

    class Base:
        def row(self, x): return f"<b>{x}</b>"
        def page(self, x): return t"<p>{self.row(x)} {self.other.row(x)} {other.row(x)} {x.bold(x)}</p>"

    class Card(Base):
        def row(self, x): return t"<b>{x}</b>"

    class Option(Field):
        def bold(self, x): return f"<b>{x}</b>"
        def page(self, x): return t"<p>{self.bold(x)}</p>"

    @register
    class Registered:
        def entry(self, x): return f"<b>{x}</b>"
        def page(self, x): return t"<p>{self.entry(x)}</p>"
    """,
    """
    from shop import markup

    class Card:
        def given(self, x): return f"<b>{x}</b>"
        def bold(self, x): return t"<b>{x}</b>"
        async def later(self, x): return f"<b>{x}</b>"
        def name(self, x): return f"{x} of {x}"

        @markup
        def made(self, x): return f"<b>{x}</b>"

        def __init__(self, given): self.given = given

        def page(self, x):
            return t"<p>{self.given(x)} {self.bold(x)} {self.later(x)} {self.name(x)} {self.made(x)}</p>"

        def other(self, x):
            self = wrap(self)
            return t"<p>{self.bold(x)}</p>"
    """,
    """
    class Card:
        def row(self, x): return f"<b>{x}</b>"

        def page(self, x):
            class Inner:
                def page(self, x): return t"<p>{self.row(x)}</p>"

            return t"<p id={self.row(x)}>{self.row(x):safe} {self.row}</p><pre>{self.row(x)}</pre>"
    """,
    """
    def page(names, items):
        for name in names:
            items += f"<li>{name}</li>"
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = Markup("")
        for name in names:
            items += f"<li>{name}</li>"
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = ""
        for name in names:
            items += f"<li>{name}</li>" + shown(name)
        items = items + Markup("<li>last</li>")
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = ""
        for name in names:
            items += f"<li>{name}</li>"
        items = Markup(items)
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = t""
        for name in names:
            items += t"<li>{name}</li>"
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        text = ""
        for name in names:
            text += f"{name}, "
        text = text + "and so on"
        return t"<p>{text}</p>"
    """,
    """
    def page(names):
        text = "<b>"
        text += "</b>"
        text = "plain"
        return t"<p>{text}</p>"
    """,
    """
    def options(names):
        items = ""
        for name in names:
            items += f"<option>{name}</option>"
        return items if names else t"<option></option>"

    def given(items):
        items += "<option></option>"
        return items

    def page(names):
        return t"<select>{options(names)}{given(names)}</select>"
    """,
    """
    # file: shop/page.py
    from shop.text import options

    def page(names): return t"<select>{options(names)}</select>"
    # file: shop/text.py
    def options(names, begun):
        items = begun
        for name in names:
            items += f"<option>{name}</option>"
        return items
    """,
    """
    def page(names):
        text = "none"
        shown = t"<p>{text}</p>"
        text += "<b>bold</b>"
        return shown, t"<pre>{text}</pre>"
    """,
    """
    def page(names):
        items = []
        for name in names:
            items.append(t"<li>{name}</li>")
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names, last):
        items = []
        for name in names:
            items.append(f"<li>{name}</li>")
        items.append(last)
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = []
        for name in names:
            items.append(f"<li>{name}</li>" if name else Markup("<li></li>"))
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names, first):
        items = [first]
        for name in names:
            items.append("<li>" + Markup(name))
            items.append(f"<li>{name}</li>")
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names, more):
        items = []
        for name in names:
            items.append(f"<li>{name}</li>")
        items.extend(more)
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = []
        for name in names:
            items.append(f"<li>{name}</li>")
        mark_safe_all(items)
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = []
        for name in names:
            items.append(f"<li>{name}</li>")
        items[:] = [Markup(item) for item in items]
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = []
        for name in names:
            items.append(f"<li>{name}</li>")
        items = [Markup(item) for item in items]
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items = []
        shown = items
        items.append(f"<li>{names}</li>")
        shown[0] = Markup(items[0])
        return t"<ul>{items}</ul>"
    """,
    """
    def page(names):
        items: list[str] = []
        shown = t"<p>{items}</p>"
        for name in names:
            items.append(f"{name}, ")
            items.append("a < b")
        shown = t"<p>{items:safe} {items!r} {items}</p>"
        items.append(f"<li>{names}</li>")
        return shown, t"<pre>{items}</pre><p title={items}></p>"
    """,
    """
    def page(names, items):
        for name in names:
            items.append(f"<li>{name}</li>")
        return t"<ul>{items}</ul>"
    """,
    """
    from markupsafe import Markup

    class Rating:
        sku: str
        note: Note

        def safe(self):
            if not self.sku:
                return "No stars yet"
            return Markup("<b>") + self.sku + "</b>"

        def some(self):
            if not self.sku:
                return t"<i></i>"
            return "<b>" + self.sku + "</b>"

        def plain(self): return "No stars" if self.sku else "No stars yet"
        def unknown(self): return "<b>" + self.note + "</b>"

        def either(self):
            if not self.sku:
                return self.note
            return f"<b>{self.sku}</b>"

        def __call__(self):
            return t"<p>{self.safe()} {self.some()} {self.plain()} {self.unknown()} {self.either()}</p>"
    """,
    """
    # file: shop/page.py
    from shop.text import added, made, some

    def page(x): return t"<p>{added(x)} {made(x)} {some(x)}</p>"
    # file: shop/text.py
    def added(x):
        if not x:
            return "none"
        return "<b>" + load(x) + "</b>"

    def made(x):
        if not x:
            return "none"
        return Markup("<b>") + x

    def some(x: str):
        if not x:
            return t"none"
        return "<b>" + x + "</b>"
    """,
    """
    def page(names):
        items = Markup("")
        for name in names:
            items += f"<li>{name}</li>"
        return t"<ul>{items + '!'}</ul>"
    """,
    """
    def usage(prog: str):
        if not prog:
            return "no program"
        return prog + " <input> <output>"

    def note(x):
        if not x:
            return "none"
        return "<output> is what " + str(x) + " writes"

    def grown(prog: str):
        text = "usage: "
        text += "<input> <output>"
        return text

    def page(prog: str):
        text = prog + " " + ("<input>" + " <output>")
        more = "usage: "
        more = more + "<input>"
        return t"<p>{usage(prog)}{note(prog)}{grown(prog)}{text}{more}{'run ' + '<input> ' * 2}</p>"
    """,
]

INVALID = [
    td.invalid(
        """
        class Rating:
            sku: str

            @property
            def stars(self) -> str:
                average = self.average
                if not average:
                    return "No stars yet"
                return '<i class="star">' + "*" * average + self.sku + "</i>"

            def __call__(self):
                return t"<p>{«self.stars»}</p>"
        """
    ),
    td.invalid(
        """
        def stars(average, sku: str):
            if not average:
                return "No stars yet"
            if average > 5:
                return f"{average} stars"
            return "<b>" + str(average) + sku + ("!" if average else "") + "</b>"

        page = t"<p>{«stars(3, 'a')»}</p>"
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.text import stars

        def page(names): return t"<p>{«stars(names)»}</p>"
        # file: shop/text.py
        def stars(names):
            if not names:
                return "No stars yet"
            return "<b>" + str(names) + "</b>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items = ""
            for name in names:
                items += «f"<li>{name}</li>"»
            return t"<ul>{items + 'end'}</ul>"
        """
    ),
    td.invalid(
        """
        def page(reviews):
            items = []
            for review in reviews:
                items.append(«f"<li>{review.text}</li>"»)
            return t"<ul>{items}</ul>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items: list[str] = []
            for name in names:
                if len(items) > 3:
                    items.append(«f"<li class='more'>{name}</li>"»)
                elif name:
                    items.append(f"<li>{name}</li>")
                else:
                    items.append("<li>" + str(name) + "</li>")
            if not items:
                return t"<p>none</p>"
            return t"<ul>{items or 'none'}</ul>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items = ["first"]
            for name in names:
                row = «f"<li>{name}</li>"»
                items.append(row)
            return t"<ul>{items if names else None}</ul>"
        """
    ),
    td.invalid(
        """
        class Rating:
            @property
            def stars(self) -> str:
                return '<i class="star"></i>' * self.average

            def __call__(self):
                return t"<p>{«self.stars»}</p>"
        """
    ),
    td.invalid(
        """
        def note(hint):
            if not hint:
                return ""
            return f'<small class="hint">{hint}</small>'

        page = t"<p>{«note('x')»}</p>"
        """
    ),
    td.invalid(
        """
        # file: shop/form.py
        from shop.base import Field

        class TextField(Field):
            def __call__(self):
                return t"<label>{self.label}</label>{«self.note»}"
        # file: shop/base.py
        class Field:
            label: str

            @property
            def note(self) -> str:
                return f'<small class="hint">{self.hint}</small>' if self.hint else ""
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.text import option

        def page(names): return t"<select>{[«option(name)» for name in names]}</select>"
        # file: shop/text.py
        def option(name):
            if not name:
                return "<option selected='selected'></option>"
            return f"<option>{name}</option>"
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop import NOTE

        page = t"<p>{«NOTE»}</p>"
        # file: shop/__init__.py
        from .text import NOTE
        # file: shop/text.py
        NOTE = "All prices with <a href='/tax'>tax</a>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items = "\\n".join([«f"<li>{x}</li>"» for x in names])
            return t"<ul>{items}</ul>"
        """,
        fixed="""
        def page(names):
            items = [t"<li>{x}</li>" for x in names]
            return t"<ul>{items}</ul>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        def page(url):
            image = «f'<img src="{url}">'» if url else ""
            return t"<p>{image}</p>"
        """,
        fixed="""
        def page(url):
            image = t'<img src="{url}">' if url else ""
            return t"<p>{image}</p>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        def page(url):
            image = «f'<img src="{url}">'»
            print(image)
            return t"<p>{image}</p>"
        """
    ),
    td.invalid("page = t\"<ul>{''.join(«f'<a href={x!r}>{x}</a>'» for x in names)}</ul>\""),
    td.invalid("def entry(x):\n    return f'<b>{x}</b>'\n\npage = t'<p>{[«entry(x)» for x in names]}</p>'"),
    td.invalid("page = t\"<p>{«'<b>'» + x + '</b>'}</p>\""),
    td.invalid("page = t\"<p>{«'<b>{}</b>'».format(x)}</p>\""),
    td.invalid("page = t\"<ul>{', '.join(«f'<b>{x}</b>'» for x in names)}</ul>\""),
    td.invalid(
        """
        def page(names):
            items = []
            for x in names:
                items.append(«f"<li>{x}</li>"»)
            shown = "".join(items)
            return t"<ul>{shown}</ul>"
        """
    ),
    td.invalid(
        "page = t\"<{Card}>{«f'<b>{x}</b>'»}</{Card}>\"",
        fixed="page = t\"<{Card}>{t'<b>{x}</b>'}</{Card}>\"",
        unsafe=True,
    ),
    td.invalid(
        """
        from dataclasses import dataclass

        @dataclass
        class Choice:
            options: list
            selected: str = ""

            def _option(self, option):
                chosen = " selected" if option == self.selected else ""
                return f'<option value="{option}"{chosen}>{option}</option>'

            def __call__(self):
                return t"<select>{[«self._option(option)» for option in self.options]}</select>"
        """
    ),
    td.invalid(
        """
        class Base:
            def row(self, x):
                return f"<b>{x}</b>"

        class Card(Base):
            def page(self, x):
                return t"<p>{«self.row(x)»}</p>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items = ""
            for name in names:
                items += «f"<li>{name}</li>"»
            return t"<ul>{items}</ul>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items = ""
            for number, name in enumerate(names):
                items = items + str(number) + «"<li>%s</li>"» % name
            return t"<ul>{items}</ul>"
        """
    ),
    td.invalid(
        """
        def page(name, title):
            text = ""
            text += «f"<h1>{title}</h1>"» if title else ""
            text += ("<p>" + str(name)) + "</p>"
            return t"<div>{text}</div>"
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.text import options

        def page(names): return t"<select>{«options(names)»}</select>"
        # file: shop/text.py
        def options(names):
            items = ""
            for name in names:
                items += f"<option>{name}</option>"
            return items
        """
    ),
    td.invalid(
        """
        def options(names):
            items = ""
            for name in names:
                items += f"<option>{name}</option>"
            return items

        def page(names):
            return t"<select>{«options(names)»}</select>"
        """
    ),
    td.invalid(
        """
        def page(names):
            items = «"<ul>"»
            for name in names:
                items += f"<li>{name}</li>"
            items += "</ul>"
            return t"<div>{items}</div>"
        """
    ),
    td.invalid(
        """
        def page(name):
            text = "Hello "
            text += «"<b>"» + str(name)
            text += "</b>"
            return t"<p>{text}</p>"
        """
    ),
    td.invalid("page = t\"<p>{'Hello ' + («'<b>'» + x) + '</b>'}</p>\""),
    td.invalid(
        "page = t\"<p>{«f'<b>{x}</b>'» if x else '<em>no {x}</em>'}</p>\"",
        fixed="page = t\"<p>{t'<b>{x}</b>' if x else t'<em>no {{x}}</em>'}</p>\"",
        unsafe=True,
    ),
    td.invalid("page = t\"<p>{«f'<b>{x}</b>'» if x else f'<em>{x!r}</em>'}</p>\""),
    td.invalid("page = t\"<p>{«f'<b>{x}</b>'» if x else f'<em>{x}'}</p>\""),
    td.invalid(
        "page = t\"<p>{«f'<b>{x}</b>'» if x else 'none'}</p>\"",
        fixed="page = t\"<p>{t'<b>{x}</b>' if x else 'none'}</p>\"",
        unsafe=True,
    ),
]
