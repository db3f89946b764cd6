"""TDC306: the name of a service."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_CHOICES = ("require", "forbid", "off")


class ServiceName(td.ProjectRule):
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
    GATE = td.Gate(tokens={"class"})

    _USERS = "from svcs_di import Inject\n\nclass {0}: ...\n\nclass Page:\n    users: Inject[{0}]"

    VALID: t.ClassVar = [
        _USERS.format("Users"),
        _USERS.format("UsersService"),
        "class Users: ...",
        (
            "# file: tests/test_users.py\nfrom shop import Users\n\nregistry.register_factory(Users, Users)\n"
            "# file: shop.py\nclass Users: ..."
        ),
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
        td.invalid(
            "# file: shop/__init__.py\n# file: shop/users.py\nclass «Users»: ...\n\nclass Other: ...\n"
            "# file: shop/wiring.py\nfrom svcs_di import auto\nfrom shop.users import Users\n\n"
            "def set_up(registry):\n    registry.register_factory(svc_type=Users, factory=auto(Users))",
            options={"service-suffix": "require"},
        ),
    ]

    SKIP_DERIVED: t.ClassVar = {"copies": "the copies are numbered, so that their names no longer end as they did"}

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        choice = str(self.option("service-suffix"))
        if choice not in _CHOICES:
            raise ValueError(f"`service-suffix` is {choice!r}; it is one of {', '.join(_CHOICES)}")
        services = _services(project) if choice != "off" else set[str]()
        for path in focus if services else ():
            for class_ in project.facts[path].classes if not td.is_test_file(path) else ():
                symbol = project.resolve(path, f":{class_.path}")
                is_service = symbol is not None and symbol.key in services and "__call__" not in class_.methods
                if is_service and class_.path.endswith("Service") is not (choice == "require"):
                    yield self._finding(path, class_, choice)

    def _finding(self, path: str, found: td.ClassFact, choice: str) -> td.Finding:
        name = found.path.rpartition(".")[2]
        ending = "does not end" if choice == "require" else "ends"
        return self.finding(
            path,
            td.Span(found.start, found.end),
            f"the service `{name}` {ending} in `Service`",
            note=f"`service-suffix` of this project is `{choice}`",
            help=f"call it `{name}Service`" if choice == "require" else "leave the ending out",
        )


@td.once
def _services(project: td.Project) -> set[str]:
    """The keys of what code injects or registers; what only a test does says little."""
    keys: set[str] = set()
    for path, facts in project.facts.items():
        if not td.is_test_file(path):
            symbols = (project.resolve(path, reference) for reference in _references(facts))
            keys.update(symbol.key for symbol in symbols if symbol is not None and not symbol.is_external)
    return keys


def _references(facts: td.FileFacts) -> Iterator[str]:
    for injection in facts.injections:
        yield injection.type_ref
    for fact in facts.registrations:
        if not fact.decorator or fact.decorator.endswith(".injectable"):
            yield fact.factory.ref if fact.decorator else fact.type_ref
