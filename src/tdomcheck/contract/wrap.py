"""Puts the marked expression into parentheses, and a template into another one."""

from __future__ import annotations

import tree_sitter

from tdomcheck.contract.examples import Source, TextChange, TextRange, edited
from tdomcheck.contract.syntax import Syntax, outermost
from tdomcheck.model import Span

_EXPRESSIONS = frozenset(
    [
        "attribute",
        "await",
        "binary_operator",
        "boolean_operator",
        "call",
        "comparison_operator",
        "concatenated_string",
        "conditional_expression",
        "dictionary",
        "identifier",
        "lambda",
        "list",
        "not_operator",
        "set",
        "string",
        "subscript",
        "tuple",
        "unary_operator",
        "integer",
        "float",
        "none",
        "true",
        "false",
        "list_comprehension",
    ]
)
_FIXED_PLACES = frozenset(
    [
        "aliased_import",
        "dotted_name",
        "import_statement",
        "import_from_statement",
        "keyword_argument",
        "attribute",
        "decorator",
        "parameters",
        "default_parameter",
        "typed_parameter",
        "typed_default_parameter",
        "function_definition",
        "class_definition",
        "lambda_parameters",
        "concatenated_string",
        "pattern_list",
        "case_pattern",
        "global_statement",
        "delete_statement",
    ]
)
"""Where a name cannot be wrapped, or only in some fields."""
_VALUES = {"keyword_argument": "value", "default_parameter": "value", "typed_default_parameter": "value"}


def in_parentheses(source: Source) -> Source | None:
    """The marked expression, or the string literal around the mark, in parentheses of its own."""
    if source.place is None:
        return None
    expression = parenthesised(Syntax(source.text), source.place)
    if not expression:
        return None
    start, end = expression
    return edited(source, [(start, start, "("), (end, end, ")")])


def parenthesised(syntax: Syntax, place: TextRange) -> TextRange | None:
    """What would be put into parentheses."""
    nodes = syntax.chain(place)
    exact = [node for node in nodes if syntax.place(node) == place]
    around = [node for node in nodes if node.type in {"concatenated_string", "string"}][:1]
    for node in [*exact, *around]:
        if node.type in _EXPRESSIONS and _may_be_wrapped(node):
            return syntax.place(node)
    return None


def _may_be_wrapped(node: tree_sitter.Node) -> bool:
    parent = node.parent
    if parent is None or parent.type not in _FIXED_PLACES:
        return parent is None or parent.child_by_field_name("left") != node
    field = _VALUES.get(parent.type)
    return field is not None and parent.child_by_field_name(field) == node


def in_a_template(source: Source, origin: Source) -> Source | None:
    """The template around the mark, or without a mark each template, interpolated into another one."""
    chosen = _chosen(origin)
    templates = _templates(Syntax(source.text))
    if not chosen or len(templates) != len(_templates(Syntax(origin.text))):
        return None
    changes: list[TextChange] = []
    for number, quote in chosen:
        start, end = templates[number]
        # A brace that follows a brace would be an escape.
        changes += [(start, start, f"t{quote}<div>{{ "), (end, end, f" }}</div>{quote}")]
    return edited(source, changes)


def _chosen(origin: Source) -> list[tuple[int, str]]:
    """The templates to wrap, each with quotes that it does not contain."""
    templates = []
    syntax = Syntax(origin.text)
    joined = {syntax.place(template.node)[0] for template in syntax.view.templates if template.is_fragment}
    for number, (start, end) in enumerate(_templates(syntax)):
        if origin.place is not None and not start <= origin.place[0] < end:
            continue
        if start in joined:
            continue  # what it opens is closed elsewhere, which holds no more inside of another template
        text = origin.text[start:end]
        free = next((quote for quote in ('"', "'", '"""', "'''") if _is_free(quote, text)), "")
        if not free:
            return []
        templates.append((number, free))
    return templates


def _is_free(quote: str, text: str) -> bool:
    if len(quote) == 1:
        return quote not in text and "\n" not in text and "\\" not in text
    return quote not in text and not text.endswith(quote[0]) and "\\" not in text


def _templates(syntax: Syntax) -> list[TextRange]:
    """The outermost literals that are t-strings in all their parts."""
    templates = []
    for node in outermost(syntax.tree.root, {"concatenated_string", "string"}):
        parts = [child for child in node.children if child.type == "string"] if node.type != "string" else [node]
        if all("t" in syntax.tree.text(part.children[0]).lower() for part in parts):
            templates.append(syntax.place(node))
    return templates


def around(source: Source) -> Span:
    """The bytes of the parentheses that stand directly around the mark."""
    (start, end), span = source.mark, source.marked_span
    is_wrapped = source.text[start - 1 : start] == "(" and source.text[end : end + 1] == ")"
    return Span(span.start - 1, span.end + 1) if is_wrapped else span
