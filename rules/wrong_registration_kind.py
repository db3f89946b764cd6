"""TDC403: a class registered as a value, or a value as a factory."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_VALUES = frozenset({"register_value", "register_local_value", "overwrite_value"})


class WrongRegistrationKind(td.ProjectRule):
    """
    ## What

    `register_value(X, Y)` where `Y` is a class or a function that makes an `X`, or `register_factory(X, X())`.

    ## Why

    A value is handed out as it is, so that `get(X)` gives the class or the function and not an instance. A factory is
    called: `TypeError: 'Db' object is not callable`.

    ## Instead

    `register_factory(X, Y)` for what makes an `X`, and `register_value(X, X())` for one that is made.

    ## Example

    ```python
    registry.register_value(Db, SqlDb)    # bad: get(Db) gives the class
    registry.register_factory(Db, SqlDb)  # good
    ```
    """

    CODE = "TDC403"
    SLUG = "wrong-registration-kind"
    GROUP = "services"
    SUMMARY = "a class is registered as a value, or a value as a factory"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "unsafe"
    GATE = td.Gate(features={td.Feature.REGISTRATION}, tokens={"_value", "_factory"})

    _HEAD = "import svcs\n\nclass Db: ...\n\nclass SqlDb(Db): ...\n\ndef make() -> Db: ...\n\n"

    _SHOP = (
        "# file: shop/__init__.py\n# file: shop/clock.py\nfrom typing import Protocol\n"
        "from pydantic import BaseModel\n\n"
        "class Clock(Protocol):\n    def now(self): ...\n\nclass SystemClock(Clock): ...\n\nclass Sundial: ...\n\n"
        "class Cart(BaseModel): ...\n\nclock = SystemClock()\n# file: shop/wiring.py\nimport svcs\n"
    )

    VALID: t.ClassVar = [
        f"{_HEAD}registry.register_value(Db, Db())\nregistry.register_factory(Db, SqlDb)",
        f"{_SHOP}from shop.clock import *\n\nregistry.register_value(Clock, SystemClock())",
        f"{_HEAD}registry.register_value(type[Db], SqlDb)",
        f"{_HEAD}from shop import Other\n\nregistry.register_value(Db, Other)\nregistry.register_value(Other, Db)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}registry.register_value(Db, «SqlDb»)",
            fixed=f"{_HEAD}registry.register_factory(Db, SqlDb)",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}registry.register_factory(Db, «SqlDb()»)",
            fixed=f"{_HEAD}registry.register_value(Db, SqlDb())",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}DB = SqlDb()\n\ndef wire(registry):\n    registry.register_factory(Db, «DB»)",
            fixed=f"{_HEAD}DB = SqlDb()\n\ndef wire(registry):\n    registry.register_value(Db, DB)",
            unsafe=True,
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            facts = project.facts[path]
            if not any(fact.module.partition(".")[0] in td.api.ROOTS for fact in facts.imports):
                continue
            plain = (fact for fact in facts.imports if not fact.name)
            modules = {fact.alias for fact in plain if fact.module.partition(".")[0] not in td.api.ROOTS}
            for registration in facts.registrations:
                if (
                    registration.site.is_quiet
                    or not registration.site.receiver
                    or registration.site.receiver in modules
                ):
                    continue
                if registration.method in _VALUES:
                    yield from self._check_value(project, path, registration)
                elif registration.method in td.api.REGISTER_FACTORY:
                    yield from self._check_factory(project, path, registration)

    def _check_value(
        self, project: td.Project, path: str, registration: td.services.RegistrationFact
    ) -> Iterator[td.Finding]:
        wanted = td.project.single_definition(project, project.resolve(path, registration.type_ref))
        registered = td.project.single_definition(project, project.resolve(path, registration.factory.ref))
        what = (
            td.project.maker_kind(project, wanted, registered) if wanted is not None and registered is not None else ""
        )
        if wanted == registered and td.is_test_file(path) and not _is_asked_for(project, path, registration):
            return  # anything will do as a value that nobody looks at
        if what and wanted is not None and registered is not None:
            name, shown = (symbol.key.rpartition(".")[2] for symbol in (wanted, registered))
            message = f"`{shown}` is a {what}, and is registered as the value of `{name}`"
            note = f"`get({name})` gives the {what} itself, and no instance"
            yield self._finding(path, registration, message, note, "register_factory")

    def _check_factory(
        self, project: td.Project, path: str, registration: td.services.RegistrationFact
    ) -> Iterator[td.Finding]:
        made = registration.factory.literal_type
        if not made and registration.factory.made_ref:
            made = td.project.instance_type(
                project, td.project.single_definition(project, project.resolve(path, registration.factory.made_ref))
            )
        if not made and registration.factory.ref:
            made = td.project.constant_type(project, path, registration.factory.ref)
        if made:
            message = f"an object of the type `{made}` is registered as a factory and cannot be called"
            note = f"svcs raises TypeError: '{made}' object is not callable"
            yield self._finding(path, registration, message, note, "register_value")

    def _finding(
        self, path: str, registration: td.services.RegistrationFact, message: str, note: str, other: str
    ) -> td.Finding:
        old = registration.method
        new = old.replace("value", "factory") if other == "register_factory" else old.replace("factory", "value")
        edits = [td.Edit(registration.method_start, registration.method_start + len(old), new)]
        label = registration.label_start
        if label >= 0:
            edits.append(td.Edit(label, label + len(old.rpartition("_")[2]), new.rpartition("_")[2]))
        doubt = "what a container hands out becomes something else"
        fix = td.Fix(f"Call {new}", tuple(edits), td.Safety.UNSAFE, unsafe_because=doubt)
        span = td.Span(registration.factory.start, registration.factory.end)
        return self.finding(path, span, message, fix=fix, note=note, help=f"call {new} instead")


def _is_asked_for(project: td.Project, path: str, registration: td.services.RegistrationFact) -> bool:
    """Whether the function that registers a type asks a container for it as well."""
    wanted = project.resolve(path, registration.type_ref)
    fetches = (fetch for fetch in project.facts[path].fetches if fetch.owner == registration.site.owner)
    return any(project.resolve(path, fetch.type_ref) == wanted for fetch in fetches)
