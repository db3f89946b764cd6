"""Unpacking in comprehensions (3.15): but for its star, `[*x for x in y]` is one that all releases know."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_STARRED = regex(r"[(\[{]\s*\*")
_MARKS = regex(
    r"(?P<opening>[(\[{])(?:\s*(?P<star>\*{1,2}))?|(?P<closing>[)\]}])|(?P<shift><<|>>)"
    r"|\bfor\b|(?P<other>[,:])|(?P<loose>[=<>!]=?|\b(?:or|and|not|in|is|if|else|lambda)\b)"
)


def has_unpacking(text: str) -> bool:
    """Whether a star stands behind an opening bracket, as far as it can be told without looking further."""
    return _STARRED.search(text) is not None


@dataclass(slots=True)
class _Bracket:
    """What is known of a bracket until its comprehension begins, if it has one."""

    opening: str
    star: tuple[int, int] | None
    is_loose: bool = False
    """An operator binds less than one star does; two stars take any expression."""

    @property
    def is_unpacked(self) -> bool:
        if self.star is None:
            return False
        return self.opening == "{" if self.star[1] - self.star[0] == 2 else not self.is_loose


def stars_of_comprehensions(code: str) -> Iterator[tuple[int, int]]:
    """Where stars unpack what a comprehension collects, in a text without strings and comments."""
    if not has_unpacking(code):
        return
    outer: list[_Bracket] = []
    for match in _MARKS.finditer(code):
        if match["opening"]:
            outer.append(_Bracket(match["opening"], match.span("star") if match["star"] else None))
        elif not outer or match["shift"]:
            continue
        elif match["closing"]:
            outer.pop()
        elif match["other"]:
            outer[-1].star = None
        elif match["loose"]:
            outer[-1].is_loose = True
        else:
            if outer[-1].star is not None and outer[-1].is_unpacked:
                yield outer[-1].star
            outer[-1].star = None
