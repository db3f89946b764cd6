"""Where a file says a name, by the name: for whoever asks about hundreds of names of one file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import path_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass, field

PARTIAL = "functools.partial"
_ATTRIBUTES = "(attribute) @attribute"
_Nodes = dict[str, list[tree_sitter.Node]]


@dataclass(frozen=True, slots=True)
class NamedUses:
    """The places of a file by the last name of what is said there: of `shop.pages.home` that is `home`."""

    reads: _Nodes = field(default_factory=dict)
    """Names and attributes that are read."""
    calls: _Nodes = field(default_factory=dict)
    """By what is called."""
    partials: _Nodes = field(default_factory=dict)
    """Calls of `functools.partial`, by its first argument."""
    asked: _Nodes = field(default_factory=dict)
    """Calls of `getattr`, by the text that it is given."""
    aliases: dict[str, set[str]] = field(default_factory=dict)
    """What imports call a name."""

    def of(self, places: _Nodes, names: Collection[str]) -> Sequence[tree_sitter.Node]:
        """Those of some names, or of others that imports give them."""
        every = {*names}.union(*(self.aliases.get(name, ()) for name in names))
        return [node for name in sorted(every) for node in places.get(name, ())]


@once
def named_uses(view: ModuleView) -> NamedUses:
    uses = NamedUses()
    for name, nodes in view.readers.items():
        uses.reads.setdefault(name, []).extend(nodes)
    for node in tree_sitter.QueryCursor(compiled_query(_ATTRIBUTES)).captures(view.tree.root).get("attribute", ()):
        uses.reads.setdefault(_last(view, node), []).append(node)
    for call in view.nodes["call"]:
        _sort_in(view, call, uses)
    for fact in view.imports:
        uses.aliases.setdefault(fact.name, set()).add(fact.alias)
    return uses


def choices_at(view: ModuleView, node: tree_sitter.Node) -> Sequence[str]:
    """All that a name or a chain of attributes may refer to, where its scope imports the first name more than once."""
    first, _, rest = view.dotted(node).partition(".")
    index = innermost = view.scopes.index_at(node.start_byte)
    while index >= 0:
        scope = view.scopes.scopes[index]
        is_visible = scope.kind != "class" or index == innermost
        if is_visible and (first in scope.bindings or first in scope.names):
            break
        index = scope.parent
    return [f"{one}.{rest}" if rest else one for one in _choices(view).get((index, first), ())]


@once
def _choices(view: ModuleView) -> Mapping[tuple[int, str], Sequence[str]]:
    """The names that are imported in a scope, and are imported or defined there as something else, too."""
    scopes, starts = view.scopes, {view.span(node).start: node.start_byte for node in view.nodes["import"]}
    targets: dict[tuple[int, str], dict[str, None]] = {}
    for fact in view.imports:
        index = scopes.index_at(starts.get(fact.start, 0))
        targets.setdefault((index, fact.alias), {})[import_target(fact)] = None
    for node in (*view.nodes["class"], *view.nodes["function"]):
        name = node.child_by_field_name("name")
        known = targets.get((scopes.index_at(node.start_byte), view.text(name))) if name is not None else None
        if known is not None:
            known[f":{path_of(view, node)}"] = None
    return {key: tuple(several) for key, several in targets.items() if len(several) > 1}


def _sort_in(view: ModuleView, call: tree_sitter.Node, uses: NamedUses) -> None:
    """Adds a call to the uses that it is one of."""
    function, given = call.child_by_field_name("function"), arguments_of(view, call).positional
    if function is None:
        return
    uses.calls.setdefault(_last(view, function), []).append(call)
    if given and view.resolve(function) == PARTIAL:
        uses.partials.setdefault(_last(view, given[0]), []).append(call)
    text = static_text(view, given[1]) if len(given) > 1 and view.text(function) == "getattr" else None
    if text is not None:
        uses.asked.setdefault(text, []).append(call)


def _last(view: ModuleView, node: tree_sitter.Node) -> str:
    """The last name of a chain of attributes; nothing for what is neither that nor a name."""
    name = node.child_by_field_name("attribute") if node.type == "attribute" else node
    return view.text(name) if name is not None and name.type == "identifier" else ""
