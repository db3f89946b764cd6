"""Mistakes in props, children and injected props."""

from __future__ import annotations

from mistakes.model import Mistake

_CARD = """
def Card(*, title: str, level: int = 2) -> Template:
    return t"<h2 data-level={level}>{title}</h2>"

"""
_BOX = """
def Box(*, children: Template) -> Template:
    return t"<div>{children}</div>"

"""
_STARS = """
def Stars(*, count: int) -> Template:
    return t"<b>{'*' * count}</b>"

"""
_MENU = """
class Users:
    names = ("Ada",)

@dataclass
class Menu:
    users: Inject[Users]

    def __call__(self) -> Template:
        return t"<p>{self.users.names[0]}</p>"

registry = HopscotchRegistry()
registry.register_factory(Users, Users)
container = HopscotchContainer(registry)
"""

PROPS = (
    Mistake(
        "prop-in-camel-case",
        "A prop with a capital letter",
        "TDC205",
        """
        def Card(*, «userName»: str = "") -> Template:
            return t"<b>{userName}</b>"

        page = «html(t"<{Card} userName='a' />")»
        """,
        """
        def Card(*, user_name: str = "") -> Template:
            return t"<b>{user_name}</b>"

        page = html(t"<{Card} user_name='a' />")
        """,
    ),
    Mistake(
        "prop-called-data",
        "A prop called `data`",
        "TDC206",
        """
        def Table(*, «data»: dict[str, str]) -> Template:
            return t"<b>{len(data)}</b>"

        page = «html(t"<{Table} data={ {'a': 'b'} } />")»
        """,
        """
        def Table(*, rows: dict[str, str]) -> Template:
            return t"<b>{len(rows)}</b>"

        page = html(t"<{Table} rows={ {'a': 'b'} } />")
        """,
    ),
    Mistake(
        "prop-misspelt",
        "An attribute that the component does not take",
        "TDC207",
        _CARD + """page = «html(t"<{Card} title='a' colour='red' />")»""",
        _CARD + """page = html(t"<{Card} title='a' level={3} />")""",
    ),
    Mistake(
        "prop-missing",
        "A required prop is not given",
        "TDC208",
        _CARD + """page = «html(t"<{Card} level={3} />")»""",
        _CARD + """page = html(t"<{Card} title='a' level={3} />")""",
    ),
    Mistake(
        "prop-missing-in-template",
        "A required prop is not given, in a template that a component returns",
        "TDC208",
        _CARD
        + """
def Panel() -> Template:
    return «t"<div><{Card} level={3} /></div>"»

page = html(t"<{Panel} />")
""",
        _CARD
        + """
def Panel() -> Template:
    return t"<div><{Card} title='a' level={3} /></div>"

page = html(t"<{Panel} />")
""",
    ),
    Mistake(
        "inherited-prop-missing",
        "A required prop of a base class is not given",
        "TDC208",
        """
        @dataclass
        class Base:
            title: str

        @dataclass
        class Card(Base):
            level: int = 2

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = «html(t"<{Card} level={3} />")»
        """,
        """
        @dataclass
        class Base:
            title: str

        @dataclass
        class Card(Base):
            level: int = 2

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        page = html(t"<{Card} title='a' level={3} />")
        """,
    ),
    Mistake(
        "prop-of-wrong-type",
        "A text for a prop that is a number",
        "",
        _STARS + """page = «html(t"<{Stars} count='3' />")»""",
        _STARS + """page = html(t"<{Stars} count={3} />")""",
    ),
    Mistake(
        "prop-without-value",
        "No value for a prop that is a number",
        "",
        _STARS + """page = «html(t"<{Stars} count />")»""",
        _STARS + """page = html(t"<{Stars} count={3} />")""",
    ),
    Mistake(
        "children-lost",
        "Children of a component that takes none",
        "TDC209",
        _CARD + """page = «html(t"<{Card} title='a'>text</{Card}>")»""",
        """
        def Card(*, title: str, children: Template) -> Template:
            return t"<section><h2>{title}</h2>{children}</section>"

        page = html(t"<{Card} title='a'>text</{Card}>")
        """,
    ),
    Mistake(
        "children-as-attribute",
        "Children given as an attribute",
        "TDC210",
        _BOX + """page = «html(t"<{Box} children={'text'} />")»""",
        _BOX + """page = html(t"<{Box}>text</{Box}>")""",
    ),
    Mistake(
        "children-asked-for-truth",
        "The truth of children",
        "TDC211",
        """
        def Box(*, children: Template) -> Template:
            body = «children or t"nothing here"»
            return t"<div>{body}</div>"

        page = html(t"<{Box} />")
        """,
        """
        def Box(*, children: Template) -> Template:
            body = t"nothing here" if children.strings == ("",) else children
            return t"<div>{body}</div>"

        page = html(t"<{Box} />")
        """,
    ),
    Mistake(
        "annotation-for-type-checkers",
        "An annotation that only type checkers can resolve",
        "TDC212",
        """
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            «from string.templatelib import Template»

        «def Card»(*, title: str) -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
        """
        from string.templatelib import Template

        def Card(*, title: str) -> Template:
            return t"<b>{title}</b>"

        page = html(t"<{Card} title='a' />")
        """,
    ),
    Mistake(
        "injected-without-container",
        "A component that injects, rendered by plain tdom",
        "TDC213",
        _MENU + """page = «html(t"<{Menu} />")»""",
        _MENU + """page = tdom_svcs.html(t"<{Menu} />", container=container)""",
    ),
    Mistake(
        "container-for-tdom",
        "A container given to tdom's own `html()`",
        "TDC213",
        _MENU + """page = «html(t"<{Menu} />", container=container)»""",
        _MENU + """page = tdom_svcs.html(t"<{Menu} />", container=container)""",
    ),
    Mistake(
        "override-of-other-props",
        "An override that does not take the props of what it stands in for",
        "TDC605",
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        «@injectable(for_=Card)
        @dataclass
        class BigCard»:
            heading: str = ""

            def __call__(self) -> Template:
                return t"<h1>{self.heading}</h1>"

        registry = HopscotchRegistry()
        scan(registry, locals_dict={"BigCard": BigCard})
        page = «tdom_svcs.html(t"<{Card} title='a' />", container=HopscotchContainer(registry))»
        """,
        """
        @dataclass
        class Card:
            title: str

            def __call__(self) -> Template:
                return t"<b>{self.title}</b>"

        @injectable(for_=Card)
        @dataclass
        class BigCard:
            title: str = ""

            def __call__(self) -> Template:
                return t"<h1>{self.title}</h1>"

        registry = HopscotchRegistry()
        scan(registry, locals_dict={"BigCard": BigCard})
        page = tdom_svcs.html(t"<{Card} title='a' />", container=HopscotchContainer(registry))
        """,
    ),
)
