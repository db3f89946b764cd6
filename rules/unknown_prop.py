"""TDC207: a component tag with an attribute that the component does not take."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_MOST, _LISTED = 100, 20
"""Props that an unknown attribute is compared with, and that its help lists."""
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
    GATE = td.Gate(features={td.Feature.COMPONENT_TAG})

    VALID: t.ClassVar = [
        "def Card(title, *, user_name): ...\n\npage = t\"<{Card} title='x' USER-Name={name} />\"",
        "def Card(**attrs): ...\n\npage = t\"<{Card} colour='red' {more} />\"",
        "from shop import Card\n\npage = t\"<{Card} colour='red' /><{Unknown} x=1 />\"",
        'def Card(title): ...\n\npage = t"<{Card} {attrs} title={title} />"',
        'def Card(title): ...\n\npage = t"<{Card} title={title} data={data} aria={ {key: 1} } />"',
    ]
    INVALID: t.ClassVar = [
        td.invalid("def Card(title, *, size=1): ...\n\npage = t\"<{Card} title='x' «colour='red'» />\""),
        td.invalid("def Card(title): ...\n\npage = t\"<{Card} «tilte='x'» />\""),
        td.invalid('def Card(title): ...\n\nattrs = {"id": "x"}\npage = t"<{Card} title={x} «{attrs}» />"'),
        td.invalid('def Card(title, wide=False): ...\n\npage = t"<p><{Card} title={x} «class={y}» wide /></p>"'),
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
        use: td.html.TemplateUseFact,
        symbol: td.Symbol,
        meant: Sequence[td.Symbol],
    ) -> Iterator[td.Finding]:
        names: set[str] = set()
        unknown = [attribute for attribute in use.attributes if not _is_always_taken(attribute)]
        for each in meant:
            if not unknown:
                return  # most tags give nothing else, and a component may have many that take its place
            parameters = () if _takes_nothing(project, each) and each.path != path else project.parameters(each)
            if parameters is None or any(not prop.is_named for prop in parameters):
                return
            names |= {prop.name for prop in parameters}
            unknown = [attribute for attribute in unknown if _prop_of(attribute) not in names]
        known = sorted(names)[:_MOST]
        for attribute in unknown:
            yield self._finding(path, use, symbol, attribute, known)

    def _finding(
        self,
        path: str,
        use: td.html.TemplateUseFact,
        symbol: td.Symbol,
        attribute: td.html.AttributeFact,
        names: Sequence[str],
    ) -> td.Finding:
        raises = self.targets.tdom >= (0, 1, 16)
        start, end = td.span_of(symbol)
        spread = (
            "spreads `{}`, which" if attribute.kind is td.html.AttributeKind.SPREAD else "has the attribute `{}`, which"
        )
        return self.finding(
            path,
            td.Span(attribute.start, attribute.end),
            f"`<{{{use.tag}}}>` {spread.format(td.shortened(attribute.name))} "
            f"`{td.last_name(symbol.key)}` does not take",
            severity=td.Severity.ERROR if raises else td.Severity.WARNING,
            related=(td.Related(symbol.path, td.Span(start, end), "the component is declared here"),),
            note=f"tdom raises ValueError: Unexpected attribute {attribute.name}."
            if raises
            else "tdom drops it without a word, and from 0.1.16 on raises ValueError: Unexpected attribute "
            f"{attribute.name}.",
            help=_undecorated(symbol, attribute.name) or _advice(attribute.name, names),
        )


def _prop_of(attribute: td.html.AttributeFact) -> str:
    return attribute.name.replace("-", "_").lower()


def _is_always_taken(attribute: td.html.AttributeFact) -> bool:
    """Whether an attribute is none that a component has to know."""
    name = _prop_of(attribute)
    is_value = attribute.kind in {td.html.AttributeKind.INTERPOLATED, td.html.AttributeKind.SPREAD}
    return name == "children" or (name in _EXPANDED and is_value)


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
    listed = ", ".join(f"`{known}`" for known in names[:_LISTED])
    more = ", and more" if len(names) > _LISTED else ""
    return f"it takes {listed}{more}" if names else "it takes no attributes"
