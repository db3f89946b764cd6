"""Rename a module or a package: the files, the imports of it, what they bind, and the relative imports within."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import tree_sitter

from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, homes_of, occurrences_of
from tdomcheck.facts.python.regions import ScopeRegion
from tdomcheck.model import Span
from tdomcheck.model.changes import FileEdits, FileWish, NewFile, Rewrite, Tier
from tdomcheck.refactor.asked_modules import OTHERS, AskedModules
from tdomcheck.refactor.collisions import check_name, check_top, collisions_of, refuse
from tdomcheck.refactor.foreign_imports import check_aliases
from tdomcheck.refactor.manifest import entry_points
from tdomcheck.refactor.named import Bond, Group
from tdomcheck.refactor.origins import Imported, absolute, dotted_home, home_of, imported_by, meaning_at
from tdomcheck.refactor.outcome import Refactoring
from tdomcheck.refactor.places import ModuleMove, is_package, path_of_module, relative
from tdomcheck.refactor.problems import Collision
from tdomcheck.refactor.quoted import is_quoted_annotation
from tdomcheck.refactor.rename import RenameOptions, check_readable, renamed, rewrite_of, settled, wanted
from tdomcheck.refactor.sites import Site, SiteKind, chain_start, in_order, owner_text
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.target import ModuleTarget, old_name
from tdomcheck.refactor.texts import capitalised_sites, text_sites
from tdomcheck.refactor.unseen import unseen_places
from tdomcheck.regex import regex
from tdomcheck.values import replace


def rename_module(sources: Sources, target: ModuleTarget, to: str, options: RenameOptions) -> Refactoring:
    """What it takes to call a module by another name, which may be in another package."""
    move = ModuleMove(target.name, renamed(target.name, to))
    if move.old == move.new:
        return Refactoring(notice=f"`{move.old}` is called that: nothing to do")
    for part in to.split("."):
        check_name(part, is_variable=False, allow_shadowing=True)
    if not options.allow_shadowing:
        check_top(sources, move.new, "--allow-shadowing lets it")
    _check_free(sources, target, move)
    renaming = ModuleRenaming(sources, target, move)
    code = in_order(renaming)
    check_aliases(sources, code)
    texts = [renaming.spelt_out(site) for site in text_sites(sources, target, code, prose=options.prose)]
    referring = frozenset(site.path for site in (*code, *texts) if site.is_sure)
    capitals = renaming.capitalised(referring) if options.prose else ()
    sites = in_order(wanted([*code, *texts, *capitals], options))
    check_readable(sources, move.old.rpartition(".")[2], options)
    last = move.new.rpartition(".")[2]
    if last != old_name(target):
        refuse(last, renaming.collisions())
    rewrite = rewrite_of(sites, last)
    rewrite = replace(rewrite, remainders=unseen_places(sources, target, sites))
    return settled(sources, renaming.with_moves(rewrite))


def _check_free(sources: Sources, target: ModuleTarget, move: ModuleMove) -> None:
    """Raise where something is called that already."""
    taken = sources.naming.module_path(move.new)
    if taken:
        raise Collision(f"`{move.new}` is taken: {taken} is imported by that name. Nothing is changed")
    if move.new.startswith(f"{move.old}."):
        raise Collision(f"`{move.old}` cannot go into itself, to `{move.new}`")
    if move.new in sources.namespaces:
        listed = ", ".join(sources.namespaces[move.new])
        raise Collision(f"`{move.new}` is taken: what is in {listed} is imported by that name. Nothing is changed")
    parent, _, last = move.new.rpartition(".")
    package = sources.naming.module_path(parent) if parent else ""
    if package and not is_package(package):
        raise Collision(f"`{parent}` is a module ({package}) and no package: nothing can be put into it")
    if package and home_of(sources, package, last) is not None:
        raise Collision(f"`{move.new}` is taken: {package} binds `{last}`. Nothing is changed")
    new_path = path_of_module(target.path, move.old, move.new)
    if new_path in sources.files:
        raise Collision(f"{new_path} is there already. Nothing is changed")


class ModuleRenaming:
    """The places that have to change with the name of a module."""

    def __init__(self, sources: Sources, target: ModuleTarget, move: ModuleMove) -> None:
        self._sources = sources
        self._target = target
        self._move = move
        self._home = target.home
        self._old = move.old.rpartition(".")[2]
        self._new = move.new.rpartition(".")[2]
        self._groups: list[Group] = []
        self._moved = dict(self._moves())

    def _moves(self) -> Iterator[tuple[str, str]]:
        """Where files go: those of the module, and all that lies in its folder."""
        path, move = self._target.path, self._move
        if not is_package(path):
            stem = path.rpartition(".")[0]
            for each in (f"{stem}.py", f"{stem}.pyi"):
                if each in self._sources.files:
                    yield each, path_of_module(each, move.old, move.new)
            return
        folders = self._sources.namespaces[move.old] if self._target.is_folder else [path.rpartition("/")[0]]
        for old_folder in folders:
            new_folder = path_of_module(f"{old_folder}/__init__.py", move.old, move.new).rpartition("/")[0]
            for each in sorted(self._sources.files):
                if each.startswith(f"{old_folder}/"):
                    yield each, new_folder + each[len(old_folder) :]

    def with_moves(self, rewrite: Rewrite) -> Rewrite:
        """The edits with where their files go, and a package for what has none yet."""
        edits = {wish.path: wish for wish in rewrite.files if isinstance(wish, FileEdits)}
        files: list[FileWish] = [wish for path, wish in edits.items() if path not in self._moved]
        for path, new_path in self._moved.items():
            wish = edits.get(path)
            files.append(FileEdits(path, wish.edits if wish else (), new_path=new_path))
        files += self._packages()
        return Rewrite(tuple(sorted(files, key=lambda wish: wish.path)), rewrite.proposals, rewrite.remainders)

    def _packages(self) -> Iterator[NewFile]:
        """An `__init__.py` in every folder between that has none, where the old place had one."""
        parent = self._move.old.rpartition(".")[0]
        if parent and not self._sources.naming.module_path(parent):
            return
        parts = self._move.new.split(".")
        depth = len(parts) + (1 if is_package(self._target.path) else 0)
        base = path_of_module(self._target.path, self._move.old, self._move.new).split("/")[:-depth]
        for length in range(1, len(parts)):
            folder = "/".join([*base, *parts[:length]])
            if not self._sources.has_folder(folder):
                yield NewFile(f"{folder}/__init__.py", b"")

    def __iter__(self) -> Iterator[Site]:
        for path in sorted({*self._sources.mentioning(self._old), *self._moved}):
            for reading in self._sources.readings(path, [self._old]):
                for node in reading.view.nodes["import"]:
                    yield from self._from_import(reading, node)
                yield from self._names(reading)
        yield from self._points()

    def collisions(self) -> Iterator[str]:
        """Where the last part of the new name is taken, in those that import it by its last part."""
        yield from collisions_of(self._groups, self._new)

    def _site(self, reading: SourceReading, start: int, end: int, text: str) -> Site:
        source = reading.view.source
        span = Span(source.from_utf8(start), source.from_utf8(end))
        tier = Tier.PROVEN if reading.path in self._moved else Tier.STRONG
        return Site(reading.path, span, source.slice(span.start, span.end), tier, text=text)

    def _from_import(self, reading: SourceReading, node: tree_sitter.Node) -> Iterator[Site]:
        """`from module import name`, where the module or the name is what is renamed."""
        module = node.child_by_field_name("module_name")
        if module is None or node.type != "import_from_statement":
            return
        written = "".join(reading.view.text(module).split())
        dotted = absolute(self._sources, reading, written)
        if not dotted:
            return  # a document is nowhere, so that `.` is no module
        names = node.children_by_field_name("name")
        hits = [name for name in names if self._is_module(reading, dotted, name)]
        target = self._mapped(dotted)
        parent = self._mapped(f"{dotted}.{self._old}").rpartition(".")[0]
        if hits and len(hits) == len(names) and target != parent:
            target = parent
        elif hits and target != parent:
            yield from self._split(reading, node, names, hits, self._spelled(reading, written, parent))
        lead = dotted[: -len(written)] if dotted.endswith(f".{written}") else ""
        text = self._spelled(reading, written, target).removeprefix(lead)
        if text != written and (target != dotted or written.startswith(".")):
            yield self._site(reading, module.start_byte, module.end_byte, text)

    def _mapped(self, dotted: str) -> str:
        """What a module is called afterwards: seen from a folder above, its name may be longer."""
        path = self._sources.naming.module_path(dotted)
        canonical = self._sources.module_name(path) if path else dotted
        mapped = self._move.mapped(canonical)
        if mapped == canonical:
            return dotted
        return dotted[: -len(canonical)] + mapped if dotted.endswith(canonical) else mapped

    def _is_module(self, reading: SourceReading, dotted: str, name: tree_sitter.Node) -> bool:
        """Whether an imported name is the module."""
        own = (name.child_by_field_name("name") if name.type == "aliased_import" else None) or name
        text = reading.view.text(own)
        return text == self._old and dotted_home(self._sources, f"{dotted}.{text}") == self._home

    def _spelled(self, reading: SourceReading, written: str, target: str) -> str:
        """A module as an import writes it: relative where it was."""
        if not written.startswith(".") or not target:
            return target
        path = reading.around.path if reading.around is not None else reading.path
        importer = self._sources.module_name(path)
        if path in self._moved:
            importer = self._move.mapped(importer)
        return relative(importer, target, is_from_package=is_package(path))

    def _split(
        self,
        reading: SourceReading,
        node: tree_sitter.Node,
        names: list[tree_sitter.Node],
        hits: list[tree_sitter.Node],
        package: str,
    ) -> Iterator[Site]:
        """Some of the names stay where they are, the module goes elsewhere: a second import."""
        view = reading.view
        others = [view.text(name) for name in names if name not in hits]
        first, last = names[0], names[-1]
        yield self._site(reading, first.start_byte, last.end_byte, ", ".join(others))
        start = view.tree.utf8.rfind(b"\n", 0, node.start_byte) + 1
        indent = view.tree.utf8[start : node.start_byte].decode("utf-8", "replace")
        for hit in hits:
            alias = hit.child_by_field_name("alias") if hit.type == "aliased_import" else None
            bound = f"{self._new} as {view.text(alias)}" if alias is not None else self._new
            line = f"from {package} import {bound}" if package else f"import {bound}"
            separator = f"\n{indent}" if not indent.strip() else "; "
            yield self._site(reading, node.end_byte, node.end_byte, separator + line)

    def _names(self, reading: SourceReading) -> Iterator[Site]:
        """What imports bind, and chains of attributes."""
        for home, occurrences in homes_of(reading.view, self._old).items():
            yield from self._bound(reading, home, occurrences)
        asked = AskedModules(self._sources, reading, self._old, self._home)
        for each in occurrences_of(reading.view, self._old):
            if each.role is NameRole.MODULE:
                yield from self._in_import(reading, each)
            elif each.role is NameRole.ALIASED and self._imports_it(reading, each):
                yield self._last(reading, each)
            elif each.role is NameRole.ATTRIBUTE:
                yield from self._attribute(reading, each, asked.tier(each))
            elif each.role is NameRole.TEXT and is_quoted_annotation(self._sources, reading, each.step):
                yield from self._quoted(reading, each)
            if asked.is_unseen(each):
                yield replace(self._last(reading, each), tier=Tier.ANCHORED, reason=OTHERS)

    def _last(self, reading: SourceReading, each: Occurrence, text: str = "") -> Site:
        end = each.start + len(self._old.encode())
        return self._site(reading, each.start, end, text or self._new)

    def _imports_it(self, reading: SourceReading, each: Occurrence) -> bool:
        imported = imported_by(reading.view, each)
        return imported is not None and self._is_from(reading, imported)

    def _bound(self, reading: SourceReading, home: ScopeRegion | None, occurrences: list[Occurrence]) -> Iterator[Site]:
        """The names that an import of the module binds in a scope."""
        bindings = [imported_by(reading.view, each) for each in occurrences if each.role in BINDING]
        imports = [each for each in bindings if each is not None]
        text = self._bound_name(reading, imports)
        if home is not None and text:
            for each in occurrences:
                imported = imported_by(reading.view, each) if each.role is NameRole.IMPORT else None
                is_foreign = imported is not None and not self._is_import_of_it(reading, imported)
                yield replace(self._last(reading, each, text), is_foreign=is_foreign)
            self._groups.append(Group(reading, home, Bond.IMPORTED, tuple(occurrences)))

    def _bound_name(self, reading: SourceReading, imports: list[Imported]) -> str:
        """What a name has to be that some imports bind to the module; empty where they bind another."""
        whole = [each for each in imports if each.is_bound_whole]
        if whole and len(whole) == len(imports):
            return self._whole_name(reading) if any(self._is_top(reading, each) for each in whole) else ""
        is_beside = self._whole_name(reading) == self._new
        own = (each for each in imports if is_beside or not each.is_bound_whole)
        return self._new if any(self._is_import_of_it(reading, each) for each in own) else ""

    def _is_import_of_it(self, reading: SourceReading, imported: Imported) -> bool:
        return self._is_top(reading, imported) if imported.is_bound_whole else self._is_from(reading, imported)

    def _whole_name(self, reading: SourceReading) -> str:
        """What `import name` of the module becomes, without what only the project puts before it."""
        dotted = absolute(self._sources, reading, self._old)
        return self._move.new.removeprefix(dotted[: -len(self._old)])

    def _is_top(self, reading: SourceReading, imported: Imported) -> bool:
        top = imported.module.partition(".")[0]
        return absolute(self._sources, reading, top) == self._move.old

    def _is_from(self, reading: SourceReading, imported: Imported) -> bool:
        dotted = absolute(self._sources, reading, imported.module)
        return bool(dotted) and dotted_home(self._sources, f"{dotted}.{imported.name}") == self._home

    def _in_import(self, reading: SourceReading, each: Occurrence) -> Iterator[Site]:
        """A part of `import a.b.c`; what stands behind `from` is spelled as a whole."""
        statement = each.step.around("import_statement", "import_from_statement")
        dotted = each.step.outer
        if statement is None or dotted is None or statement.node.type != "import_statement":
            return
        end = each.start + len(self._old.encode())
        text = reading.view.tree.utf8[dotted.node.start_byte : end].decode("utf-8", "replace")
        written = "".join(text.split())
        name = absolute(self._sources, reading, written)
        if self._mapped(name) != name and dotted_home(self._sources, name) == self._home:
            mapped = self._mapped(name).removeprefix(name[: -len(written)])
            yield self._chain(reading, dotted.node.start_byte, each, mapped)

    def _chain(self, reading: SourceReading, start: int, each: Occurrence, name: str = "") -> Site:
        """The last part of a dotted name where that is all that changes, else all of it."""
        if self._move.stays_beside:
            return self._last(reading, each)
        return self._site(reading, start, each.start + len(self._old.encode()), name or self._move.new)

    def _attribute(self, reading: SourceReading, each: Occurrence, tier: Tier | None) -> Iterator[Site]:
        outer = each.step.outer
        if tier is None or outer is None:
            return
        is_literal = f"{owner_text(reading, each)}.{self._old}" == self._move.old
        if tier is Tier.STRONG and (self._move.stays_beside or is_literal):
            yield self._chain(reading, chain_start(reading, outer.node), each)
        else:
            site = self._last(reading, each)
            reason = OTHERS if tier is Tier.ANCHORED else "the module is reached through another, which it leaves"
            yield Site(site.path, site.span, site.spelling, Tier.ANCHORED, reason=reason, text=self._new)

    def _quoted(self, reading: SourceReading, each: Occurrence) -> Iterator[Site]:
        """In an annotation in quotes: `"package.module.Class"`."""
        utf8 = reading.view.tree.utf8
        before = _BEFORE.search(utf8[each.step.node.start_byte : each.start])
        owner = before[0].decode() if before is not None else ""
        home = meaning_at(self._sources, reading, f"{owner}{self._old}", each.step)
        if home == self._home and utf8[each.start - 1 : each.start] in {b".", b""} | {bytes([q]) for q in b"\"'[ ,|"}:
            yield self._chain(reading, each.start - len(owner), each) if owner else self._last(reading, each)

    def _points(self) -> Iterator[Site]:
        for point in entry_points(self._sources, self._old):
            if self._move.mapped(point.module) != point.module:
                span = Span(point.module_start, point.module_start + len(self._move.old))
                yield Site(point.path, span, self._move.old, Tier.STRONG, text=self._move.new)

    def spelt_out(self, site: Site) -> Site:
        """A dotted name in a text: all of it where the module goes to another package."""
        prefix = self._move.old.rpartition(".")[0].encode()
        data = self._sources.files[site.path]
        lead = data[max(site.span.start - len(prefix) - 1, 0) : site.span.start]
        if self._move.stays_beside or not prefix or lead != prefix + b".":
            return site
        span = Span(site.span.start - len(lead), site.span.end)
        return Site(site.path, span, self._move.old, site.tier, site.kind, site.reason, text=self._move.new)

    def capitalised(self, referring: Collection[str]) -> Iterator[Site]:
        """The capitalised form of the name of a package, in prose."""
        name, new = self._old.capitalize(), self._new.capitalize()
        if is_package(self._target.path) and name != self._old:
            for site in capitalised_sites(self._sources, name, referring):
                yield Site(site.path, site.span, name, site.tier, SiteKind.PROSE, site.reason, text=new)


_BEFORE = regex(rb"(?:\w+\.)+\Z")
