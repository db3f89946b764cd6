"""What stands under a key that is written out, in a list, tuple or dict that is written out too."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.contents import Effect, contents_in_scope
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each

_OPEN = frozenset({"interpolation", "dictionary_splat", "list_splat"})
"""What may hold any number of entries, or be any text."""


def entry_at(view: PythonModule, subscript: tree_sitter.Node) -> tree_sitter.Node | None:
    """The entry that `notes["title"]` or `rows[0]` is, of a local literal that nothing changes."""
    owner, keys = subscript.child_by_field_name("value"), subscript.children_by_field_name("subscript")
    if subscript.type != "subscript" or owner is None or len(keys) != 1:
        return None
    held = _constant(view, view.scopes.index_at(owner.start_byte), view.text(owner))
    return _entry(view, held, keys[0]) if held is not None and owner.type == "identifier" else None


@once_each
def _constant(view: PythonModule, index: int, name: str) -> tree_sitter.Node | None:
    """The one value of a local name that is only read."""
    contents = contents_in_scope(view, index, name)
    is_kept = contents is not None and len(contents.having(Effect.READ)) == len(contents.uses)
    return contents.begun if contents is not None and is_kept else None


def _entry(view: PythonModule, held: tree_sitter.Node, key: tree_sitter.Node) -> tree_sitter.Node | None:
    entries = [child for child in held.named_children if child.type != "comment"]
    if any(child.type in _OPEN for child in (*entries, *key.named_children)):
        return None
    if held.type in {"list", "tuple"} and key.type == "integer":
        return _item(view, entries, key)
    if held.type == "dictionary" and key.type == "string":
        return _value(view, entries, static_text(view, key))
    return None


def _item(view: PythonModule, items: Sequence[tree_sitter.Node], key: tree_sitter.Node) -> tree_sitter.Node | None:
    digits = view.text(key)[:9]
    return items[int(digits)] if digits.isdecimal() and int(digits) < len(items) else None


def _value(view: PythonModule, pairs: Sequence[tree_sitter.Node], name: str) -> tree_sitter.Node | None:
    for pair in reversed(pairs):  # of two with one key the last one counts
        key = pair.child_by_field_name("key")
        if key is not None and literal_type(view, key) == "str" and static_text(view, key) == name:
            return pair.child_by_field_name("value")
    return None
