"""Cases of TDC112, template-stringified."""

from __future__ import annotations

from tdomcheck import authoring as td

_TEMPLATE = "from string.templatelib import Template\n\n"

VALID = [
    """
    # file: shop/about.py
    from string.templatelib import Template

    class About:
        def __call__(self) -> Template:
            return t"<h1>About</h1>"
    # file: shop/views.py
    from tdom import html
    from shop.about import About

    def about() -> str:
        return str(html(About()()))
    """,
    """
    # file: shop/page.py
    from shop.parts import Part, header, rendered

    def page(part: Part):
        print(f"{header()}")
        return f"<p>{part.name()}{part.text}{rendered()}</p>" if part else t"<p></p>"
    # file: shop/parts.py
    from tdom import html
    from string.templatelib import Template

    class Part:
        text: str

        def name(self):
            return t"<p></p>" if self.text else ""

    def header() -> Template: ...

    def rendered():
        return html(t"<p></p>")
    """,
    "bold = t'<b>{x}</b>'\nassert bold, f'wrong: {bold}'\nraise ValueError(f'wrong: {bold}')",
    """
    def praise(text, author):
        words = t"<q>{text}</q>"
        if author:
            words = author
        return "%s (%s)" % (words, author)
    """,
    "def page(bold):\n    other = t'<b></b>'\n    return f'<p>{bold}</p>' + str(bold) + ''.join(bold)",
    "bold = t'<b>{x}</b>'\nnames = f'{bold.strings}' + str(len(bold.strings)) + ''.join(bold.strings)",
    "def List(children): return t'<b>{children}</b>'\n\ndef tree(children: list[str]): return ''.join(children)",
    f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\nprint(f'{{Card(x)}}', str(Card(x)))",
    f"{_TEMPLATE}def Card(x):\n    return t'<b>{{x}}</b>'\n\ntext = f'{{Card(x)!r}}'",
    f"{_TEMPLATE}@shown\ndef Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = f'{{Card(x)}}'",
    f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = f'{{Card(x).strings}} {{Card}}'",
    "def str(x): ...\n\nbold = t'<b>{x}</b>'\npage = str(bold)",
    "query = t'SELECT {x}'\nbold = t'<b></b>'\ntext = t'<i>{bold}</i>{[bold, bold]}'",
    "with pytest.raises(TypeError):\n    page = t'<b>{x}</b>' + 'text'",
    "from tdom import html\n\nparts = [t'<b>{x}</b>' for x in names]\npage = ''.join(html(part) for part in parts)",
    "def test(x):\n    bold = t'<b>{x}</b>'\n    assert str(bold) == '...'",
    """
    from string.templatelib import Template

    def plain(*, children: Template):
        text = ""
        for part in children:
            text += str(part) if isinstance(part, str) else str(part.value)
        return t"<p>{text}</p>"

    def some(*, children: Template):
        text = ""
        for part in children:
            if hasattr(part, "value"):
                text += part.value
            else:
                text += str(part)
        key = "|".join(map(str, children))
        if not "".join(map(str, children)).strip() or key in KNOWN:
            return t""
        return t"<p>{text}</p>"

    def joined(children: list[str]):
        return t"<p>{''.join(map(str, children))}</p>"
    """,
    """
    def page(trail, name):
        links = [t"<li>{step}</li>" for step in trail]
        mixed = [*links, name]
        texts = [f"<li>{step}</li>" for step in trail]
        some = [t"<li>{step}</li>" if step else "" for step in trail]
        return "".join(str(x) for x in mixed) + "".join(map(str, texts)) + str(some) + f"{mixed} {links!r}"
    """,
    """
    def page(trail):
        links = [t"<li>{step}</li>" for step in trail]
        links.append("last")
        return "".join(str(link) for link in links) + str(links)
    """,
    """
    from shop import fill

    def page(trail):
        links = []
        fill(links)
        links.append(t"<li>last</li>")
        return "".join(map(str, links))
    """,
    """
    from tdom import html

    def page(trail, links):
        text = "".join(str(link) for link in links)
        links = [t"<li>{step}</li>" for step in trail]
        return text
    """,
    """
    from tdom import html

    def page(trail, names):
        links = [t"<li>{step}</li>" for step in trail]
        for link in links:
            link = html(link)
            print(str(link))
        shown = "".join(str(html(link)) for link in links)
        return shown + "".join(f"{link}" for link in names) + str(len(links)) + f"{links[0].strings}"
    """,
    """
    def page(trail):
        links = [t"<li>{step}</li>" for step in trail]
        numbered = "".join(str(link) for link, _ in zip(names, links))
        print(f"{links}", str(links))
        keyed = "".join(map(repr, links)) + "".join(map(str, links, trail)) + str(link for link in links)
        return t"<ul>{links}{[link for link in links]}</ul>", (lambda link: str(link))
    """,
    f"""{_TEMPLATE}class Box:
    children: Template
    label: str
    other: Body

    def __call__(self, kid, pattern, children):
        names = "%r %s" % (self.children, self.label), "%s %%" % (kid,)
        more = "%(a)r %(b)s" % {{"a": self.children, "b": kid}}
        print("%s" % (self.children,), "box: " + self._heading())
        rest = "%s" % len(self.children.strings) + "%s" % self.other + self.label, pattern % self.children
        return t"<b>" + self.children + t"</b>" + self._heading(), "%d" % self.children, "%*s" % (3, self.children)

    def _heading(self) -> Template: ...
    def _label(self) -> str: ...
    def _text(self, kid): return "> " + self._label() + kid + self.label
""",
    f"""{_TEMPLATE}def Box(children, kid: Template):
    return "%s!" % children, children + "x", "x" + children

def Row(children: Template):
    children = str(len(children.strings))
    return "%s!" % children + children

def Cell(children: Template, extra):
    a = b
    b = a
    text = "%s" % (*extra, children)
    return children + extra + children, f"{{a}}", "%s" % a
""",
    """
    def page(x, rows, more):
        bold = t"<b>{x}</b>"
        text = t""
        text += bold
        total = more
        total += bold
        more += bold
        label = ""
        for label in rows:
            label += bold
        name = "x"
        name += x
        return text
    """,
    f"""{_TEMPLATE}def head() -> Template: ...

def page(x):
    first = head()
    first = str(x)
    second = head().strings
    print(f"{{head()}}")
    return f"{{first}} {{second}}" + first
""",
    """
    from string.templatelib import Template

    class Box:
        children: Template

        def __repr__(self):
            return f"Box({self.children})" + "Box(%s)" % self.children + "Box({})".format(self.children)

        def percent(self):
            msg = "no label for %s" % self.children
            raise ValueError(msg)

        def formatted(self):
            msg = f"no label for {self.children}"
            if self.strict:
                raise ValueError(msg) from None
            log.warning(msg)

        def grown(self):
            msg = "no label"
            msg += " for " + str(self.children)
            more = "{}: {}".format(msg, self.children)
            raise ValueError(more)

        def joined(self):
            msg: str = ", ".join(["no label", str(self.children)])
            assert self.label, msg
    """,
]

INVALID = [
    td.invalid(
        """
        # file: shop/about.py
        from dataclasses import dataclass
        from string.templatelib import Template

        @dataclass
        class About:
            title: str = "About"

            def __call__(self) -> Template:
                return t"<h1>{self.title}</h1>"
        # file: shop/views.py
        from tdom import html
        from shop.about import About

        def about() -> str:
            return str(«About()()»)
        """
    ),
    td.invalid(
        """
        def praise(text, author):
            words = t"<q>{text}</q>"
            if author:
                words = "%s (%s)" % («words», author)
            return t"<p>{words}</p>"
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.parts import Part, header

        def page(part: Part):
            return f"<p>{«header()»}</p>" if part else t"<p></p>"
        # file: shop/parts.py
        from string.templatelib import Template

        class Part: ...

        def header() -> Template: ...
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.parts import Part

        class Page(Part):
            def __call__(self):
                return t"<p>{str(«self.body()»)}</p>"
        # file: shop/parts.py
        class Part:
            def body(self):
                return t"<p></p>"
        """
    ),
    td.invalid(f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = f'<p>{{«Card(x)»}}</p>'"),
    td.invalid("def Card(x):\n    return t'<b>{x}</b>'\n\ntext = f'<p>{«Card(x)»}</p>'"),
    td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return f'<p>{«bold»}</p>'"),
    td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>{}</p>'.format(«bold»)"),
    td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>' + «bold»"),
    td.invalid("def page(names):\n    return t\"<ul>{''.join(«t'<li>{name}</li>'» for name in names)}</ul>\""),
    td.invalid(
        "def page(names):\n    items = [«t'<li>{x}</li>'» for x in names]\n    return t\"<b>{''.join(items)}</b>\""
    ),
    td.invalid(f"{_TEMPLATE}def List(children: Template): return t\"<b>{{''.join(str(«x») for x in children)}}</b>\""),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    children: Template\n"
        "    def __call__(self):\n        return t'<b>{str(«self.children»)}</b>'"
    ),
    td.invalid(f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = str(«Card(x)»)"),
    td.invalid(
        """
        def page(trail):
            links = [t"<li>{step}</li>" for step in trail]
            here = t"<li>here</li>"
            return "".join(str(«crumb») for crumb in [*links, here])
        """
    ),
    td.invalid(
        """
        def page(trail):
            links = []
            for step in trail:
                links.append(t"<li>{step}</li>")
            return t"<ul>{''.join(f'{«link»}' for link in links)}</ul>"
        """
    ),
    td.invalid(
        """
        def page(name):
            links = (t"<li>{name}</li>", t"<li>last</li>")
            text = ""
            for link in links:
                text += str(«link»)
            return text
        """
    ),
    td.invalid(
        """
        def page(trail):
            links = [t"<li>{step}</li>" for step in trail]
            return "".join(map(str, «links»))
        """,
        message="`links` is a list of templates; `str()` turns each into text",
    ),
    td.invalid(
        """
        def page(trail):
            links = [t"<li>{step}</li>" for step in trail]
            return "<ul>" + str(«links») + "</ul>"
        """,
        message="`links` is a list of templates; `str()` turns it into text",
    ),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    children: Template\n"
        "    def __call__(self):\n        return t'<b>{\"%s (opens)\" % «self.children»}</b>'"
    ),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    children: Template\n"
        "    def __call__(self):\n        return t'<b>{\"%s\" % («self.children»,)}</b>'"
    ),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    children: Template\n"
        "    def __call__(self):\n        return t'<b>{«self.children» + \" x\"}</b>'"
    ),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    children: Template\n"
        "    def __call__(self):\n        hint = '> ' + «self.children»\n        return t'<b title={hint}></b>'"
    ),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    children: Template\n    label: str\n"
        "    def __call__(self):\n        return t'<b>{self.label + «self.children»}</b>'"
    ),
    td.invalid(f"{_TEMPLATE}def Box(children: Template): return t\"<b>{{'%s!' % «children»}}</b>\""),
    td.invalid(f"{_TEMPLATE}def Box(children: Template):\n    body = children\n    return f'{{«body»}}', t'<b></b>'"),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    def _heading(self) -> Template: ...\n\n"
        "    def __call__(self):\n        return t'<b>{\"%s\" % «self._heading()»}</b>'"
    ),
    td.invalid(
        f"{_TEMPLATE}class Box:\n    def _heading(self) -> Template:\n        return t'<i></i>'\n\n"
        "    def __call__(self, name):\n        return t'<b>{\"> \" + name + «self._heading()»}</b>'"
    ),
    td.invalid(
        """
        def page(tone, x):
            kid = t"<b>{x}</b>"
            return "%s %-5s" % (tone, «kid»)
        """
    ),
    td.invalid(
        """
        def page(tone, x):
            kid = t"<b>{x}</b>"
            return "%(tone)s: %(kid)s" % {"tone": tone, "kid": «kid»}
        """
    ),
    td.invalid(
        """
        PATTERN = "%s %s"

        def page(tone, x):
            kid = t"<b>{x}</b>"
            given = (tone, «kid»)
            return PATTERN % given
        """
    ),
    td.invalid(
        """
        def page(names, x):
            kid = t"<b>{x}</b>"
            text = ""
            for name in names:
                text += name
                text += «kid»
            return text
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.parts import header

        def page():
            shown = header()
            return t"<p title={'> ' + «shown»}></p>"
        # file: shop/parts.py
        from string.templatelib import Template

        def header() -> Template: ...
        """
    ),
    td.invalid(
        """
        from string.templatelib import Template

        class Box:
            children: Template

            def __call__(self):
                msg = f"no label for {«self.children»}"
                if not self.label:
                    raise ValueError(msg)
                return t"<p>{msg}</p>"
        """
    ),
    td.invalid(
        """
        from string.templatelib import Template

        class Box:
            children: Template

            def __str__(self):
                text = "Box(%s)" % «self.children»
                return text

            def __call__(self):
                return t"<b>{self.children}</b>"
        """
    ),
    td.invalid(
        """
        def page(trail):
            links = []
            for step in trail:
                links.append(t"<li>{step}</li>")
            links.extend([t"<li>end</li>"])
            return f"<ul>{«links»}</ul>"
        """
    ),
]
