"""Where names come from: the definition behind a name of a file, however many imports lead to it."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.occurrences import NameRole, Occurrence, bindings_in, home_at, top_bindings
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.references import IMPORTERS, imported_module
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.facts.records import ImportFact
from tdomcheck.model.suffixes import is_document
from tdomcheck.refactor.outline import attributes_at, classes_at, joined
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.regex import regex
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Definition:
    """A thing that has a name: in a file of the project, or outside of it."""

    path: str
    """Empty outside."""
    name: str
    """The path of classes and functions in the file, as `__qualname__`; empty for the module itself. Outside, and of
    a folder without a module, the dotted name."""

    @property
    def is_module(self) -> bool:
        return bool(self.path) and not self.name

    @property
    def last(self) -> str:
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Imported:
    """What one import says: the module, and the name in it, empty for the module itself."""

    module: str
    name: str
    is_bound_whole: bool = False
    """`import a.b` binds `a`."""


MOST_LINKS = 100
"""Imports that are followed one after the other: people write three."""


def home_of(sources: Sources, path: str, name: str, links: int = 0) -> Definition | None:
    """What a name of a module means: a definition, a module, something outside; None where nobody knows."""
    if links:
        return _find_home(sources, path, name, links)
    return _home(sources, path, name)


@once_each
def _home(sources: Sources, path: str, name: str) -> Definition | None:
    """Remembered for those who ask first, and not for those on the way: a circle may have kept them from the answer."""
    return _find_home(sources, path, name, 0)


def _find_home(sources: Sources, path: str, name: str, links: int) -> Definition | None:
    if links > MOST_LINKS:
        return None
    reading = sources.module(path) if name.encode() in sources.files.get(path, b"") else None
    bindings = top_bindings(reading.view, name) if reading is not None else []
    if reading is not None and bindings:
        return _bound(sources, reading, bindings, links + 1) or Definition(sources.canonical(path), name)
    inner = sources.naming.module_path(f"{sources.module_name(path)}.{name}")
    is_package = path.rpartition("/")[2].startswith("__init__.")
    if inner and is_package:
        return Definition(inner, "")
    if is_package and f"{sources.module_name(path)}.{name}" in sources.namespaces:
        return Definition("", f"{sources.module_name(path)}.{name}")
    return _starred(sources, path, name, links + 1) or _in_stub(sources, path, name, links + 1)


def _bound(sources: Sources, reading: SourceReading, bindings: list[Occurrence], links: int) -> Definition | None:
    """What the imports among some bindings lead to; the first that leads into the project counts."""
    origins = [
        _imported_home(sources, reading, imported, links)
        for binding in bindings
        if (imported := imported_by(reading.view, binding)) is not None
    ]
    inside = next((origin for origin in origins if origin is not None and origin.path), None)
    is_own = len(origins) < len(bindings)
    return inside or (None if is_own else next(iter(origins), None))


def _imported_home(sources: Sources, reading: SourceReading, imported: Imported, links: int) -> Definition | None:
    dotted = dotted_import(sources, reading, imported)
    return dotted_home(sources, dotted, links) if dotted else None


def dotted_import(sources: Sources, reading: SourceReading, imported: Imported) -> str:
    """The dotted name of what an import binds; empty where nobody knows the module."""
    module = imported.module.partition(".")[0] if imported.is_bound_whole else imported.module
    dotted = absolute(sources, reading, module)
    return f"{dotted}.{imported.name}" if imported.name and dotted else dotted


def absolute(sources: Sources, reading: SourceReading, module: str) -> str:
    """The dotted name of a module that a file imports from."""
    if not module.startswith("."):
        return _from_beside(sources, reading.path, module)
    owner = reading.around.path if reading.around is not None else reading.path
    return "" if is_document(owner) else sources.naming.absolute(owner, module)


def _from_beside(sources: Sources, path: str, module: str) -> str:
    """A module that only the folder of a script or of tests leads to, by the name that the project has for it."""
    top = module.partition(".")[0]
    folder = path.rpartition("/")[0]
    if not folder or sources.is_top(top):
        return module
    home = _beside(sources, folder, top)
    return home + module[len(top) :] if home else module


@once_each
def _beside(sources: Sources, folder: str, name: str) -> str:
    """The module of a name in a folder that is no package, or in one around it: those are where imports start from."""
    while folder:
        is_package = f"{folder}/__init__.py" in sources.files
        for path in (f"{folder}/{name}.py", f"{folder}/{name}/__init__.py"):
            if not is_package and path in sources.files:
                return sources.module_name(path)
        folder = folder.rpartition("/")[0]
    return ""


def dotted_home(sources: Sources, dotted: str, links: int = 0) -> Definition | None:
    """What a dotted name means: the longest module that it begins with, and the rest."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = sources.naming.module_path(".".join(parts[:length]))
        if not path:
            continue
        return _followed(sources, Definition(path, ""), parts[length:], links + 1)
    return Definition("", dotted)


def _followed(sources: Sources, home: Definition | None, names: Iterable[str], links: int = 0) -> Definition | None:
    """What one name after the other leads to."""
    for name in names:
        home = member_home(sources, home, name, links) if home is not None else None
    return home


def named_home(sources: Sources, path: str, dotted: str) -> Definition | None:
    """What a dotted name means at the top of a module."""
    first, *rest = dotted.split(".")
    return _followed(sources, home_of(sources, path, first), rest)


def member_home(sources: Sources, owner: Definition, name: str, links: int = 0) -> Definition | None:
    """What `owner.name` means, where the owner is a module, a class, or something outside."""
    if owner.is_module:
        return home_of(sources, owner.path, name, links)
    if not owner.path:
        return dotted_home(sources, f"{owner.name}.{name}", links)
    module = module_behind(sources, owner)
    if module is not None:
        return member_home(sources, module, name, links + 1)
    return Definition(owner.path, f"{owner.name}.{name}") if name in body_names(sources, owner) else None


def module_behind(sources: Sources, home: Definition) -> Definition | None:
    """The module that a variable of a module is another name of: `web = lib`, and nothing else is given to it."""
    known: dict[Definition, Definition | None] = sources.memory.setdefault(module_behind, {})
    pending: list[Definition] = sources.memory.setdefault(_given_module, [])
    if not home.path or home.is_module or home in known or len(pending) > MOST_NAMES:
        return known.get(home)
    known[home] = None  # what leads to itself leads nowhere
    pending.append(home)
    known[home] = _given_module(sources, home)
    pending.pop()
    return known[home]


MOST_NAMES = 20
"""Names of names that are followed one after the other."""


def _given_module(sources: Sources, home: Definition) -> Definition | None:
    reading = sources.module(home.path) if "." not in home.name else None
    bindings = top_bindings(reading.view, home.name) if reading is not None else []
    outer = bindings[0].step.outer if len(bindings) == 1 else None
    if reading is None or outer is None or outer.node.type != "assignment" or bindings[0].step.field != "left":
        return None
    right = outer.node.child_by_field_name("right")
    given = meaning(sources, reading, Step(right, "", outer.region, outer)) if right is not None else None
    if given is None or given.is_module or not given.path:
        return given
    return module_behind(sources, given)


def _starred(sources: Sources, path: str, name: str, links: int) -> Definition | None:
    """What a star import of a module gives."""
    if b"*" not in sources.files.get(path, b""):
        return None
    reading = sources.module(path)
    if reading is None or links > MOST_LINKS:
        return None
    return next((home for _, home in given_by_star(sources, reading, name, links + 10)), None)


def given_by_star(
    sources: Sources, reading: SourceReading, name: str, links: int = 0
) -> Iterator[tuple[str, Definition]]:
    """The module that a star gives a public name from, and what that is."""
    for fact in stars_of(reading.view) if not name.startswith("_") else ():
        path = sources.naming.module_path(absolute(sources, reading, fact.module))
        home = home_of(sources, path, name, links) if path and path != reading.path else None
        if home is not None and home.path:
            yield path, home
            return


def _in_stub(sources: Sources, path: str, name: str, links: int) -> Definition | None:
    """What only the stub of a module says."""
    stub = f"{path}i"
    if not path.endswith(".py") or stub not in sources.files or name.encode() not in sources.files[stub]:
        return None
    return home_of(sources, stub, name, links)


@once
def stars_of(view: PythonModule) -> tuple[ImportFact, ...]:
    """The star imports of a file; what the last one gives counts, so that comes first."""
    return tuple(fact for fact in reversed(view.imports) if fact.name == "*" and fact.is_top_level)


def imported_by(view: PythonModule, binding: Occurrence) -> Imported | None:
    """What a binding imports; None for one that is no import."""
    step = binding.step
    if binding.role is NameRole.BIND and not (step.field == "alias" and step.outer and _is_aliased(step.outer)):
        return None
    if binding.role is NameRole.PARAMETER:
        return None
    statement = step.around("import_statement", "import_from_statement", "future_import_statement")
    name = step.outer if step.outer is not None else step
    if statement is None:
        return None
    written = name.node.child_by_field_name("name") if _is_aliased(name) else name.node
    text = "".join(view.text(written).split()) if written is not None else ""
    if statement.node.type == "import_statement":
        return Imported(text, "", is_bound_whole=not _is_aliased(name))
    module = statement.node.child_by_field_name("module_name")
    origin = "".join(view.text(module).split()) if module is not None else "__future__"
    return Imported(origin, text)


def _is_aliased(step: Step) -> bool:
    return step.node.type == "aliased_import"


def meaning(sources: Sources, reading: SourceReading, step: Step) -> Definition | None:
    """What a name, a chain of attributes of one, or an import by a call means; None for what nobody knows."""
    if step.node.type in _CALLS and (call := _first_call(step.node)) is not None:
        return _asked_of_call(sources, reading, step, call)
    written = "".join(reading.view.text(step.node).split())
    return meaning_at(
        sources, reading, written.lstrip("*"), step
    )  # of `[*a.b]`, `*a` is what tree-sitter has as object


_CALLS = frozenset({"call", "attribute"})


def _first_call(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The call that a chain of attributes begins with."""
    inner: tree_sitter.Node | None = node
    while inner is not None and inner.type == "attribute":
        inner = inner.child_by_field_name("object")
    return inner if inner is not None and inner.type == "call" else None


def _asked_of_call(sources: Sources, reading: SourceReading, step: Step, call: tree_sitter.Node) -> Definition | None:
    """What a chain of attributes means that begins with an import by a call."""
    home = _imported_by_call(sources, reading, Step(call, "", step.region, step))
    rest = "".join(reading.view.text(step.node)[len(reading.view.text(call)) :].split()) if home is not None else ""
    return _followed(sources, home, rest.split(".")[1:])


def _imported_by_call(sources: Sources, reading: SourceReading, call: Step) -> Definition | None:
    """The module that `import_module("a.b")` gives; `__import__("a.b")` gives `a`, but for a `fromlist`."""
    function, listed = call.node.child_by_field_name("function"), call.node.child_by_field_name("arguments")
    nodes = listed.named_children if listed is not None else []
    if function is None or not nodes or nodes[0].type != "string":
        return None
    home = meaning_at(sources, reading, reading.view.text(function), call)
    if home is None or home.path or home.name not in IMPORTERS:
        return None
    module = imported_module(home.last, [reading.view.text(each) for each in nodes])
    dotted = absolute(sources, reading, module)
    return dotted_home(sources, dotted) if dotted else None


_DOTTED = regex(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def meaning_at(sources: Sources, reading: SourceReading, dotted: str, step: Step) -> Definition | None:
    """What a dotted name means in the scope of a place."""
    if _DOTTED.fullmatch(dotted) is None:
        return None
    first, *rest = dotted.split(".")
    return _followed(sources, name_home(sources, reading, first, step), rest)


def name_home(sources: Sources, reading: SourceReading, name: str, step: Step) -> Definition | None:
    """What a name means in the scope of a place."""
    region = home_at(reading.view, name, step)
    if region is not None:
        return _home_in(sources, reading, name, region)
    if reading.around is not None:
        return home_of(sources, reading.around.path, name)
    return starred_home(sources, reading, name) or (
        Definition("", f"builtins.{name}") if hasattr(builtins, name) else None
    )


def starred_home(sources: Sources, reading: SourceReading, dotted: str) -> Definition | None:
    """What a dotted name means whose first part the star imports of a file bind, if any does."""
    first, *rest = dotted.split(".")
    return _followed(sources, next((home for _, home in given_by_star(sources, reading, first)), None), rest)


def _home_in(sources: Sources, reading: SourceReading, name: str, region: ScopeRegion) -> Definition | None:
    if region.kind is RegionKind.MODULE and reading.is_module:
        return home_of(sources, reading.path, name)
    bindings = bindings_in(reading.view, name, region)
    imported = _bound(sources, reading, bindings, 0)
    if imported is not None:
        return imported
    if len(bindings) == 1 and bindings[0].step.field == "left":
        return _called_module(sources, reading, bindings[0].step.outer)
    is_defined = bool(bindings) and all(is_definition(binding.step) for binding in bindings)
    return Definition(reading.path, joined(region.path, name)) if is_defined else None


def _called_module(sources: Sources, reading: SourceReading, outer: Step | None) -> Definition | None:
    """The module that a name of a function is given by a call: `m = import_module("a.b")`."""
    right = outer.node.child_by_field_name("right") if outer is not None and outer.node.type == "assignment" else None
    pending: set[tuple[str, int]] = sources.memory.setdefault(_called_module, set())
    if outer is None or right is None or right.type != "call" or (reading.path, right.start_byte) in pending:
        return None
    pending.add((reading.path, right.start_byte))  # what leads to itself leads nowhere
    home = _imported_by_call(sources, reading, Step(right, "", outer.region, outer))
    pending.discard((reading.path, right.start_byte))
    return home


def is_definition(step: Step) -> bool:
    """Whether a name is that of the `def` or `class` that it stands in."""
    outer = step.outer
    is_name = step.field == "name" and outer is not None
    return is_name and outer is not None and outer.node.type in {"function_definition", "class_definition"}


def body_names(sources: Sources, owner: Definition) -> frozenset[str]:
    """What a class binds, in its body or by `self`; empty where the definition is no class."""
    reading = sources.module(owner.path)
    if reading is None:
        return frozenset()
    classes = classes_at(reading.view, owner.name)
    return frozenset[str]().union(attributes_at(reading.view, owner.name), *(each.names for each in classes))
