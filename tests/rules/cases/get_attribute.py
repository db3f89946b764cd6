"""Cases of TDC413, get-attribute."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = """
    from dataclasses import dataclass
    from typing import Annotated
    from svcs_hopscotch import Get

    @dataclass
    class Base:
        title: str
        kind = "page"

        @property
        def heading(self): ...

    @dataclass
    class Settings(Base):
        size: int = 1

    @dataclass
    class Head:
        shown: Annotated[str, Get[Settings, "title"]]
    """
_SOURCE = """
    from dataclasses import dataclass
    from typing import Annotated, Protocol, runtime_checkable
    from svcs_hopscotch import Get

    class Sized(Protocol):
        size: int

    @runtime_checkable
    class Source(Sized, Protocol):
        title: str

        @property
        def heading(self): ...

    @dataclass
    class Head:
        shown: Annotated[str, Get[Source, "title"]]
    """
_GUEST = """
    # file: shop/models.py
    from dataclasses import dataclass

    @dataclass
    class Customer:
        name: str

    @dataclass
    class Business(Customer):
        company: str

    @dataclass
    class Request:
        path: str
    # file: shop/note.py
    from dataclasses import dataclass
    from shop.models import Business, Customer, Request
    from svcs_hopscotch import Resource
    from svcs_hopscotch.injectors import injectable

    class Note: ...

    @injectable(for_=Note, resource=Business)
    @dataclass
    class BusinessNote:
        customer: Resource[Business]
    # file: shop/app.py
    from shop.models import Business, Customer
    from svcs_hopscotch.injectors import HopscotchContainer

    def handle(registry, customer: Customer):
        return HopscotchContainer(registry, resource=customer)

    def preview(registry):
        guest = Business()
        return HopscotchContainer(registry, resource=guest), HopscotchContainer(registry)
    """
_REQUEST = _GUEST.replace("@injectable(for_=Note, resource=Business)", "@injectable").replace(
    "Resource[Business]", "Resource[Request]"
)

VALID = [
    _GUEST,
    _REQUEST.replace("shop/app.py", "tests/test_app.py"),
    _REQUEST.replace("shop/app.py", "examples/app.py"),
    _REQUEST.replace("name: str", "path: str"),
    f"{_REQUEST}\n    class Box(HopscotchContainer): ...",
    f"{_REQUEST}\n    open_box = partial(HopscotchContainer, resource=Request('/'))",
    f"{_REQUEST}\n    def again(container):\n        container.resource = Request('/')",
    _GUEST.replace("Resource[Business]", "Resource[Customer]"),
    _GUEST.replace("@injectable(for_=Note, resource=Business)", "@injectable"),
    _GUEST.replace("@injectable(for_=Note, resource=Business)", "@injectable")
    .replace("Resource[Business]", "Resource[Request]")
    .replace("customer: Customer", "customer"),
    _GUEST.replace("class Customer:", "class Customer(Unknown):").replace("resource=Business)", "resource=Customer)"),
    _HEAD.replace('"title"]', '"heading"]'),
    _HEAD.replace("class Settings(Base)", "class Settings(Unknown)").replace('"title"]', '"nothing"]'),
    _HEAD.replace("size: int = 1", "def __post_init__(self): ...").replace('"title"]', '"made_there"]'),
    _HEAD.replace("size: int = 1", "def __getattr__(self, name): ...").replace('"title"]', '"anything"]'),
    _HEAD.replace("@dataclass\n    class Settings", "class Settings").replace('"title"]', '"nothing"]'),
    _HEAD.replace('kind = "page"', 'kind: ClassVar[str] = "page"')
    .replace('"title"]', '"kind"]')
    .replace("import Annotated", "import Annotated, ClassVar"),
    _SOURCE,
    _SOURCE.replace('"title"]', '"heading"]'),
    _SOURCE.replace('"title"]', '"size"]'),
    _SOURCE.replace("Sized, Protocol", "Unknown, Protocol").replace('"title"]', '"nothing"]'),
    _SOURCE.replace("size: int", "def __getattr__(self, name): ...").replace('"title"]', '"anything"]'),
    _SOURCE.replace("size: int", "size: ClassVar[int]")
    .replace('"title"]', '"size"]')
    .replace("Annotated, Protocol", "Annotated, ClassVar, Protocol"),
    _SOURCE.replace("class Sized(Protocol)", "class Sized").replace('"title"]', '"nothing"]'),
    _SOURCE.replace("@runtime_checkable", "@shop.extended").replace('"title"]', '"nothing"]'),
]

INVALID = [
    td.invalid(
        _HEAD.replace(
            "@dataclass\n    class Head",
            'Shown = Annotated[str, Get[Settings, "titel"]]\n\n    @dataclass\n    class Head',
        ).replace('shown: Annotated[str, Get[Settings, "title"]]', "shown: «Shown»")
    ),
    td.invalid(
        """
        # file: shop/settings.py
        from dataclasses import dataclass

        @dataclass
        class Settings:
            title: str
        # file: shop/head.py
        from typing import Annotated
        from svcs_hopscotch import Get
        from shop.settings import Settings

        def Head(shown: «Annotated[str, Get(Settings, "colour")]»): ...
        """
    ),
    td.invalid(
        """
        # file: shop/source.py
        from typing import Protocol
        from shop.base import Sized

        class Source(Sized, Protocol):
            title: str
        # file: shop/base.py
        from typing import Protocol

        class Sized(Protocol):
            size: int
        # file: shop/head.py
        from typing import Annotated
        from svcs_hopscotch import Get
        from shop.source import Source

        Shown = Source

        def Head(shown: «Annotated[str, Get(Shown, "colour")]»): ...
        """
    ),
]
