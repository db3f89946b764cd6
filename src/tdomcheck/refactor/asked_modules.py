"""Modules by whatever name they are asked for something: their own, a variable, what a loop runs over."""

from __future__ import annotations

from tdomcheck.facts.python.occurrences import NameRole, Occurrence
from tdomcheck.facts.python.regions import Step
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.callees import Callees, Homes, tier_among
from tdomcheck.refactor.chosen_names import has_name, is_chosen_at
from tdomcheck.refactor.kin import is_class
from tdomcheck.refactor.origins import (
    Definition,
    absolute,
    dotted_home,
    imported_by,
    meaning,
    meaning_at,
    member_home,
    module_behind,
)
from tdomcheck.refactor.sites import owner_node, owner_text
from tdomcheck.refactor.sources import SourceReading, Sources

OTHERS = "what it is asked of may be another module"
_NAMES = frozenset({"identifier", "attribute", "list_splat"})
_OWN = frozenset({b"self", b"cls"})


_IMPORTED = frozenset({NameRole.IMPORT, NameRole.ALIASED})


class AskedModules:
    """What stands before the dots of one file, where a name of a module may be asked for behind them."""

    def __init__(self, sources: Sources, reading: SourceReading, name: str, definition: Definition) -> None:
        self._sources = sources
        self._reading = reading
        self._name = name
        self._definition = definition
        self._callees: Callees | None = None

    def tier(self, each: Occurrence) -> Tier | None:
        """How sure it is that an attribute is the definition; None where it is not."""
        return tier_among(self.of(each), self._has)

    def is_unseen(self, each: Occurrence) -> bool:
        """Whether a module of the project is asked for what nothing is seen to bind there, so that it may be anything.

        As one that fills itself when it is imported."""
        if "." in self._definition.name:
            return False
        owners = self.of(each) if each.role is NameRole.ATTRIBUTE else {self._imported_from(each)}
        modules = [owner for owner in owners if owner is not None and owner.is_module]
        return any(member_home(self._sources, owner, self._name) is None for owner in modules)

    def _imported_from(self, each: Occurrence) -> Definition | None:
        """The module or package that an import takes the name from."""
        view, outer = self._reading.view, each.step.outer
        imported = imported_by(view, each) if each.role in _IMPORTED else None
        written = imported.module if imported is not None and imported.name else ""
        if each.role is NameRole.MODULE and outer is not None and each.step.around("relative_import") is None:
            written = view.tree.utf8[outer.node.start_byte : each.start].decode("utf-8", "replace").rstrip(". ")
        dotted = absolute(self._sources, self._reading, "".join(written.split())) if written else ""
        return dotted_home(self._sources, dotted) if dotted else None

    def of(self, each: Occurrence) -> Homes:
        """All that may stand before the dot; None among them for what nobody knows."""
        written = owner_text(self._reading, each)
        node, outer = owner_node(each), each.step.outer
        home = self._home(each, written)
        if home is not None and is_chosen_at(self._sources, self._reading, written, each.step):
            return frozenset({home, None})
        if home is not None and (home.is_module or not home.path or is_class(self._sources, home)):
            return frozenset({home})
        module = module_behind(self._sources, home) if home is not None else None
        if module is not None or node is None or outer is None or node.type not in _NAMES or node.text in _OWN:
            return frozenset({module})
        if self._callees is None:
            self._callees = Callees(self._sources, self._reading)
        return self._callees.of(node, outer)

    def _home(self, each: Occurrence, written: str) -> Definition | None:
        """What stands before the dot, also where that is an import by a call."""
        home, node = meaning_at(self._sources, self._reading, written, each.step), owner_node(each)
        if home is not None or node is None:
            return home
        return meaning(self._sources, self._reading, Step(node, "", each.step.region, each.step.outer))

    def is_named(self, each: Occurrence) -> bool:
        """Whether a module or a variable stands before the dot, and no attribute of an object, which heirs change."""
        owner = owner_text(self._reading, each)
        home = meaning_at(self._sources, self._reading, owner, each.step)
        is_module = home is not None and (home.is_module or module_behind(self._sources, home) is not None)
        return is_module or "." not in owner

    def _has(self, home: Definition | None) -> bool:
        if self._definition.is_module:
            return home is not None and member_home(self._sources, home, self._name) == self._definition
        return home is not None and has_name(self._sources, home, self._definition)
