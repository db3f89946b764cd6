"""One parsed file with its names: what facts are extracted from and what a rule asks."""

from __future__ import annotations

import typing as t
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import tree_sitter

from tdomcheck.facts import api
from tdomcheck.facts.captures import Captures, capture, concerns_domain, identifiers, names_domain
from tdomcheck.facts.imports import imports_of
from tdomcheck.facts.ranges import covers, merged
from tdomcheck.facts.scopes import Scopes, import_target
from tdomcheck.facts.values import ImportFact
from tdomcheck.model import Span
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import MOST_LEVELS, MOST_NODES, MOST_OPENINGS, ParsedTree, is_deeper_than, parse_tree

if t.TYPE_CHECKING:  # most files of a hook hold no template: 6 ms
    from tdomcheck.source.markup import Markup
    from tdomcheck.source.template import Template


class ModuleView:
    """A file, parsed once; everything else is worked out when it is asked for."""

    def __init__(
        self,
        source: SourceText,
        tree: ParsedTree | None = None,
        surroundings: tuple[ImportFact, ...] | None = None,
        meant: Mapping[str, str] | None = None,
    ) -> None:
        self.source = source
        self.surroundings = surroundings
        """The imports of the module whose docstrings hold the code."""
        self._meant = meant or {}
        self.tree = tree or parse_tree(source.utf8)
        self._markups: dict[tuple[int, int], Markup] = {}

    @cached_property
    def concerns_domain(self) -> bool:
        return concerns_domain(self.source.utf8)

    @cached_property
    def names_domain(self) -> bool:
        """More than `concerns_domain`, and for those who ask seldom: it walks the tree."""
        return names_domain(self.source.utf8, self.tree.root)

    @property
    def is_cut_off(self) -> bool:
        """Whether there may be more than plain definitions, nested deeper or more of it than rules and facts follow."""
        return bool(self.excess)

    @cached_property
    def excess(self) -> str:
        """What of a file of the domain is past a limit, or nothing."""
        if not self.concerns_domain:
            return ""
        if self.tree.excess:
            return self.tree.excess
        if is_deeper_than(self.tree.root, MOST_LEVELS):
            return f"the code nests deeper than {MOST_LEVELS} levels"
        if not self.names_domain:
            return ""  # a long file that has the word "inject" in it: its gates are shut
        if self.tree.root.descendant_count > MOST_NODES:
            return f"the file has more than {MOST_NODES:,} names, literals, operators and brackets"
        openings = self.source.utf8.count(b"<") if len(self.source.utf8) > MOST_OPENINGS else 0
        return f"the file has {openings:,} `<`, more than {MOST_OPENINGS:,}" if openings > MOST_OPENINGS else ""

    @cached_property
    def captures(self) -> Captures:
        return capture(self.tree.root, details=self.concerns_domain)

    @cached_property
    def imports(self) -> tuple[ImportFact, ...]:
        """Those that the file has, and in a document those that its code can do without."""
        return (*(fact for fact, _ in self.located_imports), *self._implied)

    @cached_property
    def imported_packages(self) -> frozenset[str]:
        """The top-level packages that anything is imported from."""
        return frozenset(fact.module.partition(".")[0] for fact in self.imports)

    @property
    def imports_tdom(self) -> bool:
        """Whether it imports anything from a package that renders templates."""
        return not self.imported_packages.isdisjoint(api.RENDERING)

    @cached_property
    def _implied(self) -> tuple[ImportFact, ...]:
        if not self.source.is_hosted:
            return ()
        from tdomcheck.facts.implied import implied_in

        return implied_in(self)

    @cached_property
    def located_imports(self) -> list[tuple[ImportFact, int]]:
        """Each with its place in `utf8`; those that hand on what is `meant` as if they imported that."""
        found = imports_of(self.source, self.tree, self.captures, self.bare_scopes)
        return [(self._read(fact), start) for fact, start in found] if self._meant else found

    def _read(self, fact: ImportFact) -> ImportFact:
        module, _, name = self._meant.get(import_target(fact), "").rpartition(".")
        return replace(fact, module=module, name=name) if name else fact

    @cached_property
    def bare_scopes(self) -> Scopes:
        return Scopes(self.tree, self.captures)

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
        from tdomcheck.facts.timeline import Timeline

        for fact in self._implied:
            scopes.bind_import(fact, 0)
        scopes.timeline = Timeline(self.tree, self.captures, self.located_imports)

    @cached_property
    def templates(self) -> tuple[Template, ...]:
        """All t-strings, also those that hold no HTML."""
        from tdomcheck.source.template import templates_in

        captures = self.captures
        found = templates_in(self.source, self.tree, captures["string"], captures["concatenation"], self._fragments())
        return tuple(found)

    def _fragments(self) -> list[tree_sitter.Node]:
        """Strings that are joined with others: added, collected in lists, given to `append`, also by name."""
        captures = self.captures
        found = [node for node in captures["fragment"] if node.type != "identifier"]
        joined = {self.text(node) for node in captures["fragment"] if node.type == "identifier"}
        for node in captures["assignment"]:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier" and self.text(left) in joined:
                found.append(right)
        for node in captures["call"]:
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function is not None and arguments is not None and self.text(function).endswith(_COLLECTORS):
                found.extend(arguments.named_children)
        return found

    @cached_property
    def html_templates(self) -> tuple[Template, ...]:
        """The t-strings that hold HTML."""
        from tdomcheck.facts.takers import is_for_others
        from tdomcheck.source.markup import looks_like_html

        if not self.uses_templates:
            return ()
        found = (template for template in self.templates if looks_like_html(template))
        return tuple(template for template in found if not is_for_others(self, template))

    @cached_property
    def uses_templates(self) -> bool:
        """Whether the file deals with HTML templates: not with those of a library of another kind."""
        return self.imports_tdom or self.imported_packages.isdisjoint(_OTHER_LIBRARIES)

    def markup(self, template: Template) -> Markup:
        """The HTML tree of a template, built once."""
        from tdomcheck.source.markup import markup_of

        key = (template.span.start, template.span.end)
        if key not in self._markups:
            self._markups[key] = markup_of(template)
        return self._markups[key]

    def text(self, node: tree_sitter.Node) -> str:
        return self.tree.text(node)

    def span(self, node: tree_sitter.Node) -> Span:
        """The bytes of a node in the file."""
        return Span(self.source.from_utf8(node.start_byte), self.source.from_utf8(node.end_byte))

    def resolve(self, node: tree_sitter.Node) -> str:
        """The reference of a name or of a chain of attributes; unknown for anything else."""
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
        return covers(self._failing, offset)

    @cached_property
    def _failing(self) -> list[tuple[int, int]]:
        """Ranges that do not overlap, in order."""
        blocks = merged([*self._failing_blocks(), *self._failing_calls(), *self._failing_functions()])
        return merged([*blocks, *self._failing_values(blocks)])

    def _failing_blocks(self) -> Iterator[tuple[int, int]]:
        for node in self.captures["with"]:
            clause = next((child for child in node.children if child.type == "with_clause"), None)
            if clause is not None and any(name in self.text(clause) for name in (*api.EXPECTED_FAILURES, "suppress(")):
                yield node.start_byte, node.end_byte

    def _failing_calls(self) -> Iterator[tuple[int, int]]:
        """`pytest.raises(ValueError, html, t"..")`."""
        for node in self.captures["call"]:
            function = node.child_by_field_name("function")
            if function is not None and self.text(function).rpartition(".")[2] in api.EXPECTED_FAILURES:
                yield node.start_byte, node.end_byte

    def _failing_functions(self) -> Iterator[tuple[int, int]]:
        """All of what `xfail` is said of, and the cases that others are given."""
        for node in self.captures["decorated"]:
            for decorator in node.children:
                text = self.text(decorator) if decorator.type == "decorator" else ""
                if "xfail" in text or "expectedFailure" in text:
                    yield node.start_byte, node.end_byte
                elif "parametrize" in text:
                    yield decorator.start_byte, decorator.end_byte

    def _failing_values(self, blocks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """What a local name is given that is read where a failure is expected, and nowhere else."""
        found, known = [], dict[tuple[int, str], bool]()
        for node in self.captures["assignment"] if blocks else ():
            left = node.child_by_field_name("left")
            if left is None or left.type != "identifier":
                continue
            key = self.scopes.index_at(node.start_byte), self.text(left)
            if key not in known:
                known[key] = self._is_read_in(blocks, *key)
            if known[key]:
                found.append((node.start_byte, node.end_byte))
        return found

    def _is_read_in(self, blocks: Sequence[tuple[int, int]], index: int, name: str) -> bool:
        """Whether a scope reads a name in some places only, and does."""
        scope = self.scopes.scopes[index]
        uses = self.readers.get(name, [])
        first = bisect_left(uses, scope.start, key=lambda use: use.start_byte)
        last = bisect_left(uses, scope.end, key=lambda use: use.start_byte)
        return first < last and all(covers(blocks, use.start_byte) for use in uses[first:last])

    @cached_property
    def readers(self) -> dict[str, list[tree_sitter.Node]]:
        """The places that read a name, in order: not those that only write it, or have it for a label."""
        found: dict[str, list[tree_sitter.Node]] = {}
        for node in identifiers(self.tree.root):
            found.setdefault(self.text(node), []).append(node)
        return found

    @cached_property
    def memory(self) -> dict[str, t.Any]:
        """What others have worked out about this file and would work out again; each key has one owner."""
        return {}

    def is_only_parsed(self, offset: int) -> bool:
        """Whether an offset in `utf8` stands in what is handed to a parser: it is looked at, never rendered."""
        return covers(self._parsed, offset)

    @cached_property
    def _parsed(self) -> list[tuple[int, int]]:
        found = []
        for node in self.captures["call"]:
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            name = self.text(function).rpartition(".")[2] if function is not None else ""
            if arguments is not None and name.startswith("parse"):
                found.append((arguments.start_byte, arguments.end_byte))
        return merged(found)

    @cached_property
    def assignments(self) -> dict[tuple[int, str], list[tree_sitter.Node]]:
        """Values assigned to a plain name, by scope and name, for one step of data flow."""
        found: dict[tuple[int, str], list[tree_sitter.Node]] = {}
        for node in self.captures["assignment"]:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier":
                key = (self.scopes.index_at(node.start_byte), self.text(left))
                found.setdefault(key, []).append(right)
        return found

    @cached_property
    def type_aliases(self) -> dict[str, tree_sitter.Node]:
        """What `type Users = ...` says of a name, the first time."""
        found: dict[str, tree_sitter.Node] = {}
        for alias in self.captures["alias"]:
            left, right = alias.child_by_field_name("left"), alias.child_by_field_name("right")
            if left is not None and right is not None:
                found.setdefault(self.text(left), right)
        return found

    def assigned(self, name: str, offset: int) -> tree_sitter.Node | None:
        """The one value that a local name is ever given, when it is given just one."""
        index = self.scopes.index_at(offset)
        scope = self.scopes.scopes[index]
        if name in scope.parameters or name in scope.bindings or name in self._rebound:
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
        return -1 if name in self._rebound else self._target_counts.get((index, name), 0)

    def is_assigned(self, name: str, offset: int) -> bool:
        """Whether the scope at an offset in `utf8` gives a value to a name, parameters aside."""
        return (self.scopes.index_at(offset), name) in self._target_counts

    @cached_property
    def _rebound(self) -> set[str]:
        """Names that some function gives a value to in a scope around it."""
        nodes = [node for node in self.captures["target"] if node.type in {"global_statement", "nonlocal_statement"}]
        return {self.text(child) for node in nodes for child in node.named_children}

    @cached_property
    def _target_counts(self) -> dict[tuple[int, str], int]:
        found: dict[tuple[int, str], int] = {}
        for node in self.captures["target"]:
            for name in _names_in(node):
                key = (self.scopes.index_at(node.start_byte), self.text(name))
                found[key] = found.get(key, 0) + 1
        return found


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


_COLLECTORS = (".append", ".extend", ".insert", ".appendleft", ".add", ".write", "sum", "chain", "Template")
_OTHER_LIBRARIES = frozenset({"thtml", "thtml_tstring", "html_tstring", "psycopg", "sql_tstring", "tstring_sql"})
