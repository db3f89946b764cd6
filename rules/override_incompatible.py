"""TDC605: an implementation that stands in for a component, and does not take what its tags give."""

from __future__ import annotations

import typing as t
from collections.abc import Collection, Iterator, Sequence

from tdomcheck import authoring as td


class OverrideIncompatible(td.ProjectRule):
    """
    ## What

    A class or function registered `for_` a component does not take the props that the tags of that component give, or
    requires others.

    ## Why

    tdom_svcs swaps the implementation in, and tdom calls it with what the tag says: `ValueError: Unexpected attribute
    title.`, or `TypeError: Missing required parameters for component: heading`. Only on the pages for which the
    override is chosen.

    ## Instead

    Give the override at least the props of the component, and defaults for all others.

    ## Example

    ```python
    @dataclass
    class Card:
        title: str


    @injectable(for_=Card)
    @dataclass
    class OurCard:
        heading: str  # bad: tags say `title`, and nobody says `heading`
    ```
    """

    CODE = "TDC605"
    SLUG = "override-incompatible"
    GROUP = "registry"
    SUMMARY = "an override does not take the props of what it stands in for"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={td.Feature.REGISTRATION})

    _CARD = """
    from dataclasses import dataclass
    from svcs_di import Inject
    from svcs_hopscotch.injectors import injectable

    class Users: ...

    @dataclass
    class Card:
        title: str

        def __call__(self): ...

    page = t"<{Card} title='x' />"
    """

    _WISHING = _CARD.replace("title: str", "title: str\n        users: tuple[Inject[Users], ...]")

    VALID: t.ClassVar = [
        f"{_WISHING}\n    @injectable(for_=Card)\n    @dataclass\n    class Ours(Card): ...",
        f"{_WISHING}\n    @injectable(for_=Card)\n    @dataclass\n    class Ours(Card):\n        size: int = 1",
        _CARD
        + "\n    @injectable(for_=Card)\n    @dataclass\n    class Ours:\n        title: str\n        size: int = 1",
        f"{_CARD}\n    @injectable(for_=Card)\n    @dataclass\n    class Ours(Card):\n        users: Inject[Users]",
        f"{_CARD}\n    @injectable(for_=Card)\n    def ours(**attrs): ...",
        f"{_CARD}\n    @injectable(for_=Card)\n    @dataclass\n    class Ours(Unknown):\n        heading: str",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_CARD}\n    @«injectable(for_=Card)»\n    @dataclass\n    class Ours:\n        users: Inject[Users]"
        ),
        td.invalid(
            f"{_CARD}\n    @«injectable(for_=Card)»\n    @dataclass\n    class Ours:\n        title: str\n"
            "        heading: str"
        ),
        td.invalid(
            f"{_WISHING}\n    @«injectable(for_=Card)»\n    @dataclass\n    class Ours(Card):\n        heading: str",
            message="`Ours` stands in for `Card`, but requires `heading`",
        ),
        td.invalid(
            f"{_CARD}\n    class Ours:\n        def __init__(self, heading=''): ...\n\n    def wire(locator):\n"
            "        «locator.register(Card, Ours)»"
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        for provision in application.provisions:
            if provision.path in wanted and provision.is_for_another and provision.kind in _STANDING_IN:
                yield from self._judged(project, application, provision)

    def _judged(
        self, project: td.Project, application: td.Application, provision: td.project.Provision
    ) -> Iterator[td.Finding]:
        base, ours = provision.service, provision.implementation
        parameters = project.parameters(ours) if ours is not None else None
        if base is None or ours is None or parameters is None or _is_open(parameters):
            return
        injected = {prop.name for prop in project.injected_fields(ours)}
        taken = project.parameters(base) or ()
        required = _required(parameters) - _required(taken) - injected - {"children", "data", "aria"}
        for use in application.uses:
            if _is_concerned(use, base, provision):
                names = {name.replace("-", "_") for name in use.fact.names} - {"data", "aria"}
                unknown, missing = _unknown(names, taken, parameters), sorted(required - names)
                if unknown or missing:
                    yield self._finding(application, provision, base, ours, use, unknown, missing)
                    return

    def _required_at(
        self, application: td.Application, ours: td.Symbol, missing: Sequence[str]
    ) -> Iterator[td.Related]:
        """Where the first of the props is declared that no tag gives."""
        for prop in application.project.parameters(ours) or ():
            if prop.name in missing[:1]:
                yield td.Related(application.declared_in(ours, prop), td.Span(prop.start, prop.end), "required here")

    def _finding(
        self,
        application: td.Application,
        provision: td.project.Provision,
        base: td.Symbol,
        ours: td.Symbol,
        use: td.project.TagUse,
        unknown: Sequence[str],
        missing: Sequence[str],
    ) -> td.Finding:
        what = " and ".join(
            [f"does not take {_listed(unknown)}"] * bool(unknown) + [f"requires {_listed(missing)}"] * bool(missing)
        )
        said = f"ValueError: Unexpected attribute {unknown[0]}." if unknown else _missing_text(missing)
        start, end = td.span_of(base)
        return self.finding(
            provision.path,
            td.Span(provision.fact.start, provision.fact.end),
            f"`{td.last_name(ours.key)}` stands in for `{td.last_name(base.key)}`, but {what}",
            related=(
                td.Related(use.path, td.Span(use.fact.start, use.fact.end), "this tag would be given to it"),
                td.Related(base.path, td.Span(start, end), "what it stands in for"),
                *self._required_at(application, ours, missing),
            ),
            note=f"where it is chosen, tdom raises {said}",
            help="take every prop of the component that it replaces, and give all others a default",
        )


_STANDING_IN = frozenset({"decorator", "implementation"})


def _is_open(parameters: Sequence[td.ParameterFact]) -> bool:
    """Whether a component may take more than its parameters have names for."""
    return any(not prop.is_named for prop in parameters)


def _unknown(
    given: Collection[str], taken: Sequence[td.ParameterFact], parameters: Sequence[td.ParameterFact]
) -> list[str]:
    """The attributes that the override does not take; what the component does not take either, TDC207 reports."""
    names = {prop.name for prop in parameters} | {"children"}
    known = {prop.name for prop in taken}
    is_open = not taken or _is_open(taken)
    return sorted(name for name in given if name not in names and (is_open or name in known))


def _is_concerned(use: td.project.TagUse, base: td.Symbol, provision: td.project.Provision) -> bool:
    """Whether a tag names what is replaced; pages of tests are not those of the application."""
    is_named = use.component.key == base.key and not use.fact.is_quiet and not use.fact.has_spread
    return is_named and td.is_test_file(use.path) == td.is_test_file(provision.path)


def _required(parameters: Sequence[td.ParameterFact]) -> set[str]:
    """The props that a tag has to give; a tag that does not give what the component requires is wrong by itself."""
    return {prop.name for prop in parameters if not prop.has_default and not prop.marker and prop.is_init}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _missing_text(names: Sequence[str]) -> str:
    return f"TypeError: Missing required parameters for component: {', '.join(names)}"
