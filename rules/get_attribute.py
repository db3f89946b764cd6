"""TDC413: `Get[X, "name"]` asks for an attribute that X does not have."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class GetAttribute(td.ProjectRule):
    """
    ## What

    `Annotated[T, Get[X, "name"]]` names an attribute that X has not, or that X does not declare where it is a Protocol.
    Or a field is a `Resource[X]`, where the resource of the container is something else: by the `resource=` that
    chooses the class, or by all containers of the project.

    ## Why

    The container fetches X and reads the attribute when a page is rendered: `AttributeError: 'Settings' object has no
    attribute 'titel'`. No type checker looks into the string. And a `Resource[X]` is filled with `container.resource`,
    whatever that is.

    ## Instead

    Name an attribute of X. What is asked of every implementation of a Protocol is declared by the Protocol.

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
    SUMMARY = "an injected attribute does not exist, or a resource is something else"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    GATE = td.Gate(features={td.Feature.INJECTION})

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
    """

    VALID: t.ClassVar = [
        _HEAD,
        _HEAD.replace('"title"]', '"kind"]'),
        _HEAD.replace('"title"]', "name]"),
    ]
    INVALID: t.ClassVar = [
        td.invalid(_HEAD.replace('Annotated[str, Get[Settings, "title"]]', '«Annotated[str, Get[Settings, "titel"]]»')),
        td.invalid(_SOURCE.replace('Annotated[str, Get[Source, "title"]]', '«Annotated[str, Get[Source, "titel"]]»')),
        td.invalid(
            _GUEST.replace("@injectable(for_=Note, resource=Business)", "@injectable").replace(
                "Resource[Business]", "«Resource[Request]»"
            )
        ),
        td.invalid(
            _GUEST.replace("resource=Business)\n    @dataclass", "resource=Customer)\n    @dataclass").replace(
                "Resource[Business]", "«Resource[Business]»"
            )
        ),
    ]

    SKIP_DERIVED: t.ClassVar = {"module import": "`typing.ClassVar` makes attributes that no fact tells of"}

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            for injection in project.facts[path].injections:
                symbol = project.resolve(path, injection.type_ref) if injection.attribute else None
                names = td.project.attributes_of(project, symbol) if symbol is not None else None
                if symbol is not None and names is not None and injection.attribute not in names:
                    yield self._finding(project, path, injection, symbol, names)
        for misfilled in td.project.misfilled_resources(project, frozenset(focus)):
            yield self._misled(misfilled)

    def _misled(self, misfilled: td.project.Misfilled) -> td.Finding:
        """A resource of another class than the containers have that fill it."""
        want, wanted, chosen = misfilled.want, misfilled.wanted, misfilled.chosen
        name, other = td.last_name(wanted.key), td.last_name(misfilled.given.key)
        message = f"no container of the project is opened with a `{name}` as its resource, but with a `{other}`"
        if chosen is not None:
            chosen_name = td.last_name(chosen.key)
            message = f"`{chosen_name}` is chosen for the resource `{other}`, which is not always a `{name}`"
        return self.finding(
            want.path,
            td.Span(want.fact.start, want.fact.end),
            message,
            related=(td.Related(wanted.path, td.Span(*td.span_of(wanted)), "declared here"),),
            note="nothing checks it: the field holds what the container was opened with, and reading what only "
            f"a `{name}` has raises AttributeError: '{other}' object has no attribute ...",
            help=f"take a `Resource[{other}]`" + (f", or choose it with `resource={name}`" if chosen else ""),
        )

    def _finding(
        self, project: td.Project, path: str, injection: td.services.InjectionFact, symbol: td.Symbol, names: list[str]
    ) -> td.Finding:
        name, asked = td.last_name(symbol.key), injection.attribute
        near = difflib.get_close_matches(asked, names, 1)
        message, error = f"`{name}` has no attribute `{asked}`", f": '{name}' object has no attribute '{asked}'"
        if is_protocol := td.project.is_protocol(project, symbol):
            message = f"the Protocol `{name}` declares no `{asked}`"
            error = f" for an implementation that has no `{asked}`"
        return self.finding(
            path,
            td.Span(injection.start, injection.end),
            message,
            # An implementation may have more than the Protocol says.
            severity=td.Severity.WARNING if is_protocol else None,
            related=(td.Related(symbol.path, td.Span(*td.span_of(symbol)), "declared here"),),
            note=f"rendering raises AttributeError{error}",
            help=f"did you mean `{near[0]}`?" if near else f"it has {', '.join(f'`{known}`' for known in names)}",
        )
