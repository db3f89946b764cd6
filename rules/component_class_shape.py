"""TDC203: a class that tdom cannot use as a component."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_SWAPPED = frozenset({"import svcs_di", "import svcs_hopscotch", "import tdom_svcs"})
"""Where another class may stand in for the one that the tag names."""
_REFUSED_OBJECT = "tdom raises TypeError: Component object must return Template when called: <class '{}'>"
_REFUSED_CLASS = "tdom raises TypeError: Component callable must return Template or Callable: <class '{}'>"
_INERT = "`{}` is used as a component and has no `__call__`"
_ADD = "add a method `def __call__(self) -> Template`"
_KINDS = {"async_generator": "an async generator", "generator": "a generator", "coroutine": "async"}
_LATER = "fetch what has to be awaited before the page is rendered"
_FIELD = "make it a field of the class, which the tag fills"
_AT_ONCE = "return one template, for example one with a list of templates inside it"


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
        self._reported: set[tuple[int, int]] = set()

    def check_file(self) -> None:
        for place in td.html.tag_places(self.view):
            premise = td.html.unseen_class(self.view, place, td.project.INERT)
            if premise is not None:
                self._report_unseen(place, premise)
            class_ = td.python.classes_of(self.view).get(place.reference)
            if class_ is not None:
                self._check_tag(class_, place)
        for class_ in td.python.classes_of(self.view).values():
            self._check_unfilled(class_)
        fetched = {fetch.type_ref for fetch in self.facts.fetches}
        for class_, is_said in td.html.untagged_components(self.view, fetched):
            premise = None if is_said else td.Premise(f":{class_.path}", (), (td.project.COMPONENT,))
            self._check_call(class_, severity=td.Severity.WARNING if is_said else None, premise=premise)

    def _say(self, node: Node, message: str, **more: t.Any) -> None:
        if (node.start_byte, node.end_byte) not in self._reported:
            self._reported.add((node.start_byte, node.end_byte))
            self.report_span(self.view.span(node), message, **more)

    def _check_tag(self, class_: td.ClassFact, place: td.html.TagPlace) -> None:
        owners = td.html.plain_lineage(self.view, class_)
        if owners is None or any("__new__" in owner.names for owner in owners):
            return
        used = td.Related(self.path, place.tag.span, "it is used as a component here")
        owner = next((owner for owner in owners if "__call__" in owner.names), None)
        if owner is not None:
            self._check_call(owner, related=(used,))
        elif _SWAPPED.isdisjoint(self.facts.features) and not td.html.mentions_call(self.view, class_):
            self._report_inert(class_, place, used)
        for prop in td.html.refused_props(place.tag, owners)[:1]:
            message = f"`{class_.path}` is given `{prop.name}`, and is no dataclass and has no `__init__` to take it"
            self._report_prop(class_, prop.name, message, td.Related(self.path, prop.span, "given here"))

    def _report_inert(self, class_: td.ClassFact, place: td.html.TagPlace, used: td.Related) -> None:
        name, heir = td.python.nodes_of(self.view, class_).name, td.html.calling_heir(self.view, class_)
        message, note = _INERT.format(class_.path), _REFUSED_CLASS.format(class_.path)
        if not heir:
            self._say(name, message, related=(used,), note=note, help=_ADD)
            return
        related = (td.Related(self.path, self.view.span(name), "defined here"),)
        advice = f"use a class that derives from it and has one, such as `{heir}`"
        self._say(place.name, message, related=related, note=note, help=advice)

    def _report_unseen(self, place: td.html.TagPlace, premise: td.Premise) -> None:
        name = self.view.text(place.name)
        note = _REFUSED_CLASS.format(td.last_name(name))
        self._say(place.name, _INERT.format(name), note=note, help=_ADD, premise=premise)

    def _check_call(self, owner: td.ClassFact, **more: t.Any) -> None:
        """tdom calls the object without arguments, and takes what comes back at once."""
        method = td.python.nodes_of(self.view, owner).methods.get("__call__")
        if method is None or td.python.definitions_of(self.view).decorator_nodes(method):
            return
        later = td.flow.later_kind(self.view, method)
        if later is not None:
            name = method.child_by_field_name("name") or method
            message = f"`{owner.path}.__call__` is {_KINDS[later]}; a component returns its Template at once"
            advice = _AT_ONCE if later is td.flow.Later.GENERATOR else _LATER
            self._say(name, message, **more, note=_REFUSED_OBJECT.format(later), help=advice)
            return
        for parameter in td.html.demanded_arguments(self.view, method):
            kind = "keyword-only" if parameter.kind is td.python.ParameterKind.KEYWORD_ONLY else "positional"
            node = td.python.parameter_node(self.view, method, parameter)
            message = f"`{owner.path}.__call__` requires `{parameter.name}`; tdom calls a component without arguments"
            error = f"{owner.path}.__call__() missing 1 required {kind} argument: '{parameter.name}'"
            self._say(node, message, **more, note=f"tdom raises TypeError: {error}", help=_FIELD)

    def _check_unfilled(self, class_: td.ClassFact) -> None:
        unfilled = td.html.unfilled_props(self.view, class_)
        if unfilled:
            text = ", ".join(f"`{name}`" for name in unfilled)
            message = f"nothing gives {text} of the component `{class_.path}` a value: it is no dataclass"
            self._report_prop(class_, unfilled[0].replace("_", "-"), message)

    def _report_prop(self, class_: td.ClassFact, prop: str, message: str, *related: td.Related) -> None:
        nodes = td.python.nodes_of(self.view, class_)
        is_declared = prop.replace("-", "_") in {member.name for member in nodes.members}
        fix = td.dataclass_fix(self.view, class_) if is_declared else None
        note = f"tdom raises ValueError: Unexpected attribute {prop}."
        self._say(nodes.name, message, fix=fix, related=related, note=note, help="make it a dataclass")
