"""TDC404: an injected value that may be None by its annotation."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class OptionalInject(td.FileRule):
    """
    ## What

    `Inject[X] | None`, `Optional[Inject[X]]` or `Inject[X | None]` as the annotation of a field or parameter.

    ## Why

    `Inject` is seen only as the outermost annotation. In a union it is not seen at all: the field silently keeps its
    default, or, without one, the constructor raises `TypeError: Panel.__init__() missing 1 required positional
    argument: 'db'`. And a container knows no service for the type `X | None`: `ServiceNotFoundError: shop.Db | None`.

    ## Instead

    `Inject[X]`, and a registered object that does nothing where there is no such service.

    ## Example

    ```python
    @dataclass
    class Panel:
        db: Inject[Db] | None = None  # bad: always None

    @dataclass
    class Panel:
        db: Inject[Db]  # good
    ```
    """

    CODE = "TDC404"
    SLUG = "optional-inject"
    GROUP = "services"
    SUMMARY = "an optional Inject is never filled"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    GATE = td.Gate(features=td.services.MARKER_FEATURES, tokens={"Inject", "Resource", "Get"})

    _HEAD = (
        "from dataclasses import dataclass\nfrom typing import Annotated, Optional, Union\n"
        "from svcs_di import Inject\n\nclass Db: ...\n\n@dataclass\nclass Panel:\n"
    )

    VALID: t.ClassVar = [
        f"{_HEAD}    db: Inject[Db] = None",
        f"{_HEAD}    db: Inject[Db]\n    size: int | None = None",
        f"{_HEAD}    db: Annotated[Inject[Db], 'x | None']\n    rows: Inject[list[Db | None]]",
        f"{_HEAD}    db: Inject[Db]\n\ndef find(panels) -> Inject[Db] | None:\n    found: Inject[Db] | None = None",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}    db: «Inject[Db] | None» = None"),
        td.invalid(f"{_HEAD}    db: «Optional[Inject[Db]]»"),
        td.invalid(f"{_HEAD}    db: «Inject[Db | None]»"),
        td.invalid(f"{_HEAD}    db: «'Inject[Optional[Db]]'»"),
        td.invalid("import svcs_di as di\n\ndef render(panel, *, db: «di.Inject[int] | None»): ..."),
    ]

    def check_file(self) -> None:
        for marked in (*td.services.marked_annotations(self.view), *td.services.marked_by_alias(self.view)):
            if not self.view.is_expected_to_fail(marked.typed.start_byte):
                self._check(marked)

    def _check(self, marked: td.services.Marked) -> None:
        outer = marked.annotation.wrapped
        markers = [marker for member in outer.members if (marker := td.services.marker_of(member))]
        if markers:
            self._report_outside(marked, markers[0])
        elif td.services.marker_of(outer) == "Inject" and any(
            member.is_none for service in outer.arguments[:1] for member in service.members
        ):
            self._report_inside(marked)

    def _report_outside(self, marked: td.services.Marked, marker: str) -> None:
        has_default = marked.value is not None
        note = f"`{marker}` is seen only as the outermost annotation, so nothing is injected"
        if has_default:
            note += f" and it is always {self.view.text(marked.value)}" if marked.value is not None else ""
        else:
            note += f": TypeError: missing 1 required positional argument: '{marked.name}'"
        self.report_span(
            self.view.span(marked.typed),
            f"`{marked.name}` is never injected: `{marker}` stands in a union",
            severity=td.Severity.WARNING if has_default else td.Severity.ERROR,
            note=note,
            help=_HELP,
        )

    def _report_inside(self, marked: td.services.Marked) -> None:
        self.report_span(
            self.view.span(marked.typed),
            f"`{marked.name}` asks for a service of the type `X | None`, which nobody registers",
            note="the container raises ServiceNotFoundError for the union; injectors of svcs-hopscotch leave it out",
            help=_HELP,
        )


_HELP = "annotate it Inject[X], and register an object that does nothing where there is no such service"
