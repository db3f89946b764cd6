"""What came of one check."""

from __future__ import annotations

from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One promise of one rule, kept, broken or without a case."""

    code: str
    check: str
    """`the fix`, `derived: CRLF`, `suppression: return`."""
    example: str = ""
    """`INVALID[2]`; empty for what concerns the rule as a whole."""
    difference: str = ""
    """What was expected and what came, with the source; empty where the promise is kept."""
    not_applicable: str = ""
    """Why there was nothing to check."""

    @property
    def passed(self) -> bool:
        return not self.difference

    @property
    def name(self) -> str:
        return f"{self.example} {self.check}".strip()

    def __str__(self) -> str:
        verdict = "pass" if self.passed else "FAIL"
        if self.not_applicable:
            return f"{self.code} {self.name}: not applicable: {self.not_applicable}"
        return f"{self.code} {self.name}: {verdict}" + (f"\n{self.difference}" if self.difference else "")
