"""One parsed file of Python with its names: what everything else is asked of."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping
from functools import cached_property

import tree_sitter

from tdomcheck.facts.python.imports import imports_of
from tdomcheck.facts.python.known_names import KnownNames
from tdomcheck.facts.python.node_index import NodeIndex, identifiers, index_tree
from tdomcheck.facts.python.scopes import Scopes, import_target
from tdomcheck.facts.records import ImportFact
from tdomcheck.model import Span
from tdomcheck.model.ranges import covers
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import ParsedTree, parse_tree
from tdomcheck.values import replace


class PythonModule:
    """A file, parsed once; everything else is worked out when it is asked for."""

    known_names: t.ClassVar[KnownNames] = KnownNames()
    """What names of libraries mean, as far as whoever reads the file knows."""

    def __init__(
        self,
        source: SourceText,
        tree: ParsedTree | None = None,
        meant: Mapping[str, str] | None = None,
    ) -> None:
        self.source = source
        self._meant = meant or {}
        self.tree = tree or parse_tree(source.utf8)
        self.memory: dict[t.Any, t.Any] = {}
        """What is worked out `@once`, by the function that does it."""

    @cached_property
    def nodes(self) -> NodeIndex:
        """The nodes of a kind, in order: `nodes["call"]`, `nodes["function"]` and so on."""
        return index_tree(self.tree.root, details=self.is_read_closely)

    @property
    def is_read_closely(self) -> bool:
        """Whether expressions are looked at, and not only definitions, imports and blocks."""
        return True

    @cached_property
    def imports(self) -> tuple[ImportFact, ...]:
        """The imports of the file; of a document also those that its code does without."""
        return (*(fact for fact, _ in self.located_imports), *self.implied_imports)

    @cached_property
    def implied_imports(self) -> tuple[ImportFact, ...]:
        """Imports that a reader adds in thought, as of a document."""
        return ()

    @cached_property
    def imported_packages(self) -> frozenset[str]:
        """The top-level packages that anything is imported from."""
        return frozenset(fact.module.partition(".")[0] for fact in self.imports)

    @cached_property
    def located_imports(self) -> list[tuple[ImportFact, int]]:
        """Each import with its place in `utf8`; one that hands on what is `meant` as if it imported that."""
        imports = imports_of(self.source, self.tree, self.nodes, self.bare_scopes)
        return [(self._read(fact), start) for fact, start in imports] if self._meant else imports

    def _read(self, fact: ImportFact) -> ImportFact:
        module, _, name = self._meant.get(import_target(fact), "").rpartition(".")
        return replace(fact, module=module, name=name) if name else fact

    @cached_property
    def bare_scopes(self) -> Scopes:
        return Scopes(self.tree, self.nodes)

    @cached_property
    def scopes(self) -> Scopes:
        scopes = self.bare_scopes
        for fact, start in self.located_imports:
            scopes.bind_import(fact, start)
        if self.source.is_hosted:
            self._settle_names(scopes)
        return scopes

    def _settle_names(self, scopes: Scopes) -> None:
        """Documents leave imports out, and say the same thing again and again."""
        from tdomcheck.facts.python.rebinding import Timeline

        for fact in self.implied_imports:
            scopes.bind_import(fact, 0)
        scopes.timeline = Timeline(self.tree, self.nodes, self.located_imports)

    def text(self, node: tree_sitter.Node) -> str:
        """The source of a node."""
        return self.tree.text(node)

    def span(self, node: tree_sitter.Node) -> Span:
        """The bytes of a node in the file."""
        return Span(self.source.from_utf8(node.start_byte), self.source.from_utf8(node.end_byte))

    def resolve(self, node: tree_sitter.Node) -> str:
        """The reference of a name or of a chain of attributes; unknown for all else, and where a local name hides it.

        Of what the module binds twice it is one of the meanings, as of an import with a fallback."""
        known = self._references.get(node.id)
        if known is None:
            dotted = self.dotted(node)
            known = self._references[node.id] = self.scopes.resolve(dotted, node.start_byte) if dotted else ""
        return known

    @cached_property
    def _references(self) -> dict[int, str]:
        """Of nodes that somebody asked about: every call is looked at by half a dozen questions."""
        return {}

    def resolve_at(self, dotted: str, offset: int) -> str:
        """The reference of a dotted name at a byte offset of the file."""
        return self.scopes.resolve(dotted, self.source.to_utf8(offset))

    def dotted(self, node: tree_sitter.Node) -> str:
        """`a.b.c` as written, for identifiers and attributes of identifiers only."""
        inner = node
        while inner.type == "attribute":
            child = inner.child_by_field_name("object")
            if child is None:
                return ""
            inner = child
        if inner.type != "identifier":
            return ""
        return "".join(self.text(node).split())

    def is_expected_to_fail(self, offset: int) -> bool:
        """Whether an offset in `utf8` stands below `with pytest.raises(...)`: it is wrong on purpose."""
        from tdomcheck.facts.python.expected_failures import failing_ranges

        return covers(failing_ranges(self), offset)

    @cached_property
    def readers(self) -> dict[str, list[tree_sitter.Node]]:
        """The places that read a name, in order: not those that only write it, or have it for a label."""
        readers: dict[str, list[tree_sitter.Node]] = {}
        for node in identifiers(self.tree.root):
            readers.setdefault(self.text(node), []).append(node)
        return readers

    @cached_property
    def assignments(self) -> dict[tuple[int, str], list[tree_sitter.Node]]:
        """Values assigned to a plain name, by scope and name, for one step of data flow."""
        values: dict[tuple[int, str], list[tree_sitter.Node]] = {}
        for node in self.nodes["assignment"]:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier":
                key = (self.scopes.index_at(node.start_byte), self.text(left))
                values.setdefault(key, []).append(right)
        return values

    @cached_property
    def type_aliases(self) -> dict[str, tree_sitter.Node]:
        """What `type Users = ...` says of a name, the first time."""
        aliases: dict[str, tree_sitter.Node] = {}
        for alias in self.nodes["alias"]:
            left, right = alias.child_by_field_name("left"), alias.child_by_field_name("right")
            if left is not None and right is not None:
                aliases.setdefault(self.text(left), right)
        return aliases

    def assigned(self, name: str, offset: int) -> tree_sitter.Node | None:
        """The one value that a local name is ever given, when it is given just one."""
        index = self.scopes.index_at(offset)
        scope = self.scopes.scopes[index]
        if name in scope.parameters or name in scope.bindings or (index, name) in self._rebound:
            return None
        values = self.assignments.get((index, name), [])
        targets = self._target_counts.get((index, name), 0)
        return values[0] if len(values) == 1 and targets == 1 else None

    def given(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        """The one value that a name of the function or of the file is ever given; None for all but such names."""
        if node.type != "identifier":
            return None
        name = self.text(node)
        value = self.assigned(name, node.start_byte)
        if value is None and self.resolve(node) == f":{name}":
            value = self.assigned(name, 0)
        return value

    def count_of_targets(self, index: int, name: str) -> int:
        """How often a scope gives a name a value, in any way; more than enough where it is not local."""
        return -1 if (index, name) in self._rebound else self._target_counts.get((index, name), 0)

    def is_assigned(self, name: str, offset: int) -> bool:
        """Whether the scope at an offset in `utf8` gives a value to a name, parameters aside."""
        return (self.scopes.index_at(offset), name) in self._target_counts

    @cached_property
    def borrowed_names(self) -> Mapping[tuple[int, str], str]:
        """Names of scopes around it that a function gives a value to, by its scope: `global` or `nonlocal`."""
        nodes = [node for node in self.nodes["target"] if node.type in _BORROWING]
        return {
            (self.scopes.index_at(node.start_byte), self.text(child)): _BORROWING[node.type]
            for node in nodes
            for child in node.named_children
        }

    @cached_property
    def _rebound(self) -> set[tuple[int, str]]:
        """Names that a function inside of their scope gives a value to, by each scope that they may be of."""
        rebound: set[tuple[int, str]] = set()
        for (innermost, name), how in self.borrowed_names.items():
            index = innermost
            while how == "nonlocal" and index > 0 and (index, name) not in rebound:
                rebound.add((index, name))
                index = self.scopes.scopes[index].parent
            rebound.update({(index, name), (0, name)})
        return rebound

    @cached_property
    def _target_counts(self) -> dict[tuple[int, str], int]:
        counts: dict[tuple[int, str], int] = {}
        for node in self.nodes["target"]:
            for name in _names_in(node):
                key = (self.scopes.index_at(node.start_byte), self.text(name))
                counts[key] = counts.get(key, 0) + 1
        return counts


def _names_in(target: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """All names of a target that it may change: of `rows[key]` and `page.title` those are `rows` and `page`."""
    pending = [target]
    while pending:
        node = pending.pop()
        if node.type == "identifier":
            yield node
        owner = node.child_by_field_name(_OWNERS[node.type]) if node.type in _OWNERS else None
        pending.extend(node.named_children if owner is None else [owner])


_OWNERS = {"subscript": "value", "attribute": "object"}
_BORROWING = {"global_statement": "global", "nonlocal_statement": "nonlocal"}
