"""TDC203: a class that tdom cannot use as a component."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_DECORATORS = td.DATACLASS | td.ATTRS | td.api.INJECTABLE | {"typing.final"}
_SWAPPED = frozenset({"import svcs_di", "import svcs_hopscotch", "import tdom_svcs"})
"""Where another class may stand in for the one that the tag names."""
_REFUSAL = "tdom raises TypeError: Component object must return Template when called: <class '{}'>"


class ComponentClassShape(td.FileRule):
    """
    ## What

    A class is used as a component and cannot be one: it has no `__call__`, its `__call__` wants arguments, is async or
    a generator, or it declares props and nothing fills them, since it is no dataclass and has no `__init__`.

    ## Why

    tdom builds the object from the attributes of the tag and calls it without arguments. Otherwise it raises:
    `TypeError: Component callable must return Template or Callable: <class 'Card'>`, `Card.__call__() missing 1
    required positional argument: 'size'`, `Component object must return Template when called: <class 'coroutine'>`,
    or `ValueError: Unexpected attribute title.`

    ## Instead

    A dataclass with a plain method `def __call__(self) -> Template`.

    ## Example

    ```python
    class Card:  # bad: nothing takes the title
        title: str

        def __call__(self) -> Template:
            return t"<h2>{self.title}</h2>"


    @dataclass
    class Card:  # good
        title: str

        def __call__(self) -> Template:
            return t"<h2>{self.title}</h2>"
    ```
    """

    CODE = "TDC203"
    SLUG = "component-class-shape"
    GROUP = "components"
    SUMMARY = "a class that is used as a component cannot be one"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features={"import tdom", "component-tag", "import string.templatelib", "template"}, tokens={"class", "<{"}
    )

    _HEAD = "from dataclasses import dataclass\nfrom string.templatelib import Template\n\n"
    _CALL = '    def __call__(self) -> Template:\n        return t"<b>{self.title}</b>"\n'

    VALID: t.ClassVar = [
        f"{_HEAD}@dataclass\nclass Card:\n    title: str\n\n{_CALL}\npage = t\"<{{Card}} title='x' />\"",
        """
        from tdom_svcs import html

        class Footer: ...

        page = html(t"<{Footer} />", container=container)
        """,
        "class Card: ...\n\nwith pytest.raises(TypeError):\n    html(t'<{Card} />')",
        "class Card: ...\n\nCard.__call__ = lambda self: t'<b>x</b>'\npage = t'<{Card} />'",
        "class Timer:\n    limit: int\n\n    async def __call__(self, request):\n        return t'<b>{self.limit}</b>'",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}class «Card»:\n    title: str\n\n{_CALL}",
            fixed=f"{_HEAD}@dataclass\nclass Card:\n    title: str\n\n{_CALL}",
        ),
        td.invalid("class «Card»:\n    def __call__(self):\n        return t'<b>'\n\npage = t\"<{Card} title='y' />\""),
        td.invalid(f"{_HEAD}@dataclass\nclass «Card»:\n    title: str\n\npage = t\"<{{Card}} title='x' />\""),
        td.invalid(
            f"{_HEAD}@dataclass\nclass Card:\n    title: str\n\n    async def «__call__»(self) -> Template:\n"
            "        return t'<b>{self.title}</b>'"
        ),
        td.invalid(
            f"{_HEAD}@dataclass\nclass Base:\n    def «__call__»(self):\n        yield t'<b></b>'\n\n"
            "class Card(Base): ...\n\npage = t'<{Card} />'"
        ),
        td.invalid(
            f"{_HEAD}@dataclass\nclass Card:\n    title: str\n\n    def __call__(self, «size», *, wide=False):\n"
            "        return t'<b>{size}</b>'\n\npage = t\"<{Card} title='x' />\""
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._heirs: dict[str, str] | None = None
        """Classes that can be called, by their bases; one instance looks at one file."""

    def check_file(self) -> None:
        seen: set[tuple[int, int]] = set()
        for place in td.tagged.tag_places(self.view):
            class_ = td.shapes.classes_of(self.view).get(place.reference)
            if class_ is not None:
                self._check_tag(class_, place, seen)
            elif not place.reference.startswith(":") and not self.view.source.is_hosted:
                self._check_elsewhere(place)
        for class_ in td.shapes.classes_of(self.view).values():
            self._check_unfilled(class_, seen)
            self._check_annotated(class_, seen)

    def _say(self, seen: set[tuple[int, int]], node: Node, message: str, **more: t.Any) -> None:
        if (node.start_byte, node.end_byte) not in seen:
            seen.add((node.start_byte, node.end_byte))
            self.report_span(self.view.span(node), message, **more)

    def _check_tag(self, class_: td.ClassFact, place: td.tagged.TagPlace, seen: set[tuple[int, int]]) -> None:
        lineage = td.shapes.lineage(self.view, class_)
        if lineage is None and "__call__" not in class_.names and not self.view.source.is_hosted:
            self._check_elsewhere(place)  # its bases are of other files
        if lineage is None or any(not _DECORATORS.issuperset(owner.decorators) for owner in lineage):
            return
        if any("__new__" in owner.names for owner in lineage):
            return
        related = (td.Related(self.path, place.tag.span, "it is used as a component here"),)
        owner = next((found for found in lineage if "__call__" in found.names), None)
        if owner is not None:
            self._check_call(owner, seen, related)
        elif (
            _SWAPPED.isdisjoint(self.facts.features) and f"{class_.path}.__call__".encode() not in self.view.source.utf8
        ):
            heir = self._calling_heir(class_)
            self._say(
                seen,
                place.template.interpolations[place.tag.component].node
                if heir
                else td.shapes.nodes_of(self.view, class_).name,
                f"`{class_.path}` is used as a component and has no `__call__`",
                related=(
                    td.Related(self.path, self.view.span(td.shapes.nodes_of(self.view, class_).name), "defined here"),
                )
                if heir
                else related,
                note=f"tdom raises TypeError: Component callable must return Template or Callable: "
                f"<class '{class_.path}'>",
                help=f"use a class that derives from it and has one, such as `{heir}`"
                if heir
                else "add a method `def __call__(self) -> Template`",
            )
        self._check_props(class_, lineage, place, seen)

    def _calling_heir(self, class_: td.ClassFact) -> str:
        """The first class of the file that derives from one and can be called: then the tag names the wrong class."""
        if self._heirs is None:
            self._heirs = {}
            for other in td.shapes.classes_of(self.view).values():
                for owner in (td.shapes.lineage(self.view, other) or ()) if "__call__" in other.names else ():
                    self._heirs.setdefault(owner.path, other.path)
        return self._heirs.get(class_.path, "")

    def _check_elsewhere(self, place: td.tagged.TagPlace) -> None:
        """A class of another file, or one that derives from such, that nothing says how to call."""
        node = place.template.interpolations[place.tag.component].node
        premise, name = td.premise(self.view, node, td.INERT), self.view.text(node)
        if place.reference.startswith(":"):
            premise = td.Premise(place.reference, (), (td.INERT,))
        if premise is not None:
            self.report_span(
                self.view.span(node),
                f"`{name}` is used as a component and has no `__call__`",
                note=f"tdom raises TypeError: Component callable must return Template or Callable: "
                f"<class '{td.last_name(name)}'>",
                help="add a method `def __call__(self) -> Template`",
                premise=premise,
            )

    def _check_annotated(self, class_: td.ClassFact, seen: set[tuple[int, int]]) -> None:
        """What no tag of this file uses, and what gives a Template: another file uses it, if it is not called here."""
        method = td.shapes.nodes_of(self.view, class_).methods.get("__call__")
        if method is None or td.endings.is_stub(method):
            return
        is_said = td.gives_template(self.view, method)
        premise = None if is_said else td.Premise(f":{class_.path}", (), (td.COMPONENT,))
        lineage = td.shapes.lineage(self.view, class_)
        if lineage is None or any(not _DECORATORS.issuperset(owner.decorators) for owner in lineage):
            return
        is_called = td.tagged.is_called(self.view, class_.path) or td.shapes.is_base(self.view, class_)
        is_fetched = any(fetch.type_ref == f":{class_.path}" for fetch in self.facts.fetches)
        if (
            is_called
            or is_fetched
            or "__new__" in class_.names
            or self.view.is_expected_to_fail(td.shapes.nodes_of(self.view, class_).node.start_byte)
        ):
            return
        takes_more = len(list(td.shapes.definitions_of(self.view).parameters(method))) != 1
        is_sure = premise is not None or not takes_more
        if is_sure or (class_.is_generated and not td.endings.later_kind(self.view, method)):
            self._check_call(class_, seen, (), td.Severity.WARNING if is_said else None, premise)

    def _check_call(
        self,
        owner: td.ClassFact,
        seen: set[tuple[int, int]],
        related: tuple[td.Related, ...],
        severity: td.Severity | None = None,
        premise: td.Premise | None = None,
    ) -> None:
        method = td.shapes.nodes_of(self.view, owner).methods.get("__call__")
        definitions = td.shapes.definitions_of(self.view)
        if method is None or definitions.decorator_nodes(method):
            return
        name = method.child_by_field_name("name") or method
        kind = td.endings.later_kind(self.view, method)
        if kind:
            message = f"`{owner.path}.__call__` is {_KINDS[kind]}; a component returns its Template at once"
            more = {"related": related, "severity": severity, "premise": premise}
            self._say(seen, name, message, **more, note=_REFUSAL.format(kind), help=_HELPS[kind])
            return
        for parameter in list(definitions.parameters(method))[1:]:
            is_needed = not (parameter.has_default or parameter.marker)
            if is_needed and parameter.kind in {"positional", "either", "keyword"}:
                self._say(
                    seen,
                    td.nodes.parameter_node(self.view, method, parameter),
                    f"`{owner.path}.__call__` requires `{parameter.name}`; tdom calls a component without arguments",
                    related=related,
                    severity=severity,
                    premise=premise,
                    note=f"tdom raises TypeError: {owner.path}.__call__() missing 1 required "
                    f"{'keyword-only' if parameter.kind == 'keyword' else 'positional'} argument: '{parameter.name}'",
                    help="make it a field of the class, which the tag fills",
                )

    def _check_props(
        self,
        class_: td.ClassFact,
        lineage: list[td.ClassFact],
        place: td.tagged.TagPlace,
        seen: set[tuple[int, int]],
    ) -> None:
        """A tag gives attributes to a class whose constructor takes nothing."""
        if any(owner.is_generated or "__init__" in owner.names for owner in lineage):
            return
        kinds = {td.AttributeKind.LITERAL, td.AttributeKind.INTERPOLATED, td.AttributeKind.TEMPLATED}
        given = [found for found in place.tag.attributes if found.kind in kinds and found.name not in _SPECIAL]
        if given:
            self._say(
                seen,
                td.shapes.nodes_of(self.view, class_).name,
                f"`{class_.path}` is given `{given[0].name}`, and is no dataclass and has no `__init__` to take it",
                fix=self._fix(class_, given[0].name),
                related=(td.Related(self.path, given[0].span, "given here"),),
                note=f"tdom raises ValueError: Unexpected attribute {given[0].name}.",
                help="make it a dataclass",
            )

    def _check_unfilled(self, class_: td.ClassFact, seen: set[tuple[int, int]]) -> None:
        unfilled = td.tagged.unfilled_props(self.view, class_)
        if unfilled:
            shown = ", ".join(f"`{name}`" for name in unfilled)
            self._say(
                seen,
                td.shapes.nodes_of(self.view, class_).name,
                f"nothing gives {shown} of the component `{class_.path}` a value: it is no dataclass",
                fix=self._fix(class_, unfilled[0]),
                note=f"tdom raises ValueError: Unexpected attribute {unfilled[0].replace('_', '-')}.",
                help="make it a dataclass",
            )

    def _fix(self, class_: td.ClassFact, prop: str) -> td.Fix | None:
        declared = {member.name for member in td.shapes.nodes_of(self.view, class_).members}
        return td.dataclass_fix(self.view, class_) if prop.replace("-", "_") in declared else None


_KINDS = {"async_generator": "an async generator", "generator": "a generator", "coroutine": "async"}
_SPECIAL = frozenset({"children", "data", "aria", "style", "class"})
_LATER = "fetch what has to be awaited before the page is rendered"
_HELPS = {
    "async_generator": _LATER,
    "coroutine": _LATER,
    "generator": "return one template, for example one with a list of templates inside it",
}
