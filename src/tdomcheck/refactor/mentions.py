"""How a word stands in prose: dotted, as code, bare; and what of a file is prose."""

from __future__ import annotations

from enum import Enum

from tdomcheck.facts.python.regions import Step
from tdomcheck.regex import regex


class Mention(Enum):
    """How a word stands in prose."""

    DOTTED = "dotted"
    """With the module or class before it."""
    TICKED = "back-ticked"
    """Also with brackets right behind it, as code has them: `Card[T]`, `card()`."""
    BARE = "bare"
    OTHER = "other"
    """A part of something longer."""


LEAD = regex(rb"(?:[A-Za-z_]\w*[.:])*\Z")
_CODE = regex(rb"\[[\w.\"', |\]]|\((?!s\))")
_GOES_ON = regex(rb"-\w|/\w")


def mention_at(data: bytes, start: int, name: str) -> tuple[Mention, str]:
    """How a word stands in a line, and the dotted name that it ends."""
    line = max(data.rfind(b"\n", 0, start), data.rfind(b"\r", 0, start)) + 1
    end = start + len(name.encode())
    before, after = data[line:start], data[end : end + 2]
    if before.endswith((b"-", b"/", b"\\", b"$", b"@")) or _GOES_ON.match(after):
        return Mention.OTHER, ""
    lead = LEAD.search(before)
    if lead is not None and lead.group() and b"." in lead.group():
        return Mention.DOTTED, (lead.group() + name.encode()).decode("utf-8", "replace").lstrip(":")
    if before.endswith(b"."):
        return Mention.OTHER, ""
    is_code = before.count(b"`") % 2 or _CODE.match(data, end)
    return (Mention.TICKED if is_code else Mention.BARE), ""


_FENCE = regex(rb"(?m)^[ \t>]*(`{3,}|~{3,})[^\r\n]*$")


def code_blocks(data: bytes) -> list[tuple[int, int]]:
    """The blocks between fences, whatever they are in."""
    edges = [match.start() for match in _FENCE.finditer(data)]
    return list(zip(edges[::2], edges[1::2], strict=False))


def is_prose(step: Step) -> bool:
    """Whether a text is a comment or a docstring, also that of an attribute."""
    if step.node.type == "comment":
        return True
    string = step.outer
    statement = string.outer if string is not None else None
    if string is None or statement is None or string.node.type != "string":
        return False
    if statement.node.type == "concatenated_string" and statement.outer is not None:
        statement = statement.outer
    opening = string.node.children[0].text or b""
    return statement.node.type == "expression_statement" and not {*opening.lower()} & {*b"ft"}


def is_message(step: Step) -> bool:
    """Whether a string is something to read, of more words than one, and no template."""
    string = step.outer
    opening = (string.node.children[0].text or b"").lower() if string is not None and string.node.children else b"t"
    is_sentence = b" " in (step.node.text or b"").strip() or (string is not None and string.node.named_child_count > 3)
    return is_sentence and b"t" not in opening
