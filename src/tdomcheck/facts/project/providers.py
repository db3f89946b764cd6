"""What the files of a project register, and whether that is all that can be known."""

from __future__ import annotations

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.project.takers import LIBRARIES, is_handed_elsewhere
from tdomcheck.facts.records import RegistrationFact
from tdomcheck.model.features import Feature

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
        return Feature.REGISTERING_INDIRECTLY in features or is_handed_elsewhere(self._project, path, features)

    def may_provide(self, symbol: Symbol) -> bool:
        """Whether a type is registered, for all that is known."""
        if symbol.key in self._keys or symbol.key.partition(".")[0] in LIBRARIES:
            return True
        if symbol.is_external:
            return symbol.key.rpartition(".")[2] in self._names
        if symbol.class_ is None:
            return True
        return not all(self._is_known(symbol.path, decorator) for decorator in symbol.class_.decorators)

    def _is_known(self, path: str, decorator: str) -> bool:
        """Any other decorator may register what it decorates."""
        return decorator.startswith(_SHAPES) or self._application.registers(path, decorator)
