"""TDC202: a component whose return annotation is not Template."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_OLD = td.api.NODE | td.api.MARKUP | {"str"}


class ComponentAnnotation(td.FileRule):
    """
    ## What

    A component returns a t-string, and its annotation says nothing, or what components of tdom 0.1.14 returned: `Node`,
    `Element`, `Markup` or `str`.

    ## Why

    A reader, a type checker and tdomcheck itself take it for something else than a component. It runs all the same.

    ## Instead

    `-> Template`, from `string.templatelib`.

    ## Example

    ```python
    def Badge(label: str) -> str:       # bad
        return t"<b>{label}</b>"

    def Badge(label: str) -> Template:  # good
        return t"<b>{label}</b>"
    ```
    """

    CODE = "TDC202"
    SLUG = "component-annotation"
    GROUP = "components"
    SUMMARY = "a component is not annotated to return a Template"
    SEVERITY = td.Severity.INFO
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.RETURN("template")})

    _HEAD = "from string.templatelib import Template\nfrom tdom import Markup, Node\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}def Badge(x) -> Template:\n    return t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'",
        f"{_HEAD}def Badge(x) -> str | Template:\n    return t'<b>{{x}}</b>'",
        "def helper(x):\n    return t'<b>{x}</b>'",
        "def query(x) -> str:\n    return t'select {x}'",
        "def Badge(x):\n    yield 1\n    return t'<b>{x}</b>'\n\npage = t'<{Badge} x=1 />'",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}def Badge(x) -> «Node»:\n    return t'<b>{{x}}</b>'",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t'<b>{{x}}</b>'",
        ),
        td.invalid(
            f"{_HEAD}def Badge(x) -> «str»:\n    badge = t'<b>{{x}}</b>'\n    return badge",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    badge = t'<b>{{x}}</b>'\n    return badge",
        ),
        td.invalid(
            f"{_HEAD}type Html = str\n\ndef Badge(x) -> «Html»:\n    return t'<b>{{x}}</b>'",
            fixed=f"{_HEAD}type Html = str\n\ndef Badge(x) -> Template:\n    return t'<b>{{x}}</b>'",
        ),
        td.invalid(
            f"{_HEAD}def «Badge»(x):\n    return t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'",
        ),
        td.invalid(
            f"{_HEAD}Html = Markup\n\ndef Badge(x) -> «Html»:\n    return t'<b>{{x}}</b>'",
            fixed=f"{_HEAD}Html = Markup\n\ndef Badge(x) -> Template:\n    return t'<b>{{x}}</b>'",
        ),
    ]

    SKIP_DERIVED: t.ClassVar = {"second t-string": "what holds HTML is a component's"}

    def __init__(self) -> None:
        super().__init__()
        self._starts: set[int] = set()
        """Where the templates that hold HTML begin."""
        self._aliases: dict[str, dict[str, Node]] | None = None
        """What `type` statements say that a name stands for, by text; one instance looks at one file."""

    def check_file(self) -> None:
        if not self.view.uses_templates:
            return
        self._starts = {template.node.start_byte for template in self.view.html_templates}
        components = {
            part.call.id: part for part in reversed(td.html.components_of(self.view)) if part.call is not None
        }
        shapes = td.python.classes_of(self.view)
        for node in self.view.nodes["function"]:
            path = td.python.path_of(self.view, node)
            class_ = shapes.get(f":{path.removesuffix('.__call__')}") if path.endswith(".__call__") else None
            component = components.get(node.id)
            is_component = component is not None and component.is_certain
            is_component = is_component or (class_ is not None and class_.is_dataclass)
            premise = component.premise if component is not None and component.is_single else None
            if self._gives_template(node):
                self._check(node, path, None if is_component else premise, is_component=is_component)

    def _gives_template(self, node: Node) -> bool:
        """All of its ways end in a t-string with HTML."""
        body = node.child_by_field_name("body")
        returns = td.flow.returns_of(self.view, node)
        if body is None or not returns or td.flow.later_kind(self.view, node) or not td.flow.ends(self.view, body):
            return False
        is_here = False
        for statement in returns:
            value = next((child for child in statement.named_children if child.type != "comment"), None)
            for _, origin in td.flow.origins(self.view, value) if value is not None else ():
                if td.python.value_kind(self.view, origin) is not td.flow.ValueKind.TEMPLATE:
                    return False
                is_here = is_here or origin.start_byte in self._starts
            if value is None:
                return False
        return is_here

    def _check(self, node: Node, path: str, premise: td.Premise | None, *, is_component: bool) -> None:
        annotation = node.child_by_field_name("return_type")
        if td.python.definitions_of(self.view).decorator_nodes(node):
            return
        name = node.child_by_field_name("name") or node
        if annotation is None and (is_component or premise is not None):
            self._report(name, node, f"the component `{path}` does not say that it returns a Template", premise)
        elif annotation is not None and self._is_old(annotation):
            text = self.view.text(annotation)
            self._report(annotation, node, f"`{path}` is annotated `{text}`, and returns a Template")

    def _is_old(self, annotation: Node) -> bool:
        said = td.python.annotation_of(self.view, annotation)
        references = {self._meaning(member.text, annotation.start_byte) for member in said.members or (said,)}
        return references <= _OLD

    def _meaning(self, name: str, offset: int) -> str:
        """What an annotation names, and for another name that the file gives it what that stands for."""
        resolve = self.view.scopes.resolve
        reference = resolve(name, offset)
        value = self._alias(name) if reference == f":{name}" or not reference else None
        if value is None:
            return reference or name
        text = self.view.text(value)
        return resolve(text, value.start_byte) or text

    def _alias(self, name: str) -> Node | None:
        """The name that `type Html = str`, or `Html = str`, gives another name to."""
        if self._aliases is None:
            statements = [node for node in self.view.tree.root.named_children if node.type == "type_alias_statement"]
            self._aliases = {}
            for left, right in (node.named_children for node in statements if node.named_child_count == 2):
                self._aliases.setdefault(self.view.text(left), {})[self.view.text(right)] = right
        meant = [*self._aliases.get(name, {}).values()]
        return meant[0] if len(meant) == 1 else self.view.assigned(name, 0)

    def _report(self, place: Node, node: Node, message: str, premise: td.Premise | None = None) -> None:
        fix = self._fix(node)
        self.report_span(self.view.span(place), message, fix=fix, help="annotate it `-> Template`", premise=premise)

    def _fix(self, node: Node) -> td.Fix | None:
        spelled = td.importable(self.view, "string.templatelib", "Template")
        listed, annotation = node.child_by_field_name("parameters"), node.child_by_field_name("return_type")
        if spelled is None or listed is None:
            return None
        name, imports = spelled
        if annotation is not None:
            span = self.view.span(annotation)
            return td.Fix("Annotate it -> Template", (td.Edit(span.start, span.end, name),), imports=imports)
        end = self.view.span(listed).end
        return td.Fix("Annotate it -> Template", (td.Edit(end, end, f" -> {name}"),), imports=imports)
