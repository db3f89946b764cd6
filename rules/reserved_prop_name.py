"""TDC206: a prop with a name that tdom treats in a way of its own."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_EXPANDED = frozenset({"data", "aria"})
_COLLECTION = re.compile(
    r"(?:\w+\.)*(?:list|tuple|dict|set|List|Tuple|Dict|Set|Sequence|Iterable|Mapping|MutableMapping)"
)
_UNION = re.compile(r"(?:\w+\.)*(?:Optional|Union)\[(.*)\]", re.DOTALL)
_ITEMS = re.compile(r"\[[^\[\]]*\]")


class ReservedPropName(td.FileRule):
    """
    ## What

    A component has a prop `data` or `aria` that is given a value, or `style` that is annotated as a mapping.

    ## Why

    tdom expands `data={...}` and `aria={...}` to one attribute an entry, for components too: `ValueError: Unexpected
    attribute data-id.`, and `TypeError: Cannot use list as value for data attribute` for anything else than a mapping.
    A mapping given as `style` arrives as text.

    ## Instead

    Another name, such as `rows`.

    ## Example

    ```python
    def Table(data): ...  # bad:  <{Table} data={rows} />
    def Table(rows): ...  # good: <{Table} rows={rows} />
    ```
    """

    CODE = "TDC206"
    SLUG = "reserved-prop-name"
    GROUP = "components"
    SUMMARY = "a tag cannot give a value to a prop of this name"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    VERSIONS = "tdom>=0.1.16"
    GATE = td.Gate(
        features=td.html.COMPONENT_FEATURES,
        tokens={"data", "aria", "style"},
    )

    _HEAD = "from string.templatelib import Template\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}def Table(rows: list) -> Template: ...\n\npage = t'<{{Table}} rows={{rows}} />'",
        "page = t'<table data={rows}></table>'",
        "def Table(data=''): ...\n\npage = t'<{Table} data=\"x\" />'",
        "def Table(data=None, **attrs): ...\n\npage = t'<{Table} data={attrs} />'",
        f"{_HEAD}def Table(data) -> Template: ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid("def Table(data): ...\n\npage = t'<{Table} «data={rows}» />'"),
        td.invalid(f"{_HEAD}def Table(«data»: list[str]) -> Template: ..."),
        td.invalid(f"{_HEAD}def Box(title, «style»: dict[str, str]) -> Template: ..."),
        td.invalid(f"{_HEAD}def Box(«style»: dict) -> Template: ...\n\npage = t'<{{Box}} style={{look}} />'"),
        td.invalid(
            "from dataclasses import dataclass\n\n@dataclass\nclass Table:\n    aria: dict\n    size: int = 1\n\n"
            "    def __call__(self): ...\n\npage = t'<{Table} size={1} «aria={rows}» />'"
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {"in a class": "a method is no component"}

    def check_file(self) -> None:
        for part, premise in td.html.likely_parts(self.view):
            named = {prop.fact.name: prop for prop in part.props if prop.fact.is_named}
            is_open = any(prop.fact.kind is td.python.ParameterKind.VAR_KEYWORD for prop in part.props)
            for name in sorted(_EXPANDED & set(named)):
                if not self._check_tags(part, named[name], is_open=is_open):
                    self._check_declared(part, named[name], premise, is_open=is_open)
            if "style" in named:
                self._check_declared(part, named["style"], premise, is_open=is_open)

    def _check_tags(self, part: td.html.Part, prop: td.html.Prop, *, is_open: bool) -> bool:
        """Whether some tag of this file gives the prop; each that cannot is reported."""
        places = _given(part, prop.fact.name)
        for template, attribute in places:
            value = template.interpolations[attribute.interpolations[0]] if attribute.interpolations else None
            if attribute.kind is td.html.AttributeKind.INTERPOLATED and value is not None and not is_open:
                self._check_value(part, prop, attribute, value)
        return bool(places)

    def _check_value(
        self, part: td.html.Part, prop: td.html.Prop, attribute: td.Attribute, value: td.Interpolation
    ) -> None:
        name = prop.fact.name
        origins = [origin for _, origin in td.flow.origins(self.view, value.node)]
        is_harmless = any(origin.type in {"none", "dictionary"} and not origin.named_child_count for origin in origins)
        is_certain = any(origin.type in {"list", "dictionary"} and origin.named_child_count for origin in origins)
        if is_harmless and not is_certain:
            return
        self.report_span(
            attribute.span,
            f"the prop `{name}` of `{part.path}` never gets this value: tdom expands `{name}={{...}}` itself",
            related=(td.Related(self.path, self.view.span(td.python.name_in(prop.node)), "the prop"),),
            note=f"a mapping raises ValueError: Unexpected attribute {name}-KEY., and any other value "
            f"TypeError: Cannot use TYPE as value for {name} attribute",
            help="give the prop another name, such as `rows`",
        )

    def _check_declared(
        self, part: td.html.Part, prop: td.html.Prop, premise: td.Premise | None, *, is_open: bool
    ) -> None:
        """By its annotation the prop wants what no tag can give."""
        fact = prop.fact
        is_called = td.html.is_called(self.view, part.path)
        if fact.marker or is_called or not _is_collection(fact.annotation):
            return
        places = _given(part, fact.name)
        if fact.has_default and not places:
            if is_open and fact.name != "style":
                return  # what a mapping is expanded to, `**attrs` takes; a style is text in any case
            # Python may fill what has a default: only a component that some tag names is meant to be filled by tags.
            premise = td.Premise(f":{part.path}", (), (td.project.COMPONENT,))
        note = f"tdom expands `{fact.name}={{...}}` to one attribute an entry, and refuses what is no mapping"
        if fact.name == "style":
            note = "tdom makes text of a mapping that is given as `style`"
        wanted = fact.annotation.removesuffix(" | None")
        self.report_span(
            self.view.span(td.python.name_in(prop.node)),
            f"no tag can give `{fact.name}` of {self._owner(part, prop)} a value of type `{wanted}`",
            severity=td.Severity.WARNING,
            related=tuple(td.Related(self.path, found.span, "given here") for _, found in places),
            note=note,
            help="give the prop another name, such as `rows`",
            premise=premise,
        )

    def _owner(self, part: td.html.Part, prop: td.html.Prop) -> str:
        """The component, or the base class that declares the prop for several."""
        around: Node | None = prop.node
        while around is not None and around.type != "class_definition":
            around = around.parent
        name = around.child_by_field_name("name") if around is not None else None
        declared = self.view.text(name) if name is not None else part.path
        is_own = td.last_name(part.path) == declared
        return f"the component `{part.path}`" if is_own else f"`{declared}` and of the components that derive from it"


def _is_collection(annotation: str) -> bool:
    """Whether every member of an annotation is a collection, None aside."""
    union = _UNION.fullmatch(annotation)
    text, count = union[1] if union else annotation, 1
    while count:
        text, count = _ITEMS.subn("", text)
    names = {name.strip() for name in re.split(r"[|,]", text)} - {"None", ""}
    return bool(names) and all(_COLLECTION.fullmatch(name) for name in names)


def _given(part: td.html.Part, name: str) -> list[tuple[td.Template, td.Attribute]]:
    """The attributes of this file that give a prop, with the templates that they stand in."""
    return [
        (place.template, attribute)
        for place in part.places
        for attribute in place.tag.attributes
        if attribute.name == name and attribute.kind is not td.html.AttributeKind.SPREAD
    ]
