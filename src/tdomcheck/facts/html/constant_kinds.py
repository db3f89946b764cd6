"""Of what kind a constant of a module is."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once
from tdomcheck.facts.vocabulary.html import has_tags
from tdomcheck.regex import regex

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
    arguments = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    is_plain = len(arguments) == 1 and arguments[0].type == "string" and "interpolation" not in _types(arguments[0])
    return is_plain and not static_text(view, arguments[0]).startswith(("/", "\\"))


def _types(node: tree_sitter.Node) -> set[str]:
    return {child.type for child in node.children}


def _is_rebound(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether the name of a value may be given another one anywhere: text tells, where targets are not captured."""
    left = value.parent.child_by_field_name("left") if value.parent is not None else None
    if left is None or left.type != "identifier":
        return True
    name = left.text or b""
    if len(view.nodes["top"]) <= _FEW:
        return _times_given(view.tree.utf8, name) != 1
    return _counts_of_assignments(view)[name] != 1


@once
def _counts_of_assignments(view: ModuleView) -> Counter[bytes]:
    return _given_by_text(view.tree.utf8)


_FEW = 40
"""Names that are counted one by one; where there are more all are counted at once."""


def _times_given(utf8: bytes, name: bytes) -> int:
    """How often a name is given a value, as far as the text tells: by `=`, or behind `global`, `for` and `as`."""
    count = begun = end = 0
    is_named = False
    place = utf8.find(name)
    while place >= 0:
        last = max(utf8.rfind(b"\n", end, place), utf8.rfind(b":", end, place))
        begun, is_named = (last + 1, False) if last >= 0 else (begun, is_named)
        end = place + len(name)
        if not _is_letter(utf8[place - 1 : place]) and not _is_letter(utf8[end : end + 1]) and not is_named:
            is_named = _NAMING.search(utf8, begun, place) is not None
            count += is_named or _SETTING.match(utf8, end) is not None
            begun = end
        place = utf8.find(name, end)
    return count


def _is_letter(byte: bytes) -> bool:
    return byte.isalnum() or byte == b"_"


def _given_by_text(utf8: bytes) -> Counter[bytes]:
    """How often each name is given a value, as far as the text tells: by `=`, or behind `global`, `for` and `as`."""
    covered: dict[bytes, list[tuple[int, int]]] = {}
    place = 0
    while (match := _NAMING.search(utf8, place)) is not None:
        for word in {word[0]: word for word in _WORD.finditer(utf8, match.end("word"), match.end())}.values():
            covered.setdefault(word[0], []).append((match.start(), word.end()))
        place = match.end()
    counts = Counter({name: len(spans) for name, spans in covered.items()})
    after = -1
    """Where the statement ends that a name was last met in."""
    for match in _GIVEN.finditer(utf8):
        end = match.end()
        if match[2] == b":":
            if after < end:
                ending = _END.search(utf8, end)
                after = ending.start() if ending is not None else len(utf8)
            end = after
            if utf8[end : end + 1] != b"=" or utf8[end + 1 : end + 2] == b"=":
                continue
        spans = covered.get(match[1], [])
        index = bisect_right(spans, match.start(), key=lambda span: span[0]) - 1
        if index < 0 or match.start() >= spans[index][1]:
            counts[match[1]] += 1
    return counts


_SETTING = regex(rb"\s*(?::[^=\n]*)?=(?!=)")
_END = regex(rb"[=\n]")
_GIVEN = regex(rb"\b(\w+)\s*(=(?!=)|:)")
_NAMING = regex(rb"\b(?P<word>global|for|as)\b[^\n:]*")
_WORD = regex(rb"\w+")


_PLAIN = frozenset({"list", "tuple", "dict", "bytes", "str"})
"""A number that is written out says itself whether it is zero."""
_ATTACK = regex(r"(?i)<script|javascript:|\bon[a-z]+\s*=|alert\(|evil|xss|hack|malicious|escape|inject|unsafe")
