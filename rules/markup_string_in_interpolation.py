"""TDC122: text with tags in it is interpolated, and so escaped."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator
from functools import cached_property

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_SHOWING = frozenset({"code", "pre", "samp", "kbd", "xmp", "textarea", "title", "script", "style"})
_TEXTS = frozenset({"string", "concatenated_string", "call", "identifier", "binary_operator"})


class MarkupStringInInterpolation(td.TemplateRule):
    """
    ## What

    An f-string, a joined list or another text that holds tags, interpolated as content: on the spot, by a local name,
    also one that grows by `+=` or `append`, or by a function of the file that gives it back, which may be a method of
    the same class.

    ## Why

    tdom escapes every str. `items = "".join(f"<li>{x}</li>" for x in names)` in `t"<ul>{items}</ul>"` renders
    `<ul>&lt;li&gt;...`: the reader sees the tags, and the page has no list items. Nothing is raised.

    ## Instead

    A t-string in place of the text, and a list of t-strings in place of the join: tdom renders them, and escapes what
    they interpolate.

    ## Example

    ```python
    items = "".join(f"<li>{x}</li>" for x in names)  # bad
    items = [t"<li>{x}</li>" for x in names]         # good
    t"<ul>{items}</ul>"
    ```
    """

    CODE = "TDC122"
    SLUG = "markup-string-in-interpolation"
    GROUP = "values"
    SUMMARY = "a text with tags is interpolated, so its tags are shown"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(features={"template"})

    VALID: t.ClassVar = [
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
        "page = t\"<ul>{[t'<li>{x}</li>' for x in names]}</ul>\"",
        "page = t\"<p>{f'{a} of {b}'} {', '.join(names)} {'a < b and c > d'}</p>\"",
        "page = t\"<p>{f'<b>{x}</b>':safe} {f'<b>{x}</b>'!r}</p>\"",
        "page = t\"<code>{'<b>'}</code><pre><span>{f'<b>{x}</b>'}</span></pre><textarea>{'<b>x</b>'}</textarea>\"",
        "page = t\"<a title={f'<b>{x}</b>'} {attrs}></a><!-- {f'<b>{x}</b>'} -->\"",
        "page = t\"<p>{'<script>alert(1)</script>'} {'<img src=x onerror=alert(1)>'}</p>\"",
        "def test():\n    typed = '<b>bold</b>'\n    page = html(t'<p>{typed}</p>')\n    assert '&lt;b&gt;' in page",
        "page = t\"<p>{f'Write the <b> tag of {name}'} {f'use <br> or {x}'}</p>\"",
        "text = '<a href=\"/x\">x</a>'\nassert html(t'<p>{text}</p>') == '<p>&lt;a href...'",
        "page = t\"<p>{'List<int>'} {'<none>'} {f'<{x}>'} {f'a<b and c>{d}'}</p>\"",
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
    INVALID: t.ClassVar = [
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
        td.invalid("page = t\"<p>{«f'<b>{x}</b>'»}</p>\"", fixed="page = t\"<p>{t'<b>{x}</b>'}</p>\"", unsafe=True),
        td.invalid(
            "page = t\"<p>{«f'<b>{x}</b>'» if x else None}</p>\"",
            fixed="page = t\"<p>{t'<b>{x}</b>' if x else None}</p>\"",
            unsafe=True,
        ),
        td.invalid(
            "page = t\"<ul>{''.join(«f'<li>{x}</li>'» for x in names)}</ul>\"",
            fixed="page = t\"<ul>{[t'<li>{x}</li>' for x in names]}</ul>\"",
            unsafe=True,
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
        td.invalid("icon = «'<svg class=\"icon\"></svg>'»\npage = t'<a>{icon}</a>'"),
        td.invalid("page = t\"<ul>{''.join(«f'<a href={x!r}>{x}</a>'» for x in names)}</ul>\""),
        td.invalid("def entry(x):\n    return f'<b>{x}</b>'\n\npage = t'<p>{«entry(x)»}</p>'"),
        td.invalid("def entry(x):\n    return f'<b>{x}</b>'\n\npage = t'<p>{[«entry(x)» for x in names]}</p>'"),
        td.invalid("page = t\"<p>{«'<b>'» + x + '</b>'}</p>\""),
        td.invalid("page = t\"<p>{«'<b>%s</b>'» % x}</p>\""),
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
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()
        self._shown: set[int] | None = None
        """Names that templates show, by place; one instance looks at one file."""

    def check_template(self, template: td.Template) -> None:
        for value in self._values(template):
            found = next(self._texts(value.node), None)
            key = (id(self.view), found.start_byte) if found is not None else (0, 0)
            if found is not None and key not in self._reported:
                self._reported.add(key)
                self._report(value, found)
            if found is None:
                self._check_helpers(value)

    def _check_helpers(self, value: td.Interpolation) -> None:
        """Calls of a function that gives back text with tags, and no way anything but text."""
        for _, origin in td.origins(self.view, value.node):
            for call in td.items_of(origin) if td.is_shallow(origin) else ():
                helper = td.helper_of(self.view, call)
                key = (id(self.view), call.start_byte)
                if helper is None:
                    self._check_elsewhere(call)
                    continue
                if key in self._reported or not self._gives_text(helper):
                    continue
                self._reported.add(key)
                self.report_span(
                    self.view.span(call),
                    f"`{self.view.text(helper.name)}(...)` gives back text with tags, and the page shows the tags",
                    related=(td.Related(self.path, self.view.span(helper.name), "this function makes the text"),),
                    note="tdom escapes every str: `<b>` arrives as `&lt;b&gt;`, and nothing is raised",
                    help="let it give back a t-string",
                )

    def _check_elsewhere(self, node: Node) -> None:
        """A function or a constant of another file."""
        is_shown = self.view.source.is_hosted and self._holds_escapes
        if is_shown or (node.type != "call" and self._shows_escapes):
            return
        premise = td.premise(self.view, node, td.TAGS)
        key = (id(self.view), node.start_byte)
        if premise is None or key in self._reported:
            return
        self._reported.add(key)
        shown = self.view.text(node.child_by_field_name("function") or node)
        is_call = node.type == "call"
        self.report_span(
            self.view.span(node),
            f"`{shown}` {'gives back' if is_call else 'is'} text with tags, and the page shows the tags",
            note="tdom escapes every str: `<b>` arrives as `&lt;b&gt;`, and nothing is raised",
            help="let it give back a t-string" if is_call else "make it a t-string, or Markup(...) if it is safe",
            premise=premise,
        )

    def _gives_text(self, helper: td.Helper) -> bool:
        ends = [end for node in helper.returned for _, end in td.origins(self.view, node)]
        shown = [end for end in ends if not self._is_plain(end)]
        is_text = all(end.type in _TEXTS and td.is_certain_text(self.view, end) for end in shown)
        return bool(shown) and is_text and all(next(self._texts(end), None) is not None for end in shown)

    def _is_plain(self, value: Node) -> bool:
        """A text without tags is shown as it is, which changes nothing for what else a helper gives back."""
        if value.type in {"identifier", "attribute"}:
            return td.proven_type(self.view, value) == "str"
        is_text = value.type in {"string", "concatenated_string"} and td.literal_type(self.view, value) == "str"
        return is_text and next(td.markup_texts(self.view, value), None) is None

    def _values(self, template: td.Template) -> Iterator[td.Interpolation]:
        """What is shown as text, where tags are not shown on purpose."""
        markup = self.markup(template)
        for place in markup.texts:
            value = template.interpolations[place.interpolation]
            names = {tag.name for tag in markup.around(place.parent)}
            if place.within == "text" and not value.conversion and not value.format_spec and not names & _SHOWING:
                yield value

    def _texts(self, node: Node) -> Iterator[Node]:
        """The literals with tags, those left out that show how tdom escapes."""
        for literal in td.markup_texts(self.view, node):
            text = self.view.text(literal)
            is_alone = literal == node or literal == self._given(node)
            is_demo = is_alone and not _is_formatted(literal) and ("=" not in text or self._shows_escapes)
            if not is_demo and not td.is_attack(text):
                yield literal

    @cached_property
    def _shows_escapes(self) -> bool:
        """Whether the file tests or tells how text is escaped; looked for once, as it may be asked of every name."""
        is_test = self.path.endswith((".py", ".pyi")) and td.is_test_file(self.path)
        return is_test or b"&lt;" in self.view.source.utf8

    @cached_property
    def _holds_escapes(self) -> bool:
        """Whether any of the file shows them, also what is no code of it."""
        return b"&lt;" in self.view.source.data

    def _given(self, node: Node) -> Node | None:
        return self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None

    def _report(self, value: td.Interpolation, literal: Node) -> None:
        span = self.view.span(literal)
        is_here = value.span.start <= span.start < value.span.end
        related = () if is_here else (td.Related(self.path, value.span, "interpolated here"),)
        text = " ".join(td.static_text(self.view, literal).split())
        self.report_span(
            span,
            f"a text with tags is interpolated, so the page shows `{text if len(text) <= 30 else text[:27] + '...'}`",
            fix=self._fix(value, literal),
            related=related,
            note="tdom escapes every str: `<b>` arrives as `&lt;b&gt;`, and nothing is raised",
            help="write a t-string, and a list of t-strings instead of a join",
        )

    def _fix(self, value: td.Interpolation, literal: Node) -> td.Fix | None:
        """The text to a t-string; with it the join around it to a list."""
        node: Node | None = value.node
        if node is not None and node.type == "identifier":
            given = self._given(node)
            node = given if given is not None and self._is_only_shown(node) else None
        is_safe = _is_formatted(literal) and not _is_converted(literal)
        edits = td.to_template(self.view, literal) if node is not None and is_safe else ()
        if node is None or not edits:
            return None
        if not any(outcome == literal for outcome in td.outcomes(node)):
            around = self._unjoined(node, literal)
            if not around:
                return None
            edits += around
        reason = "the page changes: what was shown as text becomes elements"
        return td.Fix("Make it a t-string", tuple(sorted(edits)), td.Safety.UNSAFE, unsafe_because=reason)

    def _unjoined(self, node: Node, literal: Node) -> tuple[td.Edit, ...]:
        """`"".join(<generator>)` to `[...]`, where the only text is that of the literal."""
        for call in td.outcomes(node):
            function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
            if call.type != "call" or function is None or listed is None or "#" in self.view.text(call):
                continue
            owner = function.child_by_field_name("object")
            separator = td.static_text(self.view, owner) if owner is not None and owner.type == "string" else "?"
            inner = listed if listed.type == "generator_expression" else _only(listed)
            body = inner.child_by_field_name("body") if inner is not None else None
            if (
                inner is None
                or body is None
                or [*td.outcomes(body)] != [literal]
                or separator.replace("\\n", "").strip()
            ):
                continue
            whole, span = self.view.span(call), self.view.span(inner)
            if inner.type not in {"generator_expression", "list_comprehension"}:
                continue
            return td.Edit(whole.start, span.start + 1, "["), td.Edit(span.end - 1, whole.end, "]")
        return ()

    def _is_only_shown(self, name: Node) -> bool:
        """Whether a local name is read by templates alone, as text."""
        if self._shown is None:
            every = self.view.html_templates
            self._shown = {value.node.start_byte for template in every for value in self._values(template)}
        uses = td.uses_of(self.view, self.view.text(name), name.start_byte)
        return all(use.start_byte in self._shown for use in uses)


def _is_formatted(literal: Node) -> bool:
    parts = [literal] if literal.type == "string" else literal.named_children
    return any(child.type == "interpolation" for part in parts for child in part.named_children)


def _is_converted(literal: Node) -> bool:
    """Whether a value in it has `!r`: its quotes would be escaped."""
    parts = [literal] if literal.type == "string" else literal.named_children
    values = [child for part in parts for child in part.named_children if child.type == "interpolation"]
    return any(child.type == "type_conversion" for value in values for child in value.named_children)


def _only(listed: Node) -> Node | None:
    return listed.named_children[0] if listed.named_child_count == 1 else None
