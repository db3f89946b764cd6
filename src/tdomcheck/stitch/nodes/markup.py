"""The elements of HTML and the rules of CSS."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.stitch.nodes.outline import Declared
from tdomcheck.stitch.targets import NodeKind

_ELEMENTS = frozenset({"element", "script_element", "style_element"})
_OF_ELEMENTS = frozenset({"start_tag", "end_tag", "self_closing_tag", "comment", "erroneous_end_tag"})
_KINDS_OF_ELEMENT = frozenset({NodeKind.ELEMENT})
_GROUPS = frozenset({"media_statement", "supports_statement", "at_rule", "scope_statement"})


class HtmlGrammar:
    """The grammar of tree-sitter-html; an element is named by its tag, by `#id`, or by both: `div#main`."""

    kinds = _KINDS_OF_ELEMENT
    comments = frozenset({"comment"})
    needs_statement = False
    has_scopes = False

    def is_frozen(self, node: tree_sitter.Node) -> bool:
        if node.type == "element":
            tag = next(iter(node.named_children[0].named_children), None)
            return tag is not None and _text(tag).lower() in {"pre", "textarea"}
        return node.type in {"raw_text", "quoted_attribute_value"}

    def declared(self, node: tree_sitter.Node, *, in_class: bool) -> Declared | None:  # noqa: ARG002  # as all grammars
        if node.type not in _ELEMENTS:
            return None
        start = node.named_children[0]
        tag = next((child for child in start.named_children if child.type == "tag_name"), None)
        name = _text(tag).lower() if tag is not None else ""
        identity = _id(start)
        end = node.start_byte + len((node.text or b"").rstrip())
        label = f"{name}#{identity}" if identity else name
        return Declared(self.kinds, label, node.start_byte, node.start_byte, end, node)

    def statements(self, body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        return (child for child in body.named_children if child.type not in _OF_ELEMENTS)

    def inner_bodies(self, statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:  # noqa: ARG002
        yield from ()

    def owns_below(self, column: int, own: int) -> bool:  # noqa: ARG002
        return False


def _id(start: tree_sitter.Node) -> str:
    for attribute in start.named_children:
        if attribute.type != "attribute":
            continue
        name, *values = attribute.named_children
        if _text(name).lower() == "id" and values:
            return _text(values[0]).strip("'\"")
    return ""


class CssGrammar:
    """The grammar of tree-sitter-css; a rule is named by its selectors, as they are written."""

    kinds = frozenset({NodeKind.RULE})
    comments = frozenset({"comment", "js_comment"})
    needs_statement = False
    has_scopes = False

    def is_frozen(self, node: tree_sitter.Node) -> bool:
        return node.type == "string_value"

    def declared(self, node: tree_sitter.Node, *, in_class: bool) -> Declared | None:  # noqa: ARG002
        if node.type != "rule_set":
            return None
        selectors = node.named_children[0]
        body = next((child for child in node.named_children if child.type == "block"), None)
        name = " ".join(_text(selectors).split())
        return Declared(self.kinds, name, node.start_byte, node.start_byte, node.end_byte, body)

    def statements(self, body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        return (child for child in body.named_children if child.type not in self.comments)

    def inner_bodies(self, statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        if statement.type in _GROUPS:
            yield from (child for child in statement.named_children if child.type == "block")

    def owns_below(self, column: int, own: int) -> bool:  # noqa: ARG002
        return False


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
