"""TDC214: a prop is given a value of another type than it is declared with."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_FITS = {
    "int": {"int", "bool"},
    "float": {"int", "float", "bool"},
    "bool": {"bool", "True"},
    "str": {"str"},
    "list": {"list"},
    "tuple": {"tuple"},
    "set": {"set"},
    "dict": {"dict"},
}
"""By annotation, what may be given; a type checker would say the same of a call."""
_KNOWN = frozenset({"int", "float", "bool", "str", "list", "tuple", "set", "dict", "bytes", "True"})


class PropType(td.ProjectRule):
    """
    ## What

    An attribute of a component tag has a value that is not of the type that the prop is annotated with: a text where
    an `int` is meant, or no value at all, which gives True.

    ## Why

    tdom hands over what it is given: `count='3'` arrives as the text `'3'`, and a bare `count` as `True`. Nothing is
    raised until the component counts with it, and `if wide` is true for `wide='false'`.

    ## Instead

    Interpolate the value: `count={3}`, `wide={False}`.

    ## Example

    ```python
    def Stars(count: int) -> Template: ...


    t"<{Stars} count='3' />"  # bad: a str
    t"<{Stars} count={3} />"  # good
    ```
    """

    CODE = "TDC214"
    SLUG = "prop-type"
    GROUP = "components"
    SUMMARY = "a prop is given a value of another type than it is declared with"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "no"
    GATE = td.Gate(features={td.Feature.COMPONENT_TAG})

    VALID: t.ClassVar = [
        'def Stars(count: int): ...\n\npage = t"<{Stars} count={3} /><{Stars} count={n} />"',
        "def Stars(count: int | str): ...\n\npage = t\"<{Stars} count='3' />\"",
        "def Stars(count): ...\n\npage = t\"<{Stars} count='3' />\"",
        "def Pick(options: Sequence[str]): ...\n\npage = t\"<{Pick} options='DE FR' />\"",
        'def Card(wide: bool = False): ...\n\npage = t"<{Card} wide /><{Card} wide={n > 1} />"',
    ]
    INVALID: t.ClassVar = [
        td.invalid("def Stars(count: int): ...\n\npage = t\"<{Stars} «count='3'» />\""),
        td.invalid('def Stars(count: int): ...\n\npage = t"<{Stars} «count» />"'),
        td.invalid('def Card(title: str): ...\n\npage = t"<{Card} «title={3}» />"'),
        td.invalid("def Card(wide: bool = False): ...\n\npage = t\"<{Card} «wide='false'» />\""),
        td.invalid("def Pick(options: tuple[str, ...]): ...\n\npage = t\"<{Pick} «options='DE FR'» />\""),
        td.invalid('def Pick(options: dict[str, int]): ...\n\npage = t"<{Pick} «options={[1]}» />"'),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        for use in (use for path in focus for use in application.certain_uses(path)):
            if not application.is_dropped(use.path, use.fact):
                yield from self._findings(project, use.path, use.fact, use.component)

    def _findings(
        self, project: td.Project, path: str, use: td.html.TemplateUseFact, symbol: td.Symbol
    ) -> Iterator[td.Finding]:
        props = {prop.name: prop for prop in project.parameters(symbol) or ()}
        for attribute in use.attributes:
            prop = props.get(attribute.name.replace("-", "_"))
            if prop is None or attribute.kind is td.html.AttributeKind.TEMPLATED or attribute.value_type not in _KNOWN:
                continue
            if self._refuses(project, symbol, prop, attribute.value_type):
                yield self._finding(project, path, attribute, symbol, prop)

    def _refuses(self, project: td.Project, symbol: td.Symbol, prop: td.ParameterFact, given: str) -> bool:
        """Whether a value of a builtin type is certainly none that the annotation means."""
        if prop.marker:
            return False
        head, _, arguments = prop.annotation.partition("[")
        if not prop.type_ref and (prop.item_ref or head in _FITS) and (not arguments or arguments.endswith("]")):
            return given not in _FITS.get(head, {given})
        home = td.Application.of(project).declared_in(symbol, prop)
        wanted = project.resolve(home, prop.type_ref) if not arguments else None
        if wanted is None or wanted.class_ is None or td.Application.of(project).kind_of(wanted) == "protocol":
            return False
        lineage = project.ancestors(wanted)
        return lineage is not None and not any(owner.class_ is None or owner.class_.is_opaque for owner in lineage)

    def _finding(
        self,
        project: td.Project,
        path: str,
        attribute: td.html.AttributeFact,
        symbol: td.Symbol,
        prop: td.ParameterFact,
    ) -> td.Finding:
        is_bare = attribute.value_type == "True"
        what = "True, for it has no value" if is_bare else f"a {attribute.value_type}"
        declared = td.Application.of(project).declared_in(symbol, prop)
        return self.finding(
            path,
            td.Span(attribute.start, attribute.end),
            f"`{prop.name}` is declared as `{prop.annotation}`, and is given {what}",
            related=(td.Related(declared, td.Span(prop.start, prop.end), "declared here"),),
            note="tdom hands over what it is given, and raises nothing",
            help=f"interpolate a value: `{attribute.name}={{...}}`",
        )
