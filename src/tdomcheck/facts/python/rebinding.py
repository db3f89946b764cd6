"""Names that a document binds more than once: at each place the binding that stands before it holds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from tdomcheck.facts.python.node_index import NodeIndex
from tdomcheck.facts.python.scopes import UNKNOWN, import_target
from tdomcheck.facts.records import ImportFact
from tdomcheck.source.tree import ParsedTree


class Timeline:
    """What the names of a module mean from where on."""

    def __init__(self, tree: ParsedTree, nodes: NodeIndex, imports: Sequence[tuple[ImportFact, int]]) -> None:
        entries: dict[str, list[tuple[int, str]]] = {}
        for fact, start in imports:
            if fact.is_top_level and fact.name != "*":
                entries.setdefault(fact.alias, []).append((start, import_target(fact)))
        for name, places in _definitions(tree, nodes).items():
            entries.setdefault(name, []).extend(places)
        self._entries = {name: sorted(places) for name, places in entries.items() if len({to for _, to in places}) > 1}
        self._entries.update(
            {name: places for name, places in entries.items() if {UNKNOWN} == {to for _, to in places}}
        )

    def knows(self, name: str) -> bool:
        return name in self._entries

    def target(self, name: str, offset: int) -> str:
        """What a name means at an offset in `utf8`."""
        places = self._entries[name]
        return places[max(bisect_right(places, offset, key=lambda place: place[0]) - 1, 0)][1]


def _definitions(tree: ParsedTree, nodes: NodeIndex) -> Mapping[str, list[tuple[int, str]]]:
    """Functions and classes of the module; unknown where there are several that are not the same."""
    places_by_name: dict[str, list[tuple[int, bytes]]] = {}
    for node in (*nodes["class"], *nodes["function"]):
        parent, name = node.parent, node.child_by_field_name("name")
        whole = parent if parent is not None and parent.type == "decorated_definition" else node
        if name is not None and whole.parent is not None and whole.parent.type == "module":
            text = tree.utf8[whole.start_byte : whole.end_byte]
            places_by_name.setdefault(tree.text(name), []).append((node.start_byte, text))
    return {
        name: [(start, f":{name}" if len({text for _, text in places}) == 1 else UNKNOWN) for start, _ in places]
        for name, places in places_by_name.items()
    }
