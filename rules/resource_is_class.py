"""TDC602: a class as the resource of a container."""

from __future__ import annotations

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
    GATE = td.Gate(features={"import svcs_di", "import svcs_hopscotch"}, tokens={"resource"})

    _HEAD = "from svcs_hopscotch import HopscotchContainer, injectable\n\nclass Customer: ...\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}HopscotchContainer(registry, resource=Customer())",
        f"{_HEAD}@injectable(resource=Customer)\nclass Hello: ...",
        (
            "from svcs_hopscotch import HopscotchContainer\nfrom shop import Customer\n\n"
            "HopscotchContainer(registry, resource=Customer)"
        ),
        f"{_HEAD}HopscotchContainer(registry, resource=type('Guest', (), {{}}))",
        f"{_HEAD}HopscotchContainer(registry, resource=Customer() if shop else None)",
        f"{_HEAD}def type(x): ...\n\nHopscotchContainer(registry, resource=type(shop))",
        """
        # file: shop/app.py
        from shop.people import GUEST, Customer
        from svcs_hopscotch import HopscotchContainer

        HopscotchContainer(registry, resource=GUEST)
        HopscotchContainer(registry, resource=Customer())
        # file: shop/people.py
        class Customer: ...

        GUEST = Customer()
        """,
        f"{_HEAD}def wire(Customer):\n    return HopscotchContainer(registry, resource=Customer)",
        "from shop import HopscotchContainer\n\nclass Customer: ...\n\nHopscotchContainer(registry, resource=Customer)",
        (
            "from svcs_hopscotch import HopscotchContainer\n\nclass Kind(type): ...\n\n"
            "class Customer(metaclass=Kind): ...\n\n"
            "HopscotchContainer(registry, resource=Customer)"
        ),
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«type(customer)»)"),
        td.invalid(f"{_HEAD}HopscotchContainer(registry, resource=«Customer» if shop else None)"),
        td.invalid(
            """
            # file: shop/app.py
            from shop.people import Customer
            from svcs_hopscotch import HopscotchContainer

            with HopscotchContainer(registry, resource=«Customer») as container: ...
            # file: shop/people.py
            class Customer: ...
            """
        ),
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
            if given is not None and not self.view.is_expected_to_fail(call.start_byte):
                for node in td.outcomes(given):
                    self._judge(td.unwrapped(node))

    def _judge(self, given: Node) -> None:
        name = self.view.text(given)
        if given.type == "call":
            function = given.child_by_field_name("function")
            asked = td.arguments_of(self.view, given).positional
            is_type = function is not None and self.view.text(function) == "type" and not self.view.resolve(function)
            if is_type and len(asked) == 1 and not td.is_bound(self.view, "type"):
                self._report(given, f"the resource is `{name}`, a class", self.view.text(asked[0]), None)
            return
        premise = td.premise(self.view, given, "class") if given.type in {"identifier", "attribute"} else None
        shape = td.shapes.shapes(self.view).get(self.view.resolve(given))
        is_known = shape is not None and td.shapes.lineage(self.view, shape) is not None
        if is_known or premise is not None:
            message = f"the resource is the class `{name}`, not an instance of it"
            self._report(given, message, f"an instance, such as {name}()", None if is_known else premise)

    def _report(self, given: Node, message: str, advice: str, premise: td.Premise | None) -> None:
        self.report_span(
            self.view.span(given),
            message,
            note="implementations are chosen by the type of the resource, which is `type`: none matches",
            help=f"pass {advice}",
            premise=premise,
        )
