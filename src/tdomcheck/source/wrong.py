"""Examples that are wrong on purpose: the words and signs by which documents say so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_SIGNS = "❌✗✘✖🚫⛔👎"
_PRAISE = "✅✓✔👍"
_NOT = r"n['\u2019]?t"
_DASH = r"\u2013\u2014"
_FAULTS = r"wrong|bad|incorrect|anti-?patterns?"
_WORDS = rf"{_FAULTS}|broken|invalid|not (?:recommended|this|like this)"
_THINGS = r"(?: (?:code|way|style|version|api|syntax|name|import)s?)?"
_PAST = rf"before|(?:the )?old{_THINGS}"
_PRESENT = rf"(?:the )?new{_THINGS}(?: ?\([^)]*\))? ?:?$"
_ORDERS = rf"do{_NOT}|do not|avoid|never"
_TAIL = r"(?: \w+)?(?: \([^)]*\))? ?:"
_ENDS = regex(
    rf"(?:[{_SIGNS}]|\b(?:{_FAULTS}){_TAIL}|^(?:{_WORDS}){_TAIL}"
    rf"|(?:^|[.;:{_DASH}(] ?)(?:{_ORDERS})(?: [\w']+){{0,3}}\)? ?:|^(?:{_PAST})(?: \([^)]*\))? ?:)$",
    re.IGNORECASE,
)
"""At the end of a line of prose: `Wrong:`, `Bad (old way):`, `Don't do this:`, `Before:`."""
_FAILS = regex(
    r"\b(?:fails|raises?|raised|escapes|mistakes?|breaks|crash(?:es)?|refuse[sd]?|rejects|rejected|not allowed"
    rf"|do(?:es)?{_NOT} work|wo{_NOT} work|(?:is|are|an?|the) (?:{_FAULTS})|incorrectly|wrongly)\b[^.!?]*:$",
    re.IGNORECASE,
)
"""The last sentence of the paragraph above: `Forgetting it raises a TypeError:`."""
_BARE = regex(rf"^(?:{_WORDS}|{_ORDERS}|{_PAST})(?: \([^)]*\))?$", re.IGNORECASE)
"""All of a line."""
_BEGINS = regex(rf"^(?:[{_SIGNS}]|(?:{_WORDS}|{_PAST}|avoid|do{_NOT})(?: \w+)? ?(?:[:{_DASH}]| - ))", re.IGNORECASE)
"""At the start of a heading or of a bold lead: `❌ f-strings`, `Bad: no escaping`, `Anti-pattern: ...`."""
_GOOD = regex(
    rf"^(?:[{_PRAISE}]|(?:good|right|correct|better|preferred|instead|recommended|do this|after|fixed|solution)\b"
    rf"|{_PRESENT})",
    re.IGNORECASE,
)
_AFTER = regex(rf"^(?:[{_PRAISE}] ?)?(?:after(?: ?\([^)]*\))? ?:?$|{_PRESENT})", re.IGNORECASE)
"""All of a lead: the block shows what the one above it becomes."""
_COMMENT = regex(
    rf"^#+\s*(?:[{_SIGNS}]|(?:{_WORDS}|{_ORDERS}|raises|fails|error|\w+(?:Error|Exception))\b)", re.IGNORECASE
)
"""Behind code."""
_TITLE = regex(
    rf"^#+\s*(?:[{_SIGNS}]|(?:(?:{_WORDS})(?: \w+)?|(?:{_ORDERS})(?: \w+){{0,2}}|{_PAST})\s*(?:[:({_DASH}-]|$))",
    re.IGNORECASE,
)
"""On a line of its own."""
_OLD_TITLE = regex(rf"^#+\s*(?:{_PAST})\s*(?:[:({_DASH}-]|$)", re.IGNORECASE)
_GOOD_COMMENT = regex(
    rf"^#+\s*(?:[{_PRAISE}]|(?:good|right|correct|better|ok|instead|do this|after|fixed|preferred|recommended)\b"
    rf"|{_PRESENT})",
    re.IGNORECASE,
)
_AFTER_COMMENT = regex(rf"^#+\s*(?:[{_PRAISE}] ?)?(?:after\s*(?:[:({_DASH}-].*)?$|{_PRESENT})", re.IGNORECASE)
_HEADING = regex(r"^ {0,3}#{1,6}\s")
_BOLD = regex(r"^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:[^\w*]{0,4})\*\*")
_RULE = regex(r"^\s*([=\-~^\"'`*+#])\1{2,}\s*$")
_FENCE = regex(r"^[\s>]*(?:`{3,}|~{3,})")
_DECORATION = regex(r"[*_`#>]+")


def is_wrong_comment(comment: str) -> bool:
    """Whether a comment behind code says that it is wrong."""
    return _COMMENT.match(comment.strip()) is not None


def is_wrong_title(comment: str) -> bool:
    """Whether a comment on a line of its own says that what follows is wrong."""
    return _TITLE.match(comment.strip()) is not None


def is_old_title(comment: str) -> bool:
    """Whether a comment on a line of its own says that what follows is how it was before."""
    return _OLD_TITLE.match(comment.strip()) is not None


def is_good_comment(comment: str) -> bool:
    """Whether a comment says that from here on it is right again."""
    return _GOOD_COMMENT.match(comment.strip()) is not None


def is_after(between: Sequence[str], first: str) -> bool:
    """Whether a block shows what the one above it becomes, by the lines between them and its own first line."""
    between = between[1:] if between and _FENCE.match(between[0]) else between  # which closes the block above
    if any(_FENCE.match(line) or line.lstrip().startswith(".. ") for line in between):
        return False
    nearest = next(_leads(between), None)
    return _AFTER_COMMENT.match(first.strip()) is not None or (nearest is not None and bool(_AFTER.match(nearest.text)))


def wrong_lead(above: Sequence[str]) -> str:
    """The words above a block that say that it is wrong, of the lines above it; empty where there are none."""
    for lead in _leads(above):
        if _GOOD.match(lead.text):
            return ""
        ends = _ENDS.search(lead.text) is not None or _BARE.match(lead.text) is not None
        if lead.is_nearest and (ends or _FAILS.search(_paragraph(above, lead.line))):
            return lead.text
        if lead.is_title and (ends or _BEGINS.match(lead.text)):
            return lead.text
        if lead.is_heading:
            return ""
    return ""


@dataclass(frozen=True, slots=True)
class _Lead:
    """A line above a block that may say what the block is."""

    line: int
    text: str
    """Without marks of emphasis."""
    is_nearest: bool
    """Nothing else that is read stands between it and the block."""
    is_heading: bool
    is_title: bool
    """A heading, or the nearest bold lead: it speaks of all that follows."""


def _leads(above: Sequence[str]) -> Iterator[_Lead]:
    """From the block upwards; past another block only what ends with a colon, headings, bold and praise."""
    is_nearest, is_lead_open = True, True
    for index in range(len(above) - 1, -1, -1):
        line = above[index]
        if _FENCE.match(line):
            is_nearest = is_lead_open = False
            continue
        if not line.strip() or _RULE.match(line) or _is_remark(line):
            continue
        is_heading, is_bold = _is_heading(above, index), _BOLD.match(line) is not None
        if not (is_nearest or is_heading or is_bold or _is_introduction(line)):
            continue
        yield _Lead(index, _plain(line), is_nearest, is_heading, is_heading or (is_lead_open and is_bold))
        is_nearest = False
        is_lead_open = is_lead_open and not is_bold


def _is_introduction(line: str) -> bool:
    return line.rstrip().endswith(":") or line.lstrip()[:1] in _PRAISE


def _paragraph(above: Sequence[str], last: int) -> str:
    """The lines that end with one, as one."""
    first = last
    while first and above[first - 1].strip() and not _FENCE.match(above[first - 1]):
        first -= 1
    return " ".join(_plain(line) for line in above[first : last + 1])


def _is_remark(line: str) -> bool:
    """What no reader sees."""
    text = line.strip().lstrip("> ")
    return text.startswith(("<!--", "% ", ".. tdomcheck"))


def _is_heading(above: Sequence[str], index: int) -> bool:
    below = above[index + 1] if index + 1 < len(above) else ""
    return _HEADING.match(above[index]) is not None or (_RULE.match(below) is not None and below[:1] not in " \t`")


def _plain(line: str) -> str:
    """A line without bullets, numbers and marks of emphasis."""
    text = " ".join(_DECORATION.sub("", line).split()).removesuffix("::")
    text = text + ":" if line.rstrip().endswith("::") else text
    return re.sub(r"^(?:[-+•]\s+|\d+[.)]\s+)", "", text).strip()
