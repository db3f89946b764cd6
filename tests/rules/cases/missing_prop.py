"""Cases of TDC208, missing-prop."""

from __future__ import annotations

from tdomcheck import authoring as td

_PROCESSOR = """
    # file: shop/processing.py
    from tdom.processor import ComponentProcessor, IComponentProcessor, TemplateProcessor

    class RequestProcessor(IComponentProcessor):
        default = ComponentProcessor()

        def process(self, template, ctx, component, attrs, children, provided_attrs=()):
            return self.default.process(
                template, ctx, component, attrs, children, provided_attrs=(("request", find()), *provided_attrs)
            )

    processor = TemplateProcessor(component_processor_api=RequestProcessor())
    # file: shop/page.py
    from shop.processing import processor

    def Footer(request): ...

    def page(ctx):
        return processor.process(t"«<{Footer}» />", ctx)
    """
_PROVIDED = 'provided_attrs=(("request", find()), *provided_attrs)'
_PROVIDING = (
    _PROVIDED,
    'provided_attrs=provided_attrs + (("request", find()),)',
    '(("request", find()), *provided_attrs)',
    "provided_attrs=tuple(provided_attrs) + found",
    "provided_attrs=((name, find()), *provided_attrs)",
    "provided_attrs=make()",
    'provided_attrs=provided_attrs if ctx else [("request", 1)]',
)
_LATER = """
            extra = [*provided_attrs]
            extra.{put}
            return self.default.process(template, ctx, component, attrs, children, provided_attrs=extra)
"""
_NOT_PROVIDING = (
    'provided_attrs=(("user", find()), *provided_attrs)',
    "provided_attrs=provided_attrs",
    "provided_attrs=()",
)

_RETURN = _PROCESSOR[_PROCESSOR.index("            return self") : _PROCESSOR.index("    processor = ")]


def _grown(put: str) -> str:
    return _PROCESSOR.replace(_RETURN, f"{_LATER.format(put=put).lstrip(chr(10))}\n")


VALID = [
    """
    # file: shop/tools.py
    def route(path):
        def register(view):
            ROUTES[path] = view
            return view

        return register
    # file: shop/cards.py
    from string.templatelib import Template
    from shop.tools import route

    @route("/")
    def Index(title) -> Template: ...
    # file: shop/page.py
    from shop.cards import Index

    page = t"<{Index} title='x' />"
    """,
    """
    def route(path):
        def register(view):
            return view

        return register

    @route("/")
    def Index(title): ...

    page = t"<{Index} title='x' />"
    """,
    """
    # file: shop/cards.py
    from functools import partial
    from string.templatelib import Template

    def _card(size, title, theme) -> Template: ...

    Card = partial(_card, 3, theme="dark")
    # file: shop/page.py
    from shop.cards import Card

    page = t"<{Card} title='x' />"
    """,
    *(
        _grown(put).replace("«", "").replace("»", "")
        for put in (
            'append(("request", find()))',
            'insert(0, ("request", find()))',
            'extend([("request", find())])',
            "extend(found)",
            "fill()",
        )
    ),
    _PROCESSOR.replace(_PROVIDED, '**{"provided_attrs": pairs}').replace("«", "").replace("»", ""),
    _PROCESSOR.replace(_PROVIDED, "*pairs").replace("«", "").replace("»", ""),
    _PROCESSOR.replace("(IComponentProcessor)", "(Base)")
    .replace("# file: shop/processing.py", "# file: shop/processing.py\n    from framework import Base")
    .replace(_PROVIDED, "provided_attrs=provided_attrs")
    .replace("«", "")
    .replace("»", ""),
    *(_PROCESSOR.replace(_PROVIDED, given).replace("«", "").replace("»", "") for given in _PROVIDING),
    _PROCESSOR.replace(
        "            return self", '            provided_attrs += (("request", 1),)\n            return self'
    )
    .replace(_PROVIDED, "provided_attrs=provided_attrs")
    .replace("«", "")
    .replace("»", ""),
    """
    from framework import Processor
    from tdom.processor import TemplateProcessor

    processor = TemplateProcessor(component_processor_api=Processor())

    def Footer(request): ...

    page = processor.process(t"<{Footer} />", ctx)
    """,
    """
    # file: shop/page.py
    from shop.menu import Menu

    page = t"<{Menu} />"
    # file: shop/site.py
    from dataclasses import dataclass
    from string.templatelib import Template
    from svcs_hopscotch.injectors import injectable
    from shop.menu import Menu

    @injectable(for_=Menu)
    @dataclass
    class French(Menu):
        size: int = 1

        def __call__(self) -> Template: ...
    # file: shop/menu.py
    from dataclasses import dataclass
    from string.templatelib import Template

    @dataclass
    class Menu:
        size: int

        def __call__(self) -> Template: ...
    """,
    """
    from dataclasses import InitVar, dataclass, field
    from svcs_di import Inject
    from shop import Base, Users
    from shop.di import Resource

    @dataclass
    class Menu:
        users: Inject[Users]
        start: InitVar[Inject[Users]]
        request: Resource[Users]
        size: int = field(init=False)

    @dataclass
    class Panel(Base):
        title: str

    page = t"<{Menu} /><{Panel} />"
    """,
    """
    # file: shop/card.py
    from dataclasses import dataclass

    @dataclass
    class Card:
        title: str
    # file: shop/site.py
    from svcs_hopscotch.injectors import injectable
    from shop.card import Card

    @injectable(for_=Card)
    class OurCard:
        def __init__(self, title="ours"): ...
    # file: shop/views.py
    from shop.card import Card

    page = t"<{Card} />"
    """,
    'def Card(title): ...\n\nwith pytest.raises(TypeError):\n    html(t"<{Card} />")',
    'from shop import Users\n\ndef Card(users: Users): ...\n\npage = t"<{Card} />"',
    'def Card(title): ...\n\nif plain:\n    Card = other\n\npage = t"<{Card} />"',
    'try:\n    from fancy import Card\nexcept ImportError:\n    def Card(title): ...\n\npage = t"<{Card} />"',
    """
    def Card(title): ...

    def wire(locator, pairs):
        for kind, factory in pairs:
            locator.register_implementation(kind, factory)

    page = t"<{Card} />"
    """,
    """
    import attrs
    from dataclasses import dataclass
    from svcs_di import Inject
    from shop import Users

    Services = Inject[Users]

    @dataclass
    class Menu:
        title: str

        def __init__(self, heading): ...

    @attrs.define
    class Panel:
        _title: str

    @dataclass
    class Rows:
        users: Services

    page = t"<{Menu} heading='x' /><{Panel} title='x' /><{Rows} />"
    """,
    """
    # file: shop/kinds.py
    from svcs_di import Inject

    class Users: ...
    Services = Inject[Users]
    # file: shop/rows.py
    from dataclasses import dataclass
    from shop.kinds import Services

    @dataclass
    class Rows:
        users: Services

    page = t"<{Rows} />"
    """,
]

INVALID = [
    td.invalid(
        """
        # file: shop/cards.py
        from functools import partial
        from string.templatelib import Template

        def _card(*, title, theme) -> Template: ...

        Card = partial(_card, theme="dark")
        # file: shop/page.py
        from shop.cards import Card

        page = t"«<{Card}» />"
        """
    ),
    td.invalid(_grown('append(("user", find()))')),
    td.invalid(
        """
        # file: shop/card.py
        from functools import cache, lru_cache
        from tdom_svcs import injectable

        @cache
        def Card(title): ...

        @injectable
        @lru_cache(maxsize=8)
        def Sum(total): ...

        @other
        def Row(total): ...
        # file: shop/page.py
        from shop.card import Card, Row, Sum

        page = t"«<{Card}» /><{Sum} total={1} /><{Row} />"
        """
    ),
    *(td.invalid(_PROCESSOR.replace(_PROVIDED, given)) for given in _NOT_PROVIDING),
    td.invalid(
        """
        from tdom.processor import ComponentProcessor, TemplateProcessor

        processor = TemplateProcessor(component_processor_api=ComponentProcessor())

        def Footer(request): ...

        page = processor.process(t"«<{Footer}» />", ctx)
        """
    ),
    td.invalid(
        """
        # file: shop/page.py
        from shop.menu import Menu

        page = t"«<{Menu}» />"
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
            size: int

            def __call__(self) -> Template: ...
        """
    ),
]
