"""TDC402: a factory with a parameter that svcs does not fill."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_WRAPPERS = frozenset({"contextlib.contextmanager", "contextlib.asynccontextmanager"})
_HELP = "only the first parameter is filled, if it is called `svcs_container` or annotated `svcs.Container`"
_EXACT = "svcs fills only a parameter that is annotated exactly `svcs.Container`: a subclass's name does not count"
_HOLDER = re.compile(r"(?i)c|con|.*container|.*registry|services?")


class FactoryContainerParam(td.FileRule):
    """
    ## What

    A function or lambda is registered as a factory and has a required parameter that svcs does not fill.

    ## Why

    svcs hands a factory its container only if the first parameter is called `svcs_container` or is annotated
    `svcs.Container`. Any other factory is called without arguments: `TypeError: make() missing 1 required positional
    argument: 'container'`, when the service is asked for.

    ## Instead

    Annotate the first parameter `svcs.Container`, or call it `svcs_container`.

    ## Example

    ```python
    registry.register_factory(Repo, lambda container: Repo(container.get(Db)))            # bad
    registry.register_factory(Repo, lambda svcs_container: Repo(svcs_container.get(Db)))  # good
    ```
    """

    CODE = "TDC402"
    SLUG = "factory-container-param"
    GROUP = "services"
    SUMMARY = "svcs does not fill a parameter of this factory"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(tokens={"_factory", "ontainer"})

    _HEAD = "import svcs\nfrom shop import Db, Repo\n\n"
    _WIRE = "\n\ndef wire(registry):\n    registry.register_factory(Repo, make)"

    VALID: t.ClassVar = [
        f"{_HEAD}def make(svcs_container):\n    return Repo()\n{_WIRE}",
        f"{_HEAD}def make(c: svcs.Container):\n    return Repo()\n{_WIRE}",
        f"{_HEAD}def make(c: 'Container'):\n    return Repo()\n{_WIRE}",
        f"{_HEAD}registry.register_factory(Repo, lambda: Repo())\nregistry.register_factory(Db, lambda c=1: Db(c))",
        "from shop import Repo\n\ndef make(c):\n    return Repo()\n\nplugins.register_factory(Repo, make)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}registry.register_factory(Repo, lambda «c»: Repo(c.get(Db)))",
            fixed=f"{_HEAD}registry.register_factory(Repo, lambda svcs_container: Repo(svcs_container.get(Db)))",
        ),
        td.invalid(
            f"{_HEAD}def make(«container»):\n    return Repo(container.get(Db))\n{_WIRE}",
            fixed=f"{_HEAD}def make(container: svcs.Container):\n    return Repo(container.get(Db))\n{_WIRE}",
        ),
        td.invalid(
            "from svcs_hopscotch import HopscotchContainer\nfrom shop import Repo\n\n"
            f"def make(«c: HopscotchContainer»):\n    return Repo(c)\n{_WIRE}"
        ),
        td.invalid(f"{_HEAD}def make(svcs_container, «size»):\n    return Repo(size)\n{_WIRE}"),
        td.invalid(f"{_HEAD}def make(*, «svcs_container»):\n    return Repo(svcs_container)\n{_WIRE}"),
    ]

    def check_file(self) -> None:
        seen: set[int] = set()
        is_ours = any(fact.module.partition(".")[0] in td.api.ROOTS for fact in self.view.imports)
        for call in self.view.nodes["call"] if is_ours else ():
            factory = self._factory(call)
            if factory is not None and factory.start_byte not in seen:
                seen.add(factory.start_byte)
                self._check(call, factory)
        for factory in self.view.nodes["function"]:
            if factory.start_byte not in seen and self._is_candidate(factory):
                path = td.python.path_of(self.view, factory)
                self._check(None, factory, td.Premise(f":{path}", (), (td.project.FACTORY,)))

    def _is_candidate(self, factory: Node) -> bool:
        """A function that another file may register: what it takes is a container by its name or annotation."""
        if td.python.path_of(self.view, factory).count(".") or not self._is_plain(factory):
            return False
        first = next(iter(td.python.definitions_of(self.view).parameters(factory)), None)
        return first is not None and "ontainer" in f"{first.name} {first.annotation}"

    def _is_plain(self, function: Node) -> bool:
        decorators = td.python.definitions_of(self.view).decorator_nodes(function)
        return all(td.python.decorator_reference(self.view, node) in _WRAPPERS for node in decorators)

    def _factory(self, call: Node) -> Node | None:
        """The function or lambda of this file that a call registers."""
        function = call.child_by_field_name("function")
        if function is None or self.view.is_expected_to_fail(call.start_byte):
            return None
        name = function.child_by_field_name("attribute") or function
        if self.view.text(name) not in td.api.REGISTER_FACTORY:
            return None
        arguments = td.python.arguments_of(self.view, call)
        shift = 1 if self.view.resolve(function).startswith("svcs.") else 0
        factory = arguments.get(1 + shift, "factory")
        if factory is None or arguments.has_star:
            return None
        factory = td.python.unwrapped(factory)
        if factory.type == "lambda":
            return factory
        definition = td.python.definition(self.view, self.view.resolve(factory))
        if definition is None or definition.type != "function_definition" or self._is_method(definition):
            return None
        return definition if self._is_plain(definition) else None

    def _is_method(self, node: Node) -> bool:
        return self.view.scopes.scopes[self.view.scopes.index_at(node.start_byte)].kind == "class"

    def _check(self, call: Node | None, factory: Node, premise: td.Premise | None = None) -> None:
        parameters = list(td.python.definitions_of(self.view).parameters(factory))
        unfilled = self._unfilled(parameters)
        if not unfilled:
            return
        first, wrong = parameters[0], unfilled[0]
        node = td.python.parameter_node(self.view, factory, wrong)
        name = "this lambda" if factory.type == "lambda" else f"the factory `{td.python.path_of(self.view, factory)}`"
        self.report_span(
            self.view.span(node),
            f"svcs does not fill the parameter `{wrong.name}` of {name}",
            fix=self._fix(factory, wrong, node) if unfilled == [first] else None,
            related=(td.Related(self.path, self.view.span(call), "it is registered here"),) if call is not None else (),
            note=_note(self.view, factory, wrong, is_taken=_is_taken(first)),
            help=_EXACT if "ontainer" in wrong.annotation and wrong == first else _HELP,
            premise=premise,
        )

    def _unfilled(self, parameters: Sequence[td.ParameterFact]) -> list[td.ParameterFact]:
        """The required parameters that svcs leaves empty; none where nobody knows whether it fills one."""
        required = [parameter for parameter in parameters if td.services.is_required(parameter)]
        if required and _is_taken(parameters[0]) and parameters[0].is_positional:
            required = [parameter for parameter in required if parameter != parameters[0]]
        return [] if any(td.services.may_be_filled(self.view, parameter) for parameter in parameters) else required

    def _fix(self, factory: Node, parameter: td.ParameterFact, node: Node) -> td.Fix | None:
        if not parameter.is_positional or parameter.annotation:
            return None
        if not _HOLDER.fullmatch(parameter.name):
            return None
        if factory.type == "lambda":
            return self._renamed(factory, parameter, node)
        spelled = td.importable(self.view, "svcs", "Container")
        if spelled is None:
            return None
        place = self.view.span(node).end
        edit = td.Edit(place, place, f": {spelled[0]}")
        return td.Fix("Annotate it with svcs.Container", (edit,), imports=spelled[1])

    def _renamed(self, factory: Node, parameter: td.ParameterFact, node: Node) -> td.Fix | None:
        """A lambda has no annotations: its parameter is renamed, with all that reads it."""
        text = self.view.text(factory)
        if "svcs_container" in text or "lambda" in text[6:] or " for " in text or ":=" in text:
            return None
        uses = [node, *td.flow.uses_of(self.view, parameter.name, node.start_byte)]
        places = {self.view.span(use) for use in uses}
        edits = tuple(td.Edit(place.start, place.end, "svcs_container") for place in sorted(places))
        return td.Fix("Call it svcs_container", edits)


def _is_taken(parameter: td.ParameterFact) -> bool:
    """Whether svcs sees that a factory takes the container, by its first parameter."""
    return parameter.name == "svcs_container" or td.services.is_container_parameter(parameter)


def _note(view: td.ModuleView, factory: Node, wrong: td.ParameterFact, *, is_taken: bool) -> str:
    name = "<lambda>" if factory.type == "lambda" else td.python.path_of(view, factory).rpartition(".")[2]
    if is_taken and wrong.kind is td.python.ParameterKind.KEYWORD_ONLY and wrong.name == "svcs_container":
        return (
            f"svcs passes the container by position: TypeError: {name}() takes 0 positional arguments but 1 was given"
        )
    kind = "keyword-only" if wrong.kind is td.python.ParameterKind.KEYWORD_ONLY else "positional"
    how = "with the container alone" if is_taken else "without arguments"
    return f"svcs calls it {how}: TypeError: {name}() missing 1 required {kind} argument: '{wrong.name}'"
