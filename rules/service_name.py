"""TDC306: the name of a service."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

_CHOICES = ("require", "forbid", "off")


class ServiceName(td.FileRule):
    """
    ## What

    A class that is registered or injected as a service does not end in `Service`, or does, as `service-suffix` in
    `[tool.tdomcheck.views]` says: `require`, `forbid`, or `off`.

    ## Why

    Two conventions are in use. In one project there should be one.

    ## Instead

    The name that the project has chosen.

    ## Example

    ```python
    @injectable
    class Users: ...         # bad with "require"

    @injectable
    class UsersService: ...  # bad with "forbid"
    ```
    """

    CODE = "TDC306"
    SLUG = "service-name"
    GROUP = "views"
    SUMMARY = "a service is not called as the project calls its services"
    SEVERITY = td.Severity.INFO
    OPTIONS = (td.option("service-suffix", "off", "Whether names of services end in Service: require, forbid or off."),)
    GATE = td.Gate(features={"injection", "registration"})

    _USERS = "from svcs_di import Inject\n\nclass {0}: ...\n\nclass Page:\n    users: Inject[{0}]"

    VALID: t.ClassVar = [
        _USERS.format("Users"),
        _USERS.format("UsersService"),
        "class Users: ...",
        "from svcs_hopscotch.injectors import injectable\n\n@injectable\nclass Users: ...",
        "from tdom_svcs import hookable\n\n@hookable\nclass Button:\n    def __call__(self): ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid(_USERS.replace("class {0}", "class «{0}»").format("Users"), options={"service-suffix": "require"}),
        td.invalid(
            _USERS.replace("class {0}", "class «{0}»").format("UsersService"), options={"service-suffix": "forbid"}
        ),
        td.invalid(
            "from svcs_hopscotch.injectors import injectable\n\n@injectable\nclass «Users»: ...\n\n"
            "@injectable\nclass Button:\n    def __call__(self): ...",
            options={"service-suffix": "require"},
        ),
        td.invalid(
            "class «Users»: ...\n\ndef set_up(registry):\n    registry.register_factory(Users, Users)",
            options={"service-suffix": "require"},
        ),
    ]

    SKIP_DERIVED: t.ClassVar = {"copies": "the copies are numbered, so that their names no longer end as they did"}

    def check_file(self) -> None:
        choice = str(self.option("service-suffix"))
        if choice not in _CHOICES:
            raise ValueError(f"`service-suffix` is {choice!r}; it is one of {', '.join(_CHOICES)}")
        if choice == "off" or td.is_test_file(self.path):
            return
        services = set(self._services())
        for found in self.facts.classes:
            is_service = f":{found.path}" in services and "__call__" not in found.methods
            if is_service and found.path.endswith("Service") is not (choice == "require"):
                name = found.path.rpartition(".")[2]
                ending = "does not end" if choice == "require" else "ends"
                self.report_span(
                    td.Span(found.start, found.end),
                    f"the service `{name}` {ending} in `Service`",
                    note=f"`service-suffix` of this project is `{choice}`",
                    help=f"call it `{name}Service`" if choice == "require" else "leave the ending out",
                )

    def _services(self) -> Iterator[str]:
        for injection in self.facts.injections:
            yield injection.type_ref
        for fact in self.facts.registrations:
            if not fact.method.startswith("@") or fact.method.endswith(".injectable"):
                yield fact.factory_ref if fact.method.startswith("@") else fact.type_ref
