"""TDC208: a component tag without a prop that the component requires."""

from __future__ import annotations

import re
import sys
import typing as t
from collections.abc import Collection, Iterator, Sequence

from tdomcheck import authoring as td

_MARKER = re.compile(r"\W*(?:\w+\.)*(?:Inject|Resource|Get)\b")
_KNOWN = sys.stdlib_module_names | {"tdom", "svcs", "markupsafe", "builtins"}
"""Where types come from that are no alias of a marker."""
_MARKERS = frozenset({"Inject", "Resource", "Get"})
"""What looks like a marker, by whatever path it came, may well be one."""


class MissingProp(td.ProjectRule):
    """
    ## What

    A component is used without all the props that it requires.

    ## Why

    `TypeError: Missing required parameters for component: title`, when the page is rendered. What a container injects,
    what has a default, and `children` are not asked of the tag; nor is what a component processor of the project gives
    as `provided_attrs`. Where that cannot be told, nothing is reported.

    ## Instead

    Give the prop as an attribute, with hyphens for underscores: `user-name` for `user_name`. Or give it a default.

    ## Example

    ```python
    t"<{Card}>text</{Card}>"               # bad: Card requires title
    t"<{Card} title='News'>text</{Card}>"  # good
    ```
    """

    CODE = "TDC208"
    SLUG = "missing-prop"
    GROUP = "components"
    SUMMARY = "a component is used without a prop that it requires"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={td.Feature.COMPONENT_TAG})
    OPTIONS = (td.option("provided", (), "Props that processors of other packages give to every component."),)

    VALID: t.ClassVar = [
        "def Card(title, *, size=1, children): ...\n\npage = t\"<{Card} title='x'>text</{Card}>\"",
        "def Card(user_name, **attrs): ...\n\npage = t\"<{Card} USER-Name={name} id='a' />\"",
        'def Card(title): ...\n\npage = t"<{Card} {attrs} />"',
        'from shop import Card\n\npage = t"<{Card} /><{Unknown} />"',
        'def Card(title, /): ...\n\npage = t"<{Card} />"',
        'def page(Card):\n    return t"<{Card} />"\n\ndef Card(title): ...',
    ]
    INVALID: t.ClassVar = [
        td.invalid('def Card(title, text, **more): ...\n\npage = t"<p>«<{Card}» /></p>"'),
        td.invalid('def Card(title, *, size=1, children): ...\n\npage = t"«<{Card}» size={2}>text</{Card}>"'),
        td.invalid(
            """
            # file: shop/field.py
            from dataclasses import dataclass, field

            @dataclass
            class Field:
                name: str
                label: str
                wide: bool = field(default=False, kw_only=True)
            # file: shop/select.py
            from dataclasses import dataclass
            from .field import Field

            @dataclass
            class Select(Field):
                options: tuple[str, ...]
            # file: shop/views.py
            from shop import select as ui

            page = t"«<{ui.Select}» name='country' options={options} />"
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application, provided = td.Application.of(project), td.project.provided_props(project)
        if provided is None:
            return
        provided = provided.union(t.cast("tuple[str, ...]", self.option("provided")))
        for use, meant in (pair for path in focus for pair in application.known_uses(path)):
            if use.fact.has_spread or application.is_dropped(use.path, use.fact):
                continue
            missing = [prop for prop in _missing(project, use.component, use.fact) if prop.name not in provided]
            for symbol in meant:
                if not missing:
                    break  # most tags lack nothing, and a component may have many that take its place
                lacking = {prop.name for prop in _missing(project, symbol, use.fact)}
                missing = [prop for prop in missing if prop.name in lacking]
            if missing:
                yield self._finding(project, use.path, use.fact, use.component, missing)

    def _finding(
        self,
        project: td.Project,
        path: str,
        use: td.html.TemplateUseFact,
        symbol: td.Symbol,
        missing: Sequence[td.ParameterFact],
    ) -> td.Finding:
        text = ", ".join(f"`{prop.name}`" for prop in missing)
        names = ", ".join(prop.name for prop in missing)
        return self.finding(
            path,
            td.Span(use.start, use.end),
            f"`<{{{use.tag}}}>` is missing the required prop{'s'[: len(missing) > 1]} {text}",
            related=tuple(_declared(project, symbol, prop) for prop in missing),
            note=f"tdom raises TypeError: Missing required parameters for component: {names}",
            help="give each as an attribute of the tag, or a default where it is declared",
        )


def _missing(project: td.Project, symbol: td.Symbol, use: td.html.TemplateUseFact) -> list[td.ParameterFact]:
    parameters = project.parameters(symbol)
    if parameters is None or any(prop.kind is td.python.ParameterKind.POSITIONAL_ONLY for prop in parameters):
        return []
    names = {name.replace("-", "_") for name in use.names}
    missing = [
        prop
        for prop in parameters
        if prop.name not in names and _is_required(prop) and not _may_be_filled(project, symbol, prop)
    ]
    return [] if any(_may_be_meant(prop, names) for prop in missing) else missing


def _may_be_meant(prop: td.ParameterFact, given: Collection[str]) -> bool:
    """Whether an attribute that a tag has may be for a prop that it has not."""
    # `data={...}` and `aria={...}` expand to attributes that only the mapping knows.
    expanded = tuple(f"{name}_" for name in ("data", "aria") if name in given)
    return prop.name.lower() in given or (bool(expanded) and prop.name.startswith(expanded))


def _is_required(prop: td.ParameterFact) -> bool:
    is_named = prop.is_named and prop.is_init
    is_filled = prop.marker or _MARKER.match(prop.annotation) or prop.type_ref.rpartition(".")[2] in _MARKERS
    return is_named and not prop.has_default and not is_filled and prop.name != "children"


def _may_be_filled(project: td.Project, symbol: td.Symbol, prop: td.ParameterFact) -> bool:
    """Its annotation is a name that is not known to be a class: an alias, perhaps of a marker."""
    path = _declared(project, symbol, prop).path
    if not prop.type_ref or re.search(r"[\[|]", prop.annotation):
        return False
    type_symbol = project.resolve(path, prop.type_ref)
    if type_symbol is not None and type_symbol.is_external:
        return type_symbol.key.partition(".")[0] not in _KNOWN
    return type_symbol is None or type_symbol.class_ is None


def _declared(project: td.Project, symbol: td.Symbol, prop: td.ParameterFact) -> td.Related:
    """Where a prop is declared, which may be the file of a base class."""
    path = td.Application.of(project).declared_in(symbol, prop)
    return td.Related(path, td.Span(prop.start, prop.end), f"`{prop.name}` is declared here, without a default")
