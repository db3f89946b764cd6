"""What the files of a project register, and whether that is all that can be known."""

from __future__ import annotations

import builtins
import sys
from functools import cached_property

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.records import RegistrationFact
from tdomcheck.model.features import Feature, FeatureOf

_FOREIGN = frozenset({"svcs", "svcs_di", "svcs_hopscotch", "tdom", "tdom_svcs", "typing", "builtins", "collections"})
_HARMLESS = frozenset(dir(builtins)) | {
    "append",
    "assert_called_once_with",
    "assert_called_with",
    "assertEqual",
    "assertIs",
    "assertIsInstance",
    "assertIsNot",
    "callback",
    "debug",
    "enter_async_context",
    "enter_context",
    "error",
    "get",
    "html",
    "info",
    "log",
    "pop",
    "push",
    "remove",
    "render",
    "setattr",
    "update",
    "warning",
}
"""What keeps, shows or compares what it is given."""
_SHAPES = ("dataclasses.", "attrs.", "attr.", "functools.", "typing.", "abc.", "enum.")


class Registered:
    """The types that containers are told about, by calls and by decorators."""

    def __init__(self, project: Project, *, tests: bool) -> None:
        self._project = project
        self._application = Application.of(project)
        self._keys: set[str] = set()
        self._has_unknown = False
        for path, facts in project.files_with("registrations"):
            for registration in facts.registrations if tests or not is_test_file(path) else ():
                self._add(path, registration)
        for path, facts in project.files_with("features"):
            if tests or not is_test_file(path):
                self._has_unknown = self._has_unknown or self._opens(path, facts.features)
        self._names = {key.rpartition(".")[2] for key in self._keys}

    @property
    def is_complete(self) -> bool:
        """Something is registered, and no call registers what cannot be told."""
        return bool(self._keys) and not self._has_unknown

    def _add(self, path: str, registration: RegistrationFact) -> None:
        decorator = registration.decorator
        if decorator and not self._application.registers(path, decorator):
            is_for_another = registration.type_ref != registration.factory.ref
            if not is_for_another or self._is_known(path, decorator):
                return
        symbol = self._project.resolve(path, registration.type_ref)
        if symbol is not None:
            self._keys.add(symbol.key)
        else:
            self._has_unknown = self._has_unknown or not decorator

    def _opens(self, path: str, features: frozenset[str]) -> bool:
        """Whether something registers by a way that is not followed, or code from elsewhere may."""
        if Feature.REGISTERING_INDIRECTLY in features:
            return True
        return any(self._may_register(path, taker) for taker in FeatureOf.HANDED_REGISTRY.names_in(features))

    def _may_register(self, path: str, taker: str) -> bool:
        """Whether what is given a registry, by reference or by the name of a method, may be code from elsewhere."""
        if taker.startswith("?"):
            return taker[1:] not in _HARMLESS and taker[1:] not in self._functions
        symbol = self._project.resolve(path, taker)
        if symbol is None:
            return taker.rpartition(".")[2] not in self._functions
        root = symbol.key.partition(".")[0]
        return symbol.is_external and root not in _FOREIGN and root not in sys.stdlib_module_names

    @cached_property
    def _functions(self) -> frozenset[str]:
        """The last names of all functions and classes of the project."""
        paths: set[str] = set()
        for facts in self._project.facts.values():
            paths.update(fact.path for fact in facts.functions)
            paths.update(fact.path for fact in facts.classes)
        return frozenset(path.rpartition(".")[2] for path in paths)

    def may_provide(self, symbol: Symbol) -> bool:
        """Whether a type is registered, for all that is known."""
        if symbol.key in self._keys or symbol.key.partition(".")[0] in _FOREIGN:
            return True
        if symbol.is_external:
            return symbol.key.rpartition(".")[2] in self._names
        if symbol.class_ is None:
            return True
        return not all(self._is_known(symbol.path, decorator) for decorator in symbol.class_.decorators)

    def _is_known(self, path: str, decorator: str) -> bool:
        """Any other decorator may register what it decorates."""
        return decorator.startswith(_SHAPES) or self._application.registers(path, decorator)
