"""`f$S` and `t$S`: string literals of which a pattern names only the sort, and what a rewrite spells them as."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView

_SORTS = frozenset("ft")
_LETTERS = "fFtTrRbBuU"


def parts_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """A literal, or those that stand side by side and make one string."""
    if node.type == "concatenated_string":
        return [child for child in node.named_children if child.type == "string"]
    return [node]


def letters_of(view: ModuleView, part: tree_sitter.Node) -> str:
    """The prefix of a literal, in lower case."""
    return view.text(part.children[0]).rstrip("\"'").lower()


def is_literal(view: ModuleView, node: tree_sitter.Node, sort: str) -> bool:
    """Whether a node is any f-string or any t-string; a concatenation with one f-string in it is one."""
    if node.type not in {"string", "concatenated_string"}:
        return False
    sorts = {"".join(sorted(set(letters_of(view, part)) - {"r", "u"})) for part in parts_of(node)}
    return sorts == {sort} or (sort == "f" and sorts == {"f", ""})


def respelled(view: ModuleView, node: tree_sitter.Node, prefix: str) -> str | None:
    """A literal with another prefix; None where that would say something else."""
    parts = parts_of(node)
    pieces: list[str] = []
    position = node.start_byte
    for part in parts:
        text = _part(view, part, prefix, is_alone=len(parts) == 1)
        if text is None:
            return None
        pieces += [_slice(view, position, part.start_byte), text]
        position = part.end_byte
    return "".join(pieces)


def _part(view: ModuleView, part: tree_sitter.Node, prefix: str, *, is_alone: bool) -> str | None:
    letters, wanted = letters_of(view, part), prefix.lower()
    text = view.text(part)
    if not is_alone and not _SORTS & set(letters):
        if "t" not in wanted:
            return text  # Python lets a plain string stand beside f-strings, and beside strings
        if r"\N{" in text:
            return None  # these braces name a character
        text = text.replace("{", "{{").replace("}", "}}")
    is_raw = "r" in letters
    if "r" in wanted and not is_raw and "\\" in text:
        return None
    raw = "r" if is_raw and "r" not in wanted else ""
    return f"{raw}{prefix}{text[len(letters) :]}"


def _slice(view: ModuleView, start: int, end: int) -> str:
    return view.source.utf8[start:end].decode("utf-8", "replace")


def text_in(view: ModuleView, start: int, end: int, target: str) -> str | None:
    """The text of a piece of a literal for another one that opens with `target`; None where its value would change."""
    text = _slice(view, start, end)
    if not text:
        return text
    source = _string_around(view, start, end)
    if source is None or _is_torn(view, start, text):
        return None
    opening = view.text(source.children[0])
    if _sort(opening) != _sort(target) and (not text.isascii() or set(text) & set("\\{}")):
        return None
    quote = target.lstrip(_LETTERS)
    is_same_quote = quote == opening.lstrip(_LETTERS) and len(quote) == 1
    return text if is_same_quote or _fits_between(quote, text) else None


def _string_around(view: ModuleView, start: int, end: int) -> tree_sitter.Node | None:
    """The literal that a piece of text is in."""
    node = view.tree.root.descendant_for_byte_range(start, max(start, end - 1))
    while node is not None and node.type != "string":
        node = node.parent
    return node


def _is_torn(view: ModuleView, start: int, text: str) -> bool:
    """Whether a piece of a literal begins or ends within an escape, or in an interpolation."""
    backslashes = len(text) - len(text.rstrip("\\"))
    is_in_escape = backslashes % 2 == 1 or view.source.utf8[start - 1 : start] == b"\\"
    return is_in_escape or text.count("{") != text.count("}")


def _fits_between(quote: str, text: str) -> bool:
    """Whether no letter of a text ends a literal in these quotes."""
    return quote[0] not in text and not (len(quote) == 1 and set(text) & set("\n\r"))


def is_quotable(text: str) -> bool:
    """Whether the source of an expression may become the inside of any literal."""
    return not set(text) & set("\"'\\{}\n\r")


def _sort(opening: str) -> frozenset[str]:
    """What decides how the inside of a literal is read."""
    return frozenset(opening.rstrip("\"'").lower().replace("u", "").replace("t", "f"))
