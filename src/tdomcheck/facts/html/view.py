"""A file with its t-strings: what facts are extracted from and what a rule asks."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping
from functools import cached_property

import tree_sitter

from tdomcheck.facts.html.relevance import concerns_domain, names_domain
from tdomcheck.facts.python.known_names import KnownNames
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.mutation import PUTTING
from tdomcheck.facts.python.value_flow import outcomes
from tdomcheck.facts.records import ImportFact, ValueKind
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.ranges import covers, merged
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import MOST_LEVELS, MOST_NODES, MOST_OPENINGS, ParsedTree, is_deeper_than

if t.TYPE_CHECKING:  # most files of a hook hold no template: 6 ms
    from tdomcheck.source.markup import Markup
    from tdomcheck.source.template import Template


class ModuleView(PythonModule):
    """A file of an application that is made of templates and containers."""

    known_names: t.ClassVar[KnownNames] = KnownNames(
        api.MARKERS,
        {**dict.fromkeys(api.MARKUP, ValueKind.MARKUP), **dict.fromkeys(api.HTML, ValueKind.HTML)},
        api.INJECTABLE,
    )

    def __init__(
        self,
        source: SourceText,
        tree: ParsedTree | None = None,
        surroundings: tuple[ImportFact, ...] | None = None,
        meant: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(source, tree, meant)
        self.surroundings = surroundings
        """The imports of the module whose docstrings hold the code."""
        self._markups: dict[tuple[int, ...], Markup] = {}

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

    @property
    def is_read_closely(self) -> bool:
        return self.concerns_domain

    @cached_property
    def closely(self) -> ModuleView:
        """The file with all its nodes and names, of which facts leave most aside where it is of no concern."""
        return self if self.is_read_closely else _CloseView(self.source, self.tree, self.surroundings, self._meant)

    @cached_property
    def implied_imports(self) -> tuple[ImportFact, ...]:
        if not self.source.is_hosted:
            return ()
        from tdomcheck.facts.html.implied_imports import implied_in

        return implied_in(self)

    @property
    def imports_tdom(self) -> bool:
        """Whether it imports anything from a package that renders templates."""
        return not self.imported_packages.isdisjoint(api.RENDERING)

    @cached_property
    def templates(self) -> tuple[Template, ...]:
        """All t-strings, also those that hold no HTML."""
        from tdomcheck.source.template import templates_in

        nodes = self.nodes
        every = templates_in(self.source, self.tree, nodes["string"], nodes["concatenation"], self._fragments())
        return tuple(every)

    def _fragments(self) -> list[tree_sitter.Node]:
        """Strings that are joined with others: added, collected in lists, given to `append`, also by name."""
        nodes = self.nodes
        fragments = [node for node in nodes["fragment"] if node.type != "identifier"]
        fragments += self._collected()
        joined = {self.text(node) for node in nodes["fragment"] if node.type == "identifier"}
        for node in nodes["assignment"]:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier" and self.text(left) in joined:
                fragments.append(right)
        return [outcome for node in fragments for outcome in outcomes(node)]

    def _collected(self) -> Iterator[tree_sitter.Node]:
        for node in self.nodes["call"]:
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function is not None and arguments is not None and self.text(function).endswith(_COLLECTORS):
                yield from arguments.named_children

    @cached_property
    def html_templates(self) -> tuple[Template, ...]:
        """The t-strings that hold HTML."""
        from tdomcheck.facts.html.template_consumers import is_for_others
        from tdomcheck.source.markup import looks_like_html

        if not self.uses_templates:
            return ()
        candidates = (template for template in self.templates if looks_like_html(template))
        return tuple(template for template in candidates if not is_for_others(self, template))

    @cached_property
    def uses_templates(self) -> bool:
        """Whether the file deals with HTML templates: not with those of a library of another kind."""
        return self.imports_tdom or self.imported_packages.isdisjoint(_OTHER_LIBRARIES)

    def markup(self, template: Template) -> Markup:
        """The HTML tree of a template, built once."""
        from tdomcheck.source.markup import markup_of

        key = tuple(literal.span.start for literal in template.literals)  # of a sum whose parts may be several
        if key not in self._markups:
            self._markups[key] = markup_of(template)
        return self._markups[key]

    def is_only_parsed(self, offset: int) -> bool:
        """Whether an offset in `utf8` stands in what is handed to a parser: it is looked at, never rendered."""
        return covers(self._parsed, offset)

    @cached_property
    def _parsed(self) -> list[tuple[int, int]]:
        ranges = []
        for node in self.nodes["call"]:
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            name = self.text(function).rpartition(".")[2] if function is not None else ""
            if arguments is not None and name.startswith("parse"):
                ranges.append((arguments.start_byte, arguments.end_byte))
        return merged(ranges)


class _CloseView(ModuleView):
    """A file that is looked at whatever it holds."""

    @property
    def is_read_closely(self) -> bool:
        return True


_COLLECTORS = (*(f".{name}" for name in sorted(PUTTING)), ".write", "sum", "chain", "Template")
_OTHER_LIBRARIES = frozenset({"thtml", "thtml_tstring", "html_tstring", "psycopg", "sql_tstring", "tstring_sql"})
