"""The tree of a YAML file: its pairs and items, and what is their value."""

from __future__ import annotations

import tree_sitter

from tdomcheck.stitch.paths.values import BadValue
from tdomcheck.stitch.paths.yaml_reading import read_yaml

PAIRS = frozenset({"block_mapping_pair", "flow_pair"})
_AROUND = frozenset({"comment", "anchor", "tag"})
BLOCKS = frozenset({"block_mapping", "block_sequence"})


def top_of(root: tree_sitter.Node) -> tree_sitter.Node | None:
    for document in root.named_children:
        if document.type == "document":
            return next((node for node in document.named_children if node.type in {"block_node", "flow_node"}), None)
    return None


def content_of(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """What a node says, behind its anchor and its tag."""
    if node is None or node.type not in {"block_node", "flow_node"}:
        return node
    return next((child for child in node.named_children if child.type not in _AROUND), None)


def members_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"]


def value_of(holder: tree_sitter.Node) -> tree_sitter.Node | None:
    if holder.type == "block_sequence_item":
        return next((child for child in holder.named_children if child.type != "comment"), None)
    return holder.child_by_field_name("value") if holder.type in PAIRS else holder


def key_of(pair: tree_sitter.Node) -> str:
    key = pair.child_by_field_name("key") if pair.type in PAIRS else None
    content = content_of(key)
    if content is None:
        return ""
    text = (content.text or b"").decode("utf-8", "replace")
    if content.type == "plain_scalar":
        return text
    try:
        value = read_yaml(text)
    except BadValue:
        return text
    return value[1] if isinstance(value, tuple) else text


def sign_end(holder: tree_sitter.Node) -> int:
    """Behind the `:` of a pair, or the `-` of an item."""
    return next((child.end_byte for child in holder.children if child.type in {":", "-"}), holder.end_byte)


def is_in_flow(holder: tree_sitter.Node) -> bool:
    return holder.type == "flow_pair"


def code_end(node: tree_sitter.Node) -> int:
    """Where the last of a node ends that is no comment."""
    while True:
        children = [child for child in node.children if child.type != "comment"]
        if node.type == "block_scalar":  # of which only the sign is a child
            return _scalar_end(node)
        if not children:
            return node.end_byte
        node = children[-1]


def _scalar_end(node: tree_sitter.Node) -> int:
    """At the end of a file the grammar takes the end of the last line for a part of the text."""
    text = node.text or b""
    keeps_all = b"+" in text.partition(b"\n")[0]
    body = text.removesuffix(b"\n").removesuffix(b"\r") if keeps_all else text.rstrip(b"\r\n")
    return node.start_byte + len(body)
