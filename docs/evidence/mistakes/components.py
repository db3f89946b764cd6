"""Mistakes in components themselves."""

from __future__ import annotations

from mistakes.model import Mistake

COMPONENTS = (
    Mistake(
        "component-renders",
        "A component that renders",
        "TDC201",
        """
        def Card(*, title: str) -> Template:
            return «html(t"<b>{title}</b>")»

        page = html(t"<{Card} title='a' />")
        """,
        """
        def Card(*, title: str) -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "component-returns-f-string",
        "A component that returns an f-string",
        "TDC201",
        """
        def Card(*, title: str) -> Template:
            return «f"<b>{title}</b>"»

        page = html(t"<{Card} title='a' />")
        """,
        """
        def Card(*, title: str) -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "component-returns-none",
        "A component that returns nothing on one path",
        "TDC201",
        """
        def Card(*, title: str) -> Template:
            if not title:
                «return None»
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='' />")
        """,
        """
        def Card(*, title: str) -> Template:
            if not title:
                return t""
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='' />")
        """,
    ),
    Mistake(
        "component-annotated-str",
        "A component annotated to return a str",
        "TDC202",
        """
        def Card(*, title: str) -> «str»:
            return «t"<b>{title}</b>"»

        page = html(t"<{Card} title='a' />")
        """,
        """
        def Card(*, title: str) -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "class-without-dataclass",
        "A component class without `@dataclass`",
        "TDC203",
        """
        class «Card»:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = «html(t"<{Card} title='a' />")»
        """,
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "class-without-call",
        "A component class without `__call__`",
        "TDC203",
        """
        @dataclass
        class «Card»:
            title: str

            def render(self) -> Template:
                return t"<b>{self.title}</b>"

        page = «html(t"<{Card} title='a' />")»
        """,
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "call-with-argument",
        "A `__call__` that wants an argument",
        "TDC203",
        """
        @dataclass
        class Card:
            title: str

            def «__call__»(self, level: int) -> Template:
                return t"<b>{self.title}{level}</b>"

        page = «html(t"<{Card} title='a' />")»
        """,
        """
        @dataclass
        class Card:
            title: str
            level: int = 2

            def __call__(self) -> Template:
                return t"<b>{self.title}{self.level}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "call-is-async",
        "An async `__call__`",
        "TDC203",
        """
        @dataclass
        class Card:
            title: str

            «async def __call__»(self) -> Template:
                return t"<b>{self.title}</b>"

        page = «html(t"<{Card} title='a' />")»
        """,
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "prop-by-position",
        "A prop that can only be given by position",
        "TDC204",
        """
        def Card(«title: str», /) -> Template:
            return t"<b>{title}</b>"

        page = «html(t"<{Card} title='a' />")»
        """,
        """
        def Card(*, title: str) -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "props-as-varargs",
        "A component with `*args`",
        "TDC204",
        """
        def Card(«*args: str», title: str = "") -> Template:
            return t"<b>{title}{len(args)}</b>"

        page = «html(t"<{Card} title='a' />")»
        """,
        """
        def Card(*, title: str = "") -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
)
