"""What an annotation asks for: the type that it names, and whether a container is to fill it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.source.tree import unwrapped

_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Annotation:
    text: str
    type_ref: str
    marker: str
    item_ref: str = ""
    """What a list, tuple or sequence of one kind of thing holds."""


def annotation_of(view: PythonModule, node: tree_sitter.Node | None) -> Annotation:
    """Read a `type` node; quoted annotations are read as their text."""
    if node is None:
        return Annotation("", "", "")
    text = view.text(node)
    inner = node.named_children[0] if node.type == "type" and node.named_children else node
    return _read(view, inner, text)


def _read(view: PythonModule, node: tree_sitter.Node, text: str) -> Annotation:
    node = unwrapped(node)
    if node.type == "string":
        return _read_text(view, text.strip("\"'"), node.start_byte, text)
    head, arguments = _subscript(view, node)
    if head is None:
        reference = view.resolve(node)
        aliased = _aliased(view, node, reference)
        if aliased is not None:
            kind, arguments = _subscript(view, aliased)
            reached = view.resolve(kind) if kind is not None else ""
            marker = view.known_names.markers.get(reached, "")
            if marker:
                return Annotation(text, _named(view, arguments), marker)
            if reached.rpartition(".")[2] == "Annotated" and arguments:
                found = _read_annotated(view, arguments, view.text(aliased))
                return found if found.marker else Annotation(text, reference, "")
        return Annotation(text, reference, "")
    reference = view.resolve(head)
    marker = view.known_names.markers.get(reference, "")
    if marker:
        return Annotation(text, _named(view, arguments), marker)
    name = reference.rpartition(".")[2]
    if name == "Annotated" and arguments:
        return _read_annotated(view, arguments, text)
    if name == "InitVar" and arguments:
        inner = _read(view, arguments[0], text)
        return Annotation(text, inner.type_ref, inner.marker)
    return Annotation(text, reference, "", _item(view, head, reference, arguments))


def _named(view: PythonModule, arguments: list[tree_sitter.Node]) -> str:
    """What a marker asks for, which may be quoted by itself: `Inject["Users"]`."""
    node = unwrapped(arguments[0]) if arguments else None
    if node is None or node.type != "string":
        return view.resolve(node) if node is not None else ""
    name = view.text(node).strip("\"'")
    return view.scopes.resolve(name, node.start_byte) if _DOTTED.fullmatch(name) else ""


def _item(view: PythonModule, head: tree_sitter.Node, reference: str, arguments: list[tree_sitter.Node]) -> str:
    """The `X` of `list[X]`, `tuple[X, ...]`, `Sequence[X]` and their like."""
    name = view.text(head) if not reference else reference.rpartition(".")[2]
    is_known = not reference or reference.startswith(("typing.", "collections.abc."))
    if not is_known or name not in _SEQUENCES or not arguments:
        return ""
    is_one = len(arguments) == 1 if name.lower() != "tuple" else view.text(arguments[-1]) == "..."
    return view.resolve(arguments[0]) if is_one else ""


_SEQUENCES = frozenset(
    {"list", "List", "tuple", "Tuple", "set", "frozenset", "Sequence", "Iterable", "Iterator", "Collection"}
)


def _aliased(view: PythonModule, node: tree_sitter.Node, reference: str) -> tree_sitter.Node | None:
    """What a name of the module stands for, one step back: `Users = Inject[U]`, `type Users = Inject[U]`."""
    name = view.text(node)
    if reference not in {"", f":{name}"}:
        return None
    return view.type_aliases.get(name) or (view.assigned(name, 0) if reference else None)


def _read_annotated(view: PythonModule, arguments: list[tree_sitter.Node], text: str) -> Annotation:
    inner = _read(view, arguments[0], text)
    for extra in arguments[1:]:
        head, parts = _subscript(view, extra)
        callee = extra.child_by_field_name("function") if extra.type == "call" else None
        marker_node = head or callee or extra
        marker = view.known_names.markers.get(view.resolve(marker_node), "")
        if marker == "Get":
            found = parts[0] if parts else _first_argument(extra)
            return Annotation(text, view.resolve(found) if found else "", marker)
        if marker:
            return Annotation(text, inner.type_ref, marker)
    return Annotation(text, inner.type_ref, inner.marker)


def _first_argument(call: tree_sitter.Node) -> tree_sitter.Node | None:
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children[0] if arguments is not None and arguments.named_children else None


def _read_text(view: PythonModule, text: str, offset: int, shown: str) -> Annotation:
    """A quoted annotation: the outermost name and, for a marker, the first name inside."""
    head = _DOTTED.match(text)
    if not head:
        return Annotation(shown, "", "")
    reference = view.scopes.resolve(head.group(), offset)
    marker = view.known_names.markers.get(reference, "")
    if not marker:
        return Annotation(shown, reference, "")
    inner = _DOTTED.search(text, head.end())
    return Annotation(shown, view.scopes.resolve(inner.group(), offset) if inner else "", marker)


def _subscript(view: PythonModule, node: tree_sitter.Node) -> tuple[tree_sitter.Node | None, list[tree_sitter.Node]]:
    """The head and the arguments of `A[b, c]`, which the grammar has two forms for."""
    if node.type == "generic_type":
        head = node.named_children[0]
        parameters = next((child for child in node.named_children if child.type == "type_parameter"), None)
        types = parameters.named_children if parameters is not None else []
        return head, [kind.named_children[0] if kind.named_children else kind for kind in types]
    if node.type == "subscript":
        value = node.child_by_field_name("value")
        return value, node.children_by_field_name("subscript")
    if node.type == "type" and node.named_children:
        return _subscript(view, node.named_children[0])
    return None, []
