"""TDC413: `Get[X, "name"]` asks for an attribute that X does not have."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class GetAttribute(td.ProjectRule):
    """
    ## What

    `Annotated[T, Get[X, "name"]]` names an attribute that X has not.

    ## Why

    The container fetches X and reads the attribute when a page is rendered: `AttributeError: 'Settings' object has no
    attribute 'titel'`. No type checker looks into the string.

    ## Instead

    Name an attribute of X.

    ## Example

    ```python
    @dataclass
    class Settings:
        title: str


    @dataclass
    class Head:
        title: Annotated[str, Get[Settings, "titel"]]  # bad
        title: Annotated[str, Get[Settings, "title"]]  # good
    ```
    """

    CODE = "TDC413"
    SLUG = "get-attribute"
    GROUP = "services"
    SUMMARY = "an injected attribute does not exist"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={"injection"})

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

    VALID: t.ClassVar = [
        _HEAD,
        _HEAD.replace('"title"]', '"kind"]'),
        _HEAD.replace('"title"]', '"heading"]'),
        _HEAD.replace("class Settings(Base)", "class Settings(Unknown)").replace('"title"]', '"nothing"]'),
        _HEAD.replace("size: int = 1", "def __post_init__(self): ...").replace('"title"]', '"made_there"]'),
        _HEAD.replace("size: int = 1", "def __getattr__(self, name): ...").replace('"title"]', '"anything"]'),
        _HEAD.replace("@dataclass\n    class Settings", "class Settings").replace('"title"]', '"nothing"]'),
        _HEAD.replace('"title"]', "name]"),
    ]
    INVALID: t.ClassVar = [
        td.invalid(_HEAD.replace('Annotated[str, Get[Settings, "title"]]', '«Annotated[str, Get[Settings, "titel"]]»')),
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
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            for injection in project.facts[path].injections:
                symbol = project.resolve(path, injection.type_ref) if injection.attribute else None
                names = _attributes(project, symbol) if symbol is not None else None
                if symbol is not None and names is not None and injection.attribute not in names:
                    yield self._finding(path, injection, symbol, names)

    def _finding(self, path: str, injection: td.InjectionFact, symbol: td.Symbol, names: Sequence[str]) -> td.Finding:
        name = td.last_name(symbol.key)
        start, end = td.span_of(symbol)
        near = difflib.get_close_matches(injection.attribute, names, 1)
        return self.finding(
            path,
            td.Span(injection.start, injection.end),
            f"`{name}` has no attribute `{injection.attribute}`",
            related=(td.Related(symbol.path, td.Span(start, end), "declared here"),),
            note=f"rendering raises AttributeError: '{name}' object has no attribute '{injection.attribute}'",
            help=f"did you mean `{near[0]}`?" if near else f"it has {', '.join(f'`{known}`' for known in names)}",
        )


def _attributes(project: td.Project, symbol: td.Symbol) -> list[str] | None:
    """The attributes of a dataclass that sets no others; None for any other class."""
    lineage = project.ancestors(symbol)
    if lineage is None or project.parameters(symbol) is None:
        return None
    names: set[str] = set()
    for owner in lineage:
        found = owner.class_
        if found is None or not found.decorators or _MAKING.intersection(found.methods):
            return None
        names.update(field.name for field in found.fields)
        names.update(found.methods)
        names.update(found.attributes)
    return sorted(name for name in names if not name.startswith("__"))


_MAKING = frozenset({"__init__", "__post_init__", "__getattr__", "__getattribute__", "__attrs_post_init__"})
