"""Calls that make an element, as `h.button(text, class_=v)` and `Element("div", ...)`, to the markup that they mean."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.vocabulary import api
from tdomcheck.facts.vocabulary.html import ELEMENTS
from tdomcheck.regex import regex
from tdomcheck.source.markup import VOID_ELEMENTS
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import dataclass

_HTML = "tdom.html."
_CLASSES = frozenset(name for name in api.NODE if name.endswith(".Element"))
_TEXTS = frozenset({"tdom.Text", "tdom.nodes.Text"})
_FRAGMENTS = frozenset({"tdom.Fragment", "tdom.nodes.Fragment"})
_COMMENTS = frozenset({"tdom.Comment", "tdom.nodes.Comment"})
_DOCTYPES = frozenset({"tdom.DocumentType", "tdom.nodes.DocumentType"})
_RAW = frozenset({"script", "style"})
"""Elements whose text tdom takes as it is: what was escaped for others would be wrong there."""
_TAG = regex(r"[a-z][a-z0-9-]*")
_ATTRIBUTE = regex(r"[A-Za-z_:@][\w:.@-]*")
_LISTS = frozenset({"list", "tuple"})
_BRACKETED = frozenset({"lambda", "named_expression", "yield"})


class NoMarkupError(Exception):
    """An element that has no markup to write in its place; the text says why."""


class MarkupPieceKind(Enum):
    """What a part of a template is written as."""

    MARKUP = "markup"
    TEXT = "text"
    VALUE = "value"
    """Of an attribute, between quotes if it needs them."""
    EXPRESSION = "expression"


@dataclass(frozen=True, slots=True)
class MarkupPiece:
    """A part of a template."""

    text: str
    kind: MarkupPieceKind = MarkupPieceKind.MARKUP


def is_element(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a call makes elements: `html.div(...)` of tdom, by any name, or its classes `Element` and `Fragment`."""
    reference = _reference(view, node)
    return reference in _CLASSES | _FRAGMENTS or (
        reference.startswith(_HTML) and reference.removeprefix(_HTML) in ELEMENTS
    )


def template_of(view: ModuleView, call: tree_sitter.Node, quote: str = "") -> str:
    """The t-string that an element is; raises `NoMarkupError`, whose text says why there is none.

    `quote` is what it must be written in, as within another template."""
    pieces = [*_element(view, call)]
    has_values = any(piece.kind is MarkupPieceKind.VALUE for piece in pieces)
    quotes = quote or ("'\"" if has_values else "\"'")
    sources = [piece.text for piece in pieces if piece.kind is MarkupPieceKind.EXPRESSION]
    free = next((mark for mark in quotes if not any(mark in source for source in sources)), "")
    if not free:
        raise NoMarkupError("its values hold all quotes that a t-string could have")
    return "".join(["t", free, *(_written(piece, free, is_inner=bool(quote)) for piece in pieces), free])


def _written(piece: MarkupPiece, quote: str, *, is_inner: bool) -> str:
    match piece.kind:
        case MarkupPieceKind.MARKUP:
            return piece.text
        case MarkupPieceKind.TEXT:
            return piece.text.replace(quote, _ENTITIES[quote])
        case MarkupPieceKind.EXPRESSION:
            return f"{{ {piece.text} }}" if piece.text.startswith("{") else f"{{{piece.text}}}"
        case MarkupPieceKind.VALUE if is_inner:
            if not _UNQUOTED.fullmatch(piece.text):
                raise NoMarkupError("an element within a value of it needs quotes of its own")
            return piece.text
        case MarkupPieceKind.VALUE:
            other = "'" if quote == '"' else '"'
            text = piece.text
            for mark, entity in _ENTITIES.items():
                text = text.replace(mark, entity)
            return f"{other}{text}{other}"


_ENTITIES = {'"': "&quot;", "'": "&#x27;"}
_UNQUOTED = regex(r"[\w.:/#-]*[\w.:#-]")


def _element(view: ModuleView, call: tree_sitter.Node) -> Iterator[MarkupPiece]:
    if _reference(view, call) in _FRAGMENTS:
        yield from _listed_children(view, call, 0, {"children"})
        return
    name = _name(view, call)
    attributes = _attributes(view, call)
    children = [*_children(view, call)]
    if name in _RAW and any(
        piece.kind is MarkupPieceKind.EXPRESSION or "&" in piece.text or "<" in piece.text for piece in children
    ):
        raise NoMarkupError(f"the text of <{name}> is not read as markup")
    yield MarkupPiece(f"<{name}")
    yield from attributes
    if name in VOID_ELEMENTS:
        if children:
            raise NoMarkupError(f"<{name}> has no children")
        yield MarkupPiece(" />")
        return
    yield MarkupPiece(">")
    yield from children
    yield MarkupPiece(f"</{name}>")


def _name(view: ModuleView, call: tree_sitter.Node) -> str:
    reference = _reference(view, call)
    if reference.startswith(_HTML):
        return reference.removeprefix(_HTML)
    tag = arguments_of(view, call).get(0, "tag")
    name = _plain_text(view, tag) if tag is not None else None
    if name is None or not _TAG.fullmatch(name):
        raise NoMarkupError("only a run tells which element it is")
    return name


def _attributes(view: ModuleView, call: tree_sitter.Node) -> list[MarkupPiece]:
    """Of a class those in `attrs`, else every keyword and what `**` brings in."""
    pieces: list[MarkupPiece] = []
    if _is_class(view, call):
        given = arguments_of(view, call).get(1, "attrs")
        return [*_entries(view, unwrapped(given))] if given is not None else pieces
    for argument in _listed_arguments(call):
        name, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
        if argument.type == "dictionary_splat":
            pieces += [MarkupPiece(" "), _expression(view, argument.named_children[0])]
        elif argument.type == "keyword_argument" and name is not None and value is not None:
            pieces += _attribute(view, view.text(name).rstrip("_").replace("_", "-"), value, is_class=False)
    return pieces


def _entries(view: ModuleView, given: tree_sitter.Node) -> Iterator[MarkupPiece]:
    if given.type == "none":
        return
    if given.type != "dictionary":
        yield from (MarkupPiece(" "), _expression(view, given))
        return
    for pair in given.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        name = _plain_text(view, key) if key is not None else None
        if value is None or name is None or not _ATTRIBUTE.fullmatch(name):
            raise NoMarkupError("only a run tells which attributes it has")
        yield from _attribute(view, name, value, is_class=True)


def _attribute(view: ModuleView, name: str, value: tree_sitter.Node, *, is_class: bool) -> Iterator[MarkupPiece]:
    """`None` in the `attrs` of an `Element` is an attribute without a value; elsewhere there is none then."""
    value = unwrapped(value)
    text = _plain_text(view, value)
    if value.type == "true" or (is_class and value.type == "none"):
        yield MarkupPiece(f" {name}")
    elif text is not None:
        yield from (MarkupPiece(f" {name}="), MarkupPiece(_escaped(text), MarkupPieceKind.VALUE))
    elif value.type not in {"none", "false"}:
        yield MarkupPiece(f" {name}=")
        yield _expression(view, value)


def _children(view: ModuleView, call: tree_sitter.Node) -> Iterator[MarkupPiece]:
    if _is_class(view, call):
        yield from _listed_children(view, call, 2, {"tag", "attrs", "children"})
        return
    if _has_bare_generator(call):
        yield _bare_generator(view, call)
    for argument in _listed_arguments(call):
        if argument.type == "list_splat":
            yield _expression(view, argument.named_children[0])
        elif argument.type not in {"keyword_argument", "dictionary_splat"}:
            yield from _child(view, argument)


def _listed_children(view: ModuleView, call: tree_sitter.Node, position: int, names: set[str]) -> Iterator[MarkupPiece]:
    if _has_bare_generator(call):
        yield _bare_generator(view, call)
        return
    arguments = arguments_of(view, call)
    if arguments.has_star or set(arguments.keywords) - names or len(arguments.positional) > position + 1:
        raise NoMarkupError("only a run tells what it is given")
    given = arguments.get(position, "children")
    yield from _child(view, given) if given is not None else ()


def _listed_arguments(call: tree_sitter.Node) -> list[tree_sitter.Node]:
    listed = call.child_by_field_name("arguments")
    return listed.named_children if listed is not None and listed.type == "argument_list" else []


def _has_bare_generator(call: tree_sitter.Node) -> bool:
    """Whether the brackets of a call are those of a generator: `h.ul(h.li(x) for x in xs)`."""
    listed = call.child_by_field_name("arguments")
    return listed is not None and listed.type == "generator_expression"


def _bare_generator(view: ModuleView, call: tree_sitter.Node) -> MarkupPiece:
    """A list in its place: without the brackets of the call it would be no expression."""
    source = _expression(view, call.children[-1]).text
    return MarkupPiece(f"[{source[1:-1].strip()}]", MarkupPieceKind.EXPRESSION)


def _child(view: ModuleView, node: tree_sitter.Node) -> Iterator[MarkupPiece]:
    node = unwrapped(node)
    text = _plain_text(view, node)
    if text is not None:
        yield MarkupPiece(_escaped(text), MarkupPieceKind.TEXT)
    elif node.type in _LISTS:
        for item in node.named_children:
            if item.type == "list_splat":
                yield _expression(view, item.named_children[0])
            else:
                yield from _child(view, item)
    elif is_element(view, node):
        yield from _element(view, node)
    elif node.type != "none":
        yield from _other_node(view, node)


def _other_node(view: ModuleView, node: tree_sitter.Node) -> Iterator[MarkupPiece]:
    """A text, a comment or a document type; else a value that only a run tells."""
    reference, arguments = _reference(view, node), arguments_of(view, node)
    if reference not in _TEXTS | _COMMENTS | _DOCTYPES:
        yield _expression(view, node)
        return
    is_single = len(arguments.positional) + len(arguments.keywords) == 1 and not arguments.has_star
    inner = arguments.get(0, "text") if is_single else None
    text = _plain_text(view, inner) if inner is not None else None
    if inner is not None and reference in _TEXTS:
        yield from _child(view, inner)
    elif text is None or "-->" in text or not _UNMARKED.fullmatch(text):
        raise NoMarkupError(f"only a run tells what `{view.text(node)}` holds")
    else:
        yield MarkupPiece(f"<!--{text}-->" if reference in _COMMENTS else f"<!DOCTYPE {text}>")


_UNMARKED = regex(r"[^<>{}&\"'\\]*")


def _reference(view: ModuleView, node: tree_sitter.Node) -> str:
    function = node.child_by_field_name("function") if node.type == "call" else None
    return view.resolve(function) if function is not None else ""


def _expression(view: ModuleView, node: tree_sitter.Node) -> MarkupPiece:
    """The source of a value; elements within are templates of their own, in the other quotes."""
    source, position = "", node.start_byte
    for call in _elements_within(view, node):
        source += view.tree.utf8[position : call.start_byte].decode() + template_of(view, call, "'")
        position = call.end_byte
    source += view.tree.utf8[position : node.end_byte].decode()
    if "\\" in source or "\n" in source or "\r" in source:
        raise NoMarkupError("a value of it goes over several lines, or has a backslash")
    return MarkupPiece(f"({source})" if node.type in _BRACKETED else source, MarkupPieceKind.EXPRESSION)


def _elements_within(view: ModuleView, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The outermost elements of an expression, in order."""
    pending = [node]
    while pending:
        current = pending.pop()
        if is_element(view, current):
            yield current
        else:
            pending += reversed(current.children)


def _is_class(view: ModuleView, call: tree_sitter.Node) -> bool:
    return _reference(view, call) in _CLASSES


def _plain_text(view: ModuleView, node: tree_sitter.Node) -> str | None:
    """What a string says that is written in one piece and without backslashes."""
    if node.type != "string" or view.text(node.children[0]).lower() not in {'"', "'", 'u"', "u'"}:
        return None
    text = "".join(view.text(child) for child in node.children[1:-1])
    return None if "\\" in text else text


def _escaped(text: str) -> str:
    """As the text of a page, with the braces of a template."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("{", "{{").replace("}", "}}")
