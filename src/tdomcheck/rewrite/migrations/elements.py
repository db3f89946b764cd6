"""Calls that make an element, as `h.button(text, class_=v)` and `Element("div", ...)`, to the markup that they mean."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import tree_sitter

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.value_flow import is_shallow
from tdomcheck.facts.vocabulary import api
from tdomcheck.facts.vocabulary.html import ELEMENTS
from tdomcheck.model import Edit, ImportRequest, Span
from tdomcheck.regex import regex
from tdomcheck.source.markup import VOID_ELEMENTS
from tdomcheck.source.tree import enclosing, unwrapped
from tdomcheck.values import dataclass

_HTML = "tdom.html."
_CLASSES = frozenset(name for name in api.NODE if name.endswith(".Element"))
_TEXTS = frozenset({"tdom.Text", "tdom.nodes.Text"})
_FRAGMENTS = frozenset({"tdom.Fragment", "tdom.nodes.Fragment"})
_RAW = frozenset({"script", "style", "textarea", "title"})
"""Elements whose text is not read as markup."""
_TAG = regex(r"[a-z][a-z0-9-]*")
_ATTRIBUTE = regex(r"[A-Za-z_:@][\w:.@-]*")
_LISTS = frozenset({"list", "tuple"})
_BRACKETED = frozenset({"lambda", "named_expression", "yield"})


class NoMarkupError(Exception):
    """An element that has no markup to write in its place; the text says why."""


class PieceKind(Enum):
    """What a part of a template is written as."""

    MARKUP = "markup"
    TEXT = "text"
    VALUE = "value"
    """Of an attribute, between quotes if it needs them."""
    EXPRESSION = "expression"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a template."""

    text: str
    kind: PieceKind = PieceKind.MARKUP


def is_element(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a call makes an element: `html.div(...)` of tdom, by any name, or its class `Element`."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    reference = view.resolve(function) if function is not None else ""
    return reference in _CLASSES or (reference.startswith(_HTML) and reference.removeprefix(_HTML) in ELEMENTS)


@once
def element_calls(view: ModuleView) -> tuple[tree_sitter.Node, ...]:
    """The outermost calls of a file that make elements."""
    calls: list[tree_sitter.Node] = []
    for call in view.nodes["call"]:
        if is_element(view, call) and not (calls and call.end_byte <= calls[-1].end_byte):
            calls.append(call)
    return tuple(calls)


def template_of(view: ModuleView, call: tree_sitter.Node, quote: str = "") -> str:
    """The t-string that an element is; raises `NoMarkupError`, whose text says why there is none.

    `quote` is what it must be written in, as within another template."""
    pieces = [*_element(view, call)]
    has_values = any(piece.kind is PieceKind.VALUE for piece in pieces)
    quotes = quote or ("'\"" if has_values else "\"'")
    sources = [piece.text for piece in pieces if piece.kind is PieceKind.EXPRESSION]
    free = next((mark for mark in quotes if not any(mark in source for source in sources)), "")
    if not free:
        raise NoMarkupError("its values hold all quotes that a t-string could have")
    return "".join(["t", free, *(_written(piece, free, is_inner=bool(quote)) for piece in pieces), free])


def _written(piece: Piece, quote: str, *, is_inner: bool) -> str:
    match piece.kind:
        case PieceKind.MARKUP:
            return piece.text
        case PieceKind.TEXT:
            return piece.text.replace(quote, _ENTITIES[quote])
        case PieceKind.EXPRESSION:
            return f"{{ {piece.text} }}" if piece.text.startswith("{") else f"{{{piece.text}}}"
        case PieceKind.VALUE if is_inner:
            if not _UNQUOTED.fullmatch(piece.text):
                raise NoMarkupError("an element within a value of it needs quotes of its own")
            return piece.text
        case PieceKind.VALUE:
            other = "'" if quote == '"' else '"'
            text = piece.text
            for mark, entity in _ENTITIES.items():
                text = text.replace(mark, entity)
            return f"{other}{text}{other}"


_ENTITIES = {'"': "&quot;", "'": "&#x27;"}
_UNQUOTED = regex(r"[\w.:/#-]*[\w.:#-]")


def _element(view: ModuleView, call: tree_sitter.Node) -> Iterator[Piece]:
    name = _name(view, call)
    attributes = _attributes(view, call)
    children = [*_children(view, call)]
    if name in _RAW and any(
        piece.kind is PieceKind.EXPRESSION or "&" in piece.text or "<" in piece.text for piece in children
    ):
        raise NoMarkupError(f"the text of <{name}> is not read as markup")
    yield Piece(f"<{name}")
    yield from attributes
    if name in VOID_ELEMENTS:
        if children:
            raise NoMarkupError(f"<{name}> has no children")
        yield Piece(" />")
        return
    yield Piece(">")
    yield from children
    yield Piece(f"</{name}>")


def _has_comment(call: tree_sitter.Node) -> bool:
    pending = [call]
    while pending:
        node = pending.pop()
        if node.type == "comment":
            return True
        pending += node.children
    return False


def _name(view: ModuleView, call: tree_sitter.Node) -> str:
    function = call.child_by_field_name("function")
    reference = view.resolve(function) if function is not None else ""
    if reference.startswith(_HTML):
        return reference.removeprefix(_HTML)
    tag = arguments_of(view, call).get(0, "tag")
    name = _plain_text(view, tag) if tag is not None else None
    if name is None or not _TAG.fullmatch(name):
        raise NoMarkupError("only a run tells which element it is")
    return name


def _attributes(view: ModuleView, call: tree_sitter.Node) -> list[Piece]:
    """Of a class those in `attrs`, else every keyword and what `**` brings in."""
    pieces: list[Piece] = []
    if _is_class(view, call):
        given = arguments_of(view, call).get(1, "attrs")
        return [*_entries(view, unwrapped(given))] if given is not None else pieces
    listed = call.child_by_field_name("arguments")
    for argument in listed.named_children if listed is not None else ():
        name, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
        if argument.type == "dictionary_splat":
            pieces += [Piece(" "), _expression(view, argument.named_children[0])]
        elif argument.type == "keyword_argument" and name is not None and value is not None:
            pieces += _attribute(view, view.text(name).rstrip("_").replace("_", "-"), value, is_class=False)
    return pieces


def _entries(view: ModuleView, given: tree_sitter.Node) -> Iterator[Piece]:
    if given.type == "none":
        return
    if given.type != "dictionary":
        yield from (Piece(" "), _expression(view, given))
        return
    for pair in given.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        name = _plain_text(view, key) if key is not None else None
        if value is None or name is None or not _ATTRIBUTE.fullmatch(name):
            raise NoMarkupError("only a run tells which attributes it has")
        yield from _attribute(view, name, value, is_class=True)


def _attribute(view: ModuleView, name: str, value: tree_sitter.Node, *, is_class: bool) -> Iterator[Piece]:
    """`None` in the `attrs` of an `Element` is an attribute without a value; elsewhere there is none then."""
    value = unwrapped(value)
    text = _plain_text(view, value)
    if value.type == "true" or (is_class and value.type == "none"):
        yield Piece(f" {name}")
    elif text is not None:
        yield from (Piece(f" {name}="), Piece(_escaped(text), PieceKind.VALUE))
    elif value.type not in {"none", "false"}:
        yield Piece(f" {name}=")
        yield _expression(view, value)


def _children(view: ModuleView, call: tree_sitter.Node) -> Iterator[Piece]:
    arguments = arguments_of(view, call)
    if _is_class(view, call):
        given = arguments.get(2, "children")
        unknown = set(arguments.keywords) - {"tag", "attrs", "children"}
        if arguments.has_star or unknown or len(arguments.positional) > 3:
            raise NoMarkupError("only a run tells what it is given")
        yield from _child(view, given) if given is not None else ()
        return
    listed = call.child_by_field_name("arguments")
    for argument in listed.named_children if listed is not None else ():
        if argument.type == "list_splat":
            yield _expression(view, argument.named_children[0])
        elif argument.type not in {"keyword_argument", "dictionary_splat"}:
            yield from _child(view, argument)


def _child(view: ModuleView, node: tree_sitter.Node) -> Iterator[Piece]:
    node = unwrapped(node)
    text = _plain_text(view, node)
    if text is not None:
        yield Piece(_escaped(text), PieceKind.TEXT)
    elif node.type in _LISTS:
        for item in node.named_children:
            if item.type == "list_splat":
                yield _expression(view, item.named_children[0])
            else:
                yield from _child(view, item)
    elif is_element(view, node):
        yield from _element(view, node)
    elif node.type != "none":
        yield from _text_or_fragment(view, node)


def _text_or_fragment(view: ModuleView, node: tree_sitter.Node) -> Iterator[Piece]:
    function = node.child_by_field_name("function") if node.type == "call" else None
    reference = view.resolve(function) if function is not None else ""
    arguments = arguments_of(view, node)
    inner = arguments.get(0, "text", "children") if reference in _TEXTS | _FRAGMENTS else None
    if inner is not None and len(arguments.positional) + len(arguments.keywords) == 1 and not arguments.has_star:
        yield from _child(view, inner)
    else:
        yield _expression(view, node)


def _expression(view: ModuleView, node: tree_sitter.Node) -> Piece:
    """The source of a value; elements within are templates of their own, in the other quotes."""
    source, position = "", node.start_byte
    for call in _elements_within(view, node):
        source += view.tree.utf8[position : call.start_byte].decode() + template_of(view, call, "'")
        position = call.end_byte
    source += view.tree.utf8[position : node.end_byte].decode()
    if "\\" in source or "\n" in source or "\r" in source:
        raise NoMarkupError("a value of it goes over several lines, or has a backslash")
    return Piece(f"({source})" if node.type in _BRACKETED else source, PieceKind.EXPRESSION)


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
    function = call.child_by_field_name("function")
    return function is not None and view.resolve(function) in _CLASSES


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


@dataclass(frozen=True, slots=True)
class ElementConversion:
    """What becomes of the call that makes an element: edits, or the reason why there are none."""

    span: Span
    edits: tuple[Edit, ...] = ()
    imports: tuple[ImportRequest, ...] = ()
    reason: str = ""


def elements_to_templates(view: ModuleView) -> Iterator[ElementConversion]:
    """Every outermost element of a file: `html(t"...")`, and within a template the t-string alone."""
    for call in element_calls(view):
        span = view.span(call)
        try:
            _refuse_unreadable(call)
            text, imports = _replacement(view, call)
        except NoMarkupError as error:
            yield ElementConversion(span, reason=str(error))
        else:
            yield ElementConversion(span, (Edit(span.start, span.end, text),), imports)


def _refuse_unreadable(call: tree_sitter.Node) -> None:
    if not is_shallow(call):
        raise NoMarkupError("it nests too deep to be followed")
    if b"#" in (call.text or b"") and _has_comment(call):
        raise NoMarkupError("a comment stands in it")


def _replacement(view: ModuleView, call: tree_sitter.Node) -> tuple[str, tuple[ImportRequest, ...]]:
    around = enclosing(call, "string")
    if around is not None:
        opening = view.text(around.children[0])
        if "t" not in opening.lower():
            raise NoMarkupError("it stands in an f-string, which a t-string would have to be first")
        return template_of(view, call, "'" if opening.endswith('"') else '"'), ()
    owner = call.parent
    if owner is not None and owner.type == "attribute":
        raise NoMarkupError("something is asked of the element, and html() gives a str")
    text = template_of(view, call)
    is_taken = is_shadowed(view, "html") and not any(import_target(fact) == _HTML[:-1] for fact in view.imports)
    spelled = importable(view, "tdom", "html")
    if spelled is None or is_taken:
        raise NoMarkupError("`html` means something else in this file")
    name, imports = spelled
    if name != "html" and not is_shadowed(view, "html"):
        name, imports = "html", (ImportRequest("tdom", "html"),)
    return f"{name}({text})", imports
