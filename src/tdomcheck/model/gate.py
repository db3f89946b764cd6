"""What must hold of a file before a rule is worth running."""

from __future__ import annotations

from collections.abc import Iterable

from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Gate:
    """Which files a rule is called for, as data that is asked before the rule is imported.

    Too much may pass, nothing may be dropped.

    Every condition that is given must hold; of the words in one condition any will do. Without a condition the
    rule is always run.
    """

    features: Iterable[str] = ()
    """Words that the facts of a file carry."""
    tokens: Iterable[str] = ()
    """Texts that occur in the file."""
    query: str = ""
    """A tree-sitter query that matches."""

    def __post_init__(self) -> None:
        for name in ("features", "tokens"):
            words = getattr(self, name)
            if isinstance(words, str) or not all(isinstance(word, str) for word in words):
                raise TypeError(f"the {name} of a gate are {words!r}, which is no collection of texts")
            object.__setattr__(self, name, tuple(sorted(words)))

    @property
    def is_open(self) -> bool:
        """No condition: the rule is always run."""
        return not (tuple(self.features) or tuple(self.tokens) or self.query)
