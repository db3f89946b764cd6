"""Edits that make a template of what was text, or was rendered too early."""

from __future__ import annotations

import re

import tree_sitter

from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.value_flow import outcomes
from tdomcheck.facts.records import ValueKind
from tdomcheck.facts.vocabulary.html import BLOCKS
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import unwrapped

_BRACES = regex(r"\\N\{[^}]*\}|[{}]")
_RAW_BRACES = regex(r"[{}]")
_COMPREHENSIONS = frozenset({"generator_expression", "list_comprehension"})
_CONTEXT = frozenset({"container", "context"})


def unwrap_call(view: ModuleView, call: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits from `html(t"...")` to `t"..."`; none where a comment would be lost, or the template is not known."""
    arguments = arguments_of(view, call)
    if arguments.has_star or len(arguments.positional) != 1 or set(arguments.keywords) - _CONTEXT:
        return ()
    function, argument = call.child_by_field_name("function"), arguments.positional[0]
    if function is None or view.resolve(function).endswith(".svg") or _has_comment(call, argument):
        return ()
    if not _is_template(view, argument):
        return ()
    spans = argument.type in {"concatenated_string", "binary_operator"}  # the parentheses of the call hold it together
    whole, inner = view.span(call), view.span(argument)
    return (Edit(whole.start, inner.start, "(" if spans else ""), Edit(inner.end, whole.end, ")" if spans else ""))


def _has_comment(call: tree_sitter.Node, argument: tree_sitter.Node) -> bool:
    listed = call.child_by_field_name("arguments")
    return listed is not None and any(child.type == "comment" for child in listed.children if child != argument)


def _is_template(view: ModuleView, node: tree_sitter.Node) -> bool:
    if node.type == "identifier":
        value = view.assigned(view.text(node), node.start_byte)
        return value is not None and value_kind(view, value) is ValueKind.TEMPLATE
    return value_kind(view, node) is ValueKind.TEMPLATE


def to_template(view: ModuleView, node: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits from text literals to t-strings; none where the result would not be a well-formed template."""
    node = unwrapped(node)
    literals = [node] if node.type == "string" else [child for child in node.children if child.type == "string"]
    if node.type not in {"string", "concatenated_string"}:
        return ()
    edits: list[Edit] = []
    for literal in literals:
        literal_edits = _literal_edits(view, literal)
        if not literal_edits:
            return ()
        edits += literal_edits
    return tuple(edits) if _is_well_formed(view, node, edits) else ()


def _literal_edits(view: ModuleView, literal: tree_sitter.Node) -> list[Edit]:
    opening, closing = literal.children[0], literal.children[-1]
    text = view.text(opening)
    quote = text.lstrip("rRfFuUbBtT")
    prefix = text[: len(text) - len(quote)]
    letters = prefix.lower()
    if "b" in letters or "t" in letters or _repeats(view, literal, quote):
        return []
    raw = next((letter for letter in prefix if letter in "rR"), "")
    start = view.span(opening)
    edits = [Edit(start.start, start.end, f"{raw}t{quote}")]
    if "f" not in letters:
        body = view.source.slice(start.end, view.span(closing).start)
        if _means_values(view, literal, body):
            return []
        escaped = (_RAW_BRACES if raw else _BRACES).sub(_doubled, body)
        if escaped != body:
            edits.append(Edit(start.end, view.span(closing).start, escaped))
    return edits


def _means_values(view: ModuleView, literal: tree_sitter.Node, body: str) -> bool:
    """Whether braces in a plain string look like those of a template that has lost its prefix: `<{Card}`, `{name}`."""
    if _TAG.search(body):
        return True
    return any(_is_known(view, match[1], literal.start_byte) for match in _VALUE.finditer(body))


_TAG = regex(r"</?\{")
_VALUE = regex(r"\{\s*([^\W\d]\w*)[^{}]*\}")


def _is_known(view: ModuleView, name: str, offset: int) -> bool:
    index = view.scopes.index_at(offset)
    while index >= 0:
        scope = view.scopes.scopes[index]
        if name in scope.names or name in scope.bindings:
            return True
        index = scope.parent
    return False


def _doubled(match: re.Match[str]) -> str:
    return match.group() * 2 if len(match.group()) == 1 else match.group()


def _repeats(view: ModuleView, literal: tree_sitter.Node, quote: str) -> bool:
    """Whether an f-string shows its own code with `=`, or nests the quotes that it stands in."""
    pending = [child for child in literal.children if child.type == "interpolation"]
    if any(child.type == "=" for node in pending for child in node.children):
        return True
    while pending:
        node = pending.pop()
        if node.type == "string_start" and view.text(node).endswith(quote):
            return True
        pending.extend(node.children)
    return False


def _is_well_formed(view: ModuleView, node: tree_sitter.Node, edits: list[Edit]) -> bool:
    """Whether the new template has no mistake, and no text stands where tdom wants a component or a mapping."""
    span = view.span(node)
    text = view.source.slice(span.start, span.end)
    if not (view.source.is_utf8 or view.source.is_hosted or text.isascii()):
        return False  # its bytes are not those of the copy that is looked at here
    placed, base = view.source.to_utf8, view.source.to_utf8(span.start)
    moved = [Edit(placed(edit.start) - base, placed(edit.end) - base, edit.text) for edit in edits]
    before = SourceText(text.encode())
    after = ModuleView(SourceText(b"(" + apply_edits(before, moved) + b")"))
    if len(after.templates) != 1:
        return False
    markup = after.markup(after.templates[0])
    attributes = [attribute for tag in markup.tags for attribute in tag.attributes]
    return not (
        markup.problems
        or any(tag.is_component for tag in markup.tags)
        or any(attribute.kind in {AttributeKind.SPREAD, AttributeKind.REFUSED} for attribute in attributes)
    )


def join_to_list(view: ModuleView, node: tree_sitter.Node, literal: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits from `"".join(<generator>)` to `[...]`, where the only text that is joined is that of a literal.

    None where the page would lose white space that it shows."""
    for call in outcomes(node):
        joined = _joined(view, call) if not shows_space(view, call, literal) else None
        if joined is not None and [*outcomes(joined.child_by_field_name("body") or joined)] == [literal]:
            whole, span = view.span(call), view.span(joined)
            return Edit(whole.start, span.start + 1, "["), Edit(span.end - 1, whole.end, "]")
    return ()


def shows_space(view: ModuleView, call: tree_sitter.Node, literal: tree_sitter.Node) -> bool:
    """Whether a join puts white space between pieces where a browser shows it, as between two links."""
    function = call.child_by_field_name("function")
    owner = function.child_by_field_name("object") if function is not None else None
    is_empty = owner is None or owner.type != "string" or not static_text(view, owner)
    parts = [literal] if literal.type == "string" else [part for part in literal.children if part.type == "string"]
    if is_empty or not parts:
        return False
    first, last = view.text(parts[0]), view.text(parts[-1])
    edges = (_FIRST_TAG.search(first), _LAST_TAG.search(last.rstrip(first[-1])))
    return not any(edge is not None and edge[1].lower() in BLOCKS for edge in edges)


_FIRST_TAG = regex(r"""\A\w*["']+\s*<([A-Za-z][A-Za-z0-9]*)(?=[\s/>])""")
_LAST_TAG = regex(r"</?([A-Za-z][A-Za-z0-9]*)(?=[\s/>])[^<>]*>\s*\Z")


def _joined(view: ModuleView, call: tree_sitter.Node) -> tree_sitter.Node | None:
    """The comprehension whose texts are joined with nothing, or with white space, between them."""
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    owner = function.child_by_field_name("object") if function is not None else None
    if call.type != "call" or listed is None or owner is None or owner.type != "string" or "#" in view.text(call):
        return None
    if static_text(view, owner).replace("\\n", "").strip():
        return None
    if listed.type == "generator_expression":
        return listed
    inner = listed.named_children[0] if listed.named_child_count == 1 else None
    return inner if inner is not None and inner.type in _COMPREHENSIONS else None
