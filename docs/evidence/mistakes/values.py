"""Mistakes in what a template is given to show."""

from __future__ import annotations

from mistakes.model import Mistake

VALUES = (
    Mistake(
        "rendered-twice",
        "Rendered HTML within a template",
        "TDC121",
        """page = html(t"<p>{«html(t'<b>a</b>')»}</p>")""",
        """page = html(t"<p>{t'<b>a</b>'}</p>")""",
    ),
    Mistake(
        "rendered-items",
        "A list of rendered items",
        "TDC121",
        """
        items = [«html(t"<li>{name}</li>")» for name in "ab"]
        page = html(t"<ul>{items}</ul>")
        """,
        """
        items = [t"<li>{name}</li>" for name in "ab"]
        page = html(t"<ul>{items}</ul>")
        """,
    ),
    Mistake(
        "joined-markup",
        "Markup joined from f-strings",
        "TDC122",
        """
        items = «"".join(f"<li>{name}</li>" for name in "ab")»
        page = «html(t"<ul>{items}</ul>")»
        """,
        """
        items = [t"<li>{name}</li>" for name in "ab"]
        page = html(t"<ul>{items}</ul>")
        """,
    ),
    Mistake(
        "markup-in-f-string",
        "An f-string with tags",
        "TDC122",
        """
        name = "a"
        page = html(t"<p>{«f'<b>{name}</b>'»}</p>")
        """,
        """
        name = "a"
        page = html(t"<p>{t'<b>{name}</b>'}</p>")
        """,
    ),
    Mistake(
        "markup-of-f-string",
        "An f-string that is declared safe",
        "TDC123",
        """
        def show(name: str) -> str:
            return html(t"<p>{«Markup(f'<b>{name}</b>')»}</p>")

        page = show("<script>alert(1)</script>")
        """,
        """
        def show(name: str) -> str:
            return html(t"<p>{t'<b>{name}</b>'}</p>")

        page = show("<script>alert(1)</script>")
        """,
    ),
    Mistake(
        "html-of-f-string",
        "An f-string given to `html()`",
        "TDC124",
        """
        name = "a"
        page = html(«f"<b>{name}</b>"»)
        """,
        """
        name = "a"
        page = html(t"<b>{name}</b>")
        """,
    ),
    Mistake(
        "aria-true",
        "An ARIA attribute given True",
        "TDC125",
        """
        is_hidden = len("ab") > 1
        page = «html(t"<i aria-hidden={is_hidden}>x</i>")»
        """,
        """
        is_hidden = len("ab") > 1
        page = html(t"<i aria={ {'hidden': is_hidden} }>x</i>")
        """,
    ),
    Mistake(
        "aria-false",
        "An ARIA attribute given False",
        "TDC125",
        """
        is_open = len("ab") > 2
        page = «html(t"<button aria-expanded={is_open}>x</button>")»
        """,
        """
        is_open = len("ab") > 2
        page = html(t"<button aria={ {'expanded': is_open} }>x</button>")
        """,
    ),
    Mistake(
        "disabled-false",
        '`disabled="false"`',
        "TDC126",
        """page = «html(t"<button disabled='false'>x</button>")»""",
        """page = html(t"<button>x</button>")""",
    ),
    Mistake(
        "checked-or-empty",
        "An empty text for a boolean attribute",
        "TDC126",
        """
        def field(is_on: bool) -> str:
            return «html(t"<input checked={'checked' if is_on else ''}>")»

        page = field(is_on=False)
        """,
        """
        def field(is_on: bool) -> str:
            return html(t"<input checked={is_on}>")

        page = field(is_on=False)
        """,
    ),
    Mistake(
        "none-in-class",
        "None between the text of an attribute",
        "TDC127",
        """
        kind = None
        page = «html(t"<p class='btn {kind}'>x</p>")»
        """,
        """
        kind = None
        page = html(t"<p class='btn' class={kind}>x</p>")
        """,
    ),
    Mistake(
        "false-in-class",
        "`and` between the text of an attribute",
        "TDC127",
        """
        is_on = len("ab") > 2
        page = «html(t"<p class='btn {is_on and 'on'}'>x</p>")»
        """,
        """
        is_on = len("ab") > 2
        page = html(t"<p class='btn {'on' if is_on else ''}'>x</p>")
        """,
    ),
    Mistake(
        "data-with-text",
        "`data` given a text",
        "TDC127",
        """
        key = "a"
        page = «html(t"<p data='x {key}'>x</p>")»
        """,
        """
        key = "a"
        page = html(t"<p data={ {'x': key} }>x</p>")
        """,
    ),
    Mistake(
        "false-in-class-list",
        "False in a list of classes",
        "TDC128",
        """
        is_on = len("ab") > 2
        page = «html(t"<p class={['btn', is_on and 'on']}>x</p>")»
        """,
        """
        is_on = len("ab") > 2
        page = html(t"<p class={['btn', 'on' if is_on else None]}>x</p>")
        """,
    ),
    Mistake(
        "image-without-alt",
        "An image without `alt`",
        "TDC129",
        """page = «html(t"<img src='/a.png'>")»""",
        """page = html(t"<img src='/a.png' alt='A cat'>")""",
    ),
    Mistake(
        "value-in-script",
        "A value within a script",
        "TDC130",
        """
        def greet(name: str) -> str:
            return «html(t"<script>hello('{name}')</script>")»

        page = greet("'-alert(1)-'")
        """,
        """
        def greet(name: str) -> str:
            return html(t"<p data-name={name}></p><script>hello()</script>")

        page = greet("'-alert(1)-'")
        """,
    ),
    Mistake(
        "value-in-handler",
        "A value within an event handler",
        "TDC130",
        """
        def button(name: str) -> str:
            return «html(t'<button onclick="buy({name})">x</button>')»

        page = button("1);alert(1")
        """,
        """
        def button(name: str) -> str:
            return html(t"<button data-name={name}>x</button>")

        page = button("1);alert(1")
        """,
    ),
    Mistake(
        "function-shown",
        "A function that is not called",
        "TDC131",
        """
        def today() -> str:
            return "Monday"

        page = html(t"<p>{«today»}</p>")
        """,
        """
        def today() -> str:
            return "Monday"

        page = html(t"<p>{today()}</p>")
        """,
    ),
    Mistake(
        "component-instance-shown",
        "A component that is made, and shown as text",
        "TDC131",
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = html(t"<p>{«Card(title='a')»}</p>")
        """,
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = html(t"<p><{Card} title='a' /></p>")
        """,
    ),
    Mistake(
        "format-spec-misspelt",
        "A format spec in the wrong case",
        "TDC132",
        """
        text = Markup("<b>a</b>")
        page = html(t"<p>{«text:Safe»}</p>")
        """,
        """
        text = Markup("<b>a</b>")
        page = html(t"<p>{text:safe}</p>")
        """,
    ),
    Mistake(
        "zero-shown",
        "A length before `and`",
        "TDC133",
        """
        names: list[str] = []
        page = html(t"<p>{«len(names) and t'<b>some</b>'»}</p>")
        """,
        """
        names: list[str] = []
        page = html(t"<p>{t'<b>some</b>' if names else None}</p>")
        """,
    ),
    Mistake(
        "bytes-shown",
        "Bytes as text",
        "TDC133",
        """page = html(t"<p>{«b'ab'»}</p>")""",
        """page = html(t"<p>{'ab'}</p>")""",
    ),
)
