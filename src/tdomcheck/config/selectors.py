"""Names for rules: a code, a slug, a prefix of codes, or ALL; and which of two says more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tdomcheck.model.rule import RuleInfo
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

ALL = "ALL"
EXACT = 1_000
"""How specific a code or slug is: more than any prefix."""
INDISPENSABLE = frozenset({"TDC001", "TDC002"})
"""invalid-syntax and invalid-encoding: without them, green would not mean looked at."""

LETTERS = regex(r"[A-Za-z]+")


def specificity(selector: str, code: str, slug: str) -> int:
    """0 if the selector does not mean the rule; otherwise higher for the one that means fewer rules."""
    if selector in {code, slug}:
        return EXACT
    if selector == ALL:
        return 1
    return 1 + len(selector) if is_prefix(selector, code) else 0


def is_prefix(selector: str, code: str) -> bool:
    """Whether a selector is the beginning of a code: all its letters at least, so that `T` is not a group."""
    letters = LETTERS.match(code)
    return letters is not None and len(selector) >= letters.end() and code.startswith(selector)


def best(selectors: Iterable[str], code: str, slug: str, *, is_exact: bool = False) -> int:
    """The highest specificity among selectors; with `is_exact`, prefixes and ALL do not count."""
    top = max((specificity(selector, code, slug) for selector in selectors), default=0)
    return 0 if is_exact and top < EXACT else top


@dataclass(frozen=True, slots=True)
class RuleNames:
    """All names that a configuration may use for the rules of a catalogue."""

    by_name: dict[str, RuleInfo]
    """By code and by slug."""
    prefixes: frozenset[str]

    @classmethod
    def of(cls, catalog: Sequence[RuleInfo]) -> RuleNames:
        by_name = {name: info for info in catalog for name in (info.slug, info.code)}
        codes = {info.code for info in catalog}
        lengths = ((code, length) for code in codes for length in range(1, len(code)))
        prefixes = {code[:length] for code, length in lengths if is_prefix(code[:length], code)}
        return cls(by_name, frozenset(prefixes))

    def is_known(self, selector: str) -> bool:
        return selector == ALL or selector in self.by_name or selector in self.prefixes

    @property
    def selectors(self) -> tuple[str, ...]:
        return (ALL, *sorted(self.prefixes), *sorted(self.by_name))
