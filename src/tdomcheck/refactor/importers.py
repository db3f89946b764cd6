"""Who imports a definition from the very module that it leaves."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.edits.dropped_imports import without_names
from tdomcheck.facts.python.occurrences import (
    LEXICAL,
    NameRole,
    Occurrence,
    bindings_in,
    home_at,
    occurrences_of,
)
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.facts.records import ImportFact
from tdomcheck.model import Edit, ImportRequest, Span
from tdomcheck.model.changes import Remainder
from tdomcheck.refactor.asked_modules import AskedModules
from tdomcheck.refactor.exports import listed_in
from tdomcheck.refactor.exports_of_others import additions
from tdomcheck.refactor.import_blocks import imports_into
from tdomcheck.refactor.module_names import ModuleName
from tdomcheck.refactor.named import Bond, groups_of
from tdomcheck.refactor.needs import is_guarded
from tdomcheck.refactor.origins import (
    Definition,
    absolute,
    imported_by,
    meaning_at,
    member_home,
    module_behind,
    stars_of,
)
from tdomcheck.refactor.places import is_package, relative
from tdomcheck.refactor.quoted import is_quoted_annotation, quoted_owner
from tdomcheck.refactor.sites import chain_start, owner_text
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.stars import relays
from tdomcheck.refactor.statements import beside, names_in, own_name


class ImporterEdits:
    """The edits of the files that import a definition, when it is in another module."""

    def __init__(self, sources: Sources, definition: Definition, module: str, *, is_left: bool) -> None:
        self._sources = sources
        self._definition = definition
        self._module = module
        self._name = definition.name
        self._is_left = is_left
        """The old module still has the name, by an import."""
        self._old = sources.module_name(definition.path)
        self.remainders: list[Remainder] = []

    def __iter__(self) -> Iterator[tuple[SourceReading, list[Edit]]]:
        starred = {} if self._is_left else dict(self._starred())
        paths = (*self._sources.mentioning(self._name), *(reading.path for reading, _ in starred.values()))
        for path in dict.fromkeys(paths):
            for reading in self._sources.readings(path, [self._name]):
                edits = [*self._statements(reading), *self._attributes(reading)]
                if id(reading.view) in starred:
                    edits.append(starred[id(reading.view)][1])
                if edits:
                    yield reading, edits
        if not self._is_left:
            yield from self._exported()

    def _starred(self) -> Iterator[tuple[int, tuple[SourceReading, Edit]]]:
        """The files that have it by a star of the very module, and the import that each needs behind that.

        Behind the star, as the new module may ask the file for what the star has given it by then."""
        for relay in relays(self._sources, self._definition):
            reading = relay.reading
            if relay.is_asked and not self._is_target(reading):
                is_said = any(each.role in LEXICAL for each in occurrences_of(reading.view, self._name))
                is_kept = is_said or bool(listed_in(reading, self._name))
                text = self._name if is_kept else f"{self._name} as {self._name}"
                yield id(reading.view), (reading, self._beside(reading, relay.star, text))
        for group in groups_of(self._sources, self._definition):
            star = self._star(group.reading) if group.home is None and group.bond is Bond.IMPORTED else None
            if star is not None:
                yield id(group.reading.view), (group.reading, self._beside(group.reading, star, self._name))

    def _beside(self, reading: SourceReading, star: ImportFact, text: str) -> Edit:
        module = self._spelled(reading, self._module, is_relative=star.module.startswith("."))
        statements = reading.view.nodes["import"]
        statement = next(node for node in statements if reading.view.span(node).start == star.start)
        return beside(reading, statement, f"from {module} import {text}")

    def _exported(self) -> Iterator[tuple[SourceReading, list[Edit]]]:
        """The files whose `__all__` is made of that of the old module, which does not list it any more."""
        owner = self._sources.module(self._definition.path)
        if owner is None or not listed_in(owner, self._name):
            return
        for adding in additions(self._sources, self._definition, self._sources.naming.module_path(self._module)):
            if adding.edits:
                yield adding.reading, list(adding.edits)
            else:
                reason = f"`__all__` is made of that of `{self._old}`, which has no `{self._name}` any more"
                self.remainders.append(
                    Remainder(adding.reading.path, adding.span, f"{reason}: add it by hand", self._name)
                )

    def _star(self, reading: SourceReading) -> ImportFact | None:
        """The star of a file that is one of the very module."""
        return next((fact for fact in stars_of(reading.view) if self._is_old(reading, fact.module)), None)

    def _is_target(self, reading: SourceReading) -> bool:
        path = self._sources.canonical(reading.path)
        return reading.is_module and path == self._sources.naming.module_path(self._module)

    def _is_old(self, reading: SourceReading, module: str) -> bool:
        dotted = absolute(self._sources, reading, module)
        return self._sources.naming.module_path(dotted) == self._definition.path

    def _statements(self, reading: SourceReading) -> Iterator[Edit]:
        for each in occurrences_of(reading.view, self._name):
            statement = each.step.around("import_from_statement")
            if statement is None or each.role not in {NameRole.IMPORT, NameRole.ALIASED}:
                continue
            module = statement.node.child_by_field_name("module_name")
            written = "".join(reading.view.text(module).split()) if module is not None else ""
            if module is not None and self._is_old(reading, written):
                yield from self._statement(reading, statement, module, written)

    def _statement(
        self, reading: SourceReading, statement: Step, module: tree_sitter.Node, written: str
    ) -> Iterator[Edit]:
        names = names_in(statement.node)
        hits = [name for name in names if own_name(reading, name)[0] == self._name]
        if self._is_target(reading):
            yield from without_names(reading.view, [(statement.node, hits)])
            return
        target = self._spelled(reading, self._module, is_relative=written.startswith("."))
        source = reading.view.source
        if len(hits) == len(names):
            start, end = source.from_utf8(module.start_byte), source.from_utf8(module.end_byte)
            yield Edit(start, end, target)
            return
        yield from without_names(reading.view, [(statement.node, hits)])
        listed = ", ".join(reading.view.text(hit) for hit in hits)
        yield beside(reading, statement.node, f"from {target} import {listed}")

    def _spelled(self, reading: SourceReading, target: str, *, is_relative: bool) -> str:
        owner = reading.around.path if reading.around is not None else reading.path
        if not is_relative:
            return target
        return relative(self._sources.module_name(owner), target, is_from_package=is_package(owner))

    def _attributes(self, reading: SourceReading) -> Iterator[Edit]:
        """`module.name`, by whatever the module is called, also in an annotation in quotes."""
        called = ModuleName(self._sources, reading, self._module)
        wanted: dict[bool, set[ImportRequest]] = {False: set(), True: set()}
        for each, owner, start in self._owners(reading):
            first = owner.partition(".")[0]
            bindings = bindings_in(reading.view, first, home_at(reading.view, first, each.step))
            text, requests = called.for_owner(owner, is_relative=any(_is_relative(reading, one) for one in bindings))
            source = reading.view.source
            yield Edit(source.from_utf8(start), source.from_utf8(start + len(owner.encode())), text)
            local = _local_import(reading, first, each)
            if local is not None:
                yield from (beside(reading, local, request.statement) for request in requests)
                continue
            wanted[bool(bindings) and all(map(is_guarded, bindings))].update(requests)
        yield from imports_into(reading, sorted(wanted[False]), sorted(wanted[True] - wanted[False]))

    def _owners(self, reading: SourceReading) -> Iterator[tuple[Occurrence, str, int]]:
        """Where the name is asked of the old module: what stands before the dot, and where that begins in `utf8`."""
        old = Definition(self._definition.path, "")
        owners = AskedModules(self._sources, reading, self._name, self._definition)
        for each in occurrences_of(reading.view, self._name):
            outer = each.step.outer
            if each.role is NameRole.ATTRIBUTE and outer is not None:
                homes = owners.of(each) if owners.tier(each) is not None else frozenset()
                if homes == {old} and owners.is_named(each):
                    yield each, owner_text(reading, each), chain_start(reading, outer.node)
                elif old in homes and not self._is_left:
                    self._tell_owner(reading, each)
            elif each.role is NameRole.TEXT and is_quoted_annotation(self._sources, reading, each.step):
                owner = quoted_owner(reading, each)
                home = meaning_at(self._sources, reading, owner, each.step)
                module = (module_behind(self._sources, home) or home) if home is not None else None
                if module == old and member_home(self._sources, old, self._name) == self._definition:
                    yield each, owner, each.start - len(f"{owner}.".encode())

    def _tell_owner(self, reading: SourceReading, each: Occurrence) -> None:
        """A row where the name may be asked of the old module, or of another."""
        reason = f"it may be asked of `{self._old}`, which has no `{self._name}` any more: look there"
        source = reading.view.source
        span = Span(source.from_utf8(each.start), source.from_utf8(each.start + len(self._name.encode())))
        self.remainders.append(Remainder(reading.path, span, reason, self._name))


def _is_relative(reading: SourceReading, binding: Occurrence) -> bool:
    imported = imported_by(reading.view, binding)
    return imported is not None and imported.module.startswith(".")


def _local_import(reading: SourceReading, name: str, each: Occurrence) -> tree_sitter.Node | None:
    """The import that gives a name its meaning at a place, and that has to have another beside it, not at the top.

    That of a function stands there so as to run late; a document or docstring begins anew with each example."""
    home = home_at(reading.view, name, each.step)
    if home is None or (home.kind is not RegionKind.FUNCTION and reading.is_module):
        return None
    imports = [
        (binding.start <= each.start, binding.start, statement.node)
        for binding in bindings_in(reading.view, name, home)
        if (statement := binding.step.around("import_statement", "import_from_statement")) is not None
    ]
    return max(imports, key=lambda entry: entry[:2])[2] if imports else None
