"""What YAML says, read by a reader that is not the one which finds the places."""

from __future__ import annotations

import typing as t

from tdomcheck.errors import Unparsable
from tdomcheck.source.yaml import documents
from tdomcheck.stitch.languages import YAML as LANGUAGE
from tdomcheck.stitch.languages import parsed
from tdomcheck.stitch.paths.values import BadValue, Plain


def read_yaml(text: str) -> Plain:
    """What a document says, nothing of it made into objects; raises BadValue."""
    found = _composed(text)
    if len(found) > 1:
        raise BadValue(f"it holds {len(found)} documents, and no path says which")
    return found[0] if found else None


def yaml_trouble(text: str) -> str:
    """What is wrong with a file; empty where nothing is."""
    try:
        _composed(text)
    except BadValue as error:
        return str(error)
    return ""


def _composed(text: str) -> list[Plain]:
    try:
        return [_plain(node, set()) for node in documents(_untabbed(text))]
    except Unparsable as error:
        raise BadValue(str(error)) from None
    except RecursionError:
        raise BadValue("it nests too deeply") from None


def _untabbed(text: str) -> str:
    """The text with blanks for the tabs between its tokens: they are white space, which the reader refuses."""
    if "\t" not in text:
        return text
    utf8 = text.encode()
    cursor = parsed(LANGUAGE, utf8).walk()
    kept = bytearray(utf8.replace(b"\t", b" "))
    while True:
        node = cursor.node
        if node is not None and node.type in _VERBATIM:
            kept[node.start_byte : node.end_byte] = utf8[node.start_byte : node.end_byte]
        elif cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return kept.decode()


_VERBATIM = frozenset({"block_scalar", "double_quote_scalar", "single_quote_scalar", "comment"})


def _plain(node: t.Any, seen: set[int]) -> Plain:  # nodes of ruamel.yaml have no type of their own
    """Scalars with their tags; an alias stays one, for what it stands for may be as large as it likes."""
    if node is None:
        return None
    if id(node) in seen:
        return ("alias", node.anchor)
    if node.anchor:
        seen.add(id(node))
    if isinstance(node.value, str):
        return (node.tag, node.value)
    if node.tag.endswith(":map") or (node.value and isinstance(node.value[0], tuple)):
        return {_key(key, seen): _plain(value, seen) for key, value in node.value}
    return [_plain(item, seen) for item in node.value]


def _key(node: t.Any, seen: set[int]) -> str:
    return node.value if isinstance(node.value, str) else repr(_plain(node, seen))
