"""Move a definition to another module, with its comments and the imports that it needs, and all who import it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from tdomcheck.edits.imports import import_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.occurrences import NameRole, top_bindings
from tdomcheck.model import Edit, ImportRequest, Span
from tdomcheck.model.changes import FileEdits, FileWish, NewFile, Proposal, Remainder, Rewrite, Tier
from tdomcheck.refactor.blocks import Passage, blocks_of, is_in_blocks, removal, text_of
from tdomcheck.refactor.collisions import check_top
from tdomcheck.refactor.export_items import with_item, without_item
from tdomcheck.refactor.exports import EXPORTS, implied_in, is_computed, listed_in
from tdomcheck.refactor.import_blocks import futures, imports_into, without_imports_of
from tdomcheck.refactor.importers import ImporterEdits
from tdomcheck.refactor.landing import Landing
from tdomcheck.refactor.loaded_imports import LoadedImports
from tdomcheck.refactor.manifest import manifest_sites
from tdomcheck.refactor.movable import (
    check_bound_once,
    check_module_name,
    check_never_given,
    check_state,
    check_together,
)
from tdomcheck.refactor.move_rows import MoveRows
from tdomcheck.refactor.needs import Need, needs_of, uses_outside
from tdomcheck.refactor.origins import Definition, Imported, absolute, home_of
from tdomcheck.refactor.outcome import Refactoring, merged
from tdomcheck.refactor.places import ModuleMove, is_package, path_of_module, relative
from tdomcheck.refactor.placing import bound_later, check_readable_there, place_of
from tdomcheck.refactor.problems import Collision, NotFound, NotMovable
from tdomcheck.refactor.rename import DEFAULTS, RenameOptions, check_readable
from tdomcheck.refactor.sites import SiteKind
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.stars import star_for
from tdomcheck.refactor.statements import names_in
from tdomcheck.refactor.target import NameTarget, described, target_of, targets_of
from tdomcheck.refactor.texts import strings_asking, text_sites
from tdomcheck.source.text import SourceText


def move(
    sources: Sources, source: str, module: str, options: RenameOptions = DEFAULTS, *, reexport: bool = False
) -> Refactoring:
    """What it takes to define something in another module; raises Refusal where that cannot be done."""
    last = source.rpartition(".")[2]
    check_module_name(module)
    try:
        target = target_of(sources, source)
    except NotFound:
        if any(True for _ in targets_of(sources, f"{module}.{last}")):
            return Refactoring(notice=f"`{source}` is gone and `{module}.{last}` stands there: nothing to do")
        raise
    if not isinstance(target, NameTarget) or "." in target.definition.name:
        raise NotMovable(
            f"{described(sources, target)} cannot be moved: only what a module defines can; "
            "modules are moved by `rename`, with the whole new name"
        )
    if sources.naming.module_path(module) == target.definition.path:
        return Refactoring(notice=f"`{source}` is in `{module}`: nothing to do")
    check_top(sources, module)
    check_readable(sources, last, options)
    return Moving(sources, target.definition, module, is_reexported=reexport).outcome()


class Moving:
    """One definition on its way from a module to another."""

    def __init__(self, sources: Sources, definition: Definition, module: str, *, is_reexported: bool) -> None:
        reading = sources.module(definition.path)
        if reading is None:
            raise NotMovable(f"{definition.path} cannot be read")
        self._sources = sources
        self._definition = definition
        self._module = module
        self._is_reexported = is_reexported
        self._reading = reading
        self._name = definition.name
        self._old_module = sources.module_name(definition.path)
        self._target_path = sources.naming.module_path(module)
        self._edits: dict[str, list[Edit]] = {}
        self._inner: list[Edit] = []
        """Those of the definition's own lines."""
        check_bound_once(reading, top_bindings(reading.view, self._name), self._name)
        bindings = [each for each in top_bindings(reading.view, self._name) if each.role is not NameRole.IMPORT]
        self._blocks: Sequence[Passage] = blocks_of(reading, bindings, self._name)
        check_together(reading, self._blocks, self._name)
        self._needs = tuple(needs_of(sources, reading, self._blocks, self._name))

    def outcome(self) -> Refactoring:
        self._check()
        importers = ImporterEdits(self._sources, self._definition, self._module, is_left=self._is_imported_back)
        for reading, edits in importers:
            self._follow(reading, edits)
        created = self._write_target()
        path = self._target_path or created[-1].path
        self._write_source()
        twin = self._twin()
        if twin is not None:
            created += twin.write(self._edits)
        for site in manifest_sites(self._sources, self._definition):
            self._edits.setdefault(site.path, []).append(self._entry(site.path, site.span))
        files: list[FileWish] = [*created]
        made = {wish.path for wish in created}
        touched = {self._definition.path, self._target_path}
        for each, edits in self._edits.items():
            if each not in made:
                files.append(FileEdits(each, _begun(merged(*edits)), symbols=(self._name,) if each in touched else ()))
        proposals = tuple(self._texts())
        left = (*importers.remainders, *self._left(), *self._asked(), *self._listed(), *self._rows_of_target(path))
        rewrite = Rewrite(tuple(sorted(files, key=lambda wish: wish.path)), proposals, left)
        failures = tuple(self._sources.failures[path] for path in sorted(self._sources.failures))
        return Refactoring(rewrite, failures=failures)

    def _follow(self, reading: SourceReading, edits: Sequence[Edit]) -> None:
        """The edits of an importer; those of a doctest that goes along are made where it goes."""
        settled = reading.view.source.settled(edits) or ()
        is_ours = self._sources.canonical(reading.path) == self._definition.path
        if not is_ours or (not reading.is_module and reading.path != self._definition.path):
            self._edits.setdefault(reading.path, []).extend(settled)
        elif not reading.is_module:
            self._inner += [edit for edit in settled if is_in_blocks(self._blocks, self._reading, edit)]
            self._edits.setdefault(reading.path, []).extend(edit for edit in settled if edit not in self._inner)

    def write(self, edits: dict[str, list[Edit]]) -> list[FileWish]:
        """Only the definition itself, into edits that somebody collects; the files that are made."""
        self._edits = edits
        created = self._write_target()
        self._write_source()
        return created

    def _twin(self) -> Moving | None:
        """The same in the stub, where the new module has one or is new: a stub hides all that it does not say."""
        stub, target_stub = f"{self._definition.path}i", f"{self._target_path}i"
        reading = self._sources.module(stub) if stub in self._sources.files else None
        is_there = reading is not None and any(
            each.role is not NameRole.IMPORT for each in top_bindings(reading.view, self._name)
        )
        if not is_there or (self._target_path and self._sources.module(target_stub) is None):
            return None
        twin = Moving(self._sources, Definition(stub, self._name), self._module, is_reexported=self._is_imported_back)
        twin._target_path = target_stub if self._target_path else ""
        return twin

    def _add(self, reading: SourceReading, edits: Sequence[Edit]) -> None:
        settled = reading.view.source.settled(edits)
        self._edits.setdefault(reading.path, []).extend(settled or ())

    def _check(self) -> None:
        """Raise where the definition cannot stand there."""
        for need in self._needs:
            check_state(self._sources, self._reading, self._blocks, self._name, need.name)
            if need.is_partial:
                raise NotMovable(
                    f"`{self._name}` needs `{need.name}`, which {self._definition.path} imports in one branch alone: "
                    "bind it in the others too, so that it can be imported from there. Nothing is changed"
                )
        if self._target_path:
            home = home_of(self._sources, self._target_path, self._name)
            if home is not None and home != self._definition:
                raise Collision(f"`{self._module}` has a `{self._name}` already ({self._target_path})")
            reading = self._sources.module(self._target_path)
            if reading is None:
                failure = self._sources.failures.get(self._target_path)
                raise NotMovable(f"nothing can be put into {failure or self._target_path}")
            check_readable_there(self._sources, reading, self._definition, self._old_module)
            landing = Landing(self._sources, self._reading, reading, self._module)
            landing.check(self._name, self._needs)
        if self._is_imported_back:
            why = "still uses it: move what does so first" if self._is_used else "re-exports it: leave out --reexport"
            check_never_given(self._sources, self._definition, why)
        circle = self._circle()
        if circle:
            raise NotMovable(f"`{self._name}` cannot go to `{self._module}`: {circle}. Nothing is changed")

    @cached_property
    def _own_needs(self) -> list[Need]:
        """What the definition needs of the module that it leaves."""
        return [need for need in self._needs if not need.imports]

    @cached_property
    def _is_imported_back(self) -> bool:
        """Whether the module that it leaves goes on with the name."""
        return self._is_reexported or self._is_used

    @cached_property
    def _is_used(self) -> bool:
        """Whether anything else of that module says the name."""
        return bool(uses_outside(self._sources, self._reading, self._name, self._blocks))

    def _circle(self) -> str:
        """Why the modules would import each other, or nothing."""
        imports = LoadedImports(self._sources, self._definition)
        needs = ", ".join(f"`{need.name}`" for need in self._own_needs if not need.is_for_types)
        if self._is_imported_back:
            why = "re-exports it" if self._is_reexported else "still uses it"
            if needs:
                return f"it needs {needs} of `{self._old_module}`, which {why}, so that each would import the other"
            chain = imports.chain(self._target_path, self._definition.path) if self._target_path else []
            if chain:
                return f"`{self._old_module}` {why}, and {' imports '.join(chain)}: a circle"
        elif needs and self._target_path:
            chain = imports.chain(self._definition.path, self._target_path)
            if chain:
                return f"it needs {needs} of `{self._old_module}`, and {' imports '.join(chain)}: a circle"
        return ""

    def _write_target(self) -> list[FileWish]:
        """The definition in its new place; the files that are made for it."""
        text = text_of(self._reading, self._blocks, [*self._inner, *self._relative_imports()])
        requests = [each for need in self._needs if not need.is_for_types for each in self._imports(need)]
        for_types = [each for need in self._needs if need.is_for_types for each in self._imports(need)]
        if not self._target_path:
            return self._made(text, requests, for_types)
        reading = self._sources.module(self._target_path)
        if reading is None:  # pragma: no cover  # it was read when it was checked
            return []
        self._put(reading, text, requests, for_types)
        return []

    def _relative_imports(self) -> Iterator[Edit]:
        """The relative imports within the definition, as the new module has to write them."""
        view = self._reading.view
        for node in view.nodes["import"]:
            module = node.child_by_field_name("module_name")
            written = "".join(view.text(module).split()) if module is not None else ""
            if module is not None and written.startswith("."):
                dotted = absolute(self._sources, self._reading, written)
                text = self._respelled(dotted, is_relative=True) if dotted else written
                yield Edit(view.source.from_utf8(module.start_byte), view.source.from_utf8(module.end_byte), text)

    def _put(
        self, reading: SourceReading, text: str, requests: list[ImportRequest], for_types: list[ImportRequest]
    ) -> None:
        """The definition where a module that is there has a place for it, with what it needs at the top."""
        place = place_of(reading, self._name)
        here = reading.view.source.from_utf8(place)
        missing = [each for each in requests if not self._has(reading, each)]
        guarded = [each for each in for_types if not self._has(reading, each)]
        imports = imports_into(reading, missing, guarded)
        before = [edit for edit in imports if edit.start == edit.end == here]
        head = "".join(f"{edit.text.rstrip()}\n\n\n" for edit in before)
        edits = [edit for edit in imports if edit not in before]
        self._check_bound(reading, place, is_imported_later=bool(edits) and max(edit.start for edit in edits) > here)
        self._add(reading, [*edits, Edit(here, here, head + _spaced(reading, place, text))])
        self._add(reading, with_item(reading, self._name))

    def _check_bound(self, reading: SourceReading, place: int, *, is_imported_later: bool) -> None:
        """Raise where the definition would run before what it needs."""
        late = list(bound_later(reading, [need.name for need in self._needs if not need.is_for_types], place))
        if late or is_imported_later:
            what = ", ".join(f"`{name}`" for name in late) or "an import"
            raise NotMovable(
                f"{reading.place(place)} uses `{self._name}` when it is imported, and {what} that this needs comes "
                "later there. Nothing is changed"
            )

    def _has(self, reading: SourceReading, request: ImportRequest) -> bool:
        """Whether a module binds what is asked for by that name."""
        bound = request.name.rpartition(" ")[2] or request.module.rpartition(" ")[2].partition(".")[0]
        return bound == "*" or bool(top_bindings(reading.view, bound)) or self._is_starred(reading, bound)

    def _is_starred(self, reading: SourceReading, name: str) -> bool:
        """Whether a star gives a module a name, as another does here."""
        star = star_for(self._sources, reading, name)
        return star is not None and not star[0].is_type_checking

    def _made(self, text: str, requests: list[ImportRequest], for_types: list[ImportRequest]) -> list[FileWish]:
        """A module for the definition, and packages for the module."""
        guard = ""
        if for_types:
            requests = [*requests, ImportRequest("typing", "TYPE_CHECKING")]
            guard = "if TYPE_CHECKING:\n" + "".join(f"    {each.statement}\n" for each in for_types)
        requests = [*requests, *futures(self._reading)]
        body = f"{guard}\n\n{text}" if guard else text
        source = SourceText(body.encode())
        head = ""
        if requests:
            edits = import_edits(ModuleView(SourceText(b"x = 1\n")), requests)
            head = "".join(edit.text for edit in edits).strip("\n") + "\n"
        gap = "" if not head else "\n" if guard else "\n\n"
        data = self._reading.view.source.newline.join(f"{head}{gap}{source.text}".split("\n"))
        move = ModuleMove(self._old_module, self._module)
        plain = self._definition.path if not is_package(self._definition.path) else f"{self._old_module}.py"
        path = path_of_module(plain, move.old, move.new) if plain == self._definition.path else self._beside_package()
        if path in self._sources.files:
            raise Collision(f"{path} is there already, and is not imported as `{self._module}`")
        return [*self._packages(path), NewFile(path, data.encode())]

    def _beside_package(self) -> str:
        folder = self._definition.path.rpartition("/")[0].split("/")
        base = folder[: len(folder) - len(self._old_module.split("."))]
        return "/".join([*base, *self._module.split(".")]) + ".py"

    def _packages(self, path: str) -> Iterator[NewFile]:
        parts = self._module.split(".")[:-1]
        folders = path.split("/")[:-1]
        for length in range(1, len(parts) + 1):
            folder = "/".join(folders[: len(folders) - len(parts) + length])
            if "." in self._old_module and not self._sources.has_folder(folder):
                yield NewFile(f"{folder}/__init__.py", b"")

    def _imports(self, need: Need) -> Iterator[ImportRequest]:
        """The imports by which the new module has a name."""
        if not need.imports:
            if home_of(self._sources, self._definition.path, need.name) is not None:
                yield ImportRequest(self._respelled(self._old_module, is_relative=self._is_relative), need.name)
            return
        imports = need.imports if need.is_guessed else need.imports[:1]
        yield from (self._imported(need.name, each) for each in imports)

    @cached_property
    def _is_relative(self) -> bool:
        """Whether the module that it leaves imports its own package by relative names."""
        return any(fact.module.startswith(".") for fact in self._reading.view.imports)

    def _imported(self, name: str, imported: Imported) -> ImportRequest:
        module = imported.module
        if module.startswith("."):
            module = self._respelled(absolute(self._sources, self._reading, module), is_relative=True)
        if imported.name:
            is_same = imported.name in {name, "*"}
            return ImportRequest(module, imported.name if is_same else f"{imported.name} as {name}")
        return ImportRequest(module if imported.is_bound_whole else f"{module} as {name}", "")

    def _respelled(self, dotted: str, *, is_relative: bool) -> str:
        """A module as the new one imports from it."""
        is_from_package = bool(self._target_path) and is_package(self._target_path)
        return relative(self._module, dotted, is_from_package=is_from_package) if is_relative else dotted

    def _write_source(self) -> None:
        """The module without the definition, and without what only that needed."""
        reading = self._reading
        self._add(reading, [removal(reading, block) for block in self._blocks])
        if self._is_imported_back:
            is_listed = bool(listed_in(reading, self._name))
            text = self._name if is_listed or not self._is_reexported else f"{self._name} as {self._name}"
            module = self._module
            if self._is_relative:
                module = relative(self._old_module, module, is_from_package=is_package(reading.path))
            self._add(reading, import_edits(reading.view, [ImportRequest(module, text)]))
        else:
            for each in listed_in(reading, self._name):
                self._add(reading, without_item(reading, each))
        if not is_package(reading.path):
            self._remove_imports()

    def _remove_imports(self) -> None:
        names = [need.name for need in self._needs if need.imports and need.is_only_here]
        self._add(self._reading, without_imports_of(self._reading, names))

    def _entry(self, path: str, span: Span) -> Edit:
        """The module of an entry point, whose attribute stays as it is."""
        data = self._sources.files[path]
        start = data.rfind(self._old_module.encode(), 0, span.start)
        return Edit(start, start + len(self._old_module.encode()), self._module)

    def _texts(self) -> Iterator[Proposal]:
        """Strings that say the dotted name."""
        target = NameTarget(self._definition)
        old = f"{self._old_module}.".encode()
        for site in text_sites(self._sources, target, (), prose=False):
            data = self._sources.files[site.path]
            start = site.span.start - len(old)
            is_done = any(edit.start <= start < edit.end for edit in self._edits.get(site.path, ()))
            if site.kind is SiteKind.STRING and data[max(start, 0) : site.span.start] == old and not is_done:
                edit = Edit(start, site.span.start, f"{self._module}.")
                yield Proposal(
                    site.path, Span(start, site.span.end), Tier.ANCHORED, "a string says where it is", (edit,)
                )

    def _asked(self) -> Iterator[Remainder]:
        """Where the old module is asked for it by a string."""
        if self._is_imported_back:
            return
        for site in strings_asking(self._sources, Definition(self._definition.path, ""), self._name):
            asked = site.reason or f"a string asks `{self._old_module}` for it"
            reason = f"{asked}, and it is in `{self._module}` now: change it by hand"
            yield Remainder(site.path, site.span, reason, self._name)

    def _listed(self) -> Iterator[Remainder]:
        """Where the `__all__` of either module has to be changed by somebody who knows what it comes to."""
        for each in () if self._is_imported_back else implied_in(self._reading, self._name):
            source = self._reading.view.source
            span = Span(source.from_utf8(each.start), source.from_utf8(each.start + len(self._name.encode())))
            reason = f"`__all__` is made of this, and `{self._name}` is in `{self._module}` now: take it out by hand"
            yield Remainder(self._definition.path, span, reason, self._name)
        reading = self._sources.module(self._target_path) if self._target_path else None
        if reading is None or not is_computed(reading) or listed_in(reading, self._name):
            return
        bindings = top_bindings(reading.view, EXPORTS)
        if bindings and not with_item(reading, self._name) and not implied_in(reading, self._name):
            reason = f"`__all__` is worked out here: look whether `{self._name}` is in it"
            yield Remainder(reading.path, reading.view.span(bindings[0].node), reason, self._name)

    def _rows_of_target(self, path: str) -> Iterator[Remainder]:
        """What to look at in the new module."""
        rows = MoveRows(self._sources, self._reading, self._name, self._blocks)
        yield from rows.own_names(path, self._module)
        yield from rows.patched([need.name for need in self._own_needs], self._module)
        if not self._is_imported_back:
            yield from rows.registered(path, self._module)
        if not any(need.is_guessed for need in self._needs):
            yield from rows.hidden(path)

    def _left(self) -> Iterator[Remainder]:
        """A stub that has it too, and that no stub of the new module can take it from."""
        if self._twin() is not None:
            return
        stub = f"{self._definition.path}i"
        reading = self._sources.module(stub) if stub in self._sources.files else None
        for each in top_bindings(reading.view, self._name) if reading is not None else ():
            span = reading.view.span(each.node) if reading is not None else Span(0, 0)
            yield Remainder(stub, span, "the stub has it too, and the new module has none: move it by hand", self._name)


def _begun(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The same where an import takes the place of the first line: no file begins with an empty one."""
    first, second = edits[:2] if len(edits) > 1 else (None, None)
    if first is None or second is None or first.start or first.text or (second.start, second.end) != (first.end,) * 2:
        return edits
    text = second.text.lstrip("\r\n")
    moved = second.text[: len(second.text) - len(text)]
    return (first, Edit(second.start, second.end, text + moved), *edits[2:])


def _spaced(reading: SourceReading, place: int, text: str) -> str:
    """A definition that stands apart from what is before and behind it; the one import before it may be going."""
    utf8 = reading.view.tree.utf8
    if utf8[place:].strip():
        above = [node for node in reading.view.tree.root.named_children if node.start_byte < place]
        is_left = len(above) > 1 or any(len(names_in(node)) > 1 for node in above)
        is_close = is_left and not utf8[:place].rstrip(b" \t").endswith((b"\n\n", b"\n\r\n"))
        return "\n\n" * is_close + f"{text}\n\n"
    if not utf8[:place].strip():
        return text
    return ("\n\n" if utf8[:place].endswith((b"\n", b"\r")) else "\n\n\n") + text
