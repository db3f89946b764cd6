"""The text of string literals, and of what kind a constant is."""

from __future__ import annotations

import re

import tree_sitter

from tdomcheck.facts.html_names import has_tags
from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.types import literal_type

TAGS = "tags"
"""Text that holds tags."""
RELATIVE_PATH = "relative path"
MADE = "made "
"""Before the reference of the class that a constant is an object of."""
_PATHS = frozenset({"pathlib.PurePath", "pathlib.PurePosixPath", "pathlib.Path", "pathlib.PosixPath"})


def constant_kind(view: ModuleView, node: tree_sitter.Node) -> str:
    """The builtin type of a literal, or `tags`, `relative path` or `made CLASS`; empty for anything else."""
    if node.type == "call" and (kind := _made_kind(view, node)):
        return kind
    kind = literal_type(view, node)
    if kind != "str" or node.type not in {"string", "concatenated_string"}:
        return kind if kind in _PLAIN else ""
    text = static_text(view, node)
    # A tag without attributes may be meant to be shown, and what looks like an attack is.
    return TAGS if "=" in text and has_tags(text) and not is_attack(text) else kind


def is_attack(text: str) -> bool:
    """Whether a text is there to show what is done to such texts."""
    return _ATTACK.search(text) is not None


def _made_kind(view: ModuleView, call: tree_sitter.Node) -> str:
    """What a call with a capital letter makes, under a name that nothing else gives a value to."""
    function = call.child_by_field_name("function")
    reference = view.resolve(function) if function is not None else ""
    if not reference.rpartition(".")[2].lstrip(":")[:1].isupper() or _is_rebound(view, call):
        return ""
    if reference in _PATHS and _is_relative(view, call):
        return RELATIVE_PATH
    return f"{MADE}{reference}"


def _is_relative(view: ModuleView, call: tree_sitter.Node) -> bool:
    """`PurePath("x")`: one string that does not begin with a slash."""
    listed = call.child_by_field_name("arguments")
    given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    is_plain = len(given) == 1 and given[0].type == "string" and "interpolation" not in _types(given[0])
    return is_plain and not static_text(view, given[0]).startswith(("/", "\\"))


def _types(node: tree_sitter.Node) -> set[str]:
    return {child.type for child in node.children}


def _is_rebound(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether the name of a value may be given another one anywhere: text tells, where targets are not captured."""
    left = value.parent.child_by_field_name("left") if value.parent is not None else None
    name = re.escape(view.tree.utf8[left.start_byte : left.end_byte]) if left is not None else b"$"
    given = rb"\b%b\s*(?::[^=\n]*)?=(?!=)|\b(?:global|for|as)\b[^\n:]*\b%b\b" % (name, name)
    return len(re.findall(given, view.tree.utf8)) != 1


def static_text(view: ModuleView, node: tree_sitter.Node) -> str:
    """The text of a string literal without its interpolations, each of which is one letter; empty for bytes."""
    parts = [node] if node.type == "string" else [child for child in node.children if child.type == "string"]
    found: list[str] = []
    for part in parts:
        prefix = view.text(part.children[0]).lower().rstrip("\"'")
        if "b" in prefix or "t" in prefix:
            return ""
        position = part.children[0].end_byte
        for child in part.children[1:-1]:
            if child.type == "interpolation":
                found += [view.tree.utf8[position : child.start_byte].decode("utf-8", "replace"), "x"]
                position = child.end_byte
        found.append(view.tree.utf8[position : part.children[-1].start_byte].decode("utf-8", "replace"))
    return "".join(found)


_PLAIN = frozenset({"list", "tuple", "dict", "bytes", "str"})
"""A number that is written out says itself whether it is zero."""
_ATTACK = re.compile(r"(?i)<script|javascript:|\bon[a-z]+\s*=|alert\(|evil|xss|hack|malicious|escape|inject|unsafe")
