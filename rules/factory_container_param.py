"""TDC402: a factory with a parameter that svcs does not fill."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_HELP = "only the first parameter is filled, if it is called `svcs_container` or annotated `svcs.Container`"
_EXACT = "svcs fills only a parameter that is annotated exactly `svcs.Container`: a subclass's name does not count"


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
            factory = td.services.registered_factory(self.view, call)
            if factory is not None and factory.start_byte not in seen:
                seen.add(factory.start_byte)
                self._check(call, factory)
        for factory in self.view.nodes["function"]:
            if factory.start_byte not in seen and self._is_candidate(factory):
                path = td.python.path_of(self.view, factory)
                self._check(None, factory, td.Premise(f":{path}", (), (td.project.FACTORY,)))

    def _is_candidate(self, factory: Node) -> bool:
        """A function that another file may register: what it takes is a container by its name or annotation."""
        if td.python.path_of(self.view, factory).count(".") or not td.services.is_called_as_written(self.view, factory):
            return False
        first = next(iter(td.python.definitions_of(self.view).parameters(factory)), None)
        return first is not None and "ontainer" in f"{first.name} {first.annotation}"

    def _check(self, call: Node | None, factory: Node, premise: td.Premise | None = None) -> None:
        parameters = list(td.python.definitions_of(self.view).parameters(factory))
        unfilled = td.services.unfilled_parameters(self.view, factory)
        if not unfilled:
            return
        first, wrong = parameters[0], unfilled[0]
        node = td.python.parameter_node(self.view, factory, wrong)
        name = "this lambda" if factory.type == "lambda" else f"the factory `{td.python.path_of(self.view, factory)}`"
        self.report_span(
            self.view.span(node),
            f"svcs does not fill the parameter `{wrong.name}` of {name}",
            fix=td.codemods.container_parameter(self.view, factory, wrong) if unfilled == [first] else None,
            related=(td.Related(self.path, self.view.span(call), "it is registered here"),) if call is not None else (),
            note=_note(self.view, factory, wrong, is_taken=td.services.takes_container(first)),
            help=_EXACT if "ontainer" in wrong.annotation and wrong == first else _HELP,
            premise=premise,
        )


def _note(view: td.ModuleView, factory: Node, wrong: td.ParameterFact, *, is_taken: bool) -> str:
    name = "<lambda>" if factory.type == "lambda" else td.python.path_of(view, factory).rpartition(".")[2]
    if is_taken and wrong.kind is td.python.ParameterKind.KEYWORD_ONLY and wrong.name == "svcs_container":
        return (
            f"svcs passes the container by position: TypeError: {name}() takes 0 positional arguments but 1 was given"
        )
    kind = "keyword-only" if wrong.kind is td.python.ParameterKind.KEYWORD_ONLY else "positional"
    how = "with the container alone" if is_taken else "without arguments"
    return f"svcs calls it {how}: TypeError: {name}() missing 1 required {kind} argument: '{wrong.name}'"
