"""TDC207: a component tag with an attribute that the component does not take."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_EXPANDED = frozenset({"data", "aria"})
"""A mapping that is given to one of these arrives as attributes that only the mapping knows."""


class UnknownProp(td.ProjectRule):
    """
    ## What

    A component tag has an attribute that is no parameter of the component.

    ## Why

    tdom calls a component with its attributes as keywords: lower-cased, with underscores for hyphens. One that the
    component does not take raises `ValueError: Unexpected attribute colour.` when the page is rendered. Up to 0.1.15
    it was ignored without a word. Only a component with `**kwargs` takes any.

    ## Instead

    Correct the name, or add the parameter. HTML attributes of the element inside need a parameter as well.

    ## Example

    ```python
    def Card(title: str) -> Template:
        return t"<b>{title}</b>"


    t"<{Card} title='News' colour='red' />"  # bad: Card has no colour
    t"<{Card} title='News' />"               # good
    ```
    """

    CODE = "TDC207"
    SLUG = "unknown-prop"
    GROUP = "components"
    SUMMARY = "a component is given an attribute that it does not take"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={"component-tag"})

    VALID: t.ClassVar = [
        """
        # file: shop/page.py
        from shop.menu import Menu

        page = t"<{Menu} colour='red' />"
        # file: shop/site.py
        from dataclasses import dataclass
        from string.templatelib import Template
        from svcs_hopscotch.injectors import injectable
        from shop.menu import Menu

        @injectable(for_=Menu)
        @dataclass
        class French(Menu):
            colour: str = 'red'

            def __call__(self) -> Template: ...
        # file: shop/menu.py
        from dataclasses import dataclass
        from string.templatelib import Template

        @dataclass
        class Menu:
            size: int = 1

            def __call__(self) -> Template: ...
        """,
        "def Card(title, *, user_name): ...\n\npage = t\"<{Card} title='x' USER-Name={name} />\"",
        "def Card(**attrs): ...\n\npage = t\"<{Card} colour='red' {more} />\"",
        "from shop import Card\n\npage = t\"<{Card} colour='red' /><{Unknown} x=1 />\"",
        'def Card(title): ...\n\npage = t"<{Card} {attrs} title={title} />"',
        'def Card(title): ...\n\npage = t"<{Card} title={title} data={data} aria={ {key: 1} } />"',
        "def Card(children): ...\n\npage = t\"<{Card} children='reserved: TDC210' />\"",
        "@wrapped\ndef Card(title): ...\n\npage = t\"<{Card} colour='red' />\"",
        "class Panel(Base):\n    title: str\n\npage = t\"<{Panel} colour='red' />\"",
        "def page(Card):\n    return t\"<{Card} colour='red' />\"\n\ndef Card(title): ...",
        "def Card(title): ...\n\nwith pytest.raises(ValueError):\n    html(t\"<{Card} colour='red' />\")",
        'try:\n    from fancy import Card\nexcept ImportError:\n    def Card(): ...\n\npage = t"<{Card} x=1 />"',
        """
        # file: shop/card.py
        from dataclasses import dataclass

        @dataclass
        class Field:
            name: str

        @dataclass
        class Card(Field):
            title: str = ""
        # file: shop/site.py
        from svcs_hopscotch.injectors import injectable
        from shop.card import Card

        @injectable(for_=Card)
        class OurCard:
            def __init__(self, name, colour="red"): ...
        # file: shop/views.py
        from shop.card import Card, Field

        page = t"<{Card} name='x' colour='blue' /><{Field} name='y' />"
        """,
        'def Card(title): ...\n\nattrs = {"title": "x"}\npage = t"<{Card} {attrs} />"',
        'def Card(title): ...\n\nattrs = {"id": "x"}\nattrs.pop("id")\npage = t"<{Card} {attrs} />"',
        "def Card(title, /): ...\n\npage = t\"<{Card} colour='red' />\"",
        """
        from dataclasses import dataclass

        @dataclass
        class Panel:
            title: str
        class WidePanel(Panel):
            width = 3
        @widened
        class WidestPanel(Panel):
            width: int = 3
        class AnyPanel(Panel, Mixin):
            width: int = 3
        page = t"<{WidePanel} title='x' /><{WidestPanel} width={4} /><{AnyPanel} width={4} />"
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            # file: shop/page.py
            from shop.hero import Hero, Named, Wide

            def page(): return t"<{Hero} «title='x'» /><{Wide} title='x' /><{Named} title='x' /><{Hero} />"
            # file: shop/hero.py
            from dataclasses import dataclass
            from typing import Protocol
            from tdom_svcs import hookable

            @hookable
            class Hero:
                title: str = "Have a look"

                def __call__(self): return t"<h1>{self.title}</h1>"

            @hookable
            @dataclass
            class Wide(Hero):
                title: str = "Look"

            class Named(Protocol):
                title: str

                def __call__(self): ...
            """
        ),
        td.invalid(
            """
            # file: shop/page.py
            from shop.menu import Menu

            page = t"<{Menu} «colour='red'» />"
            # file: shop/site.py
            from dataclasses import dataclass
            from string.templatelib import Template
            from svcs_hopscotch.injectors import injectable
            from shop.menu import Menu

            @injectable(for_=Menu)
            @dataclass
            class French(Menu):
                def __call__(self) -> Template: ...
            # file: shop/menu.py
            from dataclasses import dataclass
            from string.templatelib import Template

            @dataclass
            class Menu:
                size: int = 1

                def __call__(self) -> Template: ...
            """
        ),
        td.invalid("def Card(title, *, size=1): ...\n\npage = t\"<{Card} title='x' «colour='red'» />\""),
        td.invalid(
            """
            # file: shop/panels.py
            from dataclasses import dataclass

            @dataclass
            class Panel:
                title: str
            # file: shop/wide.py
            from shop.panels import Panel

            class WidePanel(Panel):
                width: int = 3
            # file: shop/views.py
            from shop.wide import WidePanel

            page = t"<{WidePanel} title='x' «width={4}» />"
            """
        ),
        td.invalid("def Card(title): ...\n\npage = t\"<{Card} «tilte='x'» />\""),
        td.invalid('def Card(title, wide=False): ...\n\npage = t"<p><{Card} title={x} «class={y}» wide /></p>"'),
        td.invalid('def Card(title): ...\n\nattrs = {"id": "x"}\npage = t"<{Card} title={x} «{attrs}» />"'),
        td.invalid(
            """
            # file: shop/field.py
            from dataclasses import dataclass, field

            @dataclass
            class Field:
                name: str
                _seen: int = field(default=0, init=False)
            # file: shop/views.py
            from shop import field as ui

            page = t"<{ui.Field} name='country' «_seen={1}» />"
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        for use, meant in (pair for path in focus for pair in application.known_uses(path)):
            if not application.is_dropped(use.path, use.fact):
                yield from self._findings(project, use.path, use.fact, use.component, meant)

    def _findings(
        self,
        project: td.Project,
        path: str,
        use: td.TemplateUseFact,
        symbol: td.Symbol,
        meant: Sequence[td.Symbol],
    ) -> Iterator[td.Finding]:
        names: set[str] = set()
        unknown = [attribute for attribute in use.attributes if not _is_always_taken(attribute)]
        for each in meant:
            if not unknown:
                return  # most tags give nothing else, and a component may have many that take its place
            parameters = () if _takes_nothing(project, each) and each.path != path else project.parameters(each)
            if parameters is None or any(prop.kind in {"keywords", "positional", "variadic"} for prop in parameters):
                return
            names |= {prop.name for prop in parameters}
            unknown = [attribute for attribute in unknown if _prop_of(attribute) not in names]
        for attribute in unknown:
            yield self._finding(path, use, symbol, attribute, sorted(names))

    def _finding(
        self,
        path: str,
        use: td.TemplateUseFact,
        symbol: td.Symbol,
        attribute: td.AttributeFact,
        names: Sequence[str],
    ) -> td.Finding:
        raises = self.targets.tdom >= (0, 1, 16)
        start, end = td.span_of(symbol)
        spread = "spreads `{}`, which" if attribute.kind == "spread" else "has the attribute `{}`, which"
        return self.finding(
            path,
            td.Span(attribute.start, attribute.end),
            f"`<{{{use.tag}}}>` {spread.format(attribute.name)} `{td.last_name(symbol.key)}` does not take",
            severity=td.Severity.ERROR if raises else td.Severity.WARNING,
            related=(td.Related(symbol.path, td.Span(start, end), "the component is declared here"),),
            note=f"tdom raises ValueError: Unexpected attribute {attribute.name}."
            if raises
            else "tdom drops it without a word, and from 0.1.16 on raises ValueError: Unexpected attribute "
            f"{attribute.name}.",
            help=_undecorated(symbol, attribute.name) or _advice(attribute.name, names),
        )


def _prop_of(attribute: td.AttributeFact) -> str:
    return attribute.name.replace("-", "_").lower()


def _is_always_taken(attribute: td.AttributeFact) -> bool:
    """Whether an attribute is none that a component has to know."""
    name = _prop_of(attribute)
    return name == "children" or (name in _EXPANDED and attribute.kind in {"interpolated", "spread"})


def _takes_nothing(project: td.Project, symbol: td.Symbol) -> bool:
    """Whether a component class has the constructor of `object`; in its own file TDC203 tells of it."""
    lineage = project.ancestors(symbol) if symbol.class_ is not None else None
    owners = [owner.class_ for owner in lineage or () if owner.class_ is not None]
    methods = {name for owner in owners for name in owner.methods}
    is_plain = all(td.api.INJECTABLE.issuperset(owner.decorators) and not owner.is_opaque for owner in owners)
    is_told = any(
        base.endswith(("Protocol", "ABC", "Tuple", "Dict", "Enum")) for owner in owners for base in owner.bases
    )
    return bool(owners) and is_plain and not is_told and "__call__" in methods and methods.isdisjoint(_CONSTRUCTING)


_CONSTRUCTING = frozenset({"__init__", "__new__", "__init_subclass__"})


def _undecorated(symbol: td.Symbol, name: str) -> str:
    """What to do where the class itself declares a field that its constructor does not know."""
    owner = symbol.class_
    if owner is None or all(field.name != name or not field.is_init for field in owner.fields):
        return ""
    return f"`{td.last_name(symbol.key)}` declares `{name}` and is no dataclass itself: decorate it, too"


def _advice(name: str, names: Sequence[str]) -> str:
    snake = name.replace("-", "_").lower()
    folded = [known for known in names if known.replace("_", "").lower() == snake.replace("_", "")]
    near = folded or difflib.get_close_matches(snake, names, 1, 0.6)
    if near and near[0] != near[0].lower():
        return f"attributes are lower-cased, so `{near[0]}` can never be given: rename the parameter (TDC205)"
    if near:
        return f"did you mean `{near[0].replace('_', '-')}`?"
    return f"it takes {', '.join(f'`{known}`' for known in names)}" if names else "it takes no attributes"
