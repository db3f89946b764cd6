"""What an annotation says, in quotes or not: the type that it names, and whether a container is to fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import tree_sitter

from tdomcheck.facts.limits import MOST_QUOTED
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.source.tree import MOST_LEVELS, ParsedTree, is_deeper_than, parse_tree, unwrapped
from tdomcheck.values import dataclass, replace

_UNIONS = frozenset({"typing.Union", "typing_extensions.Union"})
_OPTIONALS = frozenset({"typing.Optional", "typing_extensions.Optional"})
_ANNOTATED = frozenset({"typing.Annotated", "typing_extensions.Annotated"})
_LITERALS = frozenset({"typing.Literal", "typing_extensions.Literal"})
_BUILTINS = frozenset({"bool", "int", "float", "str", "bytes", "dict", "list", "tuple", "set"})
_WRAPPERS = _ANNOTATED | {"dataclasses.InitVar", "typing.ClassVar", "typing.Final"}
_PREFIXES = frozenset({'"', "'", '"""', "'''"})
"""How a string begins that Python evaluates as an annotation, and that says just what is written."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotation or a part of one. A quoted one is what it says; `text` is without the quotes, too."""

    text: str
    name: str = ""
    """The dotted name that it is, that stands before the brackets, or that is called."""
    reference: str = ""
    """What the name means; empty for a builtin and for what nobody knows."""
    arguments: tuple[Annotation, ...] = ()
    """What stands in the brackets, or between the parentheses of a call."""
    members: tuple[Annotation, ...] = ()
    """Those of `A | B`, of `Union[A, B]` and of `Optional[A]`."""
    is_generic: bool = False
    """It has brackets."""
    is_quoted: bool = False
    """It stands in quotes, by itself or with what is around it."""

    @property
    def is_none(self) -> bool:
        return self.text == "None"

    @property
    def plain_reference(self) -> str:
        """What it means where it is nothing but a name."""
        return self.reference if self.text == self.name else ""

    @property
    def builtin(self) -> str:
        """The builtin type that it names, with brackets or without; whether the file has another one is not asked."""
        is_one = self.is_generic or self.text == self.name
        return self.name if is_one and not self.reference and self.name in _BUILTINS else ""

    @property
    def wrapped(self) -> Annotation:
        """What `Annotated`, `InitVar`, `ClassVar` and `Final` are wrapped around; all but the type itself is gone."""
        inner = self
        while inner.is_generic and inner.arguments and inner.reference in _WRAPPERS:
            inner = inner.arguments[0]
        return inner

    def walk(self) -> Iterator[Annotation]:
        """The annotation and all that it is made of, the outer before the inner."""
        yield self
        for part in self.arguments or self.members:
            yield from part.walk()

    def spelt_out(self, meaning: Callable[[str], Annotation | None]) -> Annotation:
        """With what a caller knows of names put in their place."""
        if self.name == self.text:
            return meaning(self.name) or self
        return replace(
            self,
            arguments=tuple(part.spelt_out(meaning) for part in self.arguments),
            members=tuple(part.spelt_out(meaning) for part in self.members),
        )


NOTHING = Annotation("")


def annotation_of(view: PythonModule, node: tree_sitter.Node | None) -> Annotation:
    """Read a `type` node, or an expression that an alias stands for."""
    if node is None:
        return NOTHING
    start, text, scopes = node.start_byte, view.text(node), view.scopes
    # The same words mean the same in the whole of a scope, but in documents, which bind a name again and again.
    key = text, scopes.index_at(start) if scopes.timeline is None else start
    annotation = _annotations(view).get(key)
    if annotation is None:
        is_too_deep = node.descendant_count > MOST_LEVELS and is_deeper_than(node, MOST_LEVELS)
        reader = _Reader(view.text, lambda name: scopes.resolve(name, start))
        annotation = _annotations(view)[key] = Annotation(text) if is_too_deep else reader.read(node)
    return annotation


@once
def _annotations(_: PythonModule) -> dict[tuple[str, int], Annotation]:
    """Those that were read, by their text and where it stands: a file says `str` a hundred times."""
    return {}


@lru_cache(maxsize=1_000)
def annotation_in(text: str) -> Annotation:
    """Read what a record keeps of an annotation; what its names mean the record says, or nobody."""
    return _read_text(text, lambda _: "") or Annotation(text)


class _Reader:
    """Reads the expressions of one annotation; those in quotes have a tree, and a reader, of their own."""

    def __init__(self, text: Callable[[tree_sitter.Node], str], resolve: Callable[[str], str]) -> None:
        self._text = text
        self._resolve = resolve

    def read(self, node: tree_sitter.Node) -> Annotation:
        node = _bare(node)
        match node.type:
            case "string":
                return self._quoted(node)
            case "binary_operator" | "union_type":
                return self._union(node)
            case "generic_type" | "subscript":
                return self._generic(node)
            case "call":
                return self._call(node)
            case "list" | "tuple" | "list_splat" | "splat_type":
                return Annotation(self._text(node), arguments=tuple(map(self.read, _parts(node))))
            case _:
                name = self._dotted(node)
                return Annotation(name or self._text(node), name, self._reference(name))

    def _dotted(self, node: tree_sitter.Node | None) -> str:
        inner = node
        while inner is not None and inner.type in {"attribute", "member_type"}:
            inner = inner.named_children[0] if inner.named_children else None
        is_name = node is not None and inner is not None and inner.type == "identifier"
        return "".join(self._text(node).split()) if is_name and node is not None else ""

    def _reference(self, name: str) -> str:
        return self._resolve(name) if name else ""

    def _call(self, node: tree_sitter.Node) -> Annotation:
        """A value beside the type, as in `Annotated[Users, Inject()]`."""
        name, listed = self._dotted(node.child_by_field_name("function")), node.child_by_field_name("arguments")
        arguments = tuple(map(self._value, _parts(listed))) if listed is not None else ()
        return Annotation(self._text(node), name, self._reference(name), arguments)

    def _generic(self, node: tree_sitter.Node) -> Annotation:
        head, inside = subscript_parts(node)
        name = self._dotted(head)
        reference = self._reference(name)
        if reference in _LITERALS:
            return Annotation(self._text(node), name, reference, is_generic=True)
        first_value = 1 if reference in _ANNOTATED else len(inside)
        arguments = (*map(self.read, inside[:first_value]), *map(self._value, inside[first_value:]))
        members: tuple[Annotation, ...] = ()
        if reference in _UNIONS | _OPTIONALS:
            members = _flattened(arguments) + ((Annotation("None"),) if reference in _OPTIONALS else ())
        return Annotation(
            self._text(node), name, reference, arguments, members if len(members) > 1 else (), is_generic=True
        )

    def _value(self, node: tree_sitter.Node) -> Annotation:
        """What stands beside a type is no annotation: its strings are text."""
        node = (node.child_by_field_name("value") or node) if node.type == "keyword_argument" else node
        is_text = _bare(node).type in {"string", "concatenated_string"}
        return Annotation(self._text(node)) if is_text else self.read(node)

    def _union(self, node: tree_sitter.Node) -> Annotation:
        """Of `A | B | C` the parser makes a chain as long as there are members."""
        parts: list[tree_sitter.Node] = []
        pending = [node]
        while pending:
            current = _bare(pending.pop())
            if current.type not in {"binary_operator", "union_type"}:
                parts.append(current)
            elif current.type == "binary_operator" and current.children[1].type != "|":
                return Annotation(self._text(node))
            else:
                pending += reversed(current.named_children)
        return Annotation(self._text(node), members=_flattened(map(self.read, parts)))

    def _quoted(self, node: tree_sitter.Node) -> Annotation:
        """What a string says, at the place where it stands."""
        first, *contents = node.children
        text, edge = self._text(node), len(self._text(first))
        is_plain = self._text(first) in _PREFIXES and all(
            part.type in {"string_content", "string_end"} and not part.named_children for part in contents
        )
        said = _read_text(text[edge:-edge], self._resolve) if is_plain else None
        return replace(said, is_quoted=True) if said is not None else Annotation(text)


def _read_text(text: str, resolve: Callable[[str], str]) -> Annotation | None:
    """What a text says as an annotation, in a tree of its own; None where it is no expression."""
    text = text.strip()
    tree = quoted_expression(text) if text else None
    if tree is None:
        return None if text else NOTHING
    return _Reader(tree.text, resolve).read(tree.root.named_children[0].named_children[0])


def quoted_expression(text: str) -> ParsedTree | None:
    """What a text says as an expression, in a tree of its own, between parentheses; None where it is none."""
    if len(text) > MOST_QUOTED:
        return None
    tree = parse_tree(f"({text})".encode())
    statement = tree.root.named_children[0] if tree.root.named_child_count == 1 else None
    is_expression = statement is not None and not tree.is_broken and statement.type == "expression_statement"
    return tree if is_expression and not is_deeper_than(tree.root, MOST_LEVELS) else None


def _bare(node: tree_sitter.Node) -> tree_sitter.Node:
    """An expression without parentheses, and without what the grammar wraps around types."""
    node = unwrapped(node)
    while node.type in {"type", "constrained_type"} and node.named_children:
        node = unwrapped(node.named_children[0])
    return node


def _parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _flattened(parts: Iterable[Annotation]) -> tuple[Annotation, ...]:
    return tuple(member for part in parts for member in part.members or (part,))


def subscript_parts(node: tree_sitter.Node) -> tuple[tree_sitter.Node | None, list[tree_sitter.Node]]:
    """The head and the arguments of `A[b, c]`, which the grammar has two forms for."""
    if node.type == "subscript":
        inside = node.children_by_field_name("subscript")
        if len(inside) == 1 and inside[0].type == "tuple":  # `A[(b, c)]`
            inside = inside[0].named_children
        return node.child_by_field_name("value"), inside
    parameters = next((child for child in node.named_children if child.type == "type_parameter"), None)
    return node.named_children[0], parameters.named_children if parameters is not None else []


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an annotation asks of whoever gives the value."""

    type_ref: str = ""
    """The type that it names, inside of a marker where there is one."""
    marker: str = ""
    """What asks a container for it, as `Inject` does."""
    item_ref: str = ""
    """What a list, tuple or sequence of one kind of thing holds."""
    text: str = ""
    """What says so: the annotation, or what an alias in its place stands for."""


def meaning_of(view: PythonModule, annotation: Annotation) -> Meaning:
    """The type that an annotation names, and the marker around it; a union names none."""
    text = annotation.text
    marker = _marker(view, annotation) if annotation.is_generic else ""
    if marker:
        return Meaning(_asked(annotation.arguments), marker, text=text)
    if not annotation.is_generic:
        aliased = _aliased(view, annotation)
        through = meaning_of(view, aliased) if aliased is not None and _is_marked(view, aliased) else None
        return through if through is not None and through.marker else Meaning(annotation.reference, text=text)
    if annotation.reference.rpartition(".")[2] == "Annotated" and annotation.arguments:
        return replace(_annotated(view, annotation.arguments), text=text)
    if annotation.reference.rpartition(".")[2] == "InitVar" and annotation.arguments:
        inner = meaning_of(view, annotation.arguments[0])
        return Meaning(inner.type_ref, inner.marker, text=text)
    return Meaning(annotation.reference, "", _item(annotation), text)


def _marker(view: PythonModule, annotation: Annotation) -> str:
    return view.known_names.markers.get(annotation.reference, "")


def _asked(arguments: tuple[Annotation, ...]) -> str:
    return arguments[0].plain_reference if arguments else ""


def _is_marked(view: PythonModule, annotation: Annotation) -> bool:
    return _marker(view, annotation) != "" or annotation.reference.rpartition(".")[2] == "Annotated"


def _annotated(view: PythonModule, arguments: tuple[Annotation, ...]) -> Meaning:
    inner = meaning_of(view, arguments[0])
    for extra in arguments[1:]:
        marker = _marker(view, extra)
        if marker == "Get":
            return Meaning(_asked(extra.arguments), marker)
        if marker:
            return Meaning(inner.type_ref, marker)
    return Meaning(inner.type_ref, inner.marker)


def _item(annotation: Annotation) -> str:
    """The `X` of `list[X]`, `tuple[X, ...]`, `Sequence[X]` and their like."""
    reference, arguments = annotation.reference, annotation.arguments
    name = reference.rpartition(".")[2] or annotation.name
    is_known = not reference or reference.startswith(("typing.", "collections.abc."))
    if not is_known or name not in _SEQUENCES or not arguments:
        return ""
    is_one = len(arguments) == 1 if name.lower() != "tuple" else arguments[-1].text == "..."
    return arguments[0].plain_reference if is_one else ""


_SEQUENCES = frozenset(
    {"list", "List", "tuple", "Tuple", "set", "frozenset", "Sequence", "Iterable", "Iterator", "Collection"}
)


def _aliased(view: PythonModule, annotation: Annotation) -> Annotation | None:
    """What a name of the module stands for, one step back: `Users = Inject[U]`, `type Users = Inject[U]`."""
    name, reference = annotation.name, annotation.reference
    if not name or reference not in {"", f":{name}"}:
        return None
    node = view.type_aliases.get(name) or (view.assigned(name, 0) if reference else None)
    return annotation_of(view, node) if node is not None else None
