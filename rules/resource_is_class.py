"""TDC602: a class as the resource of a container."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_CONTAINERS = frozenset(
    f"{module}.HopscotchContainer"
    for module in (
        "svcs_di",
        "svcs_di.hopscotch_registry",
        "svcs_hopscotch",
        "svcs_hopscotch.hopscotch_registry",
        "svcs_hopscotch.injectors",
        "svcs_hopscotch.injectors.hopscotch",
    )
)


class ResourceIsClass(td.FileRule):
    """
    ## What

    A `HopscotchContainer` is given a class as its `resource`.

    ## Why

    Implementations are chosen by the type of the resource. The type of a class is `type`, so that none matches, and the
    default implementation is used: nothing is raised.

    ## Instead

    An instance.

    ## Example

    ```python
    HopscotchContainer(registry, resource=FrenchCustomer)    # bad
    HopscotchContainer(registry, resource=FrenchCustomer())  # good
    ```
    """

    CODE = "TDC602"
    SLUG = "resource-is-class"
    GROUP = "registry"
    SUMMARY = "the resource of a container is a class, not an instance"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features=td.FeatureOf.IMPORT.each("svcs_di", "svcs_hopscotch"), tokens={"resource"})

    _HEAD = "from svcs_hopscotch import HopscotchContainer, injectable\n\nclass Customer: ...\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}HopscotchContainer(registry, resource=Customer())",
        f"{_HEAD}HopscotchContainer(registry, resource=Customer() if shop else None)",
        f"{_HEAD}@injectable(resource=Customer)\nclass Hello: ...",
        f"{_HEAD}HopscotchContainer(registry, resource=type('Guest', (), {{}}))",
        "from shop import HopscotchContainer\n\nclass Customer: ...\n\nHopscotchContainer(registry, resource=Customer)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«Customer»)"),
        td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«type(customer)»)"),
        td.invalid(f"{_HEAD}def wire(who):\n    kind = type(who)\n    return HopscotchContainer(r, resource=«kind»)"),
        td.invalid(f"{_HEAD}def wire(kind: type[Customer]):\n    return HopscotchContainer(r, resource=«kind»)"),
        td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«Customer» if shop else None)"),
    ]

    def check_file(self) -> None:
        for call in self.view.nodes["call"]:
            function = call.child_by_field_name("function")
            if function is None or self.view.resolve(function) not in _CONTAINERS:
                continue
            resource = td.python.arguments_of(self.view, call).keywords.get("resource")
            resource = td.python.unwrapped(resource) if resource is not None else None
            if resource is not None and not self.view.is_expected_to_fail(call.start_byte):
                for node in td.flow.outcomes(resource):
                    self._judge_all(td.python.unwrapped(node))

    def _judge_all(self, given: Node) -> None:
        """A name that is given one class or the other is judged by what it is given."""
        chosen = [td.python.unwrapped(value) for _, value in td.flow.origins(self.view, given)]
        if given.type != "identifier" or len(chosen) < 2:
            self._judge(given)
            return
        known = [value for value in chosen if self._is_class(value)]
        others = [value for value in chosen if value not in known and self._may_be_class(value)]
        if not known and not others:
            return
        names = " or ".join(f"`{self.view.text(value)}`" for value in known or others)
        verb = "is" if known == chosen else "may be"
        premise = None if known else td.premise(self.view, others[0], "class")
        self._report(given, f"the resource {verb} the class {names}, not an instance of it", _ADVICE, premise)

    def _may_be_class(self, value: Node) -> bool:
        """A name of another file that is written as those of classes are."""
        path = td.flow.value_path(self.view, value)
        return path is not None and not path.steps and _is_capitalized(path)

    def _is_class(self, value: Node) -> bool:
        """A class of this file, with all that makes it one."""
        class_ = td.python.classes_of(self.view).get(self.view.resolve(value))
        return class_ is not None and td.python.lineage(self.view, class_) is not None

    def _judge(self, given: Node) -> None:
        name = self.view.text(given)
        asked = self._asked(self._origin(given))
        if asked is not None:
            self._report(given, f"the resource is `{name}`, a class", self.view.text(asked), None)
            return
        if given.type == "identifier" and self._is_annotated(given):
            self._report(given, f"the resource is `{name}`, a class", f"an instance, such as {name}()", None)
            return
        premise = td.premise(self.view, given, "class") if given.type in {"identifier", "attribute", "call"} else None
        is_known = self._is_class(given)
        if is_known or premise is not None:
            origin = self._origin(given)
            text = self.view.text(origin)
            what = "a class from" if origin.type == "call" else "the class"
            message = f"the resource is {what} `{text}`, not an instance of it"
            self._report(given, message, f"an instance, such as {text}()", None if is_known else premise)

    def _origin(self, node: Node) -> Node:
        """What a name of the function or of the file is given, if it is given just one value."""
        value = self.view.given(node)
        return td.python.unwrapped(value) if value is not None else node

    def _asked(self, node: Node) -> Node | None:
        """What `type(x)` and `x.__class__` are asked of."""
        if node.type == "attribute":
            attribute = node.child_by_field_name("attribute")
            is_class = attribute is not None and self.view.text(attribute) == "__class__"
            return node.child_by_field_name("object") if is_class else None
        function = node.child_by_field_name("function") if node.type == "call" else None
        arguments = td.python.arguments_of(self.view, node).positional
        is_type = function is not None and self.view.text(function) == "type" and not self.view.resolve(function)
        return (
            arguments[0] if is_type and len(arguments) == 1 and not td.python.is_shadowed(self.view, "type") else None
        )

    def _is_annotated(self, node: Node) -> bool:
        """Whether a parameter that is given no other value is annotated `type[X]`."""
        name = self.view.text(node)
        scope = self.view.scopes.scopes[self.view.scopes.index_at(node.start_byte)]
        if name not in scope.parameters or self.view.is_assigned(name, node.start_byte):
            return False
        for function in self.view.nodes["function"]:
            listed = function.child_by_field_name("parameters")
            if listed is not None and listed.start_byte == scope.start:
                facts = td.python.definitions_of(self.view).parameters(function)
                return any(fact.name == name and self._is_class_type(fact, node) for fact in facts)
        return False

    def _is_class_type(self, fact: td.ParameterFact, node: Node) -> bool:
        match = _CLASS.fullmatch(fact.annotation)
        if match is None or fact.is_variadic:
            return False
        held = td.python.classes_of(self.view).get(self.view.scopes.resolve(match[2], node.start_byte))
        if held is not None and td.python.lineage(self.view, held) is None:
            return False  # of a metaclass, it may be chosen by that
        if match[1] == "type":
            return not td.python.is_shadowed(self.view, "type")
        return self.view.scopes.resolve(match[1], node.start_byte) == "typing.Type"

    def _report(self, given: Node, message: str, advice: str, premise: td.Premise | None) -> None:
        self.report_span(
            self.view.span(given),
            message,
            note="implementations are chosen by the type of the resource, which is `type`: none matches",
            help=f"pass {advice}",
            premise=premise,
        )


_CLASS = re.compile(r"(type|(?:\w+\.)*Type)\[([\w.]+)\]")


_ADVICE = "an instance of the class"


def _is_capitalized(path: td.flow.ValuePath) -> bool:
    """Whether a reference is spelt as that of a class."""
    return td.last_name(path.reference)[:1].isupper()
