"""TDC403: a class registered as a value, or a value as a factory."""

from __future__ import annotations

import typing as t
from collections import Counter

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_VALUES = frozenset({"register_value", "register_local_value", "overwrite_value"})
_LITERALS = {
    "string": "str",
    "integer": "int",
    "float": "float",
    "dictionary": "dict",
    "list": "list",
    "tuple": "tuple",
}


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
    GATE = td.Gate(features={"registration"}, tokens={"_value", "_factory"})

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
                if registration.is_quiet or not registration.receiver or registration.receiver in modules:
                    continue
                if registration.method in _VALUES:
                    yield from self._check_value(project, path, registration)
                elif registration.method in td.api.REGISTER_FACTORY:
                    yield from self._check_factory(project, path, registration)

    def _check_value(self, project: td.Project, path: str, registration: td.RegistrationFact) -> Iterator[td.Finding]:
        wanted = _single(project, project.resolve(path, registration.type_ref))
        given = _single(project, project.resolve(path, registration.factory_ref))
        what = _maker(project, wanted, given) if wanted is not None and given is not None else ""
        if wanted == given and td.is_test_file(path) and not _is_asked_for(project, path, registration):
            return  # anything will do as a value that nobody looks at
        if what and wanted is not None and given is not None:
            name, shown = (symbol.key.rpartition(".")[2] for symbol in (wanted, given))
            message = f"`{shown}` is a {what}, and is registered as the value of `{name}`"
            note = f"`get({name})` gives the {what} itself, and no instance"
            yield self._finding(path, registration, message, note, "register_factory")

    def _check_factory(self, project: td.Project, path: str, registration: td.RegistrationFact) -> Iterator[td.Finding]:
        made = _LITERALS.get(registration.factory_kind, "")
        if not made and registration.made_ref:
            made = _instance(project, _single(project, project.resolve(path, registration.made_ref)))
        if not made and registration.factory_kind in {"identifier", "attribute"}:
            made = _constant(project, path, registration.factory_ref)
        if made:
            message = f"an object of the type `{made}` is registered as a factory and cannot be called"
            note = f"svcs raises TypeError: '{made}' object is not callable"
            yield self._finding(path, registration, message, note, "register_value")

    def _finding(self, path: str, registration: td.RegistrationFact, message: str, note: str, other: str) -> td.Finding:
        old = registration.method
        new = old.replace("value", "factory") if other == "register_factory" else old.replace("factory", "value")
        edits = [td.Edit(registration.method_start, registration.method_start + len(old), new)]
        label = registration.label_start
        if label >= 0:
            edits.append(td.Edit(label, label + len(old.rpartition("_")[2]), new.rpartition("_")[2]))
        doubt = "what a container hands out becomes something else"
        fix = td.Fix(f"Call {new}", tuple(edits), td.Safety.UNSAFE, unsafe_because=doubt)
        span = td.Span(registration.factory_start, registration.factory_end)
        return self.finding(path, span, message, fix=fix, note=note, help=f"call {new} instead")


def _is_asked_for(project: td.Project, path: str, registration: td.RegistrationFact) -> bool:
    """Whether the function that registers a type asks a container for it as well."""
    wanted = project.resolve(path, registration.type_ref)
    fetches = (fetch for fetch in project.facts[path].fetches if fetch.owner == registration.owner)
    return any(project.resolve(path, fetch.type_ref) == wanted for fetch in fetches)


def _single(project: td.Project, symbol: td.Symbol | None) -> td.Symbol | None:
    """A class or function of the project, if it is never anything else."""
    found = symbol.class_ or symbol.function if symbol is not None else None
    if symbol is None or found is None:
        return None
    is_rebound = f"rebound {found.path}" in project.facts[symbol.path].features
    return None if is_rebound or found.path in _repeated(project, symbol.path) else symbol


def _repeated(project: td.Project, path: str) -> set[str]:
    """What a file defines more than once; worked out once."""
    known = t.cast("dict[str, set[str]]", project.memory.setdefault("repeated definitions", {}))
    if path not in known:
        facts = project.facts[path]
        counts = Counter(owner.path for owner in facts.classes) + Counter(found.path for found in facts.functions)
        known[path] = {name for name, count in counts.items() if count > 1}
    return known[path]


def _maker(project: td.Project, wanted: td.Symbol, given: td.Symbol) -> str:
    """`class` or `function` for what makes an instance of a class of the project."""
    if wanted.class_ is None or wanted.class_.is_opaque:
        return ""
    if given == wanted:
        return "class"
    lineage = project.ancestors(wanted)
    if lineage is None:
        return ""
    if given.class_ is not None:
        return "class" if _is_kind_of(project, given, wanted) else ""
    if given.function is None or any(owner.class_ and "__call__" in owner.class_.methods for owner in lineage):
        return ""  # a function may be what is wanted
    made = project.resolve(given.path, given.function.returned_ref)
    is_one = made is not None and (made == wanted or _is_kind_of(project, made, wanted))
    return "function" if is_one else ""


def _is_kind_of(project: td.Project, given: td.Symbol, wanted: td.Symbol) -> bool:
    """Whether objects of a class are of another, by its bases or as a protocol has it, and the class itself is not."""
    lineage = project.ancestors(given)
    if given.class_ is None or given.class_.is_opaque or lineage is None:
        return False
    if wanted in lineage:
        return True
    asked = project.ancestors(wanted) or []
    names, methods = _members(asked), {name for owner in asked if owner.class_ for name in owner.class_.methods}
    is_protocol = any(base.endswith("Protocol") for owner in asked if owner.class_ for base in owner.class_.bases)
    if not is_protocol or not methods or "__call__" in methods or not names <= _members(lineage):
        return False
    return any(_needs_object(project, owner, name) for owner in lineage for name in methods)


def _members(lineage: Sequence[td.Symbol]) -> set[str]:
    owners = [owner.class_ for owner in lineage if owner.class_ is not None]
    return {name for one in owners for name in (*one.methods, *one.attributes, *(field.name for field in one.fields))}


def _needs_object(project: td.Project, owner: td.Symbol, name: str) -> bool:
    """Whether a method of a class is called on its objects: a class is as good for one that is not."""
    return owner.class_ is not None and f"{owner.class_.path}.{name}" in _undecorated(project, owner.path)


def _undecorated(project: td.Project, path: str) -> set[str]:
    """The functions of a file that have no decorator; worked out once."""
    known = t.cast("dict[str, set[str]]", project.memory.setdefault("undecorated functions", {}))
    if path not in known:
        known[path] = {found.path for found in project.facts[path].functions if not found.decorators}
    return known[path]


def _instance(project: td.Project, symbol: td.Symbol | None) -> str:
    """The type of what is certainly an instance that cannot be called."""
    lineage = project.ancestors(symbol) if symbol is not None and symbol.class_ is not None else None
    if symbol is None or lineage is None:
        return ""
    owners = [owner.class_ for owner in lineage if owner.class_ is not None]
    is_opaque = any(
        owner.is_opaque
        or {"__call__", "__new__"} & {*owner.methods, *owner.attributes}
        or not _KNOWN.issuperset(owner.decorators)
        for owner in owners
    )
    return "" if is_opaque else symbol.key.rpartition(".")[2]


def _constant(project: td.Project, path: str, reference: str) -> str:
    """The type of a constant that cannot be called."""
    outer, _, name = reference.rpartition(":" if reference.startswith(":") else ".")
    module = project.resolve(path, outer) if outer.strip(".") else None
    if module is not None and (module.function is not None or module.class_ is not None):
        return ""
    home = path if reference.startswith(":") else module.path if module is not None else ""
    kind = dict(project.facts[home].constants).get(name, "") if home else ""
    if kind in _LITERALS.values():
        return kind
    made = kind.removeprefix("made ")
    return _instance(project, _single(project, project.resolve(home, made))) if made != kind else ""


_KNOWN = td.shapes.DATACLASS | td.shapes.ATTRS | td.api.INJECTABLE
