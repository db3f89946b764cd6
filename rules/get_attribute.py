"""TDC413: `Get[X, "name"]` asks for an attribute that X does not have."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Collection, Iterator, Sequence

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
                names = _attributes(project, symbol) if symbol is not None else None
                if symbol is not None and names is not None and injection.attribute not in names:
                    yield self._finding(project, path, injection, symbol, names)
        yield from self._misled(project, frozenset(focus))

    def _misled(self, project: td.Project, focus: Collection[str]) -> Iterator[td.Finding]:
        """Resources of another class than the containers have that fill them."""
        application = td.Application.of(project)
        opened, chosen = td.resource_classes(project), _chosen(application)
        for want in application.wants:
            wanted = want.service
            is_asked = want.path in focus and want.fact.marker == "Resource" and not td.is_test_file(want.path)
            if not is_asked or wanted is None or not _is_told_apart(project, wanted):
                continue
            by_class = chosen.get((want.path, want.fact.start), [])
            pairs = by_class or [(want.owner, other) for other in opened if want.owner is not None]
            is_wrong = (
                _lacking(project, given, wanted, is_exact=bool(by_class))
                and _is_filled(application, made, want.fact.name)
                for made, given in pairs
            )
            if pairs and all(is_wrong):
                yield self._mistaken(want, wanted, by_class[0][0] if by_class else None, pairs[0][1])

    def _mistaken(self, want: td.Want, wanted: td.Symbol, chosen: td.Symbol | None, given: td.Symbol) -> td.Finding:
        name, other = td.last_name(wanted.key), td.last_name(given.key)
        start, end = td.span_of(wanted)
        message = f"no container of the project is opened with a `{name}` as its resource, but with a `{other}`"
        if chosen is not None:
            chosen_name = td.last_name(chosen.key)
            message = f"`{chosen_name}` is chosen for the resource `{other}`, which is not always a `{name}`"
        return self.finding(
            want.path,
            td.Span(want.fact.start, want.fact.end),
            message,
            related=(td.Related(wanted.path, td.Span(start, end), "declared here"),),
            note="nothing checks it: the field holds what the container was opened with, and reading what only "
            f"a `{name}` has raises AttributeError: '{other}' object has no attribute ...",
            help=f"take a `Resource[{other}]`" + (f", or choose it with `resource={name}`" if chosen else ""),
        )

    def _finding(
        self, project: td.Project, path: str, injection: td.InjectionFact, symbol: td.Symbol, names: Sequence[str]
    ) -> td.Finding:
        name, asked = td.last_name(symbol.key), injection.attribute
        start, end = td.span_of(symbol)
        near = difflib.get_close_matches(asked, names, 1)
        is_protocol = _is_protocol(project, symbol)
        return self.finding(
            path,
            td.Span(injection.start, injection.end),
            f"the Protocol `{name}` declares no `{asked}`" if is_protocol else f"`{name}` has no attribute `{asked}`",
            # An implementation may have more than the Protocol says.
            severity=td.Severity.WARNING if is_protocol else None,
            related=(td.Related(symbol.path, td.Span(start, end), "declared here"),),
            note=f"rendering raises AttributeError for an implementation that has no `{asked}`"
            if is_protocol
            else f"rendering raises AttributeError: '{name}' object has no attribute '{asked}'",
            help=f"did you mean `{near[0]}`?" if near else f"it has {', '.join(f'`{known}`' for known in names)}",
        )


def _is_told_apart(project: td.Project, symbol: td.Symbol) -> bool:
    """Whether a class of the project says all that it derives from, and no other class can pass for one."""
    lineage = project.ancestors(symbol) if symbol.class_ is not None else None
    return lineage is not None and not any(map(td.is_wanted, lineage))


def _chosen(application: td.Application) -> dict[tuple[str, int], list[tuple[td.Symbol, td.Symbol]]]:
    """What is chosen by `resource=` and the class that this names, by the places of the fields that are filled then."""
    found: dict[tuple[str, int], list[tuple[td.Symbol, td.Symbol]]] = {}
    for provision in application.provisions:
        made, resource = provision.implementation, provision.fact.resource
        named = application.project.resolve(provision.path, resource) if resource else None
        for want in application.wants_of(made) if made is not None and named is not None else ():
            if made is not None and named is not None:
                found.setdefault((want.path, want.fact.start), []).append((made, named))
    return found


def _is_filled(application: td.Application, made: td.Symbol, name: str) -> bool:
    """Whether a container gives the field its value: the constructor takes it, and no tag does it instead."""
    taken = application.project.parameters(made)
    uses = (use for use in application.uses if use.component.key == made.key)
    is_given = any(name.replace("_", "-") in use.fact.names or name in use.fact.names for use in uses)
    return taken is not None and any(parameter.name == name for parameter in taken) and not is_given


def _lacking(project: td.Project, given: td.Symbol, wanted: td.Symbol, *, is_exact: bool) -> bool:
    """Whether an object of a class lacks what another one has; if not `is_exact`, it may be of an heir of its class."""
    if given.class_ is None or project.ancestors(given) is None or project.derives_from(given, {wanted.key}):
        return False
    if not is_exact and project.derives_from(wanted, {given.key}):
        return False
    has, needs = _attributes(project, given), _attributes(project, wanted)
    return has is not None and needs is not None and not set(needs) <= set(has)


def _attributes(project: td.Project, symbol: td.Symbol) -> list[str] | None:
    """The attributes of a Protocol, or of a dataclass that sets no others; None for any other class."""
    lineage = project.ancestors(symbol)
    is_protocol = _is_protocol(project, symbol)
    if lineage is None or not (is_protocol or project.parameters(symbol) is not None):
        return None
    names: set[str] = set()
    for owner in lineage:
        found = owner.class_
        if found is None or _MAKING.intersection(found.methods) or _may_hide(project.facts[owner.path]):
            return None
        if not (_declares_all(project, owner) if is_protocol else found.decorators):
            return None
        names.update(field.name for field in found.fields)
        names.update(found.methods)
        names.update(found.attributes)
    return sorted(name for name in names if not name.startswith("__"))


def _is_protocol(project: td.Project, symbol: td.Symbol) -> bool:
    bases = symbol.class_.bases if symbol.class_ is not None else ()
    found = (project.resolve(symbol.path, base) for base in bases)
    return any(base is not None and base.key in _PROTOCOL for base in found)


def _declares_all(project: td.Project, owner: td.Symbol) -> bool:
    """A Protocol under no decorator but those that leave it as it is."""
    found = owner.class_
    is_plain = found is not None and not found.is_opaque and _QUIET.issuperset(found.decorators)
    return is_plain and _is_protocol(project, owner)


def _may_hide(facts: td.FileFacts) -> bool:
    """Whether a class of the file may have a `ClassVar`, which no fact tells of."""
    return any(
        found.name in {"ClassVar", "*"} or (not found.name and found.module in {"typing", "typing_extensions"})
        for found in facts.imports
    )


_MAKING = frozenset({"__init__", "__post_init__", "__getattr__", "__getattribute__", "__attrs_post_init__"})
_PROTOCOL = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_QUIET = frozenset(f"{module}.runtime_checkable" for module in ("typing", "typing_extensions"))
