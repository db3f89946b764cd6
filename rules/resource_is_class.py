"""TDC602: a class as the resource of a container."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

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
    GATE = td.Gate(features={"import svcs_di", "import svcs_hopscotch"}, tokens={"resource"})

    _HEAD = "from svcs_hopscotch import HopscotchContainer, injectable\n\nclass Customer: ...\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}HopscotchContainer(registry, resource=Customer())",
        f"{_HEAD}@injectable(resource=Customer)\nclass Hello: ...",
        (
            "from svcs_hopscotch import HopscotchContainer\nfrom shop import Customer\n\n"
            "HopscotchContainer(registry, resource=Customer)"
        ),
        f"{_HEAD}def wire(Customer):\n    return HopscotchContainer(registry, resource=Customer)",
        "from shop import HopscotchContainer\n\nclass Customer: ...\n\nHopscotchContainer(registry, resource=Customer)",
        (
            "from svcs_hopscotch import HopscotchContainer\n\nclass Kind(type): ...\n\n"
            "class Customer(metaclass=Kind): ...\n\n"
            "HopscotchContainer(registry, resource=Customer)"
        ),
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«Customer»)"),
        td.invalid(
            "import svcs_di.hopscotch_registry as h\n\nclass Base: ...\n\nclass Customer(Base): ...\n\n"
            "with h.HopscotchContainer(registry, location=None, resource=«Customer») as container: ..."
        ),
    ]

    def check_file(self) -> None:
        for call in self.view.captures["call"]:
            function = call.child_by_field_name("function")
            if function is None or self.view.resolve(function) not in _CONTAINERS:
                continue
            given = td.arguments_of(self.view, call).keywords.get("resource")
            given = td.unwrapped(given) if given is not None else None
            shape = td.shapes.shapes(self.view).get(self.view.resolve(given)) if given is not None else None
            is_known = shape is not None and td.shapes.lineage(self.view, shape) is not None
            if given is not None and is_known and not self.view.is_expected_to_fail(call.start_byte):
                name = self.view.text(given)
                self.report_span(
                    self.view.span(given),
                    f"the resource is the class `{name}`, not an instance of it",
                    note="implementations are chosen by the type of the resource, which is `type`: none matches",
                    help=f"pass an instance, such as {name}()",
                )
